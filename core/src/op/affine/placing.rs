//! The ways in which operations of affine are placed. Each access is in bounds and each loop has few trips by the ranges of its
//! expressions.

use crate::grow::affine::{self, IndexFacts, MapOperands, Range, RangedExpression, know_counter, plus};
use crate::grow::buffers::BufferKind;
use crate::grow::control::{self, Trips, segments};
use crate::grow::types::{element, extents, index, is_integer, is_row_major, memref, rank, shape, vector};
use crate::grow::{Growth, Kind, buffers, constant, draw, new_values};
use crate::ir::{Attribute, Dense, Expression, Extent, Map, Region, Type, Value};
use crate::observe::Element;
use crate::op::memref::combine::in_any_order;
use crate::op::memref::placing::is_memory;
use std::rc::Rc;

/// Values that a loop or a branch carries, at most.
const CARRIED: usize = 3;

/// No extent of a program is as large.
const LARGEST: i64 = 1 << 16;

/// The results of a map, and the values it takes.
struct Bound {
    operands: MapOperands,
    results: Vec<Expression>,
}

impl Bound {
    fn constant(number: i64) -> Bound {
        Bound { operands: MapOperands::default(), results: vec![Expression::Constant(number)] }
    }

    fn map(&self) -> Attribute {
        self.operands.map(self.results.clone())
    }
}

/// The bounds of a loop, and what is known of its counter.
struct Bounds {
    lower: Bound,
    upper: Bound,
    step: i64,
    range: Range,
    below: Option<(Value, usize)>,
}

/// Bounds of a loop of few trips: numbers, expressions of values in reach, or the extent of a memref.
fn bounds(growth: &mut Growth<'_>) -> Bounds {
    match growth.choices.below(4) {
        0 => numbers(growth),
        1 => of_extent(growth).unwrap_or_else(|| numbers(growth)),
        _ => expressions(growth),
    }
}

fn numbers(growth: &mut Growth<'_>) -> Bounds {
    let Trips { from, to, by } = control::trips(growth, 64);
    // MLIR reads a number of a map without its sign (AffineParser.cpp, "constant too large for index"), so not the least one.
    let [from, to] = [from, to].map(|number| number.max(-i64::MAX));
    Bounds {
        lower: Bound::constant(from),
        upper: Bound::constant(to),
        step: by,
        range: Range { least: from, most: to.saturating_sub(1).max(from) },
        below: None,
    }
}

/// From 0 to the extent of a dimension of a memref.
fn of_extent(growth: &mut Growth<'_>) -> Option<Bounds> {
    let of = growth.find_known(|growth, value| {
        let ty = growth.ty(value);
        is_memory(&ty) && rank(&ty) > 0 && growth.facts(value).is_symbol
    })?;
    let shape = shape(&growth.ty(of))?;
    let dimension = growth.choices.below(shape.len());
    let step = [1, 1, 2, 3][growth.choices.below(4)];
    let (upper, range) = match shape[dimension] {
        Some(extent) => (Bound::constant(extent as i64), Range::below(extent as i64)),
        None => {
            let symbols = vec![buffers::extent(growth, of, dimension)];
            let operands = MapOperands { symbols, dimensions: Vec::new() };
            let bound = Bound { operands, results: vec![Expression::Symbol(0)] };
            (bound, Range::below(LARGEST))
        }
    };
    Some(Bounds { lower: Bound::constant(0), upper, step, range, below: Some((of, dimension)) })
}

