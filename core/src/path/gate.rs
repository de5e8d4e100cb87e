//! Conditions that the plain lowering waits for before it takes a conversion, and orders that no path may take.
//!
//! A gate has two parts. One is the order of the plain lowering, which has no feedback to steer by: turns that draw their
//! conversion do not ask for it, and learn what leads nowhere instead ([`super::experience`]). The other is soundness: orders that make
//! ill-formed IR, or code that links nowhere, of a pass that does what it is documented to do. Failures of such orders are no bugs of
//! MLIR, so these hold for every turn, and each says where that is written. `docs/evaluation.md` says what each was measured to keep away.

use super::operation_trait::OperationTrait::{
    Arithmetic, Bufferizable, MakesBlocks, OneBlock, RefusedByTosaToLinalg,
};
use super::operation_trait::has_fixed_body;
use super::operations::{Operations, TypeKind, any, left};
use crate::observe::dialect;
use crate::version::Change;

/// A condition that must hold before a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Nothing.
    Open,
    /// No operation of tosa is left that tosa-to-linalg neither converts nor tolerates: it refuses IR with
    /// the operations tosa-to-linalg-named, tosa-to-scf and tosa-to-mlprogram are for.
    TosaNamedGone,
    /// No operation of tosa is left but constants: tosa's patterns look through constant operands.
    TosaConstantsAlone,
    /// No operation of tosa that computes or holds values is left; only a shape operand's producer may be.
    TosaShapesAlone,
    /// Everything on tensors can be bufferized: no tosa, and no arith or math operation on tensors except
    /// those that implement `BufferizableOpInterface`.
    Bufferizable,
    /// As `Bufferizable`, of loops and branches on tensors: the conversion to branches is one of their ways, and sound only where that of
    /// `LoopsConvertible` is.
    BufferizableLoops,
    /// No operation of arith on tensors is left, which the conversion of arith refuses, and no linalg
    /// operation whose verifier knows what its body must look like (`linalg.matmul`: "expected add/mul op in
    /// the body") nor of affine, which takes computed indices of its own kind alone: the conversion would
    /// leave both invalid (Linalg.md, "named ops" and their regions; Affine.md, "restrictions on dimensions and symbols"). Sound only so.
    ArithConvertible,
    /// No math.rsqrt on scalars is left: libm has no such function, and the call of `rsqrtf` that the
    /// conversion makes of it links nowhere (ISO C, `<math.h>`). Sound only so.
    NoRsqrt,
    /// No tensor is left. Branches and functions over tensors are converted without complaint, but what stays
    /// behind cannot be bufferized across them.
    NoTensors,
    /// No tensor is left, and no loop or structured operation whose passes look at memref operations to
    /// learn what memory is touched: to them loads and stores of llvm are no accesses at all. An extent may bound a loop of affine,
    /// which takes none that was computed by llvm's operations (Affine.md, "restrictions on dimensions and symbols"): while there are both, it
    /// is not sound.
    NoMemoryLoops,
    /// As `NoTensors`. Before [`Change::OwnConversions`] the conversion of functions is also that of arith and of cf, and the
    /// only one that converts the arguments of blocks: there it comes after everything that makes blocks,
    /// and it is sound only so.
    FunctionsConvertible,
    /// As `NoTensors`. Before [`Change::OwnConversions`] the conversion of cf leaves the blocks' arguments as they are, and then
    /// neither it nor the conversion of functions can finish: there it comes after functions, never before.
    /// An assertion becomes a branch to another block, which the body of a loop has no room for (the verifier of `scf.for`: one block): while
    /// there are both, it is not sound.
    BranchesConvertible,
    /// As `NoTensors`. The conversion to branches makes blocks, which the body of a loop of affine has no room for, nor that of a scope of
    /// allocations (OpenMP's loops have one; the verifiers ask for one block): while there are any, it is not sound.
    LoopsConvertible,
    /// As `BranchesConvertible`, of a conversion that is that of arith, memref and functions too: sound only where each of these is.
    AllConvertible,
    /// Nothing but llvm's operations and those behind this very gate is left.
    NothingElse,
}

