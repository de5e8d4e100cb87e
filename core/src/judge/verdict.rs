//! The words of a judgement. An `Outcome` is a fact about one path; a `Verdict` judges a whole case, and the
//! two never share a type, so that a fact cannot be mistaken for a bug.

use super::{Detail, Difference, Excuse, Runs, fact};
use crate::observe::{Cause, PathLetter, TypedOperation, path_name};
use crate::path::operations::SOURCE;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The signal by which a compiled program ends itself (POSIX, `abort`).
const ABORT: i32 = 6;

/// The judgement on a case.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
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
    /// A pass reported success and no error, and left IR the verifier rejects.
    InvalidIr,
    /// A pass left a module that does what the one it was given does not allow, and lowered code does not show it.
    Miscompiled,
    /// A pass reported success and left valid IR that MLIR does not print or write as bytecode, or does not read back.
    Unreadable,
    /// A pass left what is read back as another module.
    RoundTrip,
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
    pub const ALL: [VerdictKind; 13] = [
        VerdictKind::Agree,
        VerdictKind::Mismatch,
        VerdictKind::Undefined,
        VerdictKind::Memory,
        VerdictKind::InvalidIr,
        VerdictKind::Miscompiled,
        VerdictKind::Unreadable,
        VerdictKind::RoundTrip,
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
            VerdictKind::Miscompiled => "miscompiled",
            VerdictKind::Unreadable => "unreadable",
            VerdictKind::RoundTrip => "round-trip",
            VerdictKind::Crash => "crash",
            VerdictKind::Timeout => "timeout",
            VerdictKind::OutOfMemory => "out-of-memory",
            VerdictKind::Nondeterministic => "nondeterministic",
            VerdictKind::Incomparable => "incomparable",
        }
    }

    /// True of a kind that is a finding: everything but `agree` and `incomparable`.
    pub fn is_finding(self) -> bool {
        !matches!(self, VerdictKind::Agree | VerdictKind::Incomparable)
    }

    /// True of a pattern for signatures that may fit one of this kind with an operation of tosa in it: [`Verdict::signature`].
    pub fn may_name_operation(self, pattern: &str) -> bool {
        let named = format!("-{}", file_name(SOURCE));
        let before = pattern.split(['*', '?']).next().unwrap_or_default();
        let own = before.strip_prefix(self.name()).filter(|rest| rest.is_empty() || rest.starts_with('-'));
        match own {
            Some(rest) if before == pattern => rest.contains(&named),
            Some(_) => true,
            // The text before the first wildcard is the beginning of the kind.
            None => before != pattern && self.name().starts_with(before),
        }
    }

    /// True of a kind about writing and reading the IR that a pass left.
    pub fn is_of_reading(self) -> bool {
        matches!(self, VerdictKind::Unreadable | VerdictKind::RoundTrip)
    }

    /// True of a kind whose words name the operation that they are about.
    pub fn is_about_an_operation(self) -> bool {
        self == VerdictKind::InvalidIr || self.is_of_reading()
    }

    /// True of a kind about what a program computes: one and the same miscompile may show as any of these.
    pub fn is_wrong_result(self) -> bool {
        use VerdictKind::*;
        matches!(self, Mismatch | Undefined | Memory | Nondeterministic | Miscompiled)
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason why nothing can be said about a case.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
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
    /// The program itself may be at fault: somebody wrote it, and it faults when it is lowered plainly.
    Hazard,
    /// The results differ, or cannot be compared, where the reference semantics say that nothing is prescribed.
    Open,
    /// The interpreter and compiled code show different results of one lowered module.
    Executors,
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
            Reason::Open => "open",
            Reason::Executors => "executors",
            Reason::HarnessError => "harness-error",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of those who say what a program computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub enum Witness {
    /// The path with this index.
    Path(usize),
    /// The reference semantics.
    Semantics,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Witness::Path(index) => f.write_str(&path_name(*index)),
            Witness::Semantics => f.write_str("semantics"),
        }
    }
}

