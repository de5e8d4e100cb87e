//! Runs that an earlier one allows, and such as it does not.

use super::*;
use crate::eval::OpenElement;
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
        world: crate::eval::World::USUAL,
        order_tells: false,
        gives_back: false,
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
    let spread = leaves_room(before, after, floats).then(|| Spread::of(before, &[moved(before)], &[]));
    refines(before, after, Between { printed: &[], floats, expected: None, spread: spread.as_ref() })
}

#[test]
fn undefined_behaviour_allows_everything_and_is_allowed_by_nothing_else() {
    let (fine, undefined, memory) = (run(Vec::new()), ended(StopKind::Undefined), ended(StopKind::Memory));
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
fn a_run_that_goes_on_for_ten_thousand_times_as_many_steps_has_no_end() {
    let ends = |steps| RunFacts { steps, ..run(Vec::new()) };
    let goes_on = |steps| RunFacts { steps, ..ended(StopKind::TooLong) };
    let endless = Refinement::Broken(Breach::Endless { steps: [7, 10_000_000] });
    assert_eq!(of(&ends(7), &goes_on(10_000_000), Floats::Kept), endless);
    assert_eq!(of(&ends(1_001), &goes_on(10_000_000), Floats::Kept), Refinement::Unknown(Unknown::TooLong));
    assert_eq!(of(&goes_on(7), &goes_on(10_000_000), Floats::Kept), Refinement::Unknown(Unknown::TooLong));
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
        let Refinement::Broken(breach) = of(&minus, &plus, freedom) else { panic!("it is turned around") };
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
    assert_eq!(held(&expected(1.0)), Refinement::Rounded);
    assert!(matches!(held(&expected(0.1)), Refinement::Broken(_)));
}

#[test]
fn elements_that_are_open_do_not_count() {
    let (one, other) = (run(vec![floats(&[1.0, 2.0])]), run(vec![floats(&[1.0, 3.0])]));
    let open = |place| vec![OpenElement { output: 0, place, origin: 7 }];
    let left_open = |run: &RunFacts, place| RunFacts { open: open(place), ..run.clone() };
    assert_eq!(of(&left_open(&one, 1), &other, Floats::Kept), Refinement::Partly);
    assert_eq!(of(&left_open(&one, 1), &left_open(&other, 1), Floats::Kept), Refinement::Partly);
    let less = left_open(&other, 1);
    assert_eq!(of(&one, &less, Floats::Kept), Refinement::Partly);
    assert!(says_less(&one, &less) && !says_less(&less, &one) && !says_less(&less, &less));
    let nothing = RunFacts { open: [0, 1].map(|place| open(place)[0]).to_vec(), ..other.clone() };
    assert_eq!(of(&one, &nothing, Floats::Kept), Refinement::Unknown(Unknown::Open(Openness::LeftOpen)));
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
