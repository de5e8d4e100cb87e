//! All forms of programs are drawn, all keep their promise, and none changes the results.

use super::*;
use crate::bug::{DrawCounts, KnownBug};
use crate::observe::Element;
use crate::program::Syntax;
use crate::semantics::Asked as _;
use crate::semantics::program::TensorType;
use std::collections::BTreeSet;

/// Inputs each statistic is taken over.
const INPUTS: u64 = 1500;

fn programs(seed: u64, version: u32) -> impl Iterator<Item = Program> {
    (0..INPUTS).filter_map(move |i| Some(decode_for(&seeded(seed, i), version).ok()?.program))
}

fn count(programs: &[Program], has: impl Fn(&Program) -> bool) -> usize {
    programs.iter().filter(|program| has(program)).count()
}

fn calls(program: &Program) -> Vec<&str> {
    program.operations().filter_map(|operation| operation.attributes.word("callee")).collect()
}

fn has(program: &Program, name: &str) -> bool {
    program.operations().any(|operation| operation.name == name)
}

#[test]
fn every_form_is_drawn_and_keeps_the_promise() {
    for version in [22, 24] {
        let programs: Vec<Program> = programs(21, version).collect();
        programs.iter().for_each(|program| assert_eq!(program.check(), Ok(())));
        let called = count(&programs, |program| !program.functions.is_empty());
        assert!(called * 10 > programs.len(), "{called} programs call functions");
        let nested = count(&programs, |program| {
            let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
            bodies.flat_map(|body| &body.operations).any(|operation| operation.name == "func.call")
        });
        assert!(nested > 20, "{nested} programs call functions within functions");
        let twice = count(&programs, |program| calls(program).len() > program.functions.len());
        assert!(twice > 40, "{twice} programs call a function twice");
        let said = |what: &'static str| {
            move |program: &Program| {
                let known = program.functions.iter().flat_map(|function| &function.arguments);
                known.chain(&program.types).any(|ty| ty.spelling.contains(what))
            }
        };
        assert!(count(&programs, said("?")) > 150, "extents are left open");
        assert!(count(&programs, said("*")) > 40, "ranks are left open");
        assert!(count(&programs, |program| has(program, "tosa.variable_read")) > 100, "variables are read");
    }
}

#[test]
fn what_only_later_versions_lower_is_drawn_for_these_alone() {
    let later = ["tosa.add_shape", "tosa.sub_shape", "tosa.mul_shape", "tosa.max_shape"]
        .into_iter()
        .chain(["tosa.min_shape", "tosa.div_floor_shape", "tosa.div_ceil_shape", "tosa.mod_shape"])
        .chain(["tosa.exp2_shape", "tosa.log2_floor_shape", "tosa.log2_ceil_shape", "tosa.concat_shape"])
        .chain(["tosa.slice_shape", "tosa.dim"]);
    let drawn = |version| -> BTreeSet<String> {
        programs(22, version)
            .flat_map(|program| program.operations().map(|o| o.name.clone()).collect::<Vec<_>>())
            .collect()
    };
    let (old, new) = (drawn(22), drawn(24));
    for name in later {
        assert!(new.contains(name), "{name} is never drawn");
        assert!(!old.contains(name), "{name} is drawn for MLIR 22");
    }
}

#[test]
fn forms_change_nothing_of_what_is_computed() {
    let mut changed = [0; 2];
    for i in 0..300 {
        let mut bytes = seeded(23, i);
        let forms = MARK.len() + HEADER - FORMS..MARK.len() + HEADER;
        bytes[forms.start] = 0;
        let plain = decode_for(&bytes, 24).expect("long enough").program;
        assert!(plain.functions.is_empty() && plain.variables.is_empty());
        // Open extents, and variables.
        for (form, switches) in [0x0c, 0x70].into_iter().enumerate() {
            bytes[forms.start] = switches;
            let other = decode_for(&bytes, 24).expect("long enough").program;
            assert_eq!(plain.results, other.results, "input {i}");
            changed[form] += usize::from(other != plain);
        }
        // Functions: what is returned may come in another order, and with more.
        bytes[forms.start] = 0x03;
        let called = decode_for(&bytes, 24).expect("long enough").program;
        assert_eq!(called.check(), Ok(()), "input {i}");
    }
    assert!(changed.iter().all(|&changed| changed > 200), "{changed:?} of 300 changed");
}

#[test]
fn forms_are_decided_by_bytes_of_their_own() {
    let mut bytes = seeded(24, 0);
    bytes[MARK.len() + HEADER - FORMS] = 0x7f;
    assert_eq!(decode(&bytes), decode(&bytes));
    // There are no forms behind the end of the bytes.
    let short = decode(&bytes[..20]).expect("long enough").program;
    assert!(short.functions.is_empty() && short.variables.is_empty());
    let old = decode_for(&bytes, 19).expect("long enough").program.print(Syntax::V19);
    assert!(!old.contains('?') && !old.contains("variable"), "{old}");
}

#[test]
fn a_function_that_nobody_calls_breaks_the_promise() {
    let program = programs(25, 22).find(|program| program.functions.len() == 1);
    let mut program = program.expect("some have one function");
    let mut another = program.functions[0].clone();
    another.name = "f9".into();
    program.functions.push(another);
    assert_eq!(program.check(), Err("@f9 is not called".into()));
    program.functions.clear();
    assert!(program.check().unwrap_err().contains("is called and not before"));
}

#[test]
fn a_cast_to_another_tensor_breaks_the_promise() {
    let cast = |program: &mut Program| {
        let at = program.kernel.operations.iter().position(|operation| operation.name == "tensor.cast")?;
        program.kernel.operations[at].types[0] = TensorType::of(Element::I1, &[1, 1, 1, 1, 1, 1]);
        Some(())
    };
    let mut program = programs(26, 22).find_map(|mut program| cast(&mut program).map(|()| program));
    let broken = program.as_mut().expect("some have casts").check();
    assert_eq!(broken, Err("a tensor.cast would make one tensor of another".into()));
}

#[test]
fn what_shows_a_known_bug_is_drawn_seldom_where_the_bug_is_and_fully_elsewhere() {
    let passed_on = |version| -> Vec<DrawCounts> {
        let written = programs(22, version).filter(|program| has(program, "tosa.variable_write"));
        written.map(|program| program.drawn).collect()
    };
    let (old, new) = (passed_on(22), passed_on(24));
    assert!(!old.is_empty() && 2 * old.len() < new.len(), "{} and {}", old.len(), new.len());
    let is_noted = |drawn: &DrawCounts| drawn.labels().contains_key(KnownBug::WrittenVariables.label());
    assert!(old.iter().all(is_noted) && !new.iter().any(is_noted));
}
