//! Making a program comparable: `main` takes nothing and prints everything that matters.

use super::Prepared;
use super::call::{Call, CallWorth, Choice, TriedCall, Undefined, UserArgument, defined};
use super::wrapper::{INNER, Inputs, Templates, Wrapper};
use crate::ir::{self, Attribute, Dense, parse_attribute, parse_type};
use crate::mlir::{Context, Diagnostic, Module, Operation, Type};
use crate::observe::{Cause, Element};
use crate::path::OperationTrait::{KeepingCast, Print};
use crate::path::operation_trait::shown;
use crate::runtimes::print_functions::{PrintKind, shown_by};
use std::collections::BTreeSet;

/// The function that programs begin with.
pub(super) const MAIN: &str = "main";

/// Extents that types of the program name, at most so many of which may stand for open ones.
const MOST_CANDIDATES: usize = 6;
/// Extents that operations reach into, at most so many of which are tried.
const MOST_REACHED: usize = 12;
/// The largest of all these.
const LARGEST_CANDIDATE: u64 = 64;

/// Checks `program` and wraps its entry function if it takes arguments, returns values, or is not called `main`. `run` tells of a
/// program that is ready whether it is defined, and the steps it took: arguments that are drawn are those with which it is.
///
/// A program that prints shows that and nothing else: its results go unused, and nothing is declared beside it. The conversion of
/// `vector.print` declares print functions of llvm's, and two functions of one name are invalid IR, whoever is to blame for it.
///
/// # Errors
/// One sentence for the user: the program is invalid, or the function cannot be wrapped.
pub fn prepare(
    context: &Context,
    program: &str,
    call: &Call,
    mut run: impl FnMut(&str) -> Result<(CallWorth, u64), String>,
) -> Result<Prepared, String> {
    let module = Module::parse(context, program).map_err(|said| invalid_program(&said))?;
    let functions = public_functions(&module);
    let chosen = entry(&module, call, &functions)?;
    let as_it_is = |printed, runs| {
        module.top_level().into_iter().try_for_each(print_function)?;
        Ok(Prepared { printed, runs, functions: functions.clone(), ..Prepared::of(program) })
    };
    let Some(entry) = chosen else { return as_it_is(Vec::new(), false) };
    let Some((function, EntrySignature { inputs, results, .. })) =
        module.symbol(&entry).and_then(|function| Some((function, EntrySignature::of(function)?)))
    else {
        return match entry.as_str() {
            MAIN if !call.given.is_empty() => {
                Err("an argument is given for @main, whose parameters are unknown or vary in number"
                    .to_owned())
            }
            MAIN => as_it_is(Vec::new(), module.symbol(MAIN).is_some_and(|main| !main.body().is_empty())),
            _ => Err(format!("the program has no func.func @{entry}{}", those(&functions))),
        };
    };
    let has_body = !function.body().is_empty();
    if entry == MAIN && (!has_body || (inputs.is_empty() && results.is_empty())) {
        refuse_surplus(call, &entry, &inputs)?;
        let prepared = as_it_is(if has_body { printed(function) } else { Vec::new() }, has_body)?;
        return Ok(if has_body { told(prepared, call, run) } else { prepared });
    }
    if !has_body {
        return Err(format!("@{entry} has no body"));
    }
    refuse_surplus(call, &entry, &inputs)?;
    let templates = templates(function, &inputs);
    let wrapped = |choice: &Choice| wrapped(context, program, (&entry, call), (choice, &templates));
    let open = (open_extents(&inputs, call, &templates), open_indices(&inputs, call));
    let is_drawn = call.inputs == Inputs::Constants && !inputs.is_empty();
    let tried = match is_drawn {
        false => wrapped(&Choice { seed: call.seed, ..Choice::default() }).map(|made| (made, None)),
        true => defined(open, (&candidates(function, call), &reached(function)), call.seed, |choice| {
            let made = wrapped(choice)?;
            let (standing, steps) = run(&made.program)?;
            Ok(TriedCall { made, standing, steps })
        })
        .map(|tried| (tried.made, Some(tried.standing))),
    };
    match tried {
        Ok((prepared, Some(standing))) => {
            let drawn = prepared.arguments.iter().any(|argument| argument.drawn);
            let (is_open, poison) = (matches!(standing, CallWorth::Open(_)), standing == CallWorth::Poison);
            let undefined = match standing {
                CallWorth::Undefined(why) | CallWorth::Open(why) if drawn || !is_open => {
                    Some(Undefined { why, drawn, open: is_open, place: None, arguments: Vec::new() })
                }
                _ => None,
            };
            Ok(Prepared { undefined, poison, functions, ..prepared })
        }
        Ok((prepared, None)) => Ok(told(Prepared { functions, ..prepared }, call, run)),
        // Nobody asked for this function.
        Err(why) if call.entry.is_none() && call.given.is_empty() && entry != MAIN => {
            Ok(Prepared { unable: Some(why), ..as_it_is(Vec::new(), false)? })
        }
        Err(why) => Err(why),
    }
}

