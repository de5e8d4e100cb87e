//! The functions lowered code shows its results with; what they are given has to be defined.

use super::Row;
use super::heap::Memref;
use crate::execute::interp::lane::Lane;
use crate::execute::interp::machine::Machine;
use crate::execute::interp::stop::Stop;
use crate::execute::runtimes::elements::{Elements, for_elements, for_ranked};
use crate::observe::{Buffer, Element};

/// Most elements one print call, and most print calls one program, may have.
const MOST_ELEMENTS: u64 = 1 << 20;
const MOST_OUTPUTS: u32 = 10_000;

/// What has been printed of a vector, which comes element by element between brackets.
#[derive(Default)]
pub struct Printing {
    printed: u32,
    bits: Vec<u64>,
    element: Option<Element>,
    counts: Vec<u64>,
    open: Vec<u64>,
}

macro_rules! memrefs {
    ($($suffix:literal, $element:ident, $parts:tt;)*) => {
        /// One row a function that is given a memref of any rank.
        pub const MEMREFS: &[Row] = &[$(
            (concat!("printMemref", $suffix), |machine, arguments| {
                ranked(machine, arguments, Elements { part: Element::$element, parts: &$parts })
            }),
            (concat!("_mlir_ciface_printMemref", $suffix), |machine, arguments| {
                unranked(machine, arguments, Elements { part: Element::$element, parts: &$parts })
            }),
            // It tells what a memref looks like, which is no result.
            (concat!("_mlir_ciface_printMemrefShape", $suffix), |_, _| Ok(None)),
        )*];
    };
}

for_elements!(memrefs);

macro_rules! ranked_memrefs {
    ($($suffix:literal, $rank:literal, $element:ident, $parts:tt;)*) => {
        /// One row a function that is given a memref of the rank in its name.
        pub const RANKED: &[Row] = &[$(
            (concat!("_mlir_ciface_printMemref", $suffix), |machine, arguments| {
                let memref = Memref::ranked(machine, $rank, arguments[0])?;
                print(machine, &memref, Elements { part: Element::$element, parts: &$parts })
            }),
        )*];
    };
}

for_ranked!(ranked_memrefs);

/// One row a function that is given a number, or nothing.
pub const SCALARS: &[Row] = &[
    ("printI64", |machine, arguments| scalar(machine, arguments, Element::I64)),
    ("printU64", |machine, arguments| scalar(machine, arguments, Element::I64)),
    ("printF32", |machine, arguments| scalar(machine, arguments, Element::F32)),
    ("printF64", |machine, arguments| scalar(machine, arguments, Element::F64)),
    ("printF16", |machine, arguments| scalar(machine, arguments, Element::F16)),
    ("printBF16", |machine, arguments| scalar(machine, arguments, Element::Bf16)),
    ("printOpen", |machine, _| open(machine)),
    ("printClose", |machine, _| close(machine)),
    ("printComma", |_, _| Ok(None)),
    ("printNewline", |_, _| Ok(None)),
    ("printString", |_, _| Ok(None)),
    // It tells how quick a run was, which is no result.
    ("printFlops", |_, _| Ok(None)),
];

type Nothing = Result<Option<Lane>, Stop>;

fn emit(machine: &mut Machine<'_>, buffer: Buffer) -> Nothing {
    machine.printing.printed += 1;
    if machine.printing.printed > MOST_OUTPUTS {
        return Err(Stop::unsupported(&format!("the program prints more than {MOST_OUTPUTS} times")));
    }
    (machine.sink)(buffer);
    Ok(None)
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
    let count = memref.count().saturating_mul(elements.count());
    if count > MOST_ELEMENTS {
        let said = format!("a memref of {count} elements was printed; {MOST_ELEMENTS} is the most");
        return Err(Stop::unsupported(&said));
    }
    let bits = memref.parts(machine, elements, "a printed element")?;
    let extents = memref.extents.iter().map(|extent| *extent as u64);
    let shape = extents.chain(elements.parts.iter().copied()).collect();
    emit(machine, Buffer { shape, element: elements.part, bits })
}

fn scalar(machine: &mut Machine<'_>, arguments: &[Lane], element: Element) -> Nothing {
    let bits = machine.defined(arguments[0], "a printed number")? as u64;
    show(machine, element, bits)
}

/// Shows one number.
///
/// # Errors
/// The program prints too much.
pub fn show(machine: &mut Machine<'_>, element: Element, bits: u64) -> Nothing {
    let Some(last) = machine.printing.open.last_mut() else {
        return emit(machine, Buffer { shape: Vec::new(), element, bits: vec![bits] });
    };
    *last += 1;
    machine.printing.element = Some(element);
    machine.printing.bits.push(bits);
    Ok(None)
}

fn open(machine: &mut Machine<'_>) -> Nothing {
    let printing = &mut machine.printing;
    printing.open.push(0);
    if printing.counts.len() < printing.open.len() {
        printing.counts.push(0);
    }
    Ok(None)
}

fn close(machine: &mut Machine<'_>) -> Nothing {
    let printing = &mut machine.printing;
    let Some(count) = printing.open.pop() else { return Ok(None) };
    printing.counts[printing.open.len()] = count;
    if let Some(outer) = printing.open.last_mut() {
        *outer += 1;
        return Ok(None);
    }
    let (shape, bits) = (std::mem::take(&mut printing.counts), std::mem::take(&mut printing.bits));
    let element = printing.element.unwrap_or(Element::I64);
    emit(machine, Buffer { shape, element, bits })
}
