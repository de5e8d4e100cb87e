//! The operations that may be undefined, each with its repair.

use super::bounds::{
    compressed, coordinates, dimension, distinct, element_at, gathered, masked, shuffled, transfer,
    vector_at, vector_element, vector_position,
};
use super::buffers::{
    basis, constant_global, copy, joined_by, materialized, on_heap, promise, reallocate, release,
};
use super::control::{counter, segment, steps, unreachable};
use super::numbers::{
    Domain, absolute, division_by_name, division_of_tensors, integer_power, of_tensors, power, scale, shift,
    shifted_product, signed_division, to_signed, to_unsigned, unsigned_division, within,
};
use super::shapes::{cast, collapsed, expand, joined, padded, reshape};
use super::site::RepairSite;
use super::structured::structured;
use super::views::{inserted, reinterpreted, slice, view};
use super::{Repair, affine, initialise};

/// A repair: true if it changed something, false if nothing had to be; none if it cannot repair this operation.
pub type Apply = fn(&mut RepairSite<'_>) -> Option<bool>;

/// A way in which operations may be undefined.
pub struct RepairRow {
    /// The change that is made.
    pub change: Repair,
    /// The operations.
    pub operations: &'static [&'static str],
    /// The repair of one of them.
    pub repair: Apply,
}

const fn row(change: Repair, operations: &'static [&'static str], repair: Apply) -> RepairRow {
    RepairRow { change, operations, repair }
}

/// Functions, each with the operation that returns from it.
pub const RETURNS: &[(&str, &str)] = &[("func.func", "func.return"), ("llvm.func", "llvm.return")];

/// Operations whose region holds one operation in front of its end, and nothing beside it.
pub const HOLDERS: &[&str] = &["vector.mask"];

/// Operations of linalg that run a body over the extents of their operands.
const STRUCTURED: &[&str] = &["linalg.*"];

/// No repair is written for these: they are told of where they stand.
fn unknown(_: &mut RepairSite<'_>) -> Option<bool> {
    None
}

