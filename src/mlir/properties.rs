//! Promises that operations of the llvm dialect, and one of affine, make and the C API does not tell: `nsw`, `exact`, `inbounds` and the like.
//!
//! They are properties and no attributes. A library that shows its C++ symbols tells them; otherwise only printed IR has them. A module is printed once, and what its lines say is
//! handed to its operations in the order in which both come.

use crate::ir::{Attribute, Block, Operation, Signedness, Type, name};
use std::rc::Rc;

/// Operations that may make promises.
const PROMISING: [&str; 14] = [
    "affine.linearize_index",
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.shl",
    "llvm.trunc",
    "llvm.udiv",
    "llvm.sdiv",
    "llvm.lshr",
    "llvm.ashr",
    "llvm.or",
    "llvm.zext",
    "llvm.uitofp",
    "llvm.getelementptr",
];

/// Gives the operations what `printed`, the module they are from, says; false where it does not fit them.
pub fn hand_out(operations: &mut [Operation], printed: &str) -> bool {
    let mut lines = printed.lines().filter_map(promises);
    operations.iter_mut().all(|node| give(node, &mut lines)) && lines.next().is_none()
}

/// The content of a line that is an operation which may promise something: its name, and the promises as attributes.
type Said<'t> = (&'t str, Vec<(&'static str, i128)>);

fn give<'t>(node: &mut Operation, lines: &mut impl Iterator<Item = Said<'t>>) -> bool {
    if PROMISING.contains(&node.name) {
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
    if !PROMISING.contains(&name) {
        return None;
    }
    let mut said = Vec::new();
    let word = rest.split(' ').next().unwrap_or_default();
    let bit = |text: &str, word: &str, bit: i128| if text.contains(word) { bit } else { 0 };
    match name {
        "llvm.getelementptr" if !word.starts_with('%') => {
            said.push(("noWrapFlags", bit(word, "inbounds", 3) | bit(word, "nusw", 2) | bit(word, "nuw", 4)));
        }
        "llvm.getelementptr" => {}
        _ => match word {
            "exact" => said.push(("isExact", 1)),
            "disjoint" if name == "affine.linearize_index" => said.push(("disjoint", 1)),
            "disjoint" => said.push(("isDisjoint", 1)),
            "nneg" => said.push(("nonNeg", 1)),
            _ => {}
        },
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