impl From<Witness> for String {
    fn from(witness: Witness) -> String {
        witness.to_string()
    }
}

impl TryFrom<String> for Witness {
    type Error = String;

    fn try_from(word: String) -> Result<Witness, String> {
        match word.strip_prefix("path ") {
            Some(letter) => Ok(Witness::Path(PathLetter::try_from(letter.to_owned())?.0)),
            None if word == "semantics" => Ok(Witness::Semantics),
            None => Err(format!("'{word}' is neither 'semantics' nor a path such as 'path a'")),
        }
    }
}

/// The difference of results from the expectation of the reference semantics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Against {
    /// The expected value, and the one that the first wrong path gave.
    pub difference: Difference,
    /// True where all of several paths are wrong.
    pub every_path: bool,
}

/// A judgement of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict {
    /// The kind of the judgement.
    #[serde(rename = "verdict")]
    pub kind: VerdictKind,
    /// The reason why nothing can be said; set for `incomparable` and nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The pass that was running when it showed, where one was.
    #[serde(default)]
    pub pass: Option<String>,
    /// The fact it rests on.
    #[serde(flatten, with = "fact")]
    #[schemars(with = "fact::Keys")]
    pub detail: Detail,
    /// The passes that made the results wrong, by name, where a single step showed it, or `reduce` was asked and could tell; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub culprits: Vec<String>,
    /// The operation that goes wrong on every path, where `reduce` was asked and could tell, as in `tosa.cast-f32-i1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub operation: Option<TypedOperation>,
    /// The user's name for it, where a row of their known bugs fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// Of three witnesses or more, the one that contradicts all others, which agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone: Option<Witness>,
    /// True where nothing is wrong but the sign of zeros, which is a class of findings of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub zero_sign: bool,
    /// The difference of results from the expected ones, where the reference semantics say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Box<Against>>,
    /// True where two runs gave different wrong values.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varies: bool,
    /// The runs that show it, of all that were made, where not each did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// The operation that MLIR's diagnostic is about, or that is printed and not read back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
}

impl Verdict {
    /// All paths agree.
    pub fn agree() -> Verdict {
        Verdict::new(VerdictKind::Agree, None, None, Detail::Equal)
    }

    /// All paths agree, though not to the last bit of every float.
    pub fn agree_nearly() -> Verdict {
        Verdict::new(VerdictKind::Agree, None, None, Detail::NearlyEqual)
    }

    /// All paths ran to their end, and the program shows nothing.
    pub fn silent() -> Verdict {
        Verdict::new(VerdictKind::Agree, None, None, Detail::Silent)
    }

    /// Of the steps whose states were `run`, so many could be `decided`, and none of these is wrong.
    pub fn held(decided: u64, run: u64) -> Verdict {
        Verdict::new(VerdictKind::Agree, None, None, Detail::Held { decided, run })
    }

    /// No step led to another state.
    pub fn unchanged() -> Verdict {
        Verdict::new(VerdictKind::Agree, None, None, Detail::Unchanged)
    }

    /// A finding that showed in `pass`, or in the lowered code if none.
    pub fn finding(kind: VerdictKind, pass: Option<String>, detail: Detail) -> Verdict {
        debug_assert!(kind.is_finding());
        Verdict::new(kind, None, pass, detail)
    }

    /// Nothing can be said.
    pub fn incomparable(reason: Reason, pass: Option<String>, detail: Detail) -> Verdict {
        Verdict::new(VerdictKind::Incomparable, Some(reason), pass, detail)
    }

    fn new(kind: VerdictKind, reason: Option<Reason>, pass: Option<String>, detail: Detail) -> Verdict {
        Verdict {
            kind,
            reason,
            pass,
            detail,
            culprits: Vec::new(),
            operation: None,
            known: None,
            alone: None,
            zero_sign: false,
            against: None,
            varies: false,
            runs: None,
            complaint: None,
        }
    }

