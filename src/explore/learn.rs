//! Learning rules: conversions are tried on IR that generated programs show on their way down.
//!
//! Of the programs that `lowdiff gen` names by seed and number, the smallest ones are taken in which all operations of them
//! occur: small IR is quick to try things on, and shows best what a pass did. Each is lowered plainly and along its two drawn
//! paths, and in every state on the way those conversions are tried whose answer is not known yet. Where a plain path ends
//! with operations left, it goes on by whatever takes one of them away, and where a pass leaves an operation that was never
//! met, another path goes on from there. Which operation a conversion is for is nowhere looked up, so a version nobody has
//! seen is learned like any other.

use super::probe::{self, ProbeAnswer};
use super::scout::{Scouts, optimizations};
use crate::decode;
use crate::execute::{Executor, Jit, Job, Limits, Trialled, Trials, Tried};
use crate::mlir::{Toolchain, cache};
use crate::observe::{Effect, PathReport};
use crate::path::catalogue::{ConversionKind, Role, pairs};
use crate::path::event::StepError;
use crate::path::learned::{Learned, Ledger, LedgerState};
use crate::path::operations::{SOURCE, left};
use crate::path::pass::Hazard;
use crate::path::{Operations, PathSpec, Strategy};
use crate::program::Syntax;
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeSet;
use std::time::Duration;

/// The amount that is learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training {
    /// Of the programs.
    pub seed: u64,
    /// The number of programs that are looked at; a few dozen of them are enough to try everything on.
    pub programs: u64,
}

impl Default for Training {
    fn default() -> Training {
        Training { seed: 1, programs: 400 }
    }
}

/// Every conversion of the tables as a step, whatever version it is said to be of: the library decides.
pub fn candidates() -> Vec<String> {
    let sound = |hazards: &[Hazard]| !hazards.contains(&Hazard::Unsound);
    let conversions =
        pairs().into_iter().filter(|(kind, pass)| *kind == ConversionKind::Conversion && sound(pass.hazards));
    conversions.map(|(_, pass)| pass.step()).collect()
}

/// A program of the stream, in the spelling of the toolchain.
struct Chosen {
    index: u64,
    text: String,
    draws: [Vec<u8>; 2],
}

/// The programs to learn from, the smallest first.
fn programs(training: Training, syntax: Syntax) -> Vec<Chosen> {
    let all = (0..training.programs).filter_map(|index| {
        let decoded = decode::decode_for(&decode::seeded(training.seed, index), syntax.oldest()).ok()?;
        Some(Chosen { index, text: decoded.program.print(syntax), draws: decoded.draws })
    });
    let mut all: Vec<Chosen> = all.collect();
    all.sort_by_key(|chosen| (chosen.text.len(), chosen.index));
    all
}

/// The first programs that together have every operation of tosa that any of them has, in one where it `stays` when the program is
/// tidied: what tidying takes away teaches nothing of what lowers it. An operation that stays nowhere is taken where it is first.
fn choose(all: Vec<Chosen>, mut stays: impl FnMut(&str) -> BTreeSet<String>) -> Vec<Chosen> {
    let mut met = BTreeSet::new();
    let mut chosen = BTreeSet::new();
    for Chosen { index, text, .. } in &all {
        if !operations(text).is_subset(&met) {
            let stays = stays(text);
            if !stays.is_subset(&met) {
                met.extend(stays);
                chosen.insert(*index);
            }
        }
    }
    let taken = all.iter().filter(|program| chosen.contains(&program.index));
    met.extend(taken.flat_map(|program| operations(&program.text)));
    for Chosen { index, text, .. } in &all {
        let has = operations(text);
        if !has.is_subset(&met) {
            met.extend(has);
            chosen.insert(*index);
        }
    }
    all.into_iter().filter(|program| chosen.contains(&program.index)).collect()
}

/// The operations of tosa in a text.
fn operations(program: &str) -> BTreeSet<String> {
    let words = program.split(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c)));
    words.filter(|word| word.starts_with(SOURCE)).map(str::to_owned).collect()
}

