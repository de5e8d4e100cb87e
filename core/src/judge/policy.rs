//! The way in which LLVM's maintainers take findings: `policy.toml` has a row for each pass, flag or rule that something is known of.

use super::{Verdict, VerdictKind};
use crate::observe::BrokenRule;
use crate::path::pipeline::pass_name;
use crate::path::settings::Settings;
use serde::Deserialize;
use std::sync::LazyLock;
use wildmatch::WildMatch;

/// The standing of a pass or a flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// For every user.
    #[default]
    Core,
    /// For MLIR's own tests.
    TestOnly,
    /// To be removed.
    Deprecated,
    /// Does its work with options alone.
    NeedsOptions,
    /// Switches off a check that keeps results right.
    DisablesChecks,
    /// Asks for something of the IR that no verifier looks at.
    Precondition,
}

/// Which findings of a row are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Closes {
    WrongResult,
    InvalidIr,
    Any,
}

/// A fact about a pass, a flag of it, or a rule that lowered code breaks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyRow {
    pass: Option<String>,
    flag: Option<String>,
    rule: Option<String>,
    operation: Option<String>,
    #[serde(default)]
    lowered: bool,
    dialect: Option<String>,
    /// The standing.
    #[serde(default)]
    pub standing: Standing,
    /// The documented precondition, or the options that are needed.
    pub says: Option<String>,
    closes: Option<Closes>,
    reason: Option<String>,
    /// The document that says so.
    pub source: String,
}

/// The reason why maintainers close a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Closed {
    /// The reason, for a person.
    pub reason: &'static str,
    /// The document that says so.
    pub source: &'static str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyFile {
    row: Vec<PolicyRow>,
}

static ROWS: LazyLock<Vec<PolicyRow>> = LazyLock::new(|| {
    let file: PolicyFile = toml::from_str(include_str!("policy.toml")).expect("a test reads it");
    file.row
});

fn fits(pattern: Option<&String>, text: &str) -> bool {
    pattern.is_none_or(|pattern| WildMatch::new(pattern).matches(text))
}

impl PolicyRow {
    fn is_of_pass(&self, pass: &str) -> bool {
        self.pass.is_some() && self.flag.is_none() && fits(self.pass.as_ref(), pass)
    }

    fn is_of_flag(&self, step: &str) -> bool {
        let flag = self.flag.as_ref().map(|flag| WildMatch::new(flag));
        let mut words = step.split(|c: char| c.is_whitespace() || "{}".contains(c));
        flag.is_some_and(|flag| words.any(|word| flag.matches(word)))
            && fits(self.pass.as_ref(), pass_name(step))
    }

    fn names_rule(&self, broken: &BrokenRule) -> bool {
        self.rule.is_some() && fits(self.rule.as_ref(), &broken.rule)
    }

    fn is_of_rule(&self, broken: &BrokenRule) -> bool {
        let mut operations = [&broken.origin, &broken.operation].into_iter().flatten();
        self.names_rule(broken) && operations.any(|operation| fits(self.operation.as_ref(), operation))
    }

    /// True where the source program has to break the rule by itself, for the verdict and what its runs break.
    fn asks_source(&'static self, verdict: &Verdict, broken: &[BrokenRule]) -> bool {
        let shown = match self.closes {
            Some(Closes::InvalidIr) => {
                self.rule.is_some()
                    && verdict.complaint.as_ref().is_some_and(|about| fits(self.operation.as_ref(), about))
            }
            _ => broken.iter().any(|broken| self.names_rule(broken)),
        };
        shown && !self.lowered && self.closed(verdict.kind).is_some()
    }

    /// True of rules that a run breaks, or an operation that a verifier refuses, where the source program breaks this one by itself there, or
    /// need not.
    fn is_of_run(
        &'static self,
        verdict: &Verdict,
        broken: &[BrokenRule],
        source: Option<&BrokenRule>,
    ) -> bool {
        if self.lowered {
            return broken.iter().any(|broken| self.is_of_rule(broken));
        }
        let there = |source: &BrokenRule| match self.closes {
            Some(Closes::InvalidIr) => source.operation == verdict.complaint,
            _ => true,
        };
        self.asks_source(verdict, broken)
            && source.is_some_and(|source| self.is_of_rule(source) && there(source))
    }

