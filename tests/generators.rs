//! Programs of the shipped smiths on real MLIR: they verify, and compute by the plain lowering what the evaluator says of them.

use crate::support;

use lowdiff::case::Case;
use lowdiff::decode::{Generator, decode_case, seeded_by};
use lowdiff::execute::{ExecutorKind, Job, Terms};
use lowdiff::judge::{Verdict, VerdictKind, judge};
use lowdiff::path::PathSpec;
use std::process::Command;
use support::alone;

/// Programs of each smith.
const PROGRAMS: u64 = 30;

/// Bugs of MLIR that these programs meet: the pass, and a word of what MLIR says.
///
/// Predicates of math on vectors of more than one dimension become `llvm.intr.is.fpclass` of an array, which is invalid.
const MET: [(&str, &str); 1] = [("convert-math-to-llvm", "llvm.intr.is.fpclass")];

/// True of a finding that is one of these bugs.
fn is_met(verdict: &Verdict) -> bool {
    let said = verdict.complaint.as_deref().unwrap_or_default();
    MET.iter().any(|(pass, word)| verdict.pass.as_deref() == Some(pass) && said.contains(word))
}

/// Lowers programs of every smith plainly on this toolchain, and holds what they show against what the evaluator says.
fn agree(name: &str) {
    let toolchain = support::loadable(name);
    let mut interp = ExecutorKind::Interp.open(&toolchain).expect("the toolchain works");
    for generator in Generator::all().filter(|generator| *generator != Generator::Tosa) {
        let mut agreed = 0;
        for number in 0..PROGRAMS {
            let bytes = seeded_by(&generator, 17, number);
            let (case, _) = decode_case(&bytes, toolchain.major()).expect("any bytes are a program");
            let case = Case { paths: vec![PathSpec::Drawn(Vec::new())], ..case };
            let text = case.source.newest();
            let job = Job::new(text.to_owned(), case.paths.clone(), Terms::default());
            let reports = interp.run(&job).unwrap_or_else(|error| {
                panic!("MLIR {name} refuses program {number} of {generator}: {error:#}\n{text}")
            });
            let verdict = judge(&reports, case.prescribed());
            assert!(
                !verdict.kind.is_finding() || is_met(&verdict),
                "program {number} of {generator}: {verdict:?}\n{text}"
            );
            agreed += u64::from(verdict.kind == VerdictKind::Agree);
        }
        assert!(agreed * 100 >= PROGRAMS * 90, "{agreed} of {PROGRAMS} programs of {generator} agree");
    }
}

#[test]
fn programs_of_smiths_agree_with_the_evaluator_on_22() {
    alone("programs_of_smiths_agree_with_the_evaluator_on_22", || agree("22"));
}

/// The status, the output and the complaint of `lowdiff gen` with these words.
fn made(words: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_lowdiff")).arg("gen").args(words).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn a_seed_makes_the_same_programs_twice_and_another_seed_others() {
    for generator in Generator::all() {
        let words = |seed| ["--generator", generator.name(), "--count", "3", "--seed", seed];
        let (status, text, complaint) = made(&words("1"));
        assert_eq!((status, complaint.as_str()), (Some(0), ""), "{generator}");
        assert_eq!(text.matches("// -----").count(), 2, "{generator}");
        assert_eq!(made(&words("1")).1, text, "{generator}");
        assert_ne!(made(&words("2")).1, text, "{generator}");
    }
}

#[test]
fn a_smith_is_shown_and_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.toml");
    let (status, text, _) = made(&["--generator", "scf", "--dump"]);
    assert_eq!(status, Some(0));
    std::fs::write(&file, &text).expect("room");
    let file = file.to_str().expect("a name");
    let (status, own, complaint) = made(&["--smith", file, "--count", "4"]);
    assert_eq!((status, complaint.as_str()), (Some(0), ""));
    assert!(own.contains("scf."), "{own}");
    assert_eq!(made(&["--smith", file, "--dump"]).0, Some(0));
}

#[test]
fn a_file_that_is_no_smith_gives_status_2_and_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml");
    for (text, said) in [
        (
            "dialects = [\"arith\"]\ndepths = 3\n",
            "line 2: no key is named 'depths'; the keys are attributes, ",
        ),
        ("dialects = [\"gpu\"]\n", "no operation of 'gpu' is generated"),
        ("dialects = [\"arith\"]\n[weights]\n\"arith.add\" = 2\n", "'arith.add' is neither an operation"),
        ("dialects = [\"arith\"]\nextent = 0\n", "extent takes a number from 1 to 16"),
    ] {
        std::fs::write(&file, text).expect("room");
        let (status, output, complaint) = made(&["--smith", file.to_str().expect("a name")]);
        assert_eq!((status, output.as_str()), (Some(2), ""), "{text}");
        assert!(complaint.contains(said) && complaint.trim_end().lines().count() == 1, "{text}: {complaint}");
    }
}

#[test]
fn a_campaign_makes_programs_of_a_given_smith_and_goes_on_with_that_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("room");
        file.display().to_string()
    };
    let text = "dialects = [\"arith\"]\nintegers = [32]\nfloats = []\noperations = [2, 4]\nindex = false\n";
    let (own, other) = (write("own.toml", text), write("other.toml", "dialects = [\"arith\", \"scf\"]\n"));
    let out = folder.path().join("found");
    let explore = |words: &[&str]| {
        support::Lowdiff::new(&["explore", "--mlir", "22", "--quiet", "--reduce", "0", "--out"])
            .arg(&out)
            .args(words)
            .run()
    };
    let begun = explore(&["--smith", &own, "--programs", "3", "--json"]);
    assert!(matches!(begun.status, Some(0 | 1)), "{begun:?}");
    let journal = std::fs::read_to_string(out.join("campaign-1.jsonl")).expect("the journal");
    let first: serde_json::Value =
        serde_json::from_str(journal.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["plan"]["generator"]["dialects"], serde_json::json!(["arith"]), "{first:#}");
    // The file is not needed again.
    std::fs::remove_file(&own).expect("it is there");
    let resumed = explore(&["--resume", "--programs", "4", "--json"]);
    assert!(matches!(resumed.status, Some(0 | 1)), "{resumed:?}");
    let refused = explore(&["--resume", "--smith", &other, "--programs", "5"]);
    assert_eq!(refused.status, Some(2), "{refused:?}");
    assert!(format!("{refused:?}").contains("was begun with another --smith"), "{refused:?}");
}
