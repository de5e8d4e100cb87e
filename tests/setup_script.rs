//! `scripts/setup.sh`, `fuzz.sh` and `test.sh` answer what they cannot do with one sentence and status
//! 2, and leave alone what is complete. All of it is tried without network, in a copy of the scripts
//! beside an empty store, with a PATH that holds chosen commands only.

use std::fs;

use crate::support::scripts;
use lowdiff::version::{self, VERSIONS};
use scripts::{Clone, assert_mentions};

#[test]
fn a_complete_toolchain_is_left_alone() {
    let clone = Clone::with_commands(&[]);
    clone.complete_toolchain("22");
    let output = clone.run("setup.sh", &[]);
    assert!(output.status.success());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_mentions(&stderr, &["toolchain 22 is ready", "22.1.8"]);
    assert_eq!(stderr.lines().count(), 1);
}

#[test]
fn a_toolchain_that_lost_a_file_is_not_complete() {
    let clone = Clone::with_commands(&[]);
    clone.complete_toolchain("22");
    fs::remove_file(clone.path(".mlir/22/lib/libMLIR-C.so")).unwrap();
    // Setting it up again is what it tries; this PATH has nothing to do that with.
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["apt-get", "setup.sh head"]);
}

#[test]
fn missing_programs_are_named_with_the_way_out() {
    let clone = Clone::with_commands(&[]);
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["no apt-get", "setup.sh head", "PREFIX"]);
    clone.fake("apt-get", "");
    assert_mentions(&clone.refusal("setup.sh", &["19"]), &["dpkg-deb", "setup.sh head"]);
    clone.fake("dpkg-deb", "");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["C compiler", "apt-get install gcc"]);
    assert_mentions(&clone.refusal("setup.sh", &["head"]), &["no python3", "install"]);
    clone.fake("python3", "exit 1");
    assert_mentions(&clone.refusal("setup.sh", &["head"]), &["pip", "python3-pip"]);
    assert_mentions(&clone.refusal("fuzz.sh", &["nonsense"]), &["no target 'nonsense'"]);
    assert_mentions(&clone.refusal("test.sh", &[]), &["no cargo", "rustup"]);
}

/// A PATH on which every program of the Debian route exists and `apt-cache madison` answers so.
fn debian_with(madison: &str) -> Clone {
    let clone = Clone::with_commands(&[]);
    for command in ["apt-get", "dpkg-deb", "cc"] {
        clone.fake(command, "");
    }
    clone.fake("apt-cache", madison);
    clone
}

#[test]
fn no_package_lists_and_no_root_is_said() {
    let clone = debian_with("");
    clone.fake("id", "echo 1000");
    assert_mentions(
        &clone.refusal("setup.sh", &["22"]),
        &["no package lists", "apt-get update", "setup.sh head"],
    );
    clone.fake("id", "echo 0");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["fetched none", "network", "setup.sh head"]);
}

#[test]
fn a_package_that_does_not_arrive_is_not_taken_for_installed() {
    let clone = debian_with("");
    clone.fake("id", "echo 0");
    clone.fake("cargo", "");
    clone.fake("dpkg-query", "exit 1");
    assert_mentions(&clone.refusal("test.sh", &[]), &["g++ could not be installed"]);
    // Where it did arrive, the script goes on to what comes next.
    clone.fake("dpkg-query", "echo 'install ok installed'");
    clone.fake("uname", "echo Plan9");
    let output = clone.run("test.sh", &[]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.matches("error: ").count()), (Some(2), 1), "{stderr}");
    assert_mentions(&stderr, &["error: toolchain 22 exists for Linux"]);
}

#[test]
fn another_version_than_the_pinned_one_is_named() {
    let clone = debian_with("echo \" $2 | 1:22.3.1-1 | somewhere\"");
    assert_mentions(
        &clone.refusal("setup.sh", &["22"]),
        &["MLIR 22.1 is wanted", "1:22.3.1-1", "setup.sh head"],
    );
}

#[test]
fn a_release_without_the_packages_is_told_so() {
    let clone = debian_with("[ \"$2\" != base-files ] || echo 'base-files | 12 | somewhere'");
    assert_mentions(&clone.refusal("setup.sh", &["19"]), &["no libmlir-19", "Debian 12"]);
}

/// A Debian that offers every package, of a content that no download below will have.
fn debian_that_downloads(apt_get: &str) -> Clone {
    let clone = debian_with(
        "case $1 in madison) echo \" $2 | 1:22.1.8-1 | somewhere\" ;;
         show) printf 'Package: it\\nSize: 1000000\\nSHA256: 0123\\n\\n' ;; esac",
    );
    clone.fake("apt-get", apt_get);
    clone
}

#[test]
fn a_failing_download_is_quoted() {
    let clone = debian_that_downloads("echo 'E: Temporary failure resolving it' >&2; exit 100");
    assert_mentions(
        &clone.refusal("setup.sh", &["22"]),
        &["downloading libllvm22", "Temporary failure resolving it", "run this again"],
    );
}

