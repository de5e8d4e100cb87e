//! Plain element types in a module: 32-bit integers and floats for what is wider, narrower or odd. A type is changed everywhere at once, with
//! the integer its bits are printed as.

use super::rewritten::{Rewritings, Rewritten, is_hidden};
use crate::dialect::unspecified;
use crate::ir::{
    Attribute, Module, Name, Operation, Outline, Rewrite, Signedness, Type, parse_type, rewritten,
    rewritten_type,
};
use crate::observe::Element;
use std::collections::{BTreeSet, HashMap};

/// The extra weight of a value of another type, each time it is made or used.
const ODD: u64 = 4;

/// True of a type that every reader knows.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Integer(width, Signedness::Signless) => matches!(width, 1 | 32 | 64),
        Type::Integer(..) => true,
        Type::Float(name) => *name == "f32",
        _ => true,
    }
}

/// The weight of types that are not plain.
pub fn weight(outline: &Outline) -> u64 {
    let mut known: HashMap<&str, u64> = HashMap::new();
    let arguments =
        outline.lines.iter().flat_map(|line| line.blocks.iter().flat_map(|block| &block.arguments));
    let values = outline.lines.iter().flat_map(|line| line.operand_types.iter().chain(&line.results));
    let odd = |spelt: &'_ str| {
        let mut odd = Odd::default();
        rewritten_type(&parse_type(spelt), &mut odd);
        odd.met
    };
    ODD * values.chain(arguments).map(|ty| *known.entry(ty).or_insert_with(|| odd(ty))).sum::<u64>()
}

/// Modules with a plain type for another one, for each there is. An operation of a table keeps to the types that it has there, unless it
/// did not before.
pub fn plainer<'m>(module: &'m Module, printed: &'m [Element]) -> Rewritings<'m> {
    let mut odd = Odd::default();
    rewritten(module, &mut odd);
    let made = move |word: String| {
        let own = parse_type(&word);
        let mut changes = vec![plain_for(own.clone())];
        if let Some(width) = own.width().filter(|_| matches!(own, Type::Float(_))) {
            // Its bits are printed as an integer of its width.
            let integer = Type::Integer(width, Signedness::Signless);
            changes.insert(0, [plain_for(own), plain_for(integer)].concat());
        }
        changes.into_iter().map(|change| {
            let mut change = Plainer(change);
            let printed = printed.iter().map(|element| change.element(*element)).collect();
            Rewritten { module: rewritten(module, &mut change), printed }
        })
    };
    let (own, declared) = (unspecified(module), declarations(module));
    let fits =
        move |made: &Rewritten| unspecified(&made.module) <= own && declarations(&made.module) == declared;
    Box::new(odd.types.into_iter().flat_map(made).filter(fits))
}

/// The types of functions that are declared alone. Their code is elsewhere, and reads what it was compiled to read.
fn declarations(module: &Module) -> Vec<Attribute> {
    let mut types = Vec::new();
    module.walk(&mut |operation| {
        let is_declared = operation.regions.iter().all(Vec::is_empty);
        types.extend(operation.attribute("function_type").filter(|_| is_declared).cloned());
    });
    types
}

/// Notes which types are not plain, and changes nothing.
#[derive(Default)]
struct Odd {
    types: BTreeSet<String>,
    met: u64,
}

impl Rewrite for Odd {
    fn ty(&mut self, ty: Type) -> Type {
        if !is_plain(&ty) {
            self.types.insert(ty.to_string());
            self.met += 1;
        }
        ty
    }
}

/// The type of 32 bits in place of one.
fn plain_for(ty: Type) -> Vec<(Type, Type)> {
    let plain = match ty {
        Type::Float(_) => Type::Float("f32"),
        _ => Type::Integer(32, Signedness::Signless),
    };
    vec![(ty, plain)]
}

/// Puts types in place of others.
struct Plainer(Vec<(Type, Type)>);

impl Plainer {
    fn element(&mut self, own: Element) -> Element {
        self.ty(Type::of(own)).element().unwrap_or(own)
    }
}

impl Rewrite for Plainer {
    fn ty(&mut self, ty: Type) -> Type {
        self.0.iter().find(|(own, _)| *own == ty).map_or(ty, |(_, plain)| plain.clone())
    }

