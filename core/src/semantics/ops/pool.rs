//! Pooling: the greatest or the mean of each window (TOSA sections AVG_POOL2D and MAX_POOL2D, and their adaptive forms).

use super::binary::{fitted, nan_aware};
use super::cast::narrowed;
use super::conv::accumulator;
use super::rescale::{Rounding, reciprocal_scale, scaled};
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::accumulate::Sum;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{LooksPerElement, rule};
use crate::semantics::tensor::{format_of, limits, signed, wrapped};
use crate::semantics::{Asked as _, Data, Float, Format, Tensor, Unevaluated, arithmetic};

const TOSA_POOL_PADDING: Rule = Rule::new("tosa_pool_padding", "{}: a window of padding alone");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.avg_pool2d", |call| mean(call, None))
        .looks(LooksPerElement::Plane)
        .extents(OpenExtents::Batches),
    rule("tosa.avg_pool2d_adaptive", |call| mean(call, Some(3))).looks(LooksPerElement::Plane),
    rule("tosa.max_pool2d", |call| greatest(call, None))
        .looks(LooksPerElement::Plane)
        .extents(OpenExtents::Batches),
    rule("tosa.max_pool2d_adaptive", |call| greatest(call, Some(1))).looks(LooksPerElement::Plane),
];

/// For each element of the result, the places in the input that its window covers; the shape of the result.
///
/// Kernel, stride and pad are attributes, or the operands from `first` on.
fn windows(
    call: &Application<'_>,
    input: &Tensor,
    first: Option<usize>,
) -> Result<(Vec<usize>, Vec<Vec<usize>>), Unevaluated> {
    let setting = |name: &str, place: usize| match first {
        Some(first) => call.operand(first + place)?.as_ints(),
        None => call.attributes.ints(name),
    };
    let (kernel, stride, pad) = (setting("kernel", 0)?, setting("stride", 1)?, setting("pad", 2)?);
    let (&[n, h, w, c], &[kh, kw], &[sy, sx], &[top, bottom, left, right]) =
        (&input.shape[..], kernel, stride, pad)
    else {
        return Err(Unevaluated::new("has an input, kernel, stride or pad of the wrong rank"));
    };
    let extent = |size: usize, kernel: i64, stride: i64, pad: i64| {
        ((size as i64 + pad - kernel).div_euclid(stride.max(1)) + 1).max(0) as usize
    };
    let shape = vec![n, extent(h, kh, sy, top + bottom), extent(w, kw, sx, left + right), c];
    // The positions a window covers in one dimension.
    let covered = |at: usize, kernel: i64, stride: i64, before: i64, size: usize| {
        let first = at as i64 * stride - before;
        (first.max(0)..(first + kernel).min(size as i64)).map(|position| position as usize)
    };
    let places = (0..shape.iter().product()).map(|place: usize| {
        let (channel, x, y) = (place % c, place / c % shape[2], place / (c * shape[2]) % shape[1]);
        let batch = place / (c * shape[2] * shape[1]);
        let rows = covered(y, kh, sy, top, h);
        rows.flat_map(|y| covered(x, kw, sx, left, w).map(move |x| ((batch * h + y) * w + x) * c + channel))
            .collect()
    });
    let places = places.collect();
    Ok((shape, places))
}

fn greatest(call: &mut Application<'_>, first: Option<usize>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    let (shape, windows) = windows(call, input, first)?;
    if windows.iter().any(Vec::is_empty) {
        call.notes.undefined(TOSA_POOL_PADDING);
    }
    if !element.is_float() {
        let values = input.as_ints()?;
        let most = |places: &Vec<usize>| {
            let most = places.iter().map(|&place| signed(element, values[place])).max();
            signed(element, most.unwrap_or(limits(element).0))
        };
        return Ok(vec![Tensor { shape, element, data: Data::Ints(windows.iter().map(most).collect()) }]);
    }
    let (values, format) = (input.as_floats()?, input.format()?);
    let ignore = call.attributes.says("nan_mode", "IGNORE");
    let most = |places: &Vec<usize>| {
        let values = places.iter().map(|&place| values[place]);
        values.reduce(|a, b| nan_aware(a, b, ignore, arithmetic::max)).unwrap_or(Float::NAN).flushed(format)
    };
    Ok(vec![Tensor { shape, element, data: Data::Floats(windows.iter().map(most).collect()) }])
}

