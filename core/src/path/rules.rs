//! Atomic lowering rules: which conversion passes make an operation go away.
//!
//! Seen by running the passes of MLIR 19.1.7 and 22.1.8 on IR that contains the operations. The order of the
//! table is the order a plain lowering takes: among operations of equal priority the draw 0 takes the one
//! whose rule comes first, and its first conversion, and that alone lowers every program.

use super::gate::Gate;
use super::operations::{TypeKind, matches};
use super::pass::{Hazard, Pass, function, module};

/// The way in which the operations a pattern names are lowered.
#[derive(Clone, Copy, Debug)]
pub struct LoweringRule {
    /// An operation's name, or `dialect.*`.
    pub operation: &'static str,
    /// The kind of types the rule is for; none for any.
    pub kind: Option<TypeKind>,
    /// The condition that must hold before it.
    pub gate: Gate,
    /// The conversions, the plainest first. Empty for operations that go away with their parents.
    pub ways: &'static [Pass],
}

const fn rule(operation: &'static str, gate: Gate, ways: &'static [Pass]) -> LoweringRule {
    LoweringRule { operation, kind: None, gate, ways }
}

const fn typed(operation: &'static str, kind: TypeKind, gate: Gate, ways: &'static [Pass]) -> LoweringRule {
    LoweringRule { operation, kind: Some(kind), gate, ways }
}

use Gate::{
    AllConvertible, ArithConvertible, BranchesConvertible, Bufferizable, BufferizableLoops,
    FunctionsConvertible, LoopsConvertible, NoMemoryLoops, NoRsqrt, NothingElse, Open, TosaConstantsAlone,
    TosaNamedGone, TosaShapesAlone,
};
use TypeKind::{Memref, Tensor, Vector};

/// Float: other instruction sequences, library calls or approximations may round differently.
const FLOAT: &[Hazard] = &[Hazard::Float];
/// Rounding: as float, but what is not approximate keeps the sign of a zero.
const ROUNDING: &[Hazard] = &[Hazard::Rounding];
/// Layout: buffers may get other strides and offsets.
const LAYOUT: &[Hazard] = &[Hazard::Layout];

/// No `copy-before-write`: it cannot copy the unranked tensors that print functions take. No
/// `allow-unknown-ops`: what it leaves in tensors no later bufferization accepts.
const BUFFERIZE: &[Pass] = &[
    bufferize("bufferize-function-boundaries=true allow-return-allocs-from-loops=true"),
    bufferize(
        "bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
         function-boundary-type-conversion=identity-layout-map",
    ),
    bufferize(
        "bufferize-function-boundaries=true allow-return-allocs-from-loops=true analysis-heuristic=top-down",
    ),
    bufferize(
        "bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
         analysis-heuristic=bottom-up-from-terminators",
    ),
    bufferize(
        "bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
         analysis-heuristic=fuzzer analysis-fuzzer-seed=7",
    ),
    bufferize(
        "bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
         analysis-heuristic=fuzzer analysis-fuzzer-seed=91",
    ),
    bufferize("bufferize-function-boundaries=true allow-return-allocs-from-loops=true buffer-alignment=16")
        .since(20),
    bufferize(
        "bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
         unknown-type-conversion=identity-layout-map",
    ),
];

const fn bufferize(options: &'static str) -> Pass {
    module("one-shot-bufferize", options).hazards(LAYOUT)
}

const LOOPS: &[Pass] = &[
    module("convert-linalg-to-loops", ""),
    module("convert-linalg-to-affine-loops", ""),
    module("convert-linalg-to-parallel-loops", ""),
];

const NAMED_LOOPS: &[Pass] = &[
    module("convert-linalg-to-loops", ""),
    module("convert-linalg-to-affine-loops", ""),
    module("convert-linalg-to-parallel-loops", ""),
    module("linalg-generalize-named-ops", ""),
    module("linalg-morph-ops", "named-to-generic=true").since(22),
];

const TOSA_TO_LINALG: &[Pass] = &[
    function("tosa-to-linalg", ""),
    function("tosa-to-linalg", "aggressive-reduce-constant=true"),
    function("tosa-to-linalg", "disable-tosa-decompositions=true"),
];

