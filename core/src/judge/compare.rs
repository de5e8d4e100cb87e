//! When two results count as equal, where nobody knows what they should be: every rule in one place, each with its reason. Where
//! the reference semantics know, [`super::reference_diff`]'s rules count.
//!
//! - Integers are equal when all printed bits are. No lowering may change an integer result of a program that
//!   is defined, so there is nothing to tolerate.
//! - NaN equals NaN. Neither TOSA nor MLIR fixes its payload or sign, and LLVM changes both.
//! - Positive and negative zero are equal. Fold hooks and expansions of MLIR lose the sign in known ways, and only the semantics can
//!   tell those apart from real differences.
//! - An infinity equals itself alone: the programs are built so that no correct lowering overflows, so a
//!   finite number beside an infinity is no rounding difference.
//! - Other floats may differ by [`Tolerance`]: passes may reassociate, fuse multiply and add, and choose
//!   between libm and polynomial approximations, and all of these are correct. Where the same of such passes are on both
//!   paths ([`Floats::Kept`]) there is less to allow for.

use crate::observe::{Buffer, Difference, Effect, Element, OutputType, PathReport, Place, ShownValue};
use crate::path::catalogue;
use crate::semantics::Format;
use crate::semantics::tensor::sign_extended;

/// The distance that two floats may have: `absolute + relative * max(|a|, |b|)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// In the value's own unit.
    pub absolute: f64,
    /// As a fraction of the larger magnitude.
    pub relative: f64,
}

/// The freedom with floats of the passes that set two paths apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floats {
    /// Nothing, by the catalogue; what they reorder adds up to a few units of the last places of an output's largest number.
    Kept,
    /// Rounding, contraction, another approximation.
    Changed,
}

impl Floats {
    /// Of two paths, by their passes that may change floats; whatever no table knows may.
    pub fn between(one: &PathReport, other: &PathReport) -> Floats {
        if changing_steps(one) == changing_steps(other) { Floats::Kept } else { Floats::Changed }
    }
}

/// The steps of a path that did something and may have changed floats, in alphabetical order.
fn changing_steps(report: &PathReport) -> Vec<&str> {
    let idle = [Some(Effect::Declined), Some(Effect::Unchanged)];
    let steps =
        report.steps.iter().filter(|step| !idle.contains(&step.effect)).map(|step| step.pipeline.as_str());
    let mut changing: Vec<&str> = steps.filter(|step| catalogue::may_change_floats(step)).collect();
    changing.sort_unstable();
    changing
}

impl Tolerance {
    /// The tolerance of an element type; none for integers.
    ///
    /// f32 allows 1e-3: far above the accuracy of any approximation MLIR offers (a few units in the last
    /// place, about 1e-6) even after some dozens of operations, and far below what a wrong index, a missed
    /// iteration or stale memory does to a value. f64 is allowed the same, because its values may have come
    /// through f32. f16 rounds at 2^-11 and bf16 at 2^-9 in every operation, so that some twenty of them may
    /// add up to 1e-2 and 5e-2; both are doubled.
    pub fn of(element: Element) -> Option<Tolerance> {
        let both = |t: f64| Some(Tolerance { absolute: t, relative: t });
        match element {
            Element::F32 | Element::F64 => both(1e-3),
            Element::F16 => both(2e-2),
            Element::Bf16 => both(1e-1),
            _ => None,
        }
    }

    /// The tolerance where floats are kept, in an output whose largest number is `largest`: some eighty units in the last place of
    /// f32, and ten of the narrow ones.
    pub fn kept(element: Element, largest: f64) -> Option<Tolerance> {
        let both = |relative: f64| Some(Tolerance { absolute: relative * largest, relative });
        match element {
            Element::F32 | Element::F64 => both(1e-5),
            Element::F16 => both(1e-2),
            Element::Bf16 => both(5e-2),
            _ => None,
        }
    }

    /// True where `a` and `b` count as equal.
    pub fn accepts(self, a: f64, b: f64) -> bool {
        if a.is_nan() || b.is_nan() {
            return a.is_nan() && b.is_nan();
        }
        if a.is_infinite() || b.is_infinite() {
            return a == b;
        }
        (a - b).abs() <= self.absolute + self.relative * a.abs().max(b.abs())
    }
}

/// Compares what two paths printed. `printed` says what the program held before it was bitcast for printing;
/// it is used when it names as many outputs as there are, and otherwise the printed types stand.
pub fn compare(
    a: &[Buffer],
    b: &[Buffer],
    printed: &[Element],
    floats: Floats,
) -> Result<(), Box<Difference>> {
    compare_at(a, b, printed, floats, |_, _| true)
}

/// Compares those elements alone that `counts` chooses, by output and place.
pub(super) fn compare_at(
    a: &[Buffer],
    b: &[Buffer],
    printed: &[Element],
    floats: Floats,
    counts: impl Fn(usize, usize) -> bool,
) -> Result<(), Box<Difference>> {
    if a.len() != b.len() {
        let (one, other) = (ShownValue::Outputs(a.len()), ShownValue::Outputs(b.len()));
        return Err(Box::new(Difference { at: Place::Outputs, one, other }));
    }
    for (index, (a_out, b_out)) in a.iter().zip(b).enumerate() {
        let held = if printed.len() == a.len() { Some(printed[index]) } else { None };
        let element = meaning(a_out.element, held);
        buffer(index, [a_out, b_out], element, floats, |place| counts(index, place))?;
    }
    Ok(())
}

