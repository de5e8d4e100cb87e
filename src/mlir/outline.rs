//! The content of a module, as plain data: for whoever decides what to change in it without holding MLIR's handles.

use super::symbols::{RawBlock, RawOperation, RawValue};
use super::{Context, Module, Operation, Type, context::text};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A module: its operations in the order they are printed in, each before what is in its regions. The first is the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The operations.
    pub lines: Vec<Line>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Full name, such as `tosa.add`.
    pub name: String,
    /// The operation it is in; none for the module.
    pub parent: Option<usize>,
    /// Number of its block among those of the operation it is in, over all regions.
    pub block: usize,
    /// Number of the first operation behind it that is not in it.
    pub end: usize,
    /// True if it ends its block.
    pub terminator: bool,
    /// The values that it uses; none for a value that is not the module's.
    pub operands: Vec<Option<Value>>,
    /// Types of the operands.
    pub operand_types: Vec<String>,
    /// Types of its results.
    pub results: Vec<String>,
    /// The targets of a branch: numbers of blocks of the operation it is in, as `block` counts them.
    pub successors: Vec<usize>,
    /// The blocks in it, over all regions.
    pub blocks: Vec<Block>,
    /// Attributes by name, as MLIR prints them.
    pub attributes: Vec<(String, String)>,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The region it is in.
    pub region: usize,
    /// Types of its arguments.
    pub arguments: Vec<String>,
}

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// The result of this number of an operation.
    Result(usize, usize),
    /// The argument of this number of a block of an operation.
    Argument(usize, usize, usize),
}

impl Line {
    /// An attribute as MLIR prints it.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

impl Outline {
    /// True if operation `inner` is in `outer`, or is it.
    pub fn contains(&self, outer: usize, inner: usize) -> bool {
        (outer..self.lines[outer].end).contains(&inner)
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> &str {
        match value {
            Value::Result(line, index) => &self.lines[line].results[index],
            Value::Argument(line, block, index) => &self.lines[line].blocks[block].arguments[index],
        }
    }

    /// The operations that use a value.
    pub fn users(&self, value: Value) -> impl Iterator<Item = usize> {
        let uses = move |(_, line): &(usize, &Line)| line.operands.contains(&Some(value));
        self.lines.iter().enumerate().filter(uses).map(|(index, _)| index)
    }
}

/// The outline of a module.
pub fn outline(module: &Module<'_>) -> Outline {
    let mut reader =
        OutlineReader { outline: Outline::default(), values: HashMap::new(), operands: Vec::new() };
    reader.operation(module.operation(), None, (0, &[]), false);
    let OutlineReader { mut outline, values, operands } = reader;
    for (line, used) in outline.lines.iter_mut().zip(operands) {
        line.operands = used.iter().map(|raw| values.get(raw).copied()).collect();
    }
    outline
}

/// The operation of that number in the order of the outline, which is that of [`crate::ir::Operation::number`] too.
pub fn numbered<'m>(module: &'m Module<'_>, number: u32) -> Option<Operation<'m>> {
    let raw = *handles(module).get(number as usize)?;
    Some(Operation { raw, context: module.context })
}

/// Handles of the operations in the order of the outline.
pub(super) fn handles(module: &Module<'_>) -> Vec<RawOperation> {
    let mut handles = Vec::new();
    let mut open = vec![module.operation()];
    while let Some(operation) = open.pop() {
        handles.push(operation.raw);
        let blocks = operation.blocks().into_iter().flat_map(|(_, block)| operation.inside(block));
        open.extend(blocks.collect::<Vec<_>>().into_iter().rev());
    }
    handles
}

impl<'m> Operation<'m> {
    /// Its blocks, each with the number of its region.
    pub(super) fn blocks(self) -> Vec<(usize, RawBlock)> {
        let api = &self.context.library.symbols;
        let mut blocks = Vec::new();
        // SAFETY: the operation is alive; null ends the lists.
        unsafe {
            for region in 0..(api.operation_region_count)(self.raw) {
                let mut block = (api.region_first_block)((api.operation_region)(self.raw, region));
                while !block.is_null() {
                    blocks.push((region as usize, block));
                    block = (api.block_next)(block);
                }
            }
        }
        blocks
    }

