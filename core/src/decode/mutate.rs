//! Changing an input as what it stands for: operations and turns of a path, and not bytes.
//!
//! An engine that knows bytes alone changes a case by very little, or, by shifting everything behind an insertion, beyond
//! recognition. These changes keep what they do not mean: a path is drawn again from a turn on, an operation is added
//! or replaced, the program of one case meets the paths of another.

use super::format::{MARK, MIXED, mixed_parts, parts};
use super::limits::{DRAWS, HEADER, RECORD};
use crate::path::construct::TURN;
use rand::{Rng, RngExt};

/// Most changes at once; one is the most likely.
const CHANGES: usize = 4;

/// A place in a case: a turn of one of its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOfPath {
    /// The path, 0 or 1.
    pub path: usize,
    /// The turn.
    pub turn: usize,
}

/// Operations most programs have.
const USUAL: usize = 16;
/// Bytes of the header that decide most: what the case is made of.
const MIX: usize = 8;

/// An input taken apart, with paths of full length.
pub(super) struct EditableInput {
    mark: [u8; 4],
    header: Vec<u8>,
    records: Vec<[u8; RECORD]>,
    paths: [Vec<u8>; 2],
}

impl Default for EditableInput {
    fn default() -> EditableInput {
        EditableInput {
            mark: MARK,
            header: vec![0; HEADER],
            records: Vec::new(),
            paths: [vec![0; DRAWS], vec![0; DRAWS]],
        }
    }
}

impl EditableInput {
    /// The parts of an input of any format; nothing where they cannot be told.
    pub(super) fn of(bytes: &[u8]) -> EditableInput {
        let (mark, parts) = match mixed_parts(bytes) {
            Some(parts) => (MIXED, parts),
            None => match parts(bytes) {
                Some(parts) => (MARK, parts),
                None => return EditableInput::default(),
            },
        };
        let mut header = parts.header.to_vec();
        header.resize(HEADER, 0);
        let path = |mut draws: Vec<u8>| {
            // Bytes that are not there decide like zeroes.
            draws.resize(DRAWS, 0);
            draws
        };
        EditableInput { mark, header, records: parts.records, paths: parts.draws.map(path) }
    }

    fn random(random: &mut impl Rng) -> EditableInput {
        let records = vec![[0; RECORD]; random.random_range(8..64)];
        let mut draft = EditableInput { records, ..EditableInput::default() };
        random.fill_bytes(&mut draft.header);
        draft.records.iter_mut().for_each(|record| random.fill_bytes(record));
        draft.paths.iter_mut().for_each(|path| random.fill_bytes(path));
        draft
    }

    /// The bytes, at most `most` of them, which are enough for the paths; operations at the end go first.
    pub(super) fn encode(&self, most: usize) -> Vec<u8> {
        let mut bytes = [&self.mark, &self.header[..], self.records.as_flattened()].concat();
        bytes.truncate(most - 2 * DRAWS);
        // Paths of full length are found in an input of four times as much; a record of zeroes ends the program.
        bytes.resize(bytes.len().max(MARK.len() + 2 * DRAWS), 0);
        bytes.extend(self.paths.concat());
        bytes
    }

    /// Draws the program again.
    fn renew(&mut self, random: &mut impl Rng) {
        let EditableInput { mut header, records, .. } = EditableInput::random(random);
        if self.mark == MIXED {
            // The smith stays.
            header[0] = self.header[0];
        }
        (self.header, self.records) = (header, records);
    }

    fn change(&mut self, random: &mut impl Rng) {
        if random.random_range(0..14) >= 7 {
            return self.change_program(random);
        }
        let path = random.random_range(0..2);
        let turn = TURN * random.random_range(0..DRAWS / TURN);
        match random.random_range(0..7) {
            0..3 => random.fill_bytes(&mut self.paths[path][turn..]),
            3..5 => random.fill_bytes(&mut self.paths[path][turn..turn + TURN]),
            5 => random.fill_bytes(&mut self.paths[path]),
            // A path against itself, but for what comes late.
            _ => {
                self.paths[path] = self.paths[1 - path].clone();
                random.fill_bytes(&mut self.paths[path][turn..]);
            }
        }
    }

    fn change_program(&mut self, random: &mut impl Rng) {
        // Most programs end before the records do.
        let count = self.records.len();
        let at = random.random_range(0..count.clamp(1, USUAL));
        let mut record = [0; RECORD];
        random.fill_bytes(&mut record);
        match random.random_range(0..7) {
            0..2 if count > 0 => self.records[at] = record,
            2 if count > 0 => self.records[at][random.random_range(0..RECORD)] = random.random(),
            3 => self.records.insert(at, record),
            4 if count > 1 => {
                self.records.remove(at);
            }
            5 if count > 0 => {
                let copy = self.records[random.random_range(0..count)];
                self.records.insert(at, copy);
            }
            _ => self.header[random.random_range(0..MIX)] = random.random(),
        }
    }
}

/// Fewest bytes there must be room for.
pub const ROOM: usize = MARK.len() + 4 * DRAWS;

/// A changed copy of an input, of at most `most` bytes, at least [`ROOM`]: now and then a new one altogether.
///
/// # Panics
/// If there is too little room.
pub fn mutate(bytes: &[u8], most: usize, random: &mut impl Rng) -> Vec<u8> {
    assert!(most >= ROOM, "{most} bytes are no room for a case");
    let mut draft = EditableInput::of(bytes);
    if random.random_range(0..8) == 0 {
        return EditableInput { mark: draft.mark, ..EditableInput::random(random) }.encode(most);
    }
    let changes = (1..CHANGES).take_while(|_| random.random()).count() + 1;
    (0..changes).for_each(|_| draft.change(random));
    draft.encode(most)
}

