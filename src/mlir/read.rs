//! A module as the semantics' own tree: the one place that knows both.

use super::context::text;
use super::module::str_of;
use super::symbols::{RawAttribute, RawOperation, RawRegion, RawType, RawValue};
use super::{Context, Module, Operation, Type};
use crate::observe::Element;
use crate::semantics::Program;
use crate::semantics::program::{self, Attribute, Attributes, Function, Region};
use crate::semantics::tensor::wrapped;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The program as the reference semantics evaluate it.
///
/// # Errors
/// Something that has no place in such a program, in one sentence.
pub fn read(module: &Module<'_>) -> Result<Program, String> {
    let (context, resources) = (module.context, OnceCell::new());
    let mut reader = Reader { context, module, resources, values: HashMap::new() };
    let mut read = Program::default();
    for operation in module.top_level() {
        match operation.name() {
            "func.func" => read.functions.push(reader.function(operation)?),
            "tosa.variable" => {
                let initial = reader.named(operation.raw, "initial_value");
                let tensor = initial.and_then(|attribute| reader.constant(attribute)).map(Rc::new);
                read.variables.push((operation.symbol_name().unwrap_or_default(), tensor));
            }
            other => {
                let place = reader.location(operation.raw);
                return Err(format!("{place}: {other} is not known to `lowdiff eval` at the top level"));
            }
        }
    }
    Ok(read)
}

pub(super) struct Reader<'r> {
    pub(super) context: &'r Context,
    pub(super) module: &'r Module<'r>,
    /// The contents of its resources, once they were asked for.
    pub(super) resources: OnceCell<HashMap<String, Vec<u8>>>,
    /// The values of the function at hand, by address.
    values: HashMap<usize, usize>,
}

