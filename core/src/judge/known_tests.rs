//! The rows that fit a finding, and the answer to a file that makes no sense.

use super::*;
use crate::bug::KnownBug;
use crate::judge::{Detail, judge};
use crate::observe::example::{crashed, ok};
use crate::observe::{Cause, Failure, Outcome, Prescribed, Subject};
use crate::words;

const MLIR: [&str; 2] = ["mine", "22.1.8"];

fn label(file: &str, verdict: &Verdict, reports: &[PathReport]) -> Option<String> {
    Known::parse(file).unwrap().label(verdict, reports, "", MLIR).map(str::to_owned)
}

fn row(matchers: &str) -> String {
    format!("[[bug]]\nknown = 7\nnote = \"later\"\n{matchers}\n")
}

#[test]
fn an_issue_is_told_behind_the_label() {
    let reports = [ok("a", 1), crashed("cse")];
    let verdict = judge(&reports, Prescribed::default());
    let file = "[[bug]]\nknown = 'a-name'\nissue = 'LLVM 7'\nverdict = 'crash'\n";
    assert_eq!(label(file, &verdict, &reports).as_deref(), Some("a-name (LLVM 7)"));
    let known = Known::parse(file).unwrap();
    assert!(known.lists("a-name (LLVM 7)") && known.lists("a-name") && !known.lists("another"));
    let sent: Known = serde_json::from_str(&serde_json::to_string(&known).unwrap()).unwrap();
    assert_eq!(sent, known, "a worker tells the same");
}

#[test]
fn all_that_a_row_says_has_to_fit() {
    let reports = [ok("a", 1), crashed("buffer-hoisting")];
    let verdict = judge(&reports, Prescribed::default());
    let fits = |matchers: &str| label(&row(matchers), &verdict, &reports).is_some();
    for good in [
        "verdict = 'crash'",
        "pass = 'buffer-*'",
        "text = 'fell over'",
        "text = 'it*over'",
        "text = 'mlir::it'",
        "signature = 'crash-buffer-hoisting'",
        "verdict = 'crash'\npass = 'buffer-hoisting'\ntext = 'fell'\nsince = 20\nuntil = 22",
        "verdict = 'crash'\nmlir = 'mine'",
    ] {
        assert!(fits(good), "{good}");
    }
    for bad in [
        "verdict = 'invalid-ir'",
        "verdict = 'wrong-result'",
        "pass = 'buffer'",
        "text = 'Assertion'",
        "signature = 'crash'",
        "verdict = 'crash'\nsince = 23",
        "verdict = 'crash'\nmlir = 'theirs'",
        "verdict = 'crash'\npass = 'cse'",
    ] {
        assert!(!fits(bad), "{bad}");
    }
}

#[test]
fn what_a_good_path_said_is_not_asked() {
    let declined = PathReport { outcome: Outcome::Declined, ..crashed("other") };
    let reports = [PathReport { failure: None, ..crashed("cse") }, declined];
    assert_eq!(
        label(&row("text = 'fell over'"), &judge(&reports[..1], Prescribed::default()), &reports),
        None
    );
}

#[test]
fn the_first_row_that_fits_counts_and_labels_may_be_numbers() {
    let reports = [crashed("cse")];
    let file = "[[bug]]\nknown = 'one'\npass = 'sccp'\n[[bug]]\nknown = 82788\npass = 'c*'\n[[bug]]\nknown = 'x'\npass = 'cse'";
    assert_eq!(label(file, &judge(&reports, Prescribed::default()), &reports).as_deref(), Some("82788"));
    let fine = [ok("a", 1), ok("b", 1)];
    assert_eq!(
        label("[[bug]]\nknown = 1\ntext = '*'", &judge(&fine, Prescribed::default()), &fine),
        None,
        "no finding"
    );
    assert!(Known::parse("# nothing yet\n").unwrap().is_empty());
}

