//! Prints of a program: each number of each value by a call of its own.

use super::types::{element, extents, index, integer, is_number, rank, width};
use super::{Growth, Kind, constant};
use crate::ir::{Attribute, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// The functions that print, each with the type that it takes.
pub const PRINTERS: [(&str, Option<&str>); 4] =
    [("printI64", Some("i64")), ("printF32", Some("f32")), ("printF64", Some("f64")), ("printNewline", None)];

/// Elements that are shown one by one; more are shown in loops.
const ONE_BY_ONE: u64 = 8;

/// Shows values in reach, those that were made last first, as long as fewer numbers than `most` are shown. One program in two shows memory in
/// functions of their own: passes such as affine-loop-fusion leave a block alone that has loops of another kind.
pub fn reach(growth: &mut Growth<'_>, most: usize) {
    let apart = growth.choices.coin();
    let all = growth.reach();
    for each in all.into_iter().rev() {
        if growth.shown >= most {
            return;
        }
        value(growth, each, apart);
    }
}

/// Shows a value, if it is one that holds numbers.
fn value(growth: &mut Growth<'_>, value: Value, apart: bool) {
    let ty = growth.ty(value);
    match &*ty {
        Type::Vector(..) => {
            let scalar = element(&ty);
            for at in places(&extents(&ty).unwrap_or_default()) {
                let attributes = [("static_position", Attribute::array(Element::I64, at))];
                let number = growth.hidden("vector.extract", &[value], &scalar, &attributes);
                print(growth, number);
            }
        }
        Type::Tensor(shape, ..) | Type::Memref { shape, .. } => {
            let few = extents(&ty).filter(|extents| extents.iter().product::<u64>() <= ONE_BY_ONE);
            match few {
                Some(extents) => {
                    for at in places(&extents) {
                        let at: Vec<Value> =
                            at.into_iter().map(|at| constant::index(growth, at as u64)).collect();
                        element_at(growth, value, &at);
                    }
                }
                None if apart && matches!(&*ty, Type::Memref { .. }) => {
                    let _ = all_apart(growth, value);
                }
                None => {
                    let _ = all(growth, value, shape.len(), &mut Vec::new());
                }
            }
        }
        _ => print(growth, value),
    }
}

fn element_at(growth: &mut Growth<'_>, value: Value, at: &[Value]) {
    let ty = growth.ty(value);
    let name = if matches!(&*ty, Type::Tensor(..)) { "tensor.extract" } else { "memref.load" };
    let operands: Vec<Value> = [value].iter().chain(at).copied().collect();
    let number = growth.hidden(name, &operands, &element(&ty), &[]);
    print(growth, number);
}

fn all(growth: &mut Growth<'_>, value: Value, rank: usize, at: &mut Vec<Value>) -> Option<()> {
    if at.len() == rank {
        element_at(growth, value, at);
        return Some(());
    }
    let dimension = constant::index(growth, at.len() as u64);
    let ty = growth.ty(value);
    let name = if matches!(&*ty, Type::Tensor(..)) { "tensor.dim" } else { "memref.dim" };
    let (from, by) = (constant::index(growth, 0), constant::index(growth, 1));
    let to = growth.hidden(name, &[value, dimension], &index(), &[]);
    let body = growth.region(Kind::Plain, &[index()], |growth, counter| {
        at.push(counter[0]);
        all(growth, value, rank, at)?;
        at.pop();
        growth.end("scf.yield", &[], &[]);
        Some(())
    })?;
    growth.emit_with("scf.for", &[from, to, by], &[], &[], vec![body]);
    Some(())
}

/// Shows memory in a function of its own.
fn all_apart(growth: &mut Growth<'_>, value: Value) -> Option<()> {
    let ty = growth.ty(value);
    let takes = [Rc::clone(&ty)];
    let body = growth.region(Kind::Function, &takes, |growth, memory| {
        all(growth, memory[0], rank(&ty), &mut Vec::new())?;
        growth.end("func.return", &[], &[]);
        Some(())
    })?;
    let name = growth.symbol("show");
    growth.add_private_function(&name, &takes, &[], body);
    growth.emit("func.call", &[value], &[], &[("callee", Attribute::symbol(&name))]);
    Some(())
}

/// Prints a number.
pub fn print(growth: &mut Growth<'_>, value: Value) {
    let ty = growth.ty(value);
    if !is_number(&ty) {
        return;
    }
    let (function, shown, name) = match &*ty {
        Type::Index => ("printI64", integer(64), "arith.index_cast"),
        Type::Float("f64") => ("printF64", Rc::clone(&ty), ""),
        Type::Float(_) => ("printF32", Rc::new(Type::Float("f32")), "arith.extf"),
        _ if width(&ty) > 64 => return,
        _ => ("printI64", integer(64), "arith.extsi"),
    };
    let number = if *shown == *ty { value } else { growth.hidden(name, &[value], &shown, &[]) };
    growth.shown += 1;
    growth.emit("func.call", &[number], &[], &[("callee", Attribute::symbol(function))]);
    growth.emit("func.call", &[], &[], &[("callee", Attribute::symbol("printNewline"))]);
}

/// Every place of a shape, row-major.
fn places(extents: &[u64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for extent in extents {
        let longer = |at: &Vec<i64>| {
            let at = at.clone();
            (0..*extent as i64).map(move |next| at.iter().copied().chain([next]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
