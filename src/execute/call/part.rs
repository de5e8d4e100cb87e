//! The parts that values consist of, as the machine keeps them: read from what a person writes, drawn, and shown.

use crate::eval::types::{LaneType, Layout, Scalar};
use crate::eval::{element_type, lane};
use crate::execute::wrapper::LEAST_OPEN_EXTENT;
use crate::ir::{self, Signedness};
use crate::judge::decimal;
use crate::observe::Element;
use crate::semantics::Format;
use rand::{Rng, RngExt};
use std::fmt;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValuePart {
    scalar: Scalar,
    is_index: bool,
    is_unsigned: bool,
}

impl ValuePart {
    /// The parts of an element of a tensor or a memref; of any other type, of a value of it. None where the machine has no such values.
    pub fn all(ty: &ir::Type) -> Option<Vec<ValuePart>> {
        let element = element_type(ty);
        let layout = LaneType::of(element).and_then(Layout::of).ok()?;
        let number = element.of_numbers();
        let is_unsigned = matches!(number, ir::Type::Integer(_, Signedness::Unsigned));
        let is_index = *number == ir::Type::Index;
        let part = |scalar| ValuePart { scalar, is_index, is_unsigned };
        Some(layout.leaves.iter().map(|leaf| part(leaf.scalar)).collect())
    }

    /// The bits of a number as a person writes it.
    ///
    /// # Errors
    /// The type has no such number.
    pub fn bits(self, number: &str) -> Result<u128, String> {
        let refuse = |why: &str| format!("{number} is no {self}: {why}");
        let bits = self.scalar.bits();
        if let Some(digits) = number.strip_prefix("0x") {
            let value = u128::from_str_radix(digits, 16).map_err(|_| refuse("use at most 32 digits"))?;
            let is_number = matches!(self.scalar, Scalar::Int(_) | Scalar::Float(_) | Scalar::Quad);
            return match value & !lane::mask(bits) {
                _ if !is_number => Err(refuse("lowdiff makes no such argument")),
                0 => Ok(value),
                _ => Err(refuse("that is more bits than it has")),
            };
        }
        match self.scalar {
            Scalar::Int(1) if number == "true" => Ok(1),
            Scalar::Int(1) if number == "false" => Ok(0),
            Scalar::Int(width) => {
                let signed = number.parse::<i128>().map(|value| (value as u128, value < 0));
                let value = signed.or_else(|_| number.parse::<u128>().map(|value| (value, false)));
                let (value, is_negative) = value.map_err(|_| refuse("use a decimal, or bits as 0xff"))?;
                let kept = value & lane::mask(width);
                let fits = match is_negative {
                    true => !self.is_unsigned && lane::signed(kept, width) as u128 == value,
                    false => kept == value,
                };
                if fits { Ok(kept) } else { Err(refuse(&format!("{width} bits do not hold it"))) }
            }
            Scalar::Float(format) => {
                let value: f64 =
                    number.parse().map_err(|_| refuse("use a decimal, inf, nan, or bits as 0x7fc0"))?;
                let held = format.round(value);
                match () {
                    () if !format.has(value) => Err(refuse("the type has no such number")),
                    () if value.is_infinite() && !held.is_infinite() => {
                        Err(refuse("the type has no infinity"))
                    }
                    () if value.is_finite() && !held.is_finite() => Err(refuse("it is too large")),
                    () => Ok(format.encode(held).into()),
                }
            }
            Scalar::Quad => Err(refuse("use bits as 0x3fff0000000000000000000000000000")),
            Scalar::Pointer | Scalar::Tensor | Scalar::Token => Err(refuse("lowdiff makes no such argument")),
        }
    }

