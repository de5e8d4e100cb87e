//! The result of a triage: the document, the lines for a person, and the additions to each finding's own document.

use super::document::{GroupDocument, SortedFinding};
use super::fact::{Fact, Shows};
use super::group::{Group, Member};
use crate::finding::{Finding, State, VersionRecord, may_be};
use crate::judge::policy::{self, Closed};
use crate::report::{self, Asking, KNOWN, issue};
use crate::words;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The facts about one group beside its members.
pub struct Told<'a> {
    /// The findings that were grouped.
    pub members: &'a [Member],
    /// The facts about each of them on each MLIR, in the same order.
    pub versions: &'a [Vec<Fact>],
    /// The bug each is.
    pub named: &'a [BugName],
}

/// Which bug a finding is, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BugName {
    /// The label of the bug it is known as.
    pub known: Option<String>,
    /// The label of one it may be: nothing but the pass says so.
    pub like: Option<String>,
}

/// One MLIR's word on a finding: on what its report shows, where that could be run there, and `found` is its word on the whole
/// finding then, where that is another one; `contradicts` where its paths agree on what is taken for wrong.
pub fn version(fact: &Fact) -> VersionRecord {
    let whole = (fact.shows, &fact.verdict, &fact.run);
    let told = fact.reported.as_ref().map(|seen| (seen.shows, &seen.verdict, &seen.run));
    let (shows, verdict, run) = told.unwrap_or(whole);
    VersionRecord {
        mlir: fact.mlir.clone(),
        shows,
        verdict: verdict.kind,
        detail: words::reported_verdict(verdict),
        run: run.clone(),
        contradicts: fact.reported.as_ref().is_some_and(|seen| seen.contradicts),
        found: Some(fact.shows).filter(|found| *found != shows),
    }
}

/// One word for each MLIR: where any of these findings shows, where none does, where it could not be tried.
fn words(versions: &[&[Fact]]) -> BTreeMap<String, Shows> {
    let mut words: BTreeMap<String, Shows> = BTreeMap::new();
    for fact in versions.iter().flat_map(|facts| facts.iter()) {
        let word = words.entry(fact.mlir.name.clone()).or_insert(Shows::Unknown);
        // From the one that says most on.
        let rank = |shows: Shows| match shows {
            Shows::Yes => 4,
            Shows::Flaky => 3,
            Shows::Other => 2,
            Shows::No => 1,
            Shows::Unknown => 0,
        };
        if rank(fact.shows) > rank(*word) {
            *word = fact.shows;
        }
    }
    words
}

/// The MLIRs by their words, those that show it first: `shows on 22, head; unknown on 19`.
fn said(words: &BTreeMap<String, Shows>) -> String {
    let all = [Shows::Yes, Shows::Flaky, Shows::Other, Shows::No, Shows::Unknown];
    let of = |shows: Shows| {
        let names: Vec<&str> =
            words.iter().filter(|(_, own)| **own == shows).map(|(name, _)| name.as_str()).collect();
        let word = match shows {
            Shows::Yes => "shows",
            Shows::Other => "another finding",
            Shows::No => "not",
            Shows::Flaky | Shows::Unknown => shows.name(),
        };
        (!names.is_empty()).then(|| format!("{word} on {}", names.join(", ")))
    };
    all.into_iter().filter_map(of).collect::<Vec<_>>().join("; ")
}

