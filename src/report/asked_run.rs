//! The run of a finding on an MLIR, and the reason why there is no least of it, in words.

use super::irreducible;
use crate::finding::{AskedRun, Mlir, Shows};
use crate::judge::Verdict;
use crate::reduce::NoLeast;
use crate::words;

/// The thing that was run.
pub fn asked_run(run: &AskedRun) -> String {
    let plain = match run {
        AskedRun::Told(text) => text,
        AskedRun::Whole {} => "the finding as it was found",
        AskedRun::Reduced {} => "the reduced program along its whole path",
        AskedRun::UpToCulprit {} => "its path up to the culprit",
        AskedRun::BeforeCulprit { respelled: false } => "the program before the culprit",
        AskedRun::BeforeCulprit { respelled: true } => {
            "the program before the culprit, as it is spelled there"
        }
        AskedRun::Shown { respelled: false } => "what the report shows",
        AskedRun::Shown { respelled: true } => "what the report shows, as it is spelled there",
    };
    plain.to_owned()
}

/// The answers of MLIRs about a finding of which they do not say whether it shows.
pub fn answers<'a>(answers: impl Iterator<Item = (&'a Mlir, Shows, &'a Verdict)>) -> String {
    let one = |(mlir, shows, verdict): (&Mlir, Shows, &Verdict)| {
        let flaky = if shows == Shows::Flaky { " it is flaky" } else { "" };
        format!("on {}{flaky}: {}", mlir.name, words::verdict(verdict))
    };
    answers.map(one).collect::<Vec<_>>().join("; ")
}

/// The reason why there is no least of a finding.
pub fn no_least(why: &NoLeast) -> String {
    match why {
        NoLeast::Told(text) => text.clone(),
        NoLeast::Operation(name) => format!("{name} goes wrong by itself"),
        NoLeast::Irreducible { why, verdict } => irreducible(why, verdict),
        NoLeast::Failed { said } => said.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::Irreducible;

    #[test]
    fn facts_are_worded_and_older_texts_kept() {
        let written = serde_json::to_string(&AskedRun::Shown { respelled: true }).expect("plain data");
        assert_eq!(written, r#"{"shown":{"respelled":true}}"#);
        let read: AskedRun = serde_json::from_str(&written).expect("its own text");
        assert_eq!(asked_run(&read), "what the report shows, as it is spelled there");
        assert_eq!(asked_run(&AskedRun::from("it".to_owned())), "it");
        let gone = NoLeast::Irreducible { why: Irreducible::Gone, verdict: Box::new(Verdict::agree()) };
        let read: NoLeast = serde_json::from_value(serde_json::json!(gone)).expect("its own document");
        assert_eq!(no_least(&read), "it does not reproduce here: agree: the results are equal");
        assert_eq!(no_least(&NoLeast::Operation("tosa.add".to_owned())), "tosa.add goes wrong by itself");
    }
}
