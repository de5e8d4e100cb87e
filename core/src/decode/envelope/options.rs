//! Options of a step: drawn from what a build declares, as far as the tables say that they are sound.

use crate::path::catalogue;
use crate::path::catalogue::options::{OptionValues, drawn_values, shown};
use crate::path::declared::{Declared, DeclaredOption, OptionKind};
use crate::path::settings::Settings;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};

/// Elements of a list, at most.
const MOST_ELEMENTS: usize = 4;

/// The step with one option of its pass set, changed, or left to its default; none where the pass has no option that is drawn, or the step
/// is no pair of the tables with such options. An option that shows a known bug of MLIR's major version `version` is set seldom.
pub(super) fn change(
    step: &str,
    (version, declared): (u32, &Declared),
    random: &mut impl Rng,
) -> Option<String> {
    let mut settings = Settings::of(step)?;
    let pass = settings.pass().to_owned();
    let options = declared.options(&pass);
    let drawn: Vec<(&DeclaredOption, OptionValues)> =
        options.iter().filter_map(|option| Some((option, drawn_values(&pass, option).ok()?))).collect();
    let (option, values) = *drawn.choose(random)?;
    if shown(&pass, &option.name).is_some_and(|bug| !bug.lets(version..=version, Some(random.random()))) {
        return None;
    }
    let now = settings.get(&option.name);
    let value = match now {
        Some(_) if random.random_range(0..4) == 0 => None,
        _ => Some(value(option, values, now, random)?),
    };
    settings.set(&option.name, value);
    let changed = settings.step();
    (changed != step && catalogue::hazards(&changed).is_some()).then_some(changed)
}

/// A value of an option, another one than it has now where there are few; none where no value is known.
fn value(
    option: &DeclaredOption,
    values: OptionValues,
    now: Option<&str>,
    random: &mut impl Rng,
) -> Option<String> {
    let elements = if option.list { random.random_range(1..=MOST_ELEMENTS) } else { 1 };
    let elements = (0..elements).map(|_| element(option, values, now, random));
    Some(elements.collect::<Option<Vec<String>>>()?.join(","))
}

