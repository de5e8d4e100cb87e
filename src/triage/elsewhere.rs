//! One finding on every other MLIR that is set up.

use super::crew::Crew;
use super::fact::{Fact, Minimal};
use crate::mlir::toolchain;
use crate::report::Mlir;
use std::path::Path;

/// The answers of every MLIR that is set up about a finding, the newest first, where `own` is one of them. An MLIR that cannot be asked is
/// left out, and it is logged why.
pub fn elsewhere(finding: &Path, own: Fact, minimal: Option<&Minimal>, timeout: String) -> Vec<Fact> {
    let mut crew = Crew::new(timeout);
    let mut facts = vec![own];
    for toolchain in toolchain::present().into_iter().flatten() {
        let mlir = Mlir::of(&toolchain);
        if facts[0].mlir.build_id == mlir.build_id {
            continue;
        }
        match crew.fact(&mlir.name, finding, false, minimal) {
            Ok(fact) => facts.push(fact),
            Err(error) => log::warn!("MLIR {} cannot be asked: {error:#}", mlir.name),
        }
    }
    facts.sort_by_key(|fact| std::cmp::Reverse(fact.mlir.numbers()));
    facts
}
