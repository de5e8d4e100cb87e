//! `lowdiff explore`: search until told to end.

use super::call_arguments::CallArguments;
use super::focus_option::FocusOption;
use super::generator_option::GeneratorOption;
use super::input::{How, Jobs, known_bugs, read_program};
use super::output;
use super::programs::{files_of, programs};
use crate::decode::Envelope;
use crate::decode::envelope::MOST_STEPS;
use crate::execute::{Looks, StepChecks, Terms, itself};
use crate::explore::{
    Assignment, CampaignEvent, CampaignPlan, GivenPart, Journal, PathOptions, Summary, explore, work,
};
use crate::files;
use crate::judge::Known;
use crate::mlir::{Processor, toolchain};
use crate::observe::tell;
use crate::pool::{self, MOST_SEEDS};
use crate::report::{ASKED, Asking, REDUCED, issue, quote};
use crate::words;
use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Signals that come so close together are one: `timeout` sends its own twice, to the process and to the group.
const ONE_SIGNAL: Duration = Duration::from_secs(1);

/// Search for lowerings that disagree, until Ctrl-C or a limit; goes on after a finding
///
/// A campaign is written down as it goes: `lowdiff coverage DIR` shows what it reached, and --resume goes on with it,
/// whatever ended it.
///
/// Exit status: 0 nothing found but what is known; 1 findings; 2 usage or set-up error; 3 the programs are undefined.
#[derive(Debug, Args)]
pub struct Explore {
    /// Explore these programs instead of generated ones, - for standard input; a folder stands for its .mlir files, and lines
    /// '// -----' part a file. With --step, begin with these inputs of pass_diff, or folders of them
    files: Vec<PathBuf>,
    #[command(flatten)]
    generator: GeneratorOption,
    /// End after this many seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// End after this many programs, undecodable inputs included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    programs: Option<u64>,
    /// Paths for each program, on a graph where no pass is applied to the same IR twice; without it two, on their own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    paths: Option<u16>,
    /// Judge single steps and lower nothing: each input is a module of any level with one to three passes, changed from a state
    /// that a drawn path leads to. --programs counts inputs; of the options for paths only --skip-pass is taken
    #[arg(long)]
    step: bool,
    /// With --step, begin every other family of inputs with seeds of this pool as it is now, and keep in it what is new of the states
    #[arg(long, value_name = "DIR", requires = "step")]
    pool: Option<PathBuf>,
    #[command(flatten)]
    call: CallArguments,
    /// Repair given programs that are undefined, as `lowdiff sanitize` does, and explore them; without it they are left out
    #[arg(long, requires = "files", conflicts_with = "step")]
    sanitize: bool,
    #[command(flatten)]
    drawing: Drawing,
    /// Worker processes, for each --mlir
    #[arg(long, value_name = "N|auto", default_value = "1")]
    jobs: Jobs,
    /// Seed of programs and paths; program i of a seed is the same whatever the number of jobs
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The MLIR under test; may be repeated
    #[arg(long = "mlir", value_name = "NAME|PATH")]
    mlirs: Vec<String>,
    /// The folder that findings go to
    #[arg(long, value_name = "DIR", default_value = "findings")]
    out: PathBuf,
    /// Keep so many findings of one signature at the most, and only count the others; of a known bug it is one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    /// Go on with the last campaign in --out, as it was begun; --seconds and --programs count what was done, and may be
    /// given again, as may --jobs and --known
    #[arg(long)]
    resume: bool,
    /// Bugs to go on past, as TOML: a table [[bug]] each with known = "LABEL" and one or more of verdict, pass, text,
    /// signature and mlir. A finding that fits is counted, kept once, and no reason for exit status 1
    #[arg(long, value_name = "FILE.toml")]
    known: Option<PathBuf>,
    /// Count bugs that lowdiff knows by itself as new
    #[arg(long)]
    no_builtin_known: bool,
    /// Write one state in N and read it back, and compile one program in N that agrees interpreted as well; 0 for none
    #[arg(long, value_name = "N", default_value_t = Looks::default().sample)]
    sample: u32,
    /// Sets of arguments that states are run with, beside those that their program holds
    #[arg(long, value_name = "N", default_value_t = Looks::default().arguments, value_parser = clap::value_parser!(u32).range(0..=1000))]
    arguments: u32,
    /// Judge paths by their ends alone, and none of their steps
    #[arg(long)]
    no_checks: bool,
    /// Seconds in which the first finding of each kind is made smaller when the campaign is over; by default a tenth of what the
    /// campaign took, and at least 10
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    reduce: Option<u64>,
    /// Show neither progress nor findings, only the summary and warnings
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON object a line while it runs: start, heartbeat, finding, end (docs/explore-lines.schema.json)
    #[arg(long, conflicts_with = "json")]
    json_lines: bool,
    #[command(flatten)]
    how: How,
}

