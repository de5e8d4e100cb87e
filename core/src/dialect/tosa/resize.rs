//! Resizing of images, TOSA 1.0 section 2.7.

use super::convolution::image;
use super::rules::{with, word};
use crate::bug::KnownBug;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};

/// The row.
pub const ROWS: &[GeneratorRow] = &[GeneratorRow {
    name: "resize",
    family: Family::Window,
    slot: 187,
    weight: 4,
    since: 22,
    takes: &[Element::I8, Element::F32, Element::I16, Element::F16, Element::Bf16],
    makes: ResultTypes::of(|from, to| [from, blend_of(from)].contains(&to)),
    draw: draw_resize,
}];

/// The type of weighted sums of this one.
fn blend_of(element: Element) -> Element {
    match element {
        Element::I8 => Element::I32,
        Element::I16 => Element::I48,
        other => other,
    }
}

/// Numerators and denominators of the scale.
const SCALES: [[i64; 2]; 8] = [[1, 1], [2, 1], [4, 2], [3, 1], [1, 2], [2, 3], [8, 5], [5, 1]];

fn draw_resize(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let input = image(builder, row.takes, 4)?;
    let tensor = builder.value(input).clone();
    let (mut scales, mut offsets, mut borders) = (Vec::new(), Vec::new(), Vec::new());
    for &size in &tensor.shape[1..3] {
        let bits = builder.choices.byte();
        let [numerator, denominator] = SCALES[usize::from(bits & 7)];
        // A quarter of the places of samples begin before the image.
        let offset = if bits >> 6 == 3 { -i64::from(bits >> 3 & 7) } else { i64::from(bits >> 3 & 7) };
        let offset = offset.clamp(-numerator, numerator - 1);
        // The border makes a whole number of steps of what is left.
        let step = (size as i64 - 1) * numerator - offset;
        let border = (-numerator..numerator)
            .find(|border| step + border >= 0 && (step + border) % denominator == 0)?;
        scales.extend([numerator, denominator]);
        offsets.push(offset);
        borders.push(border);
    }
    let single = tensor.element == Element::I16 && tensor.shape[1..3] == [1, 1];
    let bilinear = builder.choices.coin() && (!single || builder.lets(KnownBug::ResizedElement));
    let result = if bilinear { blend_of(tensor.element) } else { tensor.element };
    let operands = [
        input,
        builder.numbers_constant(&scales),
        builder.numbers_constant(&offsets),
        builder.numbers_constant(&borders),
    ];
    let mode = with("mode", word("resize_mode", if bilinear { "BILINEAR" } else { "NEAREST_NEIGHBOR" }));
    builder.emit(row.name, &operands, mode, &[result])?;
    if single && bilinear {
        builder.shows(KnownBug::ResizedElement);
    }
    Some(())
}
