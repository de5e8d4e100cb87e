//! A module of MLIR's as the neutral form: names, numbered values, types and attributes as data.
//!
//! MLIR is asked once for the text of each type and attribute, since the context holds each of them once.

use super::context::text;
use super::gather::AttributeNames;
use super::handles::handles;
use super::hash::ByAddress;
use super::module::str_of;
use super::symbols::{
    NamedAttribute, RawAttribute, RawBlock, RawOperation, RawRegion, RawType, RawValue, Symbols,
};
use super::{Context, Module, Operation, properties};
use crate::ir::{self, Attribute, Attributes, Block, Location, Name, Type, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// Reads modules of one context.
pub struct Reader<'c> {
    context: &'c Context,
    /// Types and attributes live as long as the context.
    types: ByAddress<Rc<Type>>,
    attributes: ByAddress<Rc<Attribute>>,
    /// Own attributes of an operation, all of them as one.
    properties: ByAddress<Attributes>,
    /// The names of attributes, where the library does not tell properties.
    gathered: AttributeNames,
    /// The attributes of an operation that has none.
    nothing: Attributes,
    names: ByAddress<Name>,
}

/// An attribute with its name.
type NeutralAttribute = (Name, Rc<Attribute>);

/// Numbers given in one module.
#[derive(Default)]
struct ModuleNumbers {
    values: ByAddress<Value>,
    types: Vec<Rc<Type>>,
    operations: u32,
}

impl<'c> Reader<'c> {
    /// Knows no types yet; reads modules of this context.
    pub fn new(context: &'c Context) -> Reader<'c> {
        let (types, attributes, properties) = (HashMap::default(), HashMap::default(), HashMap::default());
        let nothing = Attributes::default();
        let (gathered, names) = (AttributeNames::default(), HashMap::default());
        Reader { context, types, attributes, properties, gathered, nothing, names }
    }

    /// A module of the same context; none where the text it prints cannot be matched with the operations it holds.
    pub fn read(&mut self, module: &Module<'_>) -> Option<ir::Module> {
        let mut read = self.structure(module);
        let tells = self.context.library.properties.is_some();
        let is_told = tells || !properties::may_promise(&read.operations);
        let fits = is_told || properties::hand_out(&mut read.operations, &module.sketch());
        fits.then_some(read)
    }

    /// As [`Reader::read`], with the place that each operation comes from.
    pub fn located(&mut self, module: &Module<'_>) -> Option<ir::Module> {
        let mut read = self.read(module)?;
        let handles = handles(module);
        let mut known: ByAddress<Option<Rc<Location>>> = HashMap::default();
        ir::locate(&mut read, |number| {
            let operation = Operation { raw: handles[number as usize], context: self.context };
            let address = operation.raw_location().0 as usize;
            known.entry(address).or_insert_with(|| operation.location().map(Rc::new)).clone()
        });
        Some(read)
    }

    /// A module of the same context, without the promises that only printed IR tells.
    pub fn structure(&mut self, module: &Module<'_>) -> ir::Module {
        let mut numbers = ModuleNumbers { operations: 1, ..ModuleNumbers::default() };
        let top = module.top_level();
        let operations: Vec<ir::Operation> =
            top.into_iter().map(|o| self.operation(o.raw, &[], &mut numbers)).collect();
        let attributes = self.attributes(module.operation().raw);
        ir::Module { attributes, operations, values: numbers.types }
    }

    pub(super) fn api(&self) -> &'static Symbols {
        &self.context.library.symbols
    }

