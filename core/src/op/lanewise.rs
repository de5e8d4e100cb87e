//! Operations that work on each element by itself. One mechanism, [`elements`], serves scalars, vectors and complex numbers, which lie
//! in the frame, and tensors, which it opens.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::site::{Fast, Site};
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::Scalar;
use crate::ir::Type;
use crate::observe::{Form, Lack, MissingPart};
use crate::semantics::Format;
use std::rc::Rc;

const LANEWISE_SHAPES: Rule =
    Rule::new("lanewise_shapes", "an operation on each element of tensors that have different shapes");

/// The place that a lane is taken from for `work`, or that a lane it makes is put into.
#[derive(Clone, Copy)]
struct Port {
    /// In the frame: the lane of the first element, or the handle of a tensor.
    start: u32,
    /// Lanes to that of the next element; none where one element serves for all.
    stride: u32,
    /// Set for a tensor, whose lanes are not in the frame.
    tensor: bool,
    /// Number of the lane in its element.
    part: u32,
    /// Lanes of an element.
    parts: u32,
}

/// Lanes of one element of a type.
fn parts(ty: &Type) -> u32 {
    match ty {
        Type::Tensor(_, element, _) | Type::UnrankedTensor(element) | Type::Vector(_, element) => {
            parts(element)
        }
        Type::Complex(_) => 2,
        _ => 1,
    }
}

fn is_tensor(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(..) | Type::UnrankedTensor(_))
}

