//! The operations that are generated: rows of the registry, each with a number of its own.

use crate::grow::Part;
use crate::observe::dialect;
use crate::op::{self, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The rows that are generated and whose results are exact.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    op::all().filter(|row| row.grown.is_some() && !row.approximate)
}

/// The dialects of these rows.
pub(super) fn dialects() -> Vec<&'static str> {
    rows().map(|row| dialect(row.name)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The number that draws each operation first, by name. It follows from the name alone, so that inputs keep their meaning when
/// operations are added.
pub fn slots() -> &'static BTreeMap<&'static str, u16> {
    static SLOTS: LazyLock<BTreeMap<&str, u16>> =
        LazyLock::new(|| rows().map(|row| (row.name, slot(row.name))).collect());
    &SLOTS
}

/// FNV-1a, folded to 16 bits, and not 0.
fn slot(name: &str) -> u16 {
    let hash =
        name.bytes().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    ((hash >> 16) as u16 ^ hash as u16).max(1)
}

/// An operation that may be placed, with its share.
pub(super) fn part(row: &Row, weight: u8) -> Option<Part> {
    Some(Part { name: row.name, slot: *slots().get(row.name)?, weight, room: row.room, place: row.grown? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_has_a_number_of_its_own() {
        let mut seen = BTreeMap::new();
        for (name, slot) in slots() {
            assert_eq!(seen.insert(*slot, *name), None, "{name} has the number of another operation");
        }
        assert_eq!(slots()["arith.addi"], slot("arith.addi"));
    }
}
