//! Loading a library that was built with sanitizer counters.
//!
//! Such a library calls functions that fuzzing engines define, and does not load where nobody does. Engines link theirs
//! statically and do not export them, and would read the counters without knowing of workers. So a library of empty
//! functions is loaded first, for all that come later; `coverage` finds the counters by itself.

use anyhow::{Context as _, Result};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::io::Write;

/// Made by the build script.
const RECEIVERS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/receivers.so"));

/// The beginnings of the names of all such functions.
const PREFIXES: [&str; 2] = ["__sanitizer_cov_", "__sancov_"];

/// True if the dynamic linker misses one of them.
pub fn are_missing(reason: &str) -> bool {
    reason.contains("undefined symbol") && PREFIXES.iter().any(|prefix| reason.contains(prefix))
}

/// Makes them known to every library loaded from now on.
///
/// # Errors
/// There is no place for the file they are loaded from.
pub fn provide() -> Result<()> {
    let mut file =
        tempfile::Builder::new().prefix("lowdiff-").suffix(".so").tempfile().and_then(|mut file| {
            file.write_all(RECEIVERS)?;
            Ok(file)
        });
    let place = || "there is no room in the temporary folder: name another in $TMPDIR";
    let file = file.as_mut().map_err(|error| anyhow::anyhow!("{error}")).with_context(place)?;
    // SAFETY: it has no initialisers.
    let library = unsafe { Library::open(Some(file.path()), RTLD_NOW | RTLD_GLOBAL) }
        .with_context(|| "programs may not be run from the temporary folder: name another in $TMPDIR")?;
    // Never unloaded: the library under test keeps its addresses.
    std::mem::forget(library);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_missed_by_name_alone() {
        assert!(are_missing("libMLIR.so: undefined symbol: __sanitizer_cov_pcs_init"));
        assert!(are_missing("libMLIR.so: undefined symbol: __sancov_lowest_stack"));
        assert!(!are_missing("libMLIR.so: undefined symbol: mlirContextCreate"));
        assert!(!are_missing("__sanitizer_cov_pcs_init.so: cannot open shared object file"));
    }
}
