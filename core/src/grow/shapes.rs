//! Values that are made where none of a type is in reach: constants, and what is made of values that no pass can fold.

use super::types::{extents, index, integer, is_float, is_integer, is_whole, width};
use super::{Growth, types};
use crate::ir::{Attribute, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// Elements that a tensor is made of one by one.
const ONE_BY_ONE: u64 = 6;

/// The most bits of an integer that becomes a float.
const EXACT: u32 = 32;

impl Growth<'_> {
    /// A new value of this type.
    pub fn fresh(&mut self, ty: &Rc<Type>) -> Value {
        if self.choices.coin()
            && let Some(made) = self.opaque(ty)
        {
            return made;
        }
        match &**ty {
            Type::Tensor(shape, ..) if shape.contains(&None) => self.splat(ty),
            Type::Memref { .. } | Type::UnrankedMemref(..) | Type::UnrankedTensor(_) => {
                let poison = Attribute::Other("#ub.poison".into());
                self.hidden("ub.poison", &[], ty, &[("value", poison)])
            }
            _ => self.drawn_constant(ty),
        }
    }

    /// A new value that is made of others in reach.
    fn opaque(&mut self, ty: &Rc<Type>) -> Option<Value> {
        match &**ty {
            Type::Integer(..) | Type::Index => {
                let from = self.find(|other| is_whole(other) && *other != **ty)?;
                self.resized(from, ty)
            }
            Type::Float(_) => {
                let from = self.find(|other| is_integer(other) && width(other) <= EXACT)?;
                let name = if self.plan.llvm { "llvm.sitofp" } else { "arith.sitofp" };
                Some(self.one(name, &[from], ty, &[]))
            }
            Type::Vector(..) if self.plan.llvm => None,
            Type::Vector(_, element) => {
                let element = self.find(|other| *other == **element)?;
                Some(self.one("vector.broadcast", &[element], ty, &[]))
            }
            Type::Tensor(_, element, _) => {
                let count = extents(ty).map(|extents| extents.iter().product::<u64>());
                match count.filter(|count| *count <= ONE_BY_ONE) {
                    Some(count) => {
                        let elements: Vec<Value> = (0..count).map(|_| self.value(element)).collect();
                        Some(self.one("tensor.from_elements", &elements, ty, &[]))
                    }
                    None => Some(self.splat(ty)),
                }
            }
            _ => None,
        }
    }

    /// A tensor that holds a number everywhere; its open extents are drawn.
    fn splat(&mut self, ty: &Rc<Type>) -> Value {
        let open = match &**ty {
            Type::Tensor(shape, ..) => shape.iter().filter(|extent| extent.is_none()).count(),
            _ => 0,
        };
        let element = self.value(&types::element(ty));
        let mut operands = vec![element];
        for _ in 0..open {
            let extent = self.extent();
            operands.push(extent);
        }
        self.one("tensor.splat", &operands, ty, &[])
    }

    /// An extent that is known when the program runs: from one to what the plan allows.
    pub fn extent(&mut self) -> Value {
        let most = self.plan.extent;
        self.one_to(most)
    }

    /// An index from one to this one.
    pub fn one_to(&mut self, most: u64) -> Value {
        let below = self.below(most);
        let one = self.index(1);
        self.hidden("arith.addi", &[below, one], &index(), &[])
    }

    /// An index below this one, which is not zero: a constant, or one that no pass can fold.
    pub fn below(&mut self, extent: u64) -> Value {
        if self.choices.below(4) == 0 || !self.plan.index {
            let at = self.choices.below(extent as usize) as u64;
            return self.index(at);
        }
        let (any, extent) = (self.value(&index()), self.index(extent));
        self.hidden("arith.remui", &[any, extent], &index(), &[])
    }

    /// An index below an extent that is known when the program runs, and not zero.
    pub fn below_value(&mut self, extent: Value) -> Value {
        let any = self.value(&index());
        self.hidden("arith.remui", &[any, extent], &index(), &[])
    }

    /// This integer or index with the bits of another type.
    pub fn resized(&mut self, from: Value, to: &Rc<Type>) -> Option<Value> {
        let of = self.ty(from);
        let name = match (&*of, &**to) {
            _ if of == *to => return Some(from),
            (Type::Index, Type::Index) => return Some(from),
            (Type::Index, _) | (_, Type::Index) if self.plan.llvm => return None,
            (Type::Index, _) | (_, Type::Index) => "arith.index_cast",
            (a, b) if width(a) < width(b) && self.plan.llvm => "llvm.sext",
            (a, b) if width(a) < width(b) => "arith.extsi",
            _ if self.plan.llvm => "llvm.trunc",
            _ => "arith.trunci",
        };
        Some(self.one(name, &[from], to, &[]))
    }

    /// A memref of this type, of no open extents, and in row-major order, that holds drawn elements.
    pub fn memory(&mut self, ty: &Rc<Type>, alloca: bool) -> Value {
        let extents = extents(ty).unwrap_or_default();
        let element = types::element(ty);
        let held = types::tensor(&extents.iter().copied().map(Some).collect::<Vec<_>>(), &element);
        let count = if self.choices.coin() { extents.iter().product::<u64>() as usize } else { 1 };
        let bits: Vec<u128> = (0..count).map(|_| self.bits(&element)).collect();
        let name = self.symbol("data");
        let value = super::constant::literal(&held, &bits);
        self.add_global(&name, ty, value);
        let from = self.hidden("memref.get_global", &[], ty, &[("name", Attribute::symbol(&name))]);
        let segments = Attribute::array(Element::I32, vec![0, 0]);
        let name = if alloca { "memref.alloca" } else { "memref.alloc" };
        let made = self.one(name, &[], ty, &[("operandSegmentSizes", segments)]);
        self.emit("memref.copy", &[from, made], &[], &[]);
        if !alloca {
            self.ends_with("memref.dealloc", made);
        }
        made
    }

    /// A global variable of a memref type, which passes must take for one that changes.
    pub fn add_global(&mut self, name: &str, ty: &Rc<Type>, value: Attribute) {
        let attributes = [
            ("sym_name", Attribute::Text(name.into())),
            ("type", Attribute::Type(Rc::clone(ty))),
            ("initial_value", value),
        ];
        self.add_to_module("memref.global", &attributes, Vec::new());
    }

    /// A type of numbers that memory holds in whole bytes.
    pub fn stored(&mut self) -> Option<Rc<Type>> {
        self.number(|ty| is_float(ty) || *ty == Type::Index || matches!(width(ty), 8 | 16 | 32 | 64))
    }

    /// The counter of a loop: an index, or an integer of at least eight bits.
    pub fn counter(&mut self) -> Rc<Type> {
        let drawn = if self.choices.coin() { None } else { self.number(|ty| is_whole(ty) && width(ty) >= 8) };
        match (drawn, self.plan.llvm) {
            (Some(ty), _) if !(self.plan.llvm && *ty == Type::Index) => ty,
            (_, true) => integer(64),
            (..) => index(),
        }
    }
}
