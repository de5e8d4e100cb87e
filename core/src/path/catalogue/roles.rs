//! Roles of passes: what lowdiff runs one for, and what has to be known of it wherever it occurs. One table is read by everybody who
//! means a pass for what it does and not for itself.

use crate::path::pass::{Pass, function, module};
use crate::path::pipeline::pass_name;

/// The work of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Calls the fold hooks of operations, and does little else.
    Folds,
    /// Brings constants to where they are folded, and folds nothing.
    BringsConstants,
    /// Decides which values share a buffer, by looking at whole functions.
    Bufferizes,
    /// Makes loops and conditions with a body of branches.
    LiftsBranches,
    /// Adds checks of what is accessed, which end a program that is out of bounds.
    AddsChecks,
    /// Leaves nothing for these checks to look at, or nothing to make them of.
    TooLateForChecks,
    /// Makes a program simpler, whatever it is made of.
    Simplifies,
    /// Removes what is dead, or folds: the measure for all other passes, most of which do the same on the way. Greedy rewriting
    /// merges equal blocks, which canonicalization does only when told to.
    Tidies,
    /// Inserts what frees every buffer there is.
    Frees,
    /// Opens the regions of tosa to passes that tidy.
    OpensRegions,
    /// Removes functions that the entry does not use, in these steps.
    KeepsEntry,
}

/// Which pass does what. Of several for one thing the first is the usual one.
#[rustfmt::skip] // One row a line reads as the table it is.
const ROLES: &[(Role, Pass)] = &[
    (Role::Folds, module("canonicalize", "")),
    (Role::BringsConstants, module("inline", "default-pipeline=")),
    (Role::Bufferizes, module("one-shot-bufferize", "bufferize-function-boundaries=true allow-return-allocs-from-loops=true")),
    (Role::LiftsBranches, module("lift-cf-to-scf", "")),
    (Role::AddsChecks, module("generate-runtime-verification", "")),
    (Role::TooLateForChecks, module("convert-scf-to-cf", "")),
    (Role::TooLateForChecks, module("convert-arith-to-llvm", "")),
    (Role::TooLateForChecks, module("convert-index-to-llvm", "")),
    (Role::TooLateForChecks, module("finalize-memref-to-llvm", "")),
    (Role::TooLateForChecks, module("convert-func-to-llvm", "")),
    (Role::TooLateForChecks, module("convert-to-llvm", "")),
    (Role::Simplifies, module("canonicalize", "")),
    (Role::Simplifies, module("canonicalize", "region-simplify=aggressive")),
    (Role::Simplifies, module("cse", "")),
    (Role::Simplifies, module("remove-dead-values", "")),
    (Role::Simplifies, module("symbol-dce", "")),
    (Role::Tidies, module("canonicalize", "")),
    (Role::Tidies, module("cse", "")),
    (Role::Tidies, module("canonicalize", "region-simplify=aggressive")),
    (Role::Frees, module("ownership-based-buffer-deallocation", "")),
    (Role::Frees, module("buffer-deallocation-pipeline", "")),
    (Role::Frees, function("buffer-deallocation", "")),
    (Role::OpensRegions, module("tosa-to-scf", "")),
    (Role::KeepsEntry, module("symbol-privatize", "exclude=main,lowdiff_main")),
    (Role::KeepsEntry, module("symbol-dce", "")),
];

/// The use of an option that some pass of a role has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleOption {
    /// Values are handed from function to function as buffers.
    CrossesFunctions,
    /// Operations that the pass does not know keep their tensors.
    LeavesUnknown,
    /// In the functions of this list each value that is written gets a buffer of its own.
    Unanalysed,
}

/// Which option does what.
const OPTIONS: &[(RoleOption, Role, &str)] = &[
    (RoleOption::CrossesFunctions, Role::Bufferizes, "bufferize-function-boundaries"),
    (RoleOption::LeavesUnknown, Role::Bufferizes, "allow-unknown-ops"),
    (RoleOption::Unanalysed, Role::Bufferizes, "no-analysis-func-filter"),
];