/// A program whose call leaves nothing open, with the way in which it is undefined, where that can be told. One that cannot be
/// run as it is stays as it is.
fn told(
    prepared: Prepared,
    call: &Call,
    mut run: impl FnMut(&str) -> Result<(CallWorth, u64), String>,
) -> Prepared {
    if call.inputs != Inputs::Constants {
        return prepared;
    }
    match run(&prepared.program) {
        Ok((CallWorth::Undefined(why), _)) => {
            let undefined = Undefined { why, drawn: false, open: false, place: None, arguments: Vec::new() };
            Prepared { undefined: Some(undefined), ..prepared }
        }
        Ok((CallWorth::Poison, _)) => Prepared { poison: true, ..prepared },
        Ok(_) | Err(_) => prepared,
    }
}

/// The types of a function that can be called, and the operation that calls it.
struct EntrySignature<'m> {
    inputs: Vec<Type<'m>>,
    results: Vec<Type<'m>>,
    call: &'static str,
}

impl<'m> EntrySignature<'m> {
    /// Of a function of builtin types, or of one of the llvm dialect with a body that takes or gives something.
    fn of(function: Operation<'m>) -> Option<EntrySignature<'m>> {
        if let Some((inputs, results)) = function.signature() {
            return Some(EntrySignature { inputs, results, call: "func.call" });
        }
        let ir::Type::LlvmFunction(result, inputs, false) = parse_type(&function.attribute("function_type")?)
        else {
            return None;
        };
        // The result is a value of the function, so its type is met there.
        let is_void = *result == ir::Type::Void;
        let mut met = function.nested().into_iter().flat_map(Operation::types);
        let returned = if is_void { None } else { met.find(|ty| parse_type(&ty.to_string()) == *result) };
        let results: Vec<Type<'m>> = returned.into_iter().collect();
        let given = function.arguments();
        let is_whole = given.len() == inputs.len() && results.is_empty() == is_void;
        // A function of nothing is run as it is.
        let is_of_something = !inputs.is_empty() || !is_void;
        (is_whole && is_of_something).then_some(EntrySignature { inputs: given, results, call: "llvm.call" })
    }
}

/// The name of the function to call; none where nobody says which of several, or there is none.
fn entry(module: &Module<'_>, call: &Call, functions: &[String]) -> Result<Option<String>, String> {
    let has_body = |name: &str| module.symbol(name).is_some_and(|function| !function.body().is_empty());
    match (&call.entry, functions) {
        (Some(name), _) if module.symbol(name).is_none() => {
            Err(format!("the program has no function @{name}{}", those(functions)))
        }
        (Some(name), _) => Ok(Some(name.clone())),
        (None, [only]) if !has_body(MAIN) => Ok(Some(only.clone())),
        (None, _) if module.symbol(MAIN).is_some() => Ok(Some(MAIN.to_owned())),
        (None, _) => Ok(None),
    }
}

/// The public functions of a program that have a body (MLIR, "Symbol Visibility"; LangRef, "Linkage Types").
fn public_functions(module: &Module<'_>) -> Vec<String> {
    let says = |function: Operation<'_>, name: &str, words: &[&str]| {
        function.attribute(name).is_some_and(|said| words.iter().any(|word| said.contains(word)))
    };
    let is_private = |function: Operation<'_>| {
        says(function, "sym_visibility", &["private"]) || says(function, "linkage", &["internal", "private"])
    };
    let functions = module.top_level().into_iter();
    functions
        .filter(|function| {
            !function.body().is_empty() && !is_private(*function) && EntrySignature::of(*function).is_some()
        })
        .filter_map(Operation::symbol_name)
        .collect()
}

/// The functions that there are, as the end of a sentence.
fn those(functions: &[String]) -> String {
    let names: Vec<String> = functions.iter().map(|name| format!("@{name}")).collect();
    if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) }
}

