//! Reductions along one axis.

use super::binary::{fitted, nan_aware};
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::accumulate::Sum;
use crate::semantics::format::exponent;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::rule;
use crate::semantics::shape::strides;
use crate::semantics::tensor::{limits, signed, wrapped};
use crate::semantics::{Asked as _, Data, Float, Format, Notes, Tensor, Unevaluated, arithmetic};

const TOSA_INTEGER_PRODUCT: Rule = Rule::new("tosa_integer_product", "{}: a product of integers");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.reduce_sum", |call| reduce(call, sum_of_ints, sum)).extents(OpenExtents::Reduced),
    rule("tosa.reduce_product", |call| reduce(call, product_of_ints, product))
        .extents(OpenExtents::Reduced)
        .earlier("tosa.reduce_prod"),
    rule("tosa.reduce_max", |call| extreme(call, i64::max, arithmetic::max, f64::NEG_INFINITY))
        .extents(OpenExtents::Reduced),
    rule("tosa.reduce_min", |call| extreme(call, i64::min, arithmetic::min, f64::INFINITY))
        .extents(OpenExtents::Reduced),
    rule("tosa.reduce_all", |call| bits(call, |a, b| a & b, true)).extents(OpenExtents::Reduced),
    rule("tosa.reduce_any", |call| bits(call, |a, b| a | b, false)).extents(OpenExtents::Reduced),
];

/// The elements of `input` along `axis` go through `visit` for each place of the rest, in order; the shape that is left.
fn along(input: &Tensor, axis: usize, mut visit: impl FnMut(&mut dyn Iterator<Item = usize>)) -> Vec<usize> {
    let mut shape = input.shape.clone();
    let (extent, step) = (shape[axis], strides(&input.shape)[axis]);
    shape[axis] = 1;
    let outer: usize = shape[..axis].iter().product();
    for block in 0..outer {
        for inner in 0..step {
            let first = block * extent * step + inner;
            visit(&mut (0..extent).map(|i| first + i * step));
        }
    }
    shape
}

/// The axis an attribute names.
///
/// # Errors
/// The operand has not so many.
pub fn axis_of(call: &Application<'_>, input: &Tensor) -> Result<usize, Unevaluated> {
    let axis = call.attributes.int("axis")?;
    let found = usize::try_from(axis).ok().filter(|axis| *axis < input.rank());
    found.ok_or_else(|| Unevaluated::new(format!("has axis {axis} of a tensor of rank {}", input.rank())))
}

fn reduce(
    call: &mut Application<'_>,
    ints: fn(Element, &mut dyn Iterator<Item = i64>, &mut Notes) -> i64,
    floats: fn(Format, &mut dyn Iterator<Item = Float>) -> Float,
) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let axis = axis_of(call, input)?;
    let element = input.element;
    let (shape, data) = match Format::of(element) {
        Some(format) => {
            let (values, mut results) = (input.as_floats()?, Vec::new());
            let shape =
                along(input, axis, |places| results.push(floats(format, &mut places.map(|p| values[p]))));
            (shape, Data::Floats(results))
        }
        None => {
            let (values, mut results) = (input.as_ints()?, Vec::new());
            let notes = &mut *call.notes;
            let shape = along(input, axis, |places| {
                results.push(ints(element, &mut places.map(|p| signed(element, values[p])), notes));
            });
            (shape, Data::Ints(results))
        }
    };
    Ok(vec![Tensor { shape, element, data }])
}

fn sum_of_ints(element: Element, values: &mut dyn Iterator<Item = i64>, notes: &mut Notes) -> i64 {
    fitted(element, values.map(i128::from).sum(), notes)
}

fn product_of_ints(element: Element, values: &mut dyn Iterator<Item = i64>, notes: &mut Notes) -> i64 {
    notes.outside(TOSA_INTEGER_PRODUCT);
    values
        .fold(1, |product, value| wrapped(element, i128::from(signed(element, product)) * i128::from(value)))
}

