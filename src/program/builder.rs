//! Grows a program operation by operation out of what is in scope.
//!
//! Rows ask for operands by shape of need (one, two, a matrix pair ...). The builder offers what is in scope,
//! recently made and unused values first, so that programs grow deep and little is left over; where nothing
//! in scope is legal it makes a new constant that is.

use super::{Attributes, Choices, Data, Input, Operand, Operation, Place, Program, Type, Value, fresh};
use crate::dialect::{Op, Row};
use crate::observe::Element;

/// What a program may cost.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Elements of any tensor that is drawn.
    pub elements: u64,
    /// Constants the program starts from.
    pub inputs: usize,
    /// Greatest extent of a new constant.
    pub extent: u64,
    /// Element types of new constants.
    pub types: Vec<Element>,
}

/// An operation that is legal here, its operands in scope.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What it takes.
    pub operands: Vec<Operand>,
    /// What it carries.
    pub attributes: Attributes,
    /// What it gives.
    pub result: Value,
}

/// How many values in scope are tried as an operand before a new constant is.
const TRIES: usize = 8;

/// A program that is being put together.
pub struct Builder {
    /// Decides the operation at hand.
    pub choices: Choices,
    pub(super) program: Program,
    pub(super) used: Vec<bool>,
    budget: Budget,
}

impl Builder {
    /// An empty program.
    pub fn new(budget: Budget) -> Builder {
        Builder { choices: Choices::new(&[]), program: Program::default(), used: Vec::new(), budget }
    }

    /// Number of operations so far.
    pub fn operation_count(&self) -> usize {
        self.program.operations.len()
    }

    /// Adds an operation of the first row that is legal here; false when none is.
    pub fn add(&mut self, rows: impl IntoIterator<Item = &'static Row>) -> bool {
        for row in rows {
            if let Some(draft) = (row.draw)(self, row) {
                self.push(row, draft);
                return true;
            }
        }
        false
    }

    pub(super) fn push(&mut self, row: &'static Row, draft: Draft) -> Operand {
        let Draft { operands, attributes, result } = draft;
        for operand in &operands {
            if let Operand::Result(i) = operand {
                self.used[*i] = true;
            }
        }
        self.program.operations.push(Operation { op: Op(row), operands, attributes, result });
        self.used.push(false);
        Operand::Result(self.used.len() - 1)
    }

    /// The operation, if it is legal, small enough, and not in the program already (equal operations would
    /// become one value, and two results of the program one).
    pub(super) fn draft(
        &self,
        row: &'static Row,
        operands: &[Operand],
        values: &[&Value],
        attributes: Attributes,
    ) -> Option<Draft> {
        let result = row.infer(values, &attributes).ok()?;
        let same = |o: &Operation| o.op == Op(row) && o.operands == operands && o.attributes == attributes;
        if result.ty.elements() > self.budget.elements
            || result.ty.rank() > 4
            || self.program.operations.iter().any(same)
        {
            return None;
        }
        Some(Draft { operands: operands.to_vec(), attributes, result })
    }

    /// Values in scope that `suit`, the likeliest first: recent ones, mostly unused before used.
    fn candidates(&mut self, suits: impl Fn(&Value) -> bool) -> Vec<Operand> {
        let pick = usize::from(self.choices.byte());
        let results = (0..self.program.operations.len()).rev().map(Operand::Result);
        let inputs = (0..self.program.inputs.len()).rev().map(Operand::Input);
        let mut values: Vec<Operand> =
            results.chain(inputs).filter(|&v| suits(self.program.value(v))).collect();
        let mut front = values.len();
        if pick % 4 != 0 {
            let waits = |v: &Operand| matches!(v, Operand::Result(i) if !self.used[*i]);
            values.sort_by_key(|v| !waits(v));
            front = values.iter().filter(|v| waits(v)).count().max(1);
        }
        // Squaring favours the front of the list.
        let start = (pick * pick * front.min(values.len())) >> 16;
        values.rotate_left(start);
        values.truncate(TRIES);
        values
    }

    /// A shape for a new constant: rank 0 is rare, extents are small and mixed.
    fn shape(&mut self, rank: Option<usize>) -> Vec<u64> {
        let rank = rank.unwrap_or_else(|| [2, 3, 1, 2, 4, 3, 2, 0][self.choices.below(8)]);
        let mut shape: Vec<u64> = Vec::with_capacity(rank);
        for _ in 0..rank {
            let extent = [3, 2, 5, 1, 4, 3, 2, 6][self.choices.below(8)].min(self.budget.extent);
            let room = self.budget.elements / shape.iter().product::<u64>();
            shape.push(extent.min(room.max(1)));
        }
        shape
    }

