//! The structured operations, by name. Each has its maps from an attribute or from its name, and its elements from its region.

use super::implied::{broadcast, by_name, elementwise, reduce, transpose};
use super::placing;
use super::structured::{listed, structured};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::grow::NeededRoom;
use crate::ir::Map;
use crate::observe::{Form, Lack, MissingPart};
use crate::op::region::leave;
use crate::op::{Row, all_ahead, row};

pub const ROWS: &[Row] = &all_ahead([
    row("linalg.yield", leave),
    // The operation around sets the result before it runs the region.
    row("linalg.index", |site| {
        let dimension = site.int("dim");
        match dimension >= 0 {
            true => Ok(Box::new(|_| Ok(Next::On))),
            false => Err(site.lacks(Form::NegativeDimension)),
        }
    }),
    row("linalg.generic", by_attribute).grown_in(NeededRoom::Regions, placing::generic),
    row("linalg.contract", by_attribute),
    row("linalg.elementwise", |site| either(site, elementwise)),
    row("linalg.map", |site| structured(site, elementwise(site)?))
        .grown_in(NeededRoom::Regions, placing::map)
        .since(22),
    row("linalg.fill", |site| structured(site, elementwise(site)?)).grown(placing::fill),
    row("linalg.fill_rng_2d", |site| structured(site, elementwise(site)?)),
    row("linalg.copy", |site| either(site, elementwise)).grown(placing::each),
    row("linalg.reduce", |site| structured(site, reduce(site)?)).grown(placing::reduce),
    row("linalg.transpose", |site| structured(site, transpose(site)?)).grown(placing::transpose),
    row("linalg.broadcast", |site| structured(site, broadcast(site)?)).grown(placing::broadcast),
]);

/// Each element by itself.
pub const ELEMENTWISE: &[Row] = &all_ahead([
    row("linalg.abs", each).grown(placing::each),
    row("linalg.add", each).grown(placing::each),
    row("linalg.ceil", each).grown(placing::each),
    row("linalg.div", each).grown(placing::each),
    row("linalg.div_unsigned", each),
    row("linalg.erf", each),
    row("linalg.exp", each),
    row("linalg.floor", each).grown(placing::each),
    row("linalg.log", each),
    row("linalg.max", each).grown(placing::each),
    row("linalg.min", each).grown(placing::each),
    row("linalg.mul", each).grown(placing::each),
    row("linalg.negf", each).grown(placing::each),
    row("linalg.powf", each),
    row("linalg.reciprocal", each),
    row("linalg.round", each).grown(placing::each),
    row("linalg.rsqrt", each),
    row("linalg.select", each).grown(placing::select),
    row("linalg.sqrt", each),
    row("linalg.square", each).grown(placing::each),
    row("linalg.sub", each).grown(placing::each),
    row("linalg.tanh", each),
]);

/// Products of matrices and vectors, whose maps an attribute may give (since 20).
pub const CONTRACTIONS: &[Row] = &all_ahead([
    row("linalg.matmul", named).grown(placing::named),
    row("linalg.matmul_transpose_a", named),
    row("linalg.matmul_transpose_b", named),
    row("linalg.quantized_matmul", named),
    row("linalg.batch_matmul", named).grown(placing::named),
    row("linalg.batch_matmul_transpose_a", named),
    row("linalg.batch_matmul_transpose_b", named),
    row("linalg.quantized_batch_matmul", named),
    row("linalg.batch_reduce_matmul", named).grown(placing::named),
    row("linalg.matvec", named).grown(placing::named),
    row("linalg.vecmat", named).grown(placing::named),
    row("linalg.batch_matvec", named).grown(placing::named),
    row("linalg.batch_vecmat", named).grown(placing::named),
    row("linalg.dot", named).grown(placing::named),
    row("linalg.mmt4d", named),
    row("linalg.batch_mmt4d", named),
]);

