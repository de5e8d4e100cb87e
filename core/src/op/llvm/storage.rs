//! Memory: variables of the stack, addresses, loads and stores, copies.

use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::memory::AllocationKind;
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::eval::types::LaneType;
use crate::observe::{Form, Lack};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.alloca", |site| {
        let (ty, count, out) =
            (site.ty("elem_type")?, site.operand(0)?.slot.start, site.result()?.slot.start);
        let align = alignment(site, ty.align);
        let kind = if site.coroutine { AllocationKind::Global } else { AllocationKind::Stack };
        Ok(Box::new(move |machine| {
            let count = machine.get(count);
            let count = machine.defined(count, "the size of a variable")? as u64;
            let size = ty.size.saturating_mul(count);
            machine.charge(size)?;
            let place = machine.memory.allocate(size, align, kind)?;
            machine.set(out, place);
            Ok(Next::On)
        }))
    }),
    row("llvm.getelementptr", address),
    row("llvm.load", |site| {
        let (pointer, out) = (site.operand(0)?.slot.start, site.result()?);
        let align = alignment(site, out.layout.align);
        Ok(Box::new(move |machine| {
            let pointer = machine.get(pointer);
            machine.load(pointer, &out.layout, align, out.slot)?;
            Ok(Next::On)
        }))
    }),
    row("llvm.store", |site| {
        let (value, pointer) = (site.operand(0)?, site.operand(1)?.slot.start);
        let align = alignment(site, value.layout.align);
        Ok(Box::new(move |machine| {
            let pointer = machine.get(pointer);
            machine.store(pointer, &value.layout, align, value.slot)?;
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.memcpy", |site| copy(site, true)),
    row("llvm.intr.memcpy.inline", |site| copy(site, true)),
    row("llvm.intr.memmove", |site| copy(site, false)),
    row("llvm.intr.memset", |site| fill(site)),
    row("llvm.intr.memset.inline", |site| fill(site)),
    row("llvm.intr.stacksave", |site| {
        let out = site.result()?.slot.start;
        Ok(Box::new(move |machine| {
            let stack = machine.memory.stack();
            machine.set(out, Lane::of(stack as u128));
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.stackrestore", |site| {
        let saved = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            let saved = machine.get(saved);
            let stack = machine.defined(saved, "the stack that is restored")?;
            machine.memory.unwind(stack as usize);
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.lifetime.start", |site| lifetime(site, true)),
    row("llvm.intr.lifetime.end", |site| lifetime(site, false)),
    row("llvm.atomicrmw", read_modify_write),
    row("llvm.cmpxchg", compare_exchange),
    row("llvm.fence", |_| Ok(Box::new(|_| Ok(Next::On)))),
    row("llvm.intr.prefetch", |_| Ok(Box::new(|_| Ok(Next::On)))),
];

fn alignment(site: &Site<'_>, usual: u64) -> u64 {
    match site.int("alignment") {
        0 => usual,
        stated => stated as u64,
    }
}

/// A part of an address: a number, or an index (where it is, and its width) times a stride.
enum Offset {
    Fixed(i64),
    Index(Slot, u32, i64),
}

fn address(site: &Site<'_>) -> Result<Action, Lack> {
    let (base, out, element) = (site.operand(0)?.slot, site.result()?.slot, site.ty("elem_type")?);
    let mut offsets = Vec::new();
    let (mut dynamic, mut ty) = (1, &element.ty);
    for (place, index) in site.ints("rawConstantIndices").iter().enumerate() {
        let constant = (*index != i64::from(i32::MIN)).then_some(*index);
        let stride = match (place, ty) {
            (0, _) => element.size as i64,
            (_, LaneType::Struct(..)) => {
                let (offset, field) =
                    ty.part(constant.unwrap_or(0) as u64).ok_or_else(|| site.lacks(Form::NoPart))?;
                offsets.push(Offset::Fixed(offset as i64));
                ty = field;
                continue;
            }
            _ => {
                let (_, of) = ty.part(0).ok_or_else(|| site.lacks(Form::NoPart))?;
                let (stride, _) = ty.part(1).ok_or_else(|| site.lacks(Form::NoPart))?;
                ty = of;
                stride as i64
            }
        };
        match constant {
            Some(index) => offsets.push(Offset::Fixed(index.wrapping_mul(stride))),
            None => {
                let index = site.operand(dynamic)?;
                dynamic += 1;
                offsets.push(Offset::Index(index.slot, index.layout.scalar().bits(), stride));
            }
        }
    }
    offsets.retain(|offset| !matches!(offset, Offset::Fixed(0)));
    let promises = Promises::of(site);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let at = |slot: Slot| slot.start + if slot.lanes == 1 { 0 } else { lane };
            let base = machine.get(at(base));
            let (mut made, mut broken, mut sum) = (base, false, 0i64);
            for offset in &offsets {
                let (index, stride) = match offset {
                    Offset::Fixed(offset) => (*offset, 1),
                    Offset::Index(slot, width, stride) => {
                        let index = machine.get(at(*slot));
                        made.taint = made.taint.merge(index.taint);
                        (signed(index.bits, *width) as i64, *stride)
                    }
                };
                let step = index.wrapping_mul(stride);
                broken |= !promises.hold(made.bits as u64, sum, index, stride);
                sum = sum.wrapping_add(step);
                let inside = |pointer: Lane| step == 0 || machine.memory.is_within(pointer);
                let from = made;
                made.bits = (made.bits as u64).wrapping_add(step as u64).into();
                broken |= promises.bounded && !(inside(from) && inside(made));
            }
            let made = if broken && made.taint.is_none() { machine.poison() } else { made };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// The promises of an address about the way to it.
#[derive(Clone, Copy)]
struct Promises {
    /// It stays inside of its allocation.
    bounded: bool,
    /// No product or sum of offsets wraps around as a signed number.
    no_signed: bool,
    /// No sum overflows as an unsigned number.
    no_unsigned: bool,
}

impl Promises {
    fn of(site: &Site<'_>) -> Promises {
        let flags = site.int("noWrapFlags");
        let bounded = flags & 1 != 0 || site.has("inbounds");
        Promises { bounded, no_signed: flags & 2 != 0 || bounded, no_unsigned: flags & 4 != 0 }
    }

    /// True if they hold where an index times a stride is added to an address, after offsets of this sum.
    fn hold(self, address: u64, sum: i64, index: i64, stride: i64) -> bool {
        let signed_holds = || {
            let step = index.checked_mul(stride)?;
            sum.checked_add(step)?;
            address.checked_add_signed(step)
        };
        let unsigned_holds = || {
            let step = (index as u64).checked_mul(stride as u64)?;
            (sum as u64).checked_add(step)?;
            address.checked_add(step)
        };
        (!self.no_signed || signed_holds().is_some()) && (!self.no_unsigned || unsigned_holds().is_some())
    }
}

fn copy(site: &Site<'_>, apart: bool) -> Result<Action, Lack> {
    let (to, from) = (site.operand(0)?.slot.start, site.operand(1)?.slot.start);
    let size = size_of_copy(site, 2)?;
    Ok(Box::new(move |machine| {
        let (to, from, size) = (machine.get(to), machine.get(from), size(machine)?);
        machine.charge(size)?;
        machine.memory.copy(to, from, size, apart)?;
        Ok(Next::On)
    }))
}

fn fill(site: &Site<'_>) -> Result<Action, Lack> {
    let (to, byte) = (site.operand(0)?.slot.start, site.operand(1)?.slot.start);
    let size = size_of_copy(site, 2)?;
    Ok(Box::new(move |machine| {
        let (to, byte, size) = (machine.get(to), machine.get(byte), size(machine)?);
        machine.charge(size)?;
        machine.memory.fill(to, byte, size)?;
        Ok(Next::On)
    }))
}

/// Bytes to be copied: an operand, or, where it is always the same, an attribute.
fn size_of_copy(
    site: &Site<'_>,
    operand: usize,
) -> Result<impl Fn(&Machine<'_>) -> Result<u64, Stop> + 'static, Lack> {
    let fixed = site.int("len") as u64;
    let slot = if site.has("len") { None } else { Some(site.operand(operand)?.slot.start) };
    Ok(move |machine: &Machine<'_>| match slot {
        Some(slot) => Ok(machine.defined(machine.get(slot), "the size of a copy")? as u64),
        None => Ok(fixed),
    })
}

fn lifetime(site: &Site<'_>, begins: bool) -> Result<Action, Lack> {
    // The size came first until it was dropped.
    let pointer = site.operand(site.node.operands.len().saturating_sub(1))?.slot.start;
    Ok(Box::new(move |machine| {
        let pointer = machine.get(pointer);
        if pointer.taint.is_none() {
            machine.memory.refresh(pointer, begins);
        }
        Ok(Next::On)
    }))
}

/// Of two numbers; where one of them is NaN, the other (LangRef, 'llvm.maximumnum').
fn of_numbers(x: f64, y: f64, work: fn(f64, f64) -> f64) -> f64 {
    match (x.is_nan(), y.is_nan()) {
        (true, _) => y,
        (_, true) => x,
        _ => work(x, y),
    }
}

/// Nobody comes between, since there is one thread.
fn read_modify_write(site: &Site<'_>) -> Result<Action, Lack> {
    use super::float::{maximum, minimum};
    use crate::eval::lane::mask;
    use crate::eval::types::Scalar;
    use crate::op::lanewise::{decode, encode};
    let (pointer, value, out) = (site.operand(0)?.slot.start, site.operand(1)?, site.result()?);
    let scalar = out.layout.scalar();
    let width = scalar.bits();
    let whole = move |work: fn(u128, u128, u32) -> u128| {
        Box::new(move |x, y| work(x, y, width) & mask(width)) as Box<dyn Fn(u128, u128) -> u128>
    };
    let number = move |work: fn(f64, f64) -> f64| {
        let Scalar::Float(format) = scalar else { return Err(site.of(&scalar)) };
        let work = move |x: u128, y: u128| encode(format, work(decode(format, x), decode(format, y)));
        Ok(Box::new(work) as Box<dyn Fn(u128, u128) -> u128>)
    };
    let work = match site.int("bin_op") {
        0 => whole(|_, y, _| y),
        1 => whole(|x, y, _| x.wrapping_add(y)),
        2 => whole(|x, y, _| x.wrapping_sub(y)),
        3 => whole(|x, y, _| x & y),
        4 => whole(|x, y, _| !(x & y)),
        5 => whole(|x, y, _| x | y),
        6 => whole(|x, y, _| x ^ y),
        7 => whole(|x, y, w| if signed(x, w) > signed(y, w) { x } else { y }),
        8 => whole(|x, y, w| if signed(x, w) < signed(y, w) { x } else { y }),
        9 => whole(|x, y, _| x.max(y)),
        10 => whole(|x, y, _| x.min(y)),
        11 => number(|x, y| x + y)?,
        12 => number(|x, y| x - y)?,
        13 => number(f64::max)?,
        14 => number(f64::min)?,
        15 => whole(|x, y, _| if x >= y { 0 } else { x + 1 }),
        16 => whole(|x, y, _| if x == 0 || x > y { y } else { x - 1 }),
        17 => whole(|x, y, _| if x >= y { x - y } else { x }),
        18 => whole(|x, y, _| x.saturating_sub(y)),
        19 => number(maximum)?,
        20 => number(minimum)?,
        21 => number(|x, y| of_numbers(x, y, maximum))?,
        22 => number(|x, y| of_numbers(x, y, minimum))?,
        other => return Err(site.lacks(Form::value("bin_op", other))),
    };
    let (exchange, align) = (site.int("bin_op") == 0, alignment(site, out.layout.align));
    Ok(Box::new(move |machine| {
        let pointer = machine.get(pointer);
        machine.load(pointer, &out.layout, align, out.slot)?;
        let (old, new) = (machine.get(out.slot.start), machine.get(value.slot.start));
        // The exchanged value is as good as the new value, whatever lay there.
        let taint = if exchange { new.taint } else { old.taint.merge(new.taint) };
        let made =
            Lane { bits: if taint.is_none() { work(old.bits, new.bits) } else { 0 }, origin: 0, taint };
        machine.memory.store(pointer, &out.layout, align, &[made])?;
        Ok(Next::On)
    }))
}

fn compare_exchange(site: &Site<'_>) -> Result<Action, Lack> {
    let (pointer, expected, value) = (site.operand(0)?.slot.start, site.operand(1)?, site.operand(2)?);
    let (out, align) = (site.result()?.slot, alignment(site, value.layout.align));
    Ok(Box::new(move |machine| {
        let pointer = machine.get(pointer);
        machine.load(pointer, &value.layout, align, out.part(0, 1))?;
        let (old, expected) = (machine.get(out.start), machine.get(expected.slot.start));
        let taint = old.taint.merge(expected.taint);
        let same = machine.defined(Lane { taint, ..old }, "what is compared and exchanged")? == expected.bits;
        if same {
            machine.store(pointer, &value.layout, align, value.slot)?;
        }
        machine.set(out.start + 1, Lane::of(same.into()));
        Ok(Next::On)
    }))
}
