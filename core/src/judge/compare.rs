//! The comparison of two results where nobody knows what they should be: every rule of what counts as equal, each with its reason. Where
//! the reference semantics know, [`super::reference_diff`]'s rules count.
//!
//! - Integers are equal when all printed bits are. No lowering may change an integer result of a program that
//!   is defined, so there is nothing to tolerate.
//! - NaN equals NaN. Neither TOSA nor MLIR fixes its payload or sign, and LLVM changes both.
//! - Positive and negative zero are equal: whether a lowering may turn a zero around hangs on its operations. Results that differ
//!   in that alone are told apart by [`compare_zero_signs`], where each step was held to it (`zero_sign`).
//! - An infinity equals itself alone: the programs are built so that no correct lowering overflows, so a
//!   finite number beside an infinity is no rounding difference.
//! - Other floats may differ by [`Tolerance`]: passes may reassociate, fuse multiply and add, and choose
//!   between libm and polynomial approximations, and all of these are correct. Where the same of such passes are on both
//!   paths ([`Floats::Kept`]) there is less to allow for.

use super::spread::{ShownPlace, Spread, is_near};
use crate::observe::{Buffer, Difference, Element, NEXT, NextElement, OutputType, Place, ShownValue};
use crate::path::Floats;
use crate::semantics::Format;
use crate::semantics::tensor::sign_extended;

/// The nearness by which floats count as equal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Nearness<'a> {
    /// Equal numbers.
    Exact,
    /// By the distance that rounding may take them.
    Measured(&'a Spread),
    /// By [`Tolerance::kept`].
    Near,
    /// By [`Tolerance::of`].
    Loose,
}

impl Nearness<'_> {
    /// Of what two paths print, whose passes have this freedom.
    pub fn of_paths(floats: Floats) -> Nearness<'static> {
        match floats {
            Floats::Kept => Nearness::Near,
            Floats::Rounded | Floats::Changed => Nearness::Loose,
        }
    }
}

/// The distance that two floats may have: `absolute + relative * max(|a|, |b|)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// In the value's own unit.
    pub absolute: f64,
    /// As a fraction of the larger magnitude.
    pub relative: f64,
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
    compare_at(a, b, printed, Nearness::of_paths(floats), |_, _| true)
}

/// Compares those elements alone that `counts` chooses, by output and place.
pub(super) fn compare_at(
    a: &[Buffer],
    b: &[Buffer],
    printed: &[Element],
    nearness: Nearness<'_>,
    counts: impl Fn(usize, usize) -> bool,
) -> Result<(), Box<Difference>> {
    if a.len() != b.len() {
        let (one, other) = (ShownValue::Outputs(a.len()), ShownValue::Outputs(b.len()));
        return Err(Box::new(Difference { at: Place::Outputs, one, other }));
    }
    for (index, (a_out, b_out)) in a.iter().zip(b).enumerate() {
        let held = if printed.len() == a.len() { Some(printed[index]) } else { None };
        let element = meaning(a_out.element, held);
        buffer(index, [a_out, b_out], element, nearness, |place| counts(index, place))
            .map_err(|difference| Box::new(difference.as_held(if held.is_some() { printed } else { &[] })))?;
    }
    Ok(())
}

/// The difference of two results that are equal but for the sign of zeros, to the last bit and but for what NaN holds; none where they
/// differ in more, or in nothing.
pub fn compare_zero_signs(a: &[Buffer], b: &[Buffer], printed: &[Element]) -> Option<Box<Difference>> {
    compare_zero_signs_at(a, b, printed, |_, _| true)
}

/// As [`compare_zero_signs`]; elements that `counts` leaves out say nothing.
pub(super) fn compare_zero_signs_at(
    a: &[Buffer],
    b: &[Buffer],
    printed: &[Element],
    counts: impl Fn(usize, usize) -> bool,
) -> Option<Box<Difference>> {
    if a.len() != b.len() {
        return None;
    }
    let mut found = None;
    for (index, (a_out, b_out)) in a.iter().zip(b).enumerate() {
        if a_out.shape != b_out.shape || a_out.element != b_out.element {
            return None;
        }
        let held = if printed.len() == a.len() { Some(printed[index]) } else { None };
        let element = meaning(a_out.element, held);
        let differs = |x: u64, y: u64| x & element.low_bits() != y & element.low_bits();
        let number = |bits| float(element, bits);
        let turned = |x, y| element.is_float() && number(x) == 0.0 && number(y) == 0.0 && differs(x, y);
        let same = |x, y| !differs(x, y) || element.is_float() && number(x).is_nan() && number(y).is_nan();
        let pairs = a_out.bits.iter().copied().zip(b_out.bits.iter().copied()).enumerate();
        let counted: Vec<(usize, (u64, u64))> = pairs.filter(|(place, _)| counts(index, *place)).collect();
        if !counted.iter().all(|(_, (x, y))| same(*x, *y) || turned(*x, *y)) {
            return None;
        }
        let zeros = counted.into_iter().filter(|(_, (x, y))| turned(*x, *y));
        found = found.or_else(|| elements(index, a_out, element, zeros));
    }
    found
}

