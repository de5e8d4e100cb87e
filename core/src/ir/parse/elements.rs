//! Constant elements: `dense<...>` (Builtin dialect, "DenseIntOrFPElementsAttr").

use super::attributes::{float_literal, int_literal};
use super::cursor::{Parser, Read};
use super::types;
use crate::ir::{Attribute, Dense, Type};
use std::rc::Rc;

/// More elements than this are not read: no module that is run has as many.
const MOST: u64 = 1 << 28;

/// `dense<...> : type`, whose word has been passed.
pub(super) fn dense(parser: &mut Parser<'_>, start: usize) -> Read<Attribute> {
    let open = parser.place();
    parser.pass_brackets()?;
    parser.expect(":")?;
    let ty = types::ty(parser)?;
    let end = parser.place();
    let Some(form) = ElementLayout::of(&ty) else {
        return Ok(Attribute::Other(parser.spelling(start)?));
    };
    parser.go_to(open);
    parser.expect("<")?;
    let data = match parser.peek() {
        b'"' => {
            let place = parser.place();
            let text = parser.string()?;
            let Some(digits) = text.strip_prefix("0x") else {
                return parser.fail_at(place, "expected `0x` and the bytes of the elements");
            };
            match from_hexadecimal(digits).and_then(|bytes| form.unpacked(bytes)) {
                Some(data) => data,
                None => return parser.fail_at(place, "the bytes are not those of so many elements"),
            }
        }
        _ => listed(parser, &form)?,
    };
    parser.expect(">")?;
    parser.go_to(end);
    let (stride, parts) = (form.stride, form.parts);
    let chunk = stride * parts;
    // Elements that are all the same are kept as one.
    let splat = chunk > 0 && data.len() > chunk && data[chunk..] == data[..data.len() - chunk];
    let data = Rc::from(if splat { &data[..chunk] } else { &data[..] });
    Ok(Attribute::Dense(Dense { ty: Rc::new(ty), stride, parts, data }))
}

/// Elements in brackets, or one without.
fn listed(parser: &mut Parser<'_>, form: &ElementLayout) -> Read<Vec<u8>> {
    let start = parser.place();
    let mut data = Vec::new();
    let alone = parser.peek() != b'[';
    loop {
        match parser.peek() {
            b'[' | b']' | b'(' | b')' | b',' => {
                let place = parser.place();
                parser.go_to(place + 1);
            }
            b'>' => break,
            _ => {
                let place = parser.place();
                let literal = match parser.next_byte() {
                    b't' | b'f' => parser.word(),
                    _ => parser.number_text()?,
                };
                match form.bits(literal) {
                    Some(bits) => data.extend_from_slice(&bits.to_le_bytes()[..form.stride]),
                    None => return parser.fail_at(place, "the element is none of that type"),
                }
            }
        }
    }
    let chunk = form.stride * form.parts;
    let expected = if alone && !data.is_empty() { 1 } else { form.count };
    match data.len() as u64 == expected * chunk as u64 {
        true => Ok(data),
        false => parser.fail_at(start, "the elements are not as many as the shape says"),
    }
}

/// The elements that a type says.
struct ElementLayout<'t> {
    part: &'t Type,
    width: u32,
    stride: usize,
    parts: usize,
    count: u64,
}

impl ElementLayout<'_> {
    /// The elements of a vector or tensor; none where their number or meaning is not known.
    fn of(ty: &Type) -> Option<ElementLayout<'_>> {
        let (count, element) = match ty {
            Type::Vector(extents, element) => {
                (extents.iter().try_fold(1u64, |count, (extent, _)| count.checked_mul(*extent))?, element)
            }
            Type::Tensor(extents, element, _) => {
                (extents.iter().try_fold(1u64, |count, extent| count.checked_mul((*extent)?))?, element)
            }
            _ => return None,
        };
        let (part, parts) = match &**element {
            Type::Complex(part) => (part, 2),
            _ => (element, 1),
        };
        let width = part.width().filter(|width| (1..=128).contains(width))?;
        let stride = width.div_ceil(8) as usize;
        (count <= MOST).then_some(ElementLayout { part, width, stride, parts, count })
    }

    /// The bits of a part of an element, zero-extended.
    fn bits(&self, literal: &str) -> Option<u128> {
        match self.part {
            Type::Float(name) => float_literal(name, literal),
            _ => Some(int_literal(self.part, literal)? as u128 & (u128::MAX >> (128 - self.width))),
        }
    }

    /// The elements whose bytes MLIR keeps so: booleans have a byte or a bit each.
    fn unpacked(&self, bytes: Vec<u8>) -> Option<Vec<u8>> {
        let parts = self.count as usize * self.parts;
        let is = |expected: usize| bytes.len() == expected;
        if self.width == 1 {
            return if is(parts) {
                Some(bytes.iter().map(|byte| u8::from(*byte != 0)).collect())
            } else if is(parts.div_ceil(8)) {
                Some((0..parts).map(|at| bytes[at / 8] >> (at % 8) & 1).collect())
            } else {
                is(1).then(|| vec![u8::from(bytes[0] != 0)])
            };
        }
        (is(parts * self.stride) || is(self.parts * self.stride)).then_some(bytes)
    }
}

fn from_hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = digits.as_bytes().chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}
