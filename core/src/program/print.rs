//! The text of a program: a kernel, and a `main` that runs it on its arguments and prints each result's bits.

use super::spelling::{attribute, dense, spelt};
use super::{Program, Syntax, arguments_of, nineteen};
use crate::observe::Element;
use crate::semantics::program::{TensorType, TreeOperation, TreeRegion};
use crate::semantics::{Asked as _, Tensor};
use std::collections::HashMap;
use std::fmt::Write as _;

impl Program {
    /// The program as a module that stock tools read.
    ///
    /// Results are printed as i64, floats by their bits, so that nothing is lost in decimal text and one print
    /// function does for all types. Operations that MLIR 19 lacks are spelt as in later versions; it refuses them.
    pub fn print(&self, syntax: Syntax) -> String {
        let mut out = String::from("module {\n");
        // The attribute lets bufferization know that printing writes nothing.
        out += "  func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = \"read\"})\n";
        let mut printer =
            Printer { syntax, names: HashMap::new(), constants: HashMap::new(), counts: [0; 3], out };
        for (name, tensor) in &self.variables {
            let _ = writeln!(printer.out, "  tosa.variable @{name} = {} : {}", dense(tensor), spelt(tensor));
        }
        for function in &self.functions {
            if let Some(body) = &function.body {
                printer.function(&format!("private @{}", function.name), &function.arguments, body);
            }
        }
        printer.function("@kernel", &self.types, &self.kernel);
        printer.main(self);
        printer.out + "}\n"
    }
}

/// The types of what a body returns, which takes arguments of `types`.
pub(super) fn result_types(types: &[TensorType], body: &TreeRegion) -> Vec<TensorType> {
    let made = body.operations.iter().flat_map(|operation| operation.results.iter().zip(&operation.types));
    let known: HashMap<&usize, &TensorType> = body.arguments.iter().zip(types).chain(made).collect();
    let returned = body.operations.last().map_or(&[][..], |last| &last.operands);
    returned.iter().filter_map(|value| known.get(value).map(|&ty| ty.clone())).collect()
}

struct Printer {
    syntax: Syntax,
    /// Name and type of every value so far.
    names: HashMap<usize, (String, String)>,
    /// The known constants, which other versions have as attributes.
    constants: HashMap<usize, Tensor>,
    counts: [usize; 3],
    out: String,
}

impl Printer {
    /// A function, whose values have numbers of their own.
    fn function(&mut self, name: &str, types: &[TensorType], body: &TreeRegion) {
        (self.names, self.constants, self.counts) = Default::default();
        for (i, (value, ty)) in body.arguments.iter().zip(types).enumerate() {
            self.names.insert(*value, (format!("%a{i}"), ty.spelling.clone()));
        }
        let arguments = join(body.arguments.iter().map(|value| self.typed(*value)));
        let results = join(result_types(types, body).iter().map(|ty| &ty.spelling));
        let _ = writeln!(self.out, "  func.func {name}({arguments}) -> ({results}) {{");
        body.operations.iter().for_each(|operation| self.operation(operation, 2));
        self.out += "  }\n";
    }

    fn name(&self, value: usize) -> &str {
        self.names.get(&value).map_or("%unknown", |(name, _)| name)
    }

    fn type_of(&self, value: usize) -> &str {
        self.names.get(&value).map_or("none", |(_, ty)| ty)
    }

    fn typed(&self, value: usize) -> String {
        format!("{}: {}", self.name(value), self.type_of(value))
    }

    /// A name nobody has: of a value (`%v`), a constant (`%c`), or a block's argument (`%b`).
    fn define(&mut self, value: usize, kind: usize, ty: String) {
        let name = format!("%{}{}", ["v", "c", "b"][kind], self.counts[kind]);
        self.counts[kind] += 1;
        self.names.insert(value, (name, ty));
    }

    fn operation(&mut self, operation: &TreeOperation, depth: usize) {
        let spelt = match self.syntax {
            Syntax::V22 => None,
            Syntax::V19 => {
                let tensor = operation.attributes.tensor("values").ok();
                self.constants.extend(operation.results.first().copied().zip(tensor));
                nineteen::respell(operation, &self.constants)
            }
        };
        match spelt {
            // 19 has these numbers as attributes.
            None if self.syntax == Syntax::V19 && operation.name == "tosa.const_shape" => {}
            None => self.plain(operation, depth),
            Some(operations) => operations.iter().for_each(|operation| self.plain(operation, depth)),
        }
    }