/// Learns the rules of a library; `told` hears how many programs are done, of how many, after each.
///
/// # Errors
/// The library cannot be loaded, no worker can be had, or nothing at all was learned.
pub fn learn(
    toolchain: &Toolchain,
    training: Training,
    mut told: impl FnMut(usize, usize),
) -> Result<Learned> {
    let mut learner = Learner::open(toolchain)?;
    let chosen = choose(programs(training, toolchain.syntax()), |text| learner.staying(text));
    for (done, Chosen { index, text, draws: [first, second] }) in chosen.iter().enumerate() {
        let strategy = Strategy::unlearned();
        let paths =
            [&Vec::new(), first, second].map(|draws| PathSpec::drawn(draws.clone(), &strategy)).to_vec();
        let job = Job::new(text.clone(), paths, limits().into());
        let reports = learner.jit.run(&job).with_context(|| format!("program {index} cannot be lowered"))?;
        for (number, report) in reports.iter().enumerate() {
            // The plain path ends early where the tables have no answer, drawn ones also in dead ends.
            let further = if number == 0 { FURTHER } else { 0 };
            learner.take((*index, text), PathWalk { steps: steps(report), from: 0, further });
        }
        told(done + 1, chosen.len());
    }
    let learned = learner.ledger.close(toolchain.version.clone(), training.seed, training.programs);
    let name = &toolchain.name;
    ensure!(
        !learned.rules.is_empty(),
        "no pass of MLIR {name} made any operation rarer; try more --programs"
    );
    Ok(learned)
}

/// A request tries a hundred passes, and the machine may be busy; what hangs uses CPU time.
fn limits() -> Limits {
    Limits { wall: Duration::from_secs(600), ..Limits::timeout(5) }
}

/// Rules learned from this very build, else those that come with lowdiff.
///
/// # Errors
/// Nothing is known of it yet.
pub fn learned(toolchain: &Toolchain) -> Result<Learned> {
    let kept =
        cache::file("rules", &toolchain.build_id()).and_then(|file| std::fs::read_to_string(file).ok());
    if let Some(learned) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(learned);
    }
    Learned::committed(&toolchain.name, &toolchain.version).with_context(|| {
        let name = &toolchain.name;
        format!("no rules of MLIR {name} are known yet; learn them by `lowdiff rules --learn --mlir {name}`")
    })
}

/// The steps that ran and did not go wrong.
fn steps(report: &PathReport) -> Vec<String> {
    let done =
        report.steps.iter().filter(|step| matches!(step.effect, Some(Effect::Changed | Effect::Unchanged)));
    done.map(|step| step.pipeline.clone()).collect()
}

/// Turns in which a path that ended early is taken further by what was seen to help.
const FURTHER: usize = 12;

/// A library whose plain lowering crashes is followed down no more after so many times: each costs a worker.
const MOST_LOST: u32 = 3;

struct Learner {
    jit: Jit,
    ledger: Ledger,
    /// The passes that this library has and that run under their anchor.
    candidates: Vec<String>,
    scouts: Scouts,
    /// States from which the plain lowering did not come back.
    lost: u32,
}

/// A path to walk.
struct PathWalk {
    steps: Vec<String>,
    /// Steps that others have walked.
    from: usize,
    /// Turns in which it is taken further.
    further: usize,
}

impl Learner {
    fn open(toolchain: &Toolchain) -> Result<Learner> {
        let mut jit = Jit::open(toolchain)?;
        // A pass that crashes on a few lines may do better on others, and is listed if it does not.
        let there = |answer: &ProbeAnswer| matches!(answer, ProbeAnswer::Usable | ProbeAnswer::Crash(_));
        let mut usable = |steps: Vec<String>| -> Result<Vec<String>> {
            let probed = probe::ask(&mut jit, steps)?;
            Ok(probed.into_iter().filter(|probed| there(&probed.answer)).map(|probed| probed.pass).collect())
        };
        let candidates = usable(candidates())?;
        let scouts = Scouts::new(&usable(optimizations())?.into_iter().collect(), toolchain.major());
        Ok(Learner { jit, ledger: Ledger::default(), candidates, scouts, lost: 0 })
    }

    /// The operations of tosa that a program still has when it is tidied, with its regions open to that.
    fn staying(&mut self, program: &str) -> BTreeSet<String> {
        let opened = [Role::OpensRegions.pass().step()];
        let tidied = self.jit.try_out(&trials(program, &opened, Role::Tidies.steps()));
        let left = tidied.into_iter().flat_map(|trialled| trialled.tried).map(|tried| match tried {
            Tried::Left(operations) => operations.into_keys().map(|(name, _)| name).collect(),
            _ => BTreeSet::new(),
        });
        let stays = left.reduce(|one: BTreeSet<String>, other| &one & &other).unwrap_or_default();
        stays.into_iter().filter(|name| name.starts_with(SOURCE)).collect()
    }

