//! The inputs of a campaign of single steps: states with the steps that come next there, changed as `pass_diff`'s mutator changes them.
//!
//! Inputs come in families of consecutive numbers. A family begins with some states of one drawn path, or with some of the inputs that were
//! given. Where there are seeds of a pool, every other family begins with some of them. Each of its inputs is a changed member of the family, and joins it where it holds and names something new. So an input follows from
//! the seed, its number, and which earlier ones of its family joined: no worker, no clock and no other family has a part in it.

use super::taken_path::TakenPath;
use super::{Campaign, CaseResult};
use crate::decode::envelope::{self, MOST_STEPS, Mutant, Mutation, MutationBounds};
use crate::decode::{Envelope, Generator, seeded_by, seeded_small};
use crate::execute::Isolation;
use crate::judge::VerdictKind;
use crate::path::{Aim, Direction, SearchFocus};
use crate::pool::{PoolEntry, SeedOrigin, SeedPool, SeedProgram, SeedRun};
use anyhow::Context as _;
use rand::seq::IndexedRandom as _;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

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
/// Passes that are the theme of a family, at most.
const THEME: usize = 3;
/// The worth of a seed counts up so much more by the names that few others have.
const RAREST: u32 = 8;

/// An input, and the ways in which it was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeInput {
    /// The input.
    pub bytes: Vec<u8>,
    /// The ways in which it was changed from a member of its family, in order; none where it is one.
    pub by: Vec<Mutation>,
}

/// An input to begin with, and how much it is worth beside others.
struct WeighedInput {
    bytes: Vec<u8>,
    worth: u32,
}

/// Makes inputs by their numbers.
pub struct StepInputs {
    generator: Generator,
    seed: u64,
    /// Inputs to begin with, instead of states of generated programs.
    given: Vec<WeighedInput>,
    /// Seeds of a pool, that every other family begins with.
    pooled: Vec<WeighedInput>,
    /// The pool that states are kept in.
    pool: Option<SeedPool>,
    /// The seeds and passes that are taken more often than others.
    direction: Direction,
    family: StepFamily,
}

/// The family at hand.
#[derive(Default)]
struct StepFamily {
    /// Its number; none before the first.
    number: Option<u64>,
    /// The members that inputs are made from.
    members: Vec<Vec<u8>>,
    /// The steps that the direction wants, of those that the MLIR at hand has.
    wanted: Vec<String>,
    /// The steps of a few passes that are likely to change a member.
    theme: Vec<String>,
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

    /// Draws passes that are likely to change a member, each as likely as any other: left to their shares, most inputs are of a few passes.
    fn draw_theme(&mut self, version: u32, random: &mut ChaCha8Rng) {
        let mut passes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let members = self.members.iter().filter_map(|member| Envelope::parse(member));
        for (pass, steps) in members.flat_map(|member| envelope::likely(&member, version)) {
            passes.entry(pass).or_default().extend(steps);
        }
        let passes: Vec<BTreeSet<String>> = passes.into_values().collect();
        self.theme = passes.sample(random, THEME).flatten().cloned().collect();
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
        let (direction, family) = (Direction::new(focus), StepFamily::default());
        let inputs = StepInputs {
            generator,
            seed,
            given: Vec::new(),
            pooled: Vec::new(),
            pool: None,
            direction,
            family,
        };
        StepInputs { given: inputs.weighed(given), ..inputs }
    }

    /// Inputs with their worth: that to the direction, and without a focus more where they name what few others do.
    fn weighed(&self, inputs: Vec<Vec<u8>>) -> Vec<WeighedInput> {
        let named: Vec<BTreeSet<String>> = inputs.iter().map(|input| names(input)).collect();
        let mut holders: BTreeMap<&str, u32> = BTreeMap::new();
        named.iter().flatten().for_each(|name| *holders.entry(name).or_default() += 1);
        let rare = |names: &BTreeSet<String>| -> u32 {
            let parts = names.iter().map(|name| RAREST / holders[name.as_str()]);
            if self.direction.focus().is_empty() { parts.sum::<u32>().min(RAREST) } else { 0 }
        };
        let worth = |names: &BTreeSet<String>| {
            self.direction.worth(names.iter().map(String::as_str)) * (1 + rare(names))
        };
        let worth: Vec<u32> = named.iter().map(worth).collect();
        inputs.into_iter().zip(worth).map(|(bytes, worth)| WeighedInput { bytes, worth }).collect()
    }

    /// Begins every other family with some of these seeds.
    pub fn drawing(self, mut pooled: Vec<Vec<u8>>) -> StepInputs {
        pooled.retain(|seed| seed.len() <= MOST_BYTES);
        StepInputs { pooled: self.weighed(pooled), ..self }
    }

    /// Keeps states that it makes in a pool.
    pub fn keeping(self, pool: Option<SeedPool>) -> StepInputs {
        StepInputs { pool, ..self }
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
    ) -> anyhow::Result<Option<MadeInput>> {
        let family = number / FAMILY;
        if self.family.number != Some(family) || !joined.starts_with(&self.family.joined) {
            self.family = self.begin(campaign, family)?;
        }
        for earlier in &joined[self.family.joined.len()..] {
            let member = self.made(campaign, *earlier);
            member.into_iter().for_each(|member| self.family.add(member.bytes));
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
            let program = SeedProgram::Changed { seed: self.seed, number };
            let ran = SeedRun::Steps(result.verdict.kind, result.verdict.reason);
            self.offer(input, SeedOrigin { program, path: Vec::new(), ran: Some(ran), blocks: None });
        }
        joins
    }