/// From the greatest of one or two expressions to the least of one or two.
fn expressions(growth: &mut Growth<'_>) -> Bounds {
    let side = |growth: &mut Growth<'_>, first: i64| {
        let operands = MapOperands::drawn(growth);
        let count = 1 + usize::from(growth.choices.below(3) == 0);
        let all: Vec<RangedExpression> =
            (0..count).map(|_| plus(operands.within(growth, 4), first)).collect();
        let ranges: Vec<Range> = all.iter().map(|one| one.range).collect();
        (Bound { operands, results: all.into_iter().map(|one| one.expression).collect() }, ranges)
    };
    let first = [0, 0, 1, -3, -7][growth.choices.below(5)];
    let (lower, lows) = side(growth, first);
    let more = [0, 1, 2, 3, 4][growth.choices.below(5)];
    let (upper, highs) = side(growth, first + more);
    let least = lows.iter().map(|range| range.least).max().unwrap_or(first);
    let most = highs.iter().map(|range| range.most).min().unwrap_or(first);
    let step = [1, 1, 1, 2, 3][growth.choices.below(5)];
    Bounds { lower, upper, step, range: Range { least, most: (most - 1).max(least) }, below: None }
}

/// A region that grows what it may, and ends with values of these types.
fn yielding(
    growth: &mut Growth<'_>,
    (kind, arguments): (Kind, &[Rc<Type>]),
    types: &[Rc<Type>],
    begin: impl FnOnce(&mut Growth<'_>, &[Value]),
) -> Option<Region> {
    growth.region(kind, arguments, |growth, values| {
        begin(growth, values);
        growth.body();
        let values = growth.inner_values(types);
        growth.end("affine.yield", &values, &[]);
        Some(())
    })
}

/// `affine.for`: one in three is the outermost one of a nest over all of a buffer.
pub fn looped(growth: &mut Growth<'_>) -> Option<()> {
    if growth.choices.below(3) == 0 {
        return swept(growth);
    }
    let Bounds { lower, upper, step, range, below } = bounds(growth);
    let carried = growth.carried(CARRIED, true);
    let types = growth.types(&carried);
    let arguments = [&[index()], &types[..]].concat();
    let body = yielding(growth, (Kind::Plain, &arguments), &types, |growth, values| {
        know_counter(growth, values[0], range, below);
    })?;
    emit_loop(growth, (&lower, &upper), step.into(), carried, body);
    Some(())
}

/// An `affine.for` between these bounds.
fn emit_loop(
    growth: &mut Growth<'_>,
    (lower, upper): (&Bound, &Bound),
    step: i128,
    carried: Vec<Value>,
    body: Region,
) {
    let (low, high) = (lower.operands.all(), upper.operands.all());
    let attributes = [
        ("lowerBoundMap", lower.map()),
        ("upperBoundMap", upper.map()),
        ("step", Attribute::Int(step, index())),
        segments(&[low.len(), high.len(), carried.len()]),
    ];
    let types = growth.types(&carried);
    growth.emit_with("affine.for", &[low, high, carried].concat(), &types, &attributes, vec![body]);
}

/// A nest of loops over all elements of a buffer, which writes each one, and now and then one behind it that reads them again and writes
/// another buffer of that shape. Passes tile, coalesce and vectorize such nests, and fuse two of them, whatever lies between.
fn swept(growth: &mut Growth<'_>) -> Option<()> {
    let fits = |ty: &Type| {
        let is_short = |all: Vec<u64>| !all.is_empty() && all.iter().all(|extent| *extent <= MOST);
        is_memory(ty) && extents(ty).is_some_and(is_short)
    };
    let first = buffers::writable(growth, fits)?;
    let ty = growth.ty(first);
    let (whole, numbers) = (extents(&ty)?, element(&ty));
    let store = |growth: &mut Growth<'_>, to: Value, counters: &[Value]| {
        growth.body();
        let value = growth.inner_values(std::slice::from_ref(&numbers))[0];
        growth.emit("affine.store", &[&[value, to], counters].concat(), &[], &[identity(counters)]);
    };
    nest(growth, &whole, first, &mut Vec::new(), &mut |growth, counters| store(growth, first, counters))?;
    let is_followed = growth.choices.below(4);
    if is_followed == 0 {
        return Some(());
    }
    if is_followed == 1 {
        growth.body();
    }
    let second = match growth.choices.coin() {
        true => {
            let shape: Vec<Extent> = whole.iter().copied().map(Some).collect();
            let made = buffers::buffer(growth, &memref(&shape, &numbers), BufferKind::Heap);
            growth.reveal(made);
            made
        }
        false => growth.find_writable(|other| {
            let is_alike = is_memory(other) && extents(other).as_ref() == Some(&whole);
            is_alike && element(&Rc::new(other.clone())) == numbers
        })?,
    };
    nest(growth, &whole, first, &mut Vec::new(), &mut |growth, counters| {
        growth.one("affine.load", &[&[first], counters].concat(), &numbers, &[identity(counters)]);
        store(growth, second, counters);
    })
}

