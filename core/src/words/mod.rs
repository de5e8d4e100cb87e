//! Facts and verdicts in words for people: the one place of this crate where sentences are made of them.
//!
//! Each file says how one type is displayed. Nothing reads a sentence back.

mod breach;
mod detail;
mod difference;
mod verdict;
