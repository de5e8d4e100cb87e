//! The campaign loop behind `lowdiff explore`, and what it shares with the fuzz target: one case from bytes to
//! a judged, confirmed and kept result.
//!
//! A campaign runs in worker processes of this very executable, because MLIR must be forked from a process
//! without threads and only one MLIR fits into a process. The coordinator hands out program numbers and
//! counts; program `i` of a seed is the same whatever the number of jobs.

mod campaign;
mod compared;
mod confirming;
#[cfg(feature = "cli")]
mod coordinator;
#[cfg(feature = "cli")]
mod corpus;
#[cfg(feature = "cli")]
mod crew;
mod declared;
#[cfg(feature = "cli")]
mod events;
mod facts;
mod finding;
#[cfg(feature = "cli")]
mod given_part;
#[cfg(feature = "cli")]
mod history;
#[cfg(feature = "cli")]
mod journal;
mod learn;
mod met;
#[cfg(feature = "cli")]
mod mode;
mod mutants;
mod path_options;
mod probe;
#[cfg(feature = "cli")]
mod progress;
#[cfg(feature = "cli")]
mod protocol;
#[cfg(feature = "cli")]
mod record;
#[cfg(feature = "cli")]
mod replayed;
mod scout;
mod search;
mod stats;
pub mod step_counts;
#[cfg(feature = "cli")]
mod step_inputs;
#[cfg(feature = "cli")]
mod summary;
mod taken_path;
mod target;
#[cfg(test)]
mod toy;
mod unexpected;
mod user_programs;
#[cfg(feature = "cli")]
mod versions;
mod walker;
#[cfg(feature = "cli")]
mod worker;

pub use campaign::{Campaign, CaseResult, MOST_OPERATIONS};
pub use compared::Compared;
#[cfg(feature = "cli")]
pub use coordinator::{CampaignPlan, explore};
#[cfg(feature = "cli")]
pub use corpus::{Corpus, CorpusInput, entries};
pub use declared::{asked, declared};
#[cfg(feature = "cli")]
pub use events::{CampaignEvent, Listener};
pub use facts::{CaseFacts, Times};
#[cfg(feature = "cli")]
pub use given_part::GivenPart;
#[cfg(feature = "cli")]
pub use history::{History, Moment};
#[cfg(feature = "cli")]
pub use journal::{Journal, Past, is_of_campaign};
pub use learn::{Training, learn, learned};
#[cfg(feature = "cli")]
pub use mode::Mode;
pub use mutants::{MutantCounts, Mutants};
pub use path_options::PathOptions;
pub use probe::{PROBED, ProbeAnswer, Probed, ask, probe};
#[cfg(feature = "cli")]
pub use record::Record;
#[cfg(feature = "cli")]
pub use replayed::replay;
pub use search::{SearchExtent, Searched, search};
pub use stats::{Stats, ToldStats};
#[cfg(feature = "cli")]
pub use step_inputs::{FAMILY, MadeInput, StepInputs};
#[cfg(feature = "cli")]
pub use summary::{Kept, Summary};
pub use taken_path::TakenPath;
pub use target::{TARGETS, Target, TargetRow};
pub use user_programs::{GivenProgram, prepare, try_plainly};
#[cfg(feature = "cli")]
pub use worker::{Assignment, work};
