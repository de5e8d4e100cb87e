//! The part of an error that the bounds see: each operation of a program is made wrong in turn, and everything after it computed again.

use lowdiff::ir::{Attributes, attributes};
use lowdiff::observe::Element;
use lowdiff::semantics::program::{TensorType, Tree, TreeOperation};
use lowdiff::semantics::{Data, Evaluation, Float, Tensor, evaluate};
use std::collections::BTreeMap;

/// The relative error that is planted.
pub const ERROR: f64 = 1e-4;

/// Operations that make no numbers of their own.
const MOVES: &[&str] = &[
    "const",
    "reshape",
    "select",
    "identity",
    "transpose",
    "reverse",
    "concat",
    "tile",
    "pad",
    "slice",
    "gather",
    "scatter",
    "cond_if",
    "while_loop",
    "variable_read",
];

/// Of how many outputs, and elements of outputs, an error reached, how many show it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Elements whose number changes.
    pub elements: u32,
    /// Those that leave their bounds.
    pub elements_seen: u32,
    /// Outputs with such an element.
    pub outputs: u32,
    /// Outputs with one that leaves its bound.
    pub outputs_seen: u32,
}

impl Seen {
    /// Both together.
    pub fn add(&mut self, other: Seen) {
        self.elements += other.elements;
        self.elements_seen += other.elements_seen;
        self.outputs += other.outputs;
        self.outputs_seen += other.outputs_seen;
    }
}

/// Plants an error into every float operation of the program's functions, and counts by operation.
pub fn plant(program: &Tree, counts: &mut BTreeMap<String, Seen>) {
    let Ok(clean) = evaluate(program) else { return };
    for function in 0..program.functions.len() {
        let operations = program.functions[function].body.as_ref().map_or(0, |body| body.operations.len());
        for place in 0..operations {
            if let Some((name, wrong)) = broken(program, function, place)
                && let Ok(wrong) = evaluate(&wrong)
            {
                counts.entry(name).or_default().add(compared(&clean, &wrong));
            }
        }
    }
}

/// The program whose operation at `place` of a function multiplies its first result by one and the error, and the operation's name; none
/// where it makes no single-precision numbers of its own.
fn broken(program: &Tree, function: usize, place: usize) -> Option<(String, Tree)> {
    let mut wrong = program.clone();
    let function = &mut wrong.functions[function];
    let body = function.body.as_mut()?;
    let operation = &mut body.operations[place];
    let makes_floats = operation.types.first().is_some_and(|ty| ty.element == Some(Element::F32));
    if !makes_floats || !operation.name.starts_with("tosa.") || MOVES.contains(&&operation.name[5..]) {
        return None;
    }
    let (name, ty, shown) = (operation.name.clone(), operation.types[0].clone(), operation.results[0]);
    let rank = ty.extents.as_ref().map_or(0, Vec::len);
    let [right, factor] = [function.values, function.values + 1];
    function.values += 2;
    operation.results[0] = right;
    let one = Tensor::floats(Element::F32, &vec![1; rank], vec![float(1.0 + ERROR)]);
    let constant = attributes([("values", one.dense())]);
    let constant = made("tosa.const", vec![], factor, TensorType::of(Element::F32, &vec![1; rank]), constant);
    let product = made("tosa.mul", vec![right, factor], shown, ty, Attributes::default());
    body.operations.splice(place + 1..place + 1, [constant, product]);
    Some((name, wrong))
}

fn float(value: f64) -> Float {
    Float::exact(f64::from(value as f32))
}

fn made(
    name: &str,
    operands: Vec<usize>,
    result: usize,
    ty: TensorType,
    attributes: Attributes,
) -> TreeOperation {
    TreeOperation {
        name: name.into(),
        operands,
        results: vec![result],
        types: vec![ty],
        attributes,
        regions: Vec::new(),
        location: "planted".into(),
    }
}

/// The single-precision numbers that an output shows, as they are or as their bits. A number that goes on in a narrower type is not
/// as exact as the error is large.
fn shown(tensor: &Tensor) -> Option<&[Float]> {
    match &tensor.data {
        Data::Floats(values) if tensor.element == Element::F32 => Some(values),
        Data::Bits { of: Element::F32, values, .. } => Some(values),
        _ => None,
    }
}

/// The part of the difference between two runs that leaves the bounds of the first. An output that is open stands for nothing.
fn compared(clean: &Evaluation, wrong: &Evaluation) -> Seen {
    let mut seen = Seen::default();
    for (expected, found) in clean.printed.iter().zip(&wrong.printed) {
        let (Some(expected_floats), Some(found)) = (shown(&expected.tensor), shown(&found.tensor)) else {
            continue;
        };
        if expected.open.is_some() {
            continue;
        }
        let pairs = expected_floats.iter().zip(found);
        let changed = |a: f64, b: f64| a != b && !(a.is_nan() && b.is_nan());
        let (mut reached, mut left) = (0, 0);
        for (a, b) in pairs.filter(|(a, b)| changed(a.value, b.value)) {
            reached += 1;
            left += u32::from(!a.admits(b.value));
        }
        seen.add(Seen {
            elements: reached,
            elements_seen: left,
            outputs: u32::from(reached > 0),
            outputs_seen: u32::from(left > 0),
        });
    }
    seen
}
