//! Attributes.

use super::cursor::{Parser, Read};
use super::{affine, elements, types};
use crate::ir::{Attribute, Attributes, Signedness, Type, float, name};
use std::rc::Rc;

/// The attribute that comes next.
pub(super) fn attribute(parser: &mut Parser<'_>) -> Read<Attribute> {
    parser.deeper(|parser| {
        let start = parser.place();
        match parser.peek() {
            b'"' => text(parser),
            b'@' => symbol(parser),
            b'[' => list(parser),
            b'{' => dictionary(parser).map(Attribute::Dictionary),
            b'#' => dialect_attribute(parser),
            b'-' | b'0'..=b'9' => numeral(parser),
            b'!' | b'(' => types::kept_type(parser).map(Attribute::Type),
            _ => {
                parser.skip();
                let start = start.max(parser.place());
                match parser.word() {
                    "" => parser.fail("expected an attribute"),
                    word => worded(parser, word, start),
                }
            }
        }
    })
}

/// The attribute that comes next, to be kept.
pub(super) fn kept_attribute(parser: &mut Parser<'_>) -> Read<Rc<Attribute>> {
    attribute(parser).map(Rc::new)
}

/// An attribute that begins with a word, which has been passed.
fn worded(parser: &mut Parser<'_>, word: &str, start: usize) -> Read<Attribute> {
    match word {
        "unit" => Ok(Attribute::Unit),
        "true" | "false" => {
            Ok(Attribute::Int(i128::from(word == "true"), Rc::new(Type::Integer(1, Signedness::Signless))))
        }
        "affine_map" => affine::affine_map(parser).map(Attribute::Map),
        "affine_set" => affine::affine_set(parser).map(Attribute::Set),
        "array" => array(parser, start),
        "dense" => elements::dense(parser, start),
        "dense_resource" | "sparse" => {
            parser.pass_brackets()?;
            parser.expect(":")?;
            types::ty(parser)?;
            Ok(Attribute::Other(parser.spelling(start)?))
        }
        "strided" | "loc" => {
            parser.pass_brackets()?;
            Ok(Attribute::Other(parser.spelling(start)?))
        }
        "distinct" => {
            parser.pass_brackets()?;
            parser.pass_brackets()?;
            Ok(Attribute::Other(parser.spelling(start)?))
        }
        _ => {
            parser.go_to(start);
            types::kept_type(parser).map(Attribute::Type)
        }
    }
}

/// A string; one with a type has no structure.
fn text(parser: &mut Parser<'_>) -> Read<Attribute> {
    let start = parser.place();
    let bytes = parser.string_bytes()?;
    let end = parser.place();
    if parser.eat(":") {
        types::ty(parser)?;
        return Ok(Attribute::Other(parser.spelling(start)?));
    }
    parser.go_to(end);
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(Attribute::Text(text.into())),
        Err(_) => Ok(Attribute::Other(parser.spelling(start)?)),
    }
}

fn symbol(parser: &mut Parser<'_>) -> Read<Attribute> {
    let mut path = Vec::new();
    loop {
        parser.expect("@")?;
        path.push(match parser.next_byte() {
            b'"' => Rc::from(&*parser.string()?),
            _ => match parser.word() {
                "" => return parser.fail("expected the name of a symbol"),
                name => Rc::from(name),
            },
        });
        if !parser.eat("::") {
            return Ok(Attribute::Symbol(path));
        }
    }
}

