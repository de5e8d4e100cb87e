//! Convolutions, which are sums of products over a window (TOSA sections CONV2D, CONV3D, DEPTHWISE_CONV2D and TRANSPOSE_CONV2D).

use super::binary::fitted;
use super::cast::{converted, narrowed};
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::accumulate::Sum;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{LooksPerElement, rule};
use crate::semantics::tensor::{format_of, signed};
use crate::semantics::{Asked as _, Data, Float, Format, Tensor, Unevaluated, arithmetic};

const TOSA_BIAS_CHANNELS: Rule = Rule::new("tosa_bias_channels", "{} adds a bias of {} to {} channels");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.conv2d", |call| convolution(call, ConvolutionKind::Plain))
        .looks(LooksPerElement::Window)
        .extents(OpenExtents::Batches),
    rule("tosa.conv3d", |call| convolution(call, ConvolutionKind::Plain))
        .looks(LooksPerElement::Window)
        .extents(OpenExtents::Batches),
    rule("tosa.depthwise_conv2d", |call| convolution(call, ConvolutionKind::Depthwise))
        .looks(LooksPerElement::Window)
        .extents(OpenExtents::Batches),
    rule("tosa.transpose_conv2d", |call| convolution(call, ConvolutionKind::Transposed))
        .looks(LooksPerElement::Window)
        .extents(OpenExtents::Batches),
];

#[derive(Clone, Copy, PartialEq)]
enum ConvolutionKind {
    Plain,
    Depthwise,
    Transposed,
}

fn convolution(call: &mut Application<'_>, kind: ConvolutionKind) -> Result<Vec<Tensor>, Unevaluated> {
    let (bias, element) = (call.operand(2)?, call.element(0)?);
    let input = &*converted(call.operand(0)?, element, call.notes);
    let weight = &*converted(call.operand(1)?, element, call.notes);
    let window = Window::of(call, kind, input, weight)?;
    let channels = window.output[4];
    if bias.len() != channels && bias.len() != 1 {
        return Err(Unevaluated::misfit(TOSA_BIAS_CHANNELS, &[&bias.len(), &channels]));
    }
    let of_channel = |channel: usize| if bias.len() == 1 { 0 } else { channel };
    let accumulator = accumulator(call, element)?;
    let data = if let Some(format) = Format::of(element) {
        let added_in = format_of(accumulator)?;
        // Once, and not in every window.
        let to_added = |values: &[Float]| -> Vec<Float> {
            values.iter().map(|value| narrowed(added_in, *value)).collect()
        };
        let (x, w, b) = (to_added(input.as_floats()?), to_added(weight.as_floats()?), bias.as_floats()?);
        // MLIR spreads the input with zeros between, which it multiplies as well.
        let spread = kind == ConvolutionKind::Transposed
            && window.strided
            && x.iter().chain(&w).any(|float| !float.value.is_finite() || float.is_unknown());
        let value = |at: [usize; 5]| {
            let sum = float_at(window.terms(at), [&x, &w], b[of_channel(at[4])], added_in, format);
            if spread { Float::unknown(sum.value) } else { sum }
        };
        Data::Floats(window.places().map(value).collect())
    } else {
        let (x, w, b) = (input.as_ints()?, weight.as_ints()?, bias.as_ints()?);
        let zeros = call.zero_points(3)?;
        let [from_x, from_w] = [(input.element, zeros[0]), (weight.element, zeros[1])];
        let notes = &mut *call.notes;
        let value = |at: [usize; 5]| {
            let products = window.terms(at).filter_map(|(place, tap)| {
                place.map(|place| number(from_x, x[place]) * number(from_w, w[tap]))
            });
            let sum = fitted(accumulator, products.sum(), notes);
            fitted(element, i128::from(sum) + i128::from(signed(bias.element, b[of_channel(at[4])])), notes)
        };
        Data::Ints(window.places().map(value).collect())
    };
    Ok(vec![Tensor { shape: window.result_shape(input.rank()), element, data }])
}

