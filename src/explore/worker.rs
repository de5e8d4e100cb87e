//! A worker process: reads what it is to do, then orders, one a line, and answers each with a line.
//!
//! It ends when its input does, so that it never outlives the coordinator by more than the case it is at.
//! Input is read between cases by the only thread there is, because MLIR is forked from this process.

use super::confirming::Confirming;
use super::protocol::{Message, WorkOrder};
use super::step_inputs::{MadeInput, StepInputs};
use super::{
    Campaign, CaseResult, GivenPart, GivenProgram, Mode, PathOptions, SearchExtent, Target, declared,
    prepare, search, try_plainly,
};
use crate::case::Case;
use crate::decode;
use crate::decode::{Generated, Generator};
use crate::execute::{Argument, Call, ExecutorKind, Terms, Undefined, UserProgram};
use crate::judge::Known;
use crate::mlir::toolchain;
use crate::pool::{self, MOST_SEEDS, SeedPool};
use crate::report::remedy;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The task of a worker: the first line it reads, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The toolchain, by name or path.
    pub mlir: String,
    /// The executor.
    pub executor: ExecutorKind,
    /// The terms on which one path is run.
    pub terms: Terms,
    /// The folder that findings go to.
    pub out: PathBuf,
    /// Seed of the campaign.
    pub seed: u64,
    /// The kind of the programs that are made.
    #[serde(default)]
    pub generator: Generator,
    /// Programs to explore instead of generated ones; of single steps, inputs to begin with.
    pub files: Vec<PathBuf>,
    /// The pool that single steps are kept in.
    #[serde(default)]
    pub pool: Option<PathBuf>,
    /// The seeds that were in it when the campaign began.
    #[serde(default)]
    pub pooled: Vec<PathBuf>,
    /// The call of these programs.
    #[serde(default)]
    pub call: Call,
    /// True if those that are undefined are repaired.
    #[serde(default)]
    pub sanitize: bool,
    /// The tests that are wanted.
    pub mode: Mode,
    /// True if there are other versions, with which plain lowerings are compared.
    pub compared: bool,
    /// The major version of the oldest of them.
    pub oldest: u32,
    /// Findings kept of one signature; none is as many as usual.
    pub keep: Option<usize>,
    /// The way in which paths are drawn.
    pub path_options: PathOptions,
    /// Bugs to go on past.
    pub known: Known,
    /// The work of the campaign so far, and the answers of stock programs.
    #[serde(default)]
    pub confirming: Confirming,
    /// No path of a graph begins later than this, counted from now.
    pub time: Option<Duration>,
}

/// Works until `input` ends.
///
/// # Errors
/// The coordinator cannot be reached; everything else is told to it.
pub fn work(
    assignment: &Assignment,
    input: impl BufRead,
    output: impl Write + 'static,
) -> anyhow::Result<()> {
    let output = Rc::new(RefCell::new(output));
    let tell = move |message: &Message| -> anyhow::Result<()> {
        let mut output = output.borrow_mut();
        // A line of its own, whatever a pass may have printed before.
        write!(output, "\n{}\n", serde_json::to_string(message)?)?;
        Ok(output.flush()?)
    };
    let until = assignment.time.and_then(|time| Instant::now().checked_add(time));
    let (mut campaign, mut tests, ProgramNotes { remarks, arguments }) = match set_up(assignment) {
        Ok(ready) => ready,
        Err(error) => {
            let undefined = error.downcast_ref::<Undefined>().cloned();
            let error = if undefined.is_some() { error.to_string() } else { format!("{error:#}") };
            return tell(&Message::Unable { error, undefined });
        }
    };
    tell(&Message::Ready { mlir: campaign.mlir().clone(), remarks, arguments })?;
    let found = tell.clone();
    campaign.look_until(until, move || {
        // That nobody listens shows at the answer.
        let _ = found(&Message::Found {});
    });
    for line in input.lines() {
        let order: WorkOrder = serde_json::from_str(&line?).context("an order was expected")?;
        let number = order.program;
        campaign.look_for_culprits(order.blame);
        let bytes = decode::seeded_by(&assignment.generator, assignment.seed, number);
        let given = tests.given(number);
        let left_out = tests.leaves_out(number);
        let answered = match (&mut tests, assignment.mode) {
            _ if left_out => Ok(Message::Rejected { by: Vec::new() }),
            (Tests::Steps(inputs), _) => step(&mut campaign, inputs, &order),
            (Tests::Paths(_), Mode::Graph(paths)) => {
                let decoded = || assignment.generator.case(&bytes, assignment.oldest);
                let extent = SearchExtent { paths, until };
                paths_of(&mut campaign, given.as_ref(), decoded, &bytes, extent)
            }
            (Tests::Paths(_), _) => pair(&mut campaign, given.as_ref(), &assignment.generator, &bytes),
        };
        tell(&answered.unwrap_or_else(|error| Message::Failed { error: format!("{error:#}") }))?;
        if assignment.compared {
            // A known bug shows in other ways on the versions that have it than on the others.
            let plainly = |(case, generated): (Case, Generated)| generated.drawn.is_empty().then_some(case);
            let drawn = || assignment.generator.case(&bytes, assignment.oldest).and_then(plainly);
            let case = given.or_else(|| if left_out { None } else { drawn() });
            let plain = case.and_then(|case| campaign.plain(&case).transpose()).transpose();
            let plain = plain.unwrap_or_else(|error| {
                log::info!("the plain lowering of program {number} is not compared: {error:#}");
                None
            });
            tell(&Message::Plain { plain: plain.map(Box::new) })?;
        }
    }
    Ok(())
}

