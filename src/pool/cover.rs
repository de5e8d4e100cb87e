//! A small part of a set of seeds that reaches all that the whole set reaches.

use std::collections::BTreeSet;

/// Which of these seeds to keep, of each of which there are a size and what it reaches: small ones first, each if it reaches something that those
/// before it do not. Seeds of one size come in the order that they are given in.
pub fn cover<T: Ord + Copy>(seeds: &[(usize, BTreeSet<T>)]) -> BTreeSet<usize> {
    let mut order: Vec<usize> = (0..seeds.len()).collect();
    order.sort_by_key(|at| seeds[*at].0);
    let mut reached: BTreeSet<T> = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for at in order {
        let before = reached.len();
        reached.extend(&seeds[at].1);
        if reached.len() > before {
            kept.insert(at);
        }
    }
    kept
}
