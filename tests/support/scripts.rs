//! A clone of nothing but the scripts, for trying what they answer without network and without harm.
#![allow(dead_code, reason = "every test file uses a part of its own")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The commands of a bare system that the scripts use, beside those a test is about.
const COMMON: &[&str] = &[
    "awk",
    "basename",
    "bash",
    "cat",
    "cp",
    "cut",
    "df",
    "dirname",
    "find",
    "flock",
    "grep",
    "head",
    "id",
    "ldd",
    "mkdir",
    "mktemp",
    "mv",
    "paste",
    "realpath",
    "rm",
    "rmdir",
    "sed",
    "sha256sum",
    "sort",
    "tail",
    "tar",
    "tr",
    "uname",
];

/// A clone of nothing but the scripts, with its own PATH.
pub struct Clone {
    directory: TempDir,
}

impl Clone {
    /// A clone whose PATH holds [`COMMON`] and the system's own `extra` commands.
    pub fn with_commands(extra: &[&str]) -> Self {
        let clone = Clone { directory: tempfile::tempdir().unwrap() };
        copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts"), &clone.path("scripts"));
        fs::create_dir(clone.path("bin")).unwrap();
        for command in COMMON.iter().chain(extra) {
            let real =
                system_command(command).unwrap_or_else(|| panic!("this test needs the command {command}"));
            symlink(real, clone.path("bin").join(command)).unwrap();
        }
        clone
    }

    /// A place in the clone.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.directory.path().join(relative)
    }

    /// Puts a shell script of this body in front of whatever the system has under that name.
    pub fn fake(&self, command: &str, body: &str) {
        let file = self.path("bin").join(command);
        let _ = fs::remove_file(&file);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A toolchain as a finished set-up leaves it, already checked.
    pub fn complete_toolchain(&self, name: &str) {
        let directory = self.path(".mlir").join(name);
        fs::create_dir_all(directory.join("lib")).unwrap();
        fs::write(directory.join("lib/libMLIR-C.so"), "a library").unwrap();
        fs::write(directory.join("verified"), "").unwrap();
        fs::write(
            directory.join("toolchain.json"),
            format!(
                r#"{{"name":"{name}","version":"22.1.8","library":"lib/libMLIR-C.so","mlir_opt":null,"runner":null,"runner_libraries":[]}}"#
            ),
        )
        .unwrap();
    }

    /// Runs a script with these arguments and the clone's PATH alone.
    pub fn run(&self, script: &str, arguments: &[&str]) -> Output {
        Command::new(self.path("bin/bash"))
            .arg(self.path("scripts").join(script))
            .args(arguments)
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.directory.path())
            .output()
            .unwrap()
    }

    /// Runs a script that must fail, and returns the sentence it fails with.
    pub fn refusal(&self, script: &str, arguments: &[&str]) -> String {
        let output = self.run(script, arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        let sentences: Vec<_> = stderr.lines().filter_map(|l| l.strip_prefix("error: ")).collect();
        assert_eq!(sentences.len(), 1, "one sentence, not: {stderr}");
        assert!(stderr.ends_with(&format!("{}\n", sentences[0])), "{stderr}");
        sentences[0].to_owned()
    }
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

fn system_command(name: &str) -> Option<PathBuf> {
    ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]
        .iter()
        .map(|directory| Path::new(directory).join(name))
        .find(|path| path.exists())
}

/// Asserts that `sentence` has every one of `words`.
#[track_caller]
pub fn assert_mentions(sentence: &str, words: &[&str]) {
    for word in words {
        assert!(sentence.contains(word), "no '{word}' in: {sentence}");
    }
}
