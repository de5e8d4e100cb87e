//! The ub dialect (MLIR's "'ub' Dialect").

use super::llvm::{cast::freeze, constant::alike};
use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Next;
use crate::eval::stop::Rule;
use crate::grow::NeededRoom;
use crate::ir::Type;
use crate::observe::Form;

const UNREACHABLE: Rule =
    Rule::new("unreachable", "a place is reached that ub.unreachable says is never reached");

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[
    // Of a tensor of a known shape it is each element, so that what takes it apart finds poison there.
    row("ub.poison", |site| {
        if let Some(attribute) = site.attribute("value")
            && !matches!(attribute, crate::ir::Attribute::Other(text) if &**text == "#ub.poison")
        {
            return Err(site.lacks(Form::value("value", attribute)));
        }
        let (out, poison) = (site.result()?.slot, Lane::tainted(Taint::poison(site.number)));
        if let Type::Tensor(extents, element, _) = &**site.result_type(0)?
            && let Some(shape) = extents.iter().copied().collect::<Option<Vec<u64>>>()
        {
            let parts = site.layouts.get(element)?.leaves.len();
            return alike(site, shape, vec![poison; parts]);
        }
        Ok(Box::new(move |machine| {
            machine.value_mut(out).fill(poison);
            Ok(Next::On)
        }))
    }),
    row("ub.freeze", freeze),
    row("ub.unreachable", |_| Ok(Box::new(|_| Err(UNREACHABLE.undefined(&[])))))
        .grown_in(NeededRoom::Blocks, |growth| super::cf_placing::unreached(growth, "ub.unreachable"))
        .since(22),
];

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    #[test]
    fn poison_is_no_value_until_it_is_frozen() {
        for ty in ["i8", "vector<2xf32>", "tensor<2xf32>"] {
            let poison = format!("%0 = \"ub.poison\"() <{{value = #ub.poison}}> : () -> {ty}\n");
            let made = bits(ty, &format!("{poison}\"func.return\"(%0) : ({ty}) -> ()"));
            assert!(made.iter().all(Option::is_none), "{ty}");
            let frozen = bits(
                ty,
                &format!(
                    "{poison}%1 = \"ub.freeze\"(%0) : ({ty}) -> {ty}\n\"func.return\"(%1) : ({ty}) -> ()"
                ),
            );
            assert!(frozen.iter().all(Option::is_some) && !frozen.is_empty(), "{ty}");
        }
    }

    #[test]
    fn poison_spreads_through_each_element() {
        let text = "%0 = \"ub.poison\"() <{value = #ub.poison}> : () -> tensor<?xi8>
%1 = \"arith.addi\"(%0, %0) : (tensor<?xi8>, tensor<?xi8>) -> tensor<?xi8>
\"func.return\"(%1) : (tensor<?xi8>) -> ()";
        assert_eq!(bits("tensor<?xi8>", text), [None]);
    }

    #[test]
    fn unreachable_is_undefined_when_it_is_reached() {
        let ended = stopped("", "\"ub.unreachable\"() : () -> ()");
        assert_eq!(ended.map(|(kind, _)| kind), Some(StopKind::Undefined));
    }
}