    /// Walks a path of a program, and then what branches off it to operations that were never met.
    fn take(&mut self, (index, program): (u64, &str), walk: PathWalk) {
        let mut walks = vec![walk];
        while let Some(walk) = walks.pop() {
            // One path that does not repeat must not end the learning.
            if let Err(error) = self.walk((index, program), walk, &mut walks) {
                log::warn!("nothing is learned from a path of program {index}: {error:#}");
            }
        }
    }

    /// Tries what the ledger wants to know in every state of a path, and goes on where the path did not.
    fn walk(
        &mut self,
        (index, program): (u64, &str),
        walk: PathWalk,
        branches: &mut Vec<PathWalk>,
    ) -> Result<()> {
        let PathWalk { mut steps, from, further } = walk;
        let path = self.ledger.path(index, steps.clone());
        let Trialled { states, moved, .. } = self.jit.try_out(&trials(program, &steps, Vec::new()))?;
        for ((step, state), moved) in steps.iter().zip(&states).zip(moved).skip(from) {
            self.ledger.effects.enter(step, state, moved);
        }
        states.iter().for_each(|state| self.ledger.meet(state));
        for (depth, state) in states.iter().enumerate().skip(from) {
            let candidates = self.candidates.iter();
            let wanted = candidates.filter(|pass| self.ledger.wants(state, pass)).cloned().collect();
            let mut left = self.try_all((path, depth), state, trials(program, &steps[..depth], wanted))?;
            left.extend(self.scout(state, trials(program, &steps[..depth], Vec::new()))?);
            for (pass, after) in left {
                if self.ledger.is_new(&after) {
                    self.ledger.meet(&after);
                    let steps = steps[..depth].iter().cloned().chain([pass]).collect();
                    branches.push(PathWalk { steps, from: depth + 1, further: FURTHER });
                }
            }
        }
        let Some(mut state) = states.last().cloned() else { return Ok(()) };
        for _ in 0..further {
            if left(&state).next().is_none() {
                break;
            }
            // Passes that are known to help here, and those that may turn out to: the rest has been tried in such company.
            let ledger = &self.ledger;
            let helpful = |pass: &&String| ledger.knows(&state, pass) || ledger.wants(&state, pass);
            let helpful = self.candidates.iter().filter(helpful).cloned().collect();
            let tried = self.try_all((path, steps.len()), &state, trials(program, &steps, helpful))?;
            // Whatever takes an operation away is an answer, each pass once.
            let helps = |(pass, after): &(String, Operations)| {
                !steps.contains(pass) && left(&state).any(|key| !after.contains_key(key))
            };
            let Some((pass, after)) = tried.into_iter().find(helps) else { break };
            self.ledger.meet(&after);
            self.ledger.extend(path, pass.clone());
            steps.push(pass);
            state = after;
        }
        Ok(())
    }

    /// Tries the optimizations on a state that have not been tried on its like, and returns the states they leave.
    fn scout(&mut self, state: &Operations, mut trials: Trials) -> Result<Vec<(String, Operations)>> {
        trials.candidates = self.scouts.wanted(state);
        if trials.candidates.is_empty() {
            return Ok(Vec::new());
        }
        let Trialled { tried, changed, .. } = self.jit.try_out(&trials)?;
        for ((pass, tried), changed) in trials.candidates.iter().zip(&tried).zip(changed) {
            match tried {
                Tried::Lost(..) => self.scouts.lost(pass),
                _ => self.ledger.effects.enter(pass, state, changed),
            }
        }
        let left = trials.candidates.into_iter().zip(tried).filter_map(|(pass, tried)| match tried {
            Tried::Left(after) => Some((pass, after)),
            _ => None,
        });
        Ok(left.collect())
    }

