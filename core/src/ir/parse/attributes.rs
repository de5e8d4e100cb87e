//! Attributes.

use super::cursor::{Parser, Read};
use crate::ir::{Attribute, Attributes, Signedness, Type, float, name};
use std::rc::Rc;

impl<'a> Parser<'a> {
    /// The attribute that comes next.
    pub(super) fn attribute(&mut self) -> Read<Attribute> {
        self.deeper(|parser| {
            let start = parser.place();
            match parser.peek() {
                b'"' => parser.text(),
                b'@' => parser.symbol(),
                b'[' => parser.list(),
                b'{' => parser.dictionary().map(Attribute::Dictionary),
                b'#' => parser.dialect_attribute(),
                b'-' | b'0'..=b'9' => parser.numeral(),
                b'!' | b'(' => parser.kept_type().map(Attribute::Type),
                _ => {
                    parser.skip();
                    let start = start.max(parser.place());
                    match parser.word() {
                        "" => parser.fail("expected an attribute"),
                        word => parser.worded(word, start),
                    }
                }
            }
        })
    }

    /// The attribute that comes next, to be kept.
    pub(super) fn kept_attribute(&mut self) -> Read<Rc<Attribute>> {
        self.attribute().map(Rc::new)
    }

    /// An attribute that begins with a word, which has been passed.
    fn worded(&mut self, word: &str, start: usize) -> Read<Attribute> {
        match word {
            "unit" => Ok(Attribute::Unit),
            "true" | "false" => Ok(Attribute::Int(
                i128::from(word == "true"),
                Rc::new(Type::Integer(1, Signedness::Signless)),
            )),
            "affine_map" => self.affine_map().map(Attribute::Map),
            "affine_set" => self.affine_set().map(Attribute::Set),
            "array" => self.array(start),
            "dense" => self.dense(start),
            "dense_resource" | "sparse" => {
                self.pass_brackets()?;
                self.expect(":")?;
                self.ty()?;
                Ok(Attribute::Other(self.spelling(start)))
            }
            "strided" | "loc" => {
                self.pass_brackets()?;
                Ok(Attribute::Other(self.spelling(start)))
            }
            "distinct" => {
                self.pass_brackets()?;
                self.pass_brackets()?;
                Ok(Attribute::Other(self.spelling(start)))
            }
            _ => {
                self.go_to(start);
                self.kept_type().map(Attribute::Type)
            }
        }
    }

    /// A string; one with a type has no structure.
    fn text(&mut self) -> Read<Attribute> {
        let start = self.place();
        let bytes = self.string_bytes()?;
        let end = self.place();
        if self.eat(":") {
            self.ty()?;
            return Ok(Attribute::Other(self.spelling(start)));
        }
        self.go_to(end);
        match std::str::from_utf8(&bytes) {
            Ok(text) => Ok(Attribute::Text(text.into())),
            Err(_) => Ok(Attribute::Other(self.spelling(start))),
        }
    }

    fn symbol(&mut self) -> Read<Attribute> {
        let mut path = Vec::new();
        loop {
            self.expect("@")?;
            path.push(match self.next_byte() {
                b'"' => Rc::from(&*self.string()?),
                _ => match self.word() {
                    "" => return self.fail("expected the name of a symbol"),
                    name => Rc::from(name),
                },
            });
            if !self.eat("::") {
                return Ok(Attribute::Symbol(path));
            }
        }
    }

    fn list(&mut self) -> Read<Attribute> {
        self.expect("[")?;
        let mut all = Vec::new();
        if !self.eat("]") {
            loop {
                all.push(self.kept_attribute()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]")?;
        }
        Ok(Attribute::List(all))
    }

    /// `{name = attribute, ...}`, in the order of names, as MLIR keeps it.
    pub(super) fn dictionary(&mut self) -> Read<Attributes> {
        self.expect("{")?;
        let mut all = Attributes::new();
        if self.eat("}") {
            return Ok(all);
        }
        loop {
            let key = match self.peek() {
                b'"' => name(&self.string()?),
                _ => match self.word() {
                    "" => return self.fail("expected the name of an attribute"),
                    word => name(word),
                },
            };
            let value = match self.eat("=") {
                true => self.kept_attribute()?,
                false => Rc::new(Attribute::Unit),
            };
            all.push((key, value));
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        all.sort_by_key(|(name, _)| *name);
        match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => self.fail(format!("the attribute `{}` stands there twice", pair[0].0)),
            None => Ok(all),
        }
    }

    /// `#name`: an alias, or the attribute of a dialect.
    fn dialect_attribute(&mut self) -> Read<Attribute> {
        let start = self.place();
        self.expect("#")?;
        let name = self.name_part();
        if let Some((_, meaning)) = self.attribute_aliases.get(name) {
            return Ok((**meaning).clone());
        }
        if self.next_byte() == b'<' {
            self.pass_brackets()?;
        }
        let end = self.place();
        if self.eat(":") {
            self.ty()?;
        } else {
            self.go_to(end);
        }
        Ok(Attribute::Other(self.spelling(start)))
    }

    /// A number, with its type.
    fn numeral(&mut self) -> Read<Attribute> {
        let start = self.place();
        let literal = self.number_text()?;
        let end = self.place();
        let decimal_float = literal.contains('.');
        let ty = match self.eat(":") {
            true => self.ty()?,
            false => {
                self.go_to(end);
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
        Ok(read.unwrap_or_else(|| Attribute::Other(self.spelling(start))))
    }

    /// `array<...>`, whose word has been passed.
    fn array(&mut self, start: usize) -> Read<Attribute> {
        let open = self.place();
        self.expect("<")?;
        let element = self.ty()?;
        let known = match &element {
            Type::Integer(width @ (1 | 8 | 16 | 32 | 64), _) => Some((*width, None)),
            Type::Float(name @ ("f32" | "f64")) => Some((64, Some(*name))),
            _ => None,
        };
        let Some((_, float)) = known else {
            self.go_to(open);
            self.pass_brackets()?;
            return Ok(Attribute::Other(self.spelling(start)));
        };
        let (mut ints, mut floats) = (Vec::new(), Vec::new());
        if !self.eat(">") {
            self.expect(":")?;
            loop {
                let place = self.place();
                let literal = match self.peek() {
                    b't' | b'f' => self.word(),
                    _ => self.number_text()?,
                };
                let read = match float {
                    Some(name) => float_literal(name, literal).map(|bits| floats.push(bits as u64)),
                    None => int_literal(&element, literal).map(|value| ints.push(value as i64)),
                };
                if read.is_none() {
                    return self.fail_at(place, "the number is none of the array's type");
                }
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(">")?;
        }
        Ok(match float {
            Some(_) => Attribute::Floats(Rc::new(element), floats),
            None => Attribute::Ints(Rc::new(element), ints),
        })
    }
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
