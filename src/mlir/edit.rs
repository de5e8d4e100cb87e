//! Changing a module: the few edits that making a program smaller takes, named by the numbers of their operations.

use super::handles::handles;
use super::symbols::{RawOperation, RawValue};
use super::{Context, Module, Operation};
use crate::ir::ValueOrigin;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A value that takes the place of another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StandIn {
    /// Another value of the program.
    Value(ValueOrigin),
    /// A new constant just before the operation in question: this `arith.constant` in MLIR's generic form.
    Constant(String),
}

/// One change. All of a list name operations by their numbers before the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edit {
    /// The operation goes, with what is in it; last of all, when nothing may use its results any more.
    Erase(usize),
    /// Whatever uses a result of the operation uses the stand-in from then on.
    Replace {
        /// The operation.
        line: usize,
        /// Which of its results.
        result: usize,
        /// The value that is used instead.
        by: StandIn,
    },
    /// Whatever uses an argument of one of its blocks uses the stand-in from then on.
    Argument {
        /// The operation.
        line: usize,
        /// Which of its blocks.
        block: usize,
        /// Which of its arguments.
        argument: usize,
        /// The value that is used instead.
        by: StandIn,
    },
    /// An operation uses another value of the program.
    Operand {
        /// The operation.
        line: usize,
        /// Which of its operands.
        operand: usize,
        /// The value that it uses then.
        by: ValueOrigin,
    },
    /// An operation loses operands, results and arguments of its blocks, which nothing may use then. Done behind all other changes
    /// of values.
    Shrink {
        /// The operation.
        line: usize,
        /// Which operands.
        operands: Vec<usize>,
        /// Which results.
        results: Vec<usize>,
        /// Which arguments of which blocks, the block first.
        arguments: Vec<(usize, usize)>,
    },
    /// An operation loses some of its regions, with what is in them.
    LoseRegions {
        /// The operation.
        line: usize,
        /// Which regions.
        regions: Vec<usize>,
    },
    /// A branch goes one of its ways always; blocks that nothing leads to any more go.
    Goto {
        /// The branch.
        line: usize,
        /// Which of its successors.
        successor: usize,
        /// The operands that are passed to it.
        operands: Vec<usize>,
    },
    /// A function returns these values instead of going on with a branch; blocks that nothing leads to any more go.
    Return {
        /// The branch.
        line: usize,
        /// The values that are returned.
        values: Vec<ValueOrigin>,
    },
    /// The block that a branch leads to, and nothing else does, takes its place.
    Join(usize),
    /// The operations of one of its blocks take the place of an operation: of itself, or of the only call of it. Both go.
    Inline {
        /// The operation.
        line: usize,
        /// Which of its blocks.
        block: usize,
        /// Whose place it is.
        at: usize,
        /// The values in place of the block's arguments.
        arguments: Vec<StandIn>,
        /// The values in place of the results of the operation at that place.
        results: Vec<StandIn>,
    },
    /// An attribute gets another value, in MLIR's spelling, or goes.
    Attribute {
        /// The operation.
        line: usize,
        /// The attribute's name.
        name: String,
        /// Its value.
        value: Option<String>,
    },
}

/// Makes these changes and verifies what they leave.
///
/// # Errors
/// One of them cannot be made, or the module is not valid any more; it must be leaked then.
pub fn edit(module: &Module<'_>, edits: &[Edit]) -> Result<(), String> {
    let mut editor = Editor { context: module.context, handles: handles(module), gone: BTreeSet::new() };
    let (mut structure, values): (Vec<&Edit>, Vec<&Edit>) =
        edits.iter().partition(|edit| edit.is_of_structure());
    // A user of a value comes behind it, and is changed first.
    structure.sort_by_key(|edit| std::cmp::Reverse(edit.line()));
    for edit in values.into_iter().chain(structure) {
        editor.make(edit)?;
    }
    editor.clear()?;
    module.verify().map_err(|_| "the verifier rejects it".to_owned())
}

