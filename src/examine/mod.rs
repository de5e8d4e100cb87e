//! Running cases to judge them: the first run, the second look that some cases get, and the repeat of what looks like a finding.
//!
//! `judge` sees facts and is pure. Here executors are asked for facts: of a case ([`examine`]), of the same case in another process and by
//! stock programs ([`repeat`], [`confirm_clean`]), and in the second looks that some oracles need ([`look`]): in another heap
//! ([`determinism`]), with other bytes in fresh memory ([`fresh_memory`]), compiled ([`compiled`]), with every state run (`every_state`). Also of a step that was wrong by itself
//! (`wrong_step`), and of paths that round in another way (`rounding`).

pub mod compiled;
mod confirm;
pub mod determinism;
mod every_state;
pub mod fresh_memory;
pub mod look;
mod rounding;
mod source;
mod wrong_step;

pub use confirm::{Clean, Examined, confirm_alone, confirm_clean, examine, repeat, settle, terms_of};
pub use determinism::{unsteady, unsteady_path};
pub use source::broken_by_source;
