//! A module as a plain tree: names, numbered values, types and attributes as data, for code that has no business with handles.
//!
//! What a type or an attribute says is asked of MLIR once for the life of the context, which holds each of them once.

use super::context::text;
use super::dense::{Dense, is_narrow};
use super::hash::ByAddress;
use super::module::str_of;
use super::symbols::{
    NamedAttribute, RawAttribute, RawBlock, RawOperation, RawRegion, RawType, RawValue, Symbols,
};
use super::{Context, Module, Operation, properties};
use crate::semantics::apfloat;
use std::collections::HashMap;
use std::rc::Rc;

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// An integer or boolean, with the spelling of its type: two's complement, sign-extended from its width.
    Int(i128),
    /// A float that is a number; its type is that of what it is the value of.
    Float(f64),
    /// A float that is none, as the bits it has in its type.
    Nan(u64),
    /// A string, or the name of a symbol.
    Text(String),
    /// `array<i32: ...>` and `array<i64: ...>`.
    Ints(Vec<i64>),
    /// A type.
    Type(TypeNumber),
    /// Constant elements.
    Dense(Dense),
    /// A list of numbers, or of such lists.
    List(Vec<Rc<Attribute>>),
    /// Anything else, as MLIR prints it.
    Other(String),
}

/// Stands for a type; the reader tells its spelling.
pub type TypeNumber = u32;
/// Stands for a value, counted over the module.
pub type ValueNumber = u32;

/// An attribute with its name.
pub type Named<'m> = (&'m str, Rc<Attribute>);

/// An operation.
#[derive(Clone)]
pub struct Node<'m> {
    /// Full name, such as `llvm.add`.
    pub name: &'m str,
    /// Operands.
    pub operands: Vec<ValueNumber>,
    /// Results.
    pub results: Vec<ValueNumber>,
    /// Attributes by name, inherent ones too.
    pub attributes: Vec<Named<'m>>,
    /// Successors: places in the list of blocks of the region around it.
    pub successors: Vec<u32>,
    /// Regions.
    pub regions: Vec<Vec<TreeBlock<'m>>>,
    /// The operation itself.
    pub source: Operation<'m>,
}

/// A block of a region.
#[derive(Clone)]
pub struct TreeBlock<'m> {
    /// Arguments.
    pub arguments: Vec<ValueNumber>,
    /// Operations in order.
    pub operations: Vec<Node<'m>>,
}

/// A module.
pub struct Tree<'m> {
    /// Operations at the top level.
    pub operations: Vec<Node<'m>>,
    /// The type of each value.
    pub types: Vec<TypeNumber>,
}

/// Reads modules of one context.
pub struct TreeReader<'c> {
    context: &'c Context,
    /// Numbers of types, which live as long as the context; so do attributes.
    types: ByAddress<TypeNumber>,
    spellings: Vec<Rc<str>>,
    attributes: ByAddress<Rc<Attribute>>,
    /// What operations keep of their own, all of it as one attribute.
    properties: ByAddress<Rc<[Named<'c>]>>,
}

/// What is numbered in one module.
#[derive(Default)]
struct Numbers {
    values: ByAddress<ValueNumber>,
    types: Vec<TypeNumber>,
}

impl<'c> TreeReader<'c> {
    /// Knows no types yet; reads modules of this context.
    pub fn new(context: &'c Context) -> TreeReader<'c> {
        let (types, attributes, properties) = (HashMap::default(), HashMap::default(), HashMap::default());
        TreeReader { context, types, spellings: Vec::new(), attributes, properties }
    }

    /// A module of the same context; none where what it prints cannot be matched with what it holds.
    pub fn read<'m>(&mut self, module: &'m Module<'_>) -> Option<Tree<'m>>
    where
        'c: 'm,
    {
        let mut numbers = Numbers::default();
        let top = module.top_level();
        let mut operations: Vec<Node<'m>> =
            top.into_iter().map(|o| self.node(o.raw, module, &[], &mut numbers)).collect();
        let tells = self.context.library.properties.is_some();
        let fits = tells || properties::hand_out(&mut operations, &module.sketch());
        fits.then_some(Tree { operations, types: numbers.types })
    }

    /// A type as MLIR prints it.
    pub fn spelling(&self, ty: TypeNumber) -> Rc<str> {
        self.spellings[ty as usize].clone()
    }

    /// How many types have been met.
    pub fn types_met(&self) -> usize {
        self.spellings.len()
    }

    pub(super) fn api(&self) -> &'static Symbols {
        &self.context.library.symbols
    }

