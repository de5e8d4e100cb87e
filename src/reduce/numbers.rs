//! Smaller numbers in a module: extents of types, and integers wherever they stand, in attributes and affine maps of any dialect too. An
//! extent is changed everywhere at once, as what is 10 in one type tends to be the same 10 in the next.

use super::rewritten::{Rewritings, Rewritten, is_hidden};
use super::text::renumbered;
use crate::ir::{
    Attribute, Dense, Expression, Extent, MemrefLayout, Module, Name, Operation, Rewrite, Signedness, Type,
    rewritten,
};
use crate::observe::Element;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of constants of more elements are left alone. There are other ways to make such a constant smaller.
const MOST_ELEMENTS: usize = 100;

/// The place of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// An extent of a type: how many extents that are numbers stand side by side there, and which of them it is.
    Extent(usize, usize),
    /// Any other.
    Integer,
}

/// Some of the places where one number stands.
#[derive(Clone, Copy, Debug)]
enum Which {
    All,
    Extents,
    Integers,
    At(Place),
}

impl Which {
    fn has(self, place: Place) -> bool {
        match self {
            Which::All => true,
            Which::Extents => place != Place::Integer,
            Which::Integers => place == Place::Integer,
            Which::At(own) => place == own,
        }
    }
}

/// Modules with smaller numbers, the largest number first.
pub fn smaller_numbers<'m>(module: &'m Module, printed: &'m [Element]) -> Rewritings<'m> {
    let mut found: BTreeMap<u64, BTreeSet<Place>> = BTreeMap::new();
    rewritten(
        module,
        &mut Numbers {
            other: |value, place| {
                found.entry(value).or_default().insert(place);
                value
            },
            keeps_last: false,
        },
    );
    let mut ways = Vec::new();
    for (value, places) in found.into_iter().rev().filter(|(value, _)| *value > 1) {
        let mut goals = vec![1, 2, value / 2, value - 1];
        goals.retain(|goal| *goal < value && *goal > 0);
        goals.dedup();
        let mut sets = vec![Which::All];
        let extents: Vec<Place> = places.iter().copied().filter(|place| *place != Place::Integer).collect();
        if !extents.is_empty() && places.contains(&Place::Integer) {
            sets.extend([Which::Extents, Which::Integers]);
        }
        // An extent at one place of types of one rank flows through them, whatever is as large by chance.
        if extents.len() > 1 {
            sets.extend(extents.into_iter().map(Which::At));
        }
        ways.extend(
            goals.into_iter().flat_map(|goal| sets.clone().into_iter().map(move |set| (value, goal, set))),
        );
    }
    let made = move |(value, goal, set): (u64, u64, Which)| {
        let with = |keeps_last| {
            let other = |own, place| if own == value && set.has(place) { goal } else { own };
            rewritten(module, &mut Numbers { other, keeps_last })
        };
        // Constants are cut to what their types have room for then, at either end.
        let (first, last) = (with(false), with(true));
        let last = Some(last).filter(|last| *last != first);
        last.into_iter().chain([first]).map(|module| Rewritten { module, printed: printed.to_vec() })
    };
    Box::new(ways.into_iter().flat_map(made))
}

/// Puts other numbers in place of those in a module.
struct Numbers<F: FnMut(u64, Place) -> u64> {
    other: F,
    keeps_last: bool,
}

impl<F: FnMut(u64, Place) -> u64> Numbers<F> {
    /// The number in place of an integer, which keeps its sign. The least one stands for what is known at run time alone.
    fn integer(&mut self, value: i64) -> i64 {
        if value == i64::MIN {
            return value;
        }
        let size = (self.other)(value.unsigned_abs(), Place::Integer) as i64;
        if value < 0 { -size } else { size }
    }

    fn wide(&mut self, value: i128) -> i128 {
        i64::try_from(value).map_or(value, |value| self.integer(value).into())
    }

    fn extents(&mut self, shape: Vec<Extent>) -> Vec<Extent> {
        let runs = shape.chunk_by(|one, next| one.is_some() == next.is_some());
        let mut changed = Vec::with_capacity(shape.len());
        for run in runs {
            let own = run.iter().enumerate();
            changed.extend(
                own.map(|(at, extent)| {
                    extent.map(|extent| (self.other)(extent, Place::Extent(run.len(), at)))
                }),
            );
        }
        changed
    }

