//! The target `mixed_diff`: two paths of a program in mixed dialects, with the evaluator as a third witness.

use crate::planted;
use crate::support::{self, Lowdiff, toolchain};
use lowdiff::decode::{ROOM, decode_mixed, is_mixed, mutate};
use lowdiff::explore::Target;
use lowdiff::judge::{Reason, VerdictKind};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn committed_seeds_agree_and_are_of_all_dialects() {
    toolchain("22");
    support::alone("committed_seeds_agree_and_are_of_all_dialects", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::MixedDiff, out.path());
        let (mut text, mut generators) = (String::new(), BTreeSet::new());
        for (path, bytes) in support::seeds(Target::MixedDiff) {
            assert!(is_mixed(&bytes) && bytes.len() <= 1024, "{}", path.display());
            let result = campaign.run_bytes(&bytes).expect("it can be run").expect("it decodes");
            assert_eq!(result.verdict.kind, VerdictKind::Agree, "{}: {:?}", path.display(), result.verdict);
            assert_eq!(result.reports.len(), 2);
            assert!(result.case.expected.is_some(), "the evaluator says what is shown");
            text += result.case.source.newest();
            generators.insert(decode_mixed(&bytes, 22).expect("it decodes").generator.name());
        }
        for dialect in
            ["arith.", "math.", "scf.", "cf.", "memref.", "vector.", "tensor.", "affine.", "linalg.", "llvm."]
        {
            assert!(text.contains(&format!("\"{dialect}")), "no seed has an operation of {dialect}");
        }
        assert!(generators.len() > 3, "{generators:?}");
    });
}

#[test]
fn a_planted_bug_shows_on_seeds_and_nothing_without_it() {
    let library = &planted::library_and(planted::PROGRAM).1;
    let replay = |seed: &Path, plant: &str| {
        let words = ["replay", "--target", "mixed_diff", "--json", "--mlir"];
        let answer = Lowdiff::new(&words).arg(library).arg(seed).env(planted::PLANT, plant).run();
        (answer.status, answer.json()["verdict"].as_str().unwrap_or_default().to_owned())
    };
    let mut shown = 0;
    for (seed, _) in support::seeds(Target::MixedDiff).into_iter().take(20) {
        assert_eq!(replay(&seed, ""), (Some(0), "agree".to_owned()), "{}", seed.display());
        let (status, verdict) = replay(&seed, "canonicalize:anywhere");
        let is_found = status == Some(1)
            && ["memory", "mismatch", "miscompiled", "timeout", "undefined"].contains(&verdict.as_str());
        assert!(is_found || status == Some(0), "{}: {verdict}", seed.display());
        shown += u32::from(is_found);
    }
    assert!(shown >= 3, "the planted bug shows on {shown} of 20 seeds");
}

#[test]
fn an_artifact_is_made_smaller_where_the_bug_shows() {
    let library = &planted::library_and(planted::PROGRAM).1;
    let plant = "canonicalize:anywhere";
    let run = |words: &[&str], seed: &Path| {
        Lowdiff::new(words).arg("--mlir").arg(library).arg(seed).env(planted::PLANT, plant).run()
    };
    let found = |(seed, _): &(PathBuf, Vec<u8>)| {
        run(&["replay", "--target", "mixed_diff", "--json"], seed).json()["verdict"] == "mismatch"
    };
    let (seed, bytes) =
        support::seeds(Target::MixedDiff).into_iter().find(found).expect("the bug shows on a seed");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let artifact = folder.path().join("crash-0");
    std::fs::write(&artifact, &bytes).expect("room");
    let out = folder.path().join("reduced");
    let answer = run(&["reduce", "--seconds", "20", "--out", &out.display().to_string()], &artifact);
    assert_eq!(answer.status, Some(0), "{}: {answer:?}", seed.display());
    let operations = |text: &str| text.matches(" = \"").count();
    let before = decode_mixed(&bytes, 22).expect("it decodes").program.text;
    let after = std::fs::read_to_string(out.join("program.mlir")).expect("the program");
    assert!(after.lines().count() < before.lines().count(), "{} operations:\n{after}", operations(&before));
}

#[test]
fn mutants_decode_and_are_never_the_harness_at_fault() {
    toolchain("22");
    support::alone("mutants_decode_and_are_never_the_harness_at_fault", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::MixedDiff, out.path());
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for (_, bytes) in support::seeds(Target::MixedDiff).into_iter().take(15) {
            for _ in 0..2 {
                let mutant = mutate(&bytes, bytes.len().max(ROOM), &mut random);
                let result = campaign.run_bytes(&mutant).expect("it can be run").expect("a mutant decodes");
                assert_ne!(result.verdict.reason, Some(Reason::HarnessError), "{:?}", result.verdict);
            }
        }
        let stats = &campaign.stats;
        assert_eq!((stats.inputs, stats.rejected), (30, 0));
    });
}
