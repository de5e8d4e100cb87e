//! Steps for a module: drawn from the tables, by what is in it.

use super::{Envelope, MOST_STEPS, STEP, options};
use crate::ir::{self, Attribute, Module, Operation, Type};
use crate::path::catalogue::{self, Role};
use crate::path::declared::Declared;
use crate::path::experience::{CERTAIN, Experience};
use crate::path::learned::lacks;
use crate::path::rules::{self, LoweringRule};
use crate::path::{Operations, TypeKind, pipeline};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Steps that are looked at, where any may be drawn, for one that promises to change something.
const TRIES: usize = 4;
/// The promise of a step whose pass needs an operation that is not there, in parts of [`CERTAIN`].
const UNLIKELY: u16 = CERTAIN / 32;

/// The operations in the text of a module, and the most abstract types that each works on, which the generic form alone tells.
pub(super) fn operations_in(module: &str) -> Operations {
    match ir::module(module) {
        Ok(module) => operations(&module),
        Err(_) => {
            let named = named_in(module).map(|name| ((name.to_owned(), TypeKind::Scalar), 1));
            module_itself().chain(named).collect()
        }
    }
}

/// The operations of a module, and the most abstract types that each works on.
pub fn operations(module: &Module) -> Operations {
    let mut operations: Operations = module_itself().collect();
    module.walk(&mut |operation| {
        *operations.entry((operation.name.to_owned(), kind(module, operation))).or_default() += 1;
    });
    operations
}

/// The operation that each module is.
fn module_itself() -> impl Iterator<Item = ((String, TypeKind), u32)> {
    std::iter::once((("builtin.module".to_owned(), TypeKind::Scalar), 1))
}

/// The most abstract type of all; of a function's own type, too.
fn kind(module: &Module, operation: &Operation) -> TypeKind {
    let kind = |ty: &Type| match ty {
        Type::Tensor(..) | Type::UnrankedTensor(..) => TypeKind::Tensor,
        Type::Memref { .. } | Type::UnrankedMemref(..) => TypeKind::Memref,
        Type::Vector(..) => TypeKind::Vector,
        _ => TypeKind::Scalar,
    };
    let values = operation.operands.iter().chain(&operation.results).map(|value| kind(module.ty(*value)));
    let signature = match operation.attribute("function_type") {
        Some(Attribute::Type(ty)) => match &**ty {
            Type::Function(inputs, results) => Some(inputs.iter().chain(results)),
            _ => None,
        },
        _ => None,
    };
    values.chain(signature.into_iter().flatten().map(|ty| kind(ty))).min().unwrap_or(TypeKind::Scalar)
}

/// The operations that are named in a module's text, as far as that tells them.
pub fn named_in(module: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_');
    module.split(is_part).filter(|word| is_name(word))
}

/// True of what has the form of an operation's full name.
fn is_name(word: &str) -> bool {
    word.split_once('.').is_some_and(|(dialect, name)| {
        let begins = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase());
        begins(dialect) && begins(name)
    })
}

/// The likelihood that a step changes IR of these operations, in parts of [`CERTAIN`]: little where its pass needs an operation that is not there.
fn promise(step: &str, operations: &Operations, version: u32) -> u16 {
    match lacks(step, operations) {
        true => UNLIKELY,
        false => Experience::of(version).promise(step, operations),
    }
}

/// A step for IR of these operations, on MLIR's major version `version`. It is likelier the more it promises to change them.
pub(super) fn drawn(operations: &Operations, version: u32, random: &mut impl Rng) -> String {
    let known = Experience::of(version);
    let promise = |step: &str| promise(step, operations, version);
    let conversion = || -> Vec<String> {
        let rules: BTreeMap<usize, &LoweringRule> =
            operations.keys().filter_map(|(name, kind)| rules::find(name, *kind)).collect();
        let ways = rules.into_values().flat_map(|rule| rule.ways).filter(|way| way.exists_in(version));
        ways.map(|way| way.step()).filter(|step| !known.leads_nowhere(step, operations)).collect()
    };
    let optimization = |number, setting| {
        let drawn =
            catalogue::draw(number, setting, operations, version, |_| true, |pass| promise(&pass.step()));
        drawn.map(|pass| pass.step())
    };
    let step = match random.random_range(0..8) {
        0..5 => optimization(random.random_range(256..=u16::MAX), random.random()),
        5..7 => conversion().choose(random).cloned(),
        _ => None,
    };
    step.unwrap_or_else(|| {
        let all: Vec<String> = all().filter(|(_, of)| of.contains(&version)).map(|(step, _)| step).collect();
        // A step that shows a known bug is drawn by its share, above.
        let shows_nothing = |step: &&String| catalogue::risks(step, operations, version).is_none();
        let tried: Vec<&String> = all.sample(random, TRIES).filter(shows_nothing).collect();
        let keeps = |step: &&&String| random.random_range(0..CERTAIN) < promise(step);
        let step = tried.iter().find(keeps).or(tried.first());
        step.map_or_else(|| Role::Folds.pass().step(), |step| (*step).clone())
    })
}

