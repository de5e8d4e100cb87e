//! The documents that decide: why a finding of a kind is a bug, and which pages say what the operations mean that a pass replaces.

use super::issue::Issue;
use super::sentences::Sentence;
use crate::judge::VerdictKind;
use crate::observe::{Cause, dialect, operation_of};
use std::collections::{BTreeMap, BTreeSet};

/// Operations whose pages are named, at most.
const MOST_NAMED: usize = 3;
/// The page of LLVM's instructions, which those of the dialect `llvm` stand for.
const LANGREF: &str = "https://llvm.org/docs/LangRef.html";
/// The pages of the other dialects are below this.
const DIALECTS: &str = "https://mlir.llvm.org/docs/Dialects/";
/// The page of a dialect.
const PAGES: [(&str, &str); 20] = [
    ("affine", "Affine"),
    ("arith", "ArithOps"),
    ("async", "AsyncDialect"),
    ("bufferization", "BufferizationOps"),
    ("builtin", "Builtin"),
    ("cf", "ControlFlowDialect"),
    ("complex", "ComplexOps"),
    ("func", "Func"),
    ("index", "IndexOps"),
    ("linalg", "Linalg"),
    ("math", "MathOps"),
    ("memref", "MemRef"),
    ("ml_program", "MLProgramOps"),
    ("omp", "OpenMPDialect"),
    ("scf", "SCFDialect"),
    ("shape", "ShapeDialect"),
    ("tensor", "TensorOps"),
    ("tosa", "TOSA"),
    ("ub", "UBOps"),
    ("vector", "Vector"),
];

/// The documents that decide that this is a bug, in a sentence.
pub(super) fn decided(issue: &Issue<'_>) -> Option<String> {
    if let Some(document) = document(issue.kind()) {
        return Some(document.to_owned());
    }
    // The meaning of operations does not say how long a pass may take.
    if issue.ends_in_pass() && matches!(issue.kind(), VerdictKind::Timeout | VerdictKind::OutOfMemory) {
        return None;
    }
    let rules = issue.seen().paths.iter().filter_map(|path| path.broken.as_ref());
    let text = issue.made_by();
    if let Some(sentence) = rules.clone().find_map(|broken| Sentence::about(broken, &text)) {
        return Some(cited(sentence, rules.clone().find_map(|broken| broken.maker())));
    }
    let broken = broken_behind(issue).map_or_else(|| issue.broken(), |operation| vec![operation]);
    if !broken.is_empty() {
        return undefined(&broken);
    }
    let operations = match &issue.document.verdict().operation {
        Some(operation) => vec![operation.name.clone()],
        None => issue.replaced(),
    };
    if let [operation] = &operations[..]
        && let Some(sentence) = Sentence::of(operation)
    {
        return Some(cited(sentence, Some(operation)));
    }
    let is_named = issue.document.verdict().operation.is_some();
    let dialects = || of_dialects(&issue.read(issue.demonstration.file)?);
    meaning(&operations).or_else(|| if is_named { None } else { dialects() })
}

/// A sentence with its place: a section of LangRef, or the page of the operation that it describes.
fn cited(sentence: &Sentence, operation: Option<&str>) -> String {
    let says = sentence.says;
    match (sentence.section, operation.and_then(|operation| Some((operation, page(operation)?)))) {
        (Some(section), _) => format!("LLVM's documentation decides: \"{says}\" ({LANGREF}#{section})"),
        (None, Some((operation, page))) => {
            format!("MLIR's documentation decides: \"{says}\" (`{operation}`, {page})")
        }
        (None, None) => format!("MLIR's documentation decides: \"{says}\""),
    }
}

/// The operation that breaks a rule in the module behind the pass to blame, where the words of the report are about that one: lowered code
/// breaks it by others.
fn broken_behind(issue: &Issue<'_>) -> Option<String> {
    let Cause::At { operation, origin, .. } = &issue.ended()?.failure.cause else { return None };
    let text = origin.as_ref().or(operation.as_ref())?;
    operation_of(text.trim_start_matches('`')).map(str::to_owned)
}

