//! Other types and attributes in the place of those of a module, wherever they stand: of values, in attributes, and inside one another.

use super::{
    Attribute, Attributes, Block, Dense, Module, Name, Operation, Type, float_bits, float_value, parse_type,
};
use std::rc::Rc;

/// A change of types and attributes. What is inside one is changed before it, so that each function sees the changed parts.
pub trait Rewrite {
    /// The type in place of this one.
    fn ty(&mut self, ty: Type) -> Type {
        ty
    }

    /// The attribute in place of this one. Its numbers are of its changed type already.
    fn attribute(&mut self, attribute: Attribute) -> Attribute {
        attribute
    }

    /// True of an attribute of an operation that stays as it is.
    fn spares(&mut self, module: &Module, operation: &Operation, name: Name) -> bool {
        let _ = (module, operation, name);
        false
    }

    /// True if of a constant whose type has less room than before the last elements stay, or else the first.
    fn keeps_last(&self) -> bool {
        false
    }
}

/// The module with this change.
pub fn rewritten(module: &Module, change: &mut impl Rewrite) -> Module {
    Module {
        attributes: all(change, &module.attributes),
        operations: operations(change, module, &module.operations),
        values: types(change, &module.values),
    }
}

fn operations(change: &mut impl Rewrite, module: &Module, own: &[Operation]) -> Vec<Operation> {
    own.iter().map(|inner| operation(change, module, inner)).collect()
}

fn operation(change: &mut impl Rewrite, module: &Module, own: &Operation) -> Operation {
    let named = own.attributes.iter().map(|(name, value)| {
        let spared = change.spares(module, own, name);
        (*name, if spared { Rc::clone(value) } else { attribute(change, value) })
    });
    let attributes: Attributes = named.collect();
    let block = |change: &mut _, block: &Block| Block {
        arguments: block.arguments.clone(),
        operations: operations(change, module, &block.operations),
    };
    let regions = own.regions.iter().map(|region| region.iter().map(|inner| block(change, inner)).collect());
    let regions = regions.collect();
    let (operands, results) = (own.operands.clone(), own.results.clone());
    let (successors, location) = (own.successors.clone(), own.location.clone());
    Operation { operands, results, attributes, successors, regions, location, ..*own }
}

fn all(change: &mut impl Rewrite, attributes: &Attributes) -> Attributes {
    attributes.iter().map(|(name, value)| (*name, attribute(change, value))).collect()
}

fn types(change: &mut impl Rewrite, types: &[Rc<Type>]) -> Vec<Rc<Type>> {
    types.iter().map(|inner| kept_type(change, inner)).collect()
}

fn kept_type(change: &mut impl Rewrite, own: &Type) -> Rc<Type> {
    Rc::new(rewritten_type(own, change))
}

fn optional(change: &mut impl Rewrite, inner: &Option<Rc<Attribute>>) -> Option<Rc<Attribute>> {
    inner.as_ref().map(|inner| attribute(change, inner))
}

/// The type with this change.
pub fn rewritten_type(own: &Type, change: &mut impl Rewrite) -> Type {
    let changed = match own {
        Type::Complex(element) => Type::Complex(kept_type(change, element)),
        Type::Vector(shape, element) => Type::Vector(shape.clone(), kept_type(change, element)),
        Type::Tensor(shape, element, encoding) => {
            let element = kept_type(change, element);
            Type::Tensor(shape.clone(), element, optional(change, encoding))
        }
        Type::UnrankedTensor(element) => Type::UnrankedTensor(kept_type(change, element)),
        Type::Memref { shape, element, layout, space } => {
            let element = kept_type(change, element);
            let space = optional(change, space);
            Type::Memref { shape: shape.clone(), element, layout: layout.clone(), space }
        }
        Type::UnrankedMemref(element, space) => {
            let element = kept_type(change, element);
            Type::UnrankedMemref(element, optional(change, space))
        }
        Type::Function(inputs, results) => {
            let inputs = types(change, inputs);
            Type::Function(inputs, types(change, results))
        }
        Type::Tuple(parts) => Type::Tuple(types(change, parts)),
        Type::Array(extent, element) => Type::Array(*extent, kept_type(change, element)),
        Type::Struct { name, fields, packed } => {
            let fields = fields.as_ref().map(|fields| types(change, fields));
            Type::Struct { name: name.clone(), fields, packed: *packed }
        }
        Type::LlvmFunction(result, parameters, more) => {
            let result = kept_type(change, result);
            Type::LlvmFunction(result, types(change, parameters), *more)
        }
        Type::Other(text) => Type::Other(parameter(change, text).unwrap_or_else(|| Rc::clone(text))),
        Type::Integer(..) | Type::Index | Type::Float(_) | Type::None | Type::Pointer(_) | Type::Void => {
            own.clone()
        }
    };
    change.ty(changed)
}

