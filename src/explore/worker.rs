//! A worker process: reads what it is to do, then orders, one a line, and answers each with a line.
//!
//! It ends when its input does, so that it never outlives the coordinator by more than the case it is at.
//! Input is read between cases by the only thread there is, because MLIR is forked from this process.

use super::protocol::{Message, Order};
use super::{Campaign, Extent, PathOptions, prepare, search, try_plainly};
use crate::case::Case;
use crate::decode;
use crate::decode::{Generated, decode_case};
use crate::execute::Limits;
use crate::judge::Known;
use crate::path::{PathSpec, construct::TURN, palette};
use anyhow::Context;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Turns that a path of a given program has choices for; the plain ones come after.
const MOST_TURNS: usize = 60;

/// The task of a worker: the first line it reads, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The toolchain, by name or path.
    pub mlir: String,
    /// The executor.
    pub executor: String,
    /// The limits on one path.
    pub limits: Limits,
    /// The folder that findings go to.
    pub out: PathBuf,
    /// Seed of the campaign.
    pub seed: u64,
    /// Programs to explore instead of generated ones, already read.
    pub files: Vec<PathBuf>,
    /// Paths a program, on a lowering graph; none is two of each, on their own.
    pub paths: Option<u16>,
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
    /// No path of a graph begins later than this, counted from now.
    pub time: Option<Duration>,
}

/// Works until `input` ends.
///
/// # Errors
/// The coordinator cannot be reached; everything else is told to it.
pub fn work(assignment: &Assignment, input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    let mut tell = |message: &Message| -> anyhow::Result<()> {
        // A line of its own, whatever a pass may have printed before.
        write!(output, "\n{}\n", serde_json::to_string(message)?)?;
        Ok(output.flush()?)
    };
    let until = assignment.time.and_then(|time| Instant::now().checked_add(time));
    let (mut campaign, programs, remarks) = match set_up(assignment) {
        Ok(ready) => ready,
        Err(error) => return tell(&Message::Unable { error: format!("{error:#}") }),
    };
    tell(&Message::Ready { mlir: campaign.mlir().clone(), remarks })?;
    for line in input.lines() {
        let order: Order = serde_json::from_str(&line?).context("an order was expected")?;
        let number = order.program;
        campaign.look_for_culprits(order.blame);
        let bytes = decode::seeded(assignment.seed, number);
        let given = (!programs.is_empty()).then(|| &programs[number as usize % programs.len()]);
        let extent = assignment.paths.map(|paths| Extent { paths, until });
        tell(
            &answer(&mut campaign, given, &bytes, extent)
                .unwrap_or_else(|error| Message::Failed { error: format!("{error:#}") }),
        )?;
        if assignment.compared {
            // A known bug shows in other ways on the versions that have it than on the others.
            let plainly = |(case, generated): (Case, Generated)| generated.drawn.is_empty().then_some(case);
            let case = given.cloned().or_else(|| decode_case(&bytes, assignment.oldest).and_then(plainly));
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

/// The results of the program in `bytes`, or of a given one along the paths they draw.
fn answer(
    campaign: &mut Campaign,
    given: Option<&Case>,
    bytes: &[u8],
    extent: Option<Extent>,
) -> anyhow::Result<Message> {
    let given = given.map(|program| drawn(program, bytes));
    let Some(extent) = extent else {
        let result = match given {
            Some(case) => Some(campaign.run_case(&case, None)?),
            None => campaign.run_bytes(bytes)?,
        };
        return Ok(result.map_or(Message::Rejected, |result| Message::Judged { judged: result.judged() }));
    };
    let Some((case, generated)) = given
        .map(|case| (case, None))
        .or_else(|| decode_case(bytes, campaign.oldest()).map(|(case, generated)| (case, Some(generated))))
    else {
        return Ok(Message::Rejected);
    };
    let searched = search(campaign, &case, bytes, generated, extent)?;
    Ok(Message::Searched { searched: Box::new(searched) })
}

fn set_up(assignment: &Assignment) -> anyhow::Result<(Campaign, Vec<Case>, Vec<String>)> {
    let mut campaign = Campaign::open(&assignment.mlir, &assignment.executor, &assignment.out)?;
    campaign.plan(assignment.limits, &assignment.path_options)?;
    campaign.decode_for(assignment.oldest);
    if let Some(most) = assignment.keep {
        campaign.keep(most);
    }
    campaign.know(assignment.known.clone());
    let (mut programs, mut remarks) = (Vec::new(), Vec::new());
    for file in &assignment.files {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let given = prepare(&mut campaign, &text, assignment.seed)
            .with_context(|| format!("cannot explore {}", file.display()))?;
        remarks.extend(try_plainly(&mut campaign, &given)?.map(|said| format!("{} {said}", file.display())));
        programs.push(given.case);
    }
    Ok((campaign, programs, remarks))
}

/// A given program with two paths, drawn as `bytes` say.
pub(super) fn drawn(program: &Case, bytes: &[u8]) -> Case {
    let mut random = ChaCha8Rng::from_seed(Sha256::digest(bytes).into());
    let mut path = || {
        let mut draws = vec![0; MOST_TURNS * TURN];
        palette::fill_one_of_many(&mut draws, &mut random);
        PathSpec::Drawn(draws)
    };
    Case { paths: vec![path(), path()], ..program.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_set_up_is_told() {
        let assignment = Assignment {
            mlir: "/nowhere/libMLIR-C.so".into(),
            executor: "jit".into(),
            limits: Limits::default(),
            out: "unused".into(),
            seed: 0,
            files: vec![],
            paths: None,
            compared: false,
            oldest: 22,
            keep: None,
            path_options: PathOptions::default(),
            known: Known::default(),
            time: None,
        };
        let mut output = Vec::new();
        work(&assignment, &b"0\n"[..], &mut output).unwrap();
        let message: Message = serde_json::from_slice(&output).unwrap();
        assert!(matches!(&message, Message::Unable { error } if error.contains("/nowhere/libMLIR-C.so")));
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