/// bf16 is added in single precision, the other formats in their own.
fn sum(format: Format, values: &mut dyn Iterator<Item = Float>) -> Float {
    let added_in = if format.may_flush { format.working() } else { format };
    let mut sum = Sum::new(added_in);
    values.for_each(|value| sum.add(value));
    sum.finish(format)
}

/// A product in any order. Exact where the significands multiplied need no more bits than there are.
fn product(format: Format, values: &mut dyn Iterator<Item = Float>) -> Float {
    let wide = Format { may_flush: false, ..Format::of(Element::F64).unwrap_or(format) };
    let (mut total, mut factors) = (Float::exact(1.0), 0u32);
    // The exponents of the greatest and of the smallest product of some of the factors.
    let (mut greatest, mut smallest) = (0, 0);
    let (mut bits, mut zero, mut nominal) = (0, false, 1.0);
    for value in values {
        if value.value != 0.0 && value.value.is_finite() {
            let zeros = (value.value.to_bits() | 1 << 52).trailing_zeros();
            bits += 52 - zeros.min(52) + u32::from(zeros < 52);
            greatest += (exponent(value.magnitude().min(f64::MAX)) + 1).max(0);
            smallest += exponent(value.value).min(0);
        }
        zero |= value.value == 0.0;
        nominal = format.round(nominal * value.value);
        total = arithmetic::mul(wide, total, value);
        factors += 1;
    }
    if total.is_nan() {
        return Float::NAN;
    }
    if total.value.is_infinite() && total.bound == 0.0 && !zero && smallest == 0 {
        return Float::exact(total.value);
    }
    if factors > 1 && greatest > exponent(format.largest) {
        // Some order overflows; without factors below one, all do if the result does, and none otherwise.
        let certain = smallest == 0 && !zero && !total.is_unknown();
        if !certain {
            return Float::unknown(nominal);
        }
    }
    if factors <= 1 || zero && total.is_exact() {
        return Float::within(format, total.value, total.low(), total.high());
    }
    let least = format.least_exponent;
    if total.bound == 0.0 && bits <= format.precision && smallest >= least {
        return Float::rounded(format, total.value);
    }
    let roundings = f64::from(factors - 1);
    let unit = format.unit_roundoff();
    let gamma = roundings * unit / (1.0 - (roundings * unit).min(0.5));
    // A partial product that underflows loses digits that the factors to come make larger.
    let grain = if format.may_flush { format.least_normal() } else { format.least() };
    let lost = if smallest >= least { 0.0 } else { roundings * grain * 2f64.powi(greatest) };
    let error = total.magnitude() * (gamma + f64::EPSILON * roundings) + lost;
    Float::within(format, total.value, total.low() - error, total.high() + error)
}

fn extreme(
    call: &mut Application<'_>,
    ints: fn(i64, i64) -> i64,
    floats: fn(Float, Float) -> Float,
    neutral: f64,
) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let axis = axis_of(call, input)?;
    let element = input.element;
    let (shape, data) = if let Some(format) = Format::of(element) {
        let ignore = call.attributes.says("nan_mode", "IGNORE");
        let (values, mut results) = (input.as_floats()?, Vec::new());
        let shape = along(input, axis, |places| {
            let most = places.map(|p| values[p]).reduce(|a, b| nan_aware(a, b, ignore, floats));
            results.push(most.unwrap_or(Float::exact(neutral)).flushed(format));
        });
        (shape, Data::Floats(results))
    } else {
        let (values, mut results) = (input.as_ints()?, Vec::new());
        let (least, most) = limits(element);
        let neutral = ints(least, most);
        let neutral = if neutral == least { most } else { least };
        let shape = along(input, axis, |places| {
            let most = places.map(|p| signed(element, values[p])).fold(neutral, ints);
            results.push(signed(element, most));
        });
        (shape, Data::Ints(results))
    };
    Ok(vec![Tensor { shape, element, data }])
}

