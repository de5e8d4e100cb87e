//! `scripts/build-mlir.sh` goes on where it stopped, derives apt's source lists from either format, and
//! answers what it cannot do with one sentence and status 2. MLIR itself is not built here: the compilers
//! and the archive are played by a few lines of shell.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::scripts;
use scripts::{Clone, assert_mentions};

const BUILD: &str = "build-mlir.sh";

/// Two archives in the one-line format, of which the first is the release's own.
const LINES: &str = "\
# deb http://commented.example/debian bookworm main
deb [arch=amd64 signed-by=/key.gpg] http://mirror.example/debian bookworm main contrib
deb http://mirror.example/security bookworm-security main # with a remark
deb-src http://mirror.example/debian bookworm main
";

/// These sources as stanzas, with one that is switched off and one of sources alone.
const STANZAS: &str = "\
Types: deb deb-src
URIs: http://mirror.example/debian
# a remark
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abcd

Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
Enabled: no

Types: deb
URIs: http://mirror.example/security
Suites: bookworm-security
Components: main

Types: deb-src
URIs: http://sources.example/debian
Suites: bookworm
Components: main
";

/// The files of every package of this Debian.
const PACKAGED: &[(&str, &[&str])] = &[
    ("x86_64-linux-gnu", &["libLLVM.so.22.1"]),
    ("llvm-22/bin", &["llvm-cov", "llvm-profdata", "mlir-tblgen", "mlir-opt"]),
    ("llvm-22/lib/cmake/llvm", &["LLVMExports.cmake"]),
];

/// A Debian whose packages and sources exist and are sound, with compilers that do nothing in no time.
///
/// Every download and every build leaves a line in `trace`.
fn debian() -> Clone {
    let clone = Clone::with_commands(&["chmod", "nice", "nproc", "sleep", "tee", "touch", "comm", "true"]);
    clone.fake("c++", "");
    clone.fake("id", "[ \"$1\" = -un ] && echo me || echo 1000");
    clone.fake("apt-config", "echo \"list='$HOME/sources.list'; parts='$HOME/parts'\"");
    clone.fake(
        "apt-cache",
        "for last; do :; done
         case \"$*\" in
         madison*) echo \" $2 | 1:22.1.8-1~deb12u1 | somewhere\" ;;
         show\\ *) printf 'Package: it\\nSize: 1000000\\nSHA256: %s\\n\\n' \"$(printf package | sha256sum | cut -d ' ' -f 1)\" ;;
         *showsrc*) sha=$(sha256sum < \"$HOME/source.tar\" | cut -d ' ' -f 1)
            for version in 1:22.1.8-1~deb12u1 1:22.1.8-1~deb13u4 1:21.0.0-1; do
            printf 'Package: %s\\nVersion: %s\\nChecksums-Sha256:\\n %s 9 it_22.1.8.orig.tar.xz\\n 77 9 it.debian.tar.xz\\nDirectory: x\\n\\n' \"$last\" $version $sha
            done ;;
         esac",
    );
    clone.fake(
        "apt-get",
        "for last; do :; done
         case \"$*\" in
         *download-only*deb12*) echo 'E: Failed to fetch it  404  Not Found' >&2; exit 100 ;;
         *download-only*) echo source >> \"$HOME/trace\"; cp \"$HOME/source.tar\" it_22.1.8.orig.tar.xz ;;
         *download\\ *) echo \"$last\" >> \"$HOME/trace\"; printf package > \"${last%%=*}_1.deb\" ;;
         *update*) ;;
         *) exit 1 ;;
         esac",
    );
    // Its only use is `dpkg-deb -x PACKAGE DIRECTORY`.
    clone.fake("dpkg-deb", "cp -R \"$HOME/packaged/.\" \"$3\"");
    for (folder, files) in PACKAGED {
        let folder = clone.path("packaged/usr/lib").join(folder);
        fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|file| fs::write(folder.join(file), "(mlir-opt /bin/mlir-opt").unwrap());
    }
    clone.fake(
        "cmake",
        "echo configure >> \"$HOME/trace\"; mkdir -p \"$4\"; echo \"$*\" > \"$HOME/cmake-arguments\"",
    );
    clone.fake("ninja", NINJA);
    for folder in ["mlir/lib/Conversion", "mlir/lib/Dialect", "mlir/lib/Transforms", "cmake/Modules"] {
        fs::create_dir_all(clone.path("project").join(folder)).unwrap();
    }
    for (file, text) in [
        ("mlir/lib/Transforms/CSE.cpp", "// a pass"),
        ("mlir/LICENSE.TXT", "a licence"),
        ("mlir/CMakeLists.txt", ""),
        ("cmake/Modules/LLVMVersion.cmake", "  set(LLVM_VERSION_MAJOR 22)\n"),
    ] {
        fs::write(clone.path("project").join(file), text).unwrap();
    }
    let packed = Command::new("tar")
        .args(["-cf", "source.tar", "project"])
        .current_dir(clone.path(""))
        .status()
        .unwrap();
    assert!(packed.success());
    clone
}