fn element(
    option: &DeclaredOption,
    values: OptionValues,
    now: Option<&str>,
    random: &mut impl Rng,
) -> Option<String> {
    if let OptionValues::Of(words) = values {
        return words.choose(random).map(|word| (*word).to_owned());
    }
    match &option.kind {
        OptionKind::Boolean => {
            let flipped = now.or(option.default.as_deref()) != Some("true");
            Some(flipped.to_string())
        }
        OptionKind::Words { words, .. } => words.choose(random).cloned(),
        OptionKind::Real => {
            ["0", "0.1", "0.5", "1", "2", "1e+30", "-1"].choose(random).map(|s| (*s).to_owned())
        }
        OptionKind::Integer { signed, bits } => {
            let most = (1_i128 << (bits - u32::from(*signed))) - 1;
            let (mut first, mut last) = (if *signed { -most - 1 } else { 0 }, most);
            if let OptionValues::Within(least, most) = values {
                (first, last) = (first.max(least.into()), last.min(most.into()));
            }
            let number = match random.random_range(0..8) {
                0..5 => random.random_range(0..=9),
                5 => 1 << random.random_range(0..*bits),
                6 => first,
                _ => *[-1, 0, 1, last - 1, last].choose(random)?,
            };
            Some(number.clamp(first, last).to_string())
        }
        OptionKind::Text | OptionKind::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::catalogue::{ConversionKind, pairs};
    use crate::path::pass::Pass;
    use crate::path::pipeline;
    use crate::version::VERSIONS;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::collections::{BTreeMap, BTreeSet};

    /// Every value that each option of each version is drawn with.
    fn drawn(version: u32) -> BTreeMap<(String, String), BTreeSet<String>> {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut seen: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        let declared = Declared::of(version);
        let mut passes: Vec<Pass> = pairs()
            .into_iter()
            .filter(|(kind, _)| *kind != ConversionKind::Refused)
            .map(|(_, pass)| pass)
            .collect();
        let mut names = BTreeSet::new();
        passes.retain(|pass| names.insert(pass.name));
        for pass in passes {
            let seldom =
                declared.options(pass.name).iter().any(|option| shown(pass.name, &option.name).is_some());
            for _ in 0..if seldom { 5_000 } else { 200 } {
                let Some(step) = change(&pass.step(), (version, declared), &mut random) else { continue };
                let steps = pipeline::split(&step).expect("a step");
                assert_eq!(steps, std::slice::from_ref(&step));
                assert!(catalogue::hazards(&step).is_some(), "{step}");
                let settings = Settings::of(&step).expect("a step of options");
                for (name, value) in settings.options {
                    seen.entry((pass.name.to_owned(), name)).or_default().insert(value);
                }
            }
        }
        seen
    }

    #[test]
    fn every_option_that_may_be_drawn_is_with_more_than_one_value() {
        for version in VERSIONS {
            let (declared, seen) = (Declared::of(version.major), drawn(version.major));
            let mut kinds = BTreeSet::new();
            let known = pairs().into_iter().filter(|(kind, _)| *kind != ConversionKind::Refused);
            let known: BTreeSet<&str> = known.map(|(_, pass)| pass.name).collect();
            for (pass, known) in declared.passes.iter().filter(|(pass, _)| known.contains(pass.as_str())) {
                for option in &known.options {
                    let key = (pass.clone(), option.name.clone());
                    let Ok(values) = drawn_values(pass, option) else { continue };
                    let seen = seen.get(&key).map_or(0, BTreeSet::len);
                    let least = match (values, &option.kind) {
                        (OptionValues::Of(words), _) => words.len().min(2),
                        (_, OptionKind::Boolean) => 1,
                        _ => 2,
                    };
                    assert!(seen >= least, "{key:?} of {}: {seen} values", version.name);
                    kinds.insert((option.kind.word(), option.list));
                }
            }
            for kind in ["integer", "boolean", "real", "words", "text"] {
                assert!(kinds.iter().any(|(word, _)| *word == kind), "{kind} of {}: {kinds:?}", version.name);
            }
            assert!(kinds.contains(&("integer", true)), "{}: {kinds:?}", version.name);
        }
    }

    #[test]
    fn numbers_are_small_and_at_the_ends() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let step = "builtin.module(canonicalize)";
        let steps: BTreeSet<String> =
            (0..2000).filter_map(|_| change(step, (22, Declared::of(22)), &mut random)).collect();
        for text in [
            "max-iterations=0",
            "max-iterations=-1",
            "max-num-rewrites=3",
            "max-iterations=9223372036854775807",
            "max-num-rewrites=1024",
            "top-down=false",
            "region-simplify=aggressive",
        ] {
            assert!(steps.contains(&format!("builtin.module(canonicalize{{{text}}})")), "{text}: {steps:?}");
        }
        assert!(steps.iter().all(|step| !step.contains("test-convergence") && !step.contains("patterns")));
    }

    #[test]
    fn what_is_set_is_left_to_its_default_too() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let step = "builtin.module(func.func(affine-loop-normalize{promote-single-iter=true}))";
        let steps: BTreeSet<String> =
            (0..100).filter_map(|_| change(step, (22, Declared::of(22)), &mut random)).collect();
        let bare = "builtin.module(func.func(affine-loop-normalize))";
        assert_eq!(steps, [bare.to_owned(), step.replace("true", "false")].into());
        for step in
            ["builtin.module(cse)", "builtin.module(no-such-pass{x=1})", "builtin.module(symbol-privatize)"]
        {
            assert_eq!(change(step, (22, Declared::of(22)), &mut random), None, "{step}");
        }
    }
}