/// A type without structure here whose only parameter is a type, as in `!async.value<f32>`; none of another one.
fn parameter(change: &mut impl Rewrite, text: &str) -> Option<Rc<str>> {
    let (name, inside) = text.strip_suffix('>')?.split_once('<')?;
    match parse_type(inside) {
        Type::Other(_) => None,
        inner => Some(format!("{name}<{}>", rewritten_type(&inner, change)).into()),
    }
}

fn attribute(change: &mut impl Rewrite, own: &Rc<Attribute>) -> Rc<Attribute> {
    let changed = match &**own {
        Attribute::Int(value, of) => {
            let of = kept_type(change, of);
            Attribute::Int(wrapped(&of, *value), of)
        }
        Attribute::Float(bits, of) => {
            let to = kept_type(change, of);
            Attribute::Float(rounded(of, &to, *bits), to)
        }
        Attribute::List(inner) => {
            Attribute::List(inner.iter().map(|inner| attribute(change, inner)).collect())
        }
        Attribute::Dictionary(inner) => Attribute::Dictionary(all(change, inner)),
        Attribute::Type(inner) => Attribute::Type(kept_type(change, inner)),
        Attribute::Dense(dense) => {
            let ty = kept_type(change, &dense.ty);
            Attribute::Dense(dense.with_type(ty, change.keeps_last()))
        }
        // The element type of an array is its operation's, whatever the operation computes with.
        Attribute::Ints(..)
        | Attribute::Floats(..)
        | Attribute::Unit
        | Attribute::Text(_)
        | Attribute::Symbol(_)
        | Attribute::Map(_)
        | Attribute::Set(_)
        | Attribute::Other(_) => Attribute::clone(own),
    };
    Rc::new(change.attribute(changed))
}

/// The integer of that type with the low bits of this one.
fn wrapped(ty: &Type, value: i128) -> i128 {
    match ty {
        Type::Integer(1, super::Signedness::Signless) => value & 1,
        Type::Integer(width @ 1..128, super::Signedness::Unsigned) => value & (i128::MAX >> (127 - width)),
        Type::Integer(width @ 1..128, _) => value << (128 - width) >> (128 - width),
        _ => value,
    }
}

/// The bits of the float that is nearest to a float of another type, or as many of its own where that is not known.
fn rounded(from: &Type, to: &Type, bits: u128) -> u128 {
    match (from, to) {
        (Type::Float(from), Type::Float(to)) if from != to => {
            float_value(from, bits).and_then(|value| float_bits(to, value)).unwrap_or(bits)
        }
        _ => bits,
    }
}

impl Dense {
    /// The extents of the whole; an open one is 0.
    pub fn shape(&self) -> Vec<u64> {
        extents(&self.ty)
    }

    /// The elements, each as the bits of its parts, zero-extended.
    pub fn elements(&self) -> impl Iterator<Item = u128> {
        let bits = |bytes: &[u8]| bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        self.data.chunks(self.stride.max(1)).map(bits)
    }

    /// A constant of the same type with these parts of elements; one element is kept where all are the same.
    pub fn with_elements(&self, parts: impl IntoIterator<Item = u128>) -> Dense {
        let bytes = parts.into_iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(self.stride));
        let data: Vec<u8> = bytes.collect();
        let chunk = (self.stride * self.parts).min(data.len());
        let is_splat = data[chunk..] == data[..data.len() - chunk];
        Dense { data: if is_splat { data[..chunk].into() } else { data.into() }, ..self.clone() }
    }

    /// The constant as one of another type: elements that this has no room for go, from the end or the beginning, and numbers are the nearest of
    /// its element type.
    pub fn with_type(&self, ty: Rc<Type>, keeps_last: bool) -> Dense {
        let (chunk, is_splat) = (self.parts.max(1), self.elements().count() <= self.parts.max(1));
        let (old, new) = (self.shape(), extents(&ty));
        let mut elements: Vec<u128> = self.elements().collect();
        if !is_splat && old.len() == new.len() && old != new {
            elements = kept(&elements, chunk, &old, &new, keeps_last);
        }
        let changed = Dense { ty, ..self.clone() };
        let (Some(from), Some(to)) = (self.part(), changed.part()) else { return changed };
        let Some(width) = to.width().filter(|width| (1..=128).contains(width)) else { return changed };
        let of_width = |value: u128| value & u128::MAX >> (128 - width);
        let converted = |bits: u128| match from {
            _ if from == to => bits,
            Type::Float(_) => rounded(from, to, bits),
            _ => {
                let spare = 128 - from.width().unwrap_or(128).clamp(1, 128);
                of_width(((bits << spare) as i128 >> spare) as u128)
            }
        };
        let elements: Vec<u128> = elements.into_iter().map(converted).collect();
        Dense { stride: width.div_ceil(8) as usize, ..changed.clone() }.with_elements(elements)
    }
}

