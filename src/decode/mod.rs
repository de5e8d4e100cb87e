//! Bytes to cases: fuzzer input becomes a program and the choices of two lowering paths.
//!
//! ```text
//! header | record | record | ... | unused rest | path A | path B
//! ```
//!
//! Every operation has a record of fixed length of its own and the paths' bytes are counted from the end, so
//! that changing, inserting or removing some bytes changes little of the case. Decoding reads nothing but the
//! bytes: same bytes, same case.

mod dictionary;
mod guide;
mod limits;
mod mutate;
mod seeded;
mod swarm;

pub use dictionary::dictionary;
pub use guide::{Guide, Taken};
pub use mutate::{ROOM, Spot, cross, mutate};
pub use seeded::seeded;

use crate::dialect::{self, Since};
use crate::program::{Builder, Choices, Forms, Program, Waste};
use limits::{FORMS, HEADER, LEAST, RECORD};
use swarm::Swarm;

/// What an input decodes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The program.
    pub program: Program,
    /// The choices of the two paths it is lowered along.
    pub draws: [Vec<u8>; 2],
}

/// Decodes an input, to a program that MLIR 22 and later lower.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes.
pub fn decode(bytes: &[u8]) -> arbitrary::Result<Decoded> {
    decode_for(bytes, Since::V22)
}

/// Decodes an input, to a program that this version of MLIR lowers, and later ones.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes.
pub fn decode_for(bytes: &[u8], version: Since) -> arbitrary::Result<Decoded> {
    decode_with(bytes, version).map(|(decoded, _)| decoded)
}

/// The same, and which draws came to nothing.
///
/// # Errors
/// `NotEnoughData` for inputs of fewer than 8 bytes.
pub fn decode_with(bytes: &[u8], version: Since) -> arbitrary::Result<(Decoded, Waste)> {
    if bytes.len() < LEAST {
        return Err(arbitrary::Error::NotEnoughData);
    }
    let Parts { header, records, draws } = parts(bytes);
    let (program, waste) = program(header, records, version);
    if program.results.is_empty() {
        return Err(arbitrary::Error::IncorrectFormat);
    }
    debug_assert_eq!(program.check(), Ok(()));
    Ok((Decoded { program, draws: draws.map(<[u8]>::to_vec) }, waste))
}

/// An input's parts.
struct Parts<'b> {
    header: &'b [u8],
    records: &'b [u8],
    draws: [&'b [u8]; 2],
}

/// How many bytes each of the two paths has in an input of `length`.
fn path_length(length: usize) -> usize {
    (length / 4).min(limits::DRAWS)
}

/// The bytes of the two paths.
fn path_choices(bytes: &mut [u8]) -> [&mut [u8]; 2] {
    let draw = path_length(bytes.len());
    let (rest, second) = bytes.split_at_mut(bytes.len() - draw);
    let (_, first) = rest.split_at_mut(rest.len() - draw);
    [first, second]
}

fn parts(bytes: &[u8]) -> Parts<'_> {
    let draw = path_length(bytes.len());
    let (rest, second) = bytes.split_at(bytes.len() - draw);
    let (rest, first) = rest.split_at(rest.len() - draw);
    let (header, records) = rest.split_at(HEADER.min(rest.len()));
    Parts { header, records, draws: [first, second] }
}

fn program(header: &[u8], records: &[u8], version: Since) -> (Program, Waste) {
    let (header, forms) = header.split_at(header.len().min(HEADER - FORMS));
    let mut choices = Choices::new(header);
    let Swarm { budget, operations, inputs } = Swarm::draw(&mut choices, version);
    let mut builder = Builder::new(budget.clone());
    builder.choices = choices;
    for _ in 0..inputs {
        builder.add_input();
    }
    for bytes in records.chunks(RECORD) {
        // Bytes that are not there decide like zeroes.
        let mut record = [0; RECORD];
        record[..bytes.len()].copy_from_slice(bytes);
        let [slot, rest @ ..] = record;
        // The cheapest choice ends the program; a program has one operation at least.
        let ended = slot == 0 && builder.operation_count() > 0;
        if ended || builder.operation_count() >= operations {
            break;
        }
        builder.choices = Choices::new(&rest);
        builder.add(dialect::from_slot(slot, |row| budget.has(row)));
    }
    if builder.operation_count() == 0 {
        // No record, or none that fits: the cheapest operation of all there are.
        builder.choices = Choices::new(header);
        builder.add(dialect::from_slot(0, |row| row.since <= version));
    }
    builder.finish_as(Forms::drawn(forms))
}

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;
