//! Printing what an entry function gives, as bits that come back whole.

use super::text::WrapperText;
use super::value::{EntryValue, ValueKind, dims};
use super::{are_few, nested_places};
use crate::ir::Extent;
use crate::observe::Element;
use std::collections::BTreeSet;

/// Prints value `name`, the output of number `i`.
pub(super) fn output(text: &mut WrapperText, i: usize, name: &str, v: &EntryValue) -> Result<(), String> {
    text.printed.push(v.element);
    match &v.kind {
        ValueKind::Scalar => {
            scalar(text, i, name, v.element);
            Ok(())
        }
        ValueKind::Vector => {
            vector(text, i, name, v);
            Ok(())
        }
        ValueKind::Tensor => shaped(text, i, name, v, "tensor"),
        ValueKind::Memref { space: None, .. } => shaped(text, i, name, v, "memref"),
        ValueKind::Memref { strided, .. } => {
            let (Some(extents), None) = (&v.extents, strided) else {
                let (entry, spelling) = (&text.entry, &v.spelling);
                return Err(format!("@{entry} gives out {spelling}, which is in a memory space of its own"));
            };
            let spelling = format!("memref<{}{}>", open_dims(extents), v.element);
            let plain = format!("%out{i}p");
            text.line(format!("{plain} = memref.memory_space_cast {name} : {} to {spelling}", v.spelling));
            let kind = ValueKind::Memref { space: None, strided: None };
            let v = EntryValue { spelling, kind, extents: v.extents.clone(), ..*v };
            shaped(text, i, &plain, &v, "memref")
        }
    }
}

/// The function that prints memrefs of these elements, where there is one.
fn print_function(element: Element) -> Option<&'static str> {
    match element {
        Element::I32 => Some("printMemrefI32"),
        Element::I64 => Some("printMemrefI64"),
        Element::F32 => Some("printMemrefF32"),
        Element::F64 => Some("printMemrefF64"),
        Element::Index => Some("printMemrefInd"),
        _ => None,
    }
}

/// The function that prints what others are widened for.
const WIDE: &str = "printMemrefI64";

/// The function that prints a vector of these elements, stored in a memref.
fn print_stored(element: Element) -> Option<&'static str> {
    print_function(element).filter(|_| element != Element::Index)
}

/// The functions that print memrefs of these outputs. A function has one type, so with a memref among its outputs it prints no tensors.
pub(super) fn as_memrefs<'v>(outputs: impl Iterator<Item = &'v EntryValue>) -> BTreeSet<&'static str> {
    let functions = outputs.filter_map(|v| match v.kind {
        ValueKind::Memref { .. } => Some(print_function(v.element).unwrap_or(WIDE)),
        ValueKind::Vector => Some(print_stored(v.element).unwrap_or(WIDE)),
        ValueKind::Tensor if print_function(v.element).is_none() && few(v.extents.as_deref()).is_none() => {
            Some(WIDE)
        }
        ValueKind::Tensor | ValueKind::Scalar => None,
    });
    functions.collect()
}

fn shaped(text: &mut WrapperText, i: usize, name: &str, v: &EntryValue, kind: &str) -> Result<(), String> {
    if kind == "tensor" && text.as_memrefs.contains(print_function(v.element).unwrap_or(WIDE)) {
        let extents = ranked(text, v, "beside memrefs or vectors of these elements")?;
        copied(text, i, name, (v, extents), kind);
        return Ok(());
    }
    let Some(symbol) = print_function(v.element) else { return elements(text, i, name, v, kind) };
    let unranked = format!("{kind}<*x{}>", v.element);
    if v.spelling == unranked {
        text.call(symbol, name, &unranked);
        return Ok(());
    }
    text.line(format!("%out{i} = {kind}.cast {name} : {} to {unranked}", v.spelling));
    text.call(symbol, &format!("%out{i}"), &unranked);
    Ok(())
}

