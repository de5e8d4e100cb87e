//! The bridge to the reference semantics: tensors in, tensors out, and what is to be said about single elements.
//!
//! Exact results are bits. Of a float that the semantics know up to a bound the nearest bits count, and the run is approximate; a float of
//! which they know nothing is open. A result that they note as undefined is poison
//! where an operation works element by element, since it is known then which elements it is; elsewhere all of the result is open.

use super::earlier;
use super::elements::{ElementKind, is_approximate, lanes};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::ir::Attributes;
use crate::observe::{Element, Form, Lack, MissingPart};
use crate::op::tensor::common::room;
use crate::semantics::ops::{self, Application};
use crate::semantics::program::TensorType;
use crate::semantics::{
    Data, Definedness, EvaluationRule, LooksPerElement, Notes, Reach, TOSA_RESULT_SHAPE, Tensor,
};
use std::fmt::Display;
use std::iter;

const TOSA_RESULT_COUNT: Rule =
    Rule::new("tosa_result_count", "{} gives another number of elements than its type has");
const TOSA_OPEN_INTEGERS: Rule = Rule::new("tosa_open_integers", "{} of integers that are not defined");
const TOSA_OPEN_PLACES: Rule = Rule::new("tosa_open_places", "{} to places that are not defined");

/// An operation that the semantics evaluate.
struct TosaOperation {
    name: &'static str,
    rule: &'static EvaluationRule,
    attributes: Attributes,
    operands: Vec<(Taken, ElementKind)>,
    /// The operand whose elements are the attribute `perms`, in an earlier spelling.
    order: Option<usize>,
    results: Vec<(Slot, ElementKind)>,
    types: Vec<TensorType>,
}

/// The place that an operand is taken from.
enum Taken {
    /// A value, with the extents of one that is no tensor.
    Value(Slot, Vec<u64>),
    /// A constant, which an earlier spelling has as an attribute.
    Constant(Shaped),
}

/// An operation that the semantics know, by its name and in its spelling in any version.
///
/// # Errors
/// They do not, or the type of a value or a constant is not known.
pub fn evaluated(site: &Site<'_>) -> Result<Action, Lack> {
    let rule =
        ops::find_in_any_version(site.node.name).ok_or_else(|| Lack::Operation(site.node.name.to_owned()))?;
    let operand = |index: usize| {
        let ty = site.operand_type(index)?;
        Ok((Taken::Value(site.operand(index)?.slot, extents(ty)), ElementKind::of(ty)?))
    };
    let result = |(index, value): (usize, crate::eval::site::SiteValue)| {
        Ok((value.slot, ElementKind::of(site.result_type(index)?)?))
    };
    let types =
        (0..site.node.results.len()).map(|index| site.result_type(index).map(|ty| TensorType::read(ty)));
    let earlier::Respelt { attributes, added, order } = earlier::respelt(site)?;
    let mut operands = (0..site.node.operands.len()).map(operand).collect::<Result<Vec<_>, Lack>>()?;
    operands.extend(added.into_iter().map(|(kind, constant)| (Taken::Constant(constant), kind)));
    let own = TosaOperation {
        name: site.node.name,
        rule,
        attributes,
        operands,
        order,
        results: site.results()?.into_iter().enumerate().map(result).collect::<Result<_, Lack>>()?,
        types: types.collect::<Result<_, Lack>>()?,
    };
    Ok(Box::new(move |machine| own.run(machine)))
}

/// The extents of a value that is no tensor.
fn extents(ty: &crate::ir::Type) -> Vec<u64> {
    match ty {
        crate::ir::Type::Vector(extents, _) => extents.iter().map(|(extent, _)| *extent).collect(),
        _ => Vec::new(),
    }
}

/// The result of an evaluation: tensors, the rule by which they are undefined, and whether anything is undecided about them.
struct Made {
    tensors: Vec<Tensor>,
    undefined: Option<Rule>,
    undecided: bool,
    /// True where the specification says nothing of the results, though MLIR computes some.
    unpredictable: bool,
}

