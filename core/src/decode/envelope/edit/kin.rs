//! Operations that can stand for each other, as they take and give the same types and have the same attributes.
//!
//! Programs show which do: an operation has a *pattern* wherever it stands, and all that have a pattern in common are kin. The table
//! is written from generated programs of every dialect, and MLIR's verifier has the last word on each replacement.

use crate::grow::UNKNOWN;
use crate::ir::{Attribute, Operation, Type, Value};
use crate::path::OperationTrait::{CastForPrints, HandsOut, Return};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::LazyLock;

/// Attributes that one kin has and another does not.
pub const OWN: [&str; 7] =
    ["overflowFlags", "isExact", "fastmath", "fastmathFlags", "isDisjoint", "nonNeg", "noWrapFlags"];

/// Casts that keep bits, by which outputs of another type are shown once a program is lowered.
const BITS: [&str; 2] = ["llvm.bitcast", "vector.bitcast"];

/// A line a pattern: the pattern, a colon, and names of operations.
const TABLE: &str = include_str!("kin.txt");

static KIN: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(": "));
    lines.map(|(pattern, names)| (pattern, names.split(' ').collect())).collect()
});

/// The operations of this pattern.
pub(super) fn of(pattern: &str) -> &'static [&'static str] {
    KIN.get(pattern).map(Vec::as_slice).unwrap_or_default()
}

/// The pattern of an operation: the kinds of its operands and results, which of them are of one type, and the names of its attributes.
/// Operations with regions, those that end a block, and those by which outputs are told have none.
pub fn pattern<'t>(operation: &Operation, ty: impl Fn(Value) -> &'t Rc<Type>) -> String {
    let mut met: Vec<&Rc<Type>> = Vec::new();
    let mut text = String::new();
    let is_bound = [CastForPrints, HandsOut, Return].iter().any(|bound| bound.is_of(operation.name));
    if is_bound
        || BITS.contains(&operation.name)
        || !operation.regions.is_empty()
        || !operation.successors.is_empty()
    {
        return text;
    }
    let mut write = |values: &[Value], text: &mut String| {
        for value in values {
            let ty = ty(*value);
            let place = met.iter().position(|other| *other == ty).unwrap_or_else(|| {
                met.push(ty);
                met.len() - 1
            });
            let size = met.first().map_or("", |first| compared(first, ty));
            // Writing to a String never fails.
            let _ = write!(text, "{}{place}{size} ", kind(ty));
        }
    };
    write(&operation.operands, &mut text);
    text.push_str("-> ");
    write(&operation.results, &mut text);
    let named = operation.attributes.iter().filter(|(name, _)| !OWN.contains(name) && *name != UNKNOWN);
    let mut named: Vec<String> =
        named.map(|(name, attribute)| format!("{name}={}", kind_of_attribute(attribute))).collect();
    named.sort();
    let _ = write!(text, "{{{}}}", named.join(","));
    text
}

/// The kind of a type.
fn kind(ty: &Type) -> String {
    match ty {
        Type::Integer(1, _) => "b".to_owned(),
        Type::Integer(..) => "i".to_owned(),
        Type::Index => "x".to_owned(),
        Type::Float(_) => "f".to_owned(),
        Type::Vector(shape, element) => format!("v{}{}", shape.len(), kind(element)),
        Type::Tensor(shape, element, _) => format!("t{}{}", shape.len(), kind(element)),
        Type::Memref { shape, element, .. } => format!("m{}{}", shape.len(), kind(element)),
        Type::Pointer(_) => "p".to_owned(),
        Type::Complex(_) => "c".to_owned(),
        _ => "o".to_owned(),
    }
}

/// A sign where the numbers of a type are wider or narrower than those of the first one.
fn compared(first: &Type, ty: &Type) -> &'static str {
    let width = |ty: &Type| match ty {
        Type::Vector(_, element) | Type::Tensor(_, element, _) => element.width(),
        other => other.width(),
    };
    match (width(first), width(ty)) {
        (Some(one), Some(other)) if one < other => ">",
        (Some(one), Some(other)) if one > other => "<",
        _ => "",
    }
}

