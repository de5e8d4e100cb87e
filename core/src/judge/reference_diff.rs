//! The reference property: each path of a program computes what the reference semantics say it computes. So a path can convict
//! itself, what all paths have in common shows, and where paths differ it can be told which of them is wrong.
//!
//! - Integers are equal when their bits are.
//! - A float lies within the bound that the semantics derive for its element; no fixed tolerance comes in. Two paths within the
//!   bound are at most twice the bound apart, and that is all there is to ask of the pair.
//! - NaN is expected where it is certain, whatever its sign and payload.
//! - A zero that is exactly known has a sign, and a zero of the other sign is a finding of a class of its own: fold hooks that lose it
//!   would drown other differences. A zero of either sign is what the semantics say where lowerings may choose.
//! - Where nothing is prescribed (poison, a jump within a bound, an overflow that is not certain) no path can be wrong. Paths that differ
//!   there cannot be compared.

use super::compare::{Nearness, compare_at, position};
use super::oracle::{Needs, Oracle};
use super::{
    Against, Detail, Deviation, Difference, Floats, Others, Place, Reason, Same, Verdict, VerdictKind,
    Witness, compare,
};
use crate::observe::{
    Bound, Buffer, Element, ElementBits, Expected, NEXT, NextElement, Outcome, OutputType, PathLetter,
    PathReport, Prescribed, ShownValue,
};
use crate::semantics::{Float, Format};

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "reference-diff",
    sees: "A path gives other results than the reference semantics.",
    needs: Needs::Semantics,
    convicts: &[],
    judge: Some(|reports, prescribed| against(reports, prescribed, prescribed.expected?)),
    finds: |verdict| match verdict.detail.seen_once() {
        Some(seen) => matches!(seen, Detail::Unexpected { .. }),
        None => verdict.kind == VerdictKind::Mismatch && verdict.against.is_some(),
    },
    stock: true,
    planted: "reference_diff::the_witness_that_stands_alone_is_named",
};

/// The error of decimal text of six digits, as a fraction of the value.
const SIX_DIGITS: f64 = 1e-5;

/// The relation of one element to its expected value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closeness {
    Within,
    OtherZero,
    Outside,
}

/// Holds every path that ran to its end against `expected`, whatever became of the others; none where all are within.
fn against(reports: &[PathReport], prescribed: Prescribed<'_>, expected: &[Expected]) -> Option<Verdict> {
    let ran = reports.iter().enumerate().filter(|(_, report)| report.outcome == Outcome::Ok);
    let deviation = |(index, report): (usize, &PathReport)| {
        let is_known = prescribed.printed.len() == report.outputs.len();
        let printed = if is_known { prescribed.printed } else { &[] };
        let found = deviation(&report.outputs, expected, prescribed.decimal);
        let held = |found: Deviation| Deviation { difference: found.difference.as_held(printed), ..found };
        (index, found.map(held))
    };
    let mut found: Vec<(usize, Option<Deviation>)> = ran.map(deviation).collect();
    let is_worse = |found: &Option<Deviation>| found.as_ref().is_some_and(|deviation| !deviation.zero_sign);
    if found.iter().any(|(_, found)| is_worse(found)) {
        // Beside a wrong number the sign of a zero says nothing about who is right.
        found.iter_mut().filter(|(_, found)| !is_worse(found)).for_each(|(_, found)| *found = None);
    }
    let (outside, inside): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, found)| found.is_some());
    let outside: Vec<(usize, Deviation)> =
        outside.into_iter().filter_map(|(index, found)| found.map(|found| (index, found))).collect();
    let (first, deviation) = outside.first()?;
    let unexpected = |others| {
        let deviation = Box::new(deviation.clone());
        Detail::Unexpected { path: PathLetter(*first), deviation, others }
    };
    let inside: Vec<usize> = inside.into_iter().map(|(index, _)| index).collect();
    if let Some(same) = inside.iter().find_map(|other| twins(&reports[*first], &reports[*other])) {
        let detail = Detail::Twice { same, seen: Box::new(unexpected(None)) };
        return Some(Verdict::finding(VerdictKind::Nondeterministic, None, detail));
    }
    let wrong: Vec<usize> = outside.iter().map(|(index, _)| *index).collect();
    let (alone, others) = witnesses(reports, prescribed.printed, &wrong, &inside);
    let verdict = Verdict::finding(VerdictKind::Mismatch, None, unexpected(Some(others)));
    let every_path = wrong.len() > 1 && inside.is_empty();
    let against = Against { difference: deviation.difference.clone(), every_path };
    Some(Verdict { alone, zero_sign: deviation.zero_sign, against: Some(Box::new(against)), ..verdict })
}

