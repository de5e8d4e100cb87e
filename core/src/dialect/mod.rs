//! Operations: one row an operation, one file a family.
//!
//! A row says how an operation is drawn, in which element types, and since when it lowers; what it computes, and when it
//! is undefined, say the semantics under the same name (`crate::semantics::ops`). Adding an operation is adding one row to each;
//! the decoder, the printer, the checker and the dictionary all work from the tables.

pub mod tosa;

use crate::ir::{Module, Type, Value};
use crate::program::GeneratorRow;
use crate::slot;

/// The number of operations of the tables that a module has on element types that their specification does not have for them: nothing is
/// said of these, not even what makes them undefined, and a verifier may take them.
pub fn unspecified(module: &Module) -> usize {
    let mut found = 0;
    module.walk(&mut |operation| {
        let Some(row) = row(operation.name) else { return };
        let is_odd = |value: &Value| {
            let numbers = module.ty(*value).of_numbers();
            matches!(numbers, Type::Integer(..)) && numbers.element().is_none()
        };
        let element = |value: &Value| module.ty(*value).of_numbers().element();
        let elements = |values: &[Value]| values.iter().map(element).collect::<Vec<_>>();
        let (operands, results) = (&operation.operands, &operation.results);
        let fits = !operands.iter().chain(results).any(is_odd)
            && row.has_types(&elements(operands), &elements(results));
        found += usize::from(!fits);
    });
    found
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    #[test]
    fn types_that_a_specification_lacks_are_counted() {
        let count = |name: &str, ty: &str| {
            let text = format!(
                r#""builtin.module"() ({{
  "func.func"() <{{function_type = (tensor<2x{ty}>) -> tensor<2x{ty}>, sym_name = "f"}}> ({{
  ^bb0(%0: tensor<2x{ty}>):
    %1 = "{name}"(%0, %0) : (tensor<2x{ty}>, tensor<2x{ty}>) -> tensor<2x{ty}>
    "func.return"(%1) : (tensor<2x{ty}>) -> ()
  }}) : () -> ()
}}) : () -> ()
"#
            );
            unspecified(&ir::module(&text).expect("it is a module"))
        };
        assert_eq!([count("tosa.add", "i32"), count("tosa.add", "i24"), count("tosa.add", "i1")], [0, 1, 1]);
        assert_eq!(count("arith.addi", "i24"), 0);
    }
}