    /// The signature: the kind, and the pass it showed in, or those to blame for what the lowered code does, where that is
    /// known; of what is printed and not read, the operation. Faults of every path are told from faults of one, by the operation where
    /// that can be told, and the sign of zeros from other values. Findings of one signature are kept a few times only. Safe as a file
    /// name.
    pub fn signature(&self) -> String {
        let culprits = self.culprits.join("+");
        let written = self.complaint.as_ref().filter(|_| self.kind.is_of_reading());
        let pass = match (&self.pass, &self.operation) {
            _ if let Some(written) = written => written.clone(),
            (Some(pass), None) => pass.clone(),
            (Some(pass), Some(operation)) => format!("{operation}-{pass}"),
            (None, Some(operation)) if culprits.is_empty() => operation.to_string(),
            (None, Some(operation)) => format!("{operation}-{culprits}"),
            (None, None) if !culprits.is_empty() => culprits,
            (None, None) if self.alone == Some(Witness::Semantics) => "every-path".to_owned(),
            (None, None) => "lowered-code".to_owned(),
        };
        let class = if self.zero_sign { "-zero-sign" } else { "" };
        format!("{}{class}-{}", self.kind, file_name(&pass))
    }

    /// The signature that it has where lowered code shows it: of a step that was judged by itself, one of wrong results.
    pub fn lowered_signature(&self) -> String {
        let signature = self.signature();
        let judged = signature.strip_prefix(VerdictKind::Miscompiled.name());
        judged.map_or_else(|| signature.clone(), |rest| format!("{}{rest}", VerdictKind::Mismatch))
    }

    /// The pass to look at first: the one it showed in, or those to blame.
    pub fn suspect(&self) -> Option<String> {
        let suspects = self.suspects();
        (!suspects.is_empty()).then(|| suspects.join("+"))
    }

    /// The passes to look at first, each by itself.
    pub fn suspects(&self) -> Vec<String> {
        self.pass.as_ref().map_or_else(|| self.culprits.clone(), |pass| vec![pass.clone()])
    }

    /// True of a verdict about the behaviour of lowered code, which shows in no pass.
    pub fn is_of_lowered_code(&self) -> bool {
        self.kind.is_wrong_result() && self.pass.is_none()
    }

    /// True of a finding that is one whatever the program does: a crash of a pass, or invalid IR.
    pub fn is_of_passes(&self) -> bool {
        self.kind.is_finding() && !self.rests_on_behaviour()
    }

    /// True of a finding that the behaviour of the program under test decides: it says nothing of an undefined one.
    pub fn rests_on_behaviour(&self) -> bool {
        self.kind == VerdictKind::Miscompiled
            || (self.pass.is_none() && (self.kind.is_wrong_result() || self.kind == VerdictKind::Timeout))
    }

    /// This verdict on a program that makes poison, as an evaluator of its source says. Lowered code of it may end itself, since a pass
    /// puts checks of what operations require into it (MLIR, `-generate-runtime-verification`).
    #[must_use]
    pub fn of_poison_maker(self) -> Verdict {
        let ends_itself = match &self.detail {
            Detail::Ended(end) => matches!(end.why.cause, Cause::GivesUp(_)) || end.signal == Some(ABORT),
            _ => false,
        };
        if self.kind != VerdictKind::Memory || !ends_itself {
            return self;
        }
        let detail = Detail::Excused { why: Excuse::MakesPoison, verdict: Box::new(self) };
        Verdict::incomparable(Reason::Hazard, None, detail)
    }

    /// True of a verdict about the behaviour of lowered code, where only blaming can say which pass is at fault.
    pub fn wants_culprit(&self) -> bool {
        self.is_of_lowered_code() && self.culprits.is_empty()
    }

    /// The exit status of `compare` and `replay`: a known bug is no reason for 1.
    pub fn exit_status(&self) -> u8 {
        match self.kind {
            VerdictKind::Agree => 0,
            VerdictKind::Incomparable => 3,
            _ if self.known.is_some() => 0,
            _ => 1,
        }
    }

