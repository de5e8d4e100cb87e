//! Makes a finding smaller: tries candidates until none that is smaller shows it, or time is up.
//!
//! Two things shrink. First the finding's own program, with its path up to the culprit. Then the program just before the culprit,
//! which with that single pass is the report to send; what was taken off the first is not there in the second, so the
//! cheap steps come first.

use super::defined::as_defined;
use super::elements::plainer;
use super::helpers::Helpers;
use super::measure::{behind, size};
use super::numbers::smaller_numbers;
use super::question::{Candidate, Question};
use super::rewritten::{Rewritings, Rewritten};
use super::splats::splats;
use super::standin::{print_calls, still_printed};
use super::state::{Folder, ReductionState, Size, Stage};
use super::until::{Until, within};
use super::{branches, path, program, signature};
use crate::execute::{Edited, Executor, Limits, ReadsPrograms as _, Terms};
use crate::ir::{self, Module};
use crate::mlir::Edit;
use crate::observe::Element;
use crate::path::catalogue::Role;
use anyhow::Result;
use std::time::{Duration, Instant};

/// The share of the time that the finding's own program gets before the one just before the culprit.
const SOURCE_SHARE: f64 = 0.5;

/// In how many chunks a path is tried to begin with.
const COARSE: usize = 4;
/// In how many chunks a program is tried where all goes that nothing else needs: a few of these are most of it.
const SLICED: usize = 24;

/// The factor of time that a candidate may take over the one it is made from: an endless loop is found out soon.
const PATIENCE: u32 = 4;
/// And how long at least.
const LEAST_PATIENCE: Duration = Duration::from_millis(250);

/// A reduction under way.
pub struct Reduction<'a> {
    /// The executor that runs candidates.
    pub executor: &'a mut dyn Executor,
    /// Executors that run others at the same time.
    pub helpers: &'a mut dyn Helpers,
    /// The terms on which a candidate is run.
    pub terms: Terms,
    /// The folder of the best so far.
    pub folder: Folder,
    /// The state of the reduction.
    pub state: ReductionState,
    /// Is told of every candidate that was tried.
    pub progress: &'a mut dyn FnMut(&ReductionState, usize),
    begin: Instant,
    budget: Duration,
    /// True where both were tried, so that the time that is left is for either.
    returned: bool,
    /// The time spent before this process.
    before: f64,
    best: Candidate,
    /// The program of the best in MLIR's spelling, and what there is in it.
    read: Edited,
    size: Size,
    /// The question that is asked while nothing but numbers gets smaller.
    in_ways: Option<Question>,
    stage: Stage,
}

