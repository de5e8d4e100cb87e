//! Changing an envelope as what it stands for: its steps, and the operations of its module.

use super::edit::{Material, Mutation, edit, splice};
use super::steps::{self, change};
use super::{Envelope, MOST_STEPS};
use crate::path::declared::Declared;
use crate::path::learned::lacks;
use rand::{Rng, RngExt};

/// Changes at once, at most; one is the most likely.
const CHANGES: usize = 4;
/// Changes that are tried, as a module that has nearly the size of the bound grows by most of them.
const TRIES: usize = 6;

/// The bounds of changes.
#[derive(Clone, Copy)]
pub struct MutationBounds<'d> {
    /// Bytes of an input, at most.
    pub most: usize,
    /// The major version of MLIR.
    pub version: u32,
    /// The options of its passes.
    pub declared: &'d Declared,
}

/// A changed input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The input.
    pub bytes: Vec<u8>,
    /// The ways in which it was changed, in order.
    pub by: Vec<Mutation>,
}

/// A changed copy of an envelope, which may have operations of another one; none where the bytes are no envelope, or none of [`TRIES`] changes
/// fits.
pub fn mutant(
    bytes: &[u8],
    other: Option<&[u8]>,
    bounds: MutationBounds<'_>,
    random: &mut impl Rng,
) -> Option<Mutant> {
    let before = Envelope::parse(bytes)?;
    let other = other.and_then(Envelope::parse);
    let material =
        Material { other: other.as_ref().map(|other| other.module.as_str()), version: bounds.version };
    (0..TRIES).find_map(|_| changed(&before, material, bounds, random))
}

/// A copy of an envelope with some changes; none where it does not fit.
fn changed(
    before: &Envelope,
    material: Material<'_>,
    MutationBounds { most, version, declared }: MutationBounds<'_>,
    random: &mut impl Rng,
) -> Option<Mutant> {
    let mut envelope = before.clone();
    let changes = (1..CHANGES).take_while(|_| random.random()).count() + 1;
    let mut by = Vec::with_capacity(changes);
    for _ in 0..changes {
        let edited =
            if random.random_range(0..5) < 3 { edit(&envelope.module, material, random) } else { None };
        match edited {
            Some((module, mutation)) => {
                envelope.module = module;
                by.push(mutation);
            }
            None => {
                let operations = steps::operations_in(&envelope.module);
                change(&mut envelope.steps, &operations, version, declared, random);
                by.push(Mutation::Steps);
            }
        }
    }
    fitting(&envelope, before, most).map(|bytes| Mutant { bytes, by })
}

/// The module of one envelope with steps of the other, or of both, or with operations of it; none where the bytes are no envelopes.
pub fn cross(one: &[u8], other: &[u8], most: usize, random: &mut impl Rng) -> Option<Mutant> {
    let (before, mut other) = (Envelope::parse(one)?, Envelope::parse(other)?);
    let mut envelope = before.clone();
    let mut by = Mutation::Steps;
    let operations = steps::operations_in(&before.module);
    // Steps that need what is not there are left where they are, if there are others.
    let fits = |step: &String| !lacks(step, &operations);
    if other.steps.iter().any(fits) {
        other.steps.retain(fits);
    }
    match random.random_range(0..4) {
        0 => envelope.steps = other.steps,
        1 => {
            let kept = random.random_range(0..=envelope.steps.len());
            envelope.steps.truncate(kept);
            envelope.steps.extend(other.steps);
            envelope.steps.truncate(MOST_STEPS);
        }
        _ => {
            envelope.module = splice(&envelope.module, &other.module, random)?;
            by = Mutation::Splice;
        }
    }
    fitting(&envelope, &before, most).map(|bytes| Mutant { bytes, by: vec![by] })
}

/// A copy of an envelope one of whose steps is one of `wanted`, of those that promise the most for its module; none where the bytes are no
/// envelope, or too long then.
pub fn aim(
    bytes: &[u8],
    most: usize,
    wanted: &[String],
    (version, declared): (u32, &Declared),
    random: &mut impl Rng,
) -> Option<Vec<u8>> {
    let mut envelope = Envelope::parse(bytes)?;
    let before = envelope.clone();
    let operations = steps::operations_in(&envelope.module);
    let step = steps::drawn_of(wanted, &operations, (version, declared), random)?;
    let at = random.random_range(0..envelope.steps.len());
    match envelope.steps.len() < MOST_STEPS && random.random() {
        true => envelope.steps.insert(at, step),
        false => envelope.steps[at] = step,
    }
    fitting(&envelope, &before, most)
}

