//! Inputs that are programs of a smith: the same parts as those of tosa, behind a mark of their own.
//!
//! ```text
//! mark | smith, rest of the header | record | record | ... | unused rest | path A | path B
//! ```

use super::format::{InputParts, MIXED, mixed_parts};
use super::{Generated, decode_case, limits::LEAST, seeded};
use crate::bug::DrawCounts;
use crate::case::{Case, Source};
use crate::path::PathSpec;
use crate::smith::{self, DRAWN, Forged, ProgramBytes, SHIPPED, Smith};
use crate::version;
use std::borrow::Cow;
use std::fmt;

/// The first number of a smith that the bytes behind it draw; smaller ones stand for a shipped one.
const FIRST_DRAWN: u8 = 128;

/// The name of the generator whose smiths are drawn.
const DRAWN_NAME: &str = "drawn";

/// The kind of programs that are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Generator {
    /// Programs of tosa.
    #[default]
    Tosa,
    /// Programs of the shipped smith of this number.
    Smith(u8),
    /// Programs each of a smith of its own, which is drawn.
    Drawn,
    /// Programs of a smith that somebody wrote.
    Own(Box<Smith>),
}

impl Generator {
    /// Every generator that has a name to choose it by.
    pub fn all() -> impl Iterator<Item = Generator> {
        let smiths = (0..SHIPPED.len() as u8).map(Generator::Smith);
        [Generator::Tosa].into_iter().chain(smiths).chain([Generator::Drawn])
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Generator::Tosa => "tosa",
            Generator::Smith(number) => SHIPPED[usize::from(*number) % SHIPPED.len()].0,
            Generator::Drawn => DRAWN_NAME,
            Generator::Own(_) => "a given smith",
        }
    }

    /// The number that its inputs have behind the mark; none of tosa, whose inputs have another mark.
    fn number(&self) -> Option<u8> {
        match self {
            Generator::Tosa => None,
            Generator::Smith(number) => Some(*number),
            Generator::Drawn | Generator::Own(_) => Some(FIRST_DRAWN),
        }
    }

    /// The generator whose inputs have this number behind the mark.
    fn numbered(number: u8) -> Generator {
        match number < FIRST_DRAWN {
            true => Generator::Smith(smith::numbered(number)),
            false => Generator::Drawn,
        }
    }

    /// The generator of that name.
    pub fn named(name: &str) -> Option<Generator> {
        Generator::all().find(|generator| generator.name() == name)
    }

    /// The case in an input of this generator, as [`decode_case`] gives it. Inputs do not hold the smith that somebody wrote.
    pub fn case(&self, bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
        match self {
            Generator::Own(_) => self.mixed(bytes, version).ok().map(MixedInput::case),
            _ => decode_case(bytes, version),
        }
    }

    /// An input of this generator, decoded to a program of a smith.
    ///
    /// # Errors
    /// Those of [`decode_mixed`].
    pub fn mixed(&self, bytes: &[u8], version: u32) -> arbitrary::Result<MixedInput> {
        let own = if let Generator::Own(smith) = self { Some(&**smith) } else { None };
        forged(bytes, version, own)
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Its name stands for it in documents, or the smith that somebody wrote.
impl serde::Serialize for Generator {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Generator::Own(smith) => smith.serialize(serializer),
            named => serializer.serialize_str(named.name()),
        }
    }
}

/// A generator as documents have it.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Written {
    Named(String),
    Own(Box<Smith>),
}

impl<'de> serde::Deserialize<'de> for Generator {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Generator, D::Error> {
        let name = match Written::deserialize(deserializer)? {
            Written::Named(name) => name,
            Written::Own(smith) => return Ok(Generator::Own(smith)),
        };
        Generator::named(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("there is no generator '{name}'")))
    }
}

/// Input number `index` of the stream that `seed` names, as [`seeded`] makes it, for a generator.
pub fn seeded_by(generator: &Generator, seed: u64, index: u64) -> Vec<u8> {
    let mut bytes = seeded(seed, index);
    if let Some(number) = generator.number() {
        bytes[..MIXED.len()].copy_from_slice(&MIXED);
        bytes[MIXED.len()] = number;
    }
    bytes
}

/// A decoded input.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedInput {
    /// The generator that it is of.
    pub generator: Generator,
    /// The program.
    pub program: Forged,
    /// The choices of the two paths it is lowered along.
    pub draws: [Vec<u8>; 2],
}

/// True for inputs that have the mark of programs of a smith.
pub fn is_mixed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MIXED)
}

/// These bytes as an input that is a program of a smith, for whoever takes no others: the mark is in place of what they begin with.
pub fn as_mixed(bytes: &[u8]) -> Cow<'_, [u8]> {
    if is_mixed(bytes) || bytes.len() < MIXED.len() {
        return Cow::Borrowed(bytes);
    }
    let mut marked = bytes.to_owned();
    marked[..MIXED.len()].copy_from_slice(&MIXED);
    Cow::Owned(marked)
}

