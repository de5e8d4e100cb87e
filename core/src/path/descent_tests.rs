//! One engine, three ways to choose steps: given steps are run each time, drawn ones are looked up, and paths that begin alike share
//! their beginning. The compiler is a few lines: a module is the passes it has seen.

use super::*;
use crate::observe::StepRefusal;
use crate::path::TypeKind;
use crate::path::construct::TURN;
use sha2::{Digest, Sha256};

const NOTHING: &str = "builtin.module(canonicalize)";
const REFUSED: &str = "builtin.module(no-such-pass)";
const DECLINED: &str = "builtin.module(sccp)";
const INVALID: &str = "builtin.module(cse)";
const LOWER: &str = "builtin.module(convert-arith-to-llvm)";

#[derive(Default)]
struct Toy {
    ran: Vec<String>,
    copies: usize,
    abandoned: usize,
    events: Vec<Event>,
    /// The states that steps led to, each with all steps of the path.
    reached: Vec<(Vec<String>, bool)>,
    /// No path goes on behind this step.
    bad: &'static str,
}

fn key(module: &[String]) -> Key {
    Sha256::digest(module.join("\n")).into()
}

fn operations(module: &[String]) -> Operations {
    let name =
        if module.iter().any(|step| pass_name(step) == pass_name(LOWER)) { "llvm.add" } else { "arith.addi" };
    [((name.to_owned(), TypeKind::Scalar), 3)].into()
}

impl Compiler for Toy {
    type Module = Vec<String>;

    fn duplicate(&mut self, module: &Vec<String>) -> Vec<String> {
        self.copies += 1;
        module.clone()
    }

    fn run(&mut self, module: &mut Vec<String>, step: &str) -> Result<(), StepError> {
        self.ran.push(step.to_owned());
        match step {
            REFUSED => return Err(StepError::Refused(unknown())),
            DECLINED => return Err(StepError::declined("not here")),
            NOTHING => {}
            _ => module.push(step.to_owned()),
        }
        Ok(())
    }

    fn look(&mut self, module: &Vec<String>, is_known: &dyn Fn(&Key) -> bool) -> Result<Look, StepError> {
        if module.last().is_some_and(|last| last == INVALID) {
            return Err(StepError::Broken(
                Outcome::InvalidIr,
                Box::new(Failure::of("it is not valid".into())),
            ));
        }
        let state = key(module);
        Ok((state, (!is_known(&state)).then(|| operations(module))))
    }

    fn reached(&mut self, arrival: &Arrival<'_>, module: &Vec<String>) -> Result<(), StepError> {
        assert_eq!((arrival.to, arrival.after), (key(module), &operations(module)));
        self.reached.push((arrival.steps().map(str::to_owned).collect(), arrival.is_new));
        match arrival.step == self.bad {
            true => Err(StepError::Broken(
                Outcome::RoundTrip,
                Box::new(Failure::of("it is read as another".into())),
            )),
            false => Ok(()),
        }
    }

    fn declined(&mut self, _: &str, _: &Operations) {}

    fn abandon(&mut self, _: Vec<String>) {
        self.abandoned += 1;
    }

    fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
}

fn unknown() -> StepRefusal {
    StepRefusal { step: REFUSED.to_owned(), part: None, said: Some("it is unknown".to_owned()), advice: None }
}

fn lowering() -> Descent<Toy> {
    let graph = Graph::new(key(&[]), operations(&[]));
    let mut lowering = Descent::new(Toy::default(), Vec::new(), graph, Retention::Path, 30);
    lowering.start(ROOT);
    lowering.compiler.events.clear();
    lowering
}

fn pass(n: usize) -> String {
    format!("builtin.module(pass-{n})")
}

/// The names of the events told since this was asked last.
fn told(lowering: &mut Descent<Toy>) -> Vec<String> {
    let name = |event: Event| match event {
        Event::Failed(error) => format!("Failed({})", crate::words::failure(&error.ending().1)),
        Event::Step { step, .. } => pass_name(&step).to_owned(),
        Event::To { operations, .. } => if operations.is_some() { "new" } else { "known" }.to_owned(),
        Event::Back(mark) => format!("Back({mark})"),
        other => format!("{other:?}").split([' ', '(']).next().unwrap_or_default().to_owned(),
    };
    std::mem::take(&mut lowering.compiler.events).into_iter().map(name).collect()
}

#[test]
fn a_given_step_is_run_whatever_is_known_of_it() {
    let mut lowering = lowering();
    assert_eq!(lowering.follow(NOTHING), Ok(Effect::Unchanged));
    assert_eq!(lowering.follow(NOTHING), Ok(Effect::Unchanged));
    assert_eq!(lowering.follow(LOWER), Ok(Effect::Changed));
    assert_eq!(lowering.arrive(), End::Lowered);
    assert_eq!(lowering.compiler.ran, [NOTHING, NOTHING, LOWER]);
    let names = ["canonicalize", "known", "canonicalize", "known", "convert-arith-to-llvm", "new", "Over"];
    assert_eq!(told(&mut lowering), names);
    assert_eq!(lowering.take(), Some((key(&[LOWER.into()]), vec![LOWER.to_owned()])));
}

