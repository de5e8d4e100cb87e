//! The rules of undefined, poison and open results of every dialect that is run: for each a function that breaks it and its defined
//! neighbour, in `tests/undefined/`.
//!
//! Answers of the evaluator that differ from the rules are listed here, each with its reason; the lists are exact.

use crate::support;

use lowdiff::eval::{Returned, Taint};
use lowdiff::execute::interp::{Ending, Interpreter, Ran};
use lowdiff::mlir::{Context, Library, Module};
use lowdiff::observe::Cause;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Bytes of memory and steps of a run.
pub const BOUNDS: (u64, u64) = (1 << 26, 1 << 18);

/// A way in which an answer differs from the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Otherwise {
    /// The rule says undefined, and the result is poison.
    Poison,
    /// The rule says open, and the run is ended by a limit, or for want of a function.
    Limit,
    /// Nothing is detected.
    Nothing,
}

/// Rules that are answered otherwise: in which way, the reason, and which.
const OTHERWISE: &[(Otherwise, &str, &[&str])] = &[
    (
        Otherwise::Poison,
        "the operation is marked as one that may be run ahead of time, so the answer is the weaker one: a program that uses the result is \
         undefined",
        &[
            "affine_max_mod_zero",
            "affine_min_mod_zero",
            "apply_ceildiv_zero",
            "apply_floordiv_zero",
            "apply_mod_negative",
            "apply_mod_zero",
            "apply_overflow_product",
            "apply_overflow_sum",
            "cast_rank",
            "delinearize_basis",
            "delinearize_basis_negative",
            "dim_bounds",
            "linearize_basis",
            "linearize_disjoint",
            "linearize_overflow",
        ],
    ),
    (
        Otherwise::Limit,
        "a run without an end is ended by the limit on steps or on nesting, and nothing is known of a function without a body",
        &["br_endless", "call_absent", "call_endless", "while_endless"],
    ),
    (
        Otherwise::Nothing,
        "iterations run one after the other, and nobody notes which one touched which element",
        &["affine_parallel_race", "generic_shared_buffer", "load_store_race", "parallel_race"],
    ),
    (
        Otherwise::Nothing,
        "iterations run in ascending order, and the result of that one order is taken for the result",
        &[
            "affine_parallel_floats",
            "forall_order",
            "forall_race",
            "generate_order",
            "generic_side_effects",
            "parallel_reduce_floats",
            "parallel_reduce_order",
        ],
    ),
    (
        Otherwise::Nothing,
        "of a NaN the evaluator computes the preferred one, and outputs are compared without its sign and payload",
        &[
            "copysign_nan_sign",
            "divf_nan_bits",
            "maximumf_nan_bits",
            "remf_nan_bits",
            "subf_nan_bits",
            "truncf_nan_bits",
        ],
    ),
    (
        Otherwise::Nothing,
        "a flag lets a compiler rewrite the operation, and the evaluator computes the operation as it stands",
        &["addf_nsz", "addf_reassoc", "divf_arcp", "mulf_contract"],
    ),
    (
        Otherwise::Nothing,
        "promises about aliases and about which buffer is whose are not followed from value to value",
        &[
            "call_noalias",
            "clone_result_written",
            "clone_source_written",
            "dealloc_view",
            "to_tensor_restrict",
        ],
    ),
    (Otherwise::Nothing, "the target is fixed: an index has 64 bits", &["index_divs_narrow"]),
    (
        Otherwise::Nothing,
        "an address as a number is one that the evaluator chose; memory is never reached by a number that nobody derived from a pointer",
        &["pointer_number"],
    ),
];

/// A rule, as a line of a file states it.
pub struct Rule<'t> {
    /// Its name, before `_bad` and `_good` in the names of functions.
    pub id: &'t str,
    kind: &'t str,
}