/// The extents of an output whose rank has to be known.
fn ranked<'v>(text: &WrapperText, v: &'v EntryValue, why: &str) -> Result<&'v [Extent], String> {
    let (entry, spelling) = (&text.entry, &v.spelling);
    let refused = || format!("@{entry} gives out {spelling}: {why} lowdiff needs a known rank");
    v.extents.as_deref().ok_or_else(refused)
}

fn scalar(text: &mut WrapperText, i: usize, name: &str, element: Element) {
    match element {
        Element::F32 => text.call("printF32", name, "f32"),
        Element::F64 => text.call("printF64", name, "f64"),
        Element::I64 => text.call("printI64", name, "i64"),
        _ => {
            let out = widened(text, &format!("%out{i}"), name, element, |element| element.to_owned());
            text.call("printI64", &out, "i64");
        }
    }
    text.newline();
}

/// Extends a number, or each of a container that `of` spells the type of, to 64 bits; the name of what comes of it.
fn widened(
    text: &mut WrapperText,
    out: &str,
    name: &str,
    element: Element,
    of: impl Fn(&str) -> String,
) -> String {
    let wide = of("i64");
    match element {
        Element::I64 => return name.to_owned(),
        Element::Index => text.line(format!("{out} = arith.index_cast {name} : {} to {wide}", of("index"))),
        _ if element.is_float() => {
            let bits = of(&format!("i{}", element.bits()));
            text.line(format!("{out}b = arith.bitcast {name} : {} to {bits}", of(element.name())));
            text.line(format!("{out} = arith.extsi {out}b : {bits} to {wide}"));
        }
        _ => text.line(format!("{out} = arith.extsi {name} : {} to {wide}", of(element.name()))),
    }
    out.to_owned()
}

/// Stores a vector where a print function can read it.
fn vector(text: &mut WrapperText, i: usize, name: &str, v: &EntryValue) {
    let extents: Vec<u64> = v.extents.iter().flatten().copied().flatten().collect();
    if extents.is_empty() {
        let element = v.element;
        text.line(format!("%out{i}e = vector.extract {name}[] : {element} from {}", v.spelling));
        return scalar(text, i, &format!("%out{i}e"), element);
    }
    let dims = dims(&extents);
    let (stored, element, symbol) = match print_stored(v.element) {
        Some(symbol) => (name.to_owned(), v.element.name(), symbol),
        None => {
            let of = |element: &str| format!("vector<{dims}{element}>");
            (widened(text, &format!("%out{i}v"), name, v.element, of), "i64", WIDE)
        }
    };
    let memref = format!("memref<{dims}{element}>");
    text.line(format!("%out{i}m = memref.alloc() : {memref}"));
    // Row by row: the conversion of vectors lowers no other store (vector, 'vector.store').
    let (outer, last) = extents.split_at(extents.len() - 1);
    let row = format!("vector<{}x{element}>", last[0]);
    for (number, place) in nested_places(outer).enumerate() {
        let mut source = stored.clone();
        if !outer.is_empty() {
            let at = place.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            source = format!("%out{i}r{number}");
            text.line(format!(
                "{source} = vector.extract {stored}[{at}] : {row} from vector<{dims}{element}>"
            ));
        }
        let at: Vec<String> = place.iter().chain(&[0]).map(|index| text.index(*index)).collect();
        text.line(format!("vector.store {source}, %out{i}m[{}] : {memref}, {row}", at.join(", ")));
    }
    let unranked = format!("memref<*x{element}>");
    text.line(format!("%out{i} = memref.cast %out{i}m : {memref} to {unranked}"));
    text.call(symbol, &format!("%out{i}"), &unranked);
}

