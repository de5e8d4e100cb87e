//! Numbers of 16 bits that draw rows of a table.
//!
//! A row owns one number for good, its slot, and that number draws it first. Any other number draws by weight: each
//! row has as many tickets as its weight, the number ranks all tickets, and the best one wins (rendezvous hashing). So a table is never
//! full, a row that is added or reweighed takes over its share of the numbers alone, and a row that is left out hands each of its
//! numbers on to a row of its own.
//!
//! Inputs of the first format drew by one byte. Slots below 256 are the first of the bytes that drew a row then, and numbers below 256
//! still mean what these bytes meant.

use std::collections::{BTreeSet, BinaryHeap};

/// A row that numbers draw.
pub trait Slotted {
    /// The number that is this row's own, not 0.
    fn slot(&self) -> u16;

    /// The row's share, beside the weights of the others.
    fn weight(&self) -> u8;
}

/// The last byte that drew a row in the first format.
const LAST_BYTE: u8 = 254;

/// The byte that `number` was in the first format.
pub fn as_byte(number: u16) -> Option<u8> {
    u8::try_from(number).ok()
}

/// The row that `byte` drew in the first format.
pub fn of_byte<'t, R: Slotted>(byte: u8, rows: impl IntoIterator<Item = &'t R>) -> Option<&'t R> {
    let owned = (1..=LAST_BYTE).contains(&byte);
    let before = rows.into_iter().filter(|row| owned && row.slot() <= u16::from(byte));
    before.max_by_key(|row| row.slot())
}

/// True for a row that was there in the first format.
pub fn had_bytes(row: &impl Slotted) -> bool {
    as_byte(row.slot()).is_some()
}

/// The rows in the order that `number` tries them.
pub fn ranked<'t, R: Slotted + 't>(
    number: u16,
    rows: impl IntoIterator<Item = &'t R>,
) -> impl Iterator<Item = &'t R> {
    let rows: Vec<&R> = rows.into_iter().collect();
    let rank = |(place, row): (usize, &&R)| (row.slot() == number, best_ticket(number, *row), place);
    let mut left: BinaryHeap<(bool, u64, usize)> = rows.iter().enumerate().map(rank).collect();
    std::iter::from_fn(move || left.pop().map(|(_, _, place)| rows[place]))
}

/// The rank of the row's best ticket under a number.
fn best_ticket(number: u16, row: &impl Slotted) -> u64 {
    let ticket = |copy: u8| u64::from(number) << 32 | u64::from(row.slot()) << 8 | u64::from(copy);
    (0..row.weight()).map(|copy| mix(ticket(copy).wrapping_mul(GOLDEN))).max().unwrap_or(0)
}

/// 2^64 divided by the golden ratio, odd: multiples of it lie far apart.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One round of a multiply-xorshift mixer (MurmurHash3's finalizer, variant 13 of Stafford): every bit of `state` reaches every
/// bit of the result.
pub const fn mix(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// A slot that two rows have, or 0 where one has that: a mistake in a table, which its tests ask for.
pub fn conflict<'t, R: Slotted + 't>(rows: impl IntoIterator<Item = &'t R>) -> Option<u16> {
    let mut taken = BTreeSet::from([0]);
    rows.into_iter().map(Slotted::slot).find(|slot| !taken.insert(*slot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq)]
    struct Row(u16, u8);

    impl Slotted for Row {
        fn slot(&self) -> u16 {
            self.0
        }

        fn weight(&self) -> u8 {
            self.1
        }
    }

    fn first(number: u16, rows: &[Row]) -> u16 {
        ranked(number, rows).next().expect("there are rows").0
    }

    #[test]
    fn a_slot_draws_its_row_and_weights_share_the_other_numbers() {
        let rows = [Row(1, 1), Row(9, 8), Row(300, 3), Row(0xffff, 4)];
        assert!(rows.iter().all(|row| first(row.0, &rows) == row.0));
        let mut drawn: BTreeMap<u16, f64> = BTreeMap::new();
        for number in 256..=u16::MAX {
            *drawn.entry(first(number, &rows)).or_default() += 16.0 / 65280.0;
        }
        for row in &rows {
            let (share, weight) = (drawn[&row.0], f64::from(row.1));
            assert!((share - weight).abs() < 0.2, "{row:?} has {share} of 16");
        }
    }

    #[test]
    fn a_row_that_is_added_takes_its_share_and_leaves_the_rest_alone() {
        let more = [Row(1, 4), Row(9, 8), Row(300, 3), Row(700, 5)];
        let rows = &more[..3];
        let changed = (256..=u16::MAX).filter(|number| first(*number, rows) != first(*number, &more));
        let changed: Vec<u16> = changed.collect();
        assert!(changed.iter().all(|number| first(*number, &more) == 700));
        let share = changed.len() as f64 / 65280.0;
        assert!((share - 0.25).abs() < 0.01, "{share}");
    }

    #[test]
    fn bytes_of_the_first_format_draw_what_they_drew() {
        let rows = [Row(1, 8), Row(9, 1), Row(200, 2), Row(300, 7)];
        let drawn = |byte| of_byte(byte, &rows).map(|row| row.0);
        assert_eq!(
            [0, 1, 8, 9, 199, 200, 254, 255].map(drawn),
            [None, Some(1), Some(1), Some(9), Some(9), Some(200), Some(200), None]
        );
        assert_eq!((as_byte(255), as_byte(256)), (Some(255), None));
    }

    #[test]
    fn two_rows_of_one_slot_conflict() {
        assert_eq!(conflict(&[Row(1, 1), Row(700, 1), Row(2, 1)]), None);
        assert_eq!(conflict(&[Row(1, 1), Row(700, 1), Row(700, 2)]), Some(700));
        assert_eq!(conflict(&[Row(0, 1)]), Some(0));
    }
}