#[test]
fn wrong_results_go_by_the_pass_to_blame() {
    let reports = [ok("cse", 1), ok("sccp", 2)];
    let verdict = judge(&reports, Prescribed::default());
    let known = Known::parse(&row("verdict = 'wrong-result'\npass = 'sccp'")).unwrap();
    assert_eq!(known.label(&verdict, &reports, "", MLIR), None, "nobody has been blamed");
    assert!(known.hinges_on_culprit(&verdict, &reports, "", MLIR));
    let blamed = |culprits: &[&str]| Verdict {
        culprits: culprits.iter().map(|name| (*name).to_owned()).collect(),
        ..verdict.clone()
    };
    assert_eq!(known.label(&blamed(&["sccp"]), &reports, "", MLIR), Some("7"));
    assert_eq!(known.label(&blamed(&["cse", "sccp"]), &reports, "", MLIR), None, "cse would be hidden");
    assert!(!known.hinges_on_culprit(&blamed(&["cse"]), &reports, "", MLIR));
    let elsewhere = Known::parse(&row("pass = 'inline'")).unwrap();
    assert!(!elsewhere.hinges_on_culprit(&verdict, &reports, "", MLIR), "it is on neither path");
    let by_signature = Known::parse(&row("signature = 'mismatch-sccp'")).unwrap();
    assert!(by_signature.hinges_on_culprit(&verdict, &reports, "", MLIR));
    assert_eq!(by_signature.label(&blamed(&["sccp"]), &reports, "", MLIR), Some("7"));
    let by_operation = Known::parse(&row("signature = '*tosa_mul*'")).unwrap();
    assert!(by_operation.hinges_on_culprit(&verdict, &reports, "", MLIR), "an operation may be to blame");
    let operation = Some("tosa.mul".to_owned().into());
    let told = Verdict { operation, ..verdict.clone() };
    assert_eq!(by_operation.label(&told, &reports, "", MLIR), Some("7"));
}

/// Bugs that keep something from being drawn.
fn restricting() -> Known {
    let labels = KnownBug::ALL.map(KnownBug::label);
    let mut listed = Known::parse(bug::LIST).unwrap();
    listed.rows.retain(|row| labels.contains(&bug::without_issue(&row.known)));
    listed
}

/// The label that a finding gets without a file, and true if it is known as that bug and not like it.
fn reported(verdict: &Verdict, signs: &Signs) -> Option<(String, bool)> {
    let of = |known: &Known, sure| Some((known.label_of(verdict, signs, "", MLIR)?.to_owned(), sure));
    of(&Known::builtin(), true).or_else(|| of(Known::alike(), false))
}

#[test]
fn a_wrong_result_that_shares_but_the_pass_is_like_a_reported_one() {
    let said = |kind: VerdictKind, pass: Option<&str>, culprit: &str, words: &str| {
        let culprits = if pass.is_some() { vec![] } else { vec![culprit.to_owned()] };
        let finding = Verdict::finding(VerdictKind::Mismatch, pass.map(str::to_owned), Detail::default());
        let signs = Signs { said: vec![words.to_owned()], ..Signs::default() };
        let verdict = Verdict { kind, culprits, ..finding };
        reported(&verdict, &signs)
    };
    let like = |label: &str, sure| Some((label.to_owned(), sure));
    assert_eq!(said(VerdictKind::Mismatch, None, "affine-loop-fusion", "d"), like("LLVM 211599", false));
    assert_eq!(said(VerdictKind::InvalidIr, Some("normalize-memrefs"), "", "operand type mismatch"), None);
    assert_eq!(
        said(VerdictKind::InvalidIr, Some("remove-dead-values"), "", "null operand found"),
        like("dead-operands-of-calls (LLVM 82788)", true)
    );
    let of_branch = "branch has 1 operands for successor #0, but target block has 0";
    assert_eq!(
        said(VerdictKind::InvalidIr, Some("remove-dead-values"), "", of_branch),
        like("LLVM 217015", true)
    );
    for (words, label) in [
        ("custom op 'cf.switch' integer value too large", "LLVM 225658"),
        ("result number not allowed in argument list", "LLVM 224581"),
    ] {
        let words = format!("its pretty form cannot be read back: {words}");
        assert_eq!(said(VerdictKind::Unreadable, Some("convert-scf-to-cf"), "", &words), like(label, true));
    }
    assert_eq!(said(VerdictKind::Mismatch, None, "canonicalize", "d"), like("LLVM 90296", false));
    assert_eq!(said(VerdictKind::Mismatch, None, "math-expand-ops", "d"), like("LLVM 151786", false));
    assert_eq!(said(VerdictKind::Agree, None, "affine-loop-fusion", "d"), None);
}

