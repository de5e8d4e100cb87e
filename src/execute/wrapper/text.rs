//! The text of a new entry point, as it grows.

use crate::observe::Element;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Functions, globals and the body of an entry point.
pub(super) struct WrapperText {
    /// The entry point of the program, by its name there, for messages.
    pub entry: String,
    /// The element type that each print call shows.
    pub printed: Vec<Element>,
    /// Globals, each on lines of its own.
    pub globals: String,
    body: String,
    /// Print functions called, with their parameter types.
    declared: BTreeMap<&'static str, String>,
    /// Print functions that take memrefs alone, because some output is one: tensors are copied for them.
    pub as_memrefs: BTreeSet<&'static str>,
    /// Constants that come first, where folding would put them: so it leaves the entry point as it is.
    constants: String,
    /// The indices that have a name.
    indices: BTreeSet<u64>,
    /// The names and types of the values that are returned.
    pub returned: Vec<(String, String)>,
}

impl WrapperText {
    pub fn new(entry: &str) -> WrapperText {
        WrapperText {
            entry: entry.to_owned(),
            printed: Vec::new(),
            globals: String::new(),
            body: String::new(),
            declared: BTreeMap::new(),
            as_memrefs: BTreeSet::new(),
            constants: String::new(),
            indices: BTreeSet::new(),
            returned: Vec::new(),
        }
    }

    /// Adds an operation.
    pub fn line(&mut self, line: String) {
        let _ = writeln!(self.body, "  {line}");
    }

    /// Adds a constant.
    pub fn constant(&mut self, line: String) {
        let _ = writeln!(self.constants, "  {line}");
    }

    /// The name of a constant index.
    pub fn index(&mut self, index: u64) -> String {
        if self.indices.insert(index) {
            self.constant(format!("%at{index} = arith.constant {index} : index"));
        }
        format!("%at{index}")
    }

    /// Names of the index of the first element of a shape of so many dimensions.
    pub fn origin(&mut self, rank: usize) -> String {
        if rank == 0 {
            return String::new();
        }
        vec![self.index(0); rank].join(", ")
    }

    /// Adds a call of a print function, which is declared for one type alone.
    pub fn call(&mut self, symbol: &'static str, value: &str, ty: &str) {
        // Reading only, so that bufferization need not copy.
        let read = if ty.starts_with("tensor") { " {bufferization.access = \"read\"}" } else { "" };
        let parameter = format!("{ty}{read}");
        let before = self.declared.insert(symbol, parameter.clone());
        debug_assert!(before.is_none_or(|before| before == parameter), "@{symbol} has two types");
        self.line(format!("func.call @{symbol}({value}) : ({ty}) -> ()"));
    }

    /// Ends a line of output.
    pub fn newline(&mut self) {
        self.declared.insert("printNewline", String::new());
        self.line("func.call @printNewline() : () -> ()".to_owned());
    }

    /// True of a print function that is called.
    pub fn declares(&self, symbol: &str) -> bool {
        self.declared.contains_key(symbol)
    }

    /// The text to add to a module.
    pub fn whole(&self) -> String {
        let mut text = self.globals.clone();
        for (symbol, parameter) in &self.declared {
            let _ = writeln!(text, "func.func private @{symbol}({parameter})");
        }
        let (names, types): (Vec<&str>, Vec<&str>) =
            self.returned.iter().map(|(name, ty)| (name.as_str(), ty.as_str())).unzip();
        let (names, types) = (names.join(", "), types.join(", "));
        let (gives, values) = match self.returned.is_empty() {
            true => (String::new(), String::new()),
            false => (format!(" -> ({types})"), format!(" {names} : {types}")),
        };
        let _ = writeln!(
            text,
            "func.func @main(){gives} {{\n{}{}  return{values}\n}}",
            self.constants, self.body
        );
        text
    }
}
