//! Convolutions, TOSA 1.0 section 2.1.

use super::rules::zero_point;
use crate::ir::{self, Attribute, Type};
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Window,
        weight,
        since: 22,
        takes: &[Element::I8, Element::F32, Element::I16, Element::F16, Element::Bf16],
        makes: ResultTypes::of(|from, to| result_of(from) == to),
        draw: |builder, row| draw_filters(builder, row, 2),
    }
}

/// The rows. Zero points are subtracted before the products, and padding is worth a zero point.
pub const ROWS: &[GeneratorRow] = &[
    row(165, "conv2d", 5),
    GeneratorRow { draw: |builder, row| draw_filters(builder, row, 3), ..row(170, "conv3d", 2) },
    GeneratorRow { draw: draw_depthwise, ..row(172, "depthwise_conv2d", 4) },
    GeneratorRow { draw: draw_transposed, ..row(176, "transpose_conv2d", 3) },
];

/// One dimension of what slides over it.
pub struct Slide {
    /// Extent of the window.
    pub kernel: usize,
    /// Padding before and after.
    pub pad: [i64; 2],
    /// From one position to the next.
    pub stride: i64,
    /// From one element of the window to the next.
    pub dilation: i64,
}

impl Slide {
    /// A window over `size` elements that divides into whole strides, as the specification asks.
    pub fn drawn(builder: &mut Builder, size: usize, dilated: bool) -> Option<Slide> {
        let bits = builder.choices.byte();
        let kernel = [1, 2, 3, 1][usize::from(bits & 3)];
        let dilation = if dilated { [1, 1, 1, 2][usize::from(bits >> 2 & 3)] } else { 1 };
        let stride = [1, 1, 2, 3][usize::from(bits >> 4 & 3)];
        let span = (kernel as i64 - 1) * dilation + 1;
        let before = [0, 0, 1, 2][usize::from(bits >> 6 & 3)].min(kernel as i64 - 1);
        // Padding after makes up what is missing, to a whole window and to whole strides.
        let missing = (span - size as i64 - before).max(0);
        let rest = (size as i64 + before + missing - span) % stride;
        let after = missing + if rest == 0 { 0 } else { stride - rest };
        Some(Slide { kernel, pad: [before, after], stride, dilation })
    }

    /// True of padding that is less than the window, as pools want it.
    pub fn pools(&self) -> bool {
        self.pad.iter().all(|&pad| pad < self.kernel as i64)
    }
}

/// The type of the result, for an input of this type.
fn result_of(element: Element) -> Element {
    match element {
        Element::I8 => Element::I32,
        Element::I16 => Element::I48,
        other => other,
    }
}

/// The type of the sum, for an input of this type.
fn sum_of(builder: &mut Builder, element: Element) -> Element {
    match result_of(element) {
        Element::F16 if builder.choices.coin() => Element::F16,
        result if result.is_float() => Element::F32,
        result => result,
    }
}

/// An image of `rank` dimensions: batch, extents, channels.
pub fn image(builder: &mut Builder, takes: &[Element], rank: usize) -> Option<usize> {
    builder.operand_where(takes, |tensor| tensor.rank() == rank, |builder| builder.shape(Some(rank)))
}

/// i8 is multiplied by i8 or i4 and i16 by i8; floats are by their own kind.
fn weight_type(builder: &mut Builder, element: Element, plain: bool) -> Element {
    match element {
        Element::I8 if !plain && builder.choices.byte() & 3 == 3 => Element::I4,
        Element::I16 => Element::I8,
        other => other,
    }
}

/// Filters over all channels of an image of so many dimensions.
fn draw_filters(builder: &mut Builder, row: &'static GeneratorRow, dimensions: usize) -> Option<()> {
    draw_convolution(builder, row, dimensions, |kernels, channels, filters| {
        ([&[filters], kernels, &[channels]].concat(), filters)
    })
}

/// Filters over each channel by itself.
fn draw_depthwise(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    draw_convolution(builder, row, 2, |kernels, channels, filters| {
        ([kernels, &[channels, filters]].concat(), channels * filters)
    })
}

