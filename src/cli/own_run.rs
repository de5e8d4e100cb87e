//! The run of a program's own function, with which a command tells of a program what its user wrote, and nothing of lowdiff's `main`.

use super::call_arguments::defined;
use crate::execute::{Call, Ending, Interpreted, Jit, Limits, Prepared, Undefined};
use crate::observe::Cause;
use anyhow::{Context, Result};
use std::path::Path;

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
    let entry = prepared.entry.as_deref().unwrap_or("main");
    let call = match prepared.wrapped {
        true => Call::with(entry, &prepared.arguments),
        false => Call { entry: Some(entry.to_owned()), ..call.clone() },
    };
    executor.interpret_call(program, &call, limits)
}

/// Nothing of a program that is defined. `own` is its own run, and `doing` is what was asked of its file.
///
/// # Errors
/// It is undefined, with the place at which it is.
pub fn defined_as_written(
    prepared: &Prepared,
    own: Option<&Interpreted>,
    (doing, file): (&str, &Path),
) -> Result<()> {
    let Some(undefined) = &prepared.undefined else { return Ok(()) };
    let (place, why) = match own {
        Some(Interpreted {
            ending: Ending::Undefined(own) | Ending::Fault(own) | Ending::Open(own),
            place,
            ..
        }) => (place.as_deref(), own.clone()),
        // The operation that shows it is lowdiff's.
        _ => (None, unplaced(&undefined.why)),
    };
    let place = place.map(|place| format!(":{place}")).unwrap_or_default();
    defined(Some(&Undefined { why, drawn: undefined.drawn }))
        .with_context(|| format!("cannot {doing} {}{place}", file.display()))
}

/// The reason without the operation at which it was met.
fn unplaced(why: &Cause) -> Cause {
    match why {
        Cause::At { why, origin, .. } if origin.is_some() => {
            Cause::At { why: why.clone(), operation: None, origin: origin.clone() }
        }
        Cause::At { why, .. } => (**why).clone(),
        other => other.clone(),
    }
}