#[test]
fn a_full_disk_is_called_that() {
    let clone = debian_that_downloads("echo 'E: write (28: No space left on device)' >&2; exit 100");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["disk is full", "run this again"]);

    let clone = debian_that_downloads("exit 100");
    clone.fake("df", "printf 'Filesystem\\nx 1000000 900000 100000 90%% /\\n'");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["needs 600 MB", "has 97 MB"]);
}

#[test]
fn a_damaged_download_is_not_used() {
    let clone = debian_that_downloads("echo short > libllvm22_1.deb");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["download of libllvm22 is damaged"]);
    assert!(!clone.path(".mlir/22").exists());
}

#[test]
fn outdated_package_lists_are_said_to_a_user_and_renewed_for_root() {
    let gone = "case \"$*\" in *update*) : > \"$HOME/updated\" ;;
        *) echo 'E: Failed to fetch it  404  Not Found' >&2; exit 100 ;; esac";
    let clone = debian_that_downloads(gone);
    clone.fake("id", "echo 1000");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["too old", "apt-get update"]);
    assert!(!clone.path("updated").exists());

    clone.fake("id", "echo 0");
    assert_mentions(&clone.refusal("setup.sh", &["22"]), &["404", "run this again"]);
    assert!(clone.path("updated").exists());
}

