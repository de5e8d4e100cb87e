//! A path with MLIR's own checks of what it accesses, which end a program that is out of bounds.

use crate::path::PathSpec;
use crate::path::catalogue::Role;

/// The path with these checks in it; none where there is no place for them.
pub fn with_checks(steps: &[String]) -> Option<PathSpec> {
    // A conversion of control flow may come before there is memory to access.
    let bufferized = steps.iter().rposition(|step| Role::Bufferizes.is_of(step));
    let from = bufferized.map_or(0, |at| at + 1);
    let at = from + steps[from..].iter().position(|step| Role::TooLateForChecks.is_of(step))?;
    let checks = Role::AddsChecks.pass().step();
    Some(PathSpec::finished_plainly(&[&steps[..at], &[checks]].concat()))
}
