//! Inputs that are MLIR bytecode, whatever an engine makes of it. As a program they are a line of text, which holds the bytes.

use super::envelope::{MOST_STEPS, drawn_steps};
use super::text::is_registered;
use super::{Envelope, Generated, is_envelope};
use crate::bug::DrawCounts;
use crate::case::{Case, Source, is_bytecode};
use crate::op;
use crate::path::PathSpec;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// First bytes of bytecode.
const MAGIC: &[u8] = b"ML\xefR";

/// The bytecode in these bytes, with the steps that follow from them, for MLIR of this major version. An envelope may hold a program that is
/// bytecode. None if the bytes are neither.
pub fn decode_bytecode(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    let (steps, source) = if is_envelope(bytes) {
        let Envelope { steps, module, .. } = Envelope::parse(bytes)?;
        (steps, Source::verbatim(Some(module).filter(|module| is_bytecode(module))?))
    } else if bytes.starts_with(MAGIC) {
        let mut random = ChaCha8Rng::from_seed(Sha256::digest(bytes).into());
        let count = random.random_range(1..=MOST_STEPS);
        (drawn_steps("", count, version, &mut random), Source::bytecode(bytes))
    } else {
        return None;
    };
    let paths = vec![PathSpec::Fixed(steps)];
    let case = Case { source, printed: Vec::new(), paths, expected: None };
    Some((case, Generated { operations: 0, drawn: DrawCounts::default() }))
}

/// The libFuzzer dictionary of bytecode: the magic number, numbers of sections, versions, and names of dialects and operations as the section of
/// strings has them.
pub fn bytecode_dictionary() -> String {
    let mut text = String::from(
        "# Words of bytecode. Generated from the table of operations by `decode::bytecode_dictionary`; a test fails when this file is\n\
         # stale.\nmagic=\"ML\\xEFR\"\n",
    );
    for version in 0..=6 {
        // Writing to a String never fails.
        let _ = writeln!(text, "version{version}=\"ML\\xEFR\\x{:02X}MLIR\"", (version << 1) | 1);
    }
    for section in 0..=8 {
        let _ = writeln!(text, "section{section}=\"\\x{section:02X}\\x03\"");
    }
    let mut words = BTreeSet::new();
    for row in op::all().filter(|row| is_registered(row.name)) {
        words.extend(row.name.split_once('.').map(|(dialect, name)| [dialect, name]).into_iter().flatten());
    }
    for word in words {
        let label: String = word.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let _ = writeln!(text, "{label}=\"{word}\\x00\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::program_bytes;

    #[test]
    fn bytes_are_held_by_a_program_and_come_out_again() {
        let bytes = b"ML\xefR\x0dMLIR22\x00\xff";
        let (case, _) = decode_bytecode(bytes, 22).expect("it is bytecode");
        assert!(case.source.newest().starts_with("// bytecode: 4d4cef52"));
        assert_eq!(*program_bytes(case.source.newest()), bytes[..]);
        assert_eq!(decode_bytecode(bytes, 22).expect("it is bytecode").0, case);
        let PathSpec::Fixed(steps) = &case.paths[0] else { panic!("{:?}", case.paths) };
        let envelope =
            Envelope { steps: steps.clone(), printed: vec![], module: case.source.newest().to_owned() };
        let again = decode_bytecode(envelope.to_string().as_bytes(), 22).expect("it is an envelope");
        assert_eq!(again.0, case);
    }

    #[test]
    fn texts_are_no_bytecode() {
        for text in ["", "module {}\n", "// bytecode: none\n", "// bytecode: 4d4\u{e9}\n"] {
            assert_eq!(*program_bytes(text), *text.as_bytes(), "{text}");
            assert!(decode_bytecode(text.as_bytes(), 22).is_none(), "{text}");
        }
    }

    #[test]
    fn the_committed_dictionary_of_bytecode_is_current() {
        crate::decode::dictionary::tests::is_committed("mlir_bytecode", &bytecode_dictionary());
    }
}
