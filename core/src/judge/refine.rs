//! Refinement: whether a run of a program after a pass is allowed by a run of it before (the notion of Alive2, Lopes et al., PLDI
//! 2021, on concrete runs).
//!
//! - Behaviour that was undefined before allows everything, and a value that was poison or undef allows any value.
//! - A defined value stays as it is. Integers keep their bits; NaN keeps neither sign nor payload; other floats stay the same numbers,
//!   unless a pass between may change floats or an operation leaves their rounding open: then they may be as far apart as rounding may
//!   take them ([`super::spread`]). A zero keeps its sign where no pass between may change it, no operation is approximate, and nothing else differs.
//! - Printed outputs count, in their order, values that the entry function returns, and what it leaves in public globals and behind
//!   pointers that it returns. Addresses do not count.
//! - Behaviour or a value that the documentation leaves open on either side cannot be told apart from a wrong one.

use super::Floats;
use super::compare::{Nearness, accepted, compare_at, compare_zero_signs_at, float};
pub use super::reference_diff::agrees;
use super::spread::{ShownPlace, Spread};
use crate::eval::{Lane, Returned, RunFacts, Saying, Shaped, StopKind, Stopped};
pub use crate::observe::Breach;
use crate::observe::{Buffer, Cause, Element, Expected, Lack, LaneBits, OpenChoice, Relation};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The relation of a run to an earlier one of the same program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refinement {
    /// It shows the same.
    Same,
    /// Floats are rounded in another way, within what is allowed.
    Rounded,
    /// The earlier run is undefined, so that any run would do.
    Vacuous,
    /// It shows the same but for elements that the documentation leaves open.
    Partly,
    /// Nobody can tell, for this reason.
    Unknown(Unknown),
    /// The earlier run does not allow it.
    Broken(Breach),
}

impl Refinement {
    /// The relation that it is counted as, and the thing that the machine does not have, where that is why nobody can tell.
    pub fn counted(&self) -> (Relation, Option<&Lack>) {
        match self {
            Refinement::Same => (Relation::Same, None),
            Refinement::Rounded => (Relation::Rounded, None),
            Refinement::Vacuous => (Relation::Vacuous, None),
            Refinement::Partly => (Relation::Partly, None),
            Refinement::Unknown(Unknown::Unsupported(why)) => (Relation::Unsupported, why.lack()),
            Refinement::Unknown(Unknown::TooLong) => (Relation::TooLong, None),
            Refinement::Unknown(Unknown::Open(_)) => (Relation::Open, None),
            Refinement::Unknown(Unknown::Types) => (Relation::Types, None),
            Refinement::Broken(_) => (Relation::Broken, None),
        }
    }
}

/// A reason why nobody can tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unknown {
    /// The machine does not have this.
    Unsupported(Cause),
    /// A run takes more steps than it may.
    TooLong,
    /// The documentation leaves it open.
    Open(Openness),
    /// The results have other types, which cannot be compared.
    Types,
}

/// A thing that is open, so that nobody can tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openness {
    /// The next step of a run, for this reason.
    Run(Cause),
    /// A result that the specification calls unpredictable.
    Unpredictable,
    /// An element that is returned.
    Returned,
    /// Elements that were definite: all are open in the later state.
    LeftOpen,
    /// All elements that are shown.
    Whole,
    /// A thing that results show.
    Shown(OpenChoice),
    /// Floats that may be rounded in another way, as nobody knows how far that may take the results.
    Rounding,
    /// An early end, as the pass makes programs give up where there is poison.
    Checks,
    /// A result, or the end of the run, as the earlier run went on where a stricter reading of the documentation ends it.
    Lenient,
    /// The work of the pass, as no table knows it.
    Pass,
    /// Results that the pass changes by design.
    Design,
    /// Results behind a pass that frees, as a function gives back memory that it was given.
    GivenBack,
}

/// Facts about two runs that decide how they are compared.
#[derive(Clone, Copy, Debug)]
pub struct Between<'a> {
    /// The types of the outputs before they were bitcast for printing, where that is known.
    pub printed: &'a [Element],
    /// The freedom of the passes between.
    pub floats: Floats,
    /// The results of the program by the reference semantics, where they know.
    pub expected: Option<&'a [Expected]>,
    /// The distance that rounding, and what else is left open, may take results; none where nobody asked yet, so that numbers have to be equal.
    pub spread: Option<&'a Spread>,
}

