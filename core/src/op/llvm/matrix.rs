//! Matrices in vectors, column by column: LLVM's default, which a runner may be told to change and no IR does.

use crate::eval::lane::{Lane, Taint, mask};
use crate::eval::machine::{Action, Next, Slot};
use crate::eval::site::Site;
use crate::eval::types::{LaneType, Layout, Scalar};
use crate::observe::{Form, Lack};
use crate::op::lanewise::{decode, encode};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.intr.matrix.multiply", multiply),
    row("llvm.intr.matrix.transpose", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let (rows, columns) = (size(site, "rows")?, size(site, "columns")?);
        fits(site, from, rows * columns)?;
        Ok(Box::new(move |machine| {
            for row in 0..rows {
                for column in 0..columns {
                    let value = machine.get(from.start + column * rows + row);
                    machine.set(out.start + row * columns + column, value);
                }
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.matrix.column.major.load", |site| {
        let (pointer, out) = (site.operand(0)?.slot.start, site.result()?);
        let places = columns(site, 1, out.slot)?;
        let element = Layout::of(LaneType::Scalar(out.layout.scalar()))?;
        Ok(Box::new(move |machine| {
            let pointer = machine.get(pointer);
            let stride = machine.defined(machine.get(places.stride), "the distance of columns")? as u64;
            for (column, slots) in (0..).zip(places.of(out.slot)) {
                for (row, slot) in (0..).zip(slots) {
                    let at = moved(
                        pointer,
                        (stride.wrapping_mul(column).wrapping_add(row)).wrapping_mul(element.size),
                    );
                    machine.load(at, &element, element.align, slot)?;
                }
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.matrix.column.major.store", |site| {
        let (value, pointer) = (site.operand(0)?, site.operand(1)?.slot.start);
        let places = columns(site, 2, value.slot)?;
        let element = Layout::of(LaneType::Scalar(value.layout.scalar()))?;
        Ok(Box::new(move |machine| {
            let pointer = machine.get(pointer);
            let stride = machine.defined(machine.get(places.stride), "the distance of columns")? as u64;
            for (column, slots) in (0..).zip(places.of(value.slot)) {
                for (row, slot) in (0..).zip(slots) {
                    let at = moved(
                        pointer,
                        (stride.wrapping_mul(column).wrapping_add(row)).wrapping_mul(element.size),
                    );
                    machine.store(at, &element, element.align, slot)?;
                }
            }
            Ok(Next::On)
        }))
    }),
];

fn moved(pointer: Lane, bytes: u64) -> Lane {
    Lane { bits: (pointer.bits as u64).wrapping_add(bytes).into(), ..pointer }
}

fn size(site: &Site<'_>, name: &str) -> Result<u32, Lack> {
    u32::try_from(site.int(name)).map_err(|_| site.lacks(Form::OutOfBounds(name.to_owned())))
}

fn fits(site: &Site<'_>, slot: Slot, elements: u32) -> Result<(), Lack> {
    if slot.lanes == elements { Ok(()) } else { Err(site.lacks(Form::VectorSize)) }
}

/// Columns in memory.
struct Columns {
    /// The lane that says how far apart they are.
    stride: u32,
    rows: u32,
    columns: u32,
}

impl Columns {
    /// The elements of each column of a vector.
    fn of(&self, vector: Slot) -> impl Iterator<Item = impl Iterator<Item = Slot> + use<>> + use<> {
        let rows = self.rows;
        (0..self.columns)
            .map(move |column| (0..rows).map(move |row| vector.part((column * rows + row) as usize, 1)))
    }
}

fn columns(site: &Site<'_>, stride: usize, vector: Slot) -> Result<Columns, Lack> {
    let (rows, columns) = (size(site, "rows")?, size(site, "columns")?);
    fits(site, vector, rows * columns)?;
    Ok(Columns { stride: site.operand(stride)?.slot.start, rows, columns })
}

/// Each element of the product is a sum, taken in order and rounded at every step.
fn multiply(site: &Site<'_>) -> Result<Action, Lack> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?);
    let (rows, inner, columns) =
        (size(site, "lhs_rows")?, size(site, "lhs_columns")?, size(site, "rhs_columns")?);
    fits(site, a, rows * inner)?;
    fits(site, b, inner * columns)?;
    let (fast, scalar, out) = (site.fast(), out.layout.scalar(), out.slot);
    if fast.promises() {
        return Err(site.lacks(Form::Promises));
    }
    let step = move |sum: Option<u128>, x: u128, y: u128| match scalar {
        Scalar::Float(format) => {
            let product = format.round(decode(format, x) * decode(format, y));
            encode(format, sum.map_or(product, |sum| decode(format, sum) + product))
        }
        _ => sum.unwrap_or(0).wrapping_add(x.wrapping_mul(y)) & mask(scalar.bits()),
    };
    Ok(Box::new(move |machine| {
        for column in 0..columns {
            for row in 0..rows {
                let (mut sum, mut taint) = (None, Taint::NONE);
                for place in 0..inner {
                    let x = machine.get(a.start + place * rows + row);
                    let y = machine.get(b.start + column * inner + place);
                    taint = taint.merge(x.taint).merge(y.taint);
                    sum = Some(step(sum, x.bits, y.bits));
                }
                let made = if taint.is_none() { Lane::of(sum.unwrap_or(0)) } else { Lane::tainted(taint) };
                machine.set(out.start + column * rows + row, made);
            }
        }
        Ok(Next::On)
    }))
}
