//! One file per subcommand: parse, call the library, print, exit status.
//!
//! Data goes to standard output, progress and explanations to standard error. A user's error is one sentence
//! and exit status 2.

mod bench;
mod blame;
mod call_arguments;
mod campaign;
mod check;
mod compare;
mod completions;
mod convert;
mod counting;
mod coverage;
mod doctor;
mod eval;
mod explore;
mod finding_arguments;
mod focus_option;
mod folder_lock;
mod r#gen;
mod generator_option;
mod input;
mod man;
mod output;
mod own_run;
mod passes;
mod patch;
mod pool;
mod programs;
mod reduce;
mod replay;
mod replay_folder;
mod report;
mod rules;
mod run;
mod sanitize;
mod seeds;
mod shown;
mod triage;
mod versions;

use crate::execute::Undefined;
use crate::judge::{Reason, Verdict};
use crate::mlir::Processor;
use crate::path::meant::nearest;
use crate::report::{json, remedy};
use crate::version;
use clap::error::{ContextKind, ContextValue, ErrorKind as Misuse};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde_json::Value;
use std::error::Error as _;
use std::io::ErrorKind;
use std::num::{IntErrorKind, ParseIntError};

/// Exit status of a usage or set-up error.
pub const STATUS_ERROR: u8 = 2;
/// Exit status where nothing can be said.
const STATUS_INCOMPARABLE: u8 = 3;

/// The version of lowdiff and the commit that it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("LOWDIFF_COMMIT"), ")");

