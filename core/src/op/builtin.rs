//! The builtin dialect.

use super::{Row, row};
use crate::eval::machine::{Next, Slot};
use crate::eval::memref::Memref;
use crate::ir::Type;
use crate::observe::Form;
use crate::op::memref::view::keep;
use crate::op::region::{gather, scatter};

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[
    // Values of both types have the same lanes: `index` and `i64`, a memref and its descriptor, one value and its parts.
    row("builtin.unrealized_conversion_cast", |site| {
        let from = site.operands(0..site.node.operands.len())?;
        let to = site.results()?;
        let scalars = |values: &[crate::eval::site::SiteValue]| -> Vec<_> {
            values.iter().flat_map(|value| &value.layout.leaves).map(|leaf| leaf.scalar).collect()
        };
        let (given, made) = (scalars(&from), scalars(&to));
        let alike = given.len() == made.len() && given.iter().zip(&made).all(|(x, y)| x.is_kept_like(*y));
        if !alike {
            return Err(site.lacks(Form::cast(site.operand_type(0)?, site.result_type(0)?)));
        }
        let slots = |values: Vec<crate::eval::site::SiteValue>| -> Vec<Slot> {
            values.into_iter().map(|value| value.slot).collect()
        };
        let (from, to) = (slots(from), slots(to));
        // A memref of any rank is its descriptor, and lives longer than the memory that lowered code has put it into.
        let is_any = matches!(&**site.result_type(0)?, Type::UnrankedMemref(..));
        Ok(Box::new(move |machine| {
            let mut lanes = gather(machine, &from);
            if let (true, [rank, place]) = (is_any, &mut lanes[..])
                && rank.taint.is_none()
                && place.taint.is_none()
            {
                let descriptor = Memref::descriptor(machine, rank.bits as i64, *place)?;
                *place = keep(machine, &descriptor)?;
            }
            scatter(machine, &to, &lanes);
            Ok(Next::On)
        }))
    }),
];
