//! The operations that may be undefined, each with its repair.

use super::bounds::{
    compressed, coordinates, dimension, element_at, gathered, masked, shuffled, transfer, vector_at,
    vector_element, vector_position,
};
use super::memory::{
    basis, constant_global, copy, on_heap, promise, reallocate, release, steps, third_segment,
};
use super::numbers::{
    Domain, absolute, division_of_tensors, integer_power, power, scale, shift, signed_division, to_signed,
    to_unsigned, unsigned_division, within,
};
use super::shapes::{cast, collapsed, expand, joined, padded, reshape};
use super::site::Site;
use super::structured::structured;
use super::views::{inserted, reinterpreted, slice, view};
use super::{Change, affine, fresh};

/// A repair: true if it changed something, false if nothing had to be; none if it cannot repair this operation.
pub type Repair = fn(&mut Site<'_>) -> Option<bool>;

/// A way in which operations may be undefined.
pub struct Row {
    /// The change that is made.
    pub change: Change,
    /// The operations.
    pub operations: &'static [&'static str],
    /// The repair of one of them.
    pub repair: Repair,
}

const fn row(change: Change, operations: &'static [&'static str], repair: Repair) -> Row {
    Row { change, operations, repair }
}

/// Operations of linalg that run a body over the extents of their operands.
const STRUCTURED: &[&str] = &["linalg.*"];