/// Builds what the last argument names: tools that lower and run nothing but say that they do.
const NINJA: &str = "for last; do :; done
    echo \"ninja $last\" >> \"$HOME/trace\"
    echo '[1 4 10.500] Building CXX object one.cpp.o'
    echo '[2 4 30.000] Building CXX object two.cpp.o'
    [ \"$last\" = lowdiff ] || exit 0
    built=$2/lowdiff
    mkdir -p $built/lib $built/bin
    for library in MLIR-C mlir_runner_utils mlir_c_runner_utils; do echo x > $built/lib/lib$library.so; done
    printf '#!/bin/sh\\nwhile [ \"$1\" != -o ]; do shift; done; cat > \"$2\"\\n' > $built/bin/mlir-opt
    printf '#!/bin/sh\\necho 42\\n' > $built/bin/mlir-runner
    chmod +x $built/bin/*";

fn trace(clone: &Clone) -> String {
    fs::read_to_string(clone.path("trace")).unwrap_or_default()
}

/// Runs the script, which must succeed, for what it says.
fn build(clone: &Clone, arguments: &[&str]) -> String {
    let output = clone.run(BUILD, arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    stderr
}

fn cmake_arguments(clone: &Clone) -> String {
    fs::read_to_string(clone.path("cmake-arguments")).unwrap()
}

#[test]
fn a_build_becomes_a_toolchain() {
    let clone = debian();
    let said = build(&clone, &["--assertions", "--coverage", "--jobs", "3"]);
    assert_mentions(
        &said,
        &["2 of 4, about 1 min left", "3 jobs", "toolchain 22-checked is ready: MLIR 22.1.8"],
    );
    let manifest = fs::read(clone.path(".mlir/22-checked/toolchain.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["name"], "22-checked");
    assert_eq!(manifest["library"], "lib/libMLIR-C.so");
    assert_eq!(manifest["runner"], "bin/mlir-runner");
    assert_eq!(manifest["runner_libraries"].as_array().unwrap().len(), 2);
    assert!(clone.path(".mlir/22-checked/lib/libLLVM.so.22.1").exists());
    assert!(clone.path(".mlir/22-checked/src/mlir/lib/Transforms/CSE.cpp").exists());
    assert!(!clone.path(".mlir/.building").exists(), "nothing of the build stays");
    assert_mentions(&cmake_arguments(&clone), &["-UNDEBUG", "-DLOWDIFF_COVERAGE=on"]);

    // Once it is there nothing is done again.
    let before = trace(&clone);
    assert_mentions(&build(&clone, &["--assertions"]), &["22-checked is ready"]);
    assert_eq!(trace(&clone), before);
}

#[test]
fn the_name_says_what_was_built() {
    let clone = debian();
    assert_mentions(&build(&clone, &["--coverage"]), &["toolchain 22-counted is ready"]);
    assert_mentions(&cmake_arguments(&clone), &["-DNDEBUG", "COVERAGE=on"]);
    assert_mentions(&build(&clone, &[]), &["toolchain 22-built is ready"]);
    assert_mentions(&cmake_arguments(&clone), &["-DNDEBUG", "COVERAGE=off"]);
    assert!(!clone.path(".mlir/22-built/src").exists());
    build(&clone, &["--assertions"]);
    assert_mentions(
        &clone.refusal(BUILD, &["--assertions", "--coverage"]),
        &["22-checked is there and counts nothing", "remove"],
    );
}

#[test]
fn an_interrupted_build_goes_on_where_it_stopped() {
    let clone = debian();
    clone.fake("ninja", "echo '[1 4 1.0] Building'; echo 'a.cpp:3:1: error: no such thing'; exit 1");
    let sentence = clone.refusal(BUILD, &["--coverage"]);
    assert_mentions(&sentence, &["compiling MLIR failed (a.cpp:3:1: error: no such thing)", "ninja.log"]);
    let first = trace(&clone);
    assert_eq!(first.lines().filter(|line| *line == "source").count(), 1, "{first}");
    assert!(first.contains("clang-22=") && first.ends_with("configure\n"), "{first}");
    // Debian's tools of MLIR go, as far as they do not generate sources.
    let tools = clone.path(".mlir/.building/22-counted/llvm/usr/lib/llvm-22/bin");
    assert!(tools.join("mlir-tblgen").exists() && !tools.join("mlir-opt").exists());
    // Programs that LLVM's CMake files call after MLIR's tools would stand in their way.
    let exports = ".mlir/.building/22-counted/llvm/usr/lib/llvm-22/lib/cmake/llvm/LLVMExports.cmake";
    assert_eq!(fs::read_to_string(clone.path(exports)).unwrap(), "(packaged-mlir-opt /bin/mlir-opt");

    clone.fake("ninja", NINJA);
    build(&clone, &["--coverage"]);
    assert_eq!(trace(&clone)[first.len()..], *"ninja mlir-headers\nninja lowdiff\n");
}

#[test]
fn a_stage_that_was_cut_short_is_done_again() {
    let clone = debian();
    clone.fake("cmake", "echo 'CMake Error at it: no'; exit 1");
    assert_mentions(&clone.refusal(BUILD, &[]), &["failed while configuring MLIR"]);
    let building = clone.path(".mlir/.building/22-built");
    assert_eq!(
        fs::read_to_string(building.join("done")).unwrap(),
        "llvm 1:22.1.8-1~deb12u1\nsource 22.1.8\n"
    );
    // As if it had been killed while it unpacked, and a package had been damaged since.
    fs::write(building.join("done"), "llvm 1:22.1.8-1~deb12u1\n").unwrap();
    fs::remove_dir_all(building.join("source/mlir/lib")).unwrap();
    fs::write(building.join("archive/it_22.1.8.orig.tar.xz"), "half").unwrap();
    let before = trace(&clone);
    clone.fake("cmake", "");
    build(&clone, &[]);
    assert_eq!(trace(&clone)[before.len()..], *"source\nninja mlir-headers\nninja lowdiff\n");
}

#[test]
fn a_signal_ends_the_compilers_too() {
    let clone = debian();
    // `nice` becomes ninja, so that the script is ninja's parent; the signal comes while it waits.
    clone.fake("ninja", "echo $$ > \"$HOME/ninja.pid\"; kill -TERM $PPID; exec sleep 60");
    let begun = Instant::now();
    assert_mentions(&clone.refusal(BUILD, &[]), &["interrupted", "goes on where it stopped"]);
    assert!(begun.elapsed() < Duration::from_secs(30), "it waited for the compilers");
    let ninja = fs::read_to_string(clone.path("ninja.pid")).unwrap();
    assert!(!Path::new("/proc").join(ninja.trim()).exists(), "a compiler was left behind");
}

#[test]
fn sources_of_ones_own_replace_debians() {
    let clone = debian();
    let own = clone.path("project");
    let own = own.to_str().unwrap();
    build(&clone, &["--source", own]);
    assert!(!trace(&clone).contains("source"), "{}", trace(&clone));
    // The folder of mlir itself will do.
    build(&clone, &["--source", &format!("{own}/mlir"), "--coverage"]);
    assert_mentions(
        &clone.refusal(BUILD, &["--assertions", "--source", "/nowhere"]),
        &["/nowhere does not exist"],
    );
    let bin = clone.path("bin");
    assert_mentions(
        &clone.refusal(BUILD, &["--assertions", "--source", bin.to_str().unwrap()]),
        &["no mlir/CMakeLists.txt", "llvm-project"],
    );
    let version = clone.path("project/cmake/Modules/LLVMVersion.cmake");
    fs::write(version, "  set(LLVM_VERSION_MAJOR 24)\n").unwrap();
    assert_mentions(&clone.refusal(BUILD, &["--assertions", "--source", own]), &["is LLVM 24", "LLVM 22"]);
}

#[test]
fn bad_arguments_are_named() {
    let clone = Clone::with_commands(&[]);
    assert_mentions(&clone.refusal(BUILD, &["--nonsense"]), &["--nonsense", "--help"]);
    assert_mentions(&clone.refusal(BUILD, &["22"]), &["unknown argument '22'"]);
    assert_mentions(&clone.refusal(BUILD, &["--version", "head"]), &["MLIR head", "--version 22"]);
    assert_mentions(&clone.refusal(BUILD, &["--version"]), &["--version wants a value"]);
    assert_mentions(&clone.refusal(BUILD, &["--jobs", ""]), &["--jobs wants a value"]);
    for jobs in ["0", "many", "-1"] {
        assert_mentions(&clone.refusal(BUILD, &["--jobs", jobs]), &["--jobs wants a number"]);
    }
    assert!(clone.run(BUILD, &["--help"]).status.success());
}

#[test]
fn what_is_missing_is_named_with_the_way_out() {
    let clone = Clone::with_commands(&["nproc"]);
    assert_mentions(&clone.refusal(BUILD, &[]), &["no apt-get", "setup.sh PREFIX"]);
    clone.fake("apt-get", "");
    assert_mentions(&clone.refusal(BUILD, &[]), &["dpkg-deb"]);
    clone.fake("dpkg-deb", "");
    clone.fake("id", "echo 1000");
    assert_mentions(&clone.refusal(BUILD, &[]), &["missing here: g++ cmake ninja-build", "as root"]);
    clone.fake("uname", "[ \"$1\" = -m ] && echo aarch64 || echo Linux");
    assert_mentions(&clone.refusal(BUILD, &[]), &["x86-64", "aarch64", "PREFIX"]);

    let clone = debian();
    clone.fake("df", "printf 'Filesystem\\nx 1000000 900000 100000 90%% /\\n'");
    assert_mentions(&clone.refusal(BUILD, &[]), &["MB of disk", "has 97 MB"]);
}

#[test]
fn what_goes_wrong_on_the_way_is_told_apart() {
    let clone = debian();
    clone.fake("ninja", "echo 'clang++: error: unable to execute command: Killed'; exit 1");
    assert_mentions(&clone.refusal(BUILD, &["--jobs", "8"]), &["out of memory", "fewer --jobs than 8"]);
    clone.fake("ninja", "echo 'LLVM ERROR: IO failure: No space left on device'; exit 1");
    assert_mentions(&clone.refusal(BUILD, &[]), &["disk is full", "goes on where it stopped"]);

    // Tools that lower nothing are no toolchain.
    clone.fake("ninja", &NINJA.replace("echo 42", "echo 41"));
    assert_mentions(&clone.refusal(BUILD, &[]), &["does not run a small program", ".building/22-built"]);
    assert!(!clone.path(".mlir/22-built").exists());

    let clone = debian();
    clone.fake(
        "apt-cache",
        &fs::read_to_string(clone.path("bin/apt-cache")).unwrap().replace("*showsrc*", "*none*"),
    );
    assert_mentions(&clone.refusal(BUILD, &[]), &["in no archive", "--source DIR"]);

    // A source that does not arrive whole is not used.
    let clone = debian();
    let apt_get = fs::read_to_string(clone.path("bin/apt-get")).unwrap();
    clone.fake("apt-get", &apt_get.replace("cp \"$HOME/source.tar\"", "cp \"$HOME/trace\""));
    assert_mentions(&clone.refusal(BUILD, &[]), &["downloading the sources of MLIR 22.1.8", "404"]);
    assert!(!clone.path(".mlir/.building/22-built/source").exists());
}

/// The output of `source_lists` for a file.
fn source_lists(file: &str, text: &str) -> String {
    let clone = Clone::with_commands(&[]);
    fs::write(clone.path(file), text).unwrap();
    fs::write(clone.path("scripts/lists.sh"), ". \"${0%/*}/lib/source.sh\"; source_lists bookworm \"$@\"")
        .unwrap();
    let output = clone.run("lists.sh", &["/nowhere.list", clone.path(file).to_str().unwrap()]);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn one_line_entries_become_sources() {
    assert_eq!(
        source_lists("sources.list", LINES),
        "deb-src [arch=amd64 signed-by=/key.gpg] http://mirror.example/debian bookworm main contrib\n\
         deb-src [arch=amd64 signed-by=/key.gpg] http://mirror.example/debian trixie main contrib\n\
         deb-src http://mirror.example/security bookworm-security main\n"
    );
}

#[test]
fn stanzas_become_sources() {
    assert_eq!(
        source_lists("debian.sources", STANZAS),
        "Types: deb-src\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates trixie\n\
         Components: main\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abcd\n\n\
         Types: deb-src\nURIs: http://mirror.example/security\nSuites: bookworm-security\nComponents: main\n\n"
    );
}