/// The subjects of a campaign's tests.
pub(super) enum Tests {
    /// Programs that were given, none of one that is undefined; no programs at all for generated ones.
    Paths(Vec<Option<Case>>),
    /// Inputs of single steps.
    Steps(Box<StepInputs>),
}

impl Tests {
    /// The program of this number, where programs were given.
    pub(super) fn given(&self, number: u64) -> Option<Case> {
        match self {
            Tests::Paths(programs) if !programs.is_empty() => {
                programs[number as usize % programs.len()].clone()
            }
            Tests::Paths(_) | Tests::Steps(_) => None,
        }
    }

    /// True of a given program that is undefined.
    pub(super) fn leaves_out(&self, number: u64) -> bool {
        matches!(self, Tests::Paths(programs) if !programs.is_empty()) && self.given(number).is_none()
    }
}

/// The results of the program in `bytes`, or of a given one along the paths they draw.
fn pair(
    campaign: &mut Campaign,
    given: Option<&Case>,
    generator: &Generator,
    bytes: &[u8],
) -> anyhow::Result<Message> {
    let result = match given {
        Some(program) => Some(campaign.run_case(&drawn(program, bytes), None)?),
        None => campaign.run_generated(generator, bytes)?,
    };
    let judged =
        |result: CaseResult| Message::Judged { judged: result.judged(), joins: false, by: Vec::new() };
    Ok(result.map_or(Message::Rejected { by: Vec::new() }, judged))
}

/// The results of the program in `bytes`, or of a given one, along many paths.
fn paths_of(
    campaign: &mut Campaign,
    given: Option<&Case>,
    decoded: impl FnOnce() -> Option<(Case, Generated)>,
    bytes: &[u8],
    extent: SearchExtent,
) -> anyhow::Result<Message> {
    let decoded = || decoded().map(|(case, generated)| (case, Some(generated)));
    let Some((case, generated)) = given.map(|program| (drawn(program, bytes), None)).or_else(decoded) else {
        return Ok(Message::Rejected { by: Vec::new() });
    };
    let searched = search(campaign, &case, bytes, generated, extent)?;
    Ok(Message::Searched { searched: Box::new(searched) })
}

/// The results of an input of single steps.
fn step(campaign: &mut Campaign, inputs: &mut StepInputs, order: &WorkOrder) -> anyhow::Result<Message> {
    let begin = Instant::now();
    let Some(MadeInput { bytes, by }) = inputs.input(campaign, order.program, &order.joined)? else {
        return Ok(Message::Rejected { by: Vec::new() });
    };
    let making = begin.elapsed().as_secs_f64();
    let Some(mut result) = campaign.run_bytes(&bytes)? else { return Ok(Message::Rejected { by }) };
    result.facts.times.decode += making;
    let joins = inputs.joins(order.program, &bytes, &result);
    Ok(Message::Judged { judged: result.judged(), joins, by })
}

/// Facts about the programs that were given, for a person.
#[derive(Default)]
struct ProgramNotes {
    remarks: Vec<String>,
    arguments: BTreeMap<PathBuf, Vec<Argument>>,
}

