//! The maps that the name of an operation implies (MLIR's `LinalgNamedStructuredOps.yaml` and `LinalgStructuredOps.td`).

use super::structured::inputs;
use crate::eval::site::Site;
use crate::ir::{Expression, Map, Type};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::tensor::common::{extents, integers};

/// The loops of an operation in order, outermost first, and the indices of each shaped operand. In `x@y` a window at `x` is at its
/// element `y`: `x` counts strides and `y` dilations.
const IMPLIED: &[(&str, &str)] = &[
    ("matmul", "m n k: m k, k n, m n"),
    ("matmul_transpose_a", "m n k: k m, k n, m n"),
    ("matmul_transpose_b", "m n k: m k, n k, m n"),
    ("batch_matmul", "b m n k: b m k, b k n, b m n"),
    ("batch_matmul_transpose_a", "b m n k: b k m, b k n, b m n"),
    ("batch_matmul_transpose_b", "b m n k: b m k, b n k, b m n"),
    ("batch_reduce_matmul", "b m n k: b m k, b k n, m n"),
    ("matvec", "m n: m n, n, m"),
    ("vecmat", "n m: m, m n, n"),
    ("batch_matvec", "b m k: b m k, b k, b m"),
    ("batch_vecmat", "b n k: b k, b k n, b n"),
    ("dot", "m: m, m, "),
    ("mmt4d", "m n k m0 n0 k0: m k m0 k0, n k n0 k0, m n m0 n0"),
    ("batch_mmt4d", "b m n k m0 n0 k0: b m k m0 k0, b n k n0 k0, b m n m0 n0"),
    ("conv_1d", "ow kw: ow@kw, kw, ow"),
    ("conv_2d", "oh ow kh kw: oh@kh ow@kw, kh kw, oh ow"),
    ("conv_3d", "od oh ow kd kh kw: od@kd oh@kh ow@kw, kd kh kw, od oh ow"),
    ("conv_1d_nwc_wcf", "n ow f kw c: n ow@kw c, kw c f, n ow f"),
    ("conv_1d_ncw_fcw", "n f ow c kw: n c ow@kw, f c kw, n f ow"),
    ("conv_2d_nhwc_hwcf", "n oh ow f kh kw c: n oh@kh ow@kw c, kh kw c f, n oh ow f"),
    ("conv_2d_nhwc_fhwc", "n oh ow f kh kw c: n oh@kh ow@kw c, f kh kw c, n oh ow f"),
    ("conv_2d_nchw_fchw", "n f oh ow c kh kw: n c oh@kh ow@kw, f c kh kw, n f oh ow"),
    ("conv_2d_ngchw_fgchw", "n g f oh ow c kh kw: n g c oh@kh ow@kw, f g c kh kw, n g f oh ow"),
    ("conv_2d_ngchw_gfchw", "n g f oh ow c kh kw: n g c oh@kh ow@kw, g f c kh kw, n g f oh ow"),
    ("conv_2d_nhwgc_gfhwc", "n oh ow g f kh kw c: n oh@kh ow@kw g c, g f kh kw c, n oh ow g f"),
    ("conv_3d_ndhwc_dhwcf", "n od oh ow f kd kh kw c: n od@kd oh@kh ow@kw c, kd kh kw c f, n od oh ow f"),
    ("conv_3d_ncdhw_fcdhw", "n od oh ow f kd kh kw c: n c od@kd oh@kh ow@kw, f c kd kh kw, n f od oh ow"),
    ("depthwise_conv_1d_nwc_wc", "n ow c kw: n ow@kw c, kw c, n ow c"),
    ("depthwise_conv_1d_ncw_cw", "n ow c kw: n c ow@kw, c kw, n c ow"),
    ("depthwise_conv_1d_nwc_wcm", "n ow c m kw: n ow@kw c, kw c m, n ow c m"),
    ("depthwise_conv_2d_nhwc_hwc", "n oh ow c kh kw: n oh@kh ow@kw c, kh kw c, n oh ow c"),
    ("depthwise_conv_2d_nchw_chw", "n oh ow c kh kw: n c oh@kh ow@kw, c kh kw, n c oh ow"),
    ("depthwise_conv_2d_nhwc_hwcm", "n oh ow c m kh kw: n oh@kh ow@kw c, kh kw c m, n oh ow c m"),
    (
        "depthwise_conv_3d_ndhwc_dhwc",
        "n od oh ow kd kh kw c: n od@kd oh@kh ow@kw c, kd kh kw c, n od oh ow c",
    ),
    (
        "depthwise_conv_3d_ncdhw_cdhw",
        "n od oh ow kd kh kw c: n c od@kd oh@kh ow@kw, c kd kh kw, n c od oh ow",
    ),
    (
        "depthwise_conv_3d_ndhwc_dhwcm",
        "n od oh ow m kd kh kw c: n od@kd oh@kh ow@kw c, kd kh kw c m, n od oh ow c m",
    ),
    ("pooling_nhwc", "n oh ow c kh kw: n oh@kh ow@kw c, kh kw, n oh ow c"),
    ("pooling_nchw", "n c oh ow kh kw: n c oh@kh ow@kw, kh kw, n c oh ow"),
    ("pooling_nwc", "n ow c kw: n ow@kw c, kw, n ow c"),
    ("pooling_ncw", "n c ow kw: n c ow@kw, kw, n c ow"),
    ("pooling_ndhwc", "n od oh ow c kd kh kw: n od@kd oh@kh ow@kw c, kd kh kw, n od oh ow c"),
];

