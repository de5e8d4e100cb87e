//! Common parts of rows on tensors: types, extents that are numbers or operands, and elements by their places.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::{LaneType, Layout};
use crate::ir::{Attribute, Extent, Type};
use crate::observe::{Form, Lack, MissingPart, WantedType};
use std::ops::Range;
use std::rc::Rc;

const OPEN_NEGATIVE: Rule =
    Rule::new("open_negative", "{} is negative, of which the documentation says nothing");
const NEGATIVE: Rule = Rule::new("negative", "{} is negative");
const TENSOR_RESULT_SHAPE: Rule = Rule::new("tensor_result_shape", "{} gives {} where its type is {}");

/// Stands in attributes for a number that an operand gives: MLIR's `ShapedType::kDynamic`.
const DYNAMIC: i64 = i64::MIN;

/// The extents of a ranked tensor or memref.
///
/// # Errors
/// The type is none.
pub fn extents(ty: &Type) -> Result<&[Extent], Lack> {
    match ty {
        Type::Tensor(extents, ..) => Ok(extents),
        Type::Memref { shape, .. } => Ok(shape),
        other => Err(Lack::Kind { ty: other.to_string(), wanted: WantedType::Ranked }),
    }
}

/// The elements that a tensor or memref holds.
///
/// # Errors
/// The type is none.
pub fn element(ty: &Type) -> Result<&Rc<Type>, Lack> {
    match ty {
        Type::Tensor(_, element, _) | Type::UnrankedTensor(element) => Ok(element),
        Type::Memref { element, .. } | Type::UnrankedMemref(element, _) => Ok(element),
        other => Err(Lack::Kind { ty: other.to_string(), wanted: WantedType::Shaped }),
    }
}

/// The way in which one element of a tensor is kept.
///
/// # Errors
/// The type is no tensor, or the type of an element is not known.
pub fn element_layout(ty: &Type) -> Result<Layout, Lack> {
    Layout::of(LaneType::of(element(ty)?)?)
}

/// True if a shape is of this type.
pub fn admits(ty: &Type, shape: &[u64]) -> bool {
    match ty {
        Type::Tensor(extents, ..) => {
            extents.len() == shape.len()
                && extents.iter().zip(shape).all(|(extent, own)| extent.is_none_or(|extent| extent == *own))
        }
        _ => true,
    }
}

/// Numbers of a list, each known or given by an operand.
#[derive(Clone, Debug)]
pub struct MixedNumbers(Vec<StaticOrOperand>);

/// A number that is known or given by an operand.
#[derive(Clone, Copy, Debug)]
enum StaticOrOperand {
    /// It is known.
    Known(i64),
    /// The lane gives it.
    Lane(u32),
}

impl MixedNumbers {
    /// The numbers of this attribute; where it leaves one out, the next of these operands gives it.
    ///
    /// # Errors
    /// There are fewer operands than it leaves out.
    pub fn of(site: &Site<'_>, attribute: &str, operands: Range<usize>) -> Result<MixedNumbers, Lack> {
        MixedNumbers::these(site, site.ints(attribute), operands)
    }

    /// These numbers, with `i64::MIN` where the next of these operands gives one.
    ///
    /// # Errors
    /// There are fewer operands than are needed.
    pub fn these(site: &Site<'_>, numbers: &[i64], operands: Range<usize>) -> Result<MixedNumbers, Lack> {
        let mut operands = operands;
        let number = |known: &i64| match known {
            &DYNAMIC => {
                let operand = operands.next().ok_or_else(|| site.without(MissingPart::Operand))?;
                Ok(StaticOrOperand::Lane(site.operand(operand)?.slot.start))
            }
            known => Ok(StaticOrOperand::Known(*known)),
        };
        numbers.iter().map(number).collect::<Result<_, Lack>>().map(MixedNumbers)
    }