impl Gate {
    /// True if the conversion leaves the program valid and what it means, which holds for every turn.
    pub fn is_sound(self, operations: &Operations, version: u32) -> bool {
        match self {
            Gate::NoRsqrt => !any(operations, &["math.rsqrt"]),
            Gate::ArithConvertible => arith_convertible(operations),
            Gate::LoopsConvertible | Gate::BufferizableLoops => !OneBlock.is_among(operations),
            Gate::NoMemoryLoops => !(any(operations, &["memref.dim"]) && any(operations, &["affine.*"])),
            Gate::FunctionsConvertible if !Change::OwnConversions.is_in(version) => {
                arith_convertible(operations) && !MakesBlocks.is_among(operations)
            }
            Gate::BranchesConvertible => {
                (Change::OwnConversions.is_in(version) || !any(operations, &["func.func"]))
                    && !(any(operations, &["cf.assert"]) && MakesBlocks.is_among(operations))
            }
            Gate::AllConvertible => {
                let parts = [
                    Gate::ArithConvertible,
                    Gate::NoMemoryLoops,
                    Gate::FunctionsConvertible,
                    Gate::BranchesConvertible,
                ];
                parts.iter().all(|part| part.is_sound(operations, version))
            }
            _ => true,
        }
    }

    /// True if the plain lowering takes the conversion of IR made of `operations`, on MLIR's major version `version`.
    pub fn is_open(self, operations: &Operations, version: u32) -> bool {
        let no_tensors = || !operations.keys().any(|(_, kind)| *kind == TypeKind::Tensor);
        let order = match self {
            Gate::Open | Gate::NoRsqrt | Gate::ArithConvertible => true,
            Gate::TosaNamedGone => !RefusedByTosaToLinalg.is_among(operations),
            Gate::TosaConstantsAlone => !other_tosa(operations, &["tosa.const", "tosa.const_shape"]),
            Gate::TosaShapesAlone => !other_tosa(operations, &["tosa.const_shape"]),
            Gate::Bufferizable | Gate::BufferizableLoops => {
                !any(operations, &["tosa.*"]) && !operations.keys().any(elementwise_on_tensors)
            }
            Gate::NoTensors
            | Gate::LoopsConvertible
            | Gate::FunctionsConvertible
            | Gate::BranchesConvertible
            | Gate::AllConvertible => no_tensors(),
            Gate::NoMemoryLoops => {
                no_tensors() && !any(operations, &["linalg.*", "affine.*", "scf.parallel", "scf.forall"])
            }
            Gate::NothingElse => {
                left(operations).all(|(name, _)| name == "builtin.unrealized_conversion_cast")
            }
        };
        order && self.is_sound(operations, version)
    }
}

fn arith_convertible(operations: &Operations) -> bool {
    !operations.keys().any(|(name, kind)| match dialect(name) {
        "arith" => *kind == TypeKind::Tensor,
        "affine" => true,
        _ => has_fixed_body(name),
    })
}

fn other_tosa(operations: &Operations, exempt: &[&str]) -> bool {
    operations.keys().any(|(name, _)| dialect(name) == "tosa" && !exempt.contains(&name.as_str()))
}

