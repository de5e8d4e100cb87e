//! Types.

use super::attributes;
use super::cursor::{Parser, Read};
use crate::ir::{Attribute, Extent, MemrefLayout, Signedness, Type, float};
use std::rc::Rc;

/// Integers are at most this wide (`IntegerType::kMaxWidth`).
const WIDEST: u32 = (1 << 24) - 1;

/// The types of inputs and of results.
pub(super) type Signature = (Vec<Rc<Type>>, Vec<Rc<Type>>);

/// The type that comes next.
pub(super) fn ty(parser: &mut Parser<'_>) -> Read<Type> {
    parser.deeper(|parser| match parser.peek() {
        b'!' => dialect_type(parser),
        b'(' => function_type(parser),
        _ => {
            let start = parser.place();
            match parser.word() {
                "" => parser.fail("expected a type"),
                word => builtin_type(parser, word, start),
            }
        }
    })
}

/// The type that comes next, to be kept.
pub(super) fn kept_type(parser: &mut Parser<'_>) -> Read<Rc<Type>> {
    ty(parser).map(Rc::new)
}

fn builtin_type<'a>(parser: &mut Parser<'a>, word: &'a str, start: usize) -> Read<Type> {
    if let Some(simple) = simple_type(word) {
        return Ok(simple);
    }
    match word {
        "vector" => vector(parser),
        "tensor" => tensor(parser),
        "memref" => memref(parser),
        "complex" => {
            parser.expect("<")?;
            let element = kept_type(parser)?;
            parser.expect(">")?;
            Ok(Type::Complex(element))
        }
        "tuple" => {
            parser.expect("<")?;
            Ok(Type::Tuple(types_until(parser, ">")?))
        }
        _ => other_type(parser, start),
    }
}

/// A type of no known structure, whose name has been passed.
fn other_type(parser: &mut Parser<'_>, start: usize) -> Read<Type> {
    if parser.next_byte() == b'<' {
        parser.pass_brackets()?;
    }
    Ok(Type::Other(parser.spelling(start)?))
}

