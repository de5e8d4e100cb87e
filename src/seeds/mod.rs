//! Seeds of `pass_diff` from tests that somebody wrote: each function is called with drawn arguments, and the passes that the
//! test's RUN lines name are the steps.
//!
//! A test says what a pass should print. The evaluator says what the program means before and after it, which is more: so a test becomes
//! a differential test, and its program a place to mutate from.

mod items;
mod lit;
mod reach;
mod resolve;

pub use lit::{RunWord, TestFile, TestPart, Unused};
pub use reach::reach;
pub use resolve::StepsByWord;

use crate::decode::Envelope;
use crate::decode::envelope::MOST_STEPS;
use crate::eval::{StopKind, Stopped};
use crate::execute::{
    Call, ChecksSteps as _, Edited, HoldsModules as _, Jit, Limits, NoAnswer, ReadsPrograms as _,
};
use crate::explore::{Campaign, Target};
use crate::ir::{self, Outline, parse_attribute};
use crate::judge::{Reason, VerdictKind};
use crate::mlir::Toolchain;
use crate::observe::{LackCounts, Outcome};
use crate::path::OperationTrait::PlainFunction;
use crate::path::catalogue::Role;
use crate::path::pipeline::pass_name;
use crate::pool::{Offered, PoolEntry, SeedOrigin, SeedPool, SeedProgram, SeedRun};
use crate::sanitize::sanitize;
use anyhow::{Context as _, Result, anyhow};
use items::functions_alone;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Arguments that are drawn for a function, until one of them leaves it defined.
const ATTEMPTS: u64 = 6;
/// Places of invalid modules that are told, at most.
const MOST_PLACES: usize = 4;
/// Bytes of an input, at most.
const MOST_BYTES: usize = 1 << 16;

/// The reason why a function of a test makes no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Left {
    /// Its arguments cannot be drawn, or what it gives cannot be shown.
    Signature,
    /// It is undefined with all arguments that were tried.
    Undefined,
    /// The machine does not have something in it.
    Unsupported,
    /// The documentation leaves open what it does.
    Open,
    /// It takes longer than a seed may.
    Long,
    /// Its text is longer than an input may be.
    Large,
    /// The library did not survive reading or printing it.
    Crashed,
    /// The library does not take it, nor the module that it is in.
    Invalid,
    /// lowdiff itself went wrong.
    Failed,
}

impl Left {
    /// The reason in a summary, behind a number.
    pub fn word(self) -> &'static str {
        match self {
            Left::Signature => "with types that are not drawn or shown",
            Left::Undefined => "undefined",
            Left::Unsupported => "not run by the machine",
            Left::Open => "left open by the documentation",
            Left::Long => "too long in running",
            Left::Large => "too large",
            Left::Crashed => "not read by the library",
            Left::Invalid => "not taken by this library",
            Left::Failed => "on which lowdiff itself failed: report it",
        }
    }
}

/// The tests that were taken, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TakenTests {
    /// Files read.
    pub files: u64,
    /// Modules in them.
    pub parts: u64,
    /// Of these, no valid modules to the library.
    pub invalid: u64,
    /// The places of the first of these, `FILE:LINE`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invalid_at: Vec<String>,
    /// The words of the library about the first of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_invalid: Option<String>,
    /// Functions with a body: of valid modules, and of invalid ones that have several.
    pub functions: u64,
    /// Of these, functions of invalid modules that are valid without the other functions.
    pub alone: u64,
    /// Of all functions, called with arguments that leave them defined.
    pub called: u64,
    /// Of those that are called, undefined with all arguments that were tried until they were repaired.
    pub sanitized: u64,
    /// The others, by the reason.
    pub left: BTreeMap<Left, u64>,
    /// The things that the machine does not have, and how many functions were left for each.
    pub unsupported: LackCounts,
    /// RUN lines.
    pub runs: u64,
    /// Of these, those that give no steps, by the reason.
    pub unused: BTreeMap<Unused, u64>,
    /// Words of RUN lines that name no step of the library, and how often each was met.
    pub unknown: BTreeMap<String, u64>,
    /// Inputs that were made and run: a function with some steps each.
    pub inputs: u64,
    /// Steps that a module declined, by pass; those behind them go on without.
    pub declined: BTreeMap<String, u64>,
    /// Of these, steps that the test's own module takes: they fail on the `main` that calls the function.
    pub declined_beside_main: BTreeMap<String, u64>,
    /// Inputs that are kept as seeds.
    pub seeds: u64,
    /// Of these, seeds that were not there before.
    #[serde(rename = "fresh")]
    pub new_seeds: u64,
    /// Seeds that went to the pool: functions that hold, and whole modules, each if something in it is new there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<u64>,
    /// The verdicts of all inputs.
    pub verdicts: BTreeMap<String, u64>,
}

