//! The messages of `lowdiff explore` while it works on a terminal, and when it is told to end.

use crate::support;

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
