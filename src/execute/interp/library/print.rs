//! The functions lowered code shows its results with; what they are given has to be defined.

use super::Row;
use super::heap::Memref;
use crate::execute::interp::lane::Lane;
use crate::execute::interp::machine::Machine;
use crate::execute::interp::stop::Stop;
use crate::execute::interp::types::{Layout, Scalar, Type};
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
    ($($plain:literal, $wrapped:literal, $element:ident;)*) => {
        &[
            $(
                ($plain, |machine, arguments| ranked(machine, arguments, Element::$element)),
                ($wrapped, |machine, arguments| unranked(machine, arguments, Element::$element)),
            )*
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
        ]
    };
}

/// One row a function.
pub const ROWS: &[Row] = memrefs! {
    "printMemrefI8", "_mlir_ciface_printMemrefI8", I8;
    "printMemrefI16", "_mlir_ciface_printMemrefI16", I16;
    "printMemrefI32", "_mlir_ciface_printMemrefI32", I32;
    "printMemrefI64", "_mlir_ciface_printMemrefI64", I64;
    "printMemrefInd", "_mlir_ciface_printMemrefInd", Index;
    "printMemrefF16", "_mlir_ciface_printMemrefF16", F16;
    "printMemrefBF16", "_mlir_ciface_printMemrefBF16", Bf16;
    "printMemrefF32", "_mlir_ciface_printMemrefF32", F32;
    "printMemrefF64", "_mlir_ciface_printMemrefF64", F64;
};

type Nothing = Result<Option<Lane>, Stop>;

fn emit(machine: &mut Machine<'_>, buffer: Buffer) -> Nothing {
    machine.printing.printed += 1;
    if machine.printing.printed > MOST_OUTPUTS {
        return Err(Stop::unsupported(&format!("the program prints more than {MOST_OUTPUTS} times")));
    }
    (machine.sink)(buffer);
    Ok(None)
}

fn unranked(machine: &mut Machine<'_>, arguments: &[Lane], element: Element) -> Nothing {
    let memref = Memref::unranked(machine, arguments[0])?;
    print(machine, &memref, element)
}

fn ranked(machine: &mut Machine<'_>, arguments: &[Lane], element: Element) -> Nothing {
    let rank = machine.defined(arguments[0], "the rank of a memref")? as i64;
    let memref = Memref::ranked(machine, rank, arguments[1])?;
    print(machine, &memref, element)
}

fn print(machine: &mut Machine<'_>, memref: &Memref, element: Element) -> Nothing {
    let count = memref.count();
    if count > MOST_ELEMENTS {
        let said = format!("a memref of {count} elements was printed; {MOST_ELEMENTS} is the most");
        return Err(Stop::unsupported(&said));
    }
    let layout = Layout::of(Type::Scalar(Scalar::Int(element.bits())));
    let layout = layout.map_err(|what| Stop::unsupported(&what))?;
    let bytes = u64::from(element.bits() / 8);
    let mut bits = Vec::with_capacity(count as usize);
    for place in memref.places(bytes) {
        let mut lane = [Lane::default()];
        machine.memory.load(place, &layout, 1, machine.at, &mut lane)?;
        bits.push(machine.defined(lane[0], "a printed element")? as u64);
    }
    let shape = memref.extents.iter().map(|extent| *extent as u64).collect();
    emit(machine, Buffer { shape, element, bits })
}

fn scalar(machine: &mut Machine<'_>, arguments: &[Lane], element: Element) -> Nothing {
    let bits = machine.defined(arguments[0], "a printed number")? as u64;
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
