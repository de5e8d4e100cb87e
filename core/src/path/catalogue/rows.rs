//! The catalogue itself.
//!
//! The first number of a row is its slot and never changes: saved inputs mean what they meant.

use super::{PassRow, row};
use crate::bug::KnownBug;
use crate::path::pass::{Hazard, Pass, function, module};

/// Float: reassociation, contraction or approximation may round differently.
const FLOAT: &[Hazard] = &[Hazard::Float];
/// Rounding: as float, but what is not approximate keeps the sign of a zero.
const ROUNDING: &[Hazard] = &[Hazard::Rounding];
/// Layout: buffers may get other strides, offsets, ranks or places.
const LAYOUT: &[Hazard] = &[Hazard::Layout];
/// Passes on any IR.
const ANYTHING: &[&str] = &[];

/// Deallocations are placed for the allocations as they are. Moving an allocation out of a loop or onto the
/// stack afterwards frees it twice or frees an alloca: these passes come before deallocation (OwnershipBasedBufferDeallocation.md).
const DEALLOCATED: &[&str] = &["memref.dealloc", "bufferization.dealloc", "bufferization.dealloc_tensor"];
/// Besides, a tensor that shares a buffer hides uses of it. Passes that move an allocation out of a loop or onto the stack ask for aliases,
/// which are buffers alone (BufferViewFlowAnalysis.cpp), so they come when bufferization is complete.
const SHARED: &[&str] =
    &["memref.dealloc", "bufferization.dealloc", "bufferization.dealloc_tensor", "bufferization.to_tensor"];
/// A function is one coroutine at most (LLVM's Coroutines.rst, llvm.coro.begin): inlined into another one, it makes LLVM stop at
/// "coroutine should have exactly one defining @llvm.coro.begin". func's inliner takes every operation that the dialect lets it take.
const COROUTINES: &[&str] = &["async.coro.*", "llvm.intr.coro.*"];
/// Deallocation has to see every use of a buffer: it comes once, after bufferization and before any use is
/// hidden behind a cast to llvm's types (OwnershipBasedBufferDeallocation.md).
const CONVERTED: &[&str] = &[
    "memref.dealloc",
    "bufferization.dealloc",
    "bufferization.to_tensor",
    "builtin.unrealized_conversion_cast",
    "llvm.func",
];

/// Calls with two kinds of operands, whose numbers they keep beside them.
const CALLED: &[&str] = &["llvm.call"];

/// Operations that compute bounds of loops that are no constants: such a loop may be empty.
const MAYBE_EMPTY: &[&str] = &["affine.apply", "affine.min", "affine.max"];

/// Loops that peeling leaves. No bug keeps it away, but size: scf-for-loop-peeling copies the body of a loop (Passes.td), so that each further
/// peeling of a nest of loops multiplies its code, past every limit in two or three.
const PEELED: &[&str] = &["affine.apply"];

/// Operations whose body becomes that of a loop.
const STRUCTURED: &[&str] = &["linalg.*"];

const TILE: &[Pass] = &[
    function("affine-loop-tile", "tile-size=5"),
    function("affine-loop-tile", "tile-size=32"),
    function("affine-loop-tile", "tile-sizes=3,2"),
    function("affine-loop-tile", "tile-sizes=4,4,4"),
    function("affine-loop-tile", "separate=true tile-sizes=2,3"),
    function("affine-loop-tile", "cache-size=1"),
];

/// MLIR 19 has other names for the options.
const FUSE: &[Pass] = &[
    function("affine-loop-fusion", "maximal=true").since(22),
    function("affine-loop-fusion", "compute-tolerance=10").since(22),
    function("affine-loop-fusion", "mode=producer compute-tolerance=10").since(22),
    function("affine-loop-fusion", "local-buf-threshold=1").since(22),
    function("affine-loop-fusion", "fusion-maximal=true").until(19),
    function("affine-loop-fusion", "mode=sibling fusion-maximal=true").until(19),
    function("affine-loop-fusion", "fusion-compute-tolerance=10").until(19),
];

const UNROLL: &[Pass] = &[
    function("affine-loop-unroll", "unroll-full-threshold=8"),
    function("affine-loop-unroll", "unroll-num-reps=2"),
    function("affine-loop-unroll", "cleanup-unroll=true unroll-factor=4"),
    function("affine-loop-unroll", "unroll-full=true").until(19),
];

