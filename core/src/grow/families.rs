//! Ways to place operations that many rows share: operations on each element, comparisons, casts.

use super::types::{element, extents, is_float, is_integer, is_number, is_whole, like, truth, vector, width};
use super::{Growth, constant, draw, whole};
use crate::ir::{Attribute, Name, Type, Value};
use crate::observe::{Element, dialect};
use std::rc::Rc;

/// Places the operation at hand with operands and a result of one type.
fn alike(growth: &mut Growth<'_>, count: usize, fits: fn(&Type) -> bool) -> Option<()> {
    let ty = draw::lanes(growth, fits)?;
    let operands: Vec<Value> = (0..count).map(|_| growth.value(&ty)).collect();
    growth.one(growth.name(), &operands, &ty, &[]);
    Some(())
}

/// True of what operations on integers take.
fn wholes(growth: &Growth<'_>) -> fn(&Type) -> bool {
    if dialect(growth.name()) == "index" { |ty| *ty == Type::Index } else { is_whole }
}

/// A few numbers to a value of the type that `of` makes of extents and the type of the numbers.
pub fn from_elements(growth: &mut Growth<'_>, of: fn(&[u64], &Rc<Type>) -> Rc<Type>) -> Option<()> {
    let numbers = draw::number(growth, is_number)?;
    let ty = of(&draw::some_extents(growth), &numbers);
    let count = extents(&ty)?.iter().product::<u64>();
    if count > 8 {
        return None;
    }
    let all: Vec<Value> = (0..count).map(|_| growth.value(&numbers)).collect();
    growth.one(growth.name(), &all, &ty, &[]);
    Some(())
}

/// One integer to one.
pub fn integer_unary(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 1, wholes(growth))
}

/// Two integers to one.
pub fn integer_binary(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 2, wholes(growth))
}

/// Three integers to one.
pub fn integer_ternary(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 3, wholes(growth))
}

/// An integer of an even number of bytes to one.
pub fn integer_of_bytes(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 1, |ty| is_integer(ty) && width(ty).is_multiple_of(16))
}

/// One integer to one, by an operation that may call one number undefined.
fn promising(growth: &mut Growth<'_>, promise: Name) -> Option<()> {
    let ty = draw::lanes(growth, is_integer)?;
    let operand = growth.value(&ty);
    let promised = Attribute::Int(i128::from(growth.choices.below(8) == 0), truth());
    growth.one(growth.name(), &[operand], &ty, &[(promise, promised)]);
    Some(())
}

/// An integer without its sign; the least one may have none.
pub fn integer_magnitude(growth: &mut Growth<'_>) -> Option<()> {
    promising(growth, "is_int_min_poison")
}

/// The number of zeros at an end of an integer; zero may have none.
pub fn integer_zeros(growth: &mut Growth<'_>) -> Option<()> {
    promising(growth, "is_zero_poison")
}

/// The elements of a vector of one dimension to one integer.
pub fn integer_reduction(growth: &mut Growth<'_>) -> Option<()> {
    let fits =
        |ty: &Type| matches!(ty, Type::Vector(shape, element) if shape.len() == 1 && is_integer(element));
    let from = match draw::shaped(growth, fits) {
        Some(known) => known,
        None => {
            let numbers = draw::number(growth, is_integer)?;
            let ty = vector(&draw::extents(growth, 1), &numbers);
            growth.value(&ty)
        }
    };
    let ty = element(&growth.ty(from));
    growth.one(growth.name(), &[from], &ty, &[]);
    Some(())
}

/// A number, which is kept as it is.
pub fn freeze(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 1, |ty| is_integer(ty) || is_float(ty))
}

/// Two integers to one, by an operation that may promise not to overflow.
pub fn integer_overflowing(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, wholes(growth))?;
    let operands = [growth.value(&ty), growth.value(&ty)];
    let flags = match growth.choices.below(16) {
        0 => Some("nsw"),
        1 => Some("nuw"),
        _ => None,
    };
    let dialect = dialect(growth.name());
    let promise = |flags| Attribute::Other(format!("#{dialect}.overflow<{flags}>").into());
    let attributes: Vec<(Name, Attribute)> =
        flags.map(|flags| ("overflowFlags", promise(flags))).into_iter().collect();
    growth.one(growth.name(), &operands, &ty, &attributes);
    Some(())
}