impl RoleOption {
    /// # Panics
    /// No row is about it; a test sees that every option has one.
    fn row(self) -> (Role, &'static str) {
        let row = OPTIONS.iter().find(|(option, ..)| *option == self).expect("every option has a row");
        (row.1, row.2)
    }

    /// The name by which the pass knows it.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The usual pass of its role as a step that gives it this value besides.
    pub fn step(self, value: &str) -> String {
        let (role, name) = self.row();
        let pass = role.pass();
        format!("builtin.module({}{{{} {name}={value}}})", pass.name, pass.options)
    }
}

impl Role {
    /// The passes that do this, the usual one first.
    pub fn passes(self) -> impl Iterator<Item = Pass> {
        ROLES.iter().filter(move |(role, _)| *role == self).map(|(_, pass)| *pass)
    }

    /// The usual pass that does this.
    ///
    /// # Panics
    /// No row names one; a test sees that every role has some.
    pub fn pass(self) -> Pass {
        self.passes().next().expect("every role has a pass")
    }

    /// The passes that do this as steps, the usual one first.
    pub fn steps(self) -> Vec<String> {
        self.passes().map(|pass| pass.step()).collect()
    }

    /// True of a step that is one of these passes, with the very options of its row.
    pub fn has(self, step: &str) -> bool {
        self.passes().any(|pass| pass.step() == step)
    }

    /// True of a step whose pass, with whatever options, does it.
    pub fn is_of(self, step: &str) -> bool {
        let name = pass_name(step);
        self.passes().any(|pass| pass.name == name)
    }

    /// The operations without which the usual pass would change nothing; empty for any.
    pub fn works_on(self) -> &'static [&'static str] {
        let name = self.pass().name;
        let mut of_name = super::rows().iter().filter(|row| row.pass.name == name);
        of_name.next().map_or(&[], |row| row.on)
    }
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;
    use crate::version::{VERSIONS, Version};
    use Role::{
        AddsChecks, BringsConstants, Bufferizes, Folds, Frees, KeepsEntry, LiftsBranches, OpensRegions,
    };
    use Role::{Simplifies, Tidies, TooLateForChecks};

    #[test]
    fn every_role_has_passes_that_the_catalogue_knows() {
        let checks = [AddsChecks, TooLateForChecks, KeepsEntry];
        let others =
            [Folds, BringsConstants, Bufferizes, LiftsBranches, Simplifies, Tidies, Frees, OpensRegions];
        for role in others.into_iter().chain(checks) {
            assert!(role.passes().count() > 0, "{role:?}");
            for pass in role.passes() {
                assert!(all().any(|known| known.name == pass.name), "{role:?}: {} is not known", pass.name);
            }
        }
    }

    #[test]
    fn every_version_has_the_options() {
        use RoleOption::{CrossesFunctions, LeavesUnknown, Unanalysed};
        for option in [CrossesFunctions, LeavesUnknown, Unanalysed] {
            let declared = |version: &Version| {
                version.options.is_none_or(|options| options.contains(&format!("\"{}\"", option.name())))
            };
            assert!(VERSIONS.iter().all(declared), "{option:?}");
        }
        let step = Unanalysed.step("f,g");
        assert!(step.ends_with("no-analysis-func-filter=f,g})") && Bufferizes.is_of(&step), "{step}");
    }

    #[test]
    fn a_role_belongs_to_a_pass_with_any_options() {
        assert!(Bufferizes.is_of("builtin.module(one-shot-bufferize{allow-unknown-ops=true})"));
        assert!(TooLateForChecks.is_of("builtin.module(func.func(convert-scf-to-cf))"));
        assert!(!TooLateForChecks.is_of("builtin.module(canonicalize)"));
        let aggressive = "builtin.module(canonicalize{region-simplify=aggressive})";
        assert!(Tidies.has(aggressive) && !Folds.has(aggressive) && Folds.is_of(aggressive));
        assert_eq!(LiftsBranches.works_on(), ["cf.*"]);
        assert_eq!(Folds.works_on(), [""; 0]);
    }
}
