//! The declared options that are drawn, and the values of them that are sound. Hazards belong to an option as they belong to a pair.
//!
//! An option that no row has is not drawn. Nearly a third of the options that the named versions declare are unsound, for other machines, or fail
//! on purpose, so one that nobody has looked at would soon cost a false finding.

use crate::bug::KnownBug;
use crate::path::declared::{DeclaredOption, OptionKind};
use crate::path::pass::Hazard;

/// Options of a pass that are treated alike.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// The pass; [`ANY`] for every pass that has no row of its own for the option.
    pub pass: &'static str,
    /// Their names.
    pub options: &'static [&'static str],
    /// Their treatment.
    pub rule: Treatment,
}

/// The treatment of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// It is drawn, and results have to allow for these hazards where a step has another value than the row of its pass.
    Drawn(OptionValues, &'static [Hazard]),
    /// It is drawn, and seldom on a version with this bug, which a step with it may show.
    Seldom(OptionValues, KnownBug),
    /// It stays as a row of the catalogue has it, for this reason.
    Kept(&'static str),
    /// As [`Treatment::Kept`], and results may be other ones with any value but these.
    Changes(&'static [&'static str], &'static str),
}

/// The values of an option that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// All that its kind has.
    Any,
    /// Integers from the first to the last.
    Within(i64, i64),
    /// These.
    Of(&'static [&'static str]),
}

/// Stands for every pass.
pub const ANY: &str = "*";

/// The reason why an option is not drawn that no row has.
pub const UNKNOWN: &str = "nobody has looked at it";

/// The reason why an option of open text is not drawn.
const OPEN: &str = "its text is open";

/// The reason why an option is not drawn whose functions others could not call.
const INTERFACE: &str = "changes the interface of functions";

const FLOAT: &[Hazard] = &[Hazard::Float];
const ROUNDING: &[Hazard] = &[Hazard::Rounding];
const NONE: &[Hazard] = &[];

/// Copies of code: each is there by design, and a large number of them is no bug.
const COPIES: OptionValues = Within(0, 64);
/// Sizes of tiles and of vectors. None below 1 has a meaning.
const SIZES: OptionValues = Within(1, 256);
/// Widths of integers.
const WIDTHS: OptionValues = Within(1, 64);

const fn drawn(pass: &'static str, options: &'static [&'static str]) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Drawn(Any, NONE) }
}

const fn values(pass: &'static str, options: &'static [&'static str], values: OptionValues) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Drawn(values, NONE) }
}

const fn float(pass: &'static str, options: &'static [&'static str], values: OptionValues) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Drawn(values, FLOAT) }
}

const fn rounding(pass: &'static str, options: &'static [&'static str], values: OptionValues) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Drawn(values, ROUNDING) }
}

const fn kept(pass: &'static str, options: &'static [&'static str], why: &'static str) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Kept(why) }
}

const fn seldom(
    pass: &'static str,
    options: &'static [&'static str],
    values: OptionValues,
    bug: KnownBug,
) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Seldom(values, bug) }
}

const fn changes(
    pass: &'static str,
    options: &'static [&'static str],
    unless: &'static [&'static str],
    why: &'static str,
) -> OptionRow {
    OptionRow { pass, options, rule: Treatment::Changes(unless, why) }
}

use OptionValues::{Any, Of, Within};

