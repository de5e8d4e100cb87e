//! Scopes: the values that are in reach, the regions and blocks that are open, and the way back from an attempt.

use super::{Growth, ViewSource, types};
use crate::ir::{Attribute, Block, Name, Region, Type, Value};
use std::rc::Rc;

/// Values that are made in one scope.
#[derive(Default)]
pub(super) struct Scope {
    pub reach: Vec<Value>,
    /// True if values of the scopes around are out of reach.
    isolated: bool,
    /// True if its operations may run at the same time as others: memory of the scopes around is read alone.
    parallel: bool,
    /// True if operations on numbers alone are drawn in it.
    elements: bool,
    /// Operations that end it, such as the freeing of memory: name and operand.
    closing: Vec<(Name, Value)>,
}

/// A region that is open.
pub(super) struct Open {
    pub blocks: Vec<Block>,
    /// True if it may have several blocks.
    branching: bool,
    /// True of the body of a function.
    pub is_function: bool,
}

/// The kind of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One block.
    Plain,
    /// Blocks that branch to each other.
    Branching,
    /// One block, whose iterations may run at the same time.
    Parallel,
    /// One block, which makes numbers of numbers: elements of what an operation works on.
    Elements,
    /// The body of a function.
    Function,
}

/// A block that has been grown, or several that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The number of the first block.
    pub first: u32,
    /// The number of the last one, which has no terminator yet.
    pub last: u32,
}

/// The state before an attempt.
pub(super) struct Mark {
    scopes: usize,
    open: usize,
    blocks: usize,
    operations: usize,
    reach: usize,
    closing: usize,
    top: usize,
    callable: usize,
    globals: usize,
    placed: usize,
}

