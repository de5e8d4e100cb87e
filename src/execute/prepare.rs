//! Making a program comparable: `main` takes nothing and prints everything that matters.

use super::Prepared;
use super::wrapper::{INNER, Inputs, Wrapper};
use crate::ir::{Attribute, parse_attribute};
use crate::mlir::{Context, Diagnostic, Module, Operation};
use crate::observe::Element;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The function that programs begin with.
const MAIN: &str = "main";

/// The function of a program that is called, and what it is called with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The places that its arguments come from.
    pub inputs: Inputs,
    /// The seed that they are drawn from.
    pub seed: u64,
}

impl Entry {
    /// `main`, with constants.
    pub fn main(seed: u64) -> Entry {
        Entry { name: MAIN.to_owned(), inputs: Inputs::Constants, seed }
    }
}

/// Checks `program` and wraps its entry function if it takes arguments, returns values, or is not called `main`.
///
/// A program that prints shows that and nothing else: its results go unused, and nothing is declared beside it. The conversion of
/// `vector.print` declares print functions of llvm's, and two functions of one name are invalid IR, whoever is to blame for it.
///
/// # Errors
/// One sentence for the user: the program is invalid, or the function cannot be wrapped.
pub fn prepare(context: &Context, program: &str, entry: &Entry) -> Result<Prepared, String> {
    let module = Module::parse(context, program).map_err(|said| invalid_program(&said))?;
    let name = entry.name.as_str();
    let print_functions = || module.top_level().into_iter().try_for_each(print_function);
    let function = module.symbol(name);
    let runs = function.as_ref().is_some_and(|function| !function.body().is_empty());
    let as_it_is = |printed| {
        print_functions()?;
        Ok(Prepared { program: program.to_owned(), printed, runs, wrapped: false })
    };
    let Some((function, (inputs, results))) = function.and_then(|f| Some((f, f.signature()?))) else {
        return match name {
            MAIN => as_it_is(Vec::new()),
            _ => Err(format!("the program has no func.func @{name}")),
        };
    };
    if name == MAIN && (!runs || (inputs.is_empty() && results.is_empty())) {
        return as_it_is(if runs { printed(function) } else { Vec::new() });
    }
    if !runs {
        return Err(format!("@{name} has no body"));
    }
    let mut wrapper = Wrapper::new(name, entry.inputs, entry.seed);
    let prints = prints(&module, function);
    let printed = match prints {
        true => {
            print_functions()?;
            wrapper.call_alone(&inputs, &results).map(|()| printed(function))?
        }
        false => wrapper.wrap(&inputs, &results)?,
    };
    make_room(&module, name, |symbol| symbol == MAIN || wrapper.takes(symbol));
    module.rename_symbol(name, INNER);
    let inner = module.to_string();
    let end = end_of_module(&inner).ok_or("MLIR prints the module without braces")?;
    let (inside, end) = inner.split_at(end);
    let program = format!("{inside}{}{end}", wrapper.text());
    Module::parse(context, &program).map_err(|said| {
        format!("@{name} cannot be wrapped so that it can be compared: {}", invalid_program(&said))
    })?;
    Ok(Prepared { program, printed, runs, wrapped: !prints })
}

/// Gives each symbol of a program that is `wanted`, but for the entry function, a name that is not.
fn make_room(module: &Module<'_>, entry: &str, wanted: impl Fn(&str) -> bool) {
    let mut taken: BTreeSet<String> =
        module.top_level().into_iter().filter_map(Operation::symbol_name).collect();
    for symbol in taken.clone().into_iter().filter(|symbol| symbol != entry && wanted(symbol)) {
        let mut free = format!("own_{symbol}");
        while !taken.insert(free.clone()) {
            free.insert_str(0, "own_");
        }
        module.rename_symbol(&symbol, &free);
    }
}

/// A program whose `main` takes arguments, `module` when it is read, wrapped as for seed 0 for the reference semantics; nothing
/// where it takes none.
///
/// # Errors
/// As [`prepare`], or a parameter is a memref, of which the semantics know nothing.
pub fn without_arguments(
    module: &Module<'_>,
    context: &Context,
    program: &str,
) -> Result<Option<Prepared>, String> {
    let signature = module.symbol("main").and_then(|main| main.signature());
    let Some((inputs, _)) = signature.filter(|(inputs, _)| !inputs.is_empty()) else { return Ok(None) };
    if let Some(memref) = inputs.iter().find(|input| input.is_memref()) {
        return Err(format!(
            "@main has a parameter of type {memref}, and the reference semantics know tensors and numbers alone"
        ));
    }
    prepare(context, program, &Entry::main(0)).map(Some)
}

/// MLIR's complaint about a program, as one sentence with line and column.
pub fn invalid_program(said: &[Diagnostic]) -> String {
    match Diagnostic::foremost(said) {
        Some(d) => {
            let place = d.location.trim_start_matches("loc(").trim_end_matches(')');
            let place = place.rsplit_once("\":").map_or(place, |(_, line_and_column)| line_and_column);
            format!("the program is not valid MLIR: line {place}: {}", d.message.replace('\n', " "))
        }
        None => "the program is not valid MLIR, and MLIR does not say why".to_owned(),
    }
}