    /// An element type among `takes` that new constants may have.
    fn element(&mut self, takes: &[Element]) -> Option<Element> {
        let allowed: Vec<Element> = takes.iter().copied().filter(|e| self.budget.types.contains(e)).collect();
        let pick = self.choices.below(allowed.len());
        allowed.get(pick).copied()
    }

    /// A new constant of `ty` that makes `draft` succeed, and what came of it.
    fn with_fresh<T>(&mut self, ty: &Type, draft: impl Fn(&Self, Operand, &Value) -> Option<T>) -> Option<T> {
        let new = Operand::Input(self.program.inputs.len());
        if self.program.inputs.len() >= self.budget.inputs || ty.elements() > self.budget.elements {
            return None;
        }
        let place = if self.choices.byte() & 3 == 3 { Place::Inside } else { Place::Argument };
        for (data, value) in fresh::constants(ty, &mut self.choices) {
            if let Some(found) = draft(self, new, &value) {
                self.push_input(place, data, value);
                return Some(found);
            }
        }
        None
    }

    fn push_input(&mut self, place: Place, data: Data, value: Value) {
        self.program.inputs.push(Input { place, data, value });
    }

    /// Adds a constant of a drawn type for operations to start from.
    pub fn add_input(&mut self) {
        let types = self.budget.types.clone();
        if let Some(element) = self.element(&types) {
            let ty = Type::new(self.shape(None), element);
            self.with_fresh(&ty, |_, _, _| Some(()));
        }
    }

    /// One operand and no attributes.
    pub fn unary(&mut self, row: &'static Row) -> Option<Draft> {
        self.unary_of(row, |_| Attributes::None)
    }

    /// One operand, and the attributes that go with it.
    pub fn unary_of(
        &mut self,
        row: &'static Row,
        attributes: impl Fn(&Value) -> Attributes,
    ) -> Option<Draft> {
        for operand in self.candidates(|value| row.takes.contains(&value.ty.element)) {
            let value = self.program.value(operand);
            if let Some(draft) = self.draft(row, &[operand], &[value], attributes(value)) {
                return Some(draft);
            }
        }
        let element = self.element(row.takes)?;
        let ty = Type::new(self.shape(None), element);
        self.with_fresh(&ty, |b, new, value| b.draft(row, &[new], &[value], attributes(value)))
    }

    /// Two operands of equal element type that broadcast.
    pub fn binary(&mut self, row: &'static Row) -> Option<Draft> {
        self.binary_with(row, Attributes::None)
    }

    /// The same with attributes.
    pub fn binary_with(&mut self, row: &'static Row, attributes: Attributes) -> Option<Draft> {
        let mut firsts = self.candidates(|value| row.takes.contains(&value.ty.element));
        if firsts.is_empty() {
            let element = self.element(row.takes)?;
            let ty = Type::new(self.shape(None), element);
            firsts.push(self.with_fresh(&ty, |_, new, _| Some(new))?);
        }
        let (existing, swap) = (self.choices.byte(), self.choices.coin());
        for first in firsts {
            let ty = self.program.value(first).ty.clone();
            let seconds = self.candidates(|v| v.ty.element == ty.element && v.ty.rank() == ty.rank());
            // A quarter of the operations take a new constant although others would do.
            let seconds = if existing & 3 == 0 { Vec::new() } else { seconds };
            for second in seconds.into_iter().filter(|&second| second != first) {
                let pair = if swap { [second, first] } else { [first, second] };
                let values = pair.map(|operand| self.program.value(operand));
                if let Some(draft) = self.draft(row, &pair, &values, attributes.clone()) {
                    return Some(draft);
                }
            }
            let partner = Type::new(self.stretchable(&ty.shape), ty.element);
            let draft = self.with_fresh(&partner, |b, new, value| {
                let old = b.program.value(first);
                let swapped = || b.draft(row, &[new, first], &[value, old], attributes.clone());
                let straight = || b.draft(row, &[first, new], &[old, value], attributes.clone());
                if swap { swapped().or_else(straight) } else { straight().or_else(swapped) }
            });
            if draft.is_some() {
                return draft;
            }
        }
        None
    }

