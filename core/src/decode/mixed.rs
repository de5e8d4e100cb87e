//! Inputs that are programs of a smith: the same parts as those of tosa, behind a mark of their own.
//!
//! ```text
//! mark | smith, rest of the header | record | record | ... | unused rest | path A | path B
//! ```

use super::format::{InputParts, MIXED, mixed_parts};
use super::{Generated, limits::LEAST, seeded};
use crate::bug::DrawCounts;
use crate::case::{Case, Source};
use crate::path::PathSpec;
use crate::smith::{self, Forged, SHIPPED};
use crate::version;
use std::fmt;

/// The kind of programs that are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generator {
    /// Programs of tosa.
    #[default]
    Tosa,
    /// Programs of the shipped smith of this number.
    Smith(u8),
}

impl Generator {
    /// Every generator.
    pub fn all() -> impl Iterator<Item = Generator> {
        [Generator::Tosa].into_iter().chain((0..SHIPPED.len() as u8).map(Generator::Smith))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Generator::Tosa => "tosa",
            Generator::Smith(number) => SHIPPED[usize::from(number) % SHIPPED.len()].0,
        }
    }

    /// The generator of that name.
    pub fn named(name: &str) -> Option<Generator> {
        Generator::all().find(|generator| generator.name() == name)
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Its name stands for it in documents.
impl serde::Serialize for Generator {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> serde::Deserialize<'de> for Generator {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Generator, D::Error> {
        let name = String::deserialize(deserializer)?;
        Generator::named(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("there is no generator '{name}'")))
    }
}

/// Input number `index` of the stream that `seed` names, as [`seeded`] makes it, for a generator.
pub fn seeded_by(generator: Generator, seed: u64, index: u64) -> Vec<u8> {
    let mut bytes = seeded(seed, index);
    if let Generator::Smith(number) = generator {
        bytes[..MIXED.len()].copy_from_slice(&MIXED);
        bytes[MIXED.len()] = number;
    }
    bytes
}

/// A decoded input.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedInput {
    /// The number of its smith.
    pub smith: usize,
    /// The program.
    pub program: Forged,
    /// The choices of the two paths it is lowered along.
    pub draws: [Vec<u8>; 2],
}

/// True for inputs that have the mark of programs of a smith.
pub fn is_mixed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MIXED)
}

/// Decodes an input to a program of a smith, for MLIR of this major version and later ones.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes, `IncorrectFormat` for those of another format.
pub fn decode_mixed(bytes: &[u8], version: u32) -> arbitrary::Result<MixedInput> {
    if bytes.len() < LEAST {
        return Err(arbitrary::Error::NotEnoughData);
    }
    let parts = mixed_parts(bytes).ok_or(arbitrary::Error::IncorrectFormat)?;
    let InputParts { header, records, draws, .. } = parts;
    let (smith, header) = header.split_first().ok_or(arbitrary::Error::NotEnoughData)?;
    let smith = usize::from(*smith) % SHIPPED.len();
    let drawn = smith::ProgramBytes { header, records: &records };
    let program = smith::forge(smith::shipped(smith), version::of(version).major, drawn);
    Ok(MixedInput { smith, program, draws })
}

/// The case in `bytes`, for this version of MLIR and later ones, and its program in numbers; none if they do not decode.
pub fn decode_mixed_case(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    let MixedInput { program, draws, .. } = decode_mixed(bytes, version).ok()?;
    let expected = program.expected();
    let case = Case {
        printed: expected.iter().map(|output| output.element).collect(),
        source: Source::verbatim(program.text),
        paths: draws.into_iter().map(PathSpec::Drawn).collect(),
        expected: Some(expected),
    };
    Some((case, Generated { operations: program.operations, drawn: DrawCounts::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{ROOM, decode, decode_case, decode_steps, mutate, turns};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn each_smith_has_inputs_and_its_own_programs() {
        for generator in Generator::all() {
            assert_eq!(Generator::named(generator.name()), Some(generator));
            let bytes = seeded_by(generator, 1, 2);
            let (case, generated) = decode_case(&bytes, 22).expect("it decodes");
            assert_eq!((case.paths.len(), generated.operations > 0), (2, true), "{generator}");
            let Generator::Smith(number) = generator else {
                assert!(!is_mixed(&bytes) && decode_mixed(&bytes, 22).is_err());
                continue;
            };
            let decoded = decode_mixed(&bytes, 22).expect("it decodes");
            assert_eq!((decoded.smith, decode(&bytes).is_err()), (usize::from(number), true));
            assert_eq!(case.source.newest(), decoded.program.text);
            let (steps, _) = decode_steps(&bytes, 22).expect("it decodes");
            assert_eq!(
                (steps.paths.len(), steps.expected.is_none(), turns(&bytes).is_some()),
                (1, true, true)
            );
        }
        assert_eq!(Generator::named("none"), None);
    }

    #[test]
    fn mutants_stay_programs_of_smiths_and_differ() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let bytes = seeded_by(Generator::Smith(2), 3, 1);
        let before = decode_mixed(&bytes, 22).expect("it decodes");
        let (mut programs, mut paths) = (0, 0);
        for _ in 0..120 {
            let mutant = mutate(&bytes, bytes.len().max(ROOM), &mut random);
            let after = decode_mixed(&mutant, 22).expect("a mutant decodes");
            programs += usize::from(after.program.text != before.program.text);
            paths += usize::from(after.draws != before.draws);
        }
        assert!(programs > 30 && paths > 30, "{programs} programs and {paths} paths of 120 are others");
    }
}