#[test]
fn a_zero_of_the_wrong_sign_is_another_bug_of_its_pass() {
    let like = |zero_sign| {
        let finding = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
        let culprits = vec!["math-expand-ops".to_owned()];
        let verdict = Verdict { culprits, zero_sign, ..finding };
        reported(&verdict, &Signs::default())
    };
    assert_eq!(like(true), Some(("LLVM 218111".to_owned(), true)));
    assert_eq!(like(false), Some(("LLVM 151786".to_owned(), false)));
}

#[test]
fn an_operation_tells_bugs_of_one_pass_apart() {
    let label = |origin: &str| {
        let broken = BrokenRule { origin: Some(origin.to_owned()), ..BrokenRule::default() };
        let signs = Signs { broken: vec![broken], ..Signs::default() };
        let culprits = vec!["arith-int-range-narrowing".to_owned()];
        let finding = Verdict::finding(VerdictKind::Undefined, None, Detail::default());
        reported(&Verdict { culprits, ..finding }, &signs)
    };
    for shift in ["llvm.shl", "llvm.lshr", "llvm.ashr"] {
        assert_eq!(label(shift), Some(("LLVM 218191".to_owned(), true)), "{shift}");
    }
    assert_eq!(label("llvm.mul"), Some(("LLVM 189676".to_owned(), false)), "it tells no operation");
}

#[test]
fn every_reported_bug_has_a_verdict() {
    assert!(Known::reported().rows.iter().all(|row| row.verdict.is_some()));
}

#[test]
fn a_file_that_makes_no_sense_is_told_with_its_line() {
    let said = |text: &str| Known::parse(text).unwrap_err();
    let (line, why) = said("[[bug]]\nknown = 1\npas = 'cse'\n");
    assert!(line == 3 && why.contains("unknown field `pas`"), "{line}: {why}");
    let (line, why) = said("\n[[bug]]\nknown = 1\nverdict = 'agree'\n");
    assert!(
        line == 4 && why.contains("'agree' is no verdict of a finding: use one of mismatch"),
        "{line}: {why}"
    );
    let (line, why) = said("[[bug]]\nknown = 1\nverdict = 'incomparable'\n");
    assert!(line == 1 && why.contains("only what is drawn seldom may have it"), "{line}: {why}");
    let (line, why) = said("[[bug]]\nknown = 1\nrule = 'used_unde'\n");
    assert!(line == 1 && why.contains("'used_unde' is no rule"), "{line}: {why}");
    let (line, why) = said("[[bug]]\nknown = 1\npass = 'a'\n\n[[bug]]\nknown = 2\n");
    assert!(line == 5 && why.contains("fits every finding"), "{line}: {why}");
    let (line, why) = said("[[bug]]\nknown = 1\npass = 'a'\nmlir = '22.*'\n");
    assert!(line == 1 && why.contains("'since' and 'until' tell the versions"), "{line}: {why}");
    let (line, why) = said("[[bug]]\npass = 'a'\n");
    assert!(line == 1 && why.contains("missing field `known`"), "{line}: {why}");
    let (line, why) = said("[[bug]]\nknown = ' '\npass = 'a'\n");
    assert!(line == 2 && why.contains("empty label"), "{line}: {why}");
    let (line, why) = said("[[bug]]\nknown = 1\npass = \n");
    assert!(line == 3 && !why.contains('\n'), "{line}: {why}");
    assert!(said("[[bugs]]\nknown = 1\n").1.contains("unknown field `bugs`"));
    let missing = Known::read(Path::new("/nowhere/known.toml")).unwrap_err();
    assert!(format!("{missing:#}").starts_with("cannot read /nowhere/known.toml: "));
}

