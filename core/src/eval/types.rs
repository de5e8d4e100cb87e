//! The way in which values are kept: as lanes, laid out in memory as x86-64 lays them out.

use crate::ir;
use crate::observe::Lack;
use crate::semantics::Format;
use std::rc::Rc;

/// The kind of one lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer of so many bits.
    Int(u32),
    /// A float.
    Float(Format),
    /// A float of quadruple precision, which is handed on and computed by functions alone.
    Quad,
    /// A pointer.
    Pointer,
    /// A tensor: the lane is a handle of the machine's.
    Tensor,
    /// A token and the like: no bits.
    Token,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum LaneType {
    /// One lane.
    Scalar(Scalar),
    /// A vector: packed to the bit.
    Vector(u64, Rc<LaneType>),
    /// An array.
    Array(u64, Rc<LaneType>),
    /// A struct, and whether it is packed.
    Struct(Vec<LaneType>, bool),
    /// No value.
    Void,
}

/// One lane of a value and where it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Its kind.
    pub scalar: Scalar,
    /// Bits from the beginning of the value.
    pub bit: u64,
}

/// A type, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The type.
    pub ty: LaneType,
    /// Its lanes, in order.
    pub leaves: Vec<Leaf>,
    /// Bytes from one element of an array to the next.
    pub size: u64,
    /// Bytes a load or store touches.
    pub stored: u64,
    /// Alignment in bytes.
    pub align: u64,
}

impl Layout {
    /// Of what takes no place.
    pub const NOTHING: Layout =
        Layout { ty: LaneType::Void, leaves: Vec::new(), size: 0, stored: 0, align: 1 };
}

/// Most lanes a value may have.
const MOST_LANES: usize = 1 << 16;

impl Scalar {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(width) => width,
            Scalar::Float(format) => format.bits,
            Scalar::Quad => 128,
            Scalar::Pointer | Scalar::Tensor => 64,
            Scalar::Token => 0,
        }
    }
}

impl std::fmt::Display for Scalar {
    /// As MLIR spells a type that is kept so.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Int(width) => write!(f, "i{width}"),
            Scalar::Float(format) => f.write_str(&format.name()),
            Scalar::Quad => f.write_str("f128"),
            Scalar::Pointer => f.write_str("!llvm.ptr"),
            Scalar::Tensor => f.write_str("tensor"),
            Scalar::Token => f.write_str("!llvm.token"),
        }
    }
}

impl Scalar {
    /// True if lanes of one may stand for lanes of the other as they are: of equal width, and both pointers or both tensors if one is.
    pub fn is_kept_like(self, other: Scalar) -> bool {
        let apart = |scalar: Scalar| matches!(scalar, Scalar::Pointer | Scalar::Tensor | Scalar::Token);
        self == other || !apart(self) && !apart(other) && self.bits() == other.bits()
    }
}