const TOSA_TO_LINALG_NAMED: &[Pass] = &[
    function("tosa-to-linalg-named", ""),
    function("tosa-to-linalg-named", "prefer-conv2d-kernel-layout-hwcf=true"),
];

const TOSA_TO_TENSOR: &[Pass] = &[module("tosa-to-tensor", ""), function("tosa-to-tensor", "")];
const TOSA_TO_SCF: &[Pass] = &[module("tosa-to-scf", ""), function("tosa-to-scf", "")];

const STRIDED: &[Pass] = &[module("expand-strided-metadata", "").hazards(LAYOUT)];

const SCF_TO_CF: &[Pass] = &[
    module("convert-scf-to-cf", ""),
    function("convert-scf-to-cf", ""),
    module("convert-scf-to-cf", "allow-pattern-rollback=false").since(22),
];

const ARITH: &[Pass] = &[
    module("convert-arith-to-llvm", ""),
    function("convert-arith-to-llvm", ""),
    module("convert-to-llvm", "filter-dialects=arith"),
];

const MATH: &[Pass] = &[
    module("convert-math-to-llvm", "").hazards(ROUNDING),
    module("convert-math-to-llvm", "approximate-log1p=false").hazards(ROUNDING),
    module("convert-to-llvm", "filter-dialects=math").hazards(FLOAT),
];

/// libm has no function for these (math.rsqrt would become a call of `rsqrtf`, which nothing defines).
const MATH_WITHOUT_LIBM: &[Pass] = &[
    module("convert-math-to-llvm", "").hazards(ROUNDING),
    module("math-expand-ops", "ops=rsqrt").since(22).hazards(ROUNDING),
    module("convert-to-llvm", "filter-dialects=math").hazards(FLOAT),
];

/// Everything the libm conversion handles and the LLVM one does not.
const MATH_BY_LIBM: &[Pass] = &[module("convert-math-to-libm", "").hazards(ROUNDING)];

const TANH: &[Pass] = &[
    module("convert-math-to-libm", "").hazards(ROUNDING),
    module("math-expand-ops", "ops=tanh").since(22).hazards(ROUNDING),
];

const SELECT: &[Pass] = &[ELEMENTWISE[0], ELEMENTWISE[1], BUFFERIZE[0]];

const PAD: &[Pass] = &[BUFFERIZE[0], module("convert-tensor-to-linalg", ""), BUFFERIZE[2], BUFFERIZE[3]];

const EMPTY: &[Pass] = &[
    module("empty-tensor-to-alloc-tensor", ""),
    BUFFERIZE[0],
    BUFFERIZE[2],
    BUFFERIZE[4],
    BUFFERIZE[5],
    module("eliminate-empty-tensors", ""),
];

const EXPANDABLE: &[Pass] = &[MEMREF[0], module("memref-expand", ""), MEMREF[1]];

const PARALLEL: &[Pass] = &[
    SCF_TO_CF[0],
    SCF_TO_CF[1],
    module("scf-parallel-for-to-nested-fors", "").since(22),
    module("async-parallel-for", ""),
    module("convert-scf-to-openmp", "").hazards(FLOAT),
    module("async-parallel-for", "async-dispatch=false num-workers=3 min-task-size=1"),
    module("async-parallel-for", "async-dispatch=true num-workers=4 min-task-size=2"),
];

const ASYNC_RUNTIME: &[Pass] = &[module("convert-async-to-llvm", "")];

const FOR: &[Pass] = &[SCF_TO_CF[0], SCF_TO_CF[1], SCF_TO_CF[2], module("scf-for-to-while", "")];

/// Branches over tensors can be bufferized too, since the types of blocks' arguments can.
const LOOPS_ON_TENSORS: &[Pass] = &[
    BUFFERIZE[0],
    BUFFERIZE[1],
    BUFFERIZE[2],
    BUFFERIZE[3],
    BUFFERIZE[4],
    BUFFERIZE[5],
    BUFFERIZE[6],
    BUFFERIZE[7],
    SCF_TO_CF[0],
];

const COMPLEX: &[Pass] = &[
    module("convert-complex-to-standard", "").hazards(FLOAT),
    module("convert-complex-to-llvm", "").hazards(FLOAT),
    module("convert-complex-to-libm", "").hazards(FLOAT),
];

