//! The rules of undefined, poison and open results of every dialect that is run: for each a function that breaks it and its defined
//! neighbour, in `tests/undefined/`.

use crate::support;

use lowdiff::eval::Returned;
use lowdiff::execute::interp::{Ending, Interpreter, Ran};
use lowdiff::mlir::{Context, Library, Module};
use std::path::Path;

/// Bytes of memory and steps of a run.
const BOUNDS: (u64, u64) = (1 << 26, 1 << 18);

/// A rule, as a line of a file states it.
struct Rule<'t> {
    id: &'t str,
    kind: &'t str,
    operation: &'t str,
}

impl<'t> Rule<'t> {
    fn of(line: &'t str) -> Option<Rule<'t>> {
        let mut fields = line.strip_prefix("// RULE: ")?.split(" | ");
        Some(Rule { id: fields.next()?, kind: fields.next()?, operation: fields.next()? })
    }
}

/// Whether some element is not defined, by this test of its taint.
fn any(returned: &[Returned], tainted: impl Fn(lowdiff::eval::Taint) -> bool) -> bool {
    returned.iter().flat_map(|value| &value.value.lanes).any(|lane| tainted(lane.taint))
}

/// The objection to a run of the function that breaks a rule.
fn objection_to_bad(rule: &Rule<'_>, ran: &Ran) -> Option<String> {
    let is_poison = any(&ran.returned, |taint| taint.is_poison() || taint.is_undef());
    let is_open = any(&ran.returned, |taint| taint.is_open());
    let fits = match (rule.kind, &ran.ending) {
        ("undefined", Ending::Undefined(_) | Ending::Fault(_)) => true,
        ("poison", Ending::Undefined(_)) => true,
        ("poison", Ending::Done) => is_poison,
        ("open", Ending::Open(_)) => true,
        ("open", Ending::Done) => is_open,
        _ => false,
    };
    if !fits {
        return Some(format!("is {}, and is {:?} with {:?}", rule.kind, ran.ending, ran.returned));
    }
    match &ran.ending {
        Ending::Undefined(said) | Ending::Fault(said) if rule.kind == "undefined" => {
            let named = said.contains(rule.operation);
            (!named).then(|| format!("does not name {}: {said}", rule.operation))
        }
        _ => None,
    }
}

/// The objection to a run of its neighbour.
fn objection_to_good(ran: &Ran) -> Option<String> {
    let defined = !any(&ran.returned, |taint| !taint.is_none());
    (ran.ending != Ending::Done || !defined)
        .then(|| format!("is defined, and is {:?} with {:?}", ran.ending, ran.returned))
}

#[test]
fn each_rule_is_kept_and_its_neighbour_is_defined() {
    support::alone("each_rule_is_kept_and_its_neighbour_is_defined", || {
        let library = Library::open(&support::loadable("22").library).expect("the library loads");
        let context = Context::new(library);
        let mut interpreter = Interpreter::new(&context);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/undefined");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        let (mut rules, mut objections) = (0, Vec::new());
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a program");
            let module = Module::parse(&context, &text)
                .unwrap_or_else(|said| panic!("{}: {}", file.display(), said[0]));
            for rule in text.lines().filter_map(Rule::of) {
                rules += 1;
                let mut run = |end: &str| {
                    interpreter.run_function(&module, &format!("{}_{end}", rule.id), BOUNDS.0, BOUNDS.1)
                };
                let (bad, good) = (run("bad"), run("good"));
                let named = |end: &str, objection: String| format!("{}_{end} {objection}", rule.id);
                objections.extend(objection_to_bad(&rule, &bad).map(|objection| named("bad", objection)));
                objections.extend(objection_to_good(&good).map(|objection| named("good", objection)));
            }
        }
        assert!(rules > 300, "{rules} rules");
        assert!(objections.is_empty(), "{} of {rules} rules:\n{}", objections.len(), objections.join("\n"));
    });
}