impl Told<'_> {
    /// The labels of a group in which each finding carries one, and how many carry which.
    fn labels(&self, group: &Group) -> (Option<String>, BTreeMap<String, usize>) {
        let mut labels: BTreeMap<String, usize> = BTreeMap::new();
        for label in group.members.iter().filter_map(|index| self.named[*index].known.as_ref()) {
            *labels.entry(label.clone()).or_default() += 1;
        }
        let is_all = labels.values().sum::<usize>() == group.members.len();
        let all = is_all.then(|| labels.keys().cloned().collect::<Vec<_>>().join(", "));
        (all, labels)
    }

    /// The bugs that findings of a group may be: ones of the newest MLIR that shows them.
    fn like(&self, group: &Group) -> BTreeSet<&str> {
        let of = |index: &usize| {
            let newest = self.versions[*index].iter().find(|fact| fact.shows == Shows::Yes);
            let newest = newest.map(|fact| &fact.mlir);
            self.named[*index].like.as_deref().filter(|label| may_be(label, newest))
        };
        group.members.iter().filter_map(of).collect()
    }

    /// True where every finding of a group is known.
    pub fn is_known(&self, group: &Group) -> bool {
        self.labels(group).0.is_some()
    }

    /// The state of a group, which shows on the newest MLIR that can tell.
    fn state(&self, group: &Group) -> State {
        let like = self.like(group).into_iter().collect::<Vec<_>>().join(", ");
        let like = Some(like.as_str()).filter(|like| !like.is_empty());
        State::told([], self.labels(group).0.as_deref(), like)
    }

    /// The reason why maintainers would close what a group shows, where that is known.
    pub fn closed(&self, group: &Group) -> Option<Closed> {
        let fact = &self.members[group.representative()].fact;
        let culprit = fact.minimal.as_ref().map(|minimal| minimal.candidate.path.culprit.clone());
        let steps: Vec<String> = culprit.into_iter().collect();
        let (pass, source) = (fact.verdict.suspect(), fact.source_broken.as_ref());
        policy::closed(&fact.verdict, pass.as_deref(), &steps, &fact.signs.broken, source)
    }

    fn words(&self, group: &Group) -> BTreeMap<String, Shows> {
        let facts: Vec<&[Fact]> =
            group.members.iter().map(|index| self.versions[*index].as_slice()).collect();
        words(&facts)
    }

    /// A group as its document.
    pub fn group(&self, group: &Group) -> GroupDocument {
        let small = &self.members[group.representative()];
        let fact = &small.fact;
        let (known, labels) = self.labels(group);
        let minimal = fact.minimal.as_ref();
        GroupDocument {
            signature: group.signatures[0].clone(),
            signatures: group.signatures.clone(),
            verdict: fact.verdict.kind,
            pass: fact.verdict.suspect(),
            ended: fact.ended.as_ref().map(report::pass_end),
            detail: words::detail(&fact.verdict.detail),
            culprit: minimal.map(|minimal| minimal.candidate.path.culprit.clone()),
            operations: minimal.map(|minimal| minimal.size.operations),
            steps: minimal.map(|minimal| minimal.size.steps + 1),
            untold: fact.untold.as_ref().map(report::no_least),
            representative: small.name.clone(),
            findings: group.members.iter().map(|index| self.members[*index].name.clone()).collect(),
            replayed: group.replayed,
            state: self.state(group).to_string(),
            closed: self.closed(group),
            known,
            labels,
            like: self.like(group).into_iter().map(str::to_owned).collect(),
            mlir: self.words(group),
        }
    }

    /// A group in lines.
    pub fn lines(&self, group: &Group) -> Vec<String> {
        let small = &self.members[group.representative()];
        let mut line = format!("{:5} {}", group.members.len(), group.signatures[0]);
        if let [_, others @ ..] = &group.signatures[..]
            && !others.is_empty()
        {
            line += &format!(", as {}", others.join(", "));
        }
        line += &format!("; {}", said(&self.words(group)));
        if let (None, labels) = self.labels(group)
            && !labels.is_empty()
        {
            let some: Vec<String> =
                labels.iter().map(|(label, count)| format!("{label} ({count})")).collect();
            line += &format!("; some known: {}", some.join(", "));
        }
        line += &format!("; {}", self.state(group));
        if let Some(closed) = self.closed(group) {
            line += &format!("; maintainers close it: {} ({})", closed.reason, closed.source);
        }
        let size = match (&small.fact.minimal, &small.fact.untold) {
            (Some(minimal), _) => {
                let operations = words::count(minimal.size.operations, "operation");
                format!("{operations} before {}", minimal.candidate.path.culprit)
            }
            (None, Some(why)) => report::no_least(why),
            (None, None) => report::shortened(&words::verdict(&small.fact.verdict)),
        };
        vec![line, format!("      {}: {size}", small.name)]
    }
}

/// Findings that are in no group, in lines.
pub fn lines(title: &str, findings: &[SortedFinding]) -> Vec<String> {
    let mut lines = Vec::new();
    if !findings.is_empty() {
        lines.push(format!("{title}: {}", findings.len()));
        lines.extend(findings.iter().map(|SortedFinding { finding, why }| format!("      {finding}: {why}")));
    }
    lines
}

