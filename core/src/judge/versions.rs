//! Two MLIRs lower one program plainly and get different results.
//!
//! Nothing tells here which of the two is right, so the finding has the results of both.

use super::oracle::{Needs, Oracle};
use super::{Detail, Floats, Verdict, VerdictKind, compare};
use crate::observe::{PathLetter, PathReport, Prescribed};

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "versions",
    sees: "Two MLIRs give different results of one program.",
    needs: Needs::OtherMlir,
    convicts: &[],
    judge: Some(differing),
    finds: |verdict| verdict.kind == VerdictKind::Mismatch,
    stock: false,
    planted: "explore_finds::a_difference_between_versions_is_told_once",
};

/// The finding on two reports that show different results. Passes of two versions may round in different ways.
fn differing(reports: &[PathReport], prescribed: Prescribed<'_>) -> Option<Verdict> {
    let [one, other] = reports else { return None };
    let difference = compare(&one.outputs, &other.outputs, prescribed.printed, Floats::Changed).err()?;
    let detail = Detail::Differ { paths: [0, 1].map(PathLetter), difference };
    Some(Verdict::finding(VerdictKind::Mismatch, None, detail))
}