/// The test whether two elements of these outputs, which are of this type, count as equal. `shown` is the place of the outputs in a
/// spread.
pub(super) fn accepted<'a>(
    element: Element,
    [a, b]: [&Buffer; 2],
    nearness: Nearness<'a>,
    shown: ShownPlace,
) -> impl Fn(usize, u64, u64) -> bool + 'a {
    let tolerance = match nearness {
        Nearness::Measured(_) => None,
        Nearness::Exact => Tolerance::of(element).map(|_| Tolerance { absolute: 0.0, relative: 0.0 }),
        Nearness::Near => Tolerance::kept(element, largest(element, a).max(largest(element, b))),
        Nearness::Loose => Tolerance::of(element),
    };
    move |place, x, y| match (nearness, tolerance) {
        (Nearness::Measured(spread), _) => is_near(element, x, y, spread.at(&shown, place)),
        (_, Some(tolerance)) => tolerance.accepts(float(element, x), float(element, y)),
        // The bits of a NaN are nobody's promise in a narrow format, either.
        (_, None) => {
            x == y || (element.is_float() && [x, y].iter().all(|bits| float(element, *bits).is_nan()))
        }
    }
}

/// Compares one output.
fn buffer(
    index: usize,
    [a, b]: [&Buffer; 2],
    element: Element,
    nearness: Nearness<'_>,
    counts: impl Fn(usize) -> bool,
) -> Result<(), Box<Difference>> {
    if a.shape != b.shape || a.element != b.element || a.bits.len() != b.bits.len() {
        let at = Place::Kind { output: index };
        let [one, other] = [a, b].map(|buffer| ShownValue::Type(buffer.into()));
        return Err(Box::new(Difference { at, one, other }));
    }
    let same = accepted(element, [a, b], nearness, ShownPlace::Output(index));
    let pairs = a.bits.iter().copied().zip(b.bits.iter().copied()).enumerate();
    let differing = pairs.filter(|(place, (x, y))| !same(*place, *x, *y) && counts(*place));
    elements(index, a, element, differing).map_or(Ok(()), Err)
}

/// The difference of an output like `a` in these elements; none where there are none.
fn elements(
    output: usize,
    a: &Buffer,
    held: Element,
    mut differing: impl Iterator<Item = (usize, (u64, u64))>,
) -> Option<Box<Difference>> {
    let of = |(place, (x, y)): (usize, (u64, u64))| {
        let [one, other] = [x, y].map(|bits| ShownValue::element(held, bits));
        NextElement { at: position(&a.shape, place), one, other }
    };
    let NextElement { at: first, one, other } = of(differing.next()?);
    let next: Vec<NextElement> = differing.by_ref().take(NEXT).map(of).collect();
    let count = 1 + next.len() + differing.count();
    let at =
        Place::Elements { output, kind: OutputType::from(a), held, count, of: a.bits.len(), first, next };
    Some(Box::new(Difference { at, one, other }))
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
pub(super) fn float(element: Element, bits: u64) -> f64 {
    Format::of(element).map_or(f64::NAN, |format| format.decode(bits & element.low_bits()))
}

/// The low bits of `bits` as a signed number.
fn signed(element: Element, bits: u64) -> i64 {
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
        assert_eq!(said, "output 0 (2xi8): 1 of 2 elements differ, the first at [1]: path a 2, path b -1");
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
    fn zeros_of_other_signs_are_told_where_nothing_else_differs() {
        let signs = |one: &[f32], other: &[f32]| {
            compare_zero_signs_at(&floats(one), &floats(other), &[Element::F32], |_, place| place != 2)
        };
        let found = signs(&[1.0, -0.0, 0.0, f32::NAN], &[1.0, 0.0, -0.0, -f32::NAN]).expect("they differ");
        assert!(found.is_of_zeros());
        assert!(matches!(&found.at, Place::Elements { count: 1, first, .. } if first == &[1]), "{found:?}");
        assert_eq!(signs(&[1.0, 0.0], &[1.0, 0.0]), None);
        assert_eq!(signs(&[1.0, 0.0, -0.0], &[1.0, 0.0, 0.0]), None, "it does not count");
        assert_eq!(signs(&[1.0, -0.0], &[1.000_000_1, 0.0]), None, "that is not all");
        let outputs = |sign| [floats(&[sign]), floats(&[2.0])].concat();
        let printed = [Element::F32; 2];
        let both = |one: &[Buffer], other: &[Buffer]| compare_zero_signs(one, other, &printed);
        assert!(both(&outputs(0.0), &outputs(-0.0)).is_some());
        assert_eq!(both(&outputs(0.0), &outputs(-0.0)[..1]), None);
        assert_eq!(compare_zero_signs(&ints(&[0]), &ints(&[1 << 63]), &[Element::I64]), None);
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
        for (bits, value) in [(0x3c00, 1.0), (0xc000, -2.0), (0x7bff, 65504.0), (0x0001, 1.0 / 16_777_216.0)]
        {
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
