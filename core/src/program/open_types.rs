//! Types that say less than is known: open extents, and open ranks where functions meet.
//!
//! Arguments of the kernel and of its functions lose extents, and what operations make of them follows by the rule of each operation
//! ([`crate::semantics::OpenExtents`]). Operations without a rule, and regions, take static tensors: a `tensor.cast` makes them so. The
//! values do not change. An extent that is open is never zero: tensors without elements are no tosa tensors, says MLIR's verifier.

use super::print::result_types;
use super::{Program, arguments_of, nested};
use crate::bug::{DrawCounts, KnownBug};
use crate::choices::Choices;
use crate::ir::Attributes;
use crate::semantics::program::{TensorType, TreeOperation, TreeRegion};
use crate::semantics::{Asked as _, ops};
use std::collections::HashMap;

/// Leaves extents open, for this version of MLIR and later ones.
pub(super) fn open_types(program: &mut Program, version: u32, choices: &mut Choices) {
    let mut signatures = HashMap::new();
    for function in &mut program.functions {
        let Some(body) = &mut function.body else { continue };
        let open = function.arguments.iter().map(|ty| opened(ty, choices)).collect();
        let known = std::mem::replace(&mut function.arguments, open);
        let mut opening = Opening::new(&signatures, &known, body, version, choices);
        opening.body(body, &function.arguments);
        function.values = opening.next;
        program.drawn += opening.drawn;
        let results = result_types(&function.arguments, body);
        signatures.insert(function.name.clone(), (function.arguments.clone(), results));
    }
    let open = program.types.iter().map(|ty| opened(ty, choices)).collect();
    let known = std::mem::replace(&mut program.types, open);
    let mut opening = Opening::new(&signatures, &known, &program.kernel, version, choices);
    opening.body(&mut program.kernel, &program.types);
    program.drawn += opening.drawn;
}

/// The type, some of its extents open; at times all, and seldom the rank.
fn opened(ty: &TensorType, choices: &mut Choices) -> TensorType {
    let (way, mask) = (choices.byte() & 15, choices.byte());
    let (Some(element), Some(extents)) = (ty.element, &ty.extents) else { return ty.clone() };
    let opens = |i: usize| match way {
        0..6 => false,
        6..12 => mask >> i & 1 == 1,
        _ => true,
    };
    let some = extents.iter().enumerate().map(|(i, extent)| extent.filter(|_| !opens(i))).collect();
    TensorType::open(element, (way < 15).then_some(some))
}

/// Types of arguments and results, by function.
type Signatures = HashMap<String, (Vec<TensorType>, Vec<TensorType>)>;

struct Opening<'a> {
    signatures: &'a Signatures,
    choices: &'a mut Choices,
    /// The types of all values, as far as they are known.
    known: HashMap<usize, TensorType>,
    /// The types that the program declares.
    types: HashMap<usize, TensorType>,
    /// The number of the next value.
    next: usize,
    version: u32,
    /// The draws that show a known bug.
    drawn: DrawCounts,
}

/// Values under other types, by type.
type Casts = HashMap<(usize, String), usize>;