/// A division: the divisor is odd, and so not zero, or a constant that is not zero.
pub fn division(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, wholes(growth))?;
    let (dividend, divisor) = (growth.value(&ty), growth.value(&ty));
    let divisor = match growth.choices.below(3) {
        0 if width(&element(&ty)) > 3 => {
            let divisor = [2, 3, -1, -3, 7, 4, -2, 5][growth.choices.below(8)];
            constant::whole(growth, &ty, divisor)
        }
        _ => {
            let one = constant::whole(growth, &ty, 1);
            whole::or(growth, divisor, one)
        }
    };
    growth.one(growth.name(), &[dividend, divisor], &ty, &[]);
    Some(())
}

/// A shift by less than the width.
pub fn shift(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, wholes(growth))?;
    let (shifted, by) = (growth.value(&ty), growth.value(&ty));
    let bits = width(&element(&ty));
    let by = match growth.choices.coin() {
        // A width that is no power of two has a remainder of its own.
        true if bits.is_power_of_two() => {
            let most = constant::whole(growth, &ty, i128::from(bits) - 1);
            whole::and(growth, by, most)
        }
        true if bits > 2 => {
            let bits = constant::whole(growth, &ty, bits.into());
            whole::remainder(growth, by, bits)
        }
        _ => {
            let by = growth.choices.below(bits as usize) as i128;
            constant::whole(growth, &ty, by)
        }
    };
    growth.one(growth.name(), &[shifted, by], &ty, &[]);
    Some(())
}

/// An integer, or a vector of one dimension: lowerings of operations of two results stop at others.
fn flat(growth: &mut Growth<'_>) -> Option<Rc<Type>> {
    draw::lanes(growth, is_integer).filter(|ty| extents(ty).is_none_or(|extents| extents.len() == 1))
}

/// Two integers to two of the same type.
pub fn integer_halves(growth: &mut Growth<'_>) -> Option<()> {
    let ty = flat(growth)?;
    let operands = [growth.value(&ty), growth.value(&ty)];
    growth.emit(growth.name(), &operands, &[ty.clone(), ty], &[]);
    Some(())
}

/// Two integers to one of the same type and a truth.
pub fn integer_carry(growth: &mut Growth<'_>) -> Option<()> {
    let ty = flat(growth)?;
    let operands = [growth.value(&ty), growth.value(&ty)];
    let carry = like(&ty, &truth());
    growth.emit(growth.name(), &operands, &[ty, carry], &[]);
    Some(())
}

/// One float to one.
pub fn float_unary(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 1, is_float)
}

/// Two floats to one.
pub fn float_binary(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 2, is_float)
}

/// Three floats to one.
pub fn float_ternary(growth: &mut Growth<'_>) -> Option<()> {
    alike(growth, 3, is_float)
}

/// A float and one whose sign is taken, which is no NaN: lowerings do not keep the sign of NaN.
pub fn float_sign(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, is_float)?;
    let (value, sign) = (growth.value(&ty), [-1.0, 0.0, -0.0, 2.5][growth.choices.below(4)]);
    let sign = constant::float(growth, &ty, sign);
    growth.one(growth.name(), &[value, sign], &ty, &[]);
    Some(())
}

/// A float to a truth.
pub fn float_class(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, is_float)?;
    let operand = growth.value(&ty);
    growth.one(growth.name(), &[operand], &like(&ty, &truth()), &[]);
    Some(())
}