    fn plain(&mut self, operation: &TreeOperation, depth: usize) {
        let indent = "  ".repeat(depth);
        let types =
            |printer: &Self, values: &[usize]| join(values.iter().map(|v| printer.type_of(*v).to_owned()));
        let names = join(operation.operands.iter().map(|value| self.name(*value)));
        let taken = types(self, &operation.operands);
        if operation.name == "func.return" {
            let _ = writeln!(self.out, "{indent}return {names} : {taken}");
            return;
        }
        let kind = usize::from(super::is_constant(operation));
        for (value, ty) in operation.results.iter().zip(&operation.types) {
            self.define(*value, kind, ty.spelling.clone());
        }
        let results = join(operation.results.iter().map(|value| self.name(*value)));
        let given = types(self, &operation.results);
        let _ = write!(self.out, "{indent}{results}{}", if results.is_empty() { "" } else { " = " });
        let named = operation.attributes.iter();
        let attributes = join(named.map(|(name, value)| attribute(name, value)));
        let attributes = if attributes.is_empty() { attributes } else { format!(" {{{attributes}}}") };
        let _ = write!(self.out, "\"{}\"({names})", operation.name);
        self.regions(operation, depth);
        let given = if operation.results.len() == 1 { given } else { format!("({given})") };
        let _ = writeln!(self.out, "{attributes} : ({taken}) -> {given}");
    }

    fn regions(&mut self, operation: &TreeOperation, depth: usize) {
        for (i, region) in operation.regions.iter().enumerate() {
            self.out += if i == 0 { " ({\n" } else { ", {\n" };
            for (argument, input) in arguments_of(operation, region) {
                let ty = self.type_of(input).to_owned();
                self.define(argument, 2, ty);
            }
            let arguments = join(region.arguments.iter().map(|value| self.typed(*value)));
            let indent = "  ".repeat(depth);
            if !region.arguments.is_empty() {
                let _ = writeln!(self.out, "{indent}^bb0({arguments}):");
            }
            region.operations.iter().for_each(|operation| self.operation(operation, depth + 1));
            let _ = write!(self.out, "{indent}}}");
        }
        self.out += if operation.regions.is_empty() { "" } else { ")" };
    }

    fn main(&mut self, program: &Program) {
        self.out += "  func.func @main() {\n";
        for (i, tensor) in program.arguments.iter().enumerate() {
            let _ = writeln!(self.out, "    %a{i} = arith.constant {} : {}", dense(tensor), spelt(tensor));
        }
        let mut names: Vec<String> = (0..program.arguments.len()).map(|i| format!("%a{i}")).collect();
        for (i, (tensor, ty)) in program.arguments.iter().zip(&program.types).enumerate() {
            names[i] = self.cast(&names[i], &spelt(tensor), &ty.spelling, &format!("%o{i}"));
        }
        let types = join(program.types.iter().map(|ty| &ty.spelling));
        let given = result_types(&program.types, &program.kernel);
        let (count, results) = (program.results.len(), join(given.iter().map(|ty| &ty.spelling)));
        let names = join(names);
        let _ = writeln!(self.out, "    %r:{count} = call @kernel({names}) : ({types}) -> ({results})");
        for (i, (tensor, ty)) in program.results.iter().zip(&given).enumerate() {
            let value = self.cast(&format!("%r#{i}"), &ty.spelling, &spelt(tensor), &format!("%s{i}"));
            self.shown(i, value, tensor);
        }
        self.out += "    return\n  }\n";
    }

    /// A value of type `from` as one of type `to`, called `name` where that is another.
    fn cast(&mut self, value: &str, from: &str, to: &str, name: &str) -> String {
        if from == to {
            return value.to_owned();
        }
        let _ = writeln!(self.out, "    {name} = tensor.cast {value} : {from} to {to}");
        name.to_owned()
    }

    /// Hands one result to the print function.
    fn shown(&mut self, i: usize, value: String, tensor: &Tensor) {
        let mut value = (value, tensor.element);
        let spell = |element: Element| {
            let extents: String = tensor.shape.iter().map(|extent| format!("{extent}x")).collect();
            format!("tensor<{extents}{element}>")
        };
        let mut convert = |out: &mut String, stem: &str, op: &str, to: Element| {
            let name = format!("%{stem}{i}");
            let _ = writeln!(out, "    {name} = {op} {} : {} to {}", value.0, spell(value.1), spell(to));
            value = (name, to);
        };
        let integer = match tensor.element.bits() {
            8 => Element::I8,
            16 => Element::I16,
            32 => Element::I32,
            _ => Element::I64,
        };
        if tensor.element.is_float() {
            convert(&mut self.out, "b", "arith.bitcast", integer);
        }
        if tensor.element.bits() < 64 {
            convert(&mut self.out, "e", "arith.extsi", Element::I64);
        }
        let _ =
            writeln!(self.out, "    %p{i} = tensor.cast {} : {} to tensor<*xi64>", value.0, spell(value.1));
        let _ = writeln!(self.out, "    call @printMemrefI64(%p{i}) : (tensor<*xi64>) -> ()");
    }
}

fn join(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut out = String::new();
    for (i, part) in parts.into_iter().enumerate() {
        out += if i == 0 { "" } else { ", " };
        out += part.as_ref();
    }
    out
}