/// Makes each element of the results of that element of the operands, all lanes of it at once: `N` are those of one element of all
/// operands, `M` those of one element of all results.
///
/// An operand of one element beside results of more serves for each of them.
pub fn elements<const N: usize, const M: usize>(
    site: &Site<'_>,
    work: impl Fn(&Machine<'_>, [Lane; N]) -> Result<[Lane; M], Stop> + 'static,
) -> Result<Action, Lack> {
    let (mut from, mut to, mut count) = (Vec::new(), Vec::new(), None);
    for (index, value) in site.results()?.into_iter().enumerate() {
        let ty = site.result_type(index)?;
        let (parts, tensor) = (parts(ty), is_tensor(ty));
        let elements = if tensor { 1 } else { value.slot.lanes / parts };
        if *count.get_or_insert((elements, tensor)) != (elements, tensor) {
            return Err(site.lacks(Form::SeveralShapes));
        }
        let port = |part| Port {
            start: value.slot.start + if tensor { 0 } else { part },
            stride: parts,
            tensor,
            part,
            parts,
        };
        to.extend((0..parts).map(port));
    }
    let (count, opens) = count.ok_or_else(|| site.without(MissingPart::Result))?;
    for index in 0..site.node.operands.len() {
        if from.len() == N {
            break;
        }
        let (ty, value) = (site.operand_type(index)?, site.operand(index)?);
        let (parts, tensor) = (parts(ty), is_tensor(ty));
        let lanes = value.slot.lanes;
        let stride = match () {
            () if tensor && opens => 0,
            () if !tensor && lanes == parts * count && !opens => parts,
            () if !tensor && lanes == parts => 0,
            () => return Err(site.of(ty)),
        };
        let port = |part| Port {
            start: value.slot.start + if tensor { 0 } else { part },
            stride,
            tensor,
            part,
            parts,
        };
        from.extend((0..parts).map(port));
    }
    let misfit = || site.lacks(Form::Operands);
    let from: [Port; N] = from.try_into().map_err(|_| misfit())?;
    let to: [Port; M] = to.try_into().map_err(|_| misfit())?;
    if opens {
        return Ok(Box::new(move |machine| opened(machine, &from, &to, &work)));
    }
    if count == 1 {
        // Most of lowered code is scalar.
        let (from, to) = (from.map(|port| port.start), to.map(|port| port.start));
        return Ok(Box::new(move |machine| {
            let made = work(machine, from.map(|lane| machine.get(lane)))?;
            to.iter().zip(made).for_each(|(place, lane)| machine.set(*place, lane));
            Ok(Next::On)
        }));
    }
    Ok(Box::new(move |machine| {
        for element in 0..count {
            let given = from.map(|port| machine.get(port.start + element * port.stride));
            let made = work(machine, given)?;
            for (port, lane) in to.iter().zip(made) {
                machine.set(port.start + element * port.stride, lane);
            }
        }
        Ok(Next::On)
    }))
}

/// Does so where the results are tensors. A tensor that is poison, or was never made, makes results that are alike.
///
/// MLIR's dialects take operands of equal shapes. Dynamic extents that differ when the program runs are undefined.
fn opened<const N: usize, const M: usize>(
    machine: &mut Machine<'_>,
    from: &[Port; N],
    to: &[Port; M],
    work: &impl Fn(&Machine<'_>, [Lane; N]) -> Result<[Lane; M], Stop>,
) -> Result<Next, Stop> {
    let handles = from.iter().filter(|port| port.tensor).map(|port| machine.get(port.start).taint);
    let taint = handles.fold(Taint::NONE, Taint::merge);
    if !taint.is_none() {
        to.iter().for_each(|port| machine.set(port.start, Lane::tainted(taint)));
        return Ok(Next::On);
    }
    let mut given: [Option<Rc<Shaped>>; N] = std::array::from_fn(|_| None);
    let mut shape: Option<Vec<u64>> = None;
    for (tensor, port) in given.iter_mut().zip(from).filter(|(_, port)| port.tensor) {
        let open = machine.tensor(machine.get(port.start))?;
        if open.parts != port.parts as usize {
            return Err(Stop::lacks(Lack::TensorParts {}));
        }
        if shape.get_or_insert_with(|| open.shape.clone()) != &open.shape {
            return Err(LANEWISE_SHAPES.undefined(&[]));
        }
        *tensor = Some(open);
    }
    let shape = shape.ok_or_else(|| Stop::lacks(Lack::Tensor {}))?;
    let count = Shaped::count(&shape)?;
    machine.charge((count * (N + M) * size_of::<Lane>()) as u64)?;
    let mut made: [Vec<Lane>; M] = std::array::from_fn(|_| Vec::with_capacity(count));
    for element in 0..count {
        let lane = |number: usize| match (&given[number], &from[number]) {
            (Some(tensor), port) => tensor.lanes[element * tensor.parts + port.part as usize],
            (None, port) => machine.get(port.start),
        };
        let lanes = work(machine, std::array::from_fn(lane))?;
        made.iter_mut().zip(lanes).for_each(|(all, lane)| all.push(lane));
    }
    for first in (0..M).filter(|number| to[*number].part == 0) {
        let parts = to[first].parts as usize;
        let together = &made[first..first + parts];
        let lanes = (0..count * parts).map(|lane| together[lane % parts][lane / parts]).collect();
        let handle = machine.new_tensor(Shaped { shape: shape.clone(), parts, lanes })?;
        machine.set(to[first].start, handle);
    }
    Ok(Next::On)
}

/// Makes each lane of the result of that lane of the operand.
pub fn each(site: &Site<'_>, make: impl Fn(&Machine<'_>, Lane) -> Lane + 'static) -> Result<Action, Lack> {
    elements(site, move |machine, [x]| Ok([make(machine, x)]))
}

/// Makes each lane of the result of those lanes of two operands.
pub fn each_of_two(
    site: &Site<'_>,
    make: impl Fn(&Machine<'_>, Lane, Lane) -> Result<Lane, Stop> + 'static,
) -> Result<Action, Lack> {
    elements(site, move |machine, [x, y]| Ok([make(machine, x, y)?]))
}

/// Three operands; `work` gives the bits, or none for poison.
pub fn ternary(
    site: &Site<'_>,
    work: impl Fn(u128, u128, u128) -> Option<u128> + 'static,
) -> Result<Action, Lack> {
    elements(site, move |machine, [x, y, z]| {
        let taint = x.taint.merge(y.taint).merge(z.taint);
        let bits = || made(machine, work(x.bits, y.bits, z.bits));
        Ok([if taint.is_none() { bits() } else { Lane::tainted(taint) }])
    })
}

/// These bits, or poison for none.
pub fn made(machine: &Machine<'_>, bits: Option<u128>) -> Lane {
    bits.map_or_else(|| machine.poison(), Lane::of)
}

/// One operand; `work` gives the bits, or none for poison.
pub fn unary(site: &Site<'_>, work: impl Fn(u128) -> Option<u128> + 'static) -> Result<Action, Lack> {
    each(
        site,
        move |machine, x| {
            if x.taint.is_none() { made(machine, work(x.bits)) } else { Lane::tainted(x.taint) }
        },
    )
}

/// Two operands; `work` gives the bits, or none for poison.
pub fn binary(site: &Site<'_>, work: impl Fn(u128, u128) -> Option<u128> + 'static) -> Result<Action, Lack> {
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        Ok(if taint.is_none() { made(machine, work(x.bits, y.bits)) } else { Lane::tainted(taint) })
    })
}

