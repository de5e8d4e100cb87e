//! Programs as the interpreter sees them: MLIR's generic form, with types and attributes that mean something.

use super::{Tensor, Unevaluated};
use crate::observe::Element;
use std::rc::Rc;

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its functions.
    pub functions: Vec<Function>,
    /// Its variables (`tosa.variable`): name, and initial value where there is one.
    pub variables: Vec<(String, Option<Rc<Tensor>>)>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its symbol.
    pub name: String,
    /// Types of the arguments.
    pub arguments: Vec<Type>,
    /// Its body; none in a declaration.
    pub body: Option<Region>,
    /// Number of values in it, those of nested regions included: values are numbered from 0.
    pub values: usize,
}

/// A region of one block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// The values its arguments are.
    pub arguments: Vec<usize>,
    /// Its operations, the terminator last.
    pub operations: Vec<Operation>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Full name, such as `tosa.add`.
    pub name: String,
    /// The values it takes.
    pub operands: Vec<usize>,
    /// The values it makes.
    pub results: Vec<usize>,
    /// The types of these.
    pub types: Vec<Type>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its regions.
    pub regions: Vec<Region>,
    /// Its location, such as `3:5`, in line and column.
    pub location: String,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Extents, each none where it is open; none at all where even the rank is.
    pub extents: Option<Vec<Option<usize>>>,
    /// Type of the elements; none where lowdiff does not know it. Shapes (`!tosa.shape`) are tensors of `index`.
    pub element: Option<Element>,
    /// The type as MLIR spells it, for messages.
    pub spelling: String,
}

impl Type {
    /// A type with these extents.
    pub fn of(element: Element, shape: &[usize]) -> Type {
        let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
        Type {
            extents: Some(shape.iter().copied().map(Some).collect()),
            element: Some(element),
            spelling: format!("tensor<{extents}{element}>"),
        }
    }

    /// A type of which these extents are known, or not even the rank.
    pub fn open(element: Element, extents: Option<Vec<Option<usize>>>) -> Type {
        let spelt = |extent: &Option<usize>| match extent {
            Some(extent) => format!("{extent}x"),
            None => "?x".into(),
        };
        let text = extents.as_ref().map_or("*x".into(), |all| all.iter().map(spelt).collect::<String>());
        Type { extents, element: Some(element), spelling: format!("tensor<{text}{element}>") }
    }

    /// True if a tensor of this shape has this type.
    pub fn admits(&self, shape: &[usize]) -> bool {
        self.extents.as_ref().is_none_or(|extents| {
            let fits = |(known, extent): (&Option<usize>, &usize)| known.is_none_or(|known| known == *extent);
            extents.len() == shape.len() && extents.iter().zip(shape).all(fits)
        })
    }

    /// True if every extent is known.
    pub fn is_static(&self) -> bool {
        self.extents.as_ref().is_some_and(|extents| extents.iter().all(Option::is_some))
    }
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// An integer, sign-extended unless its type is unsigned; a Boolean is 0 or 1.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string or the name of a symbol.
    Text(String),
    /// An array of integers.
    Ints(Vec<i64>),
    /// A constant tensor.
    Tensor(Rc<Tensor>),
    /// Anything else, as MLIR prints it.
    Other(String),
}

/// The attributes of one operation, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes(pub Vec<(String, Attribute)>);

impl Attributes {
    /// The one called `name`.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// An integer, or `otherwise` where it is absent.
    pub fn int_or(&self, name: &str, otherwise: i64) -> i64 {
        match self.get(name) {
            Some(Attribute::Int(value)) => *value,
            _ => otherwise,
        }
    }

    /// An integer.
    ///
    /// # Errors
    /// It is absent or something else.
    pub fn int(&self, name: &str) -> Result<i64, Unevaluated> {
        match self.get(name) {
            Some(Attribute::Int(value)) => Ok(*value),
            other => Err(missing(name, "integer", other)),
        }
    }

    /// A list of integers.
    ///
    /// # Errors
    /// It is absent or something else.
    pub fn ints(&self, name: &str) -> Result<&[i64], Unevaluated> {
        match self.get(name) {
            Some(Attribute::Ints(values)) => Ok(values),
            other => Err(missing(name, "list of integers", other)),
        }
    }

    /// A constant tensor.
    ///
    /// # Errors
    /// It is absent or something else.
    pub fn tensor(&self, name: &str) -> Result<&Rc<Tensor>, Unevaluated> {
        match self.get(name) {
            Some(Attribute::Tensor(tensor)) => Ok(tensor),
            other => Err(missing(name, "constant", other)),
        }
    }

    /// The text of a string, or of an enumerator such as `"PROPAGATE"` or `SINGLE_ROUND`.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Attribute::Text(text) | Attribute::Other(text)) => Some(text),
            _ => None,
        }
    }

    /// True if the enumerator or string has this word in it, as in `#tosa.nan_mode<IGNORE>`.
    pub fn says(&self, name: &str, word: &str) -> bool {
        self.word(name).is_some_and(|text| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
        })
    }
}

#[cold]
fn missing(name: &str, kind: &str, found: Option<&Attribute>) -> Unevaluated {
    match found {
        None => Unevaluated::new(format!("has no attribute `{name}`")),
        Some(_) => Unevaluated::new(format!("has an attribute `{name}` that is no {kind}")),
    }
}

impl Program {
    /// The function called `name`.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}
