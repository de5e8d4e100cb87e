//! Repairs of arithmetic: divisions, shifts, conversions to integers, domains of functions, and promises by flags.

use super::bounds::set;
use super::site::{Predicate, RepairSite, boolean, element, with_element};
use crate::ir::{self, Attribute, Operation, Type, Value};
use crate::observe::Element;
use crate::path::OperationTrait;
use std::rc::Rc;

/// A division: no divisor is zero.
pub fn unsigned_division(site: &mut RepairSite<'_>) -> Option<bool> {
    divisor(site)
}

/// A signed division: no divisor is zero, and no quotient is one past the greatest number.
pub fn signed_division(site: &mut RepairSite<'_>) -> Option<bool> {
    let is_changed = divisor(site)?;
    Some(dividend(site)? | is_changed)
}

/// A signed division of tensors that may have to be broadcast: overflow is looked at where their types agree.
pub fn division_of_tensors(site: &mut RepairSite<'_>) -> Option<bool> {
    let is_changed = divisor(site)?;
    if site.ty(site.operand(0)?) != site.ty(site.operand(1)?) {
        return Some(is_changed);
    }
    Some(dividend(site)? | is_changed)
}

/// The shift of a scale: of the least one where it is out of range (TOSA, "APPLY_SCALE": from 2 to 62).
pub fn scale(site: &mut RepairSite<'_>) -> Option<bool> {
    let by = site.operand(2)?;
    if site.known(by).is_some_and(|known| known.iter().all(|by| (2..=62).contains(by))) {
        return Some(false);
    }
    let ty = site.ty(by);
    let (least, most) = (site.integer(&ty, 2, by)?, site.integer(&ty, 62, by)?);
    let [above, below] =
        [site.compare(Predicate::SignedAtLeast, by, least), site.compare(Predicate::SignedAtMost, by, most)];
    let fits = site.binary("arith.andi", above, below);
    site.op_mut().operands[2] = site.select(fits, by, least);
    Some(true)
}

