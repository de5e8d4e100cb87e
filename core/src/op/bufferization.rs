//! The bufferization dialect: between tensors and buffers.
//!
//! A tensor and a buffer of which one is made of the other are one thing as long as nobody writes to the buffer. Older documentation calls
//! the behaviour undefined after that, newer leaves it open; so a tensor that is used after its buffer holds something else is open.
//! A write by one tensor operation into the buffer of another tensor, as compiled code may do in place, is not modelled.

use super::memref::form::{MemrefSource, element, known, row_major, strides};
use super::memref::view::{Claims, keep};
use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::memory::{AllocationKind, MALLOC_ALIGNMENT};
use crate::eval::memref::Memref;
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::{Shaped, SharedBuffer};
use crate::eval::types::{LaneType, Layout};
use crate::ir::Type;
use crate::observe::{Form, Lack, MissingPart, WantedType};
use crate::op::memref::allocate::make;
use crate::op::memref::whole::copy;
use crate::op::region::{scatter, slots};

const ALLOC_TENSOR_NEGATIVE: Rule = Rule::new(
    "alloc_tensor_negative",
    "a tensor with a negative extent, of which the documentation says nothing",
);
const DEALLOC_POISON: Rule = Rule::new(
    "dealloc_poison",
    "bufferization.dealloc compares buffers of which one is not defined, of which the documentation says nothing",
);
const MATERIALIZE_SHAPES: Rule =
    Rule::new("materialize_shapes", "bufferization.materialize_in_destination into another shape");

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

/// One row an operation.
const ROWS: &[Row] = &[
    row("bufferization.alloc_tensor", allocate),
    row("bufferization.clone", clone),
    row("bufferization.dealloc", release),
    // Later uses are undefined.
    row("bufferization.dealloc_tensor", |site| {
        let freed = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            let handle = machine.get(freed);
            machine.tensor(handle)?;
            machine.tensors.end(handle);
            Ok(Next::On)
        }))
    }),
    row("bufferization.to_tensor", to_tensor),
    row("bufferization.to_buffer", to_buffer),
    row("bufferization.to_memref", to_buffer),
    row("bufferization.materialize_in_destination", materialize),
];

/// The layout of an element of a dense tensor.
fn tensor_element(ty: &Type) -> Result<Layout, Lack> {
    match ty {
        Type::Tensor(_, element, None) | Type::UnrankedTensor(element) => {
            LaneType::of(element).and_then(Layout::of)
        }
        other => Err(Lack::Kind { ty: other.to_string(), wanted: WantedType::DenseTensor }),
    }
}

/// A tensor whose elements are not defined, or what another one holds.
fn allocate(site: &Site<'_>) -> Result<Action, Lack> {
    let (element, out) = (tensor_element(site.result_type(0)?)?, site.result()?.slot.start);
    let copied = site.segment(1);
    if !copied.is_empty() {
        let from = site.operand(copied.start)?.slot.start;
        return Ok(Box::new(move |machine| {
            let copied = machine.tensor(machine.get(from))?;
            let made = machine.new_tensor(copied)?;
            machine.set(out, made);
            Ok(Next::On)
        }));
    }
    let Type::Tensor(shape, ..) = &**site.result_type(0)? else {
        return Err(site.lacks(Form::OpenRank));
    };
    let mut given = slots(&site.operands(site.segment(0))?).into_iter();
    let mut extents = Vec::new();
    for extent in shape {
        extents.push(match extent {
            Some(extent) => (*extent, None),
            None => (0, Some(given.next().ok_or_else(|| site.without(MissingPart::Sizes))?.start)),
        });
    }
    Ok(Box::new(move |machine| {
        let mut shape = Vec::new();
        for (fixed, given) in &extents {
            let size = match given {
                Some(lane) => machine.defined(machine.get(*lane), "the size of a tensor")? as i64,
                None => *fixed as i64,
            };
            let size = u64::try_from(size);
            shape.push(size.map_err(|_| ALLOC_TENSOR_NEGATIVE.open(&[]))?);
        }
        let undef = Lane::tainted(Taint::undef(machine.at));
        machine.charge((Shaped::count(&shape)? * element.leaves.len()) as u64)?;
        let made = Shaped::filled(shape, &vec![undef; element.leaves.len()])?;
        let made = machine.new_tensor(made)?;
        machine.set(out, made);
        Ok(Next::On)
    }))
}

