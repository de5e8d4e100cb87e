//! Inputs that are modules which somebody wrote, or edits of them: each is repaired, and lowered along two drawn paths.
//!
//! An input is an [`Envelope`]. What its module may do that is undefined is repaired (`crate::sanitize`). The evaluator runs the result,
//! and an input that is undefined still, or whose results the documentation leaves open, is none. The steps of the envelope decide the
//! paths: an edit of a step draws other paths for the same program, and one of the module another program for the same paths.

use super::{Envelope, Generated, decode_case, is_envelope};
use crate::bug::DrawCounts;
use crate::case::{Case, Source};
use crate::eval::{self, Layouts, RunBounds, RunFacts, World};
use crate::ir::Type;
use crate::observe::Expected;
use crate::path::construct::TURN;
use crate::path::{PathSpec, palette};
use crate::sanitize::sanitize;
use crate::{ir, op};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// Turns that a path of a given program has choices for; the plain ones come after.
const MOST_TURNS: usize = 60;

/// Bounds of the run of the evaluator: what takes longer is lowered for too long, too.
const BOUNDS: RunBounds = RunBounds { memory: 1 << 24, fuel: 1 << 18, world: World::USUAL };

/// Two paths for a program that is given, drawn as these bytes say.
pub fn two_paths(bytes: &[u8]) -> Vec<PathSpec> {
    let mut random = ChaCha8Rng::from_seed(Sha256::digest(bytes).into());
    let mut path = || {
        let mut draws = vec![0; MOST_TURNS * TURN];
        palette::fill_one_of_many(&mut draws, &mut random);
        PathSpec::Drawn(draws)
    };
    vec![path(), path()]
}

/// The repaired program in an envelope, with two paths; of other bytes what [`decode_case`] makes of them. None if they do not decode, or
/// the program is not known to be defined.
pub fn decode_sanitized(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    if !is_envelope(bytes) {
        return decode_case(bytes, version);
    }
    let Envelope { steps, printed, module } = Envelope::parse(bytes)?;
    let module = sanitize(&ir::module(&module).ok()?).module;
    let run = eval::run(&module, "main", &Layouts::default(), op::rule, BOUNDS);
    if !is_defined(&run) {
        return None;
    }
    let mut operations = 0;
    module.walk(&mut |_| operations += 1);
    let source = Source::verbatim(module.generic());
    // Passes may round floats in other ways, and numbers that were bitcast are shown as others.
    let is_exact = printed.is_empty() && !module.values.iter().any(|ty| has_floats(ty));
    let expected = is_exact.then(|| run.outputs.into_iter().map(Expected::exact).collect());
    let case = Case { source, printed, paths: two_paths(steps.concat().as_bytes()), expected };
    Some((case, Generated { operations, drawn: DrawCounts::default() }))
}

/// True of floats, and of what holds some.
fn has_floats(ty: &Type) -> bool {
    match ty {
        Type::Float(_) => true,
        Type::Vector(_, element) | Type::Tensor(_, element, _) | Type::Memref { element, .. } => {
            has_floats(element)
        }
        Type::Integer(..) | Type::Index => false,
        // Nothing is known of other types.
        _ => true,
    }
}

/// True of a run with one result alone that it may have. No bound is known of an approximation.
fn is_defined(run: &RunFacts) -> bool {
    run.stopped.is_none()
        && run.unknown.is_empty()
        && run.open.is_empty()
        && !run.approximate
        && !run.unpredictable
        && run.rounded_once.is_none()
        && !run.outputs.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::seeded;
    use crate::version::Syntax;

    fn envelope(step: &str, divisor: u32, more: &str) -> Vec<u8> {
        let module = format!(
            "\"builtin.module\"() ({{\n\"func.func\"() ({{\n%0 = \"arith.constant\"() {{value = {divisor} : i64}} : () -> i64\n\
             %1 = \"arith.divui\"(%0, %0) : (i64, i64) -> i64\n{more}\
             \"func.call\"(%1) {{callee = @printI64}} : (i64) -> ()\n\"func.return\"() : () -> ()\n}}) \
             {{function_type = () -> (), sym_name = \"main\"}} : () -> ()\n\"func.func\"() ({{\n}}) {{function_type = (i64) -> (), \
             sym_name = \"printI64\", sym_visibility = \"private\"}} : () -> ()\n}}) : () -> ()\n"
        );
        let steps = vec![format!("builtin.module({step})")];
        Envelope { steps, printed: Vec::new(), module }.to_string().into_bytes()
    }

    fn text(bytes: &[u8]) -> Option<String> {
        decode_sanitized(bytes, 22).map(|(case, _)| case.source.text(Syntax::V22).to_owned())
    }

    #[test]
    fn an_undefined_module_is_repaired_and_a_defined_one_stays() {
        let defined = envelope("cse", 3, "");
        let module = String::from_utf8(defined.clone()).expect("text");
        let after = text(&defined).expect("it is defined");
        assert!(!after.contains("arith.select"), "{module}\n{after}");
        let (case, generated) = decode_sanitized(&envelope("cse", 0, ""), 22).expect("it is repaired");
        assert_ne!(case.source.newest(), after);
        assert!(case.paths.len() == 2 && generated.operations >= 6);
        let shown = case.expected.expect("integers are exact");
        assert_eq!((shown.len(), shown[0].bits.as_slice()), (1, &[0][..]));
    }

    #[test]
    fn what_no_repair_knows_is_no_input() {
        let ends = "%2 = \"arith.constant\"() {value = false} : () -> i1\n\"cf.assert\"(%2) {msg = \"no\"} : (i1) -> ()\n";
        assert!(text(&envelope("cse", 3, "")).is_some());
        let own = "\"test.unknown\"() : () -> ()\n";
        assert_eq!(text(&envelope("cse", 3, own)), None);
        assert!(text(&envelope("cse", 3, ends)).is_none_or(|text| !text.contains("cf.assert")));
        assert_eq!(text(b"// step: builtin.module(cse)\nmodule {"), None);
    }

    #[test]
    fn steps_decide_the_paths_and_the_module_the_program() {
        let paths = |bytes: &[u8]| decode_sanitized(bytes, 22).map(|(case, _)| case.paths);
        let (one, other) = (envelope("cse", 3, ""), envelope("sccp", 3, ""));
        assert_ne!(paths(&one), paths(&other));
        assert_eq!(text(&one), text(&other));
        assert_eq!(paths(&one), paths(&envelope("cse", 5, "")));
        let drawn = paths(&one).expect("it decodes");
        assert!(matches!(&drawn[..], [PathSpec::Drawn(a), PathSpec::Drawn(b)] if a != b));
    }

    #[test]
    fn other_bytes_are_generated_programs() {
        let bytes = seeded(1, 1);
        assert_eq!(
            decode_sanitized(&bytes, 22).map(|(case, _)| case),
            decode_case(&bytes, 22).map(|(case, _)| case)
        );
    }
}
