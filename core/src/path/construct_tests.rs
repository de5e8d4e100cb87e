//! Path construction on a compiler of a few lines: each operation goes away by the passes its rule names.

use super::*;
use crate::path::learned::{Learned, LearnedRule};
use crate::path::priority::ConversionTarget;
use crate::path::turn::IGNORE_EXPERIENCE;
use crate::path::{Through, TypeKind};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// A pass, what it removes, and what it puts there instead.
type Replacement = (&'static str, &'static str, &'static [(&'static str, TypeKind)]);

/// Operations that a pass of the given name replaces by others.
const PASSES: [Replacement; 9] = [
    ("tosa-to-linalg", "tosa.add", &[("linalg.generic", TypeKind::Tensor)]),
    ("tosa-to-arith", "tosa.const", &[("arith.constant", TypeKind::Tensor)]),
    ("convert-linalg-to-loops", "linalg.generic", &[("scf.for", TypeKind::Scalar)]),
    ("convert-linalg-to-parallel-loops", "linalg.generic", &[("scf.parallel", TypeKind::Scalar)]),
    ("convert-linalg-to-affine-loops", "linalg.generic", &[("affine.for", TypeKind::Scalar)]),
    ("lower-affine", "affine.for", &[("scf.for", TypeKind::Scalar)]),
    ("convert-scf-to-cf", "scf.", &[("cf.br", TypeKind::Scalar), ("arith.addi", TypeKind::Scalar)]),
    ("convert-func-to-llvm", "func.", &[("llvm.func", TypeKind::Scalar)]),
    ("convert-cf-to-llvm", "cf.", &[("llvm.br", TypeKind::Scalar)]),
];

#[derive(Clone)]
struct Toy {
    operations: Operations,
    steps: Vec<String>,
    /// Every step that was ever run.
    ran: Vec<String>,
    /// The operations before each step.
    before: Vec<Operations>,
    /// Nothing helps any more once this has run while there were tensors.
    trap: &'static str,
    /// The effects of every optimization pass.
    optimizations: Applied,
    /// The effort it was told last.
    effort: Effort,
}

impl Toy {
    fn new(operations: &[(&str, TypeKind)]) -> Toy {
        let operations = operations.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)).collect();
        let (steps, ran, before) = (Vec::new(), Vec::new(), Vec::new());
        Toy {
            operations,
            steps,
            ran,
            before,
            trap: "",
            optimizations: Applied::Declined,
            effort: Effort::default(),
        }
    }

    fn program() -> Toy {
        Toy::new(&[
            ("builtin.module", TypeKind::Scalar),
            ("func.func", TypeKind::Scalar),
            ("tosa.add", TypeKind::Tensor),
            ("tosa.const", TypeKind::Tensor),
        ])
    }

    fn is_trapped(&self) -> bool {
        let tensors = |before: &Operations| before.keys().any(|(_, kind)| *kind == TypeKind::Tensor);
        let mut taken = self.steps.iter().zip(&self.before);
        taken.any(|(step, before)| pass_name(step) == self.trap && tensors(before))
    }

    fn replace(&mut self, gone: impl Fn(&PriorityKey) -> bool, by: &[(&str, TypeKind)]) -> Applied {
        let before = self.operations.len();
        self.operations.retain(|key, _| !gone(key));
        if self.operations.len() == before {
            return Applied::Unchanged;
        }
        self.operations.extend(by.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)));
        Applied::Changed
    }
}

impl Lowering for Toy {
    fn operations(&self) -> Operations {
        self.operations.clone()
    }

    fn fingerprint(&mut self) -> [u8; 32] {
        Sha256::digest(format!("{} {:?}", self.is_trapped(), self.operations)).into()
    }

    fn mark(&self) -> usize {
        self.steps.len()
    }

    fn effort(&mut self, so_far: &Effort) {
        self.effort = *so_far;
    }

    fn retreat(&mut self, mark: usize) -> bool {
        if let Some(before) = self.before.get(mark) {
            self.operations = before.clone();
        }
        self.steps.truncate(mark);
        self.before.truncate(mark);
        true
    }