/// The document by which a pass that ends so is wrong, in a sentence; none where the meaning of operations decides.
fn document(kind: VerdictKind) -> Option<&'static str> {
    use VerdictKind::{Crash, InvalidIr, Nondeterministic, RoundTrip, Unreadable};
    match kind {
        Crash => Some(
            "MLIR's policy decides: a pass that crashes or fails an assertion on IR that the verifier takes has a bug \
             (https://discourse.llvm.org/t/69677).",
        ),
        InvalidIr => Some(
            "MLIR's documentation decides: \"Passes in MLIR are allowed to gracefully fail. This may happen if some invariant of the pass \
             was broken, potentially leaving the IR in some invalid state. If such a situation occurs, the pass can directly signal a \
             failure to the pass manager\" (PassManagement.md, Pass Failure). This pass signals none.",
        ),
        Unreadable | RoundTrip => Some(
            "MLIR's documentation decides: \"MLIR has a simple and unambiguous grammar, allowing it to reliably round-trip through a \
             textual form.\" (LangRef.md, Notation).",
        ),
        Nondeterministic => Some(
            "LLVM's coding standards decide: \"In general, there is no relative ordering among pointers.\" (CodingStandards.rst, Beware \
             of non-determinism due to ordering of pointers).",
        ),
        _ => None,
    }
}

/// The operations that the second module has fewer of, or has with other types, attributes or names of functions, as `mlir-opt` prints
/// both, in order of their names.
pub fn replaced(before: &str, after: &str) -> Vec<String> {
    let mut counts = BTreeMap::<(&str, String), i64>::new();
    for (text, step) in [(before, 1), (after, -1)] {
        for (name, line) in text.lines().filter_map(|line| Some((operation_of(line)?, line))) {
            *counts.entry((name, form(line))).or_default() += step;
        }
    }
    let total =
        |name: &str| counts.iter().filter(|((own, _), _)| *own == name).map(|(_, count)| count).sum::<i64>();
    let fewer = counts.iter().filter(|((name, _), count)| **count > 0 && !is_plain(name));
    let names: BTreeSet<&str> = fewer.map(|((name, _), _)| *name).collect();
    // An operation that is there as often as before is changed, and not replaced.
    if names.len() == 1 && names.iter().all(|name| total(name) <= 0) {
        return Vec::new();
    }
    names.into_iter().map(str::to_owned).collect()
}

/// A line of a module without the names of values and the numbers of aliases, which follow from what stands before it.
fn form(line: &str) -> String {
    let mut form = String::new();
    let mut rest = line.trim();
    while let Some(at) = rest.find(['%', '#']) {
        let (kept, named) = rest.split_at(at);
        let end = named[1..].find(|c: char| !(c.is_ascii_alphanumeric() || "_.$-".contains(c)));
        let (name, behind) = named.split_at(end.map_or(named.len(), |end| end + 1));
        form += kept;
        if name.starts_with('#') {
            form += name.trim_end_matches(|c: char| c.is_ascii_digit());
        }
        rest = behind;
    }
    form + rest
}

/// True of operations that passes replace without a change of meaning: constants, functions, and what ends a region.
fn is_plain(operation: &str) -> bool {
    [".constant", ".const", ".func", ".yield", ".return"].iter().any(|end| operation.ends_with(end))
}

/// The pages that say what these operations mean, in a sentence; none where there are no operations, or too many to be of use.
fn meaning(operations: &[String]) -> Option<String> {
    Some(format!("The documentation of these operations decides: {}.", pages(operations)?))
}

/// The pages of the dialects of a module, in a sentence.
fn of_dialects(module: &str) -> Option<String> {
    let own: BTreeSet<&str> = module.lines().filter_map(operation_of).map(dialect).collect();
    let named: Vec<String> =
        own.iter().filter_map(|own| Some(format!("{own} ({})", page(&format!("{own}."))?))).collect();
    let named = named.join(", ");
    (!named.is_empty()).then(|| format!("The documentation of these dialects decides: {named}."))
}

