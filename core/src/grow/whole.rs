//! Arithmetic on integers that a program needs beside the operations that it is made of.

use super::Growth;
use crate::ir::{Name, Value};

/// An operation on two values of one type, to that type; its names are those of arith and of llvm.
fn alike(growth: &mut Growth<'_>, usual: Name, llvm: Name, operands: [Value; 2]) -> Value {
    let ty = growth.ty(operands[0]);
    let name = growth.named(&ty, usual, llvm);
    growth.hidden(name, &operands, &ty, &[])
}

/// The sum, which wraps.
pub fn add(growth: &mut Growth<'_>, left: Value, right: Value) -> Value {
    alike(growth, "arith.addi", "llvm.add", [left, right])
}

/// The difference, which wraps.
pub fn subtract(growth: &mut Growth<'_>, left: Value, right: Value) -> Value {
    alike(growth, "arith.subi", "llvm.sub", [left, right])
}

/// The product, which wraps.
pub fn multiply(growth: &mut Growth<'_>, left: Value, right: Value) -> Value {
    alike(growth, "arith.muli", "llvm.mul", [left, right])
}

/// The remainder without sign by a number that is not zero.
pub fn remainder(growth: &mut Growth<'_>, number: Value, by: Value) -> Value {
    alike(growth, "arith.remui", "llvm.urem", [number, by])
}

/// The bits that both have.
pub fn and(growth: &mut Growth<'_>, left: Value, right: Value) -> Value {
    alike(growth, "arith.andi", "llvm.and", [left, right])
}

/// The bits that one of both has.
pub fn or(growth: &mut Growth<'_>, left: Value, right: Value) -> Value {
    alike(growth, "arith.ori", "llvm.or", [left, right])
}
