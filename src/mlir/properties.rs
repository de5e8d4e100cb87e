//! Promises that operations of the llvm dialect, and one of affine, make and the C API does not tell: `nsw`, `exact`, `inbounds` and the like.
//!
//! They are properties and no attributes. A library that shows its C++ symbols tells them; otherwise only printed IR has them. A module is printed once, and what its lines say is
//! handed to its operations in the order in which both come.

use crate::ir::{Attribute, Block, Operation, Signedness, Type, name};
use std::rc::Rc;

/// The words behind the name of an operation that promise something, each with the property that has it and its bits there.
type Words = &'static [(&'static str, &'static str, i128)];

const EXACT: Words = &[("exact", "isExact", 1)];
const NOT_NEGATIVE: Words = &[("nneg", "nonNeg", 1)];

/// Operations that may make promises, and in which words. Each may promise not to overflow besides, as [`overflow`] reads it.
const PROMISING: [(&str, Words); 14] = [
    ("affine.linearize_index", &[("disjoint", "disjoint", 1)]),
    ("llvm.add", &[]),
    ("llvm.sub", &[]),
    ("llvm.mul", &[]),
    ("llvm.shl", &[]),
    ("llvm.trunc", &[]),
    ("llvm.udiv", EXACT),
    ("llvm.sdiv", EXACT),
    ("llvm.lshr", EXACT),
    ("llvm.ashr", EXACT),
    ("llvm.or", &[("disjoint", "isDisjoint", 1)]),
    ("llvm.zext", NOT_NEGATIVE),
    ("llvm.uitofp", NOT_NEGATIVE),
    (
        "llvm.getelementptr",
        &[("inbounds", "noWrapFlags", 3), ("nusw", "noWrapFlags", 2), ("nuw", "noWrapFlags", 4)],
    ),
];

fn words_of(name: &str) -> Option<Words> {
    PROMISING.iter().find(|(promising, _)| *promising == name).map(|(_, words)| *words)
}

/// True if one of these operations, or one inside, is of those that may make promises.
pub fn may_promise(operations: &[Operation]) -> bool {
    operations.iter().any(|node| {
        let inner = || node.regions.iter().flatten().any(|block| may_promise(&block.operations));
        words_of(node.name).is_some() || inner()
    })
}

/// Gives the operations what `printed`, the module they are from, says; false where it does not fit them.
pub fn hand_out(operations: &mut [Operation], printed: &str) -> bool {
    let mut lines = printed.lines().filter_map(promises);
    operations.iter_mut().all(|node| give(node, &mut lines)) && lines.next().is_none()
}

/// The content of a line that is an operation which may promise something: its name, and the promises as attributes.
type Said<'t> = (&'t str, Vec<(&'static str, i128)>);

fn give<'t>(node: &mut Operation, lines: &mut impl Iterator<Item = Said<'t>>) -> bool {
    if words_of(node.name).is_some() {
        let Some((said_of, said)) = lines.next() else { return false };
        if said_of != node.name {
            return false;
        }
        let ty = Rc::new(Type::Integer(32, Signedness::Signless));
        let promised = |(own, value)| (name(own), Rc::new(Attribute::Int(value, ty.clone())));
        node.attributes.extend(said.into_iter().map(promised));
    }
    let inner = |block: &mut Block, lines: &mut _| block.operations.iter_mut().all(|node| give(node, lines));
    node.regions.iter_mut().flatten().all(|block| inner(block, lines))
}

fn promises(line: &str) -> Option<Said<'_>> {
    let line = line.trim_start();
    let line = match line.starts_with('%') {
        true => line.split_once(" = ")?.1,
        false => line,
    };
    let (name, rest) = line.split_once(' ')?;
    let words = words_of(name)?;
    let mut said: Vec<(&'static str, i128)> = Vec::new();
    let given = rest.split(' ').next().filter(|word| !word.starts_with('%')).unwrap_or_default();
    for (_, property, bits) in words.iter().filter(|(word, ..)| given.contains(word)) {
        match said.iter_mut().find(|(own, _)| own == property) {
            Some((_, value)) => *value |= bits,
            None => said.push((property, *bits)),
        }
    }
    if let Some(flags) = overflow(rest) {
        said.push(("overflowFlags", flags));
    }
    Some((name, said))
}

/// The flags of `overflow<nsw, nuw>`, as the number that newer versions have for them.
fn overflow(text: &str) -> Option<i128> {
    let (_, flags) = text.split_once("overflow<")?;
    let flags = flags.split('>').next().unwrap_or_default();
    Some(i128::from(flags.contains("nsw")) | i128::from(flags.contains("nuw")) << 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_read_from_lines() {
        let said = |line| promises(line).unwrap().1;
        assert_eq!(said("  %3 = llvm.add %1, %2 overflow<nsw, nuw> : i64"), [("overflowFlags", 3)]);
        assert_eq!(said("%3 = llvm.add %1, %2  : i64"), []);
        assert_eq!(said("%3 = llvm.udiv exact %1, %2 : i64"), [("isExact", 1)]);
        assert_eq!(
            said("%r = affine.linearize_index disjoint [%a, %b] by (8, 4) : index"),
            [("disjoint", 1)]
        );
        assert_eq!(
            said("%q = llvm.getelementptr inbounds|nuw %p[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8"),
            [("noWrapFlags", 7)]
        );
        assert_eq!(said("%q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8"), []);
        assert_eq!(promises("llvm.return"), None);
        assert_eq!(promises("%0 = llvm.intr.fabs(%1) : (f32) -> f32"), None);
    }
}
