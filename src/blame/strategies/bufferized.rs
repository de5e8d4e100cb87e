//! The bufferization that goes wrong behind a step. A search sees that the plain lowering is right without a step and wrong with it. But the
//! plain lowering turns tensors into buffers, and which values may share one is decided by looking at whole functions: a step that is
//! right itself can lead to a buffer that must not be shared and is.
//!
//! It applies to a step that turns results wrong, where the IR is bufferized behind it. It asks for ways down that get round what
//! bufferization decides by itself. One that gives the expected results shows that the step is right, as what is wrong is not lowered to
//! what is right. Then it takes two passes, and it concludes that bufferization is the one that goes wrong.

use super::{Evidence, Suspect};
use crate::blame::blamed::{Before, Culprit, WayRound};
use crate::blame::prefix::{Correctness, JudgedReport};
use crate::blame::runner::PathRunner;
use crate::blame::split::Split;
use crate::ir::{Line, Outline};
use crate::judge::fresh_memory::OTHERWISE;
use crate::path::OperationTrait::PlainFunction;
use crate::path::PathSpec;
use crate::path::catalogue::{Role, RoleOption};
use crate::path::operations::matches;
use crate::path::pipeline::pass_name;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), Some(step), Some((_, first)), Some(again)) =
        (suspect.finishable(), evidence.unnamed_step(), evidence.between, &evidence.again)
    else {
        return Ok(());
    };
    if again.varies || step != first {
        return Ok(());
    }
    // The path up to the step, and how the plain lowering finished it.
    let lowered = again.wrong.as_ref().map(|wrong| wrong.pipelines()).unwrap_or_default();
    let bufferizes = |pipeline: &String| Role::Bufferizes.is_of(pipeline);
    let Some(at) = (step..lowered.len()).find(|at| bufferizes(&lowered[*at])) else { return Ok(()) };
    let (before, own) = (&lowered[..at], std::slice::from_ref(&lowered[at]));
    let Ok(ir_before) = runner.text_after(before) else { return Ok(()) };
    let Ok(content) = runner.outline(&ir_before) else { return Ok(()) };
    let ir_after = runner.text_after(&lowered[..=at]).ok();
    let reference = wrong.reference();
    for round in ways_round(&content) {
        let ways = [before.to_vec(), [before, own].concat()].map(|begun| [&begun[..], &round.steps].concat());
        let [right, wrong] = ways.map(|steps| PathSpec::finished_plainly(&steps));
        let control = PathSpec::finished_plainly(&[before, &round.control].concat());
        // Another version may not know a pass or an option.
        let Ok(reports) = runner.run(vec![right.clone(), wrong, control]) else { continue };
        let judged: Vec<JudgedReport> = reports.iter().map(|report| reference.standing(report)).collect();
        let [without, with, control] = &judged[..] else { continue };
        let results = [without.result, with.result, control.result];
        if results != [Correctness::Good, Correctness::Wrong, Correctness::Wrong] {
            continue;
        }
        let again = runner.run_filled(vec![right], OTHERWISE)?;
        if !again.iter().all(|report| reference.standing(report).result == Correctness::Good) {
            continue;
        }
        let alone =
            [&round.steps[..], &[own, &round.steps].concat()].map(PathSpec::finished_plainly).to_vec();
        let alone = runner.run_alone(&ir_before, alone).unwrap_or_default();
        let shows = reference.is_pair(&alone);
        let of_path = (step..suspect.steps.len()).find(|at| bufferizes(&suspect.steps[*at]));
        let culprit = Culprit {
            path: suspect.path,
            step: of_path.map_or(step, |at| at + 1),
            pipeline: own[0].clone(),
            before: Before::GoneRound(reference.authority, round.kind),
            after: with.told(),
            ended: with.ended.clone(),
            ir_before,
            ir_after,
            alone: if shows { alone.iter().map(|report| report.pipelines()).collect() } else { Vec::new() },
            met: vec![pass_name(&suspect.steps[step - 1]).to_owned()],
            ..Culprit::default()
        };
        evidence.found.way =
            Some(Split { before: before.to_vec(), culprit: own[0].clone(), after: round.steps });
        evidence.blame(culprit);
        return Ok(());
    }
    Ok(())
}