fn elementwise_on_tensors((name, kind): &(String, TypeKind)) -> bool {
    *kind == TypeKind::Tensor && Arithmetic.is_of(name) && !Bufferizable.is_of(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(list: &[(&str, TypeKind)]) -> Operations {
        list.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)).collect()
    }

    #[test]
    fn orders_are_not_soundness() {
        let rsqrt = operations(&[("math.rsqrt", TypeKind::Scalar)]);
        assert!(!Gate::NoRsqrt.is_sound(&rsqrt, 22) && !Gate::NoRsqrt.is_open(&rsqrt, 22));
        let asserts = [("cf.assert", TypeKind::Scalar), ("scf.if", TypeKind::Scalar)];
        assert!(!Gate::BranchesConvertible.is_sound(&operations(&asserts), 22));
        assert!(Gate::BranchesConvertible.is_sound(&operations(&asserts[..1]), 22));
        let loops = [("scf.for", TypeKind::Scalar), ("affine.for", TypeKind::Scalar)];
        assert!(!Gate::LoopsConvertible.is_sound(&operations(&loops), 22));
        assert!(Gate::LoopsConvertible.is_sound(&operations(&loops[..1]), 22));
        let extents = [("affine.for", TypeKind::Scalar), ("memref.dim", TypeKind::Memref)];
        assert!(!Gate::NoMemoryLoops.is_sound(&operations(&extents), 22));
        assert!(Gate::NoMemoryLoops.is_sound(&operations(&extents[..1]), 22));
        let tensors = operations(&[("tensor.cast", TypeKind::Tensor)]);
        assert!(Gate::NoTensors.is_sound(&tensors, 22) && !Gate::NoTensors.is_open(&tensors, 22));
    }

    #[test]
    fn gates_open_and_close() {
        use TypeKind::*;
        let bufferized = [("memref.load", Memref), ("func.func", Scalar)];
        for (gate, open, closed) in [
            (Gate::TosaNamedGone, vec![("tosa.add", Tensor)], vec![("tosa.matmul", Tensor)]),
            (Gate::ArithConvertible, vec![("arith.addi", Scalar)], vec![("arith.constant", Tensor)]),
            (Gate::ArithConvertible, vec![("linalg.generic", Memref)], vec![("linalg.matmul", Memref)]),
            (Gate::ArithConvertible, vec![("scf.parallel", Scalar)], vec![("affine.load", Memref)]),
            (Gate::FunctionsConvertible, vec![("memref.load", Memref)], vec![("tensor.cast", Tensor)]),
            (Gate::NoMemoryLoops, vec![("scf.for", Scalar)], vec![("affine.load", Memref)]),
            (Gate::NoRsqrt, vec![("math.tanh", Scalar)], vec![("math.rsqrt", Scalar)]),
            (Gate::TosaConstantsAlone, vec![("tosa.const", Tensor)], vec![("tosa.add", Tensor)]),
            (Gate::TosaShapesAlone, vec![("tosa.const_shape", Scalar)], vec![("tosa.const", Tensor)]),
            (Gate::Bufferizable, vec![("arith.constant", Tensor)], vec![("arith.bitcast", Tensor)]),
            (Gate::Bufferizable, vec![("arith.addi", Scalar)], vec![("tosa.const_shape", Scalar)]),
            (Gate::BufferizableLoops, vec![("affine.load", Memref)], vec![("affine.if", Tensor)]),
            (Gate::NoTensors, bufferized.to_vec(), vec![("func.func", Tensor)]),
            (Gate::AllConvertible, vec![("omp.parallel", Scalar)], vec![("affine.load", Memref)]),
            (Gate::LoopsConvertible, vec![("scf.for", Scalar)], vec![("scf.if", Tensor)]),
            (Gate::LoopsConvertible, vec![("affine.apply", Scalar)], vec![("affine.parallel", Scalar)]),
            (
                Gate::NothingElse,
                vec![("llvm.add", Scalar), ("builtin.module", Scalar)],
                vec![("builtin.unrealized_conversion_cast", Memref), ("memref.load", Memref)],
            ),
        ] {
            assert!(gate.is_open(&operations(&open), 22), "{gate:?}");
            assert!(!gate.is_open(&operations(&closed), 22), "{gate:?}");
        }
        let branches = operations(&[("func.func", Scalar), ("cf.br", Scalar)]);
        let loops = operations(&[("func.func", Scalar), ("scf.for", Scalar)]);
        assert!(Gate::FunctionsConvertible.is_open(&branches, 19));
        assert!(!Gate::FunctionsConvertible.is_open(&loops, 19));
        assert!(Gate::FunctionsConvertible.is_open(&loops, 22));
        assert!(Gate::BranchesConvertible.is_open(&operations(&[("llvm.func", Scalar)]), 19));
        assert!(!Gate::BranchesConvertible.is_open(&branches, 19));
        assert!(Gate::BranchesConvertible.is_open(&branches, 22));
        assert!(Gate::Open.is_open(&operations(&bufferized), 22));
    }
}
