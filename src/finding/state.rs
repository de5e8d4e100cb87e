//! The state of a finding: one type and its words, for `report.md`, `triage` and the page.

use super::{Mlir, Shows};
use crate::judge::Known;
use std::fmt;

/// The state of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody is known to know of it. A known bug that it may be is named: nothing but the pass says so.
    New(Option<String>),
    /// It is the bug of this label.
    Known(String),
    /// The newest MLIR that can tell, of this name, does not show it.
    Fixed(String),
    /// It is flaky on the newest MLIR that can tell, or no MLIR can.
    Unsettled,
}

impl State {
    /// The state of a finding by the answers about it, the newest MLIR first, and the labels of the bug that it is or may be.
    pub fn told<'a>(
        answers: impl IntoIterator<Item = (&'a Mlir, Shows)>,
        known: Option<&str>,
        like: Option<&str>,
    ) -> State {
        let mut asked = answers.into_iter().peekable();
        let is_asked = asked.peek().is_some();
        let told = asked.find(|(_, shows)| matches!(shows, Shows::Yes | Shows::No | Shows::Flaky));
        match (told, known) {
            (Some((mlir, Shows::No)), _) => State::Fixed(mlir.name.clone()),
            (Some((_, Shows::Flaky)), _) => State::Unsettled,
            (None, _) if is_asked => State::Unsettled,
            (_, Some(known)) => State::Known(known.to_owned()),
            (_, None) => {
                State::New(like.filter(|like| may_be(like, told.map(|(mlir, _)| mlir))).map(str::to_owned))
            }
        }
    }
}

/// True where a finding may be the bug of this label: the newest MLIR that tells of it has that bug.
pub fn may_be(label: &str, newest: Option<&Mlir>) -> bool {
    newest.is_none_or(|mlir| Known::alike().had(label, &mlir.version))
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::New(None) => f.write_str("new"),
            State::New(Some(like)) => write!(f, "new, like {like}"),
            State::Known(label) => write!(f, "known: {label}"),
            State::Fixed(mlir) => write!(f, "fixed on {mlir}"),
            State::Unsettled => f.write_str("unsettled"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_that_can_tell_has_the_word() {
        let mlir = |name: &str| Mlir {
            name: name.into(),
            version: String::new(),
            build_id: String::new(),
            commit: None,
        };
        let (head, old) = (mlir("head"), mlir("22"));
        let state = |answers: [Shows; 2], known: Option<&str>| {
            State::told([(&head, answers[0]), (&old, answers[1])], known, None).to_string()
        };
        assert_eq!(state([Shows::No, Shows::Yes], Some("LLVM 1")), "fixed on head");
        assert_eq!(state([Shows::Unknown, Shows::Yes], Some("LLVM 1")), "known: LLVM 1");
        assert_eq!(state([Shows::Other, Shows::Yes], None), "new");
        assert_eq!(state([Shows::Unknown, Shows::Unknown], None), "unsettled");
        assert_eq!(state([Shows::Flaky, Shows::Yes], None), "unsettled");
        assert_eq!(State::told([], None, Some("LLVM 2")).to_string(), "new, like LLVM 2");
        // The row of 189676 is about version 22 alone.
        let on = |version: &str| {
            let mlir = Mlir { version: version.into(), ..mlir("an MLIR") };
            State::told([(&mlir, Shows::Yes)], None, Some("LLVM 189676")).to_string()
        };
        assert_eq!([on("22.1.8"), on("24.0.0git")], ["new, like LLVM 189676", "new"]);
    }
}