/// One row a repair. An operation may be in several, which are made in order.
pub const ROWS: &[Row] = &[
    row(
        Change::Division,
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
        Change::Division,
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
        Change::Shift,
        &[
            "arith.shli",
            "arith.shrsi",
            "arith.shrui",
            "index.shl",
            "index.shrs",
            "index.shru",
            "llvm.ashr",
            "llvm.lshr",
            "llvm.shl",
            "tosa.arithmetic_right_shift",
            "tosa.logical_left_shift",
            "tosa.logical_right_shift",
        ],
        shift,
    ),
    row(Change::Shift, &["tosa.apply_scale"], scale),
    row(Change::Division, &["tosa.int_div", "tosa.intdiv"], division_of_tensors),
    row(Change::Conversion, &["arith.fptosi", "llvm.fptosi"], to_signed),
    row(Change::Conversion, &["arith.fptoui", "llvm.fptoui"], to_unsigned),
    row(Change::Domain, &["math.ipowi"], integer_power),
    row(Change::Domain, &["math.absi"], absolute),
    row(Change::Domain, &["math.powf"], power),
    row(Change::Domain, &["math.log", "math.log2", "math.log10", "math.rsqrt"], |site| {
        within(site, Domain::Above(0.0))
    }),
    row(Change::Domain, &["math.log1p"], |site| within(site, Domain::Above(-1.0))),
    row(Change::Domain, &["math.sqrt"], |site| within(site, Domain::From(0.0))),
    row(Change::Domain, &["math.acosh"], |site| within(site, Domain::From(1.0))),
    row(Change::Domain, &["math.acos", "math.asin"], |site| within(site, Domain::UnitInterval)),
    row(Change::Domain, &["math.atanh"], |site| within(site, Domain::InsideUnit)),
    row(Change::Domain, &["math.cos", "math.sin", "math.tan"], |site| within(site, Domain::Finite)),
    row(Change::Bounds, &["memref.load", "tensor.extract"], |site| element_at(site, (0, 1))),
    row(Change::Bounds, &["memref.atomic_rmw", "memref.store", "tensor.insert"], |site| {
        element_at(site, (1, 2))
    }),
    row(Change::Bounds, &["memref.generic_atomic_rmw"], |site| element_at(site, (0, 1))),
    row(Change::Bounds, &["affine.load"], |site| affine::access(site, "memref.load", 0, false)),
    row(Change::Bounds, &["affine.store"], |site| affine::access(site, "memref.store", 1, false)),
    row(Change::Bounds, &["affine.vector_load"], |site| affine::access(site, "vector.load", 0, true)),
    row(Change::Bounds, &["affine.vector_store"], |site| affine::access(site, "vector.store", 1, true)),
    row(Change::Bounds, &["vector.load"], |site| {
        let vector = *site.op().results.first()?;
        vector_at(site, (0, 1), vector)
    }),
    row(Change::Bounds, &["vector.store"], |site| {
        let vector = site.operand(0)?;
        vector_at(site, (1, 2), vector)
    }),
    row(Change::Bounds, &["vector.transfer_read"], |site| {
        let vector = *site.op().results.first()?;
        transfer(site, (0, 1), vector)
    }),
    row(Change::Bounds, &["vector.transfer_write"], |site| {
        let vector = site.operand(0)?;
        transfer(site, (1, 2), vector)
    }),
    row(Change::Bounds, &["memref.dim", "tensor.dim"], dimension),
    row(Change::Bounds, &["vector.extract"], |site| vector_position(site, 0)),
    row(Change::Bounds, &["vector.insert"], |site| vector_position(site, 1)),
    row(Change::Bounds, &["vector.extractelement"], |site| vector_element(site, (0, 1))),
    row(Change::Bounds, &["vector.insertelement"], |site| vector_element(site, (1, 2))),
    row(Change::Bounds, &["llvm.extractelement"], |site| vector_element(site, (0, 1))),
    row(Change::Bounds, &["llvm.insertelement"], |site| vector_element(site, (0, 2))),
    row(Change::Bounds, &["vector.shuffle"], shuffled),
    row(Change::Bounds, &["tensor.gather"], |site| coordinates(site, (0, 1))),
    row(Change::Bounds, &["tensor.scatter"], |site| coordinates(site, (1, 2))),
    row(Change::Mask, &["vector.maskedload"], |site| {
        let mask = site.op().operands.len().checked_sub(2)?;
        masked(site, (0, 1), mask)
    }),
    row(Change::Mask, &["vector.maskedstore"], |site| {
        let mask = site.op().operands.len().checked_sub(2)?;
        masked(site, (0, 1), mask)
    }),
    row(Change::Mask, &["vector.expandload", "vector.compressstore"], |site| {
        let mask = site.op().operands.len().checked_sub(2)?;
        compressed(site, (0, 1), mask)
    }),
    row(Change::Mask, &["vector.gather", "vector.scatter"], |site| {
        let last = site.op().operands.len();
        gathered(site, (0, 1), last.checked_sub(3)?, last.checked_sub(2)?)
    }),
    row(Change::View, &["memref.subview", "tensor.extract_slice"], |site| slice(site, 0, 1)),
    row(Change::View, &["tensor.insert_slice"], inserted),
    row(Change::View, &["memref.reinterpret_cast"], reinterpreted),
    row(Change::View, &["memref.view"], view),
    row(Change::Shape, &["memref.cast", "tensor.cast"], cast),
    row(Change::Shape, &["memref.expand_shape", "tensor.expand_shape"], expand),
    row(Change::Shape, &["memref.reshape", "tensor.reshape"], reshape),
    row(Change::Shape, &["memref.collapse_shape"], collapsed),
    row(Change::Shape, &["tensor.concat"], joined),
    row(Change::Shape, STRUCTURED, structured),
    row(Change::Number, &["affine.apply", "affine.min"], |site| affine::number(site, "arith.minsi")),
    row(Change::Number, &["affine.max"], |site| affine::number(site, "arith.maxsi")),
    row(Change::Number, &["affine.delinearize_index"], basis),
    row(Change::Release, &["memref.alloca"], on_heap),
    row(Change::Fresh, &["memref.alloc", "memref.alloca"], fresh::memory),
    row(Change::Fresh, &["bufferization.alloc_tensor", "tensor.empty"], fresh::tensor),
    row(Change::Fresh, &["memref.global"], fresh::global),
    row(Change::Promise, &["memref.global"], constant_global),
    row(Change::Fresh, &["memref.realloc"], reallocate),
    row(Change::Fresh, &["llvm.mlir.poison", "llvm.mlir.undef", "ub.poison"], fresh::poison),
    row(Change::Extent, &["tensor.generate"], |site| {
        let count = site.op().operands.len();
        Some(fresh::extents(site, 0..count))
    }),
    row(Change::Extent, &["tensor.splat"], |site| {
        let count = site.op().operands.len();
        Some(fresh::extents(site, 1..count))
    }),
    row(Change::Extent, &["tensor.pad"], padded),
    row(
        Change::Promise,
        &["cf.assert", "llvm.intr.assume", "memref.assume_alignment", "memref.distinct_objects"],
        promise,
    ),
    row(Change::Release, &["bufferization.dealloc_tensor", "memref.dealloc"], release),
    row(Change::Copy, &["memref.copy"], copy),
    row(Change::Step, &["scf.for"], |site| steps(site, 2..3)),
    row(Change::Step, &["scf.forall", "scf.parallel"], |site| {
        let range = third_segment(site)?;
        steps(site, range)
    }),
];
