//! The memref dialect: buffers, views of them, and what is read and written there.
//!
//! A memref is the lanes of LLVM's descriptor. Operations without effects that break a rule of their documentation give poison, since
//! they may be moved to where nobody needs them; loads and stores that break one end the run.

pub mod access;
pub mod allocate;
mod atomic;
pub mod combine;
pub mod form;
pub mod placing;
mod placing_views;
mod reshape;
mod show;
#[cfg(test)]
mod tests;
pub mod view;
pub mod whole;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] =
    &[access::ROWS, allocate::ROWS, atomic::ROWS, reshape::ROWS, show::ROWS, view::ROWS, whole::ROWS];
