//! `lowdiff passes`: the catalogue, and what a library says of it.

use super::input::mlir_name;
use super::output;
use crate::execute::Jit;
use crate::explore::{ProbeAnswer, Probed, declared, probe};
use crate::mlir::{Toolchain, cache, toolchain};
use crate::path::catalogue::options::drawn_values;
use crate::path::catalogue::{ConversionKind, pairs};
use crate::path::declared::{Declared, DeclaredOption, DeclaredPass, OptionKind};
use crate::path::pass::{Anchor, Pass};
use crate::report::Mlir;
use crate::words;
use clap::Args;
use serde_json::{Value, json};

/// Say which passes are known, and which of them an MLIR has
///
/// One line for each pass with its options: what it is for, where in a pipeline it goes, what comparing results has to allow
/// for, and whether the library takes it. With `--json` also the options that each pass declares, with kind, words and default: `pass_diff`
/// draws those that are sound, and of the others it says why it does not.
#[derive(Debug, Args)]
pub struct Passes {
    /// The MLIR to ask
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Passes {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        let answers = answers(&toolchain)?;
        let rows = pairs().into_iter().zip(answers);
        if self.json {
            let rows: Vec<Value> = rows.map(|(pair, probed)| document(pair, &probed.answer)).collect();
            let declared = options(&declared(&toolchain));
            let document = json!({ "mlir": Mlir::of(&toolchain), "passes": rows, "declared": declared });
            output::data(&format!("{document:#}"))?;
            return Ok(0);
        }
        let mut usable = 0;
        let mut all = 0;
        for (pair, probed) in rows {
            all += 1;
            usable += usize::from(probed.answer == ProbeAnswer::Usable);
            output::data(&line(pair, &probed.answer))?;
        }
        crate::observe::tell(&format!(
            "{usable} of {all} can be used with MLIR {} ({})",
            toolchain.name, toolchain.version
        ));
        Ok(0)
    }
}

/// The answers of the library: kept from an earlier run if the catalogue is still the same, else asked now.
fn answers(toolchain: &Toolchain) -> anyhow::Result<Vec<Probed>> {
    let file = cache::file("passes", &toolchain.build_id());
    let kept = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let kept: Option<Vec<Probed>> = kept.and_then(|text| serde_json::from_str(&text).ok());
    if let Some(kept) = kept
        && kept.iter().map(|probed| probed.pass.clone()).eq(pairs().iter().map(|(_, pass)| pass.step()))
    {
        return Ok(kept);
    }
    let answers = probe(&mut Jit::open(toolchain)?)?;
    if let Some(file) = file
        && let Err(error) = cache::write(&file, &serde_json::to_string(&answers)?)
    {
        log::warn!("what MLIR {} says of passes is not kept: {error:#}", toolchain.name);
    }
    Ok(answers)
}

fn anchor(pass: &Pass) -> &'static str {
    match pass.anchor {
        Anchor::Module => "builtin.module",
        Anchor::Function => "func.func",
    }
}

fn hazards(pass: &Pass) -> Vec<&'static str> {
    pass.hazards.iter().map(|hazard| hazard.word()).collect()
}

/// The short word, and what the library said where it said something.
fn said(answer: &ProbeAnswer) -> (&'static str, Option<String>) {
    match answer {
        ProbeAnswer::Usable => ("usable", None),
        ProbeAnswer::Unregistered => ("not registered", None),
        ProbeAnswer::Options(said) => ("does not take these options", Some(said.clone())),
        ProbeAnswer::Anchor(said) => ("does not run under this anchor", Some(said.clone())),
        ProbeAnswer::Crash(failure) => ("crashes on a small program", Some(words::failure(failure))),
    }
}

fn line((kind, pass): (ConversionKind, Pass), answer: &ProbeAnswer) -> String {
    let (word, why) = said(answer);
    let mut text = format!("{}: {}", pass.step(), kind.word());
    let hazards = hazards(&pass);
    if !hazards.is_empty() {
        text += &format!(" ({})", hazards.join(", "));
    }
    text += &format!("; {word}");
    if let Some(why) = why {
        text += &format!(": {}", why.replace('\n', " "));
    }
    text
}

fn document((kind, pass): (ConversionKind, Pass), answer: &ProbeAnswer) -> Value {
    let registered = *answer != ProbeAnswer::Unregistered;
    let options = registered && !matches!(answer, ProbeAnswer::Options(_));
    let schedules = options && !matches!(answer, ProbeAnswer::Anchor(_));
    json!({
        "pass": pass.name,
        "options": pass.options,
        "step": pass.step(),
        "kind": kind.word(),
        "anchor": anchor(&pass),
        "hazards": hazards(&pass),
        "registered": registered,
        "options_parse": options,
        "schedules": schedules,
        "usable": *answer == ProbeAnswer::Usable,
        "message": said(answer).1,
    })
}

/// The options that each pass declares, and which of them are drawn.
fn options(declared: &Declared) -> Value {
    let described = |pass: &str, option: &DeclaredOption| {
        let drawn = drawn_values(pass, option);
        let words = match &option.kind {
            OptionKind::Words { words, .. } => Some(words),
            _ => None,
        };
        json!({
            "name": option.name,
            "kind": option.kind.word(),
            "list": option.list,
            "words": words,
            "default": option.default,
            "drawn": drawn.is_ok(),
            "not_drawn": drawn.err(),
        })
    };
    let of = |(name, pass): (&String, &DeclaredPass)| {
        let options: Vec<Value> = pass.options.iter().map(|option| described(name, option)).collect();
        (name.clone(), json!({ "options": options, "unnamed": pass.unnamed }))
    };
    Value::Object(declared.passes.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::pass::{Hazard, function};

    #[test]
    fn a_line_says_what_is_missing() {
        let pass = function("a-to-b", "x=1").hazards(&[Hazard::Float]);
        let refused = ProbeAnswer::Options("no such option x".into());
        assert_eq!(
            line((ConversionKind::Conversion, pass), &refused),
            "builtin.module(func.func(a-to-b{x=1})): conversion (float); does not take these options: no such option x"
        );
        let document = document((ConversionKind::Conversion, pass), &refused);
        assert_eq!(document["registered"], true);
        assert_eq!(document["options_parse"], false);
        assert_eq!(document["schedules"], false);
    }
}
