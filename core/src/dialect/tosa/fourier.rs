//! Fourier transforms, TOSA 1.0 section 2.1. Extents are powers of two.

use super::rules::all;
use crate::ir::Attribute;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};
use crate::semantics::Tensor;

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Fourier,
        weight,
        since: 22,
        takes: &[Element::F32],
        makes: ResultTypes::OWN,
        draw: draw_transform,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] =
    &[row(191, "fft2d", 2), GeneratorRow { draw: draw_of_real, ..row(193, "rfft2d", 2) }];

/// A tensor of real parts.
fn real_part(builder: &mut Builder, row: &GeneratorRow) -> Option<usize> {
    let suits = |tensor: &Tensor| {
        tensor.rank() == 3 && tensor.shape[1..].iter().all(|extent| extent.is_power_of_two())
    };
    builder.operand_where(row.takes, suits, |builder| {
        let bits = builder.choices.byte();
        vec![1 + usize::from(bits & 1), 1 << ((bits >> 1 & 3) % 3), 1 << (bits >> 3 & 3)]
    })
}

fn bound() -> (&'static str, Attribute) {
    ("local_bound", Attribute::flag(false))
}

fn draw_of_real(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let real = real_part(builder, row)?;
    let element = builder.value(real).element;
    builder.emit(row.name, &[real], all([bound()]), &[element, element]).map(drop)
}

fn draw_transform(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let real = real_part(builder, row)?;
    let tensor = builder.value(real).clone();
    let element = tensor.element;
    let imaginary =
        builder.operand_where(row.takes, |other| other.shape == tensor.shape, |_| tensor.shape.clone())?;
    let inverse = ("inverse", Attribute::flag(builder.choices.coin()));
    builder.emit(row.name, &[real, imaginary], all([inverse, bound()]), &[element, element]).map(drop)
}