/// A way round the decisions of bufferization.
#[derive(Debug, PartialEq, Eq)]
struct Round {
    /// Its kind.
    kind: WayRound,
    /// Steps to take before the plain lowering goes on.
    steps: Vec<String>,
    /// The steps without the one that makes the difference: if they are right too, the way round says nothing.
    control: Vec<String>,
}

/// Ways round for IR that is about to be bufferized.
fn ways_round(content: &Outline) -> Vec<Round> {
    let mut ways = Vec::new();
    let has = |pattern: &&str| content.lines.iter().any(|line| matches(pattern, &line.name));
    if Role::LiftsBranches.works_on().iter().any(has) {
        // Loops made of branches are read in the order of their blocks; those with a body are not.
        let clean = Role::Folds.pass().step();
        ways.push(Round {
            kind: WayRound::LiftedBranches,
            steps: vec![Role::LiftsBranches.pass().step(), clean.clone()],
            control: vec![clean],
        });
    }
    let functions = unprinting(content);
    if !functions.is_empty() {
        let careful = RoleOption::Unanalysed.step(&functions.join(","));
        ways.push(Round { kind: WayRound::Copies, steps: vec![careful], control: Vec::new() });
    }
    ways
}

/// The functions with a body and without unranked tensors, which cannot be copied. A name that has to be quoted is no value of an option.
fn unprinting(content: &Outline) -> Vec<&str> {
    let is_plain = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let functions = content.lines.iter().enumerate().filter(|(at, line)| {
        let mut inside = content.lines[*at..line.end].iter();
        PlainFunction.is_of(&line.name) && !line.blocks.is_empty() && !inside.any(has_unranked)
    });
    functions
        .filter_map(|(_, line)| line.attribute("sym_name"))
        .map(|name| name.trim_matches('"'))
        .filter(is_plain)
        .collect()
}

/// True of an operation with a value or a parameter that is an unranked tensor.
fn has_unranked(line: &Line) -> bool {
    let arguments = line.blocks.iter().flat_map(|block| &block.arguments);
    let mut types = line.results.iter().chain(&line.operand_types).chain(arguments);
    types.any(|ty| ty.starts_with("tensor<*"))
        || line.attribute("function_type").is_some_and(|ty| ty.contains("tensor<*"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::BlockLine;

    /// A function, a call of it that is printed, and the operations that stand in it.
    fn program(inside: &[&str]) -> Outline {
        let line = |name: &str, parent, end| Line {
            name: name.into(),
            parent,
            block: 0,
            end,
            terminator: false,
            operands: Vec::new(),
            operand_types: Vec::new(),
            results: Vec::new(),
            successors: Vec::new(),
            blocks: Vec::new(),
            attributes: Vec::new(),
        };
        let body = || vec![BlockLine { region: 0, arguments: Vec::new() }];
        let named = |name: &str| vec![("sym_name".to_owned(), format!("\"{name}\""))];
        let last = 3 + inside.len();
        let mut lines = vec![
            Line { blocks: body(), ..line("builtin.module", None, last + 2) },
            Line { attributes: named("printMemrefI64"), ..line("func.func", Some(0), 2) },
            Line { attributes: named("f"), blocks: body(), ..line("func.func", Some(0), last) },
        ];
        lines.extend(inside.iter().enumerate().map(|(at, name)| line(name, Some(2), 4 + at)));
        let results = vec!["tensor<*xi8>".to_owned()];
        lines.push(Line {
            attributes: named("main"),
            blocks: body(),
            ..line("func.func", Some(0), last + 2)
        });
        lines.push(Line { results, ..line("tensor.cast", Some(last), last + 2) });
        Outline { lines }
    }

    #[test]
    fn there_is_a_way_round_for_what_is_in_the_ir() {
        let tensors = program(&["func.return"]);
        assert_eq!(unprinting(&tensors), ["f"]);
        let ways = ways_round(&tensors);
        assert!(
            matches!(&ways[..], [way] if way.steps[0].ends_with("no-analysis-func-filter=f})")),
            "{ways:?}"
        );
        let ways = ways_round(&program(&["cf.br", "func.return"]));
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[0].steps[0], "builtin.module(lift-cf-to-scf)");
        let mut printing = program(&["tensor.cast"]);
        printing.lines[3].results.push("tensor<*xi8>".into());
        assert!(ways_round(&printing).is_empty());
    }
}
