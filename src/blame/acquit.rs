//! Whether a step did wrong, or only brought out what a later one does wrong.
//!
//! A search sees that the plain lowering is right without a step and wrong with it. But the plain lowering turns tensors into buffers,
//! and which values may share one is decided by looking at whole functions: a step that is right itself can lead to
//! a buffer that must not be shared and is. One way down from behind the step that gives the expected results acquits it, as what is wrong
//! is not lowered to what is right. Then it takes two passes, and bufferization is the one that goes wrong.

use super::blamed::Culprit;
use super::prefix::Standing;
use super::scene::Scene;
use super::search::Follow;
use super::shared::mentions;
use super::split::Split;
use crate::examine::fresh_memory::OTHERWISE;
use crate::execute::FRESH;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;

/// The pass that decides which values share a buffer.
const BUFFERIZE: &str = "one-shot-bufferize";

/// A way round what bufferization decides by itself.
#[derive(Debug, PartialEq, Eq)]
struct WayRound {
    /// What to call it, behind `as ... has it, `.
    name: &'static str,
    /// Steps to take before the plain lowering goes on.
    steps: Vec<String>,
    /// The same without what makes the difference: if that is right too, the way round says nothing.
    control: Vec<String>,
}

/// Ways round for IR that is about to be bufferized.
fn ways_round(ir: &str) -> Vec<WayRound> {
    let mut ways = Vec::new();
    if ["cf.br", "cf.cond_br", "cf.switch"].iter().any(|branch| mentions(ir, branch)) {
        // Loops made of branches are read in the order of their blocks; those with a body are not.
        let clean = "builtin.module(canonicalize)".to_owned();
        ways.push(WayRound {
            name: "with its branches lifted to scf first",
            steps: vec!["builtin.module(lift-cf-to-scf)".to_owned(), clean.clone()],
            control: vec![clean],
        });
    }
    let functions = unprinting(ir);
    if !functions.is_empty() {
        let careful = format!(
            "builtin.module({BUFFERIZE}{{bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
             no-analysis-func-filter={}}})",
            functions.join(",")
        );
        let name = "with a copy before every write";
        ways.push(WayRound { name, steps: vec![careful], control: Vec::new() });
    }
    ways
}

/// The functions with a body and without unranked tensors, which cannot be copied.
fn unprinting(ir: &str) -> Vec<&str> {
    let functions = ir.split("func.func ").skip(1).filter(|text| !text.contains("tensor<*"));
    let name = |text: &str| -> Option<usize> {
        let body = text.lines().next()?.trim_end().ends_with('{');
        body.then(|| text.find('(')).flatten()
    };
    functions
        .filter_map(|text| text[..name(text)?].rsplit('@').next())
        .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .collect()
}

impl Follow<'_> {
    /// The bufferization to blame instead of the step with this number, counted from 1, and the path that shows it; none where that step is
    /// not acquitted. `lowered` is the path up to the step and how the plain lowering finished it.
    pub(super) fn acquitted(
        &self,
        scene: &mut Scene<'_>,
        step: usize,
        lowered: &[String],
    ) -> Result<Option<(Culprit, Split)>> {
        let bufferizes = |pipeline: &String| pass_name(pipeline) == BUFFERIZE;
        let Some(at) = (step..lowered.len()).find(|at| bufferizes(&lowered[*at])) else { return Ok(None) };
        let (before, own) = (&lowered[..at], &lowered[at]);
        let mut text = |steps: &[String]| scene.executor.text_after(&scene.program, steps, &scene.limits);
        let Ok(ir_before) = text(before) else { return Ok(None) };
        let ir_after = text(&lowered[..=at]).ok();
        let reference = self.finishing.reference;
        let own = std::slice::from_ref(own);
        for round in ways_round(&ir_before) {
            let ways =
                [before.to_vec(), [before, own].concat()].map(|begun| [&begun[..], &round.steps].concat());
            let [right, wrong] = ways.map(|steps| PathSpec::finished_plainly(&steps));
            let control = PathSpec::finished_plainly(&[before, &round.control].concat());
            // Another version may not know a pass or an option.
            let Ok(reports) = scene.run(vec![right.clone(), wrong, control]) else { continue };
            let standings: Vec<(Standing, String)> =
                reports.iter().map(|report| reference.standing(report)).collect();
            let [(Standing::Good, _), (Standing::Wrong, detail), (Standing::Wrong, _)] = &standings[..]
            else {
                continue;
            };
            scene.executor.fill(OTHERWISE);
            let again = scene.run(vec![right]);
            scene.executor.fill(FRESH);
            if !again?.iter().all(|report| reference.standing(report).0 == Standing::Good) {
                continue;
            }
            let alone =
                [&round.steps[..], &[own, &round.steps].concat()].map(PathSpec::finished_plainly).to_vec();
            let alone = scene.run_alone(&ir_before, alone).unwrap_or_default();
            let shows: Vec<Standing> = alone.iter().map(|report| reference.standing(report).0).collect();
            let alone = match shows[..] {
                [Standing::Good, Standing::Wrong] => alone.iter().map(|report| report.pipelines()).collect(),
                _ => Vec::new(),
            };
            let of_path = (step..self.steps.len()).find(|at| bufferizes(&self.steps[*at]));
            let culprit = Culprit {
                path: self.path,
                step: of_path.map_or(step, |at| at + 1),
                pipeline: own[0].clone(),
                before: format!("as {} has it, {}", reference.name, round.name),
                after: detail.clone(),
                ir_before,
                ir_after,
                alone,
                met: vec![pass_name(&self.steps[step - 1]).to_owned()],
                ..Culprit::default()
            };
            let way = Split { before: before.to_vec(), culprit: own[0].clone(), after: round.steps };
            return Ok(Some((culprit, way)));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_way_round_for_what_is_in_the_ir() {
        let tensors = "module {\n  func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = \"read\"})\n  \
                       func.func @f(%a: tensor<2xi8>) -> tensor<2xi8> {\n    return %a : tensor<2xi8>\n  }\n  \
                       func.func @main() {\n    %p = tensor.cast %q : tensor<2xi8> to tensor<*xi8>\n  }\n}\n";
        assert_eq!(unprinting(tensors), ["f"]);
        let ways = ways_round(tensors);
        assert!(
            matches!(&ways[..], [way] if way.steps[0].ends_with("no-analysis-func-filter=f})")),
            "{ways:?}"
        );
        let branches = tensors.replace("return %a", "cf.br ^bb1\n  ^bb1:\n    return %a");
        let ways = ways_round(&branches);
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[0].steps[0], "builtin.module(lift-cf-to-scf)");
        assert!(
            ways_round("func.func @main() {\n  %c = tensor.cast %a : tensor<2xi8> to tensor<*xi8>\n}")
                .is_empty()
        );
        assert!(ways_round("scf.branch").is_empty());
    }
}
