//! The inputs of a campaign of single steps: states with the steps that come next there, changed as `pass_diff`'s mutator changes them.
//!
//! Inputs come in families of consecutive numbers. A family begins with some states of one drawn path, or with some of the inputs that were
//! given. Each of its inputs is a changed member of the family, and joins it where it holds and names something new. So an input follows from
//! the seed, its number, and which earlier ones of its family joined: no worker, no clock and no other family has a part in it.

use super::taken_path::TakenPath;
use super::{Campaign, CaseResult};
use crate::decode::envelope::{self, MOST_STEPS};
use crate::decode::{Envelope, Generator, seeded_by, seeded_small};
use crate::execute::Isolation;
use crate::judge::VerdictKind;
use crate::path::SearchFocus;
use anyhow::Context as _;
use rand::seq::IndexedRandom as _;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Inputs of a family.
pub const FAMILY: u64 = 128;
/// States that a family begins with, at most.
const STATES: usize = 4;
/// Members of a family, at most.
const MOST_MEMBERS: usize = 16;
/// Bytes of an input, at most: longer ones take longer, and are about the same operations.
const MOST_BYTES: usize = 8192;
/// Operations that a program is drawn of, at most.
const MOST_OPERATIONS: u64 = 3;
/// Programs, and changes, that are tried before a family has no states, or an input is none.
const TRIES: u64 = 8;
/// One change in so many takes the steps of another member.
const CROSSED: u32 = 8;
/// One input in so many is left as it is where there is a focus.
const UNAIMED: u32 = 4;
/// Given inputs that are looked at for one that is near the focus.
const NEAR: usize = 16;

/// Makes inputs by their numbers.
pub struct StepInputs {
    generator: Generator,
    seed: u64,
    /// Inputs to begin with, instead of states of generated programs.
    given: Vec<Vec<u8>>,
    /// The passes that inputs are to take more often than others.
    focus: SearchFocus,
    family: StepFamily,
}

/// The family at hand.
#[derive(Default)]
struct StepFamily {
    /// Its number; none before the first.
    number: Option<u64>,
    /// The members that inputs are made from.
    members: Vec<Vec<u8>>,
    /// The steps of the focus that the MLIR at hand has.
    wanted: Vec<String>,
    /// Operations and passes that are named in them.
    named: BTreeSet<String>,
    /// The numbers of the inputs among them.
    joined: Vec<u64>,
}

impl StepFamily {
    fn add(&mut self, member: Vec<u8>) {
        self.named.extend(names(&member));
        self.members.push(member);
    }
}

/// Operations and passes that an input names.
fn names(input: &[u8]) -> BTreeSet<String> {
    Envelope::parse(input).map(|envelope| envelope.names()).unwrap_or_default()
}

impl StepInputs {
    /// The inputs that `seed` names, made from `given` ones or, where there are none, from states of generated programs. Where there is a focus
    /// they begin with operations that lead there, and three of four take one of its passes.
    pub fn new(generator: Generator, seed: u64, given: Vec<Vec<u8>>, focus: SearchFocus) -> StepInputs {
        StepInputs { generator, seed, given, focus, family: StepFamily::default() }
    }

    /// Input `number`, when of the earlier ones of its family those in `joined` have joined it; none where the family has no member.
    ///
    /// # Errors
    /// The executor runs no states.
    pub fn input(
        &mut self,
        campaign: &mut Campaign,
        number: u64,
        joined: &[u64],
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let family = number / FAMILY;
        if self.family.number != Some(family) || !joined.starts_with(&self.family.joined) {
            self.family = self.begin(campaign, family)?;
        }
        for earlier in &joined[self.family.joined.len()..] {
            let member = self.made(campaign, *earlier);
            member.into_iter().for_each(|member| self.family.add(member));
            self.family.joined.push(*earlier);
        }
        Ok(self.made(campaign, number))
    }

    /// Takes input `number` into its family if it is worth it. True if it is a member then.
    pub fn joins(&mut self, number: u64, input: &[u8], result: &CaseResult) -> bool {
        let holds = result.verdict.kind == VerdictKind::Agree && result.facts.checks.decided() > 0;
        let is_news = || !names(input).is_subset(&self.family.named);
        let joins = holds && self.family.members.len() < MOST_MEMBERS && is_news();
        if joins {
            self.family.add(input.to_owned());
            self.family.joined.push(number);
        }
        joins
    }

    /// A changed member of the family.
    fn made(&self, campaign: &Campaign, number: u64) -> Option<Vec<u8>> {
        let mut random = self.random(number);
        let members = &self.family.members;
        for _ in 0..TRIES {
            let member = members.choose(&mut random)?;
            let changed = if random.random_range(0..CROSSED) == 0 {
                envelope::cross(member, members.choose(&mut random)?, MOST_BYTES, &mut random)
            } else {
                envelope::mutate(member, MOST_BYTES, campaign.oldest(), campaign.declared(), &mut random)
            };
            let changed = changed.map(|changed| self.aimed(campaign, changed, &mut random));
            if let Some(changed) = changed.filter(|changed| is_allowed(campaign, changed)) {
                return Some(changed);
            }
        }
        members.choose(&mut random).cloned()
    }