    fn closed(&'static self, kind: VerdictKind) -> Option<Closed> {
        let reason = self.reason.as_deref().filter(|_| self.closes_kind(kind) && kind.is_finding())?;
        Some(Closed { reason, source: &self.source })
    }

    fn closes_kind(&self, kind: VerdictKind) -> bool {
        match self.closes {
            Some(Closes::Any) => true,
            Some(Closes::WrongResult) => kind.is_wrong_result(),
            Some(Closes::InvalidIr) => kind == VerdictKind::InvalidIr,
            None => false,
        }
    }
}

/// The row of a pass.
pub fn of_pass(pass: &str) -> Option<&'static PolicyRow> {
    ROWS.iter().rfind(|row| row.is_of_pass(pass))
}

/// The dialect in the title of an issue about a pass.
pub fn dialect(pass: &str) -> Option<&'static str> {
    of_pass(pass)?.dialect.as_deref()
}

/// The reason why a finding is closed, where its pass, a step that takes part in it, or a rule that is broken says so. `source` is the
/// rule that the source program breaks by itself: what a pass brings in is a bug of that pass.
pub fn closed(
    verdict: &Verdict,
    pass: Option<&str>,
    steps: &[String],
    broken: &[BrokenRule],
    source: Option<&BrokenRule>,
) -> Option<Closed> {
    let by_pass = || pass.and_then(of_pass)?.closed(verdict.kind);
    let first = |of: &dyn Fn(&'static PolicyRow) -> bool| {
        ROWS.iter().filter(|row| of(row)).find_map(|row| row.closed(verdict.kind))
    };
    by_pass()
        .or_else(|| first(&|row| steps.iter().any(|step| row.is_of_flag(step))))
        .or_else(|| first(&|row| row.is_of_run(verdict, broken, source)))
}

/// A step without the flags that close a finding; none where it has none.
pub fn without_flags(step: &str) -> Option<String> {
    let mut settings = Settings::of(step)?;
    let all = settings.options.clone();
    settings.options.retain(|option| {
        let mut alone = Settings::of(step).expect("it was taken apart");
        alone.options = vec![option.clone()];
        !ROWS.iter().any(|row| row.closes.is_some() && row.is_of_flag(&alone.step()))
    });
    (settings.options != all).then(|| settings.step())
}

