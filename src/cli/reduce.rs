//! `lowdiff reduce`: the least of a finding that still shows it.

use super::call_arguments::tell_arguments;
use super::finding_arguments::{FindingArguments, OpenedFinding, with_home};
use super::folder_lock::FolderLock;
use super::input::{Jobs, Timeout};
use super::{output, sentence, shown};
use crate::blame::Culprit;
use crate::case::Case;
use crate::examine::{Clean, confirm_clean, terms_of};
use crate::execute::{Argument, Executor, ExecutorKind, Jit, Job, Terms, Tools};
use crate::finding::Finding;
use crate::judge::{Known, Verdict, is_shown_by_stock};
use crate::mlir::Toolchain;
use crate::observe::tell;
use crate::reduce::{
    Begun, Folder, Reduced, Reduction, ReductionState, Size, Stage, begin_examined, outcome,
};
use crate::report::culprit::{note_once, summary};
use crate::report::{self, Judged, Mlir, REDUCED as FOLDER, Reducing, Store, json};
use crate::triage::{self, Fact, Minimal, RecordedFinding, WorkerPool, elsewhere};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Exit status when there is nothing to hold on to.
const STATUS_CANNOT: u8 = 3;

/// Make a finding small: its program and its path, and the program just before the pass to blame
///
/// Candidates are tried until none that is smaller shows the same verdict for the same culprit, or time is up. The best
/// so far is on disk at any time; the same command goes on from there.
///
/// Exit status: 0 reduced, or no smaller candidate shows it; 2 usage or set-up error; 3 it does not show here, is flaky, or nobody
/// can be blamed for it.
#[derive(Debug, Args)]
pub struct Reduce {
    #[command(flatten)]
    given: FindingArguments,
    /// Seconds for candidates; the finding is run and blamed before, and run on each MLIR after
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,
    /// Processes that try candidates
    #[arg(long, value_name = "N|auto", default_value = "1")]
    jobs: Jobs,
    /// The folder it goes to; by default `reduced` in the finding's directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Reduce {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        self.given.is_there()?;
        let Some(out) = self.out.clone().or(self.given.directory().map(|finding| finding.join(FOLDER)))
        else {
            bail!("{} has no directory to keep the answer in; give --out DIR", self.given.finding.display());
        };
        let (toolchain, mut executor, OpenedFinding { case, arguments }) = self.given.open("reduce")?;
        let ran = Ran { mlir: Mlir::of(&toolchain), arguments };
        let recorded = RecordedFinding::read(&self.given.finding)?;
        let terms = recorded.terms(self.timeout.terms());
        let mut lock = FolderLock::new();
        if let Some(finding) = self.given.directory() {
            lock.hold(finding)?;
        }
        lock.hold(&out)?;
        let mut folder = Folder::open(&out)?;
        let kept = out.clone();
        lock.heed_signals(move || interrupted(&kept))?;
        let state = match folder.resume(&case.id(), &ran.mlir.build_id)? {
            Some(state) => {
                tell(&format!("going on with what is kept in {}", out.display()));
                state
            }
            None => match self.begin(&mut executor, &case, &toolchain, &recorded) {
                Ok(Begun::Ready(state)) => *state,
                Ok(Begun::Operation(reduced)) => {
                    return self.tell_operation(&mut executor, &toolchain, &ran, &out, &reduced);
                }
                Ok(Begun::Cannot(verdict, why)) => {
                    return self.cannot(Some(&verdict), &report::irreducible(&why, &verdict), &ran);
                }
                // Nobody typed these pipelines.
                Err(error) if self.given.paths.is_empty() => {
                    let why = format!("it cannot be run on MLIR {}: {}", toolchain.name, sentence(&error));
                    return self.cannot(None, &why, &ran);
                }
                Err(error) => return Err(error),
            },
        };
        tell_arguments(&ran.arguments);
        tell(&starting(&state, self.seconds));
        let budget = Duration::from_secs(self.seconds);
        let mut progress = Reducing::new(budget);
        let mut show = |state: &ReductionState, tried: usize| progress.show(state, tried);
        let mut pool = WorkerPool::start(self.jobs.number() - 1, &toolchain.name, &self.timeout.word())?;
        let mut reduction = Reduction::new(&mut executor, &mut pool, terms, folder, state, budget, &mut show);
        reduction.run()?;
        let (state, tried) = (reduction.state.clone(), reduction.folder.tried());
        progress.end();
        tell("running what is left by stock programs, and on each MLIR that is set up");
        self.tell(&mut executor, &toolchain, &ran, &out, &state, tried)
    }

    /// Runs the finding and names who is to blame.
    fn begin(
        &self,
        executor: &mut dyn Executor,
        case: &Case,
        toolchain: &Toolchain,
        recorded: &RecordedFinding,
    ) -> anyhow::Result<Begun> {
        let finding = self.given.finding.display();
        tell(&format!(
            "running {finding} on MLIR {} to see what it shows and who is to blame",
            toolchain.name
        ));
        let (terms, syntax) = (self.timeout.terms(), toolchain.syntax());
        let examined = recorded.examine(executor, case, syntax, terms)?;
        let build = toolchain.build_id();
        begin_examined(executor, examined, &case.id(), syntax, recorded.terms(terms), &build)
    }

    /// Says why it cannot be reduced.
    fn cannot(
        &self,
        verdict: Option<&Verdict>,
        why: &str,
        Ran { mlir, arguments }: &Ran,
    ) -> anyhow::Result<u8> {
        let why = with_home(why, &self.given.finding, &[&mlir.name]);
        if self.json {
            let mut document = verdict.map(json::verdict).unwrap_or_default();
            document.insert("reduced".into(), json!(false));
            document.insert("why".into(), json!(why));
            document.insert("mlir".into(), json!(mlir));
            document.insert("arguments".into(), json!(arguments));
            output::data(&format!("{:#}", Value::Object(document)))?;
        } else {
            output::data(&format!("it cannot be reduced: {why}"))?;
        }
        Ok(STATUS_CANNOT)
    }

    /// Keeps the operation that goes wrong by itself, and says what it is.
    fn tell_operation(
        &self,
        executor: &mut Jit,
        toolchain: &Toolchain,
        Ran { mlir, arguments }: &Ran,
        out: &Path,
        reduced: &Reduced,
    ) -> anyhow::Result<u8> {
        let Reduced { examined, blamed } = reduced;
        let clean = stock(toolchain, &examined.case, &examined.verdict, self.timeout.terms());
        self.keep(out, executor.capabilities().kind, toolchain, mlir, reduced, clean.as_ref())?;
        let culprit = blamed.culprits().next();
        let own = shown::keep(out, executor, toolchain, &examined.verdict, self.timeout.terms())?;
        let versions = self.ask_elsewhere(out, own, None, culprit, mlir)?;
        if self.json {
            let mut document = json::verdict(&examined.verdict);
            document.insert("reduced".into(), json!(true));
            document.insert("signature".into(), json!(examined.verdict.signature()));
            document.insert("culprit".into(), json!(culprit.map(summary)));
            document.insert("to".into(), json!({ "operations": 1 }));
            document
                .insert("versions".into(), json!(versions.iter().map(triage::version).collect::<Vec<_>>()));
            document.insert("directory".into(), json!(out));
            document.insert("mlir".into(), json!(mlir));
            document.insert("arguments".into(), json!(arguments));
            output::data(&format!("{:#}", Value::Object(document)))?;
            return Ok(0);
        }
        output::data(&format!("{} in {}", words::verdict(&examined.verdict), out.display()))?;
        if let Some(isolated) = &blamed.operation {
            output::data(&format!("  {} at {} goes wrong by itself", isolated.operation, isolated.location))?;
        }
        if let Some(culprit) = culprit {
            output::data(&format!("  culprit: {}", culprit.pipeline))?;
        }
        Ok(0)
    }

    /// Asks every other MLIR about what was kept in `out`, and writes it down there and with the finding.
    fn ask_elsewhere(
        &self,
        out: &Path,
        own: Fact,
        minimal: Option<&Minimal>,
        culprit: Option<&Culprit>,
        mlir: &Mlir,
    ) -> anyhow::Result<Vec<Fact>> {
        // The finding may be spelled for other versions too; its reduction is not. Its report does not show what lies elsewhere.
        let directory = self.given.directory().filter(|directory| out == directory.join(FOLDER));
        let versions = elsewhere(directory.unwrap_or(out), own, minimal, self.timeout.word());
        triage::note(out, &versions, None)?;
        // Its own path and step are those of its own paths; what it was reduced to has a document for its own.
        if let (Some(directory), Some(culprit)) = (self.given.directory(), culprit) {
            note_once(directory, culprit.pass(), mlir)?;
        }
        if let Some(directory) = directory {
            triage::note(directory, &versions, None)?;
        }
        Ok(versions)
    }

    /// Keeps what was reduced in `out`.
    fn keep(
        &self,
        out: &Path,
        executor: ExecutorKind,
        toolchain: &Toolchain,
        mlir: &Mlir,
        reduced: &Reduced,
        clean: Option<&Clean>,
    ) -> anyhow::Result<()> {
        let Reduced { examined, blamed } = reduced;
        // No fuzzer found what somebody wrote, and no campaign has told whether it is known.
        let given = !self.given.paths.is_empty();
        let program = examined.case.source.text(toolchain.syntax());
        let label = |bugs: &Known| {
            let version = [mlir.name.as_str(), mlir.version.as_str()];
            bugs.label(&examined.verdict, &examined.reports, program, version).map(str::to_owned)
        };
        let (known, like) = match given {
            true => (label(&Known::builtin()), label(Known::alike())),
            false => (examined.verdict.known.clone(), None),
        };
        let verdict = Verdict { known, ..examined.verdict.clone() };
        let judged = Judged {
            case: &examined.case,
            syntax: toolchain.syntax(),
            input: None,
            verdict: &verdict,
            reports: &examined.reports,
            mlir,
            executor,
            clean,
            source_broken: None,
            blamed: Some(blamed),
        };
        let document = json::finding(&judged);
        Store::replace(out, &judged, &document)
            .with_context(|| format!("cannot write to {}", out.display()))?;
        Folder::forget_best(out);
        Finding::update(out, |finding| {
            finding.given = given;
            finding.like = like.or(finding.like.take());
        })
    }

    /// Runs what is left in new processes, keeps it and says what it is.
    fn tell(
        &self,
        executor: &mut Jit,
        toolchain: &Toolchain,
        ran: &Ran,
        out: &Path,
        state: &ReductionState,
        tried: usize,
    ) -> anyhow::Result<u8> {
        let Ran { mlir, arguments } = ran;
        let terms = RecordedFinding::read(&self.given.finding)?.terms(self.timeout.terms());
        let Some(reduced) = outcome(executor, state, toolchain.syntax(), terms)? else {
            let why = format!(
                "it is flaky: what was left did not show in a new process; the best is in {}",
                out.display()
            );
            return self.cannot(None, &why, ran);
        };
        let clean = stock(toolchain, &reduced.examined.case, &reduced.examined.verdict, terms);
        self.keep(out, executor.capabilities().kind, toolchain, mlir, &reduced, clean.as_ref())?;
        let own = shown::keep(out, executor, toolchain, &reduced.examined.verdict, terms)?;
        let Reduced { examined, blamed } = &reduced;
        let culprit = blamed.culprits().next();
        let culprits = usize::from(culprit.is_some());
        let versions = self.ask_elsewhere(out, own, Some(&Minimal::of(state)), culprit, mlir)?;
        let alone = state.alone_size.filter(|_| culprit.is_some_and(|culprit| !culprit.alone.is_empty()));
        let done = state.stage == Stage::Done;
        let smaller = state.source_size < state.original || alone.is_some_and(|alone| alone < state.original);
        if self.json {
            let mut document = json::verdict(&examined.verdict);
            document.insert("reduced".into(), json!(smaller));
            document.insert("signature".into(), json!(examined.verdict.signature()));
            document.insert("culprit".into(), json!(culprit.map(summary)));
            document.insert("from".into(), size(&state.original, culprits));
            document.insert("to".into(), size(&state.source_size, culprits));
            document.insert("alone".into(), json!(alone.as_ref().map(|alone| size(alone, culprits))));
            document.insert("done".into(), json!(done));
            document.insert("tried".into(), json!(tried));
            document.insert("seconds".into(), json!(state.seconds));
            document.insert("confirmed".into(), json!(clean.as_ref().and_then(|clean| clean.confirmed)));
            document
                .insert("versions".into(), json!(versions.iter().map(triage::version).collect::<Vec<_>>()));
            document.insert("directory".into(), json!(out));
            document.insert("mlir".into(), json!(mlir));
            document.insert("arguments".into(), json!(arguments));
            output::data(&format!("{:#}", Value::Object(document)))?;
            return Ok(0);
        }
        output::data(&format!("{} in {}", words::verdict(&examined.verdict), out.display()))?;
        if let Some(isolated) = &blamed.operation {
            output::data(&format!("  {} at {} goes wrong by itself", isolated.operation, isolated.location))?;
        }
        match (culprit, &blamed.reason) {
            (Some(culprit), _) => output::data(&format!("  culprit: {}", culprit.pipeline))?,
            (None, Some(why)) => output::data(&format!("  no culprit: {}", report::untold(why)))?,
            (None, None) => {}
        }
        if let Some(culprit) = culprit.filter(|culprit| !culprit.met.is_empty()) {
            output::data(&format!("  it shows only after: {}", culprit.met.join(", ")))?;
        }
        output::data(&format!(
            "  program and path: {}, were {}",
            words(&state.source_size, culprits),
            words(&state.original, culprits)
        ))?;
        if let Some(alone) = &alone {
            let with =
                if alone.steps == 0 { "the culprit alone" } else { "the culprit, with what comes behind it" };
            output::data(&format!("  before.mlir and {with}: {}", words(alone, culprits)))?;
        }
        let end = match (done, smaller) {
            (true, true) => "no smaller candidate that was tried shows it",
            (true, false) => "it stays as it is: no smaller candidate that was tried shows it",
            (false, _) => "time was up; the same command goes on",
        };
        output::data(&format!("  {tried} candidates in {:.0} s: {end}", state.seconds))?;
        for fact in &versions {
            let (shows, verdict) = fact.of_report();
            let verdict = words::verdict(verdict);
            output::data(&format!("  on {}: {}: {verdict}", fact.mlir.name, shows.name()))?;
            if fact.reported.as_ref().is_some_and(|seen| seen.contradicts) {
                output::data(
                    "    there both paths give what path b gives here: it may be path a that is wrong",
                )?;
            }
        }
        if clean.is_some_and(|clean| clean.confirmed == Some(false)) {
            output::data("  stock programs in clean processes do not show it")?;
        }
        Ok(0)
    }
}