impl Growth<'_> {
    pub(super) fn mark(&self) -> Mark {
        let open = self.open.last();
        let scope = self.scopes.last();
        Mark {
            scopes: self.scopes.len(),
            open: self.open.len(),
            blocks: open.map_or(0, |open| open.blocks.len()),
            operations: open.and_then(|open| open.blocks.last()).map_or(0, |block| block.operations.len()),
            reach: scope.map_or(0, |scope| scope.reach.len()),
            closing: scope.map_or(0, |scope| scope.closing.len()),
            top: self.top.len(),
            callable: self.callable.len(),
            globals: self.globals.len(),
            placed: self.rows.placed.len(),
        }
    }

    pub(super) fn back_to(&mut self, mark: &Mark) {
        self.scopes.truncate(mark.scopes);
        self.open.truncate(mark.open);
        self.top.truncate(mark.top);
        self.callable.truncate(mark.callable);
        self.globals.truncate(mark.globals);
        self.rows.placed.truncate(mark.placed);
        if let Some(open) = self.open.last_mut() {
            open.blocks.truncate(mark.blocks);
            open.blocks
                .iter_mut()
                .last()
                .into_iter()
                .for_each(|block| block.operations.truncate(mark.operations));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.reach.truncate(mark.reach);
            scope.closing.truncate(mark.closing);
        }
    }

    /// Some if regions may be opened here.
    pub fn nests(&self) -> Option<()> {
        (self.scopes.len() <= self.plan.depth && self.fuel > 0).then_some(())
    }

    /// Some if the open region may have several blocks, and the scope may go deeper.
    pub fn branches(&self) -> Option<()> {
        self.nests()?;
        self.open.last().filter(|open| open.branching).map(|_| ())
    }

    /// Grows a region: `fill` is handed its arguments, and ends its last block.
    pub fn region(
        &mut self,
        kind: Kind,
        arguments: &[Rc<Type>],
        fill: impl FnOnce(&mut Self, &[Value]) -> Option<()>,
    ) -> Option<Region> {
        let branching = matches!(kind, Kind::Branching | Kind::Function);
        self.open.push(Open { blocks: Vec::new(), branching, is_function: kind == Kind::Function });
        let values: Vec<Value> = arguments.iter().map(|ty| self.new_value(ty)).collect();
        let first = Block { arguments: values.clone(), operations: Vec::new() };
        self.open.last_mut().expect("it has just been opened").blocks.push(first);
        self.scopes.push(Scope {
            reach: values.clone(),
            isolated: kind == Kind::Function,
            parallel: kind == Kind::Parallel,
            elements: kind == Kind::Elements,
            closing: Vec::new(),
        });
        fill(self, &values)?;
        self.scopes.pop();
        self.open.pop().map(|open| open.blocks)
    }

    /// Ends the open block with a terminator, and the scope with what it has to end with before that.
    pub fn end(&mut self, name: Name, operands: &[Value], attributes: &[(Name, Attribute)]) {
        self.close();
        self.emit(name, operands, &[], attributes);
    }

    /// Adds what ends the scope.
    pub fn close(&mut self) {
        let closing = self.scopes.last_mut().map(|scope| std::mem::take(&mut scope.closing));
        for (name, operand) in closing.unwrap_or_default() {
            self.emit(name, &[operand], &[], &[]);
        }
    }

    /// Has the scope end with this operation.
    pub fn ends_with(&mut self, name: Name, operand: Value) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.closing.push((name, operand));
        }
    }

    /// True if the open region is the body of a function.
    pub fn is_top(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_function)
    }

    /// The number of the open block in its region.
    pub fn block(&self) -> u32 {
        self.open.last().map_or(0, |open| open.blocks.len() as u32 - 1)
    }

    /// Opens another block of the region, with these arguments.
    pub fn new_block(&mut self, arguments: &[Rc<Type>]) -> Vec<Value> {
        let values: Vec<Value> = arguments.iter().map(|ty| self.new_value(ty)).collect();
        let block = Block { arguments: values.clone(), operations: Vec::new() };
        self.open.last_mut().expect("a region is open").blocks.push(block);
        if let Some(scope) = self.scopes.last_mut() {
            scope.reach.extend(&values);
        }
        values
    }

    /// Grows blocks in a scope of their own, and the values of these types that they end with. They have no terminator yet.
    pub fn branch(&mut self, types: &[Rc<Type>]) -> (Branch, Vec<Value>) {
        self.branch_with(|growth| {
            growth.body();
            growth.inner_values(types)
        })
    }

    /// As [`Growth::branch`], with what `fill` grows and the values that it returns.
    pub fn branch_with(&mut self, fill: impl FnOnce(&mut Self) -> Vec<Value>) -> (Branch, Vec<Value>) {
        self.scope(|growth| {
            growth.new_block(&[]);
            let first = growth.block();
            let values = fill(growth);
            growth.close();
            (Branch { first, last: growth.block() }, values)
        })
    }

    /// Runs `grow` in a scope of its own.
    pub fn scope<T>(&mut self, grow: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let made = grow(self);
        self.scopes.pop();
        made
    }

    /// Ends a block of the region, which need not be the open one.
    pub fn jump(
        &mut self,
        block: u32,
        name: Name,
        operands: &[Value],
        successors: &[u32],
        attributes: &[(Name, Attribute)],
    ) {
        let mut operation = self.operation(name, operands, Vec::new(), attributes, Vec::new());
        operation.successors = successors.to_vec();
        let open = self.open.last_mut().expect("a region is open");
        open.blocks[block as usize].operations.push(operation);
    }

    /// Puts a value that was hidden into reach.
    pub fn reveal(&mut self, value: Value) {
        self.scopes.iter_mut().last().into_iter().for_each(|scope| scope.reach.push(value));
    }

    /// The values in reach, those that were made last at the end.
    pub fn reach(&self) -> Vec<Value> {
        let outermost = self.scopes.iter().rposition(|scope| scope.isolated).unwrap_or(0);
        self.scopes[outermost..].iter().flat_map(|scope| &scope.reach).copied().collect()
    }

    /// True if what is placed here may run at the same time as other iterations.
    pub fn runs_apart(&self) -> bool {
        self.scopes.iter().any(|scope| scope.parallel)
    }

    /// True if operations on numbers alone are drawn here.
    pub fn is_of_elements(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.elements)
    }

    /// Puts a value of the innermost scope out of reach.
    pub fn hide(&mut self, value: Value) {
        self.scopes.iter_mut().last().into_iter().for_each(|scope| scope.reach.retain(|own| *own != value));
    }

    /// True if this memory may be written here: it is made within the innermost scope that may run at the same time as others.
    fn is_writable(&self, value: Value) -> bool {
        let outermost = self.scopes.iter().rposition(|scope| scope.isolated || scope.parallel);
        let outermost = outermost.filter(|at| self.scopes[*at].parallel);
        match (self.source(value), outermost) {
            (ViewSource::Constant, _) => false,
            (ViewSource::Global, _) => !self.runs_apart(),
            (ViewSource::Of(_), None) => true,
            (ViewSource::Of(source), Some(at)) => {
                self.scopes[at..].iter().any(|scope| scope.reach.contains(&source))
            }
        }
    }

    /// A value in reach that fits, one that was made lately rather than another.
    pub fn find(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Value> {
        let all = self.reach();
        self.one_of(&all, fits)
    }

    /// As [`Growth::find`], of memory that may be written here.
    pub fn find_writable(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Value> {
        let all: Vec<Value> = self.reach().into_iter().filter(|value| self.is_writable(*value)).collect();
        self.one_of(&all, fits)
    }

    /// As [`Growth::find`], by what else is known of a value.
    pub fn find_known(&mut self, fits: impl Fn(&Self, Value) -> bool) -> Option<Value> {
        let all: Vec<Value> = self.reach().into_iter().filter(|value| fits(self, *value)).collect();
        self.one_of(&all, |_| true)
    }

    fn one_of(&mut self, all: &[Value], fits: impl Fn(&Type) -> bool) -> Option<Value> {
        // An operation is drawn for one element at the least, and a program of somebody else may have values without any.
        let fits = |ty: &Type| !types::is_empty(ty) && fits(ty);
        let fitting: Vec<Value> =
            all.iter().copied().filter(|value| fits(&self.values[*value as usize])).collect();
        let near = fitting.len().saturating_sub(LATE);
        let from = if self.choices.coin() { &fitting[near..] } else { &fitting[..] };
        let at = self.choices.below(from.len());
        from.get(at).copied()
    }

    /// A value of this type: one in reach, or now and then one that is made for it.
    pub fn value(&mut self, ty: &Rc<Type>) -> Value {
        let found =
            if self.choices.below(100) < NEW_OPERANDS { None } else { self.find(|other| other == &**ty) };
        found.unwrap_or_else(|| super::new_values::value(self, ty))
    }

    /// Values of these types, from the innermost scope where it has some. A value may be taken for two of them.
    pub fn inner_values(&mut self, types: &[Rc<Type>]) -> Vec<Value> {
        let mut values = Vec::with_capacity(types.len());
        for ty in types {
            let taken = self.again(&values, |other| other == &**ty);
            let value = taken.unwrap_or_else(|| {
                let inner = self.scopes.last().map(|scope| scope.reach.clone()).unwrap_or_default();
                let found = self.one_of(&inner, |other| other == &**ty);
                found.unwrap_or_else(|| self.value(ty))
            });
            values.push(value);
        }
        values
    }

    /// Now and then a value of these, which an operation has taken before.
    fn again(&mut self, taken: &[Value], fits: impl Fn(&Type) -> bool) -> Option<Value> {
        let last = taken.iter().copied().rfind(|value| fits(&self.values[*value as usize]))?;
        (self.choices.below(TAKEN_AGAIN) == 0).then_some(last)
    }

    /// Up to `most` values in reach that loops and branches may carry: numbers, vectors, and tensors where they are wanted. One may
    /// be carried twice.
    pub fn carried(&mut self, most: usize, tensors: bool) -> Vec<Value> {
        let wanted = self.choices.below(most + 1);
        let fits = |ty: &Type| match ty {
            Type::Integer(..) | Type::Index | Type::Float(_) | Type::Vector(..) => true,
            Type::Tensor(..) => tensors,
            _ => false,
        };
        let mut carried = Vec::with_capacity(wanted);
        for _ in 0..wanted {
            let value = self.again(&carried, fits).or_else(|| self.find(fits));
            carried.extend(value);
        }
        carried
    }
}

/// Values that count as made lately.
const LATE: usize = 6;

/// One in so many values that an operation or a terminator takes is one that it has taken before.
const TAKEN_AGAIN: usize = 4;

/// Operands of 100 that are new although there are some of their type.
const NEW_OPERANDS: usize = 12;
