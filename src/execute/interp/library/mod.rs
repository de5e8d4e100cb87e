//! The functions lowered code calls and does not define, by name: one table.

pub mod asynchronous;
mod heap;
pub mod mathematics;
pub mod print;
pub mod runtimes;
mod signature;

pub use signature::parameters;

use super::machine::Native;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A function, by the name lowered code calls it with.
pub type Row = (&'static str, Native);

static TABLE: LazyLock<HashMap<&str, Native>> = LazyLock::new(|| {
    let printed = [print::MEMREFS, print::RANKED, print::SCALARS];
    let runtimes = [runtimes::FLOATS, runtimes::VERIFIERS, runtimes::OTHERS];
    let all = [asynchronous::ROWS, heap::ROWS].into_iter().chain(printed).chain(runtimes).flatten();
    all.copied().chain(mathematics::rows()).collect()
});

/// The function of that name.
pub fn find(name: &str) -> Option<Native> {
    TABLE.get(name).copied()
}