/// The shape of the weights and the number of channels of the result, of the extents of the window, the channels and the filters.
type Weights = fn(&[usize], usize, usize) -> (Vec<usize>, usize);

/// A convolution over so many dimensions.
fn draw_convolution(
    builder: &mut Builder,
    row: &'static GeneratorRow,
    dimensions: usize,
    weights: Weights,
) -> Option<()> {
    let input = image(builder, row.takes, dimensions + 2)?;
    let tensor = builder.value(input).clone();
    let element = tensor.element;
    let slides: Option<Vec<Slide>> =
        tensor.shape[1..=dimensions].iter().map(|&size| Slide::drawn(builder, size, true)).collect();
    let slides = slides?;
    let (channels, filters) = (tensor.shape[dimensions + 1], 1 + builder.choices.below(3));
    let kernels: Vec<usize> = slides.iter().map(|slide| slide.kernel).collect();
    let (shape, out) = weights(&kernels, channels, filters);
    let kind = weight_type(builder, element, false);
    let weight = builder.operand_where(&[kind], |other| other.shape == shape, |_| shape.clone())?;
    let pad = slides.iter().flat_map(|slide| slide.pad).collect();
    let stride = slides.iter().map(|slide| slide.stride).collect();
    let dilation = slides.iter().map(|slide| slide.dilation).collect();
    let sizes =
        [("pad", Attribute::array(Element::I64, pad)), ("stride", Attribute::array(Element::I64, stride))];
    let [pad, stride] = sizes;
    finish(
        builder,
        row,
        [input, weight],
        out,
        vec![pad, stride, ("dilation", Attribute::array(Element::I64, dilation))],
    )
}

fn draw_transposed(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let input = image(builder, row.takes, 4)?;
    let tensor = builder.value(input).clone();
    let (mut shape, mut strides, mut pads) = (vec![1 + builder.choices.below(3)], Vec::new(), Vec::new());
    for &size in &tensor.shape[1..3] {
        let bits = builder.choices.byte();
        let (kernel, stride) =
            ([1, 2, 3, 1][usize::from(bits & 3)], [1, 1, 2, 3][usize::from(bits >> 2 & 3)]);
        let most = if kernel > 1 { -1 } else { 1 };
        let pad = [[0, 0], [0, 1], [1, 0], [most, 0]][usize::from(bits >> 4 & 3)];
        let left = (size as i64 - 1) * stride + kernel as i64 + pad[0] + pad[1];
        pads.extend(if left < 1 { [0, 0] } else { pad });
        shape.push(kernel);
        strides.push(stride);
    }
    shape.push(tensor.shape[3]);
    // With strides, operands of two types do not lower.
    let plain = strides.iter().any(|&stride| stride > 1);
    if plain && tensor.element == Element::I16 {
        return None;
    }
    let kind = weight_type(builder, tensor.element, plain);
    let weight = builder.operand_where(&[kind], |other| other.shape == shape, |_| shape.clone())?;
    let attributes = vec![
        ("out_pad", Attribute::array(Element::I64, pads)),
        ("stride", Attribute::array(Element::I64, strides)),
    ];
    finish(builder, row, [input, weight], shape[0], attributes)
}

fn finish(
    builder: &mut Builder,
    row: &'static GeneratorRow,
    [input, weight]: [usize; 2],
    filters: usize,
    mut attributes: Vec<(&'static str, Attribute)>,
) -> Option<()> {
    let kinds = [input, weight].map(|operand| builder.value(operand).element);
    let (result, sum) = (result_of(kinds[0]), sum_of(builder, kinds[0]));
    let count = if builder.choices.byte() & 3 == 3 { 1 } else { filters };
    let bias = Pool::Small.tensor(result, &[count], &mut builder.choices);
    let bias = if builder.choices.coin() { builder.argument(bias) } else { builder.constant(bias) };
    let zeros = kinds.map(|kind| zero_point(builder, kind));
    attributes.push(("acc_type", Attribute::Type(Type::of(sum).into())));
    let attributes = ir::attributes(attributes);
    builder.emit(row.name, &[input, weight, bias, zeros[0], zeros[1]], attributes, &[result]).map(drop)
}
