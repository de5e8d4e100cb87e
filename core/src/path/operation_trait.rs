//! Traits of operations that MLIR's C API does not tell: one table, by name. Traits that the API does tell, such as that an operation ends its
//! block or has successors, are asked of the module (`src/mlir`).
//!
//! They are apart from the rows of `op`, which say how the machine runs an operation: a trait is also of operations that nobody runs, of whole
//! dialects, and of what a pass does with an operation. No fact stands in both.

use super::operations::{Operations, matches};
use crate::runtimes::print_functions::{PrintKind, shown_by};

/// A trait of an operation that its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationTrait {
    /// Makes a value of attributes alone.
    Constant,
    /// Is a constant whose value is its attribute `value` or `values`.
    HoldsValue,
    /// Computes numbers of numbers; which operation it is hangs on their type.
    Arithmetic,
    /// Is a function.
    Function,
    /// Calls the function that its attribute `callee` names.
    Call,
    /// Prints its operands.
    Print,
    /// Makes a value one that a print function takes: another type of the same bits, a wider integer, a tensor of any rank.
    CastForPrints,
    /// Is a cast for prints whose source has the very values that are printed.
    KeepingCast,
    /// Repeats its block, whose last arguments and whose results are what the end of the block passes; its last operands are what they begin with.
    CarryingLoop,
    /// Its results are what the ends of its blocks pass.
    ResultsOfBlocks,
    /// Has a region for every number but those of its attribute `cases`, and behind it one for each of these.
    RegionPerCase,
    /// Goes on with one block, which takes all its operands.
    Branch,
    /// Calls the function that its attribute `callee` names, and takes and gives values of any types.
    PlainCall,
    /// Is a function whose parameters and results are of any types, which its attribute `function_type` has.
    PlainFunction,
    /// Ends a function and gives its operands, of any types, as results.
    Return,
    /// As [`OperationTrait::PlainCall`], of the llvm dialect.
    LlvmCall,
    /// Is a function of the llvm dialect: its attribute `function_type` has its parameters and its one result, or `void`.
    LlvmFunction,
    /// As [`OperationTrait::Return`], of the llvm dialect.
    LlvmReturn,
    /// Changes how much the type of a value says about its shape.
    CastOfShape,
    /// Runs its iterations or parts in any order, or at one time.
    Concurrent,
    /// Promises something about memory that nobody checks.
    Promise,
    /// Makes a part of a buffer: with other numbers it may be a part of another's.
    PartOfBuffer,
    /// Makes a part of a buffer by an offset, sizes and strides, which may reach past the buffer's end.
    UncheckedPart,
    /// Is of a dialect whose bodies have to say what the names of their operations say.
    BodyAsNamed,
    /// Has a body that may hold any operation, among operations of a dialect whose bodies have to say what their names say.
    FreeBody,
    /// Becomes loops and branches, sooner or later.
    MakesBlocks,
    /// Has a body of one block and is not converted with the loops of scf inside it.
    OneBlock,
    /// Is known to one-shot bufferization on tensors, as other arithmetic is not (MLIR 19 to 24).
    Bufferizable,
    /// Is refused by tosa-to-linalg, as another pass of tosa is for it.
    RefusedByTosaToLinalg,
    /// Makes memory that nothing else has.
    Allocates,
    /// Gives memory of its first operand, seen in another way.
    ViewsMemory,
    /// Gives the memory of the global that its attribute `name` names.
    GivesGlobal,
    /// Writes one value to all of its second operand.
    Fills,
    /// Reads memory that it is given, and does nothing else with it.
    ReadsMemory,
    /// Uses memory that it is given, and keeps no hold of it.
    LetsGoOfMemory,
    /// Hands its operands out of the region around it.
    HandsOut,
    /// Is an access to memory whose attribute `alignment` is a promise about the address.
    PromisesAlignment,
    /// Goes on with one of two blocks, and says in `operandSegmentSizes` which operands each takes; the first is the condition.
    ConditionalBranch,
}

use OperationTrait::{
    Allocates, Arithmetic, BodyAsNamed, Branch, Bufferizable, Call, CarryingLoop, CastForPrints, CastOfShape,
    Concurrent, ConditionalBranch, Constant, Fills, FreeBody, Function, GivesGlobal, HandsOut, HoldsValue,
    KeepingCast, LetsGoOfMemory, LlvmCall, LlvmFunction, LlvmReturn, MakesBlocks, OneBlock, PartOfBuffer,
    PlainCall, PlainFunction, Print, Promise, PromisesAlignment, ReadsMemory, RefusedByTosaToLinalg,
    RegionPerCase, ResultsOfBlocks, Return, UncheckedPart, ViewsMemory,
};

