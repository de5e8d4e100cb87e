//! `lowdiff triage`: findings told apart by root cause.

use super::counting::Counting;
use super::folder_lock::FolderLock;
use super::input::{Jobs, KnownBugs, Timeout};
use super::output;
use crate::explore::is_of_campaign;
use crate::finding::{Finding, Shows, State, VersionRecord};
use crate::judge::Known;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::report::Mlir;
use crate::triage::{
    self, AnswerJournal, BugName, Crew, Group, Inquiry, Investigated, Member, RecordedFinding, Shelf,
    SortedFinding, Told, TriageDocument, answer_orders, group, program,
};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

/// The document of the last triage, beside the findings.
const DOCUMENT: &str = "triage.json";

/// Tell which findings are one bug, which are known and which are fixed
///
/// Each finding is run again on every MLIR that is set up. Findings with one root cause make a group, named by its smallest.
/// A finding that the newest MLIR that can tell does not show any more is fixed; with --move-fixed it moves to DIR/regression, and back
/// when it shows again. Nothing is deleted. Answers are kept in DIR/triage.jsonl: the same command goes on from there, and asks everything again without it.
///
/// Exit status: 0 every bug is known or fixed; 1 some are not; 2 usage or set-up error, or a damaged finding.
#[derive(Debug, Args)]
pub struct Triage {
    /// A directory of findings
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The MLIRs to ask; may be repeated. By default those that are set up, and those the findings were found on
    #[arg(long = "mlir", value_name = "NAME|PATH")]
    mlirs: Vec<String>,
    /// Worker processes, for each MLIR
    #[arg(long, value_name = "N|auto", default_value = "1")]
    jobs: Jobs,
    /// Move findings that are fixed to DIR/regression, and those back that show again
    #[arg(long)]
    move_fixed: bool,
    #[command(flatten)]
    known: KnownBugs,
    #[command(flatten)]
    timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The outcomes of findings that are in no group.
#[derive(Default)]
struct Rest {
    fixed: Vec<SortedFinding>,
    returned: Vec<SortedFinding>,
    unsettled: Vec<SortedFinding>,
    /// Those that another lowdiff works on.
    busy: Vec<String>,
}

impl Triage {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let begin = Instant::now();
        let (known, alike) = (self.known.read()?, self.known.alike());
        let shelf = Shelf::open(&self.directory)?;
        let mut lock = FolderLock::new();
        lock.hold(&self.directory)?;
        let (open, findings): (Vec<PathBuf>, Vec<PathBuf>) = shelf
            .findings()?
            .into_iter()
            .partition(|place| RecordedFinding::read(place).is_ok_and(|origin| origin.is_incomparable()));
        // A finding that is being reduced is written to, and would lose its place.
        let (busy, findings): (Vec<PathBuf>, Vec<PathBuf>) =
            findings.into_iter().partition(|place| FolderLock::is_held(place));
        if findings.is_empty() && open.is_empty() && busy.is_empty() && is_of_campaign(&self.directory) {
            return self.nothing();
        }
        if findings.is_empty() && open.is_empty() && busy.is_empty() {
            bail!("{} holds no findings: give the directory of --out", self.directory.display());
        }
        let open: Vec<String> = open.iter().map(|place| name(place)).collect();
        let mlirs = self.mlirs(&findings)?;
        let journal = Mutex::new(AnswerJournal::open(&self.directory)?);
        let timeout = self.timeout.word();
        let inquiry = Inquiry { mlirs: &mlirs, timeout: &timeout, journal: &journal };
        let counting = Counting::new(findings.len(), "findings");
        let mut found = inquiry.all(&findings, self.jobs.number(), &|done| counting.show(done))?;
        drop(counting);
        let mut rest = sort(&shelf, &mut found, (&mlirs, &known), self.move_fixed)?;
        rest.busy.extend(busy.iter().map(|place| name(place)));
        let shows =
            |one: &&Investigated| matches!(one.state(), State::New(_)) && !shelf.is_fixed(&one.finding);
        let live: Vec<&Investigated> =
            found.iter().filter(shows).filter(|one| one.main().is_some()).collect();
        let members: Vec<Member> = live.iter().filter_map(|one| member(one)).collect();
        let groups = grouped(&inquiry, &members)?;
        let named: Vec<BugName> = members
            .iter()
            .map(|member| named(member, (&known, &alike), &self.directory.join(&member.name)))
            .collect();
        let versions: Vec<Vec<_>> = live.iter().map(|one| one.facts.clone().unwrap_or_default()).collect();
        let told = Told { members: &members, versions: &versions, named: &named };
        for (index, group) in groups.iter().enumerate() {
            for member in &group.members {
                let place = self.directory.join(&members[*member].name);
                noted(&place, &versions[*member], Some((&title(&groups, index), &named[*member])));
            }
        }
        let unknown = groups.iter().filter(|group| !told.is_known(group)).count();
        let document = TriageDocument {
            findings: found.len(),
            incomparable: open.clone(),
            busy: rest.busy.clone(),
            groups: groups.iter().map(|group| told.group(group)).collect(),
            fixed: rest.fixed.clone(),
            returned: rest.returned.clone(),
            unsettled: rest.unsettled.clone(),
            mlir: mlirs.clone(),
            seconds: begin.elapsed().as_secs_f64(),
        };
        let text = format!("{:#}", json!(document));
        crate::files::write(&self.directory.join(DOCUMENT), format!("{text}\n"))?;
        if self.json {
            output::data(&text)?;
        } else {
            self.say(&groups, &told, &rest, (found.len(), open.len()))?;
        }
        // Each was named with what is wrong with it.
        let damaged = findings.iter().any(|place| RecordedFinding::read(place).is_err());
        let there_again = !self.move_fixed && !rest.returned.is_empty();
        Ok(if damaged { 2 } else { u8::from(unknown > 0 || there_again) })
    }