const REDUCTIONS: &[Pass] = &[
    function("lower-vector-multi-reduction", "").hazards(FLOAT),
    function("lower-vector-multi-reduction", "lowering-strategy=inner-reduction").hazards(FLOAT),
];

const TRANSFERS: &[Pass] = &[
    module("convert-vector-to-scf", ""),
    module("convert-vector-to-scf", "full-unroll=true"),
    module("convert-vector-to-llvm", ""),
];

/// The conversion to llvm prints no vector.
const VECTOR_PRINTS: &[Pass] = &[TRANSFERS[0], TRANSFERS[1]];

const POWERS: &[Pass] = &[module("convert-math-to-funcs", "")];

/// The table. The first rule that fits an operation is the operation's.
pub const RULES: &[LoweringRule] = &[
    // Terminators and the like are lowered with the operation around them.
    rule("tosa.yield", Open, &[]),
    rule("linalg.yield", Open, &[]),
    rule("linalg.index", Open, &[]),
    rule("affine.yield", Open, &[]),
    rule("scf.yield", Open, &[]),
    rule("scf.condition", Open, &[]),
    rule("scf.reduce", Open, &[]),
    rule("scf.reduce.return", Open, &[]),
    rule("scf.forall.in_parallel", Open, &[]),
    rule("tensor.yield", Open, &[]),
    rule("bufferization.yield", Open, &[]),
    rule("memref.alloca_scope.return", Open, &[]),
    rule("vector.yield", Open, &[]),
    // tosa
    rule("tosa.variable", Open, &[module("tosa-to-mlprogram", "")]),
    rule("tosa.variable_read", Open, &[module("tosa-to-mlprogram", "")]),
    rule("tosa.variable_write", Open, &[module("tosa-to-mlprogram", "")]),
    rule("tosa.variable.read", Open, &[module("tosa-to-mlprogram", "")]),
    rule("tosa.variable.write", Open, &[module("tosa-to-mlprogram", "")]),
    rule("tosa.transpose_conv2d", Open, &[function("tosa-optional-decompositions", "")]),
    rule("tosa.cond_if", Open, TOSA_TO_SCF),
    rule("tosa.while_loop", Open, TOSA_TO_SCF),
    rule("tosa.scatter", Open, TOSA_TO_SCF),
    rule("tosa.matmul", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.transpose", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.conv2d", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.conv3d", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.depthwise_conv2d", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.max_pool2d", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.avg_pool2d", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.fully_connected", Open, TOSA_TO_LINALG_NAMED),
    rule("tosa.concat", Open, TOSA_TO_TENSOR),
    rule("tosa.pad", Open, TOSA_TO_TENSOR),
    rule("tosa.slice", Open, TOSA_TO_TENSOR),
    rule("tosa.reshape", Open, TOSA_TO_TENSOR),
    rule("tosa.apply_scale", Open, TOSA_TO_ARITH),
    rule("tosa.const", TosaConstantsAlone, TOSA_TO_ARITH),
    // Shape operands' producers are dead by then, and anything greedy removes them.
    rule(
        "tosa.const_shape",
        TosaShapesAlone,
        &[module("canonicalize", ""), module("cse", ""), function("tosa-optional-decompositions", "")],
    ),
    rule("tosa.*", TosaNamedGone, TOSA_TO_LINALG),
    // Tensors
    typed("math.*", Tensor, Open, ELEMENTWISE),
    typed("arith.constant", Tensor, Bufferizable, BUFFERIZE),
    typed("arith.select", Tensor, Bufferizable, SELECT),
    typed("arith.*", Tensor, Open, ELEMENTWISE),
    rule("tensor.pad", Bufferizable, PAD),
    rule("tensor.empty", Bufferizable, EMPTY),
    typed("linalg.generic", Tensor, Bufferizable, BUFFERIZE),
    typed("linalg.*", Tensor, Bufferizable, NAMED_ON_TENSORS),
    typed("ml_program.*", Tensor, Bufferizable, BUFFERIZE),
    typed("scf.forall", Tensor, Bufferizable, BUFFERIZE),
    typed("bufferization.*", Tensor, Bufferizable, BUFFERIZE),
    rule("tensor.*", Bufferizable, BUFFERIZE),
    typed("scf.*", Tensor, BufferizableLoops, LOOPS_ON_TENSORS),
    typed("cf.*", Tensor, Bufferizable, BUFFERIZE),
    typed("func.*", Tensor, Bufferizable, BUFFERIZE),
    typed("vector.*", Tensor, Bufferizable, BUFFERIZE),
    rule("shape.*", Open, &[module("convert-shape-to-std", "")]),
    // Buffers and loops
    typed("linalg.generic", Memref, Open, LOOPS),
    rule("linalg.*", Open, NAMED_LOOPS),
    rule(
        "bufferization.dealloc",
        Open,
        &[
            module("convert-bufferization-to-memref", ""),
            module("buffer-deallocation-simplification", ""),
            module("bufferization-lower-deallocations", ""),
        ],
    ),
    rule(
        "bufferization.*",
        Open,
        &[module("convert-bufferization-to-memref", ""), module("canonicalize", "")],
    ),
    rule("memref.subview", Open, STRIDED),
    rule("memref.expand_shape", Open, STRIDED),
    rule("memref.collapse_shape", Open, STRIDED),
    rule("memref.extract_strided_metadata", Open, STRIDED),
    rule("memref.extract_aligned_pointer_as_index", NoMemoryLoops, MEMREF),
    rule("memref.atomic_rmw", NoMemoryLoops, EXPANDABLE),
    rule("memref.reshape", NoMemoryLoops, EXPANDABLE),
    rule("memref.realloc", Open, &[module("expand-realloc", "")]),
    rule(
        "affine.delinearize_index",
        Open,
        &[module("lower-affine", ""), module("affine-expand-index-ops", "")],
    ),
    rule(
        "affine.linearize_index",
        Open,
        &[module("affine-expand-index-ops", ""), module("lower-affine", "")],
    ),
    rule("affine.*", Open, &[module("lower-affine", ""), function("lower-affine", "")]),
    // The conversions of what stands under a mask leave the mask.
    rule("vector.mask", Open, &[function("lower-vector-mask", "")]),
    rule("vector.transfer_read", Open, TRANSFERS),
    rule("vector.transfer_write", Open, TRANSFERS),
    // A vector is printed by a loop around a print of each element.
    typed("vector.print", Vector, Open, VECTOR_PRINTS),
    rule("scf.forall", Open, &[module("scf-forall-to-for", ""), module("scf-forall-to-parallel", "")]),
    rule("scf.parallel", LoopsConvertible, PARALLEL),
    rule("async.runtime.*", Open, ASYNC_RUNTIME),
    rule("async.coro.*", Open, ASYNC_RUNTIME),
    rule("async.*", Open, &[module("async-to-async-runtime", "")]),
    // It converts arithmetic, memory, functions and branches too.
    rule("omp.*", AllConvertible, &[module("convert-openmp-to-llvm", "")]),
    rule("scf.for", LoopsConvertible, FOR),
    rule("scf.*", LoopsConvertible, SCF_TO_CF),
    // Scalars
    rule("math.rsqrt", Open, MATH_WITHOUT_LIBM),
    rule("math.tanh", NoRsqrt, TANH),
    rule("math.erf", NoRsqrt, MATH_BY_LIBM),
    rule("math.erfc", NoRsqrt, MATH_BY_LIBM),
    rule("math.cbrt", NoRsqrt, MATH_BY_LIBM),
    rule("math.tan", NoRsqrt, MATH_BY_LIBM),
    rule("math.asin", NoRsqrt, MATH_BY_LIBM),
    rule("math.acos", NoRsqrt, MATH_BY_LIBM),
    rule("math.atan", NoRsqrt, MATH_BY_LIBM),
    rule("math.atan2", NoRsqrt, MATH_BY_LIBM),
    rule("math.sinh", NoRsqrt, MATH_BY_LIBM),
    rule("math.cosh", NoRsqrt, MATH_BY_LIBM),
    rule("math.asinh", NoRsqrt, MATH_BY_LIBM),
    rule("math.acosh", NoRsqrt, MATH_BY_LIBM),
    rule("math.atanh", NoRsqrt, MATH_BY_LIBM),
    rule("math.ipowi", Open, POWERS),
    rule("math.fpowi", Open, POWERS),
    rule("math.*", Open, MATH),
    rule("arith.ceildivsi", Open, &[module("arith-expand", "")]),
    rule("arith.ceildivui", Open, &[module("arith-expand", "")]),
    rule("arith.floordivsi", Open, &[module("arith-expand", "")]),
    rule("complex.*", Open, COMPLEX),
    rule("vector.multi_reduction", Open, REDUCTIONS),
    rule("vector.*", Open, &[module("convert-vector-to-llvm", ""), function("convert-vector-to-llvm", "")]),
    rule("arith.*", ArithConvertible, ARITH),
    rule("index.*", Open, &[module("convert-index-to-llvm", "")]),
    rule("ub.*", Open, &[module("convert-ub-to-llvm", ""), module("convert-to-llvm", "filter-dialects=ub")]),
    rule("memref.*", NoMemoryLoops, MEMREF),
    rule(
        "func.*",
        FunctionsConvertible,
        &[module("convert-func-to-llvm", ""), module("convert-to-llvm", "filter-dialects=func").since(22)],
    ),
    rule(
        "cf.*",
        BranchesConvertible,
        &[module("convert-cf-to-llvm", ""), module("convert-to-llvm", "filter-dialects=cf")],
    ),
    rule("builtin.unrealized_conversion_cast", NothingElse, &[module("reconcile-unrealized-casts", "")]),
];

const TOSA_TO_ARITH: &[Pass] = &[
    module("tosa-to-arith", "include-apply-rescale=true"),
    function("tosa-to-arith", "include-apply-rescale=true"),
    module("tosa-to-arith", "include-apply-rescale=true use-32-bit=true"),
];

const ELEMENTWISE: &[Pass] =
    &[module("convert-elementwise-to-linalg", ""), function("convert-elementwise-to-linalg", "")];

const NAMED_ON_TENSORS: &[Pass] = &[
    BUFFERIZE[0],
    module("linalg-generalize-named-ops", ""),
    BUFFERIZE[1],
    BUFFERIZE[2],
    BUFFERIZE[3],
    BUFFERIZE[5],
    module("linalg-morph-ops", "named-to-generic=true").since(22),
];

const MEMREF: &[Pass] = &[
    module("finalize-memref-to-llvm", ""),
    module("finalize-memref-to-llvm", "use-aligned-alloc=true"),
    module("convert-to-llvm", "filter-dialects=memref"),
];

/// The passes that convert these operations, as elements of a pipeline, in the order of the plain lowering: each operation's plainest, each
/// pass once. A rule for any type comes before one for some.
pub fn passes(operations: &[String]) -> Vec<String> {
    let rule = |operation: &String| {
        let rules = || RULES.iter().enumerate().filter(|(_, rule)| matches(rule.operation, operation));
        rules().find(|(_, rule)| rule.kind.is_none()).or_else(|| rules().next())
    };
    let mut rules: Vec<(usize, &LoweringRule)> = operations.iter().filter_map(rule).collect();
    rules.sort_by_key(|(place, _)| *place);
    let mut passes: Vec<&Pass> = Vec::new();
    for pass in rules.iter().filter_map(|(_, rule)| rule.ways.first()) {
        if !passes.iter().any(|other| other.name == pass.name) {
            passes.push(pass);
        }
    }
    passes.into_iter().map(Pass::element).collect()
}

/// The rule of an operation and its place in the table, if there is one.
pub fn find(name: &str, kind: TypeKind) -> Option<(usize, &'static LoweringRule)> {
    RULES
        .iter()
        .enumerate()
        .find(|(_, rule)| matches(rule.operation, name) && rule.kind.is_none_or(|wanted| wanted == kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_come_in_the_order_of_the_plain_lowering() {
        let left =
            ["arith.addf", "func.func", "linalg.matmul", "tensor.dim", "linalg.fill"].map(str::to_owned);
        let passes = passes(&left);
        let place = |name: &str| passes.iter().position(|pass| pass.contains(name));
        assert!(place("bufferize") < place("convert-linalg"), "{passes:?}");
        assert!(place("convert-linalg") < place("convert-arith-to-llvm"), "{passes:?}");
        assert!(passes.iter().any(|pass| pass.contains("{bufferize-function-boundaries=true")), "{passes:?}");
        assert_eq!(super::passes(&["nowhere.to_be_found".to_owned()]), [""; 0]);
    }
}