/// One row a repair. An operation may be in several, which are made in order.
pub const ROWS: &[RepairRow] = &[
    row(
        Repair::Division,
        &[
            "arith.ceildivsi",
            "arith.divsi",
            "arith.floordivsi",
            "arith.remsi",
            "index.ceildivs",
            "index.divs",
            "index.floordivs",
            "index.rems",
            "llvm.sdiv",
            "llvm.srem",
        ],
        signed_division,
    ),
    row(
        Repair::Division,
        &[
            "arith.ceildivui",
            "arith.divui",
            "arith.remui",
            "index.ceildivu",
            "index.divu",
            "index.remu",
            "llvm.udiv",
            "llvm.urem",
        ],
        unsigned_division,
    ),
    row(
        Repair::Shift,
        &[
            "arith.shli",
            "arith.shrsi",
            "arith.shrui",
            "index.shl",
            "index.shrs",
            "index.shru",
            "llvm.ashr",
            "llvm.intr.sshl.sat",
            "llvm.intr.ushl.sat",
            "llvm.lshr",
            "llvm.shl",
            "tosa.arithmetic_right_shift",
            "tosa.logical_left_shift",
            "tosa.logical_right_shift",
        ],
        shift,
    ),
    row(Repair::Shift, &["tosa.apply_scale"], scale),
    row(Repair::Shift, &["tosa.mul"], shifted_product),
    row(Repair::Division, &["tosa.int_div", "tosa.intdiv"], division_of_tensors),
    row(Repair::Division, &["linalg.div"], |site| division_by_name(site, signed_division)),
    row(Repair::Division, &["linalg.div_unsigned"], |site| division_by_name(site, unsigned_division)),
    row(Repair::Domain, &["linalg.log", "linalg.rsqrt"], |site| {
        of_tensors(site, |site| within(site, Domain::Above(0.0)))
    }),
    row(Repair::Domain, &["linalg.sqrt"], |site| of_tensors(site, |site| within(site, Domain::From(0.0)))),
    row(Repair::Domain, &["linalg.powf"], |site| of_tensors(site, power)),
    row(Repair::Conversion, &["arith.fptosi", "llvm.fptosi"], to_signed),
    row(Repair::Conversion, &["arith.fptoui", "llvm.fptoui"], to_unsigned),
    row(Repair::Domain, &["math.ipowi"], integer_power),
    row(Repair::Domain, &["math.absi"], absolute),
    row(Repair::Domain, &["math.powf"], power),
    row(Repair::Domain, &["math.log", "math.log2", "math.log10", "math.rsqrt"], |site| {
        within(site, Domain::Above(0.0))
    }),
    row(Repair::Domain, &["math.log1p"], |site| within(site, Domain::Above(-1.0))),
    row(Repair::Domain, &["math.sqrt"], |site| within(site, Domain::From(0.0))),
    row(Repair::Domain, &["math.acosh"], |site| within(site, Domain::From(1.0))),
    row(Repair::Domain, &["math.acos", "math.asin"], |site| within(site, Domain::UnitInterval)),
    row(Repair::Domain, &["math.atanh"], |site| within(site, Domain::InsideUnit)),
    row(Repair::Domain, &["math.cos", "math.sin", "math.tan"], |site| within(site, Domain::Finite)),
    row(Repair::Bounds, &["memref.load", "tensor.extract"], |site| element_at(site, (0, 1))),
    row(Repair::Bounds, &["memref.atomic_rmw", "memref.store", "tensor.insert"], |site| {
        element_at(site, (1, 2))
    }),
    row(Repair::Bounds, &["memref.generic_atomic_rmw"], |site| element_at(site, (0, 1))),
    row(Repair::Bounds, &["affine.load"], |site| affine::access(site, "memref.load", 0, false)),
    row(Repair::Bounds, &["affine.store"], |site| affine::access(site, "memref.store", 1, false)),
    row(Repair::Bounds, &["affine.vector_load"], |site| affine::access(site, "vector.load", 0, true)),
    row(Repair::Bounds, &["affine.vector_store"], |site| affine::access(site, "vector.store", 1, true)),
    row(Repair::Bounds, &["vector.load"], |site| {
        let vector = *site.op().results.first()?;
        vector_at(site, (0, 1), vector)
    }),
    row(Repair::Bounds, &["vector.store"], |site| {
        let vector = site.operand(0)?;
        vector_at(site, (1, 2), vector)
    }),
    row(Repair::Bounds, &["vector.transfer_read"], |site| {
        let vector = *site.op().results.first()?;
        transfer(site, (0, 1), vector)
    }),
    row(Repair::Bounds, &["vector.transfer_write"], |site| {
        let vector = site.operand(0)?;
        transfer(site, (1, 2), vector)
    }),
    row(Repair::Bounds, &["memref.dim", "tensor.dim"], dimension),
    row(Repair::Bounds, &["vector.extract"], |site| vector_position(site, 0)),
    row(Repair::Bounds, &["vector.insert"], |site| vector_position(site, 1)),
    row(Repair::Bounds, &["vector.extractelement"], |site| vector_element(site, (0, 1))),
    row(Repair::Bounds, &["vector.insertelement"], |site| vector_element(site, (1, 2))),
    row(Repair::Bounds, &["llvm.extractelement"], |site| vector_element(site, (0, 1))),
    row(Repair::Bounds, &["llvm.insertelement"], |site| vector_element(site, (0, 2))),
    row(Repair::Bounds, &["llvm.shufflevector", "vector.shuffle"], shuffled),
    row(Repair::Bounds, &["tensor.gather"], |site| coordinates(site, (0, 1))),
    row(Repair::Bounds, &["tensor.scatter"], |site| coordinates(site, (1, 2))),
    row(Repair::Mask, &["vector.maskedload"], |site| {
        let mask = site.op().operands.len().checked_sub(2)?;
        masked(site, (0, 1), mask)
    }),
    row(Repair::Mask, &["vector.maskedstore"], |site| {
        let mask = site.op().operands.len().checked_sub(2)?;
        masked(site, (0, 1), mask)
    }),
    row(Repair::Mask, &["vector.expandload", "vector.compressstore"], |site| {
        let mask = site.op().operands.len().checked_sub(2)?;
        compressed(site, (0, 1), mask)
    }),
    row(Repair::Mask, &["vector.gather", "vector.scatter"], |site| {
        let last = site.op().operands.len();
        gathered(site, (0, 1), last.checked_sub(3)?, last.checked_sub(2)?)
    }),
    row(Repair::Distinct, &["vector.scatter"], |site| {
        let last = site.op().operands.len();
        distinct(site, last.checked_sub(3)?, last.checked_sub(2)?)
    }),
    row(Repair::View, &["memref.subview", "tensor.extract_slice"], |site| slice(site, 0, 1)),
    row(Repair::View, &["tensor.insert_slice"], inserted),
    row(Repair::View, &["tensor.parallel_insert_slice"], unknown),
    row(Repair::View, &["memref.reinterpret_cast"], reinterpreted),
    row(Repair::View, &["memref.view"], view),
    row(Repair::Shape, &["memref.cast", "tensor.cast"], cast),
    row(Repair::Shape, &["memref.expand_shape", "tensor.expand_shape"], expand),
    row(Repair::Shape, &["memref.reshape", "tensor.reshape"], reshape),
    row(Repair::Shape, &["memref.collapse_shape"], collapsed),
    row(Repair::Shape, &["tensor.concat"], joined),
    row(Repair::Shape, STRUCTURED, structured),
    row(Repair::Number, &["affine.apply", "affine.min"], |site| affine::number(site, "arith.minsi")),
    row(Repair::Number, &["affine.max"], |site| affine::number(site, "arith.maxsi")),
    row(Repair::Number, &["affine.for", "affine.if", "affine.parallel"], affine::controlled),
    row(Repair::Number, &["affine.delinearize_index"], basis),
    row(Repair::Number, &["affine.linearize_index"], joined_by),
    row(Repair::Release, &["memref.alloca"], on_heap),
    row(Repair::Initialise, &["memref.alloc", "memref.alloca"], initialise::memory),
    row(Repair::Initialise, &["bufferization.alloc_tensor", "tensor.empty"], initialise::tensor),
    row(Repair::Initialise, &["memref.global"], initialise::global),
    row(Repair::Promise, &["memref.global"], constant_global),
    row(Repair::Initialise, &["memref.realloc"], reallocate),
    row(Repair::Initialise, &["llvm.mlir.poison", "llvm.mlir.undef", "ub.poison"], initialise::poison),
    row(Repair::Extent, &["tensor.generate"], |site| {
        let count = site.op().operands.len();
        Some(initialise::extents(site, 0..count))
    }),
    row(Repair::Extent, &["tensor.splat"], |site| {
        let count = site.op().operands.len();
        Some(initialise::extents(site, 1..count))
    }),
    row(Repair::Extent, &["tensor.pad"], padded),
    row(
        Repair::Promise,
        &["cf.assert", "llvm.intr.assume", "memref.assume_alignment", "memref.distinct_objects"],
        promise,
    ),
    row(Repair::Release, &["bufferization.dealloc_tensor", "memref.dealloc"], release),
    row(Repair::Release, &["bufferization.dealloc"], unknown),
    row(Repair::Copy, &["memref.copy"], copy),
    row(Repair::Copy, &["bufferization.materialize_in_destination"], materialized),
    row(Repair::Step, &["scf.for"], |site| steps(site, 2..3)),
    row(Repair::Counter, &["scf.for"], counter),
    row(Repair::Step, &["scf.forall", "scf.parallel"], |site| {
        // Behind lower and upper bounds.
        let range = segment(site, 2)?;
        steps(site, range)
    }),
    row(Repair::Unreachable, &["llvm.unreachable", "ub.unreachable"], unreachable),
];