/// Refuses arguments for parameters that there are none of.
fn refuse_surplus(call: &Call, entry: &str, inputs: &[Type<'_>]) -> Result<(), String> {
    let takes = match inputs.len() {
        0 => "no parameters".to_owned(),
        1 => "one parameter, with the number 0".to_owned(),
        several => format!("{several} parameters, with numbers from 0 to {}", several - 1),
    };
    match call.given.keys().find(|place| **place >= inputs.len()) {
        Some(place) => Err(format!("an argument is given for parameter {place}, and @{entry} has {takes}")),
        None => Ok(()),
    }
}

/// The number of extents that the types of parameters leave open and nobody gives.
fn open_extents(inputs: &[Type<'_>], call: &Call, templates: &Templates) -> usize {
    let of = |(place, ty): (usize, &Type<'_>)| {
        let given = call.given.get(&place).is_some_and(|given| given.shape().is_some());
        let own = templates.get(&place).cloned().or_else(|| ty.extents()).unwrap_or_default();
        if given { 0 } else { own.iter().filter(|extent| extent.is_none()).count() }
    };
    inputs.iter().enumerate().map(of).sum()
}

/// The number of parameters of type `index` that nobody gives.
fn open_indices(inputs: &[Type<'_>], call: &Call) -> usize {
    let is_given = |place| call.given.get(&place).is_some_and(|given| given.value.is_some());
    let is_open = |(place, ty): &(usize, &Type<'_>)| ty.to_string() == "index" && !is_given(*place);
    inputs.iter().enumerate().filter(is_open).count()
}

/// Extents for parameters of no known rank, each from a type of the function that such a value may be cast to; of one without any a
/// vector is drawn.
fn templates(function: Operation<'_>, inputs: &[Type<'_>]) -> Templates {
    let known: Vec<Type<'_>> = function.nested().into_iter().flat_map(Operation::types).collect();
    let unranked = inputs.iter().enumerate().filter(|(_, ty)| ty.extents().is_none());
    let template = |input: &Type<'_>| {
        let alike = |ty: &&Type<'_>| ty.is_memref() == input.is_memref() && ty.element() == input.element();
        let ranked = known.iter().filter(alike).filter_map(|ty| ty.extents());
        ranked.max_by_key(Vec::len).unwrap_or(vec![None])
    };
    unranked.map(|(place, input)| (place, template(input))).collect()
}

/// Extents that are given, and those that a function's types and constants of type `index` name.
fn candidates(function: Operation<'_>, call: &Call) -> Vec<u64> {
    let given = call.given.values().filter_map(UserArgument::shape).flatten();
    let signature = EntrySignature::of(function);
    let (inputs, results) = signature.map(|own| (own.inputs, own.results)).unwrap_or_default();
    let inner = function.nested();
    let constants = inner.iter().filter_map(|operation| operation.attribute("value"));
    let constants = constants.filter_map(|value| value.strip_suffix(" : index")?.parse().ok());
    let types = inputs.into_iter().chain(results).chain(inner.iter().flat_map(|operation| operation.types()));
    let mut candidates = Vec::new();
    let types = types.filter_map(Type::extents).flatten().flatten();
    for extent in given.chain(types).chain(constants.collect::<Vec<u64>>()) {
        if (1..=LARGEST_CANDIDATE).contains(&extent) && !candidates.contains(&extent) {
            candidates.push(extent);
        }
        if candidates.len() == MOST_CANDIDATES {
            break;
        }
    }
    candidates
}

/// Extents that operations reach into: past the last element of a slice whose place is fixed, and past the last window of those that move
/// by strides over what the operation's types name.
fn reached(function: Operation<'_>) -> Vec<u64> {
    let mut reached = Vec::new();
    for operation in function.nested() {
        let list = |name: &str| numbers(&operation.attribute(name)?);
        let slice = || Some((list("static_offsets")?, list("static_sizes")?, list("static_strides")?));
        let slice = slice().unwrap_or_default();
        for ((offset, size), stride) in slice.0.iter().zip(&slice.1).zip(&slice.2) {
            let is_fixed = *offset >= 0 && *size > 0 && *stride > 0;
            reached.extend(is_fixed.then(|| offset.saturating_add((size - 1).saturating_mul(*stride)) + 1));
        }
        let extents: Vec<i64> = operation
            .types()
            .filter_map(Type::extents)
            .flatten()
            .flatten()
            .filter_map(|extent| i64::try_from(extent).ok())
            .collect();
        for stride in list("strides").or_else(|| list("stride")).unwrap_or_default() {
            let windows = extents
                .iter()
                .flat_map(|of| extents.iter().map(move |wide| (of - 1).saturating_mul(stride) + wide));
            reached.extend(windows);
        }
    }
    let is_extent = |number: i64| u64::try_from(number).ok().filter(|n| (1..=LARGEST_CANDIDATE).contains(n));
    let mut found: Vec<u64> = Vec::new();
    for number in reached.into_iter().filter_map(is_extent) {
        if !found.contains(&number) && found.len() < MOST_REACHED {
            found.push(number);
        }
    }
    found
}

/// The numbers of an attribute that is a list of integers, or one number for each element.
fn numbers(attribute: &str) -> Option<Vec<i64>> {
    match parse_attribute(attribute) {
        Attribute::Ints(_, numbers) => Some(numbers),
        Attribute::Dense(Dense { stride: 8, parts: 1, data, .. }) => {
            Some(data.as_chunks().0.iter().map(|number| i64::from_le_bytes(*number)).collect())
        }
        _ => None,
    }
}

/// A program with a `main` of nothing around its entry function.
fn wrapped(
    context: &Context,
    program: &str,
    (entry, call): (&str, &Call),
    drawing: (&Choice, &Templates),
) -> Result<Prepared, String> {
    let module = Module::parse(context, program).map_err(|said| invalid_program(&said))?;
    let function = module.symbol(entry).ok_or("the entry function is gone")?;
    let EntrySignature { inputs, results, call: operation } =
        EntrySignature::of(function).ok_or("the entry function has no type")?;
    let mut wrapper = Wrapper::new((entry, operation), call, drawing);
    let prints = prints(&module, function);
    if prints {
        module.top_level().into_iter().try_for_each(print_function)?;
    }
    let shown = || if prints { printed(function) } else { Vec::new() };
    let printed = match prints {
        _ if call.hands_on => wrapper.hand_on(&inputs, &results).map(|()| shown())?,
        true => wrapper.call_alone(&inputs, &results).map(|()| shown())?,
        false => wrapper.wrap(&inputs, &results)?,
    };
    make_room(&module, entry, |symbol| symbol == MAIN || wrapper.takes(symbol));
    module.rename_symbol(entry, INNER);
    let inner = module.to_string();
    let end = end_of_module(&inner).ok_or("MLIR prints the module without braces")?;
    let (inside, end) = inner.split_at(end);
    let program = format!("{inside}{}{end}", wrapper.text());
    Module::parse(context, &program).map_err(|said| {
        format!("@{entry} cannot be wrapped so that it can be compared: {}", invalid_program(&said))
    })?;
    let arguments = wrapper.arguments().to_vec();
    let (entry, wrapped) = (Some(entry.to_owned()), !prints);
    Ok(Prepared { printed, runs: true, wrapped, arguments, entry, ..Prepared::of(&program) })
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
    let takes = match (shown_by(&name), shown_by(&name).and_then(PrintKind::element)) {
        (Some(PrintKind::Number(_)), Some(Element::I64)) => vec!["i64".to_owned(), "index".to_owned()],
        (Some(PrintKind::Number(_)), Some(element @ (Element::F32 | Element::F64))) => {
            vec![element.to_string()]
        }
        (Some(PrintKind::Unranked(_)), Some(element)) if !name.starts_with("_mlir_ciface_") => {
            vec![format!("memref<*x{element}>"), format!("tensor<*x{element}>")]
        }
        _ => return Ok(()),
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

/// True if `main` of `module`, or a function it refers to, prints a value.
fn prints(module: &Module<'_>, main: Operation<'_>) -> bool {
    let mut known = BTreeSet::new();
    let mut open = vec![main];
    while let Some(function) = open.pop() {
        for operation in function.nested() {
            // Text that is printed is the same on every path, and is no output.
            if Print.is_of(operation.name()) && operation.attribute("stringLiteral").is_none() {
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
                } else if shown_by(name).is_some_and(PrintKind::is_output) {
                    return true;
                }
            }
        }
    }
    false
}

/// The element type that each print call of a straight-line `main` shows, looking through the casts made for printing.
///
/// Empty where a call shows something that cannot be told.
fn printed(main: Operation<'_>) -> Vec<Element> {
    let mut elements = Vec::new();
    for operation in main.body() {
        let callee = operation.attribute("callee");
        if shown(operation.name(), callee.as_deref()).is_some_and(PrintKind::is_output) {
            match handed_over(operation) {
                Some(element) => elements.push(element),
                None => return Vec::new(),
            }
        }
    }
    elements
}

/// The element type operand 0 had before it was cast, extended and bitcast for printing.
fn handed_over(mut operation: Operation<'_>) -> Option<Element> {
    loop {
        let ty = operation.types().next()?;
        let source = operation.operand_source(0).filter(|source| KeepingCast.is_of(source.name()));
        match source {
            Some(source) => operation = source,
            None => return ty.element(),
        }
    }
}

/// Checks that a lowered module has a `main` that can be called.
///
/// # Errors
/// It has something else instead.
pub(super) fn entry_point(module: &Module<'_>) -> Result<(), Cause> {
    let Some(main) = module.symbol("main") else {
        return Err(Cause::NoMain {});
    };
    match main.attribute("function_type").as_deref() {
        Some("!llvm.func<void ()>") => Ok(()),
        Some(other) => Err(Cause::MainType(other.to_owned())),
        None => Err(Cause::MainIsNone {}),
    }
}
