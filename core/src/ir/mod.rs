//! One neutral form of a module: plain data that is read from MLIR, edited, hashed, run, and printed in generic form.
//!
//! Operations are named, values are numbered over the module, types and attributes mean something. Nothing here is a handle of MLIR, and
//! nothing is checked: whether a module is valid is for MLIR to say.

mod affine;
mod attribute;
mod float;
mod generic;
mod location;
mod outline;
mod parse;
mod print;
mod renumber;
mod respelt;
mod rewrite;
mod types;

pub use affine::{Expression, IntegerSet, Map};
pub use attribute::{Attribute, Dense};
pub use float::{float_bits, float_value, float_width};
pub use location::{Location, locate};
pub use outline::{BlockLine, Line, Outline, ValueOrigin};
pub use parse::{Unreadable, module, parse_attribute, parse_type};
pub use renumber::renumber;
pub use respelt::differ_in_maps_alone;
pub use rewrite::{Rewrite, rewritten, rewritten_type};
pub use types::{Extent, MemrefLayout, Signedness, Type};

use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::{LazyLock, Mutex};

/// The name of an operation or of an attribute. Each is kept once for the life of the process.
pub type Name = &'static str;

/// The name that is spelt so.
pub fn name(text: &str) -> Name {
    static NAMES: LazyLock<Mutex<HashSet<Name>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock().unwrap_or_else(|broken| broken.into_inner());
    match names.get(text) {
        Some(known) => known,
        None => {
            let kept: Name = String::leak(text.to_owned());
            names.insert(kept);
            kept
        }
    }
}

/// Stands for a value: its place in [`Module::values`].
pub type Value = u32;

/// A module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Attributes of the module itself.
    pub attributes: Attributes,
    /// Operations at the top level, in order.
    pub operations: Vec<Operation>,
    /// The type of each value.
    pub values: Vec<Rc<Type>>,
}

/// Attributes by name, in the order in which MLIR keeps them; those of an operation's own and the others alike. Copies share them until
/// one is changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes(Rc<Vec<(Name, Rc<Attribute>)>>);

impl Deref for Attributes {
    type Target = Vec<(Name, Rc<Attribute>)>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Attributes {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Rc::make_mut(&mut self.0)
    }
}

impl From<Vec<(Name, Rc<Attribute>)>> for Attributes {
    fn from(named: Vec<(Name, Rc<Attribute>)>) -> Attributes {
        Attributes(Rc::new(named))
    }
}

impl FromIterator<(Name, Rc<Attribute>)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (Name, Rc<Attribute>)>>(named: I) -> Attributes {
        named.into_iter().collect::<Vec<_>>().into()
    }
}

impl IntoIterator for Attributes {
    type Item = (Name, Rc<Attribute>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        Rc::unwrap_or_clone(self.0).into_iter()
    }
}

impl<'a> IntoIterator for &'a Attributes {
    type Item = &'a (Name, Rc<Attribute>);
    type IntoIter = std::slice::Iter<'a, (Name, Rc<Attribute>)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Full name, such as `arith.addi`.
    pub name: Name,
    /// Its place among all operations of the module, each before those in its regions: the module has 0, the first of its operations 1.
    pub number: u32,
    /// The values it takes.
    pub operands: Vec<Value>,
    /// The values it makes.
    pub results: Vec<Value>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Blocks that may come next, by place in the region around it.
    pub successors: Vec<u32>,
    /// Its regions.
    pub regions: Vec<Region>,
    /// The place that it comes from, where that is known.
    pub location: Option<Rc<Location>>,
}

/// A region: its blocks, the entry first.
pub type Region = Vec<Block>;

/// A block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// Its operations, the terminator last.
    pub operations: Vec<Operation>,
}

/// Attributes of these names.
pub fn attributes(named: impl IntoIterator<Item = (Name, Attribute)>) -> Attributes {
    named.into_iter().map(|(name, attribute)| (name, Rc::new(attribute))).collect()
}

/// The attribute of that name.
pub fn attribute<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|(other, _)| *other == name).map(|(_, attribute)| &**attribute)
}

impl Operation {
    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        attribute(&self.attributes, name)
    }

    /// The string, or the name of the symbol, that an attribute holds.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.attribute(name)?.text()
    }

    /// True if other modules see it (MLIR, "Symbol Visibility").
    pub fn is_public(&self) -> bool {
        self.text("sym_visibility").is_none_or(|visibility| visibility == "public")
    }

    /// The blocks of the first region; none where it has none or it is empty.
    pub fn body(&self) -> Option<&Region> {
        self.regions.first().filter(|blocks| !blocks.is_empty())
    }

    /// Hands over each operation inside, and this one before them.
    pub fn walk<'a>(&'a self, met: &mut impl FnMut(&'a Operation)) {
        met(self);
        let inner = self.regions.iter().flatten().flat_map(|block| &block.operations);
        inner.for_each(|operation| operation.walk(met));
    }
}

impl Module {
    /// Hands over each operation, each before those in its regions.
    pub fn walk<'a>(&'a self, met: &mut impl FnMut(&'a Operation)) {
        self.operations.iter().for_each(|operation| operation.walk(met));
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &Rc<Type> {
        &self.values[value as usize]
    }
}
