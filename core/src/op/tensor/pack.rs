//! Tiles of a tensor laid out one behind the other: pack and unpack, of the tensor dialect (19) and of linalg (since 20).

use super::common::{MixedNumbers, extents, room, tensor_of};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::observe::{Form, Lack};
use crate::op::{Row, all_ahead, row};

const PACK_EMPTY_TILE: Rule = Rule::new("pack_empty_tile", "{} with a tile of no elements");
const PACK_SHAPES: Rule = Rule::new("pack_shapes", "{} of {} into {}");
const PACK_REMAINDER: Rule = Rule::new("pack_remainder", "{} of a part of a tile, without padding");
const UNPACK_EXTENT: Rule = Rule::new("unpack_extent", "{} of {} into {}");

pub const ROWS: &[Row] = &all_ahead([row("tensor.pack", pack), row("tensor.unpack", unpack)]);

/// The way in which a tensor is cut into tiles.
struct Tiling {
    /// The dimension each tile is of.
    inner: Vec<usize>,
    /// The dimension each outer one counts tiles of.
    outer: Vec<usize>,
    tiles: MixedNumbers,
    name: &'static str,
}

impl Tiling {
    fn of(site: &Site<'_>, rank: usize, group: usize) -> Result<Tiling, Lack> {
        let dimensions = |name: &str| -> Result<Vec<usize>, Lack> {
            let all = site.ints(name).iter().map(|at| usize::try_from(*at).ok().filter(|at| *at < rank));
            all.collect::<Option<_>>().ok_or_else(|| site.lacks(Form::OutOfBounds(name.to_owned())))
        };
        let (inner, mut outer) = (dimensions("inner_dims_pos")?, dimensions("outer_dims_perm")?);
        if outer.is_empty() {
            outer = (0..rank).collect();
        }
        let operands =
            if site.has("operandSegmentSizes") { site.segment(group) } else { 2..site.node.operands.len() };
        let tiles = MixedNumbers::of(site, "static_inner_tiles", operands)?;
        match outer.len() == rank && tiles.len() == inner.len() {
            true => Ok(Tiling { inner, outer, tiles, name: site.node.name }),
            false => Err(site.lacks(Form::Tiles)),
        }
    }

    /// The extent of the tile of each dimension: 1 where it is not cut.
    fn extents(&self, machine: &Machine<'_>) -> Result<Vec<u64>, Stop> {
        let sizes = self.tiles.shape(machine, "the extent of a tile")?;
        let mut extents = vec![1; self.outer.len()];
        for (at, size) in self.inner.iter().zip(sizes) {
            if size == 0 {
                return Err(PACK_EMPTY_TILE.undefined(&[&self.name]));
            }
            extents[*at] = size;
        }
        Ok(extents)
    }

    /// The shape of the tiles of a tensor.
    fn packed(&self, shape: &[u64], extents: &[u64]) -> Vec<u64> {
        let outer = self.outer.iter().map(|at| shape[*at].div_ceil(extents[*at]));
        outer.chain(self.inner.iter().map(|at| extents[*at])).collect()
    }

    /// The indices of an element, by its indices among the tiles.
    fn whole(&self, at: &[i64], extents: &[u64]) -> Vec<i64> {
        let mut whole = vec![0; self.outer.len()];
        for (dimension, tile) in self.outer.iter().zip(at) {
            whole[*dimension] = tile * extents[*dimension] as i64;
        }
        for (dimension, inside) in self.inner.iter().zip(&at[self.outer.len()..]) {
            whole[*dimension] += inside;
        }
        whole
    }
}

/// linalg, 'linalg.pack': the padding value stands where a tile reaches beyond the source; without one that makes behaviour undefined.
///
/// # Errors
/// Its tiles do not fit, or it works on memrefs.
pub fn pack(site: &Site<'_>) -> Result<Action, Lack> {
    let rank = extents(site.operand_type(0)?)?.len();
    let tiling = Tiling::of(site, rank, 3)?;
    let padding = site.operands(site.segment(2))?.first().map(|value| value.slot);
    if site.node.results.is_empty() {
        return Err(site.lacks(Form::Memrefs));
    }
    tensor_of(site, 0..2, move |machine, all| {
        let (from, into) = (&all[0], &all[1]);
        let extents = tiling.extents(machine)?;
        let shape = tiling.packed(&from.shape, &extents);
        if shape != into.shape {
            return Err(PACK_SHAPES.undefined(&[
                &tiling.name,
                &format_args!("{:?}", from.shape),
                &format_args!("{:?}", into.shape),
            ]));
        }
        let mut lanes = Vec::with_capacity(room(machine, &shape, from.parts)? * from.parts);
        Shaped::each_index(&shape, |at| {
            match (from.place(&tiling.whole(at, &extents)), padding) {
                (Some(place), _) => lanes.extend_from_slice(from.element(place)),
                (None, Some(padding)) => lanes.extend_from_slice(machine.value(padding)),
                (None, None) => {
                    return Err(PACK_REMAINDER.undefined(&[&tiling.name]));
                }
            }
            Ok(())
        })?;
        Ok(Shaped { shape, parts: from.parts, lanes })
    })
}