/// A copy. The documentation makes it undefined to write to either one afterwards, which nobody looks for.
fn clone(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, out, ty) = (MemrefSource::of(site, 0)?, site.result()?.slot, site.result_type(0)?.clone());
    if let Type::Memref { layout, .. } = &*ty {
        known(layout)?;
    }
    Ok(Box::new(move |machine| {
        let old = source.memref(machine)?;
        let extents = old.extents.clone();
        let placed = match &*ty {
            Type::Memref { layout, .. } => strides(layout, &extents, &[]),
            _ => None,
        };
        let placed = placed.or_else(|| row_major(&extents).map(|strides| (0, strides)));
        let (offset, strides) =
            placed.ok_or_else(|| Stop::lacks(Lack::form("bufferization.clone", Form::TooLarge)))?;
        let align = source.element.align.max(MALLOC_ALIGNMENT);
        let new = make(machine, &source.element, (offset, extents, strides), align, AllocationKind::Heap)?;
        copy(machine, &old, &new, source.element.size)?;
        let lanes = new.lanes();
        if matches!(&*ty, Type::Memref { .. }) {
            scatter(machine, &[out], &lanes);
        } else {
            let place = keep(machine, &lanes)?;
            scatter(machine, &[out], &[Lane::of(new.extents.len() as u128), place]);
        }
        Ok(Next::On)
    }))
}

/// Frees each buffer whose condition holds unless one that is retained lies in the same allocation; of several in one allocation one is
/// freed. Each result says whether the condition of a buffer holds that lies in the allocation of what is retained.
fn release(site: &Site<'_>) -> Result<Action, Lack> {
    let sources = |segment: usize| -> Result<Vec<MemrefSource>, Lack> {
        site.segment(segment).map(|operand| MemrefSource::of(site, operand)).collect()
    };
    let (buffers, retained) = (sources(0)?, sources(2)?);
    let (conditions, results) = (slots(&site.operands(site.segment(1))?), slots(&site.results()?));
    if conditions.len() != buffers.len() || results.len() != retained.len() {
        return Err(site.lacks(Form::Operands));
    }
    Ok(Box::new(move |machine| {
        let mut owned = Vec::new();
        for (buffer, condition) in buffers.iter().zip(&conditions) {
            let condition = machine.get(condition.start);
            let holds = machine.defined(condition, "the condition of bufferization.dealloc")? != 0;
            owned.push((buffer.descriptor(machine)?, holds));
        }
        let kept: Vec<Vec<Lane>> =
            retained.iter().map(|source| source.descriptor(machine)).collect::<Result<_, Stop>>()?;
        let mut compared = kept.iter().chain(owned.iter().map(|(buffer, _)| buffer));
        if kept.len() + owned.len() > 1
            && !owned.is_empty()
            && compared.any(|buffer| !buffer[1].taint.is_none())
        {
            return Err(DEALLOC_POISON.open(&[]));
        }
        let alike = |x: &[Lane], y: &[Lane]| {
            x[1].origin == y[1].origin && (x[1].origin != 0 || x[1].bits == y[1].bits)
        };
        for (own, result) in kept.iter().zip(&results) {
            let holds = owned.iter().any(|(buffer, holds)| *holds && alike(own, buffer));
            machine.set(result.start, Lane::of(holds.into()));
        }
        let mut freed: Vec<&[Lane]> = Vec::new();
        for (buffer, holds) in &owned {
            let is_needed = kept.iter().any(|own| alike(own, buffer));
            if *holds && !is_needed && !freed.iter().any(|other| alike(other, buffer)) {
                machine.memory.free(buffer[0])?;
                freed.push(buffer);
            }
        }
        Ok(Next::On)
    }))
}

fn to_tensor(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot.start);
    tensor_element(site.result_type(0)?)?;
    Ok(Box::new(move |machine| {
        let memref = source.memref(machine)?;
        let read = memref.read(machine, &source.element)?;
        let handle = machine.new_tensor(read)?;
        share(machine, handle, memref, &source.element);
        machine.set(out, handle);
        Ok(Next::On)
    }))
}

/// Remembers that a tensor and a buffer are one thing.
fn share(machine: &mut Machine<'_>, handle: Lane, memref: Memref, element: &Layout) {
    let changes = machine.memory.changes(memref.aligned);
    machine.tensors.share(handle, SharedBuffer { memref, element: element.clone(), changes });
}

