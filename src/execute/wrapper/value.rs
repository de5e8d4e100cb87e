//! Parameters and results of an entry function, as far as they can be drawn and printed.

use crate::ir::{Extent, MemrefLayout, Type as Structure, parse_type};
use crate::mlir::Type;
use crate::observe::Element;

/// One parameter or result of the program's entry function.
pub(super) struct EntryValue {
    /// Its type, as MLIR spells it.
    pub spelling: String,
    /// The type of its elements; of a number its own.
    pub element: Element,
    /// Its extents; none where even the rank is open.
    pub extents: Option<Vec<Extent>>,
    /// The container of its elements.
    pub kind: ValueKind,
}

/// The container of elements.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueKind {
    Tensor,
    /// A memref, with its memory space as MLIR spells it, and where its elements lie if that is not row-major.
    Memref {
        space: Option<String>,
        strided: Option<StridedLayout>,
    },
    Vector,
    Scalar,
}

/// The places of a memref's elements, each number none where it is not known before the program runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StridedLayout {
    pub offset: Option<i64>,
    pub strides: Vec<Option<i64>>,
}

impl EntryValue {
    /// A value of this type; `role` of `entry` says in messages which one.
    pub fn new(ty: Type<'_>, role: &str, entry: &str) -> Result<EntryValue, String> {
        let spelling = ty.to_string();
        let refuse = |why: &str| format!("@{entry} has a {role} of type {spelling}, which {why}");
        let structure = parse_type(&spelling);
        let kind = match &structure {
            Structure::Tensor(.., Some(_)) => {
                return Err(refuse("has an encoding, and lowdiff draws and prints plain tensors alone"));
            }
            Structure::Tensor(..) | Structure::UnrankedTensor(_) => ValueKind::Tensor,
            Structure::Vector(extents, _) if extents.iter().any(|(_, scalable)| *scalable) => {
                return Err(refuse("has as many elements as the processor likes"));
            }
            Structure::Vector(..) => ValueKind::Vector,
            Structure::Memref { layout, space, .. } => {
                let strided = match layout {
                    MemrefLayout::Identity => None,
                    MemrefLayout::Strided { offset, strides } => {
                        Some(StridedLayout { offset: *offset, strides: strides.clone() })
                    }
                    MemrefLayout::Map(_) | MemrefLayout::Other(_) => {
                        return Err(refuse("has a layout that lowdiff does not draw: use strides"));
                    }
                };
                ValueKind::Memref { space: space.as_ref().map(ToString::to_string), strided }
            }
            Structure::UnrankedMemref(_, space) => {
                ValueKind::Memref { space: space.as_ref().map(ToString::to_string), strided: None }
            }
            _ => ValueKind::Scalar,
        };
        let numbers: Vec<&str> = Element::ALL
            .iter()
            .filter(|element| !element.is_unsigned())
            .map(|element| element.name())
            .collect();
        let usable = format!(
            "lowdiff cannot draw or print: use tensors, memrefs, vectors and numbers of {}",
            numbers.join(", ")
        );
        let element = ty.element().filter(|element| !element.is_unsigned()).ok_or_else(|| refuse(&usable))?;
        Ok(EntryValue { spelling, element, extents: ty.extents(), kind })
    }

    /// True of a single number of type `index`.
    pub fn is_index(&self) -> bool {
        self.kind == ValueKind::Scalar && self.element == Element::Index
    }

    pub fn is_memref(&self) -> bool {
        matches!(self.kind, ValueKind::Memref { .. })
    }
}

/// Values of these types.
pub(super) fn values(types: &[Type<'_>], role: &str, entry: &str) -> Result<Vec<EntryValue>, String> {
    types.iter().map(|ty| EntryValue::new(*ty, role, entry)).collect()
}

/// The extents of a shape, as they stand before an element type.
pub(super) fn dims(extents: &[u64]) -> String {
    extents.iter().map(|extent| format!("{extent}x")).collect()
}