/// True where a row may close a finding by a rule that is broken: the source program then has to be asked.
pub fn asks_source(verdict: &Verdict, broken: &[BrokenRule]) -> bool {
    ROWS.iter().any(|row| row.asks_source(verdict, broken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::catalogue::TEST_PASSES;

    #[test]
    fn a_row_that_closes_has_a_reason_and_is_about_something() {
        for row in ROWS.iter() {
            assert_eq!(row.closes.is_some(), row.reason.is_some(), "{row:?}");
            assert!(row.pass.is_some() || row.rule.is_some(), "{row:?}");
            let says = matches!(row.standing, Standing::Precondition | Standing::NeedsOptions);
            assert_eq!(row.says.is_some(), says, "{row:?}");
        }
    }

    #[test]
    fn passes_of_tests_are_known_as_such() {
        for test in TEST_PASSES {
            let row = of_pass(test.pass.name).expect("every pass has a row");
            assert_eq!(row.standing, Standing::TestOnly, "{}", test.pass.name);
        }
        assert_eq!(of_pass("cse").map(|row| (row.standing, dialect("cse"))), Some((Standing::Core, None)));
        assert_eq!(dialect("scf-for-loop-peeling"), Some("scf"));
        assert_eq!(dialect("convert-linalg-to-loops"), Some("linalg"));
    }

    fn closed(
        kind: VerdictKind,
        pass: Option<&str>,
        steps: &[String],
        broken: &[BrokenRule],
        source: Option<&BrokenRule>,
    ) -> Option<Closed> {
        super::closed(&verdict(kind), pass, steps, broken, source)
    }

    fn asks_source(kind: VerdictKind, broken: &[BrokenRule]) -> bool {
        super::asks_source(&verdict(kind), broken)
    }

    fn verdict(kind: VerdictKind) -> Verdict {
        Verdict { kind, ..Verdict::agree() }
    }

    #[test]
    fn a_crash_is_a_bug_whatever_the_pass_and_a_wrong_result_is_not() {
        let closed = |kind, pass| closed(kind, Some(pass), &[], &[], None).is_some();
        assert!(!closed(VerdictKind::Crash, "test-vector-linearize"));
        assert!(closed(VerdictKind::Mismatch, "test-vector-linearize"));
        assert!(closed(VerdictKind::Crash, "buffer-deallocation"));
        assert!(!closed(VerdictKind::Mismatch, "cse") && !closed(VerdictKind::Agree, "buffer-deallocation"));
    }

    #[test]
    fn flags_and_rules_close_what_they_are_about() {
        let step = |text: &str| [format!("builtin.module(one-shot-bufferize{{{text}}})")];
        let by_flag = |text: &str| closed(VerdictKind::Mismatch, None, &step(text), &[], None).is_some();
        assert!(by_flag("allow-unknown-ops check-parallel-regions=false") && !by_flag("allow-unknown-ops"));
        let plain = |text: &str| without_flags(&step(text)[0]);
        let [kept] = step("allow-unknown-ops=true");
        assert_eq!(plain("allow-unknown-ops analysis-fuzzer-seed=3"), Some(kept));
        assert_eq!(plain("allow-unknown-ops"), None);
        let rule = |origin: &str| BrokenRule {
            rule: "used_undef".into(),
            origin: Some(origin.into()),
            ..BrokenRule::default()
        };
        let by_rule = |origin: &str, source: Option<&str>| {
            let source = source.map(rule);
            closed(VerdictKind::Undefined, Some("cse"), &[], &[rule(origin)], source.as_ref()).is_some()
        };
        assert!(
            by_rule("tensor.empty", Some("tensor.empty")) && !by_rule("memref.alloc", Some("memref.alloc"))
        );
        assert!(!by_rule("tensor.empty", None), "a pass has brought the read in");
        assert!(!by_rule("tensor.empty", Some("memref.alloc")), "the source reads something else");
        assert!(asks_source(VerdictKind::Undefined, &[rule("tensor.empty")]));
        // A value that an operation is not defined for, in the source, however its lowered code meets it.
        let domain = BrokenRule { operation: Some("arith.fptosi".into()), ..rule("arith.fptosi") };
        let lowered = BrokenRule { rule: "used_poison".into(), ..rule("llvm.fptosi") };
        let poison = BrokenRule { rule: "used_poison".into(), ..domain };
        let by = |broken: &BrokenRule, source| {
            closed(VerdictKind::Undefined, None, &[], std::slice::from_ref(broken), source).is_some()
        };
        assert!(by(&lowered, Some(&poison)) && !by(&lowered, None));
        // The alignment of variables is the lowering's own doing.
        let aligned = |id: &str| BrokenRule {
            rule: id.into(),
            operation: Some("llvm.load".into()),
            ..BrokenRule::default()
        };
        assert!(by(&aligned("stack_misaligned"), None) && !by(&aligned("access_misaligned"), None));
        assert!(!asks_source(VerdictKind::Undefined, &[]));
        assert!(!asks_source(VerdictKind::Crash, &[rule("tensor.empty")]));
        assert!(!asks_source(VerdictKind::Agree, &[rule("tensor.empty")]));
    }

    #[test]
    fn a_value_that_a_verifier_refuses_once_it_is_known_is_the_sources_own() {
        let about = |operation: &str| Verdict {
            complaint: Some(operation.into()),
            ..verdict(VerdictKind::InvalidIr)
        };
        let rule = |operation: &str| BrokenRule {
            rule: "tosa_zero_point_type".into(),
            operation: Some(operation.into()),
            ..BrokenRule::default()
        };
        let by = |verdict: &Verdict, source: Option<BrokenRule>| {
            super::closed(verdict, Some("sccp"), &[], &[], source.as_ref()).is_some()
        };
        let conv = about("tosa.conv2d");
        assert!(super::asks_source(&conv, &[]) && by(&conv, Some(rule("tosa.conv2d"))));
        assert!(!by(&conv, None), "the source keeps the rule, so a pass has brought the value in");
        assert!(!by(&conv, Some(rule("tosa.matmul"))), "the source breaks it somewhere else");
        assert!(!by(&about("arith.addi"), Some(rule("tosa.conv2d"))));
        assert!(!super::asks_source(&about("arith.addi"), &[]));
        let crash = Verdict { kind: VerdictKind::Crash, ..conv };
        assert!(!super::asks_source(&crash, &[]) && !by(&crash, Some(rule("tosa.conv2d"))));
    }
}
