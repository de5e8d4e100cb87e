//! Operations that give elements another shape, and that put tensors behind each other.

use super::common::{MixedNumbers, element_layout, extents, groups, not_negative, room, tensor_of};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::Scalar;
use crate::observe::Form;
use crate::op::{Row, all_ahead, row};

const COLLAPSE_SHAPE_RANK: Rule =
    Rule::new("collapse_shape_rank", "tensor.collapse_shape of a tensor of another rank");
const EXPAND_SHAPE_ELEMENTS: Rule = Rule::new("expand_shape_elements", "tensor.expand_shape of {} to {}");
const CONCAT_NOTHING: Rule = Rule::new("concat_nothing", "tensor.concat of nothing");
const CONCAT_EXTENTS: Rule = Rule::new("concat_extents", "tensor.concat of tensors whose extents differ");
const RESHAPE_ELEMENTS: Rule =
    Rule::new("reshape_elements", "{} of {} to {}, which has another number of elements");

pub const ROWS: &[Row] = &all_ahead([
    row("tensor.collapse_shape", |site| {
        let groups = groups(site)?;
        tensor_of(site, 0..1, move |_, all| {
            let from = &all[0];
            if groups.iter().flatten().count() != from.shape.len() && !groups.is_empty() {
                return Err(COLLAPSE_SHAPE_RANK.undefined(&[]));
            }
            let extent = |group: &Vec<usize>| {
                group
                    .iter()
                    .fold(1u64, |count, at| count.saturating_mul(from.shape.get(*at).copied().unwrap_or(0)))
            };
            regrouped(from, groups.iter().map(extent).collect(), "tensor.collapse_shape")
        })
    })
    .grown(super::placing::collapse),
    // tensor, 'tensor.expand_shape': `output_shape` gives the extents; without it, one unknown extent of a group is what is left.
    row("tensor.expand_shape", |site| {
        let groups = groups(site)?;
        if site.has("static_output_shape") {
            let shape = MixedNumbers::of(site, "static_output_shape", 1..site.node.operands.len())?;
            return tensor_of(site, 0..1, move |machine, all| {
                let (from, shape) = (&all[0], shape.shape(machine, "an extent of tensor.expand_shape")?);
                let extent = |group: &Vec<usize>| {
                    let inner = group.iter().map(|at| shape.get(*at).copied().unwrap_or(0));
                    inner.fold(1, u64::saturating_mul)
                };
                let is_kept = groups.len() == from.shape.len()
                    && groups.iter().zip(&from.shape).all(|(group, whole)| extent(group) == *whole);
                if !is_kept && !groups.is_empty() {
                    return Err(EXPAND_SHAPE_ELEMENTS
                        .undefined(&[&format_args!("{:?}", from.shape), &format_args!("{shape:?}")]));
                }
                regrouped(from, shape, "tensor.expand_shape")
            });
        }
        let known = extents(site.result_type(0)?)?.to_vec();
        tensor_of(site, 0..1, move |_, all| {
            let from = &all[0];
            let mut shape: Vec<u64> = known.iter().map(|extent| extent.unwrap_or(1)).collect();
            for (group, whole) in groups.iter().zip(&from.shape) {
                let extent = |at: &usize| shape.get(*at).copied().unwrap_or(1);
                let rest = group.iter().fold(1u64, |count, at| count.saturating_mul(extent(at)));
                if let Some(at) = group.iter().find(|at| known.get(**at).is_some_and(Option::is_none)) {
                    shape[*at] = whole.checked_div(rest).unwrap_or(0);
                }
            }
            regrouped(from, shape, "tensor.expand_shape")
        })
    })
    .grown(super::placing::expand),
    // tensor, 'tensor.reshape': source and result have as many elements.
    row("tensor.reshape", |site| {
        let scalar = element_layout(site.operand_type(1)?)?.scalar();
        let Scalar::Int(width) = scalar else {
            return Err(site.of(&scalar));
        };
        tensor_of(site, 0..2, move |machine, all| {
            let extent = |lane: &Lane| {
                let bits = machine.defined(*lane, "an extent of tensor.reshape")?;
                let number = crate::eval::lane::signed(bits, width) as i64;
                not_negative(number, "an extent of tensor.reshape")
            };
            let shape = all[1].lanes.iter().map(extent).collect::<Result<Vec<u64>, Stop>>()?;
            regrouped(&all[0], shape, "tensor.reshape")
        })
    })
    .grown(super::placing::reshape),
    // tensor, 'tensor.concat': all extents but that of the dimension are equal.
    row("tensor.concat", |site| {
        let dimension = usize::try_from(site.int("dim")).map_err(|_| site.lacks(Form::NegativeDimension))?;
        tensor_of(site, 0..site.node.operands.len(), move |machine, all| {
            let first = all.first().ok_or_else(|| CONCAT_NOTHING.undefined(&[]))?;
            let mut shape = first.shape.clone();
            let others = |shape: &[u64]| {
                let mut shape = shape.to_vec();
                shape.get_mut(dimension).map(|extent| std::mem::replace(extent, 0)).map(|own| (own, shape))
            };
            let mut sum = 0u64;
            for part in all {
                match (others(&part.shape), others(&shape)) {
                    (Some((own, part)), Some((_, whole))) if part == whole => sum = sum.saturating_add(own),
                    _ => return Err(CONCAT_EXTENTS.undefined(&[])),
                }
            }
            shape[dimension] = sum;
            let count = room(machine, &shape, first.parts)?;
            let outer: u64 = shape[..dimension].iter().product();
            let mut lanes = Vec::with_capacity(count * first.parts);
            for at in 0..outer as usize {
                for part in all {
                    let run = part.lanes.len() / outer as usize;
                    lanes.extend_from_slice(&part.lanes[at * run..(at + 1) * run]);
                }
            }
            Ok(Shaped { shape, parts: first.parts, lanes })
        })
    })
    .grown(super::placing::concat)
    .since(22),
]);

