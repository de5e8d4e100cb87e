//! Operations that only move elements.

use super::reduce::axis_of;
use super::{Application, EvaluationRule};
use crate::bug::KnownBug;
use crate::observe::Rule;
use crate::semantics::open_extents::{OpenExtents, ShownByOpenExtents, several_are_open};
use crate::semantics::rule::{Reach, rule};
use crate::semantics::shape::{count, places, strides};
use crate::semantics::{Asked as _, Tensor, Unevaluated};

/// A tensor gets a shape of another number of elements.
pub(super) const RESHAPED_COUNT: Rule = Rule::new("reshaped_count", "{} makes {} of {} elements");
const TOSA_SLICE_END: Rule = Rule::new("tosa_slice_end", "{}: a slice that reaches past the end");
const TOSA_SLICE_SHAPE: Rule =
    Rule::new("tosa_slice_shape", "{} takes {} from {} on of a tensor of shape {}");
const TOSA_CONCAT_SHAPES: Rule =
    Rule::new("tosa_concat_shapes", "{} puts tensors together whose shapes do not go together");

const TILED_EXTENTS: ShownByOpenExtents =
    ShownByOpenExtents { bug: KnownBug::TiledOpenExtents, is_shown: several_are_open };

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.reshape", reshape).reach(Reach::Moved(&[0])).extents(OpenExtents::Closed),
    rule("tosa.transpose", transpose).reach(Reach::Moved(&[0])).extents(OpenExtents::Permuted),
    rule("tosa.tile", tile).reach(Reach::Moved(&[0])).extents(OpenExtents::Broadcast(1)).shows(TILED_EXTENTS),
    rule("tosa.pad", pad).reach(Reach::Moved(&[0, 2])).extents(OpenExtents::Broadcast(1)),
    rule("tosa.slice", slice).reach(Reach::Moved(&[0])).extents(OpenExtents::Closed),
    rule("tosa.concat", concat).reach(Reach::AllMoved).extents(OpenExtents::Joined),
    rule("tosa.reverse", reverse).reach(Reach::Moved(&[0])).extents(OpenExtents::Broadcast(1)),
];

/// The numbers of a shape operand, or of an attribute where the version has one.
fn numbers<'a>(call: &Application<'a>, index: usize, attribute: &str) -> Result<&'a [i64], Unevaluated> {
    match call.operands.get(index) {
        Some(tensor) => tensor.as_ints(),
        None => call.attributes.ints(attribute),
    }
}

/// Numbers that are extents.
fn extents(numbers: &[i64]) -> Result<Vec<usize>, Unevaluated> {
    let extent = |number: &i64| usize::try_from(*number).ok();
    let all = numbers.iter().map(extent).collect::<Option<_>>();
    all.ok_or_else(|| Unevaluated::new(format!("has a negative extent in {numbers:?}")))
}

/// One extent may be -1: what is left for it.
fn reshape(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let mut wanted = numbers(call, 1, "new_shape")?.to_vec();
    if let Some(open) = wanted.iter().position(|extent| *extent == -1) {
        let rest: i64 = wanted.iter().filter(|extent| **extent != -1).product();
        wanted[open] = if rest == 0 { 0 } else { input.len() as i64 / rest };
    }
    let shape = extents(&wanted)?;
    if shape.iter().product::<usize>() != input.len() {
        return Err(Unevaluated::misfit(RESHAPED_COUNT, &[&format_args!("{:?}", shape), &input.len()]));
    }
    Ok(vec![input.reshaped(shape)])
}

/// Dimension `i` of the result is dimension `perms[i]` of the operand.
fn transpose(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let perms = extents(numbers(call, 1, "perms")?)?;
    let mut sorted = perms.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..input.rank()) {
        return Err(Unevaluated::new(format!("has {perms:?}, which is no permutation of the dimensions")));
    }
    let own = strides(&input.shape);
    let shape: Vec<usize> = perms.iter().map(|&i| input.shape[i]).collect();
    let steps: Vec<usize> = perms.iter().map(|&i| own[i]).collect();
    let order = places(&shape, &steps, 0);
    Ok(vec![input.gathered(shape, order.into_iter())])
}

