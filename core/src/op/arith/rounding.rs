//! Rounding in a direction that `roundingmode` says ("RoundingModeAttr": `to_nearest_even`, `downward`, `upward`, `toward_zero`,
//! `to_nearest_away`).

use crate::eval::site::Site;
use crate::ir::Attribute;
use crate::observe::{Form, Lack};
use crate::semantics::Format;

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundingMode {
    /// To the nearest number, ties to the even one.
    NearestEven,
    /// To the next number below.
    Down,
    /// To the next number above.
    Up,
    /// To the next number with a smaller magnitude.
    TowardZero,
    /// To the nearest number, ties to the one with the larger magnitude.
    NearestAway,
}

const MODES: [(&str, RoundingMode); 5] = [
    ("to_nearest_even", RoundingMode::NearestEven),
    ("downward", RoundingMode::Down),
    ("upward", RoundingMode::Up),
    ("toward_zero", RoundingMode::TowardZero),
    ("to_nearest_away", RoundingMode::NearestAway),
];

/// The direction of an operation: to the nearest unless it says another one.
///
/// # Errors
/// It says one that is not known.
pub fn mode(site: &Site<'_>) -> Result<RoundingMode, Lack> {
    let Some(attribute) = site.attribute("roundingmode") else { return Ok(RoundingMode::NearestEven) };
    let known = match attribute {
        Attribute::Int(number, _) => usize::try_from(*number).ok().and_then(|number| MODES.get(number)),
        said => MODES.iter().find(|(word, _)| said.says(word)),
    };
    let unknown = || site.lacks(Form::value("roundingmode", attribute));
    known.map(|(_, mode)| *mode).ok_or_else(unknown)
}

/// Refuses an operation that rounds elsewhere than to the nearest number.
///
/// # Errors
/// It does.
pub fn to_nearest_only(site: &Site<'_>) -> Result<(), Lack> {
    match mode(site)? {
        RoundingMode::NearestEven => Ok(()),
        other => Err(site.lacks(Form::value("roundingmode", format_args!("{other:?}")))),
    }
}

/// The number of the format that a number is rounded to.
pub fn round(format: Format, mode: RoundingMode, value: f64) -> f64 {
    let nearest = format.round(value);
    if mode == RoundingMode::NearestEven || value.is_nan() || value.is_infinite() || nearest == value {
        return nearest;
    }
    let (below, above) = around(format, value.abs());
    let away = match mode {
        RoundingMode::NearestEven => return nearest,
        RoundingMode::Down => value < 0.0,
        RoundingMode::Up => value > 0.0,
        RoundingMode::TowardZero => false,
        // A number past the largest one is rounded as if there were more of them.
        RoundingMode::NearestAway if nearest.is_finite() && above.is_finite() => {
            value.abs() - below >= above - value.abs()
        }
        RoundingMode::NearestAway => !nearest.is_finite(),
    };
    let magnitude = if away { above } else { below };
    if magnitude.is_nan() { magnitude } else { magnitude.copysign(value) }
}

/// The numbers of the format next to a magnitude that is none of them: the one below, and the one above, which may be infinite or NaN.
fn around(format: Format, magnitude: f64) -> (f64, f64) {
    let nearest = format.round(magnitude);
    if nearest > magnitude || nearest.is_nan() {
        let below =
            if nearest.is_finite() { format.decode(format.encode(nearest) - 1) } else { format.largest };
        return (below, nearest);
    }
    let past = if format.has_infinity() { f64::INFINITY } else { f64::NAN };
    let above = if nearest == format.largest { past } else { format.decode(format.encode(nearest) + 1) };
    (nearest, above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    #[test]
    fn each_direction_has_its_number() {
        let half = Format::of(Element::F16).unwrap();
        let all = |value: f64| MODES.map(|(_, mode)| round(half, mode, value));
        assert_eq!(all(2049.0), [2048.0, 2048.0, 2050.0, 2048.0, 2050.0]);
        assert_eq!(all(-2049.0), [-2048.0, -2050.0, -2048.0, -2048.0, -2050.0]);
        assert_eq!(all(2049.5), [2050.0, 2048.0, 2050.0, 2048.0, 2050.0]);
        assert_eq!(all(1.5), [1.5; 5]);
        let past = 65536.0;
        assert_eq!(all(past), [f64::INFINITY, 65504.0, f64::INFINITY, 65504.0, f64::INFINITY]);
        assert_eq!(all(65505.0), [65504.0, 65504.0, f64::INFINITY, 65504.0, 65504.0]);
        let least = half.least();
        assert_eq!(all(least / 2.0), [0.0, 0.0, least, 0.0, least]);
        assert!(round(half, RoundingMode::Up, -least / 2.0).is_sign_negative());
    }

    #[test]
    fn without_infinities_there_is_nan_past_the_largest() {
        let narrow = Format::of(Element::F8E4M3FN).unwrap();
        assert!(round(narrow, RoundingMode::Up, 449.0).is_nan());
        assert_eq!(round(narrow, RoundingMode::Down, 1e9), 448.0);
        assert_eq!(round(narrow, RoundingMode::TowardZero, -1e9), -448.0);
    }
}
