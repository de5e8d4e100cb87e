//! Inputs of an entry function: small numbers, which keep any program's arithmetic tame.

use super::text::WrapperText;
use super::value::{EntryValue, StridedLayout, ValueKind, dims};
use super::{LEAST_OPEN_EXTENT, MOST_ELEMENTS, are_few, nested, nested_places, open_extent};
use crate::eval::INPUT;
use crate::execute::call::{Argument, ArgumentLayout, Call, Choice, Literal, UserArgument, by, held, spelt};
use crate::ir::Extent;
use crate::observe::Element;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The places that inputs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inputs {
    /// Constants of `main`, which passes may fold, and which the reference semantics know.
    Constants,
    /// Globals that may be written, so that nothing folds.
    Memory,
}

/// Extents for inputs of no known rank, by position.
pub type Templates = BTreeMap<usize, Vec<Extent>>;

/// Draws inputs that are not given.
pub(super) struct Arguments {
    pub inputs: Inputs,
    /// The arguments that were made.
    pub made: Vec<Argument>,
    random: rand_chacha::ChaCha8Rng,
    /// An extent that a type leaves open is one of these: most programs ask that some are equal.
    open_extents: Vec<u64>,
    varies: bool,
    given: BTreeMap<usize, UserArgument>,
    /// Extents that are chosen for those that types leave open, the last one first.
    chosen: Vec<Option<u64>>,
    /// Numbers that are chosen for parameters of type `index`, the last one first.
    chosen_indices: Vec<Option<Extent>>,
    /// Extents for inputs of no known rank.
    templates: Templates,
    /// True for small positive numbers, which most operations take.
    tame: bool,
}

/// The largest extent of another input that an open one may have, too.
const MOST_MET: u64 = 16;

impl Arguments {
    pub fn new(call: &Call, (choice, templates): (&Choice, &Templates)) -> Arguments {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(choice.seed);
        let open_extents = vec![open_extent(&mut random)];
        let chosen = choice.extents.iter().rev().copied().collect();
        let chosen_indices = choice.indices.iter().rev().copied().collect();
        let (inputs, given, varies) = (call.inputs, call.given.clone(), choice.seed % 2 == 1);
        let templates = templates.clone();
        let tame = choice.tame;
        Arguments {
            inputs,
            made: Vec::new(),
            random,
            open_extents,
            varies,
            given,
            chosen,
            chosen_indices,
            templates,
            tame,
        }
    }

    /// Lets extents that types leave open be those that others have, for one seed of two: an operation may ask for it.
    pub fn meet(&mut self, inputs: &[EntryValue]) {
        if self.varies && self.inputs == Inputs::Memory {
            let known = inputs.iter().flat_map(|v| v.extents.iter().flatten()).copied().flatten();
            self.open_extents.extend(known.filter(|extent| *extent <= MOST_MET));
        }
    }

    /// Makes input `i` and gives its name. Of a memref in a space of its own the one that is behind it can be printed in its place.
    pub fn input(&mut self, text: &mut WrapperText, i: usize, v: &EntryValue) -> Result<String, String> {
        self.extents_given(text, i, v)?;
        match (&v.kind, self.inputs) {
            (ValueKind::Memref { space, strided }, _) => {
                self.memref(text, i, v, space.as_deref(), strided.as_ref())
            }
            (ValueKind::Scalar, Inputs::Constants) => self.constant(text, i, v),
            (_, Inputs::Constants) => self.dense(text, i, v),
            (ValueKind::Scalar, Inputs::Memory) => self.loaded(text, i, v),
            (ValueKind::Vector, Inputs::Memory) => self.vector(text, i, v),
            (ValueKind::Tensor, Inputs::Memory) => self.generated(text, i, v),
        }
    }

    fn constant(&mut self, text: &mut WrapperText, i: usize, v: &EntryValue) -> Result<String, String> {
        let number = self.numbers(text, i, v, &[])?.concat();
        let ty = if v.element == Element::I1 { String::new() } else { format!(" : {}", v.element) };
        text.constant(format!("%in{i} = arith.constant {number}{ty}"));
        Ok(format!("%in{i}"))
    }

