//! Conversions with a scale (OCP Microscaling Formats): the scale is a power of two in the format f8E8M0FNU, each step of the
//! conversion rounds ("arith.scaling_extf", "arith.scaling_truncf").

use super::rounding;
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::observe::Lack;
use crate::op::lanewise::{binary, decode, rounded};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] =
    &[row("arith.scaling_extf", extend).since(22), row("arith.scaling_truncf", truncate).since(22)];

const SCALE: &str = "f8E8M0FNU";
/// Scales of at least so many bits are converted to the format of scales; narrower ones have to have it.
const WIDE: u32 = 16;

/// The formats of the scale as it is given and as it is used.
fn scale(site: &Site<'_>) -> Result<[Format; 2], Lack> {
    let (given, ty) = (site.operand_format(1)?, site.operand_type(1)?);
    let used = Format::named(SCALE).filter(|used| given == *used || given.bits >= WIDE);
    used.map(|used| [given, used]).ok_or_else(|| site.of(ty))
}

/// The result is the product of both operands, each in the format of the result.
fn extend(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to, [given, used]) = (site.operand_format(0)?, site.result_format()?, scale(site)?);
    let fast = site.fast();
    binary(site, move |x, by| {
        let [x, by] = [decode(from, x), used.round(decode(given, by))].map(|number| to.round(number));
        rounded(fast, &[x, by], to, to.round(x * by))
    })
}

/// The result is the quotient of both operands in the format of the first, in that of the result.
fn truncate(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to, [given, used]) = (site.operand_format(0)?, site.result_format()?, scale(site)?);
    let (fast, mode) = (site.fast(), rounding::mode(site)?);
    binary(site, move |x, by| {
        let (x, by) = (decode(from, x), from.round(used.round(decode(given, by))));
        rounded(fast, &[x, by], to, rounding::round(to, mode, from.round(x / by)))
    })
}

#[cfg(test)]
mod tests {
    use crate::op::testing::bits;

    /// The first element that an operation makes of a number and a scale, all given as bits.
    fn made(operation: &str, types: [&str; 3], [number, scale]: [u64; 2]) -> Option<u128> {
        let [from, by, to] = types;
        let constant = |name: &str, ty: &str, bits: u64| {
            let digits: String =
                ty.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
            format!(
                "%{name}i = \"arith.constant\"() <{{value = {bits} : i{digits}}}> : () -> i{digits}\n\
                 %{name} = \"arith.bitcast\"(%{name}i) : (i{digits}) -> {ty}\n"
            )
        };
        let text = format!(
            "{}{}%r = \"{operation}\"(%a, %b) : ({from}, {by}) -> {to}\n\"func.return\"(%r) : ({to}) -> ()",
            constant("a", from, number),
            constant("b", by, scale)
        );
        bits(to, &text)[0]
    }

    #[test]
    fn numbers_are_scaled_by_powers_of_two() {
        let extended =
            |number, scale| made("arith.scaling_extf", ["f4E2M1FN", "f8E8M0FNU", "f32"], [number, scale]);
        // 6 times 2^3, -1.5 times 2^-127 (a subnormal number), and NaN.
        assert_eq!(extended(7, 130), Some(48f32.to_bits().into()));
        assert_eq!(extended(11, 0), Some((-1.5f32 * 2f32.powi(-127)).to_bits().into()));
        assert!(f32::from_bits(extended(7, 255).unwrap() as u32).is_nan());
        let narrow = |number: f32, scale| {
            made("arith.scaling_truncf", ["f32", "f8E8M0FNU", "f4E2M1FN"], [number.to_bits().into(), scale])
        };
        assert_eq!(narrow(48.0, 130), Some(7));
        // 5 lies between 4 and 6, of which 4 has the even significand.
        assert_eq!(narrow(5.0, 127), Some(6));
    }

    #[test]
    fn a_wide_scale_gives_its_power_of_two() {
        let scaled =
            |scale: f32| made("arith.scaling_extf", ["f4E2M1FN", "f32", "f32"], [2, scale.to_bits().into()]);
        assert_eq!(scaled(8.0), Some(8f32.to_bits().into()));
    }
}
