//! Text in MLIR's generic form, and the types and attributes in it, as structure.
//!
//! The spellings are those of the MLIR Language Reference ("Operations", "Regions", "Type System", "Attributes"), of the Builtin dialect,
//! and of the LLVM dialect's "Types".

mod affine;
mod attributes;
mod cursor;
mod elements;
mod operations;
mod types;

use super::{Attribute, Module, Type};
use cursor::Parser;

/// The reason why text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct Unreadable {
    /// The line, from one.
    pub line: usize,
    /// The column, from one.
    pub column: usize,
    /// The thing that was expected, or is not known.
    pub what: String,
}

/// The type that is spelt so; what has no structure here is [`Type::Other`].
pub fn parse_type(text: &str) -> Type {
    let mut parser = Parser::new(text);
    match types::ty(&mut parser) {
        Ok(ty) if parser.at_end() => ty,
        _ => Type::Other(text.trim().into()),
    }
}

/// The attribute that is spelt so; what has no structure here is [`Attribute::Other`].
pub fn parse_attribute(text: &str) -> Attribute {
    let mut parser = Parser::new(text);
    match attributes::attribute(&mut parser) {
        Ok(attribute) if parser.at_end() => attribute,
        _ => Attribute::Other(text.trim().into()),
    }
}

/// The module that `text`, in generic form, is.
///
/// # Errors
/// The place that cannot be read.
pub fn module(text: &str) -> Result<Module, Unreadable> {
    let mut parser = Parser::new(text);
    operations::module(&mut parser).map_err(|failure| {
        let before = &text.as_bytes()[..failure.at.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        Unreadable {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: before.len() - line_start + 1,
            what: failure.what.into_owned(),
        }
    })
}

#[cfg(test)]
mod module_tests;
#[cfg(test)]
mod tests;
