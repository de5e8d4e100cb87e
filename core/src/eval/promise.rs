//! Promises that attributes of a function make of its arguments, its results and memory (LangRef, Parameter Attributes and Function
//! Attributes).

use super::lane::{Lane, mask};
use super::machine::Machine;
use super::stop::{Rule, Stop};
use super::types::{Layout, Scalar};
use crate::eval::Breaking as _;
use crate::ir::{Attribute, Operation};

const DEREFERENCEABLE: Rule = Rule::new(
    "dereferenceable",
    "a pointer that is promised to be dereferenceable leads to fewer than {} bytes",
);

/// A promise of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The pointer is not null; one that is becomes poison.
    NonNull,
    /// The pointer has this alignment; one that has not becomes poison.
    Aligned(u128),
    /// So many bytes may be accessed from the pointer on, unless it is null and that is let pass; else the call is undefined.
    Dereferenceable(u64, bool),
    /// The integer of this width is one from the first on, up to and without the last; any other one becomes poison. A range may wrap.
    Range(u32, u128, u128),
}

/// The promises of values by the list of attributes of this name, each with the number of the lane; and the lanes that have to be defined.
/// `slots` has the number of the first lane of each value and its layout.
pub fn promises(
    node: &Operation,
    list: &str,
    slots: &[(usize, &Layout)],
) -> (Vec<(usize, Promise)>, Vec<usize>) {
    let (mut promised, mut defined) = (Vec::new(), Vec::new());
    let Some(Attribute::List(all)) = node.attribute(list) else { return (promised, defined) };
    for (marks, (first, layout)) in all.iter().zip(slots) {
        let Attribute::Dictionary(marks) = &**marks else { continue };
        for (name, value) in marks {
            let Some(("llvm", name)) = name.split_once('.') else { continue };
            if name == "noundef" {
                defined.extend(*first..first + layout.leaves.len());
            }
            for (place, leaf) in layout.leaves.iter().enumerate() {
                promised.extend(promise(name, value, leaf.scalar).map(|promise| (first + place, promise)));
            }
        }
    }
    (promised, defined)
}

/// The promise that an attribute makes of a value that is kept so; none where it says something of other values, or nothing here.
fn promise(name: &str, value: &Attribute, scalar: Scalar) -> Option<Promise> {
    let number = || value.int().and_then(|number| u64::try_from(number).ok());
    match (name, scalar) {
        ("nonnull", Scalar::Pointer) => Some(Promise::NonNull),
        ("align", Scalar::Pointer) => Some(Promise::Aligned(number().filter(|to| *to > 0)?.into())),
        ("dereferenceable", Scalar::Pointer) => Some(Promise::Dereferenceable(number()?, false)),
        ("dereferenceable_or_null", Scalar::Pointer) => Some(Promise::Dereferenceable(number()?, true)),
        ("range", Scalar::Int(width)) => {
            let Attribute::Other(text) = value else { return None };
            let inside = text.split_once('<')?.1.strip_suffix('>')?;
            let mut numbers = inside.split(',').skip(1).map(|number| number.trim().parse::<i128>());
            let (least, end) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
            Some(Promise::Range(width, least as u128 & mask(width), end as u128 & mask(width)))
        }
        _ => None,
    }
}

/// True if a function promises that it writes to no memory that is there when it is called.
pub fn writes_nothing(node: &Operation) -> bool {
    let Some(Attribute::Other(text)) = node.attribute("memory_effects") else { return false };
    let Some((_, inside)) = text.trim_end_matches('>').split_once('<') else { return false };
    let effects: Vec<(&str, &str)> =
        inside.split(',').filter_map(|one| one.trim().split_once(" = ")).collect();
    let is_written =
        |place: &str| !effects.iter().any(|(own, how)| *own == place && matches!(*how, "none" | "read"));
    !is_written("other") && !is_written("argMem")
}

/// The lanes as the callee or the caller sees them: what breaks a promise is poison.
///
/// # Errors
/// A pointer leads to less memory than is promised.
pub fn seen(
    machine: &mut Machine<'_>,
    promised: &[(usize, Promise)],
    lanes: &[Lane],
) -> Result<Vec<Lane>, Stop> {
    let mut seen = lanes.to_vec();
    for (place, promise) in promised {
        let Some(lane) = seen.get_mut(*place).filter(|lane| lane.taint.is_none()) else { continue };
        let holds = match promise {
            Promise::NonNull => lane.bits != 0,
            Promise::Aligned(to) => lane.bits.is_multiple_of(*to),
            Promise::Dereferenceable(_, true) if lane.bits == 0 => true,
            Promise::Dereferenceable(bytes, _) => {
                let all = Layout { size: *bytes, stored: *bytes, ..Layout::NOTHING };
                if machine.memory.load(*lane, &all, 1, machine.at, &mut []).is_err() {
                    return Err(DEREFERENCEABLE.undefined(&[bytes]));
                }
                true
            }
            Promise::Range(width, least, end) => {
                // As distances from the first one a range that wraps is as any other.
                let from = |bits: u128| bits.wrapping_sub(*least) & mask(*width);
                from(lane.bits) < from(*end)
            }
        };
        if !holds {
            *lane = machine.poison();
        }
    }
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_attribute;

    #[test]
    fn an_attribute_promises_something_of_its_own_values() {
        let of = |name: &str, value: &str, scalar| promise(name, &parse_attribute(value), scalar);
        let range = "#llvm.constant_range<i8, -1, 2>";
        assert_eq!(of("range", range, Scalar::Int(8)), Some(Promise::Range(8, 255, 2)));
        assert_eq!(of("range", range, Scalar::Pointer), None);
        assert_eq!(of("align", "8 : i64", Scalar::Pointer), Some(Promise::Aligned(8)));
        assert_eq!(of("align", "8 : i64", Scalar::Int(64)), None);
        assert_eq!(
            of("dereferenceable", "4 : i64", Scalar::Pointer),
            Some(Promise::Dereferenceable(4, false))
        );
        assert_eq!(of("noalias", "unit", Scalar::Pointer), None);
    }
}