/// Convolutions and poolings.
pub const WINDOWS: &[Row] = &all_ahead([
    row("linalg.conv_1d", named).grown(placing::named),
    row("linalg.conv_2d", named).grown(placing::named),
    row("linalg.conv_3d", named),
    row("linalg.conv_1d_nwc_wcf", named),
    row("linalg.conv_1d_ncw_fcw", named),
    row("linalg.conv_2d_nhwc_hwcf", named),
    row("linalg.conv_2d_nhwc_hwcf_q", named),
    row("linalg.conv_2d_nhwc_fhwc", named),
    row("linalg.conv_2d_nhwc_fhwc_q", named),
    row("linalg.conv_2d_nchw_fchw", named),
    row("linalg.conv_2d_nchw_fchw_q", named),
    row("linalg.conv_2d_ngchw_fgchw", named),
    row("linalg.conv_2d_ngchw_gfchw", named),
    row("linalg.conv_2d_ngchw_gfchw_q", named),
    row("linalg.conv_2d_nhwgc_gfhwc", named),
    row("linalg.conv_2d_nhwgc_gfhwc_q", named),
    row("linalg.conv_3d_ndhwc_dhwcf", named),
    row("linalg.conv_3d_ndhwc_dhwcf_q", named),
    row("linalg.conv_3d_ncdhw_fcdhw", named),
    row("linalg.depthwise_conv_1d_nwc_wc", named),
    row("linalg.depthwise_conv_1d_ncw_cw", named),
    row("linalg.depthwise_conv_1d_nwc_wcm", named),
    row("linalg.depthwise_conv_2d_nhwc_hwc", named),
    row("linalg.depthwise_conv_2d_nhwc_hwc_q", named),
    row("linalg.depthwise_conv_2d_nchw_chw", named),
    row("linalg.depthwise_conv_2d_nhwc_hwcm", named),
    row("linalg.depthwise_conv_2d_nhwc_hwcm_q", named),
    row("linalg.depthwise_conv_3d_ndhwc_dhwc", named),
    row("linalg.depthwise_conv_3d_ncdhw_cdhw", named),
    row("linalg.depthwise_conv_3d_ndhwc_dhwcm", named),
    row("linalg.pooling_nhwc_sum", named).grown(placing::named),
    row("linalg.pooling_nhwc_max", named).grown(placing::named),
    row("linalg.pooling_nhwc_max_unsigned", named),
    row("linalg.pooling_nhwc_min", named).grown(placing::named),
    row("linalg.pooling_nhwc_min_unsigned", named),
    row("linalg.pooling_nchw_sum", named),
    row("linalg.pooling_nchw_max", named),
    row("linalg.pooling_nwc_sum", named),
    row("linalg.pooling_nwc_max", named),
    row("linalg.pooling_nwc_max_unsigned", named),
    row("linalg.pooling_nwc_min", named),
    row("linalg.pooling_nwc_min_unsigned", named),
    row("linalg.pooling_ncw_sum", named),
    row("linalg.pooling_ncw_max", named),
    row("linalg.pooling_ndhwc_sum", named),
    row("linalg.pooling_ndhwc_max", named),
    row("linalg.pooling_ndhwc_min", named),
]);

/// By the maps of the attribute alone.
fn by_attribute(site: &Site<'_>) -> Result<Action, Lack> {
    let maps = listed(site).ok_or_else(|| site.without(MissingPart::Maps))?;
    structured(site, maps.into_iter().map(Some).collect())
}

/// By the maps of the attribute, or else by others.
fn either(site: &Site<'_>, other: fn(&Site<'_>) -> Result<Vec<Option<Map>>, Lack>) -> Result<Action, Lack> {
    match listed(site) {
        Some(_) => by_attribute(site),
        None => structured(site, other(site)?),
    }
}

/// Each element by itself.
fn each(site: &Site<'_>) -> Result<Action, Lack> {
    either(site, elementwise)
}

/// By the name, where no attribute says otherwise.
fn named(site: &Site<'_>) -> Result<Action, Lack> {
    either(site, by_name)
}

#[cfg(test)]
#[path = "named_tests.rs"]
mod tests;