/// The number without its zero point.
fn number((element, zero): (Element, i64), value: i64) -> i128 {
    i128::from(signed(element, value)) - i128::from(signed(element, zero))
}

/// The type sums are computed in: `acc_type`, or else the result's.
///
/// # Errors
/// It is one that lowdiff does not know, or of another kind than the result.
pub fn accumulator(call: &Application<'_>, otherwise: Element) -> Result<Element, Unevaluated> {
    let Some(named) = call.attributes.element("acc_type") else { return Ok(otherwise) };
    let named = named
        .map_err(|name| Unevaluated::new(format!("accumulates in {name}, which lowdiff does not know")))?;
    if named.is_float() != otherwise.is_float() {
        return Err(Unevaluated::new(format!("accumulates {otherwise} in {named}")));
    }
    Ok(named)
}

/// One element of the result. TOSA adds the bias to the sum as it was rounded to the result's type, and MLIR before.
fn float_at(
    terms: impl Iterator<Item = (Option<usize>, usize)>,
    [x, w]: [&[Float]; 2],
    bias: Float,
    added_in: Format,
    format: Format,
) -> Float {
    let mut sum = Sum::new(added_in);
    let mut padded_infinity = false;
    for (place, tap) in terms {
        let weight = w[tap];
        match place {
            Some(place) => sum.add_product(x[place], weight),
            // A lowering may multiply the zeros outside of the input, too.
            None => padded_infinity |= !weight.value.is_finite() || weight.is_unknown(),
        }
    }
    let alone = sum.finish(format);
    sum.add(narrowed(added_in, bias));
    let first = sum.finish(format);
    if padded_infinity && !first.is_nan() {
        return Float::unknown(first.value);
    }
    if added_in == format { first } else { first.or(arithmetic::add(format, alone, narrowed(format, bias))) }
}

/// Which elements of the input and of the weights meet in each element of the result. Two dimensions are three of which the first is one.
struct Window {
    kind: ConvolutionKind,
    /// Batch, depth, height, width, channels.
    input: [usize; 5],
    /// Depth, height, width.
    kernel: [usize; 3],
    output: [usize; 5],
    /// For each dimension, output position and tap, the position in the input; none outside of it.
    taps: [Vec<Vec<Option<usize>>>; 3],
    /// True if a stride is more than one.
    strided: bool,
}

impl Window {
    fn of(
        call: &Application<'_>,
        kind: ConvolutionKind,
        input: &Tensor,
        weight: &Tensor,
    ) -> Result<Window, Unevaluated> {
        let shape = padded(&input.shape)?;
        let (kernel, channels) = match (kind, &weight.shape[..]) {
            (ConvolutionKind::Depthwise, &[h, w, c, m]) if c == shape[4] => ([1, h, w], c * m),
            (ConvolutionKind::Plain | ConvolutionKind::Transposed, &[o, h, w, c]) if c == shape[4] => {
                ([1, h, w], o)
            }
            (ConvolutionKind::Plain, &[o, d, h, w, c]) if c == shape[4] => ([d, h, w], o),
            _ => {
                let message = format!("folds shapes {:?} and {:?}", input.shape, weight.shape);
                return Err(Unevaluated::new(message));
            }
        };
        let spatial = input.rank() - 2;
        let attribute = |name: &str, otherwise: i64| -> Result<Vec<i64>, Unevaluated> {
            let given = call.attributes.ints(name)?;
            let missing = (given.len() / spatial) * (3 - spatial);
            Ok(std::iter::repeat_n(otherwise, missing).chain(given.iter().copied()).collect())
        };
        let pad = attribute(if kind == ConvolutionKind::Transposed { "out_pad" } else { "pad" }, 0)?;
        let stride = attribute("stride", 1)?;
        let dilation =
            if kind == ConvolutionKind::Transposed { vec![1; 3] } else { attribute("dilation", 1)? };
        let (&[_, _, _, _, _, _], &[_, _, _], &[_, _, _]) = (&pad[..], &stride[..], &dilation[..]) else {
            return Err(Unevaluated::new("has a pad, stride or dilation of the wrong length"));
        };
        let (mut output, mut taps) = ([shape[0], 0, 0, 0, channels], [const { Vec::new() }; 3]);
        for i in 0..3 {
            let (extent, reach) = (shape[i + 1] as i64, kernel[i] as i64);
            let padding = pad[2 * i] + pad[2 * i + 1];
            let extent_out = if kind == ConvolutionKind::Transposed {
                (extent - 1) * stride[i] + padding + reach
            } else {
                (extent - 1 + padding - (reach - 1) * dilation[i]).div_euclid(stride[i].max(1)) + 1
            };
            output[i + 1] = extent_out.max(0) as usize;
            let position = |at: i64, tap: i64| {
                let found = if kind == ConvolutionKind::Transposed {
                    let spread = at - pad[2 * i] - tap;
                    if spread.rem_euclid(stride[i].max(1)) == 0 {
                        spread.div_euclid(stride[i].max(1))
                    } else {
                        -1
                    }
                } else {
                    at * stride[i] - pad[2 * i] + tap * dilation[i]
                };
                (0..extent).contains(&found).then_some(found as usize)
            };
            let of_taps = |at| (0..reach).map(|tap| position(at, tap)).collect();
            taps[i] = (0..extent_out).map(of_taps).collect();
        }
        Ok(Window {
            strided: stride.iter().any(|stride| *stride > 1),
            kind,
            input: shape,
            kernel,
            output,
            taps,
        })
    }