/// The buffer that a tensor was made of, where its type has that; or one of its own, which may not be written to if it is said to be read
/// only.
fn to_buffer(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, out, ty) = (site.operand(0)?.slot.start, site.result()?.slot, site.result_type(0)?.clone());
    let (element, claims, read_only) = (element(&ty)?, Claims::of(&ty)?, site.has("read_only"));
    Ok(Box::new(move |machine| {
        let handle = machine.get(from);
        let tensor = machine.tensor(handle)?;
        let fits = |lanes: &[Lane]| claims.as_ref().is_none_or(|claims| claims.hold(lanes));
        let is_apart = read_only && machine.world.memory.copies;
        let shared = machine.tensors.shared(handle).filter(|_| !is_apart);
        let shared = shared.map(|shared| shared.memref.lanes());
        let lanes = match shared.filter(|lanes| fits(lanes)) {
            Some(lanes) => lanes,
            None => {
                let extents: Vec<i64> = tensor.shape.iter().map(|extent| *extent as i64).collect();
                let placed = match &*ty {
                    Type::Memref { layout, .. } => strides(layout, &extents, &[]),
                    _ => None,
                };
                let placed = placed.or_else(|| row_major(&extents).map(|strides| (0, strides)));
                let (offset, strides) = placed
                    .ok_or_else(|| Stop::lacks(Lack::form("bufferization.to_buffer", Form::TooLarge)))?;
                let align = element.align.max(MALLOC_ALIGNMENT);
                let made =
                    make(machine, &element, (offset, extents, strides), align, AllocationKind::Global)?;
                made.write(machine, &element, &tensor.lanes)?;
                if read_only {
                    machine.memory.seal(made.aligned);
                }
                let lanes = made.lanes();
                share(machine, handle, made, &element);
                lanes
            }
        };
        if out.lanes as usize == lanes.len() {
            scatter(machine, &[out], &lanes);
        } else {
            let place = keep(machine, &lanes)?;
            scatter(machine, &[out], &[Lane::of(tensor.shape.len() as u128), place]);
        }
        Ok(Next::On)
    }))
}