/// The way in which paths are drawn.
#[derive(Debug, Args)]
struct Drawing {
    /// Turns of a path, at most: each takes up to two optimizations and one conversion
    #[arg(long, value_name = "N", default_value_t = PathOptions::default().max_step, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_step: u32,
    /// Do not learn from conversions that do not help, nor go back from dead ends
    #[arg(long)]
    no_feedback: bool,
    /// Draw every pass from all there are, not by what converts which operation
    #[arg(long)]
    no_rules: bool,
    /// Take conversions in an order in which none comes too early, drawing among those that are free; the order follows from
    /// learned rules
    #[arg(long, conflicts_with = "no_rules")]
    topological: bool,
    /// Draw no optimization passes
    #[arg(long)]
    no_opts: bool,
    /// Take this pass on every path, where it changes something; with --paths, on every path but the plain one that the others
    /// are compared with. May be repeated
    #[arg(long, value_name = "PASS")]
    through: Vec<String>,
    /// Draw this pass too, as 'name{option=value}' or 'func.func(name)'; may be repeated
    #[arg(long = "pass", value_name = "PASS")]
    passes: Vec<String>,
    /// Never take this pass: all of its options, or those given; may be repeated
    #[arg(long = "skip-pass", value_name = "PASS")]
    skip: Vec<String>,
    #[command(flatten)]
    focus: FocusOption,
}

impl Drawing {
    fn path_options(self) -> anyhow::Result<PathOptions> {
        let Drawing { max_step, no_feedback, no_rules, topological, no_opts, through, passes, skip, focus } =
            self;
        let (focus, without) = focus.read(None)?;
        if !without.is_empty() {
            tell(&format!("files that give no direction: {}", without.join(", ")));
        }
        Ok(PathOptions {
            max_step,
            no_feedback,
            no_experience: false,
            no_rules,
            topological,
            no_opts,
            through,
            passes,
            skip,
            focus,
        })
    }
}

impl Explore {
    /// Runs the command; `words` are those it was parsed from.
    pub fn run(self, words: &ArgMatches) -> anyhow::Result<u8> {
        let (resume, json, reduce, quiet) = (self.resume, self.how.json, self.reduce, self.quiet);
        let lines = self.json_lines;
        if self.step {
            refuse_paths(words)?;
        }
        let asked = self.plan()?;
        let (mut plan, earlier) = if resume {
            let (journal, plan, past) = Journal::resume(&asked.out)?;
            (agreed(asked, plan, words)?, Some((journal, past)))
        } else {
            (asked, None)
        };
        plan.known = known_bugs(plan.known_file.as_deref(), !plan.no_builtin_known)?;
        // A resumed campaign compiles for the processor it began with.
        plan.processor.choose();
        check(&plan)?;
        let is_new = !plan.out.exists();
        files::open_folder(&plan.out)?;
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = heed_signals(stop.clone())?;
        let out = plan.out.clone();
        let mut written = Ok(());
        let mut listener = |event| {
            if lines && written.is_ok() {
                written = line(&event);
            }
        };
        let explored = explore(plan, earlier, stop, &mut listener);
        if explored.is_err() && is_new {
            // One that holds something stays.
            let _ = std::fs::remove_dir(&out);
        }
        let summary = explored?;
        written?;
        if !interrupted.load(Ordering::Relaxed) {
            let budget = reducing_time(reduce, Duration::from_secs_f64(summary.seconds));
            let first = summary.findings.iter().filter(|kept| kept.is_of_first_queue());
            let first = first.map(|kept| (&*kept.mlir, &*kept.signature, &*kept.directory)).collect();
            reduce_first(first, budget, quiet)?;
        }
        let status = u8::from(summary.has_findings());
        match () {
            () if lines => {
                line(&CampaignEvent::End { seconds: summary.seconds, status, summary: summary.json() })?;
            }
            () if json => output::data(&format!("{:#}", summary.json()))?,
            () => output::data(&summary.to_string())?,
        }
        if !quiet {
            tell(&next_step(&summary, &out));
        }
        Ok(status)
    }

