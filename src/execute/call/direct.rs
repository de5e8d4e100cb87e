//! Arguments of an entry function that is called as it is, of any types whose values the machine holds.

use super::part::ValuePart;
use super::{Argument, Call, Literal, UserArgument, by};
use crate::eval::{EntryArgument, extents, is_made};
use crate::execute::wrapper::open_extent;
use crate::ir::{self, Attribute, Extent};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::rc::Rc;

/// Most elements of one argument.
const MOST_ELEMENTS: u64 = 4096;

/// The types of the parameters of a function of a module; none where there is no such function.
fn parameters<'m>(module: &'m ir::Module, entry: &str) -> Option<&'m [Rc<ir::Type>]> {
    let node = module.operations.iter().find(|node| node.text("sym_name") == Some(entry))?;
    let Some(Attribute::Type(ty)) = node.attribute("function_type") else { return None };
    match &**ty {
        ir::Type::Function(inputs, _) | ir::Type::LlvmFunction(_, inputs, _) => Some(inputs),
        _ => None,
    }
}

/// The arguments of a call of a function that is called as it is, each as the machine takes it and as a person reads it. What the call does
/// not give is drawn.
///
/// # Errors
/// A sentence: a type of which no argument is made, or a value that is none of the type.
pub fn arguments(
    module: &ir::Module,
    entry: &str,
    call: &Call,
) -> Result<Vec<(EntryArgument, Argument)>, String> {
    let Some(types) = parameters(module, entry) else { return Ok(Vec::new()) };
    if let Some(place) = call.given.keys().find(|place| **place >= types.len()) {
        return Err(format!(
            "an argument is given for parameter {place} of @{entry}, which has {}",
            types.len()
        ));
    }
    let mut random = ChaCha8Rng::seed_from_u64(call.seed);
    let open = open_extent(&mut random);
    let none = UserArgument::default();
    let made = types.iter().enumerate().map(|(place, ty)| {
        let given = call.given.get(&place).unwrap_or(&none);
        let made = argument((ty, open), given, &mut random);
        made.map_err(|why| format!("parameter {place} of @{entry} is of type {ty}: {why}"))
    });
    made.collect()
}

fn argument(
    (ty, open): (&ir::Type, u64),
    given: &UserArgument,
    random: &mut ChaCha8Rng,
) -> Result<(EntryArgument, Argument), String> {
    const NONE: &str = "lowdiff makes no argument of that type";
    let parts = ValuePart::all(ty).filter(|_| is_made(ty)).ok_or(NONE)?;
    let own = extents(ty);
    let rank = |of: &Vec<u64>| own.as_ref().map_or(of.len(), Vec::len).min(of.len());
    let whole = match &given.value {
        Some(value @ Literal::List(_)) => Some(value.extents()?),
        _ => None,
    };
    // Numbers of several parts are lists themselves.
    let of_value = whole.as_ref().map(|of| of[..rank(of)].to_vec());
    let is_given = given.extents.is_some() || of_value.is_some();
    let extent = |extent: &Extent| extent.unwrap_or(open);
    let drawn = || own.as_ref().map_or(vec![open], |own| own.iter().map(extent).collect());
    // The extents of a vector are its type's.
    let of_call = given.extents.clone().filter(|_| !matches!(ty, ir::Type::Vector(..)));
    let of_both = of_call.clone().or(whole);
    let extents = of_call.or(of_value).unwrap_or_else(drawn);
    let fits = own.as_ref().is_none_or(|own| {
        own.len() == extents.len()
            && own.iter().zip(&extents).all(|(own, extent)| own.is_none_or(|own| own == *extent))
    });
    if !fits {
        return Err(format!("it cannot be {}", by(&of_both.unwrap_or(extents))));
    }
    let count = extents.iter().try_fold(1u64, |count, extent| count.checked_mul(*extent));
    let count = count.filter(|count| *count <= MOST_ELEMENTS);
    let count = count.ok_or_else(|| format!("{MOST_ELEMENTS} elements are the most"))? as usize;
    let all = || (0..count).flat_map(|_| parts.iter().copied());
    let bits: Vec<u128> = match &given.value {
        None => all().map(|part| part.drawn(random)).collect::<Option<_>>().ok_or(NONE)?,
        Some(value) => {
            let numbers = value.numbers();
            let wanted = count * parts.len();
            if numbers.len() != wanted && !matches!(value, Literal::Number(_)) {
                return Err(format!("it is of {wanted} numbers, and {} are given", numbers.len()));
            }
            all()
                .zip(numbers.iter().cycle())
                .map(|(part, number)| part.bits(number))
                .collect::<Result<_, _>>()?
        }
    };
    let values = all().zip(&bits).map(|(part, bits)| part.decimal(*bits)).collect();
    let is_open = own.as_ref().is_none_or(|own| own.iter().any(Option::is_none));
    let drawn = given.value.is_none() || is_open && !is_given;
    let (ty, shape) = (ty.to_string(), extents.clone());
    let told = Argument { ty, shape, layout: None, values, drawn, given: !drawn };
    Ok((EntryArgument { extents, parts: bits }, told))
}