    /// Every index of the result, in order.
    fn places(&self) -> impl Iterator<Item = [usize; 5]> {
        let extents = self.output;
        (0..extents.iter().product()).map(move |mut place| {
            let mut at = [0; 5];
            for (i, extent) in extents.iter().enumerate().rev() {
                (at[i], place) = (place % extent, place / extent);
            }
            at
        })
    }

    /// The places in the input, none outside of it, and in the weights that meet at an index of the result.
    fn terms(&self, [n, z, y, x, channel]: [usize; 5]) -> impl Iterator<Item = (Option<usize>, usize)> + '_ {
        let ([_, depth, height, width, all], [kd, kh, kw]) = (self.input, self.kernel);
        let depthwise = self.kind == ConvolutionKind::Depthwise;
        let multiplier = if depthwise { self.output[4] / all } else { 1 };
        let channels = if depthwise { channel / multiplier..channel / multiplier + 1 } else { 0..all };
        let [planes, rows, columns] = [&self.taps[0][z], &self.taps[1][y], &self.taps[2][x]];
        let taps = (0..kd).flat_map(move |i| (0..kh).flat_map(move |j| (0..kw).map(move |k| [i, j, k])));
        taps.enumerate().flat_map(move |(tap, [i, j, k])| {
            let place = match (planes[i], rows[j], columns[k]) {
                (Some(z), Some(y), Some(x)) => Some(((n * depth + z) * height + y) * width + x),
                _ => None,
            };
            channels.clone().map(move |c| {
                let weight = if depthwise {
                    (tap * all + c) * multiplier + channel % multiplier
                } else {
                    (channel * kd * kh * kw + tap) * all + c
                };
                (place.map(|place| place * all + c), weight)
            })
        })
    }

    fn result_shape(&self, rank: usize) -> Vec<usize> {
        let mut shape = self.output.to_vec();
        if rank == 4 {
            shape.remove(1);
        }
        shape
    }
}