/// The largest extent that a nest goes over.
const MOST: u64 = 16;

/// Loops within each other from 0 to these extents of a buffer, around what `inner` grows of their counters.
fn nest(
    growth: &mut Growth<'_>,
    extents: &[u64],
    of: Value,
    counters: &mut Vec<Value>,
    inner: &mut dyn FnMut(&mut Growth<'_>, &[Value]),
) -> Option<()> {
    let Some((extent, within)) = extents.split_first() else {
        inner(growth, counters);
        return Some(());
    };
    growth.nests()?;
    // Nothing but arithmetic in the innermost one, which more passes take, in two of three nests.
    let kind = if within.is_empty() && growth.choices.below(3) > 0 { Kind::Elements } else { Kind::Plain };
    let body = growth.region(kind, &[index()], |growth, values| {
        let below = Some((of, counters.len()));
        know_counter(growth, values[0], Range::below(*extent as i64), below);
        counters.push(values[0]);
        nest(growth, within, of, counters, inner)?;
        growth.end("affine.yield", &[], &[]);
        Some(())
    })?;
    let bounds = (&Bound::constant(0), &Bound::constant(*extent as i64));
    emit_loop(growth, bounds, 1, Vec::new(), body);
    Some(())
}

/// The map of an access at these indices.
fn identity(indices: &[Value]) -> (&'static str, Attribute) {
    let results = (0..indices.len() as u32).map(Expression::Dimension).collect();
    ("map", Attribute::Map(Map { dimensions: indices.len() as u32, symbols: 0, results }))
}

/// `affine.if`: one or two constraints near the middle of what their expressions may be.
pub fn conditional(growth: &mut Growth<'_>) -> Option<()> {
    let operands = MapOperands::drawn(growth);
    let count = 1 + growth.choices.below(2);
    let constraints = (0..count).map(|_| {
        let one = operands.expression(growth);
        let near = [0, 1, -1, 2][growth.choices.below(4)];
        let is_zero = growth.choices.below(4) == 0;
        let Range { least, most } = one.range;
        let compared = if one.range.is_small() { plus(one, near - (least + most) / 2) } else { one };
        (compared.expression, is_zero)
    });
    let constraints = constraints.collect();
    let carried = growth.carried(CARRIED, true);
    let types = growth.types(&carried);
    let then = yielding(growth, (Kind::Plain, &[]), &types, |_, _| {})?;
    let other = match types.is_empty() && growth.choices.coin() {
        true => Vec::new(),
        false => yielding(growth, (Kind::Plain, &[]), &types, |_, _| {})?,
    };
    let attributes = [("condition", operands.set(constraints))];
    growth.emit_with("affine.if", &operands.all(), &types, &attributes, vec![then, other]);
    Some(())
}

/// `affine.parallel` that reduces integers in a way whose order does not matter.
pub fn parallel(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(2);
    let all: Vec<Bounds> = (0..rank).map(|_| bounds(growth)).collect();
    let wanted = growth.choices.below(3);
    let carried: Vec<Value> = (0..wanted).filter_map(|_| growth.find(is_integer)).collect();
    let types = growth.types(&carried);
    let kinds = types.iter().map(|_| in_any_order(growth.choices.below(4), growth.plan.version)).collect();
    let body = yielding(growth, (Kind::Parallel, &vec![index(); rank]), &types, |growth, counters| {
        for (counter, bounds) in counters.iter().zip(&all) {
            know_counter(growth, *counter, bounds.range, bounds.below);
        }
    })?;
    let (lower, low) = grouped(all.iter().map(|one| &one.lower));
    let (upper, high) = grouped(all.iter().map(|one| &one.upper));
    let attributes = [
        ("reductions", integers(kinds)),
        ("lowerBoundsMap", lower.map()),
        ("lowerBoundsGroups", low),
        ("upperBoundsMap", upper.map()),
        ("upperBoundsGroups", high),
        ("steps", integers(all.iter().map(|one| one.step).collect())),
    ];
    let operands = [lower.operands.all(), upper.operands.all()].concat();
    growth.emit_with("affine.parallel", &operands, &types, &attributes, vec![body]);
    Some(())
}

/// A list of 64-bit numbers.
fn integers(all: Vec<i64>) -> Attribute {
    Attribute::List(all.into_iter().map(|number| Rc::new(Attribute::of_int(Element::I64, number))).collect())
}

/// Bounds in one map, and the number of results of each.
fn grouped<'b>(all: impl Iterator<Item = &'b Bound>) -> (Bound, Attribute) {
    let (mut joined, mut counts) =
        (Bound { operands: MapOperands::default(), results: Vec::new() }, Vec::new());
    for one in all {
        let MapOperands { dimensions, symbols } = &one.operands;
        let (first, first_symbol) = (joined.operands.dimensions.len(), joined.operands.symbols.len());
        joined.operands.dimensions.extend(dimensions);
        joined.operands.symbols.extend(symbols);
        let moved = one.results.iter().map(|result| moved(result, first as u32, first_symbol as u32));
        joined.results.extend(moved);
        counts.push(one.results.len() as u32);
    }
    let ty = Rc::new(Type::Tensor(vec![Some(counts.len() as u64)], crate::grow::types::integer(32), None));
    let data: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
    (joined, Attribute::Dense(Dense { ty, stride: 4, parts: 1, data: data.into() }))
}

