//! Conversions, TOSA 1.0 section 2.12.

use super::rules::{ALL, all, none, single, word};
use crate::bug::KnownBug;
use crate::ir::Attribute;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};
use crate::semantics::tensor::limits;

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    let makes = ResultTypes::of(converts);
    GeneratorRow { slot, name, family: Family::Cast, weight, since: 19, takes: ALL, makes, draw: draw_cast }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(120, "cast", 8),
    GeneratorRow {
        takes: &[Element::I8, Element::I16, Element::I32, Element::I48],
        makes: ResultTypes::of(|_, to| RESCALED.contains(&to)),
        draw: draw_rescale,
        since: 22,
        ..row(128, "rescale", 6)
    },
    GeneratorRow {
        takes: &[Element::I32, Element::I8, Element::I16, Element::I48],
        makes: ResultTypes::of(|_, to| to == Element::I32),
        draw: draw_apply_scale,
        since: 22,
        ..row(134, "apply_scale", 1)
    },
];

/// Types of what is rescaled.
const RESCALED: &[Element] = &[Element::I8, Element::I16, Element::I32];

/// True if a cast from one to the other is drawn. No pass from tosa to llvm has a conversion of 8-bit floats (MLIR 19 to 24: `arith.extf` and `arith.truncf`
/// of them are left over), and TOSA casts no Boolean to a float (section 2.12.1, supported data types).
fn converts(from: Element, to: Element) -> bool {
    use Element::{F8E4M3FN, F8E5M2, I1};
    let narrow = |element| matches!(element, F8E4M3FN | F8E5M2);
    match (from, to) {
        (I1, _) if to.is_float() => false,
        _ => from != to && !narrow(from) && !narrow(to),
    }
}

fn draw_cast(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand(row.takes)?;
    let from = builder.value(operand).element;
    let across = |to| matches!((from, to), (Element::F16, Element::Bf16) | (Element::Bf16, Element::F16));
    let lets = builder.lets(KnownBug::CastAcrossHalves);
    // Inputs of the first format draw what they drew when no runtime had __truncdfbf2.
    let old = builder.choices.is_narrow();
    let lacked = |to| old && (from, to) == (Element::F64, Element::Bf16);
    let to = ALL.iter().copied().filter(|&to| converts(from, to) && (lets || !across(to)) && !lacked(to));
    let to = builder.element(&to.collect::<Vec<_>>())?;
    builder.emit(row.name, &[operand], none(), &[to])?;
    if across(to) {
        builder.shows(KnownBug::CastAcrossHalves);
    }
    Some(())
}

/// The multiplication of rescale by itself, a factor and a shift for each element.
fn draw_apply_scale(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let value = builder.operand(row.takes)?;
    let tensor = builder.value(value).clone();
    let double = builder.choices.coin();
    let factors = Pool::Between(1 << 30, i64::from(i32::MAX));
    let multiplier = factors.tensor(Element::I32, &tensor.shape, &mut builder.choices);
    let shift = Pool::Between(28, 40).tensor(Element::I8, &tensor.shape, &mut builder.choices);
    let operands = [value, builder.constant(multiplier), builder.constant(shift)];
    let mode = word("rounding_mode", if double { "DOUBLE_ROUND" } else { "SINGLE_ROUND" });
    builder.emit(row.name, &operands, all([("rounding_mode", mode)]), &[Element::I32]).map(drop)
}

/// Multiplies by a fixed-point number: 31 or 15 bits of multiplier, and a shift.
fn draw_rescale(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand_where(
        row.takes,
        |tensor| tensor.rank() > 0,
        |builder| {
            let rank = 1 + builder.choices.below(4);
            builder.shape(Some(rank))
        },
    )?;
    let tensor = builder.value(operand).clone();
    let from = tensor.element;
    let to = builder.element(RESCALED)?;
    let bits = builder.choices.byte();
    let (per_channel, wide) = (bits & 1 == 1, bits & 2 == 0 && from != Element::I48);
    let double = wide && bits & 4 == 4;
    let count = if per_channel { *tensor.shape.last()? } else { 1 };
    let (kind, least) = if wide { (Element::I32, 1i64 << 30) } else { (Element::I16, 1i64 << 14) };
    let multiplier = Pool::Between(least, limits(kind).1).tensor(kind, &[count], &mut builder.choices);
    // Around the shift that keeps the magnitude, and now and then far from it.
    let middle = if wide { 31 } else { 15 };
    let (low, high) =
        if bits & 0x30 == 0x30 { (2, if wide { 62 } else { 46 }) } else { (middle - 3, middle + 8) };
    let shift = Pool::Between(low, high).tensor(Element::I8, &[count], &mut builder.choices);
    let unsigned = |element: Element, flag: bool| flag && matches!(element, Element::I8 | Element::I16);
    let input_unsigned = unsigned(from, bits & 0xc0 == 0x40);
    let output_unsigned = unsigned(to, bits & 0xc0 == 0x80) && !matches!(from, Element::I32 | Element::I48);
    let input_unsigned = input_unsigned && to != Element::I32;
    let zeros = [(from, input_unsigned), (to, output_unsigned)].map(|(element, unsigned)| {
        let pick = usize::from(builder.choices.byte());
        match element {
            Element::I8 => [0, 0, 127, -128, 5, -1, 1, 0][pick % 8],
            Element::I16 if unsigned => [0, -32768][pick % 2],
            _ => 0,
        }
    });
    let operands = [
        operand,
        builder.constant(multiplier),
        builder.constant(shift),
        builder.constant(single(from, zeros[0])),
        builder.constant(single(to, zeros[1])),
    ];
    let attributes = all([
        ("scale32", Attribute::flag(wide)),
        ("rounding_mode", word("rounding_mode", if double { "DOUBLE_ROUND" } else { "SINGLE_ROUND" })),
        ("per_channel", Attribute::flag(per_channel)),
        ("input_unsigned", Attribute::flag(input_unsigned)),
        ("output_unsigned", Attribute::flag(output_unsigned)),
    ]);
    builder.emit(row.name, &operands, attributes, &[to]).map(drop)
}
