//! Types.

use super::cursor::{Parser, Read};
use crate::ir::{Attribute, Extent, MemrefLayout, Signedness, Type, float};
use std::rc::Rc;

/// Integers are at most this wide (`IntegerType::kMaxWidth`).
const WIDEST: u32 = (1 << 24) - 1;

/// The types of inputs and of results.
pub(super) type Signature = (Vec<Rc<Type>>, Vec<Rc<Type>>);

impl<'a> Parser<'a> {
    /// The type that comes next.
    pub(super) fn ty(&mut self) -> Read<Type> {
        self.deeper(|parser| match parser.peek() {
            b'!' => parser.dialect_type(),
            b'(' => parser.function_type(),
            _ => {
                let start = parser.place();
                match parser.word() {
                    "" => parser.fail("expected a type"),
                    word => parser.builtin_type(word, start),
                }
            }
        })
    }

    /// The type that comes next, to be kept.
    pub(super) fn kept_type(&mut self) -> Read<Rc<Type>> {
        self.ty().map(Rc::new)
    }

    fn builtin_type(&mut self, word: &'a str, start: usize) -> Read<Type> {
        if let Some(simple) = simple_type(word) {
            return Ok(simple);
        }
        match word {
            "vector" => self.vector(),
            "tensor" => self.tensor(),
            "memref" => self.memref(),
            "complex" => {
                self.expect("<")?;
                let element = self.kept_type()?;
                self.expect(">")?;
                Ok(Type::Complex(element))
            }
            "tuple" => {
                self.expect("<")?;
                Ok(Type::Tuple(self.types_until(">")?))
            }
            _ => self.other_type(start),
        }
    }

    /// A type of no known structure, whose name has been passed.
    fn other_type(&mut self, start: usize) -> Read<Type> {
        if self.next_byte() == b'<' {
            self.pass_brackets()?;
        }
        Ok(Type::Other(self.spelling(start)))
    }

