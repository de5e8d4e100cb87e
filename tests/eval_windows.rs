//! The reference semantics against MLIR: windows, scaling, tables, transforms and images, and functions at their extremes.
//!
//! Each program of `eval/windows` is evaluated, and lowered and run; integers must be equal, floats within their bounds. Those of
//! `eval/deviations` are where MLIR 22 departs from the specification, and must be told apart.

use crate::support;

use lowdiff::observe::Element;
use lowdiff::semantics::Format;
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::Lowdiff;

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eval").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder can be read");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    found.sort();
    assert!(!found.is_empty(), "{} holds no program", folder.display());
    found
}

/// The results that are evaluated, and those that the lowered program prints.
fn both(program: &Path) -> (Value, Value) {
    let path = format!("@{}/tests/eval/default.22.txt", env!("CARGO_MANIFEST_DIR"));
    let evaluated = Lowdiff::new(&["eval", "--json", "--mlir", "22"]).arg(program).run();
    let run = Lowdiff::new(&["run", "--json", "--mlir", "22", "--path", &path]).arg(program).run();
    assert_eq!(run.status, Some(0), "{}: {run:?}", program.display());
    assert!(matches!(evaluated.status, Some(0 | 3)), "{}: {evaluated:?}", program.display());
    (evaluated.json()["outputs"].take(), run.json()["outputs"].take())
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn bits(value: &Value) -> u64 {
    let text = value.as_str().expect("bits are text");
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("bits are hexadecimal")
}

/// True if one number may be what was evaluated.
fn agrees(element: Element, expected: &Value, bound: Option<f64>, found: &Value) -> bool {
    // Numbers narrower than 32 bits are returned as i64.
    let (expected, found) = (bits(expected), bits(found) & u64::MAX >> (64 - element.bits()));
    let (Some(format), Some(bound)) = (Format::of(element), bound) else { return expected == found };
    let (a, b) = (format.decode(expected), format.decode(found));
    match () {
        () if bound == f64::MAX => true,
        () if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
        () if bound == 0.0 => expected == found,
        () => a == b || (a - b).abs() <= bound,
    }
}

/// The first number that differs, if one does, and how many are certain.
fn compared(evaluated: &Value, run: &Value) -> (Option<String>, usize) {
    let (evaluated, run) = (evaluated.as_array().expect("outputs"), run.as_array().expect("outputs"));
    assert_eq!(evaluated.len(), run.len());
    let (mut different, mut certain) = (None, 0);
    for (output, (a, b)) in evaluated.iter().zip(run).enumerate() {
        assert_eq!(a["shape"], b["shape"], "output {output}");
        let element = Element::parse(a["element"].as_str().unwrap_or("")).expect("an element type");
        let bounds = list(a, "bound");
        if a.get("open").is_some() {
            continue;
        }
        for (place, (x, y)) in list(a, "bits").iter().zip(list(b, "bits")).enumerate() {
            let bound = bounds.get(place).and_then(Value::as_f64);
            certain += usize::from(bound != Some(f64::MAX));
            if !agrees(element, x, bound, y) && different.is_none() {
                different = Some(format!("output {output}, element {place}: {x} (±{bound:?}) but {y}"));
            }
        }
    }
    (different, certain)
}

#[test]
fn mlir_computes_what_is_evaluated() {
    let mut wrong = Vec::new();
    for program in programs("windows") {
        let (evaluated, run) = both(&program);
        let (different, certain) = compared(&evaluated, &run);
        assert!(certain > 0, "{} says nothing", program.display());
        wrong.extend(different.map(|different| format!("{}: {different}", program.display())));
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn deviations_of_mlir_are_seen() {
    for program in programs("deviations") {
        let (evaluated, run) = both(&program);
        assert!(compared(&evaluated, &run).0.is_some(), "{} does not deviate", program.display());
    }
}
