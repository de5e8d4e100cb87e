//! Tensors whose elements a region makes: generate and pad.

use super::common::{MixedNumbers, element_layout, room, tensor_of};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, mask};
use crate::eval::machine::Machine;
use crate::eval::site::RegionBody;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::observe::Lack;
use crate::op::region::leave;
use crate::op::{Row, row};

const PAD_COUNT: Rule =
    Rule::new("pad_count", "tensor.pad has another number of paddings than its tensor has extents");
const PAD_NEGATIVE_LOW: Rule =
    Rule::new("pad_negative_low", "tensor.pad by a negative number, of which its documentation says nothing");
const PAD_OVERFLOW: Rule = Rule::new("pad_overflow", "tensor.pad to an extent that overflows");

pub const ROWS: &[Row] = &[
    row("tensor.yield", leave),
    // tensor, 'tensor.generate': the body takes the indices of each element.
    row("tensor.generate", |site| {
        let ty = site.result_type(0)?.clone();
        let (shape, parts) = (
            MixedNumbers::extents(site, &ty, 0..site.node.operands.len())?,
            element_layout(&ty)?.leaves.len(),
        );
        let body = site.region(0)?;
        tensor_of(site, 0..0, move |machine, _| {
            let shape = shape.checked_extents(machine, "an extent of tensor.generate")?;
            let count = room(machine, &shape, parts)?;
            let mut lanes = Vec::with_capacity(count * parts);
            Shaped::each_index(&shape, |at| {
                lanes.extend(element(machine, &body, at, parts)?);
                Ok::<_, Stop>(())
            })?;
            Ok(Shaped { shape, parts, lanes })
        })
    })
    .grown(super::placing::generate),
    // tensor, 'tensor.pad': the body takes the indices of an element of the result. Of padding by fewer than no elements nothing is said.
    row("tensor.pad", |site| {
        let (low, high) = (
            MixedNumbers::of(site, "static_low", site.segment(1))?,
            MixedNumbers::of(site, "static_high", site.segment(2))?,
        );
        let body = site.region(0)?;
        tensor_of(site, 0..1, move |machine, all| {
            let from = &all[0];
            let (low, high) =
                (low.read(machine, "the low padding")?, high.read(machine, "the high padding")?);
            if low.len() != from.shape.len() || high.len() != low.len() {
                return Err(PAD_COUNT.undefined(&[]));
            }
            if low.iter().chain(&high).any(|padding| *padding < 0) {
                return Err(PAD_NEGATIVE_LOW.open(&[]));
            }
            let padded = |at: usize| from.shape[at].checked_add(low[at] as u64)?.checked_add(high[at] as u64);
            let shape: Option<Vec<u64>> = (0..low.len()).map(padded).collect();
            let shape = shape.ok_or_else(|| PAD_OVERFLOW.undefined(&[]))?;
            let mut lanes = Vec::with_capacity(room(machine, &shape, from.parts)? * from.parts);
            let mut inner = vec![0; low.len()];
            Shaped::each_index(&shape, |at| {
                inner.iter_mut().zip(at.iter().zip(&low)).for_each(|(inner, (at, low))| *inner = at - low);
                match from.place(&inner) {
                    Some(place) => lanes.extend_from_slice(from.element(place)),
                    None => lanes.extend(element(machine, &body, at, from.parts)?),
                }
                Ok::<_, Stop>(())
            })?;
            Ok(Shaped { shape, parts: from.parts, lanes })
        })
    })
    .ahead()
    .grown(super::placing::pad),
];

/// The element that the body hands over for these indices.
fn element(
    machine: &mut Machine<'_>,
    body: &RegionBody,
    at: &[i64],
    parts: usize,
) -> Result<Vec<Lane>, Stop> {
    let indices: Vec<Lane> = at.iter().map(|index| Lane::of(*index as u128 & mask(64))).collect();
    body.run(machine, &indices)?;
    match machine.left.len() == parts {
        true => Ok(machine.left.clone()),
        false => Err(Stop::lacks(Lack::RegionValues {})),
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped, values};

    #[test]
    fn a_body_makes_each_element_of_its_indices() {
        let text = r#"
            %n = "llvm.mlir.constant"() <{value = 2 : index}> : () -> index
            %ten = "llvm.mlir.constant"() <{value = 10 : index}> : () -> index
            %t = "tensor.generate"(%n) ({
            ^bb0(%i: index, %j: index):
              %tens = "llvm.mul"(%i, %ten) : (index, index) -> index
              %x = "llvm.add"(%tens, %j) : (index, index) -> index
              "tensor.yield"(%x) : (index) -> ()
            }) : (index) -> tensor<?x3xindex>
            "func.return"(%t) : (tensor<?x3xindex>) -> ()"#;
        assert_eq!(bits("tensor<?x3xindex>", text), [0, 1, 2, 10, 11, 12].map(Some));
    }

    fn pad(low: i64, high: i64) -> String {
        format!(
            r#"
            %a = "llvm.mlir.constant"() <{{value = 7 : index}}> : () -> index
            %low = "llvm.mlir.constant"() <{{value = {low} : index}}> : () -> index
            %t = "tensor.from_elements"(%a, %a) : (index, index) -> tensor<2xindex>
            %r = "tensor.pad"(%t, %low) <{{static_low = array<i64: -9223372036854775808>, static_high = array<i64: {high}>, operandSegmentSizes = array<i32: 1, 1, 0>}}> ({{
            ^bb0(%i: index):
              "tensor.yield"(%i) : (index) -> ()
            }}) : (tensor<2xindex>, index) -> tensor<?xindex>
            "func.return"(%r) : (tensor<?xindex>) -> ()"#
        )
    }

    #[test]
    fn padding_knows_its_place_in_the_result() {
        assert_eq!(bits("tensor<?xindex>", &pad(1, 2)), [0, 7, 7, 3, 4].map(Some));
        assert_eq!(values("tensor<?xindex>", &pad(0, 0))[0].shape, [2]);
        assert_eq!(stopped("tensor<?xindex>", &pad(-1, 2)).map(|ended| ended.0), Some(StopKind::Open));
        assert_eq!(
            stopped("tensor<?xindex>", &pad(i64::MAX, 2)).map(|ended| ended.0),
            Some(StopKind::Unsupported)
        );
    }
}