#[test]
fn rows_survive_the_way_to_a_worker() {
    let known = Known::parse(&row("verdict = 'wrong-result'\npass = 'sccp'")).unwrap();
    let read: Known = serde_json::from_str(&serde_json::to_string(&known).unwrap()).unwrap();
    assert!(read.hinges_on_culprit(
        &judge(&[ok("a", 1), ok("sccp", 2)], Prescribed::default()),
        &[ok("sccp", 2)],
        "",
        MLIR
    ));
}

#[test]
fn a_row_may_ask_for_versions_a_step_and_a_program() {
    let reports = [ok("plain", 1), crashed("cse")];
    let verdict = judge(&reports, Prescribed::default());
    let fits = |matchers: &str, program: &str, version: &str| {
        let known = Known::parse(&row(&format!("verdict = 'crash'\n{matchers}"))).unwrap();
        known.label(&verdict, &reports, program, ["mine", version]).is_some()
    };
    for (matchers, versions) in [
        ("since = 22", [false, true, true]),
        ("until = 22", [true, true, false]),
        ("since = 20\nuntil = 22", [false, true, false]),
    ] {
        assert_eq!(
            ["19.1.7", "22.1.8", "24.0.0git"].map(|version| fits(matchers, "", version)),
            versions,
            "{matchers}"
        );
    }
    assert!(fits("program = 'tosa.cast*bf16'", "%0 = tosa.cast %a : tensor<2xbf16>", "22.1.8"));
    assert!(!fits("program = 'tosa.cast'", "%0 = tosa.add %a, %a", "22.1.8"));
    let step = &reports[1].steps[0].pipeline;
    assert!(
        fits(&format!("step = '*{}*'", pass_name(step)), "", "22.1.8")
            && !fits("step = '*sccp*'", "", "22.1.8")
    );
    // Such a row says nothing while no path and no program is at hand.
    let known = Known::parse(&row("verdict = 'crash'\nstep = '*'")).unwrap();
    assert_eq!(known.label_of(&verdict, &Signs::default(), "", MLIR), None);
    assert_eq!(
        known.label_of(&verdict, &Signs::of(&reports), "", MLIR),
        Some("7"),
        "the signs have the steps"
    );
}

#[test]
fn what_keeps_something_from_being_drawn_is_recognized_by_its_words() {
    let known = restricting();
    let labels: BTreeSet<&str> = known.rows.iter().map(|row| bug::without_issue(&row.known)).collect();
    assert_eq!(labels, KnownBug::ALL.map(KnownBug::label).into());
    // A row that goes by a kind and a pass alone would hide other bugs of the pass.
    let is_narrow = |row: &KnownRow| row.is_narrow() || row.pass.is_some() && row.step.is_some();
    assert!(known.rows.iter().all(is_narrow));
}

/// A path of these passes that ended so, with this message.
fn ended(passes: &[&str], outcome: Outcome, pass: Option<&str>, message: &str) -> PathReport {
    let steps = passes.iter().flat_map(|pass| crashed(pass).steps).collect();
    // lowdiff itself says how a run breaks a rule.
    let failure = if outcome == Outcome::Undefined {
        Failure::of(message.into())
    } else {
        Failure::said(message.into())
    };
    let failure = Failure { pass: pass.map(str::to_owned), ..failure };
    PathReport { outcome, steps, failure: Some(failure), ..ok("", 1) }
}

