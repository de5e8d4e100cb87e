//! Undoing: a row that gives up leaves nothing behind.

use super::Builder;

/// The extent of a program at one moment.
pub struct BuilderMark {
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

impl BuilderMark {
    /// The extent of this one now.
    pub(super) fn of(builder: &Builder) -> BuilderMark {
        BuilderMark {
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

    /// Has a program forget everything that was added since.
    pub(super) fn restore(&self, builder: &mut Builder) {
        builder.frame.truncate(self.values);
        builder.origins.truncate(self.values);
        builder.used.truncate(self.values);
        builder.arguments.truncate(self.arguments);
        builder.constants = self.constants;
        builder.visible.truncate(self.visible);
        builder.scopes.truncate(self.scopes);
        if let Some(block) = builder.scopes.last_mut() {
            block.truncate(self.block);
        }
        builder.operations = self.operations;
        builder.shown.truncate(self.shown);
    }
}