impl TosaOperation {
    fn run(&self, machine: &mut Machine<'_>) -> Result<Next, Stop> {
        let mut operands = Vec::with_capacity(self.operands.len());
        for (taken, kind) in &self.operands {
            let (slot, extents) = match taken {
                Taken::Value(slot, extents) => (slot, extents),
                Taken::Constant(constant) => {
                    operands.push(constant.clone());
                    continue;
                }
            };
            if !kind.is_handle {
                let lanes = machine.value(*slot).to_vec();
                operands.push(Shaped { shape: extents.clone(), parts: 1, lanes });
                continue;
            }
            let handle = machine.get(slot.start);
            if !handle.taint.is_none() {
                self.results
                    .iter()
                    .for_each(|(slot, _)| machine.value_mut(*slot).fill(Lane::tainted(handle.taint)));
                return Ok(Next::On);
            }
            operands.push((*machine.tensor(handle)?).clone());
        }
        self.charge(machine, &operands)?;
        let made = match self.rule.reach {
            Reach::Own | Reach::Chosen => vec![self.own(machine, &operands)?],
            Reach::AllMoved if !operands.is_empty() => vec![self.moved(machine, &operands, |_| true)?],
            Reach::Moved(moved) if operands.len() > moved.iter().copied().max().unwrap_or(0) => {
                vec![self.moved(machine, &operands, |index| moved.contains(&index))?]
            }
            Reach::AllMoved | Reach::Moved(_) | Reach::Any => self.any(machine, &operands)?,
        };
        for ((slot, kind), tensor) in self.results.iter().zip(made) {
            if kind.is_handle {
                let handle = machine.new_tensor(tensor)?;
                machine.set(slot.start, handle);
            } else if slot.lanes as usize == tensor.lanes.len() {
                machine.value_mut(*slot).copy_from_slice(&tensor.lanes);
            } else {
                return Err(TOSA_RESULT_COUNT.undefined(&[&self.name]));
            }
        }
        Ok(Next::On)
    }

    /// Takes fuel for the work before it is done: products of matrices and windows, and Fourier transforms, need more than one look at
    /// each element.
    fn charge(&self, machine: &mut Machine<'_>, operands: &[Shaped]) -> Result<(), Stop> {
        let count = |index: usize| operands.get(index).map_or(0, |one| one.lanes.len() as u64);
        let last =
            |index: usize| operands.get(index).and_then(|one| one.shape.last().copied()).unwrap_or(1).max(1);
        let mut work = operands.iter().map(|one| one.lanes.len() as u64).sum::<u64>();
        work = work.saturating_add(match self.rule.looks {
            LooksPerElement::Once => 0,
            LooksPerElement::Product => count(0).saturating_mul(last(1)),
            LooksPerElement::Window => count(0).saturating_mul(count(1)) / last(0),
            LooksPerElement::Plane => {
                let shape = operands.first().map_or(&[][..], |one| &one.shape);
                let inner =
                    shape.iter().skip(1).take(2).fold(1u64, |inner, extent| inner.saturating_mul(*extent));
                count(0).saturating_mul(inner)
            }
        });
        // A call takes the time of some steps, whatever it works on.
        machine.charge(work.saturating_mul(8).saturating_add(2048))
    }

    /// The results of the semantics for these operands.
    fn apply(&self, operands: &[Tensor], types: &[TensorType]) -> Result<Made, Stop> {
        let ordered =
            self.order.and_then(|order| earlier::with_order(&self.attributes, operands.get(order)?));
        let (operands, mut notes): (Vec<&Tensor>, _) = (operands.iter().collect(), Notes::default());
        let mut call = Application {
            operands: &operands,
            attributes: ordered.as_ref().unwrap_or(&self.attributes),
            results: types,
            notes: &mut notes,
        };
        let tensors = (self.rule.evaluate)(&mut call);
        let said = notes.take();
        let of = |kind| said.iter().find(move |note| note.kind == kind).map(|note| note.rule);
        let undefined = of(Definedness::Undefined);
        let outside = of(Definedness::OutsideSpecification);
        // MLIR gives a value where the specification has none, and need not.
        let undecided = of(Definedness::Undecided).or(outside).is_some();
        let unpredictable = undefined.or(outside).is_some();
        tensors.map(|tensors| Made { tensors, undefined, undecided, unpredictable }).map_err(
            |refusal| match (undefined, &refusal.misfit) {
                (Some(rule), _) => rule.undefined(&[&self.name]),
                (None, Some((rule, values))) => {
                    let named = values.iter().map(|value| value as &dyn Display);
                    rule.undefined(&iter::once(&self.name as &dyn Display).chain(named).collect::<Vec<_>>())
                }
                (None, None) => Stop::lacks(Lack::form(self.name, Form::Unevaluated)),
            },
        )
    }