    fn dense(&mut self, text: &mut WrapperText, i: usize, v: &EntryValue) -> Result<String, String> {
        let extents = self.extents(text, i, v)?;
        let kind = if v.kind == ValueKind::Vector { "vector" } else { "tensor" };
        let whole = format!("{kind}<{}{}>", dims(&extents), v.element);
        let dense = dense(&self.numbers(text, i, v, &extents)?, &extents);
        text.constant(format!("%in{i}s = arith.constant {dense} : {whole}"));
        Ok(cast(text, i, "tensor.cast", (format!("%in{i}s"), &whole), &v.spelling))
    }

    fn memref(
        &mut self,
        text: &mut WrapperText,
        i: usize,
        v: &EntryValue,
        space: Option<&str>,
        strided: Option<&StridedLayout>,
    ) -> Result<String, String> {
        let (extents, element) = (self.extents(text, i, v)?, v.element);
        let refuse = |why: &str| format!("@{} has a parameter of type {}, {why}", text.entry, v.spelling);
        let laid_out = match strided {
            None => None,
            Some(_) if space.is_some() => {
                return Err(refuse("which has strides and a memory space: lowdiff draws one of these"));
            }
            Some(strided) => {
                let laid_out = LaidOut::drawn(strided, &extents, &mut self.random);
                Some(laid_out.ok_or_else(|| refuse("whose strides lowdiff does not draw"))?)
            }
        };
        let held = laid_out.as_ref().map_or(extents.clone(), |laid_out| vec![laid_out.elements]);
        if held.iter().product::<u64>() > MOST_ELEMENTS {
            return Err(refuse(&format!("with gaps of more than {MOST_ELEMENTS} elements")));
        }
        let plain = format!("memref<{}{element}>", dims(&held));
        let dense = match &laid_out {
            None => dense(&self.numbers(text, i, v, &held)?, &held),
            Some(laid_out) => {
                // Gaps hold numbers, too.
                let mut numbers = self.drawn(element, laid_out.elements);
                let places: Vec<usize> = laid_out.places(&extents).collect();
                if let Some(given) = self.value_given(text, i, v, &extents)? {
                    places.iter().zip(given).for_each(|(place, number)| numbers[*place] = number);
                }
                let values = places.into_iter().map(|place| numbers[place].clone()).collect();
                self.made(i, v, &extents, values, Some(laid_out.layout.clone()));
                dense(&numbers, &held)
            }
        };
        let word = if self.inputs == Inputs::Constants { "constant " } else { "" };
        let _ = writeln!(text.globals, "memref.global \"private\" {word}@{INPUT}{i} : {plain} = {dense}");
        text.line(format!("%in{i}g = memref.get_global @{INPUT}{i} : {plain}"));
        text.line(format!("%in{i}s = memref.alloc() : {plain}"));
        text.line(format!("memref.copy %in{i}g, %in{i}s : {plain} to {plain}"));
        let own = format!("%in{i}s");
        let (name, ty) = match (laid_out, space) {
            (Some(laid_out), _) => {
                let list = |of: &[u64]| of.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
                let ArgumentLayout { offset, strides } = &laid_out.layout;
                let (sizes, strides) = (list(&extents), list(strides));
                let ty =
                    format!("memref<{}{element}, strided<[{strides}], offset: {offset}>>", dims(&extents));
                text.line(format!(
                    "%in{i}l = memref.reinterpret_cast {own} to offset: [{offset}], sizes: [{sizes}], strides: [{strides}] : {plain} to {ty}"
                ));
                (format!("%in{i}l"), ty)
            }
            (None, Some(space)) => {
                let ty = format!("memref<{}{element}, {space}>", dims(&extents));
                text.line(format!("%in{i}l = memref.memory_space_cast {own} : {plain} to {ty}"));
                (format!("%in{i}l"), ty)
            }
            (None, None) => (own, plain),
        };
        Ok(cast(text, i, "memref.cast", (name, &ty), &v.spelling))
    }

    /// A number that is read from a global.
    fn loaded(&mut self, text: &mut WrapperText, i: usize, v: &EntryValue) -> Result<String, String> {
        let name = format!("%in{i}");
        let numbers = self.numbers(text, i, v, &[])?;
        let (memref, global) = global(text, i, v.element, (&numbers, &[1]));
        let at = text.index(0);
        let held = Held::of(v.element);
        let raw = if held.cast.is_some() { format!("{name}h") } else { name.clone() };
        text.line(format!("{raw} = memref.load {global}[{at}] : {memref}"));
        held.back(text, &name, &raw, v.element, str::to_owned);
        Ok(name)
    }

