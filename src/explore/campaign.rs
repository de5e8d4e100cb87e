//! One case from bytes to a result: decode, run, judge, confirm, keep.

use super::confirming::Confirming;
use super::finding::{Looked, recognized};
use super::user_programs::excuse;
use super::{CaseFacts, Compared, PathOptions, Stats, Target, Times};
use crate::case::{Case, Source};
use crate::coverage::{self, Coverage};
use crate::decode::{Generated, Generator, is_envelope};
use crate::examine::{Clean, Examined, deciding_rule, examine_unless};
use crate::execute::{
    Capabilities, Executor, ExecutorKind, InvalidJob, Isolation, Job, Limits, Looks, StepChecks, Terms,
    USUAL_TURNS, Unexpected,
};
use crate::finding::Finding;
use crate::judge::{Detail, Excuse, Known, Reason, Verdict, VerdictKind};
use crate::mlir::toolchain;
use crate::observe::{Buffer, Outcome, PathReport};
use crate::path::declared::Declared;
use crate::path::{PathSpec, Strategy, catalogue};
use crate::program::Syntax;
use crate::report::{Brief, Judged, Mlir, Store, Stored, json};
use crate::words;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

/// Operations a module may grow to on a drawn path. Lowered programs have some thousands. Loop peeling applied
/// over and over makes millions, on which any pass runs out of time; that says nothing about the pass.
pub const MOST_OPERATIONS: u64 = 20_000;

/// Runs cases on one toolchain and keeps what it finds.
pub struct Campaign {
    pub(super) mlir: Mlir,
    pub(super) syntax: Syntax,
    oldest: u32,
    /// The options that its passes have, where steps are drawn from them.
    declared: Declared,
    pub(super) executor: Box<dyn Executor>,
    pub(super) coverage: Option<Coverage>,
    /// True if runs are watched whole.
    pub(super) whole: bool,
    /// Stock programs in clean processes, where the toolchain has them.
    pub(super) clean: Option<Box<dyn Executor>>,
    pub(super) store: Store,
    /// Bugs to go on past.
    pub(super) known: Known,
    /// True if culprits of wrong results are looked for.
    pub(super) blames: bool,
    pub(super) terms: Terms,
    pub(super) strategy: Strategy,
    /// The process of the next case: a new one where a job that is no case has run in the worker.
    pub(super) isolation: Isolation,
    /// The meaning of bytes.
    pub(super) target: Target,
    /// The reason why no results are expected of a given program, by its text.
    pub(super) silent: BTreeMap<String, Unexpected>,
    /// Given programs that fault when they are lowered plainly, by their text.
    pub(super) faulty: BTreeSet<String>,
    /// Given programs that make poison, by their text.
    pub(super) poisonous: BTreeSet<String>,
    /// The work so far, that of the whole campaign where it began before, and the answers of stock programs.
    pub(super) confirming: Confirming,
    /// No finding is looked into later than this.
    pub(super) until: Option<Instant>,
    /// Told of each finding before it is looked into.
    pub(super) found: Box<dyn FnMut()>,
    /// The results of the cases so far.
    pub stats: Stats,
}

/// The verdict, unless a single step is to blame that no table knows: conversions leave invalid IR where they are taken too early, by design,
/// and tables say when that is.
fn excuse_pass(target: Target, reports: &[PathReport], verdict: Verdict) -> Verdict {
    if !target.is_of_steps() || verdict.kind != VerdictKind::InvalidIr {
        return verdict;
    }
    let ended = reports.iter().find(|report| report.outcome == Outcome::InvalidIr);
    let step = ended.and_then(|report| report.pipelines().pop());
    match step.filter(|step| catalogue::hazards(step).is_none()) {
        Some(_) => {
            let pass = verdict.pass.clone();
            let detail = Detail::Excused { why: Excuse::UnknownPass, verdict: Box::new(verdict) };
            Verdict::incomparable(Reason::Hazard, pass, detail)
        }
        None => verdict,
    }
}

/// The facts that a probe is compared by.
type Probe = (Outcome, Vec<Buffer>, Option<[u8; 32]>);

/// The results of one case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The case, along the paths that were taken.
    pub case: Case,
    /// The facts that the first run showed.
    pub reports: Vec<PathReport>,
    /// The judgement.
    pub verdict: Verdict,
    /// The facts that stock programs showed; asked only about findings.
    pub clean: Option<Clean>,
    /// The folder it is kept in; set for findings and for what could not be seen again.
    pub stored: Option<Stored>,
    /// A few lines for a terminal; set for findings.
    pub brief: Option<String>,
    /// The reason why LLVM's maintainers close it, where they do.
    pub closed: Option<String>,
    /// The results as numbers.
    pub facts: CaseFacts,
    /// True if it was tried to say which pass is to blame.
    pub blamed: bool,
    /// The results of a second look where the first found a bug the user knows of, or one that has been kept often enough.
    pub past: Option<Box<CaseResult>>,
}