    /// The first result as a tensor of the machine's, which its type admits.
    fn shaped(&self, index: usize, shape: &[usize], lanes: Vec<Lane>) -> Result<Shaped, Stop> {
        if !self.types.get(index).is_none_or(|ty| ty.admits(shape)) {
            let ty: &str = self.types.get(index).map_or("", |ty| &ty.spelling);
            return Err(TOSA_RESULT_SHAPE.undefined(&[&self.name, &format_args!("{shape:?}"), &ty]));
        }
        Ok(Shaped { shape: shape.iter().map(|extent| *extent as u64).collect(), parts: 1, lanes })
    }

    fn tensors(&self, operands: &[Shaped]) -> Vec<Tensor> {
        self.operands.iter().zip(operands).map(|((_, kind), shaped)| kind.tensor(shaped)).collect()
    }

    /// Any element of a result may hang on any of the operands.
    fn any(&self, machine: &mut Machine<'_>, operands: &[Shaped]) -> Result<Vec<Shaped>, Stop> {
        let tainted = operands.iter().flat_map(|one| &one.lanes).any(|lane| !lane.taint.is_none());
        let integers = self.operands.iter().zip(operands).any(|((_, kind), one)| {
            !kind.element.is_float() && one.lanes.iter().any(|lane| !lane.taint.is_none())
        });
        let made = match self.apply(&self.tensors(operands), &self.types) {
            // An index that stands for nothing may well be out of bounds.
            Err(_) if integers => {
                return Err(TOSA_OPEN_INTEGERS.open(&[&self.name]));
            }
            made => made?,
        };
        if let (Some(rule), true) = (made.undefined, self.results.is_empty()) {
            return Err(rule.undefined(&[&self.name]));
        }
        let open = Taint::open(machine.at);
        machine.unpredictable |= made.unpredictable;
        machine.approximate |= made.tensors.iter().any(is_approximate);
        let all = made.tensors.iter().enumerate().map(|(index, tensor)| {
            let mut lanes = lanes(tensor, open, machine.world.floats);
            let is_float = matches!(tensor.data, Data::Floats(_));
            // The semantics say of each float whether it hangs on one that is not known.
            let doubted = !is_float && (made.undecided || tainted) || integers;
            if made.undefined.is_some() || doubted {
                lanes.iter_mut().for_each(|lane| lane.taint = open);
            }
            self.shaped(index, &tensor.shape, lanes)
        });
        all.collect()
    }

    /// Each element of the result is one of those of the operands that are moved.
    fn moved(
        &self,
        machine: &mut Machine<'_>,
        operands: &[Shaped],
        is_moved: impl Fn(usize) -> bool,
    ) -> Result<Shaped, Stop> {
        let open = Taint::open(machine.at);
        let mut all: Vec<Lane> = Vec::new();
        let mut tensors = Vec::new();
        let mut tainted = false;
        for (index, ((_, kind), own)) in self.operands.iter().zip(operands).enumerate() {
            if is_moved(index) {
                let shape: Vec<usize> = own.shape.iter().map(|extent| *extent as usize).collect();
                let places = (all.len() as i64..).take(own.lanes.len()).collect();
                all.extend_from_slice(&own.lanes);
                tensors.push(Tensor::ints(Element::I64, &shape, places));
            } else {
                tainted |= own.lanes.iter().any(|lane| !lane.taint.is_none());
                tensors.push(kind.tensor(own));
            }
        }
        let places = |ty: &TensorType| TensorType { element: Some(Element::I64), ..ty.clone() };
        let types: Vec<TensorType> = self.types.iter().map(places).collect();
        let made = match self.apply(&tensors, &types) {
            Err(_) if tainted => {
                return Err(TOSA_OPEN_PLACES.open(&[&self.name]));
            }
            made => made?,
        };
        let first =
            made.tensors.first().ok_or_else(|| Stop::lacks(Lack::without(self.name, MissingPart::Result)))?;
        let places = first.as_ints().map_err(|_| Stop::lacks(Lack::form(self.name, Form::Unevaluated)))?;
        machine.unpredictable |= made.unpredictable;
        let doubted = made.undefined.is_some() || tainted;
        let lane = |place: &i64| {
            let lane =
                usize::try_from(*place).ok().and_then(|place| all.get(place).copied()).unwrap_or_default();
            if doubted { Lane { taint: open, ..lane } } else { lane }
        };
        self.shaped(0, &first.shape, places.iter().map(lane).collect())
    }