    /// The shape, or one that broadcasts to it: some extents made 1.
    fn stretchable(&mut self, shape: &[u64]) -> Vec<u64> {
        let pick = self.choices.byte();
        let keep = |i: usize| pick & 0x80 != 0 || pick >> i & 1 == 1;
        shape.iter().enumerate().map(|(i, &extent)| if keep(i) { extent } else { 1 }).collect()
    }

    /// A boolean condition and two values to choose from.
    pub fn select(&mut self, row: &'static Row) -> Option<Draft> {
        let firsts = self.candidates(|value| row.takes.contains(&value.ty.element));
        for yes in firsts {
            let ty = self.program.value(yes).ty.clone();
            let others = self.candidates(|v| v.ty.element == ty.element && v.ty.rank() == ty.rank());
            let conditions = self.candidates(|v| v.ty.element == Element::I1 && v.ty.rank() == ty.rank());
            let condition_type = Type::new(self.stretchable(&ty.shape), Element::I1);
            for no in others.into_iter().filter(|&no| no != yes) {
                for &condition in conditions.iter().filter(|&&c| c != yes && c != no) {
                    let operands = [condition, yes, no];
                    let values = operands.map(|operand| self.program.value(operand));
                    if let Some(draft) = self.draft(row, &operands, &values, Attributes::None) {
                        return Some(draft);
                    }
                }
                let draft = self.with_fresh(&condition_type, |b, new, value| {
                    let values = [value, b.program.value(yes), b.program.value(no)];
                    b.draft(row, &[new, yes, no], &values, Attributes::None)
                });
                if draft.is_some() {
                    return draft;
                }
            }
        }
        None
    }

    /// Two tensors of rank 3 whose inner extents agree.
    pub fn matmul(&mut self, row: &'static Row) -> Option<Draft> {
        let mut firsts = self.candidates(|v| row.takes.contains(&v.ty.element) && v.ty.rank() == 3);
        if firsts.is_empty() {
            let element = self.element(row.takes)?;
            let ty = Type::new(self.shape(Some(3)), element);
            firsts.push(self.with_fresh(&ty, |_, new, _| Some(new))?);
        }
        let (zeros, width) = (self.choices.byte(), self.choices.below(4) as u64 + 1);
        for first in firsts {
            let ty = self.program.value(first).ty.clone();
            let zero_points = match ty.element {
                Element::I8 if zeros & 1 == 1 => {
                    Attributes::ZeroPoints(i64::from(zeros >> 5) - 3, i64::from(zeros >> 2 & 7))
                }
                _ => Attributes::ZeroPoints(0, 0),
            };
            let suits =
                |v: &Value| v.ty.element == ty.element && v.ty.rank() == 3 && v.ty.shape[1] == ty.shape[2];
            for second in self.candidates(suits) {
                let values = [self.program.value(first), self.program.value(second)];
                if let Some(draft) = self.draft(row, &[first, second], &values, zero_points.clone()) {
                    return Some(draft);
                }
            }
            let partner = Type::new([ty.shape[0], ty.shape[2], width], ty.element);
            let draft = self.with_fresh(&partner, |b, new, value| {
                b.draft(row, &[first, new], &[b.program.value(first), value], zero_points.clone())
            });
            if draft.is_some() {
                return draft;
            }
        }
        None
    }

    /// Two or three tensors that differ in one extent at most.
    pub fn concat(&mut self, row: &'static Row) -> Option<Draft> {
        let (pick, many) = (self.choices.below(4), self.choices.coin());
        for first in self.candidates(|v| v.ty.rank() > 0) {
            let ty = self.program.value(first).ty.clone();
            let axis = pick % ty.rank();
            let continues = |v: &Value| {
                let extents = v.ty.shape.iter().zip(&ty.shape).enumerate();
                v.ty.element == ty.element
                    && v.ty.rank() == ty.rank()
                    && extents.into_iter().all(|(i, (a, b))| i == axis || a == b)
            };
            let mut operands = vec![first];
            operands.extend(
                self.candidates(continues).into_iter().filter(|&v| v != first).take(1 + usize::from(many)),
            );
            let values: Vec<&Value> = operands.iter().map(|&v| self.program.value(v)).collect();
            if let Some(draft) = self.draft(row, &operands, &values, Attributes::Axis(axis)) {
                return Some(draft);
            }
            let mut partner = ty;
            partner.shape[axis] = 1 + pick as u64;
            let draft = self.with_fresh(&partner, |b, new, value| {
                b.draft(row, &[first, new], &[b.program.value(first), value], Attributes::Axis(axis))
            });
            if draft.is_some() {
                return draft;
            }
        }
        None
    }
}