/// The generator and the smith of an input with this header, and what is left of the header; none where there is no header.
fn smith(header: &[u8]) -> Option<(Generator, Cow<'static, Smith>, &[u8])> {
    let (number, header) = header.split_first()?;
    let generator = Generator::numbered(*number);
    if let Generator::Smith(number) = generator {
        return Some((generator, Cow::Borrowed(smith::shipped(number.into())), header));
    }
    let (drawn, header) = header.split_at(header.len().min(DRAWN));
    Some((generator, Cow::Owned(smith::drawn(drawn)), header))
}

/// The smith of an input; none where it is no program of a smith.
pub fn smith_of(bytes: &[u8]) -> Option<Smith> {
    let InputParts { header, .. } = mixed_parts(bytes)?;
    smith(header).map(|(_, smith, _)| smith.into_owned())
}

/// Decodes an input to a program of a smith, for MLIR of this major version and later ones.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes, `IncorrectFormat` for those of another format.
pub fn decode_mixed(bytes: &[u8], version: u32) -> arbitrary::Result<MixedInput> {
    forged(bytes, version, None)
}

/// The program in an input: of the smith that its header names or draws, or of this one.
fn forged(bytes: &[u8], version: u32, own: Option<&Smith>) -> arbitrary::Result<MixedInput> {
    if bytes.len() < LEAST {
        return Err(arbitrary::Error::NotEnoughData);
    }
    let parts = mixed_parts(bytes).ok_or(arbitrary::Error::IncorrectFormat)?;
    let InputParts { header, records, draws, .. } = parts;
    let (mut generator, mut smith, header) = smith(header).ok_or(arbitrary::Error::NotEnoughData)?;
    if let Some(own) = own {
        (generator, smith) = (Generator::Own(Box::new(own.clone())), Cow::Owned(own.clone()));
    }
    let drawn = ProgramBytes { header, records: &records };
    let program = smith::forge(&smith, version::of(version).major, drawn);
    Ok(MixedInput { generator, program, draws })
}

/// The case in `bytes`, for this version of MLIR and later ones, and its program in numbers; none if they do not decode.
pub fn decode_mixed_case(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    decode_mixed(bytes, version).ok().map(MixedInput::case)
}

impl MixedInput {
    /// The case, and its program in numbers.
    fn case(self) -> (Case, Generated) {
        let MixedInput { program, draws, .. } = self;
        let expected = program.expected();
        let case = Case {
            printed: expected.iter().map(|output| output.element).collect(),
            source: Source::verbatim(program.text),
            paths: draws.into_iter().map(PathSpec::Drawn).collect(),
            expected: Some(expected),
        };
        (case, Generated { operations: program.operations, drawn: DrawCounts::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{ROOM, decode, decode_steps, mutate, turns};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn each_smith_has_inputs_and_its_own_programs() {
        for generator in Generator::all() {
            assert_eq!(Generator::named(generator.name()).as_ref(), Some(&generator));
            let bytes = seeded_by(&generator, 1, 2);
            let (case, generated) = decode_case(&bytes, 22).expect("it decodes");
            assert_eq!((case.paths.len(), generated.operations > 0), (2, true), "{generator}");
            if generator == Generator::Tosa {
                assert!(!is_mixed(&bytes) && decode_mixed(&bytes, 22).is_err());
                continue;
            }
            let decoded = decode_mixed(&bytes, 22).expect("it decodes");
            assert_eq!((decoded.generator, decode(&bytes).is_err()), (generator, true));
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
    fn a_smith_of_ones_own_is_written_down_whole_and_makes_its_own_programs() {
        let smith =
            Smith::parse("dialects = [\"arith\", \"scf\"]\nintegers = [5]\nfloats = []\n").expect("a smith");
        let own = Generator::Own(Box::new(smith.clone()));
        for generator in Generator::all().chain([own.clone()]) {
            let text = serde_json::to_string(&generator).expect("it can be written");
            assert_eq!(serde_json::from_str::<Generator>(&text).ok(), Some(generator));
        }
        assert!(serde_json::from_str::<Generator>("\"no such one\"").is_err());
        let bytes = seeded_by(&own, 1, 3);
        let (case, _) = own.case(&bytes, 22).expect("it decodes");
        assert!(case.source.newest().contains("i5") && case.paths.len() == 2);
        assert_ne!(decode_case(&bytes, 22).map(|(case, _)| case.source), Some(case.source));
        assert_eq!(own.mixed(&bytes, 22).expect("it decodes").generator, own);
    }

    #[test]
    fn any_bytes_are_a_program_of_some_smith() {
        let mut programs = std::collections::BTreeSet::new();
        for number in 0..40 {
            let bytes = seeded(9, number);
            let marked = as_mixed(&bytes);
            assert_eq!(as_mixed(&marked), marked);
            assert_eq!(marked.len(), bytes.len());
            let decoded = decode_mixed(&marked, 22).expect("it decodes");
            assert!(!decoded.program.outputs.is_empty());
            programs.insert(decoded.program.text);
        }
        assert_eq!(programs.len(), 40);
        assert!(decode_mixed(&as_mixed(b"few"), 22).is_err());
    }

    #[test]
    fn mutants_stay_programs_of_smiths_and_differ() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let bytes = seeded_by(&Generator::Smith(2), 3, 1);
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