    /// A number whose type is that of no value is of a type that the operation prescribes.
    fn spares(&mut self, module: &Module, operation: &Operation, name: Name) -> bool {
        let Some(Attribute::Int(_, ty)) = operation.attribute(name) else { return is_hidden(name) };
        let of_value = |value: &u32| module.ty(*value).of_numbers() == &**ty;
        is_hidden(name)
            || name == "alignment"
            || !operation.operands.iter().chain(&operation.results).any(of_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    fn module(text: &str) -> Module {
        ir::module(text).expect("it is a module")
    }

    #[test]
    fn a_function_that_is_declared_alone_keeps_its_types() {
        let text = |body: &str| {
            let text = format!(
                r#""func.func"() <{{function_type = (f64) -> (), sym_name = "f", sym_visibility = "private"}}> ({{{body}}}) : () -> ()"#
            );
            module(&text)
        };
        assert_eq!(plainer(&text(""), &[]).count(), 0);
        let defined = text("^bb0(%0: f64): \"func.return\"() : () -> ()");
        assert!(plainer(&defined, &[]).count() > 0);
    }

    #[test]
    fn a_float_goes_with_the_integer_its_bits_are_printed_as() {
        let text = |float: &str, integer: &str| {
            let text = format!(
                r#"%0 = "t.c"() {{alignment = 4 : i16, at = 3 : i64, u = array<i16: 2>, value = dense<1.5> : tensor<2x{float}>, v = 7 : {integer}}}
                    : () -> tensor<2x{float}>
                %1 = "t.d"(%0) {{predicate = 2 : i16, v = 7 : {integer}}} : (tensor<2x{float}>) -> memref<2x{integer}, 1>"#
            );
            module(&text).generic()
        };
        let own = module(&text("bf16", "i16"));
        let made: Vec<(String, Vec<Element>)> = plainer(&own, &[Element::Bf16, Element::I64])
            .map(|made| (made.module.generic(), made.printed))
            .collect();
        let f32s = vec![Element::F32, Element::I64];
        // An integer that is of no value's type stays in the first operation.
        let kept = |text: String| text.replacen("v = 7 : i32", "v = 7 : i16", 1);
        assert_eq!(made[0], (kept(text("f32", "i32")), f32s.clone()));
        assert_eq!(made[1], (text("f32", "i16"), f32s));
        assert_eq!(made[2], (kept(text("bf16", "i32")), vec![Element::Bf16, Element::I64]));
        assert_eq!(made.len(), 3);
    }

    #[test]
    fn an_operation_of_a_table_keeps_to_its_types() {
        let resized = |from: &str, to: &str| {
            let ty = |element: &str| format!("tensor<1x1x1x1x{element}>");
            let made = format!(
                "%0 = \"t.c\"() : () -> {0}\n%1 = \"tosa.resize\"(%0) : ({0}) -> {1}",
                ty(from),
                ty(to)
            );
            module(&made)
        };
        let made = |from: &str, to: &str| plainer(&resized(from, to), &[]).count();
        assert_eq!(made("i16", "i48"), 0, "neither i32 -> i48 nor i16 -> i32 is a resize of TOSA");
        assert_eq!(made("bf16", "bf16"), 2, "with the integer of its bits, and without");
        assert_eq!(made("i32", "i48"), 1, "it kept to no table before");
    }

    #[test]
    fn plain_types_weigh_nothing() {
        let weight = |ty: &str| {
            let module = module(&format!("%0 = \"t.c\"() : () -> {ty}\n\"t.d\"(%0) : ({ty}) -> ()"));
            weight(&Outline::of(&module, &|_| false))
        };
        assert_eq!(["tensor<2xi32>", "f32", "i1", "i64", "index", "!t.any"].map(weight), [0; 6]);
        assert_eq!(
            ["memref<?xbf16, 1>", "vector<[4]xf64>", "i8", "!async.value<f16>"].map(weight),
            [2 * ODD; 4]
        );
        assert_eq!(weight("tuple<i8, f16, i4>"), 6 * ODD);
    }
}