/// The MLIR that a finding was run on, and the arguments of its program, where somebody wrote it.
struct Ran {
    mlir: Mlir,
    arguments: Vec<Argument>,
}

/// The line that is printed before candidates are tried.
fn starting(state: &ReductionState, seconds: u64) -> String {
    let who = match state.question.pass.as_str() {
        "" => "every lowering of it is wrong".to_owned(),
        pass => format!("{pass} is to blame"),
    };
    let operations = words::count(state.source_size.operations, "operation");
    format!("{who}; making it smaller for up to {seconds} s: {operations}")
}

/// The line that is printed when a signal ends it.
fn interrupted(out: &Path) -> String {
    match Folder::has_state(out) {
        true => format!("interrupted: the best so far is in {}, and the same command goes on", out.display()),
        false => "interrupted before anything was made smaller: nothing is kept".to_owned(),
    }
}

/// The facts that stock programs show of it, where there are any.
pub(super) fn stock(toolchain: &Toolchain, case: &Case, verdict: &Verdict, terms: Terms) -> Option<Clean> {
    let mut tools = Tools::open(toolchain).ok()?;
    if !is_shown_by_stock(verdict) {
        return None;
    }
    let terms = terms_of(verdict.kind, terms);
    let prescribed = case.prescribed().of_finding(verdict.zero_sign);
    confirm_clean(&mut tools, &Job::of(case, toolchain.syntax(), terms), prescribed, verdict)
}

fn size(size: &Size, culprits: usize) -> Value {
    json!({ "operations": size.operations, "steps": size.steps + culprits })
}

fn words(size: &Size, culprits: usize) -> String {
    let many = |count: usize, [one, several]: [&str; 2]| {
        format!("{count} {}", if count == 1 { one } else { several })
    };
    format!(
        "{} and {}",
        many(size.operations, ["operation", "operations"]),
        many(size.steps + culprits, ["pass", "passes"])
    )
}
