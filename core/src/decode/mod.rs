//! Bytes to cases: fuzzer input becomes a program and the choices of two lowering paths.
//!
//! ```text
//! format | header | record | record | ... | unused rest | path A | path B
//! ```
//!
//! Every operation has a record of fixed length of its own and the paths' bytes are counted from the end, so
//! that changing, inserting or removing some bytes changes little of the case. Decoding reads nothing but the
//! bytes: same bytes, same case.

mod bytecode;
mod convert;
mod dictionary;
pub mod envelope;
mod format;
mod guide;
mod limits;
mod mixed;
mod mutate;
mod sanitized;
mod seeded;
mod sound;
mod swarm;
mod text;

pub use bytecode::{bytecode_dictionary, decode_bytecode};
pub use convert::{Conversion, convert};
pub use dictionary::{dictionary, mixed_dictionary};
pub use envelope::{Envelope, is_envelope};
pub use format::{MARK, is_of_another_format};
pub use guide::{Guide, Taken};
pub use mixed::{
    Generator, MixedInput, as_mixed, decode_mixed, decode_mixed_case, is_mixed, seeded_by, smith_of,
};
pub use mutate::{ROOM, TurnOfPath, cross, mutate};
pub use sanitized::{decode_sanitized, two_paths};
pub use seeded::{seeded, seeded_small};
pub use sound::sound;
pub use text::{decode_text, text_dictionary};

use crate::bug::DrawCounts;
use crate::case::{Case, Source};
use crate::choices::Choices;
use crate::dialect;
use crate::path::{PathSpec, catalogue};
use crate::program::{Builder, Forms, Program, Waste};
use crate::version;
use format::{InputParts, mixed_parts, parts};
use limits::{FORMS, HEADER, LEAST};
use swarm::Swarm;

/// A decoded input.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The program.
    pub program: Program,
    /// The choices of the two paths it is lowered along.
    pub draws: [Vec<u8>; 2],
}

impl Decoded {
    /// True if both draw the same paths. Missing bytes count as zeroes, so trailing zeroes make no difference.
    fn draws_alike(&self, other: &Decoded) -> bool {
        let ends = |draws: &[u8]| draws.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let drawn = |draws: &Vec<u8>| draws[..ends(draws)].to_vec();
        self.draws.iter().map(drawn).eq(other.draws.iter().map(drawn))
    }
}

/// Decodes an input, to a program that the default MLIR lowers, and later ones.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes, `IncorrectFormat` for those of a format that is not known.
pub fn decode(bytes: &[u8]) -> arbitrary::Result<Decoded> {
    decode_for(bytes, version::DEFAULT.major)
}

/// Decodes an input, to a program that MLIR of this major version lowers, and later ones.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes, `IncorrectFormat` for those of a format that is not known.
pub fn decode_for(bytes: &[u8], version: u32) -> arbitrary::Result<Decoded> {
    decode_with(bytes, version).map(|(decoded, _)| decoded)
}

/// As [`decode_for`], with the draws that came to nothing.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes, `IncorrectFormat` for those of a format that is not known.
pub fn decode_with(bytes: &[u8], version: u32) -> arbitrary::Result<(Decoded, Waste)> {
    if bytes.len() < LEAST {
        return Err(arbitrary::Error::NotEnoughData);
    }
    let parts = parts(bytes).ok_or(arbitrary::Error::IncorrectFormat)?;
    let (program, waste) = program(&parts, version::of(version).major);
    if program.results.is_empty() {
        return Err(arbitrary::Error::IncorrectFormat);
    }
    debug_assert_eq!(program.check(), Ok(()));
    Ok((Decoded { program, draws: parts.draws }, waste))
}

/// A decoded program, in numbers.
#[derive(Clone, Copy, Debug)]
pub struct Generated {
    /// Operations, without constants and epilogue.
    pub operations: usize,
    /// The known bugs that show on what was drawn.
    pub drawn: DrawCounts,
}

/// The case in `bytes`, for this version of MLIR and later ones, and its program in numbers; none if they do not decode.
pub fn decode_case(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    if is_mixed(bytes) {
        return decode_mixed_case(bytes, version);
    }
    let Decoded { program, draws } = decode_for(bytes, version).ok()?;
    let source = Source::spelt(|syntax| program.print(syntax));
    let printed = program.outputs().into_iter().map(|(_, element)| element).collect();
    let paths = draws.into_iter().map(PathSpec::Drawn).collect();
    let case = Case { source, printed, paths, expected: Some(program.expected()) };
    Some((case, Generated { operations: program.operation_count(), drawn: program.drawn }))
}

/// Turns that a path to a state takes, at most.
const MOST_TURNS: u32 = 6;

/// The module and the steps in `bytes`: an [`Envelope`], or the program that they decode to for this version of MLIR and later ones, with
/// its first path, of which so many turns are meant as [`turns`] says. There is none if they do not decode.
pub fn decode_steps(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    if is_envelope(bytes) {
        let Envelope { steps, printed, module } = Envelope::parse(bytes)?;
        let mut drawn = DrawCounts::default();
        let shown = steps.iter().flat_map(|step| catalogue::shown_by_options(step, version));
        shown.for_each(|bug| drawn.count(bug));
        let paths = vec![PathSpec::Fixed(steps)];
        let case = Case { source: Source::verbatim(module), printed, paths, expected: None };
        let operations = case.source.newest().lines().filter(|line| line.contains(" : ")).count();
        return Some((case, Generated { operations, drawn }));
    }
    let (mut case, generated) = decode_case(bytes, version)?;
    case.paths.truncate(1);
    case.expected = None;
    Some((case, generated))
}

/// Turns of the path that leads to a state: as many as the first byte of the second path of an input says. There is none where its steps are
/// given, or it does not decode.
pub fn turns(bytes: &[u8]) -> Option<u32> {
    if is_envelope(bytes) {
        return None;
    }
    let InputParts { draws: [_, second], .. } = parts(bytes).or_else(|| mixed_parts(bytes))?;
    Some(1 + second.first().map_or(0, |byte| u32::from(*byte) % MOST_TURNS))
}

fn program(parts: &InputParts, version: u32) -> (Program, Waste) {
    let (header, forms) = parts.header.split_at(parts.header.len().min(HEADER - FORMS));
    let choices = |bytes: &[u8]| Choices::new(bytes).narrow(parts.first);
    let mut first = choices(header);
    let Swarm { budget, operations, inputs } = Swarm::draw(&mut first, version);
    let mut builder = Builder::new(budget.clone());
    builder.choices = first;
    for _ in 0..inputs {
        builder.add_input();
    }
    for record in &parts.records {
        let [high, low, rest @ ..] = record;
        let number = u16::from_be_bytes([*high, *low]);
        // The cheapest choice ends the program; a program has one operation at least.
        let ended = number == 0 && builder.operation_count() > 0;
        if ended || builder.operation_count() >= operations {
            break;
        }
        builder.choices = choices(rest);
        builder.add(dialect::drawn(number, |row| budget.has(row)));
    }
    if builder.operation_count() == 0 {
        // No record, or none that fits: the cheapest operation of all there are.
        builder.choices = choices(header);
        builder.add(dialect::drawn(0, |row| row.since <= version));
    }
    builder.finish_as(Forms::drawn(forms, parts.first))
}

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;
