//! Grows a program operation by operation, each evaluated as it is added.
//!
//! A row (`crate::dialect`) picks operands and attributes and hands them to [`Builder::emit`], which has the semantics compute
//! the results. An operation that is not defined for just these operands, or not known well enough, is not added: the row is then tried
//! again with tamer operands, and at last given up.

use super::finish::{drop_dead, finish};
use super::mark::BuilderMark;
use super::{Dropped, Family, Forms, GeneratorRow, Program, Waste, nineteen};
use crate::bug::KnownBug;
use crate::choices::Choices;
use crate::ir::{Attributes, attributes};
use crate::observe::Element;
use crate::semantics::program::{TensorType, TreeOperation, TreeRegion};
use crate::semantics::{self, Data, Definedness, Float, Format, KnownValues, Tensor, apply};
use crate::version::Change;
use std::rc::Rc;

/// The cost that a program may have, and the parts that it is made of.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Elements of any tensor that is drawn.
    pub elements: usize,
    /// Arguments and constants the program starts from.
    pub inputs: usize,
    /// Greatest extent of a new constant.
    pub extent: usize,
    /// Element types of new constants.
    pub types: Vec<Element>,
    /// True where results are wanted that TOSA leaves open and MLIR does not: integers that wrap around.
    pub wraps: bool,
    /// True where new constants have infinities, NaN and the ends of their type among them.
    pub edges: bool,
    /// In 256ths: how often an operand is the newest value, and how often any; else it is a new branch.
    pub tail: u8,
    /// See `tail`.
    pub random: u8,
    /// The most levels of nested control flow.
    pub depth: usize,
    /// Families whose operations are drawn.
    pub families: Vec<Family>,
    /// The major version of the oldest MLIR that is to lower the program, as [`crate::version::VERSIONS`] has it.
    pub version: u32,
}

impl Budget {
    /// True of an operation that the program may have.
    pub fn has(&self, row: &GeneratorRow) -> bool {
        row.since <= self.version && self.families.contains(&row.family)
    }
}

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is handed to the kernel.
    Argument,
    /// It is an argument of a block within the kernel.
    Block,
    /// It is a constant of the kernel.
    Constant,
    /// An operation computes it.
    Made,
}

/// Times a row is tried, each with tamer operands.
const TRIES: u8 = 3;
/// Most dimensions of a tensor (TOSA 1.0, level 8K).
const RANK: usize = 6;
/// A result that is off by more than this share of the tensor's largest number is not worth a comparison.
const LOOSE: f64 = 0.01;

/// A program that is being put together.
pub struct Builder {
    /// Decides the operation at hand.
    pub choices: Choices,
    /// The limits that hold.
    pub budget: Budget,
    /// The draws that came to nothing.
    pub waste: Waste,
    /// The tameness of new constants: 0 as drawn, 1 small, 2 small and positive.
    pub tame: u8,
    pub(super) frame: KnownValues,
    pub(super) origins: Vec<Origin>,
    pub(super) used: Vec<bool>,
    pub(super) arguments: Vec<usize>,
    pub(super) constants: usize,
    pub(super) visible: Vec<usize>,
    pub(super) scopes: Vec<Vec<TreeOperation>>,
    pub(super) operations: usize,
    pub(super) within: Vec<&'static str>,
    /// Functions that operations have moved to.
    pub(super) module: semantics::Tree,
    /// Known bugs that what was added shows.
    pub(super) shown: Vec<KnownBug>,
    why: Dropped,
}

impl Builder {
    /// An empty program.
    pub fn new(budget: Budget) -> Builder {
        Builder {
            choices: Choices::new(&[]),
            budget,
            waste: Waste::default(),
            tame: 0,
            frame: KnownValues::default(),
            origins: Vec::new(),
            used: Vec::new(),
            arguments: Vec::new(),
            constants: 0,
            visible: Vec::new(),
            scopes: vec![Vec::new()],
            operations: 0,
            within: Vec::new(),
            module: semantics::Tree::default(),
            shown: Vec::new(),
            why: Dropped::Unfit,
        }
    }

    /// The finished program, its results chosen and arguments nobody uses dropped, and which draws came to nothing.
    pub fn finish(self) -> (Program, Waste) {
        self.finish_as(Forms::plain())
    }

    /// The finished program in these forms, and which draws came to nothing.
    pub fn finish_as(self, forms: Forms) -> (Program, Waste) {
        finish(self, forms)
    }

    /// The tensor a value is.
    pub fn value(&self, value: usize) -> &Rc<Tensor> {
        self.frame.get(value)
    }

    /// Number of operations so far, constants not counted.
    pub fn operation_count(&self) -> usize {
        self.operations
    }

    /// The origin of a value.
    pub fn origin(&self, value: usize) -> Origin {
        self.origins[value]
    }

