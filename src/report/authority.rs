//! The one whose results are held to be right, by name.

use crate::blame::Authority;
use crate::observe::path_name;

/// The name of the one whose results are held to be right.
pub fn authority(authority: Authority) -> String {
    match authority {
        Authority::Semantics => "the reference semantics".to_owned(),
        Authority::PlainLowering => "the plain lowering".to_owned(),
        Authority::Path(index) => path_name(index),
    }
}
