//! The ways in which operations of vectors are placed: elements, orders, shapes, masks, reductions and products.

use crate::grow::types::{
    element, extents, index, is_float, is_integer, is_number, is_whole, rank, truth, vector, width,
};
use crate::grow::{Growth, constant, draw, new_values};
use crate::ir::{Attribute, Expression, Map, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// True of vectors of numbers.
pub fn is_vector(ty: &Type) -> bool {
    matches!(ty, Type::Vector(_, element) if is_number(element))
}

/// A vector of at least one dimension in reach, or a new one, that fits; and its type.
pub fn some(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<(Value, Rc<Type>)> {
    let found = growth.find(|ty| is_vector(ty) && rank(ty) > 0 && fits(ty));
    if let Some(found) = found {
        return Some((found, growth.ty(found)));
    }
    let numbers = draw::number(growth, is_number)?;
    let drawn = draw::some_extents(growth);
    let ty = Some(vector(&drawn, &numbers)).filter(|ty| fits(ty))?;
    Some((growth.value(&ty), ty))
}

fn numbers(all: impl IntoIterator<Item = usize>) -> Attribute {
    Attribute::array(Element::I64, all.into_iter().map(|one| one as i64).collect())
}

/// The list of numbers that some attributes are instead of an array.
fn list(all: impl IntoIterator<Item = u64>) -> Attribute {
    Attribute::List(all.into_iter().map(|one| Rc::new(Attribute::of_int(Element::I64, one as i64))).collect())
}

/// One number, or a vector, everywhere in a vector.
pub fn broadcast(growth: &mut Growth<'_>) -> Option<()> {
    let whole = draw::some_extents(growth);
    let numbers = draw::number(growth, is_number)?;
    let dropped = growth.choices.below(whole.len() + 1);
    let from = if dropped == whole.len() { numbers.clone() } else { vector(&whole[dropped..], &numbers) };
    let operand = growth.value(&from);
    growth.one("vector.broadcast", &[operand], &vector(&whole, &numbers), &[]);
    Some(())
}

/// A part of a vector by its leading indices, which are numbers or values: its type, the attribute and the values.
fn position(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Option<(Rc<Type>, Attribute, Vec<Value>)> {
    let whole = extents(ty)?;
    let depth = 1 + growth.choices.below(whole.len());
    let (mut at, mut values) = (Vec::new(), Vec::new());
    for (dimension, extent) in whole[..depth].iter().enumerate() {
        // Versions differ in which other indices may be values.
        if depth == whole.len() && whole.len() == 1 && dimension == 0 && draw::is_open(growth) {
            at.push(i64::MIN);
            values.push(new_values::below(growth, *extent));
        } else {
            at.push(growth.choices.below(*extent as usize) as i64);
        }
    }
    let numbers = element(ty);
    let part = if depth == whole.len() { numbers } else { vector(&whole[depth..], &numbers) };
    Some((part, Attribute::array(Element::I64, at), values))
}

/// A part of a vector.
pub fn extract(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, |_| true)?;
    let (part, at, values) = position(growth, &ty)?;
    growth.one("vector.extract", &[&[from], &values[..]].concat(), &part, &[("static_position", at)]);
    Some(())
}

/// A part of a vector is replaced.
pub fn insert(growth: &mut Growth<'_>) -> Option<()> {
    let (into, ty) = some(growth, |_| true)?;
    let (part, at, values) = position(growth, &ty)?;
    let value = growth.value(&part);
    let operands = [&[value, into], &values[..]].concat();
    growth.one("vector.insert", &operands, &ty, &[("static_position", at)]);
    Some(())
}

/// The numbers of a vector, one by one.
pub fn to_elements(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, |ty| extents(ty).is_some_and(|all| all.iter().product::<u64>() <= 8))?;
    let count = extents(&ty)?.iter().product::<u64>() as usize;
    growth.emit("vector.to_elements", &[from], &vec![element(&ty); count], &[]);
    Some(())
}

/// The numbers from zero on.
pub fn step(growth: &mut Growth<'_>) -> Option<()> {
    let extents = draw::extents(growth, 1);
    growth.one("vector.step", &[], &vector(&extents, &index()), &[]);
    Some(())
}

/// Two dimensions become one, or one becomes two.
pub fn shape_cast(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, |_| true)?;
    let mut whole = extents(&ty)?;
    let at = growth.choices.below(whole.len());
    if at > 0 && growth.choices.coin() {
        let inner = whole.remove(at);
        whole[at - 1] *= inner;
    } else {
        let parts = draw::factors(growth, whole[at], 2);
        whole.splice(at..=at, parts);
    }
    growth.one("vector.shape_cast", &[from], &vector(&whole, &element(&ty)), &[]);
    Some(())
}

