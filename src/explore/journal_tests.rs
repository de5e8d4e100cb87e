//! A journal is readable after whatever may have happened to the process that wrote it.

use super::*;
use crate::explore::{Mode, PathOptions, Record};
use crate::judge::VerdictKind;

fn plan(out: &Path) -> CampaignPlan {
    let path_options = PathOptions { max_step: 9, through: vec!["cse".into()], ..PathOptions::default() };
    let mlirs = vec!["22".into(), "19".into()];
    CampaignPlan {
        seed: 7,
        mlirs,
        paths: Some(9),
        path_options,
        out: out.into(),
        jobs: 1,
        ..CampaignPlan::default()
    }
}

/// The facts told of a program's finding.
fn kept(program: u64) -> Kept {
    Kept {
        directory: format!("crash-cse-{program}").into(),
        mlir: "22".into(),
        verdict: VerdictKind::Crash,
        signature: "crash-cse".into(),
        culprit: Some("cse".into()),
        closed: None,
        known: None,
    }
}

/// A program of one finding, whose path ended in this module.
fn entry(program: u64, module: u64) -> Entry {
    let mut stats = Stats { inputs: 1, ..Stats::default() };
    stats.modules.insert(module);
    stats.signatures.insert("crash-cse".into(), 1);
    Entry { done: vec![(0, program)], stats, findings: vec![kept(program)], ..Entry::default() }
}

/// A journal of two programs.
fn written(out: &Path) -> PathBuf {
    let mut journal = Journal::begin(&plan(out), ["old".to_owned()].into()).unwrap();
    journal.add(Entry { done: vec![(1, 0)], ..entry(0, 5) });
    journal.write(1.5, 2, false).unwrap();
    journal.add(entry(2, u64::MAX));
    journal.write(2.5, 4, true).unwrap();
    journal.path
}

#[test]
fn what_was_written_is_what_is_read() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    let (_, read, past) = Journal::resume(folder.path()).unwrap();
    assert_eq!(read, plan(folder.path()));
    assert_eq!(past.done, [BTreeSet::from([2]), BTreeSet::from([0])]);
    assert_eq!(past.before, Some(["old".to_owned()].into()));
    let summary = past.summary;
    assert_eq!((summary.seconds, summary.begun, summary.stats.inputs), (2.5, 4, 2));
    assert_eq!(summary.stats.modules, [5, u64::MAX].into());
    assert_eq!((summary.findings.len(), summary.stats.signatures["crash-cse"]), (2, 2));
}

#[test]
fn a_torn_line_costs_its_programs_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    let whole = fs::read(&path).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    for end in [whole.len() - 1, whole.len() - 40, lines[0].len() + lines[1].len() + 1] {
        fs::write(&path, &whole[..end]).unwrap();
        let (mut journal, _, past) = Journal::resume(folder.path()).unwrap();
        assert_eq!(past.done, [BTreeSet::new(), BTreeSet::from([0])], "{end}");
        journal.add(entry(2, u64::MAX));
        journal.write(2.5, 4, true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "it goes on behind the last whole line");
    }
    fs::write(&path, &whole[..lines[0].len() - 1]).unwrap();
    let said = Journal::resume(folder.path()).unwrap_err().to_string();
    assert!(said.contains("there is no campaign in"), "{said}");
    let damaged = [lines[0], b"{\n", lines[2]].concat();
    fs::write(&path, damaged).unwrap();
    let said = Journal::resume(folder.path()).unwrap_err().to_string();
    assert!(said.contains("campaign-1.jsonl, line 2 is damaged: remove the line"), "{said}");
}