/// Puts what was found out into the document of a finding, and leaves the rest of it as it is.
///
/// # Errors
/// The document is none of a finding, or cannot be written.
pub fn note(folder: &Path, versions: &[Fact], group: Option<(&str, &BugName)>) -> Result<()> {
    let noted = Finding::update(folder, |finding| {
        finding.versions = versions.iter().map(version).collect();
        let Some((group, name)) = group else { return };
        finding.group = Some(group.to_owned());
        finding.like.clone_from(&name.like);
        // A campaign keeps what it was told of under the label.
        let told = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(KNOWN));
        if name.known.is_some() || !told {
            finding.seen.verdict.known.clone_from(&name.known);
        }
    });
    let noted = noted.and_then(|()| issue::write(folder, Asking::Now));
    noted.with_context(|| format!("cannot note what was found of {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Detail, VerdictKind};
    use crate::triage::testing::fact;
    use serde_json::{Value, json};

    #[test]
    fn what_a_finding_is_known_as_is_in_its_document_and_report() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("finding.json");
        std::fs::write(&file, r#"{ "verdict": "mismatch" }"#).unwrap();
        let read = || serde_json::from_str::<Value>(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let report = || std::fs::read_to_string(dir.path().join("report.md")).unwrap();
        let known = BugName { known: Some("LLVM 1".into()), like: None };
        note(dir.path(), &[], Some(("g", &known))).unwrap();
        assert_eq!((&read()["known"], &read()["group"]), (&json!("LLVM 1"), &json!("g")));
        assert!(report().contains("fits the description of LLVM 1"));
        let like = BugName { known: None, like: Some("LLVM 2".into()) };
        note(dir.path(), &[], Some(("g", &like))).unwrap();
        assert_eq!((&read()["known"], &read()["like"]), (&Value::Null, &json!("LLVM 2")));
        assert!(report().contains("it may be LLVM 2"));
    }

    #[test]
    fn versions_are_told_by_what_they_show() {
        let words = [("19", Shows::Unknown), ("22", Shows::Yes), ("23", Shows::No), ("head", Shows::Yes)];
        let words = words.into_iter().map(|(name, shows)| (name.to_owned(), shows)).collect();
        assert_eq!(said(&words), "shows on 22, head; not on 23; unknown on 19");
    }

    #[test]
    fn a_long_sentence_is_cut_in_the_lines() {
        let mut fact = fact(VerdictKind::Nondeterministic, "cse");
        fact.minimal = None;
        fact.verdict.detail = Detail::Told("%0 = arith.constant 0 : i32 ".repeat(40));
        let members = [Member { name: "a".into(), fact: fact.clone() }];
        let groups = crate::triage::group(&members, &mut |_, _| None);
        let told = Told { members: &members, versions: &[vec![fact]], named: &[BugName::default()] };
        let lines = told.lines(&groups[0]);
        let (name, sentence) = lines[1].trim_start().split_once(": ").expect("a name, and a sentence");
        assert!(name == "a" && sentence.ends_with(" ...") && sentence.chars().count() <= 200, "{lines:?}");
    }

    #[test]
    fn a_group_that_is_like_a_known_bug_is_not_known() {
        let members = [Member { name: "a".into(), fact: fact(VerdictKind::Mismatch, "cse") }];
        let groups = crate::triage::group(&members, &mut |_, _| None);
        let versions = [vec![members[0].fact.clone()]];
        let tell = |named: BugName| {
            let told = Told { members: &members, versions: &versions, named: &[named] };
            (told.is_known(&groups[0]), told.lines(&groups[0])[0].clone(), told.group(&groups[0]).like)
        };
        let (known, line, like) = tell(BugName { known: None, like: Some("LLVM 2".into()) });
        assert!(
            !known && line.ends_with("; new, like LLVM 2") && like == BTreeSet::from(["LLVM 2".to_owned()]),
            "{line}"
        );
        assert!(tell(BugName { known: Some("LLVM 2".into()), like: None }).0);
        // Two names of known bugs are no new one.
        let both = ["a", "b"].map(|name| Member { name: name.into(), ..members[0].clone() });
        let groups = crate::triage::group(&both, &mut |_, _| None);
        let known = |label: &str| BugName { known: Some(label.into()), like: None };
        let facts = [versions[0].clone(), versions[0].clone()];
        let tell = |named: &[BugName]| {
            let told = Told { members: &both, versions: &facts, named };
            (groups.len(), told.is_known(&groups[0]), told.lines(&groups[0])[0].clone())
        };
        let (count, is_known, line) = tell(&[known("LLVM 2"), known("LLVM 3")]);
        assert!((count, is_known) == (1, true) && line.ends_with("; known: LLVM 2, LLVM 3"), "{line}");
        let (_, is_known, line) = tell(&[known("LLVM 2"), BugName::default()]);
        assert!(!is_known && line.contains("some known: LLVM 2 (1)") && line.ends_with("; new"), "{line}");
    }
}
