//! Tell apart: which findings are one bug, which of them are known, and which are fixed.
//!
//! Every finding is asked again on every MLIR at hand ([`ask`]), which is a process of its own ([`Crew`]). The answers are kept
//! ([`AnswerJournal`]), findings are grouped by them and by what they show when their programs are exchanged ([`group`]).

#[cfg(feature = "cli")]
mod ask;
#[cfg(feature = "cli")]
mod crew;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
mod elsewhere;
mod exchange;
mod fact;
mod group;
#[cfg(feature = "cli")]
mod investigate;
mod journal;
#[cfg(feature = "cli")]
pub mod regression;
#[cfg(feature = "cli")]
mod respell;
mod shelf;
#[cfg(feature = "cli")]
mod tell;
#[cfg(test)]
mod testing;

#[cfg(feature = "cli")]
pub use ask::{AskedMlir, ask};
#[cfg(feature = "cli")]
pub use crew::{Crew, CrewOrder, WorkerPool, answer_orders};
#[cfg(feature = "cli")]
pub use document::{GroupDocument, SortedFinding, TriageDocument};
#[cfg(feature = "cli")]
pub use elsewhere::elsewhere;
pub use exchange::exchange;
pub use fact::{Fact, Minimal, RecordedFinding, Shows};
pub use group::{Group, Member, Replayed, group};
#[cfg(feature = "cli")]
pub use investigate::{Inquiry, Investigated};
pub use journal::{AnswerJournal, key};
#[cfg(feature = "cli")]
pub use regression::{ReplayState, StoredFinding, junit, program, sarif};
pub use shelf::{REGRESSION, Shelf};
#[cfg(feature = "cli")]
pub use tell::{BugName, Told, lines, note, version};
