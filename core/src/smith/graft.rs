//! Operations that are grown among those of another program, and take its values.

use crate::choices::Choices;
use crate::grow::{Growth, GrowthBounds, Kind};
use crate::ir::{Operation, Type};
use std::rc::Rc;

/// Operations to put into a program. Values from 0 on are those that it was grown from; the others are made in it.
#[derive(Clone, Debug)]
pub struct Graft {
    /// The operations, in order.
    pub operations: Vec<Operation>,
    /// The type of each value.
    pub values: Vec<Rc<Type>>,
}

/// Grows `count` operations where values of these types are in reach. None where none could be placed, or one needs something at the top level
/// of the module.
pub fn graft(plan: &GrowthBounds, choices: Choices, reach: &[Rc<Type>], count: usize) -> Option<Graft> {
    let mut growth = Growth::new(plan, Choices::new(&[]));
    let mut choices = choices;
    let mut placed = false;
    let region = growth.region(Kind::Plain, reach, |growth, _| {
        for record in 0..count {
            let (number, record) = (choices.number(), record as u32);
            let bytes = choices.seed().to_le_bytes();
            placed |= growth.draw(record, number, Choices::new(&bytes));
        }
        growth.close();
        Some(())
    })?;
    let operations = region.into_iter().next()?.operations;
    let (top, values, _) = growth.end_module();
    (placed && top.is_empty()).then_some(Graft { operations, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::types::{integer, tensor};
    use crate::slot::mix;
    use crate::smith::drawn;
    use std::collections::BTreeSet;

    #[test]
    fn grafts_take_values_in_reach_and_make_their_own() {
        let reach = [integer(32), tensor(&[Some(4)], &integer(32)), integer(32)];
        let (mut names, mut wired, mut all) = (BTreeSet::new(), 0, 0);
        for seed in 0..200_u64 {
            let bytes = mix(seed + 1).to_le_bytes();
            let plan = drawn(&bytes).plan(22);
            let Some(graft) = graft(&plan, Choices::new(&bytes), &reach, 2) else { continue };
            all += 1;
            assert_eq!(graft.values[..3], reach);
            let mut made: BTreeSet<u32> = (0..3).collect();
            graft.operations.iter().for_each(|operation| {
                operation.walk(&mut |operation| {
                    names.insert(operation.name);
                    let arguments = operation.regions.iter().flatten().flat_map(|block| &block.arguments);
                    made.extend(arguments.chain(&operation.results));
                    let known = operation.operands.iter().all(|operand| made.contains(operand));
                    assert!(known, "{operation:?} takes what nothing makes");
                });
            });
            let takes = graft.operations.iter().any(|one| one.operands.iter().any(|operand| *operand < 3));
            wired += u32::from(takes);
        }
        assert!(all > 100 && wired > 30 && names.len() > 60, "{all} {wired} {}", names.len());
    }
}
