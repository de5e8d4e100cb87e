//! Attributes, as structure.

use super::{IntegerSet, Map, Type};
use crate::ir::Attributes;
use crate::observe::Element;
use std::rc::Rc;

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// It says something by being there.
    Unit,
    /// An integer or boolean with its type: two's complement, sign-extended from its width unless the type is unsigned. `true` is 1.
    Int(i128, Rc<Type>),
    /// A float: its bits in its type, zero-extended.
    Float(u128, Rc<Type>),
    /// A string.
    Text(Rc<str>),
    /// The name of a symbol, and of symbols inside: `@a::@b` has two.
    Symbol(Vec<Rc<str>>),
    /// `array<i32: ...>` of integers or booleans: the type of one, and all.
    Ints(Rc<Type>, Vec<i64>),
    /// `array<f32: ...>`: the type of one, and the bits of all.
    Floats(Rc<Type>, Vec<u64>),
    /// `[...]`.
    List(Vec<Rc<Attribute>>),
    /// `{...}`.
    Dictionary(Attributes),
    /// A type.
    Type(Rc<Type>),
    /// Constant elements.
    Dense(Dense),
    /// `affine_map<...>`.
    Map(Map),
    /// `affine_set<...>`.
    Set(IntegerSet),
    /// `#dialect.name<...>`, as MLIR prints it: any attribute that has no structure here.
    Other(Rc<str>),
}

/// The elements of a constant vector or tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// The type of the whole.
    pub ty: Rc<Type>,
    /// Bytes one part of an element takes in `data`: as many as its bits fill, one of a boolean.
    pub stride: usize,
    /// Parts of an element: two of a complex number, or else one.
    pub parts: usize,
    /// Row-major and little-endian; one element where all are the same.
    pub data: Rc<[u8]>,
}

impl Attribute {
    /// True if one of the attributes that it is made of is such a one; lists and dictionaries are made of others, any other of itself.
    pub fn has(&self, is: &impl Fn(&Attribute) -> bool) -> bool {
        match self {
            Attribute::List(all) => all.iter().any(|one| one.has(is)),
            Attribute::Dictionary(all) => all.iter().any(|(_, one)| one.has(is)),
            other => is(other),
        }
    }

    /// True if it names a symbol of this name, or may do so.
    pub fn refers_to(&self, name: &str) -> bool {
        self.has(&|one| match one {
            Attribute::Symbol(path) => path.iter().any(|part| &**part == name),
            Attribute::Other(text) => text.contains(name),
            _ => false,
        })
    }

    /// An integer of this element type.
    pub fn of_int(element: Element, value: i64) -> Attribute {
        Attribute::Int(value.into(), Rc::new(Type::of(element)))
    }

    /// A boolean.
    pub fn flag(value: bool) -> Attribute {
        Attribute::of_int(Element::I1, value.into())
    }

    /// `array<i64: ...>`, or of another element type.
    pub fn array(element: Element, values: Vec<i64>) -> Attribute {
        Attribute::Ints(Rc::new(Type::of(element)), values)
    }

    /// The name of a symbol.
    pub fn symbol(name: &str) -> Attribute {
        Attribute::Symbol(vec![name.into()])
    }

    /// The string, or the name of the symbol, that it is.
    pub fn text(&self) -> Option<&str> {
        match self {
            Attribute::Text(text) => Some(text),
            Attribute::Symbol(path) => path.last().map(|name| &**name),
            _ => None,
        }
    }

    /// True of a boolean that is false.
    pub fn is_false(&self) -> bool {
        matches!(self, Attribute::Int(0, ty) if matches!(**ty, Type::Integer(1, _)))
    }

    /// The integer that it is.
    pub fn int(&self) -> Option<i128> {
        match self {
            Attribute::Int(value, _) => Some(*value),
            _ => None,
        }
    }

    /// True if the word stands in what MLIR prints between the brackets of a dialect's attribute, as in `#arith.fastmath<nnan,ninf>`
    /// and `#vector.kind<add>`.
    pub fn says(&self, word: &str) -> bool {
        match self {
            Attribute::Other(text) => {
                let inside = text.split_once('<').map_or(&**text, |(_, inside)| inside);
                inside.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
            }
            Attribute::Text(text) => &**text == word,
            _ => false,
        }
    }

    /// True of flags none of which is set.
    pub fn sets_no_flag(&self) -> bool {
        matches!(self, Attribute::Int(0, _)) || self.says("none")
    }

    /// True if these are fast-math flags with this one, or with `fast`, which is all of them.
    pub fn allows(&self, flag: &str) -> bool {
        self.says(flag) || self.says("fast")
    }
}
