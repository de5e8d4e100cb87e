//! Handles of a module's operations, by the numbers that they have in the neutral form.

use super::symbols::{RawBlock, RawOperation};
use super::{Context, Module, Operation, Reader};
use crate::ir::Outline;

/// The outline of a module.
pub fn outline(module: &Module<'_>) -> Outline {
    let handles = handles(module);
    let terminates = |number: u32| {
        let raw = handles[number as usize];
        let api = &module.context.library.symbols;
        // SAFETY: the operation is alive and in a block, as it is not the module.
        unsafe { (api.block_terminator)((api.operation_block)(raw)) == raw }
    };
    Outline::of(&Reader::new(module.context).structure(module), &terminates)
}

/// The operation of that number, which is its [`crate::ir::Operation::number`].
pub fn numbered<'m>(module: &'m Module<'_>, number: u32) -> Option<Operation<'m>> {
    let raw = *handles(module).get(number as usize)?;
    Some(Operation { raw, context: module.context })
}

/// Handles of the operations in the order of their numbers.
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
