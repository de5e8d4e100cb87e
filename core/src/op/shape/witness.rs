//! Witnesses: constraints, and what is done where they hold.

use super::extents::{broadcast, of_shapes};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Next;
use crate::eval::stop::Rule;
use crate::op::region::{leave, slots, take_left};
use crate::op::{Row, lanewise, row};

const SHAPE_ASSUMING: Rule = Rule::new("shape_assuming", "shape.assuming of what does not hold");

pub const ROWS: &[Row] = &[
    row("shape.cstr_broadcastable", |site| {
        of_shapes(site, site.node.operands.len(), |shapes| Ok(broadcast(shapes).is_some().into()))
    }),
    row("shape.cstr_eq", |site| {
        of_shapes(site, site.node.operands.len(), |shapes| {
            Ok(shapes.windows(2).all(|pair| pair[0] == pair[1]).into())
        })
    }),
    row("shape.cstr_require", |site| lanewise::unary(site, Some)),
    row("shape.const_witness", |site| {
        let (holds, out) = (site.int("passing") != 0, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            machine.set(out, Lane::of(holds.into()));
            Ok(Next::On)
        }))
    }),
    row("shape.assuming_all", |site| {
        let (all, out) = (slots(&site.operands(0..site.node.operands.len())?), site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let lanes = all.iter().map(|slot| machine.get(slot.start));
            let (taint, holds) = lanes.fold((Taint::NONE, true), |(taint, holds), lane| {
                (taint.merge(lane.taint), holds && lane.bits != 0)
            });
            let lane = if taint.is_none() { Lane::of(holds.into()) } else { Lane::tainted(taint) };
            machine.set(out, lane);
            Ok(Next::On)
        }))
    }),
    // shape, 'shape.assuming': of a witness that does not hold the documentation says that the program ends, and not in which way.
    row("shape.assuming", |site| {
        let (witness, results) = (site.operand(0)?.slot.start, slots(&site.results()?));
        let body = site.region(0)?;
        Ok(Box::new(move |machine| {
            let witness = machine.get(witness);
            if machine.defined(witness, "the witness of shape.assuming")? == 0 {
                return Err(SHAPE_ASSUMING.open(&[]));
            }
            body.run(machine, &[])?;
            take_left(machine, &results);
            Ok(Next::On)
        }))
    }),
    row("shape.assuming_yield", leave),
];

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    fn assuming(extent: u32, condition: bool, passing: bool) -> String {
        format!(
            r#"
            %a = "shape.const_shape"() <{{shape = dense<[3, 2]> : tensor<2xindex>}}> : () -> tensor<2xindex>
            %b = "shape.const_shape"() <{{shape = dense<[3, {extent}]> : tensor<2xindex>}}> : () -> tensor<2xindex>
            %c = "llvm.mlir.constant"() <{{value = {condition}}}> : () -> i1
            %w = "shape.cstr_eq"(%a, %b) : (tensor<2xindex>, tensor<2xindex>) -> !shape.witness
            %x = "shape.cstr_broadcastable"(%a, %b) : (tensor<2xindex>, tensor<2xindex>) -> !shape.witness
            %y = "shape.cstr_require"(%c) <{{msg = "so"}}> : (i1) -> !shape.witness
            %z = "shape.const_witness"() <{{passing = {passing}}}> : () -> !shape.witness
            %all = "shape.assuming_all"(%w, %x, %y, %z) : (!shape.witness, !shape.witness, !shape.witness, !shape.witness) -> !shape.witness
            %r = "shape.assuming"(%all) ({{
              %n = "shape.num_elements"(%a) : (tensor<2xindex>) -> index
              "shape.assuming_yield"(%n) : (index) -> ()
            }}) : (!shape.witness) -> index
            "func.return"(%r) : (index) -> ()"#
        )
    }

    #[test]
    fn a_region_runs_where_all_constraints_hold() {
        assert_eq!(bits("index", &assuming(2, true, true)), [Some(6)]);
        for text in [assuming(1, true, true), assuming(2, false, true), assuming(2, true, false)] {
            assert_eq!(stopped("index", &text).map(|ended| ended.0), Some(StopKind::Open));
        }
    }
}