impl<'a> Opening<'a> {
    fn new(
        signatures: &'a Signatures,
        types: &[TensorType],
        body: &TreeRegion,
        version: u32,
        choices: &'a mut Choices,
    ) -> Opening<'a> {
        let mut known: HashMap<usize, TensorType> =
            body.arguments.iter().copied().zip(types.to_vec()).collect();
        let mut next = body.arguments.iter().map(|value| value + 1).max().unwrap_or(0);
        for operation in nested(&body.operations) {
            known.extend(operation.results.iter().copied().zip(operation.types.clone()));
            for region in &operation.regions {
                let taken = arguments_of(operation, region)
                    .map(|(argument, value)| (argument, known[&value].clone()));
                known.extend(taken.collect::<Vec<_>>());
            }
            let inner = operation.regions.iter().flat_map(|region| &region.arguments);
            next = operation.results.iter().chain(inner).map(|value| value + 1).fold(next, usize::max);
        }
        Opening {
            signatures,
            choices,
            types: known.clone(),
            known,
            next,
            version,
            drawn: DrawCounts::default(),
        }
    }

    fn body(&mut self, body: &mut TreeRegion, types: &[TensorType]) {
        self.types.extend(body.arguments.iter().copied().zip(types.to_vec()));
        body.operations = self.block(std::mem::take(&mut body.operations), &Casts::new());
    }

    fn block(&mut self, operations: Vec<TreeOperation>, outer: &Casts) -> Vec<TreeOperation> {
        let (mut casts, mut done) = (outer.clone(), Vec::with_capacity(operations.len()));
        for mut operation in operations {
            let wanted = self.wanted(&operation);
            for (operand, ty) in operation.operands.iter_mut().zip(&wanted) {
                *operand = self.cast(*operand, ty, &mut casts, &mut done);
            }
            match operation.attributes.word("callee").and_then(|callee| self.signatures.get(callee)) {
                Some((_, results)) => operation.types.clone_from(results),
                None => {
                    let bug = shown(&operation, &wanted).filter(|bug| bug.is_in(self.version..=u32::MAX));
                    bug.into_iter().for_each(|bug| self.drawn.count(bug));
                    open(&mut operation, &wanted);
                }
            }
            for region in &mut operation.regions {
                // Its arguments are what the operation takes, which is static.
                region.operations = self.block(std::mem::take(&mut region.operations), &casts);
            }
            self.types.extend(operation.results.iter().copied().zip(operation.types.clone()));
            done.push(operation);
        }
        done
    }

    /// The types in which an operation takes its operands.
    fn wanted(&mut self, operation: &TreeOperation) -> Vec<TensorType> {
        if let Some((arguments, _)) =
            operation.attributes.word("callee").and_then(|callee| self.signatures.get(callee))
        {
            return arguments.clone();
        }
        let types: Vec<TensorType> =
            operation.operands.iter().map(|value| self.types[value].clone()).collect();
        let known = operation.operands.iter().map(|value| self.known[value].clone()).collect();
        if operation.name == "func.return" {
            // Returned as it is, or made static.
            return if self.choices.coin() { types } else { known };
        }
        let ranked: Vec<TensorType> =
            types.iter().zip(&known).map(|(ty, known)| self.ranked(ty, known)).collect();
        let lets = |bug: KnownBug| bug.lets(self.version..=u32::MAX, self.choices.chance());
        match open_extents(operation, &ranked) {
            Some(_) if shown(operation, &ranked).is_none_or(lets) => ranked,
            _ => known,
        }
    }

    /// The type, or where its rank is open either all that is known or nothing but the rank.
    fn ranked(&mut self, ty: &TensorType, known: &TensorType) -> TensorType {
        match (&ty.extents, known.element, &known.extents) {
            (None, Some(element), Some(extents)) if self.choices.coin() => {
                TensorType::open(element, Some(vec![None; extents.len()]))
            }
            (None, ..) => known.clone(),
            _ => ty.clone(),
        }
    }

    /// The value, under this type.
    fn cast(
        &mut self,
        value: usize,
        ty: &TensorType,
        casts: &mut Casts,
        done: &mut Vec<TreeOperation>,
    ) -> usize {
        if self.types[&value] == *ty {
            return value;
        }
        if let Some(&cast) = casts.get(&(value, ty.spelling.clone())) {
            return cast;
        }
        let result = self.next;
        self.next += 1;
        done.push(TreeOperation {
            name: "tensor.cast".into(),
            operands: vec![value],
            results: vec![result],
            types: vec![ty.clone()],
            attributes: Attributes::default(),
            regions: Vec::new(),
            location: String::new(),
        });
        casts.insert((value, ty.spelling.clone()), result);
        self.types.insert(result, ty.clone());
        self.known.insert(result, self.known[&value].clone());
        result
    }
}

/// Opens those extents of the result that follow from open ones of the operands.
fn open(operation: &mut TreeOperation, operands: &[TensorType]) {
    let Some(open) = open_extents(operation, operands).filter(|open| open.contains(&true)) else { return };
    for ty in &mut operation.types {
        let (Some(element), Some(extents)) = (ty.element, &ty.extents) else { continue };
        let extents = extents.iter().zip(&open).map(|(extent, open)| extent.filter(|_| !open)).collect();
        *ty = TensorType::open(element, Some(extents));
    }
}

/// Which extents of an operation's result are open when it takes operands of these types; none where it
/// has to take static ones.
fn open_extents(operation: &TreeOperation, operands: &[TensorType]) -> Option<Vec<bool>> {
    let rule = ops::find(&operation.name)?;
    rule.extents.of(operands, &operation.attributes, operation.types.first())
}

/// The known bug that an operation shows when it takes operands of these types.
fn shown(operation: &TreeOperation, operands: &[TensorType]) -> Option<KnownBug> {
    let shown = ops::find(&operation.name)?.shown.filter(|shown| (shown.is_shown)(operands))?;
    Some(shown.bug)
}