/// An expression whose dimensions and symbols have numbers that are larger by these.
fn moved(expression: &Expression, dimensions: u32, symbols: u32) -> Expression {
    let side = |side: &Expression| Box::new(moved(side, dimensions, symbols));
    match expression {
        Expression::Dimension(at) => Expression::Dimension(at + dimensions),
        Expression::Symbol(at) => Expression::Symbol(at + symbols),
        Expression::Constant(number) => Expression::Constant(*number),
        Expression::Add(left, right) => Expression::Add(side(left), side(right)),
        Expression::Multiply(left, right) => Expression::Multiply(side(left), side(right)),
        Expression::Modulo(left, right) => Expression::Modulo(side(left), side(right)),
        Expression::FloorDivide(left, right) => Expression::FloorDivide(side(left), side(right)),
        Expression::CeilDivide(left, right) => Expression::CeilDivide(side(left), side(right)),
    }
}

/// `affine.apply`: an index that maps may take in its turn.
pub fn apply(growth: &mut Growth<'_>) -> Option<()> {
    let operands = MapOperands::drawn(growth);
    let RangedExpression { expression, range } = operands.expression(growth);
    // Passes put the expression in place of the number: one of a large number stays alone.
    let is_small = operands.all().into_iter().all(|operand| growth.facts(operand).range.is_small());
    let range = if is_small { range } else { Range::default() };
    let made = affine::number(growth, &operands, vec![expression], range);
    let is_symbol = operands.all().into_iter().all(|operand| growth.facts(operand).is_symbol);
    let facts = growth.facts(made);
    growth.know(made, IndexFacts { is_dimension: true, is_symbol: facts.is_symbol || is_symbol, ..facts });
    Some(())
}

