//! The layout of an input: the number of the format, and what follows it.
//!
//! ```text
//! format | header | record | record | ... | unused rest | path A | path B
//! ```
//!
//! Inputs of the first format had no number, one byte where there are two now that draw a row of a table, and so shorter records
//! and turns. Whatever does not begin with a number is read as one of these.

use super::limits::{CHOICES, DRAWS, HEADER, RECORD, TURNS};
use crate::path::construct::{FIRST_TURN, widened};

/// First bytes of an input of the format that is written now: two that say what it is, then the number of the format, big-endian.
pub const MARK: [u8; 4] = [b'l', b'd', 0, 2];

/// First bytes of an input that is a program of a smith.
pub(super) const MIXED: [u8; 4] = [b'l', b'd', 0, 3];

/// Bytes of a record in the first format.
const FIRST_RECORD: usize = 1 + CHOICES;

/// An input's parts.
pub(super) struct InputParts<'b> {
    /// True for the first format.
    pub first: bool,
    pub header: &'b [u8],
    pub records: Vec<[u8; RECORD]>,
    pub draws: [Vec<u8>; 2],
}

/// Takes an input apart; none where it has the number of a format that is not known.
pub(super) fn parts(bytes: &[u8]) -> Option<InputParts<'_>> {
    let (first, rest) = match bytes.strip_prefix(&MARK) {
        Some(rest) => (false, rest),
        None if bytes.starts_with(&MARK[..3]) => return None,
        None => (true, bytes),
    };
    let most = if first { TURNS * FIRST_TURN } else { DRAWS };
    let (rest, draws) = split(rest, most);
    let (header, records) = rest.split_at(HEADER.min(rest.len()));
    let (records, draws) = match first {
        true => (
            records.chunks(FIRST_RECORD).map(|record| whole(&[&[0], record].concat())).collect(),
            draws.map(widened),
        ),
        false => (records.chunks(RECORD).map(whole).collect(), draws.map(<[u8]>::to_vec)),
    };
    Some(InputParts { first, header, records, draws })
}

/// Takes an input that is a program of a smith apart; none where it is another one.
pub(super) fn mixed_parts(bytes: &[u8]) -> Option<InputParts<'_>> {
    let (rest, draws) = split(bytes.strip_prefix(&MIXED)?, DRAWS);
    let (header, records) = rest.split_at(HEADER.min(rest.len()));
    let records = records.chunks(RECORD).map(whole).collect();
    Some(InputParts { first: false, header, records, draws: draws.map(<[u8]>::to_vec) })
}

/// True for an input that has the number of a format this build does not know.
pub fn is_of_another_format(bytes: &[u8]) -> bool {
    bytes.starts_with(&MARK[..3]) && !bytes.starts_with(&MARK) && !bytes.starts_with(&MIXED)
}

/// Bytes that are not there decide like zeroes.
fn whole(record: &[u8]) -> [u8; RECORD] {
    let mut all = [0; RECORD];
    all[..record.len()].copy_from_slice(record);
    all
}

/// The bytes of each of the two paths among `length`, `most` at most.
fn path_length(length: usize, most: usize) -> usize {
    (length / 4).min(most)
}

/// The bytes in front of the paths, and those of the paths.
fn split(bytes: &[u8], most: usize) -> (&[u8], [&[u8]; 2]) {
    let draw = path_length(bytes.len(), most);
    let (rest, second) = bytes.split_at(bytes.len() - draw);
    let (rest, first) = rest.split_at(rest.len() - draw);
    (rest, [first, second])
}

/// The bytes of the two paths of an input that has the format written now.
pub(super) fn path_choices(bytes: &mut [u8]) -> [&mut [u8]; 2] {
    let draw = path_length(bytes.len() - MARK.len(), DRAWS);
    let (rest, second) = bytes.split_at_mut(bytes.len() - draw);
    let (_, first) = rest.split_at_mut(rest.len() - draw);
    [first, second]
}