/// Every option that somebody has looked at.
#[rustfmt::skip] // One row a line reads as the table it is.
pub const OPTION_ROWS: &[OptionRow] = &[
    // Of many passes
    changes(ANY, &["index-bitwidth"], &["0", "64"], "changes the width of index, and all of a program has to have one"),
    kept(ANY, &["allow-pattern-rollback"], "without it the conversion stops MLIR where it would have to take something back"),
    kept(ANY, &["error-on-pattern-iteration-limit", "test-convergence"], "fails on purpose"),
    // Any IR
    drawn("canonicalize", &["top-down", "region-simplify", "max-iterations", "max-num-rewrites", "cse-between-iterations"]),
    kept("canonicalize", &["enable-patterns", "disable-patterns"], OPEN),
    values("composite-fixed-point-pass", &["max-iterations"], Within(1, 10)),
    values("composite-fixed-point-pass", &["pipeline"], Of(&["any(canonicalize,cse)", "any(cse)", "any(sccp,canonicalize,cse)"])),
    kept("composite-fixed-point-pass", &["name"], OPEN),
    drawn("inline", &["inlining-threshold", "max-iterations"]),
    values("inline", &["default-pipeline"], Of(&["", "canonicalize", "cse", "canonicalize,cse"])),
    kept("inline", &["op-pipelines"], OPEN),
    drawn("mem2reg", &["region-simplify"]),
    drawn("remove-dead-values", &["canonicalize"]),
    drawn("trivial-dce", &["recursive", "remove-blocks"]),
    kept("symbol-privatize", &["exclude"], "main has to be left out"),
    values("generate-runtime-verification", &["verbose-level"], Within(0, 2)),
    // Scalars
    values("arith-int-narrowing", &["int-bitwidths-supported"], WIDTHS),
    values("arith-int-range-narrowing", &["int-bitwidths-supported"], WIDTHS),
    rounding("arith-expand", &["include-bf16"], Any),
    float("arith-expand", &["include-f8e8m0", "include-f4e2m1", "include-flush-denormals", "include-min-max-f", "include-min-max-i"], Any),
    float("arith-emulate-unsupported-floats", &["source-types"], Of(&["bf16", "f16"])),
    float("arith-emulate-unsupported-floats", &["target-type"], Of(&["f32", "f64"])),
    float("math-extend-to-supported-types", &["extra-types"], Of(&["bf16", "f16"])),
    float("math-extend-to-supported-types", &["target-type"], Of(&["f32", "f64"])),
    rounding("math-expand-ops", &["ops"], Of(&["sinh", "cosh", "tan", "tanh", "asinh", "acosh", "atanh", "fma", "ceil", "exp2", "powf", "fpowi", "round", "roundeven", "rsqrt", "ctlz"])),
    rounding("convert-math-to-llvm", &["approximate-log1p"], Any),
    values("convert-math-to-funcs", &["min-width-of-fpowi-exponent"], WIDTHS),
    drawn("convert-math-to-funcs", &["convert-ctlz"]),
    // `none` gives up on what overflows on the way, which no error bound has.
    float("convert-complex-to-llvm", &["complex-range"], Of(&["improved", "basic"])),
    float("convert-complex-to-standard", &["complex-range"], Of(&["improved", "basic"])),
    // Tosa, tensors and linalg
    drawn("tosa-layerwise-constant-fold", &["aggressive-reduce-constant"]),
    drawn("tosa-infer-shapes", &["fold-shape-expressions"]),
    kept("tosa-infer-shapes", &["convert-function-boundaries"], INTERFACE),
    drawn("tosa-to-linalg", &["aggressive-reduce-constant", "disable-tosa-decompositions"]),
    drawn("tosa-to-linalg-named", &["prefer-conv2d-kernel-layout-hwcf"]),
    drawn("tosa-to-arith", &["include-apply-rescale", "use-32-bit"]),
    drawn("linalg-detensorize", &["aggressive-mode"]),
    drawn("linalg-fold-unit-extent-dims", &["use-rank-reducing-slices"]),
    kept("linalg-morph-ops", &["named-to-category", "category-to-generic", "named-to-generic", "generic-to-named", "category-to-named", "generic-to-category"], "two of them undo each other without an end"),
    // Buffers
    drawn("one-shot-bufferize", &["allow-return-allocs-from-loops", "allow-unknown-ops", "analysis-fuzzer-seed", "bufferize-function-boundaries", "use-encoding-for-memory-space"]),
    values("one-shot-bufferize", &["analysis-heuristic"], Of(&["bottom-up", "top-down", "bottom-up-from-terminators", "fuzzer"])),
    values("one-shot-bufferize", &["function-boundary-type-conversion", "unknown-type-conversion"], Of(&["infer-layout-map", "fully-dynamic-layout-map", "identity-layout-map"])),
    seldom("one-shot-bufferize", &["must-infer-memory-space"], Any, KnownBug::UninferredMemorySpace),
    // Loads and stores of elements are aligned as their types are, whatever a buffer says.
    values("one-shot-bufferize", &["buffer-alignment"], Of(&["0", "16", "64", "128", "4096"])),
    seldom("one-shot-bufferize", &["copy-before-write"], Any, KnownBug::CopyOfUnranked),
    seldom("one-shot-bufferize", &["no-analysis-func-filter"], Of(&["main"]), KnownBug::CopyOfUnranked),
    kept("one-shot-bufferize", &["check-parallel-regions"], "lets threads write to one buffer"),
    kept("sparsification-and-bufferization", &["enable-gpu-libgen", "enable-simd-index32", "enable-vla-vectorization", "parallelization-strategy", "sparse-emit-strategy", "vl"], "is about sparse tensors, and there are none"),
    changes("one-shot-bufferize", &["dialect-filter"], &[""], "leaves some operations on tensors, whose buffers others then write to"),
    kept("one-shot-bufferize", &["dump-alias-sets", "print-conflicts", "test-analysis-only"], "writes what it knows into the IR, for tests"),
    kept("drop-equivalent-buffer-results", &["modify-public-functions"], INTERFACE),
    drawn("buffer-deallocation-pipeline", &["private-function-dynamic-ownership"]),
    drawn("ownership-based-buffer-deallocation", &["private-function-dynamic-ownership"]),
    values("promote-buffers-to-stack", &["max-alloc-size-in-bytes"], Within(0, 65_536)),
    values("promote-buffers-to-stack", &["max-rank-of-allocated-memref"], Within(0, 8)),
    kept("expand-realloc", &["emit-deallocs"], "leaves it to others to free what is grown"),
    drawn("finalize-memref-to-llvm", &["use-aligned-alloc"]),
    kept("finalize-memref-to-llvm", &["use-generic-functions"], "calls functions that nobody defines"),
    // Affine
    drawn("affine-data-copy-generate", &["fast-mem-capacity", "min-dma-transfer", "skip-non-unit-stride-loops", "slow-mem-space", "tag-mem-space"]),
    kept("affine-data-copy-generate", &["fast-mem-space"], "copies to memory that a CPU does not have"),
    kept("affine-data-copy-generate", &["generate-dma"], "copies by DMA, which a CPU does not have"),
    drawn("affine-loop-fusion", &["compute-tolerance", "fusion-compute-tolerance", "local-buf-threshold", "fusion-local-buf-threshold", "maximal", "fusion-maximal", "mode"]),
    kept("affine-loop-fusion", &["fast-mem-space", "fusion-fast-mem-space"], "puts buffers into memory that a CPU does not have"),
    drawn("affine-loop-normalize", &["promote-single-iter", "use-expensive-math"]),
    drawn("affine-loop-tile", &["cache-size", "separate"]),
    values("affine-loop-tile", &["tile-size", "tile-sizes"], SIZES),
    drawn("affine-loop-unroll", &["cleanup-unroll", "unroll-full", "unroll-up-to-factor"]),
    values("affine-loop-unroll", &["unroll-factor", "unroll-full-threshold"], COPIES),
    values("affine-loop-unroll", &["unroll-num-reps"], Within(0, 3)),
    values("affine-loop-unroll-jam", &["unroll-jam-factor"], COPIES),
    drawn("affine-parallelize", &["max-nested"]),
    float("affine-parallelize", &["parallel-reductions"], Any),
    values("affine-super-vectorize", &["test-fastest-varying"], Within(0, 3)),
    values("affine-super-vectorize", &["virtual-vector-size"], SIZES),
    float("affine-super-vectorize", &["vectorize-reductions"], Any),
    // Scf
    drawn("scf-for-loop-peeling", &["peel-front", "skip-partial"]),
    drawn("scf-parallel-loop-tiling", &["no-min-max-bounds"]),
    values("scf-parallel-loop-tiling", &["parallel-loop-tile-sizes"], SIZES),
    drawn("async-parallel-for", &["async-dispatch"]),
    values("async-parallel-for", &["min-task-size", "num-workers"], Within(1, 64)),
    values("convert-scf-to-openmp", &["num-threads"], Within(0, 8)),
    // Vectors
    drawn("lower-vector-multi-reduction", &["lowering-strategy"]),
    drawn("convert-vector-to-scf", &["full-unroll", "lower-scalable", "lower-tensors", "target-rank"]),
    drawn("convert-vector-to-llvm", &["force-32bit-vector-indices", "vector-transpose-lowering"]),
    float("convert-vector-to-llvm", &["reassociate-fp-reductions", "vector-contract-lowering"], Any),
    kept("convert-vector-to-llvm", &["enable-amx", "enable-arm-bf16", "enable-arm-i8mm", "enable-arm-neon", "enable-arm-sve", "enable-x86", "enable-x86vector"], "makes code for one processor"),
    changes("convert-vector-to-llvm", &["use-vector-alignment"], &["false"], "promises an alignment that buffers need not have"),
    changes("convert-vector-to-llvm", &["enable-gep-inbounds-nuw"], &["false"], "promises that no access is out of bounds"),
    // Llvm
    kept("convert-func-to-llvm", &["use-bare-ptr-memref-call-conv"], INTERFACE),
    drawn("convert-to-llvm", &["dynamic"]),
    float("convert-to-llvm", &["filter-dialects"], Of(&["arith", "complex", "index", "math", "ub"])),
    // Of passes that are not drawn
    kept("buffer-results-to-out-params", &["add-result-attr", "hoist-static-allocs", "hoist-dynamic-allocs", "modify-public-functions"], INTERFACE),
    kept("tosa-narrow-i64-to-i32", &["aggressive-rewrite", "convert-function-boundaries"], "narrower types hold fewer values"),
    kept("tosa-narrow-f64-to-f32", &["aggressive-rewrite", "convert-function-boundaries"], "narrower types hold fewer values"),
];

