//! Tensors made of nothing, of scalars, and of the bits of another one.

use super::common::{MixedNumbers, element_layout, extents, room, tensor_of};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Next;
use crate::eval::stop::Rule;
use crate::eval::tensor::Shaped;
use crate::grow::families;
use crate::grow::types::closed_tensor;
use crate::observe::Form;
use crate::op::region::{gather, slots};
use crate::op::{Row, all_ahead, row};

const FROM_ELEMENTS_COUNT: Rule =
    Rule::new("from_elements_count", "tensor.from_elements has too few elements or too many");
const CAST_EXTENT_DIFFERS: Rule = Rule::new("cast_extent_differs", "tensor.cast of a tensor of {} to {}");

pub const ROWS: &[Row] = &all_ahead([
    // tensor, 'tensor.empty': only the shape is specified, not the elements.
    row("tensor.empty", |site| {
        let ty = site.result_type(0)?.clone();
        let (shape, parts) = (
            MixedNumbers::extents(site, &ty, 0..site.node.operands.len())?,
            element_layout(&ty)?.leaves.len(),
        );
        tensor_of(site, 0..0, move |machine, _| {
            let shape = shape.checked_extents(machine, "an extent of tensor.empty")?;
            room(machine, &shape, parts)?;
            Shaped::filled(shape, &vec![Lane::tainted(Taint::undef(machine.at)); parts])
        })
    }),
    row("tensor.from_elements", |site| {
        let ty = site.result_type(0)?;
        let shape: Option<Vec<u64>> = extents(ty)?.iter().copied().collect();
        let shape = shape.ok_or_else(|| site.of(ty))?;
        let parts = element_layout(ty)?.leaves.len();
        let all = slots(&site.operands(0..site.node.operands.len())?);
        tensor_of(site, 0..0, move |machine, _| {
            let lanes = gather(machine, &all);
            if Shaped::count(&shape)? * parts != lanes.len() {
                return Err(FROM_ELEMENTS_COUNT.undefined(&[]));
            }
            Ok(Shaped { shape: shape.clone(), parts, lanes })
        })
    })
    .grown(|growth| families::from_elements(growth, closed_tensor)),
    row("tensor.splat", |site| {
        let (value, count) = (site.operand(0)?.slot, site.node.operands.len());
        let shape = MixedNumbers::extents(site, site.result_type(0)?, 1..count)?;
        tensor_of(site, 0..0, move |machine, _| {
            let shape = shape.checked_extents(machine, "an extent of tensor.splat")?;
            room(machine, &shape, value.lanes as usize)?;
            Shaped::filled(shape, machine.value(value))
        })
    })
    .grown(super::placing::splat),
    // tensor, 'tensor.bitcast': element types of equal width.
    row("tensor.bitcast", |site| {
        let (from, to) = (element_layout(site.operand_type(0)?)?, element_layout(site.result_type(0)?)?);
        let alike = |(from, to): (&crate::eval::types::Leaf, &crate::eval::types::Leaf)| {
            from.scalar.is_kept_like(to.scalar)
        };
        if from.leaves.len() != to.leaves.len() || !from.leaves.iter().zip(&to.leaves).all(alike) {
            return Err(site.lacks(Form::cast(site.operand_type(0)?, site.result_type(0)?)));
        }
        tensor_of(site, 0..1, |_, all| Ok((*all[0]).clone()))
    }),
    // tensor, 'tensor.cast': a conversion to a mismatching extent is invalid.
    row("tensor.cast", |site| {
        let (from, out) = (site.operand(0)?.slot.start, site.result()?.slot.start);
        let ty = site.result_type(0)?.clone();
        Ok(Box::new(move |machine| {
            let handle = machine.get(from);
            if handle.taint.is_none() {
                let shape = &machine.tensor(handle)?.shape;
                if !super::common::admits(&ty, shape) {
                    return Err(CAST_EXTENT_DIFFERS.undefined(&[&format_args!("{shape:?}"), &ty]));
                }
            }
            machine.set(out, handle);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::cast),
]);

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped, values};

    fn empty(extent: i64) -> String {
        format!(
            r#"
            %n = "llvm.mlir.constant"() <{{value = {extent} : index}}> : () -> index
            %t = "tensor.empty"(%n) : (index) -> tensor<2x?xi8>
            "func.return"(%t) : (tensor<2x?xi8>) -> ()"#
        )
    }

    #[test]
    fn nobody_wrote_what_is_empty() {
        let made = &values("tensor<2x?xi8>", &empty(2))[0];
        assert_eq!(made.shape, [2, 2]);
        assert!(made.lanes.len() == 4 && made.lanes.iter().all(|lane| lane.taint.is_undef()));
        assert_eq!(values("tensor<2x?xi8>", &empty(0))[0].shape, [2, 0]);
        assert_eq!(stopped("tensor<2x?xi8>", &empty(-1)).map(|ended| ended.0), Some(StopKind::Open));
        assert_eq!(
            stopped("tensor<2x?xi8>", &empty(i64::MAX)).map(|ended| ended.0),
            Some(StopKind::Unsupported)
        );
        assert_eq!(
            stopped("tensor<2x?xi8>", &empty(1 << 30)).map(|ended| ended.0),
            Some(StopKind::Unsupported)
        );
    }

    #[test]
    fn one_value_fills_a_tensor() {
        let text = r#"
            %n = "llvm.mlir.constant"() <{value = 3 : index}> : () -> index
            %p = "llvm.mlir.poison"() : () -> i8
            %x = "llvm.mlir.constant"() <{value = -2 : i8}> : () -> i8
            %t = "tensor.splat"(%x, %n) : (i8, index) -> tensor<?xi8>
            %q = "tensor.from_elements"(%x, %p) : (i8, i8) -> tensor<2xi8>
            "func.return"(%t, %q) : (tensor<?xi8>, tensor<2xi8>) -> ()"#;
        let made = values("tensor<?xi8>, tensor<2xi8>", text);
        assert_eq!((&made[0].shape[..], made[0].lanes[2].bits), (&[3][..], 0xfe));
        assert!(made[1].lanes[0].taint.is_none() && made[1].lanes[1].taint.is_poison());
    }

    #[test]
    fn bits_stay_as_they_are() {
        let text = r#"
            %x = "llvm.mlir.constant"() <{value = -1.0 : f32}> : () -> f32
            %t = "tensor.from_elements"(%x) : (f32) -> tensor<f32>
            %r = "tensor.bitcast"(%t) : (tensor<f32>) -> tensor<i32>
            "func.return"(%r) : (tensor<i32>) -> ()"#;
        assert_eq!(bits("tensor<i32>", text), [Some(0xbf80_0000)]);
    }

    #[test]
    fn a_cast_to_another_extent_is_undefined() {
        let cast = |to: &str| {
            format!(
                r#"
                %x = "llvm.mlir.constant"() <{{value = 1 : i8}}> : () -> i8
                %t = "tensor.from_elements"(%x, %x) : (i8, i8) -> tensor<2xi8>
                %u = "tensor.cast"(%t) : (tensor<2xi8>) -> tensor<*xi8>
                %r = "tensor.cast"(%u) : (tensor<*xi8>) -> {to}
                "func.return"(%r) : ({to}) -> ()"#
            )
        };
        assert_eq!(bits("tensor<?xi8>", &cast("tensor<?xi8>")), [Some(1), Some(1)]);
        assert_eq!(
            stopped("tensor<3xi8>", &cast("tensor<3xi8>")).map(|ended| ended.0),
            Some(StopKind::Undefined)
        );
        assert_eq!(
            stopped("tensor<2x1xi8>", &cast("tensor<2x1xi8>")).map(|ended| ended.0),
            Some(StopKind::Undefined)
        );
    }
}