    fn apply(&mut self, step: &str) -> Applied {
        let trapped = self.is_trapped();
        self.before.push(self.operations.clone());
        self.ran.push(step.to_owned());
        self.steps.push(step.to_owned());
        if trapped {
            return Applied::Declined;
        }
        let name = pass_name(step);
        if name == "one-shot-bufferize" {
            let buffers: Vec<String> = self.operations.keys().map(|(name, _)| name.clone()).collect();
            let linalg = buffers.iter().any(|name| name == "linalg.generic");
            let by = [("linalg.generic", TypeKind::Memref)];
            return self.replace(|(_, kind)| *kind == TypeKind::Tensor, if linalg { &by } else { &[] });
        }
        if name == "convert-arith-to-llvm" || step.contains("filter-dialects=arith") {
            return self.replace(|(name, _)| name.starts_with("arith."), &[("llvm.add", TypeKind::Scalar)]);
        }
        let filtered = ["func", "cf"].into_iter().find(|dialect| step.ends_with(&format!("={dialect}}})")));
        let name = filtered.map_or(name.to_owned(), |dialect| format!("convert-{dialect}-to-llvm"));
        match PASSES.iter().find(|(pass, _, _)| *pass == name) {
            Some((_, gone, by)) => self.replace(|(name, _)| name.starts_with(gone), by),
            None => self.optimizations,
        }
    }
}

/// Puts a path together in the usual way, on MLIR 22.
fn construct(ir: &mut Toy, draws: &[u8], most_turns: u32) -> End {
    super::construct(ir, draws, 22, most_turns, &Strategy::default())
}

fn random(seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; 30 * TURN];
    ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

#[test]
fn no_draws_give_the_plain_lowering() {
    let mut toy = Toy::program();
    assert_eq!(construct(&mut toy, &[], 30), End::Lowered);
    let names: Vec<&str> = toy.steps.iter().map(|step| pass_name(step)).collect();
    assert_eq!(
        names,
        [
            "tosa-to-linalg",
            "tosa-to-arith",
            "one-shot-bufferize",
            "convert-linalg-to-loops",
            "convert-scf-to-cf",
            "convert-arith-to-llvm",
            "convert-func-to-llvm",
            "convert-cf-to-llvm",
        ]
    );
}

#[test]
fn draws_decide_and_repeat() {
    let mut paths = BTreeSet::new();
    for seed in 0..40 {
        let (mut first, mut again) = (Toy::program(), Toy::program());
        assert_eq!(construct(&mut first, &random(seed), 30), End::Lowered, "{:?}", first.steps);
        assert_eq!(construct(&mut again, &random(seed), 30), End::Lowered);
        assert_eq!(first.steps, again.steps);
        paths.insert(first.steps);
    }
    assert!(paths.len() > 35, "{}", paths.len());
}

#[test]
fn a_declined_optimization_is_skipped_and_an_end_is_the_end() {
    let draws = [1, 0, 1, 0, 0, 0, 0];
    let mut toy = Toy::program();
    assert_eq!(construct(&mut toy, &draws, 30), End::Lowered);
    assert_eq!(toy.steps[0], "builtin.module(canonicalize)");
    let mut toy = Toy { optimizations: Applied::Ended, ..Toy::program() };
    assert_eq!(construct(&mut toy, &draws, 30), End::Ended);
    assert_eq!(toy.steps.len(), 1);
}

