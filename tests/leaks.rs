//! Memory that lowered programs do not free: told of every run, and a finding where a pass of the path frees everything.

use crate::planted;
use crate::support;

use planted::lowdiff;
use serde_json::{Value, json};
use support::DEFAULT_PATH;

/// The plain path, with these passes behind bufferization.
fn path(passes: &str) -> String {
    let bufferized = "one-shot-bufferize{bufferize-function-boundaries},";
    assert!(DEFAULT_PATH.contains(bufferized));
    DEFAULT_PATH.replace(bufferized, &format!("{bufferized}{passes}"))
}

fn run(executor: &str, passes: &str, plant: &str) -> Value {
    let path = path(passes);
    let answer = lowdiff(&["run", "--json", "--executor", executor, "--path", &path], plant)
        .arg(planted::small())
        .run();
    answer.json()
}

#[test]
fn what_is_not_freed_is_told() {
    for executor in ["interp", "jit"] {
        let kept = run(executor, "", "cse:nothing");
        assert_eq!(kept["outcome"], "ok", "nobody promised to free anything: {kept:#}");
        let blocks = kept["leaked"]["blocks"].as_u64();
        assert!(blocks >= Some(1) && kept["leaked"]["bytes"].as_u64() >= Some(16), "{executor}: {kept:#}");
        let freed = run(executor, "buffer-deallocation-pipeline,cse,", "cse:nothing");
        assert_eq!(
            (&freed["outcome"], &freed["leaked"]),
            (&json!("ok"), &Value::Null),
            "{executor}: {freed:#}"
        );
    }
}

#[test]
fn what_a_path_promises_to_free_and_does_not_is_a_fault() {
    for executor in ["interp", "jit"] {
        let leaks = run(executor, "buffer-deallocation-pipeline,cse,", "cse:leak");
        assert_eq!(leaks["outcome"], "fault", "{executor}: {leaks:#}");
        let said = leaks["message"].as_str().unwrap_or_default();
        assert!(said.contains("buffer-deallocation-pipeline frees everything"), "{executor}: {leaks:#}");
    }
}

#[test]
fn a_pass_that_forgets_to_free_is_found_and_blamed() {
    let campaign = |plant: &str| {
        let out = tempfile::tempdir().expect("a temporary folder");
        let folder = out.path().display().to_string();
        let words =
            ["explore", "--json", "--programs", "6", "--paths", "6", "--sample", "0", "--out", &folder];
        // One pass runs cse itself, and would be blamed with it. The other has a bug of its own.
        let skip = ["--skip-pass", "composite-fixed-point-pass", "--skip-pass", "scf-for-loop-peeling"];
        let through = ["--through", "buffer-deallocation-pipeline", "--through", "cse"];
        let answer = lowdiff(&[&words[..], &skip, &through].concat(), plant).arg(planted::small()).run();
        let summary = answer.json();
        (out, answer, summary)
    };
    let (_out, answer, summary) = campaign("cse:leak");
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let signatures = summary["signatures"].as_object().cloned().unwrap_or_default();
    assert_eq!(signatures.keys().collect::<Vec<_>>(), ["memory-cse"], "{summary:#}");
    let finding = summary["findings"][0]["directory"].as_str().expect("it is kept");
    let blamed = lowdiff(&["blame", "--json"], "cse:leak").arg(finding).run();
    assert_eq!(blamed.status, Some(0), "{blamed:?}");
    assert!(blamed.stdout.contains("\"cse\""), "{blamed:?}");
    let reduced = lowdiff(&["reduce", "--json", "--seconds", "30"], "cse:leak").arg(finding).run();
    assert_eq!(reduced.status, Some(0), "{reduced:?}");
    assert_eq!(reduced.json()["signature"], "memory-cse", "{reduced:?}");
    let (_out, answer, summary) = campaign("cse:nothing");
    assert_eq!((answer.status, &summary["findings"]), (Some(0), &json!([])), "{answer:?}");
}