/// True if `after` is allowed by `before`.
///
/// A product and a sum that are rounded once have no bound on how far they are from what is rounded twice: one may be finite and the
/// other infinite, or all digits of one be lost in the other.
pub fn refines(before: &RunFacts, after: &RunFacts, between: Between<'_>) -> Refinement {
    let relation = held(before, after, between);
    let rounded_once = before.rounded_once.or(after.rounded_once);
    match relation {
        Refinement::Broken(Breach::Undetermined { .. } | Breach::Left { bits: None, .. })
            if is_strict(before, after) =>
        {
            Refinement::Unknown(Unknown::Open(Openness::Lenient))
        }
        Refinement::Broken(_) if rounded_once.is_some() && between.floats > Floats::Kept => {
            Refinement::Unknown(Unknown::Open(Openness::Rounding))
        }
        relation => relation,
    }
}

/// True if rounding may set two runs apart, whose passes between have this freedom.
pub fn leaves_room(before: &RunFacts, after: &RunFacts, floats: Floats) -> bool {
    floats > Floats::Kept || before.approximate || after.approximate
}

fn held(before: &RunFacts, after: &RunFacts, between: Between<'_>) -> Refinement {
    let ended = |run: &RunFacts| run.stopped.as_ref().map(|stopped| stopped.kind);
    match (ended(before), ended(after)) {
        (Some(StopKind::Undefined | StopKind::Division | StopKind::Memory), _) => Refinement::Vacuous,
        (Some(StopKind::Unsupported | StopKind::TooLong | StopKind::Open), _) => {
            unknown(before.stopped.as_ref())
        }
        (None | Some(StopKind::Fault), Some(StopKind::TooLong)) if is_endless(before, after) => {
            Refinement::Broken(Breach::Endless { steps: [before.steps, after.steps] })
        }
        (_, Some(StopKind::Unsupported | StopKind::TooLong | StopKind::Open)) => {
            unknown(after.stopped.as_ref())
        }
        // With another value in the place of one that is open, an operation behind it may be undefined.
        (None, Some(_)) if before.unpredictable || !before.open.is_empty() => {
            Refinement::Unknown(Unknown::Open(Openness::Unpredictable))
        }
        // A pass may make an access to memory of an operation that was run ahead of time, and whose result nothing used.
        (None, Some(_)) if is_strict(before, after) || before.lenient > 0 && after.used_poison() => {
            Refinement::Unknown(Unknown::Open(Openness::Lenient))
        }
        (_, Some(StopKind::Undefined | StopKind::Division | StopKind::Memory)) => {
            Refinement::Broken(Breach::Undefined(reason(after.stopped.as_ref())))
        }
        (Some(StopKind::Fault), None) => fault(true, before),
        (None, Some(StopKind::Fault)) => fault(false, after),
        (None, None) | (Some(StopKind::Fault), Some(StopKind::Fault)) => shown(before, after, between),
    }
}

/// A run that takes so many times as many steps as an earlier one does something else. On lower levels the single step of a whole
/// operation becomes some steps for each element.
const ENDLESS_TIMES: u64 = 10_000;

/// Steps of a run that is as good as none: a run of fewer counts as one of these.
const FEWEST_STEPS: u64 = 1_000;

/// True if the later run, which was stopped, is so much longer that it has no end.
fn is_endless(before: &RunFacts, after: &RunFacts) -> bool {
    after.steps / ENDLESS_TIMES >= before.steps.max(FEWEST_STEPS)
}

/// True if an element is open that was definite before. Such a run says less, and others are held against the earlier one.
pub fn says_less(before: &RunFacts, after: &RunFacts) -> bool {
    let were_open = |element| before.open_places().any(|own| own == element);
    let defined = |run: &RunFacts| {
        run.returned.iter().flat_map(|one| &one.value.lanes).all(|lane| !lane.taint.is_open())
    };
    !after.open_places().all(were_open) || defined(before) && !defined(after)
}

/// True if the later run may have ended where the earlier one went on: it went on fewer times.
fn is_strict(before: &RunFacts, after: &RunFacts) -> bool {
    after.lenient < before.lenient
}

fn reason(stopped: Option<&Stopped>) -> Cause {
    stopped.map(|stopped| stopped.cause.clone()).unwrap_or_default()
}

fn fault(earlier: bool, run: &RunFacts) -> Refinement {
    Refinement::Broken(Breach::Fault { earlier, cause: reason(run.stopped.as_ref()) })
}

fn unknown(stopped: Option<&Stopped>) -> Refinement {
    Refinement::Unknown(match stopped.map(|stopped| stopped.kind) {
        Some(StopKind::TooLong) => Unknown::TooLong,
        Some(StopKind::Open) => Unknown::Open(Openness::Run(reason(stopped))),
        _ => Unknown::Unsupported(reason(stopped)),
    })
}

