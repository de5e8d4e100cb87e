//! The results of compiled code do not depend on the content of fresh memory.
//!
//! Compiled code is not looked at step by step. But before it runs its memory is filled with a pattern, on the heap and on the stack
//! below `main`; filled with another one, it has to compute the same. The interpreter needs none of this: it knows which bytes nobody
//! wrote, and says where results come from that are not the same.

use super::oracle::{At, Needs, Oracle, Sampled, Share};
use super::{Detail, Floats, Refilled, Verdict, VerdictKind, compare};
use crate::observe::{Element, Outcome, PathLetter, PathReport};

/// Another byte for fresh memory.
pub const OTHERWISE: u8 = 0;

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "fresh-memory",
    sees: "Lowered code gives other results when fresh memory holds something else.",
    needs: Needs::OtherFill(Sampled { share: Share::Sample, salt: "", at: At::GivenPaths }, OTHERWISE, judge),
    convicts: &[],
    judge: None,
    finds: |verdict| {
        let nondeterministic = verdict.kind == VerdictKind::Nondeterministic && verdict.pass.is_none();
        nondeterministic && verdict.detail.seen_once().is_none()
    },
    stock: true,
    planted: "sampled_oracles::results_that_hang_on_fresh_memory_are_found",
};

/// The verdict on the first path that was compiled and does not come to the same on `other` fresh memory.
fn judge(reports: &[PathReport], other: &[PathReport], printed: &[Element]) -> Option<Verdict> {
    let mut pairs = reports.iter().zip(other).enumerate().filter(|(_, (report, _))| report.is_compiled());
    pairs.find_map(|(index, (report, other))| {
        let shows = match other.outcome {
            Outcome::Ok => {
                Refilled::Results(compare(&report.outputs, &other.outputs, printed, Floats::Kept).err()?)
            }
            outcome => Refilled::Ended(outcome),
        };
        let detail = Detail::Refilled { path: PathLetter(index), shows };
        Some(Verdict::finding(VerdictKind::Nondeterministic, None, detail))
    })
}