impl CaseResult {
    /// Its results, and a second look after it.
    pub fn judged(&self) -> Vec<Compared> {
        let looks = [Some(self), self.past.as_deref()];
        looks.into_iter().flatten().map(Compared::from).collect()
    }
}

impl Campaign {
    /// A campaign on the toolchain called `mlir`, run by the executor called `executor`, that keeps findings
    /// in `out`.
    ///
    /// # Errors
    /// The toolchain is missing or does not load.
    pub fn open(mlir: &str, executor: ExecutorKind, out: &Path) -> anyhow::Result<Campaign> {
        let toolchain = toolchain::find(mlir)?;
        let has_tools = toolchain.mlir_opt.is_some() && toolchain.runner.is_some();
        let executor = executor.open(&toolchain)?;
        let clean = has_tools && !executor.capabilities().stock;
        let clean = if clean { Some(ExecutorKind::Tools.open(&toolchain)?) } else { None };
        let mut campaign =
            Campaign::with(Mlir::of(&toolchain), toolchain.syntax(), executor, clean, Store::new(out));
        campaign.oldest = toolchain.major();
        Ok(campaign)
    }

    /// A campaign from its parts.
    pub fn with(
        mlir: Mlir,
        syntax: Syntax,
        executor: Box<dyn Executor>,
        clean: Option<Box<dyn Executor>>,
        store: Store,
    ) -> Campaign {
        Campaign {
            mlir,
            syntax,
            oldest: syntax.oldest(),
            declared: Declared::default(),
            executor,
            coverage: None,
            whole: false,
            clean,
            store,
            known: Known::builtin(),
            blames: false,
            isolation: Isolation::Shared,
            terms: Terms {
                limits: Limits { operations: MOST_OPERATIONS, ..Limits::default() },
                looks: Looks { steps: StepChecks::Chosen, ..Looks::default() },
                ..Terms::default()
            },
            strategy: Strategy::default(),
            target: Target::default(),
            silent: BTreeMap::new(),
            faulty: BTreeSet::new(),
            poisonous: BTreeSet::new(),
            confirming: Confirming::default(),
            until: None,
            found: Box::new(|| {}),
            stats: Stats::default(),
        }
    }

    /// Watches what MLIR's code does from now on. A program is lowered before and after: if the breakpoints made a
    /// difference, they come out again with a warning.
    ///
    /// # Errors
    /// The options ask for something that cannot be had here.
    pub fn watch(&mut self, options: &coverage::Options) -> anyhow::Result<()> {
        // A caller that wants everything armed compares runs.
        self.whole |= options.always == Some(true);
        if options.wanted == coverage::Wanted::Off {
            return Ok(());
        }
        let toolchain = toolchain::find(&self.mlir.name)?;
        let before = self.probe()?;
        self.executor.new_template();
        self.coverage = Coverage::open(&toolchain, options)?;
        // Code that a whole extra look reaches would count as the input's.
        self.terms.looks.sample = 0;
        let Some(coverage) = &mut self.coverage else { return Ok(()) };
        coverage.begin(true);
        let after = self.probe()?;
        if before != after {
            log::warn!("watching MLIR's code changes what it does here: going on without");
            self.executor.new_template();
            self.coverage.iter_mut().for_each(Coverage::give_up);
        }
        Ok(())
    }

    /// Goes on in copies of this process as it is now: what was shared with workers since the last one began takes effect, and a
    /// process forked from this one meanwhile can have its own.
    pub fn new_template(&mut self) {
        self.executor.new_template();
    }

    /// The feedback, where somebody watches.
    pub fn coverage(&mut self) -> Option<&mut Coverage> {
        self.coverage.as_mut()
    }

    /// True if the runs to come are watched whole: everything is armed, and each has a worker of its own, so that two
    /// runs of one input reach the same.
    pub fn watch_whole(&mut self, whole: bool) {
        self.whole = whole;
    }

    /// The results of a small program: outcome, results and the lowered module along two paths.
    fn probe(&mut self) -> anyhow::Result<Vec<Probe>> {
        let probe = Target::default().case(&[0; 64], self.oldest);
        let (case, _) = probe.ok_or_else(|| anyhow::anyhow!("the probe does not decode"))?;
        let reports = self.executor.run(&Job::of(&case, self.syntax, self.terms))?;
        Ok(reports.into_iter().map(|r| (r.outcome, r.outputs, r.final_module)).collect())
    }