    /// A drawn number, a small one; none of what is no number.
    pub fn drawn(self, random: &mut impl Rng) -> Option<u128> {
        match self.scalar {
            Scalar::Int(1) => Some(random.random::<bool>().into()),
            Scalar::Int(_) if self.is_index => Some(random.random_range(0..LEAST_OPEN_EXTENT.into())),
            Scalar::Int(width) => {
                // Programs divide: no zero.
                let most = if width < 5 { (1i128 << (width - 1)) - 1 } else { 9 };
                let value = random.random_range(1..=most);
                let is_negative = !self.is_unsigned && random.random::<bool>();
                Some(if is_negative { -value } else { value } as u128 & lane::mask(width))
            }
            Scalar::Float(format) => {
                let value = f64::from(random.random_range(-32i32..=32)) / 4.0;
                let value = if format.has(value) { value } else { 1.0 };
                Some(format.encode(format.round(value)).into())
            }
            Scalar::Quad => Some(0x3fff << 112),
            Scalar::Pointer | Scalar::Tensor | Scalar::Token => None,
        }
    }

    /// The decimal of these bits; of a float that no decimal is computed for, its bits.
    pub fn decimal(self, bits: u128) -> String {
        match self.scalar {
            Scalar::Int(1) => (bits == 1).to_string(),
            Scalar::Int(_) if self.is_unsigned => bits.to_string(),
            Scalar::Int(width) => lane::signed(bits, width).to_string(),
            Scalar::Float(format) => match Element::parse(&format.name()) {
                Some(element) => decimal(element, bits as u64),
                None => format!("{:?}", Format::decode(format, bits as u64)).to_lowercase(),
            },
            _ => format!("{bits:#x}"),
        }
    }
}

impl fmt::Display for ValuePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_index, self.is_unsigned) {
            (true, _) => f.write_str("index"),
            (_, true) => write!(f, "u{}", self.scalar),
            _ => write!(f, "{}", self.scalar),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_type;

    fn part(spelling: &str) -> ValuePart {
        ValuePart::all(&parse_type(spelling)).expect("the machine has such values")[0]
    }

    #[test]
    fn what_is_written_is_shown_again() {
        let shown = |ty: &str, number: &str| part(ty).bits(number).map(|bits| part(ty).decimal(bits));
        for (ty, number) in [
            ("i1", "true"),
            ("i3", "-4"),
            ("i128", "-170141183460469231731687303715884105728"),
            ("i65", "-18446744073709551616"),
            ("ui8", "255"),
            ("si8", "-128"),
            ("index", "7"),
            ("complex<f32>", "-2.5"),
            ("vector<2x3xbf16>", "0.5"),
            ("f8E8M0FNU", "0.25"),
            ("f4E2M1FN", "-6.0"),
            ("tensor<2xf6E3M2FN>", "28.0"),
            ("f8E4M3FNUZ", "nan"),
            ("f64", "inf"),
        ] {
            assert_eq!(shown(ty, number), Ok(number.to_owned()), "{ty}");
        }
        assert_eq!(shown("i8", "255"), Ok("-1".into()));
        assert_eq!(shown("f128", "0x3fff0000000000000000000000000000").unwrap().len(), 34);
        for (ty, number, why) in [
            ("i8", "256", "8 bits do not hold it"),
            ("i3", "-5", "3 bits do not hold it"),
            ("ui8", "-1", "-1 is no ui8: 8 bits do not hold it"),
            ("f8E8M0FNU", "-1.0", "no such number"),
            ("f4E2M1FN", "inf", "no such number"),
            ("f8E4M3FN", "500", "it is too large"),
            ("f8E4M3FN", "inf", "no infinity"),
            ("i8", "0x100", "more bits"),
            ("i8", "false", "use a decimal"),
            ("!llvm.ptr", "1", "no such argument"),
            ("f128", "1.0", "use bits"),
        ] {
            let said = shown(ty, number).expect_err(number);
            assert!(said.contains(why), "{ty}: {said}");
        }
        assert_eq!(ValuePart::all(&parse_type("f80")), None);
    }

    #[test]
    fn what_is_drawn_is_a_number_of_the_type() {
        use rand::SeedableRng as _;
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for ty in ["i1", "i2", "i128", "ui8", "index", "f8E8M0FNU", "f4E2M1FN", "f64"] {
            for _ in 0..50 {
                let bits = part(ty).drawn(&mut random).expect("a number");
                assert_eq!(part(ty).bits(&part(ty).decimal(bits)), Ok(bits), "{ty}");
            }
        }
        assert_eq!(part("!llvm.ptr").drawn(&mut random), None);
    }
}