/// A float to the truth that it is of some of ten kinds.
pub fn float_kinds(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, is_float)?;
    let operand = growth.value(&ty);
    // The two kinds of NaN together: lowerings may make one of the other.
    let kinds = (growth.choices.below(256) as i64) << 2 | [0, 3][growth.choices.below(2)];
    growth.one(
        growth.name(),
        &[operand],
        &like(&ty, &truth()),
        &[("bit", Attribute::of_int(Element::I32, kinds))],
    );
    Some(())
}

/// Two numbers to a truth, by one of so many predicates, which `attribute` spells.
pub fn compare(
    growth: &mut Growth<'_>,
    fits: fn(&Type) -> bool,
    predicates: usize,
    attribute: fn(usize) -> (Name, Attribute),
) -> Option<()> {
    let ty = draw::lanes(growth, fits)?;
    let operands = [growth.value(&ty), growth.value(&ty)];
    let predicate = attribute(growth.choices.below(predicates));
    growth.one(growth.name(), &operands, &like(&ty, &truth()), &[predicate]);
    Some(())
}

fn numbered(predicate: usize) -> (Name, Attribute) {
    ("predicate", Attribute::of_int(Element::I64, predicate as i64))
}

/// Two integers by a predicate of ten.
pub fn integer_compare(growth: &mut Growth<'_>) -> Option<()> {
    compare(growth, wholes(growth), 10, numbered)
}

/// Two floats by a predicate of sixteen.
pub fn float_compare(growth: &mut Growth<'_>) -> Option<()> {
    compare(growth, is_float, 16, numbered)
}

/// One of two values, by one truth for all or one for each element.
pub fn select(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, is_number)?;
    let each = growth.choices.coin() && extents(&ty).is_some();
    let condition = if each { like(&ty, &truth()) } else { truth() };
    let operands = [growth.value(&condition), growth.value(&ty), growth.value(&ty)];
    growth.one(growth.name(), &operands, &ty, &[]);
    Some(())
}

/// A value of one type of numbers to another.
fn cast(growth: &mut Growth<'_>, from: fn(&Type) -> bool, to: impl Fn(&Type, &Type) -> bool) -> Option<()> {
    let ty = draw::lanes(growth, from)?;
    let given = element(&ty);
    let made = draw::number(growth, |other| to(&given, other))?;
    let operand = growth.value(&ty);
    growth.one(growth.name(), &[operand], &like(&ty, &made), &[]);
    Some(())
}

/// An integer to a wider one.
pub fn integer_extend(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_integer, |from, to| is_integer(to) && width(to) > width(from))
}

/// An integer to a narrower one.
pub fn integer_truncate(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_integer, |from, to| is_integer(to) && width(to) < width(from))
}

/// An index to an integer, or the other way.
pub fn index_cast(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_whole, |from, to| is_whole(to) && (*from == Type::Index) != (*to == Type::Index))
}

/// An integer to a float.
pub fn integer_to_float(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_integer, |_, to| is_float(to))
}

/// A float to an integer; one that does not fit is poison.
pub fn float_to_integer(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_float, |_, to| is_integer(to) && width(to) >= 16)
}

/// A float to a wider one.
pub fn float_extend(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_float, |from, to| is_float(to) && width(to) > width(from))
}

/// A float to a narrower one.
pub fn float_truncate(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_float, |from, to| is_float(to) && width(to) < width(from))
}

/// The bits of an integer as a float: the bits of NaN differ between lowerings, so there is no way back.
pub fn bitcast(growth: &mut Growth<'_>) -> Option<()> {
    cast(growth, is_integer, |from, to| is_float(to) && width(to) == width(from))
}

/// An integer to the power of a small one.
pub fn integer_power(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, |ty| is_integer(ty) && matches!(width(ty), 8 | 16 | 32 | 64))?;
    let (base, power) = (growth.value(&ty), growth.choices.below(4) as i128);
    let power = constant::whole(growth, &ty, power);
    growth.one(growth.name(), &[base, power], &ty, &[]);
    Some(())
}

/// A constant that is in reach from then on.
pub fn constant(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::lanes(growth, is_number)?;
    let value = constant::drawn(growth, &ty);
    growth.reveal(value);
    Some(())
}