impl<'a> Reduction<'a> {
    /// Goes on from `state` for `budget`.
    pub fn new(
        executor: &'a mut dyn Executor,
        helpers: &'a mut dyn Helpers,
        terms: Terms,
        folder: Folder,
        state: ReductionState,
        budget: Duration,
        progress: &'a mut dyn FnMut(&ReductionState, usize),
    ) -> Reduction<'a> {
        let begin = Instant::now();
        Reduction {
            executor,
            helpers,
            terms: state.question.terms(terms),
            folder,
            progress,
            begin,
            budget,
            returned: state.stage == Stage::Alone,
            before: state.seconds,
            best: state.source.clone(),
            read: Edited::default(),
            size: state.source_size,
            in_ways: None,
            stage: Stage::Source,
            state,
        }
    }

    /// Reduces as far as time allows.
    ///
    /// # Errors
    /// The best so far cannot be written, or nothing can be run any more.
    pub fn run(&mut self) -> Result<()> {
        self.folder.keep(&self.state)?;
        let mut finished = self.state.stage == Stage::Done;
        if self.state.stage == Stage::Source {
            finished = self.shrink(Stage::Source, self.state.source.clone())?;
            self.go_behind()?;
        }
        if self.state.stage == Stage::Alone
            && let Some(alone) = self.state.alone.clone()
        {
            finished &= self.shrink(Stage::Alone, alone)?;
        }
        if self.state.source.path.before.is_empty()
            && let (Some(alone), Some(size)) = (self.state.alone.clone(), self.state.alone_size)
        {
            // They are one and the same.
            (self.state.source, self.state.source_size) = (alone, size);
            finished = !self.is_over();
        }
        // Time may be left for what was interrupted.
        while !finished && !self.is_over() {
            finished = self.shrink(Stage::Source, self.state.source.clone())?;
        }
        if finished {
            self.state.stage = Stage::Done;
        }
        self.keep()
    }

    /// Takes the program to just before the culprit, where that alone shows it.
    fn go_behind(&mut self) -> Result<()> {
        let alone = behind(self.executor, &self.state.question, &self.state.source, &self.terms)?;
        self.state.alone_size = alone.as_ref().map(|(_, size)| *size);
        self.state.alone = alone.map(|(candidate, _)| candidate);
        self.state.stage = Stage::Alone;
        self.returned = true;
        self.keep()
    }

    fn question(&self) -> Question {
        self.in_ways.as_ref().unwrap_or(&self.state.question).clone()
    }

    fn is_over(&self) -> bool {
        // A run that never ends needs all of its time to show it.
        let needed =
            if self.state.question.is_endless() { self.terms.limits.cpu } else { Duration::default() };
        Instant::now() + needed.min(self.budget / 2) >= self.end()
    }

    /// The end of the time for the program at hand.
    fn end(&self) -> Instant {
        // There is one program only where nothing comes before the culprit.
        let both = self.stage == Stage::Source && !self.returned && !self.best.path.before.is_empty();
        self.begin + if both { self.budget.mul_f64(SOURCE_SHARE) } else { self.budget }
    }

    /// The end of the time of a run; none where a run that is cut off would show what is asked for.
    fn end_of_run(&self) -> Option<Instant> {
        (!self.state.question.is_endless()).then(|| self.end())
    }

    /// The executor, for as long as there is time.
    fn until(&mut self) -> Until<'_> {
        let end = self.end_of_run();
        Until { executor: self.executor, end }
    }

    /// Tries every way until none makes it smaller; false where time was up before.
    fn shrink(&mut self, stage: Stage, best: Candidate) -> Result<bool> {
        self.stage = stage;
        self.read = self.executor.modules()?.edit(&best.program, &[])?;
        self.size = size(&self.read, &best.path);
        self.best = best;
        let asking = Instant::now();
        let (question, terms, best) = (self.question(), self.terms, self.best.clone());
        if question.holds(&mut self.until(), &best, &terms)? {
            self.has_taken(asking.elapsed());
        }
        loop {
            let before = self.size;
            // Half a path makes every question about a large program cheaper, and half a program every one about the path.
            let (slices, edits) = program::ROWS.split_at(program::SLICES);
            let (steps, options) = path::ROWS.split_at(path::STEPS);
            for row in steps {
                self.sweep_path(row, COARSE)?;
            }
            for row in slices {
                self.sweep(row, SLICED)?;
            }
            for row in steps.iter().chain(options) {
                self.sweep_path(row, usize::MAX)?;
            }
            for row in signature::ROWS.iter().chain(&branches::ROWS) {
                self.sweep(row, 1)?;
            }
            for row in edits {
                self.sweep(row, 1)?;
            }
            self.simplify()?;
            self.sweep_modules(splats)?;
            self.sweep_modules(plainer)?;
            let (question, terms, best) = (self.question(), self.terms, self.best.clone());
            self.in_ways = Some(question.with_ways(&mut self.until(), &best, &terms));
            self.sweep_modules(smaller_numbers)?;
            self.in_ways = None;
            if self.is_over() {
                return Ok(false);
            }
            if self.size == before {
                return Ok(true);
            }
        }
    }

    /// The number of candidates that are tried at a time.
    fn width(&self) -> usize {
        1 + self.helpers.count()
    }

    /// Drops in ever smaller chunks, of which there are `most` at most.
    fn sweep_path(&mut self, row: &path::Shortening, most: usize) -> Result<()> {
        let whole = (row.count)(&self.best.path);
        let mut chunk = whole;
        while chunk > 0 && chunk >= whole / most {
            let mut at = 0;
            while at < (row.count)(&self.best.path) && !self.is_over() {
                let count = (row.count)(&self.best.path);
                let places = (at..count).step_by(chunk).take(self.width());
                let without = |from: usize| (row.without)(&self.best.path, from, (from + chunk).min(count));
                let made: Vec<(usize, Candidate)> = places
                    .map(|from| (from, Candidate { path: without(from), ..self.best.clone() }))
                    .collect();
                let next = at + chunk * made.len();
                let made = made.into_iter().map(|(from, candidate)| (from, candidate, self.read.clone()));
                at = self.first(made.collect())?.unwrap_or(next);
            }
            chunk /= 2;
        }
        self.note(row.name);
        Ok(())
    }

    /// Deletes in ever smaller chunks, as ddmin does (Zeller and Hildebrandt, 2002), of which there are `least` at first.
    fn sweep(&mut self, row: &program::Simplification, least: usize) -> Result<()> {
        let mut chunk = (row.sites)(&self.read.outline).len().div_ceil(least);
        while chunk > 0 {
            let mut at = 0;
            loop {
                let sites = (row.sites)(&self.read.outline);
                if at >= sites.len() || self.is_over() {
                    break;
                }
                let (mut made, mut next) = (Vec::new(), at);
                while made.len() < self.width() && next < sites.len() {
                    let edits =
                        (row.edits)(&self.read.outline, &sites[next..(next + chunk).min(sites.len())]);
                    made.extend(self.edited(&edits).map(|(candidate, read)| (next, candidate, read)));
                    next += chunk;
                }
                at = self.first(made)?.unwrap_or(next);
            }
            chunk /= 2;
        }
        self.note(row.name);
        Ok(())
    }

    /// Notes what a row came to.
    fn note(&self, row: &str) {
        let (seconds, tried) = (self.begin.elapsed().as_secs_f64(), self.folder.tried());
        log::debug!("{seconds:.1} s, {tried} candidates: {row}: {:?}", self.size);
    }

    /// Tries programs made of the best by other types and attributes, as long as one of them is better.
    fn sweep_modules(&mut self, made: for<'m> fn(&'m Module, &'m [Element]) -> Rewritings<'m>) -> Result<()> {
        let mut smaller = true;
        while smaller {
            smaller = false;
            let Some(module) = self.module() else { break };
            let printed = self.best.printed.clone();
            let mut changes = made(&module, &printed);
            while !smaller && !self.is_over() {
                let mut some = Vec::new();
                while some.len() < self.width() {
                    let Some(Rewritten { module, printed }) = changes.next() else { break };
                    let read = self.executor.modules()?.edit(&module.generic(), &[]).ok();
                    some.extend(read.map(|read| {
                        let (program, path) = (read.program.clone(), self.best.path.clone());
                        (0, Candidate { program, printed, path }, read)
                    }));
                }
                if some.is_empty() {
                    break;
                }
                smaller = self.first(some)?.is_some();
            }
        }
        Ok(())
    }

    /// The best in the neutral form; none where MLIR does not take that form of it back, as of operations that it does not read in generic form.
    fn module(&mut self) -> Option<Module> {
        let generic = self.executor.library()?.state_after(&self.best.program, &[], &Limits::default());
        generic.ok().and_then(|text| ir::module(&text).ok())
    }

    /// Tries what passes make of it, as a candidate is no worse for who made it.
    fn simplify(&mut self) -> Result<()> {
        for pass in Role::Simplifies.passes() {
            if self.is_over() {
                break;
            }
            // The program stays as it is where another version has no such pass, or falls over in it.
            let (limits, program) = (self.terms.limits, self.best.program.clone());
            let made = self.until().text_after(&program, &[pass.step()], &limits);
            let Some(candidate) = made.ok().map(|program| self.best.with_program(program)) else { continue };
            let Ok(read) = self.executor.modules().and_then(|modules| modules.edit(&candidate.program, &[]))
            else {
                continue;
            };
            if print_calls(&read.outline).len() == print_calls(&self.read.outline).len() {
                self.first(vec![(0, candidate, read)])?;
            }
        }
        self.note("simplify by passes");
        Ok(())
    }

    /// The best with these edits; none where it cannot be changed like that.
    fn edited(&mut self, edits: &[Edit]) -> Option<(Candidate, Edited)> {
        if edits.is_empty() {
            return None;
        }
        let read =
            self.executor.modules().and_then(|modules| modules.edit(&self.best.program, edits)).ok()?;
        let printed = still_printed(&self.read.outline, &self.best.printed, edits);
        Some((Candidate { program: read.program.clone(), printed, path: self.best.path.clone() }, read))
    }

    /// Takes the first of these candidates for the best that is smaller and shows it, and says which that is, by its number. Those
    /// that were tried before are left out. All others are asked about at once, as far as there are helpers.
    fn first(&mut self, made: Vec<(usize, Candidate, Edited)>) -> Result<Option<usize>> {
        let mut asked = Vec::new();
        for (number, candidate, read) in made {
            let size = size(&read, &candidate.path);
            // A finding about a pass is one on any valid program.
            let defined =
                self.state.question.ended.is_some() || as_defined(&read.outline, &self.read.outline);
            if self.folder.is_new(&candidate) && defined && size < self.size {
                asked.push((number, candidate, read, size));
            } else {
                (self.progress)(&self.state, self.folder.tried());
            }
        }
        let (question, terms) = (self.question(), self.terms);
        let helped = terms.within(within(terms.limits, self.end_of_run()));
        for (helper, (_, candidate, ..)) in asked.iter().skip(1).enumerate() {
            self.helpers.begin(helper, &question, candidate, &helped);
        }
        let mut found = None;
        let asking = Instant::now();
        for (place, (number, candidate, read, size)) in asked.into_iter().enumerate() {
            // Every helper is heard, so that the next question finds it free.
            let told = place.checked_sub(1).and_then(|helper| self.helpers.end(helper));
            if found.is_some() {
                continue;
            }
            let holds = match told {
                Some(holds) => holds,
                None => question.holds(&mut self.until(), &candidate, &terms)?,
            };
            if holds && self.shows_afresh(&question, &candidate)? {
                found = Some(number);
                self.has_taken(asking.elapsed());
                (self.best, self.read, self.size) = (candidate, read, size);
                match self.stage {
                    Stage::Source => (self.state.source, self.state.source_size) = (self.best.clone(), size),
                    _ => (self.state.alone, self.state.alone_size) = (Some(self.best.clone()), Some(size)),
                }
                self.keep()?;
            }
            (self.progress)(&self.state, self.folder.tried());
        }
        // Nobody knows what a run that was cut off would have shown.
        let in_time = !self.is_over();
        self.folder.answered(in_time);
        Ok(found)
    }

    /// True where it shows in a new process too, if a pass ends the path: the memory that other candidates left may have a part in that.
    fn shows_afresh(&mut self, question: &Question, candidate: &Candidate) -> Result<bool> {
        if question.ended.is_none() {
            return Ok(true);
        }
        let terms = self.terms.isolated();
        question.holds(&mut self.until(), candidate, &terms)
    }

    /// Limits what a candidate may take by what the best so far took.
    fn has_taken(&mut self, taken: Duration) {
        if !self.state.question.is_endless() {
            let cpu = &mut self.terms.limits.cpu;
            *cpu = (*cpu).min((taken * PATIENCE).max(LEAST_PATIENCE));
        }
    }

    fn keep(&mut self) -> Result<()> {
        self.state.seconds = self.before + self.begin.elapsed().as_secs_f64();
        self.folder.keep(&self.state)
    }
}
