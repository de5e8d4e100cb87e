//! Single elements, and what a shape is: extract, insert, dim, rank.

use super::common::{index, set_all, tensor_of};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Machine, Next, Slot};
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::op::region::slots;
use crate::op::{Row, all_ahead, row};

const TENSOR_DIM_BOUNDS: Rule = Rule::new("tensor_dim_bounds", "tensor.dim of a dimension that is not there");
const TENSOR_INDEX_COUNT: Rule =
    Rule::new("tensor_index_count", "{} has another number of indices than its tensor has extents");
const TENSOR_INDEX: Rule = Rule::new("tensor_index", "{} at {} of a tensor of {}");

pub const ROWS: &[Row] = &all_ahead([
    // tensor, 'tensor.extract': an index that is out of bounds makes behaviour undefined.
    row("tensor.extract", |site| {
        let (from, out) = (site.operand(0)?.slot.start, site.result()?.slot);
        let indices = slots(&site.operands(1..site.node.operands.len())?);
        Ok(Box::new(move |machine| {
            let handle = machine.get(from);
            if !handle.taint.is_none() {
                set_all(machine, out, Lane::tainted(handle.taint));
                return Ok(Next::On);
            }
            let tensor = machine.tensor(handle)?;
            let place = place(machine, &tensor, &indices, "tensor.extract")?;
            machine.value_mut(out).copy_from_slice(tensor.element(place));
            Ok(Next::On)
        }))
    })
    .grown(super::placing::extract),
    // tensor, 'tensor.insert': the same.
    row("tensor.insert", |site| {
        let value = site.operand(0)?.slot;
        let indices = slots(&site.operands(2..site.node.operands.len())?);
        tensor_of(site, 1..2, move |machine, all| {
            let mut made = (*all[0]).clone();
            let place = place(machine, &made, &indices, "tensor.insert")?;
            made.element_mut(place).copy_from_slice(machine.value(value));
            Ok(made)
        })
    })
    .grown(super::placing::insert),
    // tensor, 'tensor.dim': a dimension that the tensor does not have makes behaviour undefined.
    row("tensor.dim", |site| {
        let (from, at, out) =
            (site.operand(0)?.slot.start, site.operand(1)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let at = index(machine, machine.get(at), "the dimension of tensor.dim")?;
            let handle = machine.get(from);
            let extent = if handle.taint.is_none() {
                let tensor = machine.tensor(handle)?;
                let extent = usize::try_from(at).ok().and_then(|at| tensor.shape.get(at).copied());
                Lane::of(extent.ok_or_else(|| TENSOR_DIM_BOUNDS.undefined(&[]))?.into())
            } else {
                Lane::tainted(handle.taint)
            };
            machine.set(out, extent);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::extent),
    row("tensor.rank", |site| {
        let (from, out) = (site.operand(0)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let handle = machine.get(from);
            let rank = match handle.taint.is_none() {
                true => Lane::of(machine.tensor(handle)?.shape.len() as u128),
                false => Lane::tainted(handle.taint),
            };
            machine.set(out, rank);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::rank_of),
]);

/// The place of the element at the indices in these slots.
fn place(machine: &Machine<'_>, tensor: &Shaped, indices: &[Slot], name: &str) -> Result<usize, Stop> {
    let read = |slot: &Slot| index(machine, machine.get(slot.start), &format!("an index of {name}"));
    let indices = indices.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if indices.len() != tensor.shape.len() {
        return Err(TENSOR_INDEX_COUNT.undefined(&[&name]));
    }
    tensor.place(&indices).ok_or_else(|| {
        TENSOR_INDEX.undefined(&[&name, &format_args!("{indices:?}"), &format_args!("{:?}", tensor.shape)])
    })
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    /// A tensor of three numbers, and an index.
    fn with(index: i64, rest: &str) -> String {
        format!(
            r#"
            %a = "llvm.mlir.constant"() <{{value = 7 : i32}}> : () -> i32
            %b = "llvm.mlir.constant"() <{{value = -1 : i32}}> : () -> i32
            %i = "llvm.mlir.constant"() <{{value = {index} : index}}> : () -> index
            %t = "tensor.from_elements"(%a, %b, %a) : (i32, i32, i32) -> tensor<3xi32>
            {rest}"#
        )
    }

    const EXTRACT: &str = r#"
        %x = "tensor.extract"(%t, %i) : (tensor<3xi32>, index) -> i32
        "func.return"(%x) : (i32) -> ()"#;

    #[test]
    fn an_element_is_taken_where_there_is_one() {
        assert_eq!(bits("i32", &with(1, EXTRACT)), [Some(0xffff_ffff)]);
        for index in [3, -1, i64::MAX] {
            let ended = stopped("i32", &with(index, EXTRACT)).expect("undefined");
            assert_eq!(ended.0, StopKind::Undefined, "{}", ended.1);
        }
        let poison = EXTRACT.replace("%t, %i", "%t, %p");
        let text = with(1, &format!("%p = \"llvm.mlir.poison\"() : () -> index\n{poison}"));
        assert_eq!(
            stopped("i32", &text).map(|ended| ended.1),
            Some("an index of tensor.extract is poison".into())
        );
    }

    #[test]
    fn an_element_is_put_in() {
        let insert = |index| {
            with(
                index,
                r#"
                %r = "tensor.insert"(%b, %t, %i) : (i32, tensor<3xi32>, index) -> tensor<3xi32>
                "func.return"(%r) : (tensor<3xi32>) -> ()"#,
            )
        };
        assert_eq!(bits("tensor<3xi32>", &insert(2)), [Some(7), Some(0xffff_ffff), Some(0xffff_ffff)]);
        assert_eq!(stopped("tensor<3xi32>", &insert(3)).map(|ended| ended.0), Some(StopKind::Undefined));
    }

    #[test]
    fn a_shape_is_asked_for() {
        let dim = |index| {
            with(
                index,
                r#"
                %u = "tensor.cast"(%t) : (tensor<3xi32>) -> tensor<*xi32>
                %d = "tensor.dim"(%u, %i) : (tensor<*xi32>, index) -> index
                "func.return"(%d) : (index) -> ()"#,
            )
        };
        assert_eq!(bits("index", &dim(0)), [Some(3)]);
        assert_eq!(stopped("index", &dim(1)).map(|ended| ended.0), Some(StopKind::Undefined));
        let rank = with(
            0,
            r#"
            %u = "tensor.cast"(%t) : (tensor<3xi32>) -> tensor<*xi32>
            %d = "tensor.rank"(%u) : (tensor<*xi32>) -> index
            "func.return"(%d) : (index) -> ()"#,
        );
        assert_eq!(bits("index", &rank), [Some(1)]);
    }
}
