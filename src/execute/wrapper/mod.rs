//! A `main` of nothing around an entry function of something, written at the level of the IR, so that the wrapped
//! program shows the same under stock tools.
//!
//! The program's own entry point is renamed; the new one makes the inputs, calls it and, where the program does not print by
//! itself, prints what it returns, and every buffer it was given to write to.

mod inputs;
mod outputs;
mod text;
mod value;

pub use inputs::{Inputs, Templates};

use super::call::{Argument, Call, Choice};
use crate::eval::INPUT;
use crate::mlir::Type;
use crate::observe::Element;
use inputs::Arguments;
use rand::RngExt;
use text::WrapperText;
use value::{EntryValue, ValueKind, values};

/// The name the program's own entry point gets.
pub const INNER: &str = "lowdiff_main";
/// Least extent that is drawn; every index that is drawn lies below it, since programs access memory by them.
pub(super) const LEAST_OPEN_EXTENT: u64 = 4;
/// The largest.
pub(super) const MOST_OPEN_EXTENT: u64 = LEAST_OPEN_EXTENT + 2;

/// The extent of all that types leave open, which is the first number that is drawn for a call.
pub(super) fn open_extent(random: &mut impl RngExt) -> u64 {
    random.random_range(LEAST_OPEN_EXTENT..=MOST_OPEN_EXTENT)
}

/// Most elements of one input, or of one result that is printed element by element.
const MOST_ELEMENTS: u64 = 4096;

/// A new entry point.
pub struct Wrapper {
    text: WrapperText,
    arguments: Arguments,
    call: &'static str,
}

impl Wrapper {
    /// An empty wrapper of this function, which this operation calls, and whose inputs are as `given` gives them or as `drawing` says.
    pub fn new((entry, call): (&str, &'static str), given: &Call, drawing: (&Choice, &Templates)) -> Wrapper {
        Wrapper { text: WrapperText::new(entry), arguments: Arguments::new(given, drawing), call }
    }

    /// The arguments that the function is called with.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments.made
    }

    /// Writes the call and everything around it; what each print call shows.
    ///
    /// # Errors
    /// A type that cannot be drawn or printed, by name.
    pub fn wrap(&mut self, inputs: &[Type<'_>], results: &[Type<'_>]) -> Result<Vec<Element>, String> {
        let inputs = values(inputs, "parameter", &self.text.entry)?;
        let results = values(results, "result", &self.text.entry)?;
        let spellings: Vec<&str> = results.iter().map(|v| v.spelling.as_str()).collect();
        let arguments = self.call_inner(&inputs, &spellings)?;
        let given_back = inputs.iter().filter(|v| v.is_memref());
        self.text.as_memrefs = outputs::as_memrefs(results.iter().chain(given_back));
        for (i, result) in results.iter().enumerate() {
            let name = if results.len() == 1 { "%r".to_owned() } else { format!("%r#{i}") };
            outputs::output(&mut self.text, i, &name, result)?;
        }
        for (i, input) in inputs.iter().enumerate().filter(|(_, v)| v.is_memref()) {
            outputs::output(&mut self.text, results.len() + i, &arguments[i], input)?;
        }
        Ok(self.text.printed.clone())
    }

    /// Writes the call and its inputs, and prints nothing: of a program that does so by itself.
    ///
    /// # Errors
    /// A type of a parameter that cannot be drawn, by name.
    pub fn call_alone(&mut self, inputs: &[Type<'_>], results: &[Type<'_>]) -> Result<(), String> {
        self.call(inputs, results).map(drop)
    }

    /// Writes the call and its inputs, and returns what it gives and the memrefs that it was given.
    ///
    /// # Errors
    /// A type of a parameter that cannot be drawn, by name.
    pub fn hand_on(&mut self, inputs: &[Type<'_>], results: &[Type<'_>]) -> Result<(), String> {
        self.text.returned = self.call(inputs, results)?;
        Ok(())
    }

    /// Writes the call and its inputs; names and types of what it gives and of the memrefs that it was given.
    fn call(&mut self, inputs: &[Type<'_>], results: &[Type<'_>]) -> Result<Vec<(String, String)>, String> {
        let given = values(inputs, "parameter", &self.text.entry)?;
        let spellings: Vec<String> = results.iter().map(Type::to_string).collect();
        let arguments = self.call_inner(&given, &spellings.iter().map(String::as_str).collect::<Vec<_>>())?;
        let name = |place: usize| if results.len() == 1 { "%r".to_owned() } else { format!("%r#{place}") };
        let made = spellings.into_iter().enumerate().map(|(place, ty)| (name(place), ty));
        let is_buffer = |value: &EntryValue| matches!(value.kind, ValueKind::Memref { .. });
        let left = arguments.into_iter().zip(&given).filter(|(_, value)| is_buffer(value));
        Ok(made.chain(left.map(|(name, value)| (name, value.spelling.clone()))).collect())
    }

    /// Makes the inputs and calls the program's own entry point, whose results are `%r` then; names of the inputs.
    fn call_inner(&mut self, inputs: &[EntryValue], results: &[&str]) -> Result<Vec<String>, String> {
        self.arguments.meet(inputs);
        let drawn = inputs.iter().enumerate().map(|(i, v)| self.arguments.input(&mut self.text, i, v));
        let arguments = drawn.collect::<Result<Vec<String>, String>>()?;
        let bound = match results.len() {
            0 => String::new(),
            1 => "%r = ".to_owned(),
            n => format!("%r:{n} = "),
        };
        let types = inputs.iter().map(|v| v.spelling.as_str()).collect::<Vec<_>>().join(", ");
        let signature = format!("({types}) -> ({})", results.join(", "));
        let call = self.call;
        self.text.line(format!("{bound}{call} @{INNER}({}) : {signature}", arguments.join(", ")));
        Ok(arguments)
    }

    /// True of a symbol that the wrapper adds, or that would be taken for one.
    pub fn takes(&self, symbol: &str) -> bool {
        symbol == INNER || symbol.starts_with(INPUT) || self.text.declares(symbol)
    }

    /// The text to add to a module that has none of these symbols.
    pub fn text(&self) -> String {
        self.text.whole()
    }
}

/// True if a shape has no more elements than are written one by one. One with none is spelt by its other extents all the same.
fn are_few(extents: &[u64]) -> bool {
    let count = extents.iter().try_fold(1u64, |count, extent| count.checked_mul((*extent).max(1)));
    count.is_some_and(|count| count <= MOST_ELEMENTS)
}

/// The indices of each element of a shape, row-major.
fn nested_places(extents: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    (0..extents.iter().product()).map(move |flat: u64| {
        let inner = |d: usize| extents[d + 1..].iter().product::<u64>();
        (0..extents.len()).map(|d| flat / inner(d) % extents[d]).collect()
    })
}

/// Elements in the brackets MLIR's dense literals want.
fn nested(numbers: &[String], extents: &[u64]) -> String {
    let Some((first, rest)) = extents.split_first() else { return numbers.concat() };
    let inner = rest.iter().product::<u64>() as usize;
    let rows = (0..*first as usize).map(|i| nested(&numbers[i * inner..(i + 1) * inner], rest));
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}
