//! `scf.forall`: iterations that put slices into shared tensors.
//!
//! scf, 'scf.forall' and tensor, 'tensor.parallel_insert_slice': each iteration sees the shared tensors as they were before the first; the
//! results are put together of all that iterations insert, in an order that is not specified. Two that write one element make behaviour
//! undefined.
//! Iterations run one after the other, in ascending order.

use super::region::{gather, leave, next_index, scoped, slots};
use super::tensor::common::{MixedNumbers, room};
use super::tensor::slice::Insert;
use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, mask};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{RegionBody, Site};
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::ir::Operation;
use crate::observe::{Form, Lack, MissingPart};

const FORALL_STEP_ZERO: Rule = Rule::new("forall_step_zero", "a step of scf.forall is not positive");
const PARALLEL_INSERT_SLICE_CONFLICT: Rule = Rule::new(
    "parallel_insert_slice_conflict",
    "tensor.parallel_insert_slice to an element that another one writes too",
);

pub const ROWS: &[Row] = &[
    row("scf.forall", forall),
    // The slices that it inserts are in the frame, where the loop finds them.
    row("scf.forall.in_parallel", leave),
];

/// A loop.
struct Forall {
    /// From, to and by, of each level.
    bounds: [MixedNumbers; 3],
    begins: Vec<Slot>,
    body: RegionBody,
    /// Each with the shared tensor that it is into.
    inserts: Vec<(usize, Insert)>,
    results: Vec<Slot>,
}

/// A shared tensor as it is put together.
struct SharedTensor {
    tensor: Shaped,
    written: Vec<bool>,
}

fn forall(site: &Site<'_>) -> Result<Action, Lack> {
    let bounds = [
        MixedNumbers::of(site, "staticLowerBound", site.segment(0))?,
        MixedNumbers::of(site, "staticUpperBound", site.segment(1))?,
        MixedNumbers::of(site, "staticStep", site.segment(2))?,
    ];
    let begins = slots(&site.operands(site.segment(3))?);
    let body = site.region(0)?;
    let levels = bounds[0].len();
    if bounds.iter().any(|bound| bound.len() != levels) || body.arguments.len() != levels + begins.len() {
        return Err(site.lacks(Form::RegionArguments));
    }
    let block = site.node.regions[0].first().ok_or_else(|| site.without(MissingPart::Body))?;
    let combined = block.operations.last().and_then(Operation::body).map_or(&[][..], Vec::as_slice);
    let shared = &block.arguments[levels..];
    let mut inserts = Vec::new();
    for node in combined.iter().flat_map(|block| &block.operations) {
        if node.name != "tensor.parallel_insert_slice" {
            return Err(Lack::form("scf.forall.in_parallel", Form::Holding(vec![node.name.to_owned()])));
        }
        let inner = Site {
            node,
            number: node.number,
            around: None,
            entries: &[],
            blocks: &[],
            following: &[],
            ..*site
        };
        let insert = Insert::of(&inner)?;
        let into = shared.iter().position(|value| *value == insert.destination);
        inserts.push((into.ok_or_else(|| site.lacks(Form::Unshared))?, insert));
    }
    let forall = Forall { bounds, begins, body, inserts, results: slots(&site.results()?) };
    Ok(Box::new(move |machine| forall.run(machine)))
}