impl Edit {
    /// True if it takes an operation's own parts, and not only what uses them.
    fn is_of_structure(&self) -> bool {
        matches!(
            self,
            Edit::Shrink { .. }
                | Edit::LoseRegions { .. }
                | Edit::Goto { .. }
                | Edit::Return { .. }
                | Edit::Join(_)
        )
    }

    fn line(&self) -> usize {
        match self {
            Edit::Erase(line) | Edit::Join(line) => *line,
            Edit::Replace { line, .. }
            | Edit::Argument { line, .. }
            | Edit::Shrink { line, .. }
            | Edit::LoseRegions { line, .. }
            | Edit::Goto { line, .. }
            | Edit::Operand { line, .. }
            | Edit::Return { line, .. }
            | Edit::Inline { line, .. }
            | Edit::Attribute { line, .. } => *line,
        }
    }
}

pub(super) struct Editor<'c> {
    pub(super) context: &'c Context,
    pub(super) handles: Vec<RawOperation>,
    /// Operations to be erased.
    gone: BTreeSet<usize>,
}

impl Editor<'_> {
    fn make(&mut self, edit: &Edit) -> Result<(), String> {
        let api = &self.context.library.symbols;
        match edit {
            Edit::Erase(line) => {
                self.gone.insert(*line);
            }
            Edit::Replace { line, result, by } => {
                let from = self.value(ValueOrigin::Result(*line, *result))?;
                let by = self.stand_in(by, self.handles[*line])?;
                // SAFETY: both values are alive: nothing is erased before the end.
                unsafe { (api.value_replace)(from, by) };
            }
            Edit::Argument { line, block, argument, by } => {
                let from = self.value(ValueOrigin::Argument(*line, *block, *argument))?;
                let blocks = Operation { raw: self.handles[*line], context: self.context }.blocks();
                // SAFETY: the block is alive, as its argument was found; both values are.
                unsafe {
                    let first = (api.block_first_operation)(blocks[*block].1);
                    if first.is_null() {
                        return Err("nothing can stand in an empty block".to_owned());
                    }
                    let by = self.stand_in(by, first)?;
                    (api.value_replace)(from, by);
                }
            }
            Edit::Operand { line, operand, by } => {
                let (raw, by) = (self.handles[*line], self.value(*by)?);
                // SAFETY: the operation and the value are alive; the index is held against the count.
                unsafe {
                    if *operand as isize >= (api.operation_operand_count)(raw) {
                        return Err("there is no such operand".to_owned());
                    }
                    (api.operation_set_operand)(raw, *operand as isize, by);
                }
            }
            Edit::Shrink { .. }
            | Edit::LoseRegions { .. }
            | Edit::Goto { .. }
            | Edit::Return { .. }
            | Edit::Join(_) => self.restructure(edit)?,
            Edit::Inline { line, block, at, arguments, results } => {
                self.inline((*line, *block), *at, arguments, results)?;
            }
            Edit::Attribute { line, name, value } => {
                let raw = self.handles[*line];
                // SAFETY: the operation is alive; MLIR copies the texts, the parsed one ends with a NUL.
                unsafe {
                    match value {
                        Some(value) => {
                            let terminated = format!("{value}\0");
                            let spelled = (&terminated[..value.len()]).into();
                            let (parsed, _) =
                                self.context.collect(|| (api.attribute_parse)(self.context.raw, spelled));
                            if parsed.is_null() {
                                return Err(format!("{value} is no attribute"));
                            }
                            (api.operation_set_attribute)(raw, name.as_str().into(), parsed);
                        }
                        None => {
                            (api.operation_remove_attribute)(raw, name.as_str().into());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn inline(
        &mut self,
        (line, block): (usize, usize),
        at: usize,
        arguments: &[StandIn],
        results: &[StandIn],
    ) -> Result<(), String> {
        let api = &self.context.library.symbols;
        let raw = self.handles[at];
        let operation = Operation { raw: self.handles[line], context: self.context };
        let Some((_, inner)) = operation.blocks().get(block).copied() else {
            return Err("there is no such block".to_owned());
        };
        for (index, by) in arguments.iter().enumerate() {
            let by = self.stand_in(by, raw)?;
            let from = self.value(ValueOrigin::Argument(line, block, index))?;
            // SAFETY: both values are alive.
            unsafe { (api.value_replace)(from, by) };
        }
        for (index, by) in results.iter().enumerate() {
            let by = self.stand_in(by, raw)?;
            let from = self.value(ValueOrigin::Result(at, index))?;
            // SAFETY: as above.
            unsafe { (api.value_replace)(from, by) };
        }
        // SAFETY: the block is alive, and its operations are moved to one that is.
        unsafe {
            let last = (api.block_terminator)(inner);
            for moved in operation.inside(inner).into_iter().filter(|moved| moved.raw != last) {
                (api.operation_move_before)(moved.raw, raw);
            }
        }
        self.gone.extend([line, at]);
        Ok(())
    }

    /// The value that stands in, just before an operation.
    fn stand_in(&self, by: &StandIn, before: RawOperation) -> Result<RawValue, String> {
        let api = &self.context.library.symbols;
        match by {
            StandIn::Value(value) => self.value(*value),
            StandIn::Constant(constant) => {
                let terminated = format!("{constant}\0");
                let spelled = (&terminated[..constant.len()]).into();
                // SAFETY: MLIR copies the texts; null means that they do not parse. The new operation is given to a block.
                unsafe {
                    let parse = || (api.operation_parse)(self.context.raw, spelled, "constant".into());
                    let (made, _) = self.context.collect(parse);
                    if made.is_null() || (api.operation_result_count)(made) != 1 {
                        return Err(format!("{constant} is no constant"));
                    }
                    let block = (api.operation_block)(before);
                    if block.is_null() {
                        return Err("nothing can stand before the module".to_owned());
                    }
                    (api.block_insert_before)(block, before, made);
                    Ok((api.operation_result)(made, 0))
                }
            }
        }
    }

    pub(super) fn value(&self, value: ValueOrigin) -> Result<RawValue, String> {
        let api = &self.context.library.symbols;
        let missing = || "there is no such value".to_owned();
        // SAFETY: operations are alive; indices are held against the counts.
        unsafe {
            match value {
                ValueOrigin::Result(line, index) => {
                    let raw = *self.handles.get(line).ok_or_else(missing)?;
                    let there = (index as isize) < (api.operation_result_count)(raw);
                    if there { Ok((api.operation_result)(raw, index as isize)) } else { Err(missing()) }
                }
                ValueOrigin::Argument(line, block, index) => {
                    let raw = *self.handles.get(line).ok_or_else(missing)?;
                    let blocks = Operation { raw, context: self.context }.blocks();
                    let (_, block) = *blocks.get(block).ok_or_else(missing)?;
                    let there = (index as isize) < (api.block_argument_count)(block);
                    if there { Ok((api.block_argument)(block, index as isize)) } else { Err(missing()) }
                }
            }
        }
    }

    /// Erases what is to go, the last first, so that what uses something goes before it.
    fn clear(&self) -> Result<(), String> {
        let api = &self.context.library.symbols;
        for line in self.gone.iter().rev() {
            let raw = self.handles[*line];
            // SAFETY: the operation is alive, as whatever is in it has a higher number and went before it; it is
            // destroyed only where nothing uses it.
            unsafe {
                for index in 0..(api.operation_result_count)(raw) {
                    let used = (api.value_first_use)((api.operation_result)(raw, index));
                    if !(api.operand_is_null)(used) {
                        return Err("it is still used".to_owned());
                    }
                }
                (api.operation_detach)(raw);
                (api.operation_destroy)(raw);
            }
        }
        Ok(())
    }
}