/// The test whether two elements of these outputs, which are of this type, count as equal.
pub(super) fn accepted(element: Element, [a, b]: [&Buffer; 2], floats: Floats) -> impl Fn(u64, u64) -> bool {
    let tolerance = match floats {
        Floats::Kept => Tolerance::kept(element, largest(element, a).max(largest(element, b))),
        Floats::Changed => Tolerance::of(element),
    };
    move |x, y| match tolerance {
        Some(tolerance) => tolerance.accepts(float(element, x), float(element, y)),
        None => x == y,
    }
}

/// Compares one output.
fn buffer(
    index: usize,
    [a, b]: [&Buffer; 2],
    element: Element,
    floats: Floats,
    counts: impl Fn(usize) -> bool,
) -> Result<(), Box<Difference>> {
    if a.shape != b.shape || a.element != b.element || a.bits.len() != b.bits.len() {
        let at = Place::Kind { output: index };
        let [one, other] = [a, b].map(|buffer| ShownValue::Type(buffer.into()));
        return Err(Box::new(Difference { at, one, other }));
    }
    let same = accepted(element, [a, b], floats);
    let pairs = a.bits.iter().zip(&b.bits).enumerate();
    let mut differing = pairs.filter(|(place, (x, y))| !same(**x, **y) && counts(*place));
    let Some((first, (x, y))) = differing.next() else { return Ok(()) };
    let count = 1 + differing.count();
    let at = Place::Elements {
        output: index,
        kind: OutputType::from(a),
        held: element,
        count,
        of: a.bits.len(),
        first: position(&a.shape, first),
    };
    let [one, other] = [*x, *y].map(|bits| ShownValue::element(element, bits));
    Err(Box::new(Difference { at, one, other }))
}

/// The type a printed buffer is compared as: a float that was bitcast to a wide enough integer is a float.
pub(super) fn meaning(printed: Element, held: Option<Element>) -> Element {
    match held {
        Some(held) if held.is_float() && !printed.is_float() && printed.bits() >= held.bits() => held,
        _ => printed,
    }
}

/// The largest finite magnitude of an output of floats.
fn largest(element: Element, output: &Buffer) -> f64 {
    if !element.is_float() {
        return 0.0;
    }
    let magnitudes = output.bits.iter().map(|bits| float(element, *bits).abs());
    magnitudes.filter(|magnitude| magnitude.is_finite()).fold(0.0, f64::max)
}

/// The value of the low bits of `bits` as a float of type `element`.
pub(crate) fn float(element: Element, bits: u64) -> f64 {
    Format::of(element).map_or(f64::NAN, |format| format.decode(bits & element.low_bits()))
}

/// The low bits of `bits` as a signed number.
pub(crate) fn signed(element: Element, bits: u64) -> i64 {
    sign_extended(bits, element.bits())
}

/// The value of one element, as the shortest decimal that tells it from its neighbours.
pub fn decimal(element: Element, bits: u64) -> String {
    let bits = bits & element.low_bits();
    match element {
        Element::I1 => (bits == 1).to_string(),
        Element::F32 => format!("{:?}", f32::from_bits(bits as u32)).to_lowercase(),
        _ if element.is_float() => format!("{:?}", float(element, bits)).to_lowercase(),
        _ => signed(element, bits).to_string(),
    }
}