    /// The task that was asked for.
    fn plan(self) -> anyhow::Result<CampaignPlan> {
        if (self.step || self.files.is_empty()) && !self.call.is_plain() && !self.resume {
            bail!(
                "--entry and --arg... are about programs that are given: name a file, and leave --step out"
            );
        }
        let path_options = self.drawing.path_options()?;
        if !self.step && !path_options.focus.is_empty() {
            bail!("--focus directs single steps: add --step, or use --through PASS for whole paths");
        }
        let pooled = match &self.pool {
            // What a campaign began with is in its journal.
            Some(folder) if !self.resume => seeds_of(folder)?,
            _ => Vec::new(),
        };
        let files = if self.step { inputs(&self.files)? } else { programs(&self.files, &self.out)? };
        Ok(CampaignPlan {
            mlirs: self.how.executor.toolchains(&self.mlirs)?,
            executor: self.how.executor.kind(),
            processor: Processor::chosen()?,
            terms: Terms {
                looks: Looks {
                    sample: self.sample,
                    compiled: self.sample,
                    arguments: self.arguments,
                    steps: if self.no_checks { StepChecks::None } else { StepChecks::Chosen },
                },
                ..self.how.timeout.terms()
            },
            jobs: self.jobs.number(),
            seed: self.seed,
            generator: self.generator.generator()?,
            out: self.out,
            files,
            pool: self.pool,
            pooled,
            call: self.call.call(self.seed)?,
            sanitize: self.sanitize,
            paths: self.paths,
            step: self.step,
            path_options,
            keep: self.keep.map(usize::from),
            time: self.seconds.map(Duration::from_secs),
            programs: self.programs,
            known_file: self.known,
            no_builtin_known: self.no_builtin_known,
            known: Known::default(),
            quiet: self.quiet,
        })
    }
}

/// The seeds of a pool; a folder that is not there is an empty one.
fn seeds_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let files = pool::files_of(folder)?;
    if files.len() >= MOST_SEEDS {
        let folder = quote(&folder.display().to_string());
        tell(&format!("the pool takes no more seeds: lowdiff pool {folder} --minimize makes room"));
    }
    Ok(files.into_iter().filter(|file| file.entry.is_some()).map(|file| file.path).collect())
}

/// Writes an event as a line of its own.
fn line(event: &CampaignEvent) -> anyhow::Result<()> {
    output::data(&serde_json::to_string(event)?)
}

/// The last line of a campaign: the number of its findings, their place, and the command that goes on from there.
fn next_step(summary: &Summary, out: &Path) -> String {
    let new = summary.findings.iter().filter(|kept| kept.is_of_first_queue()).count();
    let closed = summary.findings.iter().filter(|kept| kept.known.is_none() && kept.closed.is_some()).count();
    let folder = quote(&out.display().to_string());
    match (new, summary.findings.len()) {
        (_, 0) if summary.stats.inputs == 0 => "no input was run to its end".to_owned(),
        (_, 0) => format!("nothing was found; what was reached: lowdiff coverage {folder}"),
        (0, all) if closed > 0 => format!(
            "{} kept in {folder}, of known bugs or of the second queue, which maintainers close: lowdiff triage {folder}",
            words::count(all, "finding")
        ),
        (0, known) => {
            format!(
                "{} kept in {folder}, of known bugs alone: lowdiff triage {folder}",
                words::count(known, "finding")
            )
        }
        (1, _) => format!("1 new finding is kept in {folder}; which bug it is: lowdiff triage {folder}"),
        (new, _) => format!(
            "{new} new findings are kept in {folder}; which of them are one bug: lowdiff triage {folder}"
        ),
    }
}

/// The time in which the findings of a campaign are made smaller: the seconds that were asked for, or a tenth of what it took, and
/// at least ten seconds.
pub(super) fn reducing_time(asked: Option<u64>, took: Duration) -> Duration {
    asked.map_or((took / 10).max(Duration::from_secs(10)), Duration::from_secs)
}

/// A finding takes so long at least: whoever is to blame for it is looked for first.
const LEAST_FOR_ONE: Duration = Duration::from_secs(5);