    /// A changed member of the family.
    fn made(&self, campaign: &Campaign, number: u64) -> Option<MadeInput> {
        let mut random = self.random(number);
        let members = &self.family.members;
        for _ in 0..TRIES {
            let member = members.choose(&mut random)?;
            let changed = if random.random_range(0..CROSSED) == 0 {
                envelope::cross(member, members.choose(&mut random)?, MOST_BYTES, &mut random)
            } else {
                let (version, declared) = (campaign.oldest(), campaign.declared());
                let bounds = MutationBounds { most: MOST_BYTES, version, declared };
                let other = members.choose(&mut random).map(Vec::as_slice);
                envelope::mutant(member, other, bounds, &mut random)
            };
            let Some(Mutant { bytes, by }) = changed else { continue };
            let bytes = self.aimed(campaign, bytes, &mut random);
            if is_allowed(campaign, &bytes) {
                return Some(MadeInput { bytes, by });
            }
        }
        members.choose(&mut random).map(|member| MadeInput { bytes: member.clone(), by: Vec::new() })
    }

    /// The input, with a step that the direction or the family wants in some cases.
    fn aimed(&self, campaign: &Campaign, input: Vec<u8>, random: &mut ChaCha8Rng) -> Vec<u8> {
        let aim = self.direction.aim(random.random());
        let wanted = match aim {
            Aim::None => return input,
            Aim::Direction => &self.family.wanted,
            Aim::Theme => &self.family.theme,
        };
        let is_wanted = |step: &String| match aim {
            Aim::Direction => self.direction.takes(step),
            _ => wanted.contains(step),
        };
        let steps = Envelope::parse(&input).map(|envelope| envelope.steps).unwrap_or_default();
        if steps.iter().any(is_wanted) {
            return input;
        }
        let version = (campaign.oldest(), campaign.declared());
        envelope::aim(&input, MOST_BYTES, wanted, version, random).unwrap_or(input)
    }

    /// Offers a state to the pool. The campaign goes on where it cannot be kept.
    fn offer(&mut self, state: &[u8], origin: SeedOrigin) {
        let Some(pool) = &mut self.pool else { return };
        let entry = PoolEntry::read(state).map(|entry| PoolEntry { origin: Some(origin), ..entry });
        if let Some(Err(error)) = entry.map(|entry| pool.offer(&entry)) {
            log::warn!("a seed is not kept: {error:#}");
            self.pool = None;
        }
    }

    /// The choices that `stream` names.
    fn random(&self, stream: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(stream);
        random
    }

    /// A family with the members that it begins with.
    fn begin(&mut self, campaign: &mut Campaign, number: u64) -> anyhow::Result<StepFamily> {
        // Inputs count upwards.
        let mut random = self.random(u64::MAX - number);
        let wanted = self.direction.steps(campaign.oldest());
        let mut family = StepFamily { number: Some(number), wanted, ..StepFamily::default() };
        let is_of_pool = number % 2 == 1 && !self.pooled.is_empty();
        let seeds = if is_of_pool { &self.pooled } else { &self.given };
        if !seeds.is_empty() {
            let given: Vec<&WeighedInput> =
                seeds.iter().filter(|input| is_allowed(campaign, &input.bytes)).collect();
            for _ in 0..STATES {
                let input = given.choose_weighted(&mut random, |input| input.worth).ok();
                input.into_iter().for_each(|input| family.add(input.bytes.clone()));
            }
        } else {
            for attempt in 0..TRIES {
                self.states(campaign, number * TRIES + attempt, &mut random, &mut family)?;
                if !family.members.is_empty() {
                    break;
                }
            }
            // Programs that were lowered have no part in what inputs show.
            campaign.isolation = Isolation::New;
        }
        // A focus has its own steps.
        if self.direction.focus().is_empty() {
            family.draw_theme(campaign.oldest(), &mut random);
        }
        Ok(family)
    }

    /// Adds states of a small program's drawn path. A program that shows a bug which is known would show that alone, and one that cannot be
    /// lowered has no states.
    fn states(
        &mut self,
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
        let (name, seed) = (self.generator.to_string(), self.seed);
        let program = || SeedProgram::Generated { generator: name.clone(), seed, number: index };
        for mut lowering in lowered.into_iter().flatten() {
            let length = lowering.steps().len();
            let mut places: Vec<usize> =
                (0..STATES.min(length)).map(|_| random.random_range(0..length)).collect();
            // Before each step of the focus there is a state that it may work on.
            let focus = self.direction.focus();
            let near = (0..length).filter(|at| focus.takes(&lowering.steps()[*at]));
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
                            let path = lowering.steps()[..at].to_vec();
                            let ran = Some(SeedRun::Path(lowering.outcome()));
                            self.offer(&state, SeedOrigin { program: program(), path, ran, blocks: None });
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