const VECTORIZE: &[Pass] = &[
    function("affine-super-vectorize", "virtual-vector-size=4,4"),
    function("affine-super-vectorize", "virtual-vector-size=2,2 test-fastest-varying=0,1"),
    function("affine-super-vectorize", "virtual-vector-size=2,4 test-fastest-varying=1,0"),
    function("affine-super-vectorize", "virtual-vector-size=4 test-fastest-varying=1"),
    function("affine-super-vectorize", "virtual-vector-size=4 vectorize-reductions=true").hazards(FLOAT),
    function("affine-super-vectorize", "virtual-vector-size=128"),
];

const TILE_PARALLEL: &[Pass] = &[
    function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=4,4 no-min-max-bounds=true"),
    function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=3,3,3 no-min-max-bounds=true"),
    function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=2,5 no-min-max-bounds=true"),
    function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=2,2,2"),
    function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=5,3"),
];

const VECTORS: &[Pass] = &[
    function("lower-vector-multi-reduction", "lowering-strategy=inner-reduction").hazards(FLOAT),
    function("lower-vector-mask", ""),
    module("convert-vector-to-scf", "target-rank=0"),
    module("convert-vector-to-scf", "lower-tensors=true"),
    module("convert-vector-to-llvm", "force-32bit-vector-indices=false"),
    module("convert-vector-to-llvm", "vector-contract-lowering=outerproduct").since(22).hazards(FLOAT),
    module("convert-vector-to-llvm", "vector-contract-lowering=parallelarith").since(22).hazards(FLOAT),
    module("convert-vector-to-llvm", "vector-transpose-lowering=shuffle1d").since(22),
];