    /// Number of values so far.
    pub fn count(&self) -> usize {
        self.frame.len()
    }

    /// The newest value in scope that `suits`.
    pub fn newest(&self, suits: impl Fn(&usize) -> bool) -> Option<usize> {
        self.visible.iter().rev().copied().find(|value| suits(value))
    }

    /// The operations whose regions the operation at hand is in, the innermost last.
    pub fn within(&self) -> &[&'static str] {
        &self.within
    }

    /// True where the draw may show a known bug here.
    pub fn lets(&self, bug: KnownBug) -> bool {
        bug.lets(self.budget.version..=u32::MAX, self.choices.chance())
    }

    /// Notes that what was just added shows a known bug, where a version has it.
    pub fn shows(&mut self, bug: KnownBug) {
        if bug.is_in(self.budget.version..=u32::MAX) {
            self.shown.push(bug);
        }
    }

    /// Adds an operation of the first row that comes to something; false when none does.
    pub fn add(&mut self, rows: impl IntoIterator<Item = &'static GeneratorRow>) -> bool {
        rows.into_iter().any(|row| self.add_one(row))
    }

    fn add_one(&mut self, row: &'static GeneratorRow) -> bool {
        let outer = self.tame;
        let before = self.mark();
        *self.waste.drawn.entry(row.name).or_default() += 1;
        for tame in 0..TRIES {
            self.tame = outer.max(tame);
            self.why = Dropped::Unfit;
            if (row.draw)(self, row).is_some() {
                self.tame = outer;
                return true;
            }
            before.restore(self);
        }
        self.tame = outer;
        *self.waste.dropped.entry((row.name, self.why)).or_default() += 1;
        false
    }

    /// Adds an operation that takes these values and gives tensors of these element types; what they come to.
    ///
    /// It gives none where the results are not defined or not worth having; nothing is added then.
    pub fn emit(
        &mut self,
        name: &str,
        operands: &[usize],
        attributes: Attributes,
        elements: &[Element],
    ) -> Option<Vec<usize>> {
        self.emit_with(name, operands, attributes, elements, Vec::new())
    }

    /// Adds an operation as [`Builder::emit`] does, with regions.
    pub fn emit_with(
        &mut self,
        name: &str,
        operands: &[usize],
        attributes: Attributes,
        elements: &[Element],
        regions: Vec<TreeRegion>,
    ) -> Option<Vec<usize>> {
        let before = self.frame.len();
        let results: Vec<usize> = elements.iter().map(|_| self.frame.reserve()).collect();
        let open = |element: &Element| TensorType {
            extents: None,
            element: Some(*element),
            spelling: String::new(),
        };
        let mut operation = TreeOperation {
            name: format!("tosa.{name}"),
            operands: operands.to_vec(),
            results: results.clone(),
            types: elements.iter().map(open).collect(),
            attributes,
            regions,
            location: String::new(),
        };
        if let Err(why) = self.evaluate(&operation) {
            self.why = why;
            self.frame.truncate(before);
            return None;
        }
        operation.types = results.iter().map(|&result| type_of(self.frame.get(result))).collect();
        operands.iter().for_each(|&operand| self.used[operand] = true);
        self.place(operation, Origin::Made);
        self.operations += 1;
        // An operation that takes a shape is about to be added.
        let is_tensor = |value: &&usize| self.frame.get(**value).element != Element::Index;
        self.visible.extend(results.iter().filter(is_tensor));
        Some(results)
    }

    pub(super) fn evaluate(&mut self, operation: &TreeOperation) -> Result<(), Dropped> {
        let elements = operation.operands.iter().map(|&operand| self.frame.get(operand).element);
        let mut elements = elements.chain(operation.types.iter().filter_map(|ty| ty.element));
        let has_all = Change::AllElements.is_in(self.budget.version);
        if !has_all && !elements.all(|element| nineteen::has(&operation.name, element)) {
            return Err(Dropped::Unfit);
        }
        let remarks = apply(&self.module, operation, &mut self.frame).map_err(|stopped| {
            debug_assert!(false, "{stopped}");
            Dropped::Refused
        })?;
        for remark in &remarks {
            match remark.kind {
                Definedness::Undefined => return Err(Dropped::Undefined),
                Definedness::Undecided => return Err(Dropped::Undecided),
                Definedness::OutsideSpecification if self.budget.wraps => {}
                Definedness::OutsideSpecification => return Err(Dropped::Undefined),
            }
        }
        for &result in &operation.results {
            let tensor = self.frame.get(result);
            if tensor.len() > self.budget.elements || tensor.rank() > RANK {
                return Err(Dropped::Large);
            }
            if is_loose(tensor) {
                return Err(Dropped::Loose);
            }
        }
        Ok(())
    }

