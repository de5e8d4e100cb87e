//! The fact that a verdict rests on, in a sentence.

use crate::judge::{
    Compiled, Detail, Excuse, LineDifference, Misfit, Others, PathEnd, Refilled, Runs, Same, Unseen,
};
use crate::observe::{Cause, PathLetter, Unprescribed, Why, path_name};
use crate::words::{self, lacking, verdict};
use std::fmt::Write as _;

/// The fact that a verdict rests on.
pub fn detail(fact: &Detail) -> String {
    if let Some(sentence) = plain(fact) {
        return sentence.to_owned();
    }
    match fact {
        Detail::Held { decided, run } => format!("{decided} of {run} steps were told, and hold"),
        Detail::NoStepJudged { unsupported } => {
            let why = unsupported.as_ref().map(|lack| format!(": {}", lacking(lack)));
            format!("no step could be judged{}", why.unwrap_or_default())
        }
        Detail::Ended(end) => ended(end),
        Detail::NoneEnds(end) => format!("no path of this program ends within the limits; {}", ended(end)),
        Detail::Differ { paths: [one, other], difference } => {
            words::difference(difference, &name(one), &name(other))
        }
        Detail::Unexpected { path, deviation, others } => {
            let others = others.as_ref().map(|others| format!("; {}", beside(path, others)));
            words::deviation(deviation, &name(path)) + &others.unwrap_or_default()
        }
        Detail::Twice { same: Same::Path, seen } => {
            format!("the same path gave two results: {}", detail(seen))
        }
        Detail::Twice { same: Same::Module, seen } => {
            format!("both paths end in the same module, which gave two results: {}", detail(seen))
        }
        Detail::Open { why, seen } => {
            format!("nothing is prescribed ({}): {}", words::unprescribed(why), detail(seen))
        }
        Detail::OpenWhereTheyDiffer { why, paths: [one, other], difference } => {
            let difference = words::difference(difference, &name(one), &name(other));
            format!("nothing is prescribed where the paths differ ({}): {difference}", open(why))
        }
        Detail::OpenEverywhere { why } => {
            format!("nothing is prescribed for any output ({})", open(why))
        }
        Detail::Refilled { path, shows } => {
            format!("where fresh memory holds other bytes {} {}", name(path), refilled(shows))
        }
        Detail::OtherHeap { path, step, pipeline, runs, lines } => {
            other_heap(format!("{}: step {step}, {pipeline},", name(path)), *runs, lines.as_ref())
        }
        Detail::Compiled { path, shows } => {
            format!("{} lowers to a module that shows {} when it is compiled", name(path), compiled(shows))
        }
        Detail::Another { first, second } => {
            format!("{}; a second run gave {second} instead", detail(first))
        }
        Detail::StockGave { first, stock } => {
            format!("{}; stock programs gave {stock} instead", detail(first))
        }
        Detail::Unseen { why, first } => format!("{}; at first, {}", unseen(why), verdict(first)),
        Detail::Excused { why, verdict: here } => format!("{}; here, {}", excuse(*why), verdict(here)),
        Detail::OffGraph { verdict: along, seen } => format!(
            "not seen along the paths from the source ({}); on the graph, {}",
            verdict(along),
            verdict(seen)
        ),
        Detail::Unwatched(seen) => {
            format!("{} (stock programs, which do not look, show nothing)", detail(seen))
        }
        Detail::StockShow { shown, first } => {
            format!("{}; lowdiff's own process showed {}", detail(shown), verdict(first))
        }
        Detail::CannotRun { said } => format!("it cannot be run there: {said}"),
        Detail::NeverTold { why } | Detail::NeverDefined { why: why @ Cause::Shows(_) } => {
            format!(
                "nobody can tell what the program computes with any arguments that were tried: {}",
                words::cause(why)
            )
        }
        Detail::NeverDefined { why } => {
            format!("the program is undefined with all arguments that were tried: {}", words::cause(why))
        }
        Detail::UndefinedProgram { why: why @ Cause::Shows(_) } => {
            format!("nobody can tell what the program computes: {}", words::cause(why))
        }
        Detail::UndefinedProgram { why } => format!("the program is undefined: {}", words::cause(why)),
        Detail::Told(_)
        | Detail::Equal
        | Detail::NearlyEqual
        | Detail::Silent
        | Detail::Unchanged
        | Detail::NothingToCompare
        | Detail::PassesWork => unreachable!("it has a plain sentence"),
    }
}

