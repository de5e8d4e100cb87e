//! Features of the IR that count as reached: the effects of passes on operations, the ways in which dialects give way to each other, and which
//! operation feeds which.
//!
//! This is feedback on any platform and from any MLIR. It tells apart what code coverage does not: that a pass met an
//! operation it leaves alone, or two operations next to each other. Nothing here allocates: in a worker that would move
//! what MLIR allocates, and the order of some of its tables with it. Hashes depend on names alone, so the same
//! input has the same features in every process, run and version of MLIR that does the same.

use crate::observe::dialect;
use crate::path::{Operations, TypeKind};

/// The fate of the operations of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// There were none before.
    New = 1,
    More,
    Same,
    Fewer,
    /// There are none any more.
    Gone,
    /// The pass failed.
    Declined,
}

/// Features of a pass that succeeded: its effect on each operation, and the dialects before and after a change.
pub fn step<'a>(
    pass: &'a str,
    before: &'a Operations,
    after: &'a Operations,
) -> impl Iterator<Item = u64> + 'a {
    let changed = before != after;
    let of_pass = effects(pass);
    let present = before.keys().chain(after.keys().filter(move |key| changed && !before.contains_key(key)));
    let each = present.map(move |key| {
        let count = |operations: &Operations| operations.get(key).copied().unwrap_or(0);
        let fate = match changed.then(|| (count(before), count(after))) {
            None => Fate::Same,
            Some((0, _)) => Fate::New,
            Some((_, 0)) => Fate::Gone,
            Some((old, new)) if new > old => Fate::More,
            Some((old, new)) if new < old => Fate::Fewer,
            Some(_) => Fate::Same,
        };
        effect(of_pass, key, fate)
    });
    each.chain(changed.then(|| dialects(before, after)))
}

/// Features of a pass that failed: which operations it met.
pub fn declined<'a>(pass: &'a str, before: &'a Operations) -> impl Iterator<Item = u64> + 'a {
    let of_pass = effects(pass);
    before.keys().map(move |key| effect(of_pass, key, Fate::Declined))
}

/// The feature that an operation `user` has a result of an operation `source` among its operands.
pub fn pair(user: &str, source: &str) -> u64 {
    Hash::new(3).text(user).text(source).finish()
}

/// The feature that there is an operation on types of this kind.
pub fn operation(name: &str, kind: TypeKind) -> u64 {
    Hash::new(4).text(name).number(kind as u8).finish()
}

/// The feature that a pass meets an operation.
pub fn meeting(pass: &str, name: &str) -> u64 {
    Hash::new(5).text(pass).text(name).finish()
}

/// The beginning of all effects of a pass.
fn effects(pass: &str) -> Hash {
    Hash::new(1).text(pass)
}

fn effect(of_pass: Hash, (name, kind): &(String, TypeKind), fate: Fate) -> u64 {
    of_pass.text(name).number(*kind as u8).number(fate as u8).finish()
}

fn dialects(before: &Operations, after: &Operations) -> u64 {
    // Operations come by name, and so do their dialects.
    let add = |hash: Hash, operations: &Operations| {
        let mut last = "";
        let all = operations.keys().fold(hash, |hash, (name, _)| {
            let dialect = dialect(name);
            if std::mem::replace(&mut last, dialect) == dialect { hash } else { hash.text(dialect) }
        });
        all.number(0)
    };
    add(add(Hash::new(2), before), after).finish()
}

/// FNV-1a with a final mix, as the lowest bits are what is used. Texts end in a byte that none contains.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    /// The hash of nothing, for one sort of features.
    fn new(sort: u8) -> Hash {
        Hash(0xcbf2_9ce4_8422_2325).number(sort)
    }

    fn number(self, number: u8) -> Hash {
        Hash((self.0 ^ u64::from(number)).wrapping_mul(0x0100_0000_01b3))
    }

    fn text(self, text: &str) -> Hash {
        text.bytes().fold(self, Hash::number).number(0xff)
    }

    fn finish(self) -> u64 {
        let folded = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        folded ^ (folded >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::FEATURES;
    use std::collections::BTreeSet;

    fn operations(list: &[(&str, u32)]) -> Operations {
        list.iter().map(|&(name, count)| ((name.to_owned(), TypeKind::Scalar), count)).collect()
    }

    fn stepped(pass: &str, before: &[(&str, u32)], after: &[(&str, u32)]) -> BTreeSet<u64> {
        step(pass, &operations(before), &operations(after)).collect()
    }

    #[test]
    fn each_effect_on_each_operation_is_one_feature() {
        let before = [("arith.addi", 2), ("scf.for", 2), ("scf.yield", 2), ("tosa.add", 1)];
        let after = [("arith.addi", 2), ("cf.br", 1), ("scf.for", 1), ("scf.yield", 3)];
        // Five operations and a change of dialects.
        assert_eq!(stepped("p", &before, &after).len(), 6);
        assert_eq!(stepped("p", &before, &before).len(), 4);
        let fates: BTreeSet<u64> =
            [Fate::New, Fate::More, Fate::Same, Fate::Fewer, Fate::Gone, Fate::Declined]
                .map(|fate| effect(effects("p"), &("x.y".to_owned(), TypeKind::Tensor), fate))
                .into();
        assert_eq!(fates.len(), 6);
    }

    #[test]
    fn pass_name_kind_and_failure_tell_features_apart() {
        let (one, two) = (operations(&[("x.y", 1)]), operations(&[("x.z", 1)]));
        let tensor: Operations = [(("x.y".to_owned(), TypeKind::Tensor), 1)].into();
        let all: BTreeSet<u64> = [("p", &one), ("q", &one), ("p", &two), ("p", &tensor)]
            .into_iter()
            .flat_map(|(pass, before)| step(pass, before, before).chain(declined(pass, before)))
            .collect();
        assert_eq!(all.len(), 8);
    }

    #[test]
    fn dialects_are_sets_and_have_a_direction() {
        let of =
            |before: &[(&str, u32)], after: &[(&str, u32)]| dialects(&operations(before), &operations(after));
        let (tosa, linalg) = ([("tosa.add", 1)], [("linalg.add", 1)]);
        assert_eq!(of(&tosa, &linalg), of(&[("tosa.add", 9), ("tosa.sub", 1)], &[("linalg.generic", 1)]));
        assert_ne!(of(&tosa, &linalg), of(&linalg, &tosa));
        assert_ne!(of(&[("a.x", 1), ("b.x", 1)], &[]), of(&[("a.x", 1)], &[("b.x", 1)]));
    }

    #[test]
    fn a_pair_has_a_direction() {
        assert_ne!(pair("arith.addi", "arith.muli"), pair("arith.muli", "arith.addi"));
        assert_ne!(pair("ab", "c"), pair("a", "bc"));
    }

    /// Campaigns keep slots by index, so hashes must not change with the process or the build.
    #[test]
    fn hashes_are_the_same_for_ever() {
        assert_eq!(pair("linalg.generic", "tensor.empty") % u64::from(FEATURES), 15703);
    }

    #[test]
    fn few_features_share_an_index() {
        let names: Vec<String> = (0..100).map(|n| format!("dialect.operation{n}")).collect();
        let pairs = names.iter().flat_map(|a| names.iter().map(move |b| pair(a, b) % u64::from(FEATURES)));
        let distinct = pairs.collect::<BTreeSet<u64>>().len();
        // 10,000 balls thrown at random into 65,536 bins hit 9274 of them on average.
        assert!((9_150..9_400).contains(&distinct), "{distinct}");
    }
}