/// Makes the first finding of each MLIR and signature smaller, in all within `budget` or a little more, and has stock programs run the
/// commands of their reports.
pub(super) fn reduce_first(
    findings: Vec<(&str, &str, &Path)>,
    budget: Duration,
    quiet: bool,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    let mut seen = BTreeSet::new();
    let mut first = findings;
    first.retain(|&(mlir, signature, _)| seen.insert((mlir, signature)));
    let mut left = first.clone();
    left.retain(|(_, _, directory)| !directory.join(REDUCED).exists());
    left.reverse();
    while let Some((mlir, signature, directory)) = left.pop() {
        let rest = budget.saturating_sub(begin.elapsed());
        if rest < LEAST_FOR_ONE {
            left.push((mlir, signature, directory));
            break;
        }
        let seconds = (rest / (left.len() as u32 + 1)).max(LEAST_FOR_ONE).as_secs().to_string();
        let folder = directory.as_os_str();
        let words = ["reduce", "--seconds", &seconds, "--mlir", mlir, "--"].map(OsStr::new);
        let done = itself::run(words.into_iter().chain([folder]))?;
        let text = String::from_utf8_lossy(if done.status.success() { &done.stdout } else { &done.stderr });
        let told = if done.status.success() { text.lines().next() } else { text.lines().last() };
        if !quiet {
            tell(&format!("reduced: {}", told.unwrap_or("it gave no answer")));
        }
    }
    let unasked = first.iter().filter(|(_, _, directory)| !directory.join(ASKED).exists());
    for (_, _, directory) in unasked.filter(|_| !budget.is_zero()) {
        if let Err(error) = issue::write(directory, Asking::Now) {
            tell(&format!("the report in {} is as it was: {error:#}", directory.display()));
        }
    }
    if !quiet && !left.is_empty() && !budget.is_zero() {
        tell(&format!(
            "not reduced: {} more kinds of findings; --reduce SECONDS gives more time, lowdiff reduce DIR makes one smaller",
            left.len()
        ));
    }
    Ok(())
}

/// The first signal asks for the end, and a later one ends lowdiff on the spot. True in the flag once one has come.
pub(super) fn heed_signals(stop: Arc<AtomicBool>) -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let came = interrupted.clone();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
                low_level::exit(130);
            }
            came.store(true, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        }
    });
    Ok(interrupted)
}

/// The options for paths, and the words they are given by.
const FOR_PATHS: [(&str, &str); 9] = [
    ("paths", "--paths"),
    ("max_step", "--max-step"),
    ("no_feedback", "--no-feedback"),
    ("no_rules", "--no-rules"),
    ("topological", "--topological"),
    ("no_opts", "--no-opts"),
    ("no_checks", "--no-checks"),
    ("through", "--through"),
    ("passes", "--pass"),
];

/// Makes sure that nothing is asked of paths where there are none.
fn refuse_paths(words: &ArgMatches) -> anyhow::Result<()> {
    let given = |word: &str| words.value_source(word) == Some(ValueSource::CommandLine);
    match FOR_PATHS.iter().find(|(word, _)| given(word)) {
        Some((_, option)) => bail!("--step judges single steps and draws no paths: leave {option} out"),
        None => Ok(()),
    }
}

/// The files among these, and the inputs of single steps in the folders among these, in order. A folder that a fuzzer has filled holds other
/// files too.
pub(super) fn inputs(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    files_of(
        given,
        is_input,
        "holds no inputs: name a folder like corpus/pass_diff, or make one of .mlir files with `lowdiff seeds`",
    )
}

/// Makes sure that a file is an input of single steps.
pub(super) fn check_input(file: &Path) -> anyhow::Result<()> {
    if !is_input(file)? {
        bail!(
            "{} is no input of --step: it needs one to {MOST_STEPS} lines '// step: builtin.module(PASS)' and a module \
             after them; `lowdiff seeds` makes inputs of .mlir files",
            file.display()
        );
    }
    Ok(())
}

/// True of a file that is an input of single steps.
fn is_input(file: &Path) -> anyhow::Result<bool> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Envelope::parse(&bytes).is_some())
}