    /// Every operation in its regions, however deep.
    pub fn nested(self) -> Vec<Operation<'m>> {
        let mut found: Vec<Operation<'m>> = Vec::new();
        let mut open = vec![self];
        while let Some(operation) = open.pop() {
            let within: Vec<_> =
                operation.blocks().into_iter().flat_map(|(_, block)| operation.inside(block)).collect();
            found.extend(&within);
            open.extend(within);
        }
        found
    }

    /// The operations of one of its blocks.
    pub(super) fn inside(self, block: RawBlock) -> Vec<Operation<'m>> {
        let Operation { context, .. } = self;
        operations(context, block).into_iter().map(|raw| Operation { raw, context }).collect()
    }
}

/// The operations of a block.
pub(super) fn operations(context: &Context, block: RawBlock) -> Vec<RawOperation> {
    let api = &context.library.symbols;
    let mut operations = Vec::new();
    // SAFETY: the block is alive; null ends the list.
    unsafe {
        let mut next = (api.block_first_operation)(block);
        while !next.is_null() {
            operations.push(next);
            next = (api.operation_next)(next);
        }
    }
    operations
}

struct OutlineReader {
    outline: Outline,
    /// The origin of each value, by the value's address.
    values: HashMap<usize, Value>,
    /// The values that each operation uses, by address: a value may come behind its use.
    operands: Vec<Vec<usize>>,
}

impl OutlineReader {
    /// Reads an operation in a block: its number and the blocks beside it.
    fn operation(
        &mut self,
        operation: Operation<'_>,
        parent: Option<usize>,
        (block, beside): (usize, &[(usize, RawBlock)]),
        terminator: bool,
    ) {
        let (raw, context) = (operation.raw, operation.context);
        let api = &context.library.symbols;
        let number = self.outline.lines.len();
        // SAFETY: the operation is alive; indices stay below the counts.
        unsafe {
            let spelled = |value: RawValue| Type::new((api.value_type)(value), context).to_string();
            let operands = (0..(api.operation_operand_count)(raw)).map(|i| (api.operation_operand)(raw, i));
            let operands: Vec<RawValue> = operands.collect();
            let results = (0..(api.operation_result_count)(raw)).map(|i| (api.operation_result)(raw, i));
            let results: Vec<RawValue> = results.collect();
            for (index, value) in results.iter().enumerate() {
                self.values.insert(value.0 as usize, Value::Result(number, index));
            }
            let blocks = operation.blocks();
            let arguments = |block: RawBlock| -> Vec<RawValue> {
                (0..(api.block_argument_count)(block)).map(|i| (api.block_argument)(block, i)).collect()
            };
            for (place, (_, block)) in blocks.iter().enumerate() {
                for (index, value) in arguments(*block).iter().enumerate() {
                    self.values.insert(value.0 as usize, Value::Argument(number, place, index));
                }
            }
            let successors = (0..(api.operation_successor_count)(raw)).filter_map(|i| {
                let to = (api.operation_successor)(raw, i);
                beside.iter().position(|(_, block)| *block == to)
            });
            let successors = successors.collect();
            self.operands.push(operands.iter().map(|value| value.0 as usize).collect());
            self.outline.lines.push(Line {
                name: operation.name().to_owned(),
                parent,
                block,
                end: number,
                terminator,
                operands: Vec::new(),
                operand_types: operands.into_iter().map(spelled).collect(),
                results: results.into_iter().map(spelled).collect(),
                successors,
                blocks: blocks
                    .iter()
                    .map(|(region, block)| Block {
                        region: *region,
                        arguments: arguments(*block).into_iter().map(spelled).collect(),
                    })
                    .collect(),
                attributes: attributes(operation),
            });
            for (place, (_, block)) in blocks.iter().enumerate() {
                let last = (api.block_terminator)(*block);
                for inner in operation.inside(*block) {
                    self.operation(inner, Some(number), (place, &blocks), inner.raw == last);
                }
            }
        }
        self.outline.lines[number].end = self.outline.lines.len();
    }
}

fn attributes(operation: Operation<'_>) -> Vec<(String, String)> {
    let api = &operation.context.library.symbols;
    // SAFETY: indices stay below the count; names are ASCII and live as long as the context; printing reads only.
    unsafe {
        let count = (api.operation_attribute_count)(operation.raw);
        let named = (0..count).map(|i| (api.operation_attribute_at)(operation.raw, i));
        named
            .map(|named| {
                let name = super::module::str_of((api.identifier_text)(named.name)).to_owned();
                (name, text(|callback, out| (api.attribute_print)(named.attribute, callback, out)))
            })
            .collect()
    }
}
