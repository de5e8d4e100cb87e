//! A `main` of nothing around a `main` of something, written at the level of the IR, so that the wrapped
//! program shows the same under stock tools.
//!
//! The program's own entry point is renamed; the new one makes the inputs, calls it and, where the program does not print by
//! itself, prints what it returns, and every buffer it was given to write to.

use crate::mlir::{Module, Type};
use crate::observe::Element;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The name the program's own entry point gets.
pub const INNER: &str = "lowdiff_main";
/// Least extent that is drawn; every index that is drawn lies below it, since programs access memory by them.
const LEAST_OPEN_EXTENT: u64 = 4;
/// Most elements of one input, or of one result that is printed element by element.
const MOST_ELEMENTS: u64 = 4096;

/// The text of the new entry point as it grows.
pub struct Wrapper {
    /// What each print call shows.
    pub printed: Vec<Element>,
    globals: String,
    body: String,
    /// Print functions called, with their parameter types.
    declared: BTreeMap<&'static str, String>,
    random: rand_chacha::ChaCha8Rng,
    /// What every extent is that a type leaves open: most programs ask that some are equal.
    open_extent: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tensor,
    Memref,
    Scalar,
}

/// One parameter or result of the program's `main`.
struct Value {
    spelling: String,
    element: Element,
    /// None where even the rank is open.
    extents: Option<Vec<Option<u64>>>,
    kind: Kind,
}

impl Value {
    fn new(ty: Type<'_>, role: &str) -> Result<Value, String> {
        let spelling = ty.to_string();
        let refuse = |why: &str| format!("@main has a {role} of type {spelling}, which {why}");
        let kind = match () {
            () if ty.is_tensor() => Kind::Tensor,
            () if ty.is_memref() => Kind::Memref,
            () if ty.is_vector() => return Err(refuse("lowdiff does not draw or print: use a tensor")),
            () => Kind::Scalar,
        };
        let usable = "lowdiff cannot draw or print: use tensors, memrefs and numbers of i1 to i64, index, f8E4M3FN, f8E5M2, \
            bf16 and f16 to f64";
        let element = ty.element().filter(|element| !element.is_unsigned()).ok_or_else(|| refuse(usable))?;
        if role == "parameter" && kind == Kind::Memref && spelling.contains(',') {
            return Err(refuse(
                "has a layout or a memory space of its own, and lowdiff draws plain memrefs alone",
            ));
        }
        Ok(Value { spelling, element, extents: ty.extents(), kind })
    }
}

