//! A row of the table: the facts of an operation that these semantics evaluate.

use super::open_extents::{OpenExtents, ShownByOpenExtents};
use super::ops::Evaluate;

/// An operation that these semantics know.
pub struct EvaluationRule {
    /// Full name, in MLIR 22 and later.
    pub name: &'static str,
    /// Its full name in earlier versions; none where it is the same.
    pub earlier: Option<&'static str>,
    /// Computes its results.
    pub evaluate: Evaluate,
    /// The elements of operands that an element of the result hangs on.
    pub reach: Reach,
    /// The work that an element of the result takes.
    pub looks: LooksPerElement,
    /// The extents of its result that are open where those of operands are.
    pub extents: OpenExtents,
    /// The known bug that it shows with some open extents.
    pub shown: Option<ShownByOpenExtents>,
}

/// The way in which elements of the result hang on those of the operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Each on those at its own place, where operands with fewer elements are broadcast.
    Own,
    /// Each on those at its own place, of which the first chooses one of the two others.
    Chosen,
    /// Each is one of those of any operand.
    AllMoved,
    /// Each is one of those of the operands with these numbers: which one, the others say.
    Moved(&'static [usize]),
    /// Each on any.
    Any,
}

/// The number of looks at each element that an operation takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LooksPerElement {
    /// One.
    Once,
    /// One for each element of a row of the second operand.
    Product,
    /// One for each element of the second operand and channel.
    Window,
    /// One for each element of the two dimensions behind the first.
    Plane,
}

/// The row of an operation whose elements hang on any, and which takes static tensors.
pub(super) const fn rule(name: &'static str, evaluate: Evaluate) -> EvaluationRule {
    let (reach, looks, extents) = (Reach::Any, LooksPerElement::Once, OpenExtents::Unknown);
    EvaluationRule { name, earlier: None, evaluate, reach, looks, extents, shown: None }
}

impl EvaluationRule {
    /// Each element by itself, of so many operands that are broadcast to one shape.
    pub(super) const fn elementwise(self, operands: usize) -> EvaluationRule {
        EvaluationRule { reach: Reach::Own, extents: OpenExtents::Broadcast(operands), ..self }
    }

    /// The elements of operands that one of the result hangs on.
    pub(super) const fn reach(self, reach: Reach) -> EvaluationRule {
        EvaluationRule { reach, ..self }
    }

    /// The work that an element takes.
    pub(super) const fn looks(self, looks: LooksPerElement) -> EvaluationRule {
        EvaluationRule { looks, ..self }
    }

    /// The extents of the result that follow from open ones.
    pub(super) const fn extents(self, extents: OpenExtents) -> EvaluationRule {
        EvaluationRule { extents, ..self }
    }

    /// The name in versions before 22.
    pub(super) const fn earlier(self, name: &'static str) -> EvaluationRule {
        EvaluationRule { earlier: Some(name), ..self }
    }

    /// The known bug that it shows with some open extents.
    pub(super) const fn shows(self, shown: ShownByOpenExtents) -> EvaluationRule {
        EvaluationRule { shown: Some(shown), ..self }
    }
}
