//! The text of a program: a kernel, and a `main` that runs it on its inputs and prints each result's bits.

use super::writer::{Writer, const_key, float, line, name};
use super::{Data, Operand, Place, Program, Syntax, Type};
use crate::observe::Element;

impl Program {
    /// The program as a module that stock tools read.
    ///
    /// Results are printed as i64, floats by their bits, so that nothing is lost in decimal text and one print
    /// function does for all types.
    pub fn print(&self, syntax: Syntax) -> String {
        let mut out = String::from("module {\n");
        // The attribute lets bufferization know that printing writes nothing.
        out += "  func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = \"read\"})\n";
        self.print_kernel(syntax, &mut out);
        self.print_main(&mut out);
        out + "}\n"
    }

    fn arguments(&self) -> impl Iterator<Item = usize> {
        (0..self.inputs.len()).filter(|&i| self.inputs[i].place == Place::Argument)
    }

    fn result_types(&self) -> impl Iterator<Item = &Type> {
        self.results.iter().map(|&i| &self.operations[i].result.ty)
    }

    fn print_kernel(&self, syntax: Syntax, out: &mut String) {
        let arguments = self.arguments().map(|i| format!("%a{i}: {}", self.inputs[i].value.ty));
        *out += &format!("  func.func @kernel({}) -> ({}) {{\n", join(arguments), join(self.result_types()));
        for (i, input) in self.inputs.iter().enumerate().filter(|(_, input)| input.place == Place::Inside) {
            let (key, ty, dense) = (const_key(syntax), &input.value.ty, dense(&input.data, &input.value.ty));
            line(out, &format!("%c{i} = \"tosa.const\"() {{{key} = {dense}}} : () -> {ty}"));
        }
        let mut constants = 0;
        for (i, operation) in self.operations.iter().enumerate() {
            (operation.op.write)(&mut Writer::new(self, syntax, i, out, &mut constants));
        }
        let names = self.results.iter().map(|&i| name(self, Operand::Result(i)));
        line(out, &format!("return {} : {}", join(names), join(self.result_types())));
        *out += "  }\n";
    }

    fn print_main(&self, out: &mut String) {
        *out += "  func.func @main() {\n";
        for i in self.arguments() {
            let input = &self.inputs[i];
            line(out, &format!("%a{i} = arith.constant {}", dense(&input.data, &input.value.ty)));
        }
        let names = self.arguments().map(|i| format!("%a{i}"));
        let types = self.arguments().map(|i| &self.inputs[i].value.ty);
        let (count, results) = (self.results.len(), join(self.result_types()));
        line(out, &format!("%r:{count} = call @kernel({}) : ({}) -> ({results})", join(names), join(types)));
        for (i, ty) in self.result_types().enumerate() {
            let mut value = (format!("%r#{i}"), ty.clone());
            let mut convert = |stem: &str, op: &str, element: Element| {
                let to = Type { element, ..value.1.clone() };
                line(out, &format!("%{stem}{i} = {op} {} : {} to {to}", value.0, value.1));
                value = (format!("%{stem}{i}"), to);
            };
            if ty.element == Element::F32 {
                convert("b", "arith.bitcast", Element::I32);
            }
            convert("e", "arith.extsi", Element::I64);
            line(out, &format!("%p{i} = tensor.cast {} : {} to tensor<*xi64>", value.0, value.1));
            line(out, &format!("call @printMemrefI64(%p{i}) : (tensor<*xi64>) -> ()"));
        }
        line(out, "return");
        *out += "  }\n";
    }
}

fn join(parts: impl IntoIterator<Item = impl ToString>) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(", ")
}

/// `dense<...> : type`.
fn dense(data: &Data, ty: &Type) -> String {
    let elements: Vec<String> = match data {
        Data::Float(values, _) => values.iter().map(|&v| float(v)).collect(),
        Data::Int(values) if ty.element == Element::I1 => {
            values.iter().map(|&v| (v != 0).to_string()).collect()
        }
        Data::Int(values) => values.iter().map(i64::to_string).collect(),
    };
    format!("dense<{}> : {ty}", nested(&elements, &ty.shape))
}

fn nested(elements: &[String], shape: &[u64]) -> String {
    match shape.split_first() {
        None => elements.concat(),
        Some((&extent, rest)) => {
            let parts = elements.chunks((elements.len() / extent.max(1) as usize).max(1));
            format!("[{}]", join(parts.map(|part| nested(part, rest))))
        }
    }
}