/// The repair of a structured operation on tensors that computes what this one does, element by element.
pub fn of_tensors(
    site: &mut RepairSite<'_>,
    repair: impl FnOnce(&mut RepairSite<'_>) -> Option<bool>,
) -> Option<bool> {
    let operands = site.op().operands.clone();
    if !operands.iter().all(|operand| matches!(&*site.ty(*operand), Type::Tensor(..))) {
        return None;
    }
    repair(site)
}

/// As [`of_tensors`], of a division, which has a result for every pair of floats.
pub fn division_by_name(
    site: &mut RepairSite<'_>,
    repair: impl FnOnce(&mut RepairSite<'_>) -> Option<bool>,
) -> Option<bool> {
    if let Type::Float(_) = &*element(&site.ty(site.operand(0)?)) {
        return Some(false);
    }
    of_tensors(site, repair)
}

/// The shift of a product: those of i32 alone are shifted, by up to 63 (TOSA, "MUL").
pub fn shifted_product(site: &mut RepairSite<'_>) -> Option<bool> {
    let most = match &*element(&site.ty(site.operand(0)?)) {
        Type::Float(_) => return Some(false),
        Type::Integer(32, _) => 63,
        _ => 0,
    };
    let Some(by) = site.operand(2) else {
        // Of version 19 it is an attribute.
        let Some(Attribute::Int(number, ty)) = site.op().attribute("shift").cloned() else {
            return Some(false);
        };
        let is_fine = (0..=most).contains(&number);
        if !is_fine {
            set(site, "shift", Attribute::Int(0, ty));
        }
        return Some(!is_fine);
    };
    let known = site.known(by);
    if known.as_ref().is_some_and(|known| known.iter().all(|by| (0..=most).contains(by))) {
        return Some(false);
    }
    let ty = site.ty(by);
    let zero = site.integer(&ty, 0, by)?;
    site.op_mut().operands[2] = match most == 0 || known.is_some() {
        true => zero,
        false => {
            let most = site.integer(&ty, most, by)?;
            let fits = site.compare(Predicate::UnsignedAtMost, by, most);
            site.select(fits, by, zero)
        }
    };
    Some(true)
}

/// One in place of each divisor of zero.
fn divisor(site: &mut RepairSite<'_>) -> Option<bool> {
    let divisor = site.operand(1)?;
    if site.known(divisor).is_some_and(|known| !known.contains(&0)) {
        return Some(false);
    }
    let ty = site.ty(divisor);
    let (zero, one) = (site.integer(&ty, 0, divisor)?, site.integer(&ty, 1, divisor)?);
    let is_zero = site.compare(Predicate::Equal, divisor, zero);
    site.op_mut().operands[1] = site.select(is_zero, one, divisor);
    Some(true)
}

/// Zero in place of each least number that is divided by -1.
fn dividend(site: &mut RepairSite<'_>) -> Option<bool> {
    let (dividend, divisor) = (site.operand(0)?, site.operand(1)?);
    let ty = site.ty(dividend);
    let least = -1_i128 << (element(&ty).width()? - 1);
    let lacks = |value: Value, number: i128| site.known(value).is_some_and(|known| !known.contains(&number));
    if lacks(divisor, -1) || lacks(dividend, least) {
        return Some(false);
    }
    let (least, all) = (site.integer(&ty, least, dividend)?, site.integer(&ty, -1, dividend)?);
    let zero = site.integer(&ty, 0, dividend)?;
    let is_least = site.compare(Predicate::Equal, dividend, least);
    let is_all = site.compare(Predicate::Equal, divisor, all);
    let overflows = site.binary("arith.andi", is_least, is_all);
    site.op_mut().operands[0] = site.select(overflows, zero, dividend);
    Some(true)
}

/// A shift: by nothing where it would be by the width or more.
pub fn shift(site: &mut RepairSite<'_>) -> Option<bool> {
    let amount = site.operand(1)?;
    let ty = site.ty(amount);
    let width = i128::from(element(&ty).width()?);
    if site.known(amount).is_some_and(|known| known.iter().all(|by| (0..width).contains(by))) {
        return Some(false);
    }
    let zero = site.integer(&ty, 0, amount)?;
    let last = site.integer(&ty, width - 1, amount)?;
    let fits = site.compare(Predicate::UnsignedAtMost, amount, last);
    site.op_mut().operands[1] = site.select(fits, amount, zero);
    Some(true)
}

/// A power: of one where it would be of zero to a negative exponent.
pub fn integer_power(site: &mut RepairSite<'_>) -> Option<bool> {
    let (base, exponent) = (site.operand(0)?, site.operand(1)?);
    if site.known(exponent).is_some_and(|known| known.iter().all(|by| *by >= 0)) {
        return Some(false);
    }
    let ty = site.ty(base);
    let (zero, one) = (site.integer(&ty, 0, base)?, site.integer(&ty, 1, base)?);
    let is_zero = site.compare(Predicate::Equal, base, zero);
    let is_negative = site.compare(Predicate::SignedLess, exponent, zero);
    let is_none = site.binary("arith.andi", is_zero, is_negative);
    site.op_mut().operands[0] = site.select(is_none, one, base);
    Some(true)
}

/// An absolute value: of zero in place of the least number.
pub fn absolute(site: &mut RepairSite<'_>) -> Option<bool> {
    let operand = site.operand(0)?;
    let ty = site.ty(operand);
    let least = -1_i128 << (element(&ty).width()? - 1);
    if site.known(operand).is_some_and(|known| !known.contains(&least)) {
        return Some(false);
    }
    let (zero, least) = (site.integer(&ty, 0, operand)?, site.integer(&ty, least, operand)?);
    let is_least = site.compare(Predicate::Equal, operand, least);
    site.op_mut().operands[0] = site.select(is_least, zero, operand);
    Some(true)
}

/// A comparison of floats, by the number that `arith.cmpf` has for it.
#[derive(Clone, Copy)]
enum CompareFloats {
    Equal = 1,
    Greater = 2,
    AtLeast = 3,
    Less = 4,
    OrderedNotEqual = 6,
    GreaterOrNan = 9,
    AtLeastOrNan = 10,
    LessOrNan = 11,
    AtMostOrNan = 12,
    NotEqualOrNan = 13,
}

fn compare_floats(site: &mut RepairSite<'_>, how: CompareFloats, left: Value, right: Value) -> Value {
    let ty = with_element(&site.ty(left), &boolean());
    let attributes = ir::attributes([
        (ir::name("predicate"), Attribute::of_int(Element::I64, how as i64)),
        (ir::name("fastmath"), Attribute::Other("#arith.fastmath<none>".into())),
    ]);
    site.emit("arith.cmpf", &[left, right], attributes, &ty)
}

/// A float of this type whose elements are all near this number, and whether they are it.
fn float(site: &mut RepairSite<'_>, ty: &Rc<Type>, number: f64, like: Value) -> Option<(Value, bool)> {
    let Type::Float(format) = &*element(ty) else { return None };
    let bits = ir::float_bits(format, number)?;
    let exact = ir::float_value(format, bits) == Some(number);
    Some((site.bits(ty, bits, like)?, exact))
}

/// A conversion of floats to integers: of zero where the result would not fit.
pub fn to_signed(site: &mut RepairSite<'_>) -> Option<bool> {
    to_integer(site, true)
}

/// As [`to_signed`], for unsigned results.
pub fn to_unsigned(site: &mut RepairSite<'_>) -> Option<bool> {
    to_integer(site, false)
}

fn to_integer(site: &mut RepairSite<'_>, is_signed: bool) -> Option<bool> {
    let operand = site.operand(0)?;
    let ty = site.ty(operand);
    let result = *site.op().results.first()?;
    let width = element(&site.ty(result)).width()?;
    let bits = i32::try_from(width - u32::from(is_signed)).ok()?;
    let past = 2_f64.powi(bits);
    let least = if is_signed { -past } else { 0.0 };
    // Numbers alone are converted, and a format whose numbers all fit has no bound.
    let mut conditions = vec![compare_floats(site, CompareFloats::Equal, operand, operand)];
    let nearest = |number: f64| match &*element(&ty) {
        Type::Float(format) => ir::float_value(format, ir::float_bits(format, number)?),
        _ => None,
    };
    if nearest(least).is_some_and(|nearest| nearest <= least) {
        // It is rounded toward zero, so it may lie below the least integer by less than one. Where the format has no number between that
        // integer and one less, the integer is the bound.
        let (before, is_exact) = float(site, &ty, least - 1.0, operand)?;
        conditions.push(if is_exact && least - 1.0 < least {
            compare_floats(site, CompareFloats::Greater, operand, before)
        } else {
            let (bound, is_finite) = float(site, &ty, least, operand)?;
            let how = if is_finite { CompareFloats::AtLeast } else { CompareFloats::Greater };
            compare_floats(site, how, operand, bound)
        });
    }
    if nearest(past).is_some_and(|nearest| nearest >= past) {
        let (past, _) = float(site, &ty, past, operand)?;
        conditions.push(compare_floats(site, CompareFloats::Less, operand, past));
    }
    let fits = site.all_of(&conditions)?;
    let (zero, _) = float(site, &ty, 0.0, operand)?;
    site.op_mut().operands[0] = site.select(fits, operand, zero);
    Some(true)
}

/// Numbers for which a function has a result by its documentation; NaN is always one.
#[derive(Clone, Copy)]
pub enum Domain {
    /// All that are greater than this.
    Above(f64),
    /// All that are no less than this.
    From(f64),
    /// All whose absolute value is at most one.
    UnitInterval,
    /// All whose absolute value is less than one.
    InsideUnit,
    /// All but infinities.
    Finite,
}

/// A function of floats: of one, or of one half, where the operand lies outside of the domain.
pub fn within(site: &mut RepairSite<'_>, domain: Domain) -> Option<bool> {
    use CompareFloats::{AtLeastOrNan, AtMostOrNan, GreaterOrNan, LessOrNan, NotEqualOrNan};
    let operand = site.operand(0)?;
    let ty = site.ty(operand);
    let mut holds = |how, number| {
        let (bound, _) = float(site, &ty, number, operand)?;
        Some(compare_floats(site, how, operand, bound))
    };
    let conditions = match domain {
        Domain::Above(bound) => vec![holds(GreaterOrNan, bound)?],
        Domain::From(bound) => vec![holds(AtLeastOrNan, bound)?],
        Domain::UnitInterval => vec![holds(AtLeastOrNan, -1.0)?, holds(AtMostOrNan, 1.0)?],
        Domain::InsideUnit => vec![holds(GreaterOrNan, -1.0)?, holds(LessOrNan, 1.0)?],
        Domain::Finite => {
            vec![holds(NotEqualOrNan, f64::INFINITY)?, holds(NotEqualOrNan, f64::NEG_INFINITY)?]
        }
    };
    let inside = site.all_of(&conditions)?;
    let instead = if matches!(domain, Domain::InsideUnit) { 0.5 } else { 1.0 };
    let (instead, _) = float(site, &ty, instead, operand)?;
    site.op_mut().operands[0] = site.select(inside, operand, instead);
    Some(true)
}

/// A power of floats: of one where it would be of zero to a negative exponent, or of a negative number to a fraction.
pub fn power(site: &mut RepairSite<'_>) -> Option<bool> {
    let (base, exponent) = (site.operand(0)?, site.operand(1)?);
    let ty = site.ty(base);
    let ((zero, _), (one, _)) = (float(site, &ty, 0.0, base)?, float(site, &ty, 1.0, base)?);
    let is_negative = compare_floats(site, CompareFloats::Less, base, zero);
    let none = ir::attributes([(ir::name("fastmath"), Attribute::Other("#arith.fastmath<none>".into()))]);
    let whole = site.emit("math.floor", &[exponent], none, &ty);
    let is_fraction = compare_floats(site, CompareFloats::OrderedNotEqual, exponent, whole);
    let has_no_root = site.binary("arith.andi", is_negative, is_fraction);
    let is_zero = compare_floats(site, CompareFloats::Equal, base, zero);
    let is_below = compare_floats(site, CompareFloats::Less, exponent, zero);
    let is_pole = site.binary("arith.andi", is_zero, is_below);
    let is_none = site.binary("arith.ori", has_no_root, is_pole);
    site.op_mut().operands[0] = site.select(is_none, one, base);
    Some(true)
}

/// Attributes that promise something of operands or results, or leave a choice: without them an operation is defined where it was not.
const PROMISES: &[&str] = &[
    "overflowFlags",
    "isExact",
    "nonNeg",
    "isDisjoint",
    "disjoint",
    "noWrapFlags",
    "fastmath",
    "fastmathFlags",
    "is_zero_poison",
    "is_int_min_poison",
    "read_only",
];

/// Attributes of arguments and results of functions that promise something of them.
const OF_ARGUMENTS: &[&str] = &[
    "llvm.noundef",
    "llvm.noalias",
    "llvm.nonnull",
    "llvm.align",
    "llvm.dereferenceable",
    "llvm.dereferenceable_or_null",
    "llvm.range",
    "llvm.returned",
    "llvm.nofpclass",
];

/// Drops what an operation's attributes promise. True if there was something.
pub fn drop_promises(operation: &mut Operation) -> bool {
    let before = operation.attributes.clone();
    operation.attributes.retain_mut(|(name, attribute)| match *name {
        "arg_attrs" | "res_attrs" => {
            *attribute = Rc::new(without_promises(attribute));
            true
        }
        "is_zero_poison" | "is_int_min_poison" => {
            *attribute = Rc::new(Attribute::flag(false));
            true
        }
        "alignment" if OperationTrait::PromisesAlignment.is_of(operation.name) => {
            // Without the attribute it would be the natural alignment, which may be more.
            if let Attribute::Int(_, ty) = &**attribute {
                *attribute = Rc::new(Attribute::Int(1, Rc::clone(ty)));
            }
            true
        }
        "memory_effects" => false,
        name if PROMISES.contains(&name) => attribute.sets_no_flag(),
        _ => true,
    });
    operation.attributes != before
}

/// The attributes of arguments or results without promises.
fn without_promises(attribute: &Attribute) -> Attribute {
    match attribute {
        Attribute::List(each) => {
            Attribute::List(each.iter().map(|one| Rc::new(without_promises(one))).collect())
        }
        Attribute::Dictionary(entries) => {
            let kept = entries.iter().filter(|(name, _)| !OF_ARGUMENTS.contains(name));
            Attribute::Dictionary(kept.cloned().collect())
        }
        other => other.clone(),
    }
}