impl<'t> Rule<'t> {
    fn of(line: &'t str) -> Option<Rule<'t>> {
        let mut fields = line.strip_prefix("// RULE: ")?.split(" | ");
        Some(Rule { id: fields.next()?, kind: fields.next()? })
    }
}

/// Says if some element is tainted so.
pub fn any(returned: &[Returned], tainted: impl Fn(Taint) -> bool) -> bool {
    returned.iter().flat_map(|value| &value.value.lanes).any(|lane| tainted(lane.taint))
}

/// Says if an early end names an operation of the program: the one that was run, or the assertion by its message.
fn names_an_operation(why: &Cause) -> bool {
    match why {
        Cause::At { operation, .. } => operation.as_ref().is_some_and(|shown| shown.contains('.')),
        why => matches!(why, Cause::Assertion(_)),
    }
}

/// The way in which the function that breaks a rule is answered otherwise, none if it is answered as the rule says; or an objection.
fn answer_to_bad(rule: &Rule<'_>, ran: &Ran) -> Result<Option<Otherwise>, String> {
    let is_poison = any(&ran.returned, |taint| taint.is_poison() || taint.is_undef());
    let is_open = any(&ran.returned, |taint| taint.is_open());
    let is_clean = !any(&ran.returned, |taint| !taint.is_none());
    match (rule.kind, &ran.ending) {
        ("undefined" | "poison", Ending::Undefined(said)) | ("undefined", Ending::Fault(said))
            if names_an_operation(said) =>
        {
            Ok(None)
        }
        ("open", Ending::Open(said)) if names_an_operation(said) => Ok(None),
        ("poison", Ending::Done) if is_poison => Ok(None),
        ("open", Ending::Done) if is_open => Ok(None),
        ("undefined", Ending::Done) if is_poison => Ok(Some(Otherwise::Poison)),
        ("open", Ending::Unsupported(_)) => Ok(Some(Otherwise::Limit)),
        ("undefined" | "open", Ending::Done) if is_clean => Ok(Some(Otherwise::Nothing)),
        _ => Err(format!("is {}, and is {:?} with {:?}", rule.kind, ran.ending, ran.returned)),
    }
}

/// The objection to a run of its neighbour.
fn objection_to_good(ran: &Ran) -> Option<String> {
    let defined = !any(&ran.returned, |taint| !taint.is_none());
    (ran.ending != Ending::Done || !defined)
        .then(|| format!("is defined, and is {:?} with {:?}", ran.ending, ran.returned))
}

/// The files of rules.
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/undefined");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// A file taken apart: each rule alone in a program, with what stands in front of the first one.
pub fn programs(text: &str) -> Vec<(Rule<'_>, String)> {
    let mut parts = text.split("// RULE: ");
    let before = parts.next().unwrap_or_default();
    let mut offset = before.len();
    parts
        .filter_map(|part| {
            let whole = &text[offset..offset + "// RULE: ".len() + part.len()];
            offset += whole.len();
            Some((Rule::of(whole.lines().next()?)?, format!("{before}{whole}")))
        })
        .collect()
}

/// Runs the rules on this version: how many there are and how many it does not parse; objections to any answer that is not as the rule and
/// the lists say.
fn objections(version: &str) -> (usize, Vec<String>, Vec<String>) {
    let library = Library::open(&support::loadable(version).library).expect("the library loads");
    let context = Context::new(library);
    let mut interpreter = Interpreter::new(&context);
    let listed: BTreeMap<&str, Otherwise> =
        OTHERWISE.iter().flat_map(|(way, _, ids)| ids.iter().map(|id| (*id, *way))).collect();
    let (mut rules, mut unread, mut objections) = (0, Vec::new(), Vec::new());
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("a program");
        for (rule, program) in programs(&text) {
            rules += 1;
            let Ok(module) = Module::parse(&context, &program) else {
                unread.push(rule.id.to_owned());
                continue;
            };
            let mut run = |end: &str| {
                interpreter.run_function(&module, &format!("{}_{end}", rule.id), BOUNDS.0, BOUNDS.1)
            };
            let (bad, good) = (run("bad"), run("good"));
            let expected = listed.get(rule.id).copied();
            match answer_to_bad(&rule, &bad) {
                Ok(answer) if answer == expected => {}
                Ok(answer) => {
                    objections.push(format!("{} is answered as {answer:?}, not {expected:?}", rule.id))
                }
                Err(objection) => objections.push(format!("{}_bad {objection}", rule.id)),
            }
            objections
                .extend(objection_to_good(&good).map(|objection| format!("{}_good {objection}", rule.id)));
        }
    }
    (rules, unread, objections)
}

/// Holds the rules against a version: MLIR 19 does not parse so many of them.
fn each_rule_is_kept_and_its_neighbour_is_defined(version: &str) {
    let most_unread = if version == "19" { 31 } else { 0 };
    let (rules, unread, objections) = objections(version);
    println!("MLIR {version} reads {} of {rules} rules, not {unread:?}", rules - unread.len());
    assert!(rules > 300, "{rules} rules");
    assert!(unread.len() <= most_unread, "{} rules are not read: {unread:?}", unread.len());
    assert!(objections.is_empty(), "{} of {rules} rules:\n{}", objections.len(), objections.join("\n"));
}

on_each_version!(each_rule_is_kept_and_its_neighbour_is_defined);

#[test]
fn each_list_names_rules_that_are_there_and_the_page_counts_them() {
    let texts: Vec<String> =
        files().iter().map(|file| std::fs::read_to_string(file).expect("a program")).collect();
    let known: Vec<&str> =
        texts.iter().flat_map(|text| text.lines().filter_map(Rule::of)).map(|rule| rule.id).collect();
    let mut listed: Vec<&str> = OTHERWISE.iter().flat_map(|(_, _, ids)| ids.iter().copied()).collect();
    let missing: Vec<_> = listed.iter().filter(|id| !known.contains(id)).collect();
    assert!(missing.is_empty(), "no rules: {missing:?}");
    let count = listed.len();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len(), count, "a rule is listed twice");
    let page = include_str!("../docs/semantics.md");
    assert!(page.contains(&format!("functions for {} of them", known.len())), "{} rules", known.len());
}