/// The row for the name of an operation, without what says how elements are combined.
fn spelt(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("linalg.").unwrap_or(name);
    let name = name.strip_prefix("quantized_").unwrap_or(name);
    let name = name.strip_suffix("_q").unwrap_or(name);
    let name = match name.strip_prefix("pooling_").and_then(|rest| rest.split('_').next()) {
        Some(layout) => &name[.."pooling_".len() + layout.len()],
        None => name,
    };
    IMPLIED.iter().find(|(own, _)| *own == name).map(|(_, spelt)| *spelt)
}

/// The maps of the shaped operands, with these strides and dilations.
fn maps(spelt: &str, strides: &[i64], dilations: &[i64]) -> Vec<Map> {
    let (loops, operands) = spelt.split_once(':').unwrap_or((spelt, ""));
    let loops: Vec<&str> = loops.split_whitespace().collect();
    let dimension = |name: &str| {
        let at = loops.iter().position(|own| *own == name);
        Expression::Dimension(at.map_or(u32::MAX, |at| at as u32))
    };
    let times = |expression: Expression, by: i64| match by {
        1 => expression,
        by => Expression::Multiply(expression.into(), Expression::Constant(by).into()),
    };
    let mut windows = 0;
    let mut index = |spelt: &str| match spelt.split_once('@') {
        None => dimension(spelt),
        Some((outer, inner)) => {
            let [stride, dilation] = [strides, dilations].map(|all| all.get(windows).copied().unwrap_or(1));
            windows += 1;
            Expression::Add(times(dimension(outer), stride).into(), times(dimension(inner), dilation).into())
        }
    };
    let mut map = |spelt: &str| Map {
        dimensions: loops.len() as u32,
        symbols: 0,
        results: spelt.split_whitespace().map(&mut index).collect(),
    };
    operands.split(',').map(&mut map).collect()
}

/// The maps of the shaped operands of a contraction, a convolution or a pooling of this name; none for another operation.
pub fn named_maps(name: &str, strides: &[i64], dilations: &[i64]) -> Option<Vec<Map>> {
    Some(maps(spelt(name)?, strides, dilations))
}

/// Hands maps to the operands that are shaped, in order.
fn handed(site: &Site<'_>, maps: Vec<Map>) -> Result<Vec<Option<Map>>, Lack> {
    let mut maps = maps.into_iter();
    let mut all = Vec::new();
    for index in 0..site.node.operands.len() {
        let is_shaped = matches!(**site.operand_type(index)?, Type::Tensor(..) | Type::Memref { .. });
        all.push(if is_shaped { maps.next() } else { None });
    }
    Ok(all)
}

/// The maps of a contraction, a convolution or a pooling.
///
/// # Errors
/// No maps are known under its name.
pub fn by_name(site: &Site<'_>) -> Result<Vec<Option<Map>>, Lack> {
    let spelt = spelt(site.node.name).ok_or_else(|| site.without(MissingPart::Maps))?;
    let all = |name: &str| integers(site.attribute(name)).unwrap_or_default();
    handed(site, maps(spelt, &all("strides"), &all("dilations")))
}

/// The rank of an operand.
fn rank(site: &Site<'_>, index: usize) -> Result<usize, Lack> {
    Ok(extents(site.operand_type(index)?)?.len())
}

