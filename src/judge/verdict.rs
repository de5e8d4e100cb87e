//! The words of a judgement. An `Outcome` is a fact about one path; a `Verdict` judges a whole case, and the
//! two never share a type, so that a fact cannot be mistaken for a bug.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a case is judged to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// All paths ran and gave the same results.
    Agree,
    /// The paths ran and gave different results.
    Mismatch,
    /// A path's lowered code has undefined behaviour, located by an interpreter.
    Undefined,
    /// Lowered code faulted, freed twice, or leaked.
    Memory,
    /// A pass reported success and left IR the verifier rejects.
    InvalidIr,
    /// MLIR crashed.
    Crash,
    /// A pass, or the lowered code of one path only, does not come to an end.
    Timeout,
    /// A pass, or the lowered code of one path only, takes all memory it may have.
    OutOfMemory,
    /// One path, or one and the same lowered module, gave different results in two runs.
    Nondeterministic,
    /// Nothing can be said; the reason tells why.
    Incomparable,
}

impl VerdictKind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [VerdictKind; 10] = [
        VerdictKind::Agree,
        VerdictKind::Mismatch,
        VerdictKind::Undefined,
        VerdictKind::Memory,
        VerdictKind::InvalidIr,
        VerdictKind::Crash,
        VerdictKind::Timeout,
        VerdictKind::OutOfMemory,
        VerdictKind::Nondeterministic,
        VerdictKind::Incomparable,
    ];

    /// The word of the command line and of JSON.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Agree => "agree",
            VerdictKind::Mismatch => "mismatch",
            VerdictKind::Undefined => "undefined",
            VerdictKind::Memory => "memory",
            VerdictKind::InvalidIr => "invalid-ir",
            VerdictKind::Crash => "crash",
            VerdictKind::Timeout => "timeout",
            VerdictKind::OutOfMemory => "out-of-memory",
            VerdictKind::Nondeterministic => "nondeterministic",
            VerdictKind::Incomparable => "incomparable",
        }
    }

    /// Whether a case of this kind is a finding: everything but `agree` and `incomparable`.
    pub fn is_finding(self) -> bool {
        !matches!(self, VerdictKind::Agree | VerdictKind::Incomparable)
    }

    /// Whether it is about what the lowered code does: one and the same miscompile may show as any of these.
    pub fn is_wrong_result(self) -> bool {
        use VerdictKind::*;
        matches!(self, Mismatch | Undefined | Memory | Nondeterministic)
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why nothing can be said about a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A pass reported failure on a path.
    Declined,
    /// A path ended before everything was lowered.
    Incomplete,
    /// The executor cannot run the lowered program, or no path of it ends within the limits.
    Unsupported,
    /// It was not seen again in a fresh process.
    Unrepeatable,
    /// A path used a pass that may change results by design.
    Hazard,
    /// lowdiff itself went wrong.
    HarnessError,
}

impl Reason {
    /// The word of the command line and of JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Declined => "declined",
            Reason::Incomplete => "incomplete",
            Reason::Unsupported => "unsupported",
            Reason::Unrepeatable => "unrepeatable",
            Reason::Hazard => "hazard",
            Reason::HarnessError => "harness-error",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A judgement of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// What it is.
    pub kind: VerdictKind,
    /// Why nothing can be said; set for `incomparable` and nothing else.
    pub reason: Option<Reason>,
    /// The pass that was running when it showed, where one was.
    pub pass: Option<String>,
    /// One or two sentences for a person.
    pub detail: String,
}

impl Verdict {
    /// All paths agree.
    pub fn agree() -> Verdict {
        Verdict { kind: VerdictKind::Agree, reason: None, pass: None, detail: "the results are equal".into() }
    }

    /// A finding that showed in `pass`, or in the lowered code if none.
    pub fn finding(kind: VerdictKind, pass: Option<String>, detail: String) -> Verdict {
        debug_assert!(kind.is_finding());
        Verdict { kind, reason: None, pass, detail }
    }

    /// Nothing can be said.
    pub fn incomparable(reason: Reason, pass: Option<String>, detail: String) -> Verdict {
        Verdict { kind: VerdictKind::Incomparable, reason: Some(reason), pass, detail }
    }

    /// The crude signature: findings of the same kind in the same pass are kept a few times only. Safe as a
    /// file name.
    pub fn signature(&self) -> String {
        let pass = self.pass.as_deref().unwrap_or("lowered-code");
        let pass: String = pass
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
            .take(80)
            .collect();
        format!("{}-{pass}", self.kind)
    }

    /// The exit status of `compare` and `replay`.
    pub fn exit_status(&self) -> u8 {
        match self.kind {
            VerdictKind::Agree => 0,
            VerdictKind::Incomparable => 3,
            _ => 1,
        }
    }

    /// How much this verdict matters beside another one of the same case on another toolchain: a finding
    /// outweighs what cannot be compared, and that outweighs agreement.
    pub fn weight(&self) -> u8 {
        match self.kind {
            VerdictKind::Agree => 0,
            VerdictKind::Incomparable => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(reason) = self.reason {
            write!(f, " ({reason})")?;
        }
        if let Some(pass) = &self.pass {
            write!(f, " in {pass}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_json() {
        for kind in VerdictKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        for reason in [
            Reason::Declined,
            Reason::Incomplete,
            Reason::Unsupported,
            Reason::Unrepeatable,
            Reason::Hazard,
            Reason::HarnessError,
        ] {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }

    #[test]
    fn only_findings_have_status_one() {
        for kind in VerdictKind::ALL {
            let verdict = Verdict { kind, reason: None, pass: None, detail: String::new() };
            assert_eq!(verdict.exit_status() == 1, kind.is_finding(), "{kind}");
        }
    }

    #[test]
    fn signatures_are_file_names() {
        let odd = Verdict::finding(VerdictKind::Crash, Some("../a b{x=1}".into()), String::new());
        assert_eq!(odd.signature(), "crash-___a_b_x_1_");
        let none = Verdict::finding(VerdictKind::Mismatch, None, String::new());
        assert_eq!(none.signature(), "mismatch-lowered-code");
    }
}