    /// Says that a campaign kept no findings.
    fn nothing(&self) -> anyhow::Result<u8> {
        if self.json {
            output::data(&format!("{:#}", json!(TriageDocument::default())))?;
            return Ok(0);
        }
        output::no_findings(&self.directory, false)
    }

    /// The MLIRs to ask, the newest first.
    fn mlirs(&self, findings: &[PathBuf]) -> anyhow::Result<Vec<Mlir>> {
        let mut mlirs: Vec<Mlir> = Vec::new();
        let mut add = |mlir: Mlir| {
            if !mlirs.iter().any(|other| other.build_id == mlir.build_id && other.name == mlir.name) {
                mlirs.push(mlir);
            }
        };
        if self.mlirs.is_empty() {
            for toolchain in toolchain::present() {
                match toolchain {
                    Ok(toolchain) => add(Mlir::of(&toolchain)),
                    Err(error) => tell(&format!("left out: {error:#}")),
                }
            }
            // A build of the user's own is asked too, where it is still there.
            let homes = findings.iter().filter_map(|finding| RecordedFinding::read(finding).ok()?.mlir);
            let homes: std::collections::BTreeSet<String> = homes.collect();
            homes
                .iter()
                .filter_map(|home| toolchain::find(home).ok())
                .for_each(|found| add(Mlir::of(&found)));
        } else {
            for name in &self.mlirs {
                add(Mlir::of(&toolchain::find(name)?));
            }
        }
        if mlirs.is_empty() {
            bail!("no MLIR is set up: run ./scripts/setup.sh, or give --mlir");
        }
        mlirs.sort_by_key(|mlir| (Reverse(mlir.numbers()), mlir.name.clone()));
        Ok(mlirs)
    }