/// Two operands of which the second may make behaviour undefined at once: then `work` says how. `without` has the rule that leaves open
/// how a run goes on where the first one has no value and the second one is this.
pub fn dividing(
    site: &Site<'_>,
    without: impl Fn(u128) -> Option<Rule> + 'static,
    work: impl Fn(u128, u128) -> Result<Option<u128>, Rule> + 'static,
) -> Result<Action, Lack> {
    each_of_two(site, move |machine, x, y| {
        let divisor = machine.defined(y, "the divisor")?;
        if !x.taint.is_none() {
            return match without(divisor) {
                Some(rule) => Err(rule.open(&[]).from(x.taint)),
                None => Ok(Lane::tainted(x.taint)),
            };
        }
        Ok(made(machine, work(x.bits, divisor).map_err(|rule| rule.divided(&[]))?))
    })
}

/// Two operands where one that is undef does not matter if the other one is zero.
pub fn annulling(
    site: &Site<'_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, Lack> {
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        let is_zero = |lane: Lane| lane == Lane::of(0);
        Ok(match () {
            () if taint.is_none() => made(machine, work(x.bits, y.bits)),
            () if taint.is_undef() && (is_zero(x) || is_zero(y)) => {
                machine.goes_on();
                Lane::of(0)
            }
            () => Lane::tainted(taint),
        })
    })
}

/// One operand, each bit of which decides bits of the result by itself; `work` gives those, or none for poison.
pub fn bitwise(site: &Site<'_>, work: impl Fn(u128) -> Option<u128> + 'static) -> Result<Action, Lack> {
    let widths = Widths::of(site)?;
    each(site, move |machine, x| {
        if x.taint.is_none() {
            return made(machine, work(x.bits));
        }
        widths.undecided(machine, x.taint, x.extremes(widths.operand).map(&work))
    })
}

/// Two operands; what a bit of the result is depends on one bit of each.
pub fn bitwise_of_two(
    site: &Site<'_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, Lack> {
    let widths = Widths::of(site)?;
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        if taint.is_none() {
            return Ok(made(machine, work(x.bits, y.bits)));
        }
        let ([x0, x1], [y0, y1]) = (x.extremes(widths.operand), y.extremes(widths.operand));
        let all = [(x0, y0), (x0, y1), (x1, y0), (x1, y1)].map(|(x, y)| work(x, y));
        Ok(widths.undecided(machine, taint, all))
    })
}

/// Bits of the operands and of the result.
struct Widths {
    operand: u32,
    result: u32,
}

impl Widths {
    fn of(site: &Site<'_>) -> Result<Widths, Lack> {
        Ok(Widths { operand: site.operand_scalar(0)?.bits(), result: site.result_scalar(0)?.bits() })
    }

    /// The result of operands that are undef in part: defined where all that may come of them are alike.
    fn undecided<const N: usize>(&self, machine: &Machine<'_>, taint: Taint, all: [Option<u128>; N]) -> Lane {
        if taint.is_poison() || all.contains(&None) {
            return Lane::tainted(taint);
        }
        let all = all.map(Option::unwrap_or_default);
        let (in_all, in_any) = all.iter().fold((u128::MAX, 0), |(and, or), one| (and & one, or | one));
        let made = Lane::partly(in_all, !(in_all ^ in_any), self.result, taint);
        if made.taint.is_none() {
            machine.goes_on();
        }
        made
    }
}

/// A shift: how far has to be defined for any of it to be.
pub fn shift(site: &Site<'_>, work: impl Fn(u128, u128) -> Option<u128> + 'static) -> Result<Action, Lack> {
    let widths = Widths::of(site)?;
    each_of_two(site, move |machine, x, y| {
        Ok(match (x.taint.is_none(), y.taint.is_none()) {
            (true, true) => made(machine, work(x.bits, y.bits)),
            (false, true) => {
                widths.undecided(machine, x.taint, x.extremes(widths.operand).map(|x| work(x, y.bits)))
            }
            _ => Lane::tainted(x.taint.merge(y.taint)),
        })
    })
}