/// The treatment of a pass's option.
pub fn rule(pass: &str, option: &str) -> Treatment {
    let of = |name: &str| OPTION_ROWS.iter().find(|row| row.pass == name && row.options.contains(&option));
    of(pass).or_else(|| of(ANY)).map_or(Treatment::Kept(UNKNOWN), |row| row.rule)
}

/// The values that are drawn of an option that a build declares, or why none are.
pub fn drawn_values(pass: &str, option: &DeclaredOption) -> Result<OptionValues, &'static str> {
    match (rule(pass, &option.name), &option.kind) {
        (Treatment::Kept(why) | Treatment::Changes(_, why), _) => Err(why),
        (Treatment::Drawn(Any, _) | Treatment::Seldom(Any, _), OptionKind::Text) => Err(OPEN),
        (
            Treatment::Drawn(Any | Within(..), _) | Treatment::Seldom(Any | Within(..), _),
            OptionKind::Unknown,
        ) => Err("the build does not say what it takes"),
        (Treatment::Drawn(values, _) | Treatment::Seldom(values, _), _) => Ok(values),
    }
}

/// The bug that a step with this option may show, whatever the IR.
pub fn shown(pass: &str, option: &str) -> Option<KnownBug> {
    match rule(pass, option) {
        Treatment::Seldom(_, bug) => Some(bug),
        Treatment::Drawn(..) | Treatment::Kept(_) | Treatment::Changes(..) => None,
    }
}