    fn say(
        &self,
        groups: &[Group],
        told: &Told<'_>,
        rest: &Rest,
        (findings, open): (usize, usize),
    ) -> anyhow::Result<()> {
        let known = groups.iter().filter(|group| told.is_known(group)).count();
        let is_second = |group: &&Group| told.closed(group).is_some() && !told.is_known(group);
        let closed = groups.iter().filter(is_second).count();
        output::data(&format!(
            "findings: {findings}; bugs: {} (new: {}, known: {known}, second queue: {closed}); findings fixed: {}, unsettled: {}",
            groups.len(),
            groups.len() - known - closed,
            rest.fixed.len(),
            rest.unsettled.len()
        ))?;
        if open > 0 {
            output::data(&format!("incomparable, left as they are: {open}"))?;
        }
        if !rest.busy.is_empty() {
            output::data(&format!("left alone, as another lowdiff works on them: {}", rest.busy.join(", ")))?;
        }
        let lists = [
            triage::lines(if self.move_fixed { "fixed, in regression" } else { "fixed" }, &rest.fixed),
            triage::lines("fixed before, and there again", &rest.returned),
            triage::lines("unsettled", &rest.unsettled),
        ];
        let (second, first): (Vec<&Group>, Vec<&Group>) =
            groups.iter().partition(|group| told.closed(group).is_some());
        for line in first.into_iter().flat_map(|group| told.lines(group)) {
            output::data(&line)?;
        }
        if !second.is_empty() {
            output::data(&format!("second queue, which maintainers close: {}", second.len()))?;
        }
        let second = second.into_iter().flat_map(|group| told.lines(group));
        for line in second.chain(lists.into_iter().flatten()) {
            output::data(&line)?;
        }
        Ok(())
    }
}

/// The bug that a finding is or is like, of these that are known and those that are like others.
fn named(member: &Member, (known, alike): (&Known, &Known), finding: &Path) -> BugName {
    let program = program(finding);
    let label = |bugs| member.fact.label(bugs, &program).map(str::to_owned);
    match label(known) {
        Some(label) => BugName { known: Some(label), like: None },
        None => BugName { known: None, like: label(alike) },
    }
}

/// The facts that a finding is grouped by.
fn member(one: &Investigated) -> Option<Member> {
    Some(Member { name: name(&one.finding), fact: one.main()?.clone() })
}

/// A finding that is in no group, and why.
fn sorted(one: &Investigated, why: String) -> SortedFinding {
    SortedFinding { finding: name(&one.finding), why }
}

