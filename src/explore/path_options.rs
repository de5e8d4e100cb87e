//! Options that say how paths are drawn, in somebody's words, and what they mean for one MLIR.

use super::learn::learned;
use super::probe::{ProbeAnswer, ask};
use crate::execute::{Jit, Tools, TriesSteps, USUAL_TURNS};
use crate::mlir::Toolchain;
use crate::observe::StepAdvice;
use crate::path::catalogue::{self, ConversionKind, pairs};
use crate::path::meant::meant_pass;
use crate::path::order::Order;
use crate::path::pass::Hazard;
use crate::path::pipeline::{pass_name, split};
use crate::path::upstream::makers;
use crate::path::{SearchFocus, Strategy, Through};
use crate::words;
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// Options that a campaign's paths are drawn by, as the command line has them; they are equal for every toolchain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PathOptions {
    /// Turns of a path.
    pub max_step: u32,
    /// Priorities stay as they are, and nothing goes back from dead ends.
    pub no_feedback: bool,
    /// Experience of earlier paths does not steer.
    pub no_experience: bool,
    /// Every pass is drawn from all.
    pub no_rules: bool,
    /// Conversions come in the order that follows from what each converts and makes.
    pub topological: bool,
    /// No optimization passes.
    pub no_opts: bool,
    /// Passes that every path takes.
    pub through: Vec<String>,
    /// Passes that may be drawn beside those of the catalogue.
    pub passes: Vec<String>,
    /// Passes that no path takes.
    pub skip: Vec<String>,
    /// The part of MLIR that single steps are directed at.
    #[serde(skip_serializing_if = "SearchFocus::is_empty")]
    pub focus: SearchFocus,
}

impl Default for PathOptions {
    fn default() -> PathOptions {
        PathOptions {
            max_step: USUAL_TURNS,
            no_feedback: false,
            no_experience: false,
            no_rules: false,
            topological: false,
            no_opts: false,
            through: Vec::new(),
            passes: Vec::new(),
            skip: Vec::new(),
            focus: SearchFocus::default(),
        }
    }
}

impl PathOptions {
    /// The meaning of the options on a toolchain, which is asked about every pass that is named: its program if paths are taken `by_tools`.
    ///
    /// # Errors
    /// A pass that is named does not exist there, or must not be on a path.
    pub fn strategy(&self, toolchain: &Toolchain, by_tools: bool) -> Result<Strategy> {
        let by_tools = by_tools || toolchain.is_program();
        let mut strategy = Strategy {
            feedback: !self.no_feedback,
            experience: !self.no_experience,
            rules: !self.no_rules,
            optimizations: !self.no_opts,
            tests: by_tools,
            ..Strategy::default()
        };
        if self.topological {
            strategy.order = Some(Order::of(&learned(toolchain)?));
        }
        if [&self.through, &self.passes, &self.skip].iter().all(|words| words.is_empty()) {
            return Ok(strategy);
        }
        let asked: Box<dyn TriesSteps> =
            if by_tools { Box::new(Tools::open(toolchain)?) } else { Box::new(Jit::open(toolchain)?) };
        let major = toolchain.major();
        let mut library = PassChecker { name: &toolchain.name, major, asked };
        for word in &self.skip {
            let steps = library.steps(word)?;
            // Without options it is the pass that goes, whatever options it has.
            let whole = !word.contains(['{', '(']);
            strategy.skip.extend(if whole { vec![word.clone()] } else { steps });
        }
        for word in &self.passes {
            strategy.added.extend(library.sound_steps(word)?);
        }
        for word in &self.through {
            let steps: Vec<String> =
                library.sound_steps(word)?.into_iter().filter(|step| strategy.allows(step)).collect();
            ensure!(
                !steps.is_empty(),
                "no path can take {word} and leave it out: drop --through or --skip-pass"
            );
            let known = learned(toolchain).ok();
            let makers = known.map(|known| makers(&known, &steps)).unwrap_or_default();
            strategy.through.push(Through { name: word.clone(), steps, makers });
        }
        Ok(strategy)
    }
}

/// A library or a program that can be asked.
struct PassChecker<'t> {
    name: &'t str,
    major: u32,
    asked: Box<dyn TriesSteps>,
}