/// Constants that hold their value as an attribute, and that passes take for constants.
const VALUES: &[&str] = &[
    "arith.constant",
    "complex.constant",
    "emitc.constant",
    "func.constant",
    "index.bool.constant",
    "index.constant",
    "llvm.mlir.constant",
    "tosa.const",
];

/// Operations that read memory and do nothing else with it.
const READS: &[&str] = &["affine.load", "memref.dim", "memref.load", "vector.load", "vector.transfer_read"];

/// Operations with each trait: names, or whole dialects, as in the rules of paths.
const TRAITS: &[(OperationTrait, &[&str])] = &[
    (Constant, VALUES),
    (
        Constant,
        &[
            "shape.const_shape",
            "shape.const_size",
            "shape.const_witness",
            "tosa.const_shape",
            "vector.constant_mask",
        ],
    ),
    (HoldsValue, VALUES),
    (
        HoldsValue,
        &[
            "polynomial.constant",
            "ptr.constant",
            "smt.bv.constant",
            "smt.constant",
            "smt.int.constant",
            "transform.param.constant",
        ],
    ),
    (Arithmetic, &["arith.*", "math.*"]),
    (
        Function,
        &["async.func", "emitc.func", "func.func", "gpu.func", "llvm.func", "ml_program.func", "spirv.func"],
    ),
    (Call, &["async.call", "emitc.call", "func.call", "llvm.call"]),
    (Print, &["vector.print"]),
    (
        CastForPrints,
        &["arith.bitcast", "arith.extsi", "arith.extui", "memref.cast", "tensor.cast", "tosa.cast"],
    ),
    (KeepingCast, &["arith.bitcast", "arith.extsi", "arith.extui", "memref.cast", "tensor.cast"]),
    (CarryingLoop, &["affine.for", "scf.for"]),
    (
        ResultsOfBlocks,
        &["affine.for", "affine.if", "scf.execute_region", "scf.for", "scf.if", "scf.index_switch"],
    ),
    (RegionPerCase, &["scf.index_switch"]),
    (PlainCall, &["func.call"]),
    (PlainFunction, &["func.func"]),
    (Return, &["func.return"]),
    (LlvmCall, &["llvm.call"]),
    (LlvmFunction, &["llvm.func"]),
    (LlvmReturn, &["llvm.return"]),
    (CastOfShape, &["memref.cast", "tensor.cast"]),
    (Concurrent, &["affine.parallel", "async.*", "gpu.*", "omp.*", "scf.forall", "scf.parallel"]),
    (Promise, &["bufferization.*", "memref.assume_alignment", "memref.distinct_objects"]),
    (PartOfBuffer, &["memref.collapse_shape", "memref.reinterpret_cast", "memref.subview", "memref.view"]),
    (UncheckedPart, &["memref.reinterpret_cast"]),
    (BodyAsNamed, &["linalg.*"]),
    (FreeBody, &["linalg.generic", "linalg.index", "linalg.map", "linalg.reduce", "linalg.yield"]),
    (
        MakesBlocks,
        &[
            "affine.*",
            "async.*",
            "bufferization.*",
            "linalg.*",
            "memref.alloca_scope",
            "scf.*",
            "tensor.generate",
            "tensor.pad",
            "vector.*",
        ],
    ),
    (OneBlock, &["affine.for", "affine.if", "affine.parallel", "memref.alloca_scope"]),
    (Bufferizable, &["arith.constant", "arith.index_cast", "arith.select"]),
    (
        RefusedByTosaToLinalg,
        // In the spellings of every version.
        &[
            "tosa.avg_pool2d",
            "tosa.conv2d",
            "tosa.conv3d",
            "tosa.depthwise_conv2d",
            "tosa.fully_connected",
            "tosa.matmul",
            "tosa.max_pool2d",
            "tosa.scatter",
            "tosa.transpose",
            "tosa.transpose_conv2d",
            "tosa.variable",
            "tosa.variable.*",
            "tosa.variable_read",
            "tosa.variable_write",
            "tosa.yield",
        ],
    ),
    (Allocates, &["memref.alloc", "memref.alloca"]),
    (
        ViewsMemory,
        &[
            "memref.cast",
            "memref.collapse_shape",
            "memref.expand_shape",
            "memref.reinterpret_cast",
            "memref.subview",
            "memref.transpose",
            "memref.view",
        ],
    ),
    (GivesGlobal, &["memref.get_global"]),
    (Fills, &["linalg.fill"]),
    (ReadsMemory, READS),
    (LetsGoOfMemory, READS),
    (
        LetsGoOfMemory,
        &[
            "affine.store",
            "linalg.fill",
            "memref.copy",
            "memref.store",
            "vector.store",
            "vector.transfer_write",
        ],
    ),
    (
        HandsOut,
        &[
            "affine.yield",
            "cf.br",
            "cf.cond_br",
            "func.return",
            "memref.alloca_scope.return",
            "scf.condition",
            "scf.yield",
        ],
    ),
    (
        PromisesAlignment,
        &[
            "llvm.load",
            "llvm.store",
            "memref.load",
            "memref.store",
            "vector.load",
            "vector.store",
            "vector.maskedload",
            "vector.maskedstore",
            "vector.gather",
            "vector.scatter",
            "vector.expandload",
            "vector.compressstore",
        ],
    ),
    (Branch, &["cf.br", "llvm.br"]),
    (ConditionalBranch, &["cf.cond_br", "llvm.cond_br"]),
];

