//! A finding is made small and stays the bug it was, on real MLIR whose passes have more than one.

use crate::support;

use serde_json::{Value, json};
use support::{Lowdiff, program, toolchain};

/// Loops, vectors and buffers down to llvm, behind what comes first.
const DOWN: &str = "lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,\
    expand-strided-metadata,finalize-memref-to-llvm,convert-func-to-llvm,convert-index-to-llvm,\
    convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";

/// The reduced form of a program that a pass computes something else with.
struct Left {
    folder: tempfile::TempDir,
    document: Value,
}

impl Left {
    fn of(text: &str, pass: &str) -> Left {
        toolchain("22");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = program(folder.path(), "p.mlir", text);
        let (right, wrong) = (format!("builtin.module({DOWN})"), format!("builtin.module({pass},{DOWN})"));
        let words =
            ["reduce", "--json", "--timeout", "2", "--mlir", "22", "--path", &right, "--path", &wrong];
        let answer = Lowdiff::new(&words).arg(file).arg("--out").arg(folder.path().join("out")).run();
        assert_eq!(answer.status, Some(0), "{answer:?}");
        let document = answer.json();
        assert_eq!((&document["reduced"], &document["done"]), (&json!(true), &json!(true)), "{answer:?}");
        assert_ne!(document["confirmed"], false, "stock programs show it: {answer:?}");
        Left { folder, document }
    }

    fn kept(&self, name: &str) -> String {
        let file = self.folder.path().join("out").join(name);
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    fn operations(&self) -> u64 {
        self.document["to"]["operations"].as_u64().expect("a number")
    }

    /// Elements of the one output of either path.
    fn outputs(&self) -> [Vec<String>; 2] {
        let own: Value = serde_json::from_str(&self.kept("finding.json")).expect("a document");
        [0, 1].map(|path| {
            let bits = &own["paths"][path]["outputs"][0]["bits"];
            let bits = bits.as_array().unwrap_or_else(|| panic!("it shows nothing: {own:#}"));
            bits.iter().map(|bits| bits.as_str().expect("a word").to_owned()).collect()
        })
    }
}

/// A program that fills a buffer with zeros, and writes ones into it.
fn ones(extent: usize, writes: &str) -> String {
    format!(
        "func.func private @printMemrefI32(memref<*xi32>)
func.func @main() {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = memref.alloc() : memref<{extent}xi32>
  affine.for %i = 0 to {extent} {{
    affine.store %zero, %m[%i] : memref<{extent}xi32>
  }}
  {writes}
  %u = memref.cast %m : memref<{extent}xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}}
"
    )
}

#[test]
fn a_step_that_is_lost_stays_one() {
    // The pass takes steps for one, and counts for multiples of four: a loop that runs once shows the latter whatever its step.
    let writes = "affine.for %i = 0 to 24 step 2 {\n    affine.store %one, %m[%i] : memref<32xi32>\n  }";
    let left = Left::of(&ones(32, writes), "func.func(affine-super-vectorize{virtual-vector-size=4})");
    assert_eq!(left.operations(), 5);
    let [right, wrong] = left.outputs();
    let pairs: Vec<(&str, &str)> = right.iter().zip(&wrong).map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert!(pairs.contains(&("0x0", "0x1")) && pairs.contains(&("0x1", "0x0")), "{pairs:?}");
    assert!(left.kept("before.mlir").contains(" step "), "{}", left.kept("before.mlir"));
}

#[test]
fn a_count_that_is_lost_is_as_small_as_ever() {
    let writes = "affine.for %i = 0 to 6 {\n    affine.store %one, %m[%i] : memref<16xi32>\n  }";
    let left = Left::of(&ones(16, writes), "func.func(affine-super-vectorize{virtual-vector-size=4})");
    assert_eq!(left.operations(), 5);
    let [right, wrong] = left.outputs();
    assert_eq!((right.len(), right.iter().zip(&wrong).filter(|(a, b)| a != b).count()), (2, 1));
}

#[test]
fn loops_that_are_fused_in_one_way_stay_so() {
    // Siblings are fused along the shorter loop. In a smaller program the same pass gets a buffer of its own wrong.
    let text = "func.func private @printMemrefI32(memref<*xi32>)
func.func private @kernel(%a: memref<5x5xi32>, %b: memref<5x5xi32>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 1 to 5 {
      affine.for %j = 0 to 5 {
        %0 = affine.load %a[%i, %j] : memref<5x5xi32>
        %1 = affine.load %b[%i, %j] : memref<5x5xi32>
        %2 = affine.load %b[%i - 1, %j] : memref<5x5xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.addi %0, %3 : i32
        affine.store %4, %a[%i, %j] : memref<5x5xi32>
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %0 = affine.load %b[%i, %j] : memref<5x5xi32>
        %1 = affine.load %a[%i + 1, %j] : memref<5x5xi32>
        %2 = affine.load %a[%i, %j] : memref<5x5xi32>
        %3 = arith.subi %1, %2 : i32
        %4 = arith.addi %0, %3 : i32
        affine.store %4, %b[%i, %j] : memref<5x5xi32>
      }
    }
  }
  return
}
memref.global \"private\" @one : memref<5x5xi32> = dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 1], [2, 4, 6, 8, 1], [3, 6, 9, 1, 4], [5, 1, 7, 2, 8]]>
memref.global \"private\" @two : memref<5x5xi32> = dense<[[3, 1, 4, 1, 5], [9, 2, 6, 5, 3], [5, 8, 9, 7, 9], [3, 2, 3, 8, 4], [6, 2, 6, 4, 3]]>
func.func @main() {
  %a = memref.get_global @one : memref<5x5xi32>
  %b = memref.get_global @two : memref<5x5xi32>
  call @kernel(%a, %b) : (memref<5x5xi32>, memref<5x5xi32>) -> ()
  %u = memref.cast %a : memref<5x5xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  %v = memref.cast %b : memref<5x5xi32> to memref<*xi32>
  call @printMemrefI32(%v) : (memref<*xi32>) -> ()
  return
}
";
    let left = Left::of(text, "func.func(affine-loop-fusion)");
    let change = left.kept("change.diff");
    let loops = |sign: char| {
        change.lines().filter(|line| line.starts_with(sign) && line.contains("affine.for")).count()
    };
    assert!(loops('-') > loops('+') && !change.contains("memref.alloc"), "{change}");
    assert!(left.operations() <= 14, "{}", left.kept("before.mlir"));
    let handed = left.kept("before.mlir");
    let call = handed.lines().find_map(|line| line.trim().strip_prefix("call @kernel("));
    assert!(call.is_none_or(|call| !call.starts_with("%0, %0)")), "two buffers stay two: {handed}");
}

#[test]
fn what_compiled_code_shows_of_the_undefined_stays() {
    // Narrowed to 32 bits, the shift is one past the width: the processor shifts by nothing, which shows unless zero is shifted.
    let text = "memref.global \"private\" @g : memref<1xi64> = dense<40>
func.func @main() {
  %g = memref.get_global @g : memref<1xi64>
  %zero = arith.constant 0 : index
  %a = memref.load %g[%zero] : memref<1xi64>
  %mask = arith.constant 63 : i64
  %by = arith.andi %a, %mask : i64
  %six = arith.constant 1536 : i64
  %r = arith.shrsi %six, %by : i64
  vector.print %r : i64
  return
}
";
    let left = Left::of(text, "arith-int-range-narrowing{int-bitwidths-supported=32}");
    assert_eq!(left.document["verdict"], "undefined");
    assert_eq!(left.document["confirmed"], true, "{:#}", left.document);
}
