//! The operations of tosa that the reference semantics evaluate, and constants.

use super::adapter::evaluated;
use crate::eval::constant;
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::tensor::Shaped;
use crate::ir::Attribute;
use crate::observe::{Form, Lack, dialect};
use crate::op::{Row, row};
use crate::semantics::ops;
use std::rc::Rc;
use std::sync::LazyLock;

/// Constants.
pub const CONSTANTS: &[Row] = &[row("tosa.const", fixed), row("tosa.const_shape", fixed)];

/// Each other operation that the semantics know, under each of its names.
pub static EVALUATED: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let is_constant = |name: &str| CONSTANTS.iter().any(|row| row.name == name);
    let names = ops::all().flat_map(|rule| [Some(rule.name), rule.earlier]).flatten();
    names
        .filter(|name| dialect(name) == "tosa" && !is_constant(name))
        .map(|name| row(name, evaluated))
        .collect()
});

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
