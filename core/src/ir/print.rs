//! Types and attributes as MLIR spells them.

use super::{
    Attribute, Attributes, Dense, Expression, IntegerSet, Map, MemrefLayout, Signedness, Type, float,
};
use std::fmt::{Display, Formatter, Result, Write};
use std::rc::Rc;

/// The named structures around a type, the innermost first. A structure is its name alone inside itself.
struct Inside<'a> {
    name: &'a str,
    outer: Option<&'a Inside<'a>>,
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_type(f, self, None, false)
    }
}

/// Writes a type; one of the dialect llvm by its short name where that is asked for.
fn write_type(f: &mut Formatter<'_>, ty: &Type, inside: Option<&Inside>, short: bool) -> Result {
    let full = |f: &mut Formatter<'_>, ty: &Type| write_type(f, ty, inside, false);
    match ty {
        Type::Integer(width, signedness) => match signedness {
            Signedness::Signless => write!(f, "i{width}"),
            Signedness::Signed => write!(f, "si{width}"),
            Signedness::Unsigned => write!(f, "ui{width}"),
        },
        Type::Index => f.write_str("index"),
        Type::Float(name) => f.write_str(name),
        Type::None => f.write_str("none"),
        Type::Complex(element) => {
            f.write_str("complex<")?;
            full(f, element)?;
            f.write_char('>')
        }
        Type::Vector(shape, element) => {
            f.write_str("vector<")?;
            for (extent, scalable) in shape {
                match scalable {
                    true => write!(f, "[{extent}]x")?,
                    false => write!(f, "{extent}x")?,
                }
            }
            full(f, element)?;
            f.write_char('>')
        }
        Type::Tensor(shape, element, encoding) => {
            f.write_str("tensor<")?;
            write_shape(f, shape)?;
            full(f, element)?;
            write_space(f, encoding)?;
            f.write_char('>')
        }
        Type::UnrankedTensor(element) => {
            f.write_str("tensor<*x")?;
            full(f, element)?;
            f.write_char('>')
        }
        Type::Memref { shape, element, layout, space } => {
            f.write_str("memref<")?;
            write_shape(f, shape)?;
            full(f, element)?;
            if *layout != MemrefLayout::Identity {
                write!(f, ", {layout}")?;
            }
            write_space(f, space)?;
            f.write_char('>')
        }
        Type::UnrankedMemref(element, space) => {
            f.write_str("memref<*x")?;
            full(f, element)?;
            write_space(f, space)?;
            f.write_char('>')
        }
        Type::Function(inputs, results) => write_signature(f, inputs, results),
        Type::Tuple(types) => {
            f.write_str("tuple<")?;
            write_types(f, types)?;
            f.write_char('>')
        }
        Type::Other(text) => f.write_str(text),
        Type::Pointer(_) | Type::Void | Type::Array(..) | Type::Struct { .. } | Type::LlvmFunction(..) => {
            if !short {
                f.write_str("!llvm.")?;
            }
            write_llvm(f, ty, inside)
        }
    }
}

/// Writes a type of the dialect llvm by its short name.
fn write_llvm(f: &mut Formatter<'_>, ty: &Type, inside: Option<&Inside>) -> Result {
    match ty {
        Type::Pointer(0) => f.write_str("ptr"),
        Type::Pointer(space) => write!(f, "ptr<{space}>"),
        Type::Void => f.write_str("void"),
        Type::Array(extent, element) => {
            write!(f, "array<{extent} x ")?;
            write_type(f, element, inside, true)?;
            f.write_char('>')
        }
        Type::LlvmFunction(result, parameters, more) => {
            f.write_str("func<")?;
            write_type(f, result, inside, true)?;
            f.write_str(" (")?;
            separated(f, parameters, |f, parameter| write_type(f, parameter, inside, true))?;
            if *more {
                f.write_str(if parameters.is_empty() { "..." } else { ", ..." })?;
            }
            f.write_str(")>")
        }
        Type::Struct { name, fields, packed } => {
            f.write_str("struct<")?;
            if let Some(name) = name {
                write_text(f, name)?;
                let mut around = std::iter::successors(inside, |inner| inner.outer);
                if fields.is_none() && around.any(|around| around.name == &**name) {
                    return f.write_char('>');
                }
                f.write_str(", ")?;
            }
            let Some(fields) = fields else { return f.write_str("opaque>") };
            f.write_str(if *packed { "packed (" } else { "(" })?;
            match name {
                Some(name) => {
                    let inside = Inside { name, outer: inside };
                    separated(f, fields, |f, field| write_type(f, field, Some(&inside), true))?;
                }
                None => separated(f, fields, |f, field| write_type(f, field, inside, true))?,
            }
            f.write_str(")>")
        }
        other => write!(f, "{other}"),
    }
}

