//! `scripts/merge-corpus.sh` loses nothing: not to a merge that went wrong, not to an interruption. Tried with a
//! program in the target's place that merges as the test wants it; `scripts/test.sh` merges with the real one.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Every distinct content is a block, or a feature where the environment wants those alone. `merge` says what a merge does with the folders in `$@`, the first of which is
/// where its choice goes.
fn target_that_merges(merge: &str) -> String {
    format!(
        r#"#!/bin/bash
folders=()
for word; do [ ! -d "$word" ] || folders+=("$word"); done
set -- "${{folders[@]}}" "$*"
case ${{!#}} in
*-merge=1*) set -- "${{@:1:$#-1}}"; {merge} ;;
*) echo "1.00 9 $(find "${{folders[@]}}" -type f -exec cksum {{}} + | cut -d ' ' -f 1 | sort -u | wc -l) 0" |
    if [ "$LOWDIFF_COVERAGE" = features ]; then awk '{{ print $1, $2, $4, $3 }}'; else cat; fi >>"$LOWDIFF_COVERAGE_LOG" ;;
esac
"#
    )
}

const KEEPS_ALL: &str =
    r#"into=$1; shift; for f in $(find "$@" -type f); do cp $f $into/$(cksum <$f | cut -d ' ' -f 1); done"#;

/// A clone of the scripts, with a cargo that builds the program above and an MLIR that is set up.
struct Clone {
    directory: tempfile::TempDir,
}

impl Clone {
    fn new(merge: &str) -> Clone {
        let clone = Clone { directory: tempfile::tempdir().expect("a temporary folder") };
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        for folder in ["scripts/lib", "fuzz/fuzz_targets", "bin", ".mlir/22/lib", "target/none/fuzz"] {
            fs::create_dir_all(clone.path(folder)).expect("folders");
        }
        for file in ["merge-corpus.sh", "setup.sh", "versions.txt"]
            .map(PathBuf::from)
            .into_iter()
            .chain(libraries(source))
        {
            fs::copy(source.join("scripts").join(&file), clone.path("scripts").join(&file))
                .expect("a script");
        }
        clone.write("fuzz/fuzz_targets/lowering_diff.rs", "");
        clone.write(".mlir/22/lib/library", "a library");
        clone.write(".mlir/22/verified", "");
        clone.write(
            ".mlir/22/toolchain.json",
            r#"{"name":"22","version":"22","library":"lib/library","mlir_opt":null,"runner":null,"runner_libraries":[]}"#,
        );
        for (command, body) in [("cargo", ""), ("cargo-fuzz", ""), ("rustc", "echo 'host: none'")] {
            clone.program(&format!("bin/{command}"), &format!("#!/bin/sh\n{body}\n"));
        }
        clone.program("target/none/fuzz/lowering_diff", &target_that_merges(merge));
        for (file, content) in
            [("into/a", "1"), ("into/b", "1"), ("from/c", "1"), ("from/d", "2"), ("more/e", "3")]
        {
            clone.write(file, content);
        }
        clone
    }

    fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(relative)
    }

    fn write(&self, relative: &str, content: &str) {
        let file = self.path(relative);
        fs::create_dir_all(file.parent().expect("within the clone")).expect("a folder");
        fs::write(file, content).expect("a file");
    }

    fn program(&self, relative: &str, content: &str) {
        self.write(relative, content);
        fs::set_permissions(self.path(relative), fs::Permissions::from_mode(0o755)).expect("a program");
    }

    fn merge(&self) -> Output {
        self.command().output().expect("bash runs")
    }

    fn command(&self) -> Command {
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let mut command = Command::new("bash");
        command.arg(self.path("scripts/merge-corpus.sh")).args(["lowering_diff", "into", "from", "more"]);
        command.current_dir(self.directory.path()).env("PATH", path);
        for variable in ["LOWDIFF_MLIR", "LOWDIFF_COVERAGE", "CARGO_TARGET_DIR"] {
            command.env_remove(variable);
        }
        command
    }

    /// The contents of a folder's files.
    fn contents(&self, folder: &str) -> Vec<String> {
        let files = fs::read_dir(self.path(folder)).expect("a folder");
        let mut all: Vec<String> =
            files.map(|f| fs::read_to_string(f.expect("a file").path()).expect("text")).collect();
        all.sort();
        all
    }
}