/// The fact behind a verdict, in a report that names the verdict, and the pass where it shows that alone (`one_pass`): then no path is
/// named. Addresses are left out: they differ from run to run.
pub fn reported(fact: &Detail, one_pass: bool) -> String {
    match fact {
        Detail::Ended(end) => {
            let why = Why { cause: end.why.cause.without_address(), ..end.why.clone() };
            let end = PathEnd { why, ..end.clone() };
            if one_pass { end_of_pass(&end) } else { ended_so(&end) }
        }
        Detail::OtherHeap { pipeline, runs, lines, .. } if one_pass => {
            other_heap(pipeline.clone(), *runs, lines.as_ref())
        }
        fact => detail(fact),
    }
}

/// The first elements that differ, where the fact is about such: a line for each, but for those that [`detail`] tells.
pub fn differing(fact: &Detail, notation: words::Notation) -> Vec<String> {
    match fact {
        Detail::Differ { paths: [one, other], difference }
        | Detail::OpenWhereTheyDiffer { paths: [one, other], difference, .. } => {
            words::elements(difference, [&name(one), &name(other)], notation)
        }
        Detail::Unexpected { path, deviation, .. } => {
            words::elements(&deviation.difference, ["expected", &name(path)], notation)
        }
        Detail::Twice { seen, .. } | Detail::Open { seen, .. } => differing(seen, notation),
        _ => Vec::new(),
    }
}

/// The sentence for a fact without values.
fn plain(fact: &Detail) -> Option<&str> {
    Some(match fact {
        Detail::Told(text) => text,
        Detail::Equal => "the results are equal",
        Detail::NearlyEqual => {
            "the results are equal but for what lowerings may change: the last places of floats, a NaN's bits or a zero's sign"
        }
        Detail::Silent => "nothing went wrong, and nothing was compared: the program prints no results",
        Detail::Held { run: 1, .. } => "the step holds",
        Detail::Unchanged => "nothing went wrong, and no step changed anything",
        Detail::NothingToCompare => "there is nothing to compare with",
        Detail::PassesWork => "the passes do their work and leave valid IR",
        _ => return None,
    })
}

fn ended(end: &PathEnd) -> String {
    let PathEnd { path, outcome, pass, .. } = end;
    let mut said = format!("{} ended as {outcome}", name(path));
    if let Some(pass) = pass {
        let _ = write!(said, " in {pass}");
    }
    said + &reason(end)
}

/// The difference between heaps behind a pass; `whose` begins the sentence.
fn other_heap(whose: String, runs: Option<Runs>, lines: Option<&LineDifference>) -> String {
    let mut said = format!("{whose} leaves other IR when memory lies elsewhere");
    if let Some(Runs { shown, all }) = runs {
        said += &format!(", in {shown} of {all} heaps");
    }
    if let Some(LineDifference { line, texts: [one, other] }) = lines {
        said += &format!(": line {line} is `{one}` or `{other}`");
    }
    said
}

/// The reason why a pass ended a path, for whoever has said the outcome and the pass.
fn end_of_pass(end: &PathEnd) -> String {
    match (words::why(&end.why), end.signal) {
        (Some(why), _) => why,
        (None, Some(signal)) => format!("it ended with {}", words::signal(signal)),
        (None, None) => "it gave no reason".to_owned(),
    }
}

/// The path that ended early and why, for whoever has said the outcome and the pass.
pub(super) fn ended_so(end: &PathEnd) -> String {
    name(&end.path) + &reason(end)
}

/// The end of a sentence that has the path, the outcome and the pass.
fn reason(PathEnd { signal, why, .. }: &PathEnd) -> String {
    let mut said = String::new();
    if let Some(signal) = signal {
        let _ = write!(said, " by signal {signal}");
    }
    if let Some(message) = words::why(why) {
        let _ = write!(said, ": {message}");
    }
    said
}

fn refilled(shows: &Refilled) -> String {
    match shows {
        Refilled::Ended(outcome) => format!("ends as {outcome}"),
        Refilled::Results(difference) => {
            format!("gives other results: {}", words::difference(difference, "before", "then"))
        }
    }
}

fn compiled(shows: &Compiled) -> String {
    match shows {
        Compiled::Ended(outcome) => format!("a {outcome} and not its results"),
        Compiled::Outputs { compiled, interpreted } => {
            format!("{compiled} outputs instead of {interpreted}")
        }
        Compiled::Extents { output, compiled, interpreted } => {
            format!("output {output} with extents {compiled:?} instead of {interpreted:?}")
        }
        Compiled::Bits { output, element, at, compiled, interpreted } => {
            format!("{compiled} instead of {interpreted} at element {at} of output {output} ({element})")
        }
    }
}