    /// Types between commas up to a bracket, which is passed.
    pub(super) fn types_until(&mut self, close: &'static str) -> Read<Vec<Rc<Type>>> {
        let mut types = Vec::new();
        if self.eat(close) {
            return Ok(types);
        }
        loop {
            types.push(self.kept_type()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(close)?;
        Ok(types)
    }

    fn function_type(&mut self) -> Read<Type> {
        let (inputs, results) = self.signature()?;
        Ok(Type::Function(inputs, results))
    }

    /// `(inputs) -> results`.
    pub(super) fn signature(&mut self) -> Read<Signature> {
        self.expect("(")?;
        let inputs = self.types_until(")")?;
        self.expect("->")?;
        let results = match self.eat("(") {
            true => self.types_until(")")?,
            false => vec![self.kept_type()?],
        };
        Ok((inputs, results))
    }

    /// `?` or a number, with the `x` behind it; none where neither comes next.
    fn extent(&mut self) -> Read<Option<Extent>> {
        let extent = match self.peek() {
            b'?' => {
                self.expect("?")?;
                None
            }
            b'0'..=b'9' => Some(self.number()?),
            _ => return Ok(None),
        };
        self.expect("x")?;
        Ok(Some(extent))
    }

    fn shape(&mut self) -> Read<Vec<Extent>> {
        let mut shape = Vec::new();
        while let Some(extent) = self.extent()? {
            shape.push(extent);
        }
        Ok(shape)
    }

    fn vector(&mut self) -> Read<Type> {
        self.expect("<")?;
        let mut shape = Vec::new();
        loop {
            match self.peek() {
                b'[' => {
                    self.expect("[")?;
                    shape.push((self.number()?, true));
                    self.expect("]")?;
                }
                b'0'..=b'9' => shape.push((self.number()?, false)),
                _ => break,
            }
            self.expect("x")?;
        }
        let element = self.kept_type()?;
        self.expect(">")?;
        Ok(Type::Vector(shape, element))
    }

    fn tensor(&mut self) -> Read<Type> {
        self.expect("<")?;
        if self.eat("*") {
            self.expect("x")?;
            let element = self.kept_type()?;
            self.expect(">")?;
            return Ok(Type::UnrankedTensor(element));
        }
        let (shape, element) = (self.shape()?, self.kept_type()?);
        let encoding = match self.eat(",") {
            true => Some(self.kept_attribute()?),
            false => None,
        };
        self.expect(">")?;
        Ok(Type::Tensor(shape, element, encoding))
    }

    fn memref(&mut self) -> Read<Type> {
        self.expect("<")?;
        if self.eat("*") {
            self.expect("x")?;
            let element = self.kept_type()?;
            let space = match self.eat(",") {
                true => Some(self.kept_attribute()?),
                false => None,
            };
            self.expect(">")?;
            return Ok(Type::UnrankedMemref(element, space));
        }
        let (shape, element) = (self.shape()?, self.kept_type()?);
        let (mut layout, mut space) = (MemrefLayout::Identity, None);
        if self.eat(",") {
            if let Some(strided) = self.strided()? {
                layout = strided;
            } else {
                // An attribute of a dialect by itself is the memory space: MLIR has no layout but maps and strides.
                match self.attribute()? {
                    Attribute::Map(map) if map.is_identity() => {}
                    Attribute::Map(map) => layout = MemrefLayout::Map(map),
                    Attribute::Other(text) if self.peek() == b',' => layout = MemrefLayout::Other(text),
                    other => space = Some(Rc::new(other)),
                }
            }
            if self.eat(",") {
                space = Some(self.kept_attribute()?);
            }
        }
        self.expect(">")?;
        Ok(Type::Memref { shape, element, layout, space })
    }

    /// `strided<[...], offset: n>`, if it comes next.
    fn strided(&mut self) -> Read<Option<MemrefLayout>> {
        if !self.eat_word("strided") {
            return Ok(None);
        }
        self.expect("<")?;
        self.expect("[")?;
        let mut strides = Vec::new();
        if !self.eat("]") {
            loop {
                strides.push(self.known_or_not()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]")?;
        }
        let mut offset = Some(0);
        if self.eat(",") {
            self.expect("offset")?;
            self.expect(":")?;
            offset = self.known_or_not()?;
        }
        self.expect(">")?;
        Ok(Some(MemrefLayout::Strided { offset, strides }))
    }

    fn known_or_not(&mut self) -> Read<Option<i64>> {
        match self.eat("?") {
            true => Ok(None),
            false => self.signed().map(Some),
        }
    }

    /// `!name`: an alias, or the type of a dialect.
    fn dialect_type(&mut self) -> Read<Type> {
        let start = self.place();
        self.expect("!")?;
        let name = self.name_part();
        if let Some((_, meaning)) = self.type_aliases.get(name) {
            return Ok(meaning.clone());
        }
        if let Some(short) = name.strip_prefix("llvm.") {
            let inside = self.place();
            if let Ok(Some(known)) = self.llvm_type(short) {
                return Ok(known);
            }
            self.go_to(inside);
        }
        self.other_type(start)
    }

    /// A type of the dialect llvm by its short name, which has been passed; none where it has no structure.
    fn llvm_type(&mut self, short: &str) -> Read<Option<Type>> {
        Ok(Some(match short {
            "void" => Type::Void,
            "ptr" => match self.next_byte() {
                b'<' => {
                    self.expect("<")?;
                    let space = self.number()?;
                    self.expect(">")?;
                    Type::Pointer(space)
                }
                _ => Type::Pointer(0),
            },
            "array" => {
                self.expect("<")?;
                let extent = self.number()?;
                self.expect("x")?;
                let element = self.inner_type()?;
                self.expect(">")?;
                Type::Array(extent, element)
            }
            "vec" => {
                self.expect("<")?;
                let scalable = self.eat("?");
                if scalable {
                    self.expect("x")?;
                }
                let extent = self.number()?;
                self.expect("x")?;
                let element = self.inner_type()?;
                self.expect(">")?;
                Type::Vector(vec![(extent, scalable)], element)
            }
            "func" => self.llvm_function()?,
            "struct" => self.structure()?,
            _ => return Ok(None),
        }))
    }

    /// A type inside one of the dialect llvm, in full or by its short name.
    fn inner_type(&mut self) -> Read<Rc<Type>> {
        self.deeper(|parser| {
            if matches!(parser.peek(), b'!' | b'(') {
                return parser.kept_type();
            }
            let start = parser.place();
            let word = parser.word();
            if word.is_empty() {
                return parser.fail("expected a type");
            }
            let inside = parser.place();
            if let Some(known) = parser.llvm_type(word)? {
                return Ok(Rc::new(known));
            }
            parser.go_to(inside);
            Ok(Rc::new(match parser.builtin_type(word, start)? {
                Type::Other(text) => Type::Other(format!("!llvm.{text}").into()),
                known => known,
            }))
        })
    }

    fn llvm_function(&mut self) -> Read<Type> {
        self.expect("<")?;
        let result = self.inner_type()?;
        self.expect("(")?;
        let (mut parameters, mut more) = (Vec::new(), false);
        if !self.eat(")") {
            loop {
                if self.eat("...") {
                    more = true;
                    break;
                }
                parameters.push(self.inner_type()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect(">")?;
        Ok(Type::LlvmFunction(result, parameters, more))
    }

    fn structure(&mut self) -> Read<Type> {
        self.expect("<")?;
        let mut name = None;
        if self.peek() == b'"' {
            name = Some(Rc::from(&*self.string()?));
            if self.eat(">") {
                return Ok(Type::Struct { name, fields: None, packed: false });
            }
            self.expect(",")?;
        }
        if self.eat_word("opaque") {
            self.expect(">")?;
            return Ok(Type::Struct { name, fields: None, packed: false });
        }
        let packed = self.eat_word("packed");
        self.expect("(")?;
        let mut fields = Vec::new();
        if !self.eat(")") {
            loop {
                fields.push(self.inner_type()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect(">")?;
        Ok(Type::Struct { name, fields: Some(fields), packed })
    }
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