    /// Each element of the result hangs on those at its own place.
    fn own(&self, machine: &mut Machine<'_>, operands: &[Shaped]) -> Result<Shaped, Stop> {
        let open = Taint::open(machine.at);
        let made = self.apply(&self.tensors(operands), &self.types);
        machine.approximate |= made.iter().flat_map(|made| &made.tensors).any(is_approximate);
        machine.unpredictable |= made.as_ref().is_ok_and(|made| made.unpredictable);
        let tainted = operands.iter().flat_map(|one| &one.lanes).any(|lane| !lane.taint.is_none());
        if let Ok(made) = &made
            && !tainted
            && made.undefined.is_none()
            && !made.undecided
            && let [only] = &made.tensors[..]
        {
            return self.shaped(0, &only.shape, lanes(only, open, machine.world.floats));
        }
        let shape = match made {
            Ok(made) => match made.tensors.into_iter().next() {
                Some(first) => first.shape,
                None => return Err(Stop::lacks(Lack::without(self.name, MissingPart::Result))),
            },
            Err(stop) => return Err(stop),
        };
        let wide: Vec<u64> = shape.iter().map(|extent| *extent as u64).collect();
        let count = room(machine, &wide, 1)?;
        // A step for each element.
        machine.charge(count as u64 * 256)?;
        let types: Vec<TensorType> =
            self.types.iter().map(|ty| TensorType { extents: None, ..ty.clone() }).collect();
        let mut all = Vec::with_capacity(count);
        Shaped::each_index(&wide, |at| {
            all.push(self.one(machine, operands, at, &types)?);
            Ok::<_, Stop>(())
        })?;
        self.shaped(0, &shape, all)
    }

    /// One element of the result, by those at its place.
    fn one(
        &self,
        machine: &mut Machine<'_>,
        operands: &[Shaped],
        at: &[i64],
        types: &[TensorType],
    ) -> Result<Lane, Stop> {
        let picked: Vec<Shaped> = operands.iter().map(|operand| picked(operand, at)).collect();
        let taint_of = |one: &Shaped| one.lanes.first().map_or(Taint::NONE, |lane| lane.taint);
        let mut taint = picked.iter().map(taint_of).fold(Taint::NONE, Taint::merge);
        if self.rule.reach == Reach::Chosen
            && let [condition, chosen, other] = &picked[..]
            && taint_of(condition).is_none()
        {
            // The element that is not chosen does not matter.
            let truth = condition.lanes.first().is_some_and(|lane| lane.bits != 0);
            taint = taint_of(if truth { chosen } else { other });
        }
        if !taint.is_none() {
            return Ok(Lane::tainted(taint));
        }
        let made = self.apply(&self.tensors(&picked), types)?;
        let open = Taint::open(machine.at);
        let Some(first) = made.tensors.first() else {
            return Err(Stop::lacks(Lack::without(self.name, MissingPart::Result)));
        };
        let lane = lanes(first, open, machine.world.floats).first().copied().unwrap_or_default();
        machine.unpredictable |= made.unpredictable;
        Ok(match made.undefined {
            Some(_) => machine.poison(),
            None if made.undecided && matches!(first.data, Data::Ints(_)) => Lane { taint: open, ..lane },
            None => lane,
        })
    }
}

/// The element that belongs to these indices of the result, under as many extents of 1 as it had.
fn picked(operand: &Shaped, at: &[i64]) -> Shaped {
    let rank = operand.shape.len();
    let own = at.len().checked_sub(rank).map_or(&[][..], |skipped| &at[skipped..]);
    let clamped: Vec<i64> =
        operand.shape.iter().zip(own).map(|(extent, at)| if *extent == 1 { 0 } else { *at }).collect();
    let place = if operand.lanes.len() == 1 { Some(0) } else { operand.place(&clamped) };
    let lane = place.and_then(|place| operand.lanes.get(place).copied()).unwrap_or_default();
    Shaped { shape: vec![1; rank], parts: 1, lanes: vec![lane] }
}

#[cfg(test)]
#[path = "adapter_tests.rs"]
mod tests;