/// The sum divided by how many there are, padding not counted; integers by multiplication with a rounded reciprocal.
fn mean(call: &mut Application<'_>, first: Option<usize>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    let (shape, windows) = windows(call, input, first)?;
    if windows.iter().any(Vec::is_empty) {
        call.notes.undefined(TOSA_POOL_PADDING);
    }
    let accumulator = accumulator(call, element)?;
    if let Some(format) = Format::of(element) {
        let (added_in, values) = (format_of(accumulator)?, input.as_floats()?);
        let mean = |places: &Vec<usize>| {
            let mut sum = Sum::new(added_in);
            places.iter().for_each(|&place| sum.add(narrowed(added_in, values[place])));
            let count = Float::exact(added_in.round(places.len() as f64));
            narrowed(format, arithmetic::div(added_in, sum.finish(added_in), count))
        };
        return Ok(vec![Tensor { shape, element, data: Data::Floats(windows.iter().map(mean).collect()) }]);
    }
    let values = input.as_ints()?;
    let [zero_in, zero_out] = call.zero_points(1)?.map(|zero| i128::from(signed(element, zero)));
    let (least, most) = limits(element);
    let notes = &mut *call.notes;
    let mean = |places: &Vec<usize>| {
        let number = |&place: &usize| i128::from(signed(element, values[place])) - zero_in;
        let sum = fitted(accumulator, places.iter().map(number).sum(), notes);
        let (multiplier, shift) = reciprocal_scale(places.len().max(1));
        let mean = scaled(Element::I32, [sum, multiplier, shift], Rounding::Single, notes);
        let mean = (i128::from(mean) + zero_out).clamp(least.into(), most.into());
        wrapped(element, mean)
    };
    Ok(vec![Tensor { shape, element, data: Data::Ints(windows.iter().map(mean).collect()) }])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::{Attribute, Attributes, Type, attributes};

    fn settings(
        kernel: [i64; 2],
        stride: [i64; 2],
        pad: [i64; 4],
        last: (&'static str, Attribute),
    ) -> Attributes {
        let lists = [("kernel", kernel.to_vec()), ("stride", stride.to_vec()), ("pad", pad.to_vec())];
        let lists = lists.into_iter().map(|(name, values)| (name, Attribute::array(Element::I64, values)));
        attributes(lists.chain([last]))
    }

    fn row(values: &[f64]) -> Tensor {
        let values: Vec<Float> = values.iter().map(|v| Float::exact(*v)).collect();
        Tensor::floats(Element::F32, &[1, 1, values.len(), 1], values)
    }

    #[test]
    fn padding_does_not_count() {
        let input = Tensor::ints(Element::I8, &[1, 1, 3, 1], vec![1, 2, 4]);
        let (zero, ten) = (ints(Element::I8, &[0]), ints(Element::I8, &[10]));
        let windows = settings(
            [1, 3],
            [1, 1],
            [0, 0, 1, 1],
            ("acc_type", Attribute::Type(Type::of(Element::I32).into())),
        );
        // 3/2, 7/3 and 6/2; a half goes up.
        let (mean, notes) = run("tosa.avg_pool2d", &[&input, &zero, &zero], windows, Element::I8);
        assert_eq!(mean, Tensor::ints(Element::I8, &[1, 1, 3, 1], vec![2, 2, 3]));
        assert!(notes.is_empty());
        // -17/2, -23/3, -14/2, and 10 more; the factor is a little more than a half, so that the tie of a negative sum goes down.
        let windows = settings(
            [1, 3],
            [1, 1],
            [0, 0, 1, 1],
            ("acc_type", Attribute::Type(Type::of(Element::I32).into())),
        );
        let (mean, _) = run("tosa.avg_pool2d", &[&input, &ten, &ten], windows, Element::I8);
        assert_eq!(mean.data, Data::Ints(vec![1, 2, 3]));
        // -128 and -128 less 127: -255, which saturates.
        let input = Tensor::ints(Element::I8, &[1, 1, 2, 1], vec![-128, -128]);
        let most = ints(Element::I8, &[127]);
        let windows =
            settings([1, 2], [1, 1], [0; 4], ("acc_type", Attribute::Type(Type::of(Element::I32).into())));
        let (mean, _) = run("tosa.avg_pool2d", &[&input, &most, &zero], windows, Element::I8);
        assert_eq!(mean.data, Data::Ints(vec![-128]));
    }

    #[test]
    fn means_of_floats_are_rounded_quotients() {
        let zero = super::super::tests::floats(Element::F32, &[0.0]);
        let windows =
            settings([1, 3], [1, 1], [0; 4], ("acc_type", Attribute::Type(Type::of(Element::F32).into())));
        let (mean, _) =
            run("tosa.avg_pool2d", &[&row(&[1.0, 2.0, -2.0]), &zero, &zero], windows, Element::F32);
        assert_eq!(mean.as_floats().unwrap(), [Float::exact(f64::from(1.0f32 / 3.0))]);
    }

    #[test]
    fn nan_wins_in_its_windows_or_is_ignored() {
        let input = row(&[f64::NAN, f64::NAN, 1.0, f64::NEG_INFINITY, f64::NEG_INFINITY]);
        let greatest = |mode: &str| {
            let windows = settings([1, 2], [1, 1], [0; 4], ("nan_mode", Attribute::Other(mode.into())));
            run("tosa.max_pool2d", &[&input], windows, Element::F32).0.as_floats().unwrap().to_vec()
        };
        let all = greatest("PROPAGATE");
        assert!(all[0].is_nan() && all[1].is_nan());
        assert_eq!(all[2..], [Float::exact(1.0), Float::exact(f64::NEG_INFINITY)]);
        let all = greatest("IGNORE");
        assert!(all[0].is_nan(), "there is nothing else");
        assert_eq!(all[1..], [1.0, 1.0, f64::NEG_INFINITY].map(Float::exact));
    }

    #[test]
    fn settings_may_be_operands() {
        let input = Tensor::ints(Element::I8, &[1, 1, 3, 1], vec![-5, 7, 3]);
        let [kernel, stride, pad] =
            [&[1, 2][..], &[1, 1], &[0, 0, 1, 1]].map(|all| ints(Element::Index, all));
        let operands = [&input, &kernel, &stride, &pad];
        let (most, _) = run("tosa.max_pool2d_adaptive", &operands, Attributes::default(), Element::I8);
        assert_eq!(most, Tensor::ints(Element::I8, &[1, 1, 4, 1], vec![-5, 7, 7, 3]));
    }
}