    /// Keeps so many findings of one signature at the most.
    pub fn keep(&mut self, most: usize) {
        self.store = self.store.clone().keeping(most);
    }

    /// Leaves the commands of reports to later.
    pub fn hurry(&mut self) {
        self.store = self.store.clone().in_a_hurry();
    }

    /// The terms on which one path is run.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Sets what may be spent on one path, and how much of it is looked at.
    pub fn limit(&mut self, terms: Terms) {
        let operations = terms.limits.operations.min(MOST_OPERATIONS);
        self.terms = terms.within(Limits { operations, ..terms.limits });
    }

    /// Looks into no finding later than `until`, and calls `found` before it looks into one.
    pub fn look_until(&mut self, until: Option<Instant>, found: impl FnMut() + 'static) {
        self.until = until;
        self.found = Box::new(found);
    }

    /// Sets how paths are drawn, and what may be spent on each.
    ///
    /// # Errors
    /// A pass that is wished for does not exist.
    pub fn plan(&mut self, terms: Terms, path_options: &PathOptions) -> anyhow::Result<()> {
        self.limit(terms);
        self.draw_by(
            path_options.strategy(&toolchain::find(&self.mlir.name)?, self.executor.capabilities().stock)?,
            path_options.max_step,
        );
        Ok(())
    }

    /// Draws paths of at most so many turns in this way from now on.
    pub fn draw_by(&mut self, strategy: Strategy, turns: u32) {
        (self.strategy, self.terms.turns) = (strategy, turns);
    }

    /// Decodes bytes to programs for the oldest MLIR that is to run them.
    pub fn decode_for(&mut self, oldest: u32) {
        self.oldest = oldest;
    }

    /// The MLIR that bytes are decoded for.
    pub fn oldest(&self) -> u32 {
        self.oldest
    }

    /// Draws options of steps from these.
    pub fn declare(&mut self, declared: Declared) {
        self.declared = declared;
    }

    /// The declarations that options of steps are drawn from.
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// Which MLIR it runs.
    pub fn mlir(&self) -> &Mlir {
        &self.mlir
    }

    /// Decodes bytes and runs the case; none if they do not decode.
    ///
    /// # Errors
    /// The case cannot be run at all; a generated one always can, so then the harness is at fault.
    pub fn run_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<Option<CaseResult>> {
        let start = Instant::now();
        let Some((case, generated)) = self.target.case(bytes, self.oldest) else {
            self.stats.reject();
            return Ok(None);
        };
        let decoding = start.elapsed().as_secs_f64();
        // Bytes by themselves mean the usual paths.
        let usual = self.strategy == Strategy::default() && self.terms.turns == USUAL_TURNS;
        let terms = self.target.terms_of(bytes, self.terms);
        let ran = self.run(&case, usual.then_some(bytes), Some(generated), decoding, terms);
        // MLIR says if a module is valid.
        let holds_module = is_envelope(bytes) || self.target.takes_raw();
        if holds_module && ran.as_ref().is_err_and(|error| error.is::<InvalidJob>()) {
            self.stats.reject();
            return Ok(None);
        }
        ran.map(Some)
    }

    /// Decodes an input of a generator and runs the case; none if it does not decode.
    ///
    /// # Errors
    /// As [`Campaign::run_bytes`].
    pub fn run_generated(
        &mut self,
        generator: &Generator,
        bytes: &[u8],
    ) -> anyhow::Result<Option<CaseResult>> {
        if !matches!(generator, Generator::Own(_)) {
            return self.run_bytes(bytes);
        }
        let start = Instant::now();
        let Some((case, generated)) = generator.case(bytes, self.oldest) else {
            self.stats.reject();
            return Ok(None);
        };
        let decoding = start.elapsed().as_secs_f64();
        // The bytes do not hold the smith, so they are not kept as an input of the target.
        self.run(&case, None, Some(generated), decoding, self.target.terms(self.terms)).map(Some)
    }

    /// The case in `bytes` along the paths its draws lead to, neither judged nor counted; none if the bytes do
    /// not decode.
    ///
    /// # Errors
    /// The case cannot be run at all.
    pub fn resolve(&mut self, bytes: &[u8]) -> anyhow::Result<Option<Case>> {
        let Some((case, _)) = self.target.case(bytes, self.oldest) else { return Ok(None) };
        let terms = self.target.terms_of(bytes, self.terms);
        let job = Job::of(&self.steered(&case), self.syntax, terms);
        Ok(Some(case.fixed(&self.executor.run(&job)?)))
    }

