//! Printing, as what it is lowered to prints: numbers and brackets, of which commas and ends of lines are no part.

use super::{each, extents};
use crate::eval::lane::signed;
use crate::eval::library::print::{ELEMENT, NUMBER, number, show};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::ir::{Attribute, Signedness, Type};
use crate::observe::Element;
use crate::observe::Lack;
use crate::op::{Row, row};
use crate::runtimes::apfloat;

/// One row an operation.
pub const ROWS: &[Row] = &[row("vector.print", print)];

/// The way a number is printed.
#[derive(Clone, Copy)]
enum NumberForm {
    /// As it is.
    Whole(Element),
    /// An integer of so many bits with its sign.
    Signed(u32),
    /// A float of the format that MLIR's library for floats has under this number.
    Small(u64),
}

impl NumberForm {
    /// As the functions of MLIR's runtime take numbers of this type ("mlir/ExecutionEngine/CRunnerUtils.h"): integers in 64 bits, with
    /// their sign unless they are unsigned or have one bit.
    fn of(ty: &Type) -> Option<NumberForm> {
        match ty {
            Type::Integer(1, _) | Type::Index => Some(NumberForm::Whole(Element::I64)),
            Type::Integer(..=64, Signedness::Unsigned) => Some(NumberForm::Whole(Element::I64)),
            Type::Integer(width @ ..=64, _) => Some(NumberForm::Signed(*width)),
            Type::Float("f16") => Some(NumberForm::Whole(Element::F16)),
            Type::Float("bf16") => Some(NumberForm::Whole(Element::Bf16)),
            Type::Float("f32") => Some(NumberForm::Whole(Element::F32)),
            Type::Float("f64") => Some(NumberForm::Whole(Element::F64)),
            Type::Float(name) => apfloat::format_named(name).map(NumberForm::Small),
            _ => None,
        }
    }

    fn show(self, machine: &mut Machine<'_>, bits: u128) -> Result<(), Stop> {
        match self {
            NumberForm::Whole(element) => show(machine, element, bits as u64)?,
            NumberForm::Signed(width) => show(machine, Element::I64, signed(bits, width) as u64)?,
            NumberForm::Small(format) => {
                let (element, bits) = apfloat::shown(format, bits as u64)
                    .map_err(|rule| Stop::lacks(Lack::FloatFormat(rule.id.to_owned())))?;
                show(machine, element, bits)?
            }
        };
        Ok(())
    }
}

fn print(site: &Site<'_>) -> Result<Action, Lack> {
    let bracket = Bracket::of(site);
    let Ok(value) = site.operand(0) else { return Ok(text(site).unwrap_or_else(|| alone(bracket))) };
    let ty = site.operand_type(0)?;
    let (element, within) = match &**ty {
        Type::Vector(_, element) => (element, Some(extents(ty)?)),
        _ => (ty, None),
    };
    let shown = NumberForm::of(element).ok_or_else(|| site.of(ty))?;
    let slot = value.slot;
    // One without dimensions is printed as a vector of one element.
    let within = within.map(|extents| if extents.is_empty() { vec![1] } else { extents });
    Ok(Box::new(move |machine| {
        let Some(within) = &within else {
            let bits = number(machine, machine.get(slot.start), NUMBER)?;
            shown.show(machine, bits)?;
            return put(machine, bracket);
        };
        machine.charge(16 * u64::from(slot.lanes))?;
        let (mut lane, mut ended) = (slot.start, Ok(()));
        each(within, |indices| {
            if ended.is_ok() {
                ended = element_of(machine, within, indices, lane, shown);
            }
            lane += 1;
        });
        ended?;
        put(machine, bracket)
    }))
}

/// Prints one element, with the brackets that open before it and close behind it.
fn element_of(
    machine: &mut Machine<'_>,
    within: &[u64],
    indices: &[usize],
    lane: u32,
    shown: NumberForm,
) -> Result<(), Stop> {
    let at_begin = indices.iter().rev().take_while(|index| **index == 0).count();
    (0..at_begin).for_each(|_| machine.printing.open());
    let bits = number(machine, machine.get(lane), ELEMENT)?;
    shown.show(machine, bits)?;
    let at_end =
        indices.iter().zip(within).rev().take_while(|(index, extent)| **index as u64 + 1 == **extent);
    (0..at_end.count()).try_for_each(|_| close(machine))
}

/// Closes a bracket; the last one ends an output.
fn close(machine: &mut Machine<'_>) -> Result<(), Stop> {
    let Some(output) = machine.printing.close() else { return Ok(()) };
    machine.printing.count().map_err(Stop::lacks)?;
    (machine.sink)(output);
    Ok(())
}

/// Text by itself, to its first zero.
fn text(site: &Site<'_>) -> Option<Action> {
    let said = site.node.text("stringLiteral")?.split('\0').next()?.to_owned();
    Some(Box::new(move |machine| {
        machine.say(said.as_bytes())?;
        Ok(Next::On)
    }))
}

/// A bracket that stands alone or behind a value; other punctuation is no part of an output (vector, 'vector.print').
#[derive(Clone, Copy)]
enum Bracket {
    Open,
    Close,
}

impl Bracket {
    fn of(site: &Site<'_>) -> Option<Bracket> {
        let Some(mark @ Attribute::Other(_)) = site.attribute("punctuation") else { return None };
        match (mark.says("open"), mark.says("close")) {
            (true, _) => Some(Bracket::Open),
            (_, true) => Some(Bracket::Close),
            _ => None,
        }
    }
}

fn put(machine: &mut Machine<'_>, bracket: Option<Bracket>) -> Result<Next, Stop> {
    match bracket {
        Some(Bracket::Open) => machine.printing.open(),
        Some(Bracket::Close) => close(machine)?,
        None => {}
    }
    Ok(Next::On)
}

/// The action of an operation without a value.
fn alone(bracket: Option<Bracket>) -> Action {
    Box::new(move |machine| put(machine, bracket))
}