/// Makes seeds and runs them.
pub struct Seeding {
    campaign: Campaign,
    library: Jit,
    steps: StepsByWord,
    limits: Limits,
    directory: PathBuf,
    most_bytes: usize,
    /// Inputs by their hash, each with the place of the step that was declined.
    made: BTreeMap<[u8; 32], Option<usize>>,
    pool: Option<SeedPool>,
    /// The file at hand.
    file: PathBuf,
    taken: TakenTests,
}

/// A function that is called, as a program.
struct Called {
    module: String,
    printed: Vec<crate::observe::Element>,
}

impl Seeding {
    /// Seeds go to `directory` if they have at most so many bytes, findings to where `campaign` keeps them.
    ///
    /// # Errors
    /// The library cannot be loaded, or the folder not made.
    pub fn new(
        mut campaign: Campaign,
        toolchain: &Toolchain,
        directory: &Path,
        most_bytes: usize,
    ) -> Result<Seeding> {
        std::fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
        campaign.aim(Target::PassDiff);
        Ok(Seeding {
            campaign,
            library: Jit::interpreting(toolchain)?,
            steps: StepsByWord::default(),
            limits: Limits::timeout(2),
            directory: directory.to_owned(),
            most_bytes,
            made: BTreeMap::new(),
            pool: None,
            file: PathBuf::new(),
            taken: TakenTests::default(),
        })
    }

    /// Keeps seeds in this pool as well.
    pub fn keep_in(&mut self, pool: SeedPool) {
        self.pool = Some(pool);
        self.taken.pooled = Some(0);
    }

    /// The campaign that runs what is made.
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// The numbers so far.
    pub fn taken(&self) -> TakenTests {
        TakenTests { unknown: self.steps.unknown.clone(), ..self.taken.clone() }
    }