    fn vector(&mut self, text: &mut WrapperText, i: usize, v: &EntryValue) -> Result<String, String> {
        let extents = self.extents(text, i, v)?;
        if extents.is_empty() {
            let number = self.loaded(text, i, v)?;
            text.line(format!("{number}v = vector.broadcast {number} : {} to {}", v.element, v.spelling));
            return Ok(format!("{number}v"));
        }
        let (name, held) = (format!("%in{i}"), Held::of(v.element));
        let numbers = self.numbers(text, i, v, &extents)?;
        let (memref, global) = global(text, i, v.element, (&numbers, &extents));
        let origin = text.origin(extents.len());
        let of = |element: &str| format!("vector<{}{element}>", dims(&extents));
        let raw = if held.cast.is_some() { format!("{name}h") } else { name.clone() };
        text.line(format!("{raw} = vector.load {global}[{origin}] : {memref}, {}", of(held.element.name())));
        held.back(text, &name, &raw, v.element, of);
        Ok(name)
    }

    /// A tensor whose elements are read one by one from a global.
    fn generated(&mut self, text: &mut WrapperText, i: usize, v: &EntryValue) -> Result<String, String> {
        let (extents, name) = (self.extents(text, i, v)?, format!("%in{i}s"));
        if extents.is_empty() {
            let number = self.loaded(text, i, v)?;
            text.line(format!("{name} = tensor.from_elements {number} : {}", v.spelling));
            return Ok(name);
        }
        let numbers = self.numbers(text, i, v, &extents)?;
        let (memref, global) = global(text, i, v.element, (&numbers, &extents));
        // The type asks for a number of each extent that it leaves open.
        let ranked = v.extents.is_some();
        let open = v.extents.iter().flatten().zip(&extents).filter(|(own, _)| own.is_none());
        let open: Vec<u64> = open.map(|(_, extent)| *extent).collect();
        let open: Vec<String> = open.into_iter().map(|extent| text.index(extent)).collect();
        let ty = if ranked { v.spelling.clone() } else { format!("tensor<{}{}>", dims(&extents), v.element) };
        let arguments: Vec<String> = (0..extents.len()).map(|d| format!("%in{i}i{d}")).collect();
        let typed = arguments.iter().map(|name| format!("{name}: index")).collect::<Vec<_>>().join(", ");
        let held = Held::of(v.element);
        text.line(format!("{name} = tensor.generate {} {{", open.join(", ")));
        text.line(format!("^bb0({typed}):"));
        let element = format!("%in{i}e");
        let raw = if held.cast.is_some() { format!("{element}h") } else { element.clone() };
        text.line(format!("{raw} = memref.load {global}[{}] : {memref}", arguments.join(", ")));
        held.back(text, &element, &raw, v.element, str::to_owned);
        text.line(format!("tensor.yield {element} : {}", v.element));
        text.line(format!("}} : {ty}"));
        Ok(cast(text, i, "tensor.cast", (name, &ty), &v.spelling))
    }

    /// The extents of an input: those of its type, those given, and those drawn or chosen that neither says.
    fn extents(&mut self, text: &WrapperText, i: usize, v: &EntryValue) -> Result<Vec<u64>, String> {
        if let Some(extents) = self.extents_given(text, i, v)? {
            return Ok(extents);
        }
        // Of an unranked one a vector will do, where nothing else is known.
        let template = self.templates.get(&i).map(Vec::as_slice);
        let extents = v.extents.as_deref().or(template).unwrap_or(&[None]).iter();
        let (open, chosen, random) = (&self.open_extents, &mut self.chosen, &mut self.random);
        let mut drawn = || open.choose(random).copied().unwrap_or(LEAST_OPEN_EXTENT);
        let extents: Vec<u64> = extents
            .map(|extent| extent.or_else(|| chosen.pop().flatten()).unwrap_or_else(&mut drawn))
            .collect();
        if are_few(&extents) {
            return Ok(extents);
        }
        let (entry, spelling) = (&text.entry, &v.spelling);
        Err(format!("@{entry} has a parameter of type {spelling}; {MOST_ELEMENTS} elements are the most"))
    }

