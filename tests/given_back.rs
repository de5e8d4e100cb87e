//! Functions that give back memory that they were given, and passes that free: their documentation rules that out, and no verifier does.

use crate::worlds::check;

#[test]
fn a_function_that_gives_back_memory_it_was_given_is_none_for_passes_that_free() {
    let of = |given: &str| {
        format!(
            "func.func private @pick(%c: i1, %a: memref<2xi32>, %b: memref<2xi32>) -> memref<2xi32> {{
  %r = arith.select %c, %a, %b : memref<2xi32>
  return %r : memref<2xi32>
}}
func.func @main(%c: i1, %v: i32) -> i32 {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<2xi32>
  %b = memref.alloc() : memref<2xi32>
  memref.store %one, %a[%zero] : memref<2xi32>
  memref.store %one, %b[%zero] : memref<2xi32>
  {given}
  memref.store %v, %p[%zero] : memref<2xi32>
  %q = memref.load %a[%zero] : memref<2xi32>
  return %q : i32
}}
"
        )
    };
    let words = ["--args", "true,7"];
    let called = of("%p = func.call @pick(%c, %a, %b) : (i1, memref<2xi32>, memref<2xi32>) -> memref<2xi32>");
    let answer = check(&called, "ownership-based-buffer-deallocation", &words);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("a function gives back memory that it was given"), "{answer:?}");
    let other = check(&called, "inline", &words);
    assert!(other.stdout.contains(": the same") && other.status == Some(0), "{other:?}");
    let own = of("%p = arith.select %c, %a, %a : memref<2xi32>");
    let own = check(&own, "ownership-based-buffer-deallocation", &words);
    assert!(own.stdout.contains(": the same") && own.status == Some(0), "{own:?}");
}