/// So many steps for a module of this text.
pub fn drawn_steps(text: &str, count: usize, version: u32, random: &mut impl Rng) -> Vec<String> {
    let operations = operations_in(text);
    (0..count).map(|_| drawn(&operations, version, random)).collect()
}

/// Every step that may be drawn, and the major versions of MLIR that have it.
fn all() -> impl Iterator<Item = (String, RangeInclusive<u32>)> {
    catalogue::drawn().map(|pass| (pass.step(), pass.versions.0..=pass.versions.1))
}

/// The steps that are likely to change an input, by the name of their pass.
pub fn likely(input: &Envelope, version: u32) -> BTreeMap<String, BTreeSet<String>> {
    let (operations, known) = (operations_in(&input.module), Experience::of(version));
    let is_likely = |step: &str| known.is_likely(step, &operations) && !lacks(step, &operations);
    let steps = all().filter(|(step, of)| of.contains(&version) && is_likely(step));
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (step, _) in steps {
        named.entry(pipeline::pass_name(&step).to_owned()).or_default().insert(step);
    }
    named
}

/// A step that was not drawn by its share may be taken: it shows no known bug on IR of these operations, or one number in so many lets it.
fn may_be(step: &str, operations: &Operations, version: u32, random: &mut impl Rng) -> bool {
    let bug = catalogue::risks(step, operations, version);
    bug.is_none_or(|bug| bug.lets(version..=version, Some(random.random())))
}

/// A step as [`drawn`] gives it, in one of three with options of its pass that are drawn as well.
fn set(operations: &Operations, version: u32, declared: &Declared, random: &mut impl Rng) -> String {
    let step = drawn(operations, version, random);
    if random.random_range(0..3) > 0 {
        return step;
    }
    let changes = random.random_range(1..=2);
    let change = |step: String, _| options::change(&step, (version, declared), random).unwrap_or(step);
    let changed = (0..changes).fold(step.clone(), change);
    // The pair that was drawn had its chance.
    if changed == step || may_be(&changed, operations, version, random) { changed } else { step }
}

/// One of these steps, of a few the first that is worth it for IR of these operations; in one of three with options of its pass that are drawn
/// as well. None of none, and mostly none where it shows a known bug.
pub(super) fn drawn_of(
    wanted: &[String],
    operations: &Operations,
    (version, declared): (u32, &Declared),
    random: &mut impl Rng,
) -> Option<String> {
    let tried: Vec<&String> = wanted.sample(random, TRIES).collect();
    let keeps = |step: &&&String| random.random_range(0..CERTAIN) < promise(step, operations, version);
    let step = tried.iter().find(keeps).or(tried.first())?;
    let changed = match random.random_range(0..3) {
        0 => options::change(step, (version, declared), random),
        _ => None,
    };
    let step = changed.unwrap_or_else(|| (**step).clone());
    may_be(&step, operations, version, random).then_some(step)
}

/// Changes the steps of an envelope for a module of these operations.
pub(super) fn change(
    steps: &mut Vec<String>,
    operations: &Operations,
    version: u32,
    declared: &Declared,
    random: &mut impl Rng,
) {
    let at = random.random_range(0..steps.len().max(1));
    match random.random_range(0..8) {
        0..2 if steps.len() < MOST_STEPS => {
            steps.insert(random.random_range(0..=steps.len()), set(operations, version, declared, random));
        }
        2 if steps.len() > 1 => {
            steps.remove(at);
        }
        3 if steps.len() > 1 => {
            let other = random.random_range(0..steps.len());
            steps.swap(at, other);
        }
        4..6 => {
            let others: Vec<String> = catalogue::with_other_options(&steps[at]).collect();
            let other = match random.random_range(0..4) {
                0 => others.choose(random).cloned(),
                _ => options::change(&steps[at], (version, declared), random),
            };
            let other = other.filter(|step| may_be(step, operations, version, random));
            steps[at] = other.unwrap_or_else(|| set(operations, version, declared, random));
        }
        _ => {
            let least = (0..steps.len()).min_by_key(|at| promise(&steps[*at], operations, version));
            // Half of the time it goes where it changes the least.
            let at = least.filter(|_| random.random()).unwrap_or(at);
            steps[at] = set(operations, version, declared, random);
        }
    }
}

