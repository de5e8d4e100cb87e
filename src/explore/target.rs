//! The fuzz targets: what an input of each stands for.

use crate::case::Case;
use crate::decode::{Generated, decode_case};

/// A fuzz target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum), value(rename_all = "snake_case"))]
pub enum Target {
    /// Two drawn paths of one generated program, against each other and the reference semantics.
    #[default]
    LoweringDiff,
    /// One drawn path of a generated program, against the reference semantics.
    ReferenceDiff,
}

impl Target {
    /// Every target, in the order of the documentation.
    pub const ALL: [Target; 2] = [Target::LoweringDiff, Target::ReferenceDiff];

    /// The name of its program.
    pub fn name(self) -> &'static str {
        match self {
            Target::LoweringDiff => "lowering_diff",
            Target::ReferenceDiff => "reference_diff",
        }
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The case in `bytes`, for this MLIR and newer ones, and its program in numbers; none if they do not decode.
    pub fn case(self, bytes: &[u8], oldest: u32) -> Option<(Case, Generated)> {
        let (mut case, generated) = decode_case(bytes, oldest)?;
        if self == Target::ReferenceDiff {
            case.paths.truncate(1);
        }
        Some((case, generated))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;

    #[test]
    fn a_target_has_as_many_paths_as_it_compares() {
        let bytes = decode::seeded(0, 0);
        let paths = |target: Target| target.case(&bytes, 22).unwrap().0.paths;
        let [first, _] = &paths(Target::LoweringDiff)[..] else { panic!("two paths") };
        assert_eq!(paths(Target::ReferenceDiff), std::slice::from_ref(first));
        assert!(Target::ALL.iter().all(|target| target.case(b"few", 22).is_none()));
    }

    #[test]
    fn targets_are_called_by_their_programs() {
        for target in Target::ALL {
            assert_eq!(Target::named(target.name()), Some(target));
        }
        assert_eq!(Target::named("no_such_target"), None);
    }
}