/// The text of an envelope that is another one than before, and not too long.
fn fitting(envelope: &Envelope, before: &Envelope, most: usize) -> Option<Vec<u8>> {
    let text = envelope.to_string();
    (envelope != before && text.len() <= most).then(|| text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::edit::tests::MODULE;
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn envelope(step: &str) -> Envelope {
        Envelope { steps: vec![step.to_owned()], printed: Vec::new(), module: MODULE.to_owned() }
    }

    #[test]
    fn an_input_that_has_no_room_is_changed_all_the_same() {
        let bytes = envelope("builtin.module(cse)").to_string();
        let bounds = MutationBounds { most: bytes.len() + 24, version: 22, declared: Declared::of(22) };
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let before = Envelope::parse(bytes.as_bytes()).expect("it is one");
        let material = Material { other: None, version: 22 };
        let single = (0..200).filter(|_| changed(&before, material, bounds, &mut random).is_some()).count();
        let made = (0..200).filter(|_| mutant(bytes.as_bytes(), None, bounds, &mut random).is_some()).count();
        assert!(single < 150 && made > 170, "{single} of 200 fit at once, {made} in the end");
    }

    #[test]
    fn an_aimed_envelope_has_a_step_that_is_wanted() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let bytes = envelope("builtin.module(cse)").to_string();
        let wanted = ["builtin.module(func.func(scf-for-loop-peeling))", "builtin.module(convert-scf-to-cf)"];
        let wanted: Vec<String> = wanted.map(str::to_owned).into();
        for _ in 0..40 {
            let version = (22, Declared::of(22));
            let aimed = aim(bytes.as_bytes(), 4096, &wanted, version, &mut random).expect("it is one");
            let aimed = Envelope::parse(&aimed).expect("it is an envelope");
            let is_wanted =
                |step: &String| step.contains("scf-for-loop-peeling") || step.contains("convert-scf-to-cf");
            assert!(aimed.steps.iter().any(is_wanted), "{:?}", aimed.steps);
            assert_eq!(aimed.module, MODULE);
        }
        assert_eq!(aim(b"few", 4096, &wanted, (22, Declared::of(22)), &mut random), None);
        assert_eq!(aim(bytes.as_bytes(), 4096, &[], (22, Declared::of(22)), &mut random), None);
    }

    #[test]
    fn mutants_are_envelopes_that_can_be_read() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let bytes = envelope("builtin.module(cse)").to_string();
        let (mut steps, mut modules, mut all) = (0, 0, 0);
        for _ in 0..400 {
            let bounds = MutationBounds { most: 4096, version: 22, declared: Declared::of(22) };
            let Some(Mutant { bytes, by }) = mutant(bytes.as_bytes(), None, bounds, &mut random) else {
                continue;
            };
            let mutant = Envelope::parse(&bytes).expect("a mutant is an envelope");
            assert!(!by.is_empty());
            all += 1;
            steps += u32::from(mutant.steps != ["builtin.module(cse)"]);
            if mutant.module != MODULE {
                modules += 1;
                crate::ir::module(&mutant.module).expect("a mutant's module can be read");
            }
        }
        assert!(
            all > 350 && steps > 100 && modules > 150,
            "{all} mutants, {steps} of steps, {modules} of modules"
        );
    }

    #[test]
    fn there_is_room_or_no_mutant() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let bytes = envelope("builtin.module(cse)").to_string();
        for _ in 0..100 {
            let bounds = MutationBounds { most: bytes.len() + 40, version: 22, declared: Declared::of(22) };
            let mutant = mutant(bytes.as_bytes(), None, bounds, &mut random);
            assert!(mutant.is_none_or(|mutant| mutant.bytes.len() <= bounds.most));
        }
        let bounds = MutationBounds { most: 4096, version: 22, declared: Declared::of(22) };
        assert_eq!(mutant(b"some bytes", None, bounds, &mut random), None);
    }

    #[test]
    fn two_envelopes_make_a_third() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let (one, other) = (envelope("builtin.module(cse)"), envelope("builtin.module(sccp)"));
        let [one, other] = [one, other].map(|envelope| envelope.to_string());
        let crossed: Vec<Envelope> = (0..50)
            .filter_map(|_| cross(one.as_bytes(), other.as_bytes(), 4096, &mut random))
            .map(|mutant| Envelope::parse(&mutant.bytes).expect("it is an envelope"))
            .collect();
        assert!(crossed.iter().any(|envelope| envelope.steps == ["builtin.module(sccp)"]));
        assert!(crossed.iter().any(|envelope| envelope.steps.len() == 2));
    }
}
