//! The ways in which operations of linalg are placed: on tensors, with destinations that are empty, filled or in reach, and on buffers.

use super::named_maps;
use crate::grow::buffers::{self, BufferKind};
use crate::grow::control::segments;
use crate::grow::types::{element, index, is_float, is_integer, is_number, shape, truth, width};
use crate::grow::window::WindowNumber;
use crate::grow::{Growth, Kind, ViewSource, draw, new_values, types};
use crate::ir::{Attribute, Expression, Extent, Map, Name, Type, Value};
use crate::observe::Element;
use crate::version::Change;
use std::rc::Rc;

/// The kind of values that an operation works on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Tensors,
    Buffers,
}

/// Extents of loops, or of an operand.
type Extents = Vec<WindowNumber>;

/// An operation that is being put together.
struct Structured {
    held: Held,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
}

/// Loops of so many dimensions, and what they work on. Those of buffers have known extents.
fn loops(growth: &mut Growth<'_>, rank: usize) -> (Structured, Extents) {
    let held = if growth.plan.has("memref.alloc") && growth.choices.below(3) == 0 {
        Held::Buffers
    } else {
        Held::Tensors
    };
    let extents = draw::extents(growth, rank).into_iter().map(|extent| {
        match held == Held::Tensors && draw::is_open(growth) {
            true => WindowNumber::Open(new_values::one_to(growth, extent)),
            false => WindowNumber::Known(extent as i64),
        }
    });
    let extents = extents.collect();
    (Structured { held, inputs: Vec::new(), outputs: Vec::new() }, extents)
}

/// The extents that a map picks of those of loops. A window has as many elements as its two loops reach.
fn picked(map: &Map, loops: &Extents) -> Extents {
    let known = |side: &Expression| side.dimension().and_then(|at| loops[at as usize].known()).unwrap_or(1);
    let one = |result: &Expression| match result {
        Expression::Dimension(at) => loops[*at as usize],
        Expression::Add(left, right) => WindowNumber::Known(known(left) + known(right) - 1),
        _ => WindowNumber::Known(1),
    };
    map.results.iter().map(one).collect()
}

fn open(extents: &Extents) -> Vec<Value> {
    let value = |extent: &WindowNumber| match extent {
        WindowNumber::Open(value) => Some(*value),
        WindowNumber::Known(_) => None,
    };
    extents.iter().filter_map(value).collect()
}

impl Structured {
    fn ty(&self, extents: &Extents, element: &Rc<Type>) -> Rc<Type> {
        let shape: Vec<Extent> =
            extents.iter().map(|extent| extent.known().map(|extent| extent as u64)).collect();
        match self.held {
            Held::Tensors => types::tensor(&shape, element),
            Held::Buffers => types::memref(&shape, element),
        }
    }

    /// A value of these extents whose elements are all known.
    fn operand(&self, growth: &mut Growth<'_>, extents: &Extents, element: &Rc<Type>) -> Value {
        let ty = self.ty(extents, element);
        let sizes = open(extents);
        match self.held {
            Held::Tensors if sizes.is_empty() => growth.value(&ty),
            Held::Tensors => {
                let number = growth.value(element);
                growth.one("tensor.splat", &[&[number], &sizes[..]].concat(), &ty, &[])
            }
            Held::Buffers => {
                let found = growth.find(|other| has_shape(other, &ty));
                found.unwrap_or_else(|| new_buffer(growth, &ty))
            }
        }
    }

    fn input(&mut self, growth: &mut Growth<'_>, extents: &Extents, element: &Rc<Type>) {
        let input = self.operand(growth, extents, element);
        self.inputs.push(input);
    }

