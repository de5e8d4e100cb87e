//! Findings grouped by root cause.
//!
//! Findings of one signature are one bug until mutual replay says otherwise, and findings of different ones are different bugs
//! until it says otherwise: two are taken apart when neither's program shows anything through the other's culprit, and put
//! together when both do.

use super::fact::Fact;
use crate::judge::{Verdict, VerdictKind};
use crate::reduce::{PassEnd, is_of_fold_hook};
use std::collections::{BTreeMap, BTreeSet};

/// A finding to be grouped, on the MLIR it shows on.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its directory's name.
    pub name: String,
    /// The facts about it.
    pub fact: Fact,
}

/// Findings that are one bug as far as can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The signatures of its findings, that of the representative first.
    pub signatures: Vec<String>,
    /// Indices of its findings, the smallest first.
    pub members: Vec<usize>,
    /// The part of mutual replay in it.
    pub replayed: Option<Replayed>,
}

/// The effect of mutual replay on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Replayed {
    /// It was taken from others of its signature.
    Split,
    /// It was put together from several signatures.
    Merged,
}

impl Group {
    /// Its smallest finding.
    pub fn representative(&self) -> usize {
        self.members[0]
    }
}

/// The key that findings of one bug share at first sight: the verdict, the pass, and the way it ended.
type GroupKey = (VerdictKind, String, Option<PassEnd>);

fn key(member: &Member) -> GroupKey {
    let mut verdict = member.fact.verdict.clone();
    verdict.kind = manner(&verdict);
    (verdict.kind, verdict.signature(), member.fact.ended.clone())
}

/// The verdict findings are grouped by: what one miscompile shows as is chance. Numbers are wrong, an element is one that nobody wrote,
/// an access out of bounds, a loop or an allocation without end.
fn manner(verdict: &Verdict) -> VerdictKind {
    use VerdictKind::{Miscompiled, Mismatch, OutOfMemory, Timeout};
    let kind = verdict.kind;
    let blamed = verdict.pass.is_none() && !verdict.culprits.is_empty();
    let lowered = blamed || kind == Miscompiled;
    let wrong = kind.is_wrong_result() || matches!(kind, Timeout | OutOfMemory);
    if lowered && wrong { Mismatch } else { kind }
}

/// Groups findings. `replay` is told two of them, and says whether the program of the first shows through the culprit of the second
/// what the second shows; none where that cannot be tried.
pub fn group(members: &[Member], replay: &mut dyn FnMut(usize, usize) -> Option<bool>) -> Vec<Group> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    // A finding of unknown size names a group only if no other can.
    order.sort_by_key(|index| {
        let member = &members[*index];
        let size = member.fact.minimal.as_ref().map(|minimal| minimal.size);
        (size.is_none(), size, member.name.clone())
    });
    let mut keyed: BTreeMap<GroupKey, Vec<usize>> = BTreeMap::new();
    for index in order {
        keyed.entry(key(&members[index])).or_default().push(index);
    }
    let mut groups = Vec::new();
    for same in keyed.into_values() {
        groups.extend(split(members, &same, replay));
    }
    let mut groups = merge(members, groups, replay);
    groups
        .sort_by(|a, b| b.members.len().cmp(&a.members.len()).then_with(|| a.signatures.cmp(&b.signatures)));
    groups
}

/// Takes findings of one signature apart where neither shows what the other does.
fn split(
    members: &[Member],
    same: &[usize],
    replay: &mut dyn FnMut(usize, usize) -> Option<bool>,
) -> Vec<Group> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &index in same {
        let home = parts.iter_mut().find(|part| !apart(members, part[0], index, replay));
        match home {
            Some(part) => part.push(index),
            None => parts.push(vec![index]),
        }
    }
    let replayed = (parts.len() > 1).then_some(Replayed::Split);
    let group = |part: Vec<usize>| {
        let mut seen = BTreeSet::new();
        let mut signatures: Vec<String> =
            part.iter().map(|index| members[*index].fact.verdict.signature()).collect();
        signatures.retain(|signature| seen.insert(signature.clone()));
        Group { signatures, members: part, replayed }
    };
    parts.into_iter().map(group).collect()
}

/// True where two findings of one signature are two bugs.
fn apart(
    members: &[Member],
    one: usize,
    other: usize,
    replay: &mut dyn FnMut(usize, usize) -> Option<bool>,
) -> bool {
    if culprit(members, one).is_none() || culprit(members, one) == culprit(members, other) {
        // Each program goes through its own culprit then, which says nothing.
        return false;
    }
    replay(one, other) == Some(false) && replay(other, one) == Some(false)
}

fn culprit(members: &[Member], index: usize) -> Option<&str> {
    members[index].fact.minimal.as_ref().map(|minimal| minimal.candidate.path.culprit.as_str())
}

