//! Values that stand where nothing is computed: zeros of a type, and memory that is filled with them.

use super::site::RepairSite;
use super::views::DYNAMIC;
use crate::ir::{self, Attribute, Attributes, Block, MemrefLayout, Operation, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

impl RepairSite<'_> {
    /// Puts the operation behind a condition: where it does not hold, the base stands for a result of its type, as a tensor that nothing
    /// is put into, and zeros stand for others. False where a type has no zeros, and then nothing is changed.
    pub fn guard_keeping(&mut self, condition: Value, base: Value) -> bool {
        let types: Vec<_> = self.op().results.iter().map(|result| self.ty(*result)).collect();
        let kept = (types.len() == 1 && types[0] == self.ty(base)).then_some(base);
        self.guard(condition, |site| types.iter().map(|ty| kept.or_else(|| site.nothing(ty))).collect())
    }

    /// A value of a type that stands where an operation is not run: zeros, in extents of one where they are open.
    pub fn nothing(&mut self, ty: &Rc<Type>) -> Option<Value> {
        if let Some(attribute) = Self::constant_of_bits(ty, 0) {
            return Some(self.constant(ty, attribute));
        }
        match &**ty {
            Type::Tensor(shape, element, None) => {
                let zero = self.zero(element)?;
                let open = shape.iter().filter(|extent| extent.is_none()).count();
                let one = self.index(1);
                let mut operands = vec![zero];
                operands.extend(std::iter::repeat_n(one, open));
                Some(self.emit("tensor.splat", &operands, Attributes::default(), ty))
            }
            Type::Memref { shape, element, layout: MemrefLayout::Identity, .. } => {
                let open = shape.iter().filter(|extent| extent.is_none()).count();
                let one = self.index(1);
                let segments = Attribute::array(Element::I32, vec![i64::try_from(open).ok()?, 0]);
                let attributes = ir::attributes([(ir::name("operandSegmentSizes"), segments)]);
                let made = self.emit("memref.alloc", &vec![one; open], attributes, ty);
                let fill = self.fill(made, &Rc::clone(element))?;
                self.put(fill);
                Some(made)
            }
            Type::Memref { .. } => self.nothing_strided(ty),
            _ => None,
        }
    }

    /// Zero of the type of an element.
    pub fn zero(&mut self, ty: &Rc<Type>) -> Option<Value> {
        let attribute = match &**ty {
            Type::Complex(part) => {
                let zero = Rc::new(Self::constant_of_bits(part, 0)?);
                let attributes =
                    vec![(ir::name("value"), Rc::new(Attribute::List(vec![Rc::clone(&zero), zero])))];
                return Some(self.emit("complex.constant", &[], attributes.into(), ty));
            }
            _ => Self::constant_of_bits(ty, 0)?,
        };
        Some(self.constant(ty, attribute))
    }

    /// `linalg.fill` of a memref or tensor with zero, not put anywhere. Of a tensor it has a result.
    pub fn fill(&mut self, destination: Value, element: &Rc<Type>) -> Option<Operation> {
        let zero = self.zero(element)?;
        let ty = self.ty(destination);
        let results = if matches!(&*ty, Type::Tensor(..)) { vec![ty] } else { Vec::new() };
        let attributes =
            ir::attributes([(ir::name("operandSegmentSizes"), Attribute::array(Element::I32, vec![1, 1]))]);
        let mut fill = self.operation("linalg.fill", &[zero, destination], attributes, &results);
        let arguments = vec![self.new_value(element), self.new_value(element)];
        let end = self.operation("linalg.yield", &arguments[..1], Attributes::default(), &[]);
        fill.regions = vec![vec![Block { arguments, operations: vec![end] }]];
        Some(fill)
    }

    /// Zeros in a memref with strides, in extents of one where they are open.
    fn nothing_strided(&mut self, ty: &Rc<Type>) -> Option<Value> {
        let site = self;
        let Type::Memref { shape, element, layout: MemrefLayout::Strided { offset, strides }, space } = &**ty
        else {
            return None;
        };
        let extents: Vec<u64> = shape.iter().map(|extent| extent.unwrap_or(1)).collect();
        let mut row_major = vec![1_i64; extents.len()];
        for place in (0..extents.len().saturating_sub(1)).rev() {
            row_major[place] = row_major[place + 1].checked_mul(i64::try_from(extents[place + 1]).ok()?)?;
        }
        let strides: Vec<i64> =
            strides.iter().zip(&row_major).map(|(stride, usual)| stride.unwrap_or(*usual)).collect();
        let begin = offset.unwrap_or(0);
        let mut length = begin;
        for (stride, extent) in strides.iter().zip(&extents) {
            length += stride.checked_mul(i64::try_from(*extent).ok()?.checked_sub(1)?)?;
        }
        if strides.iter().any(|stride| *stride < 0) || begin < 0 {
            return None;
        }
        let flat = Rc::new(Type::Memref {
            shape: vec![Some(u64::try_from(length + 1).ok()?)],
            element: Rc::clone(element),
            layout: MemrefLayout::Identity,
            space: space.clone(),
        });
        let made = site.nothing(&flat)?;
        let Type::Memref { layout: MemrefLayout::Strided { offset, strides: open }, .. } = &**ty else {
            return None;
        };
        let mut operands = vec![made];
        let list = |known: bool, number: i64, operands: &mut Vec<Value>, site: &mut RepairSite<'_>| {
            if known {
                number
            } else {
                operands.push(site.index(number.into()));
                DYNAMIC
            }
        };
        let offsets = vec![list(offset.is_some(), begin, &mut operands, site)];
        let after_offsets = operands.len();
        let mut sizes = Vec::new();
        for (known, extent) in shape.iter().zip(&extents) {
            sizes.push(list(known.is_some(), i64::try_from(*extent).ok()?, &mut operands, site));
        }
        let after_sizes = operands.len();
        let mut paces = Vec::new();
        for (known, stride) in open.iter().zip(&strides) {
            paces.push(list(known.is_some(), *stride, &mut operands, site));
        }
        let counts = [1, after_offsets - 1, after_sizes - after_offsets, operands.len() - after_sizes];
        let segments = counts.iter().map(|count| i64::try_from(*count).unwrap_or(0)).collect();
        let attributes = ir::attributes([
            (ir::name("operandSegmentSizes"), Attribute::array(Element::I32, segments)),
            (ir::name("static_offsets"), Attribute::array(Element::I64, offsets)),
            (ir::name("static_sizes"), Attribute::array(Element::I64, sizes)),
            (ir::name("static_strides"), Attribute::array(Element::I64, paces)),
        ]);
        Some(site.emit("memref.reinterpret_cast", &operands, attributes, ty))
    }
}