/// Compares what two runs that came to their end have shown.
fn shown(before: &RunFacts, after: &RunFacts, between: Between<'_>) -> Refinement {
    let open: BTreeSet<(usize, usize)> = before.open_places().chain(after.open_places()).collect();
    let counts = |output, place| !open.contains(&(output, place));
    let nearness = match between.spread {
        Some(_) if before.unmeasured || after.unmeasured => Nearness::Loose,
        Some(spread) => Nearness::Measured(spread),
        None => Nearness::Exact,
    };
    if let Err(difference) = compare_at(&before.outputs, &after.outputs, between.printed, nearness, counts) {
        // Both lie within the bound of the reference semantics: neither is wrong.
        let allowed = between.expected.is_some_and(|expected| {
            let told = filled(&after.outputs, expected, &open);
            agrees(&told, expected)
        });
        return if allowed { Refinement::Rounded } else { Refinement::Broken(Breach::Outputs(*difference)) };
    }
    let is_approximate = before.approximate || after.approximate;
    let signs_count = between.floats < Floats::Changed && !is_approximate && between.expected.is_none();
    let turned = || compare_zero_signs_at(&before.outputs, &after.outputs, between.printed, counts);
    if let Some(difference) = signs_count.then(turned).flatten() {
        return Refinement::Broken(Breach::Outputs(*difference));
    }
    if let Some(breach) = said(&before.said, &after.said) {
        return Refinement::Broken(breach);
    }
    let Some(later) = matching(&before.returned, &after.returned) else {
        return Refinement::Unknown(Unknown::Types);
    };
    let (mut rounded, mut turned, mut unknown) = (before.outputs != after.outputs, None, None);
    for (number, (one, other)) in before.returned.iter().zip(&*later).enumerate() {
        let breach = |element, bits, held| match bits {
            Some(bits) => Breach::Returned { value: number, element, bits, held },
            None => Breach::Undetermined { value: number, element },
        };
        match value([one, other], nearness, ShownPlace::Returned(number), breach) {
            Refinement::Same => {}
            Refinement::Rounded => rounded = true,
            Refinement::Broken(breach) if breach.is_of_zeros() => turned = turned.or(Some(breach)),
            open @ Refinement::Unknown(Unknown::Open(_)) => unknown = unknown.or(Some(open)),
            else_ => return else_,
        }
    }
    for (at, one) in &before.escaped {
        // A pass may change the form in which a global is kept, and that can then not be compared.
        let Some((_, other)) = after.escaped.iter().find(|(own, _)| own == at) else { continue };
        let breach = |element, bits, held| Breach::Left { at: at.clone(), element, bits, held };
        match value([one, other], nearness, ShownPlace::Left(at.clone()), breach) {
            Refinement::Rounded => rounded = true,
            Refinement::Broken(breach) if breach.is_of_zeros() => turned = turned.or(Some(breach)),
            broken @ Refinement::Broken(_) => return broken,
            _ => {}
        }
    }
    if let Some(unknown) = unknown {
        return unknown;
    }
    match turned {
        Some(breach) if signs_count && !rounded && open.is_empty() => return Refinement::Broken(breach),
        turned => rounded |= turned.is_some(),
    }
    let count = before.outputs.iter().map(|output| output.bits.len()).sum::<usize>();
    match () {
        () if says_less(before, after) && count == open.len() => {
            Refinement::Unknown(Unknown::Open(Openness::LeftOpen))
        }
        () if count > 0 && count == open.len() && before.returned.is_empty() && before.said.is_empty() => {
            Refinement::Unknown(Unknown::Open(Openness::Whole))
        }
        () if rounded && between.spread.is_some_and(Spread::says_nothing) && before.said.is_empty() => {
            Refinement::Unknown(Unknown::Open(Openness::Whole))
        }
        () if !open.is_empty() => Refinement::Partly,
        () if rounded
            && between.spread.is_some_and(|spread| spread.leaves_open(before, after, between.printed)) =>
        {
            Refinement::Partly
        }
        () if rounded => Refinement::Rounded,
        () => Refinement::Same,
    }
}

/// The outputs with what is expected in the place of each element that is open: its bits say nothing.
fn filled(outputs: &[Buffer], expected: &[Expected], open: &BTreeSet<(usize, usize)>) -> Vec<Buffer> {
    let mut filled = outputs.to_vec();
    for (output, place) in open {
        let bits = filled.get_mut(*output).and_then(|buffer| buffer.bits.get_mut(*place));
        let wanted = expected.get(*output).and_then(|buffer| buffer.bits.get(*place));
        if let (Some(bits), Some(wanted)) = (bits, wanted) {
            *bits = *wanted;
        }
    }
    filled
}

