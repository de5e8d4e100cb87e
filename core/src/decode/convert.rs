//! Inputs of the first format, written in the one that is written now.

use super::envelope::is_envelope;
use super::mutate::{EditableInput, ROOM};
use super::{MARK, decode_for, is_mixed};
use crate::version::VERSIONS;

/// The outcome of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// It has the format already, or is an input of a kind that never had another one: a module with its steps, or a program of a smith.
    Current,
    /// These bytes decode to the same case, whatever the version of MLIR.
    Converted(Vec<u8>),
    /// Its bytes in the new format would not decode to the same case: it draws operations within regions, whose numbers are of the
    /// operation's own choices and are longer now, or what a known bug kept from being drawn. It stays as it is, and replays as it is.
    Kept,
    /// It does not decode.
    Refused,
}

/// The input in the format that is written now.
pub fn convert(bytes: &[u8]) -> Conversion {
    if is_envelope(bytes) || is_mixed(bytes) {
        return Conversion::Current;
    }
    let cases = |bytes: &[u8]| {
        VERSIONS.iter().map(|version| decode_for(bytes, version.major).ok()).collect::<Vec<_>>()
    };
    let before = cases(bytes);
    if before.iter().any(Option::is_none) {
        return Conversion::Refused;
    }
    if bytes.starts_with(&MARK) {
        return Conversion::Current;
    }
    // A turn's bytes grow by two, and so does the input; nothing of it may be cut.
    let converted = EditableInput::of(bytes).encode(2 * bytes.len() + ROOM);
    let same = cases(&converted).iter().zip(&before).all(|pair| match pair {
        (Some(after), Some(before)) => after.program == before.program && after.draws_alike(before),
        _ => false,
    });
    if same { Conversion::Converted(converted) } else { Conversion::Kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// An input as they were: nothing but drawn bytes.
    fn first_format(seed: u64) -> Vec<u8> {
        let mut bytes = vec![0; 700];
        ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
        bytes
    }

    #[test]
    fn inputs_of_other_kinds_stay_as_they_are() {
        let envelope = b"// step: builtin.module(cse)\nmodule {}\n".repeat(40);
        let mixed = crate::decode::as_mixed(&first_format(0)).into_owned();
        for input in [envelope, mixed] {
            assert_eq!(convert(&input), Conversion::Current, "{:?}", String::from_utf8_lossy(&input[..8]));
        }
    }

    #[test]
    fn most_inputs_come_to_the_same_case_and_none_to_another() {
        let (mut converted, mut kept) = (0, 0);
        for seed in 0..200 {
            let before = first_format(seed);
            match convert(&before) {
                Conversion::Converted(after) => {
                    assert_eq!(convert(&after), Conversion::Current);
                    let cases = [&before, &after].map(|bytes| decode(bytes).expect("it decodes"));
                    assert_eq!(cases[0].program, cases[1].program, "input {seed}");
                    converted += 1;
                }
                Conversion::Kept => kept += 1,
                other => panic!("input {seed}: {other:?}"),
            }
        }
        assert!(converted > kept && kept > 0, "{converted} converted and {kept} kept");
    }

    #[test]
    fn what_does_not_decode_is_refused() {
        assert_eq!(convert(&[1, 2, 3]), Conversion::Refused);
        assert_eq!(convert(b"ld\0\x09 of some later day"), Conversion::Refused);
    }
}