    /// The weight of this verdict beside another one of the same case on another toolchain: a finding
    /// outweighs what cannot be compared, and that outweighs agreement.
    pub fn weight(&self) -> u8 {
        match self.kind {
            VerdictKind::Agree => 0,
            VerdictKind::Incomparable => 1,
            _ => 2,
        }
    }
}

/// The text as it can stand in a file's name.
pub fn file_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-+".contains(c) { c } else { '_' };
    text.chars().map(plain).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::PathEnd;
    use crate::observe::{Outcome, Why};

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
            Reason::Open,
            Reason::Executors,
            Reason::HarnessError,
        ] {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }

    #[test]
    fn only_findings_have_status_one() {
        for kind in VerdictKind::ALL {
            let verdict = Verdict::new(kind, None, None, Detail::default());
            assert_eq!(verdict.exit_status() == 1, kind.is_finding(), "{kind}");
            let known = Verdict { known: Some("LLVM 1".into()), ..verdict };
            assert_eq!(known.exit_status(), if kind == VerdictKind::Incomparable { 3 } else { 0 }, "{kind}");
        }
    }

    #[test]
    fn signatures_are_file_names() {
        let odd = Verdict::finding(VerdictKind::Crash, Some("../a b{x=1}".into()), Detail::default());
        assert_eq!(odd.signature(), "crash-___a_b_x_1_");
        let none = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
        assert_eq!(none.signature(), "mismatch-lowered-code");
        let blamed = Verdict { culprits: vec!["cse".into(), "sccp".into()], ..none };
        assert_eq!(blamed.signature(), "mismatch-cse+sccp");
        assert_eq!(blamed.suspect().as_deref(), Some("cse+sccp"));
        let shared = Verdict { alone: Some(Witness::Semantics), culprits: vec![], ..blamed };
        assert_eq!(shared.signature(), "mismatch-every-path");
        let operation = Some("tosa.cast-f32-i1".to_owned().into());
        let told = Verdict { operation, culprits: vec!["tosa-to-linalg".into()], ..shared.clone() };
        assert_eq!(told.signature(), "mismatch-tosa_cast-f32-i1-tosa-to-linalg");
        assert!(VerdictKind::Mismatch.may_name_operation(&told.signature()));
        assert!(!VerdictKind::Memory.may_name_operation(&told.signature()));
        assert!(!VerdictKind::Mismatch.may_name_operation("mismatch-tosa-to-linalg"));
        for pattern in ["*tosa_cast*", "mis?atch-*", "mismatch-*", "mismatch-zero-sign-*", "mismatch*"] {
            assert!(VerdictKind::Mismatch.may_name_operation(pattern), "{pattern}");
        }
        assert!(!VerdictKind::Memory.may_name_operation("mismatch-*"));
        let path = Verdict { alone: Some(Witness::Path(1)), zero_sign: true, ..shared };
        assert_eq!(path.signature(), "mismatch-zero-sign-lowered-code");
    }

    #[test]
    fn a_program_that_makes_poison_may_end_itself() {
        let ended = |cause: Cause, signal| {
            let why = Why { cause, ..Why::default() };
            let end = PathEnd { path: PathLetter(1), outcome: Outcome::Fault, pass: None, signal, why };
            Verdict { kind: VerdictKind::Memory, detail: Detail::Ended(end), ..Verdict::agree() }
        };
        let kind = |verdict: Verdict| verdict.of_poison_maker().kind;
        assert_eq!(kind(ended(Cause::GivesUp("abort".into()), None)), VerdictKind::Incomparable);
        assert_eq!(kind(ended(Cause::Said {}, Some(ABORT))), VerdictKind::Incomparable);
        assert_eq!(kind(ended(Cause::Said {}, Some(11))), VerdictKind::Memory, "a fault is no check");
        let crash = Verdict { kind: VerdictKind::Crash, ..ended(Cause::Said {}, Some(ABORT)) };
        assert_eq!(kind(crash), VerdictKind::Crash, "the pass ended so");
    }
}