impl PassChecker<'_> {
    /// The pass in `word`, with the options given there or with all those the catalogue has, as steps.
    fn steps(&mut self, word: &str) -> Result<Vec<String>> {
        let candidates = candidates(word)?;
        let probed = ask(&mut *self.asked, candidates)?;
        let there = |answer: &ProbeAnswer| matches!(answer, ProbeAnswer::Usable | ProbeAnswer::Crash(_));
        let steps: Vec<String> =
            probed.iter().filter(|probed| there(&probed.answer)).map(|probed| probed.pass.clone()).collect();
        let first = probed.first().context("a word names a pass")?;
        match (&first.answer, steps.is_empty()) {
            (_, false) => Ok(steps),
            (ProbeAnswer::Unregistered, true) => {
                let pass = pass_name(&first.pass);
                let meant = meant_pass(pass, self.major).map(StepAdvice::Name);
                let meant = meant.map(|name| format!("; {}", words::advice(&name))).unwrap_or_default();
                bail!(
                    "MLIR {} has no pass '{pass}': `lowdiff passes` lists the known ones, `mlir-opt --help` all{meant}",
                    self.name
                )
            }
            (ProbeAnswer::Options(said) | ProbeAnswer::Anchor(said), true) => {
                bail!("MLIR {} does not run {word}: {said}", self.name)
            }
            (ProbeAnswer::Crash(failure), true) => {
                bail!("MLIR {} does not run {word}: {}", self.name, words::failure(failure))
            }
            (ProbeAnswer::Usable, true) => unreachable!("usable, and not there"),
        }
    }

    /// As [`PassChecker::steps`], and none of them may change results.
    fn sound_steps(&mut self, word: &str) -> Result<Vec<String>> {
        let steps = self.steps(word)?;
        for step in &steps {
            let hazards = catalogue::hazards(step).unwrap_or_default();
            if hazards.contains(&Hazard::Unsound) {
                bail!(
                    "{word} changes what a program computes or how it is called by design, so no path may take it"
                );
            }
            if hazards.contains(&Hazard::Target) {
                bail!("{word} leads to code that does not run on this machine, so no path may take it");
            }
        }
        Ok(steps)
    }
}

/// The meanings of a word, as steps.
fn candidates(word: &str) -> Result<Vec<String>> {
    let wrong =
        || format!("'{word}' does not name a pass: write name, name{{option=value}} or func.func(name)");
    if word.contains("func.func(") || word.starts_with("builtin.module(") {
        let whole = if word.starts_with("builtin.module(") {
            word.to_owned()
        } else {
            format!("builtin.module({word})")
        };
        let steps = split(&whole).with_context(wrong)?;
        ensure!(steps.len() == 1, wrong());
        return Ok(steps);
    }
    let forms = [format!("builtin.module({word})"), format!("builtin.module(func.func({word}))")];
    let steps = forms.iter().map(|form| split(form).with_context(wrong)).collect::<Result<Vec<_>>>()?;
    ensure!(steps.iter().all(|steps| steps.len() == 1), wrong());
    let forms: Vec<String> = steps.into_iter().flatten().collect();
    let name = pass_name(&forms[0]);
    let known: Vec<String> = pairs()
        .into_iter()
        .filter(|(kind, pass)| *kind != ConversionKind::Refused && pass.name == name)
        .map(|(_, pass)| pass.step())
        .collect();
    if known.is_empty() {
        return Ok(forms);
    }
    if !word.contains('{') {
        return Ok(known);
    }
    // Options of a known pass: under the anchor it is known to have.
    let anchored = |step: &String| step.starts_with("builtin.module(func.func(");
    Ok(forms.into_iter().filter(|form| known.iter().any(|step| anchored(step) == anchored(form))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names_with_or_without_options_and_anchors() {
        let of = |word: &str| candidates(word).unwrap();
        assert_eq!(of("my-pass"), ["builtin.module(my-pass)", "builtin.module(func.func(my-pass))"]);
        assert_eq!(of("func.func(my-pass{a=1})"), ["builtin.module(func.func(my-pass{a=1}))"]);
        assert_eq!(of("builtin.module(my-pass)"), ["builtin.module(my-pass)"]);
        let tiles = of("affine-loop-tile");
        assert!(
            tiles.len() > 3 && tiles.iter().all(|step| pass_name(step) == "affine-loop-tile"),
            "{tiles:?}"
        );
        assert_eq!(
            of("affine-loop-tile{tile-size=7}"),
            ["builtin.module(func.func(affine-loop-tile{tile-size=7}))"]
        );
        for wrong in ["", "a,b", "func.func(a,b)", "a b", "x{", "builtin.module("] {
            let said = format!("{:#}", candidates(wrong).unwrap_err());
            assert!(said.contains("does not name a pass") && !said.contains('\n'), "{wrong}: {said}");
        }
    }
}
