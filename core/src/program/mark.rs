//! Undoing: a row that gives up leaves nothing behind.

use super::Builder;

/// How far a program has come.
pub struct Mark {
    values: usize,
    arguments: usize,
    constants: usize,
    visible: usize,
    scopes: usize,
    /// In the block at hand.
    block: usize,
    operations: usize,
    shown: usize,
}

impl Mark {
    /// How far this one has.
    pub(super) fn of(builder: &Builder) -> Mark {
        Mark {
            values: builder.frame.len(),
            arguments: builder.arguments.len(),
            constants: builder.constants,
            visible: builder.visible.len(),
            scopes: builder.scopes.len(),
            block: builder.scopes.last().map_or(0, Vec::len),
            operations: builder.operations,
            shown: builder.shown.len(),
        }
    }
}

impl Builder {
    /// Forgets everything that was added since.
    pub(super) fn back_to(&mut self, mark: &Mark) {
        self.frame.truncate(mark.values);
        self.origins.truncate(mark.values);
        self.used.truncate(mark.values);
        self.arguments.truncate(mark.arguments);
        self.constants = mark.constants;
        self.visible.truncate(mark.visible);
        self.scopes.truncate(mark.scopes);
        if let Some(block) = self.scopes.last_mut() {
            block.truncate(mark.block);
        }
        self.operations = mark.operations;
        self.shown.truncate(mark.shown);
    }
}
