//! Scouting: which states learning visits beside those that its programs pass through on their way down.
//!
//! Some operations no program shows by itself: those of vector come from vectorization, those of async and omp from
//! parallel loops. So in every state those optimizations are tried, too, that have not been tried in such company, and
//! where any pass leaves an operation that was never met, learning goes on from there.

use crate::path::Operations;
use crate::path::catalogue::{PassRow, rows};
use crate::path::learned::dialects;
use std::collections::BTreeSet;

/// Different companies of dialects in which an optimization is tried: what it brings, it brings soon.
const COMPANIES: usize = 6;

/// The pairs that have been tried.
pub struct Scouts {
    /// MLIR's major version: what shows one of its known bugs is not tried.
    version: u32,
    rows: Vec<(String, &'static PassRow, BTreeSet<Vec<String>>)>,
}

/// Every optimization of the tables as a step, whatever version it is said to be of.
pub fn optimizations() -> Vec<String> {
    rows().iter().flat_map(PassRow::passes).map(|pass| pass.step()).collect()
}

impl Scouts {
    /// Scouts by those optimizations that are `usable`, on this major version of MLIR.
    pub fn new(usable: &BTreeSet<String>, version: u32) -> Scouts {
        let each = |row: &'static PassRow| row.passes().map(move |pass| (pass.step(), row, BTreeSet::new()));
        Scouts {
            version,
            rows: rows().iter().flat_map(each).filter(|(step, ..)| usable.contains(step)).collect(),
        }
    }

    /// A pass did not come back: it is tried no more.
    pub fn lost(&mut self, pass: &str) {
        self.rows.retain(|(step, ..)| step != pass);
    }

    /// The passes worth trying in such a state, from now on tried.
    pub fn wanted(&mut self, state: &Operations) -> Vec<String> {
        let (company, version) = (dialects(state), self.version);
        let fitting = self
            .rows
            .iter_mut()
            .filter(|(_, row, _)| row.has_work(state) && row.risks(state, version).is_none());
        let open = fitting.filter_map(|(step, _, companies)| {
            (companies.len() < COMPANIES && companies.insert(company.clone())).then(|| step.clone())
        });
        open.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;

    #[test]
    fn an_optimization_is_tried_where_it_works_and_once_in_a_company() {
        let state = |names: &[&str]| -> Operations {
            names.iter().map(|name| (((*name).to_owned(), TypeKind::Scalar), 1)).collect()
        };
        let mut scouts = Scouts::new(&optimizations().into_iter().collect(), 22);
        let vectorizes =
            |wanted: Vec<String>| wanted.iter().any(|step| step.contains("affine-super-vectorize"));
        assert!(!vectorizes(scouts.wanted(&state(&["scf.for"]))));
        assert!(vectorizes(scouts.wanted(&state(&["affine.for"]))));
        assert!(!vectorizes(scouts.wanted(&state(&["affine.for", "affine.load"]))), "the same company");
        assert!(vectorizes(scouts.wanted(&state(&["affine.for", "arith.addi"]))));
        assert_eq!(Scouts::new(&BTreeSet::new(), 22).wanted(&state(&["affine.for"])), [""; 0]);
    }
}