/// Another order of the dimensions.
pub fn transpose(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, |ty| rank(ty) > 1)?;
    let whole = extents(&ty)?;
    let order = draw::order(growth, whole.len());
    let made: Vec<u64> = order.iter().map(|at| whole[*at]).collect();
    growth.one(
        "vector.transpose",
        &[from],
        &vector(&made, &element(&ty)),
        &[("permutation", numbers(order))],
    );
    Some(())
}

/// Parts of two vectors in any order.
pub fn shuffle(growth: &mut Growth<'_>) -> Option<()> {
    let (first, ty) = some(growth, |ty| rank(ty) == 1)?;
    let second = growth.value(&ty);
    let among = 2 * extents(&ty)?[0] as usize;
    let count = 1 + growth.choices.below(growth.plan.extent as usize);
    let chosen: Vec<usize> = (0..count).map(|_| growth.choices.below(among)).collect();
    let made = vector(&[count as u64], &element(&ty));
    growth.one("vector.shuffle", &[first, second], &made, &[("mask", numbers(chosen))]);
    Some(())
}

/// True of a vector of no indices: of such deinterleave becomes invalid IR in convert-vector-to-llvm
/// (docs/known/deinterleave-of-indices.mlir).
fn is_of_sized(ty: &Type) -> bool {
    *element(&Rc::new(ty.clone())) != Type::Index
}

/// The elements of two vectors in turn.
pub fn interleave(growth: &mut Growth<'_>) -> Option<()> {
    let (first, ty) = some(growth, |_| true)?;
    let second = growth.value(&ty);
    let mut made = extents(&ty)?;
    *made.last_mut()? *= 2;
    growth.one("vector.interleave", &[first, second], &vector(&made, &element(&ty)), &[]);
    Some(())
}

/// The even and the odd elements.
pub fn deinterleave(growth: &mut Growth<'_>) -> Option<()> {
    let is_even = |ty: &Type| {
        is_of_sized(ty) && extents(ty).and_then(|all| all.last().copied()).is_some_and(|last| last % 2 == 0)
    };
    let (from, ty) = some(growth, is_even)?;
    let mut made = extents(&ty)?;
    *made.last_mut()? /= 2;
    let made = vector(&made, &element(&ty));
    growth.emit("vector.deinterleave", &[from], &[made.clone(), made], &[]);
    Some(())
}

/// Offsets and extents of a box within others.
fn within(growth: &mut Growth<'_>, whole: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let mut part = |extent: &u64| {
        let size = 1 + growth.choices.below(*extent as usize) as u64;
        (growth.choices.below((extent - size + 1) as usize) as u64, size)
    };
    whole.iter().map(&mut part).unzip()
}

/// A box of a vector.
pub fn extract_slice(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, |_| true)?;
    let (offsets, sizes) = within(growth, &extents(&ty)?);
    let attributes =
        [("offsets", list(offsets)), ("sizes", list(sizes.clone())), ("strides", list(vec![1; sizes.len()]))];
    growth.one("vector.extract_strided_slice", &[from], &vector(&sizes, &element(&ty)), &attributes);
    Some(())
}