/// The libFuzzer dictionary of envelopes: a line for each step, and what options are made of.
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Steps of envelopes. Generated from the tables of passes by `decode::envelope_dictionary`; a test fails when this\n\
         # file is stale.\n",
    );
    let steps: BTreeSet<String> = all().map(|(step, _)| step).collect();
    for step in steps {
        let name: String =
            pipeline::pass_name(&step).chars().map(|c| if c == '-' { '_' } else { c }).collect();
        let escaped = step.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a String never fails.
        let _ = writeln!(text, "{name}=\"{STEP}{escaped}\\x0A\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const MODULE: &str = "\"builtin.module\"() ({\n  \"affine.for\"() : () -> ()\n})";

    #[test]
    fn names_are_read_from_either_form() {
        let names = |text: &'static str| named_in(text).collect::<Vec<_>>();
        assert_eq!(names(MODULE), ["builtin.module", "affine.for"]);
        assert_eq!(names("  %0 = arith.addi %a, %b : i32 // 1.5"), ["arith.addi"]);
    }

    #[test]
    fn the_types_that_operations_work_on_are_read_from_the_generic_form() {
        let text = "\"builtin.module\"() ({\n  \"func.func\"() ({\n  ^bb0(%0: tensor<2xi32>):\n    \
                    %1 = \"tensor.extract\"(%0) : (tensor<2xi32>) -> i32\n    \"func.return\"() : () -> ()\n  }) \
                    {function_type = (tensor<2xi32>) -> (), sym_name = \"f\"} : () -> ()\n}) : () -> ()\n";
        let operations = operations_in(text);
        let met: Vec<(&str, TypeKind)> =
            operations.keys().map(|(name, kind)| (name.as_str(), *kind)).collect();
        let (function, extract) = (("func.func", TypeKind::Tensor), ("tensor.extract", TypeKind::Tensor));
        let others = [("builtin.module", TypeKind::Scalar), ("func.return", TypeKind::Scalar)];
        assert_eq!(met, [others[0], function, others[1], extract]);
    }

    #[test]
    fn drawn_steps_are_many_and_fit() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let operations = operations_in(MODULE);
        let steps: Vec<String> = (0..600).map(|_| drawn(&operations, 22, &mut random)).collect();
        assert!(steps.iter().all(|step| pipeline::split(step).is_ok_and(|steps| steps.len() == 1)));
        let affine = steps.iter().filter(|step| step.contains("affine")).count();
        assert!(affine > 150, "{affine} of 600 are about affine");
        assert!(steps.iter().collect::<BTreeSet<_>>().len() > 100);
    }

    /// On a version with a known bug, a step that shows it there is drawn once in so many chances.
    #[test]
    fn steps_that_show_a_known_bug_are_drawn_seldom() {
        let drawn = |operation: &str, version: u32| {
            let operations =
                operations_in(&format!("\"builtin.module\"() ({{\n  \"{operation}\"() : () -> ()\n}})"));
            let mut random = ChaCha8Rng::seed_from_u64(3);
            let steps = (0..6000).map(|_| drawn(&operations, version, &mut random));
            steps.filter(|step| pipeline::pass_name(step) == "remove-dead-values").count()
        };
        let (called, others) = (drawn("llvm.call", 22), drawn("llvm.add", 22));
        assert!(called > 0 && 4 * called < others, "{called} and {others}");
        // A step that somebody is aimed at has no other share.
        let wanted = ["builtin.module(remove-dead-values)".to_owned()];
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let mut aimed = |operation: &str| {
            let operations =
                operations_in(&format!("\"builtin.module\"() ({{\n  \"{operation}\"() : () -> ()\n}})"));
            let known = (22, Declared::of(22));
            (0..800).filter(|_| drawn_of(&wanted, &operations, known, &mut random).is_some()).count()
        };
        assert_eq!(aimed("llvm.add"), 800);
        let called = aimed("llvm.call");
        assert!((60..160).contains(&called), "{called} of 800, and one in eight is the share");
    }

    #[test]
    fn changes_keep_the_number_of_steps() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let operations = operations_in(MODULE);
        let mut steps = vec!["builtin.module(func.func(affine-loop-tile{tile-size=3}))".to_owned()];
        let mut seen = BTreeSet::new();
        for _ in 0..300 {
            change(&mut steps, &operations, 22, Declared::of(22), &mut random);
            assert!((1..=MOST_STEPS).contains(&steps.len()), "{steps:?}");
            seen.insert(steps.clone());
        }
        assert!(seen.len() > 150, "{}", seen.len());
    }

    #[test]
    fn a_step_that_changes_nothing_is_replaced_sooner() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let operations = operations_in(MODULE);
        let known = Experience::of(22);
        let promises = |least: bool| {
            let fits = move |step: &String| known.is_likely(step, &operations_in(MODULE)) != least;
            let untold = |step: &String| known.promise(step, &operations_in(MODULE)) == CERTAIN;
            all().map(|(step, _)| step).find(|step| fits(step) && (!least || !untold(step)))
        };
        let both = [false, true].map(|least| promises(least).expect("there is one"));
        let mut replaced = [0, 0];
        for _ in 0..600 {
            let mut steps = both.to_vec();
            change(&mut steps, &operations, 22, Declared::of(22), &mut random);
            for (count, step) in replaced.iter_mut().zip(&both) {
                *count += usize::from(!steps.contains(step));
            }
        }
        assert!(replaced[0] > 50 && 3 * replaced[1] > 4 * replaced[0], "{replaced:?}");
    }

    #[test]
    fn the_committed_dictionary_of_steps_is_current() {
        crate::decode::dictionary::tests::is_committed("pass_diff", &dictionary());
        crate::decode::dictionary::tests::is_committed("pass_crash", &dictionary());
    }
}
