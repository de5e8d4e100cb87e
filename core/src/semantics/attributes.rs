//! Attributes as the operations of tosa ask for them.

use super::{Float, Format, Tensor, Unevaluated};
use crate::ir::{self, Attribute, Attributes, Type};
use crate::observe::Element;
use std::rc::Rc;

/// The answers of an operation's attributes.
pub trait Asked {
    /// The one called `name`.
    fn get(&self, name: &str) -> Option<&Attribute>;

    /// An integer, or `otherwise` where it is absent.
    fn int_or(&self, name: &str, otherwise: i64) -> i64 {
        self.int(name).unwrap_or(otherwise)
    }

    /// An integer. Unsigned 64 bits are those of a signed number, as everywhere in the semantics.
    ///
    /// # Errors
    /// It is absent or something else.
    fn int(&self, name: &str) -> Result<i64, Unevaluated> {
        match self.get(name) {
            Some(Attribute::Int(value, _)) => Ok(*value as i64),
            other => Err(missing(name, "integer", other)),
        }
    }

    /// A list of integers.
    ///
    /// # Errors
    /// It is absent or something else.
    fn ints(&self, name: &str) -> Result<&[i64], Unevaluated> {
        match self.get(name) {
            Some(Attribute::Ints(_, values)) => Ok(values),
            other => Err(missing(name, "list of integers", other)),
        }
    }

    /// A float.
    ///
    /// # Errors
    /// It is absent or something else.
    fn float(&self, name: &str) -> Result<Float, Unevaluated> {
        let attribute = self.get(name);
        attribute.and_then(float_in).map(Float::exact).ok_or_else(|| missing(name, "float", attribute))
    }

    /// A constant tensor.
    ///
    /// # Errors
    /// It is absent or something else.
    fn tensor(&self, name: &str) -> Result<Tensor, Unevaluated> {
        let attribute = self.get(name);
        let tensor = match attribute {
            Some(Attribute::Dense(dense)) => Tensor::of_dense(dense),
            _ => None,
        };
        tensor.ok_or_else(|| missing(name, "constant", attribute))
    }

    /// A type, by its spelling where it is none of lowdiff's elements.
    fn element(&self, name: &str) -> Option<Result<Element, String>> {
        let (element, spelling) = match self.get(name)? {
            Attribute::Type(ty) => (ty.element(), ty.to_string()),
            other => (None, format!("{other:?}")),
        };
        Some(element.ok_or(spelling))
    }

    /// The text of a string, of an enumerator such as `#tosa.nan_mode<IGNORE>`, or the name of a symbol.
    fn word(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Attribute::Other(text) => Some(text),
            other => other.text(),
        }
    }

    /// True if the enumerator or string is this word, or has it among others.
    fn says(&self, name: &str, word: &str) -> bool {
        self.get(name).is_some_and(|attribute| attribute.says(word))
    }
}

impl Asked for Attributes {
    fn get(&self, name: &str) -> Option<&Attribute> {
        ir::attribute(self, name)
    }
}

/// A float of this element type.
pub fn float_attribute(element: Element, value: f64) -> Attribute {
    let bits = Format::of(element).map_or(0, |format| format.encode(value));
    Attribute::Float(bits.into(), Rc::new(Type::of(element)))
}

/// The number that a float attribute is.
pub fn float_in(attribute: &Attribute) -> Option<f64> {
    match attribute {
        Attribute::Float(bits, ty) => match &**ty {
            Type::Float(name) => ir::float_value(name, *bits),
            _ => None,
        },
        _ => None,
    }
}

#[cold]
fn missing(name: &str, kind: &str, found: Option<&Attribute>) -> Unevaluated {
    match found {
        None => Unevaluated::new(format!("has no attribute `{name}`")),
        Some(_) => Unevaluated::new(format!("has an attribute `{name}` that is no {kind}")),
    }
}