#[test]
fn a_step_that_fails_is_told_and_the_path_may_go_on() {
    let mut lowering = lowering();
    lowering.follow(&pass(1)).unwrap();
    assert_eq!(lowering.follow(REFUSED), Err(StepError::Refused(unknown())));
    assert_eq!(
        (lowering.compiler.abandoned, lowering.module().map(Vec::len)),
        (0, Some(1)),
        "nothing was run"
    );
    lowering.follow(DECLINED).unwrap_err();
    assert_eq!(lowering.compiler.abandoned, 1, "who knows what it has become");
    told(&mut lowering);
    lowering.follow(&pass(2)).unwrap();
    assert_eq!(told(&mut lowering), ["Again", "Remade", "pass-2", "new"]);
    assert_eq!(lowering.take().unwrap().1, [pass(1), pass(2)]);
    let failed = lowering.follow(INVALID).unwrap_err();
    assert_eq!(failed.ending(), (Outcome::InvalidIr, Failure::of("it is not valid".into())));
}

#[test]
fn whoever_looks_at_each_state_sees_the_path_to_it_and_can_end_it() {
    let mut lowering = lowering();
    lowering.compiler.bad = LOWER;
    lowering.follow(&pass(1)).unwrap();
    lowering.follow(NOTHING).unwrap();
    lowering.follow(DECLINED).unwrap_err();
    let ended = lowering.follow(LOWER).unwrap_err();
    assert_eq!(ended.ending().0, Outcome::RoundTrip);
    let steps = |steps: &[&str]| -> Vec<String> { steps.iter().map(|step| step.to_string()).collect() };
    let reached = &lowering.compiler.reached;
    assert_eq!(reached[0], (vec![pass(1)], true));
    assert_eq!(reached[1], (steps(&[&pass(1), NOTHING]), false));
    assert_eq!(reached[2], (steps(&[&pass(1), NOTHING, LOWER]), true), "what was declined is no part of it");
}

#[test]
fn paths_that_begin_alike_share_their_beginning() {
    let mut lowering = lowering();
    for n in 1..=2 {
        lowering.follow(&pass(n)).unwrap();
    }
    lowering.stay();
    lowering.follow(&pass(3)).unwrap();
    told(&mut lowering);
    assert_eq!(lowering.restart(2), 2);
    lowering.follow(&pass(4)).unwrap();
    assert_eq!(told(&mut lowering), ["Begin", "pass-1", "new", "pass-2", "new", "pass-4", "new"]);
    assert_eq!(lowering.compiler.ran.len(), 4, "none was run again");
    assert_eq!(lowering.take().unwrap().1, [pass(1), pass(2), pass(4)]);
    assert_eq!(lowering.restart(9), 3, "no path shares more than there is");
    assert_eq!(lowering.restart(0), 0);
    lowering.follow(&pass(1)).unwrap();
    assert_eq!(lowering.compiler.ran.len(), 5, "another path knows nothing of the first");
}

#[test]
fn a_drawn_path_takes_a_known_step_on_paper() {
    let mut lowering = lowering();
    let strategy = Strategy { experience: false, ..Strategy::default() };
    // Two optimizations a turn, both of them canonicalize.
    let draws = [2, 0, 0x01, 0, 0x01, 0, 0].repeat(2);
    assert_eq!(draws.len(), 2 * TURN);
    assert_eq!(lowering.draw(&draws, 22, &strategy), End::Lowered);
    let ran: Vec<&str> = lowering.compiler.ran.iter().map(|step| pass_name(step)).collect();
    assert_eq!(ran, ["canonicalize", "convert-arith-to-llvm"]);
    let names = told(&mut lowering);
    assert_eq!(names.iter().filter(|name| *name == "canonicalize").count(), 2, "{names:?}");
    assert_eq!((names.first().unwrap().as_str(), names.last().unwrap().as_str()), ("Drawing", "Over"));
}

#[test]
fn many_steps_can_be_tried_on_one_state() {
    let mut lowering = lowering();
    lowering.follow(&pass(1)).unwrap();
    lowering.stay();
    let mark = lowering.mark();
    for n in 2..=4 {
        assert!(lowering.retreat(mark));
        lowering.follow(&pass(n)).unwrap();
        assert_eq!(lowering.module().unwrap(), &[pass(1), pass(n)]);
    }
    assert_eq!(lowering.compiler.ran.len(), 4);
}