/// Prints a memref of the elements of a container, which are copied in loops: nobody knows how many there are. Those are widened that no
/// function prints.
fn copied(text: &mut WrapperText, i: usize, name: &str, (v, extents): (&EntryValue, &[Extent]), kind: &str) {
    let (symbol, held) = match print_function(v.element) {
        Some(symbol) => (symbol, v.element.name()),
        None => (WIDE, "i64"),
    };
    let copy = format!("memref<{}{held}>", open_dims(extents));
    let (out, read) = (format!("%out{i}w"), if kind == "tensor" { "tensor.extract" } else { "memref.load" });
    let numbers: Vec<String> = (0..extents.len())
        .map(|d| {
            let at = text.index(d as u64);
            text.line(format!("%out{i}d{d} = {kind}.dim {name}, {at} : {}", v.spelling));
            format!("%out{i}d{d}")
        })
        .collect();
    let open = extents.iter().zip(&numbers).filter(|(extent, _)| extent.is_none());
    let open: Vec<&str> = open.map(|(_, number)| number.as_str()).collect();
    text.line(format!("{out} = memref.alloc({}) : {copy}", open.join(", ")));
    let (zero, one) = (text.index(0), text.index(1));
    let place: Vec<String> = (0..extents.len()).map(|d| format!("%out{i}i{d}")).collect();
    for (at, number) in place.iter().zip(&numbers) {
        text.line(format!("scf.for {at} = {zero} to {number} step {one} {{"));
    }
    let (place, e) = (place.join(", "), format!("%out{i}e"));
    text.line(format!("{e} = {read} {name}[{place}] : {}", v.spelling));
    let element = match symbol {
        WIDE => widened(text, &format!("{e}w"), &e, v.element, str::to_owned),
        _ => e,
    };
    text.line(format!("memref.store {element}, {out}[{place}] : {copy}"));
    extents.iter().for_each(|_| text.line("}".to_owned()));
    let unranked = format!("memref<*x{held}>");
    text.line(format!("%out{i} = memref.cast {out} : {copy} to {unranked}"));
    text.call(symbol, &format!("%out{i}"), &unranked);
}

/// Extents as they stand before an element type.
fn open_dims(extents: &[Extent]) -> String {
    extents.iter().map(|extent| extent.map_or("?x".to_owned(), |e| format!("{e}x"))).collect()
}

/// The extents of a container that has few elements, which are printed one by one.
fn few(extents: Option<&[Extent]>) -> Option<Vec<u64>> {
    let known: Option<Vec<u64>> = extents?.iter().copied().collect();
    known.filter(|extents| are_few(extents))
}

/// There is no stock print function for narrow types, so each element goes through i64: scalar
/// operations, which every path that lowers the container lowers too.
fn elements(text: &mut WrapperText, i: usize, name: &str, v: &EntryValue, kind: &str) -> Result<(), String> {
    let own = ranked(text, v, "for this element type")?;
    let Some(extents) = few(Some(own)) else {
        copied(text, i, name, (v, own), kind);
        return Ok(());
    };
    let dims = dims(&extents);
    let read = if kind == "tensor" { "tensor.extract" } else { "memref.load" };
    let wide = format!("{kind}<{dims}i64>");
    if let Some(widest) = extents.iter().max().filter(|widest| **widest > 0) {
        text.index(widest - 1);
    }
    if kind == "memref" {
        text.line(format!("%out{i}w = memref.alloc() : {wide}"));
    }
    let mut elements = Vec::new();
    for (flat, place) in nested_places(&extents).enumerate() {
        let place: Vec<String> = place.into_iter().map(|at| text.index(at)).collect();
        let (place, e) = (place.join(", "), format!("%o{i}e{flat}"));
        text.line(format!("{e} = {read} {name}[{place}] : {}", v.spelling));
        let wide_element = widened(text, &format!("{e}w"), &e, v.element, str::to_owned);
        if kind == "memref" {
            text.line(format!("memref.store {wide_element}, %out{i}w[{place}] : {wide}"));
        }
        elements.push(wide_element);
    }
    if kind == "tensor" {
        text.line(format!("%out{i}w = tensor.from_elements {} : {wide}", elements.join(", ")));
    }
    text.line(format!("%out{i} = {kind}.cast %out{i}w : {wide} to {kind}<*xi64>"));
    text.call(WIDE, &format!("%out{i}"), &format!("{kind}<*xi64>"));
    Ok(())
}
