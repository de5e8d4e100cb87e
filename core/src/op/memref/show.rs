//! Questions about a memref: rank, extents, pointers and strides.

use super::form::{self, MemrefSource};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::Next;
use crate::eval::memref::{BEFORE_EXTENTS, moved, taint};
use crate::eval::stop::Rule;
use crate::ir::Type;
use crate::observe::{Form, Lack, MissingPart};
use crate::op::region::{scatter, slots};
use crate::op::{Row, row};

const ASSUMED_ALIGNMENT: Rule =
    Rule::new("assumed_alignment", "a memref that is assumed to be aligned to {} is not");

/// One row an operation.
pub const ROWS: &[Row] = &[
    // A dimension that is not there has no extent.
    row("memref.dim", |site| {
        let (source, index, out) =
            (MemrefSource::of(site, 0)?, site.operand(1)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let (lanes, index) = (source.descriptor(machine)?, machine.get(index));
            let rank = (lanes.len() - BEFORE_EXTENTS) / 2;
            let made = match usize::try_from(index.bits as i64) {
                _ if !index.taint.is_none() => Lane::tainted(index.taint),
                Ok(index) if index < rank => lanes[BEFORE_EXTENTS + index],
                _ => machine.poison_ahead(),
            };
            machine.set(out, made);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::extent),
    row("memref.rank", |site| {
        let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let rank = match source.rank {
                Some(rank) => Lane::of(rank as u128),
                None => machine.get(source.slot.start),
            };
            machine.set(out, rank);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::rank),
    // A memref of rank 0 at the beginning, the offset, the extents and the strides.
    row("memref.extract_strided_metadata", |site| {
        let (source, results) = (MemrefSource::of(site, 0)?.slot, slots(&site.results()?));
        Ok(Box::new(move |machine| {
            let lanes = machine.value(source);
            let mut made = lanes[..BEFORE_EXTENTS - 1].to_vec();
            made.push(Lane::of(0));
            made.extend_from_slice(&lanes[BEFORE_EXTENTS - 1..]);
            scatter(machine, &results, &made);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::metadata),
    row("memref.extract_aligned_pointer_as_index", |site| {
        let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let pointer = source.descriptor(machine)?[1];
            machine.set(out, Lane { origin: 0, ..pointer });
            Ok(Next::On)
        }))
    }),
    // Of version 19 it gives nothing, and behaviour is undefined where the first element is not aligned; later its result is poison.
    row("memref.assume_alignment", |site| {
        let (source, align) = (MemrefSource::of(site, 0)?, site.int("alignment"));
        let out = site.result()?.slot;
        Ok(Box::new(move |machine| {
            let lanes = source.descriptor(machine)?;
            let first = moved(lanes[1], lanes[2].bits as i64 as i128 * i128::from(source.element.size));
            let is_kept = taint(&lanes[1..3]).is_none() && (first.bits as i128) % align.max(1) == 0;
            if out.lanes == 0 && !is_kept {
                return Err(ASSUMED_ALIGNMENT.undefined(&[&align]));
            }
            let made = if is_kept { lanes } else { vec![machine.poison_ahead(); lanes.len()] };
            scatter(machine, &[out], &made);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::aligned)
    .since(22),
    row("memref.get_global", |site| {
        let name = site.text("name").unwrap_or_default();
        let number = site.names.globals.get(name).copied();
        let number = number.ok_or_else(|| Lack::Global(name.to_owned()))?;
        let Type::Memref { shape, layout, .. } = &**site.result_type(0)? else {
            return Err(site.lacks(Form::NoMemref));
        };
        let extents: Option<Vec<i64>> =
            shape.iter().map(|extent| extent.map(|extent| extent as i64)).collect();
        let extents = extents.ok_or_else(|| site.without(MissingPart::Sizes))?;
        let (offset, strides) =
            form::strides(layout, &extents, &[]).ok_or_else(|| site.without(MissingPart::Layout))?;
        let out = site.result()?.slot;
        Ok(Box::new(move |machine| {
            let place = machine.places[number];
            let numbers = [&[offset], &extents[..], &strides[..]].concat();
            let numbers = numbers.into_iter().map(|number| Lane::of((number as u64).into()));
            let lanes: Vec<Lane> = [place, place].into_iter().chain(numbers).collect();
            scatter(machine, &[out], &lanes);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::global),
    row("memref.memory_space_cast", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        Ok(Box::new(move |machine| {
            machine.copy(out, from);
            Ok(Next::On)
        }))
    }),
    // Poison unless no two of them have anything in common.
    row("memref.distinct_objects", |site| {
        let (from, out) = (slots(&site.operands(0..site.node.operands.len())?), slots(&site.results()?));
        Ok(Box::new(move |machine| {
            let origin = |slot: &crate::eval::machine::Slot| machine.get(slot.start + 1).origin;
            let is_kept =
                (1..from.len()).all(|at| from[..at].iter().all(|other| origin(other) != origin(&from[at])));
            for (from, out) in from.iter().zip(&out) {
                machine.copy(*out, *from);
                if !is_kept {
                    let poison = machine.poison_ahead();
                    machine.value_mut(*out).fill(poison);
                }
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::distinct)
    .since(22),
];
