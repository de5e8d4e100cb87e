//! Facts and verdicts in words for people: the one place of this crate where sentences are made of them.
//!
//! Each function words one type. Callers are those that show a sentence; nothing reads a sentence back.

mod breach;
mod cause;
mod detail;
mod difference;
mod document;
mod lack;
mod number;
mod refusal;
mod repair;
mod reread;
mod unknown;
mod verdict;

pub use breach::breach;
pub use cause::{cause, failure, harness_fault, signal, why};
pub use detail::{detail, differing, reported};
pub use difference::{Notation, deviation, difference, elements, value};
pub use document::{document, document_by};
pub use lack::{counted_lack, form, lack, lacking};
pub use number::count;
pub use refusal::{advice, refusal};
pub use repair::change;
pub use reread::{read_otherwise, unreadable};
pub use unknown::{openness, remark, unknown, unprescribed};
pub use verdict::{reported_verdict, verdict};
