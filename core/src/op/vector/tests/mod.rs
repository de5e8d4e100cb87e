//! Tests of the vector dialect's operations, through text.

mod accesses;
mod combining;
mod elements;
mod printing;
mod transfers;

use crate::op::testing;

/// A constant of that name, value and type.
fn constant(name: &str, value: &str, ty: &str) -> String {
    format!("%{name} = \"llvm.mlir.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}\n")
}

/// Poison of that name and type.
fn poison(name: &str, ty: &str) -> String {
    format!("%{name} = \"llvm.mlir.poison\"() : () -> {ty}\n")
}

/// An end of the body that returns this value.
fn returning(name: &str, ty: &str) -> String {
    format!("\"func.return\"(%{name}) : ({ty}) -> ()")
}

/// The elements that the value `%r` of this type has behind these lines, one behind the other; none where one is not defined.
fn result(ty: &str, lines: &[String]) -> Vec<Option<u128>> {
    testing::bits(ty, &(lines.concat() + &returning("r", ty)))
}

/// Defined elements.
fn all<const N: usize>(bits: [u128; N]) -> Vec<Option<u128>> {
    bits.map(Some).to_vec()
}

/// The bits of floats of single precision.
fn singles<const N: usize>(values: [f32; N]) -> Vec<Option<u128>> {
    values.map(|value| Some(value.to_bits().into())).to_vec()
}

/// A line.
fn line(text: &str) -> String {
    format!("{text}\n")
}