/// Finds where two lowerings of one MLIR program disagree.
#[derive(Debug, Parser)]
#[command(
    version = VERSION,
    after_help = format!(
        "Exit status: 0 agree or nothing found, 1 a finding, 2 usage or set-up error, 3 incomparable.\n\
         The MLIR under test is --mlir, else $LOWDIFF_MLIR, else {}; $LOWDIFF_LOG sets the log level.",
        version::DEFAULT.name
    )
)]
struct Cli {
    /// The processor that compiled code is made for: baseline (x86-64-v2 or AArch64 without extensions, so that results are the same on each
    /// machine), host (all that this one has), or x86-64 to x86-64-v4; else $LOWDIFF_CPU, else baseline
    #[arg(long, global = true, value_name = "baseline|host|LEVEL")]
    cpu: Option<Processor>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Doctor(doctor::Doctor),
    Explore(Box<explore::Explore>),
    Campaign(campaign::Campaign),
    Run(run::Run),
    Compare(compare::Compare),
    Check(check::Check),
    Gen(r#gen::Gen),
    Eval(eval::Eval),
    Replay(replay::Replay),
    Blame(blame::Blame),
    Reduce(reduce::Reduce),
    Report(report::Report),
    Triage(triage::Triage),
    Coverage(coverage::Coverage),
    Sanitize(sanitize::Sanitize),
    Seeds(seeds::Seeds),
    Pool(pool::Pool),
    Patch(patch::Patch),
    Convert(convert::Convert),
    Passes(passes::Passes),
    Rules(rules::Rules),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Man(man::Man),
    #[command(hide = true)]
    ExploreWorker(explore::ExploreWorker),
    #[command(hide = true)]
    PatchWorker(patch::PatchWorker),
    #[command(hide = true)]
    TriageWorker(triage::TriageWorker),
}

/// The command line. A number with a sign behind an option is its value, and no option of its own.
fn command() -> clap::Command {
    fn signed(command: clap::Command) -> clap::Command {
        let takes_one = |arg: &clap::Arg| arg.get_long().is_some() && arg.get_action().takes_values();
        command
            .mut_args(|arg| if takes_one(&arg) { arg.allow_negative_numbers(true) } else { arg })
            .mut_subcommands(signed)
    }
    signed(Cli::command())
}

/// Runs the `lowdiff` command.
pub fn main() -> ! {
    let words = command().try_get_matches().unwrap_or_else(|error| misused(error));
    let cli = Cli::from_arg_matches(&words).unwrap_or_else(|error| misused(error));
    let words = words.subcommand().map_or(&words, |(_, words)| words);
    if let Some(processor) = cli.cpu {
        processor.choose();
    }
    crate::observe::start_log();
    crate::execute::survive_file_limit();
    let done = match cli.command {
        Command::Doctor(command) => command.run(),
        Command::Explore(command) => command.run(words),
        Command::Campaign(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Gen(command) => command.run(),
        Command::Eval(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Blame(command) => command.run(),
        Command::Reduce(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Triage(command) => command.run(),
        Command::Coverage(command) => command.run(),
        Command::Sanitize(command) => command.run(),
        Command::Seeds(command) => command.run(),
        Command::Pool(command) => command.run(),
        Command::Patch(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Passes(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::ExploreWorker(command) => command.run(),
        Command::PatchWorker(command) => command.run(),
        Command::TriageWorker(command) => command.run(),
    };
    let status = done.unwrap_or_else(|error| failed(&error, ErrorForm::wanted(|word| is_given(words, word))));
    crate::execute::leave(status)
}

/// Ends with what is wrong with the words of a command, or with the help that they ask for. Where they ask for JSON what is wrong is a
/// document as well.
fn misused(error: clap::Error) -> ! {
    let given = |option: &str| {
        let option = format!("--{}", option.replace('_', "-"));
        std::env::args_os().take_while(|word| word != "--").any(|word| *word == *option)
    };
    let error = without_hidden(error);
    if !error.use_stderr() || error.kind() == Misuse::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    let all = command();
    let named = std::env::args().skip(1).find(|word| all.find_subcommand(word).is_some());
    let sentence = complaint(&error, named.as_deref());
    crate::observe::tell(&format!("{ERROR}{sentence}"));
    ErrorForm::wanted(given).tell(STATUS_ERROR, &sentence, None);
    crate::execute::leave(STATUS_ERROR)
}

/// The error without suggestions of commands that nobody calls by hand.
fn without_hidden(mut error: clap::Error) -> clap::Error {
    let suggested = error.get(ContextKind::SuggestedSubcommand).cloned();
    let mut names = match suggested {
        Some(ContextValue::Strings(names)) => names,
        Some(ContextValue::String(name)) => vec![name],
        _ => return error,
    };
    let command = Cli::command();
    names.retain(|name| command.find_subcommand(name).is_some_and(|known| !known.is_hide_set()));
    if names.is_empty() {
        error.remove(ContextKind::SuggestedSubcommand);
    } else {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
    }
    error
}

/// True if this option without a value was given.
fn is_given(words: &ArgMatches, option: &str) -> bool {
    words.try_get_one(option).is_ok_and(|given| given == Some(&true))
}

/// The form in which standard output tells that a command failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorForm {
    /// Nothing.
    Words,
    /// One document.
    Json,
    /// A line.
    Lines,
}

impl ErrorForm {
    /// The form that is asked for by the options without a value that were given, by their names in the code.
    fn wanted(given: impl Fn(&str) -> bool) -> ErrorForm {
        match () {
            () if given("json_lines") => ErrorForm::Lines,
            () if given("json") => ErrorForm::Json,
            () => ErrorForm::Words,
        }
    }

    /// Tells it; the document is that of the verdict, where there is one.
    fn tell(self, status: u8, error: &str, verdict: Option<Value>) {
        let text = match self {
            ErrorForm::Words => return,
            ErrorForm::Json => {
                format!("{:#}", verdict.unwrap_or_else(|| serde_json::json!({ "error": error })))
            }
            ErrorForm::Lines => {
                let event = crate::explore::CampaignEvent::Error { status, error: error.to_owned() };
                serde_json::to_string(&event).unwrap_or_default()
            }
        };
        // A reader that is gone has standard error.
        let _ = output::data(&text);
    }
}

/// The complaint of the parser of arguments about this command, in one sentence: its first paragraph, and the word that may be meant.
fn complaint(error: &clap::Error, command: Option<&str>) -> String {
    let said = error.to_string();
    let words: Vec<&str> = said.split("\n\n").next().unwrap_or_default().split_whitespace().collect();
    let line = words.join(" ");
    let mut line = line.strip_prefix(ERROR).unwrap_or(&line).replace(&format!("..{}", u64::MAX), "..");
    if let Some(fault) = error.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        line = line.replace(&fault.to_string(), not_a_number(fault.kind()));
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        let commands = Cli::command();
        let names =
            commands.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
        if let Some(name) = nearest(word, names) {
            return line + &format!("; did you mean {name}?");
        }
    }
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    match suggested.into_iter().find_map(|kind| error.get(kind)) {
        Some(ContextValue::String(name)) => line + &format!("; did you mean {name}?"),
        Some(ContextValue::Strings(names)) => line + &format!("; did you mean {}?", names.join(" or ")),
        _ => {
            line + &format!(
                "; see lowdiff help{}",
                command.map(|name| format!(" {name}")).unwrap_or_default()
            )
        }
    }
}

/// Why a word is not the number that an option takes.
fn not_a_number(why: &IntErrorKind) -> &'static str {
    match why {
        IntErrorKind::PosOverflow => "it is too large",
        IntErrorKind::NegOverflow => "it is too small",
        _ => "it takes a whole number without a sign",
    }
}

/// Tells why a command failed; the exit status.
fn failed(error: &anyhow::Error, form: ErrorForm) -> u8 {
    let sentence = sentence(error);
    let (status, document) = match error.downcast_ref::<Undefined>() {
        Some(undefined) => {
            crate::observe::tell(&sentence);
            let verdict = Verdict::incomparable(Reason::Hazard, None, undefined.detail());
            let mut document = json::verdict(&verdict);
            if !undefined.arguments.is_empty() {
                document.insert("arguments".to_owned(), serde_json::json!(undefined.arguments));
            }
            (STATUS_INCOMPARABLE, Some(Value::Object(document)))
        }
        None => {
            crate::observe::tell(&format!("{ERROR}{sentence}"));
            (STATUS_ERROR, None)
        }
    };
    form.tell(status, &sentence, document);
    status
}

/// The beginning of the line that says why a command failed.
const ERROR: &str = "error: ";

/// An error and its causes in one line, with the way out where the system is the cause.
fn sentence(error: &anyhow::Error) -> String {
    let mut text = format!("{error:#}");
    if let Some(undefined) = error.downcast_ref::<Undefined>() {
        text += remedy::remedy(&undefined.detail());
    }
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    if let Some(advice) = causes.map(std::io::Error::kind).find_map(advice) {
        text += &format!("; {advice}");
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// Advice about what the system says.
fn advice(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space there",
        ErrorKind::FileTooLarge => "raise the limit on the size of files (ulimit -f)",
        ErrorKind::ReadOnlyFilesystem => "name a folder that can be written to",
        ErrorKind::PermissionDenied => "name what you may read and write, or change who may",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn hidden_commands_are_not_suggested() {
        let said = |word: &str| {
            let error = Cli::try_parse_from(["lowdiff", word]).map(drop).expect_err("no such command");
            complaint(&without_hidden(error), None)
        };
        assert!(said("explroe").ends_with("; did you mean explore?"), "{}", said("explroe"));
        assert!(said("comapre").ends_with("; did you mean compare?") && said("rnu").ends_with("mean run?"));
        for word in ["explroe", "explore-workers"] {
            assert!(!said(word).contains("mean explore-worker"), "{}", said(word));
        }
    }

    #[test]
    fn a_misuse_is_told_in_one_sentence() {
        let said = |words: &str| {
            let words = std::iter::once("lowdiff").chain(words.split(' '));
            let error = command().try_get_matches_from(words).map(drop).expect_err("it is refused");
            complaint(&error, Some("explore"))
        };
        let no_number = "it takes a whole number without a sign; see lowdiff help explore";
        for word in ["-1", "many"] {
            let all = said(&format!("explore --seconds {word}"));
            assert_eq!(all, format!("invalid value '{word}' for '--seconds <N>': {no_number}"));
        }
        let all = said("explore --seconds 0");
        assert!(all.starts_with("invalid value '0' for '--seconds <N>': 0 is not in 1..;"), "{all}");
        assert_eq!(
            said("explore --secnds 3"),
            "unexpected argument '--secnds' found; did you mean --seconds?"
        );
        let all = said("replay");
        assert!(all.starts_with("the following required arguments were not provided: <"), "{all}");
        for words in ["replay", "explore --jobs", "completions tcsh", "explore --seconds 3 --seconds 4"] {
            assert!(!said(words).contains('\n') && !said(words).contains("Usage"), "{}", said(words));
        }
    }

    #[test]
    fn errors_are_one_line() {
        let error = anyhow::anyhow!("first\n  second\n\n").context("outer");
        assert_eq!(sentence(&error), "outer: first; second");
    }

    #[test]
    fn what_the_system_says_has_a_way_out() {
        let said = |kind: ErrorKind| {
            sentence(&anyhow::Error::new(std::io::Error::from(kind)).context("cannot write f"))
        };
        assert!(said(ErrorKind::StorageFull).ends_with("; free some space there"));
        assert!(said(ErrorKind::FileTooLarge).contains("ulimit -f"));
        for kind in [ErrorKind::ReadOnlyFilesystem, ErrorKind::PermissionDenied] {
            assert!(
                said(kind).starts_with("cannot write f: ") && said(kind).contains("; name "),
                "{}",
                said(kind)
            );
            assert!(!said(kind).contains("full"), "{}", said(kind));
        }
        assert!(!said(ErrorKind::NotFound).contains(';'));
    }

    #[test]
    fn only_what_works_is_accepted() {
        for bad in [
            "run",
            "run f.mlir --path p --executor abacus",
            "gen --generator gpu",
            "compare f.mlir",
            "eval",
            "eval f.mlir --path p",
            "explore --jobs 0",
            "explore --jobs some",
            "explore --seconds 0",
            "explore --programs 0",
            "explore --paths 1",
            "explore --max-step 0",
            "explore --topological --no-rules",
            "explore --through",
            "bench",
            "bench paths --paths 0",
            "replay",
            "convert",
            "rules --programs 5",
            "rules --learn --programs 0",
            "blame",
            "reduce",
            "reduce d --seconds 0",
            "reduce d --jobs 0",
            "report",
            "triage",
            "triage d --jobs 0",
            "completions",
            "completions tcsh",
            "man",
            "campaign --targets none",
            "campaign --engine steam",
            "campaign --slice 0",
        ] {
            let arguments = std::iter::once("lowdiff").chain(bad.split(' '));
            assert!(Cli::try_parse_from(arguments).is_err(), "{bad}");
        }
        for good in [
            "run f.mlir --path @p --mlir 19 --executor tools --json",
            "compare f.mlir --path a --path b --mlir 22 --mlir 19 --executor interp",
            "gen --generator tosa --seed 3 --count 2 --out d",
            "eval f.mlir --mlir head --json",
            "explore --paths 30 --jobs auto",
            "run f.mlir",
            "explore --max-step 12 --no-feedback --no-rules --no-opts",
            "explore --topological --no-opts",
            "explore --out d --resume --known k.toml --quiet",
            "compare f.mlir --path a --path b --known k.toml",
            "replay d --known k.toml",
            "campaign --jobs 2 --targets pass_diff,lowering_diff --engine libfuzzer --out d --name a --seconds 5 --slice 60 --merge e",
            "explore --through cse --through a{b=1} --pass c --skip-pass d --skip-pass e",
            "explore a.mlir b.mlir --seconds 5 --timeout 2 --programs 7 --jobs 2 --seed 1 --out d --json",
            "replay d --target lowering_diff --mlir head",
            "replay d --mlir 22 --mlir head --jobs 2 --junit j.xml --sarif s.json",
            "blame d --mlir 22 --out o --all --timeout 2 --json",
            "blame f.mlir --path a --path b",
            "reduce d --mlir 22 --seconds 5 --out o --timeout 2 --jobs 2 --json",
            "reduce f.mlir --path a --path b",
            "report d --out f.html --coverage c.json",
            "triage d --mlir 22 --mlir head --jobs 2 --known k.toml --timeout 2 --json",
            "completions bash",
            "man d",
            "doctor --mlir 22",
            "passes --mlir 19 --json",
            "rules tosa.concat linalg.* --mlir head --json",
            "rules --learn --mlir 22 --programs 5 --seed 3 --out f",
            "bench graph --programs 2 --paths 9 --json",
            "bench paths --programs 2 --paths 9 --max-step 20 --seed 4 --json",
        ] {
            let arguments = std::iter::once("lowdiff").chain(good.split(' '));
            assert!(Cli::try_parse_from(arguments).is_ok(), "{good}");
        }
    }
}