#[test]
fn what_is_drawn_in_spite_of_a_known_bug_hides_no_other() {
    let known = restricting();
    let label = |reports: &[PathReport], program: &str| {
        let verdict = judge(reports, Prescribed::default());
        assert!(verdict.kind.is_finding(), "{}", words::verdict(&verdict));
        known.label(&verdict, reports, program, MLIR).map(str::to_owned)
    };
    let writes = "\"tosa.variable_write\"(%v0) {name = \"x\"} : (tensor<i32>) -> ()";
    let mut unwritten = ended(&["cse"], Outcome::Undefined, None, "the divisor is undef");
    let failure = unwritten.failure.as_mut().unwrap();
    failure.broken = Some(BrokenRule { rule: "used_undef".into(), ..BrokenRule::default() });
    let undefined = [ok("cse", 1), unwritten];
    assert_eq!(label(&undefined, writes).as_deref(), Some("written-variables (LLVM 177387)"));
    assert_eq!(label(&undefined, "a program without variables"), None);
    assert_eq!(label(&[ok("cse", 1), ok("sccp", 2)], writes), None, "a wrong result is another bug");

    let (raises, converts) = ("affine-raise-from-memref", "convert-linalg-to-loops");
    let of = |passes: &[&str], operation: &str| {
        let message = format!("'{operation}' op operand cannot be used as a dimension id");
        ended(passes, Outcome::InvalidIr, Some(converts), &message)
    };
    let raised = [ok("cse", 1), of(&[raises, converts], "affine.load")];
    assert_eq!(label(&raised, "").as_deref(), Some("raised-in-bodies"));
    assert_eq!(label(&[ok(raises, 1), of(&[converts], "affine.load")], ""), None, "raised on the other path");
    assert_eq!(label(&[ok("cse", 1), of(&[raises, converts], "affine.for")], ""), None, "of a bound");
}

#[test]
fn a_row_may_ask_for_a_rule_an_operation_and_a_place_that_is_nowhere() {
    let mut undefined = ended(&["cse"], Outcome::Undefined, None, "poison comes to a branch");
    undefined.failure.as_mut().unwrap().broken = Some(BrokenRule {
        rule: "used_poison".into(),
        operation: Some("llvm.cond_br".into()),
        origin: Some("llvm.fptosi".into()),
        ..BrokenRule::default()
    });
    let mut fell = crashed("cse");
    fell.failure.as_mut().unwrap().frames = vec![StackFrame::Nowhere {}];
    let fits = |matchers: &str, report: &PathReport| {
        let reports = [ok("a", 1), report.clone()];
        label(&row(matchers), &judge(&reports, Prescribed::default()), &reports).is_some()
    };
    // Lowered code would do what the module of a judged step does.
    let mut judged = undefined.clone();
    (judged.outcome, judged.failure.as_mut().unwrap().pass) = (Outcome::Miscompiled, Some("cse".into()));
    assert!(fits("verdict = 'undefined'\nrule = 'used_poison'", &judged));
    assert!(
        !fits("verdict = 'undefined'\nrule = 'used_undef'", &judged) && !fits("verdict = 'memory'", &judged)
    );
    judged.failure.as_mut().unwrap().broken = None;
    assert!(!fits("verdict = 'undefined'", &judged), "other results are no undefined behaviour");
    for good in [
        "rule = 'used_*'",
        "rule = 'used_poison'\noperation = 'llvm.fptosi'",
        "verdict = 'undefined'\noperation = 'llvm.cond_br'",
    ] {
        assert!(fits(good, &undefined) && !fits(good, &fell), "{good}");
    }
    // The sentence is for people alone.
    for bad in ["rule = 'used_undef'", "text = 'poison'", "rule = 'used_poison'\noperation = 'llvm.sdiv'"] {
        assert!(!fits(bad, &undefined), "{bad}");
    }
    assert!(fits("verdict = 'crash'\nnowhere = true", &fell));
    // Nor is what lowdiff says around the words of others.
    let mut unreadable = ended(&["cse"], Outcome::Unreadable, Some("cse"), "expected ')'");
    unreadable.failure.as_mut().unwrap().cause =
        Cause::Unreadable { form: Subject::PrettyForm, why: Box::new(Cause::Said {}), written: None };
    let own = "the lowered program freed a block of 16 bytes twice";
    let mut faulted = ended(&["cse"], Outcome::Fault, None, own);
    faulted.failure.as_mut().unwrap().said = None;
    assert!(fits("text = 'expected'", &unreadable) && !fits("text = 'cannot be read back'", &unreadable));
    assert!(fits("verdict = 'memory'", &faulted) && !fits("text = 'freed'", &faulted));
    assert!(!fits("verdict = 'crash'\nnowhere = true", &crashed("cse")));
}
