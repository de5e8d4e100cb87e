//! Types of the llvm dialect: read from their spelling, laid out as x86-64 lays them out.

use crate::observe::Element;
use crate::semantics::Format;
use std::rc::Rc;

/// What one lane is.
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
    /// A token and the like: no bits.
    Token,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// One lane.
    Scalar(Scalar),
    /// A vector: packed to the bit.
    Vector(u64, Rc<Type>),
    /// An array.
    Array(u64, Rc<Type>),
    /// A struct, and whether it is packed.
    Struct(Vec<Type>, bool),
    /// No value.
    Void,
}

/// One lane of a value and where it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// What it is.
    pub scalar: Scalar,
    /// Bits from the beginning of the value.
    pub bit: u64,
}

/// A type, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The type.
    pub ty: Type,
    /// Its lanes, in order.
    pub leaves: Vec<Leaf>,
    /// Bytes from one element of an array to the next.
    pub size: u64,
    /// Bytes a load or store touches.
    pub stored: u64,
    /// Alignment in bytes.
    pub align: u64,
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
            Scalar::Pointer => 64,
            Scalar::Token => 0,
        }
    }
}

impl Type {
    /// Reads a spelling, such as `!llvm.struct<(ptr, array<2 x i64>)>`.
    ///
    /// # Errors
    /// The spelling, where there is no such type or lowdiff does not know it.
    pub fn parse(spelling: &str) -> Result<Type, String> {
        let mut rest = spelling;
        match parse(&mut rest) {
            Some(ty) if rest.is_empty() => Ok(ty),
            _ => Err(spelling.to_owned()),
        }
    }

    /// Bytes between elements, and alignment.
    pub fn size_and_align(&self) -> (u64, u64) {
        let (stored, align) = self.stored_and_align();
        (stored.next_multiple_of(align), align)
    }

