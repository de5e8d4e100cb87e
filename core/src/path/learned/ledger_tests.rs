use super::*;
use crate::path::TypeKind::{self, Memref, Scalar, Tensor};

const PASS: &str = "builtin.module(a-to-b)";

fn ir(list: &[(&str, TypeKind, u32)]) -> Operations {
    list.iter().map(|(name, kind, count)| ((name.to_string(), *kind), *count)).collect()
}

fn met(operation: &str, kind: TypeKind) -> Met {
    Met { operation: operation.to_owned(), kind }
}

/// A state in which nothing is dead.
fn untidied(operations: &Operations) -> LedgerState<'_> {
    LedgerState { operations, tidied: operations }
}

/// Three of a, then one, then none: the pass helped twice and cleared once; b it never touched.
fn ledger() -> Ledger {
    let mut ledger = Ledger::default();
    let unused = ledger.path(8, vec!["builtin.module(cse)".into()]);
    let path = ledger.path(9, ["cse", "sccp", "inline"].map(|p| format!("builtin.module({p})")).to_vec());
    let three = ir(&[("a.x", Tensor, 3), ("b.y", Scalar, 1)]);
    let one = ir(&[("a.x", Tensor, 1), ("b.y", Scalar, 1)]);
    let none = ir(&[("b.y", Scalar, 2), ("c.z", Memref, 1)]);
    for state in [&three, &one, &none] {
        ledger.meet(state);
    }
    ledger.enter((unused, 0), PASS, &untidied(&none), Some(&none));
    ledger.enter((path, 1), PASS, &untidied(&three), Some(&one));
    ledger.enter((path, 2), PASS, &untidied(&one), Some(&none));
    ledger.enter((path, 2), PASS, &untidied(&one), None);
    ledger
}

#[test]
fn a_rule_is_what_became_rarer() {
    let learned = ledger().close("1.2.3".into(), 5, 2);
    let [rule] = &learned.rules[..] else { panic!("{:?}", learned.rules) };
    assert_eq!((&rule.operation, rule.pass.as_str()), (&met("a.x", Tensor), PASS));
    assert_eq!((rule.helped, rule.cleared, rule.idle, rule.declined), (2, 1, 0, 1));
    // The evidence is where none was left, and the path ends there.
    assert_eq!((rule.before, rule.after), (1, 0));
    let evidence = &learned.evidence[rule.evidence];
    assert_eq!((evidence.steps, &evidence.disappear[..]), (2, &[met("a.x", Tensor)][..]));
    assert_eq!(evidence.appear, [met("c.z", Memref)]);
    assert_eq!(learned.paths.len(), 1);
    assert_eq!((learned.paths[0].program, learned.paths[0].steps.len()), (9, 2));
}

#[test]
fn what_no_pass_made_rarer_is_unknown() {
    let learned = ledger().close(String::new(), 0, 0);
    assert_eq!(learned.unknown, [met("b.y", Scalar), met("c.z", Memref)]);
}

#[test]
fn what_tidying_does_as_well_is_nobodys_merit() {
    let tidying = Role::Tidies.steps();
    let mut ledger = Ledger::default();
    let path = ledger.path(0, Vec::new());
    let before = ir(&[("a.x", Tensor, 3), ("b.y", Scalar, 2)]);
    let tidied = ir(&[("a.x", Tensor, 1), ("b.y", Scalar, 2)]);
    let state = LedgerState { operations: &before, tidied: &tidied };
    ledger.meet(&before);
    ledger.enter((path, 0), PASS, &state, Some(&ir(&[("a.x", Tensor, 1)])));
    ledger.enter((path, 0), &tidying[0], &state, Some(&tidied));
    // b is converted by the pass, so that it can be tidied away as well is no rule.
    ledger.enter((path, 0), &tidying[1], &state, Some(&ir(&[("a.x", Tensor, 3)])));
    let learned = ledger.close(String::new(), 0, 0);
    let pairs: Vec<_> = learned.rules.iter().map(|r| (r.operation.to_string(), r.pass.as_str())).collect();
    assert_eq!(
        pairs,
        [("a.x on tensor".to_owned(), tidying[0].as_str()), ("b.y on scalar".to_owned(), PASS)]
    );
}

