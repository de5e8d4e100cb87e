//! Operations: one row an operation, one file a family.
//!
//! A row says how an operation is drawn, in which element types, and since when it lowers; what it computes, and when it
//! is undefined, say the semantics under the same name (`crate::semantics::ops`). Adding an operation is adding one row to each;
//! the decoder, the printer, the checker and the dictionary all work from the tables.

pub mod tosa;

use crate::observe::Element;
use crate::program::GeneratorRow;
use crate::slot;

/// True where an operation of this full name is drawn with operands and results of these element types, or is no operation of the tables.
pub fn has_types(name: &str, operands: &[Option<Element>], results: &[Option<Element>]) -> bool {
    row(name).is_none_or(|row| row.has_types(operands, results))
}

/// True of an operation of the tables: a specification says which element types it has.
pub fn is_specified(name: &str) -> bool {
    row(name).is_some()
}

fn row(name: &str) -> Option<&'static GeneratorRow> {
    tosa::rows().find(|row| name.strip_prefix("tosa.") == Some(row.name))
}

/// The rows that are `on`, in the order that `number` tries them.
pub fn drawn(number: u16, on: impl Fn(&GeneratorRow) -> bool) -> Vec<&'static GeneratorRow> {
    let rows = tosa::rows().filter(|row| on(row));
    match slot::as_byte(number) {
        Some(byte) => drawn_by_byte(byte, rows.filter(|row| slot::had_bytes(*row)).collect()),
        None => slot::ranked(number, rows).collect(),
    }
}

/// The rows in the order that a byte of the first format tried them: first the row that owned the byte, if it is among `rows`, then all
/// rows, rotated by the byte.
fn drawn_by_byte(byte: u8, mut rows: Vec<&'static GeneratorRow>) -> Vec<&'static GeneratorRow> {
    rows.sort_by_key(|row| row.slot);
    let owner =
        slot::of_byte(byte, tosa::rows()).filter(|owner| rows.iter().any(|row| row.slot == owner.slot));
    if !rows.is_empty() {
        let place = usize::from(byte) % rows.len();
        rows.rotate_left(place);
    }
    owner.into_iter().chain(rows).collect()
}
