//! Operations that are left as they are, since their repair changes what a defined run computes.

use std::collections::HashSet;

/// Few of these operations that have to be left as they are. `holds` says whether it is enough to leave some; it is enough to leave all.
/// If a set that is enough stays so with more, each operation of the result is needed (QuickXplain, Junker 2004).
pub fn fewest(operations: &[u32], mut holds: impl FnMut(&HashSet<u32>) -> bool) -> HashSet<u32> {
    if holds(&HashSet::new()) {
        return HashSet::new();
    }
    let found = needed(&HashSet::new(), false, operations, &mut holds);
    if holds(&found) { found } else { operations.iter().copied().collect() }
}

/// Those of `operations` that are needed beside `left`, which may have changed since `holds` was asked.
fn needed(
    left: &HashSet<u32>,
    is_new: bool,
    operations: &[u32],
    holds: &mut dyn FnMut(&HashSet<u32>) -> bool,
) -> HashSet<u32> {
    if is_new && holds(left) {
        return HashSet::new();
    }
    if operations.len() <= 1 {
        return operations.iter().copied().collect();
    }
    let (one, other) = operations.split_at(operations.len() / 2);
    let with = |more: &[u32]| left.iter().chain(more).copied().collect::<HashSet<u32>>();
    let of_other = needed(&with(one), true, other, holds);
    let more: Vec<u32> = of_other.iter().copied().collect();
    let of_one = needed(&with(&more), !more.is_empty(), one, holds);
    &of_one | &of_other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_left_that_need_not_be() {
        let all: Vec<u32> = (0..100).collect();
        for wanted in [vec![], vec![7], vec![0, 99], vec![3, 4, 50, 51]] {
            let wanted: HashSet<u32> = wanted.into_iter().collect();
            let mut asked = 0;
            let found = fewest(&all, |left| {
                asked += 1;
                wanted.is_subset(left)
            });
            assert_eq!(found, wanted);
            assert!(asked < 50, "{asked} questions");
        }
    }

    #[test]
    fn one_of_two_is_enough_where_either_is() {
        let found = fewest(&[1, 2, 3], |left| left.contains(&1) || left.contains(&3));
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn what_is_found_is_enough() {
        let odd = |left: &HashSet<u32>| left.len() == 3 || left.len() == 1 && left.contains(&2);
        assert!(odd(&fewest(&[1, 2, 3], odd)));
    }
}