fn tile(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let multiples = extents(numbers(call, 1, "multiples")?)?;
    of_rank(input, multiples.len())?;
    // Each dimension counts twice: which tile, at no distance, and where in it.
    let split: Vec<usize> =
        input.shape.iter().zip(&multiples).flat_map(|(&extent, &times)| [times, extent]).collect();
    count(split.iter().copied())?;
    let shape: Vec<usize> = split.chunks(2).map(|dimension| dimension[0] * dimension[1]).collect();
    let own = strides(&input.shape);
    let steps: Vec<usize> = own.iter().flat_map(|&step| [0, step]).collect();
    Ok(vec![input.gathered(shape, places(&split, &steps, 0).into_iter())])
}

/// `padding` has how many to add before and after, for each dimension.
fn pad(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, constant) = (call.operand(0)?, call.operand(2)?);
    let padding = extents(call.operand(1)?.as_ints()?)?;
    of_rank(input, padding.len() / 2)?;
    if constant.len() != 1 {
        return Err(Unevaluated::new("pads with more than one number"));
    }
    let padded = |(extent, ends): (&usize, &[usize])| ends[0].saturating_add(*extent).saturating_add(ends[1]);
    let shape: Vec<usize> = input.shape.iter().zip(padding.chunks(2)).map(padded).collect();
    let count = count(shape.iter().copied())?;
    let outer = strides(&shape);
    let first = padding.chunks(2).zip(&outer).map(|(ends, step)| ends[0] * step).sum();
    let mut order = vec![(1, 0); count];
    for (place, outside) in places(&input.shape, &outer, first).into_iter().enumerate() {
        order[outside] = (0, place);
    }
    Ok(vec![Tensor::picked(&[input, constant], shape, order.into_iter())?])
}

/// A size of -1 reaches to the end.
fn slice(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let start = extents(numbers(call, 1, "start")?)?;
    let mut sizes = numbers(call, 2, "size")?.to_vec();
    of_rank(input, start.len())?;
    of_rank(input, sizes.len())?;
    for (i, size) in sizes.iter_mut().enumerate().filter(|(_, size)| **size == -1) {
        *size = input.shape[i] as i64 - start[i] as i64;
    }
    let shape = extents(&sizes)?;
    if (0..shape.len()).any(|i| start[i].saturating_add(shape[i]) > input.shape[i]) {
        call.notes.undefined(TOSA_SLICE_END);
        return Err(Unevaluated::misfit(
            TOSA_SLICE_SHAPE,
            &[&format_args!("{:?}", shape), &format_args!("{:?}", start), &format_args!("{:?}", input.shape)],
        ));
    }
    let own = strides(&input.shape);
    let first = start.iter().zip(&own).map(|(start, step)| start * step).sum();
    let order = places(&shape, &own, first);
    Ok(vec![input.gathered(shape, order.into_iter())])
}

fn concat(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let first = call.operand(0)?;
    let axis = axis_of(call, first)?;
    let fits = |other: &&Tensor| {
        let alike = |i: usize| i == axis || other.shape[i] == first.shape[i];
        other.rank() == first.rank() && (0..first.rank()).all(alike)
    };
    if !call.operands.iter().all(fits) {
        return Err(Unevaluated::misfit(TOSA_CONCAT_SHAPES, &[]));
    }
    let mut shape = first.shape.clone();
    shape[axis] = call.operands.iter().map(|tensor| tensor.shape[axis]).sum();
    let outer: usize = shape[..axis].iter().product();
    let pieces: Vec<usize> = call.operands.iter().map(|tensor| tensor.len() / outer.max(1)).collect();
    // A piece of each operand in turn, `outer` times.
    let order = (0..outer).flat_map(|i| {
        pieces
            .iter()
            .enumerate()
            .flat_map(move |(part, &piece)| (i * piece..(i + 1) * piece).map(move |place| (part, place)))
    });
    Ok(vec![Tensor::picked(call.operands, shape, order)?])
}

