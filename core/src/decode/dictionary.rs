//! The libFuzzer dictionary of the decoder: byte strings that mean something to it.

use super::limits::RECORD;
use super::text::is_registered;
use crate::dialect::tosa;
use crate::smith;
use std::fmt::Write as _;

/// The dictionary of programs of tosa: one entry a row, and one that ends a program.
pub fn dictionary() -> String {
    let rows = tosa::rows().map(|row| (row.name, row.slot));
    let head = "# Tokens of the program decoder: one record an operation. Generated from the operation table by\n\
         # `decode::dictionary`; a test fails when this file is stale.\n";
    records(head, [("end", 0)].into_iter().chain(rows))
}

/// The dictionary of programs of smiths: one entry an operation that is generated.
pub fn mixed_dictionary() -> String {
    let head = "# Tokens of programs of smiths: one record an operation. Generated from the rows of operations by\n\
         # `decode::mixed_dictionary`; a test fails when this file is stale.\n";
    let slots = smith::slots().iter().filter(|(name, _)| is_registered(name));
    records(head, slots.map(|(name, slot)| (*name, *slot)))
}

/// An entry is a record whose first two bytes draw the operation, with choices that take recent values in scope; splicing one in adds
/// an operation. The record of number 0 has no choices.
fn records<'r>(head: &str, rows: impl Iterator<Item = (&'r str, u16)>) -> String {
    let mut text = head.to_owned();
    for (name, slot) in rows {
        let mut record = [u8::from(slot != 0); RECORD];
        record[..2].copy_from_slice(&slot.to_be_bytes());
        let bytes = record.iter().fold(String::new(), |text, byte| text + &format!("\\x{byte:02X}"));
        // Writing to a String never fails.
        let _ = writeln!(text, "{name}=\"{bytes}\"");
    }
    text
}

#[cfg(test)]
pub(super) mod tests {
    /// Asserts that the committed dictionary of a target is `current`; with `LOWDIFF_UPDATE` it is written again instead.
    pub fn is_committed(target: &str, current: &str) {
        let dictionaries = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../dictionaries");
        let path = dictionaries.join(target).with_extension("dict");
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        if committed != current && std::env::var_os("LOWDIFF_UPDATE").is_some() {
            std::fs::write(&path, current).expect("the dictionary can be written");
            return;
        }
        assert_eq!(
            committed, current,
            "the dictionary of {target} is stale: run this test with LOWDIFF_UPDATE=1 to write it again"
        );
    }

    #[test]
    fn the_committed_dictionary_is_current() {
        is_committed("lowering_diff", &super::dictionary());
        is_committed("mixed_diff", &super::mixed_dictionary());
    }
}