    /// The extents that were given for an input, where they were.
    fn extents_given(
        &self,
        text: &WrapperText,
        i: usize,
        v: &EntryValue,
    ) -> Result<Option<Vec<u64>>, String> {
        let Some(given) = self.given.get(&i) else { return Ok(None) };
        let of_value = match &given.value {
            Some(value @ Literal::List(_)) => Some(value.extents()?),
            _ => None,
        };
        let (entry, spelling) = (&text.entry, &v.spelling);
        let refuse = |why: String| format!("parameter {i} of @{entry} is of type {spelling}: {why}");
        if let (Some(extents), Some(own)) = (&given.extents, &of_value)
            && extents != own
        {
            return Err(refuse(format!("its value is {}, and not {}", shape(own), shape(extents))));
        }
        let Some(extents) = given.extents.clone().or(of_value) else { return Ok(None) };
        let fits = match (&v.kind, &v.extents) {
            (ValueKind::Scalar, _) => extents.is_empty(),
            (_, None) => true,
            (_, Some(own)) => {
                own.len() == extents.len()
                    && own.iter().zip(&extents).all(|(own, extent)| own.is_none_or(|own| own == *extent))
            }
        };
        match fits {
            true if are_few(&extents) => Ok(Some(extents)),
            true => Err(refuse(format!("{MOST_ELEMENTS} elements are the most"))),
            false => Err(refuse(format!("it cannot be {}", shape(&extents)))),
        }
    }

    /// The elements that were given for an input, where they were.
    fn value_given(
        &self,
        text: &WrapperText,
        i: usize,
        v: &EntryValue,
        extents: &[u64],
    ) -> Result<Option<Vec<String>>, String> {
        let Some(value) = self.given.get(&i).and_then(|given| given.value.as_ref()) else { return Ok(None) };
        let refuse = |why: String| format!("parameter {i} of @{}: {why}", text.entry);
        let spelt = |number: &str| spelt(number, v.element).map_err(refuse);
        match value {
            Literal::Number(number) => {
                let number = spelt(number)?;
                Ok(Some(vec![number; extents.iter().product::<u64>() as usize]))
            }
            list => list.numbers().into_iter().map(spelt).collect::<Result<_, _>>().map(Some),
        }
    }

    /// The elements of an input of this shape, drawn where they are not given.
    fn numbers(
        &mut self,
        text: &WrapperText,
        i: usize,
        v: &EntryValue,
        extents: &[u64],
    ) -> Result<Vec<String>, String> {
        let numbers = match self.value_given(text, i, v, extents)? {
            Some(numbers) => numbers,
            None if v.is_index() => {
                // It is drawn all the same, so that what is drawn behind it stays.
                let drawn = self.number(v.element);
                let chosen = self.chosen_indices.pop().flatten();
                vec![chosen.map_or(drawn, |number| number.unwrap_or(self.open_extents[0]).to_string())]
            }
            None => self.drawn(v.element, extents.iter().product()),
        };
        self.made(i, v, extents, numbers.clone(), None);
        Ok(numbers)
    }

    /// Keeps in mind what an input is.
    fn made(
        &mut self,
        i: usize,
        v: &EntryValue,
        extents: &[u64],
        values: Vec<String>,
        layout: Option<ArgumentLayout>,
    ) {
        let given = self.given.get(&i);
        let has_value = given.is_some_and(|given| given.value.is_some());
        let is_open = v.extents.as_ref().is_none_or(|own| own.iter().any(Option::is_none));
        let drawn = !has_value || is_open && given.and_then(UserArgument::shape).is_none();
        let values = values.iter().map(|value| held(value, v.element)).collect();
        let (ty, shape) = (v.spelling.clone(), extents.to_vec());
        self.made.push(Argument { ty, shape, layout, values, drawn, given: has_value });
    }

    /// So many drawn elements.
    fn drawn(&mut self, element: Element, count: u64) -> Vec<String> {
        (0..count).map(|_| self.number(element)).collect()
    }

    fn number(&mut self, element: Element) -> String {
        match element {
            Element::I1 => self.random.random::<bool>().to_string(),
            e if self.tame && e.is_float() => {
                format!("{:.2}", f64::from(self.random.random_range(1..=8)) / 4.0)
            }
            _ if self.tame => self.random.random_range(1..LEAST_OPEN_EXTENT).to_string(),
            Element::Index => self.random.random_range(0..LEAST_OPEN_EXTENT).to_string(),
            e if e.is_float() => format!("{:.2}", f64::from(self.random.random_range(-32i32..=32)) / 4.0),
            // Programs divide: no zero.
            _ => {
                let most = if element == Element::I4 { 7 } else { 9 };
                [self.random.random_range(-most..=-1), self.random.random_range(1..=most)]
                    [usize::from(self.random.random::<bool>())]
                .to_string()
            }
        }
    }
}