    fn operation(
        &mut self,
        raw: RawOperation,
        around: &[RawBlock],
        numbers: &mut ModuleNumbers,
    ) -> ir::Operation {
        let api = self.api();
        let number = numbers.operations;
        numbers.operations += 1;
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
                .map(|i| self.region((api.operation_region)(raw, i), numbers));
            let regions = regions.collect();
            let name = self.name(Operation { raw, context: self.context }.name());
            let location = None;
            ir::Operation { name, number, operands, results, attributes, successors, regions, location }
        }
    }

    /// A name that lives as long as the process; the context holds each once.
    fn name(&mut self, text: &str) -> Name {
        self.names.entry(text.as_ptr() as usize).or_insert_with(|| ir::name(text))
    }

    /// Attributes by name, with an operation's own promises where the library tells.
    fn attributes(&mut self, raw: RawOperation) -> Attributes {
        let api = self.api();
        // SAFETY: the operation is alive; indices stay below the counts, and a dictionary is asked as one.
        unsafe {
            let Some(properties) = self.context.library.properties else {
                let named = self.gathered.gather(api, raw, (api.operation_name)(raw));
                return named.into_iter().map(|named| self.named(named)).collect();
            };
            let own = (properties.whole)(raw);
            let mut attributes = if own.is_null() { self.nothing.clone() } else { self.properties(own) };
            for i in 0..(api.discardable_count)(raw) {
                attributes.push(self.named((api.discardable_at)(raw, i)));
            }
            attributes
        }
    }

    fn properties(&mut self, own: RawAttribute) -> Attributes {
        if let Some(known) = self.properties.get(&(own.0 as usize)) {
            return known.clone();
        }
        let api = self.api();
        // SAFETY: as above.
        let read: Attributes = unsafe {
            match (api.attribute_is_dictionary)(own) {
                true => (0..(api.dictionary_count)(own))
                    .map(|i| self.named((api.dictionary_at)(own, i)))
                    .collect(),
                false => self.nothing.clone(),
            }
        };
        self.properties.insert(own.0 as usize, read.clone());
        read
    }

    fn named(&mut self, named: NamedAttribute) -> NeutralAttribute {
        // SAFETY: identifiers live as long as their context and are ASCII.
        let name = unsafe { str_of((self.api().identifier_text)(named.name)) };
        (self.name(name), self.attribute(named.attribute))
    }

    fn region(&mut self, raw: RawRegion, numbers: &mut ModuleNumbers) -> Vec<Block> {
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
                    operations.push(self.operation(next, &blocks, numbers));
                    next = (api.operation_next)(next);
                }
                Block { arguments, operations }
            });
            read.collect()
        }
    }

    fn value(&mut self, raw: RawValue, numbers: &mut ModuleNumbers) -> Value {
        let next = numbers.types.len() as Value;
        let number = *numbers.values.entry(raw.0 as usize).or_insert(next);
        if number == next {
            // SAFETY: the value's module is alive.
            let ty = unsafe { (self.api().value_type)(raw) };
            numbers.types.push(self.ty(ty));
        }
        number
    }

    pub(super) fn ty(&mut self, raw: RawType) -> Rc<Type> {
        let print = self.api().type_print;
        let read = || {
            // SAFETY: types live as long as their context.
            let spelling = text(|callback, out| unsafe { print(raw, callback, out) });
            Rc::new(ir::parse_type(&spelling))
        };
        self.types.entry(raw.0 as usize).or_insert_with(read).clone()
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
            let printed =
                || ir::parse_attribute(&text(|callback, out| (api.attribute_print)(raw, callback, out)));
            if (api.attribute_is_type)(raw) {
                return Attribute::Type(self.ty((api.attribute_type_value)(raw)));
            }
            // Constants of many elements are read without their spelling.
            if (api.attribute_is_dense)(raw) {
                return self.dense(raw).map_or_else(printed, Attribute::Dense);
            }
            if (api.attribute_is_sparse)(raw) {
                return self.sparse(raw).map_or_else(printed, Attribute::Dense);
            }
            if (api.attribute_is_list)(raw) {
                let places = 0..(api.list_length)(raw);
                return Attribute::List(places.map(|i| self.attribute((api.list_at)(raw, i))).collect());
            }
            if (api.attribute_is_dictionary)(raw) {
                let places = 0..(api.dictionary_count)(raw);
                return Attribute::Dictionary(
                    places.map(|i| self.named((api.dictionary_at)(raw, i))).collect(),
                );
            }
            printed()
        }
    }
}