    /// The input, with a step of the focus in most cases.
    fn aimed(&self, campaign: &Campaign, input: Vec<u8>, random: &mut ChaCha8Rng) -> Vec<u8> {
        if self.focus.is_empty() || random.random_range(0..UNAIMED) == 0 {
            return input;
        }
        let steps = Envelope::parse(&input).map(|envelope| envelope.steps).unwrap_or_default();
        if steps.iter().any(|step| self.focus.takes(step)) {
            return input;
        }
        let version = (campaign.oldest(), campaign.declared());
        envelope::aim(&input, MOST_BYTES, &self.family.wanted, version, random).unwrap_or(input)
    }

    /// True of an input that names an operation of the focus.
    fn is_near(&self, input: &[u8]) -> bool {
        names(input).iter().any(|name| self.focus.is_about(name))
    }

    /// The choices that `stream` names.
    fn random(&self, stream: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(stream);
        random
    }

    /// A family with the members that it begins with.
    fn begin(&self, campaign: &mut Campaign, number: u64) -> anyhow::Result<StepFamily> {
        // Inputs count upwards.
        let mut random = self.random(u64::MAX - number);
        let wanted = self.focus.steps(campaign.oldest());
        let mut family = StepFamily { number: Some(number), wanted, ..StepFamily::default() };
        if !self.given.is_empty() {
            let given: Vec<&Vec<u8>> =
                self.given.iter().filter(|input| is_allowed(campaign, input)).collect();
            // A search with a focus takes one of several that is near it.
            let tries = if self.focus.is_empty() { 1 } else { NEAR };
            for _ in 0..STATES {
                let some: Vec<_> = (0..tries).filter_map(|_| given.choose(&mut random)).collect();
                let near = some.iter().find(|input| self.is_near(input));
                near.or(some.first()).into_iter().for_each(|input| family.add((**input).clone()));
            }
            return Ok(family);
        }
        for attempt in 0..TRIES {
            self.states(campaign, number * TRIES + attempt, &mut random, &mut family)?;
            if !family.members.is_empty() {
                break;
            }
        }
        // Programs that were lowered have no part in what inputs show.
        campaign.isolation = Isolation::New;
        Ok(family)
    }

    /// Adds states of a small program's drawn path. A program that shows a bug which is known would show that alone, and one that cannot be
    /// lowered has no states.
    fn states(
        &self,
        campaign: &mut Campaign,
        index: u64,
        random: &mut ChaCha8Rng,
        family: &mut StepFamily,
    ) -> anyhow::Result<()> {
        let generator = &self.generator;
        let small = match generator {
            Generator::Tosa => seeded_small(self.seed, index, 1 + (index % MOST_OPERATIONS) as usize),
            smith => seeded_by(smith, self.seed, index),
        };
        let usual =
            generator.case(&small, campaign.oldest()).filter(|(_, generated)| generated.drawn.is_empty());
        let Some((mut case, _)) = usual else { return Ok(()) };
        case.paths.truncate(1);
        let case = campaign.steered(&case);
        let (syntax, terms) = (campaign.syntax, campaign.terms);
        let lowered = TakenPath::of(campaign.executor.as_mut(), &case, syntax, terms);
        let lowered = lowered.inspect_err(|error| log::info!("program {index} has no states: {error:#}"));
        let machine = campaign.executor.checks_steps();
        let machine = machine.context("compiled code runs no states: leave --executor out, or use interp")?;
        for mut lowering in lowered.into_iter().flatten() {
            let length = lowering.steps().len();
            let mut places: Vec<usize> =
                (0..STATES.min(length)).map(|_| random.random_range(0..length)).collect();
            // Before each step of the focus there is a state that it may work on.
            let near = (0..length).filter(|at| self.focus.takes(&lowering.steps()[*at]));
            let near: Vec<usize> = near.collect();
            places.iter_mut().skip(1).for_each(|place| *place = *near.choose(random).unwrap_or(place));
            places.sort_unstable();
            places.dedup();
            for at in places {
                let most = random.random_range(1..=MOST_STEPS);
                match lowering.state(machine, at, most, &terms.limits) {
                    Ok(envelope) => {
                        let state = envelope.to_string().into_bytes();
                        if state.len() <= MOST_BYTES {
                            family.add(state);
                        }
                    }
                    Err(error) => log::info!("state {at} of program {index} is left out: {error:#}"),
                }
            }
        }
        Ok(())
    }
}

/// True if the campaign takes all steps of an input.
fn is_allowed(campaign: &Campaign, input: &[u8]) -> bool {
    Envelope::parse(input).is_some_and(|input| input.steps.iter().all(|step| campaign.strategy.allows(step)))
}