impl Forall {
    fn run(&self, machine: &mut Machine<'_>) -> Result<Next, Stop> {
        let [from, to, by] = &self.bounds;
        let what = "a bound of scf.forall";
        let (from, to) = (from.read(machine, what)?, to.read(machine, what)?);
        let by = by.read(machine, "the step of scf.forall")?;
        if by.iter().any(|by| *by <= 0) {
            return Err(FORALL_STEP_ZERO.undefined(&[]));
        }
        let count = |level: usize| {
            let distance = i128::from(to[level]) - i128::from(from[level]);
            (distance.max(0) as u128).div_ceil(by[level] as u128) as u64
        };
        let counts: Vec<u64> = (0..by.len()).map(count).collect();
        if counts.iter().all(|count| *count > 0) {
            for (level, count) in counts.iter().enumerate() {
                let last = i128::from(from[level]) + i128::from(count - 1) * i128::from(by[level]);
                next_index(last, by[level].into())?;
            }
        }
        let handles = gather(machine, &self.begins);
        let mut shared = Vec::new();
        for handle in &handles {
            let tensor = machine.tensor(*handle)?;
            room(machine, &tensor.shape, tensor.parts)?;
            machine.charge((tensor.lanes.len() * size_of::<Lane>()) as u64)?;
            let elements = tensor.lanes.len() / tensor.parts.max(1);
            shared.push(SharedTensor { tensor: (*tensor).clone(), written: vec![false; elements] });
        }
        let (mut given, order) = (Vec::new(), machine.world.order);
        Shaped::each_index(&counts, |at| {
            given.clear();
            for (level, index) in at.iter().enumerate() {
                let index = order.at(*index as u64, counts[level]);
                let number = i128::from(from[level]) + i128::from(index) * i128::from(by[level]);
                given.push(Lane::of(number as u128 & mask(64)));
            }
            given.extend_from_slice(&handles);
            scoped(machine, &self.body, &given)?;
            self.inserts.iter().try_for_each(|(into, insert)| {
                let source = machine.tensor(machine.get(insert.source))?;
                let SharedTensor { tensor, written } = &mut shared[*into];
                let mut twice = false;
                insert.put(machine, &source, tensor, |place| {
                    twice |= std::mem::replace(&mut written[place], true);
                })?;
                match twice {
                    true => Err(PARALLEL_INSERT_SLICE_CONFLICT.undefined(&[])),
                    false => Ok(()),
                }
            })
        })?;
        for (slot, SharedTensor { tensor, .. }) in self.results.iter().zip(shared) {
            let handle = machine.new_tensor(tensor)?;
            machine.set(slot.start, handle);
        }
        Ok(Next::On)
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{stopped, values};

    /// Two levels; each iteration puts the number `10 i + j` at this offset.
    fn looping(offsets: &str, operands: &str, step: i64) -> String {
        let types = ", index".repeat(operands.matches('%').count());
        let count = operands.matches('%').count();
        format!(
            r#"
            %one = "llvm.mlir.constant"() <{{value = 1 : index}}> : () -> index
            %ten = "llvm.mlir.constant"() <{{value = 10 : index}}> : () -> index
            %two = "llvm.mlir.constant"() <{{value = 2 : index}}> : () -> index
            %step = "llvm.mlir.constant"() <{{value = {step} : index}}> : () -> index
            %t = "tensor.splat"(%one) : (index) -> tensor<2x3xindex>
            %r = "scf.forall"(%two, %step, %t) <{{operandSegmentSizes = array<i32: 0, 1, 1, 1>, staticLowerBound = array<i64: 0, 0>, staticUpperBound = array<i64: -9223372036854775808, 3>, staticStep = array<i64: 1, -9223372036854775808>}}> ({{
            ^bb0(%i: index, %j: index, %shared: tensor<2x3xindex>):
              %tens = "llvm.mul"(%i, %ten) : (index, index) -> index
              %x = "llvm.add"(%tens, %j) : (index, index) -> index
              %old = "tensor.extract"(%shared, %i, %j) : (tensor<2x3xindex>, index, index) -> index
              %y = "llvm.add"(%x, %old) : (index, index) -> index
              %s = "tensor.from_elements"(%y) : (index) -> tensor<1x1xindex>
              "scf.forall.in_parallel"() ({{
                "tensor.parallel_insert_slice"(%s, %shared{operands}) <{{operandSegmentSizes = array<i32: 1, 1, {count}, 0, 0>, static_offsets = array<i64: {offsets}>, static_sizes = array<i64: 1, 1>, static_strides = array<i64: 1, 1>}}> : (tensor<1x1xindex>, tensor<2x3xindex>{types}) -> ()
              }}) : () -> ()
            }}) : (index, index, tensor<2x3xindex>) -> tensor<2x3xindex>
            "func.return"(%r) : (tensor<2x3xindex>) -> ()"#
        )
    }

    const DYNAMIC: &str = "-9223372036854775808";

    #[test]
    fn slices_of_all_iterations_make_the_result() {
        let text = looping(&format!("{DYNAMIC}, {DYNAMIC}"), ", %i, %j", 2);
        let made = &values("tensor<2x3xindex>", &text)[0];
        assert_eq!(made.lanes.iter().map(|lane| lane.bits).collect::<Vec<_>>(), [1, 1, 3, 11, 1, 13]);
        let ended = stopped(
            "tensor<2x3xindex>",
            &text.replace(
                "value = 2 : index}> : () -> index\n            %t",
                "value = 0 : index}> : () -> index\n            %t",
            ),
        );
        assert_eq!(ended.map(|ended| ended.0), Some(StopKind::Undefined));
    }

    #[test]
    fn two_iterations_that_write_one_element_are_undefined() {
        let text = looping(&format!("{DYNAMIC}, 1"), ", %i", 1);
        let ended = stopped("tensor<2x3xindex>", &text).expect("undefined");
        assert_eq!(ended.0, StopKind::Undefined);
        assert!(ended.1.starts_with("tensor.parallel_insert_slice"), "{}", ended.1);
    }
}
