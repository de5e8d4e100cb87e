//! Look-up in a table (TOSA section TABLE).

use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::rule;
use crate::semantics::tensor::{limits, wrapped};
use crate::semantics::{Data, Tensor, Unevaluated};

const TOSA_TABLE_NEIGHBOURS: Rule = Rule::new(
    "tosa_table_neighbours",
    "{}: neighbours in the table whose difference does not fit into their type",
);
const TOSA_TABLE_ENTRIES: Rule = Rule::new("tosa_table_entries", "{} looks {} up in {} entries");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[rule("tosa.table", table).extents(OpenExtents::Broadcast(1))];

/// Entry `value + 128` for 8 bits; for 16, seven bits of them interpolate between entries.
fn table(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, table, element) = (call.operand(0)?, call.operand(1)?, call.element(0)?);
    let values = input.as_ints()?;
    match (input.element, table.len()) {
        (Element::I8, 256) => {
            let places = values.iter().map(|value| (value + 128) as usize);
            let found = table.gathered(input.shape.clone(), places);
            Ok(vec![Tensor { element, ..found }])
        }
        (Element::I16, 513) => {
            let entries = table.as_ints()?;
            let (least, most) = limits(table.element);
            let notes = &mut *call.notes;
            let interpolated = |&value: &i64| {
                let place = ((value + 32768) >> 7) as usize;
                let (base, slope) = (entries[place], entries[place + 1] - entries[place]);
                if !(least..=most).contains(&slope) {
                    notes.outside(TOSA_TABLE_NEIGHBOURS);
                }
                wrapped(element, i128::from(base << 7) + i128::from(slope * (value & 0x7f)))
            };
            let data = Data::Ints(values.iter().map(interpolated).collect());
            Ok(vec![Tensor { shape: input.shape.clone(), element, data }])
        }
        (of, entries) => Err(Unevaluated::misfit(TOSA_TABLE_ENTRIES, &[&of, &entries])),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::Attributes;
    use crate::semantics::Definedness::OutsideSpecification;

    #[test]
    fn bytes_are_looked_up() {
        let table = ints(Element::I8, &(0..256).map(|i| 127 - i).collect::<Vec<_>>());
        let input = ints(Element::I8, &[-128, 0, 127]);
        let (found, _) = run("tosa.table", &[&input, &table], Attributes::default(), Element::I8);
        assert_eq!(found.data, Data::Ints(vec![127, -1, -128]));
    }

    #[test]
    fn wider_numbers_are_interpolated() {
        // The entry for 128 i - 32768 is 10 i, so a step of one in the input is 10/128 entries, in a result of 7 more bits.
        let table = ints(Element::I16, &(0..513).map(|i| 10 * i).collect::<Vec<_>>());
        let input = ints(Element::I16, &[-32768, -32767, 0, 3, 32767]);
        let (found, notes) = run("tosa.table", &[&input, &table], Attributes::default(), Element::I32);
        assert_eq!(found.data, Data::Ints(vec![0, 10, 2560 << 7, (2560 << 7) + 30, (5110 << 7) + 1270]));
        assert!(notes.is_empty());
    }

    #[test]
    fn neighbours_may_be_too_far_apart() {
        let table: Vec<i64> = (0..513).map(|i| if i % 2 == 0 { -32768 } else { 32767 }).collect();
        let (table, input) = (ints(Element::I16, &table), ints(Element::I16, &[-32767]));
        let (found, notes) = run("tosa.table", &[&input, &table], Attributes::default(), Element::I32);
        assert_eq!((found.data, notes), (Data::Ints(vec![-32768 * 128 + 65535]), vec![OutsideSpecification]));
    }
}