fn extents(ty: &Type) -> Vec<u64> {
    match ty {
        Type::Vector(shape, _) => shape.iter().map(|(extent, _)| *extent).collect(),
        Type::Tensor(shape, ..) => shape.iter().map(|extent| extent.unwrap_or(0)).collect(),
        _ => Vec::new(),
    }
}

/// The elements at places that a smaller shape has, too, counted from the end or the beginning of each dimension.
fn kept(elements: &[u128], chunk: usize, old: &[u64], new: &[u64], keeps_last: bool) -> Vec<u128> {
    let ([own, inner @ ..], [room, others @ ..]) = (old, new) else { return elements.to_vec() };
    let row = elements.len() / (*own).max(1) as usize;
    let first = if keeps_last { own.saturating_sub(*room) } else { 0 };
    let rows = elements.chunks(row.max(chunk)).skip(first as usize).take(*room as usize);
    rows.flat_map(|row| kept(row, chunk, inner, others, keeps_last)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_attribute;

    /// Makes each 4 in a shape a 2, and each i8 an i32, each f16 an f64.
    struct Smaller(bool);

    impl Rewrite for Smaller {
        fn ty(&mut self, ty: Type) -> Type {
            let smaller = |extent: Option<u64>| if extent == Some(4) { Some(2) } else { extent };
            match ty {
                Type::Tensor(shape, element, encoding) => {
                    Type::Tensor(shape.into_iter().map(smaller).collect(), element, encoding)
                }
                Type::Integer(8, sign) => Type::Integer(32, sign),
                Type::Float("f16") => Type::Float("f64"),
                other => other,
            }
        }

        fn spares(&mut self, _: &Module, _: &Operation, name: Name) -> bool {
            name == "spared"
        }

        fn keeps_last(&self) -> bool {
            self.0
        }
    }

    fn changed(text: &str, keeps_last: bool) -> String {
        attribute(&mut Smaller(keeps_last), &Rc::new(parse_attribute(text))).to_string()
    }

    #[test]
    fn a_constant_is_cut_to_its_type() {
        let text = "dense<[[1, -2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi8>";
        assert_eq!(changed(text, false), "dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>");
        assert_eq!(changed(text, true), "dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>");
        let inner = "dense<[[1, 2, 3, 4]]> : tensor<1x4xi16>";
        assert_eq!(changed(inner, true), "dense<[[3, 4]]> : tensor<1x2xi16>");
        assert_eq!(changed("dense<7> : tensor<4xi8>", true), "dense<7> : tensor<2xi32>");
        let complex = "dense<[(1,2), (3,4), (5,6), (7,8)]> : tensor<4xcomplex<i8>>";
        assert_eq!(changed(complex, false), "dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>");
        let alike = "dense<[3, 3, 4, 4]> : tensor<4xi8>";
        assert_eq!(changed(alike, false), "dense<3> : tensor<2xi32>");
    }

    #[test]
    fn numbers_go_with_their_type() {
        assert_eq!(changed("dense<[1.5, 0x7C00]> : tensor<2xf16>", false).matches("1.500000e+00").count(), 1);
        assert_eq!(changed("-1.5 : f16", false), "-1.500000e+00 : f64");
        assert_eq!(changed("-3 : i8", false), "-3 : i32");
        assert_eq!(
            changed("[(!async.value<f16>) -> tuple<i8>]", false),
            "[(!async.value<f64>) -> tuple<i32>]"
        );
        assert_eq!(changed("array<i8: 1, 2>", false), "array<i8: 1, 2>");
        assert_eq!(wrapped(&Type::Integer(32, crate::ir::Signedness::Signless), 1 << 31), -1 << 31);
    }

    #[test]
    fn values_attributes_and_regions_are_changed() {
        let text = r#""builtin.module"() ({
  "func.func"() <{function_type = (i8) -> ()}> ({
  ^bb0(%0: i8):
    %1 = "t.x"(%0) {spared = 1 : i8, value = 1 : i8} : (i8) -> f16
  }) : () -> ()
}) : () -> ()
"#;
        let module = crate::ir::module(text).expect("it is a module");
        let expected =
            text.replace("i8", "i32").replace("f16", "f64").replace("spared = 1 : i32", "spared = 1 : i8");
        let generic = rewritten(&module, &mut Smaller(false)).generic();
        assert_eq!(generic, crate::ir::module(&expected).expect("it is a module").generic());
    }
}