#[test]
fn repetitions_are_not_wanted() {
    let ledger = ledger();
    let one = ir(&[("a.x", Tensor, 1), ("b.y", Scalar, 1)]);
    assert!(!ledger.wants(&one, PASS), "tried in this company");
    assert!(ledger.wants(&one, "builtin.module(other)"), "another pass");
    assert!(ledger.wants(&ir(&[("b.y", Scalar, 1), ("d.w", Scalar, 1)]), PASS), "new company");
    assert!(!ledger.wants(&ir(&[("a.x", Tensor, 1), ("llvm.add", Scalar, 1)]), PASS), "helped often enough");
}

#[test]
fn patience_ends() {
    let mut ledger = Ledger::default();
    let path = ledger.path(0, Vec::new());
    for number in 0..PATIENCE {
        let state = ir(&[("a.x", Tensor, 1), (&format!("llvm{number}.y"), Scalar, 1)]);
        assert!(ledger.wants(&state, PASS), "{number}");
        ledger.enter((path, 0), PASS, &untidied(&state), None);
    }
    assert!(!ledger.wants(&ir(&[("a.x", Tensor, 1), ("llvm.y", Scalar, 1)]), PASS));
    let learned = ledger.close(String::new(), 0, 0);
    assert!(learned.rules.is_empty());
}

#[test]
fn a_crash_is_no_rule_and_kept_once() {
    let mut ledger = Ledger::default();
    let path = ledger.path(1, vec!["builtin.module(cse)".into()]);
    let state = ir(&[("a.x", Tensor, 1)]);
    ledger.meet(&state);
    ledger.crash((path, 1), PASS, &state, "crash");
    ledger.crash((path, 0), PASS, &state, "crash");
    assert!(!ledger.wants(&state, PASS));
    assert!(ledger.wants(&ir(&[("a.x", Tensor, 1), ("b.y", Scalar, 1)]), PASS), "other company");
    let learned = ledger.close(String::new(), 0, 0);
    assert!(learned.rules.is_empty());
    assert_eq!(learned.crashed.len(), 1);
    assert_eq!((learned.crashed[0].steps, learned.paths[0].steps.len()), (1, 1));
}

#[test]
fn a_pass_that_keeps_crashing_is_given_up() {
    let mut ledger = Ledger::default();
    let path = ledger.path(1, Vec::new());
    for number in 0..MOST_CRASHES {
        let state = ir(&[("a.x", Tensor, 1), (&format!("other{number}.y"), Scalar, 1)]);
        assert!(ledger.wants(&state, PASS), "{number}");
        ledger.crash((path, 0), PASS, &state, "crash");
    }
    let state = ir(&[("c.z", Memref, 1)]);
    assert!(!ledger.wants(&state, PASS) && ledger.wants(&state, "builtin.module(other)"));
}

#[test]
fn what_helped_is_known() {
    let ledger = ledger();
    assert!(ledger.knows(&ir(&[("a.x", Tensor, 9), ("d.w", Scalar, 1)]), PASS));
    assert!(
        !ledger.knows(&ir(&[("b.y", Scalar, 1)]), PASS) && !ledger.knows(&ir(&[("a.x", Tensor, 9)]), "other")
    );
}

#[test]
fn files_round_trip_with_one_entry_a_line() {
    let learned = ledger().close("1.2.3".into(), 5, 2);
    let text = learned.to_json().unwrap();
    assert_eq!(serde_json::from_str::<Learned>(&text).unwrap(), learned);
    let line = text.lines().find(|line| line.contains("\"helped\"")).unwrap();
    assert!(line.starts_with('{') && line.contains("\"a.x on tensor\""), "{line}");
    assert!(serde_json::from_str::<Learned>(&text.replace("a.x on tensor", "a.x on paper")).is_err());
}

#[test]
fn what_a_conversion_refuses_is_told_once_beside_where_it_leads_nowhere() {
    let mut ledger = Ledger::default();
    let (tensors, buffers) = (ir(&[("a.x", Tensor, 1)]), ir(&[("a.x", Memref, 1)]));
    for _ in 0..2 {
        ledger.refused.enter(PASS, &tensors, false);
        ledger.followed.enter(PASS, &tensors, false);
        ledger.refused.enter("builtin.module(other)", &tensors, false);
    }
    ledger.refused.enter(PASS, &buffers, true);
    let learned = ledger.close(String::new(), 0, 0);
    let passes: Vec<&str> = learned.dead_ends.iter().map(|end| end.pass.as_str()).collect();
    assert_eq!(passes, [PASS, "builtin.module(other)"]);
    assert!(learned.dead_ends.iter().all(|end| end.operation == met("*", Tensor)));
}