/// A box of a vector is replaced.
pub fn insert_slice(growth: &mut Growth<'_>) -> Option<()> {
    let (into, ty) = some(growth, |_| true)?;
    let (offsets, sizes) = within(growth, &extents(&ty)?);
    let value = growth.value(&vector(&sizes, &element(&ty)));
    let attributes = [("offsets", list(offsets)), ("strides", list(vec![1; sizes.len()]))];
    growth.one("vector.insert_strided_slice", &[value, into], &ty, &attributes);
    Some(())
}

/// A mask whose extents are numbers.
pub fn constant_mask(growth: &mut Growth<'_>) -> Option<()> {
    let whole = draw::some_extents(growth);
    let mut sizes: Vec<usize> =
        whole.iter().map(|extent| growth.choices.below(*extent as usize + 1)).collect();
    // A mask that is off in one dimension is off in all.
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    growth.one("vector.constant_mask", &[], &vector(&whole, &truth()), &[("mask_dim_sizes", numbers(sizes))]);
    Some(())
}

/// A mask whose extents are values, which may be negative or too large. They fit into 32 bits, which convert-vector-to-llvm takes for
/// granted unless its option `force-32bit-vector-indices` says otherwise.
pub fn create_mask(growth: &mut Growth<'_>) -> Option<()> {
    let whole = draw::some_extents(growth);
    let mut size = |extent: &u64| match growth.choices.below(3) {
        0 => {
            let size = [-1, -5, 0, i128::from(*extent) + 3][growth.choices.below(4)];
            constant::whole(growth, &index(), size)
        }
        _ => new_values::below(growth, extent + 1),
    };
    let sizes: Vec<Value> = whole.iter().map(&mut size).collect();
    growth.one("vector.create_mask", &sizes, &vector(&whole, &truth()), &[]);
    Some(())
}

/// A combining kind for these numbers.
fn kind(growth: &mut Growth<'_>, numbers: &Type) -> Attribute {
    let kinds: &[&str] = match is_float(numbers) {
        true => &["maximumf", "minimumf", "maxnumf", "minnumf", "add", "mul"],
        false if *numbers == Type::Index => &["add", "mul", "minui", "maxsi", "and", "or", "xor"],
        false => &["add", "mul", "minui", "minsi", "maxui", "maxsi", "and", "or", "xor"],
    };
    let kind = kinds[growth.choices.below(kinds.len())];
    Attribute::Other(format!("#vector.kind<{kind}>").into())
}

/// All elements of a vector become one, behind an accumulator now and then.
pub fn reduction(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, |ty| rank(ty) == 1 && is_of_sized(ty))?;
    let numbers = element(&ty);
    let kind = kind(growth, &numbers);
    let before = if growth.choices.coin() { vec![growth.value(&numbers)] } else { Vec::new() };
    growth.one("vector.reduction", &[&[from], &before[..]].concat(), &numbers, &[("kind", kind)]);
    Some(())
}

/// The elements along some dimensions become one.
pub fn multi_reduction(growth: &mut Growth<'_>) -> Option<()> {
    let (from, ty) = some(growth, is_of_sized)?;
    let (whole, numbers_type) = (extents(&ty)?, element(&ty));
    let along: Vec<usize> = (0..whole.len()).filter(|_| growth.choices.coin()).collect();
    if along.is_empty() {
        return None;
    }
    let left: Vec<u64> = (0..whole.len()).filter(|at| !along.contains(at)).map(|at| whole[at]).collect();
    let made = if left.is_empty() { numbers_type.clone() } else { vector(&left, &numbers_type) };
    let before = growth.value(&made);
    let attributes = [("kind", kind(growth, &numbers_type)), ("reduction_dims", numbers(along))];
    growth.one("vector.multi_reduction", &[from, before], &made, &attributes);
    Some(())
}

