//! What a row writes its operation with.

use super::{Attributes, Operand, Operation, Place, Program, Scalar, Syntax, Type};
use crate::observe::Element;
use std::fmt::Write as _;

/// Writes one operation, and the constants it needs before it.
pub struct Writer<'a> {
    program: &'a Program,
    syntax: Syntax,
    index: usize,
    out: &'a mut String,
    constants: &'a mut usize,
}

/// A helper constant that was written: its name and type.
#[derive(Clone, Debug)]
pub struct Constant {
    name: String,
    ty: String,
}

impl<'a> Writer<'a> {
    /// A writer for operation `index` of `program`.
    pub(super) fn new(
        program: &'a Program,
        syntax: Syntax,
        index: usize,
        out: &'a mut String,
        constants: &'a mut usize,
    ) -> Writer<'a> {
        Writer { program, syntax, index, out, constants }
    }

    fn subject(&self) -> &'a Operation {
        &self.program.operations[self.index]
    }

    /// The spelling asked for.
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// What the operation carries.
    pub fn attributes(&self) -> &'a Attributes {
        &self.subject().attributes
    }

    /// Type of the result.
    pub fn result(&self) -> &'a Type {
        &self.subject().result.ty
    }

    /// Type of an operand.
    pub fn operand_type(&self, index: usize) -> &'a Type {
        &self.program.value(self.subject().operands[index]).ty
    }

    /// One element in the spelling of the result's type.
    pub fn scalar(&self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Float(value) => float(value),
            Scalar::Int(value) if self.result().element == Element::I1 => (value != 0).to_string(),
            Scalar::Int(value) => value.to_string(),
        }
    }

    /// `array<i64: ...>`.
    pub fn array(values: &[u64]) -> String {
        let list: Vec<String> = values.iter().map(|v| format!(" {v}")).collect();
        if list.is_empty() { "array<i64>".into() } else { format!("array<i64:{}>", list.join(",")) }
    }

    /// Writes a `tosa.const`; `text` is what stands in `dense<...>`.
    pub fn constant(&mut self, ty: &Type, text: &str) -> Constant {
        let key = const_key(self.syntax);
        let value = format!("\"tosa.const\"() {{{key} = dense<{text}> : {ty}}} : () -> {ty}");
        self.helper(value, ty.to_string())
    }

    /// Writes a `tosa.const_shape` (MLIR 22 and later).
    pub fn shape(&mut self, extents: &[u64]) -> Constant {
        let (rank, list) = (extents.len(), comma(extents));
        let dense = if rank == 0 { String::new() } else { format!("[{list}]") };
        let ty = format!("!tosa.shape<{rank}>");
        self.helper(
            format!("tosa.const_shape {{values = dense<{dense}> : tensor<{rank}xindex>}} : () -> {ty}"),
            ty,
        )
    }

    fn helper(&mut self, value: String, ty: String) -> Constant {
        let name = format!("%k{}", self.constants);
        *self.constants += 1;
        line(self.out, &format!("{name} = {value}"));
        Constant { name, ty }
    }

    /// Writes the operation with its own operands; `attributes` is a dictionary in braces or empty.
    pub fn operation(&mut self, attributes: &str) {
        self.operation_with(&[], attributes);
    }

    /// The same with constants as further operands.
    pub fn operation_with(&mut self, constants: &[Constant], attributes: &str) {
        let subject = self.subject();
        let own = subject.operands.iter();
        let names =
            own.clone().map(|&o| name(self.program, o)).chain(constants.iter().map(|c| c.name.clone()));
        let types =
            own.map(|&o| self.program.value(o).ty.to_string()).chain(constants.iter().map(|c| c.ty.clone()));
        let (names, types) = (names.collect::<Vec<_>>().join(", "), types.collect::<Vec<_>>().join(", "));
        let op = match self.syntax {
            Syntax::V19 => subject.op.name19,
            Syntax::V22 => subject.op.name,
        };
        let space = if attributes.is_empty() { "" } else { " " };
        let result = format!("%v{}", self.index);
        let ty = &subject.result.ty;
        line(self.out, &format!("{result} = tosa.{op} {names}{space}{attributes} : ({types}) -> {ty}"));
    }
}

/// One line in a function's body.
pub(super) fn line(out: &mut String, text: &str) {
    // Writing to a String never fails.
    let _ = writeln!(out, "    {text}");
}

/// The name of a value in the kernel.
pub(super) fn name(program: &Program, operand: Operand) -> String {
    match operand {
        Operand::Result(i) => format!("%v{i}"),
        Operand::Input(i) if program.inputs[i].place == Place::Argument => format!("%a{i}"),
        Operand::Input(i) => format!("%c{i}"),
    }
}

/// The attribute that holds a `tosa.const`'s elements.
pub(super) fn const_key(syntax: Syntax) -> &'static str {
    match syntax {
        Syntax::V19 => "value",
        Syntax::V22 => "values",
    }
}

/// A float literal that MLIR reads back bit for bit.
pub(super) fn float(value: f32) -> String {
    let text = format!("{value:?}");
    // MLIR wants a point before an exponent; the bits serve as well.
    if text.contains('e') { format!("0x{:08X}", value.to_bits()) } else { text }
}

/// `1, 2, 3`.
fn comma(values: &[u64]) -> String {
    values.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}