fn list(parser: &mut Parser<'_>) -> Read<Attribute> {
    parser.expect("[")?;
    let mut all = Vec::new();
    if !parser.eat("]") {
        loop {
            all.push(kept_attribute(parser)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect("]")?;
    }
    Ok(Attribute::List(all))
}

/// `{name = attribute, ...}`, in the order of names, as MLIR keeps it.
pub(super) fn dictionary(parser: &mut Parser<'_>) -> Read<Attributes> {
    parser.expect("{")?;
    let mut all = Attributes::default();
    if parser.eat("}") {
        return Ok(all);
    }
    loop {
        let key = match parser.peek() {
            b'"' => name(&parser.string()?),
            _ => match parser.word() {
                "" => return parser.fail("expected the name of an attribute"),
                word => name(word),
            },
        };
        let value = match parser.eat("=") {
            true => kept_attribute(parser)?,
            false => Rc::new(Attribute::Unit),
        };
        all.push((key, value));
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect("}")?;
    all.sort_by_key(|(name, _)| *name);
    match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => parser.fail(format!("the attribute `{}` stands there twice", pair[0].0)),
        None => Ok(all),
    }
}

/// `#name`: an alias, or the attribute of a dialect.
fn dialect_attribute(parser: &mut Parser<'_>) -> Read<Attribute> {
    let start = parser.place();
    parser.expect("#")?;
    let name = parser.name_part();
    if let Some(meaning) = parser.attribute_alias(name)? {
        return Ok(meaning);
    }
    if parser.next_byte() == b'<' {
        parser.pass_brackets()?;
    }
    let end = parser.place();
    if parser.eat(":") {
        types::ty(parser)?;
    } else {
        parser.go_to(end);
    }
    Ok(Attribute::Other(parser.spelling(start)?))
}

/// A number, with its type.
fn numeral(parser: &mut Parser<'_>) -> Read<Attribute> {
    let start = parser.place();
    let literal = parser.number_text()?;
    let end = parser.place();
    let decimal_float = literal.contains('.');
    let ty = match parser.eat(":") {
        true => types::ty(parser)?,
        false => {
            parser.go_to(end);
            if decimal_float { Type::Float("f64") } else { Type::Integer(64, Signedness::Signless) }
        }
    };
    let read = match &ty {
        Type::Float(name) => float_literal(name, literal).map(|bits| Attribute::Float(bits, Rc::new(ty))),
        Type::Index | Type::Integer(..) => {
            int_literal(&ty, literal).map(|value| Attribute::Int(value, Rc::new(ty)))
        }
        _ => None,
    };
    match read {
        Some(read) => Ok(read),
        None => Ok(Attribute::Other(parser.spelling(start)?)),
    }
}

/// `array<...>`, whose word has been passed.
fn array(parser: &mut Parser<'_>, start: usize) -> Read<Attribute> {
    let open = parser.place();
    parser.expect("<")?;
    let element = types::ty(parser)?;
    let known = match &element {
        Type::Integer(width @ (1 | 8 | 16 | 32 | 64), _) => Some((*width, None)),
        Type::Float(name @ ("f32" | "f64")) => Some((64, Some(*name))),
        _ => None,
    };
    let Some((_, float)) = known else {
        parser.go_to(open);
        parser.pass_brackets()?;
        return Ok(Attribute::Other(parser.spelling(start)?));
    };
    let (mut ints, mut floats) = (Vec::new(), Vec::new());
    if !parser.eat(">") {
        parser.expect(":")?;
        loop {
            let place = parser.place();
            let literal = match parser.peek() {
                b't' | b'f' => parser.word(),
                _ => parser.number_text()?,
            };
            let read = match float {
                Some(name) => float_literal(name, literal).map(|bits| floats.push(bits as u64)),
                None => int_literal(&element, literal).map(|value| ints.push(value as i64)),
            };
            if read.is_none() {
                return parser.fail_at(place, "the number is none of the array's type");
            }
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(">")?;
    }
    Ok(match float {
        Some(_) => Attribute::Floats(Rc::new(element), floats),
        None => Attribute::Ints(Rc::new(element), ints),
    })
}

/// The integer of that type that the literal is, sign-extended unless the type is unsigned, and 1 for `true`.
pub(super) fn int_literal(ty: &Type, literal: &str) -> Option<i128> {
    let (width, signedness) = match ty {
        Type::Index => (64, Signedness::Signless),
        Type::Integer(width, signedness) => (*width, *signedness),
        _ => return None,
    };
    let value = match literal {
        "true" => 1,
        "false" => 0,
        _ => match literal.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16).ok()? as i128,
            None => literal.parse().or_else(|_| literal.parse::<u128>().map(|bits| bits as i128)).ok()?,
        },
    };
    if literal.starts_with('-') && signedness == Signedness::Unsigned {
        return None;
    }
    match width {
        0 => (value == 0).then_some(0),
        1 => match value {
            0 => Some(0),
            1 | -1 if signedness == Signedness::Signed => Some(-1),
            1 | -1 => Some(1),
            _ => None,
        },
        2..=127 => {
            let (least, most) = (-(1i128 << (width - 1)), i128::MAX >> (127 - width));
            if !(least..=most).contains(&value) {
                return None;
            }
            let spare = 128 - width;
            Some(if signedness == Signedness::Unsigned { value } else { value << spare >> spare })
        }
        // A value of 128 bits that is not signed does not fit if it is large.
        _ if value < 0 && !literal.starts_with('-') => {
            (width == 128 && signedness != Signedness::Unsigned).then_some(value)
        }
        _ => Some(value),
    }
}

/// The bits of the float of that type that the literal is.
pub(super) fn float_literal(name: &str, literal: &str) -> Option<u128> {
    match literal.strip_prefix("0x") {
        Some(digits) => {
            let bits = u128::from_str_radix(digits, 16).ok()?;
            let width = float::float_width(name)?;
            (width == 128 || bits >> width == 0).then_some(bits)
        }
        None if literal.contains('.') => float::float_bits(name, literal.parse().ok()?),
        None => None,
    }
}
