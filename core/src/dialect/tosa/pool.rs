//! Pools, TOSA 1.0 section 2.1.

use super::convolution::{Slide, image};
use super::rules::{nan_mode, zero_point};
use crate::ir::{self, Attribute, Type};
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};

const fn row(
    slot: u16,
    name: &'static str,
    weight: u8,
    draw: fn(&mut Builder, &'static GeneratorRow) -> Option<()>,
) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Window,
        weight,
        since: 22,
        takes: &[Element::I8, Element::F32, Element::I16, Element::F16, Element::Bf16],
        makes: ResultTypes::OWN,
        draw,
    }
}

/// The rows. Padding does not count: not for the greatest, and not for the mean.
pub const ROWS: &[GeneratorRow] =
    &[row(179, "max_pool2d", 4, draw_greatest), row(183, "avg_pool2d", 4, draw_mean)];

/// An image, and the windows over it.
fn windows(builder: &mut Builder, row: &GeneratorRow) -> Option<(usize, Vec<(&'static str, Attribute)>)> {
    let input = image(builder, row.takes, 4)?;
    let tensor = builder.value(input).clone();
    let slides =
        [Slide::drawn(builder, tensor.shape[1], false)?, Slide::drawn(builder, tensor.shape[2], false)?];
    if !slides.iter().all(Slide::pools) {
        return None;
    }
    let array = |values| Attribute::array(Element::I64, values);
    let kernel = array(slides.iter().map(|slide| slide.kernel as i64).collect());
    let stride = array(slides.iter().map(|slide| slide.stride).collect());
    let pad = array(slides.iter().flat_map(|slide| slide.pad).collect());
    Some((input, vec![("kernel", kernel), ("stride", stride), ("pad", pad)]))
}

fn draw_greatest(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (input, mut attributes) = windows(builder, row)?;
    let element = builder.value(input).element;
    attributes.push(nan_mode(builder));
    builder.emit(row.name, &[input], ir::attributes(attributes), &[element]).map(drop)
}

fn draw_mean(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (input, mut attributes) = windows(builder, row)?;
    let element = builder.value(input).element;
    let sum = match element {
        Element::I8 | Element::I16 => Element::I32,
        Element::F16 if builder.choices.coin() => Element::F16,
        _ => Element::F32,
    };
    let zeros = [zero_point(builder, element), zero_point(builder, element)];
    attributes.push(("acc_type", Attribute::Type(Type::of(sum).into())));
    builder.emit(row.name, &[input, zeros[0], zeros[1]], ir::attributes(attributes), &[element]).map(drop)
}
