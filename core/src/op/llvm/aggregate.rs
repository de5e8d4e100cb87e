//! Parts of structs, arrays, and vectors inside them.

use crate::eval::machine::Next;
use crate::eval::types::LaneType;
use crate::observe::Form;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.extractvalue", |site| {
        let (from, out) = (site.operand(0)?, site.result()?.slot);
        let start =
            first_lane(&from.layout.ty, site.ints("position")).ok_or_else(|| site.lacks(Form::NoPart))?;
        let part = from.slot.part(start, out.lanes as usize);
        Ok(Box::new(move |machine| {
            machine.copy(out, part);
            Ok(Next::On)
        }))
    }),
    row("llvm.insertvalue", |site| {
        let (into, value, out) = (site.operand(0)?, site.operand(1)?.slot, site.result()?.slot);
        let start =
            first_lane(&into.layout.ty, site.ints("position")).ok_or_else(|| site.lacks(Form::NoPart))?;
        let (into, part) = (into.slot, out.part(start, value.lanes as usize));
        Ok(Box::new(move |machine| {
            machine.copy(out, into);
            machine.copy(part, value);
            Ok(Next::On)
        }))
    }),
];

/// The lane at which the part at this position begins, where there is one.
fn first_lane(ty: &LaneType, position: &[i64]) -> Option<usize> {
    let (mut ty, mut lane) = (ty, 0);
    for index in position {
        let index = *index as usize;
        ty = match ty {
            LaneType::Array(_, of) | LaneType::Vector(_, of) => {
                lane += index * of.lanes();
                of
            }
            LaneType::Struct(fields, _) if index < fields.len() => {
                lane += fields[..index].iter().map(LaneType::lanes).sum::<usize>();
                &fields[index]
            }
            _ => return None,
        };
    }
    Some(lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_begin_where_the_ones_before_end() {
        let memref = LaneType::of(&crate::ir::parse_type(
            "!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>",
        ))
        .unwrap();
        assert_eq!(first_lane(&memref, &[4, 1]), Some(6));
        assert_eq!(first_lane(&memref, &[2]), Some(2));
        assert!(first_lane(&memref, &[2, 0]).is_none());
    }
}