    /// The results of a program by the plain lowering, if two processes agree about them.
    ///
    /// # Errors
    /// It cannot be run at all.
    #[cfg(feature = "cli")]
    pub(super) fn plain(&mut self, case: &Case) -> anyhow::Result<Option<super::versions::Plain>> {
        let case = Case { paths: vec![PathSpec::Drawn(Vec::new())], ..case.clone() };
        let job = Job::of(&case, self.syntax, self.terms.without_checks().isolated());
        let first = self.executor.run(&job)?;
        let again = self.executor.run(&job)?;
        let ([one], [other]) = (&first[..], &again[..]) else { return Ok(None) };
        let same = one.outcome == Outcome::Ok && other.outcome == Outcome::Ok && one.outputs == other.outputs;
        Ok(same.then(|| super::versions::Plain {
            program: job.program,
            steps: one.pipelines(),
            outputs: one.outputs.clone(),
            printed: case.printed,
        }))
    }

    /// Runs a case that was not decoded.
    ///
    /// # Errors
    /// The case cannot be run at all.
    pub fn run_case(&mut self, case: &Case, input: Option<&[u8]>) -> anyhow::Result<CaseResult> {
        self.run(case, input, None, 0.0, self.target.terms(self.terms))
    }

    fn run(
        &mut self,
        case: &Case,
        input: Option<&[u8]>,
        generated: Option<Generated>,
        decoding: f64,
        terms: Terms,
    ) -> anyhow::Result<CaseResult> {
        let operations = generated.map(|generated| generated.operations);
        let mut result = self.examine_within(case, input, operations, decoding, terms)?;
        result.facts.effort.drawn += generated.map(|generated| generated.drawn).unwrap_or_default();
        if !self.target.is_of_steps() {
            result.past = self.past(case, &result)?.map(Box::new);
        }
        self.stats.record(&result.judged());
        Ok(result)
    }

    /// Runs, judges, confirms and keeps a case; it is not counted.
    pub(super) fn examine(
        &mut self,
        case: &Case,
        input: Option<&[u8]>,
        operations: Option<usize>,
        decoding: f64,
    ) -> anyhow::Result<CaseResult> {
        self.examine_within(case, input, operations, decoding, self.target.terms(self.terms))
    }

    /// Runs, judges, confirms and keeps a case within these limits.
    fn examine_within(
        &mut self,
        case: &Case,
        input: Option<&[u8]>,
        operations: Option<usize>,
        decoding: f64,
        terms: Terms,
    ) -> anyhow::Result<CaseResult> {
        log::debug!("case {}\n{case:?}", case.id());
        if let Some(coverage) = &mut self.coverage {
            // Leftovers of earlier cases in a worker decide where memory lies, and so what this one reaches. For steps alone a worker
            // of their own would take longer than they do.
            if self.whole || !self.target.is_of_steps() {
                self.isolation = Isolation::New;
            }
            coverage.begin(self.whole);
        }
        let terms = Terms { isolation: std::mem::take(&mut self.isolation), ..terms };
        let start = Instant::now();
        let steered = self.steered(case);
        let (known, store) = ((&self.known, &self.mlir, self.syntax), &self.store);
        let is_enough = |case: &Case, verdict: &Verdict, reports: &[PathReport]| {
            store.is_full(&recognized(known, verdict.clone(), reports, case), case)
        };
        let examined = examine_unless(self.executor.as_mut(), &steered, self.syntax, terms, &is_enough);
        self.coverage.iter_mut().for_each(Coverage::end);
        let Examined { case, reports, verdict, first } = examined?;
        let verdict = excuse_pass(self.target, &reports, excuse(self, &case, verdict));
        let running = start.elapsed().as_secs_f64();

        let start = Instant::now();
        let Looked { verdict, blamed, blaming, clean, asked } = self.look_into(&case, &reports, verdict);
        if let Some(reason) = verdict.reason {
            log::info!("incomparable ({reason}): {}\n{case:?}", words::detail(&verdict.detail));
        }
        let of_finding = (&verdict, &*reports);
        let source_broken =
            deciding_rule(self.executor.as_mut(), &case, of_finding, self.syntax, self.terms.limits);
        let finding = Judged {
            case: &case,
            syntax: self.syntax,
            input,
            verdict: &verdict,
            reports: &reports,
            mlir: &self.mlir,
            executor: self.executor.kind(),
            clean: clean.as_ref(),
            source_broken: source_broken.as_ref(),
            // The failure that stock programs showed instead may be of another kind.
            blamed: blamed.as_ref().filter(|_| {
                let shows = verdict.kind == VerdictKind::Miscompiled;
                shows || !verdict.culprits.is_empty() || verdict.operation.is_some()
            }),
        };
        let unlike = verdict.reason == Some(Reason::Executors);
        let keep = verdict.kind.is_finding() || unlike || verdict.reason == Some(Reason::Unrepeatable);
        let document = keep.then(|| json::finding(&finding));
        let closed = document.as_ref().and_then(Finding::closed).map(|closed| closed.reason.to_owned());
        let stored = document.map(|document| self.store.save(&finding, &document));
        if let Some(folder) = stored.as_ref().filter(|_| unlike).and_then(Stored::directory) {
            show_lowered(self.executor.as_mut(), &case, self.syntax, &self.terms.limits, folder);
        }
        let brief = stored
            .as_ref()
            .filter(|_| verdict.kind.is_finding() || unlike)
            .map(|stored| Brief { finding: &finding, stored }.to_string());
        let confirming = start.elapsed().saturating_sub(blaming).as_secs_f64();
        let blaming = blaming.as_secs_f64();

        let mut times =
            Times { decode: decoding, run: running, blame: blaming, confirm: confirming, ..Times::default() };
        first.iter().flatten().chain(&reports).for_each(|report| times.add_path(&report.spent));
        // Runs that show a wrong step better are no steps of the search.
        let counted = first.as_ref().unwrap_or(&reports);
        let facts = CaseFacts::of(counted, &verdict, stored.as_ref(), operations, times);
        let unexpected = self.why_unexpected(&case);
        let passes = counted.iter().map(|report| report.steps.len() as u64).sum();
        let facts = CaseFacts { mlir: self.mlir.name.clone(), unexpected, passes, asked, ..facts };
        self.confirming.note(&facts);
        let blamed = blamed.is_some();
        Ok(CaseResult { case, reports, verdict, clean, stored, brief, closed, facts, blamed, past: None })
    }

