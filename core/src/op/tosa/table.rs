//! The operations of tosa that the reference semantics evaluate, by how their elements hang together.

use super::adapter::{LooksPerElement, Reach, evaluated};
use crate::eval::constant;
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::tensor::Shaped;
use crate::ir::Attribute;
use crate::observe::{Form, Lack};
use crate::op::{Row, row};
use std::rc::Rc;

/// Each element by itself.
pub const ELEMENTWISE: &[Row] = &[
    row("tosa.abs", own),
    row("tosa.add", own),
    row("tosa.apply_scale", own),
    row("tosa.arithmetic_right_shift", own),
    row("tosa.bitwise_and", own),
    row("tosa.bitwise_not", own),
    row("tosa.bitwise_or", own),
    row("tosa.bitwise_xor", own),
    row("tosa.cast", own),
    row("tosa.ceil", own),
    row("tosa.clamp", own),
    row("tosa.clz", own),
    row("tosa.cos", own),
    row("tosa.equal", own),
    row("tosa.erf", own),
    row("tosa.exp", own),
    row("tosa.floor", own),
    row("tosa.greater", own),
    row("tosa.greater_equal", own),
    row("tosa.intdiv", own),
    // The name in 19.
    row("tosa.int_div", |site| evaluated(site, "tosa.intdiv", Reach::Own, LooksPerElement::Once)),
    row("tosa.log", own),
    row("tosa.logical_and", own),
    row("tosa.logical_left_shift", own),
    row("tosa.logical_not", own),
    row("tosa.logical_or", own),
    row("tosa.logical_right_shift", own),
    row("tosa.logical_xor", own),
    row("tosa.maximum", own),
    row("tosa.minimum", own),
    row("tosa.mul", own),
    row("tosa.negate", own),
    row("tosa.pow", own),
    row("tosa.reciprocal", own),
    row("tosa.rsqrt", own),
    row("tosa.select", |site| evaluated(site, site.node.name, Reach::Chosen, LooksPerElement::Once)),
    row("tosa.sigmoid", own),
    row("tosa.sin", own),
    row("tosa.sub", own),
    row("tosa.tanh", own),
];

/// Elements go elsewhere as they are.
pub const MOVING: &[Row] = &[
    row("tosa.concat", |site| evaluated(site, site.node.name, Reach::AllMoved, LooksPerElement::Once)),
    row("tosa.gather", |site| moving(site, &[0])),
    row("tosa.identity", |site| moving(site, &[0])),
    row("tosa.pad", |site| moving(site, &[0, 2])),
    row("tosa.reshape", |site| moving(site, &[0])),
    row("tosa.reverse", |site| moving(site, &[0])),
    row("tosa.row_gather", |site| moving(site, &[0])),
    row("tosa.scatter", |site| moving(site, &[0, 2])),
    row("tosa.slice", |site| moving(site, &[0])),
    row("tosa.tile", |site| moving(site, &[0])),
    row("tosa.transpose", |site| moving(site, &[0])),
];

/// All others.
pub const OTHERS: &[Row] = &[
    row("tosa.add_shape", any),
    row("tosa.argmax", any),
    row("tosa.assert_equal_shape", any),
    row("tosa.avg_pool2d", |site| any_by(site, LooksPerElement::Plane)),
    row("tosa.avg_pool2d_adaptive", |site| any_by(site, LooksPerElement::Plane)),
    row("tosa.concat_shape", any),
    row("tosa.conv2d", |site| any_by(site, LooksPerElement::Window)),
    row("tosa.conv3d", |site| any_by(site, LooksPerElement::Window)),
    row("tosa.depthwise_conv2d", |site| any_by(site, LooksPerElement::Window)),
    row("tosa.dim", any),
    row("tosa.div_ceil_shape", any),
    row("tosa.div_floor_shape", any),
    row("tosa.exp2_shape", any),
    row("tosa.fft2d", |site| any_by(site, LooksPerElement::Plane)),
    row("tosa.log2_ceil_shape", any),
    row("tosa.log2_floor_shape", any),
    row("tosa.matmul", |site| any_by(site, LooksPerElement::Product)),
    row("tosa.matmul_t", |site| any_by(site, LooksPerElement::Product)),
    row("tosa.max_pool2d", |site| any_by(site, LooksPerElement::Plane)),
    row("tosa.max_pool2d_adaptive", |site| any_by(site, LooksPerElement::Plane)),
    row("tosa.max_shape", any),
    row("tosa.min_shape", any),
    row("tosa.mod_shape", any),
    row("tosa.mul_shape", any),
    row("tosa.reduce_all", any),
    row("tosa.reduce_any", any),
    row("tosa.reduce_max", any),
    row("tosa.reduce_min", any),
    row("tosa.reduce_product", any),
    // The name in 19.
    row("tosa.reduce_prod", |site| evaluated(site, "tosa.reduce_product", Reach::Any, LooksPerElement::Once)),
    row("tosa.reduce_sum", any),
    row("tosa.rescale", any),
    row("tosa.resize", any),
    row("tosa.rfft2d", |site| any_by(site, LooksPerElement::Plane)),
    row("tosa.slice_shape", any),
    row("tosa.sub_shape", any),
    row("tosa.table", any),
    row("tosa.transpose_conv2d", |site| any_by(site, LooksPerElement::Window)),
];

/// Constants.
pub const CONSTANTS: &[Row] = &[row("tosa.const", fixed), row("tosa.const_shape", fixed)];

fn own(site: &Site<'_>) -> Result<Action, Lack> {
    evaluated(site, site.node.name, Reach::Own, LooksPerElement::Once)
}

fn moving(site: &Site<'_>, moved: &'static [usize]) -> Result<Action, Lack> {
    evaluated(site, site.node.name, Reach::Moved(moved), LooksPerElement::Once)
}

fn any(site: &Site<'_>) -> Result<Action, Lack> {
    any_by(site, LooksPerElement::Once)
}

fn any_by(site: &Site<'_>, work: LooksPerElement) -> Result<Action, Lack> {
    evaluated(site, site.node.name, Reach::Any, work)
}

/// A constant, under the name that its version gives the attribute.
fn fixed(site: &Site<'_>) -> Result<Action, Lack> {
    let value = site.attribute("values").or_else(|| site.attribute("value"));
    let Some(value @ Attribute::Dense(dense)) = value else {
        return Err(site.lacks(Form::Elements));
    };
    let tensor: Rc<Shaped> = Rc::new(constant::tensor(value, &dense.ty, site.number)?);
    let out = site.result()?.slot.start;
    Ok(Box::new(move |machine| {
        let handle = machine.new_tensor(tensor.clone())?;
        machine.set(out, handle);
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantics::ops;

    #[test]
    fn the_semantics_know_each_operation_and_each_is_here() {
        let renamed = ["tosa.int_div", "tosa.reduce_prod"];
        let rows = [ELEMENTWISE, MOVING, OTHERS, CONSTANTS].concat();
        for Row { name, .. } in &rows {
            assert!(ops::find(name).is_some() || renamed.contains(name), "{name}");
        }
        let here = |name: &str| rows.iter().any(|row| row.name == name);
        let missing =
            ops::all().map(|rule| rule.name).filter(|name| name.starts_with("tosa.") && !here(name));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    }
}