    /// Something of these extents that is written. Where all of it is overwritten, it may be empty.
    fn output(
        &mut self,
        growth: &mut Growth<'_>,
        extents: &Extents,
        element: &Rc<Type>,
        is_overwritten: bool,
    ) {
        let ty = self.ty(extents, element);
        let output = match (self.held, growth.choices.below(3)) {
            (Held::Tensors, 0 | 1) => {
                let empty = growth.hidden("tensor.empty", &open(extents), &ty, &[]);
                if is_overwritten { empty } else { filled(growth, empty) }
            }
            (Held::Tensors, _) => self.operand(growth, extents, element),
            (Held::Buffers, _) => {
                let taken: Vec<ViewSource> =
                    self.inputs.iter().chain(&self.outputs).map(|value| growth.source(*value)).collect();
                let found = growth.find_writable(|other| has_shape(other, &ty));
                let found = found.filter(|value| !taken.contains(&growth.source(*value)));
                found.unwrap_or_else(|| new_buffer(growth, &ty))
            }
        };
        self.outputs.push(output);
    }

    /// Places the operation at hand: `body` is handed an element of each operand, and returns those of the outputs.
    fn place(
        &self,
        growth: &mut Growth<'_>,
        attributes: &[(Name, Attribute)],
        body: impl FnOnce(&mut Growth<'_>, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<()> {
        let operands = [&self.inputs[..], &self.outputs].concat();
        let arguments: Vec<Rc<Type>> = growth.types(&operands).iter().map(element).collect();
        let region = growth.region(Kind::Elements, &arguments, |growth, elements| {
            let left = body(growth, elements)?;
            growth.end("linalg.yield", &left, &[]);
            Some(())
        })?;
        let results = if self.held == Held::Tensors { growth.types(&self.outputs) } else { Vec::new() };
        growth.emit_with(growth.name(), &operands, &results, attributes, vec![region]);
        Some(())
    }

    /// The numbers of inputs and outputs.
    fn sizes(&self) -> (Name, Attribute) {
        segments(&[self.inputs.len(), self.outputs.len()])
    }
}

/// True of a memref of the extents and elements of another one.
fn has_shape(ty: &Type, wanted: &Rc<Type>) -> bool {
    matches!(ty, Type::Memref { element: own, .. } if *own == element(wanted)) && shape(ty) == shape(wanted)
}

fn new_buffer(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Value {
    let kind = if growth.choices.coin() { BufferKind::Heap } else { BufferKind::Stack };
    let made = buffers::buffer(growth, ty, kind);
    growth.reveal(made);
    made
}

/// A tensor that is filled with one number.
fn filled(growth: &mut Growth<'_>, empty: Value) -> Value {
    let ty = growth.ty(empty);
    let numbers = element(&ty);
    let number = growth.value(&numbers);
    let region = growth.region(Kind::Elements, &[numbers.clone(), numbers], |growth, elements| {
        growth.end("linalg.yield", &elements[..1], &[]);
        Some(())
    });
    growth.emit_with(
        "linalg.fill",
        &[number, empty],
        &[ty],
        &[segments(&[1, 1])],
        region.into_iter().collect(),
    )[0]
}

/// A type of numbers that operations with a name know: no index, and where `truths` does not say so no truth.
fn named_number(growth: &mut Growth<'_>, truths: bool) -> Option<Rc<Type>> {
    draw::number(growth, |ty| is_float(ty) || is_integer(ty) && (truths || width(ty) > 1) && is_stored(ty))
}

/// True of numbers that memory holds in whole bytes.
fn is_stored(ty: &Type) -> bool {
    is_float(ty) || matches!(width(ty), 8 | 16 | 32 | 64)
}

/// A type of numbers that tensors hold, or buffers where it is for these.
fn some_number(growth: &mut Growth<'_>, held: Held) -> Option<Rc<Type>> {
    draw::number(growth, |ty| is_number(ty) && (held == Held::Tensors || *ty == Type::Index || is_stored(ty)))
}

/// `linalg.fill`.
pub fn fill(growth: &mut Growth<'_>) -> Option<()> {
    let rank = growth.choices.below(4);
    let (mut of, extents) = loops(growth, rank);
    let numbers = some_number(growth, of.held)?;
    let number = growth.value(&numbers);
    of.output(growth, &extents, &numbers, true);
    of.inputs.push(number);
    of.place(growth, &[of.sizes()], |_, elements| Some(elements[..1].to_vec()))
}

/// An operation on each element that has a name, with the operations that its body has for integers and for floats.
struct Named {
    name: Name,
    integers: Option<Name>,
    floats: Option<Name>,
}

const fn named_as(name: Name, integers: Option<Name>, floats: Option<Name>) -> Named {
    Named { name, integers, floats }
}

const ELEMENTWISE: &[Named] = &[
    named_as("linalg.copy", None, None),
    named_as("linalg.add", Some("arith.addi"), Some("arith.addf")),
    named_as("linalg.sub", Some("arith.subi"), Some("arith.subf")),
    named_as("linalg.mul", Some("arith.muli"), Some("arith.mulf")),
    named_as("linalg.max", Some("arith.maxsi"), Some("arith.maximumf")),
    named_as("linalg.min", Some("arith.minsi"), Some("arith.minimumf")),
    named_as("linalg.div", None, Some("arith.divf")),
    named_as("linalg.abs", None, Some("math.absf")),
    named_as("linalg.ceil", None, Some("math.ceil")),
    named_as("linalg.floor", None, Some("math.floor")),
    named_as("linalg.negf", None, Some("arith.negf")),
    named_as("linalg.round", None, Some("math.round")),
    named_as("linalg.square", None, Some("arith.mulf")),
];

/// Operations of [`ELEMENTWISE`] that take one operand.
const UNARY: [Name; 7] = [
    "linalg.copy",
    "linalg.abs",
    "linalg.ceil",
    "linalg.floor",
    "linalg.negf",
    "linalg.round",
    "linalg.square",
];

/// An operation on each element that has a name.
pub fn each(growth: &mut Growth<'_>) -> Option<()> {
    let name = growth.name();
    let row = ELEMENTWISE.iter().find(|row| row.name == name)?;
    let is_copy = row.integers.is_none() && row.floats.is_none();
    let numbers = match (is_copy, row.integers) {
        (true, _) | (_, Some(_)) => named_number(growth, false)?,
        _ => draw::number(growth, is_float)?,
    };
    let rank = growth.choices.below(4);
    let (mut of, extents) = loops(growth, rank);
    let count = if UNARY.contains(&name) { 1 } else { 2 };
    (0..count).for_each(|_| of.input(growth, &extents, &numbers));
    of.output(growth, &extents, &numbers, true);
    let how = if is_float(&numbers) { row.floats } else { row.integers };
    of.place(growth, &[of.sizes()], |growth, elements| {
        let Some(how) = how else { return Some(elements[..1].to_vec()) };
        let operands =
            if name == "linalg.square" { vec![elements[0]; 2] } else { elements[..count].to_vec() };
        Some(vec![growth.one(how, &operands, &numbers, &[])])
    })
}

/// `linalg.select`.
pub fn select(growth: &mut Growth<'_>) -> Option<()> {
    let rank = growth.choices.below(4);
    let (mut of, extents) = loops(growth, rank);
    // No buffer holds truths.
    of.held = Held::Tensors;
    let numbers = named_number(growth, true)?;
    of.input(growth, &extents, &truth());
    (0..2).for_each(|_| of.input(growth, &extents, &numbers));
    of.output(growth, &extents, &numbers, true);
    of.place(growth, &[of.sizes()], |growth, elements| {
        Some(vec![growth.one("arith.select", &elements[..3], &numbers, &[])])
    })
}

/// Integers more often than floats, whose sums hang on the order more often than not.
fn summed_number(growth: &mut Growth<'_>) -> Option<Rc<Type>> {
    match growth.choices.below(4) {
        0 => named_number(growth, false),
        _ => draw::number(growth, |ty| is_integer(ty) && width(ty) > 1 && is_stored(ty)),
    }
}

/// A product of matrices or vectors, a convolution or a pooling, whose name says the maps.
pub fn named(growth: &mut Growth<'_>) -> Option<()> {
    let name = growth.name();
    let maps = named_maps(name, &[], &[])?;
    let (mut of, mut extents) = loops(growth, maps[0].dimensions as usize);
    let has_window = |map: &Map| map.results.iter().any(|result| result.dimension().is_none());
    if maps.iter().any(has_window) {
        // The extent of a window is known where those of its loops are.
        extents.iter_mut().for_each(|extent| *extent = WindowNumber::Known(extent.known().unwrap_or(2)));
    }
    let numbers = summed_number(growth)?;
    for map in &maps[..2] {
        of.input(growth, &picked(map, &extents), &numbers);
    }
    of.output(growth, &picked(&maps[2], &extents), &numbers, false);
    let is_whole = !is_float(&numbers);
    let pools = match name.rsplit('_').next() {
        Some("max") => Some(if is_whole { "arith.maxsi" } else { "arith.maximumf" }),
        Some("min") => Some(if is_whole { "arith.minsi" } else { "arith.minimumf" }),
        Some("sum") => Some(if is_whole { "arith.addi" } else { "arith.addf" }),
        _ => None,
    };
    let (multiply, add) = if is_whole { ("arith.muli", "arith.addi") } else { ("arith.mulf", "arith.addf") };
    of.place(growth, &[of.sizes()], |growth, elements| {
        let term = match pools {
            Some(_) => elements[0],
            None => growth.one(multiply, &elements[..2], &numbers, &[]),
        };
        Some(vec![growth.one(pools.unwrap_or(add), &[elements[2], term], &numbers, &[])])
    })
}

fn dimensions(all: &[usize]) -> Attribute {
    Attribute::array(Element::I64, all.iter().map(|at| *at as i64).collect())
}

/// `linalg.transpose`.
pub fn transpose(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(3);
    let (mut of, extents) = loops(growth, rank);
    let (numbers, order) = (some_number(growth, of.held)?, draw::order(growth, rank));
    // A transposition of buffers in which no dimension moves is left out before, and the copy with it.
    if !Change::KeptTranspositions.is_in(growth.plan.version) && of.held == Held::Buffers && order.is_sorted()
    {
        return None;
    }
    of.input(growth, &extents, &numbers);
    let moved = order.iter().map(|at| extents[*at]).collect();
    of.output(growth, &moved, &numbers, true);
    of.place(growth, &[("permutation", dimensions(&order))], |_, elements| Some(elements[..1].to_vec()))
}

/// Some of so many dimensions, in order: one at least.
fn subset(growth: &mut Growth<'_>, rank: usize) -> Vec<usize> {
    let always = growth.choices.below(rank);
    (0..rank).filter(|at| *at == always || growth.choices.coin()).collect()
}

fn without(extents: &Extents, left_out: &[usize]) -> Extents {
    (0..extents.len()).filter(|at| !left_out.contains(at)).map(|at| extents[at]).collect()
}

/// `linalg.broadcast`.
pub fn broadcast(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(3);
    let (mut of, extents) = loops(growth, rank);
    let (numbers, added) = (some_number(growth, of.held)?, subset(growth, rank));
    of.input(growth, &without(&extents, &added), &numbers);
    of.output(growth, &extents, &numbers, true);
    of.place(growth, &[("dimensions", dimensions(&added))], |_, elements| Some(elements[..1].to_vec()))
}

/// An operation that makes one of several numbers, whatever their order.
fn combination(growth: &mut Growth<'_>, numbers: &Type) -> Name {
    const INTEGERS: [Name; 8] = [
        "arith.addi",
        "arith.muli",
        "arith.xori",
        "arith.andi",
        "arith.ori",
        "arith.maxsi",
        "arith.minui",
        "arith.maxui",
    ];
    const FLOATS: [Name; 4] = ["arith.maximumf", "arith.minimumf", "arith.maximumf", "arith.addf"];
    match is_float(numbers) {
        true => FLOATS[growth.choices.below(FLOATS.len())],
        false => INTEGERS[growth.choices.below(INTEGERS.len())],
    }
}

/// `linalg.reduce`.
pub fn reduce(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(3);
    let (mut of, extents) = loops(growth, rank);
    let (numbers, reduced) = (some_number(growth, of.held)?, subset(growth, rank));
    of.input(growth, &extents, &numbers);
    of.output(growth, &without(&extents, &reduced), &numbers, false);
    let how = combination(growth, &numbers);
    of.place(growth, &[("dimensions", dimensions(&reduced))], |growth, elements| {
        Some(vec![growth.one(how, elements, &numbers, &[])])
    })
}

/// `linalg.map`: operations on the elements at one place.
pub fn map(growth: &mut Growth<'_>) -> Option<()> {
    let (rank, count) = (growth.choices.below(4), growth.choices.below(3));
    let (mut of, extents) = loops(growth, rank);
    for _ in 0..count {
        let numbers = some_number(growth, of.held)?;
        of.input(growth, &extents, &numbers);
    }
    let numbers = some_number(growth, of.held)?;
    of.output(growth, &extents, &numbers, true);
    of.place(growth, &[], |growth, elements| {
        growth.hide(elements[count]);
        growth.body();
        Some(growth.inner_values(&[numbers]))
    })
}

/// `linalg.generic`: loops that are parallel, and loops along which results are combined. Each operand has some of the loops, in any order.
pub fn generic(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(3);
    let (mut of, extents) = loops(growth, rank);
    let reduced: Vec<bool> = (0..rank).map(|_| growth.choices.below(3) == 0).collect();
    let is_reduction = reduced.contains(&true);
    let count = usize::from(is_reduction) + growth.choices.below(3);
    let mut maps = Vec::new();
    for at in 0..count {
        // The first one has all loops, so that each has an extent.
        let order = draw::order(growth, rank);
        let kept = order.into_iter().filter(|_| at == 0 || growth.choices.below(4) > 0);
        let map = picking(rank, kept.collect());
        let numbers = some_number(growth, of.held)?;
        of.input(growth, &picked(&map, &extents), &numbers);
        maps.push(map);
    }
    let (outputs, mut kinds) = (1 + usize::from(growth.choices.below(4) == 0), Vec::new());
    let is_overwritten = !is_reduction && growth.choices.coin();
    for _ in 0..outputs {
        let order = draw::order(growth, rank).into_iter().filter(|at| !reduced[*at]).collect();
        let map = picking(rank, order);
        let numbers = some_number(growth, of.held)?;
        of.output(growth, &picked(&map, &extents), &numbers, is_overwritten);
        maps.push(map);
        kinds.push(numbers);
    }
    let how: Vec<Name> = kinds.iter().map(|numbers| combination(growth, numbers)).collect();
    let iterator = |reduced: &bool| {
        let kind = if *reduced { "reduction" } else { "parallel" };
        Rc::new(Attribute::Other(format!("#linalg.iterator_type<{kind}>").into()))
    };
    let attributes = [
        (
            "indexing_maps",
            Attribute::List(maps.into_iter().map(|map| Rc::new(Attribute::Map(map))).collect()),
        ),
        ("iterator_types", Attribute::List(reduced.iter().map(iterator).collect())),
        of.sizes(),
    ];
    of.place(growth, &attributes, |growth, elements| {
        let own = &elements[count..];
        if is_reduction || is_overwritten {
            own.iter().for_each(|value| growth.hide(*value));
        }
        for at in 0..rank {
            if growth.choices.below(3) == 0 {
                let number = Attribute::of_int(Element::I64, at as i64);
                growth.one("linalg.index", &[], &index(), &[("dim", number)]);
            }
        }
        growth.body();
        let made = growth.inner_values(&kinds);
        if !is_reduction {
            return Some(made);
        }
        let each = own.iter().zip(made).zip(how.iter().zip(&kinds));
        Some(
            each.map(|((so_far, term), (how, numbers))| growth.one(how, &[*so_far, term], numbers, &[]))
                .collect(),
        )
    })
}

/// The map of so many loops that gives these.
fn picking(loops: usize, picked: Vec<usize>) -> Map {
    let results = picked.into_iter().map(|at| Expression::Dimension(at as u32)).collect();
    Map { dimensions: loops as u32, symbols: 0, results }
}
