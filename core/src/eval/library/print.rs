//! The functions lowered code shows its results with; what they are given has to be defined.

use super::LibraryFunction;
use crate::eval::OpenElement;
use crate::eval::lane::Lane;
use crate::eval::machine::Machine;
use crate::eval::memref::Memref;
use crate::eval::stop::Stop;
use crate::eval::types::{LaneType, Layout, Scalar};
use crate::observe::{Buffer, Element};
use crate::runtimes::elements::{Elements, for_elements, for_ranked};
use crate::runtimes::printing;

macro_rules! memrefs {
    ($($suffix:literal, $element:ident, $parts:tt;)*) => {
        /// One row a function that is given a memref of any rank.
        pub const MEMREFS: &[LibraryFunction] = &[$(
            (concat!("printMemref", $suffix), |machine, arguments| {
                ranked(machine, arguments, Elements { part: Element::$element, parts: &$parts })
            }),
            (concat!("_mlir_ciface_printMemref", $suffix), |machine, arguments| {
                unranked(machine, arguments, Elements { part: Element::$element, parts: &$parts })
            }),
            // It tells what a memref looks like, which is no result.
            (concat!("_mlir_ciface_printMemrefShape", $suffix), |_, _| Ok(None)),
        )*];

        /// One row a function that is given a tensor, before there are memrefs.
        pub const TENSORS: &[LibraryFunction] = &[$(
            (concat!("printMemref", $suffix), |machine, arguments| {
                tensor(machine, arguments, Elements { part: Element::$element, parts: &$parts })
            }),
        )*];
    };
}

for_elements!(memrefs);

macro_rules! ranked_memrefs {
    ($($suffix:literal, $rank:literal, $element:ident, $parts:tt;)*) => {
        /// One row a function that is given a memref of the rank in its name.
        pub const RANKED: &[LibraryFunction] = &[$(
            (concat!("_mlir_ciface_printMemref", $suffix), |machine, arguments| {
                let memref = Memref::ranked(machine, $rank, arguments[0])?;
                print(machine, &memref, Elements { part: Element::$element, parts: &$parts })
            }),
        )*];
    };
}

for_ranked!(ranked_memrefs);

/// One row a function that is given a number, or nothing.
pub const SCALARS: &[LibraryFunction] = &[
    ("printI64", |machine, arguments| scalar(machine, arguments, Element::I64)),
    ("printU64", |machine, arguments| scalar(machine, arguments, Element::I64)),
    ("printF32", |machine, arguments| scalar(machine, arguments, Element::F32)),
    ("printF64", |machine, arguments| scalar(machine, arguments, Element::F64)),
    ("printF16", |machine, arguments| scalar(machine, arguments, Element::F16)),
    ("printBF16", |machine, arguments| scalar(machine, arguments, Element::Bf16)),
    ("printOpen", |machine, _| {
        machine.printing.open();
        Ok(None)
    }),
    ("printClose", |machine, _| {
        let output = machine.printing.close();
        emit(machine, output)
    }),
    ("printComma", |_, _| Ok(None)),
    ("printNewline", |_, _| Ok(None)),
    ("printString", |machine, arguments| {
        let (byte, mut text) =
            (Layout::of(LaneType::Scalar(Scalar::Int(8))).map_err(Stop::lacks)?, Vec::new());
        loop {
            let mut read = [Lane::default()];
            let at = Lane { bits: arguments[0].bits + text.len() as u128, ..arguments[0] };
            machine.memory.load(at, &byte, 1, machine.at, &mut read)?;
            match machine.defined(read[0], "a printed character")? as u8 {
                0 => break,
                character => text.push(character),
            }
            machine.charge(1)?;
        }
        machine.say(&text)?;
        Ok(None)
    }),
    // It tells how quick a run was, which is no result.
    ("printFlops", |_, _| Ok(None)),
];

/// An element of an output, in messages.
pub const ELEMENT: &str = "a printed element";
/// A number that is printed by itself, in messages.
pub const NUMBER: &str = "a printed number";

type Nothing = Result<Option<Lane>, Stop>;

/// Hands over an output that is whole.
fn emit(machine: &mut Machine<'_>, output: Option<Buffer>) -> Nothing {
    let Some(output) = output else { return Ok(None) };
    machine.printing.count().map_err(Stop::lacks)?;
    (machine.sink)(output);
    Ok(None)
}

/// The bits of an element of the next output. One that the documentation leaves open is shown as zero, and noted.
fn shown(machine: &mut Machine<'_>, lane: Lane, place: usize, what: &str) -> Result<u128, Stop> {
    if lane.taint.is_open() {
        let output = machine.printing.outputs();
        machine.open.push(OpenElement { output, place, origin: lane.taint.operation() });
        return Ok(0);
    }
    machine.defined(lane, what)
}

/// As [`shown`], of a number that stands alone or is the next element of a vector.
///
/// # Errors
/// It is poison or undef.
pub fn number(machine: &mut Machine<'_>, lane: Lane, what: &str) -> Result<u128, Stop> {
    let place = machine.printing.elements();
    shown(machine, lane, place, what)
}

fn unranked(machine: &mut Machine<'_>, arguments: &[Lane], elements: Elements) -> Nothing {
    let memref = Memref::unranked(machine, arguments[0])?;
    print(machine, &memref, elements)
}

fn ranked(machine: &mut Machine<'_>, arguments: &[Lane], elements: Elements) -> Nothing {
    let rank = machine.defined(arguments[0], "the rank of a memref")? as i64;
    let memref = Memref::ranked(machine, rank, arguments[1])?;
    print(machine, &memref, elements)
}

fn print(machine: &mut Machine<'_>, memref: &Memref, elements: Elements) -> Nothing {
    let mut place = 0;
    let parts = || {
        memref.each_part(machine, elements, |machine, lane| {
            place += 1;
            shown(machine, lane, place - 1, ELEMENT).map(|bits| bits as u64)
        })
    };
    let output = printing::memref(&memref.extents, elements, Stop::lacks, parts)?;
    emit(machine, Some(output))
}

fn tensor(machine: &mut Machine<'_>, arguments: &[Lane], elements: Elements) -> Nothing {
    let tensor = machine.tensor(arguments[0])?;
    let extents: Vec<i64> = tensor.shape.iter().map(|extent| *extent as i64).collect();
    let mut bits =
        |(place, lane): (usize, &Lane)| shown(machine, *lane, place, ELEMENT).map(|bits| bits as u64);
    let parts = || tensor.lanes.iter().enumerate().map(&mut bits).collect();
    let output = printing::memref(&extents, elements, Stop::lacks, parts)?;
    emit(machine, Some(output))
}

fn scalar(machine: &mut Machine<'_>, arguments: &[Lane], element: Element) -> Nothing {
    let bits = number(machine, arguments[0], NUMBER)? as u64;
    show(machine, element, bits)
}

/// Shows one number.
///
/// # Errors
/// The program prints too much.
pub fn show(machine: &mut Machine<'_>, element: Element, bits: u64) -> Nothing {
    let output = machine.printing.number(element, bits);
    emit(machine, output)
}
