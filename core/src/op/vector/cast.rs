//! Memrefs whose elements are vectors.

use super::misfit;
use crate::eval::lane::Lane;
use crate::eval::machine::Next;
use crate::eval::memref::Memref;
use crate::ir::{MemrefLayout, Type};
use crate::op::{Row, row};

/// The pointers and the offset of a memref, before its extents.
const PLACE: usize = 3;

/// One row an operation.
pub const ROWS: &[Row] = &[
    // The numbers of a memref as vectors, in the same memory and order (vector, 'vector.type_cast').
    row("vector.type_cast", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let plain = |ty: &Type| matches!(ty, Type::Memref { layout: MemrefLayout::Identity, .. });
        let Type::Memref { shape, .. } = &**site.result_type(0)? else { return Err(misfit(site)) };
        let extents = shape.iter().map(|extent| extent.and_then(|extent| extent.try_into().ok()));
        let laid = extents.collect::<Option<_>>().and_then(|all| Memref::row_major(Lane::of(0), all));
        let laid = laid.filter(|_| from.lanes as usize >= PLACE).ok_or_else(|| misfit(site))?.lanes();
        if !plain(site.operand_type(0)?) || laid.len() != out.lanes as usize {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            machine.copy(out.part(0, PLACE), from.part(0, PLACE));
            machine.value_mut(out)[PLACE..].copy_from_slice(&laid[PLACE..]);
            Ok(Next::On)
        }))
    }),
];
