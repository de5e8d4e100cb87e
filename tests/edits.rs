//! Changes that make programs smaller, on real MLIR: what uses a part that goes goes with it, and what is left is valid.

use crate::support;

use lowdiff::execute::{HoldsModules as _, Jit};
use lowdiff::ir::ValueOrigin;
use lowdiff::mlir::{Edit, StandIn};
use support::{alone, loadable};

/// The program after these edits.
fn edited(program: &str, edits: &[Edit]) -> String {
    let mut executor = Jit::open(&loadable("22")).expect("MLIR 22 is there");
    let edited = executor.edit(program, edits);
    edited.unwrap_or_else(|error| panic!("{edits:?}: {error:#}")).program
}

fn shrink(line: usize, operands: &[usize], results: &[usize], arguments: &[(usize, usize)]) -> Edit {
    Edit::Shrink { line, operands: operands.into(), results: results.into(), arguments: arguments.into() }
}

const CALLED: &str = "module {
  func.func private @f(%a: i32, %b: i64) -> (i32, i64) {
    return %a, %b : i32, i64
  }
  func.func @main() -> i32 {
    %c = arith.constant 1 : i32
    %d = arith.constant 2 : i64
    %0:2 = call @f(%c, %d) : (i32, i64) -> (i32, i64)
    return %0#0 : i32
  }
}
";

#[test]
fn a_function_loses_an_argument_and_a_result() {
    alone("a_function_loses_an_argument_and_a_result", || {
        let ty =
            Edit::Attribute { line: 1, name: "function_type".into(), value: Some("(i32) -> (i32)".into()) };
        let edits =
            [ty, shrink(1, &[], &[], &[(0, 1)]), shrink(2, &[1], &[], &[]), shrink(6, &[1], &[1], &[])];
        let text = edited(CALLED, &edits);
        assert!(text.contains("@f(%arg0: i32) -> i32 {") && text.contains("call @f(%c1_i32)"), "{text}");
        assert!(!text.contains("(i32, i64)"), "{text}");
    });
}

#[test]
fn what_is_used_stays() {
    alone("what_is_used_stays", || {
        let mut executor = Jit::open(&loadable("22")).expect("MLIR 22 is there");
        let error = executor.edit(CALLED, &[shrink(6, &[], &[0], &[])]).expect_err("main returns it");
        assert!(format!("{error:#}").contains("it is still used"), "{error:#}");
    });
}

#[test]
fn a_branch_goes_one_way_and_takes_the_block_there() {
    alone("a_branch_goes_one_way_and_takes_the_block_there", || {
        let program = "func.func @f(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%b: i32):
  %0 = arith.addi %b, %b : i32
  return %0 : i32
^bb2:
  %1 = arith.muli %a, %a : i32
  cf.br ^bb1(%1 : i32)
}
";
        let text = edited(program, &[Edit::Goto { line: 2, successor: 0, operands: vec![1] }]);
        assert!(
            !text.contains("cond_br") && !text.contains("muli") && text.contains("cf.br ^bb1(%arg0"),
            "{text}"
        );
        let values = vec![ValueOrigin::Argument(1, 0, 0)];
        let left = edited(program, &[Edit::Return { line: 2, values }]);
        assert!(!left.contains("^bb") && left.contains("return %arg0 : i32"), "{left}");
        let text = edited(&text, &[Edit::Join(2)]);
        assert!(!text.contains("cf.br") && text.contains("arith.addi %arg0, %arg0"), "{text}");
    });
}

#[test]
fn a_block_loses_an_argument_for_what_is_passed() {
    alone("a_block_loses_an_argument_for_what_is_passed", || {
        let program = "func.func @f(%a: memref<2xi8>, %c: i1) -> memref<2xi8> {
  cf.cond_br %c, ^bb1(%a : memref<2xi8>), ^bb1(%a : memref<2xi8>)
^bb1(%b: memref<2xi8>):
  return %b : memref<2xi8>
}
";
        let by = StandIn::Value(ValueOrigin::Argument(1, 0, 0));
        let sizes = Some("array<i32: 1, 0, 0>".to_owned());
        let edits = [
            Edit::Argument { line: 1, block: 1, argument: 0, by },
            Edit::Attribute { line: 2, name: "operandSegmentSizes".into(), value: sizes },
            shrink(1, &[], &[], &[(1, 0)]),
            shrink(2, &[1, 2], &[], &[]),
        ];
        let text = edited(program, &edits);
        assert!(text.contains("cf.cond_br %arg1, ^bb1, ^bb1") && text.contains("return %arg0"), "{text}");
    });
}

#[test]
fn a_loop_carries_less() {
    alone("a_loop_carries_less", || {
        let program = "func.func @f(%a: index, %b: i32, %c: i64) -> i64 {
  %0:2 = scf.for %i = %a to %a step %a iter_args(%x = %b, %y = %c) -> (i32, i64) {
    scf.yield %x, %y : i32, i64
  }
  return %0#1 : i64
}
";
        let by = StandIn::Value(ValueOrigin::Argument(1, 0, 1));
        let edits = [
            Edit::Argument { line: 2, block: 0, argument: 1, by },
            shrink(2, &[3], &[0], &[(0, 1)]),
            shrink(3, &[0], &[], &[]),
        ];
        let text = edited(program, &edits);
        assert!(
            text.contains("iter_args(%arg4 = %arg2) -> (i64)") && text.contains("yield %arg4 : i64"),
            "{text}"
        );
    });
}

#[test]
fn a_switch_loses_a_case_and_a_result() {
    alone("a_switch_loses_a_case_and_a_result", || {
        let program = "func.func @f(%n: index, %a: i32, %b: i64) -> i32 {
  %0:2 = scf.index_switch %n -> i32, i64
  case 2 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1, %b : i32, i64
  }
  case 5 {
    scf.yield %a, %b : i32, i64
  }
  default {
    scf.yield %a, %b : i32, i64
  }
  return %0#0 : i32
}
";
        let without = |cases: &str, regions: &[usize]| {
            let value = Some(cases.to_owned());
            let cases = Edit::Attribute { line: 2, name: "cases".into(), value };
            edited(program, &[cases, Edit::LoseRegions { line: 2, regions: regions.into() }])
        };
        let text = without("array<i64: 5>", &[1]);
        assert!(text.contains("case 5") && !text.contains("case 2") && !text.contains("addi"), "{text}");
        let text = without("array<i64>", &[1, 2]);
        assert!(text.contains("default") && !text.contains("case"), "{text}");
        // The region of the default is the first.
        let yields = [3, 5, 6].map(|line| shrink(line, &[1], &[], &[]));
        let text = edited(program, &[&[shrink(2, &[], &[1], &[])], &yields[..]].concat());
        assert!(text.contains("-> i32") && !text.contains("%arg2 : i32, i64"), "{text}");
    });
}
