//! The smiths that lowdiff has. Inputs know them by number: new ones come last.

use super::Smith;
use crate::slot::{self, Slotted};
use std::sync::LazyLock;

macro_rules! shipped {
    ($($name:literal),*) => {
        /// The name of each, and its text.
        pub const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("shipped/", $name, ".toml")))),*];
    };
}

shipped!("arith", "math", "scf", "cf", "memref", "vector", "tensor", "mixed", "llvm", "affine", "linalg");

static PARSED: LazyLock<Vec<Smith>> = LazyLock::new(|| {
    let parse = |(name, text): &(&str, &str)| match Smith::parse(text) {
        Ok(smith) => smith,
        Err(error) => unreachable!("a test parses the smith {name}: {error}"),
    };
    SHIPPED.iter().map(parse).collect()
});

/// A smith by its place among those that are shipped, which owns the number behind it.
struct Place(u8);

impl Slotted for Place {
    fn slot(&self) -> u16 {
        u16::from(self.0) + 1
    }

    fn weight(&self) -> u8 {
        1
    }
}

/// The place of the smith that a byte of an input draws: that of this number, or else one of all. A smith that is added takes over its
/// share of the bytes alone.
pub fn numbered(byte: u8) -> u8 {
    let places: Vec<Place> = (0..SHIPPED.len() as u8).map(Place).collect();
    let first = slot::ranked(u16::from(byte) + 1, &places).next();
    first.map_or(0, |place| place.0)
}

/// The smith that a number stands for.
pub fn shipped(number: usize) -> &'static Smith {
    &PARSED[number % PARSED.len()]
}

/// The number of the smith of that name.
pub fn named(name: &str) -> Option<usize> {
    SHIPPED.iter().position(|(other, _)| *other == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_draws_the_smith_of_its_number_or_one_of_all() {
        let count = SHIPPED.len() as u8;
        assert!((0..count).all(|byte| numbered(byte) == byte));
        let drawn: std::collections::BTreeSet<u8> = (count..=u8::MAX).map(numbered).collect();
        assert_eq!(drawn.len(), SHIPPED.len());
    }

    #[test]
    fn each_smith_is_read_and_written() {
        for (number, (name, text)) in SHIPPED.iter().enumerate() {
            let smith = Smith::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Smith::parse(&smith.text()).as_ref(), Ok(&smith), "{name}");
            assert_eq!(named(name), Some(number));
        }
    }
}
