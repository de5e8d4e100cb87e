//! The head of a report: who found it, on what, and how sure it is. It says what was done, and nothing that is always so.

use super::issue::Issue;
use crate::reduce::Stage;
use std::fmt::Write as _;

impl Issue<'_> {
    /// The finder, the MLIR, and the certainty of the finding.
    pub(super) fn origin(&self) -> String {
        let word = |text: Option<&String>| text.map_or("unknown", String::as_str).to_owned();
        let lowdiff = word(self.document.lowdiff.as_ref());
        let mut text = match self.document.given {
            true => {
                format!("Reduced by lowdiff {lowdiff} from a program and two paths that it was given.\n\n")
            }
            false => format!(
                "Found by a fuzzer (label `fuzzer-generated`): lowdiff {lowdiff}, which lowers one program along different paths.\n\n"
            ),
        };
        let mlir = self.document.mlir.as_ref();
        let (version, build) = (mlir.map(|mlir| &mlir.version), mlir.map(|mlir| &mlir.build_id));
        let _ = writeln!(text, "- MLIR {}, build-id {}", word(version), word(build));
        match self.crash_in_text() {
            Some(doing) => {
                let signal = self.signal().unwrap_or_default();
                let _ = writeln!(
                    text,
                    "- crash, by signal {signal}, while {doing} a module that MLIR's verifier finds valid"
                );
            }
            None => {
                let _ = writeln!(text, "- {}: {}", self.kind(), self.detail());
            }
        }
        text += &self.stock();
        if self.demonstration.reduced {
            let mlir = word(self.found.mlir.as_ref().map(|mlir| &mlir.version));
            let kind = self.found.verdict().kind;
            let _ = writeln!(
                text,
                "- Everything here is about what it was reduced to, in `reduced/`. As it was found, on MLIR {mlir}, it is larger: \
                 `program.mlir` along `path-*.txt`, {kind}."
            );
        }
        let state = self.reduction();
        text += match state.map(|state| state.stage) {
            Some(Stage::Done) => "- Minimized: no smaller candidate that was tried shows it.\n",
            Some(_) => "- Minimized until time was up; smaller may be possible.\n",
            None if self.document.verdict().operation.is_some() && self.demonstration.reduced => {
                "- Minimized to the one operation that goes wrong by itself.\n"
            }
            None => "- Not minimized: `lowdiff reduce` does that.\n",
        };
        let either = [self.found, self.document];
        if let Some(known) = either.iter().find_map(|finding| finding.verdict().known.as_ref()) {
            let _ = writeln!(text, "- It fits the description of {known}.");
        } else if let Some(like) = either.iter().find_map(|finding| finding.like.as_ref()) {
            let _ = writeln!(
                text,
                "- It may be {like}, which is a wrong result of the same pass; nothing else says so."
            );
        }
        text
    }

    /// The questions to stock programs, and their answers.
    fn stock(&self) -> String {
        let (programs, process) = match self.ends_in_pass() {
            true => ("Stock mlir-opt", "a clean process"),
            false => ("Stock mlir-opt and its runner", "clean processes"),
        };
        let (verb, not) = if self.ends_in_pass() { ("shows", "does") } else { ("show", "do") };
        let whole = self.document.confirmed.filter(|_| self.is_behind());
        match (self.demonstration.confirmed(), whole) {
            (Some(true), _) => format!("- {programs} {verb} it in {process}.\n"),
            (Some(false), _) => format!("- {programs} {not} **not** show it.\n"),
            (None, Some(true)) => {
                format!(
                    "- {programs} {verb} the whole, `{}`, in {process}; this was not tried.\n",
                    self.demonstration.named("program.mlir")
                )
            }
            (None, Some(false)) => {
                format!(
                    "- {programs} {not} **not** show the whole, `{}`; this was not tried.\n",
                    self.demonstration.named("program.mlir")
                )
            }
            (None, None) if self.demonstration.is_of_states() => {
                "- The modules before and behind the pass were run as they are, by lowdiff's evaluator. Stock programs run lowered code alone.\n"
                    .to_owned()
            }
            (None, None) => "- Not confirmed: no stock programs were asked, or they could not tell.\n".to_owned(),
        }
    }
}
