//! Inputs that are the text of a module as it is: whatever somebody writes, or an engine makes of it.
//!
//! An envelope is one, too, with the steps that it names. The steps of other texts follow from the text, by the operations that are named in
//! it. Nothing is promised of the module: MLIR's parser and verifier say if it is one.

use super::envelope::{MOST_STEPS, drawn_steps, named_in};
use super::{Envelope, Generated, is_envelope};
use crate::bug::DrawCounts;
use crate::case::{Case, Source};
use crate::observe::dialect;
use crate::op;
use crate::path::PathSpec;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The module in a text, with the steps that follow from it, for MLIR of this major version; none if the bytes are no text, or a blank one.
pub fn decode_text(bytes: &[u8], version: u32) -> Option<(Case, Generated)> {
    let (steps, module) = if is_envelope(bytes) {
        let Envelope { steps, module, .. } = Envelope::parse(bytes)?;
        (steps, module)
    } else {
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.trim().is_empty())?;
        let mut random = ChaCha8Rng::from_seed(Sha256::digest(bytes).into());
        let count = random.random_range(1..=MOST_STEPS);
        (drawn_steps(text, count, version, &mut random), text.to_owned())
    };
    let operations = named_in(&module).count();
    let paths = vec![PathSpec::Fixed(steps)];
    let case = Case { source: Source::verbatim(module), printed: Vec::new(), paths, expected: None };
    Some((case, Generated { operations, drawn: DrawCounts::default() }))
}

/// Words of the builtin dialect's types and attributes, and of the forms in which MLIR's dialects write operations.
const WORDS: &[&str] = &[
    "#llvm.",
    "#map = affine_map<(d0) -> (d0)>",
    "!llvm.array<2 x i32>",
    "!llvm.ptr",
    "!llvm.struct<(i32)>",
    "!shape.shape",
    "() -> ()",
    "-> ",
    "// -----",
    "affine_map<(d0, d1)[s0] -> (d0 + s0, d1 mod 2)>",
    "affine_set<(d0) : (d0 >= 0)>",
    "array<i64: 0, -1>",
    "attributes {}",
    "bf16",
    "complex<f32>",
    "dense<0>",
    "dense_resource<a>",
    "distinct[0]<>",
    "else",
    "f16",
    "f32",
    "f64",
    "f8E4M3FN",
    "false",
    "i1",
    "i32",
    "i64",
    "index",
    "inf",
    "iter_args",
    "loc(unknown)",
    "memref<*xi32>",
    "memref<2x?xf32>",
    "memref<2xi8, strided<[1], offset: ?>>",
    "module {",
    "nan",
    "none",
    "opaque<\"x\", \"0x\">",
    "private",
    "si8",
    "sparse<0, 1>",
    "step",
    "strided<[1], offset: 0>",
    "tensor<*xf32>",
    "tensor<2x?xi32>",
    "tensor<4xf32, #map>",
    "to",
    "true",
    "tuple<i32, f32>",
    "ui8",
    "unit",
    "vector<4xi1>",
    "vector<[4]xf32>",
    "vector<f32>",
    "{-#",
    "^bb0(%0: i32):",
];

/// The dialects of MLIR that are registered, from 19 on (mlir/include/mlir/InitAllDialects.h).
const DIALECTS: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "dlti",
    "emitc",
    "func",
    "gpu",
    "index",
    "irdl",
    "linalg",
    "llvm",
    "math",
    "memref",
    "mesh",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "tosa",
    "transform",
    "ub",
    "vector",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// True of an operation of a dialect that MLIR registers: tests have one of their own.
pub(super) fn is_registered(operation: &str) -> bool {
    DIALECTS.contains(&dialect(operation))
}

/// The libFuzzer dictionary of texts of modules: operations that lowdiff knows, dialects, types, attributes and words.
pub fn text_dictionary() -> String {
    let mut text = String::from(
        "# Words of modules. Generated from the table of operations by `decode::text_dictionary`; a test fails when this\n\
         # file is stale.\n",
    );
    let operations: BTreeSet<&str> =
        op::all().map(|row| row.name).filter(|name| is_registered(name)).collect();
    for name in operations {
        let label: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        // Writing to a String never fails.
        let _ = writeln!(text, "{label}=\"{name}\"");
    }
    for dialect in DIALECTS {
        let _ = writeln!(text, "dialect_{dialect}=\"{dialect}.\"");
    }
    for (number, word) in WORDS.iter().enumerate() {
        let escaped = word.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "word{number}=\"{escaped}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";

    #[test]
    fn steps_follow_from_a_text() {
        let (case, generated) = decode_text(TEXT.as_bytes(), 22).expect("it is a text");
        assert_eq!((case.source.newest(), generated.operations), (TEXT, 2));
        let [PathSpec::Fixed(steps)] = &case.paths[..] else { panic!("one path: {:?}", case.paths) };
        assert!((1..=MOST_STEPS).contains(&steps.len()), "{steps:?}");
        assert_eq!(decode_text(TEXT.as_bytes(), 22).expect("it is a text").0, case);
        let others = (0..40).filter_map(|n| decode_text(format!("{TEXT}// {n}").as_bytes(), 22));
        let paths: BTreeSet<String> = others.map(|(case, _)| format!("{:?}", case.paths)).collect();
        assert!(paths.len() > 20, "{}", paths.len());
        let named = format!("// step: builtin.module(cse)\n{TEXT}");
        let (case, _) = decode_text(named.as_bytes(), 22).expect("it is an envelope");
        assert_eq!(case.paths, [PathSpec::Fixed(vec!["builtin.module(cse)".to_owned()])]);
    }

    #[test]
    fn what_is_no_text_is_no_input() {
        for bytes in [&b""[..], b" \n", b"\xff\xfe", b"// step: none\nmodule {}\n"] {
            assert!(decode_text(bytes, 22).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn the_committed_dictionary_of_words_is_current() {
        let text = text_dictionary();
        assert!(text.lines().count() > 500 && text.contains("\"linalg.generic\""));
        crate::decode::dictionary::tests::is_committed("mlir_text", &text);
    }
}