/// A float operation: `work` on the numbers, rounded to the format; poison where a promise is broken.
pub fn float_unary(site: &Site<'_>, work: impl Fn(f64, Format) -> f64 + 'static) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    unary(site, move |x| {
        let x = decode(format, x);
        rounded(fast, &[x], format, work(x, format))
    })
}

/// A float operation of two operands, as [`float_unary`].
pub fn float_binary(site: &Site<'_>, work: impl Fn(f64, f64) -> f64 + 'static) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    binary(site, move |x, y| {
        let (x, y) = (decode(format, x), decode(format, y));
        rounded(fast, &[x, y], format, work(x, y))
    })
}

/// The sum of two float operands, or with the second one's sign turned over their difference, as [`float_binary`].
pub fn float_sum(site: &Site<'_>, sign: f64) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    binary(site, move |x, y| rounded_sum(fast, [decode(format, x), sign * decode(format, y)], format))
}

/// The bits of the nearest number of the format; none, for poison, where an operand or what it is rounded to breaks a promise, or the format
/// has no such number.
#[inline]
pub fn rounded(fast: Fast, operands: &[f64], format: Format, made: f64) -> Option<u128> {
    rounded_of(fast, operands, format, made, || 0.0)
}

/// As [`rounded`], of the sum of two numbers.
#[inline]
pub fn rounded_sum(fast: Fast, [x, y]: [f64; 2], format: Format) -> Option<u128> {
    rounded_of(fast, &[x, y], format, x + y, || lost(x, y))
}

/// As [`rounded`], of the sum of a product and a number, which `made` is.
pub fn rounded_fused(fast: Fast, [x, y, z]: [f64; 3], format: Format, made: f64) -> Option<u128> {
    let lost_of_all = || {
        let product = x * y;
        let rest = x.mul_add(y, -product);
        if rest == 0.0 { lost(product, z) } else { rest }
    };
    rounded_of(fast, &[x, y, z], format, made, lost_of_all)
}

/// The number that a sum in double precision is off by (Knuth, The Art of Computer Programming, volume 2, section 4.2.2).
pub fn lost(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let back = sum - x;
    (x - (sum - back)) + (y - back)
}

/// `lost` is anything but zero where double precision does not hold the result.
#[inline]
fn rounded_of(
    fast: Fast,
    operands: &[f64],
    format: Format,
    made: f64,
    lost: impl FnOnce() -> f64,
) -> Option<u128> {
    let (has, exact) = (format.has(made), made);
    let mut made = format.round(made);
    if !fast.world.is_usual() {
        made = fast.world.round(format, (operands, lost()), exact, made);
    }
    let kept = has && fast.allows(made) && operands.iter().all(|value| fast.allows(*value));
    kept.then(|| fast.world.encode(format, made).into())
}

/// True if a lane keeps the promises; what is no float makes none.
pub fn keeps(fast: Fast, scalar: Scalar, lane: Lane) -> bool {
    match scalar {
        Scalar::Float(format) if fast.promises() && lane.taint.is_none() => {
            fast.allows(decode(format, lane.bits))
        }
        _ => true,
    }
}

/// A float operation on the bits alone, which leaves a NaN as it is; `work` is given the sign bit too.
pub fn float_bits(site: &Site<'_>, work: impl Fn(u128, u128) -> u128 + 'static) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let sign = sign_bit(site, format)?;
    unary(site, move |x| fast.allows(decode(format, x)).then(|| work(x, sign)))
}

/// The bit that is the sign of every number of the format.
///
/// # Errors
/// There is no such bit.
pub fn sign_bit(site: &Site<'_>, format: Format) -> Result<u128, Lack> {
    let has_one = format.has_sign_bit().then(|| 1 << (format.bits - 1));
    has_one.ok_or_else(|| site.lacks(Form::Signless))
}

/// The number that bits stand for.
#[inline]
pub fn decode(format: Format, bits: u128) -> f64 {
    match format.bits {
        64 => f64::from_bits(bits as u64),
        32 => f32::from_bits(bits as u32).into(),
        _ => format.decode(bits as u64),
    }
}

/// The bits of the nearest number of the format.
#[inline]
pub fn encode(format: Format, value: f64) -> u128 {
    format.encode(format.round(value)).into()
}
