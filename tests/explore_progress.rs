//! The messages of `lowdiff explore` while it works on a terminal, and when it is told to end.

use crate::planted;
use crate::support;

use lowdiff::explore::CampaignEvent;
use std::fs::File;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::toolchain;

#[test]
fn a_terminal_shows_lines_that_change() {
    toolchain("22");
    let out = tempfile::tempdir().expect("a temporary folder");
    let (mut here, mut there) = (0, 0);
    let size = libc::winsize { ws_row: 40, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: two descriptors are written, and both belong to the files made of them alone.
    let (mut here, there) = unsafe {
        let none = std::ptr::null_mut();
        assert_eq!(libc::openpty(&raw mut here, &raw mut there, none, std::ptr::null(), &raw const size), 0);
        (File::from_raw_fd(here), File::from_raw_fd(there))
    };
    let mut explorer = Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(["explore", "--mlir", "22", "--seed", "2", "--programs", "3", "--out"])
        .arg(out.path())
        .env("TERM", "xterm")
        .stdout(Stdio::null())
        .stderr(there)
        .spawn()
        .expect("lowdiff can be started");
    let mut shown = Vec::new();
    let mut some = [0; 4096];
    // Reading fails once nobody has the other end any more.
    while let Ok(count @ 1..) = here.read(&mut some) {
        shown.extend_from_slice(&some[..count]);
    }
    assert!(explorer.wait().expect("it is ours").code().is_some_and(|code| code < 2));
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("3 programs (") && shown.contains("distinct final modules"), "{shown}");
    assert!(shown.contains("findings: ") && shown.contains("\u{1b}["), "it changes in place: {shown}");
}

/// As `timeout` ends a program: it, and then the group that it is in.
#[test]
fn a_signal_that_comes_twice_is_one() {
    toolchain("22");
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut explorer = Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(["explore", "--mlir", "22", "--seed", "2", "--json", "--quiet", "--out"])
        .arg(out.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("lowdiff can be started");
    while !out.path().join("campaign-1.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(20));
        assert!(explorer.try_wait().expect("it is ours").is_none(), "it has ended by itself");
    }
    let pid = libc::pid_t::try_from(explorer.id()).expect("it is small");
    for _ in 0..2 {
        // SAFETY: it is a process of this test, and nobody has waited for it.
        assert_eq!(unsafe { libc::kill(pid, libc::SIGTERM) }, 0);
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut summary = String::new();
    explorer.stdout.take().expect("it is piped").read_to_string(&mut summary).expect("it is text");
    let status = explorer.wait().expect("it is ours");
    assert!(matches!(status.code(), Some(0 | 1)), "{status:?}");
    assert!(serde_json::from_str::<serde_json::Value>(&summary).is_ok(), "no summary: {summary}");
}

/// The lines of a campaign with `--json-lines`.
fn lines(answer: &support::Answer) -> Vec<CampaignEvent> {
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    answer.stdout.lines().map(read).collect()
}

#[test]
fn lines_tell_each_event_and_the_last_one_has_the_summary() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let folder = out.path().display().to_string();
    let words = ["explore", "--json-lines", "--programs", "4", "--reduce", "0", "--out", &folder];
    let through = ["--through", "cse", "--quiet"];
    let found = planted::lowdiff(&[&words[..], &through].concat(), "cse:segv").arg(planted::small()).run();
    let events = lines(&found);
    let Some(CampaignEvent::Start { programs: Some(4), seed: 0, jobs: 1, files, resumed: false, .. }) =
        events.first()
    else {
        panic!("{found:?}")
    };
    assert_eq!(files.len(), 1);
    assert!(matches!(events.get(1), Some(CampaignEvent::Heartbeat { .. })), "{found:?}");
    let mut findings: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            CampaignEvent::Finding { finding, .. } => {
                Some(serde_json::to_value(finding).expect("plain data"))
            }
            _ => None,
        })
        .collect();
    // The summary has them by folder.
    findings.sort_by_key(|finding| finding["directory"].to_string());
    let Some(CampaignEvent::End { status: 1, summary, .. }) = events.last() else { panic!("{found:?}") };
    assert_eq!((found.status, &summary["findings"]), (Some(1), &findings.into()), "{found:?}");
    assert!(summary["signatures"].get("crash-cse").is_some(), "{summary:#}");
    let again =
        planted::lowdiff(&["explore", "--json-lines", "--resume", "--quiet", "--out", &folder], "").run();
    let events = lines(&again);
    assert!(matches!(events.first(), Some(CampaignEvent::Start { resumed: true, .. })), "{again:?}");
}

#[test]
fn what_goes_wrong_is_a_line_as_well() {
    for words in [
        &["explore", "--json-lines", "--mlir", "no-such-mlir"][..],
        &["explore", "--json-lines", "no-such-file.mlir"],
        &["explore", "--json-lines", "--seconds", "0"],
    ] {
        let answer = support::Lowdiff::new(words).run();
        let events = lines(&answer);
        let Some(CampaignEvent::Error { status: 2, error }) = events.last() else { panic!("{answer:?}") };
        assert!(answer.status == Some(2) && !error.is_empty(), "{answer:?}");
    }
    let both = support::Lowdiff::new(&["explore", "--json", "--json-lines"]).run();
    assert_eq!(both.status, Some(2), "{both:?}");
}

/// `docs/explore-lines.schema.json` is made from the type. `LOWDIFF_UPDATE=1` writes it.
#[test]
fn the_committed_schema_of_lines_is_that_of_the_type() {
    let schema = serde_json::to_value(schemars::schema_for!(CampaignEvent)).expect("JSON");
    let made = format!("{schema:#}\n");
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/explore-lines.schema.json");
    if std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(&file, &made).expect("docs can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("it is committed");
    assert!(kept == made, "the type is not that of the committed schema: set LOWDIFF_UPDATE=1");
}