    /// Puts an operation at the end of the block at hand.
    pub(super) fn place(&mut self, operation: TreeOperation, origin: Origin) {
        self.origins.resize(self.frame.len(), origin);
        self.used.resize(self.frame.len(), false);
        if let Some(block) = self.scopes.last_mut() {
            block.push(operation);
        }
    }

    /// A value that is handed to the kernel: out of the fold hooks' sight.
    pub fn argument(&mut self, tensor: Tensor) -> usize {
        let value = self.known(tensor, Origin::Argument);
        self.arguments.push(value);
        self.visible.push(value);
        value
    }

    /// A constant of the kernel, which fold hooks see, and other operations may take.
    pub fn shared_constant(&mut self, tensor: Tensor) -> usize {
        let value = self.constant(tensor);
        self.constants += 1;
        self.visible.push(value);
        value
    }

    /// A constant for the operation that is about to be added.
    pub fn constant(&mut self, tensor: Tensor) -> usize {
        self.constant_of("tosa.const", tensor)
    }

    pub(super) fn constant_of(&mut self, name: &str, tensor: Tensor) -> usize {
        let value = self.known(tensor, Origin::Constant);
        let tensor = self.frame.get(value).clone();
        let operation = TreeOperation {
            name: name.into(),
            operands: Vec::new(),
            results: vec![value],
            types: vec![type_of(&tensor)],
            attributes: attributes([("values", tensor.dense())]),
            regions: Vec::new(),
            location: String::new(),
        };
        self.place(operation, Origin::Constant);
        value
    }

    pub(super) fn known(&mut self, tensor: Tensor, origin: Origin) -> usize {
        let value = self.frame.reserve();
        self.frame.set(value, Rc::new(tensor.handed_on()));
        self.origins.push(origin);
        self.used.push(false);
        value
    }

    /// Builds a region of an operation called `of`: its block takes arguments that are equal to `arguments`, and ends by yielding what `fill` says.
    ///
    /// It gives none where `fill` gives up; its additions are gone then.
    pub fn region(
        &mut self,
        of: &'static str,
        arguments: &[usize],
        fill: impl FnOnce(&mut Builder, &[usize]) -> Option<Vec<usize>>,
    ) -> Option<TreeRegion> {
        let (mark, visible) = (self.mark(), self.visible.len());
        self.scopes.push(Vec::new());
        self.within.push(of);
        let inner: Vec<usize> = arguments
            .iter()
            .map(|&argument| {
                let tensor = self.frame.get(argument).clone();
                let value = self.frame.reserve();
                self.frame.set(value, tensor);
                self.origins.push(Origin::Block);
                self.used.push(false);
                value
            })
            .collect();
        self.visible.extend(&inner);
        let yielded = fill(self, &inner);
        let mut operations = self.scopes.pop().unwrap_or_default();
        self.within.pop();
        let Some(yielded) = yielded else {
            mark.restore(self);
            return None;
        };
        operations.push(terminator("tosa.yield", yielded));
        drop_dead(&mut operations);
        // Arguments of the kernel are seen everywhere; values of the region are not.
        let seen: Vec<usize> = self.visible.drain(visible..).filter(|v| self.arguments.contains(v)).collect();
        self.visible.extend(seen);
        Some(TreeRegion { arguments: inner, operations })
    }

    pub(super) fn mark(&self) -> BuilderMark {
        BuilderMark::of(self)
    }
}

/// An operation that ends a block.
pub(super) fn terminator(name: &str, operands: Vec<usize>) -> TreeOperation {
    TreeOperation {
        name: name.into(),
        operands,
        results: Vec::new(),
        types: Vec::new(),
        attributes: Attributes::default(),
        regions: Vec::new(),
        location: String::new(),
    }
}

/// The type of a tensor.
pub(super) fn type_of(tensor: &Tensor) -> TensorType {
    if tensor.element == Element::Index {
        return shape_type(tensor.len());
    }
    TensorType::of(tensor.element, &tensor.shape)
}

fn shape_type(rank: usize) -> TensorType {
    TensorType { spelling: format!("!tosa.shape<{rank}>"), ..TensorType::of(Element::Index, &[rank]) }
}

/// True where a float among the elements is known too loosely, or not at all.
fn is_loose(tensor: &Tensor) -> bool {
    let (Data::Floats(values), Some(format)) = (&tensor.data, Format::of(tensor.element)) else {
        return false;
    };
    let finite = |float: &&Float| float.value.is_finite();
    let most = values.iter().filter(finite).fold(0f64, |most, float| most.max(float.value.abs()));
    let share = LOOSE.max(8.0 * format.unit_roundoff());
    values.iter().any(|float| !float.is_exact() && float.bound > share * most)
}