/// The elements of a tensor under another shape that has as many.
fn regrouped(from: &Shaped, shape: Vec<u64>, name: &str) -> Result<Shaped, Stop> {
    if Shaped::count(&shape).is_ok_and(|count| count * from.parts == from.lanes.len()) {
        return Ok(Shaped { shape, parts: from.parts, lanes: from.lanes.clone() });
    }
    Err(RESHAPE_ELEMENTS.undefined(&[&name, &format_args!("{:?}", from.shape), &format_args!("{shape:?}")]))
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped, values};

    /// A tensor of six numbers.
    fn six(rest: &str) -> String {
        format!(
            r#"
            %t = "tensor.generate"() ({{
            ^bb0(%i: index, %j: index):
              %three = "llvm.mlir.constant"() <{{value = 3 : index}}> : () -> index
              %row = "llvm.mul"(%i, %three) : (index, index) -> index
              %x = "llvm.add"(%row, %j) : (index, index) -> index
              "tensor.yield"(%x) : (index) -> ()
            }}) : () -> tensor<2x3xindex>
            {rest}"#
        )
    }

    #[test]
    fn groups_of_dimensions_become_one_and_back() {
        let collapsed = six(r#"
            %r = "tensor.collapse_shape"(%t) <{reassociation = [[0, 1]]}> : (tensor<2x3xindex>) -> tensor<6xindex>
            "func.return"(%r) : (tensor<6xindex>) -> ()"#);
        assert_eq!(bits("tensor<6xindex>", &collapsed), [0, 1, 2, 3, 4, 5].map(Some));
        let expanded = |n: i64| {
            six(&format!(
                r#"
                %n = "llvm.mlir.constant"() <{{value = {n} : index}}> : () -> index
                %d = "tensor.cast"(%t) : (tensor<2x3xindex>) -> tensor<?x3xindex>
                %r = "tensor.expand_shape"(%d, %n) <{{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 1, -9223372036854775808, 3>}}> : (tensor<?x3xindex>, index) -> tensor<1x?x3xindex>
                "func.return"(%r) : (tensor<1x?x3xindex>) -> ()"#
            ))
        };
        assert_eq!(values("tensor<1x?x3xindex>", &expanded(2))[0].shape, [1, 2, 3]);
        assert_eq!(
            stopped("tensor<1x?x3xindex>", &expanded(3)).map(|ended| ended.0),
            Some(StopKind::Undefined)
        );
        let scalar = r#"
            %x = "llvm.mlir.constant"() <{value = 5 : i8}> : () -> i8
            %t = "tensor.from_elements"(%x) : (i8) -> tensor<1x1xi8>
            %s = "tensor.collapse_shape"(%t) <{reassociation = []}> : (tensor<1x1xi8>) -> tensor<i8>
            %r = "tensor.expand_shape"(%s) <{reassociation = [], static_output_shape = array<i64: 1>}> : (tensor<i8>) -> tensor<1xi8>
            "func.return"(%r) : (tensor<1xi8>) -> ()"#;
        assert_eq!(values("tensor<1xi8>", scalar)[0].shape, [1]);
    }

    #[test]
    fn a_tensor_gives_the_new_shape() {
        let text = |rows: i32| {
            six(&format!(
                r#"
                %rows = "llvm.mlir.constant"() <{{value = {rows} : i32}}> : () -> i32
                %s = "tensor.from_elements"(%rows, %rows) : (i32, i32) -> tensor<2xi32>
                %r = "tensor.reshape"(%t, %s) : (tensor<2x3xindex>, tensor<2xi32>) -> tensor<?x?xindex>
                "func.return"(%r) : (tensor<?x?xindex>) -> ()"#
            ))
        };
        assert_eq!(stopped("tensor<?x?xindex>", &text(2)).map(|ended| ended.0), Some(StopKind::Undefined));
        assert_eq!(stopped("tensor<?x?xindex>", &text(-1)).map(|ended| ended.0), Some(StopKind::Undefined));
        let good = six(r#"
            %a = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
            %b = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
            %s = "tensor.from_elements"(%a, %b) : (i32, i32) -> tensor<2xi32>
            %r = "tensor.reshape"(%t, %s) : (tensor<2x3xindex>, tensor<2xi32>) -> tensor<?x?xindex>
            "func.return"(%r) : (tensor<?x?xindex>) -> ()"#);
        assert_eq!(values("tensor<?x?xindex>", &good)[0].shape, [3, 2]);
    }

    #[test]
    fn tensors_are_put_behind_each_other() {
        let text = six(r#"
            %x = "llvm.mlir.constant"() <{value = 9 : index}> : () -> index
            %u = "tensor.splat"(%x) : (index) -> tensor<2x1xindex>
            %r = "tensor.concat"(%t, %u) <{dim = 1 : i64}> : (tensor<2x3xindex>, tensor<2x1xindex>) -> tensor<2x4xindex>
            "func.return"(%r) : (tensor<2x4xindex>) -> ()"#);
        assert_eq!(bits("tensor<2x4xindex>", &text), [0, 1, 2, 9, 3, 4, 5, 9].map(Some));
    }
}
