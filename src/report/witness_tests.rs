//! Reports about a module that lowdiff's evaluator ran as it is, and about one that MLIR prints and does not read.

use super::{has, report};
use serde_json::json;

#[test]
fn the_operations_that_decide_are_those_of_the_module_behind_the_pass() {
    let origin = "`%e = tensor.extract_slice %c[%8] [%0] [%0] : tensor<3xbf16> to tensor<?xbf16>`";
    let rule = json!({ "rule": { "rule": "used_poison", "values": ["a tensor"] } });
    let cause = json!({ "at": { "operation": "`func.call @p(%c) : (tensor<*xi64>) -> ()`", "origin": origin, "why": rule } });
    let broken = json!({
        "operation": "llvm.load", "origin": "llvm.getelementptr", "rule": "used_poison", "values": ["the pointer of a read"]
    });
    let document = json!({
        "verdict": "undefined", "pass": null, "detail": "path b ended as undefined",
        "culprit": {
            "pass": "cse", "pipeline": "builtin.module(cse)", "alone": true,
            "before": "as lowdiff's evaluator runs it", "before_fact": "witnessed",
            "ended": { "outcome": "undefined", "failure": { "cause": cause, "pass": null, "frames": [] } },
        },
        "paths": [{ "outcome": "ok", "interpreted": false }, { "outcome": "undefined", "broken": broken }],
    });
    let files = [
        ("before.mlir", "module {}\n"),
        ("program.mlir", "module {}\n"),
        ("without.txt", "builtin.module(inline)\n"),
        ("with.txt", "builtin.module(cse)\nbuiltin.module(inline)\n"),
    ];
    let text = report(document, &files);
    has(&text, &["`tensor.extract_slice` (https://mlir.llvm.org/docs/Dialects/TensorOps/)"]);
    has(&text, &["evaluator runs it as it is, and its results are right"]);
    assert!(!text.contains("getelementptr-instruction"), "{text}");
}

#[test]
fn what_is_printed_and_not_read_goes_by_the_operation() {
    let written = "memref.prefetch %0[%1], read, locality<0>, data {note} : memref<4xi16>";
    let cause = json!({ "unreadable": { "form": "pretty-form", "why": { "said": {} }, "written": written } });
    let path = json!({ "outcome": "unreadable", "pass": "sccp", "message": "it cannot be read back", "cause": cause, "said": "expected ':'" });
    let document = json!({
        "verdict": "unreadable", "pass": "sccp", "detail": "it cannot be read back", "complaint": "memref.prefetch",
        "culprit": { "pass": "sccp", "pipeline": "builtin.module(sccp)", "alone": true },
        "paths": [path],
    });
    let text = report(document, &[("before.mlir", "module {}\n"), ("program.mlir", "module {}\n")]);
    assert!(text.starts_with("# [mlir][memref] memref.prefetch is printed as it cannot be read"), "{text}");
    has(&text, &["it is printing or reading it that goes wrong, and not the pass", "- `memref.prefetch`\n"]);
    assert!(!text.contains("The pass to blame is") && !text.contains("- `sccp`\n"), "{text}");
}

#[test]
fn a_module_that_is_read_otherwise_is_shown_by_the_first_line_that_differs() {
    let of = |lines: [&str; 2]| {
        let cause = json!({ "read-otherwise": { "form": "pretty-form", "lines": lines } });
        let why = json!({ "breach": null, "cause": cause, "said": null });
        let fact = json!({ "ended": { "outcome": "round-trip", "pass": "cse", "path": "a", "signal": null, "why": why } });
        let path =
            json!({ "outcome": "round-trip", "pass": "cse", "message": "its pretty form", "cause": cause });
        let document = json!({
            "verdict": "round-trip", "pass": "cse", "detail": "its pretty form", "fact": fact, "paths": [path],
        });
        report(document, &[("program.mlir", "module {}\n")])
    };
    let said =
        "as it was written and as it was read:\n\n```\n%1 = load [%c * 3 + %c]\n%1 = load [%c * 4]\n```";
    has(&of(["%1 = load [%c * 3 + %c]", "%1 = load [%c * 4]"]), &[said]);
    assert!(!of(["", ""]).contains("as it was written"), "the printer hides it");
}