/// Slot, weight, pass, and what it works on.
#[rustfmt::skip] // One row a line reads as the table it is.
pub(super) const ROWS: &[PassRow] = &[
    row(0x01, 8, module("canonicalize", ""), ANYTHING),
    row(0x09, 2, module("canonicalize", "top-down=false"), ANYTHING),
    row(0x0b, 2, module("canonicalize", "region-simplify=aggressive"), ANYTHING),
    row(0x0d, 1, module("canonicalize", "region-simplify=disabled"), ANYTHING),
    row(0x0e, 1, module("canonicalize", "max-iterations=1"), ANYTHING),
    row(0x0f, 1, module("canonicalize", "max-num-rewrites=3"), ANYTHING),
    row(0x10, 1, module("composite-fixed-point-pass", "pipeline=any(canonicalize,cse) max-iterations=3"), ANYTHING),
    row(0x11, 5, module("cse", ""), ANYTHING),
    row(0x16, 4, module("sccp", ""), ANYTHING),
    row(0x1a, 4, module("inline", ""), &["func.call", "llvm.call"]).unless(COROUTINES),
    row(0x1e, 1, module("inline", "default-pipeline=canonicalize"), &["func.call", "llvm.call"]).unless(COROUTINES),
    row(0x1f, 1, module("inline", "default-pipeline= max-iterations=1"), &["func.call", "llvm.call"]).unless(COROUTINES),
    row(0x20, 1, module("symbol-dce", ""), ANYTHING),
    row(0x21, 1, module("duplicate-function-elimination", ""), &["func.call"]),
    row(0x22, 4, module("loop-invariant-code-motion", ""), &["scf.*", "affine.*", "linalg.*"]),
    row(0x26, 1, module("loop-invariant-subset-hoisting", ""), &["scf.*", "affine.*"]),
    row(0x27, 2, module("control-flow-sink", ""), &["scf.*", "affine.*"]),
    row(0x29, 2, module("topological-sort", ""), ANYTHING),
    row(0x2b, 3, module("mem2reg", ""), &["memref.alloca", "llvm.alloca"]),
    row(0x2e, 1, module("mem2reg", "region-simplify=false"), &["memref.alloca", "llvm.alloca"]),
    row(0x2f, 2, module("sroa", "").hazards(LAYOUT), &["memref.alloca", "llvm.alloca"]),
    row(0x31, 2, module("remove-dead-values", "").since(22), ANYTHING).shows(KnownBug::DeadOperandsOfCalls, CALLED),
    // Scalars
    row(0x33, 4, module("int-range-optimizations", ""), &["arith.*", "index.*"]),
    row(0x37, 3, module("arith-unsigned-when-equivalent", ""), &["arith.*"]),
    row(0x3a, 1, module("arith-int-range-narrowing", "int-bitwidths-supported=1,8,16,32,64").since(22), &["arith.*"]),
    row(0x3b, 2, module("arith-int-range-narrowing", "int-bitwidths-supported=8,16").since(22), &["arith.*"]),
    row(0x3d, 1, module("arith-int-range-narrowing", "int-bitwidths-supported=32").since(22), &["arith.*"]),
    row(0x3e, 2, module("arith-int-narrowing", "int-bitwidths-supported=8,16").until(19), &["arith.*"]),
    row(0x40, 3, module("arith-expand", "").hazards(ROUNDING), &["arith.*"]),
    row(0x43, 1, module("math-uplift-to-fma", "").hazards(FLOAT), &["arith.mulf"]),
    row(0x44, 1, module("math-expand-ops", "").hazards(ROUNDING).since(22), &["math.*"]),
    row(0x45, 1, module("math-sincos-fusion", "").hazards(FLOAT).since(22), &["math.sin"]),
    // Tosa
    row(0x46, 3, function("tosa-layerwise-constant-fold", ""), &["tosa.*"]),
    row(0x49, 2, function("tosa-layerwise-constant-fold", "aggressive-reduce-constant=true"), &["tosa.*"]),
    row(0x4b, 3, function("tosa-reduce-transposes", "").since(22), &["tosa.transpose"]),
    row(0x4e, 2, function("tosa-optional-decompositions", ""), &["tosa.*"]),
    row(0x50, 2, function("tosa-make-broadcastable", ""), &["tosa.*"]),
    row(0x52, 2, function("tosa-infer-shapes", ""), &["tosa.*"]),
    row(0x54, 1, function("tosa-arith-const-to-tosa-const", "").since(22), &["tosa.*"]),
    // Tensors and linalg
    row(0x55, 5, module("linalg-fuse-elementwise-ops", ""), &["linalg.*"]),
    row(0x5a, 3, module("linalg-fold-unit-extent-dims", ""), &["linalg.*", "tensor.*"]),
    row(0x5d, 2, module("linalg-fold-unit-extent-dims", "use-rank-reducing-slices=true"), &["linalg.*", "tensor.*"]),
    row(0x5f, 3, module("linalg-generalize-named-ops", ""), &["linalg.*"]),
    row(0x62, 3, module("linalg-specialize-generic-ops", ""), &["linalg.generic"]),
    row(0x65, 2, module("linalg-inline-scalar-operands", ""), &["linalg.generic"]),
    row(0x67, 1, module("linalg-fold-into-elementwise", "").since(22), &["linalg.*"]),
    row(0x68, 2, module("linalg-morph-ops", "named-to-category=true").since(22), &["linalg.*"]),
    row(0x6a, 1, module("linalg-morph-ops", "generic-to-named=true").since(22), &["linalg.generic"]),
    row(0x6b, 1, module("linalg-morph-ops", "named-to-category=true category-to-generic=true").since(22), &["linalg.*"]),
    row(0x6c, 1, module("linalg-named-op-conversion", "").until(19), &["linalg.*"]),
    row(0x6d, 1, function("linalg-detensorize", "").since(22).until(23), &["linalg.generic"]),
    row(0x6e, 1, module("simplify-depthwise-conv", "").since(22), &["linalg.*"]),
    row(0x6f, 2, module("convert-tensor-to-linalg", ""), &["tensor.pad"]),
    row(0x71, 1, module("convert-elementwise-to-linalg", ""), &["arith.*", "math.*"]),
    row(0x72, 3, module("fold-tensor-subset-ops", ""), &["tensor.*"]),
    row(0x75, 2, module("eliminate-empty-tensors", ""), &["tensor.empty"]),
    row(0x77, 1, module("empty-tensor-to-alloc-tensor", ""), &["tensor.empty"]),
    row(0x78, 1, module("reify-result-shapes", "").since(22), &["tensor.*"]),
    row(0x79, 1, module("resolve-ranked-shaped-type-result-dims", ""), &["tensor.dim", "memref.dim"]),
    // Buffers
    row(0x7a, 3, function("buffer-hoisting", ""), &["memref.alloc"]).unless(DEALLOCATED),
    row(0x7d, 3, function("buffer-loop-hoisting", ""), &["memref.alloc", "memref.alloca"]).unless(SHARED),
    row(0x80, 3, function("promote-buffers-to-stack", "").hazards(LAYOUT), &["memref.alloc"]).unless(SHARED),
    row(0x83, 1, function("promote-buffers-to-stack", "max-alloc-size-in-bytes=64").hazards(LAYOUT), &["memref.alloc"]).unless(SHARED),
    row(0x84, 2, function("promote-buffers-to-stack", "max-alloc-size-in-bytes=65536 max-rank-of-allocated-memref=4").hazards(LAYOUT), &["memref.alloc"]).unless(SHARED),
    row(0x86, 1, module("drop-equivalent-buffer-results", "").hazards(LAYOUT), &["func.call"]),
    row(0x87, 2, module("ownership-based-buffer-deallocation", ""), &["memref.alloc"]).unless(CONVERTED),
    row(0x89, 1, module("ownership-based-buffer-deallocation", "private-function-dynamic-ownership=true"), &["memref.alloc"]).unless(CONVERTED),
    row(0x8a, 2, module("buffer-deallocation-pipeline", ""), &["memref.alloc"]).unless(CONVERTED),
    row(0x8c, 1, function("optimize-allocation-liveness", "").since(22), &["memref.dealloc"]),
    row(0x8d, 4, module("normalize-memrefs", "").hazards(LAYOUT), &["memref.*"]),
    row(0x91, 4, module("fold-memref-alias-ops", "").hazards(LAYOUT), &["memref.subview", "memref.expand_shape", "memref.collapse_shape", "memref.reinterpret_cast", "memref.cast"]),
    row(0x95, 2, module("affine-fold-memref-alias-ops", "").hazards(LAYOUT).since(22), &["memref.subview", "memref.expand_shape", "memref.collapse_shape"]),
    row(0x97, 2, module("flatten-memref", "").hazards(LAYOUT).since(22), &["memref.*"]),
    row(0x99, 3, module("expand-strided-metadata", "").hazards(LAYOUT), &["memref.*"]),
    row(0x9c, 1, module("memref-expand", ""), &["memref.*"]),
    // Affine
    row(0x9d, 3, function("affine-data-copy-generate", "generate-dma=false fast-mem-space=0").hazards(LAYOUT), &["affine.*"]),
    row(0xa0, 2, function("affine-data-copy-generate", "generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops=true").hazards(LAYOUT), &["affine.*"]),
    row(0xa2, 1, function("affine-data-copy-generate", "generate-dma=false fast-mem-space=0 fast-mem-capacity=1").hazards(LAYOUT), &["affine.*"]),
    row(0xa3, 1, module("affine-expand-index-ops", ""), &["affine.*"]),
    row(0xa4, 2, function("affine-loop-coalescing", ""), &["affine.for", "scf.for"]),
    row(0xa6, 3, function("affine-loop-fusion", ""), &["affine.for"]),
    row(0xa9, 1, function("affine-loop-fusion", "mode=producer"), &["affine.for"]),
    row(0xaa, 1, function("affine-loop-fusion", "mode=sibling"), &["affine.for"]),
    row(0xab, 1, function("affine-loop-fusion", "mode=producer maximal=true").since(22), &["affine.for"]),
    row(0xac, 1, function("affine-loop-fusion", "mode=producer fusion-maximal=true").until(19), &["affine.for"]),
    row(0xad, 2, function("affine-loop-invariant-code-motion", ""), &["affine.for"]),
    row(0xaf, 2, function("affine-loop-normalize", ""), &["affine.for"]),
    row(0xb1, 1, function("affine-loop-normalize", "promote-single-iter=true"), &["affine.for"]),
    row(0xb2, 2, function("affine-loop-tile", "tile-size=3"), &["affine.for"]),
    row(0xb4, 1, function("affine-loop-tile", "tile-size=4"), &["affine.for"]),
    row(0xb5, 1, function("affine-loop-tile", "tile-sizes=2,3,5"), &["affine.for"]),
    row(0xb6, 1, function("affine-loop-tile", "separate=true tile-size=3"), &["affine.for"]),
    row(0xb7, 1, function("affine-loop-unroll", "unroll-factor=2"), &["affine.for"]),
    row(0xb8, 1, function("affine-loop-unroll", "unroll-factor=3"), &["affine.for"]),
    row(0xb9, 1, function("affine-loop-unroll", "cleanup-unroll=true unroll-factor=3"), &["affine.for"]),
    row(0xba, 1, function("affine-loop-unroll", "unroll-up-to-factor=true unroll-factor=7"), &["affine.for"]),
    row(0xbb, 1, function("affine-loop-unroll-jam", "unroll-jam-factor=2"), &["affine.for"]),
    row(0xbc, 1, function("affine-loop-unroll-jam", "unroll-jam-factor=3"), &["affine.for"]),
    row(0xbd, 2, function("affine-parallelize", ""), &["affine.for"]),
    row(0xbf, 1, function("affine-parallelize", "max-nested=1"), &["affine.for"]),
    row(0xc0, 1, function("affine-parallelize", "parallel-reductions=true").hazards(FLOAT), &["affine.for"]),
    row(0xc1, 1, function("affine-raise-from-memref", "").since(22), &["memref.load", "memref.store"]).shows(KnownBug::RaisedInBodies, STRUCTURED),
    row(0xc2, 3, function("affine-scalrep", ""), &["affine.*"]),
    row(0xc5, 1, function("affine-simplify-min-max", "").since(22), &["affine.*"]),
    row(0xc6, 2, function("affine-simplify-structures", ""), &["affine.*"]),
    row(0xc8, 2, function("affine-super-vectorize", "virtual-vector-size=4"), &["affine.for"]),
    row(0xca, 1, function("affine-super-vectorize", "virtual-vector-size=2,4"), &["affine.for"]),
    row(0xcb, 1, function("affine-super-vectorize", "virtual-vector-size=8 vectorize-reductions=true").hazards(FLOAT), &["affine.for"]),
    row(0xcc, 1, function("affine-super-vectorize", "virtual-vector-size=4 test-fastest-varying=0"), &["affine.for"]),
    // Scf and cf
    row(0xcd, 2, module("scf-for-loop-canonicalization", ""), &["scf.*"]),
    row(0xcf, 2, module("scf-for-loop-peeling", ""), &["scf.for"]).unless(PEELED),
    row(0xd1, 1, module("scf-for-loop-peeling", "peel-front=true"), &["scf.for"]).shows(KnownBug::PeeledEmptyLoops, MAYBE_EMPTY),
    row(0xd2, 1, module("scf-for-loop-peeling", "skip-partial=false"), &["scf.for"]).unless(PEELED),
    row(0xd3, 2, module("scf-for-loop-range-folding", ""), &["scf.for"]),
    row(0xd5, 2, module("scf-for-loop-specialization", ""), &["scf.for"]),
    row(0xd7, 1, module("scf-for-to-while", ""), &["scf.for"]),
    row(0xd8, 2, module("scf-parallel-loop-fusion", ""), &["scf.parallel"]),
    row(0xda, 2, module("scf-parallel-loop-specialization", ""), &["scf.parallel"]),
    row(0xdc, 2, function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=2,3"), &["scf.parallel"]),
    row(0xde, 3, function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=1,4 no-min-max-bounds=true"), &["scf.parallel"]),
    row(0xe1, 1, module("lift-cf-to-scf", ""), &["cf.*"]),
    // Llvm
    row(0xe2, 1, module("llvm-legalize-for-export", ""), &["llvm.*"]),
    row(0xe3, 1, module("llvm-add-comdats", ""), &["llvm.func"]),
    // Further settings of passes above: sizes that divide extents and sizes that do not, one to three loops deep.
    row(0xe4, 3, function("affine-loop-tile", "tile-size=2"), &["affine.for"]).or(TILE),
    row(0xe7, 3, function("affine-loop-fusion", "mode=sibling maximal=true").since(22), &["affine.for"]).or(FUSE),
    row(0xea, 1, function("affine-loop-unroll", "unroll-factor=5"), &["affine.for"]).or(UNROLL),
    row(0xeb, 1, function("affine-loop-unroll-jam", "unroll-jam-factor=4"), &["affine.for"]).or(&[
        function("affine-loop-normalize", "promote-single-iter=false"),
    ]),
    row(0xec, 2, function("affine-super-vectorize", "virtual-vector-size=2"), &["affine.for"]).or(VECTORIZE),
    row(0xee, 1, function("affine-data-copy-generate", "generate-dma=false fast-mem-space=0 fast-mem-capacity=16").hazards(LAYOUT), &["affine.*"]),
    row(0xef, 3, function("scf-parallel-loop-tiling", "parallel-loop-tile-sizes=4"), &["scf.parallel"]).or(TILE_PARALLEL),
    // References that are counted already are not counted again: the pass adds all counting that there is (AsyncRuntimeRefCounting.cpp).
    row(0xf2, 1, module("async-runtime-ref-counting", ""), &["async.runtime.*"]).or(&[module("async-runtime-policy-based-ref-counting", "")])
        .unless(&["async.runtime.add_ref", "async.runtime.drop_ref"]),
    row(0xf3, 2, function("lower-vector-multi-reduction", "").hazards(FLOAT), &["vector.*"]).or(VECTORS),
    row(0xf5, 1, module("symbol-privatize", "exclude=main"), &["func.call"]),
    row(0xf6, 1, module("inline", "inlining-threshold=1"), &["func.call", "llvm.call"]).or(&[module("inline", "inlining-threshold=100")]).unless(COROUTINES),
    row(0xf7, 1, module("async-runtime-ref-counting-opt", ""), &["async.runtime.add_ref"]),
    row(0xf8, 1, module("generate-runtime-verification", "").since(22), &["memref.*", "tensor.*", "linalg.*"]),
    row(0xf9, 1, module("arith-emulate-unsupported-floats", "source-types=bf16,f16 target-type=f32").hazards(FLOAT), &["arith.*"]).or(&[
        module("math-extend-to-supported-types", "extra-types=bf16,f16 target-type=f32").since(22).hazards(FLOAT),
    ]),
    row(0xfa, 1, module("mlprogram-pipeline-globals", ""), &["ml_program.*"]),
    row(0xfb, 1, module("affine-simplify-with-bounds", "").since(23), &["affine.*"]),
    row(0xfc, 1, module("memref-elide-reinterpret-cast", "").since(23), &["memref.reinterpret_cast"]),
    row(0xfd, 1, module("trivial-dce", "").since(23), ANYTHING),
    row(0xfe, 1, function("buffer-deallocation", "").until(19), &["memref.alloc"]).unless(CONVERTED),
];

/// Passes that write files, read those that an option names, start programs, or are there to print (MLIR's documentation of passes). Somebody
/// else's test may name them.
pub(super) const REACH_OUT: &[&str] = &[
    "gpu-module-to-binary",
    "print-ir",
    "print-op-stats",
    "snapshot-op-locations",
    "transform-preload-library",
    "view-op-graph",
];

/// Pairs that are registered and never drawn, each with the reason.
#[rustfmt::skip] // One row a line reads as the table it is.
pub(super) const REFUSED: &[Pass] = &[
    // Copies go to memory space 1, by DMA on MLIR 19, which a CPU does not have.
    function("affine-data-copy-generate", "").hazards(&[Hazard::Target]),
    // Unranked memref arguments, the print functions', have no bare-pointer form.
    module("convert-func-to-llvm", "use-bare-ptr-memref-call-conv=true").hazards(&[Hazard::Unsound]),
    // Calls allocation functions the runner does not define.
    module("finalize-memref-to-llvm", "use-generic-functions=true").hazards(&[Hazard::Target]),
    // Calls library functions nobody defines.
    module("convert-linalg-to-std", "").hazards(&[Hazard::Target]),
    // Gives every function a wrapper under another name, libm's declarations too, whose symbols then miss.
    function("llvm-request-c-wrappers", "").hazards(&[Hazard::Unsound]),
    // Changes the signature of functions.
    module("buffer-results-to-out-params", "").hazards(&[Hazard::Unsound]),
    // Makes main private too, unless told to leave it out; symbol-dce then removes it.
    module("symbol-privatize", "").hazards(&[Hazard::Unsound]),
    // Narrower types hold fewer values.
    function("tosa-narrow-i64-to-i32", "").since(22).hazards(&[Hazard::Unsound]),
    function("tosa-narrow-f64-to-f32", "").since(22).hazards(&[Hazard::Unsound]),
    // Assumes that every constraint holds.
    function("remove-shape-constraints", "").hazards(&[Hazard::Unsound]),
];