/// True if these outputs are within the expected bounds; signs of zeros do not count.
pub fn agrees(outputs: &[Buffer], expected: &[Expected]) -> bool {
    deviation(outputs, expected, false).is_none_or(|deviation| deviation.zero_sign)
}

/// The witness that stands alone, and the results of the paths beside the first wrong one.
fn witnesses(
    reports: &[PathReport],
    printed: &[Element],
    wrong: &[usize],
    right: &[usize],
) -> (Option<Witness>, Others) {
    let letters = |paths: &[usize]| paths.iter().copied().map(PathLetter).collect();
    match (wrong, right) {
        ([_], []) => (None, Others::Absent),
        ([one], _) => (Some(Witness::Path(*one)), Others::Right(letters(right))),
        (_, []) => {
            let (first, others) = wrong.split_first().expect("one path is wrong");
            let outputs = |path: &usize| &reports[*path].outputs;
            let alike =
                |path: &usize| compare(outputs(first), outputs(path), printed, Floats::Changed).is_ok();
            match others.iter().all(alike) {
                true => (Some(Witness::Semantics), Others::WrongAlike),
                false => (None, Others::WrongOtherwise),
            }
        }
        _ => (None, Others::Mixed { wrong: letters(wrong), right: letters(right) }),
    }
}

/// Compares paths that all are within what is expected, where that says nothing: with the first of them.
pub fn where_open(
    reports: &[PathReport],
    prescribed: Prescribed<'_>,
    expected: &[Expected],
) -> Option<Verdict> {
    let is_open =
        |output: usize, place: usize| expected.get(output).is_none_or(|out| says_nothing(out, place));
    let why = || expected.iter().find_map(|output| output.open.clone());
    let (first, others) = reports.split_first()?;
    for (index, other) in others.iter().enumerate() {
        let compared =
            compare_at(&first.outputs, &other.outputs, prescribed.printed, Nearness::Loose, is_open);
        let Err(difference) = compared else { continue };
        let paths = [0, index + 1].map(PathLetter);
        if let Some(same) = twins(first, other) {
            let detail = Detail::Twice { same, seen: Box::new(Detail::Differ { paths, difference }) };
            return Some(Verdict::finding(VerdictKind::Nondeterministic, None, detail));
        }
        let detail = Detail::OpenWhereTheyDiffer { why: why(), paths, difference };
        return Some(Verdict::incomparable(Reason::Open, None, detail));
    }
    let mut elements = expected
        .iter()
        .flat_map(|output| (0..output.bits.len()).map(move |place| says_nothing(output, place)));
    if others.is_empty() && !expected.is_empty() && elements.all(|open| open) {
        return Some(Verdict::incomparable(Reason::Open, None, Detail::OpenEverywhere { why: why() }));
    }
    None
}

/// Checks that two programs may show the same, each by its expected values, the sign of zeros included where `zero_sign` says so; else
/// it says where they differ.
///
/// # Errors
/// The deviation of the first one.
pub fn agree(one: &[Expected], other: &[Expected], zero_sign: bool) -> Result<(), Box<Deviation>> {
    let guesses: Vec<Buffer> = one.iter().map(Expected::guess).collect();
    let mut wide = other.to_vec();
    for (wide, one) in wide.iter_mut().zip(one) {
        let open = one.open.is_some();
        let bound = |place| if open { f64::INFINITY } else { one.bound(place) + wide.bound(place) };
        wide.bounds = (0..wide.bits.len()).map(bound).collect();
    }
    let found = deviation(&guesses, &wide, false).filter(|found| zero_sign || !found.zero_sign);
    found.map_or(Ok(()), |found| Err(Box::new(found)))
}

/// The thing that both paths ran, where it is the same lowered code.
pub fn twins(one: &PathReport, other: &PathReport) -> Option<Same> {
    if one.pipelines() == other.pipelines() {
        return Some(Same::Path);
    }
    let same = one.final_module.is_some() && one.final_module == other.final_module;
    same.then_some(Same::Module)
}

fn says_nothing(expected: &Expected, place: usize) -> bool {
    expected.open.is_some() || expected.bound(place) == f64::INFINITY
}

/// The worst deviation of the prints of a path from the expected values.
fn deviation(outputs: &[Buffer], expected: &[Expected], decimal: bool) -> Option<Deviation> {
    if outputs.len() != expected.len() {
        let (one, other) = (ShownValue::Outputs(expected.len()), ShownValue::Outputs(outputs.len()));
        let difference = Difference { at: Place::Outputs, one, other };
        return Some(Deviation { zero_sign: false, difference });
    }
    let mut zeros = None;
    for (index, (given, wanted)) in outputs.iter().zip(expected).enumerate() {
        match of_output(index, given, wanted, decimal) {
            Some(found) if !found.zero_sign => return Some(found),
            found => zeros = zeros.or(found),
        }
    }
    zeros
}