    /// Tries the candidates on a state and enters what they did; gives what those left that succeeded.
    fn try_all(
        &mut self,
        place: (usize, usize),
        state: &Operations,
        mut trials: Trials,
    ) -> Result<Vec<(String, Operations)>> {
        if trials.candidates.is_empty() {
            return Ok(Vec::new());
        }
        let tidying = Role::Tidies.steps();
        trials.candidates.retain(|pass| !tidying.contains(pass));
        trials.candidates.splice(0..0, tidying.iter().cloned());
        let (followed, lost) = (&mut self.ledger.followed, self.lost);
        let follow =
            |pass: &&String| lost < MOST_LOST && !tidying.contains(pass) && followed.wants(pass, state);
        trials.finish = trials.candidates.iter().filter(follow).cloned().collect();
        let Trialled { tried, changed, down, leads, .. } = self.jit.try_out(&trials)?;
        self.lost += u32::from(!trials.finish.is_empty() && down.is_none());
        for (index, pass) in trials.candidates.iter().enumerate() {
            if let (Some(true), Some(leads)) = (down, leads[index]) {
                self.ledger.followed.enter(pass, state, leads);
            }
            if !matches!(tried[index], Tried::Lost(..)) {
                self.ledger.effects.enter(pass, state, changed[index]);
            }
        }
        let mut tidied = state.clone();
        for tried in &tried[..tidying.len()] {
            if let Tried::Left(after) = tried {
                tidied.retain(|key, _| after.contains_key(key));
                tidied.iter_mut().for_each(|(key, count)| *count = after[key].min(*count));
            }
        }
        let known = LedgerState { operations: state, tidied: &tidied };
        let mut succeeded = Vec::new();
        for (pass, tried) in trials.candidates.into_iter().zip(tried) {
            match tried {
                Tried::Left(after) => {
                    self.ledger.refused.enter(&pass, state, true);
                    self.ledger.enter(place, &pass, &known, Some(&after));
                    succeeded.push((pass, after));
                }
                Tried::Lost(outcome, _) => self.ledger.crash(place, &pass, state, outcome.name()),
                Tried::Failed(error) => {
                    if matches!(error, StepError::Declined(_)) {
                        self.ledger.refused.enter(&pass, state, false);
                    }
                    self.ledger.enter(place, &pass, &known, None);
                }
            }
        }
        Ok(succeeded)
    }
}

fn trials(program: &str, prefix: &[String], candidates: Vec<String>) -> Trials {
    Trials {
        program: program.to_owned(),
        prefix: prefix.to_vec(),
        candidates,
        finish: Vec::new(),
        limits: limits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_programs_are_small_and_have_every_operation() {
        let all = || programs(Training { seed: 3, programs: 60 }, Syntax::V22);
        let chosen = choose(all(), operations);
        let sizes: Vec<usize> = chosen.iter().map(|chosen| chosen.text.len()).collect();
        assert!(sizes.is_sorted() && sizes.len() < 60, "{sizes:?}");
        let of = |programs: &[Chosen]| -> BTreeSet<String> {
            programs.iter().flat_map(|program| operations(&program.text)).collect()
        };
        assert_eq!(of(&chosen), of(&all()));
    }

    #[test]
    fn an_operation_is_learned_from_where_it_stays() {
        let program = |index, text: &str| Chosen { index, text: text.into(), draws: Default::default() };
        let dead = |text: &str| operations(&text.replace("dead tosa.log", ""));
        let chosen = |texts: &[&str]| -> Vec<u64> {
            let all = texts.iter().zip(0..).map(|(text, index)| program(index, text)).collect();
            choose(all, dead).iter().map(|chosen| chosen.index).collect()
        };
        assert_eq!(
            chosen(&["tosa.abs", "dead tosa.log tosa.exp", "tosa.abs tosa.log", "tosa.log"]),
            [0, 1, 2]
        );
        assert_eq!(
            chosen(&["tosa.abs", "tosa.abs dead tosa.log", "dead tosa.log"]),
            [0, 1],
            "it stays nowhere"
        );
    }

    #[test]
    fn candidates_are_conversions_of_any_version() {
        let candidates = candidates();
        for (step, is_one) in [
            ("builtin.module(convert-arith-to-llvm)", true),
            ("builtin.module(raise-scf-to-affine)", true),
            ("builtin.module(canonicalize)", true),
            ("builtin.module(sccp)", false),
            ("builtin.module(symbol-privatize)", false),
        ] {
            assert_eq!(candidates.iter().any(|candidate| candidate == step), is_one, "{step}");
        }
    }
}