fn values(types: &[Type<'_>], role: &str) -> Result<Vec<Value>, String> {
    types.iter().map(|ty| Value::new(*ty, role)).collect()
}

impl Wrapper {
    /// An empty wrapper; inputs will be drawn from `seed`.
    pub fn new(seed: u64) -> Wrapper {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        Wrapper {
            printed: Vec::new(),
            globals: String::new(),
            body: String::new(),
            declared: BTreeMap::new(),
            open_extent: random.random_range(LEAST_OPEN_EXTENT..=LEAST_OPEN_EXTENT + 2),
            random,
        }
    }

    /// Writes the call and everything around it.
    ///
    /// # Errors
    /// A type that cannot be drawn or printed, by name.
    pub fn wrap(&mut self, inputs: &[Type<'_>], results: &[Type<'_>]) -> Result<(), String> {
        let inputs = values(inputs, "parameter")?;
        let results = values(results, "result")?;
        let spellings: Vec<&str> = results.iter().map(|v| v.spelling.as_str()).collect();
        let arguments = self.call_inner(&inputs, &spellings)?;
        for (i, result) in results.iter().enumerate() {
            let name = if results.len() == 1 { "%r".to_owned() } else { format!("%r#{i}") };
            self.output(i, &name, result)?;
        }
        for (i, input) in inputs.iter().enumerate().filter(|(_, v)| v.kind == Kind::Memref) {
            self.output(results.len() + i, &arguments[i], input)?;
        }
        Ok(())
    }

    /// Writes the call and its inputs, and prints nothing: of a program that does so by itself.
    ///
    /// # Errors
    /// A type of a parameter that cannot be drawn, by name.
    pub fn call_alone(&mut self, inputs: &[Type<'_>], results: &[Type<'_>]) -> Result<(), String> {
        let spellings: Vec<String> = results.iter().map(Type::to_string).collect();
        let spellings: Vec<&str> = spellings.iter().map(String::as_str).collect();
        self.call_inner(&values(inputs, "parameter")?, &spellings).map(drop)
    }

    /// Makes the inputs and calls the program's own entry point, whose results are `%r` then; names of the inputs.
    fn call_inner(&mut self, inputs: &[Value], results: &[&str]) -> Result<Vec<String>, String> {
        let drawn = inputs.iter().enumerate().map(|(i, input)| self.input(i, input));
        let arguments = drawn.collect::<Result<Vec<String>, String>>()?;
        let bound = match results.len() {
            0 => String::new(),
            1 => "%r = ".to_owned(),
            n => format!("%r:{n} = "),
        };
        let types = inputs.iter().map(|v| v.spelling.as_str()).collect::<Vec<_>>().join(", ");
        let signature = format!("({types}) -> ({})", results.join(", "));
        self.line(format!("{bound}func.call @{INNER}({}) : {signature}", arguments.join(", ")));
        Ok(arguments)
    }

    /// What is to be added inside `module`; print functions it declares itself are not declared again.
    pub fn text(&self, module: &Module<'_>) -> String {
        let mut text = self.globals.clone();
        for (symbol, parameter) in &self.declared {
            if module.symbol(symbol).is_none() {
                let _ = writeln!(text, "func.func private @{symbol}({parameter})");
            }
        }
        let _ = writeln!(text, "func.func @main() {{\n{}  return\n}}", self.body);
        text
    }

    fn line(&mut self, line: String) {
        let _ = writeln!(self.body, "  {line}");
    }

    fn call(&mut self, symbol: &'static str, value: &str, ty: &str) -> Result<(), String> {
        // Reading only, so that bufferization need not copy.
        let read = if ty.starts_with("tensor") { " {bufferization.access = \"read\"}" } else { "" };
        let parameter = format!("{ty}{read}");
        if self.declared.insert(symbol, parameter.clone()).is_some_and(|before| before != parameter) {
            return Err(format!("@main uses tensors and memrefs that both need @{symbol}: use one kind"));
        }
        self.line(format!("func.call @{symbol}({value}) : ({ty}) -> ()"));
        Ok(())
    }

    /// Makes one input of small numbers, which keep any program's arithmetic tame; its name.
    fn input(&mut self, i: usize, v: &Value) -> Result<String, String> {
        let element = v.element;
        let name = format!("%in{i}");
        if v.kind == Kind::Scalar {
            let number = self.number(element);
            let ty = if element == Element::I1 { String::new() } else { format!(" : {element}") };
            self.line(format!("{name} = arith.constant {number}{ty}"));
            return Ok(name);
        }
        // Of an unranked one a vector will do.
        let extents = v.extents.as_deref().unwrap_or(&[None]).iter();
        let extents: Vec<u64> = extents.map(|e| e.unwrap_or(self.open_extent)).collect();
        let count: u64 = extents.iter().product();
        if count > MOST_ELEMENTS {
            return Err(format!("@main has a parameter of {count} elements; {MOST_ELEMENTS} is the most"));
        }
        let numbers: Vec<String> = (0..count).map(|_| self.number(element)).collect();
        let dims: String = extents.iter().map(|d| format!("{d}x")).collect();
        let dense = format!("dense<{}>", nested(&numbers, &extents));
        let whole = if v.kind == Kind::Tensor {
            let whole = format!("tensor<{dims}{element}>");
            self.line(format!("{name}s = arith.constant {dense} : {whole}"));
            whole
        } else {
            let whole = format!("memref<{dims}{element}>");
            let _ = writeln!(
                self.globals,
                "memref.global \"private\" constant @lowdiff_in{i} : {whole} = {dense}"
            );
            self.line(format!("{name}g = memref.get_global @lowdiff_in{i} : {whole}"));
            self.line(format!("{name}s = memref.alloc() : {whole}"));
            self.line(format!("memref.copy {name}g, {name}s : {whole} to {whole}"));
            whole
        };
        if whole == v.spelling {
            return Ok(format!("{name}s"));
        }
        let cast = if v.kind == Kind::Tensor { "tensor.cast" } else { "memref.cast" };
        self.line(format!("{name} = {cast} {name}s : {whole} to {}", v.spelling));
        Ok(name)
    }

    fn number(&mut self, element: Element) -> String {
        match element {
            Element::I1 => self.random.random::<bool>().to_string(),
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

    /// Prints one value.
    fn output(&mut self, i: usize, name: &str, v: &Value) -> Result<(), String> {
        self.printed.push(v.element);
        if v.kind == Kind::Scalar {
            return self.print_scalar(i, name, v.element);
        }
        let symbol = match v.element {
            Element::I32 => "printMemrefI32",
            Element::I64 => "printMemrefI64",
            Element::F32 => "printMemrefF32",
            Element::F64 => "printMemrefF64",
            Element::Index => "printMemrefInd",
            _ => return self.print_elements(i, name, v),
        };
        let kind = if v.kind == Kind::Tensor { "tensor" } else { "memref" };
        let unranked = format!("{kind}<*x{}>", v.element);
        if v.spelling == unranked {
            return self.call(symbol, name, &unranked);
        }
        self.line(format!("%out{i} = {kind}.cast {name} : {} to {unranked}", v.spelling));
        self.call(symbol, &format!("%out{i}"), &unranked)
    }

    fn print_scalar(&mut self, i: usize, name: &str, element: Element) -> Result<(), String> {
        let out = format!("%out{i}");
        match element {
            Element::F32 => self.call("printF32", name, "f32")?,
            Element::F64 => self.call("printF64", name, "f64")?,
            Element::I64 => self.call("printI64", name, "i64")?,
            _ if element.is_float() => {
                let bits = format!("i{}", element.bits());
                self.line(format!("{out}b = arith.bitcast {name} : {element} to {bits}"));
                self.line(format!("{out} = arith.extsi {out}b : {bits} to i64"));
                self.call("printI64", &out, "i64")?;
            }
            Element::Index => {
                self.line(format!("{out} = arith.index_cast {name} : index to i64"));
                self.call("printI64", &out, "i64")?;
            }
            _ => {
                self.line(format!("{out} = arith.extsi {name} : {element} to i64"));
                self.call("printI64", &out, "i64")?;
            }
        }
        self.declared.insert("printNewline", String::new());
        self.line("func.call @printNewline() : () -> ()".to_owned());
        Ok(())
    }

    /// There is no stock print function for narrow types, so each element goes through i64: scalar
    /// operations, which every path that lowers the container lowers too.
    fn print_elements(&mut self, i: usize, name: &str, v: &Value) -> Result<(), String> {
        let known: Option<Vec<u64>> =
            v.extents.as_ref().and_then(|extents| extents.iter().copied().collect());
        let extents = known.filter(|e| e.iter().product::<u64>() <= MOST_ELEMENTS).ok_or_else(|| {
            format!("@main gives out {}: for this element type lowdiff needs known extents and at most {MOST_ELEMENTS} elements", v.spelling)
        })?;
        let (element, tensor) = (v.element, v.kind == Kind::Tensor);
        let dims: String = extents.iter().map(|d| format!("{d}x")).collect();
        let (kind, read) = if tensor { ("tensor", "tensor.extract") } else { ("memref", "memref.load") };
        let wide = format!("{kind}<{dims}i64>");
        let widest = extents.iter().max().copied().unwrap_or(0);
        for c in 0..widest {
            self.line(format!("%o{i}c{c} = arith.constant {c} : index"));
        }
        if !tensor {
            self.line(format!("%out{i}w = memref.alloc() : {wide}"));
        }
        let mut elements = Vec::new();
        for flat in 0..extents.iter().product::<u64>() {
            let place: Vec<String> = indices(flat, &extents).map(|c| format!("%o{i}c{c}")).collect();
            let (place, e) = (place.join(", "), format!("%o{i}e{flat}"));
            self.line(format!("{e} = {read} {name}[{place}] : {}", v.spelling));
            let mut last = (e.clone(), element.name().to_owned());
            if element.is_float() {
                let bits = format!("i{}", element.bits());
                self.line(format!("{e}b = arith.bitcast {e} : {element} to {bits}"));
                last = (format!("{e}b"), bits);
            }
            self.line(format!("{e}w = arith.extsi {} : {} to i64", last.0, last.1));
            if !tensor {
                self.line(format!("memref.store {e}w, %out{i}w[{place}] : {wide}"));
            }
            elements.push(format!("{e}w"));
        }
        if tensor {
            self.line(format!("%out{i}w = tensor.from_elements {} : {wide}", elements.join(", ")));
        }
        self.line(format!("%out{i} = {kind}.cast %out{i}w : {wide} to {kind}<*xi64>"));
        self.call("printMemrefI64", &format!("%out{i}"), &format!("{kind}<*xi64>"))
    }
}

/// Row-major position `flat` in a box of `extents`.
fn indices(flat: u64, extents: &[u64]) -> impl Iterator<Item = u64> {
    (0..extents.len()).map(move |d| {
        let inner: u64 = extents[d + 1..].iter().product();
        flat / inner % extents[d]
    })
}

/// Elements in the brackets MLIR's dense literals want.
fn nested(numbers: &[String], extents: &[u64]) -> String {
    let Some((first, rest)) = extents.split_first() else { return numbers.concat() };
    let inner = rest.iter().product::<u64>() as usize;
    let rows = (0..*first as usize).map(|i| nested(&numbers[i * inner..(i + 1) * inner], rest));
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}
