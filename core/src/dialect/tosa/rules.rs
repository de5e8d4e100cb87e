//! Element types and ways of drawing that many rows share.

use crate::ir::{Attribute, Attributes, Name, attributes};
use crate::observe::Element;
use crate::program::{Builder, GeneratorRow, Pool};
use crate::semantics::{Data, Float, Tensor};

/// Integers other than i1.
pub const INTEGERS: &[Element] =
    &[Element::I4, Element::I8, Element::I16, Element::I32, Element::I48, Element::I64];
/// Floats that operations compute with.
pub const FLOATS: &[Element] = &[Element::F16, Element::Bf16, Element::F32, Element::F64];
/// Numbers that operations compute with.
pub const NUMBERS: &[Element] = &[
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I48,
    Element::I64,
    Element::F16,
    Element::Bf16,
    Element::F32,
    Element::F64,
    Element::I4,
];
/// All types lowdiff draws.
pub const ALL: &[Element] = &[
    Element::I1,
    Element::I4,
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I48,
    Element::I64,
    Element::F16,
    Element::Bf16,
    Element::F32,
    Element::F64,
    Element::F8E4M3FN,
    Element::F8E5M2,
];
/// Booleans.
pub const BOOLEAN: &[Element] = &[Element::I1];

/// No attributes.
pub fn none() -> Attributes {
    Attributes::default()
}

/// One attribute.
pub fn with(name: Name, value: Attribute) -> Attributes {
    attributes([(name, value)])
}

/// Attributes by name.
pub fn all<const N: usize>(named: [(Name, Attribute); N]) -> Attributes {
    attributes(named)
}

/// An enumerator of the dialect, such as `#tosa.nan_mode<IGNORE>`.
pub fn word(kind: &str, word: &str) -> Attribute {
    Attribute::Other(format!("#tosa.{kind}<{word}>").into())
}

/// The treatment of NaN, as a byte chooses.
pub fn nan_mode(builder: &mut Builder) -> (&'static str, Attribute) {
    let ignored = builder.budget.edges && builder.choices.byte() & 3 == 0;
    ("nan_mode", word("nan_mode", if ignored { "IGNORE" } else { "PROPAGATE" }))
}

/// One operand, a result of its type.
pub fn unary(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand(row.takes)?;
    let element = builder.value(operand).element;
    builder.emit(row.name, &[operand], none(), &[element]).map(drop)
}

/// Two operands that broadcast, a result of their type.
pub fn binary(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (pair, element) = pair(builder, row.takes, None)?;
    builder.emit(row.name, &pair, none(), &[element]).map(drop)
}

/// Two operands of one element type that broadcast, in either order; the second is of `pool` where it is new.
pub fn pair(builder: &mut Builder, takes: &[Element], pool: Option<Pool>) -> Option<([usize; 2], Element)> {
    let first = builder.operand(takes)?;
    let element = builder.value(first).element;
    let second = builder.partner(first, element, pool)?;
    let swap = pool.is_none() && builder.choices.coin();
    Some((if swap { [second, first] } else { [first, second] }, element))
}

/// A tensor of one element, such as a zero point.
pub fn single(element: Element, value: i64) -> Tensor {
    let data = if element.is_float() {
        Data::Floats(vec![Float::exact(value as f64)])
    } else {
        Data::Ints(vec![value])
    };
    Tensor { shape: vec![1], element, data }
}

/// The zero point of an operand: any number of i8, and 0 of all others, as the specification has it.
pub fn zero_point(builder: &mut Builder, element: Element) -> usize {
    let pick = usize::from(builder.choices.byte());
    let value = if element == Element::I8 { [0, 0, 0, 1, -3, 7, -128, 127][pick % 8] } else { 0 };
    builder.constant(single(element, value))
}

/// A dimension of a tensor.
pub fn axis(builder: &mut Builder, operand: usize) -> usize {
    let rank = builder.value(operand).rank();
    builder.choices.below(rank)
}

/// An operand of rank 1 and more.
pub fn ranked(builder: &mut Builder, takes: &[Element]) -> Option<usize> {
    builder.operand_where(
        takes,
        |tensor| tensor.rank() > 0,
        |builder| {
            let rank = 1 + builder.choices.below(4);
            builder.shape(Some(rank))
        },
    )
}
