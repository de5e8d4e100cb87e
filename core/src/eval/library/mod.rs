//! The functions lowered code calls and does not define, by name: one table.

pub mod asynchronous;
mod heap;
pub mod print;
pub mod runtimes;
mod signature;

pub use signature::fits;

use super::lane::Lane;
use super::machine::{Machine, Native};
use super::stop::Stop;
use super::types::{LaneType, Layout, Scalar};
use crate::eval::builtins;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A function, by the name lowered code calls it with.
pub type LibraryFunction = (&'static str, Native);

static TABLE: LazyLock<HashMap<&str, Native>> = LazyLock::new(|| {
    let printed = [print::MEMREFS, print::RANKED, print::SCALARS];
    let runtimes = [runtimes::VERIFIERS, runtimes::OTHERS];
    let all = [asynchronous::ROWS, heap::ROWS].into_iter().chain(printed).chain(runtimes).flatten();
    all.copied().collect()
});

/// The function of that name.
pub fn find(name: &str) -> Option<Native> {
    TABLE.get(name).copied().or_else(|| builtins::find(name).map(|row| row.native))
}

/// The function of that name that prints a tensor, or compares two.
pub fn find_of_tensors(name: &str, given: &[Scalar], made: &[Scalar]) -> Option<Native> {
    let rows = match (given, made) {
        ([Scalar::Tensor], []) => print::TENSORS,
        ([Scalar::Tensor, Scalar::Tensor], [Scalar::Int(_)]) => runtimes::TENSOR_VERIFIERS,
        _ => return None,
    };
    rows.iter().find(|(own, _)| *own == name).map(|(_, native)| *native)
}

/// Writes a value of so many bits where a pointer says, which is aligned to its size.
///
/// # Errors
/// The bytes may not be written.
pub fn store_scalar(machine: &mut Machine<'_>, place: Lane, bits: u32, value: Lane) -> Result<(), Stop> {
    let layout = Layout::of(LaneType::Scalar(Scalar::Int(bits))).map_err(Stop::lacks)?;
    machine.memory.store(place, &layout, u64::from(bits / 8), &[value])
}
