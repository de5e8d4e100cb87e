//! Operations and dialects that a pass needs to do anything, learned from states that a fuzzer met.
//!
//! They steer the changes of inputs. [`Effects`](super::Effects) draw paths by dialects, and stay as they are.

use crate::observe::dialect;
use crate::path::Operations;
use crate::path::pipeline::pass_name;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// By pass, the operations and dialects one of which was in nearly every state that it changed.
static NEEDS: LazyLock<BTreeMap<String, BTreeSet<String>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("needs.json")).expect("a test reads it"));

/// True of a step whose pass is known to need an operation which is not among these.
pub fn lacks(step: &str, operations: &Operations) -> bool {
    let is_needed =
        |needs: &BTreeSet<String>, name: &str| needs.contains(name) || needs.contains(dialect(name));
    NEEDS.get(pass_name(step)).is_some_and(|needs| !operations.keys().any(|(name, _)| is_needed(needs, name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;
    use crate::path::catalogue;

    #[test]
    fn a_pass_lacks_the_loops_that_it_tiles() {
        let of = |name: &str| Operations::from([((name.to_owned(), TypeKind::Scalar), 1)]);
        assert!(
            lacks("affine-loop-tile", &of("arith.addi")) && !lacks("affine-loop-tile", &of("affine.for"))
        );
        assert!(!lacks("canonicalize", &of("arith.addi")) && !lacks("unknown", &of("arith.addi")));
    }

    #[test]
    fn each_pass_is_one_that_may_be_drawn() {
        let drawn: BTreeSet<&str> = catalogue::drawn().map(|pass| pass.name).collect();
        assert!(!NEEDS.is_empty());
        assert_eq!(NEEDS.keys().filter(|pass| !drawn.contains(pass.as_str())).collect::<Vec<_>>(), [""; 0]);
    }
}
