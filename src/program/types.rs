//! The nouns of a program: tensor types, constant data, operands and attributes.

use super::range::Range;
use crate::observe::Element;
use serde::{Deserialize, Serialize};

/// A ranked tensor with static extents.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Type {
    /// Extents, outermost first, none of them 0; empty for a scalar.
    pub shape: Vec<u64>,
    /// Type of the elements.
    pub element: Element,
}

impl Type {
    /// The type of that shape and element.
    pub fn new(shape: impl Into<Vec<u64>>, element: Element) -> Type {
        Type { shape: shape.into(), element }
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().product()
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("tensor<")?;
        self.shape.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        write!(f, "{}>", self.element)
    }
}

/// Something an operation can take: what is known of it without running the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// What its elements can be.
    pub range: Range,
}

/// Names a value: an input, or the result of an earlier operation, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Operand {
    /// `Program::inputs[i]`.
    Input(usize),
    /// The result of `Program::operations[i]`.
    Result(usize),
}

/// One element of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Scalar {
    /// Of an integer type; i1 counts 0 and 1.
    Int(i64),
    /// Of f32.
    Float(f32),
}

/// What an operation carries besides its operands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Attributes {
    /// Nothing.
    None,
    /// The dimension a reduction, concat, reverse or argmax works along.
    Axis(usize),
    /// Whether arithmetic_right_shift rounds to nearest.
    Round(bool),
    /// The element type cast gives.
    To(Element),
    /// Bounds of clamp, both inclusive.
    Bounds(Scalar, Scalar),
    /// The shape reshape gives.
    Shape(Vec<u64>),
    /// How often tile repeats each dimension.
    Multiples(Vec<u64>),
    /// Which dimension of the input becomes dimension i of transpose's result.
    Permutation(Vec<usize>),
    /// Where slice starts and how much it takes, per dimension.
    Window(Vec<u64>, Vec<u64>),
    /// Elements added before and after, per dimension, and their value.
    Padding(Vec<(u64, u64)>, Scalar),
    /// What matmul subtracts from its two operands first.
    ZeroPoints(i64, i64),
}

/// The elements of a constant, row-major.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Data {
    /// Of an integer type, sign-extended; i1 counts 0 and 1.
    Int(Vec<i64>),
    /// Of f32, each a multiple of 2^grain.
    Float(Vec<f32>, i32),
}

impl Data {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Data::Int(values) => values.len(),
            Data::Float(values, _) => values.len(),
        }
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Where an input is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In `main`, and handed to the kernel: out of the folders' sight.
    Argument,
    /// In the kernel itself, where folders see it.
    Inside,
}

/// A tensor the program starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// Where it is made.
    pub place: Place,
    /// Its elements.
    pub data: Data,
    /// Its type, and the range its elements span.
    pub value: Value,
}

/// One operation of the kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// Which operation.
    pub op: crate::dialect::Op,
    /// What it takes.
    pub operands: Vec<Operand>,
    /// What it carries.
    pub attributes: Attributes,
    /// What it gives.
    pub result: Value,
}
