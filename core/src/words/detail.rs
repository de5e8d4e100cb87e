//! The fact that a verdict rests on, in a sentence.

use crate::judge::{Compiled, Detail, Excuse, Misfit, Others, PathEnd, Refilled, Same, Unseen};
use crate::observe::{PathLetter, path_name};
use std::fmt;

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Told(text) => f.write_str(text),
            Detail::Equal => f.write_str("the results are equal"),
            Detail::NearlyEqual => f.write_str(
                "the results are equal but for what lowerings may change: the last places of floats, a NaN's bits or a zero's sign",
            ),
            Detail::Silent => {
                f.write_str("nothing went wrong, and nothing was compared: the program prints no results")
            }
            Detail::Held { run: 1, .. } => f.write_str("the step holds"),
            Detail::Held { decided, run } => write!(f, "{decided} of {run} steps were told, and hold"),
            Detail::Unchanged => f.write_str("nothing went wrong, and no step changed anything"),
            Detail::NoStepJudged { unsupported: None } => f.write_str("no step could be judged"),
            Detail::NoStepJudged { unsupported: Some(what) } => write!(f, "no step could be judged: {what}"),
            Detail::Ended(end) => write!(f, "{end}"),
            Detail::NoneEnds(end) => write!(f, "no path of this program ends within the limits; {end}"),
            Detail::NothingToCompare => f.write_str("there is nothing to compare with"),
            Detail::Differ { paths: [one, other], difference } => {
                f.write_str(&difference.told(&name(one), &name(other)))
            }
            Detail::Unexpected { path, deviation, others } => {
                f.write_str(&deviation.told(&name(path)))?;
                others.as_ref().map_or(Ok(()), |others| write!(f, "; {}", beside(path, others)))
            }
            Detail::Twice { same: Same::Path, seen } => {
                write!(f, "the same path gave two results: {seen}")
            }
            Detail::Twice { same: Same::Module, seen } => {
                write!(f, "both paths end in the same module, which gave two results: {seen}")
            }
            Detail::Open { why, seen } => write!(f, "nothing is prescribed ({why}): {seen}"),
            Detail::OpenWhereTheyDiffer { why, paths: [one, other], difference } => {
                let difference = difference.told(&name(one), &name(other));
                write!(f, "nothing is prescribed where the paths differ ({}): {difference}", open(why))
            }
            Detail::OpenEverywhere { why } => {
                write!(f, "nothing is prescribed for any output ({})", open(why))
            }
            Detail::Refilled { path, shows } => {
                write!(f, "where fresh memory holds other bytes {} {shows}", name(path))
            }
            Detail::OtherHeap { path, step, pipeline } => {
                write!(f, "{}: step {step}, {pipeline}, leaves other IR when memory lies elsewhere", name(path))
            }
            Detail::Compiled { path, shows } => {
                write!(f, "{} lowers to a module that shows {shows} when it is compiled", name(path))
            }
            Detail::Another { first, second } => write!(f, "{first}; a second run gave {second} instead"),
            Detail::Unseen { why, first } => write!(f, "{why}; at first, {first}"),
            Detail::Excused { why, verdict } => write!(f, "{why}; here, {verdict}"),
            Detail::OffGraph { verdict, seen } => {
                write!(f, "not seen along the paths from the source ({verdict}); on the graph, {seen}")
            }
            Detail::Unwatched(seen) => write!(f, "{seen} (stock programs, which do not look, show nothing)"),
            Detail::StockShow { shown, first } => {
                write!(f, "{shown}; lowdiff's own process showed {first}")
            }
            Detail::CannotRun { message } => write!(f, "it cannot be run there: {message}"),
            Detail::PassesWork => f.write_str("the passes do their work and leave valid IR"),
            Detail::NeverDefined { why } => write!(
                f,
                "the program is undefined with all arguments that were tried: {why}; --args, --arg-shape and --arg-seed give it others"
            ),
        }
    }
}

impl fmt::Display for PathEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ended as {}", name(&self.path), self.outcome)?;
        if let Some(pass) = &self.pass {
            write!(f, " in {pass}")?;
        }
        if let Some(signal) = self.signal {
            write!(f, " by signal {signal}")?;
        }
        self.message.as_ref().map_or(Ok(()), |message| write!(f, ": {message}"))
    }
}

impl fmt::Display for Refilled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refilled::Ended(outcome) => write!(f, "ends as {outcome}"),
            Refilled::Results(difference) => {
                write!(f, "gives other results: {}", difference.told("before", "then"))
            }
        }
    }
}

impl fmt::Display for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Compiled::Ended(outcome) => write!(f, "a {outcome} and not its results"),
            Compiled::Outputs { compiled, interpreted } => {
                write!(f, "{compiled} outputs instead of {interpreted}")
            }
            Compiled::Extents { output, compiled, interpreted } => {
                write!(f, "output {output} with extents {compiled:?} instead of {interpreted:?}")
            }
            Compiled::Bits { output, element, at, compiled, interpreted } => {
                write!(
                    f,
                    "{compiled} instead of {interpreted} at element {at} of output {output} ({element})"
                )
            }
        }
    }
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unseen::NotRun { message } => write!(f, "the repeat could not be run ({message})"),
            Unseen::NotAgain { times, second } => {
                f.write_str("not seen again in a new process")?;
                if let Some(times) = times {
                    write!(f, " in {times} times as long")?;
                }
                second.as_ref().map_or(Ok(()), |second| write!(f, " ({second})"))
            }
            Unseen::Denied(shown) => write!(f, "stock programs do not show it ({shown})"),
            Unseen::Unasked => f.write_str(
                "stock programs did not show the last one of this signature, and were not asked about this one",
            ),
            Unseen::NoMachine => f.write_str("nobody can run the states again"),
            Unseen::Arguments(misfit) => write!(f, "the program's arguments cannot be changed: {misfit}"),
            Unseen::StatesBetween => {
                f.write_str("one of several steps is wrong, and states between them cannot be run")
            }
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::Unread { message } => message,
            Misfit::NoArguments => "it has none",
            Misfit::Values => "they do not fit",
        })
    }
}

impl fmt::Display for Excuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Excuse::UnknownPass => "no table knows when the pass may be taken",
            Excuse::FaultsPlainly => "the program faults when it is lowered plainly, too",
        })
    }
}

fn name(PathLetter(index): &PathLetter) -> String {
    path_name(*index)
}

fn names(paths: &[PathLetter]) -> String {
    paths.iter().map(name).collect::<Vec<_>>().join(" and ")
}

/// The reason why nothing is prescribed.
fn open(why: &Option<String>) -> &str {
    why.as_deref().unwrap_or("a float is not known, which may be infinite or NaN")
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