/// An input of at most `most` bytes, at least [`ROOM`], that is likely to come by `spot` as `bytes` do: with another program,
/// that of `other` among them, or going on in another way.
///
/// # Panics
/// If there is too little room.
pub(super) fn near(
    bytes: &[u8],
    spot: TurnOfPath,
    other: &[u8],
    most: usize,
    random: &mut impl Rng,
) -> Vec<u8> {
    assert!(most >= ROOM, "{most} bytes are no room for a case");
    let mut draft = EditableInput::of(bytes);
    let path = spot.path.min(1);
    let next = (TURN * (spot.turn + 1)).min(DRAWS);
    match random.random_range(0..10) {
        0..4 => (0..random.random_range(1..=CHANGES)).for_each(|_| draft.change_program(random)),
        4..6 => draft.renew(random),
        6 if !other.is_empty() => {
            let EditableInput { mark, header, records, .. } = EditableInput::of(other);
            (draft.mark, draft.header, draft.records) = (mark, header, records);
        }
        _ => random.fill_bytes(&mut draft.paths[path][next..]),
    }
    // The other path comes by here as well and goes on elsewhere, or goes its own way.
    if random.random() {
        draft.paths[1 - path] = draft.paths[path].clone();
        random.fill_bytes(&mut draft.paths[1 - path][next..]);
    } else if random.random() {
        random.fill_bytes(&mut draft.paths[1 - path]);
    }
    draft.encode(most)
}

/// The program of one input and paths of another, or operations of both.
///
/// # Panics
/// If there is too little room.
pub fn cross(one: &[u8], other: &[u8], most: usize, random: &mut impl Rng) -> Vec<u8> {
    assert!(most >= ROOM, "{most} bytes are no room for a case");
    let (mut draft, other) = (EditableInput::of(one), EditableInput::of(other));
    match random.random_range(0..3) {
        0 => draft.paths = other.paths,
        1 => draft.paths[random.random_range(0..2)] = other.paths[random.random_range(0..2)].clone(),
        _ => {
            let cut = random.random_range(0..=draft.records.len().min(USUAL));
            draft.records.truncate(cut);
            draft.records.extend(other.records);
        }
    }
    draft.encode(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Decoded, decode, seeded};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn decoded(bytes: &[u8]) -> Decoded {
        decode(bytes).expect("every case decodes")
    }

    #[test]
    fn taking_apart_and_putting_together_keeps_the_case() {
        for i in 0..50 {
            let bytes = seeded(3, i);
            let Ok(before) = decode(&bytes) else { continue };
            let after = decoded(&EditableInput::of(&bytes).encode(8192));
            assert_eq!(after.program, before.program, "input {i}");
            for (after, before) in after.draws.iter().zip(&before.draws) {
                assert!(after.starts_with(before) && after[before.len()..].iter().all(|&b| b == 0));
            }
        }
    }

    #[test]
    fn changes_are_many_and_keep_to_their_room() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let bytes = seeded(3, 1);
        let before = decoded(&EditableInput::of(&bytes).encode(8192));
        let (mut same_program, mut same_path, mut same) = (0, 0, 0);
        for round in 0..300 {
            let most = ROOM + 10 * round;
            let changed = mutate(&bytes, most, &mut random);
            assert!(changed.len() <= most && changed.len() >= ROOM);
            let after = decoded(&changed);
            let paths = after.draws.iter().zip(&before.draws).filter(|(a, b)| a == b).count();
            same_program += u32::from(after.program == before.program);
            same_path += u32::from(paths > 0);
            same += u32::from(after == before);
        }
        assert!(same_program > 60, "many changes are to paths alone: {same_program}");
        assert!((100..300).contains(&same_path), "most changes leave a path alone: {same_path}");
        assert!(same < 60, "few changes change nothing: {same}");
    }

    #[test]
    fn what_is_made_near_a_spot_goes_the_same_way_to_it() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (bytes, other) = (seeded(3, 1), seeded(3, 2));
        let [before, others] = [&bytes, &other].map(|bytes| decoded(&EditableInput::of(bytes).encode(8192)));
        for path in 0..2 {
            let way = &before.draws[path][..8 * TURN];
            let (mut both, mut elsewhere, mut grafted, mut same) = (0, 0, 0, 0);
            for _ in 0..300 {
                let spot = TurnOfPath { path, turn: 7 };
                let after = decoded(&near(&bytes, spot, &other, 8192, &mut random));
                assert!(after.draws[path].starts_with(way));
                both += u32::from(after.draws[1 - path].starts_with(way));
                elsewhere += u32::from(after.draws[path] != before.draws[path]);
                grafted += u32::from(after.program == others.program);
                same += u32::from(after == before);
            }
            assert!(
                (100..200).contains(&both) && elsewhere > 50 && grafted > 10,
                "{both} {elsewhere} {grafted}"
            );
            assert!(same < 20, "few change nothing: {same}");
        }
        let last = TurnOfPath { path: 0, turn: 31 };
        assert_eq!(decoded(&near(&bytes, last, &other, 8192, &mut random)).draws[0].len(), DRAWS);
    }

    #[test]
    fn two_cases_make_a_third() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let (one, other) = (seeded(3, 1), seeded(3, 2));
        let parents = [&one, &other].map(|bytes| decoded(&EditableInput::of(bytes).encode(8192)));
        let children: Vec<Decoded> =
            (0..40).map(|_| decoded(&cross(&one, &other, 8192, &mut random))).collect();
        let met = |child: &Decoded| child.program == parents[0].program && child.draws == parents[1].draws;
        assert!(children.iter().any(met), "the one's program along the other's paths");
        assert!(children.iter().any(|c| c.program != parents[0].program), "operations of both");
    }
}
