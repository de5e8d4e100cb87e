//! Programs in mixed dialects: a *smith* says what they are made of, and each program is defined and comes with what it shows.
//!
//! A program has a kernel whose arguments no pass knows, the functions that it calls, and `@main`, which calls the kernel and shows what
//! it returns. Operations are grown from records of bytes (`crate::grow`). The evaluator runs the whole program. A record whose
//! operation is undefined, or shows what the documentation leaves open, is left out, and the program is grown again.

mod defined;
mod drawn;
mod finish;
mod graft;
mod keys;
mod plan;
mod shipped;
mod table;

pub use defined::{Forged, forge};
pub use drawn::{DRAWN, drawn};
pub use graft::{Graft, graft};
pub use plan::{PlanError, Smith};
pub use shipped::{SHIPPED, named, numbered, shipped};
pub use table::slots;

/// The bytes that a program is grown from.
#[derive(Clone, Copy, Debug)]
pub struct ProgramBytes<'b> {
    /// Bytes that decide what the program is made of, its size and its arguments.
    pub header: &'b [u8],
    /// One record an operation: two bytes that draw it, then those of its choices.
    pub records: &'b [[u8; RECORD]],
}

/// Bytes of a record.
pub const RECORD: usize = 9;

#[cfg(test)]
mod tests;
