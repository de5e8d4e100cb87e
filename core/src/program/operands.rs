//! Picking operands: the newest value (the program grows at its tail), any value in scope (values meet again), or a new
//! constant (a new branch); the three insertions of MLIRTracer's Algorithm 1.

use super::shapes::numbers_constant;
use super::{Builder, Origin, Pool};
use crate::observe::Element;
use crate::semantics::Tensor;

impl Builder {
    /// A constant shape.
    pub fn shape_constant(&mut self, extents: &[usize]) -> usize {
        self.numbers_constant(&extents.iter().map(|&extent| extent as i64).collect::<Vec<_>>())
    }

    /// Numbers that an operation takes as a shape, such as padding.
    ///
    /// Arithmetic computes some of them, where MLIR lowers it.
    pub fn numbers_constant(&mut self, numbers: &[i64]) -> usize {
        numbers_constant(self, numbers)
    }

    /// A value that `suits`, if one is in scope and a new branch is not wanted.
    pub fn existing(&mut self, suits: impl Fn(&Tensor) -> bool) -> Option<usize> {
        let (mode, pick) = (self.choices.byte(), usize::from(self.choices.byte()));
        let fits = |&&value: &&usize| suits(self.value(value));
        if self.tame > 1 {
            return None;
        }
        if mode < self.budget.tail {
            // Results that nobody takes yet come first, the newest of them most of all.
            let waits = |value: &&usize| !self.used[**value] && self.origins[**value] == Origin::Made;
            let newest = self.visible.iter().rev().filter(waits).find(fits);
            return newest.or_else(|| self.visible.iter().rev().find(fits)).copied();
        }
        if mode - self.budget.tail < self.budget.random {
            let all: Vec<usize> = self.visible.iter().filter(fits).copied().collect();
            return (!all.is_empty()).then(|| all[pick % all.len()]);
        }
        None
    }

    /// A value of one of these element types, or a new one.
    pub fn operand(&mut self, takes: &[Element]) -> Option<usize> {
        self.operand_where(takes, |_| true, |builder| builder.shape(None))
    }

    /// A value of one of these element types that `suits`, or a new one of the shape that `shape` gives.
    pub fn operand_where(
        &mut self,
        takes: &[Element],
        suits: impl Fn(&Tensor) -> bool,
        shape: impl FnOnce(&mut Builder) -> Vec<usize>,
    ) -> Option<usize> {
        let usable = |tensor: &Tensor| takes.contains(&tensor.element) && suits(tensor);
        if let Some(found) = self.existing(usable) {
            return Some(found);
        }
        let element = self.element(takes)?;
        let shape = shape(self);
        let pool = self.pool();
        self.new_operand(element, &shape, pool)
    }

    /// A value that meets `first` element by element: of equal rank, each extent equal or one of the two 1; or a new one.
    pub fn partner(&mut self, first: usize, element: Element, pool: Option<Pool>) -> Option<usize> {
        let shape = self.value(first).shape.clone();
        let meets = |tensor: &Tensor| tensor.element == element && broadcast(&tensor.shape, &shape);
        // A third of the operands are new although others would do.
        let is_new = self.choices.byte().is_multiple_of(3) || self.tame > 0 && pool.is_some();
        if !is_new && let Some(found) = self.existing(meets) {
            return Some(found);
        }
        let shape = self.stretchable(&shape);
        let pool = pool.unwrap_or_else(|| self.pool());
        self.new_operand(element, &shape, pool)
    }

    /// A new constant: an argument of the kernel mostly, now and then a constant within it.
    pub fn new_operand(&mut self, element: Element, shape: &[usize], pool: Pool) -> Option<usize> {
        let full = self.arguments.len() + self.constants >= self.budget.inputs;
        if full && self.tame == 0 || shape.iter().product::<usize>() > self.budget.elements {
            return None;
        }
        let tensor = pool.tensor(element, shape, &mut self.choices);
        let inside = self.choices.byte() & 3 == 3;
        Some(if inside { self.shared_constant(tensor) } else { self.argument(tensor) })
    }

    /// Adds a value of a drawn type for operations to start from.
    pub fn add_input(&mut self) {
        if let Some(element) = self.element(&self.budget.types.clone()) {
            let (shape, pool) = (self.shape(None), self.pool());
            self.new_operand(element, &shape, pool);
        }
    }

    /// The kind of new constants for the operation at hand.
    pub fn pool(&mut self) -> Pool {
        let byte = self.choices.byte();
        match self.tame {
            0 => Pool::drawn(byte, self.budget.edges),
            1 => Pool::Small,
            _ => Pool::Positive,
        }
    }

    /// An element type among `takes` that this program has, or any of them where it has none.
    pub fn element(&mut self, takes: &[Element]) -> Option<Element> {
        let pick = usize::from(self.choices.byte());
        let wanted: Vec<Element> = takes.iter().copied().filter(|e| self.budget.types.contains(e)).collect();
        let from = if wanted.is_empty() { takes } else { &wanted };
        (!from.is_empty()).then(|| from[pick % from.len()])
    }

    /// A shape for a new constant: rank 0 is rare; extents are small, 1 and primes among them.
    pub fn shape(&mut self, rank: Option<usize>) -> Vec<usize> {
        let rank = rank.unwrap_or_else(|| [2, 3, 1, 2, 4, 3, 2, 0][self.choices.below(8)]);
        let mut shape: Vec<usize> = Vec::with_capacity(rank);
        for _ in 0..rank {
            let extent = self.extent();
            let room = self.budget.elements / shape.iter().product::<usize>();
            shape.push(extent.min(room.max(1)));
        }
        shape
    }

    /// An extent for a new constant.
    pub fn extent(&mut self) -> usize {
        [3, 2, 5, 1, 4, 3, 2, 7][self.choices.below(8)].min(self.budget.extent)
    }

    /// The shape, or one that broadcasts to it: some extents made 1.
    fn stretchable(&mut self, shape: &[usize]) -> Vec<usize> {
        let pick = self.choices.byte();
        let keep = |i: usize| pick & 0x80 != 0 || pick >> i & 1 == 1;
        shape.iter().enumerate().map(|(i, &extent)| if keep(i) { extent } else { 1 }).collect()
    }
}

/// True of shapes that meet element by element.
pub fn broadcast(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || *a == 1 || *b == 1)
}
