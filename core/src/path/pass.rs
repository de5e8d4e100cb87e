//! One pass with one option string: the unit the tables are made of.
//!
//! Hazards, anchors and versions belong to the (pass, option string) pair, not to the pass: one option of an
//! otherwise exact pass may change floating-point results or lower to something a CPU cannot run.

/// The operation a pass is put under in a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Directly under `builtin.module`.
    Module,
    /// Under `func.func`; such a pass no longer runs once the functions are `llvm.func`.
    Function,
}

/// A reason for which a comparison of two paths must allow when one of them contains the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hazard {
    /// Floating-point results may differ within the error bounds, and a zero may have another sign.
    Float,
    /// As `Float`, but a zero keeps its sign unless an operation is approximate.
    Rounding,
    /// The layout of buffers in memory may change, results may not.
    Layout,
    /// Lowers to something the CPU executors cannot run. Never drawn.
    Target,
    /// Changes results or the interface of functions by design. Never drawn.
    Unsound,
}

impl Hazard {
    /// The word people and files use.
    pub fn word(self) -> &'static str {
        match self {
            Hazard::Float => "float",
            Hazard::Rounding => "rounding",
            Hazard::Layout => "layout",
            Hazard::Target => "target",
            Hazard::Unsound => "unsound",
        }
    }
}

/// A (pass, option string) pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The pass as pipelines name it.
    pub name: &'static str,
    /// The text between the braces; empty for none.
    pub options: &'static str,
    /// The place of a pass in a pipeline.
    pub anchor: Anchor,
    /// The hazards to allow for when results are compared.
    pub hazards: &'static [Hazard],
    /// First and last major version of MLIR that registers the pair, of those in [`crate::version::VERSIONS`].
    pub versions: (u32, u32),
}

/// A pass that is put directly under the module, in every version.
pub const fn module(name: &'static str, options: &'static str) -> Pass {
    Pass { name, options, anchor: Anchor::Module, hazards: &[], versions: (0, u32::MAX) }
}

/// A pass that has to be put under `func.func`, in every version.
pub const fn function(name: &'static str, options: &'static str) -> Pass {
    Pass { name, options, anchor: Anchor::Function, hazards: &[], versions: (0, u32::MAX) }
}

impl Pass {
    /// This pair, with hazards.
    pub const fn hazards(self, hazards: &'static [Hazard]) -> Pass {
        Pass { hazards, ..self }
    }

    /// This pair, not registered before `major`.
    pub const fn since(self, major: u32) -> Pass {
        Pass { versions: (major, self.versions.1), ..self }
    }

    /// This pair, not registered after `major`.
    pub const fn until(self, major: u32) -> Pass {
        Pass { versions: (self.versions.0, major), ..self }
    }

    /// True if MLIR's major version `major` registers the pair.
    pub fn exists_in(&self, major: u32) -> bool {
        (self.versions.0..=self.versions.1).contains(&major)
    }

    /// The pair as a path's step: `builtin.module(...)` around it.
    pub fn step(&self) -> String {
        format!("builtin.module({})", self.element())
    }

    /// The pair as an element of a pipeline that is anchored on the module.
    pub fn element(&self) -> String {
        let (name, options) = (self.name, self.options);
        let pass = if options.is_empty() { name.to_owned() } else { format!("{name}{{{options}}}") };
        match self.anchor {
            Anchor::Module => pass,
            Anchor::Function => format!("func.func({pass})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::pipeline;

    #[test]
    fn steps_are_pipelines_of_one_pass() {
        for pass in [module("cse", ""), function("affine-loop-tile", "tile-sizes=2,3"), function("sroa", "")]
        {
            let step = pass.step();
            assert_eq!(pipeline::split(&step).unwrap(), std::slice::from_ref(&step));
            assert_eq!(pipeline::pass_name(&step), pass.name);
        }
        assert_eq!(function("a", "b=1").step(), "builtin.module(func.func(a{b=1}))");
    }

    #[test]
    fn versions_bound_a_pair() {
        let pass = module("x", "").since(22).until(23);
        assert!(pass.exists_in(22) && !pass.exists_in(19) && !pass.exists_in(24));
        assert!(module("x", "").exists_in(19));
    }
}