impl Display for MemrefLayout {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let known = |f: &mut Formatter<'_>, number: &Option<i64>| match number {
            Some(number) => write!(f, "{number}"),
            None => f.write_char('?'),
        };
        match self {
            MemrefLayout::Identity => Ok(()),
            MemrefLayout::Strided { offset, strides } => {
                f.write_str("strided<[")?;
                separated(f, strides, known)?;
                f.write_char(']')?;
                if *offset != Some(0) {
                    f.write_str(", offset: ")?;
                    known(f, offset)?;
                }
                f.write_char('>')
            }
            MemrefLayout::Map(map) => write!(f, "affine_map<{map}>"),
            MemrefLayout::Other(text) => f.write_str(text),
        }
    }
}

fn write_shape(f: &mut Formatter<'_>, shape: &[super::Extent]) -> Result {
    shape.iter().try_for_each(|extent| match extent {
        Some(extent) => write!(f, "{extent}x"),
        None => f.write_str("?x"),
    })
}

/// Writes a memory space or an encoding; an integer of 64 bits has no type there.
fn write_space(f: &mut Formatter<'_>, space: &Option<Rc<Attribute>>) -> Result {
    match space.as_deref() {
        None => Ok(()),
        Some(Attribute::Int(value, ty)) if **ty == Type::Integer(64, Signedness::Signless) => {
            write!(f, ", {value}")
        }
        Some(other) => write!(f, ", {other}"),
    }
}

fn write_types(f: &mut Formatter<'_>, types: &[Rc<Type>]) -> Result {
    separated(f, types, |f, ty| write!(f, "{ty}"))
}

/// Writes `(inputs) -> results`.
pub(super) fn write_signature(f: &mut Formatter<'_>, inputs: &[Rc<Type>], results: &[Rc<Type>]) -> Result {
    f.write_char('(')?;
    write_types(f, inputs)?;
    f.write_str(") -> ")?;
    match results {
        [one] if !matches!(**one, Type::Function(..)) => write!(f, "{one}"),
        _ => {
            f.write_char('(')?;
            write_types(f, results)?;
            f.write_char(')')
        }
    }
}

/// Writes all with commas between.
pub(super) fn separated<T>(
    f: &mut Formatter<'_>,
    all: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> Result,
) -> Result {
    for (at, one) in all.into_iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        write(f, one)?;
    }
    Ok(())
}

/// Writes a string in quotes.
fn write_text(f: &mut Formatter<'_>, text: &str) -> Result {
    f.write_char('"')?;
    for byte in text.bytes() {
        match byte {
            b'\\' => f.write_str("\\\\")?,
            b' '..=b'~' if byte != b'"' => f.write_char(byte.into())?,
            _ => write!(f, "\\{byte:02X}")?,
        }
    }
    f.write_char('"')
}

/// Writes a name, in quotes where it is no bare identifier.
pub(super) fn write_name(f: &mut Formatter<'_>, name: &str) -> Result {
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    match begins && name.bytes().all(bare) {
        true => f.write_str(name),
        false => write_text(f, name),
    }
}

/// Writes attributes with their names, without brackets.
pub(super) fn write_attributes<'a>(
    f: &mut Formatter<'_>,
    attributes: impl IntoIterator<Item = &'a (super::Name, Rc<Attribute>)>,
) -> Result {
    separated(f, attributes, |f, (name, value)| {
        write_name(f, name)?;
        match &**value {
            Attribute::Unit => Ok(()),
            value => write!(f, " = {value}"),
        }
    })
}

