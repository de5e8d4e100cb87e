//! Path construction on a compiler of a few lines: each operation goes away by the passes its rule names.

use super::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
    /// What every optimization pass does.
    optimizations: Applied,
}

impl Toy {
    fn new(operations: &[(&str, TypeKind)]) -> Toy {
        let operations = operations.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)).collect();
        Toy { operations, steps: Vec::new(), optimizations: Applied::Declined }
    }

    fn program() -> Toy {
        Toy::new(&[
            ("builtin.module", TypeKind::Scalar),
            ("func.func", TypeKind::Scalar),
            ("tosa.add", TypeKind::Tensor),
            ("tosa.const", TypeKind::Tensor),
        ])
    }

    fn replace(&mut self, gone: impl Fn(&Key) -> bool, by: &[(&str, TypeKind)]) -> Applied {
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

    fn apply(&mut self, step: &str) -> Applied {
        self.steps.push(step.to_owned());
        let name = super::super::pipeline::pass_name(step);
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

fn random(seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; 150];
    ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

#[test]
fn no_draws_give_the_plain_lowering() {
    let mut toy = Toy::program();
    assert_eq!(construct(&mut toy, &[], 22, 30), End::Lowered);
    let names: Vec<&str> = toy.steps.iter().map(|step| super::super::pipeline::pass_name(step)).collect();
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
        assert_eq!(construct(&mut first, &random(seed), 22, 30), End::Lowered, "{:?}", first.steps);
        assert_eq!(construct(&mut again, &random(seed), 22, 30), End::Lowered);
        assert_eq!(first.steps, again.steps);
        paths.insert(first.steps);
    }
    assert!(paths.len() > 35, "{}", paths.len());
}

#[test]
fn a_declined_optimization_is_skipped_and_an_end_is_the_end() {
    let draws = [1, 1, 0, 0, 0];
    let mut toy = Toy::program();
    assert_eq!(construct(&mut toy, &draws, 22, 30), End::Lowered);
    assert_eq!(toy.steps[0], "builtin.module(canonicalize)");
    let mut toy = Toy { optimizations: Applied::Ended, ..Toy::program() };
    assert_eq!(construct(&mut toy, &draws, 22, 30), End::Ended);
    assert_eq!(toy.steps.len(), 1);
}

#[test]
fn what_nothing_lowers_is_named() {
    let unknown = [("builtin.module", TypeKind::Scalar), ("other.op", TypeKind::Scalar)];
    let mut toy = Toy::new(&unknown);
    assert_eq!(construct(&mut toy, &[], 22, 30), End::Incomplete { left: vec!["other.op".to_owned()] });
    assert!(toy.steps.is_empty());
    let mut toy = Toy::program();
    let End::Incomplete { left } = construct(&mut toy, &[], 22, 2) else { panic!("{:?}", toy.steps) };
    assert_eq!(left, ["arith.constant", "func.func", "linalg.generic"]);
}

#[test]
fn failures_lower_the_priority_and_move_on_to_other_conversions() {
    // math.sqrt never goes away in this toy, so func.func comes first from the second turn on.
    let mut toy = Toy::new(&[("math.sqrt", TypeKind::Scalar), ("func.func", TypeKind::Scalar)]);
    assert!(matches!(construct(&mut toy, &[], 22, 5), End::Incomplete { .. }));
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
fn closed_gates_hold_except_when_the_draw_ignores_them() {
    let mixed = [("func.func", TypeKind::Scalar), ("tosa.add", TypeKind::Tensor)];
    let first = |draws: &[u8]| {
        let mut toy = Toy::new(&mixed);
        construct(&mut toy, draws, 22, 1);
        toy.steps[0].clone()
    };
    for pick in 0..8 {
        assert!(!first(&[0, 0, 0, pick, 0]).contains("func-to-llvm"));
    }
    assert_eq!(first(&[IGNORE_GATES, 0, 0, 1, 0]), "builtin.module(convert-func-to-llvm)");
    // Soundness is not a matter of draws.
    let mut toy = Toy::new(&[("math.tanh", TypeKind::Scalar), ("math.rsqrt", TypeKind::Scalar)]);
    construct(&mut toy, &[IGNORE_GATES, 0, 0, 1, 0], 22, 1);
    assert_eq!(toy.steps, ["builtin.module(convert-math-to-llvm)"]);
}

#[test]
fn every_conversion_is_drawn() {
    for version in [19, 22] {
        for rule in rules::RULES.iter().filter(|rule| rule.kind.is_none() && !rule.operation.ends_with('*')) {
            let key = (rule.operation.to_owned(), TypeKind::Scalar);
            let Some((place, rule)) = rules::find(&key.0, key.1) else { panic!("{}", rule.operation) };
            let target = Target { key, place, rule };
            let drawn: BTreeSet<String> = (0..=255)
                .filter_map(|draw| Priorities::default().way(&target, draw, version))
                .map(|pass| pass.step())
                .collect();
            let known = rule.ways.iter().filter(|way| way.exists_in(version)).count();
            assert_eq!(drawn.len(), known, "{} {drawn:?}", rule.operation);
        }
    }
}