    /// Bytes it takes, and alignment.
    fn stored_and_align(&self) -> (u64, u64) {
        match self {
            Type::Void | Type::Scalar(Scalar::Token) => (0, 1),
            Type::Scalar(scalar) => {
                let bytes = u64::from(scalar.bits()).div_ceil(8).max(1);
                (bytes, bytes.next_power_of_two().min(16))
            }
            Type::Vector(count, of) => {
                let bytes = (count * of.bits()).div_ceil(8).max(1);
                (bytes, bytes.next_power_of_two())
            }
            Type::Array(count, of) => {
                let (size, align) = of.size_and_align();
                (count * size, align)
            }
            Type::Struct(..) => {
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
        matches!(self, Type::Struct(_, true))
    }

    fn bits(&self) -> u64 {
        match self {
            Type::Scalar(scalar) => scalar.bits().into(),
            other => other.size_and_align().0 * 8,
        }
    }

    /// Fields of a struct, each with its offset in bytes.
    pub fn fields(&self) -> Vec<(u64, &Type)> {
        let Type::Struct(fields, packed) = self else { return Vec::new() };
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
    pub fn part(&self, index: u64) -> Option<(u64, &Type)> {
        match self {
            Type::Array(_, of) => Some((index * of.size_and_align().0, of)),
            Type::Vector(_, of) => Some((index * of.bits().div_ceil(8), of)),
            Type::Struct(..) => self.fields().get(index as usize).copied(),
            _ => None,
        }
    }

    /// How many lanes it has.
    pub fn lanes(&self) -> usize {
        match self {
            Type::Void => 0,
            Type::Scalar(_) => 1,
            Type::Vector(count, of) | Type::Array(count, of) => *count as usize * of.lanes(),
            Type::Struct(fields, _) => fields.iter().map(Type::lanes).sum(),
        }
    }

    fn leaves(&self, bit: u64, out: &mut Vec<Leaf>) {
        match self {
            Type::Void => {}
            Type::Scalar(scalar) => out.push(Leaf { scalar: *scalar, bit }),
            Type::Vector(count, of) => (0..*count).for_each(|i| of.leaves(bit + i * of.bits(), out)),
            Type::Array(count, of) => {
                let each = of.size_and_align().0 * 8;
                (0..*count).for_each(|i| of.leaves(bit + i * each, out));
            }
            Type::Struct(..) => {
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
    pub fn of(ty: Type) -> Result<Layout, String> {
        if ty.lanes() > MOST_LANES {
            return Err(format!("a value of {} elements", ty.lanes()));
        }
        let mut leaves = Vec::new();
        ty.leaves(0, &mut leaves);
        let (size, align) = ty.size_and_align();
        let stored = ty.stored_and_align().0;
        Ok(Layout { ty, leaves, size, stored, align })
    }

    /// What the first lane is.
    pub fn scalar(&self) -> Scalar {
        self.leaves.first().map_or(Scalar::Token, |leaf| leaf.scalar)
    }
}

/// Takes `token` off the front.
fn take(rest: &mut &str, token: &str) -> Option<()> {
    *rest = rest.strip_prefix(token)?;
    Some(())
}

fn number(rest: &mut &str) -> Option<u64> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    digits.parse().ok()
}

fn parse(rest: &mut &str) -> Option<Type> {
    let _ = take(rest, "!llvm.");
    for (word, scalar) in [("token", Scalar::Token), ("metadata", Scalar::Token)] {
        if take(rest, word).is_some() {
            return Some(Type::Scalar(scalar));
        }
    }
    if take(rest, "void").is_some() {
        return Some(Type::Void);
    }
    if take(rest, "ptr").is_some() {
        if take(rest, "<").is_some() {
            number(rest)?;
            take(rest, ">")?;
        }
        return Some(Type::Scalar(Scalar::Pointer));
    }
    let dimensioned = ["vec<", "array<"].into_iter().find(|word| rest.starts_with(word));
    if let Some(word) = dimensioned {
        take(rest, word)?;
        let count = number(rest)?;
        take(rest, " x ")?;
        let of = Rc::new(parse(rest)?);
        take(rest, ">")?;
        return Some(if word == "vec<" { Type::Vector(count, of) } else { Type::Array(count, of) });
    }
    if take(rest, "vector<").is_some() {
        let mut counts = Vec::new();
        while rest.starts_with(|c: char| c.is_ascii_digit()) {
            counts.push(number(rest)?);
            take(rest, "x")?;
        }
        let of = parse(rest)?;
        take(rest, ">")?;
        // Of several dimensions all but the last are arrays, once it is in memory as in constants.
        let (last, outer) = counts.split_last()?;
        let vector = Type::Vector(*last, Rc::new(of));
        return Some(outer.iter().rev().fold(vector, |of, count| Type::Array(*count, Rc::new(of))));
    }
    if take(rest, "struct<").is_some() {
        if take(rest, "\"").is_some() {
            let (_, after) = rest.split_once("\", ")?;
            *rest = after;
        }
        let packed = take(rest, "packed ").is_some();
        take(rest, "(")?;
        let mut fields = Vec::new();
        while take(rest, ")").is_none() {
            fields.push(parse(rest)?);
            let _ = take(rest, ", ");
        }
        take(rest, ">")?;
        return Some(Type::Struct(fields, packed));
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    scalar(word).map(Type::Scalar)
}

fn scalar(word: &str) -> Option<Scalar> {
    if word == "index" {
        return Some(Scalar::Int(64));
    }
    if let Some(width) = word.strip_prefix('i') {
        return width.parse().ok().filter(|width| (1..=128).contains(width)).map(Scalar::Int);
    }
    if word == "f128" {
        return Some(Scalar::Quad);
    }
    Format::of(Element::parse(word)?).map(Scalar::Float)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(spelling: &str) -> Layout {
        Layout::of(Type::parse(spelling).unwrap()).unwrap()
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
        for spelling in ["vector<[4]xf32>", "f80", "i129", "!llvm.struct<(ptr"] {
            assert_eq!(Type::parse(spelling), Err(spelling.to_owned()));
        }
    }
}
