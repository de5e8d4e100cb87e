//! Rows on outlines made by hand.

use super::*;
use crate::reduce::signature::tests::{attribute, line, outline, shrink, with};

/// A branch with a choice, each way of which passes a number to the last block.
#[test]
fn branches_go_one_way_and_blocks_lose_arguments() {
    let (condition, number) = (ValueOrigin::Result(2, 0), ValueOrigin::Result(3, 0));
    let mut branch = with(
        line("cf.cond_br", 1, &[condition, number], &[]),
        &[("operandSegmentSizes", "array<i32: 1, 1, 0>")],
        &[],
    );
    branch.successors = vec![2, 1];
    let mut other = line("cf.br", 1, &[number], &[]);
    (other.block, other.successors) = (1, vec![2]);
    let mut last = line("func.return", 1, &[ValueOrigin::Argument(1, 2, 0)], &[]);
    last.block = 2;
    let mut program = outline(vec![
        with(line("builtin.module", 0, &[], &[]), &[], &[&[]]),
        with(line("func.func", 0, &[], &[]), &[("sym_name", "\"f\"")], &[&[], &[], &["memref<1xi8>"]]),
        line("test.make", 1, &[], &["i1"]),
        line("test.make", 1, &[], &["memref<1xi8>"]),
        branch,
        other,
        last,
    ]);
    assert_eq!(ways(&program), [(4, 1), (4, 0)]);
    let way = |successor, operands: &[usize]| Edit::Goto { line: 4, successor, operands: operands.into() };
    assert_eq!(go_one_way(&program, &[(4, 0)]), [way(0, &[1])]);
    assert_eq!(go_one_way(&program, &[(4, 1)]), [way(1, &[])]);
    assert_eq!(joints(&program), [], "two lead to the last block");
    assert_eq!(block_arguments(&program), [(1, 0)]);
    assert_eq!(
        drop_block_arguments(&program, &[(1, 0)]),
        [
            Edit::Argument { line: 1, block: 2, argument: 0, by: StandIn::Value(number) },
            attribute(4, "operandSegmentSizes", "array<i32: 1, 0, 0>"),
            shrink(1, &[], &[], &[(2, 0)]),
            shrink(4, &[1], &[], &[]),
            shrink(5, &[0], &[], &[]),
        ]
    );
    assert_eq!(leaving(&program), [(4, 0), (5, 0)]);
    let values = vec![ValueOrigin::Argument(1, 2, 0)];
    assert_eq!(leave(&program, &[(5, 0)]), [Edit::Return { line: 5, values }]);
    program.lines[4].successors = vec![1, 1];
    assert_eq!(joints(&program), [(5, 0)]);
}

/// A switch of two cases, and one whose cases nobody lists.
#[test]
fn switches_lose_cases() {
    let switch = |cases: &str| {
        let mut own = with(line("scf.index_switch", 1, &[], &[]), &[("cases", cases)], &[&[], &[], &[]]);
        for (region, block) in own.blocks.iter_mut().enumerate() {
            block.region = region;
        }
        own
    };
    let program = outline(vec![
        with(line("builtin.module", 0, &[], &[]), &[], &[&[]]),
        with(line("func.func", 0, &[], &[]), &[("sym_name", "\"f\"")], &[&[]]),
        switch("array<i64: 2, 5>"),
        switch("array<i64: 2>"),
    ]);
    assert_eq!(cases(&program), [(2, 1), (2, 0)]);
    let lost = |regions: &[usize]| Edit::LoseRegions { line: 2, regions: regions.into() };
    assert_eq!(drop_cases(&program, &[(2, 0)]), [attribute(2, "cases", "array<i64: 5>"), lost(&[1])]);
    let all = [attribute(2, "cases", "array<i64>"), lost(&[2, 1])];
    assert_eq!(drop_cases(&program, &[(2, 1), (2, 0)]), all);
}
