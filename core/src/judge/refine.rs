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
use crate::eval::{Lane, OpenElement, Returned, RunFacts, Saying, Shaped, StopKind, Stopped};
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
    /// An element that was definite, and is open in the later state: that one says nothing of it, and the next is held against the earlier.
    LeftOpen,
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
    /// The distance that rounding may take results; none where nobody asked yet, so that numbers have to be equal.
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
        (_, Some(StopKind::Unsupported | StopKind::TooLong | StopKind::Open)) => {
            unknown(after.stopped.as_ref())
        }
        // With another value in the place of one that is open, an operation behind it may be undefined.
        (None, Some(_)) if before.unpredictable || !before.open.is_empty() => {
            Refinement::Unknown(Unknown::Open(Openness::Unpredictable))
        }
        (None, Some(_)) if is_strict(before, after) => Refinement::Unknown(Unknown::Open(Openness::Lenient)),
        (_, Some(StopKind::Undefined | StopKind::Division | StopKind::Memory)) => {
            Refinement::Broken(Breach::Undefined(reason(after.stopped.as_ref())))
        }
        (Some(StopKind::Fault), None) => fault(true, before),
        (None, Some(StopKind::Fault)) => fault(false, after),
        (None, None) | (Some(StopKind::Fault), Some(StopKind::Fault)) => shown(before, after, between),
    }
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
    let open: BTreeSet<(usize, usize)> =
        before.open.iter().chain(&after.open).map(|element| (element.output, element.place)).collect();
    let counts = |output, place| !open.contains(&(output, place));
    let were_open = |element: &OpenElement| {
        before.open.iter().any(|own| (own.output, own.place) == (element.output, element.place))
    };
    let left_open = || Refinement::Unknown(Unknown::Open(Openness::LeftOpen));
    let is_less = !after.open.iter().all(were_open);
    let nearness = match between.spread {
        Some(_) if before.unmeasured || after.unmeasured => Nearness::Loose,
        Some(spread) if leaves_room(before, after, between.floats) => Nearness::Measured(spread),
        _ => Nearness::Exact,
    };
    if let Err(difference) = compare_at(&before.outputs, &after.outputs, between.printed, nearness, counts) {
        // Both lie within the bound of the reference semantics: neither is wrong.
        let allowed = between.expected.is_some_and(|expected| {
            let told = filled(&after.outputs, expected, &open);
            agrees(&told, expected)
        });
        return match allowed {
            true if is_less => left_open(),
            true => Refinement::Rounded,
            false => Refinement::Broken(Breach::Outputs(*difference)),
        };
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
    let (mut rounded, mut turned) = (before.outputs != after.outputs, None);
    for (number, (one, other)) in before.returned.iter().zip(&*later).enumerate() {
        let breach = |element, bits, held| match bits {
            Some(bits) => Breach::Returned { value: number, element, bits, held },
            None => Breach::Undetermined { value: number, element },
        };
        match value([one, other], nearness, ShownPlace::Returned(number), breach) {
            Refinement::Same => {}
            Refinement::Rounded => rounded = true,
            Refinement::Broken(breach) if breach.is_of_zeros() => turned = turned.or(Some(breach)),
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
    match turned {
        Some(breach) if signs_count && !rounded && open.is_empty() => return Refinement::Broken(breach),
        turned => rounded |= turned.is_some(),
    }
    match () {
        () if is_less => left_open(),
        () if !open.is_empty() => Refinement::Partly,
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

/// The later values, one for each earlier one: a lowered function has its results in one struct, lane behind lane. None where they do not match.
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

/// Compares one value that was returned or left somewhere. Where nothing but the sign of zeros differs the breach is of that, and it is left
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
    let (mut rounded, mut turned) = (false, None);
    for (element, (x, y)) in one.lanes.iter().zip(&other.lanes).enumerate() {
        match (x.taint.is_open(), y.taint.is_open()) {
            (false, false) => {}
            (false, true) if x.taint.is_none() => {
                return Refinement::Unknown(Unknown::Open(Openness::LeftOpen));
            }
            _ => return Refinement::Unknown(Unknown::Open(Openness::Returned)),
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
    match turned {
        _ if rounded => Refinement::Rounded,
        Some(breach) => Refinement::Broken(breach),
        None => Refinement::Same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;
    use crate::judge::Place;
    use crate::observe::Leaked;
    use std::rc::Rc;

    fn run(outputs: Vec<Buffer>) -> RunFacts {
        let (returned, unknown, leaked) = (Vec::new(), Vec::new(), Leaked::default());
        RunFacts {
            stopped: None,
            outputs,
            returned,
            escaped: Vec::new(),
            said: Vec::new(),
            unknown,
            steps: 1,
            leaked,
            open: Vec::new(),
            approximate: false,
            unmeasured: false,
            unpredictable: false,
            lenient: 0,
            runs_ahead: false,
            poisoned: false,
            poisons: Vec::new(),
            rounded_once: None,
        }
    }

    fn ended(kind: StopKind) -> RunFacts {
        let stopped = Stopped { kind, cause: "so".into(), broken: None, at: 1, origin: None };
        RunFacts { stopped: Some(stopped), ..run(Vec::new()) }
    }

    fn floats(values: &[f32]) -> Buffer {
        let bits = values.iter().map(|value| value.to_bits().into()).collect();
        Buffer { shape: vec![values.len() as u64], element: Element::F32, bits }
    }

    fn returning(spelling: &str, lanes: Vec<Lane>) -> RunFacts {
        let value = Shaped { shape: Vec::new(), parts: 1, lanes };
        let returned = vec![Returned { ty: Rc::new(ir::parse_type(spelling)), value }];
        RunFacts { returned, ..run(Vec::new()) }
    }

    /// The run in another world, where rounding takes each number some ten thousandths further.
    fn moved(run: &RunFacts) -> RunFacts {
        let further = |bits: u64| u64::from((f32::from_bits(bits as u32) * 1.0002).to_bits());
        let mut moved = run.clone();
        moved.outputs.iter_mut().flat_map(|output| &mut output.bits).for_each(|bits| *bits = further(*bits));
        let returned = moved.returned.iter_mut().filter(|value| value.element() == Some(Element::F32));
        returned
            .flat_map(|value| &mut value.value.lanes)
            .for_each(|lane| lane.bits = further(lane.bits as u64).into());
        moved
    }

    fn of(before: &RunFacts, after: &RunFacts, floats: Floats) -> Refinement {
        let spread = Spread::of(before, &[moved(before)], &[]);
        refines(before, after, Between { printed: &[], floats, expected: None, spread: Some(&spread) })
    }

    #[test]
    fn undefined_behaviour_allows_everything_and_is_allowed_by_nothing_else() {
        let (fine, undefined, memory) =
            (run(Vec::new()), ended(StopKind::Undefined), ended(StopKind::Memory));
        assert_eq!(of(&undefined, &fine, Floats::Kept), Refinement::Vacuous);
        assert_eq!(of(&memory, &undefined, Floats::Kept), Refinement::Vacuous);
        for bad in [&undefined, &memory] {
            assert_eq!(of(&fine, bad, Floats::Kept), Refinement::Broken(Breach::Undefined("so".into())));
        }
        let fault = ended(StopKind::Fault);
        assert_eq!(of(&fault, &fault, Floats::Kept), Refinement::Same);
        let lost = Breach::Fault { earlier: true, cause: "so".into() };
        assert_eq!(of(&fault, &fine, Floats::Kept), Refinement::Broken(lost));
        let made = Breach::Fault { earlier: false, cause: "so".into() };
        assert_eq!(of(&fine, &fault, Floats::Kept), Refinement::Broken(made));
    }

    #[test]
    fn after_an_unpredictable_result_nobody_can_tell_an_early_end() {
        let before = RunFacts { unpredictable: true, ..run(vec![floats(&[1.0])]) };
        let open = Refinement::Unknown(Unknown::Open(Openness::Unpredictable));
        for kind in [StopKind::Undefined, StopKind::Memory, StopKind::Fault] {
            assert_eq!(of(&before, &ended(kind), Floats::Kept), open, "{kind:?}");
        }
        assert!(matches!(of(&before, &run(vec![floats(&[2.0])]), Floats::Kept), Refinement::Broken(_)));
        let element = vec![OpenElement { output: 0, place: 0, origin: 7 }];
        let converted = RunFacts { open: element, ..run(vec![floats(&[1.0])]) };
        assert_eq!(of(&converted, &ended(StopKind::Undefined), Floats::Kept), open, "it may be poison");
    }

    #[test]
    fn what_is_open_or_unsupported_is_not_told_apart() {
        let fine = run(Vec::new());
        let open = Refinement::Unknown(Unknown::Open(Openness::Run("so".into())));
        assert_eq!(of(&fine, &ended(StopKind::Open), Floats::Kept), open);
        assert_eq!(of(&ended(StopKind::Open), &ended(StopKind::Undefined), Floats::Kept), open);
        let unsupported = Refinement::Unknown(Unknown::Unsupported("so".into()));
        assert_eq!(of(&fine, &ended(StopKind::Unsupported), Floats::Kept), unsupported);
        assert_eq!(of(&fine, &ended(StopKind::TooLong), Floats::Kept), Refinement::Unknown(Unknown::TooLong));
    }

    #[test]
    fn a_product_and_a_sum_that_are_rounded_twice_may_be_anything() {
        let once = RunFacts { rounded_once: Some(3), ..run(vec![floats(&[3e38])]) };
        let twice = run(vec![floats(&[f32::INFINITY])]);
        let open = Refinement::Unknown(Unknown::Open(Openness::Rounding));
        assert_eq!(of(&once, &twice, Floats::Rounded), open);
        assert_eq!(of(&twice, &once, Floats::Changed), open);
        assert!(matches!(of(&once, &twice, Floats::Kept), Refinement::Broken(_)));
        assert_eq!(of(&once, &once, Floats::Changed), Refinement::Same);
    }

    #[test]
    fn outputs_differ_by_rounding_or_by_more() {
        let (one, near, far) =
            (run(vec![floats(&[1.0])]), run(vec![floats(&[1.0001])]), run(vec![floats(&[1.5])]));
        assert_eq!(of(&one, &one, Floats::Kept), Refinement::Same);
        assert_eq!(of(&one, &near, Floats::Changed), Refinement::Rounded);
        assert!(matches!(of(&one, &near, Floats::Kept), Refinement::Broken(Breach::Outputs(_))));
        // A number keeps all its digits, however large the ones beside it are.
        let (small, beside) = (run(vec![floats(&[1.0, 1.5e22])]), run(vec![floats(&[1.000_000_1, 1.5e22])]));
        assert!(matches!(of(&small, &beside, Floats::Kept), Refinement::Broken(Breach::Outputs(_))));
        let approximate = RunFacts { approximate: true, ..near };
        assert_eq!(of(&one, &approximate, Floats::Kept), Refinement::Rounded);
        let Refinement::Broken(Breach::Outputs(difference)) = of(&one, &far, Floats::Changed) else {
            panic!("a half is no rounding")
        };
        assert!(matches!(difference.at, Place::Elements { output: 0, count: 1, .. }), "{difference:?}");
    }

    #[test]
    fn a_zero_that_is_returned_keeps_its_sign_as_one_that_is_printed_does() {
        let float = |value: f32| Lane::of(value.to_bits().into());
        let returning = |values: &[f32]| {
            let ty = format!("vector<{}xf32>", values.len());
            returning(&ty, values.iter().map(|value| float(*value)).collect())
        };
        let (minus, plus) = (returning(&[1.0, -0.0]), returning(&[1.0, 0.0]));
        for freedom in [Floats::Kept, Floats::Rounded] {
            let Refinement::Broken(breach) = of(&minus, &plus, freedom) else {
                panic!("{freedom:?} leaves no sign open")
            };
            assert!(breach.is_of_zeros(), "{breach:?}");
        }
        assert_eq!(of(&minus, &plus, Floats::Changed), Refinement::Rounded);
        let approximate = RunFacts { approximate: true, ..plus.clone() };
        assert_eq!(of(&minus, &approximate, Floats::Kept), Refinement::Rounded);
        // A number that is rounded in another way may come to a zero of the other sign.
        let near = returning(&[1.000_000_1, 0.0]);
        assert_eq!(of(&minus, &near, Floats::Rounded), Refinement::Rounded);
        let (Refinement::Broken(wrong), five) =
            (of(&returning(&[5.0, -0.0]), &plus, Floats::Kept), returning(&[5.0, 0.0]))
        else {
            panic!("five is not one")
        };
        assert!(!wrong.is_of_zeros(), "{wrong:?}");
        assert_eq!(of(&five, &five, Floats::Kept), Refinement::Same);
    }

    #[test]
    fn a_zero_keeps_its_sign_unless_a_pass_or_an_operation_may_change_it() {
        let (minus, plus) = (run(vec![floats(&[-0.0, 1.0])]), run(vec![floats(&[0.0, 1.0])]));
        for freedom in [Floats::Kept, Floats::Rounded] {
            let Refinement::Broken(breach) = of(&minus, &plus, freedom) else {
                panic!("it is turned around")
            };
            assert!(breach.is_of_zeros(), "{breach:?}");
        }
        assert_eq!(of(&minus, &plus, Floats::Changed), Refinement::Rounded);
        assert_eq!(
            of(&minus, &RunFacts { approximate: true, ..plus.clone() }, Floats::Kept),
            Refinement::Rounded
        );
        let open = vec![OpenElement { output: 0, place: 0, origin: 7 }];
        assert_eq!(of(&RunFacts { open, ..minus.clone() }, &plus, Floats::Kept), Refinement::Partly);
        let also = run(vec![floats(&[0.0, 1.000_000_1])]);
        assert_eq!(of(&minus, &also, Floats::Rounded), Refinement::Rounded, "rounding may have led to it");
        // The reference semantics say at the end of a path which signs count.
        let Buffer { shape, element, bits } = minus.outputs[0].clone();
        let expected = [Expected { shape, element, held: element, bits, bounds: Vec::new(), open: None }];
        let between = Between { printed: &[], floats: Floats::Kept, expected: Some(&expected), spread: None };
        assert_eq!(refines(&minus, &plus, between), Refinement::Rounded);
    }

    #[test]
    fn what_is_expected_allows_rounding_beside_what_is_open() {
        let before = run(vec![floats(&[1.0, 2.0])]);
        let open = vec![OpenElement { output: 0, place: 1, origin: 7 }];
        let after = RunFacts { open, ..run(vec![floats(&[1.5, 0.0])]) };
        let expected = |bound: f64| {
            let Buffer { shape, element, bits } = before.outputs[0].clone();
            [Expected { shape, element, held: element, bits, bounds: vec![bound; 2], open: None }]
        };
        let held = |expected: &[Expected]| {
            let between =
                Between { printed: &[], floats: Floats::Changed, expected: Some(expected), spread: None };
            refines(&before, &after, between)
        };
        let left_open = Refinement::Unknown(Unknown::Open(Openness::LeftOpen));
        assert_eq!(held(&expected(1.0)), left_open);
        assert!(matches!(held(&expected(0.1)), Refinement::Broken(_)));
    }

    #[test]
    fn elements_that_are_open_do_not_count() {
        let (one, other) = (run(vec![floats(&[1.0, 2.0])]), run(vec![floats(&[1.0, 3.0])]));
        let open = |place| vec![OpenElement { output: 0, place, origin: 7 }];
        let left_open = |run: &RunFacts, place| RunFacts { open: open(place), ..run.clone() };
        assert_eq!(of(&left_open(&one, 1), &other, Floats::Kept), Refinement::Partly);
        assert_eq!(of(&left_open(&one, 1), &left_open(&other, 1), Floats::Kept), Refinement::Partly);
        let less = of(&one, &left_open(&other, 1), Floats::Kept);
        assert_eq!(less, Refinement::Unknown(Unknown::Open(Openness::LeftOpen)));
        let differs = of(&left_open(&one, 0), &other, Floats::Kept);
        assert!(matches!(differs, Refinement::Broken(Breach::Outputs(_))), "{differs:?}");
    }

    #[test]
    fn values_that_were_not_defined_may_become_any() {
        use crate::eval::Taint;
        let (five, six) = (returning("i32", vec![Lane::of(5)]), returning("i32", vec![Lane::of(6)]));
        let poison = returning("i32", vec![Lane::tainted(Taint::poison(1))]);
        let open = returning("i32", vec![Lane::tainted(Taint::open(1))]);
        assert_eq!(of(&five, &five, Floats::Kept), Refinement::Same);
        assert_eq!(of(&poison, &five, Floats::Kept), Refinement::Same);
        let lost = Breach::Undetermined { value: 0, element: 0 };
        assert_eq!(of(&five, &poison, Floats::Kept), Refinement::Broken(lost));
        let bits = [5, 6].map(LaneBits);
        let wrong = Breach::Returned { value: 0, element: 0, bits, held: Some(Element::I32) };
        assert_eq!(of(&five, &six, Floats::Changed), Refinement::Broken(wrong));
        assert!(matches!(of(&five, &open, Floats::Kept), Refinement::Unknown(Unknown::Open(_))));
        let float = |value: f32| returning("f32", vec![Lane::of(value.to_bits().into())]);
        assert_eq!(of(&float(1.0), &float(1.0001), Floats::Changed), Refinement::Rounded);
        let nan = |bits| returning("f32", vec![Lane::of(bits)]);
        assert_eq!(of(&nan(0x7fc0_0000), &nan(0xffc0_0001), Floats::Kept), Refinement::Rounded);
        let none = run(Vec::new());
        assert_eq!(of(&five, &none, Floats::Kept), Refinement::Unknown(Unknown::Types));
    }
}
