//! Constants.

use crate::eval::constant::{lanes, tensor};
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::ir::Type;
use crate::op::{Row, row};
use std::rc::Rc;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.mlir.constant", |site| value(site, "value")),
    row("llvm.mlir.zero", |site| everywhere(site, Lane::of(0))),
    row("llvm.mlir.none", |site| everywhere(site, Lane::of(0))),
    row("llvm.mlir.undef", |site| everywhere(site, Lane::tainted(Taint::undef(site.number)))),
    row("llvm.mlir.poison", |site| everywhere(site, Lane::tainted(Taint::poison(site.number)))),
    row("llvm.mlir.addressof", |site| {
        let (name, out) = (site.text("global_name").unwrap_or_default(), site.result()?.slot.start);
        let Some(place) = site.names.place(name) else {
            return Err(format!("the address of {name}"));
        };
        Ok(Box::new(move |machine| {
            let place = machine.places[place];
            machine.set(out, place);
            Ok(Next::On)
        }))
    }),
];

/// The constant that an attribute says.
pub fn value(site: &Site<'_>, attribute: &str) -> Result<Action, String> {
    let out = site.result()?;
    let value = site.attribute(attribute).ok_or("a constant without a value")?;
    if let Type::Tensor(..) = **site.result_type(0)? {
        let made = Rc::new(tensor(value, site.result_type(0)?, site.number)?);
        return Ok(Box::new(move |machine| {
            let handle = machine.new_tensor(made.clone())?;
            machine.set(out.slot.start, handle);
            Ok(Next::On)
        }));
    }
    let made = lanes(value, &out.layout, site.number)?;
    if let [lane] = made[..] {
        return Ok(Box::new(move |machine| {
            machine.set(out.slot.start, lane);
            Ok(Next::On)
        }));
    }
    Ok(Box::new(move |machine| {
        machine.value_mut(out.slot).copy_from_slice(&made);
        Ok(Next::On)
    }))
}

fn everywhere(site: &Site<'_>, lane: Lane) -> Result<Action, String> {
    let out = site.result()?.slot;
    Ok(Box::new(move |machine| {
        machine.value_mut(out).fill(lane);
        Ok(Next::On)
    }))
}