impl LaneType {
    /// The way in which values of a type are kept.
    ///
    /// # Errors
    /// lowdiff does not know the type.
    pub fn of(ty: &ir::Type) -> Result<LaneType, Lack> {
        let unknown = || Lack::Type(ty.to_string());
        let word = || LaneType::Scalar(Scalar::Int(64));
        let pointer = || LaneType::Scalar(Scalar::Pointer);
        Ok(match ty {
            ir::Type::Integer(width, _) if (1..=128).contains(width) => LaneType::Scalar(Scalar::Int(*width)),
            ir::Type::Index => word(),
            ir::Type::Float("f128") => LaneType::Scalar(Scalar::Quad),
            ir::Type::Float(name) => {
                let format = Format::named(name).ok_or_else(unknown)?;
                LaneType::Scalar(Scalar::Float(format))
            }
            ir::Type::Complex(part) => LaneType::Struct(vec![LaneType::of(part)?; 2], false),
            ir::Type::Vector(extents, element) => {
                if extents.iter().any(|(_, scalable)| *scalable) {
                    return Err(unknown());
                }
                // Of several dimensions all but the last are arrays, in memory as in constants.
                let mut inner = extents.iter().rev().map(|(extent, _)| *extent);
                let vector = LaneType::Vector(inner.next().unwrap_or(1), Rc::new(LaneType::of(element)?));
                inner.fold(vector, |of, count| LaneType::Array(count, Rc::new(of)))
            }
            ir::Type::Tensor(..) | ir::Type::UnrankedTensor(_) => LaneType::Scalar(Scalar::Tensor),
            // As LLVM has them: two pointers, the offset, extents and strides.
            ir::Type::Memref { shape, .. } => {
                let mut parts = vec![pointer(), pointer(), word()];
                if !shape.is_empty() {
                    parts.extend([(); 2].map(|()| LaneType::Array(shape.len() as u64, Rc::new(word()))));
                }
                LaneType::Struct(parts, false)
            }
            ir::Type::UnrankedMemref(..) => LaneType::Struct(vec![word(), pointer()], false),
            ir::Type::Function(..) | ir::Type::Pointer(_) => pointer(),
            ir::Type::Tuple(parts) => LaneType::Struct(all(parts)?, false),
            ir::Type::None | ir::Type::Void => LaneType::Void,
            ir::Type::Array(count, of) => LaneType::Array(*count, Rc::new(LaneType::of(of)?)),
            ir::Type::Struct { fields: Some(fields), packed, .. } => LaneType::Struct(all(fields)?, *packed),
            ir::Type::Other(spelling) => match &**spelling {
                "!llvm.token" | "!llvm.metadata" => LaneType::Scalar(Scalar::Token),
                spelling if spelling.starts_with("!async.") => pointer(),
                spelling if spelling.starts_with("!tosa.shape<") => LaneType::Scalar(Scalar::Tensor),
                "!shape.shape" => LaneType::Scalar(Scalar::Tensor),
                "!shape.size" => word(),
                "!shape.witness" => LaneType::Scalar(Scalar::Int(1)),
                _ => return Err(unknown()),
            },
            _ => return Err(unknown()),
        })
    }

    /// Bytes between elements, and alignment.
    pub fn size_and_align(&self) -> (u64, u64) {
        let (stored, align) = self.stored_and_align();
        (stored.next_multiple_of(align), align)
    }

    /// Bytes it takes, and alignment.
    fn stored_and_align(&self) -> (u64, u64) {
        match self {
            LaneType::Void | LaneType::Scalar(Scalar::Token) => (0, 1),
            LaneType::Scalar(scalar) => {
                let bytes = u64::from(scalar.bits()).div_ceil(8).max(1);
                (bytes, bytes.next_power_of_two().min(16))
            }
            LaneType::Vector(count, of) => {
                let bytes = (count * of.bits()).div_ceil(8).max(1);
                (bytes, bytes.next_power_of_two())
            }
            LaneType::Array(count, of) => {
                let (size, align) = of.size_and_align();
                (count * size, align)
            }
            LaneType::Struct(..) => {
                let (mut end, mut most) = (0, 1);
                for (offset, field) in self.fields() {
                    let (size, align) = field.size_and_align();
                    end = offset + size;
                    most = if self.is_packed() { 1 } else { align.max(most) };
                }
                (end.next_multiple_of(most), most)
            }
        }
    }

    fn is_packed(&self) -> bool {
        matches!(self, LaneType::Struct(_, true))
    }

    fn bits(&self) -> u64 {
        match self {
            LaneType::Scalar(scalar) => scalar.bits().into(),
            other => other.size_and_align().0 * 8,
        }
    }

    /// Fields of a struct, each with its offset in bytes.
    pub fn fields(&self) -> Vec<(u64, &LaneType)> {
        let LaneType::Struct(fields, packed) = self else { return Vec::new() };
        let mut at = 0;
        let placed = fields.iter().map(|field| {
            let (size, align) = field.size_and_align();
            let offset = if *packed { at } else { u64::next_multiple_of(at, align) };
            at = offset + size;
            (offset, field)
        });
        placed.collect()
    }

