//! The run of a program's own function, with which a command tells of a program what its user wrote, and nothing of lowdiff's `main`.

use crate::execute::{Call, Interpreted, Jit, Limits, Prepared};
use anyhow::Result;

/// Runs the function of a program that lowdiff's `main` calls, with the arguments that were chosen, as it stands in the program.
///
/// # Errors
/// Its arguments are made by lowdiff's `main` alone, such as memrefs with strides.
pub fn own_run(
    executor: &mut Jit,
    program: &str,
    (prepared, call): (&Prepared, &Call),
    limits: &Limits,
) -> Result<Interpreted> {
    executor.interpret_call(program, &prepared.own_call(call), limits)
}
