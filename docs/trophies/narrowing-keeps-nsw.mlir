// arith-int-range-narrowing keeps overflow<nsw> on a product that needs every bit of the narrower type.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O1 -e main -entry-point-result=i64
// Expected: 1
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(arith-int-range-narrowing{int-bitwidths-supported=8},convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O1 -e main -entry-point-result=i64
// Actual: 0
//
// Why: the products are 0 to 132, so eight bits hold them without a sign, and that is how they are widened again. With nsw the product 132 is
// poison in i8. Unoptimized code happens to give the right number, so comparing results does not show it; lowdiff's interpreter does.
// Versions: 22, head; 19 has no such pass.
// LLVM: none found.
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %limit = arith.constant 128 : index
  %zero = arith.constant 0 : i64
  %count = scf.for %i = %c0 to %c12 step %c1 iter_args(%seen = %zero) -> (i64) {
    %product = arith.muli %i, %c12 overflow<nsw> : index
    %large = arith.cmpi uge, %product, %limit : index
    %more = arith.extui %large : i1 to i64
    %next = arith.addi %seen, %more : i64
    scf.yield %next : i64
  }
  return %count : i64
}