/// linalg, 'linalg.unpack': what tiles have beyond the destination is left out.
///
/// # Errors
/// Its tiles do not fit, or it works on memrefs.
pub fn unpack(site: &Site<'_>) -> Result<Action, Lack> {
    let rank = extents(site.operand_type(1)?)?.len();
    let tiling = Tiling::of(site, rank, 2)?;
    if site.node.results.is_empty() {
        return Err(site.lacks(Form::Memrefs));
    }
    tensor_of(site, 0..2, move |machine, all| {
        let (from, into) = (&all[0], &all[1]);
        let extents = tiling.extents(machine)?;
        let shape = tiling.packed(&into.shape, &extents);
        if shape != from.shape {
            return Err(UNPACK_EXTENT.undefined(&[
                &tiling.name,
                &format_args!("{:?}", from.shape),
                &format_args!("{:?}", into.shape),
            ]));
        }
        let mut made = (**into).clone();
        machine.charge((from.lanes.len() * size_of::<Lane>()) as u64)?;
        let mut next = 0;
        Shaped::each_index(&shape, |at| {
            if let Some(place) = made.place(&tiling.whole(at, &extents)) {
                made.element_mut(place).copy_from_slice(from.element(next));
            }
            next += 1;
            Ok::<_, Stop>(())
        })?;
        Ok(made)
    })
}

/// The rows of linalg.
pub const OF_LINALG: &[Row] = &all_ahead([row("linalg.pack", pack), row("linalg.unpack", unpack)]);

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    fn packed(padding: bool, name: &str) -> String {
        let (operand, ty, count) = if padding { (", %p", ", i8", 1) } else { ("", "", 0) };
        format!(
            r#"
            %p = "llvm.mlir.constant"() <{{value = 99 : i8}}> : () -> i8
            %t = "llvm.mlir.constant"() <{{value = 0 : i8}}> : () -> i8
            %a = "llvm.mlir.constant"() <{{value = 1 : i8}}> : () -> i8
            %b = "llvm.mlir.constant"() <{{value = 2 : i8}}> : () -> i8
            %s = "tensor.from_elements"(%t, %a, %b, %b, %a, %t) : (i8, i8, i8, i8, i8, i8) -> tensor<2x3xi8>
            %e = "tensor.empty"() : () -> tensor<2x2x2xi8>
            %r = "{name}.pack"(%s, %e{operand}) <{{inner_dims_pos = array<i64: 1>, outer_dims_perm = array<i64: 1, 0>, static_inner_tiles = array<i64: 2>, operandSegmentSizes = array<i32: 1, 1, {count}, 0>}}> : (tensor<2x3xi8>, tensor<2x2x2xi8>{ty}) -> tensor<2x2x2xi8>
            "#
        )
    }

    #[test]
    fn tiles_lie_behind_each_other() {
        for name in ["tensor", "linalg"] {
            let text = packed(true, name) + "\"func.return\"(%r) : (tensor<2x2x2xi8>) -> ()";
            assert_eq!(bits("tensor<2x2x2xi8>", &text), [0, 1, 2, 1, 2, 99, 0, 99].map(Some));
            let back = packed(true, name)
                + &format!(
                    r#"
                    %o = "tensor.empty"() : () -> tensor<2x3xi8>
                    %u = "{name}.unpack"(%r, %o) <{{inner_dims_pos = array<i64: 1>, outer_dims_perm = array<i64: 1, 0>, static_inner_tiles = array<i64: 2>}}> : (tensor<2x2x2xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
                    "func.return"(%u) : (tensor<2x3xi8>) -> ()"#
                );
            assert_eq!(bits("tensor<2x3xi8>", &back), [0, 1, 2, 2, 1, 0].map(Some));
        }
        let without = packed(false, "tensor") + "\"func.return\"(%r) : (tensor<2x2x2xi8>) -> ()";
        assert_eq!(stopped("tensor<2x2x2xi8>", &without).map(|ended| ended.0), Some(StopKind::Undefined));
    }
}
