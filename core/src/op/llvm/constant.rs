//! Constants.

use crate::eval::constant::{lanes, tensor};
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::eval::tensor::Shaped;
use crate::grow::families;
use crate::ir::{Attribute, Type};
use crate::observe::{Lack, MissingPart};
use crate::op::{Row, row};
use std::cell::OnceCell;
use std::rc::Rc;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.mlir.constant", |site| value(site, "value")).grown(families::constant),
    row("llvm.mlir.zero", |site| everywhere(site, Lane::of(0))),
    row("llvm.mlir.none", |site| everywhere(site, Lane::of(0))),
    row("llvm.mlir.undef", |site| everywhere(site, Lane::tainted(Taint::undef(site.number)))),
    row("llvm.mlir.poison", |site| everywhere(site, Lane::tainted(Taint::poison(site.number)))),
    row("llvm.mlir.addressof", |site| {
        let (name, out) = (site.text("global_name").unwrap_or_default(), site.result()?.slot.start);
        let Some(place) = site.names.place(name) else {
            return Err(Lack::Address(name.to_owned()));
        };
        Ok(Box::new(move |machine| {
            let place = machine.places[place];
            machine.set(out, place);
            Ok(Next::On)
        }))
    }),
];

/// The constant that an attribute says.
pub fn value(site: &Site<'_>, attribute: &str) -> Result<Action, Lack> {
    let out = site.result()?;
    let value = site
        .attribute(attribute)
        .ok_or_else(|| site.without(MissingPart::Attribute(attribute.to_owned())))?;
    if let Type::Tensor(extents, element, encoding) = &**site.result_type(0)? {
        let all_alike = match value {
            Attribute::Dense(dense) => dense.data.len() == dense.stride * dense.parts,
            _ => true,
        };
        if let (true, Some(shape)) = (all_alike, extents.iter().copied().collect()) {
            let one = Type::Tensor(Vec::new(), element.clone(), encoding.clone());
            return alike(site, shape, tensor(value, &one, site.number)?.lanes);
        }
        let made = Rc::new(tensor(value, site.result_type(0)?, site.number)?);
        return Ok(Box::new(move |machine| {
            let handle = machine.new_tensor(made.clone())?;
            machine.set(out.slot.start, handle);
            Ok(Next::On)
        }));
    }
    let made = lanes(value, &out.layout, site.number)?;
    if let [lane] = made[..] {
        return Ok(Box::new(move |machine| {
            machine.set(out.slot.start, lane);
            Ok(Next::On)
        }));
    }
    Ok(Box::new(move |machine| {
        machine.value_mut(out.slot).copy_from_slice(&made);
        Ok(Next::On)
    }))
}

/// A tensor all of whose elements are these lanes. It is made when it is first asked for, and not before it is known to fit.
///
/// # Errors
/// There is no result.
pub fn alike(site: &Site<'_>, shape: Vec<u64>, element: Vec<Lane>) -> Result<Action, Lack> {
    let (out, known) = (site.result()?.slot.start, OnceCell::<Rc<Shaped>>::new());
    Ok(Box::new(move |machine| {
        let tensor = match known.get() {
            Some(tensor) => tensor.clone(),
            None => {
                let lanes = Shaped::count(&shape)?.saturating_mul(element.len());
                if lanes.saturating_mul(size_of::<Lane>()) as u64 > machine.memory.limit() {
                    return Err(Stop::lacks(Lack::TensorMemory {}));
                }
                let tensor = Rc::new(Shaped::filled(shape.clone(), &element)?);
                known.get_or_init(|| tensor).clone()
            }
        };
        let handle = machine.new_tensor(tensor)?;
        machine.set(out, handle);
        Ok(Next::On)
    }))
}

fn everywhere(site: &Site<'_>, lane: Lane) -> Result<Action, Lack> {
    let out = site.result()?.slot;
    Ok(Box::new(move |machine| {
        machine.value_mut(out).fill(lane);
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use crate::op::testing::bits;

    #[test]
    fn a_bit_is_extended_by_its_sign_to_a_wider_type() {
        let of = |ty: &str, value: &str| {
            let constant = format!("\"llvm.mlir.constant\"() <{{value = {value}}}> : () -> {ty}");
            bits(ty, &format!("%a = {constant}\n\"func.return\"(%a) : ({ty}) -> ()"))
        };
        assert_eq!(of("i8", "true"), of("i8", "-1 : i8"));
        assert_eq!(of("i1", "true"), of("i1", "1 : i1"));
        assert_eq!(of("i8", "false"), of("i8", "0 : i8"));
    }
}