fn extreme(growth: &mut Growth<'_>, of: fn(i64, i64) -> i64) -> Option<()> {
    let operands = MapOperands::drawn(growth);
    let count = 1 + growth.choices.below(3);
    let all: Vec<RangedExpression> = (0..count).map(|_| operands.expression(growth)).collect();
    let range = all
        .iter()
        .map(|one| one.range)
        .reduce(|one, other| Range { least: of(one.least, other.least), most: of(one.most, other.most) })?;
    affine::number(growth, &operands, all.into_iter().map(|one| one.expression).collect(), range);
    Some(())
}

/// `affine.min`.
pub fn least(growth: &mut Growth<'_>) -> Option<()> {
    extreme(growth, i64::min)
}

/// `affine.max`.
pub fn greatest(growth: &mut Growth<'_>) -> Option<()> {
    extreme(growth, i64::max)
}

/// The map and its operands that give the indices of an element of a memref, of which so many follow in its innermost dimension.
fn place(growth: &mut Growth<'_>, of: Value, follow: u64) -> (Vec<Value>, Attribute) {
    let mut operands = MapOperands::drawn(growth);
    let shape = shape(&growth.ty(of)).unwrap_or_default();
    let last = shape.len().saturating_sub(1);
    // Values that open extents bound become dimensions before expressions are drawn.
    let open: Vec<Option<Expression>> = (0..shape.len())
        .map(|dimension| shape[dimension].is_none().then(|| bounded(growth, of, dimension, &mut operands)))
        .collect();
    let results =
        shape.iter().zip(open).enumerate().map(|(dimension, (extent, open))| match (extent, open) {
            (Some(extent), _) => {
                let room = if dimension == last { extent - follow } else { *extent };
                operands.within(growth, room as i64).expression
            }
            (None, open) => open.unwrap_or(Expression::Constant(0)),
        });
    let results = results.collect();
    (operands.all(), operands.map(results))
}

/// An index below an extent that is open: a counter that the extent bounds, a remainder, or 0.
fn bounded(growth: &mut Growth<'_>, of: Value, dimension: usize, operands: &mut MapOperands) -> Expression {
    if let Some(counter) =
        growth.find_known(|growth, value| growth.facts(value).below == Some((of, dimension)))
    {
        return operands.dimension(counter);
    }
    let extent = buffers::extent(growth, of, dimension);
    let at = new_values::below_value(growth, extent);
    match growth.facts(at).is_dimension {
        true => operands.dimension(at),
        false => Expression::Constant(0),
    }
}

/// `affine.load`.
pub fn load(growth: &mut Growth<'_>) -> Option<()> {
    let from = buffers::some(growth, is_memory)?;
    let (at, map) = place(growth, from, 0);
    let ty = element(&growth.ty(from));
    growth.one("affine.load", &[&[from], &at[..]].concat(), &ty, &[("map", map)]);
    Some(())
}

/// `affine.store`.
pub fn store(growth: &mut Growth<'_>) -> Option<()> {
    let to = buffers::writable(growth, is_memory)?;
    let (at, map) = place(growth, to, 0);
    let value = growth.value(&element(&growth.ty(to)));
    growth.emit("affine.store", &[&[value, to], &at[..]].concat(), &[], &[("map", map)]);
    Some(())
}

/// `affine.prefetch`.
pub fn prefetch(growth: &mut Growth<'_>) -> Option<()> {
    let from = buffers::some(growth, is_memory)?;
    let (at, map) = place(growth, from, 0);
    let attributes = [
        ("isWrite", Attribute::flag(growth.choices.coin())),
        ("localityHint", Attribute::of_int(Element::I32, growth.choices.below(4) as i64)),
        ("isDataCache", Attribute::flag(true)),
        ("map", map),
    ];
    growth.emit("affine.prefetch", &[&[from], &at[..]].concat(), &[], &attributes);
    Some(())
}

