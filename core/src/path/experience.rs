//! Experience that was learned once and for all, as paths are drawn by it: which optimizations are likely to do anything to the IR at
//! hand, and which conversions lead nowhere while certain operations are left.
//!
//! It is read from the files that come with lowdiff, so bytes alone decide what is drawn, and a program's paths do not depend
//! on what was run before it. It steers and forbids nothing: whatever may be drawn without it may be drawn with it.

use super::Operations;
use super::learned::{DeadEnd, Effects};
use crate::version::{self, VERSIONS};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Certainty, where a promise is given in parts of it.
pub const CERTAIN: u16 = 256;
/// The least that every pass is promised: a pass that seldom does anything is seldom tested, too.
const LEAST: u16 = CERTAIN / 8;

/// Knowledge of a version's passes.
#[derive(Debug, Default)]
pub struct Experience {
    effects: HashMap<String, Effects>,
    dead_ends: HashMap<String, Vec<DeadEnd>>,
}

/// The part of what was learned that matters here.
#[derive(Deserialize)]
struct LearnedPart {
    #[serde(default)]
    effects: Vec<Effects>,
    #[serde(default)]
    dead_ends: Vec<DeadEnd>,
}

/// By the name of the version.
/// In the order of [`VERSIONS`], each read when it is asked for.
static KNOWN: [OnceLock<Experience>; VERSIONS.len()] = [const { OnceLock::new() }; VERSIONS.len()];

impl Experience {
    /// Knowledge of the version that MLIR of this major version is taken for.
    pub fn of(major: u32) -> &'static Experience {
        let version = version::of(major);
        let index = VERSIONS.iter().position(|other| other.major == version.major).unwrap_or(0);
        KNOWN[index].get_or_init(|| Experience::read(version.rules.unwrap_or("{}")))
    }

    fn read(text: &str) -> Experience {
        // A test reads these files.
        let Ok(LearnedPart { effects, dead_ends }) = serde_json::from_str(text) else {
            return Experience::default();
        };
        Experience::new(effects, dead_ends)
    }

    fn new(effects: Vec<Effects>, all: Vec<DeadEnd>) -> Experience {
        let effects = effects.into_iter().map(|effects| (effects.pass.clone(), effects)).collect();
        let mut dead_ends: HashMap<String, Vec<DeadEnd>> = HashMap::new();
        for end in all {
            dead_ends.entry(end.pass.clone()).or_default().push(end);
        }
        Experience { effects, dead_ends }
    }

    /// The likelihood that a step changes IR made of `operations`, in parts of [`CERTAIN`]. A step that nobody tried is not held back.
    pub fn promise(&self, step: &str, operations: &Operations) -> u16 {
        let promise = |effects: &Effects| (effects.promise(operations) * f64::from(CERTAIN)) as u16;
        self.effects.get(step).map_or(CERTAIN, promise).max(LEAST)
    }

    /// True if a step was tried, and is at least as likely as not to change IR made of `operations`.
    pub fn is_likely(&self, step: &str, operations: &Operations) -> bool {
        self.effects.get(step).is_some_and(|effects| effects.promise(operations) >= 0.5)
    }

    /// True if a step was seen to lead nowhere while there were such operations.
    pub fn leads_nowhere(&self, step: &str, operations: &Operations) -> bool {
        self.dead_ends.get(step).is_some_and(|ends| ends.iter().any(|end| end.is_ahead(operations)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind::{self, Memref, Scalar, Tensor};
    use crate::path::learned::Met;

    fn ir(list: &[(&str, TypeKind)]) -> Operations {
        list.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)).collect()
    }

    #[test]
    fn versions_between_two_share_what_is_known() {
        assert!(std::ptr::eq(Experience::of(20), Experience::of(22)));
        assert!(!std::ptr::eq(Experience::of(19), Experience::of(22)));
    }

    #[test]
    fn a_conversion_leads_nowhere_while_there_is_what_it_stumbled_over() {
        let operation = Met { operation: "*".into(), kind: Tensor };
        let known = Experience::new(Vec::new(), vec![DeadEnd { pass: "x".into(), operation, seen: 2 }]);
        assert!(known.leads_nowhere("x", &ir(&[("func.func", Tensor), ("tosa.add", Tensor)])));
        assert!(!known.leads_nowhere("x", &ir(&[("func.func", Scalar), ("cf.br", Scalar)])));
        assert!(!known.leads_nowhere("y", &ir(&[("func.func", Tensor)])));
    }

    #[test]
    fn a_pass_promises_what_it_did_and_something_in_any_case() {
        let of = |changed| Effects {
            pass: "x".into(),
            tried: 98,
            changed,
            dialects: [("affine".into(), (changed, 98))].into(),
        };
        let known = |changed| Experience::new(vec![of(changed)], Vec::new());
        let state = ir(&[("affine.load", Memref)]);
        assert_eq!(known(0).promise("x", &state), LEAST);
        assert!((120..136).contains(&known(49).promise("x", &state)));
        assert_eq!(known(0).promise("unknown", &state), CERTAIN);
    }
}
