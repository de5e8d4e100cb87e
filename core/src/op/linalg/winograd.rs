//! The transforms of Winograd's convolution.

use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::observe::{Form, Lack};
use crate::op::tensor::common::tensor_of;
use crate::op::{Row, all_ahead, row};

pub const ROWS: &[Row] = &all_ahead([
    row("linalg.winograd_filter_transform", transform),
    row("linalg.winograd_input_transform", transform),
    row("linalg.winograd_output_transform", transform),
]);

/// linalg, 'linalg.winograd_filter_transform' and the other two: `G x g x G^T`, `B^T x d x B`, `A^T x m x A`. The documentation names none
/// of these matrices, which are others for other points of interpolation, so each element of the result is open.
fn transform(site: &Site<'_>) -> Result<Action, Lack> {
    if site.node.results.is_empty() {
        return Err(site.lacks(Form::Memrefs));
    }
    tensor_of(site, 0..2, move |machine, all| {
        let (from, into) = (&all[0], &all[1]);
        machine.charge(((from.lanes.len() + into.lanes.len()) * size_of::<Lane>()) as u64)?;
        let given = from.lanes.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint));
        let taint = if given.is_poison() { given } else { Taint::open(machine.at) };
        let mut made = (**into).clone();
        made.lanes.fill(Lane::tainted(taint));
        Ok(made)
    })
}

#[cfg(test)]
mod tests {
    use crate::op::testing::values;

    fn transformed(filter: &str) -> Vec<crate::eval::lane::Lane> {
        let text = format!(
            r#"
            %x = "llvm.mlir.constant"() <{{value = 1.0 : f32}}> : () -> f32
            %p = "llvm.mlir.poison"() : () -> f32
            %f = "tensor.splat"({filter}) : (f32) -> tensor<1x3x3x1xf32>
            %e = "tensor.empty"() : () -> tensor<4x4x1x1xf32>
            %r = "linalg.winograd_filter_transform"(%f, %e) <{{fmr = 0 : i32}}> : (tensor<1x3x3x1xf32>, tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
            "func.return"(%r) : (tensor<4x4x1x1xf32>) -> ()"#
        );
        values("tensor<4x4x1x1xf32>", &text)[0].lanes.clone()
    }

    #[test]
    fn each_element_is_open_or_poison_where_the_filter_is() {
        let open = transformed("%x");
        assert!(open.len() == 16 && open.iter().all(|lane| lane.taint.is_open()));
        assert!(transformed("%p").iter().all(|lane| lane.taint.is_poison()));
    }
}