    /// Takes the tests of a file, as long as it `is_over` not: false where something of them is left then.
    ///
    /// # Errors
    /// A seed cannot be written, or no worker be had.
    pub fn take(&mut self, file: &Path, text: &str, is_over: &dyn Fn() -> bool) -> Result<bool> {
        self.file = file.to_owned();
        let file = TestFile::read(text);
        self.taken.files += 1;
        let mut runs = Vec::new();
        for run in &file.runs {
            if is_over() {
                return Ok(false);
            }
            self.taken.runs += 1;
            let steps = match run {
                Ok(asked) => self.steps.of(&mut self.library, asked)?,
                Err(why) => Err(*why),
            };
            match steps {
                Ok(steps) if runs.contains(&steps) => {}
                Ok(steps) => runs.push(steps),
                Err(why) => *self.taken.unused.entry(why).or_default() += 1,
            }
        }
        if runs.is_empty() {
            runs.push(vec![Role::Folds.pass().step()]);
        }
        for part in file.parts.iter().filter(|part| !part.text.trim().is_empty()) {
            if !self.take_part(part, &runs, is_over)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn take_part(
        &mut self,
        TestPart { line, text: part }: &TestPart,
        runs: &[Vec<String>],
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool> {
        if is_over() {
            return Ok(false);
        }
        self.taken.parts += 1;
        match self.library.edit(part, &[]) {
            Ok(Edited { outline, .. }) => {
                self.pool_whole(part, runs)?;
                self.take_functions((*line, part), &outline, runs, is_over)
            }
            Err(error) => {
                self.taken.invalid += 1;
                if self.taken.invalid_at.len() < MOST_PLACES {
                    self.taken.invalid_at.push(format!("{}:{line}", self.file.display()));
                }
                self.taken.first_invalid.get_or_insert_with(|| format!("{error:#}"));
                self.take_alone((*line, part), runs, is_over)
            }
        }
    }

    /// Takes the functions of a module that the library does not take, each by itself.
    fn take_alone(
        &mut self,
        (line, part): (usize, &str),
        runs: &[Vec<String>],
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool> {
        for text in functions_alone(part) {
            match self.library.edit(&text, &[]) {
                Ok(Edited { outline, .. }) => {
                    self.taken.alone += 1;
                    if !self.take_functions((line, &text), &outline, runs, is_over)? {
                        return Ok(false);
                    }
                }
                Err(_) => {
                    self.taken.functions += 1;
                    *self.taken.left.entry(Left::Invalid).or_default() += 1;
                }
            }
            if is_over() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn take_functions(
        &mut self,
        (line, part): (usize, &str),
        outline: &Outline,
        runs: &[Vec<String>],
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let functions = outline.lines.iter().filter(|line| {
            PlainFunction.is_of(&line.name) && line.parent == Some(0) && !line.blocks.is_empty()
        });
        let names = functions.filter_map(|line| line.attribute("sym_name"));
        let names = names.filter_map(|name| parse_attribute(name).text().map(str::to_owned));
        for name in names {
            if is_over() {
                return Ok(false);
            }
            self.taken.functions += 1;
            match self.call(part, &name) {
                Ok(called) => {
                    self.taken.called += 1;
                    for steps in runs {
                        if !self.take_along(part, &called, steps, is_over)? {
                            return Ok(false);
                        }
                    }
                }
                Err(left) => {
                    log::info!("{}:{line}: @{name} makes no seed: {left:?}", self.file.display());
                    *self.taken.left.entry(left).or_default() += 1;
                }
            }
        }
        Ok(true)
    }

    /// Offers a module as it is to the pool, with the first steps that its test takes: nobody knows what it is run with.
    fn pool_whole(&mut self, part: &str, runs: &[Vec<String>]) -> Result<()> {
        let Some(steps) = runs.first().filter(|_| self.pool.is_some()) else { return Ok(()) };
        let steps = steps.iter().take(MOST_STEPS).cloned().collect();
        match self.library.state_after(part, &[], &self.limits) {
            Ok(module) => self.offer(&Envelope { steps, printed: Vec::new(), module }, None),
            // The neutral form does not hold it.
            Err(why) => {
                log::info!("a module is not pooled: {why:#}");
                Ok(())
            }
        }
    }

    fn offer(&mut self, envelope: &Envelope, ran: Option<SeedRun>) -> Result<()> {
        let Some(pool) = &mut self.pool else { return Ok(()) };
        let program = SeedProgram::File(self.file.clone());
        let entry =
            PoolEntry::new(envelope, Some(SeedOrigin { program, path: Vec::new(), ran, blocks: None }));
        let offered = entry.map(|entry| pool.offer(&entry)).transpose()?;
        *self.taken.pooled.get_or_insert(0) += u64::from(offered == Some(Offered::Added));
        Ok(())
    }

    /// Calls a function with the first arguments that leave it defined.
    fn call(&mut self, part: &str, name: &str) -> Result<Called, Left> {
        // Functions beside the one that is called are out of the way, unless it uses them.
        let tidying = Role::KeepsEntry.steps();
        let mut undefined = None;
        for seed in 0..ATTEMPTS {
            let call = Call::in_memory(name, seed);
            let prepared = self.library.prepare(part, &call).map_err(|why| refused(&why, Left::Signature))?;
            let tidied = self.library.state_after(&prepared.program, &tidying, &self.limits);
            // A pass that goes wrong shows in an input of its own, if a test names it.
            let module = match tidied {
                Ok(module) => Ok(module),
                Err(_) => self.library.state_after(&prepared.program, &[], &self.limits),
            };
            let module = module.map_err(|why| refused(&why, Left::Unsupported))?;
            if module.len() > MOST_BYTES {
                return Err(Left::Large);
            }
            let ran = self.library.interpret(&module, "main", &self.limits);
            let ran = ran.map_err(|why| refused(&why, Left::Unsupported))?;
            let Some(Stopped { kind, cause, .. }) = ran.stopped else {
                return Ok(Called { module, printed: prepared.printed });
            };
            match kind {
                StopKind::Undefined | StopKind::Division | StopKind::Memory | StopKind::Fault => {
                    undefined = undefined.or(Some(Called { module, printed: prepared.printed }));
                }
                StopKind::Open => return Err(Left::Open),
                StopKind::TooLong => return Err(Left::Long),
                StopKind::Unsupported => {
                    if let Some(lack) = cause.lack() {
                        self.taken.unsupported.add(lack);
                    }
                    return Err(Left::Unsupported);
                }
            }
        }
        undefined.and_then(|called| self.repaired(&called)).ok_or(Left::Undefined)
    }

    /// A function that is undefined, repaired; none where it is undefined still.
    fn repaired(&mut self, called: &Called) -> Option<Called> {
        let module = sanitize(&ir::module(&called.module).ok()?).module.generic();
        let module = self.library.state_after(&module, &[], &self.limits).ok()?;
        let ran = self.library.interpret(&module, "main", &self.limits).ok()?;
        if module.len() > MOST_BYTES || ran.stopped.is_some() {
            return None;
        }
        self.taken.sanitized += 1;
        Some(Called { module, printed: called.printed.clone() })
    }

    /// Takes the states of a path, each with the steps that come next there. A step that the module declines is left out.
    fn take_along(
        &mut self,
        part: &str,
        called: &Called,
        steps: &[String],
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let (mut taken, mut ahead, mut module) = (Vec::new(), steps.to_vec(), called.module.clone());
        while !ahead.is_empty() {
            if is_over() {
                return Ok(false);
            }
            let next = ahead.len().min(MOST_STEPS);
            let steps = ahead[..next].to_vec();
            let envelope = Envelope { steps, printed: called.printed.clone(), module: module.clone() };
            if let Some(place) = self.run(&envelope.to_string())? {
                let alone = taken.iter().chain(&ahead[..=place]).cloned().collect::<Vec<_>>();
                let is_taken = self.library.state_after(part, &alone, &self.limits).is_ok();
                let declined = pass_name(&ahead.remove(place)).to_owned();
                if is_taken {
                    *self.taken.declined_beside_main.entry(declined.clone()).or_default() += 1;
                }
                *self.taken.declined.entry(declined).or_default() += 1;
                continue;
            }
            taken.extend(ahead.drain(..next));
            if !ahead.is_empty() {
                module = match self.library.state_after(&called.module, &taken, &self.limits) {
                    Ok(module) => module,
                    // A step that goes wrong shows in an input of its own.
                    Err(_) => break,
                };
            }
        }
        Ok(true)
    }

    /// Runs an input, and keeps it unless it is a finding. The place of the step that its module declined.
    fn run(&mut self, text: &str) -> Result<Option<usize>> {
        let hash = Sha256::digest(text).into();
        if text.len() > MOST_BYTES {
            return Ok(None);
        }
        if let Some(declined) = self.made.get(&hash) {
            return Ok(*declined);
        }
        self.taken.inputs += 1;
        let Some(result) = self.campaign.run_bytes(text.as_bytes())? else {
            *self.taken.verdicts.entry("invalid".to_owned()).or_default() += 1;
            self.made.insert(hash, None);
            return Ok(None);
        };
        let verdict = &result.verdict;
        let word = verdict.reason.map_or(verdict.kind.to_string(), |reason| reason.to_string());
        *self.taken.verdicts.entry(word).or_default() += 1;
        if let Some(brief) = &result.brief {
            crate::observe::tell(brief);
        }
        // The steps of the report are those before it.
        let report = result.reports.first().filter(|_| verdict.reason == Some(Reason::Declined));
        let declined = report.map(|report| report.pipelines().len());
        self.made.insert(hash, declined);
        if verdict.kind == VerdictKind::Agree && text.len() <= self.most_bytes {
            let name = crate::observe::hexadecimal(&hash[..8]);
            self.keep(&self.directory.join(name), text)?;
        }
        if let (VerdictKind::Agree, Some(envelope)) = (verdict.kind, Envelope::parse(text.as_bytes())) {
            self.offer(&envelope, Some(SeedRun::Steps(verdict.kind, None)))?;
        }
        Ok(declined)
    }

    fn keep(&mut self, path: &Path, text: &str) -> Result<()> {
        let is_there = path.is_file();
        if !is_there {
            crate::files::write(path, text)
                .map_err(|why| anyhow!("{why:#}: make room for the seed, or name another --corpus"))?;
        }
        self.taken.seeds += 1;
        self.taken.new_seeds += u64::from(!is_there);
        Ok(())
    }
}

/// The reason for which nothing came back: the library is gone, or `otherwise`.
fn refused(why: &anyhow::Error, otherwise: Left) -> Left {
    log::info!("{why:#}");
    match why.downcast_ref::<NoAnswer>() {
        Some(gone) => match gone.outcome {
            Outcome::Timeout => Left::Long,
            Outcome::HarnessError => Left::Failed,
            _ => Left::Crashed,
        },
        None => otherwise,
    }
}