/// Comparisons whose attribute `predicate` is one of so many numbers, from 0 on.
const COMPARISONS: &[(&str, i128)] = &[("arith.cmpi", 10), ("arith.cmpf", 16)];

/// The number of predicates of the comparison of that name; none of another operation.
pub fn predicates(name: &str) -> Option<i128> {
    COMPARISONS.iter().find(|(comparison, _)| *comparison == name).map(|(_, count)| *count)
}

/// True of an operation whose body has to say what its name says.
pub fn has_fixed_body(name: &str) -> bool {
    BodyAsNamed.is_of(name) && !FreeBody.is_of(name)
}

impl OperationTrait {
    /// True of the name of an operation that has it.
    pub fn is_of(self, name: &str) -> bool {
        let rows = TRAITS.iter().filter(|(own, _)| *own == self);
        rows.flat_map(|(_, names)| *names).any(|pattern| matches(pattern, name))
    }

    /// True if any of these operations has it.
    pub fn is_among(self, operations: &Operations) -> bool {
        operations.keys().any(|(name, _)| self.is_of(name))
    }
}

/// The thing that an operation of this name shows by printing, `callee` being the symbol that it calls; none of one that does not print.
pub fn shown(name: &str, callee: Option<&str>) -> Option<PrintKind> {
    match callee {
        _ if Print.is_of(name) => Some(PrintKind::Something),
        Some(callee) if Call.is_of(name) => shown_by(callee.trim_start_matches('@')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_are_operations_and_calls() {
        assert_eq!(shown("vector.print", None), Some(PrintKind::Something));
        assert_eq!(shown("llvm.call", Some("@printNewline")), Some(PrintKind::Nothing));
        assert_eq!(shown("func.call", Some("@f")), None);
        assert_eq!(shown("func.constant", Some("@printF32")), None);
    }

    #[test]
    fn bodies_are_fixed_but_for_some() {
        assert!(has_fixed_body("linalg.matmul"));
        assert!(!has_fixed_body("linalg.generic") && !has_fixed_body("scf.for"));
    }

    #[test]
    fn comparisons_have_predicates() {
        assert_eq!(["arith.cmpi", "arith.cmpf", "arith.addi"].map(predicates), [Some(10), Some(16), None]);
    }

    #[test]
    fn constants_of_shapes_and_masks_hold_no_value() {
        let rows = TRAITS.iter().filter(|(own, _)| *own == Constant).flat_map(|(_, names)| *names);
        let others: Vec<&str> = rows.copied().filter(|name| !HoldsValue.is_of(name)).collect();
        let shapes = ["shape.const_shape", "shape.const_size", "shape.const_witness", "tosa.const_shape"];
        assert_eq!(others, [&shapes[..], &["vector.constant_mask"]].concat());
    }

    #[test]
    fn names_are_whole() {
        assert!(Constant.is_of("arith.constant") && !Constant.is_of("spirv.constant_mask"));
        assert!(Arithmetic.is_of("math.exp") && !Arithmetic.is_of("index.add"));
        assert!(Branch.is_of("cf.br") && !Branch.is_of("cf.cond_br") && !Branch.is_of("cf.branch"));
        assert!(Function.is_of("func.func") && !Function.is_of("func.func_type"));
    }

    #[test]
    fn a_loop_that_carries_values_has_results_of_its_block() {
        let loops = TRAITS.iter().filter(|(own, _)| *own == CarryingLoop).flat_map(|(_, names)| *names);
        assert!(loops.clone().count() > 0);
        for name in loops {
            assert!(ResultsOfBlocks.is_of(name), "{name}");
        }
    }
}