/// Puts groups of different signatures together where each one's smallest shows what the other's does.
fn merge(
    members: &[Member],
    mut groups: Vec<Group>,
    replay: &mut dyn FnMut(usize, usize) -> Option<bool>,
) -> Vec<Group> {
    let mut done: Vec<Group> = Vec::new();
    // The one with the smallest representative gives the name.
    let size =
        |group: &Group| members[group.representative()].fact.minimal.as_ref().map(|minimal| minimal.size);
    groups.sort_by_key(|group| (size(group).is_none(), size(group)));
    for group in groups {
        let one = group.representative();
        let same = done.iter_mut().find(|other| {
            if one_operation(members, &group, other) || one_least(members, &group, other) {
                return true;
            }
            let other = other.representative();
            if one_fold_hook(&members[one].fact, &members[other].fact) {
                return true;
            }
            alike(&members[one].fact, &members[other].fact)
                && culprit(members, one) != culprit(members, other)
                && replay(one, other) == Some(true)
                && replay(other, one) == Some(true)
        });
        match same {
            None => done.push(group),
            Some(other) => {
                other.members.extend(group.members);
                other.signatures.extend(group.signatures);
                let mut seen = BTreeSet::new();
                other.signatures.retain(|signature| seen.insert(signature.clone()));
                other.replayed = Some(Replayed::Merged);
            }
        }
    }
    done
}

/// True where the findings of both groups are of one operation that goes wrong by itself, in a pass that is to blame in both: several
/// passes fold, and which of them comes first is chance.
fn one_operation(members: &[Member], one: &Group, other: &Group) -> bool {
    let facts = |group: &Group| group.members.iter().map(|index| &members[*index].fact).collect::<Vec<_>>();
    let [one, other] = [facts(one), facts(other)];
    let same = one[0].verdict.operation.is_some()
        && one[0].verdict.operation == other[0].verdict.operation
        && one[0].verdict.kind == other[0].verdict.kind;
    let blamed: BTreeSet<&String> = other.iter().flat_map(|fact| &fact.verdict.culprits).collect();
    same && one.iter().flat_map(|fact| &fact.verdict.culprits).any(|culprit| blamed.contains(culprit))
}

/// True where a finding of each group was made smaller to the same program and path: one run shows both.
fn one_least(members: &[Member], one: &Group, other: &Group) -> bool {
    let least = |group: &Group| -> BTreeSet<(&str, Vec<String>)> {
        let facts = group.members.iter().map(|index| &members[*index].fact);
        let candidates = facts.filter_map(|fact| Some(&fact.minimal.as_ref()?.candidate));
        candidates.map(|least| (least.program.as_str(), least.path.with())).collect()
    };
    !least(one).is_disjoint(&least(other))
}

/// True where one fold hook falls over in both.
fn one_fold_hook(one: &Fact, other: &Fact) -> bool {
    one.ended == other.ended && one.ended.as_ref().is_some_and(is_of_fold_hook)
}

