//! A difference between two versions of MLIR, in a sentence.

use crate::judge::Detail;
use crate::words;
use std::path::Path;

/// A difference between the plain lowerings of these versions, and the folder it is kept in, if it is.
pub fn between([one, other]: &[String; 2], difference: &Detail, folder: Option<&Path>) -> String {
    let kept = folder.map(|folder| format!("\n  kept in {}", folder.display())).unwrap_or_default();
    let difference = words::detail(difference);
    format!("mismatch between MLIR {one} (path a) and MLIR {other} (path b): {difference}{kept}")
}
