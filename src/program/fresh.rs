//! New inputs: constants whose elements suit the operation that asked for one.

use super::{Choices, Data, Int, Range, Type, Value};
use crate::observe::Element;

/// What the elements of a new constant are like. The first is drawn; the others are tried in order until one
/// is legal where the constant is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Small numbers of both signs: sums and products of them stay exact.
    Small,
    /// From 1 to 8: divisors, bases, what logarithms take.
    Positive,
    /// From 0 to 7: a shift that is legal for every type.
    Amount,
    /// From -1 to 1 in sixteenths; integers as `Small`.
    Unit,
    /// All bits random, among them the least and greatest value; floats up to 1024.
    Wide,
}

const STYLES: [Style; 8] = [
    Style::Small,
    Style::Small,
    Style::Positive,
    Style::Amount,
    Style::Unit,
    Style::Small,
    Style::Wide,
    Style::Wide,
];

/// Constants of `ty` to try, each with what is known of it.
pub fn constants(ty: &Type, choices: &mut Choices) -> Vec<(Data, Value)> {
    let drawn = STYLES[choices.below(STYLES.len())];
    let mut styles = vec![drawn, Style::Small, Style::Amount, Style::Positive];
    styles.dedup();
    let constant = |style| {
        let data = elements(ty, style, choices);
        let range = Range::of(&data);
        (data, Value { ty: ty.clone(), range })
    };
    styles.into_iter().map(constant).collect()
}

fn elements(ty: &Type, style: Style, choices: &mut Choices) -> Data {
    let count = ty.elements();
    if ty.element == Element::F32 {
        let (lo, hi, grain) = match style {
            Style::Small => (-32, 32, -2),
            Style::Positive => (4, 64, -3),
            Style::Amount => (0, 7, 0),
            Style::Unit => (-16, 16, -4),
            Style::Wide => (-1024, 1024, 0),
        };
        let value = |_| within(Int { lo, hi }, choices.seed()) as f32 * 2f32.powi(grain);
        return Data::Float((0..count).map(value).collect(), grain);
    }
    let full = Int::full(ty.element);
    let range = match (ty.element, style) {
        (Element::I1, _) | (_, Style::Wide) => full,
        (_, Style::Small | Style::Unit) => Int { lo: -9, hi: 9 },
        (_, Style::Positive) => Int { lo: 1, hi: 8 },
        (_, Style::Amount) => Int { lo: 0, hi: 7 },
    };
    let value = |_| {
        let seed = choices.seed();
        // One wide element in eight is an end of the type's range.
        match seed >> 60 {
            0 if style == Style::Wide => full.lo,
            1 if style == Style::Wide => full.hi,
            _ => within(range, seed),
        }
    };
    Data::Int((0..count).map(value).collect())
}

fn within(range: Int, seed: u64) -> i64 {
    let span = (range.hi - range.lo + 1) as u64;
    range.lo + (seed % span) as i64
}