#[test]
fn the_wheel_without_an_index_is_said() {
    let clone = Clone::with_commands(&[]);
    let answer = |versions: &str| {
        format!(
            "case \"$*\" in *--version*) ;; *download*)
             echo 'ERROR: no match (from versions: {versions})' >&2; exit 1 ;; *) exit 1 ;; esac"
        )
    };
    clone.fake("python3", &answer("none"));
    assert_mentions(&clone.refusal("setup.sh", &["head"]), &["no package index", "network"]);
    // The newest is tried where only the pinned one is gone.
    clone.fake("python3", &answer("1, 2"));
    let output = clone.run("setup.sh", &["head"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_mentions(&stderr, &["is gone, taking the newest", "downloading the newest torch-mlir"]);
}

#[test]
fn other_processors_are_told_what_they_can_use() {
    let clone = Clone::with_commands(&[]);
    clone.fake("uname", "[ \"$1\" = -m ] && echo aarch64 || echo Linux");
    for version in VERSIONS {
        assert_mentions(&clone.refusal("setup.sh", &[version.name]), &["x86-64", "aarch64", "PREFIX"]);
    }
}

#[test]
fn an_own_build_needs_its_c_library() {
    let clone = Clone::with_commands(&[]);
    fs::create_dir_all(clone.path("build/bin")).unwrap();
    let build = clone.path("build");
    let build = build.to_str().unwrap();
    assert_mentions(&clone.refusal("setup.sh", &[build]), &["libMLIR-C.so", "-DMLIR_BUILD_MLIR_C_DYLIB=ON"]);
    assert_mentions(&clone.refusal("setup.sh", &["--name", "22", build]), &["name 22", "--name"]);
    assert_mentions(&clone.refusal("setup.sh", &["--name", "../x", build]), &["'../x'", "--name"]);
    assert_mentions(&clone.refusal("setup.sh", &["/nowhere"]), &["/nowhere", &version::names()]);
    assert_mentions(&clone.refusal("setup.sh", &["--nonsense"]), &["--nonsense", "--help"]);
}

#[test]
fn an_own_build_is_linked_and_checked_by_lowdiff() {
    let clone = Clone::with_commands(&[]);
    for (file, text) in [("lib/libMLIR-C.so", "a"), ("lib/libmlir_runner_utils.so", "b")] {
        let file = clone.path("own \"tree\"").join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let tree = clone.path("own \"tree\"");
    clone.fake("cargo", "[ \"$1\" = build ] || { echo \"$*\"; exit 0; }");
    let output = clone.run("setup.sh", &["--name", "mine", tree.to_str().unwrap()]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert_mentions(&stderr, &["doctor --mlir mine", "toolchain mine is ready"]);

    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(clone.path(".mlir/mine/toolchain.json")).unwrap()).unwrap();
    assert_eq!(manifest["name"], "mine");
    assert_eq!(manifest["library"], tree.join("lib/libMLIR-C.so").to_str().unwrap());
    assert!(manifest["mlir_opt"].is_null() && manifest["runner"].is_null());
    assert_eq!(manifest["runner_libraries"].as_array().unwrap().len(), 1);

    // This tree under a doctor that is not content.
    clone.fake("cargo", "[ \"$1\" = build ]");
    assert_mentions(
        &clone.refusal("setup.sh", &["--name", "mine", tree.to_str().unwrap()]),
        &["does not load or lower"],
    );
}

#[test]
fn what_is_fetched_is_checked_by_a_lowdiff_that_is_there() {
    let clone = Clone::with_commands(&[]);
    clone.complete_toolchain("22");
    let mark = clone.path(".mlir/22/verified");
    fs::remove_file(&mark).unwrap();
    let said = |arguments: &[&str]| {
        let output = clone.run("setup.sh", arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_mentions(&said(&["--fetch", "22"]), &["toolchain 22 is in place: MLIR 22.1.8"]);
    assert!(!mark.exists());
    clone.fake("lowdiff", "echo \"asked: $*\"");
    let lowdiff = clone.path("bin/lowdiff");
    let checks = ["--lowdiff", lowdiff.to_str().unwrap(), "22"];
    assert_mentions(&said(&checks), &["asked: doctor --mlir 22", "toolchain 22 is ready"]);
    assert!(mark.exists());
    assert!(!said(&checks).contains("asked"), "what was checked is not checked again");
    assert_mentions(&clone.refusal("setup.sh", &["--lowdiff", "/nowhere"]), &["--lowdiff wants"]);
}

/// A clone with a toolchain that nobody has checked and a cargo that builds a target of this body.
fn with_target(body: &str) -> Clone {
    let clone = Clone::with_commands(&[]);
    clone.complete_toolchain("22");
    fs::remove_file(clone.path(".mlir/22/verified")).unwrap();
    for folder in ["fuzz/fuzz_targets", "corpus/lowering_diff", "dictionaries", "target/none/fuzz"] {
        fs::create_dir_all(clone.path(folder)).unwrap();
    }
    fs::write(clone.path("fuzz/fuzz_targets/lowering_diff.rs"), "").unwrap();
    fs::write(clone.path("dictionaries/lowering_diff.dict"), "").unwrap();
    for command in ["cc", "c++"] {
        clone.fake(command, "");
    }
    clone.fake("rustc", "echo 'host: none'");
    clone.fake("target", body);
    clone.fake("cargo", "cp bin/target target/none/fuzz/lowering_diff; echo \"$RUSTFLAGS $*\" > built");
    clone
}

#[test]
fn a_target_checks_the_toolchain_by_its_start_and_fuzzes() {
    let clone = with_target("echo \"$LOWDIFF_MLIR $*\" >> \"$HOME/ran\"");
    let output = clone.run("fuzz.sh", &["--", "-runs=7"]);
    assert!(output.status.success(), "{output:?}");
    let built = fs::read_to_string(clone.path("built")).unwrap();
    assert_mentions(&built, &["--cfg fuzzing", "sancov-module", "--profile fuzz", "--bin lowering_diff"]);
    let ran = fs::read_to_string(clone.path("ran")).unwrap();
    let runs: Vec<&str> = ran.lines().collect();
    assert_eq!(runs.len(), 2, "{ran}");
    assert!(runs[0].starts_with("22 -runs=1 "), "{ran}");
    assert_mentions(runs[1], &["22 fuzz/corpus/lowering_diff corpus/lowering_diff", "-max_len=4096"]);
    assert_mentions(runs[1], &["-dict=dictionaries/lowering_diff.dict", "fuzz/artifacts/lowering_diff/"]);
    assert!(runs[1].ends_with(" -runs=7"), "{ran}");
    assert!(clone.path(".mlir/22/verified").exists());
}

#[test]
fn a_target_that_does_not_start_is_no_run() {
    let clone = with_target("echo 'no such symbol' >&2; exit 1");
    let output = clone.run("fuzz.sh", &[]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_mentions(&stderr, &["no such symbol", "toolchain 22 is in place but does not load or lower"]);
    assert!(!clone.path(".mlir/22/verified").exists());
}

#[test]
fn what_fails_to_build_or_to_arrive_ends_both() {
    let clone = with_target("");
    clone.fake("cargo", "exit 101");
    let output = clone.run("fuzz.sh", &[]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_mentions(&stderr, &["error: lowering_diff does not build"]);

    let clone = with_target("");
    fs::remove_file(clone.path(".mlir/22/lib/libMLIR-C.so")).unwrap();
    // It would be built for half a minute.
    clone.fake("cargo", "echo $$ > pid; exec /bin/sleep 30");
    let output = clone.run("fuzz.sh", &[]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_mentions(&stderr, &["error: MLIR 22 comes in Debian packages and there is no apt-get"]);
    if let Ok(pid) = fs::read_to_string(clone.path("pid")) {
        let state = || fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        // It has been told to end, and may be at it still.
        let lives = |state: &str| state.contains("(sleep)") && !state.contains(") Z");
        let ended = (0..200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            !lives(&state())
        });
        assert!(ended, "{}", state());
    }
}

#[test]
fn scripts_and_program_have_the_versions_of_one_table() {
    let clone = Clone::with_commands(&[]);
    let table = fs::read_to_string(clone.path("scripts/versions.txt")).unwrap();
    let without_apt = clone.refusal("setup.sh", &[version::DEFAULT.name]);
    assert_mentions(&without_apt, &["no apt-get"]);
    // A row is all that set-up needs to know another one.
    assert_mentions(&clone.refusal("setup.sh", &["99"]), &["'99' is neither", &version::names()]);
    fs::write(clone.path("scripts/versions.txt"), table + "99 99 V22 mlir-runner debian 99.1\n").unwrap();
    assert_eq!(clone.refusal("setup.sh", &["99"]), without_apt.replace(version::DEFAULT.name, "99"));
    let help = String::from_utf8(clone.run("setup.sh", &["--help"]).stdout).unwrap();
    assert_mentions(&help, &[" or 99: a release of MLIR"]);
}