impl Display for Attribute {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Attribute::Unit => f.write_str("unit"),
            Attribute::Int(value, ty) => match **ty {
                Type::Integer(1, Signedness::Signless) => write!(f, "{}", *value != 0),
                _ => write!(f, "{value} : {ty}"),
            },
            Attribute::Float(bits, ty) => match **ty {
                Type::Float(name) => write!(f, "{} : {name}", float::spelling(name, *bits)),
                _ => write!(f, "0x{bits:X} : {ty}"),
            },
            Attribute::Text(text) => write_text(f, text),
            Attribute::Symbol(path) => path.iter().enumerate().try_for_each(|(at, name)| {
                f.write_str(if at > 0 { "::@" } else { "@" })?;
                write_name(f, name)
            }),
            Attribute::Ints(ty, all) => {
                write!(f, "array<{ty}{}", if all.is_empty() { "" } else { ": " })?;
                let boolean = **ty == Type::Integer(1, Signedness::Signless);
                separated(f, all, |f, value| match boolean {
                    true => write!(f, "{}", *value != 0),
                    false => write!(f, "{value}"),
                })?;
                f.write_char('>')
            }
            Attribute::Floats(ty, all) => {
                write!(f, "array<{ty}{}", if all.is_empty() { "" } else { ": " })?;
                let name = if let Type::Float(name) = **ty { name } else { "f64" };
                separated(f, all, |f, bits| f.write_str(&float::spelling(name, u128::from(*bits))))?;
                f.write_char('>')
            }
            Attribute::List(all) => {
                f.write_char('[')?;
                separated(f, all, |f, one| write!(f, "{one}"))?;
                f.write_char(']')
            }
            Attribute::Dictionary(all) => write_dictionary(f, all),
            Attribute::Type(ty) => write!(f, "{ty}"),
            Attribute::Dense(dense) => write!(f, "{dense}"),
            Attribute::Map(map) => write!(f, "affine_map<{map}>"),
            Attribute::Set(set) => write!(f, "affine_set<{set}>"),
            Attribute::Other(text) => f.write_str(text),
        }
    }
}

fn write_dictionary(f: &mut Formatter<'_>, all: &Attributes) -> Result {
    f.write_char('{')?;
    write_attributes(f, all)?;
    f.write_char('}')
}

impl Display for Dense {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "dense<{}> : {}", self.lists(), self.ty)
    }
}

/// The elements of a constant, in lists by dimension; one that stands for all is there once.
struct Lists<'d>(&'d Dense);

impl Display for Lists<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Lists(dense) = self;
        let chunk = (dense.stride * dense.parts).max(1);
        let mut elements = dense.data.chunks_exact(chunk);
        match elements.len() {
            0 => Ok(()),
            1 => dense.write_nested(f, &[], &mut elements),
            _ => dense.write_nested(f, &dense.shape(), &mut elements),
        }
    }
}

impl Dense {
    /// Its elements, as its text has them.
    pub fn lists(&self) -> impl Display + '_ {
        Lists(self)
    }

    fn write_nested<'d>(
        &self,
        f: &mut Formatter<'_>,
        shape: &[u64],
        elements: &mut impl Iterator<Item = &'d [u8]>,
    ) -> Result {
        if let [extent, rest @ ..] = shape {
            f.write_char('[')?;
            separated(f, 0..*extent, |f, _| self.write_nested(f, rest, elements))?;
            return f.write_char(']');
        }
        let Some(element) = elements.next() else { return Ok(()) };
        let (open, close) = if self.parts > 1 { ("(", ")") } else { ("", "") };
        f.write_str(open)?;
        for (at, part) in element.chunks(self.stride.max(1)).enumerate() {
            f.write_str(if at > 0 { "," } else { "" })?;
            self.write_part(f, part)?;
        }
        f.write_str(close)
    }

    fn write_part(&self, f: &mut Formatter<'_>, bytes: &[u8]) -> Result {
        let bits = bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        match self.part() {
            Some(Type::Float(name)) => f.write_str(&float::spelling(name, bits)),
            Some(Type::Integer(1, Signedness::Signless)) => write!(f, "{}", bits != 0),
            Some(Type::Integer(_, Signedness::Unsigned)) => write!(f, "{bits}"),
            Some(other) => {
                let spare = 128 - other.width().unwrap_or(128).clamp(1, 128);
                write!(f, "{}", (bits as i128) << spare >> spare)
            }
            None => write!(f, "{bits}"),
        }
    }

    /// The type of a part of an element.
    pub fn part(&self) -> Option<&Type> {
        let (Type::Vector(_, element) | Type::Tensor(_, element, _)) = &*self.ty else { return None };
        Some(match &**element {
            Type::Complex(part) => part,
            other => other,
        })
    }
}