/// True of row-major memory whose innermost extent is known.
fn is_of_vectors(ty: &Type) -> bool {
    is_memory(ty)
        && is_row_major(ty)
        && shape(ty).is_some_and(|shape| shape.last().is_some_and(Option::is_some))
}

/// A vector type that fits into the innermost dimension of a memref, and the elements behind the first one.
fn window(growth: &mut Growth<'_>, of: Value) -> Option<(Rc<Type>, u64)> {
    let ty = growth.ty(of);
    let extent = shape(&ty)?.last().copied().flatten()?;
    let count = 1 + growth.choices.below(extent as usize) as u64;
    Some((vector(&[count], &element(&ty)), count - 1))
}

/// `affine.vector_load`.
pub fn vector_load(growth: &mut Growth<'_>) -> Option<()> {
    let from = buffers::some(growth, is_of_vectors)?;
    let (ty, follow) = window(growth, from)?;
    let (at, map) = place(growth, from, follow);
    growth.one("affine.vector_load", &[&[from], &at[..]].concat(), &ty, &[("map", map)]);
    Some(())
}

/// `affine.vector_store`.
pub fn vector_store(growth: &mut Growth<'_>) -> Option<()> {
    let to = buffers::writable(growth, is_of_vectors)?;
    let (ty, follow) = window(growth, to)?;
    let (at, map) = place(growth, to, follow);
    let value = growth.value(&ty);
    growth.emit("affine.vector_store", &[&[value, to], &at[..]].concat(), &[], &[("map", map)]);
    Some(())
}

/// Extents, some of which are values: the list of numbers, the values, and the product of all.
fn basis(growth: &mut Growth<'_>, rank: usize) -> (Attribute, Vec<Value>, u64) {
    let (mut numbers, mut values, mut product) = (Vec::new(), Vec::new(), 1);
    for _ in 0..rank {
        let extent = [2, 3, 1, 4, 5, 7][growth.choices.below(6)];
        product *= extent;
        match draw::is_open(growth) {
            true => {
                numbers.push(crate::grow::window::OPEN);
                values.push(new_values::one_to(growth, extent));
            }
            false => numbers.push(extent as i64),
        }
    }
    (Attribute::array(Element::I64, numbers), values, product)
}

/// `affine.delinearize_index`: digits of an index, the outermost one without an extent now and then.
pub fn digits(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(3);
    let (numbers, values, product) = basis(growth, rank);
    let has_outer = growth.choices.coin();
    let of = if has_outer { new_values::below(growth, product) } else { growth.value(&index()) };
    let results = vec![index(); rank + usize::from(!has_outer)];
    growth.emit(
        "affine.delinearize_index",
        &[&[of], &values[..]].concat(),
        &results,
        &[("static_basis", numbers)],
    );
    Some(())
}

/// `affine.linearize_index`: an index of several, each of which is below its extent where that is promised.
pub fn joined_digits(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(3);
    let (has_outer, promised) = (growth.choices.coin(), growth.choices.below(3) == 0);
    let extents: Vec<u64> = (0..rank).map(|_| [2, 3, 1, 4, 5, 7][growth.choices.below(6)]).collect();
    let all: Vec<Value> = extents
        .iter()
        .map(|extent| match promised || growth.choices.below(4) > 0 {
            true => new_values::below(growth, *extent),
            false => {
                let any = [-1, 9, -20, 100][growth.choices.below(4)];
                constant::whole(growth, &index(), any)
            }
        })
        .collect();
    let kept = &extents[usize::from(!has_outer)..];
    let numbers = kept.iter().map(|extent| *extent as i64).collect();
    let mut attributes =
        vec![("static_basis", Attribute::array(Element::I64, numbers)), segments(&[rank, 0])];
    if promised {
        attributes.push(("disjoint", Attribute::Unit));
    }
    growth.one("affine.linearize_index", &all, &index(), &attributes);
    Some(())
}