    /// The extents of a type, of which these operands give the unknown ones.
    ///
    /// # Errors
    /// The type has none, or there are fewer operands than it leaves out.
    pub fn extents(site: &Site<'_>, ty: &Type, operands: Range<usize>) -> Result<MixedNumbers, Lack> {
        let numbers: Vec<i64> =
            extents(ty)?.iter().map(|extent| extent.map_or(DYNAMIC, |extent| extent as i64)).collect();
        MixedNumbers::these(site, &numbers, operands)
    }

    /// The length of the list.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Those that are known.
    pub fn known(&self) -> Vec<Option<i64>> {
        let known = |number: &StaticOrOperand| match number {
            StaticOrOperand::Known(number) => Some(*number),
            StaticOrOperand::Lane(_) => None,
        };
        self.0.iter().map(known).collect()
    }

    /// All numbers.
    ///
    /// # Errors
    /// One is not defined; `what` says what it is for.
    pub fn read(&self, machine: &Machine<'_>, what: &str) -> Result<Vec<i64>, Stop> {
        let read = |number: &StaticOrOperand| match number {
            StaticOrOperand::Known(number) => Ok(*number),
            StaticOrOperand::Lane(lane) => index(machine, machine.get(*lane), what),
        };
        self.0.iter().map(read).collect()
    }

    /// All numbers, as extents of a new tensor. Of one below zero the documentation says nothing.
    ///
    /// # Errors
    /// One is not defined or is negative; `what` says what it is for.
    pub fn checked_extents(&self, machine: &Machine<'_>, what: &str) -> Result<Vec<u64>, Stop> {
        let extent = |number: i64| u64::try_from(number).map_err(|_| OPEN_NEGATIVE.open(&[&what]));
        self.read(machine, what)?.into_iter().map(extent).collect()
    }

    /// All numbers, as extents of what is there.
    ///
    /// # Errors
    /// One is not defined or is negative; `what` says what it is for.
    pub fn shape(&self, machine: &Machine<'_>, what: &str) -> Result<Vec<u64>, Stop> {
        self.read(machine, what)?.into_iter().map(|number| not_negative(number, what)).collect()
    }
}

/// An extent, which is not negative.
///
/// # Errors
/// It is negative, which makes behaviour undefined.
pub fn not_negative(number: i64, what: &str) -> Result<u64, Stop> {
    u64::try_from(number).map_err(|_| NEGATIVE.undefined(&[&what]))
}

/// The index that a lane is.
///
/// # Errors
/// It is not defined; `what` says what it is for.
pub fn index(machine: &Machine<'_>, lane: Lane, what: &str) -> Result<i64, Stop> {
    Ok(signed(machine.defined(lane, what)?, 64) as i64)
}

/// The number of elements of a tensor of this shape, where there is room for it.
///
/// # Errors
/// There is none.
pub fn room(machine: &Machine<'_>, shape: &[u64], parts: usize) -> Result<usize, Stop> {
    let count = Shaped::count(shape)?;
    let bytes = (count as u64).saturating_mul((parts.max(1) * size_of::<Lane>()) as u64);
    if bytes > machine.memory.limit() {
        return Err(Stop::lacks(Lack::TensorMemory {}));
    }
    Ok(count)
}