/// Puts a tensor where another one, or a buffer, is; shapes have to be equal.
fn materialize(site: &Site<'_>) -> Result<Action, Lack> {
    let from = site.operand(0)?.slot.start;
    let wrong = || MATERIALIZE_SHAPES.undefined(&[]);
    if let Type::Tensor(..) | Type::UnrankedTensor(_) = &**site.operand_type(1)? {
        let (to, out) = (site.operand(1)?.slot.start, site.result()?.slot.start);
        return Ok(Box::new(move |machine| {
            let (source, target) = (machine.tensor(machine.get(from))?, machine.tensor(machine.get(to))?);
            if source.shape != target.shape {
                return Err(wrong());
            }
            let made = machine.new_tensor(source)?;
            machine.set(out, made);
            Ok(Next::On)
        }));
    }
    let target = MemrefSource::of(site, 1)?;
    Ok(Box::new(move |machine| {
        let (source, memref) = (machine.tensor(machine.get(from))?, target.memref(machine)?);
        if !source.shape.iter().map(|extent| *extent as i64).eq(memref.extents.iter().copied()) {
            return Err(wrong());
        }
        memref.write(machine, &target.element, &source.lanes)?;
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    const BUFFER: &str = r#"%i0 = "llvm.mlir.constant"() <{value = 0 : index}> : () -> index
        %i1 = "llvm.mlir.constant"() <{value = 1 : index}> : () -> index
        %neg = "llvm.mlir.constant"() <{value = -1 : index}> : () -> index
        %t = "llvm.mlir.constant"() <{value = true}> : () -> i1
        %f = "llvm.mlir.constant"() <{value = false}> : () -> i1
        %x = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
        %m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xi32>
        "memref.store"(%x, %m, %i0) : (i32, memref<2xi32>, index) -> ()
        "#;

    fn run(results: &str, text: &str) -> Vec<Option<u128>> {
        bits(results, &format!("{BUFFER}{text}"))
    }

    fn ends(results: &str, text: &str) -> StopKind {
        stopped(results, &format!("{BUFFER}{text}")).expect("an early end").0
    }

    #[test]
    fn a_tensor_is_what_its_buffer_holds_until_that_is_written() {
        let read = |between: &str| {
            format!(
                r#"%v = "bufferization.to_tensor"(%m) : (memref<2xi32>) -> tensor<2xi32>
                {between}
                %n = "bufferization.to_buffer"(%v) : (tensor<2xi32>) -> memref<2xi32>
                "memref.store"(%x, %n, %i1) : (i32, memref<2xi32>, index) -> ()
                "func.return"(%m) : (memref<2xi32>) -> ()"#
            )
        };
        assert_eq!(run("memref<2xi32>", &read("")), [Some(7), Some(7)]);
        let again = r#""memref.store"(%x, %m, %i0) : (i32, memref<2xi32>, index) -> ()"#;
        assert_eq!(run("memref<2xi32>", &read(again)), [Some(7), Some(7)]);
        assert_eq!(ends("memref<2xi32>", &read(&again.replace("%i0", "%i1"))), StopKind::Open);
        let freed = r#""memref.dealloc"(%m) : (memref<2xi32>) -> ()"#;
        assert_eq!(ends("memref<2xi32>", &read(freed)), StopKind::Undefined);
        let freed = r#""bufferization.dealloc_tensor"(%v) : (tensor<2xi32>) -> ()"#;
        assert_eq!(ends("memref<2xi32>", &read(freed)), StopKind::Undefined);
    }

    #[test]
    fn new_tensors_hold_nothing() {
        let made = |size: &str| {
            format!(
                r#"%v = "bufferization.alloc_tensor"({size}) <{{operandSegmentSizes = array<i32: 1, 0, 0>}}> : (index) -> tensor<?xi32>
                "func.return"(%v) : (tensor<?xi32>) -> ()"#
            )
        };
        assert_eq!(
            (run("tensor<?xi32>", &made("%i1")), run("tensor<?xi32>", &made("%i0"))),
            (vec![None], vec![])
        );
        assert_eq!(ends("tensor<?xi32>", &made("%neg")), StopKind::Open);
        let copied = r#"%v = "bufferization.to_tensor"(%m) : (memref<2xi32>) -> tensor<2xi32>
            %w = "bufferization.alloc_tensor"(%v) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<2xi32>) -> tensor<2xi32>
            "memref.store"(%x, %m, %i1) : (i32, memref<2xi32>, index) -> ()
            "bufferization.materialize_in_destination"(%w, %m) <{restrict, writable}> : (tensor<2xi32>, memref<2xi32>) -> ()
            "func.return"(%m) : (memref<2xi32>) -> ()"#;
        assert_eq!(run("memref<2xi32>", copied), [Some(7), None]);
    }

    #[test]
    fn what_is_read_only_is_not_written() {
        let written = r#"%v = "bufferization.alloc_tensor"(%i1) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?xi32>
            %n = "bufferization.to_buffer"(%v) <{read_only}> : (tensor<?xi32>) -> memref<?xi32>
            "memref.store"(%x, %n, %i0) : (i32, memref<?xi32>, index) -> ()
            "func.return"(%n) : (memref<?xi32>) -> ()"#;
        assert_eq!(ends("memref<?xi32>", written), StopKind::Memory);
        assert_eq!(run("memref<?xi32>", &written.replace("<{read_only}> ", "")), [Some(7)]);
    }

    #[test]
    fn buffers_that_somebody_needs_stay() {
        let released = |own: &str, other: &str| {
            format!(
                r#"%w = "memref.cast"(%m) : (memref<2xi32>) -> memref<?xi32>
                %n = "bufferization.clone"(%m) : (memref<2xi32>) -> memref<2xi32>
                %o = "bufferization.dealloc"(%m, %n, %n, {own}, {other}, %t, %w) <{{operandSegmentSizes = array<i32: 3, 3, 1>}}> : (memref<2xi32>, memref<2xi32>, memref<2xi32>, i1, i1, i1, memref<?xi32>) -> i1
                %r = "memref.load"(%m, %i0) : (memref<2xi32>, index) -> i32
                "func.return"(%o) : (i1) -> ()"#
            )
        };
        assert_eq!(run("i1", &released("%t", "%t")), [Some(1)]);
        assert_eq!(run("i1", &released("%f", "%f")), [Some(0)]);
        let unneeded = released("%t", "%t")
            .replace(
                ", %w) <{operandSegmentSizes = array<i32: 3, 3, 1>}>",
                ") <{operandSegmentSizes = array<i32: 3, 3, 0>}>",
            )
            .replace(", memref<?xi32>) -> i1", ") -> ()")
            .replace("%o = \"buff", "\"buff")
            .replace("\"func.return\"(%o) : (i1)", "\"func.return\"(%r) : (i32)");
        assert_eq!(ends("i32", &unneeded), StopKind::Memory);
    }
}
