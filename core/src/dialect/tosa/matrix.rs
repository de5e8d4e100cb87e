//! Matrix products, TOSA 1.0 section 2.1.

use super::rules::{none, zero_point};
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};

/// The rows. Zero points are subtracted before the product.
pub const ROWS: &[GeneratorRow] = &[GeneratorRow {
    name: "matmul",
    family: Family::Matrix,
    slot: 157,
    weight: 8,
    since: 19,
    takes: &[Element::I8, Element::F32, Element::I16, Element::F16, Element::Bf16],
    makes: ResultTypes::of(|from, to| sums_of(from).contains(&to)),
    draw: draw_matmul,
}];

/// The types in which products of this one are added.
fn sums_of(element: Element) -> &'static [Element] {
    match element {
        Element::I8 => &[Element::I32],
        Element::I16 => &[Element::I48],
        Element::F16 => &[Element::F16, Element::F32],
        _ => &[Element::F32],
    }
}

fn draw_matmul(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let first =
        builder.operand_where(row.takes, |tensor| tensor.rank() == 3, |builder| builder.shape(Some(3)))?;
    let tensor = builder.value(first).clone();
    let element = tensor.element;
    let (batch, depth) = (tensor.shape[0], tensor.shape[2]);
    let width = builder.extent();
    let second = builder.operand_where(
        &[element],
        |other| other.rank() == 3 && other.shape[0] == batch && other.shape[1] == depth,
        |_| vec![batch, depth, width],
    )?;
    let result = match sums_of(element) {
        [one] => *one,
        several => several[usize::from(builder.choices.coin())],
    };
    let zeros = [zero_point(builder, element), zero_point(builder, element)];
    builder.emit(row.name, &[first, second, zeros[0], zeros[1]], none(), &[result]).map(drop)
}