    /// The `index`th part of an aggregate or vector: where it begins in bytes (of a vector: in whole bytes), and its type.
    pub fn part(&self, index: u64) -> Option<(u64, &LaneType)> {
        match self {
            LaneType::Array(_, of) => Some((index * of.size_and_align().0, of)),
            LaneType::Vector(_, of) => Some((index * of.bits().div_ceil(8), of)),
            LaneType::Struct(..) => self.fields().get(index as usize).copied(),
            _ => None,
        }
    }

    /// Number of its lanes.
    pub fn lanes(&self) -> usize {
        match self {
            LaneType::Void => 0,
            LaneType::Scalar(_) => 1,
            LaneType::Vector(count, of) | LaneType::Array(count, of) => *count as usize * of.lanes(),
            LaneType::Struct(fields, _) => fields.iter().map(LaneType::lanes).sum(),
        }
    }

    fn leaves(&self, bit: u64, out: &mut Vec<Leaf>) {
        match self {
            LaneType::Void => {}
            LaneType::Scalar(scalar) => out.push(Leaf { scalar: *scalar, bit }),
            LaneType::Vector(count, of) => (0..*count).for_each(|i| of.leaves(bit + i * of.bits(), out)),
            LaneType::Array(count, of) => {
                let each = of.size_and_align().0 * 8;
                (0..*count).for_each(|i| of.leaves(bit + i * each, out));
            }
            LaneType::Struct(..) => {
                self.fields().into_iter().for_each(|(at, field)| field.leaves(bit + at * 8, out));
            }
        }
    }
}

impl Layout {
    /// Lays a type out.
    ///
    /// # Errors
    /// It has too many lanes.
    pub fn of(ty: LaneType) -> Result<Layout, Lack> {
        if ty.lanes() > MOST_LANES {
            return Err(Lack::Lanes(ty.lanes()));
        }
        let mut leaves = Vec::new();
        ty.leaves(0, &mut leaves);
        let (size, align) = ty.size_and_align();
        let stored = ty.stored_and_align().0;
        Ok(Layout { ty, leaves, size, stored, align })
    }

    /// The kind of the first lane.
    pub fn scalar(&self) -> Scalar {
        self.leaves.first().map_or(Scalar::Token, |leaf| leaf.scalar)
    }
}

/// The way in which values of these types are kept.
fn all(types: &[Rc<ir::Type>]) -> Result<Vec<LaneType>, Lack> {
    types.iter().map(|ty| LaneType::of(ty)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(spelling: &str) -> Layout {
        Layout::of(LaneType::of(&ir::parse_type(spelling)).unwrap()).unwrap()
    }

    #[test]
    fn types_are_laid_out_as_the_processor_has_them() {
        let memref = layout("!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>");
        assert_eq!((memref.leaves.len(), memref.size, memref.align), (7, 56, 8));
        let mixed = layout("!llvm.struct<(i8, i32, struct<packed (i8, i64)>)>");
        assert_eq!((mixed.size, mixed.align), (20, 4));
        assert_eq!(mixed.leaves.iter().map(|l| l.bit / 8).collect::<Vec<_>>(), [0, 4, 8, 9]);
        let odd = layout("i48");
        assert_eq!((odd.stored, odd.size, odd.align), (6, 8, 8));
        let bits = layout("vector<12xi1>");
        assert_eq!((bits.stored, bits.leaves[9].bit), (2, 9));
        let rows = layout("!llvm.array<2 x vector<3xf32>>");
        assert_eq!((rows.size, rows.leaves[3].bit), (32, 128));
    }

    #[test]
    fn what_is_not_known_is_named() {
        for spelling in ["vector<[4]xf32>", "f80", "i129", "!foo.bar<1>"] {
            assert_eq!(LaneType::of(&ir::parse_type(spelling)), Err(Lack::Type(spelling.to_owned())));
        }
    }
}