/// The numbers of an attribute, each a dimension of so many.
fn dimensions(site: &Site<'_>, name: &str, rank: usize) -> Result<Vec<u32>, Lack> {
    let one = |at: &i64| u32::try_from(*at).ok().filter(|at| (*at as usize) < rank);
    let all = site.ints(name).iter().map(one).collect::<Option<Vec<u32>>>();
    all.ok_or_else(|| site.lacks(Form::OutOfBounds(name.to_owned())))
}

/// A map from so many dimensions to these.
fn picking(loops: usize, picked: impl Iterator<Item = u32>) -> Map {
    Map { dimensions: loops as u32, symbols: 0, results: picked.map(Expression::Dimension).collect() }
}

/// Each element by itself: all operands have the extents of the first that is written, or none.
///
/// # Errors
/// That is not ranked.
pub fn elementwise(site: &Site<'_>) -> Result<Vec<Option<Map>>, Lack> {
    let loops = rank(site, inputs(site))?;
    let map = |index: usize| {
        let is_single = extents(site.operand_type(index)?).is_ok_and(<[_]>::is_empty);
        Ok(Some(if is_single { picking(loops, 0..0) } else { Map::identity(loops as u32) }))
    };
    (0..site.node.operands.len()).map(map).collect()
}

/// `linalg.transpose`: dimension `i` of the result is dimension `permutation[i]` of the input.
///
/// # Errors
/// The permutation is none.
pub fn transpose(site: &Site<'_>) -> Result<Vec<Option<Map>>, Lack> {
    let rank = rank(site, 0)?;
    let permutation = dimensions(site, "permutation", rank)?;
    let own = |at: u32| permutation.iter().position(|from| *from == at).map(|place| place as u32);
    let picked: Option<Vec<u32>> = (0..rank as u32).map(own).collect();
    let picked = picked.filter(|_| permutation.len() == rank);
    let picked = picked.ok_or_else(|| site.lacks(Form::NoPermutation))?;
    Ok(vec![Some(picking(rank, picked.into_iter())), Some(Map::identity(rank as u32))])
}

/// `linalg.broadcast`: the result has the dimensions that are named beside those of the input.
///
/// # Errors
/// One is not there.
pub fn broadcast(site: &Site<'_>) -> Result<Vec<Option<Map>>, Lack> {
    let rank = rank(site, 1)?;
    let added = dimensions(site, "dimensions", rank)?;
    let kept = (0..rank as u32).filter(|at| !added.contains(at));
    Ok(vec![Some(picking(rank, kept)), Some(Map::identity(rank as u32))])
}

/// `linalg.reduce`: the results lack the dimensions that are named.
///
/// # Errors
/// One is not there.
pub fn reduce(site: &Site<'_>) -> Result<Vec<Option<Map>>, Lack> {
    let rank = rank(site, 0)?;
    let reduced = dimensions(site, "dimensions", rank)?;
    let half = site.node.operands.len() / 2;
    let kept = || picking(rank, (0..rank as u32).filter(|at| !reduced.contains(at)));
    let all = [vec![Some(Map::identity(rank as u32)); half], vec![Some(kept()); half]];
    Ok(all.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_loop_has_a_name_and_an_extent() {
        let mut seen = HashSet::new();
        for (name, spelt) in IMPLIED {
            assert!(seen.insert(name), "{name} has two rows");
            let maps = maps(spelt, &[], &[]);
            assert_eq!(maps.len(), 3, "{name}");
            for at in 0..maps[0].dimensions {
                let gives = |map: &Map| map.results.contains(&Expression::Dimension(at));
                assert!(maps.iter().any(gives), "{name}: loop {at}");
            }
            let mut named = true;
            let results = maps.iter().flat_map(|map| &map.results);
            results.for_each(|result| result.each_dimension(&mut |at| named &= at < maps[0].dimensions));
            assert!(named, "{name} has an index without a loop");
        }
    }

    #[test]
    fn windows_have_strides_and_dilations() {
        let spelt = spelt("linalg.conv_2d_nhwc_hwcf_q").unwrap_or_default();
        let image = &maps(spelt, &[2, 3], &[1, 5])[0];
        // n, oh, ow, f, kh, kw, c.
        assert_eq!(image.evaluate(&[9, 1, 1, 0, 2, 2, 7], &[]), Some(vec![9, 4, 13, 7]));
        assert!(super::spelt("linalg.pooling_nhwc_max_unsigned").is_some());
        assert!(super::spelt("linalg.quantized_batch_matmul").is_some());
        assert!(super::spelt("linalg.unknown").is_none());
    }
}