impl OptionValues {
    /// True of a value that is one of these, or of a list of them.
    pub(super) fn have(self, value: &str) -> bool {
        match self {
            Any => true,
            Within(first, last) => value
                .split(',')
                .all(|element| element.parse().is_ok_and(|element: i64| (first..=last).contains(&element))),
            Of(values) => {
                values.contains(&value) || value.split(',').all(|element| values.contains(&element))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;
    use crate::path::declared::Declared;
    use std::collections::BTreeSet;

    #[test]
    fn an_option_has_one_row() {
        let mut seen = BTreeSet::new();
        for row in OPTION_ROWS {
            assert!(row.pass == ANY || all().any(|pass| pass.name == row.pass), "{}: no such pass", row.pass);
            for option in row.options {
                assert!(seen.insert((row.pass, option)), "{} {option} twice", row.pass);
            }
        }
    }

    /// Each declared option has been looked at, and each that has been looked at is declared somewhere.
    #[test]
    fn somebody_has_looked_at_every_option_of_the_named_versions() {
        let mut declared = BTreeSet::new();
        for (version, table) in Declared::all() {
            for (pass, known) in &table.passes {
                for option in &known.options {
                    let rule = rule(pass, &option.name);
                    assert_ne!(rule, Treatment::Kept(UNKNOWN), "{pass} {} of {version}", option.name);
                    declared.insert((pass.as_str(), option.name.as_str()));
                }
            }
        }
        for row in OPTION_ROWS {
            for option in row.options {
                let is_there =
                    |(pass, name): &(&str, &str)| name == option && (row.pass == ANY || *pass == row.pass);
                assert!(declared.iter().any(is_there), "{} {option}: no version declares it", row.pass);
            }
        }
        assert_eq!(rule("canonicalize", "new-option"), Treatment::Kept(UNKNOWN));
    }

    #[test]
    fn words_of_the_table_are_words_of_the_build() {
        for (version, table) in Declared::all() {
            for row in OPTION_ROWS {
                let Treatment::Drawn(Of(drawn), _) = row.rule else { continue };
                for option in
                    table.options(row.pass).iter().filter(|of| row.options.contains(&of.name.as_str()))
                {
                    if let OptionKind::Words { words, .. } = &option.kind {
                        let unknown = drawn.iter().find(|word| !words.iter().any(|of| of == *word));
                        assert_eq!(unknown, None, "{} {} of {version}", row.pass, option.name);
                    }
                }
            }
        }
    }

    #[test]
    fn values_are_told_apart() {
        assert!(SIZES.have("1") && SIZES.have("2,256") && !SIZES.have("0") && !SIZES.have("3,257"));
        assert!(!SIZES.have("") && !SIZES.have("x") && Any.have(""));
        let words = Of(&["a", "b,c", ""]);
        assert!(
            words.have("a") && words.have("b,c") && words.have("") && words.have("a,a") && !words.have("b")
        );
    }
}