/// Types between commas up to a bracket, which is passed.
pub(super) fn types_until(parser: &mut Parser<'_>, close: &'static str) -> Read<Vec<Rc<Type>>> {
    let mut types = Vec::new();
    if parser.eat(close) {
        return Ok(types);
    }
    loop {
        types.push(kept_type(parser)?);
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(close)?;
    Ok(types)
}

fn function_type(parser: &mut Parser<'_>) -> Read<Type> {
    let (inputs, results) = signature(parser)?;
    Ok(Type::Function(inputs, results))
}

/// `(inputs) -> results`.
pub(super) fn signature(parser: &mut Parser<'_>) -> Read<Signature> {
    parser.expect("(")?;
    let inputs = types_until(parser, ")")?;
    parser.expect("->")?;
    let results = match parser.eat("(") {
        true => types_until(parser, ")")?,
        false => vec![kept_type(parser)?],
    };
    Ok((inputs, results))
}

/// `?` or a number, with the `x` behind it; none where neither comes next.
fn extent(parser: &mut Parser<'_>) -> Read<Option<Extent>> {
    let extent = match parser.peek() {
        b'?' => {
            parser.expect("?")?;
            None
        }
        b'0'..=b'9' => Some(parser.number()?),
        _ => return Ok(None),
    };
    parser.expect("x")?;
    Ok(Some(extent))
}

fn shape(parser: &mut Parser<'_>) -> Read<Vec<Extent>> {
    let mut shape = Vec::new();
    while let Some(extent) = extent(parser)? {
        shape.push(extent);
    }
    Ok(shape)
}

fn vector(parser: &mut Parser<'_>) -> Read<Type> {
    parser.expect("<")?;
    let mut shape = Vec::new();
    loop {
        match parser.peek() {
            b'[' => {
                parser.expect("[")?;
                shape.push((parser.number()?, true));
                parser.expect("]")?;
            }
            b'0'..=b'9' => shape.push((parser.number()?, false)),
            _ => break,
        }
        parser.expect("x")?;
    }
    let element = kept_type(parser)?;
    parser.expect(">")?;
    Ok(Type::Vector(shape, element))
}

fn tensor(parser: &mut Parser<'_>) -> Read<Type> {
    parser.expect("<")?;
    if parser.eat("*") {
        parser.expect("x")?;
        let element = kept_type(parser)?;
        parser.expect(">")?;
        return Ok(Type::UnrankedTensor(element));
    }
    let (shape, element) = (shape(parser)?, kept_type(parser)?);
    let encoding = match parser.eat(",") {
        true => Some(attributes::kept_attribute(parser)?),
        false => None,
    };
    parser.expect(">")?;
    Ok(Type::Tensor(shape, element, encoding))
}

fn memref(parser: &mut Parser<'_>) -> Read<Type> {
    parser.expect("<")?;
    if parser.eat("*") {
        parser.expect("x")?;
        let element = kept_type(parser)?;
        let space = match parser.eat(",") {
            true => Some(attributes::kept_attribute(parser)?),
            false => None,
        };
        parser.expect(">")?;
        return Ok(Type::UnrankedMemref(element, space));
    }
    let (shape, element) = (shape(parser)?, kept_type(parser)?);
    let (mut layout, mut space) = (MemrefLayout::Identity, None);
    if parser.eat(",") {
        if let Some(strided) = strided(parser)? {
            layout = strided;
        } else {
            // An attribute of a dialect by itself is the memory space: MLIR has no layout but maps and strides.
            match attributes::attribute(parser)? {
                Attribute::Map(map) if map.is_identity() => {}
                Attribute::Map(map) => layout = MemrefLayout::Map(map),
                Attribute::Other(text) if parser.peek() == b',' => layout = MemrefLayout::Other(text),
                other => space = Some(Rc::new(other)),
            }
        }
        if parser.eat(",") {
            space = Some(attributes::kept_attribute(parser)?);
        }
    }
    parser.expect(">")?;
    Ok(Type::Memref { shape, element, layout, space })
}

/// `strided<[...], offset: n>`, if it comes next.
fn strided(parser: &mut Parser<'_>) -> Read<Option<MemrefLayout>> {
    if !parser.eat_word("strided") {
        return Ok(None);
    }
    parser.expect("<")?;
    parser.expect("[")?;
    let mut strides = Vec::new();
    if !parser.eat("]") {
        loop {
            strides.push(known_or_not(parser)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect("]")?;
    }
    let mut offset = Some(0);
    if parser.eat(",") {
        parser.expect("offset")?;
        parser.expect(":")?;
        offset = known_or_not(parser)?;
    }
    parser.expect(">")?;
    Ok(Some(MemrefLayout::Strided { offset, strides }))
}

fn known_or_not(parser: &mut Parser<'_>) -> Read<Option<i64>> {
    match parser.eat("?") {
        true => Ok(None),
        false => parser.signed().map(Some),
    }
}

/// `!name`: an alias, or the type of a dialect.
fn dialect_type(parser: &mut Parser<'_>) -> Read<Type> {
    let start = parser.place();
    parser.expect("!")?;
    let name = parser.name_part();
    if let Some(meaning) = parser.type_alias(name)? {
        return Ok(meaning);
    }
    if let Some(short) = name.strip_prefix("llvm.") {
        let inside = parser.place();
        if let Ok(Some(known)) = llvm_type(parser, short) {
            return Ok(known);
        }
        parser.go_to(inside);
    }
    other_type(parser, start)
}

/// A type of the dialect llvm by its short name, which has been passed; none where it has no structure.
fn llvm_type(parser: &mut Parser<'_>, short: &str) -> Read<Option<Type>> {
    Ok(Some(match short {
        "void" => Type::Void,
        "ptr" => match parser.next_byte() {
            b'<' => {
                parser.expect("<")?;
                let space = parser.number()?;
                parser.expect(">")?;
                Type::Pointer(space)
            }
            _ => Type::Pointer(0),
        },
        "array" => {
            parser.expect("<")?;
            let extent = parser.number()?;
            parser.expect("x")?;
            let element = inner_type(parser)?;
            parser.expect(">")?;
            Type::Array(extent, element)
        }
        "vec" => {
            parser.expect("<")?;
            let scalable = parser.eat("?");
            if scalable {
                parser.expect("x")?;
            }
            let extent = parser.number()?;
            parser.expect("x")?;
            let element = inner_type(parser)?;
            parser.expect(">")?;
            Type::Vector(vec![(extent, scalable)], element)
        }
        "func" => llvm_function(parser)?,
        "struct" => structure(parser)?,
        _ => return Ok(None),
    }))
}

/// A type inside one of the dialect llvm, in full or by its short name.
fn inner_type(parser: &mut Parser<'_>) -> Read<Rc<Type>> {
    parser.deeper(|parser| {
        if matches!(parser.peek(), b'!' | b'(') {
            return kept_type(parser);
        }
        let start = parser.place();
        let word = parser.word();
        if word.is_empty() {
            return parser.fail("expected a type");
        }
        let inside = parser.place();
        if let Some(known) = llvm_type(parser, word)? {
            return Ok(Rc::new(known));
        }
        parser.go_to(inside);
        Ok(Rc::new(match builtin_type(parser, word, start)? {
            Type::Other(text) => Type::Other(format!("!llvm.{text}").into()),
            known => known,
        }))
    })
}

fn llvm_function(parser: &mut Parser<'_>) -> Read<Type> {
    parser.expect("<")?;
    let result = inner_type(parser)?;
    parser.expect("(")?;
    let (mut parameters, mut more) = (Vec::new(), false);
    if !parser.eat(")") {
        loop {
            if parser.eat("...") {
                more = true;
                break;
            }
            parameters.push(inner_type(parser)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(")")?;
    }
    parser.expect(">")?;
    Ok(Type::LlvmFunction(result, parameters, more))
}

fn structure(parser: &mut Parser<'_>) -> Read<Type> {
    parser.expect("<")?;
    let mut name = None;
    if parser.peek() == b'"' {
        name = Some(Rc::from(&*parser.string()?));
        if parser.eat(">") {
            return Ok(Type::Struct { name, fields: None, packed: false });
        }
        parser.expect(",")?;
    }
    if parser.eat_word("opaque") {
        parser.expect(">")?;
        return Ok(Type::Struct { name, fields: None, packed: false });
    }
    let packed = parser.eat_word("packed");
    parser.expect("(")?;
    let mut fields = Vec::new();
    if !parser.eat(")") {
        loop {
            fields.push(inner_type(parser)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(")")?;
    }
    parser.expect(">")?;
    Ok(Type::Struct { name, fields: Some(fields), packed })
}

/// The type that one word is.
fn simple_type(word: &str) -> Option<Type> {
    let integer = |digits: &str, signedness| {
        let decimal = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let width = decimal.then(|| digits.parse().ok())?.filter(|width| *width <= WIDEST)?;
        Some(Type::Integer(width, signedness))
    };
    match word {
        "index" => return Some(Type::Index),
        "none" => return Some(Type::None),
        _ => {}
    }
    if let Some(digits) = word.strip_prefix("si") {
        return integer(digits, Signedness::Signed);
    }
    if let Some(digits) = word.strip_prefix("ui") {
        return integer(digits, Signedness::Unsigned);
    }
    match word.strip_prefix('i').and_then(|digits| integer(digits, Signedness::Signless)) {
        None => float::name(word).map(Type::Float),
        known => known,
    }
}