fn name(finding: &Path) -> String {
    finding.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Groups findings, and asks where it takes an exchange of their programs.
fn grouped(inquiry: &Inquiry<'_>, members: &[Member]) -> anyhow::Result<Vec<Group>> {
    let mut crew = Crew::new(inquiry.timeout.to_owned());
    let mut failed = None;
    let mut replay = |one: usize, other: usize| {
        let answer = inquiry.exchange(&mut crew, &members[one].fact, &members[other].fact);
        answer.unwrap_or_else(|error| {
            failed = Some(error);
            None
        })
    };
    let groups = group(members, &mut replay);
    match failed {
        Some(error) => Err(error).context("the findings cannot be grouped"),
        None => Ok(groups),
    }
}

/// The name of a group in its findings' documents: its signature, with a number where several have it.
fn title(groups: &[Group], index: usize) -> String {
    let signature = &groups[index].signatures[0];
    let before = groups[..index].iter().filter(|other| other.signatures[0] == *signature).count();
    if before == 0 { signature.clone() } else { format!("{signature}-{}", before + 1) }
}

/// Tells what is fixed, and what came back, and puts it where it belongs if it is to move. A finding that somebody began to reduce meanwhile stays as
/// it is.
fn sort(
    shelf: &Shelf,
    found: &mut Vec<Investigated>,
    (asked, known): (&[Mlir], &Known),
    moves: bool,
) -> anyhow::Result<Rest> {
    let mut rest = Rest::default();
    found.retain(|one| {
        let held = FolderLock::is_held(&one.finding);
        if held {
            rest.busy.push(name(&one.finding));
        }
        !held
    });
    for one in found {
        let state = one.state();
        let live = matches!(state, State::New(_));
        if shelf.is_fixed(&one.finding)
            && live
            && let Some(fixed) = fixed_on(&one.finding, asked)
        {
            rest.fixed.push(sorted(one, format!("fixed on {fixed}, which was not asked")));
            continue;
        }
        if !live {
            noted(&one.finding, one.facts.as_deref().unwrap_or_default(), None);
        }
        match state {
            State::Fixed(_) => {
                if moves {
                    one.finding = shelf.shelve(&one.finding, true)?;
                }
                let label = label_of_fixed(one, known);
                let label = label.map(|label| format!(", it was {label}")).unwrap_or_default();
                rest.fixed.push(sorted(one, format!("{state}{label}; {}", one.why())));
            }
            State::Unsettled => rest.unsettled.push(sorted(one, one.why())),
            State::New(_) | State::Known(_) if shelf.is_fixed(&one.finding) => {
                if moves {
                    one.finding = shelf.shelve(&one.finding, false)?;
                }
                rest.returned.push(sorted(one, one.why()));
            }
            State::New(_) | State::Known(_) => {}
        }
    }
    Ok(rest)
}

/// The label of a bug that is fixed: by an MLIR that still shows it, else as it was written down.
fn label_of_fixed(one: &Investigated, known: &Known) -> Option<String> {
    let program = program(&one.finding);
    let shown = one.facts.iter().flatten().filter(|fact| fact.shows == Shows::Yes);
    let label = shown.filter_map(|fact| fact.label(known, &program)).next().map(str::to_owned);
    label.or_else(|| Finding::read(&one.finding).ok()?.verdict().known.clone())
}

/// The MLIR that showed a finding fixed, where it is none of those that were asked: its word stands.
fn fixed_on(finding: &Path, asked: &[Mlir]) -> Option<String> {
    let finding = Finding::read(finding).ok()?;
    let fixed = |record: &&VersionRecord| record.of_whole() == Shows::No;
    let by = &finding.versions.iter().find(fixed)?.mlir.name;
    asked.iter().all(|mlir| mlir.name != *by).then(|| by.clone())
}

/// Writes down what was found out; a document that is damaged is no reason to stop.
fn noted(finding: &Path, facts: &[triage::Fact], group: Option<(&str, &BugName)>) {
    if let Err(error) = triage::note(finding, facts, group) {
        tell(&format!("{error:#}"));
    }
}

/// Answers for a triage, which asks on standard input.
#[derive(Debug, Args)]
pub struct TriageWorker {
    #[arg(long)]
    mlir: String,
    #[command(flatten)]
    timeout: Timeout,
}

impl TriageWorker {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        answer_orders(&self.mlir, self.timeout.terms())?;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{AskedRun, CaseRecord};
    use crate::judge::{Detail, Verdict, VerdictKind};

    #[test]
    fn who_was_not_asked_keeps_what_is_fixed_where_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let mlir = |name: &str| Mlir {
            name: name.into(),
            version: name.into(),
            build_id: "ab".into(),
            commit: None,
        };
        let says = |name: &str, found: Option<Shows>| VersionRecord {
            mlir: mlir(name),
            shows: Shows::Yes,
            verdict: VerdictKind::Crash,
            detail: String::new(),
            run: AskedRun::Whole {},
            contradicts: false,
            found,
        };
        let crash = Verdict::finding(VerdictKind::Crash, Some("cse".into()), Detail::default());
        let versions = vec![says("head", Some(Shows::No)), says("22", None)];
        let finding = Finding { versions, ..Finding::new(CaseRecord::of(&crash, &[])) };
        finding.write(dir.path()).unwrap();
        assert_eq!(fixed_on(dir.path(), &[mlir("22")]).as_deref(), Some("head"));
        assert_eq!(fixed_on(dir.path(), &[mlir("head"), mlir("22")]), None);
    }
}