#[test]
fn what_nothing_lowers_is_named() {
    let unknown = [("builtin.module", TypeKind::Scalar), ("other.op", TypeKind::Scalar)];
    let mut toy = Toy::new(&unknown);
    let end = construct(&mut toy, &[], 30);
    assert_eq!(end, End::Incomplete { left: vec!["other.op".to_owned()], made: BTreeSet::new() });
    let named = |left: &[&str], made: &[&str]| {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        match (End::Incomplete { left: own(left), made: own(made).into_iter().collect() }).lack() {
            Some(Cause::Left { operations, .. }) => operations,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(named(&["a.b", "tensor.cast"], &["tensor.cast"]), ["a.b"]);
    assert_eq!(named(&["tensor.cast"], &["tensor.cast"]), ["tensor.cast"], "there is nothing else");
    assert!(toy.steps.is_empty());
    let mut toy = Toy::program();
    let End::Incomplete { left, .. } = construct(&mut toy, &[], 2) else { panic!("{:?}", toy.steps) };
    assert_eq!(left, ["arith.constant", "func.func", "linalg.generic"]);
}

#[test]
fn failures_lower_the_priority_and_move_on_to_other_conversions() {
    // math.sqrt never goes away in this toy, so func.func comes first from the second turn on.
    let mut toy = Toy::new(&[("math.sqrt", TypeKind::Scalar), ("func.func", TypeKind::Scalar)]);
    assert!(matches!(construct(&mut toy, &[], 5), End::Incomplete { .. }));
    assert_eq!(
        toy.steps,
        [
            "builtin.module(convert-math-to-llvm)",
            "builtin.module(convert-func-to-llvm)",
            "builtin.module(convert-math-to-llvm{approximate-log1p=false})",
            "builtin.module(convert-to-llvm{filter-dialects=math})",
            "builtin.module(convert-math-to-llvm)",
        ]
    );
}

#[test]
fn the_plain_order_holds_in_plain_turns_and_soundness_in_all() {
    let mixed = [("func.func", TypeKind::Scalar), ("tosa.add", TypeKind::Tensor)];
    let first = |draws: &[u8]| {
        let mut toy = Toy::new(&mixed);
        construct(&mut toy, draws, 1);
        toy.ran[0].clone()
    };
    assert!(
        !first(&[]).contains("func-to-llvm")
            && !first(&[IGNORE_EXPERIENCE, 0, 0, 0, 0, 0, 0]).contains("func-to-llvm")
    );
    assert_eq!(first(&[0, 0, 0, 0, 0, 1, 0]), "builtin.module(convert-func-to-llvm)");
    // Soundness is not a matter of draws.
    let mut toy = Toy::new(&[("math.tanh", TypeKind::Scalar), ("math.rsqrt", TypeKind::Scalar)]);
    construct(&mut toy, &[IGNORE_EXPERIENCE, 0, 0, 0, 0, 1, 0], 1);
    assert!(toy.ran.iter().all(|step| step == "builtin.module(convert-math-to-llvm)"), "{:?}", toy.ran);
}

#[test]
fn in_the_second_half_of_its_turns_a_path_keeps_to_the_plain_order() {
    let mixed = [("func.func", TypeKind::Scalar), ("tosa.add", TypeKind::Tensor)];
    let second = |most_turns| {
        let mut toy = Toy::new(&mixed);
        construct(&mut toy, &[[0; TURN], EARLY].concat(), most_turns);
        toy.ran[1].contains("func-to-llvm")
    };
    assert!(second(4) && !second(2));
}

#[test]
fn every_conversion_is_drawn() {
    for version in [19, 22] {
        for rule in rules::RULES.iter().filter(|rule| rule.kind.is_none() && !rule.operation.ends_with('*')) {
            let key = (rule.operation.to_owned(), TypeKind::Scalar);
            let Some((place, rule)) = rules::find(&key.0, key.1) else { panic!("{}", rule.operation) };
            let target = ConversionTarget { key, place, rule };
            // Draws for an operation that is alone, and for a turn that does not mind a conversion that leads nowhere.
            let way = |draw| {
                let turn = Turn::read(&[IGNORE_EXPERIENCE, 0, 0, 0, 0, 0, draw], 0);
                Priorities::default().way(&target, &Operations::new(), &turn, version, &Strategy::default())
            };
            let drawn: BTreeSet<String> = (0..=255).filter_map(way).map(|pass| pass.step()).collect();
            let known = rule.ways.iter().filter(|way| way.exists_in(version)).count();
            assert_eq!(drawn.len(), known, "{} {drawn:?}", rule.operation);
        }
    }
}

/// Takes the conversion of functions in the first turn, which the plain order is against.
const EARLY: [u8; TURN] = [0, 0, 0, 0, 0, 1, 0];

#[test]
fn dead_ends_are_left_and_the_step_that_led_there_is_not_taken_again() {
    let mixed = [("func.func", TypeKind::Scalar), ("tosa.add", TypeKind::Tensor)];
    let start = || Toy { trap: "convert-func-to-llvm", ..Toy::new(&mixed) };
    let draws = |pick| [[IGNORE_EXPERIENCE, 0, 0, 0, 0, pick, 0], [0, 0, 0, 0, 0, 0, 1]].concat();
    let mut early = 0;
    for pick in 0..4 {
        let mut toy = start();
        assert_eq!(construct(&mut toy, &draws(pick), 30), End::Lowered, "{:?}", toy.ran);
        early += usize::from(toy.ran[0].contains("func-to-llvm"));
        assert!(!toy.steps[0].contains("func-to-llvm") && toy.steps.len() <= 30);
    }
    assert!(early > 0, "the early step is drawn");
    // It does not cost what is legal: without the trap the early step stays.
    let mut toy = Toy::new(&mixed);
    let kept = (0..4).any(|pick| {
        toy = Toy::new(&mixed);
        construct(&mut toy, &draws(pick), 30) == End::Lowered && toy.steps[0].contains("func-to-llvm")
    });
    assert!(kept, "{:?}", toy.steps);
    // Without feedback nothing is learned.
    let strategy = Strategy { feedback: false, ..Strategy::default() };
    let ends = (0..4).map(|pick| super::construct(&mut start(), &draws(pick), 22, 30, &strategy));
    assert!(ends.into_iter().any(|end| matches!(end, End::Incomplete { .. })));
}

#[test]
fn turns_that_were_in_vain_are_counted() {
    let mixed = [("func.func", TypeKind::Scalar), ("tosa.add", TypeKind::Tensor)];
    let draws = |pick| [[IGNORE_EXPERIENCE, 0, 0, 0, 0, pick, 0], [0, 0, 0, 0, 0, 0, 1]].concat();
    let effort = |trap, pick| {
        let mut toy = Toy { trap, ..Toy::new(&mixed) };
        assert_eq!(construct(&mut toy, &draws(pick), 30), End::Lowered);
        (toy.effort, toy.ran[0].contains("func-to-llvm"))
    };
    for pick in 0..4 {
        let (clean, _) = effort("", pick);
        assert_eq!((clean.paths_back, clean.times_back, clean.turns_lost), (0, 0, 0));
        let (trapped, is_early) = effort("convert-func-to-llvm", pick);
        assert_eq!(trapped.paths_back, u64::from(is_early));
        // It comes down plainly in a few turns, and is stuck after a few.
        let kept = trapped.turns - trapped.turns_lost;
        assert!(kept < 10 && trapped.turns_lost < 10, "{trapped:?}");
        assert_eq!(trapped.turns_lost > 0, is_early, "{trapped:?}");
    }
}

#[test]
fn optimizations_are_counted_by_what_they_did() {
    let of = |optimizations| {
        let mut toy = Toy { optimizations, ..Toy::program() };
        construct(&mut toy, &[2, 0, 1, 0, 0x11, 0, 0], 30);
        let Effort { optimizations, optimizations_changed, optimizations_declined, .. } = toy.effort;
        (optimizations, optimizations_changed, optimizations_declined)
    };
    assert_eq!((of(Applied::Unchanged), of(Applied::Declined)), ((2, 0, 0), (0, 0, 2)));
    assert_eq!(of(Applied::Changed), (2, 2, 0));
}

#[test]
fn what_is_drawn_in_spite_of_a_known_bug_is_counted_even_where_it_ends_the_path() {
    let ends = |number: u16, operation: &str| {
        let operations = [("func.func", TypeKind::Scalar), (operation, TypeKind::Scalar)];
        let mut toy = Toy { optimizations: Applied::Ended, ..Toy::new(&operations) };
        let [high, low] = number.to_be_bytes();
        construct(&mut toy, &[1, high, low, 0, 0, 0, 0], 30);
        let taken = toy.ran.first().is_some_and(|step| pass_name(step) == "remove-dead-values");
        taken.then(|| toy.effort.drawn.labels().into_iter().collect::<Vec<_>>())
    };
    let numbers = || 256..16_640u16;
    let called: Vec<_> = numbers().filter_map(|number| ends(number, "llvm.call")).collect();
    let others: Vec<_> = numbers().filter_map(|number| ends(number, "llvm.add")).collect();
    assert!(!called.is_empty() && 4 * called.len() < others.len(), "{} and {}", called.len(), others.len());
    assert!(called.iter().all(|drawn| drawn[..] == [("dead-operands-of-calls", 1)]));
    assert!(others.iter().all(Vec::is_empty));
}

#[test]
fn a_path_in_learned_order_goes_back_to_the_usual_one() {
    // The order knows no other pass than the one that leads nowhere.
    let learned = Learned::committed("22", "22.1.8").expect("it comes with lowdiff");
    let only = |rule: &LearnedRule| rule.pass == "builtin.module(convert-func-to-llvm)";
    let rules = learned.rules.iter().filter(|rule| only(rule)).cloned().collect();
    let order = Some(Order::of(&Learned { rules, ..learned }));
    let strategy = Strategy { order, experience: false, ..Strategy::default() };
    let mut toy = Toy { trap: "convert-func-to-llvm", ..Toy::program() };
    let draws = [[0, 0, 0, 0, 0, 0, 1]; 3].concat();
    assert_eq!(super::construct(&mut toy, &draws, 22, 30, &strategy), End::Lowered, "{:?}", toy.ran);
    assert!(toy.ran[0].contains("func-to-llvm") && !toy.steps[0].contains("func-to-llvm"));
}

#[test]
fn optimizations_may_lead_to_dead_ends_too() {
    let mut toy = Toy { trap: "canonicalize", optimizations: Applied::Unchanged, ..Toy::program() };
    assert_eq!(construct(&mut toy, &[1, 0, 1, 0, 0, 0, 0], 30), End::Lowered);
    assert!(toy.ran[0].contains("canonicalize") && !toy.steps[0].contains("canonicalize"));
    let mut toy = Toy { trap: "tosa-to-linalg", ..Toy::program() };
    assert!(matches!(construct(&mut toy, &EARLY, 30), End::Incomplete { .. }), "every way leads there");
}

/// The steps of a path through `name`, by these steps.
fn through(toy: &mut Toy, draws: &[u8], name: &str, steps: &[&str]) -> End {
    let steps = steps.iter().map(|step| step.to_string()).collect();
    let through = vec![Through { name: name.to_owned(), steps, makers: Vec::new() }];
    super::construct(toy, draws, 22, 30, &Strategy { through, ..Strategy::default() })
}

#[test]
fn a_wanted_pass_is_taken_where_it_changes_something() {
    let step = "builtin.module(convert-linalg-to-parallel-loops)";
    for seed in 0..20 {
        let mut toy = Toy::program();
        assert_eq!(through(&mut toy, &random(seed), "loops", &[step]), End::Lowered);
        assert_eq!(toy.steps.iter().filter(|taken| *taken == step).count(), 1, "{:?}", toy.steps);
    }
    // One that changes nothing is taken all the same; one that never runs is missed.
    let cse = "builtin.module(cse)";
    let mut toy = Toy { optimizations: Applied::Unchanged, ..Toy::program() };
    assert_eq!(through(&mut toy, &random(1), "cse", &[cse]), End::Lowered);
    assert!(toy.steps.iter().any(|taken| taken == cse));
    let mut toy = Toy::program();
    assert_eq!(through(&mut toy, &random(1), "cse", &[cse]), End::Without { pass: "cse".to_owned() });
}

#[test]
fn a_wanted_pass_may_be_taken_twice() {
    let cse = "builtin.module(cse)".to_owned();
    let through = vec![Through { name: "cse".into(), steps: vec![cse.clone()], makers: Vec::new() }];
    let strategy = Strategy { through, optimizations: false, ..Strategy::default() };
    let times = |seed| {
        let mut toy = Toy { optimizations: Applied::Changed, ..Toy::program() };
        assert_eq!(super::construct(&mut toy, &random(seed), 22, 30, &strategy), End::Lowered);
        toy.steps.iter().filter(|step| **step == cse).count()
    };
    let times: Vec<usize> = (0..20).map(times).collect();
    assert!(times.iter().all(|times| *times > 0), "{times:?}");
    assert!(times.iter().any(|times| *times > 1) && times.contains(&1), "{times:?}");
}

#[test]
fn without_rules_paths_end_anywhere() {
    let strategy = Strategy { rules: false, ..Strategy::default() };
    let ends = (0..20).map(|seed| super::construct(&mut Toy::program(), &random(seed), 22, 30, &strategy));
    assert!(ends.filter(|end| matches!(end, End::Incomplete { .. })).count() > 0);
}