impl Display for Map {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_names(f, self.dimensions, self.symbols)?;
        f.write_str(" -> (")?;
        separated(f, &self.results, |f, result| write!(f, "{result}"))?;
        f.write_char(')')
    }
}

impl Display for IntegerSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_names(f, self.dimensions, self.symbols)?;
        f.write_str(" : (")?;
        separated(f, &self.constraints, |f, (constraint, is_zero)| {
            write!(f, "{constraint} {} 0", if *is_zero { "==" } else { ">=" })
        })?;
        f.write_char(')')
    }
}

fn write_names(f: &mut Formatter<'_>, dimensions: u32, symbols: u32) -> Result {
    f.write_char('(')?;
    separated(f, 0..dimensions, |f, at| write!(f, "d{at}"))?;
    f.write_char(')')?;
    if symbols > 0 {
        f.write_char('[')?;
        separated(f, 0..symbols, |f, at| write!(f, "s{at}"))?;
        f.write_char(']')?;
    }
    Ok(())
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (left, operator, right) = match self {
            Expression::Dimension(at) => return write!(f, "d{at}"),
            Expression::Symbol(at) => return write!(f, "s{at}"),
            Expression::Constant(number) => return write!(f, "{number}"),
            Expression::Add(left, right) => return write_sum(f, left, right),
            Expression::Multiply(left, right) => match **right {
                Expression::Constant(-1) => {
                    f.write_char('-')?;
                    // A minus in front of digits would be read as theirs.
                    return match **left {
                        Expression::Dimension(_) | Expression::Symbol(_) => write!(f, "{left}"),
                        _ => write!(f, "({left})"),
                    };
                }
                _ => (left, "*", right),
            },
            Expression::Modulo(left, right) => (left, "mod", right),
            Expression::FloorDivide(left, right) => (left, "floordiv", right),
            Expression::CeilDivide(left, right) => (left, "ceildiv", right),
        };
        write_operand(f, left)?;
        write!(f, " {operator} ")?;
        write_operand(f, right)
    }
}

/// Writes a sum; a difference where the right side has a minus.
fn write_sum(f: &mut Formatter<'_>, left: &Expression, right: &Expression) -> Result {
    write!(f, "{left}")?;
    match right {
        Expression::Constant(number) if *number < 0 && *number != i64::MIN => {
            write!(f, " - {}", -number)
        }
        // A number that is taken away would be read as a negative number that is added.
        Expression::Multiply(inner, by)
            if **by == Expression::Constant(-1) && !matches!(**inner, Expression::Constant(_)) =>
        {
            match **inner {
                Expression::Add(..) => write!(f, " - ({inner})"),
                _ => write!(f, " - {inner}"),
            }
        }
        Expression::Add(..) => write!(f, " + ({right})"),
        _ => write!(f, " + {right}"),
    }
}

/// Writes one side of a product or division.
fn write_operand(f: &mut Formatter<'_>, side: &Expression) -> Result {
    match side {
        Expression::Dimension(_) | Expression::Symbol(_) | Expression::Constant(_) => write!(f, "{side}"),
        _ => write!(f, "({side})"),
    }
}
