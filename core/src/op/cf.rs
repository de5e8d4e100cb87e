//! The cf dialect: branches between blocks.

use super::llvm::control;
use super::{Row, row};
use crate::eval::machine::Next;
use crate::eval::stop::Stop;
use crate::grow::NeededRoom;
use crate::ir::Attribute;
use crate::observe::Cause;

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[
    row("cf.br", control::branch).grown_in(NeededRoom::Blocks, super::cf_placing::looped),
    row("cf.cond_br", control::conditional).grown_in(NeededRoom::Blocks, super::cf_placing::diamond),
    row("cf.switch", control::switch).grown_in(NeededRoom::Blocks, super::cf_placing::switch),
    // An assertion that does not hold ends the program.
    row("cf.assert", |site| {
        let condition = site.operand(0)?.slot.start;
        let said = match site.attribute("msg") {
            Some(Attribute::Text(text)) => text.to_string(),
            _ => String::new(),
        };
        Ok(Box::new(move |machine| {
            let condition = machine.get(condition);
            match machine.defined(condition, "an asserted condition")? {
                0 => Err(Stop::assertion(Cause::Assertion(said.clone()))),
                _ => Ok(Next::On),
            }
        }))
    })
    .grown(super::cf_placing::assertion),
];