fn set_up(assignment: &Assignment) -> anyhow::Result<(Campaign, Tests, ProgramNotes)> {
    let mut campaign = Campaign::open(&assignment.mlir, assignment.executor, &assignment.out)?;
    campaign.plan(assignment.terms, &assignment.path_options)?;
    campaign.decode_for(assignment.oldest);
    if let Some(most) = assignment.keep {
        campaign.keep(most);
    }
    campaign.hurry();
    campaign.know(assignment.known.clone());
    campaign.confirming = assignment.confirming.clone();
    let cannot = |file: &PathBuf| format!("cannot read {}", file.display());
    if assignment.mode == Mode::Steps {
        campaign.aim(Target::PassDiff);
        campaign.declare(declared(&toolchain::find(&assignment.mlir)?));
        let read = |file: &PathBuf| std::fs::read(file).with_context(|| cannot(file));
        let given = assignment.files.iter().map(read).collect::<anyhow::Result<_>>()?;
        let (generator, focus) = (assignment.generator.clone(), assignment.path_options.focus.clone());
        let pool = assignment.pool.as_ref().map(|folder| SeedPool::open(folder, MOST_SEEDS)).transpose()?;
        let inputs = StepInputs::new(generator, assignment.seed, given, focus);
        let inputs = inputs.drawing(pool::inputs(&assignment.pooled)?).keeping(pool);
        return Ok((campaign, Tests::Steps(Box::new(inputs)), ProgramNotes::default()));
    }
    let (mut programs, mut told, mut left_out) = (Vec::new(), ProgramNotes::default(), None);
    for file in &assignment.files {
        let given = match given_program(&mut campaign, file, assignment)? {
            Ok(GivenProgram { program, repaired }) => {
                told.remarks.extend(repaired.map(|why| {
                    format!("{} is repaired as by lowdiff sanitize, since {why}", file.display())
                }));
                program
            }
            Err(LeftOut { error, remedy, shown }) => {
                told.remarks.push(format!("{shown} is left out: {error:#}{remedy}"));
                let also = if assignment.sanitize { ", also after repairs" } else { "" };
                left_out.get_or_insert_with(|| error.context(format!("cannot explore {shown}{also}")));
                programs.push(None);
                continue;
            }
        };
        if !given.arguments.is_empty() {
            told.arguments.insert(file.clone(), given.arguments.clone());
        }
        let remark = try_plainly(&mut campaign, &given)?;
        told.remarks.extend(remark.map(|said| format!("{} {said}", file.display())));
        programs.push(Some(given.case));
    }
    if let Some(error) = left_out.filter(|_| programs.iter().all(Option::is_none)) {
        return Err(error);
    }
    Ok((campaign, Tests::Paths(programs), told))
}

/// A program that is not explored.
struct LeftOut {
    /// The reason.
    error: anyhow::Error,
    /// The end of the sentence: what may be done about it.
    remedy: String,
    /// The name of its file, with the place in it where that is known.
    shown: String,
}

/// A program of a file or of a part of one, or the reason for which it is left out.
fn given_program(
    campaign: &mut Campaign,
    file: &Path,
    assignment: &Assignment,
) -> anyhow::Result<Result<GivenProgram, LeftOut>> {
    let text = GivenPart::read(file)?;
    // A finding keeps a part without the lines before it; an error tells lines of the file.
    let own = if file.exists() { &text } else { text.trim_start_matches('\n') };
    let Assignment { call, sanitize, .. } = assignment;
    let given =
        prepare(campaign, own, call, *sanitize).or_else(|_| prepare(campaign, &text, call, *sanitize));
    Ok(match given {
        Ok(GivenProgram { program: UserProgram { undefined: Some(why), .. }, .. }) => {
            let name = || file.display().to_string();
            let shown = why.place.as_ref().map_or_else(name, |place| GivenPart::place(file, place));
            let remedy = [remedy::remedy(&why.detail()), remedy::repair(*sanitize)].concat();
            Err(LeftOut { remedy, shown, error: why.into() })
        }
        Ok(given) => Ok(given),
        Err(error) => Err(LeftOut { error, remedy: String::new(), shown: file.display().to_string() }),
    })
}

/// A given program with two paths, drawn as `bytes` say.
pub(super) fn drawn(program: &Case, bytes: &[u8]) -> Case {
    Case { paths: decode::two_paths(bytes), ..program.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::PathSpec;
    use std::io::Seek;

    #[test]
    fn what_cannot_be_set_up_is_told() {
        let assignment = Assignment {
            mlir: "/nowhere/libMLIR-C.so".into(),
            executor: ExecutorKind::Jit,
            terms: Terms::default(),
            out: "unused".into(),
            seed: 0,
            generator: Generator::Tosa,
            files: vec![],
            pool: None,
            pooled: vec![],
            call: Call::default(),
            sanitize: false,
            mode: Mode::Pairs,
            compared: false,
            oldest: 22,
            keep: None,
            path_options: PathOptions::default(),
            known: Known::default(),
            confirming: Confirming::default(),
            time: None,
        };
        let mut output = tempfile::tempfile().unwrap();
        work(&assignment, &b"0\n"[..], output.try_clone().unwrap()).unwrap();
        output.rewind().unwrap();
        let message: Message = serde_json::from_reader(output).unwrap();
        assert!(matches!(&message, Message::Unable { error, .. } if error.contains("/nowhere/libMLIR-C.so")));
    }

    #[test]
    fn both_paths_of_a_given_program_are_drawn() {
        let source = crate::case::Source::verbatim("module {}".into());
        let program = Case { source, printed: vec![], expected: None, paths: vec![] };
        let case = drawn(&program, &[1, 2, 3]);
        assert_eq!(case, drawn(&program, &[1, 2, 3]));
        assert_ne!(case.paths, drawn(&program, &[1, 2]).paths);
        assert!(matches!(&case.paths[..], [PathSpec::Drawn(a), PathSpec::Drawn(b)] if a != b));
    }
}