fn reverse(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let axis = axis_of(call, input)?;
    let mut steps = strides(&input.shape);
    let first = steps[axis] * input.shape[axis].saturating_sub(1);
    steps[axis] = steps[axis].wrapping_neg();
    let order = places(&input.shape, &steps, first);
    Ok(vec![input.gathered(input.shape.clone(), order.into_iter())])
}

fn of_rank(input: &Tensor, rank: usize) -> Result<(), Unevaluated> {
    if input.rank() == rank {
        return Ok(());
    }
    Err(Unevaluated::new(format!("has numbers for {rank} dimensions of a tensor of rank {}", input.rank())))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::{Attribute, attributes};
    use crate::observe::Element;

    fn input() -> Tensor {
        Tensor::ints(Element::I8, &[2, 3], vec![1, 2, 3, 4, 5, 6])
    }

    fn done(name: &str, operands: &[&Tensor], named: &[(&'static str, Attribute)]) -> Tensor {
        run(name, operands, attributes(named.iter().cloned()), Element::I8).0
    }

    fn is(tensor: &Tensor, shape: &[usize], values: &[i64]) {
        assert_eq!(*tensor, Tensor::ints(Element::I8, shape, values.to_vec()));
    }

    #[test]
    fn elements_find_their_places() {
        let shape = |values: &[i64]| ints(Element::Index, values);
        let axis = |axis| [("axis", Attribute::of_int(Element::I32, axis))];
        is(&done("tosa.reshape", &[&input(), &shape(&[3, -1])], &[]), &[3, 2], &[1, 2, 3, 4, 5, 6]);
        let swapped =
            done("tosa.transpose", &[&input()], &[("perms", Attribute::array(Element::I32, vec![1, 0]))]);
        is(&swapped, &[3, 2], &[1, 4, 2, 5, 3, 6]);
        is(&done("tosa.reverse", &[&input()], &axis(1)), &[2, 3], &[3, 2, 1, 6, 5, 4]);
        is(&done("tosa.reverse", &[&input()], &axis(0)), &[2, 3], &[4, 5, 6, 1, 2, 3]);
        let cut = done("tosa.slice", &[&input(), &shape(&[0, 1]), &shape(&[2, 1])], &[]);
        is(&cut, &[2, 1], &[2, 5]);
        let tiled = done("tosa.tile", &[&cut, &shape(&[1, 2])], &[]);
        is(&tiled, &[2, 2], &[2, 2, 5, 5]);
        is(&done("tosa.tile", &[&cut, &shape(&[2, 1])], &[]), &[4, 1], &[2, 5, 2, 5]);
        is(&done("tosa.concat", &[&cut, &input()], &axis(1)), &[2, 4], &[2, 1, 2, 3, 5, 4, 5, 6]);
        is(
            &done("tosa.concat", &[&input(), &input()], &axis(0)),
            &[4, 3],
            &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6],
        );
        let padded = done("tosa.pad", &[&cut, &shape(&[1, 0, 0, 2]), &ints(Element::I8, &[9])], &[]);
        is(&padded, &[3, 3], &[9, 9, 9, 2, 9, 9, 5, 9, 9]);
    }

    #[test]
    fn nothing_stays_nothing() {
        let none = Tensor::ints(Element::I8, &[0, 2], vec![]);
        is(&done("tosa.reverse", &[&none], &[("axis", Attribute::of_int(Element::I32, 0))]), &[0, 2], &[]);
        is(
            &done("tosa.concat", &[&none, &none], &[("axis", Attribute::of_int(Element::I32, 1))]),
            &[0, 4],
            &[],
        );
    }
}
