//! The libFuzzer dictionary of the decoder: byte strings that mean something to it.

use super::limits::RECORD;
use crate::dialect::tosa;
use std::fmt::Write as _;

/// One entry a row, and one that ends a program. An entry is a record whose first two bytes draw the operation,
/// with choices that take recent values in scope; splicing one in adds an operation.
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Tokens of the program decoder: one record an operation. Generated from the operation table by\n\
         # `decode::dictionary`; a test fails when this file is stale.\n",
    );
    let mut entry = |name: &str, slot: u16, choice: u8| {
        let mut record = [choice; RECORD];
        record[..2].copy_from_slice(&slot.to_be_bytes());
        let bytes = record.iter().fold(String::new(), |text, byte| text + &format!("\\x{byte:02X}"));
        // Writing to a String never fails.
        let _ = writeln!(text, "{name}=\"{bytes}\"");
    };
    entry("end", 0, 0);
    for row in tosa::rows() {
        entry(row.name, row.slot, 1);
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
    }
}