    /// The case, its paths drawn as the campaign draws them.
    pub(super) fn steered(&self, case: &Case) -> Case {
        let mut case = case.clone();
        for path in &mut case.paths {
            if let PathSpec::Drawn(draws) = path {
                *path = PathSpec::drawn(std::mem::take(draws), &self.strategy);
            }
        }
        case
    }

    /// Judges single steps with so many further sets of arguments from now on.
    pub fn judge_with(&mut self, arguments: u32) {
        self.terms.looks.arguments = arguments;
    }

    /// A case of the program that so many steps of the only path of a case lead to, and of the steps that are left; none where there is no
    /// such thing.
    pub fn rest(&mut self, case: &Case, steps: usize) -> Option<Case> {
        let [path] = &case.paths[..] else { return None };
        let (taken, left) = path.given().split_at_checked(steps).filter(|(_, left)| !left.is_empty())?;
        let program =
            self.executor.text_after(case.source.text(self.syntax), taken, &self.terms.limits).ok()?;
        let paths = vec![PathSpec::Fixed(left.to_vec())];
        Some(Case { source: Source::verbatim(program), paths, expected: None, ..case.clone() })
    }

    /// The capabilities of its executor.
    pub fn capabilities(&self) -> Capabilities {
        self.executor.capabilities()
    }

    /// Takes bytes for inputs of this target from now on.
    pub fn aim(&mut self, target: Target) {
        self.target = target;
    }

    /// The target whose inputs it takes.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The reason why no results are expected of a case, where they are not.
    pub(super) fn why_unexpected(&self, case: &Case) -> Option<Unexpected> {
        if self.target.is_of_steps() {
            return None;
        }
        let why = || self.silent.get(case.source.newest()).cloned().unwrap_or(Unexpected::SavedWithout {});
        case.expected.is_none().then(why)
    }
}

/// Leaves what each path of a case lowers to beside it: what the interpreter and compiled code do not agree on.
fn show_lowered(executor: &mut dyn Executor, case: &Case, syntax: Syntax, limits: &Limits, folder: &Path) {
    for (path, spec) in case.paths.iter().enumerate() {
        let lowered = executor.text_after(case.source.text(syntax), spec.given(), limits);
        let file = folder.join(format!("lowered-{path}.mlir"));
        let written = lowered.and_then(|text| Ok(std::fs::write(&file, text)?));
        if let Err(error) = written {
            log::warn!("{} cannot be written: {error:#}", file.display());
        }
    }
}

#[cfg(test)]
#[path = "campaign_tests.rs"]
mod tests;