    fn node<'m>(
        &mut self,
        raw: RawOperation,
        module: &'m Module<'_>,
        around: &[RawBlock],
        numbers: &mut Numbers,
    ) -> Node<'m>
    where
        'c: 'm,
    {
        let api = self.api();
        // SAFETY: the module is alive and nothing changes it meanwhile; indices stay below the counts.
        unsafe {
            let operands = (0..(api.operation_operand_count)(raw)).map(|i| (api.operation_operand)(raw, i));
            let operands = operands.map(|value| self.value(value, numbers)).collect();
            let results = (0..(api.operation_result_count)(raw)).map(|i| (api.operation_result)(raw, i));
            let results = results.map(|value| self.value(value, numbers)).collect();
            let attributes = self.attributes(raw);
            let targets =
                (0..(api.operation_successor_count)(raw)).map(|i| (api.operation_successor)(raw, i));
            let place = |target| around.iter().position(|block| *block == target).unwrap_or(0) as u32;
            let successors = targets.map(place).collect();
            let regions = (0..(api.operation_region_count)(raw))
                .map(|i| self.region((api.operation_region)(raw, i), module, numbers));
            let regions = regions.collect();
            let source = Operation { raw, context: module.context };
            Node { name: source.name(), operands, results, attributes, successors, regions, source }
        }
    }

    /// Attributes by name, with an operation's own promises where the library tells.
    fn attributes<'m>(&mut self, raw: RawOperation) -> Vec<Named<'m>>
    where
        'c: 'm,
    {
        let api = self.api();
        // SAFETY: the operation is alive; indices stay below the counts, and a dictionary is asked as one.
        unsafe {
            let Some(properties) = self.context.library.properties else {
                let named =
                    (0..(api.operation_attribute_count)(raw)).map(|i| (api.operation_attribute_at)(raw, i));
                return named.map(|named| self.named(named)).collect();
            };
            let mut attributes = Vec::new();
            let own = (properties.whole)(raw);
            if !own.is_null() {
                attributes.extend(self.properties(own).iter().cloned());
            }
            for i in 0..(api.discardable_count)(raw) {
                attributes.push(self.named((api.discardable_at)(raw, i)));
            }
            attributes
        }
    }

    fn properties(&mut self, own: RawAttribute) -> Rc<[Named<'c>]> {
        if let Some(known) = self.properties.get(&(own.0 as usize)) {
            return known.clone();
        }
        let api = self.api();
        // SAFETY: as above.
        let read: Rc<[_]> = unsafe {
            match (api.attribute_is_dictionary)(own) {
                true => (0..(api.dictionary_count)(own))
                    .map(|i| self.named((api.dictionary_at)(own, i)))
                    .collect(),
                false => Rc::new([]),
            }
        };
        self.properties.insert(own.0 as usize, read.clone());
        read
    }

    fn named(&mut self, named: NamedAttribute) -> Named<'c> {
        // SAFETY: identifiers live as long as their context and are ASCII.
        let name = unsafe { str_of((self.api().identifier_text)(named.name)) };
        (name, self.attribute(named.attribute))
    }

    fn region<'m>(
        &mut self,
        raw: RawRegion,
        module: &'m Module<'_>,
        numbers: &mut Numbers,
    ) -> Vec<TreeBlock<'m>>
    where
        'c: 'm,
    {
        let api = self.api();
        let mut blocks = Vec::new();
        // SAFETY: as above; null ends the lists.
        unsafe {
            let mut block = (api.region_first_block)(raw);
            while !block.is_null() {
                blocks.push(block);
                block = (api.block_next)(block);
            }
            let read = blocks.iter().map(|block| {
                let arguments = (0..(api.block_argument_count)(*block))
                    .map(|i| self.value((api.block_argument)(*block, i), numbers))
                    .collect();
                let mut operations = Vec::new();
                let mut next = (api.block_first_operation)(*block);
                while !next.is_null() {
                    operations.push(self.node(next, module, &blocks, numbers));
                    next = (api.operation_next)(next);
                }
                TreeBlock { arguments, operations }
            });
            read.collect()
        }
    }

    fn value(&mut self, raw: RawValue, numbers: &mut Numbers) -> ValueNumber {
        let next = numbers.types.len() as ValueNumber;
        let number = *numbers.values.entry(raw.0 as usize).or_insert(next);
        if number == next {
            // SAFETY: the value's module is alive.
            let ty = unsafe { (self.api().value_type)(raw) };
            numbers.types.push(self.ty(ty));
        }
        number
    }

    fn ty(&mut self, raw: RawType) -> TypeNumber {
        let (next, print) = (self.spellings.len() as TypeNumber, self.api().type_print);
        let number = *self.types.entry(raw.0 as usize).or_insert(next);
        if number == next {
            // SAFETY: types live as long as their context.
            self.spellings.push(text(|callback, out| unsafe { print(raw, callback, out) }).into());
        }
        number
    }

    fn attribute(&mut self, raw: RawAttribute) -> Rc<Attribute> {
        if let Some(known) = self.attributes.get(&(raw.0 as usize)) {
            return known.clone();
        }
        let read = Rc::new(self.read_attribute(raw));
        self.attributes.insert(raw.0 as usize, read.clone());
        read
    }

    fn read_attribute(&mut self, raw: RawAttribute) -> Attribute {
        let api = self.api();
        // SAFETY: attributes live as long as their context; each accessor is called on the kind it is for.
        unsafe {
            let printed = || text(|callback, out| (api.attribute_print)(raw, callback, out));
            if (api.attribute_is_bool)(raw) {
                return Attribute::Int((api.bool_value)(raw).into());
            }
            if (api.attribute_is_integer)(raw) {
                // The C API gives 64 bits, and constants may have more.
                let text = printed();
                let digits = text.split(' ').next().unwrap_or_default();
                return digits.parse().map_or_else(|_| Attribute::Other(text.clone()), Attribute::Int);
            }
            if (api.attribute_is_float)(raw) {
                let ty = (api.attribute_type)(raw);
                let spelling = text(|callback, out| (api.type_print)(ty, callback, out));
                let value = (api.float_value)(raw);
                // LLVM has no floats of a byte or less: they are integers there.
                let narrow = is_narrow(&spelling).then(|| apfloat::format_named(&spelling)).flatten();
                if value.is_nan() {
                    // The C API gives doubles, which keep neither the payload nor whether it signals; the spelling has the bits.
                    let text = printed();
                    let bits = nan_bits(&text);
                    return match (bits, narrow) {
                        (None, _) => Attribute::Other(text),
                        (Some(bits), Some(_)) => Attribute::Int(bits.into()),
                        (Some(bits), None) => Attribute::Nan(bits),
                    };
                }
                let Some(format) = narrow else { return Attribute::Float(value) };
                let bits = apfloat::nearest(format, value);
                return bits.map_or_else(|_| Attribute::Other(printed()), |bits| Attribute::Int(bits.into()));
            }
            if (api.attribute_is_string)(raw) {
                let piece = (api.string_value)(raw);
                let bytes = if piece.length == 0 {
                    &[]
                } else {
                    std::slice::from_raw_parts(piece.data, piece.length)
                };
                return Attribute::Text(String::from_utf8_lossy(bytes).into_owned());
            }
            if (api.attribute_is_symbol)(raw) {
                return Attribute::Text(str_of((api.symbol_value)(raw)).to_owned());
            }
            if (api.attribute_is_type)(raw) {
                return Attribute::Type(self.ty((api.attribute_type_value)(raw)));
            }
            let count = || 0..(api.array_length)(raw);
            if (api.attribute_is_i32_array)(raw) {
                return Attribute::Ints(count().map(|i| (api.i32_array_at)(raw, i).into()).collect());
            }
            if (api.attribute_is_i64_array)(raw) {
                return Attribute::Ints(count().map(|i| (api.i64_array_at)(raw, i)).collect());
            }
            if (api.attribute_is_dense)(raw) {
                return self.dense(raw).map_or_else(|| Attribute::Other(printed()), Attribute::Dense);
            }
            if (api.attribute_is_sparse)(raw) {
                return self.sparse(raw).map_or_else(|| Attribute::Other(printed()), Attribute::Dense);
            }
            if (api.attribute_is_list)(raw) {
                let places = 0..(api.list_length)(raw);
                let all: Vec<Rc<Attribute>> = places.map(|i| self.attribute((api.list_at)(raw, i))).collect();
                let number = |one: &Rc<Attribute>| {
                    matches!(
                        **one,
                        Attribute::Int(_) | Attribute::Float(_) | Attribute::Nan(_) | Attribute::List(_)
                    )
                };
                if !all.is_empty() && all.iter().all(number) {
                    return Attribute::List(all);
                }
            }
            let text = printed();
            properties::overflow(&text).map_or(Attribute::Other(text), Attribute::Int)
        }
    }
}

/// The bits of a NaN that is spelt as MLIR spells it, such as `0x7FC00000 : f32`.
fn nan_bits(spelling: &str) -> Option<u64> {
    let digits = spelling.split(' ').next()?.strip_prefix("0x")?;
    u64::from_str_radix(digits, 16).ok()
}
