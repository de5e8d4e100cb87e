//! `linalg.softmax`.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Next};
use crate::eval::memref::Memref;
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::Scalar;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{decode, encode};
use crate::op::tensor::common::{element_layout, tensor_of};
use crate::op::{Row, all_ahead, row};
use crate::semantics::Format;

const SOFTMAX_SHAPES: Rule = Rule::new("softmax_shapes", "linalg.softmax of {} into {}");

pub const ROWS: &[Row] = &all_ahead([row("linalg.softmax", softmax).approximate()]);

/// linalg, 'linalg.softmax': of each line along the dimension `exp(x - max)`, divided by the sum of these. Its accuracy is nowhere stated.
fn softmax(site: &Site<'_>) -> Result<Action, Lack> {
    let along = usize::try_from(site.int("dimension")).map_err(|_| site.lacks(Form::NegativeDimension))?;
    let Scalar::Float(format) = element_layout(site.operand_type(0)?)?.scalar() else {
        return Err(site.of(site.operand_type(0)?));
    };
    if site.node.results.is_empty() {
        let (from, into) = (site.operand(0)?.slot, site.operand(1)?.slot);
        let element = element_layout(site.operand_type(0)?)?;
        return Ok(Box::new(move |machine| {
            let [from, into] = [from, into].map(|slot| Memref::of(machine, machine.value(slot), true));
            let (from, into) = (from?, into?);
            let shape: Vec<u64> = into.extents.iter().map(|extent| *extent as u64).collect();
            let given = from.read(machine, &element)?;
            let made = lines(&given, &shape, along, format)?;
            into.write(machine, &element, &made.lanes)?;
            Ok(Next::On)
        }));
    }
    tensor_of(site, 0..2, move |_, all| lines(&all[0], &all[1].shape, along, format))
}

/// The results of all lines along a dimension, for a destination of this shape.
fn lines(from: &Shaped, into: &[u64], along: usize, format: Format) -> Result<Shaped, Stop> {
    if from.shape != into || along >= from.shape.len() {
        return Err(SOFTMAX_SHAPES.undefined(&[&format_args!("{:?}", from.shape), &format_args!("{into:?}")]));
    }
    let inner = Shaped::count(&from.shape[along + 1..])?;
    let extent = from.shape[along] as usize;
    let mut made = from.clone();
    for first in 0..from.lanes.len() {
        // The first element of a line.
        if first / inner.max(1) % extent == 0 {
            let line: Vec<usize> = (0..extent).map(|at| first + at * inner).collect();
            let values: Vec<Lane> = line.iter().map(|place| from.lanes[*place]).collect();
            for (place, lane) in line.iter().zip(along_line(&values, format)) {
                made.lanes[*place] = lane;
            }
        }
    }
    Ok(made)
}

/// The results of one line.
fn along_line(line: &[Lane], format: Format) -> Vec<Lane> {
    let taint = line.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint));
    if !taint.is_none() {
        return vec![Lane::tainted(taint); line.len()];
    }
    let values: Vec<f64> = line.iter().map(|lane| decode(format, lane.bits)).collect();
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = values.iter().map(|value| (value - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| Lane::of(encode(format, power / sum))).collect()
}

#[cfg(test)]
mod tests {
    use crate::op::testing::values;

    #[test]
    fn a_line_sums_up_to_about_one() {
        let text = r#"
            %x = "llvm.mlir.constant"() <{value = 1.0 : f32}> : () -> f32
            %p = "llvm.mlir.poison"() : () -> f32
            %t = "tensor.from_elements"(%x, %p, %x, %x) : (f32, f32, f32, f32) -> tensor<2x2xf32>
            %e = "tensor.empty"() : () -> tensor<2x2xf32>
            %r = "linalg.softmax"(%t, %e) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
            "func.return"(%r) : (tensor<2x2xf32>) -> ()"#;
        let made = &values("tensor<2x2xf32>", text)[0];
        let half = u128::from(0.5f32.to_bits());
        assert!(made.lanes[0].taint.is_none() && made.lanes[0].bits == half && made.lanes[2].bits == half);
        assert!(made.lanes[1].taint.is_poison() && made.lanes[3].taint.is_poison());
    }

    #[test]
    fn of_a_memref_the_lines_are_written_into_the_other_one() {
        let text = r#"
            %o = "llvm.mlir.constant"() <{value = 1.0 : f32}> : () -> f32
            %i = "arith.constant"() <{value = 1 : index}> : () -> index
            %m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2x2xf32>
            %n = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2x2xf32>
            "linalg.fill"(%o, %m) <{operandSegmentSizes = array<i32: 1, 1>}> ({
            ^bb0(%a: f32, %b: f32):
              "linalg.yield"(%a) : (f32) -> ()
            }) : (f32, memref<2x2xf32>) -> ()
            "linalg.softmax"(%m, %n) <{dimension = 1 : i64}> : (memref<2x2xf32>, memref<2x2xf32>) -> ()
            %r = "memref.load"(%n, %i, %i) : (memref<2x2xf32>, index, index) -> f32
            "func.return"(%r) : (f32) -> ()"#;
        let made = &values("f32", text)[0];
        assert_eq!(made.lanes[0].bits, u128::from(0.5f32.to_bits()));
    }
}