/// A shape, for a person.
fn shape(extents: &[u64]) -> String {
    if extents.is_empty() { "a number".to_owned() } else { by(extents) }
}

/// Elements of a shape, as an attribute.
fn dense(numbers: &[String], extents: &[u64]) -> String {
    if numbers.is_empty() { "dense<>".to_owned() } else { format!("dense<{}>", nested(numbers, extents)) }
}

/// A global of these numbers; its type and the name of its memref.
fn global(
    text: &mut WrapperText,
    i: usize,
    element: Element,
    (numbers, extents): (&[String], &[u64]),
) -> (String, String) {
    let held = Held::of(element).element;
    let (memref, name) = (format!("memref<{}{held}>", dims(extents)), format!("%in{i}g"));
    let stored = |number: &String| match number.as_str() {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        number => number.to_owned(),
    };
    let numbers = dense(&numbers.iter().map(stored).collect::<Vec<_>>(), extents);
    let _ = writeln!(text.globals, "memref.global \"private\" @{INPUT}{i} : {memref} = {numbers}");
    text.line(format!("{name} = memref.get_global @{INPUT}{i} : {memref}"));
    (memref, name)
}

/// Casts input `i` to the type that the entry function takes, where that is another one; the name of what comes of it.
fn cast(text: &mut WrapperText, i: usize, cast: &str, (name, own): (String, &str), taken: &str) -> String {
    if own == taken {
        return name;
    }
    text.line(format!("%in{i} = {cast} {name} : {own} to {taken}"));
    format!("%in{i}")
}

/// The form in memory of elements of a type that has none of its own there on every level.
struct Held {
    element: Element,
    /// The operation that gives the type back.
    cast: Option<&'static str>,
}

impl Held {
    fn of(element: Element) -> Held {
        match element {
            Element::I1 | Element::I4 => Held { element: Element::I8, cast: Some("arith.trunci") },
            // Passes may take it that indices fit into 32 bits (the options of convert-vector-to-llvm).
            Element::Index => Held { element: Element::I32, cast: Some("arith.index_cast") },
            _ => Held { element, cast: None },
        }
    }

    /// Gives back what was held, in the container that `of` spells the type of.
    fn back(
        &self,
        text: &mut WrapperText,
        name: &str,
        raw: &str,
        element: Element,
        of: impl Fn(&str) -> String,
    ) {
        if let Some(cast) = self.cast {
            let (from, to) = (of(self.element.name()), of(element.name()));
            text.line(format!("{name} = {cast} {raw} : {from} to {to}"));
        }
    }
}

/// The places of the elements of a strided memref, all known.
struct LaidOut {
    layout: ArgumentLayout,
    /// Elements of the buffer behind it.
    elements: u64,
}

impl LaidOut {
    /// Draws what a layout leaves open: rows that do not overlap, with a gap more often than not. There is none where a stride is not positive.
    fn drawn(strided: &StridedLayout, extents: &[u64], random: &mut impl Rng) -> Option<LaidOut> {
        let drawn = random.random_range(0..3);
        let offset = strided.offset.map_or(Some(drawn), |offset| u64::try_from(offset).ok())?;
        let (mut strides, mut reach) = (vec![0; extents.len()], 1u64);
        for d in (0..extents.len()).rev() {
            let gap = u64::from(d + 1 < extents.len()) * random.random_range(0..2);
            strides[d] = match strided.strides.get(d)? {
                Some(stride) => u64::try_from(*stride).ok().filter(|stride| *stride > 0)?,
                None => reach + gap,
            };
            reach = reach.max(strides[d].checked_mul(extents[d])?);
        }
        let last = strides.iter().zip(extents).map(|(stride, extent)| stride * extent.saturating_sub(1));
        let elements = offset + last.sum::<u64>() + 1;
        Some(LaidOut { layout: ArgumentLayout { offset, strides }, elements })
    }

    /// The places of the elements, row by row.
    fn places(&self, extents: &[u64]) -> impl Iterator<Item = usize> {
        nested_places(extents).map(|at| {
            let inner = at.iter().zip(&self.layout.strides).map(|(index, stride)| index * stride);
            (self.layout.offset + inner.sum::<u64>()) as usize
        })
    }
}