#[test]
fn campaigns_of_one_folder_stay_apart() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Record::all(folder.path()).unwrap(), []);
    written(folder.path());
    let other = CampaignPlan { seed: 8, ..plan(folder.path()) };
    let running = Journal::begin(&other, BTreeSet::new()).unwrap();
    let records = Record::all(folder.path()).unwrap();
    let told: Vec<_> = records.iter().map(|record| (record.seed, record.programs)).collect();
    assert_eq!(told, [(7, 4), (8, 0)]);
    assert_eq!((&records[0].path_options, records[0].mode), (&other.path_options, Mode::Graph(9)));
    let said = Journal::resume(folder.path()).unwrap_err().to_string();
    assert!(said.contains("is still running"), "{said}");
    drop(running);
    assert_eq!(Journal::resume(folder.path()).unwrap().1.seed, 8, "the last one");
}

#[test]
fn nothing_is_written_without_need() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::begin(&plan(folder.path()), BTreeSet::new()).unwrap();
    let length = journal.length;
    journal.add(Entry { findings: vec![], ..entry(0, 1) });
    journal.write(1.0, 1, false).unwrap();
    assert_eq!(journal.length, length, "it is not time");
    journal.add(entry(1, 2));
    journal.write(1.0, 2, false).unwrap();
    let after = journal.length;
    assert!(after > length, "a finding is written at once");
    journal.write(9.0, 2, false).unwrap();
    assert_eq!(journal.length, after, "there is nothing to say");
}

#[test]
fn a_full_disk_loses_nothing_once_there_is_room_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::begin(&plan(folder.path()), BTreeSet::new()).unwrap();
    let good = std::mem::replace(&mut journal.file, File::options().write(true).open("/dev/full").unwrap());
    journal.add(entry(0, 1));
    assert!(journal.write(1.0, 1, false).is_err());
    journal.file = good;
    journal.write(2.0, 1, true).unwrap();
    drop(journal);
    let (_, _, past) = Journal::resume(folder.path()).unwrap();
    assert_eq!((past.done[0].len(), past.summary.findings.len()), (1, 1));
}

#[test]
fn a_program_that_has_changed_is_no_program_of_the_campaign() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.mlir");
    fs::write(&file, "module {}").unwrap();
    drop(
        Journal::begin(&CampaignPlan { files: vec![file.clone()], ..plan(folder.path()) }, BTreeSet::new())
            .unwrap(),
    );
    assert_eq!(Journal::resume(folder.path()).unwrap().1.files, [file.canonicalize().unwrap()]);
    fs::write(&file, "module { }").unwrap();
    let said = Journal::resume(folder.path()).unwrap_err().to_string();
    assert!(said.ends_with("program.mlir has changed since the campaign began: begin another one"), "{said}");
}

#[test]
fn whatever_step_fails_once_the_journal_has_each_program_in_the_end() {
    let mut steps = 0;
    for number in 1.. {
        let folder = tempfile::tempdir().unwrap();
        disk::faults::fail(number);
        let work = |journal: &mut Journal| {
            journal.add(entry(0, 5));
            // A write that fails is tried again with the next line.
            let _ = journal.write(1.0, 1, false);
            journal.add(entry(1, 6));
            let _ = journal.write(2.0, 2, true);
            journal.write(3.0, 2, true)
        };
        let begun = Journal::begin(&plan(folder.path()), BTreeSet::new());
        let (failed, mut journal) = match begun {
            Ok(journal) => (false, journal),
            Err(_) => {
                assert!(
                    files(folder.path()).unwrap().is_empty(),
                    "step {number}: half a first line is no campaign"
                );
                (true, Journal::begin(&plan(folder.path()), BTreeSet::new()).unwrap())
            }
        };
        let written = work(&mut journal);
        let came = disk::faults::is_over();
        if written.is_err() {
            journal.write(4.0, 2, true).unwrap();
        }
        drop(journal);
        let (_, _, past) = Journal::resume(folder.path()).unwrap();
        assert_eq!(past.done[0], BTreeSet::from([0, 1]), "step {number}");
        assert_eq!(past.summary.findings.len(), 2, "step {number}");
        if !came && !failed {
            break;
        }
        steps += 1;
    }
    assert!(steps >= 7, "{steps}");
}