/// Makes sure that a plan can be begun.
fn check(plan: &CampaignPlan) -> anyhow::Result<()> {
    for mlir in &plan.mlirs {
        let capabilities = plan.executor.on(&toolchain::find(mlir)?).capabilities();
        if plan.paths.is_some() {
            capabilities.check_holds_states()?;
        }
        if plan.step && !capabilities.runs_states {
            bail!(
                "--step runs modules of any level, which only lowdiff's own machine does: leave --executor out"
            );
        }
    }
    plan.files.iter().try_for_each(|file| match plan.step {
        true => check_input(file),
        false if file.exists() => read_program(file).map(drop),
        false => GivenPart::read(file).map(drop),
    })
}

/// True if --executor named a program.
fn own_tool(plan: &CampaignPlan) -> bool {
    plan.mlirs.iter().any(|mlir| mlir.starts_with("tools:"))
}

/// The plan of a campaign that is gone on with, where what was `asked` for does not contradict it.
fn agreed(asked: CampaignPlan, began: CampaignPlan, words: &ArgMatches) -> anyhow::Result<CampaignPlan> {
    let given = |word: &str| words.value_source(word) == Some(ValueSource::CommandLine);
    let (now, then) = (&asked.path_options, &began.path_options);
    let absolute = |file: &PathBuf| GivenPart::absolute(file);
    let same = [
        ("seed", asked.seed == began.seed),
        ("generator", asked.generator == began.generator),
        ("smith", asked.generator == began.generator),
        ("files", asked.files.iter().map(absolute).eq(began.files.iter().cloned())),
        ("pool", asked.pool.as_ref().map(absolute) == began.pool),
        ("entry", asked.call.entry == began.call.entry),
        ("args", asked.call.given == began.call.given),
        ("shapes", asked.call.given == began.call.given),
        ("arg_seed", asked.call.seed == began.call.seed),
        ("sanitize", asked.sanitize == began.sanitize),
        ("paths", asked.paths == began.paths),
        ("step", asked.step == began.step),
        ("keep", asked.keep == began.keep),
        ("mlirs", asked.mlirs == began.mlirs),
        // A program brings its own toolchain.
        ("executor", asked.executor == began.executor && (!own_tool(&asked) || asked.mlirs == began.mlirs)),
        ("cpu", asked.processor == began.processor),
        ("timeout", asked.terms.limits.cpu == began.terms.limits.cpu),
        ("sample", asked.terms.looks.sample == began.terms.looks.sample),
        ("arguments", asked.terms.looks.arguments == began.terms.looks.arguments),
        ("no_checks", asked.terms.looks.steps == began.terms.looks.steps),
        ("max_step", now.max_step == then.max_step),
        ("no_feedback", now.no_feedback == then.no_feedback),
        ("no_rules", now.no_rules == then.no_rules),
        ("topological", now.topological == then.topological),
        ("no_opts", now.no_opts == then.no_opts),
        ("through", now.through == then.through),
        ("passes", now.passes == then.passes),
        ("skip", now.skip == then.skip),
        ("focus", now.focus == then.focus),
    ];
    if let Some((word, _)) = same.iter().find(|(word, same)| given(word) && !same) {
        let option = match *word {
            "files" => "other programs".to_owned(),
            "mlirs" => "another --mlir".to_owned(),
            "passes" => "another --pass".to_owned(),
            "skip" => "another --skip-pass".to_owned(),
            "shapes" => "another --arg-shape".to_owned(),
            word => format!("another --{}", word.replace('_', "-")),
        };
        bail!(
            "the campaign in {} was begun with {option}: leave that out, or begin a campaign without --resume",
            asked.out.display()
        );
    }
    Ok(CampaignPlan {
        jobs: if given("jobs") { asked.jobs } else { began.jobs },
        time: asked.time.or(began.time),
        programs: asked.programs.or(began.programs),
        known_file: asked.known_file.or(began.known_file.clone()),
        no_builtin_known: asked.no_builtin_known || began.no_builtin_known,
        quiet: asked.quiet,
        out: asked.out,
        ..began
    })
}

/// Works for an explorer, which says on standard input what to do.
#[derive(Debug, Args)]
pub struct ExploreWorker {}

impl ExploreWorker {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let mut input = std::io::stdin().lock();
        let mut line = String::new();
        input.read_line(&mut line)?;
        let assignment: Assignment = serde_json::from_str(&line)
            .context("explore-worker is for lowdiff itself; use `lowdiff explore`")?;
        work(&assignment, input, std::io::stdout())?;
        Ok(0)
    }
}