/// The pages that say when these operations are undefined or give poison, in a sentence.
fn undefined(operations: &[String]) -> Option<String> {
    Some(format!("The documentation of these operations decides what is undefined: {}.", pages(operations)?))
}

fn pages(operations: &[String]) -> Option<String> {
    let known =
        operations.iter().filter_map(|operation| Some(format!("`{operation}` ({})", page(operation)?)));
    let named: Vec<String> = known.collect();
    let few = !named.is_empty() && named.len() == operations.len() && named.len() <= MOST_NAMED;
    few.then(|| named.join(", "))
}

/// The page of an operation.
fn page(operation: &str) -> Option<String> {
    let own = dialect(operation);
    if let Some(name) = operation.strip_prefix("llvm.") {
        let is_instruction = !name.is_empty() && !name.contains('.');
        let section = if is_instruction { format!("#{name}-instruction") } else { String::new() };
        return Some(format!("{LANGREF}{section}"));
    }
    PAGES.iter().find(|(dialect, _)| *dialect == own).map(|(_, page)| format!("{DIALECTS}{page}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pass_replaces_is_counted_by_name() {
        let before = "module {\n  %k = arith.constant 1 : i32\n  %0 = math.ceil %a : f32\n  %1:2 = \"scf.if\"(%c) ({\n  call @f(%0) : (f32) -> ()\n  %2 = arith.addi %i, %j : i32";
        let after = "module {\n  %0 = arith.addi %i, %j : i32\n  %1 = arith.addi %0, %j : i32\n  call @f(%0) : (f32) -> ()\n";
        assert_eq!(replaced(before, after), ["math.ceil", "scf.if"]);
        assert_eq!(replaced(before, before), [""; 0]);
        let of_tensors = "%0 = linalg.exp ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) -> tensor<2xf32>\n%1 = tensor.extract %0[%i] : tensor<2xf32>";
        let of_buffers = "linalg.exp ins(%a : memref<2xf32>) outs(%b : memref<2xf32>)\n%1 = memref.load %b[%i] : memref<2xf32>";
        assert_eq!(replaced(of_tensors, of_buffers), ["linalg.exp", "tensor.extract"], "of other types");
        let elsewhere =
            of_buffers.replace("memref.load %b[%i] : memref<2xf32>", "memref.load %c[%i] : memref<3xf32>");
        assert_eq!(replaced(of_buffers, &elsewhere), [""; 0], "it is changed");
        let [one, other] = ["#map1", "#map"]
            .map(|map| format!("{map} = affine_map<(d0) -> (d0)>\n%9 = affine.apply {map}(%i)"));
        assert_eq!(replaced(&one, &other), [""; 0], "an alias by another number");
    }

    #[test]
    fn operations_have_pages() {
        let named =
            |names: &[&str]| meaning(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(
            named(&["llvm.shl", "math.ceil"]).unwrap(),
            "The documentation of these operations decides: `llvm.shl` (https://llvm.org/docs/LangRef.html#shl-instruction), \
             `math.ceil` (https://mlir.llvm.org/docs/Dialects/MathOps/)."
        );
        assert_eq!((named(&[]), named(&["toy.print"])), (None, None));
        assert_eq!(named(&["arith.addi", "arith.andi", "arith.ori", "arith.xori"]), None, "too many");
        let dialects =
            of_dialects("module {\n  %0 = llvm.add %a, %b : i32\n  \"scf.if\"(%c) ({\n  toy.print %0")
                .unwrap();
        assert!(dialects.ends_with("llvm (https://llvm.org/docs/LangRef.html), scf (https://mlir.llvm.org/docs/Dialects/SCFDialect/)."), "{dialects}");
        let says = undefined(&["llvm.intr.ctlz".to_owned()]).unwrap();
        assert!(
            says.ends_with("is undefined: `llvm.intr.ctlz` (https://llvm.org/docs/LangRef.html)."),
            "{says}"
        );
    }
}