impl Reader<'_> {
    fn function(&mut self, operation: Operation<'_>) -> Result<Function, String> {
        self.values.clear();
        let api = &self.context.library.symbols;
        let (arguments, _) = operation.signature().unwrap_or_default();
        // SAFETY: a function has one region; empty in a declaration.
        let (region, declared) = unsafe {
            let region = (api.operation_region)(operation.raw, 0);
            (region, (api.region_first_block)(region).is_null())
        };
        let body = if declared { None } else { Some(self.region(region, operation.raw)?) };
        Ok(Function {
            name: operation.symbol_name().unwrap_or_default(),
            arguments: arguments.into_iter().map(|ty| read_type(self.context, ty.raw)).collect(),
            body,
            values: self.values.len(),
        })
    }

    fn region(&mut self, raw: RawRegion, owner: RawOperation) -> Result<Region, String> {
        let api = &self.context.library.symbols;
        let mut region = Region::default();
        // SAFETY: the module is alive; null ends the lists.
        unsafe {
            let block = (api.region_first_block)(raw);
            if block.is_null() {
                return Ok(region);
            }
            if !(api.block_next)(block).is_null() {
                return Err(format!(
                    "{}: `lowdiff eval` does not follow branches between blocks",
                    self.location(owner)
                ));
            }
            for i in 0..(api.block_argument_count)(block) {
                region.arguments.push(self.value((api.block_argument)(block, i)));
            }
            let mut next = (api.block_first_operation)(block);
            while !next.is_null() {
                region.operations.push(self.operation(next)?);
                next = (api.operation_next)(next);
            }
        }
        Ok(region)
    }

    fn operation(&mut self, raw: RawOperation) -> Result<program::Operation, String> {
        let api = &self.context.library.symbols;
        // SAFETY: the module is alive; indices stay below the counts.
        unsafe {
            let operands =
                (0..(api.operation_operand_count)(raw)).map(|i| self.value((api.operation_operand)(raw, i)));
            let operands = operands.collect();
            let made: Vec<RawValue> =
                (0..(api.operation_result_count)(raw)).map(|i| (api.operation_result)(raw, i)).collect();
            let mut regions = Vec::new();
            for i in 0..(api.operation_region_count)(raw) {
                regions.push(self.region((api.operation_region)(raw, i), raw)?);
            }
            Ok(program::Operation {
                name: Operation { raw, context: self.context }.name().to_owned(),
                operands,
                results: made.iter().map(|value| self.value(*value)).collect(),
                types: made.iter().map(|value| read_type(self.context, (api.value_type)(*value))).collect(),
                attributes: self.attributes(raw),
                regions,
                location: self.location(raw),
            })
        }
    }

    fn value(&mut self, raw: RawValue) -> usize {
        let next = self.values.len();
        *self.values.entry(raw.0 as usize).or_insert(next)
    }

    fn attributes(&self, raw: RawOperation) -> Attributes {
        let api = &self.context.library.symbols;
        // SAFETY: as above; names are ASCII and live as long as the context.
        let named = unsafe {
            (0..(api.operation_attribute_count)(raw)).map(|i| {
                let named = (api.operation_attribute_at)(raw, i);
                (str_of((api.identifier_text)(named.name)).to_owned(), self.attribute(named.attribute))
            })
        };
        Attributes(named.collect())
    }

    fn attribute(&self, raw: RawAttribute) -> Attribute {
        let api = &self.context.library.symbols;
        // SAFETY: attributes live as long as their context; each accessor is called on the kind it is for.
        unsafe {
            if (api.attribute_is_bool)(raw) {
                return Attribute::Int((api.bool_value)(raw).into());
            }
            if (api.attribute_is_integer)(raw) {
                let element = Type::new((api.attribute_type)(raw), self.context).element();
                return match element {
                    Some(element) if element.is_unsigned() => {
                        Attribute::Int((api.unsigned_value)(raw) as i64)
                    }
                    Some(element) => Attribute::Int(wrapped(element, (api.integer_value)(raw).into())),
                    None => self.other(raw),
                };
            }
            if (api.attribute_is_float)(raw) {
                return Attribute::Float((api.float_value)(raw));
            }
            if (api.attribute_is_string)(raw) {
                return Attribute::Text(str_of((api.string_value)(raw)).to_owned());
            }
            if (api.attribute_is_symbol)(raw) {
                return Attribute::Text(str_of((api.symbol_value)(raw)).to_owned());
            }
            let count = |raw| 0..(api.array_length)(raw);
            if (api.attribute_is_i32_array)(raw) {
                return Attribute::Ints(count(raw).map(|i| (api.i32_array_at)(raw, i).into()).collect());
            }
            if (api.attribute_is_i64_array)(raw) {
                return Attribute::Ints(count(raw).map(|i| (api.i64_array_at)(raw, i)).collect());
            }
        }
        self.constant(raw).map_or_else(|| self.other(raw), |tensor| Attribute::Tensor(Rc::new(tensor)))
    }

    fn other(&self, raw: RawAttribute) -> Attribute {
        let print = self.context.library.symbols.attribute_print;
        // SAFETY: printing reads only.
        Attribute::Other(text(|callback, out| unsafe { print(raw, callback, out) }))
    }

    fn named(&self, raw: RawOperation, name: &str) -> Option<RawAttribute> {
        // SAFETY: null means absent.
        let attribute = unsafe { (self.context.library.symbols.operation_attribute)(raw, name.into()) };
        (!attribute.is_null()).then_some(attribute)
    }

    /// Line and column, or what MLIR prints where a location is something else.
    fn location(&self, raw: RawOperation) -> String {
        let api = &self.context.library.symbols;
        // SAFETY: the operation is alive.
        let place = unsafe {
            let location = (api.operation_location)(raw);
            text(|callback, out| (api.location_print)(location, callback, out))
        };
        let place = place.trim_start_matches("loc(").trim_end_matches(')');
        place.rsplit_once("\":").map_or(place, |(_, line_and_column)| line_and_column).to_owned()
    }
}

/// A type as the semantics see it. Shapes are tensors of `index`.
fn read_type(context: &Context, raw: RawType) -> program::Type {
    let ty = Type::new(raw, context);
    let spelling = ty.to_string();
    let shape = spelling.strip_prefix("!tosa.shape<").and_then(|rest| rest.strip_suffix('>')?.parse().ok());
    if let Some(extents) = shape {
        return program::Type { extents: Some(vec![Some(extents)]), element: Some(Element::Index), spelling };
    }
    let extents = ty.extents().map(|all| all.into_iter().map(|extent| extent.map(|e| e as usize)).collect());
    program::Type { extents, element: ty.element(), spelling }
}
