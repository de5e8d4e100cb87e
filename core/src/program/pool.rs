//! The elements of new constants: biased to where things change, small where sums and products are to stay in range.

use crate::choices::Choices;
use crate::observe::Element;
use crate::semantics::format::power_of_two;
use crate::semantics::tensor::{limits, wrapped};
use crate::semantics::{Data, Float, Format, Tensor};

/// The kind of elements of a new constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Small numbers of both signs.
    Small,
    /// From 1 to 8: divisors, bases, what logarithms take.
    Positive,
    /// Integers from `.0` to `.1`, both included: shifts, indices.
    Between(i64, i64),
    /// From -1 to 1.
    Unit,
    /// Every magnitude as likely as any other.
    Wide,
    /// The numbers at which things change, among small and wide ones.
    Edge,
}

impl Pool {
    /// A pool as a byte chooses.
    pub fn drawn(byte: u8, edges: bool) -> Pool {
        match byte & 7 {
            0..3 => Pool::Small,
            3 => Pool::Positive,
            4 => Pool::Unit,
            5 => Pool::Wide,
            _ if edges => Pool::Edge,
            6 => Pool::Small,
            _ => Pool::Wide,
        }
    }

    /// A tensor of such elements.
    pub fn tensor(self, element: Element, shape: &[usize], choices: &mut Choices) -> Tensor {
        let count = shape.iter().product();
        let data = match Format::of(element) {
            Some(format) => {
                let value = |_| Float::exact(self.float(format, choices.seed()));
                Data::Floats((0..count).map(value).collect())
            }
            None => Data::Ints((0..count).map(|_| self.int(element, choices.seed())).collect()),
        };
        Tensor { shape: shape.to_vec(), element, data }
    }

    fn int(self, element: Element, seed: u64) -> i64 {
        let (least, most) = if element == Element::I1 { (0, 1) } else { limits(element) };
        let small = within(-9, 9, seed >> 8);
        let value = match self {
            _ if element == Element::I1 => (seed >> 8 & 1) as i64,
            Pool::Small | Pool::Unit => small,
            Pool::Positive => within(1, 8, seed >> 8),
            Pool::Between(low, high) => within(low, high, seed >> 8),
            // As many bits as the seed says.
            Pool::Wide => (seed as i64) >> ((seed >> 56) % 64),
            Pool::Edge => match seed & 15 {
                0 => least,
                1 => most,
                2 => least + 1,
                3 => most - 1,
                4 => -1,
                5 => 0,
                6 => 1 << (element.bits() / 2),
                7 => (1 << (element.bits() / 2)) - 1,
                8 => (seed as i64) >> ((seed >> 56) % 64),
                _ => small,
            },
        };
        if matches!(self, Pool::Wide) { wrapped(element, value.into()) } else { value.clamp(least, most) }
    }

    fn float(self, format: Format, seed: u64) -> f64 {
        let small = within(-32, 32, seed >> 8) as f64 / 4.0;
        let value = match self {
            Pool::Small => small,
            Pool::Positive => within(4, 64, seed >> 8) as f64 / 8.0,
            Pool::Between(low, high) => within(low, high, seed >> 8) as f64,
            Pool::Unit => within(-64, 64, seed >> 8) as f64 / 64.0,
            Pool::Wide => wide(seed),
            Pool::Edge => match seed & 31 {
                0 => f64::INFINITY,
                1 => f64::NEG_INFINITY,
                2 => f64::NAN,
                3 => -0.0,
                4 => 0.0,
                5 => format.largest,
                6 => -format.largest,
                7 => format.least_normal(),
                8 => -format.least(),
                9 => 3.0 * format.least(),
                10 => 1.0 + 2.0 * format.unit_roundoff(),
                11 => -1.0,
                12..16 => wide(seed),
                _ => small,
            },
        };
        let value = format.round(value);
        // A number that does not fit has no place in a pool that is not about edges.
        if value.is_finite() || self == Pool::Edge { value } else { format.round(small) }
    }
}

/// A number of 24 bits between 2^-12 and 2^12.
fn wide(seed: u64) -> f64 {
    let fraction = 1.0 + ((seed >> 8) & 0x7f_ffff) as f64 / f64::from(1u32 << 23);
    let magnitude = fraction * power_of_two(((seed >> 40) % 24) as i32 - 12);
    if seed >> 63 == 1 { -magnitude } else { magnitude }
}

fn within(low: i64, high: i64, seed: u64) -> i64 {
    let span = high.wrapping_sub(low).wrapping_add(1) as u64;
    if span == 0 { seed as i64 } else { low.wrapping_add((seed % span) as i64) }
}