fn libraries(source: &Path) -> BTreeSet<PathBuf> {
    let files = fs::read_dir(source.join("scripts/lib")).expect("the scripts' shared parts");
    files.map(|f| Path::new("lib").join(f.expect("a file").file_name())).collect()
}

#[test]
fn what_reaches_nothing_of_its_own_goes_and_the_rest_stays() {
    let clone = Clone::new(KEEPS_ALL);
    let output = clone.merge();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("before: 5 inputs reach 3 blocks and features, give or take 0")
            && said.contains("after: 3 inputs reach 3 blocks and features"),
        "{said}"
    );
    assert_eq!(clone.contents("into"), ["1", "2", "3"]);
    assert_eq!((clone.contents("from").len(), clone.contents("more").len()), (2, 1));
}

#[test]
fn a_merge_that_loses_blocks_is_refused() {
    let clone = Clone::new(r#"cp more/e "$1""#);
    let output = clone.merge();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("lose 2 blocks and features"), "{said}");
    assert_eq!(clone.contents("into"), ["1", "1"]);
}

#[test]
fn where_no_block_is_watched_features_may_not_be_lost() {
    let clone = Clone::new(r#"cp more/e "$1""#);
    let output = clone.command().env("LOWDIFF_COVERAGE", "features").output().expect("bash runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("lose 2 blocks and features"), "{said}");
    assert_eq!(clone.contents("into"), ["1", "1"]);
}

#[test]
fn inputs_that_the_target_does_not_take_are_said_to_be_none() {
    let clone = Clone::new(":");
    let output = clone.merge();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("lowering_diff takes none of the 5 inputs"), "{said}");
    assert_eq!(clone.contents("into"), ["1", "1"]);
}

#[test]
fn a_folder_with_folders_in_it_is_left_alone() {
    let clone = Clone::new(KEEPS_ALL);
    clone.write("into/folder/f", "4");
    let output = clone.merge();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("there are folders in into"), "{said}");
    assert!(clone.path("into/a").exists() && clone.path("into/folder/f").exists());
}

#[test]
fn a_merge_that_is_killed_changes_nothing() {
    let clone = Clone::new(r#"cp more/e "$1"; kill -9 $PPID"#);
    assert!(!clone.merge().status.success());
    assert_eq!(clone.contents("into"), ["1", "1"]);
}

#[test]
fn a_merge_that_is_stopped_leaves_nothing_running() {
    let clone = Clone::new(r#"sleep 100 & echo $$ $! >pids.part; mv pids.part pids; wait"#);
    let mut script = clone.command().stderr(Stdio::null()).spawn().expect("bash runs");
    let pids = clone.path("pids");
    while !pids.exists() {
        assert!(script.try_wait().expect("a child").is_none(), "it merges until it is stopped");
        std::thread::sleep(Duration::from_millis(10));
    }
    let stopped = Command::new("kill").args(["-TERM", &script.id().to_string()]).status().expect("kill");
    assert!(stopped.success() && !script.wait().expect("a child").success());
    for pid in fs::read_to_string(&pids).expect("process ids").split_whitespace() {
        // A process that has ended may wait to be reaped by whoever has it now.
        let runs = || {
            let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !state
                .rsplit(')')
                .next()
                .is_none_or(|rest| rest.trim().is_empty() || rest.trim().starts_with('Z'))
        };
        let deadline = Instant::now() + Duration::from_secs(20);
        while runs() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!runs(), "{pid} still runs");
    }
    assert_eq!(clone.contents("into"), ["1", "1"]);
}

#[test]
fn nothing_is_nothing_to_merge() {
    let clone = Clone::new(KEEPS_ALL);
    for file in ["into/a", "into/b", "from/c", "from/d", "more/e"] {
        fs::remove_file(clone.path(file)).expect("a file");
    }
    let output = clone.merge();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to merge"));
}
