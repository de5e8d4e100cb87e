//! Changes of what an operation is made of: operands, results, arguments of blocks, and the blocks themselves.

use super::edit::{Edit, Editor};
use super::handles::operations;
use super::symbols::{NamedAttribute, OperationState, RawBlock, RawOperation, RawRegion, RawType, RawValue};
use super::{Context, Operation};

/// The parts of an operation that takes another one's place; the rest stays as it is.
struct OperationParts<'a> {
    name: &'a str,
    operands: Vec<RawValue>,
    /// The old results that stay, by number.
    results: Vec<isize>,
    successors: Vec<RawBlock>,
    attributes: Vec<NamedAttribute>,
    /// The old regions that go, by number.
    lost: &'a [usize],
}

impl Editor<'_> {
    /// Makes a change that takes parts of an operation.
    pub(super) fn restructure(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::Shrink { line, operands, results, arguments } => {
                self.shrink(*line, operands, results, &[])?;
                self.erase_arguments(self.handles[*line], arguments)
            }
            Edit::LoseRegions { line, regions } => self.shrink(*line, &[], &[], regions),
            Edit::Goto { line, successor, operands } => self.go_one_way(*line, *successor, operands),
            Edit::Return { line, values } => {
                let operands = values.iter().map(|value| self.value(*value)).collect::<Result<_, _>>()?;
                let (name, successors) = ("func.return", Vec::new());
                self.end_otherwise(
                    *line,
                    &OperationParts {
                        name,
                        operands,
                        results: vec![],
                        successors,
                        attributes: vec![],
                        lost: &[],
                    },
                )
            }
            Edit::Join(line) => self.join(self.handles[*line]),
            _ => Err("it takes no parts".to_owned()),
        }
    }

    fn shrink(
        &mut self,
        line: usize,
        operands: &[usize],
        results: &[usize],
        regions: &[usize],
    ) -> Result<(), String> {
        if operands.is_empty() && results.is_empty() && regions.is_empty() {
            return Ok(());
        }
        let api = &self.context.library.symbols;
        let raw = self.handles[line];
        let operation = Operation { raw, context: self.context };
        let name = operation.name().to_owned();
        // SAFETY: the operation is alive; indices stay below the counts.
        let parts = unsafe {
            let kept = |count: isize, gone: &[usize]| -> Vec<isize> {
                (0..count).filter(|index| !gone.contains(&(*index as usize))).collect()
            };
            let inputs = kept((api.operation_operand_count)(raw), operands);
            let successors = 0..(api.operation_successor_count)(raw);
            let attributes = 0..(api.operation_attribute_count)(raw);
            OperationParts {
                name: &name,
                operands: inputs.into_iter().map(|index| (api.operation_operand)(raw, index)).collect(),
                results: kept((api.operation_result_count)(raw), results),
                successors: successors.map(|index| (api.operation_successor)(raw, index)).collect(),
                attributes: attributes.map(|index| (api.operation_attribute_at)(raw, index)).collect(),
                lost: regions,
            }
        };
        self.handles[line] = self.replace(raw, &parts)?;
        Ok(())
    }

    /// Puts an operation of these parts in the place of another, whose regions it takes but for those that go.
    fn replace(&self, raw: RawOperation, parts: &OperationParts<'_>) -> Result<RawOperation, String> {
        let api = &self.context.library.symbols;
        // SAFETY: all handles are alive, and the lists are copied; the new operation is given to the block of the old one,
        // which is destroyed when nothing uses it.
        unsafe {
            let block = (api.operation_block)(raw);
            if block.is_null() {
                return Err("the module stays as it is".to_owned());
            }
            let types: Vec<RawType> = parts
                .results
                .iter()
                .map(|index| (api.value_type)((api.operation_result)(raw, *index)))
                .collect();
            let kept = |index: &isize| !parts.lost.contains(&(*index as usize));
            let regions: Vec<RawRegion> = (0..(api.operation_region_count)(raw))
                .filter(kept)
                .map(|index| {
                    let region = (api.region_create)();
                    (api.region_take_body)(region, (api.operation_region)(raw, index));
                    region
                })
                .collect();
            let mut state = OperationState::new(parts.name, (api.operation_location)(raw));
            let made_of = &raw mut state;
            (api.state_results)(made_of, types.len() as isize, types.as_ptr());
            (api.state_operands)(made_of, parts.operands.len() as isize, parts.operands.as_ptr());
            (api.state_regions)(made_of, regions.len() as isize, regions.as_ptr());
            (api.state_successors)(made_of, parts.successors.len() as isize, parts.successors.as_ptr());
            (api.state_attributes)(made_of, parts.attributes.len() as isize, parts.attributes.as_ptr());
            let (made, _) = self.context.collect(|| (api.operation_create)(made_of));
            if made.is_null() {
                return Err("there is no such operation".to_owned());
            }
            (api.block_insert_before)(block, raw, made);
            for (new, old) in parts.results.iter().enumerate() {
                (api.value_replace)(
                    (api.operation_result)(raw, *old),
                    (api.operation_result)(made, new as isize),
                );
            }
            for index in 0..(api.operation_result_count)(raw) {
                self.unused((api.operation_result)(raw, index))?;
            }
            (api.operation_detach)(raw);
            (api.operation_destroy)(raw);
            Ok(made)
        }
    }

    fn erase_arguments(&self, raw: RawOperation, arguments: &[(usize, usize)]) -> Result<(), String> {
        let api = &self.context.library.symbols;
        let blocks = Operation { raw, context: self.context }.blocks();
        let mut arguments = arguments.to_vec();
        arguments.sort_unstable();
        for (block, index) in arguments.into_iter().rev() {
            let Some((_, block)) = blocks.get(block) else { return Err("there is no such block".to_owned()) };
            // SAFETY: the block is alive; the argument is there and nothing uses it.
            unsafe {
                if index as isize >= (api.block_argument_count)(*block) {
                    return Err("there is no such argument".to_owned());
                }
                self.unused((api.block_argument)(*block, index as isize))?;
                (api.block_erase_argument)(*block, index as u32);
            }
        }
        Ok(())
    }

    fn unused(&self, value: RawValue) -> Result<(), String> {
        let api = &self.context.library.symbols;
        // SAFETY: the value is alive.
        let free = unsafe { (api.operand_is_null)((api.value_first_use)(value)) };
        if free { Ok(()) } else { Err("it is still used".to_owned()) }
    }

    fn go_one_way(&mut self, line: usize, successor: usize, operands: &[usize]) -> Result<(), String> {
        let api = &self.context.library.symbols;
        let raw = self.handles[line];
        let operation = Operation { raw, context: self.context };
        let dialect = crate::observe::dialect(operation.name());
        let name = format!("{dialect}.br");
        // SAFETY: the operation is alive; indices are held against the counts.
        let parts = unsafe {
            let passed = (api.operation_operand_count)(raw);
            let fits = operands.iter().all(|operand| (*operand as isize) < passed);
            if !fits || successor as isize >= (api.operation_successor_count)(raw) {
                return Err("there is no such way".to_owned());
            }
            OperationParts {
                name: &name,
                operands: operands
                    .iter()
                    .map(|index| (api.operation_operand)(raw, *index as isize))
                    .collect(),
                results: Vec::new(),
                successors: vec![(api.operation_successor)(raw, successor as isize)],
                attributes: Vec::new(),
                lost: &[],
            }
        };
        self.end_otherwise(line, &parts)
    }

    /// Puts an operation of these parts in the place of a branch, and erases what nothing leads to then.
    fn end_otherwise(&mut self, line: usize, parts: &OperationParts<'_>) -> Result<(), String> {
        let raw = self.handles[line];
        // SAFETY: the operation is alive.
        let block = unsafe { (self.context.library.symbols.operation_block)(raw) };
        let beside = blocks_beside(self.context, block);
        self.handles[line] = self.replace(raw, parts)?;
        self.erase_unreachable(&beside);
        Ok(())
    }

    /// Erases those of the blocks of a region, the first of which is its entry, that nothing leads to.
    fn erase_unreachable(&self, blocks: &[RawBlock]) {
        let api = &self.context.library.symbols;
        let Some(entry) = blocks.first() else { return };
        let (mut reached, mut open) = (vec![*entry], vec![*entry]);
        while let Some(block) = open.pop() {
            // SAFETY: the block is alive; one that has no terminator leads nowhere.
            unsafe {
                let last = (api.block_terminator)(block);
                let count = if last.is_null() { 0 } else { (api.operation_successor_count)(last) };
                for next in (0..count).map(|index| (api.operation_successor)(last, index)) {
                    if !reached.contains(&next) {
                        reached.push(next);
                        open.push(next);
                    }
                }
            }
        }
        let lost: Vec<RawBlock> = blocks.iter().copied().filter(|block| !reached.contains(block)).collect();
        let inside = |block: RawBlock| operations(self.context, block);
        // Values of the lost blocks may be used within these blocks only, in any order.
        for operation in lost.iter().flat_map(|block| inside(*block)) {
            self.forget_operands(operation);
        }
        for operation in lost.iter().flat_map(|block| inside(*block)) {
            // SAFETY: nothing uses it any more.
            unsafe {
                (api.operation_detach)(operation);
                (api.operation_destroy)(operation);
            }
        }
        for block in lost {
            // SAFETY: it is empty, and no branch leads to it.
            unsafe {
                (api.block_detach)(block);
                (api.block_destroy)(block);
            }
        }
    }

    /// Takes all operands of an operation and of what is in it.
    fn forget_operands(&self, raw: RawOperation) {
        let api = &self.context.library.symbols;
        let inner = Operation { raw, context: self.context }.blocks();
        for operation in inner.into_iter().flat_map(|(_, block)| operations(self.context, block)) {
            self.forget_operands(operation);
        }
        // SAFETY: the operation is alive; it is destroyed before anybody looks at its operands.
        unsafe { (api.operation_set_operands)(raw, 0, std::ptr::null()) };
    }

    /// Moves the operations of the block that a branch leads to before it, and erases both.
    fn join(&self, raw: RawOperation) -> Result<(), String> {
        let api = &self.context.library.symbols;
        // SAFETY: all are alive; the block is empty when it goes, and the branch was the only one that led to it.
        unsafe {
            if (api.operation_successor_count)(raw) != 1 {
                return Err("it has a choice".to_owned());
            }
            let block = (api.operation_successor)(raw, 0);
            let arguments = (api.block_argument_count)(block);
            if arguments != (api.operation_operand_count)(raw) || block == (api.operation_block)(raw) {
                return Err("it passes something else".to_owned());
            }
            for index in 0..arguments {
                (api.value_replace)((api.block_argument)(block, index), (api.operation_operand)(raw, index));
            }
            for operation in operations(self.context, block) {
                (api.operation_move_before)(operation, raw);
            }
            (api.operation_detach)(raw);
            (api.operation_destroy)(raw);
            (api.block_detach)(block);
            (api.block_destroy)(block);
        }
        Ok(())
    }
}

/// The blocks of the region a block is in, the entry first.
fn blocks_beside(context: &Context, block: RawBlock) -> Vec<RawBlock> {
    let api = &context.library.symbols;
    let mut blocks = Vec::new();
    // SAFETY: the block and what it is in are alive; null ends the list.
    unsafe {
        let mut next = (api.region_first_block)((api.block_region)(block));
        while !next.is_null() {
            blocks.push(next);
            next = (api.block_next)(next);
        }
    }
    blocks
}