/// Each product of an element of one vector and one of another, added to an accumulator now and then.
pub fn outer_product(growth: &mut Growth<'_>) -> Option<()> {
    let fits = |ty: &Type| rank(ty) == 1 && is_of_sized(ty);
    let (left, ty) = some(growth, fits)?;
    let numbers = element(&ty);
    if width(&numbers) == 1 {
        return None;
    }
    let columns = draw::extents(growth, 1)[0];
    let right = growth.value(&vector(&[columns], &numbers));
    let made = vector(&[extents(&ty)?[0], columns], &numbers);
    let before = if growth.choices.coin() { vec![growth.value(&made)] } else { Vec::new() };
    let kind = Attribute::Other("#vector.kind<add>".into());
    growth.one("vector.outerproduct", &[&[left, right], &before[..]].concat(), &made, &[("kind", kind)]);
    Some(())
}

/// A product and a sum, rounded once.
pub fn fused(growth: &mut Growth<'_>) -> Option<()> {
    let (first, ty) = some(growth, |ty| is_float(&element(&Rc::new(ty.clone()))))?;
    let others = [growth.value(&ty), growth.value(&ty)];
    growth.one("vector.fma", &[&[first], &others[..]].concat(), &ty, &[]);
    Some(())
}

/// The map that takes these of three dimensions.
fn map(dimensions: &[u32]) -> Rc<Attribute> {
    let results = dimensions.iter().map(|at| Expression::Dimension(*at)).collect();
    Rc::new(Attribute::Map(Map { dimensions: 3, symbols: 0, results }))
}

/// A product of matrices of integers, either of which may be transposed.
pub fn contract(growth: &mut Growth<'_>) -> Option<()> {
    let numbers = draw::number(growth, |ty| is_whole(ty) && *ty != Type::Index && width(ty) >= 8)?;
    let sizes = draw::extents(growth, 3);
    let turned = [growth.choices.coin(), growth.choices.coin()];
    let left: [u32; 2] = if turned[0] { [2, 0] } else { [0, 2] };
    let right: [u32; 2] = if turned[1] { [1, 2] } else { [2, 1] };
    let matrix = |dimensions: [u32; 2]| vector(&dimensions.map(|at| sizes[at as usize]), &numbers);
    let made = matrix([0, 1]);
    let operands = [growth.value(&matrix(left)), growth.value(&matrix(right)), growth.value(&made)];
    let iterator = |name: &str| Rc::new(Attribute::Other(format!("#vector.iterator_type<{name}>").into()));
    let iterators = ["parallel", "parallel", "reduction"].map(iterator).to_vec();
    let attributes = [
        ("indexing_maps", Attribute::List(vec![map(&left), map(&right), map(&[0, 1])])),
        ("iterator_types", Attribute::List(iterators)),
        ("kind", Attribute::Other("#vector.kind<add>".into())),
    ];
    growth.one("vector.contract", &operands, &made, &attributes);
    Some(())
}

/// The bits of integers as integers of another width.
pub fn bitcast(growth: &mut Growth<'_>) -> Option<()> {
    let fits = |ty: &Type| {
        let numbers = element(&Rc::new(ty.clone()));
        is_integer(&numbers) && width(&numbers).is_power_of_two() && width(&numbers) >= 8
    };
    let (from, ty) = some(growth, fits)?;
    let given = u64::from(width(&element(&ty)));
    let to = draw::number(growth, |ty| is_integer(ty) && width(ty).is_power_of_two() && width(ty) >= 8)?;
    let mut made = extents(&ty)?;
    let bits = *made.last()? * given;
    if !bits.is_multiple_of(width(&to).into()) {
        return None;
    }
    *made.last_mut()? = bits / u64::from(width(&to));
    growth.one("vector.bitcast", &[from], &vector(&made, &to), &[]);
    Some(())
}

/// A truth for each element of a vector of one dimension.
pub fn mask(growth: &mut Growth<'_>, extents: &[u64]) -> Value {
    growth.value(&vector(extents, &truth()))
}
