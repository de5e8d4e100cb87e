//! Paths that promise to free what they allocate.
//!
//! MLIR's bufferization frees nothing by itself. A deallocation pass behind it inserts what frees every buffer there is
//! ("Ownership-based Buffer Deallocation" in MLIR's documentation), and says nothing of buffers that come into being later.

use super::catalogue::{Role, RoleOption};
use super::pipeline::pass_name;
use super::settings::Settings;

/// The pass among `steps`, single passes in order, behind which the lowered program has to free all that it allocates; nothing where
/// none promises that, or not of everything.
pub fn frees<'s>(steps: impl IntoIterator<Item = &'s str>) -> Option<&'s str> {
    let mut steps = steps.into_iter();
    steps.find(|step| is_whole(step))?;
    steps.find(|step| Role::Frees.is_of(step)).map(pass_name)
}

/// True if it leaves no tensor that may become a buffer later.
fn is_whole(step: &str) -> bool {
    let settings = Settings::of(step).filter(|_| Role::Bufferizes.is_of(step));
    let is_set = |option| {
        let value = settings.as_ref().and_then(|settings| settings.get(option));
        value.is_some_and(|value| ["1", "true"].contains(&value))
    };
    is_set(RoleOption::CrossesFunctions.name()) && !is_set(RoleOption::LeavesUnknown.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_freed_where_everything_is_a_buffer() {
        let whole = "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})";
        let freeing = "builtin.module(ownership-based-buffer-deallocation)";
        let name = "ownership-based-buffer-deallocation";
        assert_eq!(frees([whole, "builtin.module(cse)", freeing, "builtin.module(cse)"]), Some(name));
        assert_eq!(frees([freeing, whole]), None, "nothing was a buffer yet");
        assert_eq!(frees([whole, "builtin.module(canonicalize)"]), None, "nothing frees");
        for part in [
            "builtin.module(one-shot-bufferize)",
            "builtin.module(one-shot-bufferize{bufferize-function-boundaries=false})",
            "builtin.module(one-shot-bufferize{bufferize-function-boundaries allow-unknown-ops=true})",
            "builtin.module(one-shot-bufferize{allow-unknown-ops bufferize-function-boundaries=1})",
        ] {
            assert_eq!(frees([part, freeing]), None, "{part}");
        }
        let short = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})";
        assert_eq!(
            frees([short, "builtin.module(buffer-deallocation-pipeline)"]),
            Some("buffer-deallocation-pipeline")
        );
    }
}