/// The later values, one for each earlier one: a lowered function has its results in one struct, lane behind lane. It is none if they do not match.
fn matching<'a>(before: &[Returned], after: &'a [Returned]) -> Option<Cow<'a, [Returned]>> {
    if before.len() == after.len() {
        return Some(Cow::Borrowed(after));
    }
    let [Returned { value: together, .. }] = after else { return None };
    let count: usize = before.iter().map(|one| one.value.lanes.len()).sum();
    if count != together.lanes.len() || before.iter().any(|one| !one.value.shape.is_empty()) {
        return None;
    }
    let mut rest = &together.lanes[..];
    let parts = before.iter().map(|Returned { ty, value }| {
        let (own, behind) = rest.split_at(value.lanes.len());
        rest = behind;
        Returned {
            ty: ty.clone(),
            value: Shaped { shape: Vec::new(), parts: own.len(), lanes: own.to_vec() },
        }
    });
    Some(Cow::Owned(parts.collect()))
}

/// The first text that differs. A pass may print it in one piece or in several.
fn said(before: &[Saying], after: &[Saying]) -> Option<Breach> {
    let whole = |all: &[Saying]| {
        let mut texts: BTreeMap<usize, String> = BTreeMap::new();
        all.iter().for_each(|Saying { behind, text }| texts.entry(*behind).or_default().push_str(text));
        texts
    };
    let (one, other) = (whole(before), whole(after));
    let behind =
        one.keys().chain(other.keys()).filter(|behind| one.get(behind) != other.get(behind)).min()?;
    let texts = [one.get(behind).cloned(), other.get(behind).cloned()];
    Some(Breach::Said { behind: *behind, texts })
}

/// Compares one value that was returned or left somewhere. Elements that are open leave it unknown, unless another one is wrong. Where nothing but the sign of zeros differs the breach is of that, and it is left
/// to the caller whether it counts. `breach` makes one of an element, the bits of both unless the later one is not defined, and their type.
fn value(
    [before, after]: [&Returned; 2],
    nearness: Nearness<'_>,
    shown: ShownPlace,
    breach: impl Fn(usize, Option<[LaneBits; 2]>, Option<Element>) -> Breach,
) -> Refinement {
    let (one, other) = (&before.value, &after.value);
    if one.shape != other.shape || one.lanes.len() != other.lanes.len() {
        return Refinement::Unknown(Unknown::Types);
    }
    let held = before.element();
    let bits = |lanes: &[Lane]| Buffer {
        shape: one.shape.clone(),
        element: held.unwrap_or(Element::I64),
        bits: lanes.iter().map(|lane| lane.bits as u64).collect(),
    };
    let both = [bits(&one.lanes), bits(&other.lanes)];
    let same = accepted(held.unwrap_or(Element::I64), [&both[0], &both[1]], nearness, shown);
    let is_zero = |lane: &Lane| held.is_some_and(|held| float(held, lane.bits as u64) == 0.0);
    let (mut rounded, mut turned, mut open) = (false, None, None);
    for (element, (x, y)) in one.lanes.iter().zip(&other.lanes).enumerate() {
        match (x.taint.is_open(), y.taint.is_open()) {
            (false, false) => {}
            (false, true) if x.taint.is_none() => {
                open = open.or(Some(Openness::LeftOpen));
                continue;
            }
            _ => {
                open = open.or(Some(Openness::Returned));
                continue;
            }
        }
        if !x.taint.is_none() {
            continue;
        }
        if !y.taint.is_none() {
            return Refinement::Broken(breach(element, None, held));
        }
        if x.bits == y.bits {
            continue;
        }
        // Pointers are addresses, which do not count.
        if x.origin != 0 || y.origin != 0 {
            return Refinement::Unknown(Unknown::Types);
        }
        let narrow = x.bits >> 64 == 0 && y.bits >> 64 == 0;
        let breach = || breach(element, Some([x, y].map(|lane| LaneBits(lane.bits))), held);
        match () {
            () if !narrow || !same(element, x.bits as u64, y.bits as u64) => {
                return Refinement::Broken(breach());
            }
            () if is_zero(x) && is_zero(y) => turned = turned.or_else(|| Some(breach())),
            () => rounded = true,
        }
    }
    if let Some(open) = open {
        return Refinement::Unknown(Unknown::Open(open));
    }
    match turned {
        _ if rounded => Refinement::Rounded,
        Some(breach) => Refinement::Broken(breach),
        None => Refinement::Same,
    }
}

#[cfg(test)]
#[path = "refine_tests.rs"]
mod tests;
