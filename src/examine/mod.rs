//! Running cases to judge them: the first run, the second look that some cases get, and the repeat of what looks like a finding.
//!
//! `judge` sees facts and is pure. Here executors are asked for facts: of a case ([`examine`]), of the same case in another process and by
//! stock programs ([`repeat`], [`confirm_clean`]), and in the second looks that some oracles need ([`look`]): in another heap
//! (`second_heap`), with other bytes in fresh memory (`other_fill`), compiled (`compiled`), with every state run (`every_state`). Also of a step that was wrong by itself
//! (`wrong_step`), of paths that differ in what is left open (`left_open`), and of a path with further arguments (`further`).

mod compiled;
mod confirm;
mod every_state;
mod folded;
mod further;
mod left_open;
pub mod look;
mod other_fill;
mod second_heap;
mod source;
mod stock;
mod wrong_step;

pub use confirm::{Examined, Sought, examine, examine_sought, examine_unless, repeat, terms_of};
pub use further::{FurtherSets, WrongWith};
pub use second_heap::{unsteady, unsteady_path};
pub use source::{broken_by_source, broken_rules, deciding_rule};
pub use stock::{Clean, confirm_alone, confirm_clean, settle};
