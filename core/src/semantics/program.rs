//! Programs as the interpreter sees them: MLIR's generic form, with types and attributes that mean something.

use super::Tensor;
use crate::ir::{self, Attributes};
use crate::observe::Element;
use std::rc::Rc;

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Its functions.
    pub functions: Vec<TreeFunction>,
    /// Its variables (`tosa.variable`): name, and initial value where there is one.
    pub variables: Vec<(String, Option<Rc<Tensor>>)>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeFunction {
    /// Its symbol.
    pub name: String,
    /// Types of the arguments.
    pub arguments: Vec<TensorType>,
    /// Its body; none in a declaration.
    pub body: Option<TreeRegion>,
    /// Number of values in it, those of nested regions included: values are numbered from 0.
    pub values: usize,
}

/// A region of one block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeRegion {
    /// The values its arguments are.
    pub arguments: Vec<usize>,
    /// Its operations, the terminator last.
    pub operations: Vec<TreeOperation>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeOperation {
    /// Full name, such as `tosa.add`.
    pub name: String,
    /// The values it takes.
    pub operands: Vec<usize>,
    /// The values it makes.
    pub results: Vec<usize>,
    /// The types of these.
    pub types: Vec<TensorType>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its regions.
    pub regions: Vec<TreeRegion>,
    /// Its location, such as `3:5`, in line and column.
    pub location: String,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorType {
    /// Extents, each none where it is open; none at all where even the rank is.
    pub extents: Option<Vec<Option<usize>>>,
    /// Type of the elements; none where lowdiff does not know it. Shapes (`!tosa.shape`) are tensors of `index`.
    pub element: Option<Element>,
    /// The type as MLIR spells it, for messages.
    pub spelling: String,
}

impl TensorType {
    /// The type as the semantics see it. Shapes are tensors of `index`.
    pub fn read(ty: &ir::Type) -> TensorType {
        let size = |extent: &ir::Extent| extent.map(|extent| extent as usize);
        let (extents, element) = match ty {
            ir::Type::Tensor(extents, element, _) => {
                (Some(extents.iter().map(size).collect()), element.element())
            }
            ir::Type::Memref { shape, element, .. } => {
                (Some(shape.iter().map(size).collect()), element.element())
            }
            ir::Type::UnrankedTensor(element) | ir::Type::UnrankedMemref(element, _) => {
                (None, element.element())
            }
            ir::Type::Vector(extents, element) => {
                let size = |(extent, scalable): &(u64, bool)| (!scalable).then_some(*extent as usize);
                (Some(extents.iter().map(size).collect()), element.element())
            }
            ir::Type::Other(spelling) if spelling.starts_with("!tosa.shape<") => {
                let rank = spelling.strip_prefix("!tosa.shape<").and_then(|rest| rest.strip_suffix('>'));
                (Some(vec![rank.and_then(|rank| rank.parse().ok())]), Some(Element::Index))
            }
            _ => (Some(Vec::new()), ty.element()),
        };
        TensorType { extents, element, spelling: ty.to_string() }
    }

    /// A type with these extents.
    pub fn of(element: Element, shape: &[usize]) -> TensorType {
        let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
        TensorType {
            extents: Some(shape.iter().copied().map(Some).collect()),
            element: Some(element),
            spelling: format!("tensor<{extents}{element}>"),
        }
    }

    /// A type of which these extents are known, or not even the rank.
    pub fn open(element: Element, extents: Option<Vec<Option<usize>>>) -> TensorType {
        let spelt = |extent: &Option<usize>| match extent {
            Some(extent) => format!("{extent}x"),
            None => "?x".into(),
        };
        let text = extents.as_ref().map_or("*x".into(), |all| all.iter().map(spelt).collect::<String>());
        TensorType { extents, element: Some(element), spelling: format!("tensor<{text}{element}>") }
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

impl Tree {
    /// The function called `name`.
    pub fn function(&self, name: &str) -> Option<&TreeFunction> {
        self.functions.iter().find(|function| function.name == name)
    }
}
