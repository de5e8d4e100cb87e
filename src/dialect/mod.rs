//! What an operation is: one row an operation, one file a family.
//!
//! A row says when the operation is legal, how one is drawn, which type and which range of values its result
//! has (refusing what would be undefined) and how it is spelt in each version. Adding an operation is adding
//! one row; the decoder, the printer, the checker and the dictionary all work from the table.

pub mod tosa;

use crate::observe::Element;
use crate::program::{Attributes, Builder, Draft, Range, Type, Value, Writer};
use serde::{Deserialize, Serialize};

/// Rows that are switched on and off together when a case picks what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Sums, products, quotients, extremes.
    Arithmetic,
    /// Bitwise and logical operations, shifts.
    Bits,
    /// Unary integer arithmetic, rounding, clamping.
    Unary,
    /// Mathematical functions of floats.
    Function,
    /// Comparison and selection.
    Choice,
    /// Casts.
    Cast,
    /// Reductions along one dimension.
    Reduction,
    /// Matrix products.
    Matrix,
    /// Operations that move elements without a change of shape or with a simple one.
    Shape,
    /// Operations that put tensors together or take them apart.
    Layout,
}

/// Every family, in the order of the bits that switch them.
pub const FAMILIES: [Family; 10] = [
    Family::Arithmetic,
    Family::Bits,
    Family::Unary,
    Family::Function,
    Family::Choice,
    Family::Cast,
    Family::Reduction,
    Family::Matrix,
    Family::Shape,
    Family::Layout,
];

/// An operation to be, with everything its row looks at.
pub struct Site<'a> {
    /// What it takes.
    pub operands: &'a [&'a Value],
    /// What it carries.
    pub attributes: &'a Attributes,
    /// The type the row's `typing` gave.
    pub result: &'a Type,
}

/// How the result's type follows; an error says why the operation is illegal.
pub type Typing = fn(&[&Value], &Attributes) -> Result<Type, String>;

/// How the result's range follows; an error says what would be undefined, or out of the limits.
pub type Transfer = fn(&Site<'_>) -> Result<Range, String>;

/// One operation.
pub struct Row {
    /// Its name in MLIR 22 and later, without the dialect's.
    pub name: &'static str,
    /// Its name in MLIR 19.
    pub name19: &'static str,
    /// What it is switched on and off with.
    pub family: Family,
    /// The bytes that draw it, first and last. Never reused: a byte keeps its meaning for old corpora.
    pub slots: (u8, u8),
    /// Element types of the operand that decides (the first; of select the second).
    pub takes: &'static [Element],
    /// How one is drawn; none when nothing in scope fits and no input may be added.
    pub draw: fn(&mut Builder, &'static Row) -> Option<Draft>,
    /// Type of the result.
    pub typing: Typing,
    /// Range of the result.
    pub transfer: Transfer,
    /// How it is written.
    pub write: fn(&mut Writer<'_>),
}

impl Row {
    /// Type and range of the result, or why the operation is not legal, not defined, or out of the limits.
    pub fn infer(&self, operands: &[&Value], attributes: &Attributes) -> Result<Value, String> {
        let decisive = if self.name == "select" { 1 } else { 0 };
        let element = operands.get(decisive).ok_or("too few operands")?.ty.element;
        if !self.takes.contains(&element) {
            return Err(format!("{} does not take {element}", self.name));
        }
        let ty = (self.typing)(operands, attributes)?;
        let range = (self.transfer)(&Site { operands, attributes, result: &ty })?;
        range.admissible(&ty)?;
        Ok(Value { ty, range })
    }
}

/// A reference to a row. Serialized by name, so that a saved program outlives a change of the table.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Op(pub &'static Row);

impl PartialEq for Op {
    fn eq(&self, other: &Op) -> bool {
        self.0.name == other.0.name
    }
}

impl std::fmt::Debug for Op {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl From<Op> for String {
    fn from(op: Op) -> String {
        op.0.name.to_string()
    }
}

impl TryFrom<String> for Op {
    type Error = String;

    fn try_from(name: String) -> Result<Op, String> {
        tosa::rows()
            .find(|row| row.name == name)
            .map(Op)
            .ok_or_else(|| format!("no operation is called {name}"))
    }
}

impl std::ops::Deref for Op {
    type Target = Row;

    fn deref(&self) -> &Row {
        self.0
    }
}

/// The rows of some families in the order a byte tries them: the row that owns the byte first, then all of
/// them from a place that depends on the byte. Byte 0 has no owner (it ends a program), nor have free bytes.
pub fn from_slot(byte: u8, families: &[Family]) -> impl Iterator<Item = &'static Row> {
    let rows: Vec<&'static Row> = tosa::rows().filter(|row| families.contains(&row.family)).collect();
    let owner = rows.iter().copied().find(|row| row.slots.0 <= byte && byte <= row.slots.1);
    let others = (0..rows.len()).map(move |i| rows[(usize::from(byte) + i) % rows.len()]);
    owner.into_iter().chain(others)
}