/// True where two findings of different signatures may be one bug: they end alike, or both are wrong results of one kind.
fn alike(one: &Fact, other: &Fact) -> bool {
    let told = one.minimal.is_some() && other.minimal.is_some();
    told && manner(&one.verdict) == manner(&other.verdict) && one.ended == other.ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::testing::fact;

    fn member(name: &str, kind: VerdictKind, pass: &str, operations: usize) -> Member {
        let mut fact = fact(kind, pass);
        if let Some(minimal) = &mut fact.minimal {
            minimal.size.operations = operations;
        }
        Member { name: name.into(), fact }
    }

    fn as_kind(mut member: Member, kind: VerdictKind) -> Member {
        member.fact.verdict.kind = kind;
        member
    }

    fn with_options(mut member: Member, options: &str) -> Member {
        let minimal = member.fact.minimal.as_mut().unwrap();
        minimal.candidate.path.culprit =
            minimal.candidate.path.culprit.replace(')', &format!("{{{options}}})"));
        member
    }

    fn sizes(groups: &[Group]) -> Vec<Vec<usize>> {
        groups.iter().map(|group| group.members.clone()).collect()
    }

    #[test]
    fn one_signature_is_one_bug_and_the_smallest_stands_for_it() {
        use VerdictKind::*;
        let members = [
            member("a", Crash, "cse", 4),
            member("b", Crash, "cse", 2),
            member("c", Crash, "inline", 1),
            member("d", Mismatch, "cse", 1),
        ];
        let mut asked = 0;
        let groups = group(&members, &mut |_, _| {
            asked += 1;
            Some(false)
        });
        assert_eq!(sizes(&groups), [vec![1, 0], vec![2], vec![3]]);
        assert_eq!(groups[0].signatures, ["crash-cse"]);
        assert!(asked > 0, "cse and inline end alike, so it was asked whether they are one");
    }

    #[test]
    fn one_miscompile_may_show_as_several_kinds() {
        use VerdictKind::*;
        let members = [
            member("a", Mismatch, "sccp", 4),
            member("b", Undefined, "sccp", 2),
            member("c", Memory, "sccp", 3),
            member("d", Undefined, "cse", 9),
            // A loop that does not end, and the pass that does not.
            as_kind(member("e", Mismatch, "sccp", 5), Timeout),
            member("f", Timeout, "sccp", 9),
        ];
        let groups = group(&members, &mut |_, _| Some(false));
        assert_eq!(sizes(&groups), [vec![1, 2, 0, 4], vec![5], vec![3]]);
        assert_eq!(groups[0].signatures, ["undefined-sccp", "memory-sccp", "mismatch-sccp", "timeout-sccp"]);
        // A finding without a culprit has only its kind to go by.
        let nobody = |name: &str, kind| {
            let mut member = member(name, kind, "sccp", 1);
            member.fact.verdict.culprits.clear();
            member
        };
        assert_eq!(group(&[nobody("a", Mismatch), nobody("b", Memory)], &mut |_, _| None).len(), 2);
    }

    #[test]
    fn how_it_ended_tells_bugs_of_one_pass_apart() {
        let mut other = member("b", VerdictKind::Crash, "cse", 1);
        other.fact.ended = Some(PassEnd::Said("another assertion".into()));
        other.fact.minimal.as_mut().unwrap().candidate.program = "another".into();
        let groups = group(&[member("a", VerdictKind::Crash, "cse", 1), other], &mut |_, _| None);
        assert_eq!(groups.len(), 2);
    }

    #[test]
    fn one_fold_hook_is_one_bug_whichever_pass_calls_it() {
        let fell = |pass: &str, function: &str| {
            let mut member = member(pass, VerdictKind::Crash, pass, 2);
            let functions = vec![function.to_owned()];
            member.fact.ended = Some(PassEnd::Fell { functions, places: Vec::new() });
            member
        };
        let sizes_of = |function| {
            let members = [fell("inline", function), fell("convert-to-llvm", function)];
            sizes(&group(&members, &mut |_, _| Some(false)))
        };
        assert_eq!(sizes_of("mlir::DivOp::fold(int)").len(), 1);
        assert_eq!(sizes_of("mlir::Value::replace(int)").len(), 2, "each shows nothing through the other");
    }

    #[test]
    fn one_least_program_and_path_are_one_bug() {
        let least = |name: &str, said: &str, program: &str| {
            let mut member = member(name, VerdictKind::Crash, "cse", 1);
            member.fact.ended = Some(PassEnd::Said(said.into()));
            member.fact.minimal.as_mut().unwrap().candidate.program = program.into();
            member
        };
        let members = [least("a", "one", "x"), least("b", "another", "x"), least("c", "a third", "y")];
        assert_eq!(sizes(&group(&members, &mut |_, _| None)), [vec![1, 0], vec![2]]);
    }

    #[test]
    fn mutual_replay_takes_apart_and_puts_together() {
        use VerdictKind::*;
        let two = [
            with_options(member("a", Crash, "p", 1), "x=1"),
            with_options(member("b", Crash, "p", 2), "x=2"),
        ];
        let said = |answer: [Option<bool>; 2]| sizes(&group(&two, &mut |one, _| answer[one])).len();
        assert_eq!(said([Some(false), Some(false)]), 2);
        assert_eq!(said([Some(false), Some(true)]), 1, "one of them needs less");
        assert_eq!(said([None, Some(false)]), 1, "it could not be tried");
        let wrong = [member("a", Mismatch, "cse", 1), member("b", Mismatch, "sccp", 2)];
        let merged = group(&wrong, &mut |_, _| Some(true));
        assert_eq!(sizes(&merged), [vec![0, 1]]);
        assert_eq!(merged[0].signatures, ["mismatch-cse", "mismatch-sccp"]);
        assert_eq!(merged[0].replayed, Some(Replayed::Merged));
        assert_eq!(group(&wrong, &mut |one, _| Some(one == 0)).len(), 2);
        let by_itself = |name: &str, culprits: &[&str]| {
            let mut member = member(name, Mismatch, "", 1);
            member.fact.minimal = None;
            member.fact.verdict.operation = Some("tosa.mul-i16-i32".to_owned().into());
            member.fact.verdict.culprits = culprits.iter().map(|pass| pass.to_string()).collect();
            member
        };
        let folds = [
            by_itself("a", &["inline"]),
            by_itself("b", &["sccp"]),
            by_itself("c", &["inline", "sccp"]),
            by_itself("d", &["tosa-to-linalg"]),
        ];
        assert_eq!(sizes(&group(&folds, &mut |_, _| None)), [vec![0, 2, 1], vec![3]]);
        let kinds = |other| [member("a", Mismatch, "cse", 1), member("b", other, "sccp", 2)];
        assert_eq!(group(&kinds(Memory), &mut |_, _| Some(true)).len(), 1, "each shows what the other does");
        assert_eq!(group(&kinds(Memory), &mut |_, _| Some(false)).len(), 2);
        assert_eq!(group(&kinds(Crash), &mut |_, _| Some(true)).len(), 2, "one of them ends in its pass");
    }
}