    fn layout(&mut self, layout: MemrefLayout) -> MemrefLayout {
        match layout {
            MemrefLayout::Strided { offset, strides } => {
                let strides =
                    strides.into_iter().map(|stride| stride.map(|stride| self.integer(stride))).collect();
                MemrefLayout::Strided { offset: offset.map(|offset| self.integer(offset)), strides }
            }
            MemrefLayout::Map(mut map) => {
                map.results.iter_mut().for_each(|result| self.expression(result));
                MemrefLayout::Map(map)
            }
            MemrefLayout::Other(text) => MemrefLayout::Other(self.text(&text).into()),
            MemrefLayout::Identity => layout,
        }
    }

    fn expression(&mut self, own: &mut Expression) {
        own.each_constant(&mut |constant| *constant = self.integer(*constant));
    }

    fn text(&mut self, text: &str) -> String {
        renumbered(text, |value| (self.other)(value, Place::Integer))
    }

    fn dense(&mut self, dense: Dense) -> Dense {
        let Some(&Type::Integer(width @ 2..=64, sign)) = dense.part() else {
            return match dense.part() {
                Some(Type::Index) => self.elements(dense, 64, Signedness::Signless),
                _ => dense,
            };
        };
        self.elements(dense, width, sign)
    }

    fn elements(&mut self, dense: Dense, width: u32, sign: Signedness) -> Dense {
        if dense.elements().count() > MOST_ELEMENTS {
            return dense;
        }
        let spare = 128 - width;
        let other = |bits: u128| match sign {
            Signedness::Unsigned => self.wide(bits as i128),
            _ => self.wide((bits << spare) as i128 >> spare),
        };
        let elements: Vec<i128> = dense.elements().map(other).collect();
        dense.with_elements(elements.into_iter().map(|value| value as u128))
    }
}

impl<F: FnMut(u64, Place) -> u64> Rewrite for Numbers<F> {
    fn ty(&mut self, ty: Type) -> Type {
        match ty {
            Type::Tensor(shape, element, encoding) => Type::Tensor(self.extents(shape), element, encoding),
            Type::Memref { shape, element, layout, space } => {
                let shape = self.extents(shape);
                Type::Memref { shape, element, layout: self.layout(layout), space }
            }
            Type::Vector(shape, element) => {
                let mut extents = self
                    .extents(shape.iter().map(|(extent, scalable)| (!scalable).then_some(*extent)).collect());
                let scaled = shape.iter().zip(&mut extents).filter(|((_, scalable), _)| *scalable);
                scaled.for_each(|((extent, _), changed)| {
                    *changed = Some((self.other)(*extent, Place::Integer))
                });
                let extents = extents.into_iter().zip(shape);
                Type::Vector(
                    extents.map(|(changed, (own, scalable))| (changed.unwrap_or(own), scalable)).collect(),
                    element,
                )
            }
            Type::Array(extent, element) => Type::Array((self.other)(extent, Place::Integer), element),
            Type::Other(text) => Type::Other(self.text(&text).into()),
            other => other,
        }
    }

    fn attribute(&mut self, attribute: Attribute) -> Attribute {
        match attribute {
            Attribute::Int(value, ty) if ty.width() != Some(1) => Attribute::Int(self.wide(value), ty),
            Attribute::Ints(ty, all) if ty.width() != Some(1) => {
                Attribute::Ints(ty, all.into_iter().map(|value| self.integer(value)).collect())
            }
            Attribute::Dense(dense) => Attribute::Dense(self.dense(dense)),
            Attribute::Map(mut map) => {
                map.results.iter_mut().for_each(|result| self.expression(result));
                Attribute::Map(map)
            }
            Attribute::Set(mut set) => {
                set.constraints.iter_mut().for_each(|(constraint, _)| self.expression(constraint));
                Attribute::Set(set)
            }
            Attribute::Other(text) => Attribute::Other(self.text(&text).into()),
            other => other,
        }
    }

    fn spares(&mut self, _: &Module, _: &Operation, name: Name) -> bool {
        is_hidden(name)
    }