fn unseen(why: &Unseen) -> String {
    match why {
        Unseen::NotRun { said } => format!("the repeat could not be run ({said})"),
        Unseen::NotAgain { times, second } => {
            let times = times.map(|times| format!(" in {times} times as long")).unwrap_or_default();
            let second = second.as_ref().map(|second| format!(" ({})", verdict(second))).unwrap_or_default();
            format!("not seen again in a new process{times}{second}")
        }
        Unseen::Denied(shown) => format!("stock programs do not show it ({})", verdict(shown)),
        Unseen::Unasked => {
            "stock programs did not show the last one of this signature, and were not asked about this one"
                .to_owned()
        }
        Unseen::NoMachine => "nobody can run the states again".to_owned(),
        Unseen::Arguments(why) => format!("the program's arguments cannot be changed: {}", misfit(why)),
        Unseen::StatesBetween => {
            "one of several steps is wrong, and states between them cannot be run".to_owned()
        }
    }
}

fn misfit(why: &Misfit) -> &str {
    match why {
        Misfit::Unread { said } => said,
        Misfit::NoArguments => "it has none",
        Misfit::Values => "they do not fit",
    }
}

fn excuse(why: Excuse) -> &'static str {
    match why {
        Excuse::UnknownPass => "no table knows when the pass may be taken",
        Excuse::FaultsPlainly => "the program faults when it is lowered plainly, too",
        Excuse::MakesPoison => {
            "the program makes poison that it does not use, and a check in its lowered code ends it"
        }
    }
}

fn name(PathLetter(index): &PathLetter) -> String {
    path_name(*index)
}

fn names(paths: &[PathLetter]) -> String {
    paths.iter().map(name).collect::<Vec<_>>().join(" and ")
}

/// The reason why nothing is prescribed.
fn open(why: &Option<Unprescribed>) -> String {
    let unknown = "a float is not known, which may be infinite, NaN or rounded in several ways";
    why.as_ref().map_or_else(|| unknown.to_owned(), words::unprescribed)
}

/// A wrong path, beside the others.
fn beside(path: &PathLetter, others: &Others) -> String {
    match others {
        Others::Absent => format!("{} differs from the reference semantics", name(path)),
        Others::Right(right) => {
            let gives = if right.len() == 1 { "gives" } else { "give" };
            format!("{} stands alone: {} {gives} what is expected", name(path), names(right))
        }
        Others::WrongAlike => "every path differs from the reference semantics, and they agree".to_owned(),
        Others::WrongOtherwise => {
            "every path differs from the reference semantics, and they differ from one another".to_owned()
        }
        Others::Mixed { wrong, right } => {
            format!("{} differ from the reference semantics, {} not", names(wrong), names(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Verdict, VerdictKind};
    use crate::observe::{Access, Activity, Outcome};

    #[test]
    fn a_report_names_no_path_where_a_pass_ends_it_and_no_address() {
        let crash = |address: u64| {
            let access = Some(Access::Address(address));
            let cause = Cause::Signal { doing: Activity::Pass, signal: 11, access };
            let why = Why { cause, ..Why::default() };
            let pass = Some("cse".to_owned());
            Detail::Ended(PathEnd {
                path: PathLetter(1),
                outcome: Outcome::Crash,
                pass,
                signal: Some(11),
                why,
            })
        };
        assert!(
            detail(&crash(0x7f00_0000)).contains("path b") && detail(&crash(0x7f00_0000)).contains("0x7f")
        );
        assert_eq!(reported(&crash(0x7f00_0000), true), "the pass ended with SIGSEGV");
        assert_eq!(reported(&crash(8), true), "the pass ended with SIGSEGV at address 0x8", "a null pointer");
        assert!(reported(&crash(0x7f00_0000), false).starts_with("path b by signal 11: "));
        let verdict = Verdict::finding(VerdictKind::Crash, Some("cse".to_owned()), crash(0x7f00_0000));
        assert_eq!(words::reported_verdict(&verdict), "crash in cse: the pass ended with SIGSEGV");
    }

    #[test]
    fn a_report_names_the_pass_whose_output_varies() {
        let pipeline = "builtin.module(cse)".to_owned();
        let heap = Detail::OtherHeap { path: PathLetter(0), step: 1, pipeline, runs: None, lines: None };
        assert_eq!(reported(&heap, true), "builtin.module(cse) leaves other IR when memory lies elsewhere");
        assert_eq!(reported(&heap, false), detail(&heap));
    }
}