/// Batch, depth, height, width and channels, of which depth may be missing.
fn padded(shape: &[usize]) -> Result<[usize; 5], Unevaluated> {
    match *shape {
        [n, h, w, c] => Ok([n, 1, h, w, c]),
        [n, d, h, w, c] => Ok([n, d, h, w, c]),
        _ => Err(Unevaluated::new(format!("has an input of shape {shape:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::{self, Attribute, Attributes, attributes};

    fn settings_of(sum: Element, lists: &[(&'static str, &[i64])]) -> Attributes {
        let list = |(name, values): &(&'static str, &[i64])| {
            (*name, Attribute::array(Element::I64, values.to_vec()))
        };
        let mut all: Vec<_> = lists.iter().map(list).collect();
        all.push(("acc_type", Attribute::Type(ir::Type::of(sum).into())));
        attributes(all)
    }

    #[test]
    fn windows_are_strided_dilated_and_padded() {
        let input = Tensor::ints(Element::I8, &[1, 1, 5, 1], vec![1, 2, 3, 4, 5]);
        let weight = Tensor::ints(Element::I8, &[1, 1, 2, 1], vec![10, 1]);
        let (bias, zero) = (ints(Element::I32, &[100]), ints(Element::I8, &[0]));
        let settings: [(&str, &[i64]); 3] =
            [("pad", &[0, 0, 1, 0]), ("stride", &[1, 2]), ("dilation", &[1, 3])];
        let operands = [&input, &weight, &bias, &zero, &zero];
        // Taps at -1 and 2, then at 1 and 4.
        let (result, notes) =
            run("tosa.conv2d", &operands, settings_of(Element::I32, &settings), Element::I32);
        assert_eq!(result, Tensor::ints(Element::I32, &[1, 1, 2, 1], vec![103, 125]));
        assert!(notes.is_empty());
        // Padding stays nothing whatever the zero points are: (3 - 1) * (1 - 2), and (2 - 1) * (10 - 2) + (5 - 1) * (1 - 2).
        let (one, two) = (ints(Element::I8, &[1]), ints(Element::I8, &[2]));
        let operands = [&input, &weight, &bias, &one, &two];
        let (result, _) = run("tosa.conv2d", &operands, settings_of(Element::I32, &settings), Element::I32);
        assert_eq!(result.data, Data::Ints(vec![98, 104]));
    }

    #[test]
    fn depth_is_a_dimension_like_the_others() {
        let input = Tensor::ints(Element::I8, &[1, 3, 1, 1, 1], vec![1, 2, 4]);
        let weight = Tensor::ints(Element::I8, &[2, 2, 1, 1, 1], vec![1, 1, 1, -1]);
        let (bias, zero) = (ints(Element::I32, &[0, 1]), ints(Element::I8, &[0]));
        let settings: [(&str, &[i64]); 3] =
            [("pad", &[0, 0, 0, 0, 0, 0]), ("stride", &[1, 1, 1]), ("dilation", &[1, 1, 1])];
        let operands = [&input, &weight, &bias, &zero, &zero];
        let (result, _) = run("tosa.conv3d", &operands, settings_of(Element::I32, &settings), Element::I32);
        assert_eq!(result, Tensor::ints(Element::I32, &[1, 2, 1, 1, 2], vec![3, 0, 6, -1]));
    }

    #[test]
    fn depthwise_channels_do_not_mix() {
        let input = Tensor::ints(Element::I8, &[1, 1, 2, 2], vec![1, 10, 2, 20]);
        let weight = Tensor::ints(Element::I8, &[1, 2, 2, 2], vec![1, -1, 1, 0, 3, 1, 2, 5]);
        let (bias, zero) = (ints(Element::I32, &[0]), ints(Element::I8, &[0]));
        let settings: [(&str, &[i64]); 3] = [("pad", &[0; 4]), ("stride", &[1, 1]), ("dilation", &[1, 1])];
        let operands = [&input, &weight, &bias, &zero, &zero];
        let (result, _) =
            run("tosa.depthwise_conv2d", &operands, settings_of(Element::I32, &settings), Element::I32);
        // 1*1 + 2*3, -1*1 + 2*1, 10*1 + 20*2, 10*0 + 20*5.
        assert_eq!(result, Tensor::ints(Element::I32, &[1, 1, 1, 4], vec![7, 1, 50, 100]));
    }

    #[test]
    fn transposed_windows_overlap() {
        let input = Tensor::ints(Element::I8, &[1, 1, 2, 1], vec![1, 2]);
        let weight = Tensor::ints(Element::I8, &[1, 1, 3, 1], vec![1, 10, 100]);
        let (bias, zero) = (ints(Element::I32, &[0]), ints(Element::I8, &[0]));
        let operands = [&input, &weight, &bias, &zero, &zero];
        let settings: [(&str, &[i64]); 2] = [("out_pad", &[0, 0, 0, 0]), ("stride", &[1, 2])];
        let (result, _) =
            run("tosa.transpose_conv2d", &operands, settings_of(Element::I32, &settings), Element::I32);
        assert_eq!(result, Tensor::ints(Element::I32, &[1, 1, 5, 1], vec![1, 10, 102, 20, 200]));
        let settings: [(&str, &[i64]); 2] = [("out_pad", &[0, 0, -1, 1]), ("stride", &[1, 2])];
        let (result, _) =
            run("tosa.transpose_conv2d", &operands, settings_of(Element::I32, &settings), Element::I32);
        assert_eq!(result.data, Data::Ints(vec![10, 102, 20, 200, 0]));
    }

    #[test]
    fn the_bias_is_added_before_or_after_the_sum_is_rounded() {
        let one = |value: f64| Tensor::floats(Element::F16, &[1, 1, 1, 1], vec![Float::exact(value)]);
        let (bias, zero) = (floats(Element::F16, &[2048.0]), floats(Element::F16, &[0.0]));
        let settings: [(&str, &[i64]); 3] = [("pad", &[0; 4]), ("stride", &[1, 1]), ("dilation", &[1, 1])];
        let (x, w) = (one(1.0009765625), one(1.0009765625));
        let operands = [&x, &w, &bias, &zero, &zero];
        // 2048 + 1.00195 rounds to 2050; 1.00195 in half precision is just above the tie, too.
        let (result, _) = run("tosa.conv2d", &operands, settings_of(Element::F32, &settings), Element::F16);
        assert_eq!(result.as_floats().unwrap(), [Float::exact(2050.0)]);
        // 1 + 2^-11 is the middle of two halves: as a sum of its own it becomes 1, and 2049 becomes 2048.
        let (x, w) = (one(683.0 / 1024.0), one(1.5));
        let operands = [&x, &w, &bias, &zero, &zero];
        let (result, _) = run("tosa.conv2d", &operands, settings_of(Element::F32, &settings), Element::F16);
        let result = result.as_floats().unwrap()[0];
        assert!(result.low() <= 2048.0 && result.high() >= 2050.0, "{result:?}");
    }

    #[test]
    fn zeros_between_the_input_may_be_multiplied_by_infinity() {
        let input = Tensor::floats(Element::F32, &[1, 1, 2, 1], [1.0, 2.0].map(Float::exact).to_vec());
        let weight = Tensor::floats(Element::F32, &[1, 1, 1, 1], vec![Float::exact(f64::INFINITY)]);
        let bias = Tensor::floats(Element::F32, &[1], vec![Float::exact(0.5)]);
        for (stride, known) in [([1, 1], true), ([1, 2], false)] {
            let lists: [(&str, &[i64]); 2] = [("out_pad", &[0; 4]), ("stride", &stride)];
            let operands = [&input, &weight, &bias];
            let (sum, _) =
                run("tosa.transpose_conv2d", &operands, settings_of(Element::F32, &lists), Element::F32);
            assert_eq!(sum.as_floats().unwrap().iter().all(|float| !float.is_unknown()), known);
        }
    }

    #[test]
    fn padding_may_be_multiplied_by_infinity() {
        let input = Tensor::floats(Element::F32, &[1, 1, 1, 1], vec![Float::exact(1.0)]);
        let weight =
            Tensor::floats(Element::F32, &[1, 1, 2, 1], vec![Float::exact(f64::INFINITY), Float::exact(2.0)]);
        let zero = floats(Element::F32, &[0.0]);
        let settings: [(&str, &[i64]); 3] =
            [("pad", &[0, 0, 1, 0]), ("stride", &[1, 1]), ("dilation", &[1, 1])];
        let operands = [&input, &weight, &zero, &zero, &zero];
        let (result, _) = run("tosa.conv2d", &operands, settings_of(Element::F32, &settings), Element::F32);
        assert!(result.as_floats().unwrap()[0].is_unknown());
    }
}