    fn keeps_last(&self) -> bool {
        self.keeps_last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    /// A module of one operation with an attribute and a result of this type.
    fn text(attribute: &str, ty: &str) -> String {
        let own = format!("%0 = \"t.c\"() {{a = {attribute}}} : () -> {ty}");
        ir::module(&own).unwrap_or_else(|why| panic!("{own}: {why}")).generic()
    }

    fn smaller(attribute: &str, ty: &str) -> Vec<String> {
        let module = ir::module(&text(attribute, ty)).expect("it was written so");
        smaller_numbers(&module, &[]).map(|made| made.module.generic()).collect()
    }

    #[test]
    fn an_extent_shrinks_everywhere_at_once() {
        let made = smaller("9 : i64", "tuple<tensor<9xi32>, tensor<9x?xf32>>");
        assert_eq!(made[0], text("1 : i64", "tuple<tensor<1xi32>, tensor<1x?xf32>>"));
        assert!(made.contains(&text("9 : i64", "tuple<tensor<4xi32>, tensor<4x?xf32>>")), "{made:?}");
        assert!(made.contains(&text("8 : i64", "tuple<tensor<9xi32>, tensor<9x?xf32>>")), "{made:?}");
        assert_eq!(smaller("1 : i64", "i32"), [""; 0]);
    }

    #[test]
    fn an_extent_shrinks_at_its_place_too() {
        let made = smaller("unit", "tuple<tensor<4x2xi8>, tensor<4x?xi8>, memref<4xindex>>");
        assert!(
            made.contains(&text("unit", "tuple<tensor<1x2xi8>, tensor<4x?xi8>, memref<4xindex>>")),
            "{made:?}"
        );
        let same = smaller("unit", "tuple<tensor<4x3xi8>, vector<4x3xi32>>");
        assert!(same.contains(&text("unit", "tuple<tensor<1x3xi8>, vector<1x3xi32>>")), "{same:?}");
    }

    #[test]
    fn numbers_of_all_attributes_shrink() {
        let first = |attribute: &str, ty: &str| smaller(attribute, ty).first().cloned();
        let to = |attribute: &str, ty: &str| Some(text(attribute, ty));
        assert_eq!(
            first("affine_map<(d0)[s0] -> (d0 * -6 + s0)>", "i8"),
            to("affine_map<(d0)[s0] -> (-d0 + s0)>", "i8")
        );
        assert_eq!(
            first("affine_set<(d0) : (d0 - 6 >= 0)>", "i8"),
            to("affine_set<(d0) : (d0 - 1 >= 0)>", "i8")
        );
        assert_eq!(first("#t.a<b6, 6>", "!t.shape<5>"), to("#t.a<b6, 1>", "!t.shape<5>"));
        assert_eq!(
            first("array<i64: -9223372036854775808, -7>", "i8"),
            to("array<i64: -9223372036854775808, -1>", "i8")
        );
        assert_eq!(first("-3 : si8", "i8"), to("-1 : si8", "i8"));
        let strided = |offset: u32| format!("memref<?xi8, strided<[2], offset: {offset}>>");
        assert_eq!(first("unit", &strided(8)), to("unit", &strided(1)));
        assert_eq!(first("unit", "vector<[4]xi8>"), to("unit", "vector<[1]xi8>"));
        assert_eq!(first("unit", "!llvm.array<3 x i8>"), to("unit", "!llvm.array<1 x i8>"));
        assert_eq!(first("3.0 : f32", "i32"), None, "floats and widths stay");
    }

    #[test]
    fn constants_are_cut_at_either_end() {
        let made = smaller("dense<[0, 1, -1]> : tensor<3xi8>", "tensor<3xi8>");
        let [last, first] =
            ["-1", "0"].map(|value| text(&format!("dense<{value}> : tensor<1xi8>"), "tensor<1xi8>"));
        assert_eq!(made[..2], [last, first]);
        let elements = smaller("dense<[5, 1]> : tensor<2xi8>", "i8");
        assert_eq!(elements[0], text("dense<1> : tensor<2xi8>", "i8"));
    }

    #[test]
    fn counts_of_operands_and_words_stay() {
        let own = "\"t.c\"() {operandSegmentSizes = array<i32: 4, 5>, predicate = 9 : i64} : () -> ()";
        assert_eq!(smaller_numbers(&ir::module(own).unwrap(), &[]).count(), 0);
    }
}