/// Makes one tensor of the tensors that these operands are. Where the handle of one is tainted, that of the result is.
///
/// # Errors
/// The type of a value is not known.
pub fn tensor_of(
    site: &Site<'_>,
    operands: Range<usize>,
    work: impl Fn(&mut Machine<'_>, &[Rc<Shaped>]) -> Result<Shaped, Stop> + 'static,
) -> Result<Action, Lack> {
    let taken = site.operands(operands)?;
    let (out, ty, name) = (site.result()?.slot.start, site.result_type(0)?.clone(), site.node.name);
    Ok(Box::new(move |machine| {
        let mut all = Vec::with_capacity(taken.len());
        for value in &taken {
            let handle = machine.get(value.slot.start);
            if !handle.taint.is_none() {
                machine.set(out, Lane::tainted(handle.taint));
                return Ok(Next::On);
            }
            all.push(machine.tensor(handle)?);
        }
        let made = work(machine, &all)?;
        if !admits(&ty, &made.shape) {
            return Err(TENSOR_RESULT_SHAPE.undefined(&[&name, &format_args!("{:?}", made.shape), &ty]));
        }
        let made = machine.new_tensor(made)?;
        machine.set(out, made);
        Ok(Next::On)
    }))
}

/// Copies lanes of a slot to the result, all tainted where the handle of a tensor is.
pub fn set_all(machine: &mut Machine<'_>, out: Slot, lane: Lane) {
    machine.value_mut(out).fill(lane);
}

/// The integers of an attribute: an array, a constant, or a list.
pub fn integers(attribute: Option<&Attribute>) -> Option<Vec<i64>> {
    match attribute? {
        Attribute::Ints(_, values) => Some(values.clone()),
        Attribute::List(all) => all.iter().map(|one| one.int().and_then(|one| one.try_into().ok())).collect(),
        Attribute::Dense(dense) => {
            let number = |bits| signed(bits, dense.stride as u32 * 8) as i64;
            let all: Vec<i64> = dense.elements().map(number).collect();
            let count = match &*dense.ty {
                Type::Tensor(extents, ..) => extents.iter().map(|extent| extent.unwrap_or(0)).product(),
                Type::Vector(extents, _) => extents.iter().map(|(extent, _)| *extent).product(),
                _ => all.len() as u64,
            };
            Some(if all.len() == 1 { all.repeat(usize::try_from(count).ok()?.min(1 << 16)) } else { all })
        }
        _ => None,
    }
}

/// Groups of dimensions, as `reassociation` lists them.
///
/// # Errors
/// The attribute is no list of lists of numbers.
pub fn groups(site: &Site<'_>) -> Result<Vec<Vec<usize>>, Lack> {
    let Some(Attribute::List(groups)) = site.attribute("reassociation") else {
        return Err(site.without(MissingPart::Attribute("reassociation".to_owned())));
    };
    let group = |group: &Rc<Attribute>| {
        let numbers = integers(Some(group))
            .ok_or_else(|| site.without(MissingPart::Attribute("reassociation".to_owned())))?;
        numbers
            .into_iter()
            .map(|number| usize::try_from(number).map_err(|_| site.lacks(Form::NegativeDimension)))
            .collect()
    };
    groups.iter().map(group).collect()
}

/// True of a box that is in bounds in each dimension by itself, though another one may leave it without elements. A dimension of size zero
/// lies in bounds at the end, too.
pub fn is_inside(shape: &[u64], offsets: &[i64], sizes: &[u64], strides: &[i64]) -> bool {
    let mut dimensions = shape.chunks(1).zip(offsets.chunks(1)).zip(sizes.chunks(1).zip(strides.chunks(1)));
    dimensions.all(|((extent, offset), (size, stride))| places(extent, offset, size, stride).is_some())
}

/// The places of the elements of a box in a tensor, row-major; none where one is out of bounds.
pub fn places(shape: &[u64], offsets: &[i64], sizes: &[u64], strides: &[i64]) -> Option<Vec<usize>> {
    if sizes.contains(&0) {
        let inside = |(offset, extent): (&i64, &u64)| u64::try_from(*offset).is_ok_and(|at| at <= *extent);
        return offsets.iter().zip(shape).all(inside).then(Vec::new);
    }
    let mut places = vec![0usize];
    for dimension in 0..shape.len() {
        let (extent, offset) = (*shape.get(dimension)?, *offsets.get(dimension)?);
        let (size, stride) = (*sizes.get(dimension)?, *strides.get(dimension)?);
        let at = |index: u64| {
            let at = i64::try_from(index).ok()?.checked_mul(stride)?.checked_add(offset)?;
            u64::try_from(at).ok().filter(|at| *at < extent)
        };
        // Everything between two places that are inside is inside.
        at(0)?;
        at(size - 1)?;
        let mut next = Vec::with_capacity(places.len() * size as usize);
        for place in &places {
            for index in 0..size {
                next.push(place * extent as usize + at(index)? as usize);
            }
        }
        places = next;
    }
    Some(places)
}
