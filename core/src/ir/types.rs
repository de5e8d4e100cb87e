//! Types, as structure.

use super::{Attribute, Map, float_width};
use crate::observe::Element;
use std::rc::Rc;

/// An extent of a shape; none where it is not known before the program runs.
pub type Extent = Option<u64>;

/// The meaning of the sign of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `i8`: operations say.
    Signless,
    /// `si8`.
    Signed,
    /// `ui8`.
    Unsigned,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// An integer of so many bits.
    Integer(u32, Signedness),
    /// `index`: 64 bits on every target lowdiff runs on.
    Index,
    /// A float, by the name MLIR gives its type, such as `bf16`.
    Float(&'static str),
    /// A complex number of two of these.
    Complex(Rc<Type>),
    /// A vector: extents, each with whether it is a multiple of what the processor has (`[4]`), and the element type.
    Vector(Vec<(u64, bool)>, Rc<Type>),
    /// A tensor: extents, element type, and what is said about its encoding.
    Tensor(Vec<Extent>, Rc<Type>, Option<Rc<Attribute>>),
    /// A tensor of any rank.
    UnrankedTensor(Rc<Type>),
    /// A memref.
    Memref {
        /// Its extents.
        shape: Vec<Extent>,
        /// The type of its elements.
        element: Rc<Type>,
        /// The place of each element in memory.
        layout: MemrefLayout,
        /// The memory space, where it is not the default one.
        space: Option<Rc<Attribute>>,
    },
    /// A memref of any rank: element type and memory space.
    UnrankedMemref(Rc<Type>, Option<Rc<Attribute>>),
    /// `(inputs) -> results`.
    Function(Vec<Rc<Type>>, Vec<Rc<Type>>),
    /// A tuple.
    Tuple(Vec<Rc<Type>>),
    /// `none`: no value.
    None,
    /// `!llvm.ptr`, with its address space.
    Pointer(u32),
    /// `!llvm.void`.
    Void,
    /// `!llvm.array<n x t>`.
    Array(u64, Rc<Type>),
    /// `!llvm.struct<"name", packed (...)>`.
    Struct {
        /// The name of one that has one.
        name: Option<Rc<str>>,
        /// The types of its fields; none where it is opaque, or named inside itself.
        fields: Option<Vec<Rc<Type>>>,
        /// True if nothing lies between its fields.
        packed: bool,
    },
    /// `!llvm.func<result (parameters, ...)>`: result, parameters, and whether more may follow them.
    LlvmFunction(Rc<Type>, Vec<Rc<Type>>, bool),
    /// `!dialect.name<...>`, as MLIR prints it: any type that has no structure here.
    Other(Rc<str>),
}

/// The places of the elements of a memref.
#[derive(Clone, Debug, PartialEq)]
pub enum MemrefLayout {
    /// Row-major, one behind the other, from the beginning.
    Identity,
    /// `strided<[...], offset: n>`, each none where it is not known before the program runs.
    Strided {
        /// The number of elements before the first one.
        offset: Option<i64>,
        /// Elements from one to the next, by dimension.
        strides: Vec<Option<i64>>,
    },
    /// By a map from indices to a place, or to indices of a row-major array.
    Map(Map),
    /// Anything else, as MLIR prints it.
    Other(Rc<str>),
}

impl Type {
    /// The type of this element.
    pub fn of(element: Element) -> Type {
        let name = element.name();
        match element {
            Element::Index => Type::Index,
            _ if element.is_float() => Type::Float(name),
            _ if element.is_unsigned() => Type::Integer(element.bits(), Signedness::Unsigned),
            _ => Type::Integer(element.bits(), Signedness::Signless),
        }
    }

    /// The element that has this type; none where lowdiff has no such element.
    pub fn element(&self) -> Option<Element> {
        match self {
            Type::Index => Some(Element::Index),
            Type::Float(name) => Element::parse(name),
            Type::Integer(width, sign @ (Signedness::Signless | Signedness::Unsigned)) => {
                let is_unsigned = *sign == Signedness::Unsigned;
                let plain = |element: &Element| !element.is_float() && *element != Element::Index;
                let alike = |element: &Element| {
                    plain(element) && element.bits() == *width && element.is_unsigned() == is_unsigned
                };
                Element::ALL.into_iter().find(alike)
            }
            _ => None,
        }
    }

    /// The type of the numbers that a value of this type holds: that of its elements and of their parts, or itself.
    pub fn of_numbers(&self) -> &Type {
        match self {
            Type::Complex(inner)
            | Type::Vector(_, inner)
            | Type::Tensor(_, inner, _)
            | Type::UnrankedTensor(inner)
            | Type::Memref { element: inner, .. }
            | Type::UnrankedMemref(inner, _)
            | Type::Array(_, inner) => inner.of_numbers(),
            other => other,
        }
    }

    /// Bits of an integer, index or float.
    pub fn width(&self) -> Option<u32> {
        match self {
            Type::Integer(width, _) => Some(*width),
            Type::Index => Some(64),
            Type::Float(name) => float_width(name),
            _ => None,
        }
    }
}