/// The kind of an attribute.
fn kind_of_attribute(attribute: &Attribute) -> &'static str {
    match attribute {
        Attribute::Unit => "unit",
        Attribute::Int(..) => "int",
        Attribute::Float(..) => "float",
        Attribute::Text(_) => "text",
        Attribute::Symbol(_) => "symbol",
        Attribute::Ints(..) => "ints",
        Attribute::Floats(..) => "floats",
        Attribute::List(_) => "list",
        Attribute::Dictionary(_) => "dictionary",
        Attribute::Type(_) => "type",
        Attribute::Dense(_) => "dense",
        Attribute::Map(_) => "map",
        Attribute::Set(_) => "set",
        Attribute::Other(_) => "other",
    }
}

/// The text of the table for these operations, each with its pattern. A pattern of one operation alone has no line.
pub fn table<'n>(met: impl IntoIterator<Item = (String, &'n str)>) -> String {
    let mut all: BTreeMap<String, std::collections::BTreeSet<&str>> = BTreeMap::new();
    for (pattern, name) in met.into_iter().filter(|(pattern, _)| !pattern.is_empty()) {
        all.entry(pattern).or_default().insert(name);
    }
    let mut text = String::from(
        "# Operations that take and give the same types, by their pattern. Generated from programs of all generators; a test fails when this\n\
         # file is stale.\n",
    );
    for (pattern, names) in all.iter().filter(|(_, names)| names.len() > 1) {
        let names: Vec<&str> = names.iter().copied().collect();
        let _ = writeln!(text, "{pattern}: {}", names.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Generator, seeded_by};
    use crate::ir::{self, Module};
    use crate::program::Syntax;

    /// Programs of each generator that the table is written from.
    const PROGRAMS: u64 = 120;

    fn modules() -> impl Iterator<Item = Module> {
        let cases = Generator::all().flat_map(|generator| {
            let many = if generator == Generator::Tosa { 4 * PROGRAMS } else { PROGRAMS };
            (0..many).filter_map(move |number| generator.case(&seeded_by(&generator, 1, number), 22))
        });
        cases.filter_map(|(case, _)| ir::module(case.source.text(Syntax::V22)).ok())
    }

    #[test]
    fn the_committed_table_is_current() {
        let mut met = Vec::new();
        for module in modules() {
            module.walk(&mut |operation| {
                met.push((pattern(operation, |value| module.ty(value)), operation.name))
            });
        }
        let text = table(met.iter().map(|(pattern, name)| (pattern.clone(), *name)));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/decode/envelope/edit/kin.txt");
        if text != TABLE && std::env::var_os("LOWDIFF_UPDATE").is_some() {
            std::fs::write(path, &text).expect("the table can be written");
            return;
        }
        assert!(text == TABLE, "{path} is stale: run this test with LOWDIFF_UPDATE=1 to write it again");
    }

    #[test]
    fn kin_are_of_many_dialects() {
        let kin = of("i0 i0 -> i0 {}");
        for name in ["arith.addi", "arith.divsi", "llvm.add", "llvm.intr.smax", "math.ipowi"] {
            assert!(kin.contains(&name), "{name}: {kin:?}");
        }
        assert!(of("b0 b0 -> b0 {}").len() > 10 && of("no pattern").is_empty());
        assert!(of("x0 x0 -> x0 {}").len() > 10);
    }

    #[test]
    fn a_pattern_tells_types_apart() {
        let pattern = |text: &str| {
            let module =
                ir::module(&format!("\"builtin.module\"() ({{\n{text}\n}}) : () -> ()\n")).expect("a module");
            let last = module.operations.last().expect("an operation");
            pattern(last, |value| module.ty(value))
        };
        let made = "%0 = \"x.y\"() : () -> i32\n";
        assert_eq!(pattern(&format!("{made}%1 = \"a.b\"(%0) : (i32) -> i64")), "i0 -> i1> {}");
        assert_eq!(pattern(&format!("{made}%1 = \"a.b\"(%0) : (i32) -> i8")), "i0 -> i1< {}");
        assert_eq!(
            pattern(&format!("{made}%1 = \"a.b\"(%0) {{k = 1 : i64}} : (i32) -> i32")),
            "i0 -> i0 {k=int}"
        );
        assert_eq!(pattern(&format!("{made}\"a.b\"(%0) ({{\n}}) : (i32) -> ()")), "");
    }
}
