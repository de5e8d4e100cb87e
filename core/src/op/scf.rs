//! The scf dialect: structured control flow.
//!
//! Iterations of `scf.parallel` and `scf.forall` run one after the other, in ascending order. Their documentation leaves the order open;
//! programs whose result hangs on it have a race, which it forbids.

use super::region::{INDUCTION_OVERFLOW, gather, in_order, leave, scatter, scoped, slots, take_left};
use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{RegionBody, Site};
use crate::eval::stop::{Rule, Stop};
use crate::grow::NeededRoom;
use crate::observe::{Form, Lack, MissingPart};

const FOR_STEP_ZERO: Rule = Rule::new("for_step_zero", "a step of scf.for is not positive");
const PARALLEL_STEP_ZERO: Rule = Rule::new("parallel_step_zero", "a step of scf.parallel is not positive");

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS, super::forall::ROWS];

const ROWS: &[Row] = &[
    row("scf.yield", leave),
    row("scf.condition", leave),
    row("scf.if", |site| {
        let (condition, results) = (site.operand(0)?.slot.start, slots(&site.results()?));
        let then = site.region(0)?;
        let other = if site.node.regions.get(1).is_some_and(|blocks| !blocks.is_empty()) {
            Some(site.region(1)?)
        } else {
            None
        };
        Ok(Box::new(move |machine| {
            let condition = machine.get(condition);
            let taken = machine.defined(condition, "the condition of scf.if")? != 0;
            if let Some(region) = if taken { Some(&then) } else { other.as_ref() } {
                region.run(machine, &[])?;
                take_left(machine, &results);
            }
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Regions, super::scf_placing::conditional),
    row("scf.execute_region", |site| {
        let (body, results) = (site.region(0)?, slots(&site.results()?));
        Ok(Box::new(move |machine| {
            body.run(machine, &[])?;
            take_left(machine, &results);
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Regions, super::scf_placing::executed),
    row("scf.for", |site| {
        let bounds = [0, 1, 2].map(|index| site.operand(index));
        let width = site.operand(0)?.layout.scalar().bits();
        let compare = if site.has("unsignedCmp") { IterationOrder::Unsigned } else { IterationOrder::Signed };
        let [from, to, by] = bounds;
        let (from, to, by) = (from?.slot.start, to?.slot.start, by?.slot.start);
        let begins = slots(&site.operands(3..site.node.operands.len())?);
        let (body, results) = (site.region(0)?, slots(&site.results()?));
        Ok(Box::new(move |machine| {
            let number = |lane, what| machine.defined(machine.get(lane), what);
            let (mut at, to) = (number(from, "a bound of scf.for")?, number(to, "a bound of scf.for")?);
            let by = number(by, "the step of scf.for")?;
            if compare.number(by, width) <= 0 {
                return Err(FOR_STEP_ZERO.undefined(&[]));
            }
            let mut carried = gather(machine, &begins);
            while compare.number(at, width) < compare.number(to, width) {
                carried.insert(0, Lane::of(at));
                scoped(machine, &body, &carried)?;
                carried.clear();
                carried.extend_from_slice(&machine.left);
                let next = compare.number(at, width) + compare.number(by, width);
                at = next as u128 & mask(width);
                if compare.number(at, width) != next {
                    return Err(INDUCTION_OVERFLOW.open(&[]));
                }
            }
            scatter(machine, &results, &carried);
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Regions, super::scf_placing::looped),
    row("scf.while", |site| {
        let begins = slots(&site.operands(0..site.node.operands.len())?);
        let (before, after, results) = (site.region(0)?, site.region(1)?, slots(&site.results()?));
        Ok(Box::new(move |machine| {
            let mut carried = gather(machine, &begins);
            loop {
                before.run(machine, &carried)?;
                let Some((condition, rest)) = machine.left.split_first() else {
                    return Err(Stop::lacks(Lack::without("scf.while", MissingPart::Condition)));
                };
                let (condition, rest) = (*condition, rest.to_vec());
                if machine.defined(condition, "the condition of scf.while")? == 0 {
                    scatter(machine, &results, &rest);
                    return Ok(Next::On);
                }
                after.run(machine, &rest)?;
                carried.clear();
                carried.extend_from_slice(&machine.left);
            }
        }))
    })
    .grown_in(NeededRoom::Regions, super::scf_placing::repeated),
    row("scf.index_switch", |site| {
        let (value, results) = (site.operand(0)?.slot.start, slots(&site.results()?));
        let cases = site.ints("cases").to_vec();
        let regions = (0..=cases.len()).map(|index| site.region(index)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(move |machine| {
            let value = machine.get(value);
            let value = signed(machine.defined(value, "the value of scf.index_switch")?, 64);
            let taken = cases.iter().position(|case| i128::from(*case) == value).map_or(0, |place| place + 1);
            regions[taken].run(machine, &[])?;
            take_left(machine, &results);
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Regions, super::scf_placing::switched),
    row("scf.parallel", parallel).grown_in(NeededRoom::Regions, super::scf_placing::parallel),
    row("scf.reduce", |site| {
        let values = slots(&site.operands(0..site.node.operands.len())?);
        let combine = (0..values.len()).map(|index| site.region(index)).collect::<Result<Vec<_>, _>>()?;
        let running = reductions(site)?;
        Ok(Box::new(move |machine| {
            for ((value, combine), running) in values.iter().zip(&combine).zip(&running) {
                let pair = gather(machine, &[*running, *value]);
                combine.run(machine, &pair)?;
                take_left(machine, &[*running]);
            }
            machine.left.clear();
            Ok(Next::Leave)
        }))
    }),
    row("scf.reduce.return", leave),
];

/// The way in which bounds of a loop are compared.
#[derive(Clone, Copy)]
enum IterationOrder {
    Signed,
    Unsigned,
}

impl IterationOrder {
    /// The number that bits are.
    fn number(self, bits: u128, width: u32) -> i128 {
        match self {
            IterationOrder::Signed => signed(bits, width),
            IterationOrder::Unsigned => bits as i128,
        }
    }
}

/// Places of the running values of the `scf.parallel` around: its results.
fn reductions(site: &Site<'_>) -> Result<Vec<Slot>, Lack> {
    let around = site.around.as_ref().ok_or_else(|| site.lacks(Form::OutsideLoop))?;
    Ok(around.node.results.iter().map(|value| site.values[*value as usize]).collect())
}

fn parallel(site: &Site<'_>) -> Result<Action, Lack> {
    let body = site.region(0)?;
    let groups = [0, 1, 2].map(|group| site.operands(site.segment(group)));
    let [from, to, by] = groups;
    let (from, to, by) = (slots(&from?), slots(&to?), slots(&by?));
    let (begins, results) = (slots(&site.operands(site.segment(3))?), slots(&site.results()?));
    Ok(Box::new(move |machine| {
        let first = gather(machine, &begins);
        scatter(machine, &results, &first);
        let mut levels = Vec::new();
        for ((from, to), by) in from.iter().zip(&to).zip(&by) {
            let number = |slot: &Slot, what| {
                Ok::<_, Stop>(signed(machine.defined(machine.get(slot.start), what)?, 64))
            };
            let level = [
                number(from, "a bound of a loop")?,
                number(to, "a bound of a loop")?,
                number(by, "the step of a loop")?,
            ];
            if level[2] <= 0 {
                return Err(PARALLEL_STEP_ZERO.undefined(&[]));
            }
            levels.push(level);
        }
        nest(machine, &body, &levels, &mut Vec::new())?;
        Ok(Next::On)
    }))
}

/// Runs a body for all numbers of these levels, outermost first: from, to and by.
fn nest(
    machine: &mut Machine<'_>,
    body: &RegionBody,
    levels: &[[i128; 3]],
    numbers: &mut Vec<Lane>,
) -> Result<(), Stop> {
    let Some(([from, to, by], inner)) = levels.split_first() else { return scoped(machine, body, numbers) };
    in_order(machine.world, [*from, *to, *by], |at| {
        numbers.push(Lane::of(at as u128 & mask(64)));
        nest(machine, body, inner, numbers)?;
        numbers.pop();
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    fn summing(from: i64, to: i64, by: i64) -> String {
        format!(
            r#"
            %from = "llvm.mlir.constant"() <{{value = {from} : i64}}> : () -> i64
            %to = "llvm.mlir.constant"() <{{value = {to} : i64}}> : () -> i64
            %by = "llvm.mlir.constant"() <{{value = {by} : i64}}> : () -> i64
            %zero = "llvm.mlir.constant"() <{{value = 0 : i64}}> : () -> i64
            %sum = "scf.for"(%from, %to, %by, %zero) ({{
            ^bb0(%i: i64, %so_far: i64):
              %next = "llvm.add"(%so_far, %i) : (i64, i64) -> i64
              "scf.yield"(%next) : (i64) -> ()
            }}) : (i64, i64, i64, i64) -> i64
            "func.return"(%sum) : (i64) -> ()"#
        )
    }

    #[test]
    fn loops_count_from_the_first_number_to_before_the_last() {
        assert_eq!(bits("i64", &summing(1, 10, 3)), [Some(12)]);
        assert_eq!(bits("i64", &summing(5, 5, 1)), [Some(0)]);
        assert_eq!(bits("i64", &summing(-3, 0, 1)), [Some((-6i64) as u64 as u128)]);
        let least = stopped("i64", &summing(0, 1, 0)).expect("undefined");
        assert_eq!((least.0, least.1.as_str()), (StopKind::Undefined, "a step of scf.for is not positive"));
        let last = stopped("i64", &summing(i64::MAX - 1, i64::MAX, 2)).expect("open");
        assert_eq!(last.0, StopKind::Open);
    }

    #[test]
    fn regions_hand_their_values_over() {
        let chosen = |condition: bool| {
            format!(
                r#"
                %c = "llvm.mlir.constant"() <{{value = {condition}}}> : () -> i1
                %x = "scf.if"(%c) ({{
                  %one = "llvm.mlir.constant"() <{{value = 1 : i32}}> : () -> i32
                  "scf.yield"(%one) : (i32) -> ()
                }}, {{
                  %two = "llvm.mlir.constant"() <{{value = 2 : i32}}> : () -> i32
                  "scf.yield"(%two) : (i32) -> ()
                }}) : (i1) -> i32
                "func.return"(%x) : (i32) -> ()"#
            )
        };
        assert_eq!((bits("i32", &chosen(true)), bits("i32", &chosen(false))), (vec![Some(1)], vec![Some(2)]));
        let poison =
            chosen(true).replace(r#""llvm.mlir.constant"() <{value = true}>"#, r#""llvm.mlir.poison"()"#);
        let ended = stopped("i32", &poison).expect("undefined");
        assert_eq!((ended.0, ended.1.as_str()), (StopKind::Undefined, "the condition of scf.if is poison"));
    }

    #[test]
    fn a_while_hands_over_what_its_condition_has() {
        let text = r#"
            %zero = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
            %one = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
            %five = "llvm.mlir.constant"() <{value = 5 : i64}> : () -> i64
            %r:2 = "scf.while"(%zero) ({
            ^bb0(%i: i64):
              %c = "llvm.icmp"(%i, %five) <{predicate = 2 : i64}> : (i64, i64) -> i1
              %twice = "llvm.add"(%i, %i) : (i64, i64) -> i64
              "scf.condition"(%c, %i, %twice) : (i1, i64, i64) -> ()
            }, {
            ^bb0(%i: i64, %twice: i64):
              %next = "llvm.add"(%i, %one) : (i64, i64) -> i64
              "scf.yield"(%next) : (i64) -> ()
            }) : (i64) -> (i64, i64)
            "func.return"(%r#1) : (i64) -> ()"#;
        assert_eq!(bits("i64", text), [Some(10)]);
    }

    #[test]
    fn the_number_of_a_parallel_loop_may_not_overflow() {
        let looping = |operation: &str, to: i64| {
            format!(
                r#"
                %from = "llvm.mlir.constant"() <{{value = 9223372036854775793 : index}}> : () -> index
                %to = "llvm.mlir.constant"() <{{value = {to} : index}}> : () -> index
                %by = "llvm.mlir.constant"() <{{value = 8 : index}}> : () -> index
                {operation}
                "func.return"(%to) : (index) -> ()"#
            )
        };
        let parallel = r#""scf.parallel"(%from, %to, %by) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
            ^bb0(%i: index):
              "scf.reduce"() : () -> ()
            }) : (index, index, index) -> ()"#;
        let forall = r#""scf.forall"(%from, %to, %by) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, staticLowerBound = array<i64: -9223372036854775808>, staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: -9223372036854775808>}> ({
            ^bb0(%i: index):
              "scf.forall.in_parallel"() ({
              ^bb0:
              }) : () -> ()
            }) : (index, index, index) -> ()"#;
        for operation in [parallel, forall] {
            let end = |to: i64| stopped("index", &looping(operation, to)).map(|ended| ended.0);
            assert_eq!(
                end(9223372036854775801),
                None,
                "one iteration, and the next number is one: {operation}"
            );
            assert_eq!(
                end(9223372036854775805),
                Some(StopKind::Open),
                "the third number is none: {operation}"
            );
        }
    }

    #[test]
    fn parallel_loops_reduce() {
        let text = r#"
            %zero = "llvm.mlir.constant"() <{value = 0 : index}> : () -> index
            %one = "llvm.mlir.constant"() <{value = 1 : index}> : () -> index
            %three = "llvm.mlir.constant"() <{value = 3 : index}> : () -> index
            %sum = "scf.parallel"(%zero, %zero, %three, %three, %one, %one, %zero) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
            ^bb0(%i: index, %j: index):
              %product = "llvm.mul"(%i, %j) : (index, index) -> index
              "scf.reduce"(%product) ({
              ^bb0(%x: index, %y: index):
                %next = "llvm.add"(%x, %y) : (index, index) -> index
                "scf.reduce.return"(%next) : (index) -> ()
              }) : (index) -> ()
            }) : (index, index, index, index, index, index, index) -> index
            "func.return"(%sum) : (index) -> ()"#;
        assert_eq!(bits("index", text), [Some(9)]);
    }

    #[test]
    fn variables_end_with_the_iteration_that_they_belong_to() {
        let looping = |before: &str, body: &str, after: &str| {
            format!(
                r#"
                %zero = "llvm.mlir.constant"() <{{value = 0 : index}}> : () -> index
                %two = "llvm.mlir.constant"() <{{value = 2 : index}}> : () -> index
                %one = "llvm.mlir.constant"() <{{value = 1 : index}}> : () -> index
                %old = "memref.alloca"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<index>
                "memref.store"(%one, %old) : (index, memref<index>) -> ()
                {before} ({{
                ^bb0(%i: index{body}):
                  %new = "memref.alloca"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<index>
                  "memref.store"(%i, %new) : (index, memref<index>) -> ()
                  {after}"#
            )
        };
        let kept = |yielded: &str| {
            looping(
                r#"%last = "scf.for"(%zero, %two, %one, %old)"#,
                ", %before: memref<index>",
                &format!(
                    r#""scf.yield"({yielded}) : (memref<index>) -> ()
                }}) : (index, index, index, memref<index>) -> memref<index>
                %x = "memref.load"(%last) : (memref<index>) -> index
                "func.return"(%x) : (index) -> ()"#
                ),
            )
        };
        assert_eq!(bits("index", &kept("%old")), [Some(1)]);
        assert_eq!(stopped("index", &kept("%new")).map(|ended| ended.0), Some(StopKind::Memory));
        let parallel = looping(
            r#""scf.parallel"(%zero, %two, %one) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>"#,
            "",
            r#"%x = "memref.load"(%new) : (memref<index>) -> index
                "memref.store"(%x, %old) : (index, memref<index>) -> ()
                "scf.reduce"() : () -> ()
                }) : (index, index, index) -> ()
                %x = "memref.load"(%old) : (memref<index>) -> index
                "func.return"(%x) : (index) -> ()"#,
        );
        assert_eq!(bits("index", &parallel), [Some(1)]);
    }
}