/// The place of element `flat`, row-major.
pub(super) fn position(shape: &[u64], mut flat: usize) -> Vec<u64> {
    let mut index = vec![0; shape.len()];
    for (at, extent) in index.iter_mut().zip(shape).rev() {
        *at = flat as u64 % extent.max(&1);
        flat /= (*extent).max(1) as usize;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Outcome, StepReport};

    fn ints(bits: &[u64]) -> Vec<Buffer> {
        vec![Buffer { shape: vec![bits.len() as u64], element: Element::I64, bits: bits.to_vec() }]
    }

    fn floats(values: &[f32]) -> Vec<Buffer> {
        ints(&values.iter().map(|v| v.to_bits() as i32 as i64 as u64).collect::<Vec<_>>())
    }

    fn told<T: std::fmt::Debug>(compared: Result<T, Box<Difference>>) -> String {
        crate::words::difference(&compared.unwrap_err(), "path a", "path b")
    }

    #[test]
    fn integers_are_bit_equal() {
        assert_eq!(compare(&ints(&[1, 2]), &ints(&[1, 2]), &[Element::I8], Floats::Changed), Ok(()));
        let said = told(compare(&ints(&[1, 2]), &ints(&[1, u64::MAX]), &[Element::I8], Floats::Changed));
        assert_eq!(
            said,
            "output 0 (2xi64, holding i64): 1 of 2 elements differ, the first at [1]: path a 2 (0x2), path b -1 (0xffffffffffffffff)"
        );
    }

    #[test]
    fn bitcast_floats_are_floats() {
        let (a, b) = (floats(&[1.0, -2.0]), floats(&[1.0005, -2.001]));
        assert_eq!(compare(&a, &b, &[Element::F32], Floats::Changed), Ok(()));
        assert!(compare(&a, &b, &[], Floats::Changed).is_err(), "without the type they are integers");
        assert!(
            compare(&a, &b, &[Element::F32, Element::F32], Floats::Changed).is_err(),
            "types of another program"
        );
        assert!(compare(&a, &floats(&[1.0, -2.01]), &[Element::F32], Floats::Changed).is_err());
    }

    #[test]
    fn small_numbers_are_held_closer_where_floats_are_kept() {
        let (nothing, little) = (floats(&[0.0]), floats(&[0.001]));
        assert!(compare(&nothing, &little, &[Element::F32], Floats::Kept).is_err());
        assert_eq!(compare(&nothing, &little, &[Element::F32], Floats::Changed), Ok(()));
        // A sum in another order.
        let (a, b) = (floats(&[100.0, 1e-5]), floats(&[100.0001, 2e-5]));
        assert_eq!(compare(&a, &b, &[Element::F32], Floats::Kept), Ok(()));
        assert!(compare(&a, &floats(&[100.01, 1e-5]), &[Element::F32], Floats::Kept).is_err());
    }

    #[test]
    fn floats_are_kept_by_all_that_both_paths_have_or_that_keeps_them() {
        let path = |steps: &[(&str, Effect)]| {
            let step = |(pass, effect): &(&str, Effect)| StepReport {
                pipeline: format!("builtin.module({pass})"),
                effect: Some(*effect),
            };
            PathReport { steps: steps.iter().map(step).collect(), ..PathReport::of(Outcome::Ok) }
        };
        use Effect::{Changed, Unchanged};
        let plain = path(&[("cse", Changed), ("convert-math-to-libm", Changed)]);
        let more = |pass, effect| path(&[("convert-math-to-libm", Changed), (pass, effect)]);
        assert_eq!(Floats::between(&plain, &more("canonicalize", Changed)), Floats::Kept);
        assert_eq!(Floats::between(&plain, &more("math-uplift-to-fma", Unchanged)), Floats::Kept);
        assert_eq!(Floats::between(&plain, &more("math-uplift-to-fma", Changed)), Floats::Changed);
        assert_eq!(Floats::between(&plain, &more("my-own-pass", Changed)), Floats::Changed);
        assert_eq!(Floats::between(&plain, &more("canonicalize{max-rewrites=7}", Changed)), Floats::Kept);
    }

    #[test]
    fn nan_zero_and_infinity() {
        let f32s = [Element::F32];
        let nan = floats(&[f32::NAN]);
        assert_eq!(compare(&nan, &floats(&[-f32::NAN]), &f32s, Floats::Changed), Ok(()));
        assert!(compare(&nan, &floats(&[0.0]), &f32s, Floats::Changed).is_err());
        assert_eq!(compare(&floats(&[0.0]), &floats(&[-0.0]), &f32s, Floats::Changed), Ok(()));
        assert_eq!(
            compare(&floats(&[f32::INFINITY]), &floats(&[f32::INFINITY]), &f32s, Floats::Changed),
            Ok(())
        );
        assert!(
            compare(&floats(&[f32::INFINITY]), &floats(&[f32::NEG_INFINITY]), &f32s, Floats::Changed)
                .is_err()
        );
        assert!(compare(&floats(&[f32::INFINITY]), &floats(&[f32::MAX]), &f32s, Floats::Changed).is_err());
    }

    #[test]
    fn shape_and_number_count() {
        let (a, mut b) = (ints(&[1, 2]), ints(&[1, 2]));
        b[0].shape = vec![1, 2];
        assert_eq!(
            told(compare(&a, &b, &[], Floats::Changed)),
            "output 0: path a printed 2xi64, path b 1x2xi64"
        );
        assert_eq!(told(compare(&a, &[], &[], Floats::Changed)), "path a printed 1 outputs, path b 0");
    }

    #[test]
    fn narrow_floats_decode_exactly() {
        for (bits, value) in [(0x3c00, 1.0), (0xc000, -2.0), (0x7bff, 65504.0), (0x0001, 2f64.powi(-24))] {
            assert_eq!(float(Element::F16, bits), value);
        }
        assert!(float(Element::F16, 0x7e00).is_nan());
        assert_eq!(float(Element::F16, 0xfc00), f64::NEG_INFINITY);
        assert_eq!(float(Element::Bf16, 0x3f80), 1.0);
        assert!(Tolerance::of(Element::F16).unwrap().accepts(1.0, 1.03));
        assert!(!Tolerance::of(Element::F16).unwrap().accepts(1.0, 1.05));
    }

    #[test]
    fn positions_are_row_major() {
        assert_eq!(position(&[2, 3, 4], 23), [1, 2, 3]);
        assert_eq!(position(&[], 0), [0u64; 0]);
    }
}