/// Checks that a print function is declared with the type it has: called with another it would show whatever
/// lies in the registers, and nobody could tell that from a wrong result.
fn print_function(operation: Operation<'_>) -> Result<(), String> {
    let Some(name) = operation.symbol_name().filter(|_| operation.body().is_empty()) else { return Ok(()) };
    let Some((inputs, _)) = operation.signature() else { return Ok(()) };
    let takes = match name.as_str() {
        "printI64" | "printU64" => vec!["i64".to_owned(), "index".to_owned()],
        "printF32" => vec!["f32".to_owned()],
        "printF64" => vec!["f64".to_owned()],
        memref => match memref.strip_prefix("printMemref").and_then(printed_element) {
            Some(element) => vec![format!("memref<*x{element}>"), format!("tensor<*x{element}>")],
            None => return Ok(()),
        },
    };
    match inputs[..] {
        [input] if takes.contains(&input.to_string()) => Ok(()),
        _ => Err(format!(
            "@{name} is declared with other parameters than it has: it takes one {}",
            takes.join(" or ")
        )),
    }
}

/// The position of the brace that closes a printed module. The contents of resources are printed behind it, from the start of a line
/// on. No string looks like that: its line breaks are spelt.
fn end_of_module(printed: &str) -> Option<usize> {
    let module = printed.find("\n{-#").map_or(printed, |resources| &printed[..resources]);
    module.rfind('}')
}

/// The element type in the name of a `printMemref` function.
fn printed_element(suffix: &str) -> Option<Element> {
    if suffix == "Ind" { Some(Element::Index) } else { Element::parse(&suffix.to_ascii_lowercase()) }
}

/// True if `main` of `module`, or a function it refers to, prints a value.
fn prints(module: &Module<'_>, main: Operation<'_>) -> bool {
    let mut known = BTreeSet::new();
    let mut open = vec![main];
    while let Some(function) = open.pop() {
        for operation in function.nested() {
            // Text that is printed is the same on every path, and is no output.
            if operation.name() == "vector.print" && operation.attribute("stringLiteral").is_none() {
                return true;
            }
            for reference in ["callee", "value", "global_name"] {
                let symbol = operation.attribute(reference).filter(|symbol| symbol.starts_with('@'));
                let symbol = symbol.map(|symbol| parse_attribute(&symbol));
                let Some(name) = symbol.as_ref().and_then(Attribute::text) else { continue };
                let Some(callee) = module.symbol(name).filter(|_| known.insert(name.to_owned())) else {
                    continue;
                };
                if !callee.body().is_empty() {
                    open.push(callee);
                } else if is_print_function(name) {
                    return true;
                }
            }
        }
    }
    false
}

/// True if a function of this name, which the program only declares, prints a value.
fn is_print_function(name: &str) -> bool {
    let own = name.strip_prefix("_mlir_ciface_").unwrap_or(name);
    let beside = matches!(own, "printNewline" | "printFlops") || own.starts_with("printMemrefShape");
    own.starts_with("print") && !beside
}

/// The element type that each print call of a straight-line `main` shows, looking through the casts made for printing.
///
/// Empty where a call shows something that cannot be told.
fn printed(main: Operation<'_>) -> Vec<Element> {
    let mut elements = Vec::new();
    for operation in main.body() {
        let callee = operation.attribute("callee").unwrap_or_default();
        let shows = match operation.name() {
            "func.call" if callee == "@printNewline" => false,
            "func.call" => callee.starts_with("@print"),
            name => name == "vector.print",
        };
        if shows {
            match shown(operation) {
                Some(element) => elements.push(element),
                None => return Vec::new(),
            }
        }
    }
    elements
}

/// The element type operand 0 had before it was cast, extended and bitcast for printing.
fn shown(mut operation: Operation<'_>) -> Option<Element> {
    loop {
        let ty = operation.types().next()?;
        let source = operation.operand_source(0).filter(|source| {
            matches!(
                source.name(),
                "tensor.cast" | "memref.cast" | "arith.extsi" | "arith.extui" | "arith.bitcast"
            )
        });
        match source {
            Some(source) => operation = source,
            None => return ty.element(),
        }
    }
}

/// Checks that a lowered module has a `main` that can be called.
///
/// # Errors
/// A sentence that says what it has instead.
pub(super) fn entry_point(module: &Module<'_>) -> Result<(), String> {
    let Some(main) = module.symbol("main") else {
        return Err("the program has no function @main to run".to_owned());
    };
    match main.attribute("function_type").as_deref() {
        Some("!llvm.func<void ()>") => Ok(()),
        Some(other) => Err(format!("lowered @main has type {other}; only a function of nothing can be run")),
        None => Err("@main is not a function".to_owned()),
    }
}