fn of_output(index: usize, given: &Buffer, expected: &Expected, decimal: bool) -> Option<Deviation> {
    if given.shape != expected.shape || given.bits.len() != expected.bits.len() {
        let [one, other] = [&expected.guess(), given].map(|buffer| ShownValue::Type(buffer.into()));
        let difference = Difference { at: Place::Kind { output: index }, one, other };
        return Some(Deviation { zero_sign: false, difference });
    }
    let reading = BitReading::of(given.element, expected, decimal)?;
    let standings: Vec<Closeness> =
        given.bits.iter().enumerate().map(|(place, bits)| reading.standing(*bits, expected, place)).collect();
    let count = |standing: Closeness| standings.iter().filter(|one| **one == standing).count();
    let (wrong, zeros) = (count(Closeness::Outside), count(Closeness::OtherZero));
    let (standing, count) = match (wrong, zeros) {
        (0, 0) => return None,
        (0, zeros) => (Closeness::OtherZero, zeros),
        (wrong, _) => (Closeness::Outside, wrong),
    };
    let mut places =
        standings.iter().enumerate().filter(|(_, one)| **one == standing).map(|(place, _)| place);
    let element = reading.element(given.element);
    let of = |place: usize| NextElement {
        at: position(&given.shape, place),
        one: wanted(expected, place),
        other: ShownValue::element(element, given.bits[place]),
    };
    let NextElement { at: first, one, other } = of(places.next()?);
    let (output, kind, held) = (index, OutputType::from(given), expected.held);
    let next = places.take(NEXT).map(of).collect();
    let at = Place::Elements { output, kind, held, count, of: given.bits.len(), first, next };
    let difference = Difference { at, one, other };
    Some(Deviation { zero_sign: standing == Closeness::OtherZero, difference })
}

/// The expected value of one element.
fn wanted(expected: &Expected, place: usize) -> ShownValue {
    let float = Float { value: 0.0, bound: expected.bound(place) };
    let (element, bits) = (expected.held, expected.bits[place]);
    match float.bound {
        0.0 => ShownValue::element(element, bits),
        _ if float == Float::EITHER_ZERO => ShownValue::EitherZero {},
        bound => ShownValue::Within { element, bits: ElementBits::of(element, bits), bound: Bound(bound) },
    }
}

/// A way to read the bits of an output.
enum BitReading {
    /// As these many bits of an integer.
    Integer(u64),
    /// As floats of this type, which may be off by this fraction more.
    Float(Element, Format, f64),
}

impl BitReading {
    /// It gives none where `given` cannot be read as the expected type.
    fn of(given: Element, expected: &Expected, decimal: bool) -> Option<BitReading> {
        match (Format::of(expected.held), Format::of(given)) {
            (None, None) => Some(BitReading::Integer(given.low_bits() & expected.element.low_bits())),
            (Some(_), Some(format)) => {
                let rounding = if decimal { SIX_DIGITS } else { 0.0 };
                Some(BitReading::Float(given, format, rounding))
            }
            (Some(format), None) if given.bits() >= format.bits => {
                Some(BitReading::Float(expected.held, format, 0.0))
            }
            _ => None,
        }
    }

    /// The type the bits of `given` are read as.
    fn element(&self, given: Element) -> Element {
        match self {
            BitReading::Integer(_) => given,
            BitReading::Float(element, ..) => *element,
        }
    }

    fn standing(&self, given: u64, expected: &Expected, place: usize) -> Closeness {
        if says_nothing(expected, place) {
            return Closeness::Within;
        }
        let wanted = expected.bits[place];
        let (given, rounding) = match self {
            BitReading::Integer(mask) if (given ^ wanted) & mask == 0 => return Closeness::Within,
            BitReading::Integer(_) => return Closeness::Outside,
            BitReading::Float(element, format, rounding) => {
                (format.decode(given & element.low_bits()), *rounding)
            }
        };
        let Some(format) = Format::of(expected.held) else { return Closeness::Within };
        let value = format.decode(wanted & expected.held.low_bits());
        let mut float = Float { value, bound: expected.bound(place) };
        if rounding > 0.0 {
            float = float.widened(value.abs() * rounding);
        }
        if value.is_nan() || given.is_nan() {
            return if value.is_nan() && given.is_nan() { Closeness::Within } else { Closeness::Outside };
        }
        if given < float.low() || given > float.high() {
            return Closeness::Outside;
        }
        let other_zero = float.bound == 0.0 && given.is_sign_negative() != value.is_sign_negative();
        if other_zero { Closeness::OtherZero } else { Closeness::Within }
    }
}

#[cfg(test)]
#[path = "reference_diff_tests.rs"]
mod tests;