fn bits(
    call: &mut Application<'_>,
    function: fn(i64, i64) -> i64,
    neutral: bool,
) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let axis = axis_of(call, input)?;
    let (values, mut results) = (input.as_ints()?, Vec::new());
    let neutral = match (neutral, input.element) {
        (true, Element::I1) => 1,
        (true, element) => wrapped(element, -1),
        (false, _) => 0,
    };
    let shape = along(input, axis, |places| results.push(places.map(|p| values[p]).fold(neutral, function)));
    Ok(vec![Tensor { shape, element: input.element, data: Data::Ints(results) }])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::semantics::Definedness::OutsideSpecification;

    fn settings(axis: i64, mode: &str) -> Attributes {
        let mode = ("nan_mode", Attribute::Text(mode.into()));
        attributes([("axis", Attribute::of_int(Element::I32, axis)), mode])
    }

    fn done(name: &str, input: &Tensor) -> Tensor {
        run(name, &[input], settings(0, "PROPAGATE"), input.element).0
    }

    #[test]
    fn one_axis_goes() {
        let input = Tensor::ints(Element::I32, &[2, 3], vec![1, 2, 3, 4, 5, 6]);
        let (sum, _) = run("tosa.reduce_sum", &[&input], settings(1, ""), Element::I32);
        assert_eq!(sum, Tensor::ints(Element::I32, &[2, 1], vec![6, 15]));
        assert_eq!(done("tosa.reduce_max", &input), Tensor::ints(Element::I32, &[1, 3], vec![4, 5, 6]));
        let (_, notes) = run("tosa.reduce_product", &[&input], settings(0, ""), Element::I32);
        assert_eq!(notes, [OutsideSpecification]);
    }

    #[test]
    fn nan_is_found_or_passed_over() {
        let input = floats(Element::F32, &[1.0, f64::NAN, -3.0]);
        assert!(done("tosa.reduce_min", &input).as_floats().unwrap()[0].is_nan());
        let (least, _) = run("tosa.reduce_min", &[&input], settings(0, "IGNORE"), Element::F32);
        assert_eq!(least.as_floats().unwrap(), [Float::exact(-3.0)]);
        let none = floats(Element::F32, &[f64::NEG_INFINITY; 2]);
        assert_eq!(done("tosa.reduce_max", &none).as_floats().unwrap(), [Float::exact(f64::NEG_INFINITY)]);
    }

    #[test]
    fn products_in_any_order() {
        // Close to overflow each product is rounded as elsewhere.
        let near = run(
            "tosa.reduce_product",
            &[&floats(Element::F16, &[-64.0, 12.796875, 5.81640625, -1.3623046875, 1.3330078125])],
            settings(0, "PROPAGATE"),
            Element::F16,
        );
        let near = near.0.as_floats().unwrap()[0];
        assert!(near.low() <= 8640.0 && near.high() >= 8648.0 && near.bound < 40.0, "{near:?}");
        let of = |values: &[f64]| {
            done("tosa.reduce_product", &floats(Element::F32, values)).as_floats().unwrap()[0]
        };
        assert_eq!(of(&[3.0, -5.0, 0.25]), Float::exact(-3.75));
        assert_eq!(of(&[3.0, 0.0, 7.0]), Float::exact(0.0));
        assert_eq!(of(&[1e30, 1e30]), Float::exact(f64::INFINITY));
        assert!(of(&[1e30, 1e30, 1e-30]).is_unknown());
        // Though some bound on the partial products says that they could overflow.
        let near = of(&[f64::from(1.1f32), f64::from(1e19f32), f64::from(1.7e19f32)]);
        assert!(near.bound > 0.0 && near.bound < near.value * 1e-6, "{near:?}");
        let tenth = of(&[f64::from(0.1f32); 4]);
        assert!(tenth.bound > 0.0 && tenth.bound < 1e-10 && (tenth.value - 1e-4).abs() < 1e-10, "{tenth:?}");
    }

    #[test]
    fn booleans() {
        let input = ints(Element::I1, &[1, 0]);
        assert_eq!(done("tosa.reduce_all", &input).data, Data::Ints(vec![0]));
        assert_eq!(done("tosa.reduce_any", &input).data, Data::Ints(vec![1]));
    }
}
