//! Memrefs whose elements are vectors.

use super::misfit;
use crate::eval::machine::Next;
use crate::ir::{MemrefLayout, Type};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    // All of a memref as one vector in the same memory (vector, 'vector.type_cast').
    row("vector.type_cast", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let plain = |ty: &Type| matches!(ty, Type::Memref { layout: MemrefLayout::Identity, .. });
        let Type::Memref { shape, .. } = &**site.result_type(0)? else { return Err(misfit(site)) };
        if !plain(site.operand_type(0)?) || !shape.is_empty() || from.lanes < out.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            machine.copy(out, from.part(0, out.lanes as usize));
            Ok(Next::On)
        }))
    }),
];
