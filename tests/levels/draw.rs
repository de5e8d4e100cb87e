//! Programs drawn from a row: types, attributes and operands at the edges of their types.

use super::rows::Row;
use super::value::{Reach, Shape, literal};
use crate::operations::choose;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fmt::Write;

const FLOATS: [&str; 4] = ["f32", "f64", "f16", "bf16"];

/// The types that a word of a row stands for.
fn types(word: &str) -> Vec<&str> {
    match word {
        "int" => vec![
            "i8",
            "i16",
            "i32",
            "i64",
            "i5",
            "vector<4xi32>",
            "vector<2x3xi8>",
            "tensor<3xi16>",
            "tensor<2x2xi64>",
        ],
        "integer" => vec!["i8", "i16", "i32", "i64"],
        "float" => vec!["f32", "f64", "f16", "bf16", "vector<4xf32>", "vector<2x2xf64>", "tensor<3xf32>"],
        "wide" => vec!["f32", "f64", "vector<3xf32>", "tensor<2xf64>"],
        "complex" => vec!["complex<f32>", "complex<f64>"],
        "any" => vec!["i8", "i16", "i32", "i64", "i1", "f32", "f64", "f16", "bf16", "index"],
        "number" => vec!["i8", "i16", "i32", "i64", "f32", "f64", "f16", "bf16"],
        one => vec![one],
    }
}

/// Operands that a row need not declare: the letter of their type or its name, and how far they reach.
const OPERANDS: [(&str, &str, Reach); 16] = [
    ("a", "T", Reach::Any),
    ("b", "T", Reach::Any),
    ("c", "T", Reach::Any),
    ("s", "T", Reach::Small),
    ("t", "T", Reach::Small),
    ("n", "T", Reach::Nonzero),
    ("w", "T", Reach::Width),
    ("z", "T", Reach::Zero),
    ("h", "T", Reach::Fraction),
    ("m", "B", Reach::Any),
    ("f", "F", Reach::Any),
    ("g", "F", Reach::Small),
    ("e", "S", Reach::Small),
    ("k", "i1", Reach::Any),
    ("i", "index", Reach::Small),
    ("j", "index", Reach::Small),
];

/// Operations of every program, with what prints one scalar of each type, a NaN as any other.
pub fn header(complex: bool) -> String {
    let mut text = String::from("func.func private @printI64(i64)\n");
    let mut function = |ty: &str, name: &str, body: &str| {
        let _ = writeln!(
            text,
            "func.func private @show_{name}(%x: {ty}) attributes {{no_inline}} {{\n{body}  return\n}}"
        );
    };
    for width in [1, 4, 5, 8, 16, 32, 48, 64] {
        let ty = format!("i{width}");
        let wide = if width == 64 {
            "  %y = arith.ori %x, %x : i64\n".to_owned()
        } else {
            format!("  %y = arith.extui %x : {ty} to i64\n")
        };
        function(&ty, &ty, &format!("{wide}  call @printI64(%y) : (i64) -> ()\n"));
    }
    function(
        "index",
        "index",
        "  %y = arith.index_cast %x : index to i64\n  call @printI64(%y) : (i64) -> ()\n",
    );
    for (ty, width) in [("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64)] {
        let bits = format!(
            "  %o = arith.cmpf ord, %x, %x : {ty}\n  %z = arith.constant 7.75 : {ty}\n  %n = arith.select %o, %x, %z : {ty}\n  %b = arith.bitcast %n : {ty} to i{width}\n  call @show_i{width}(%b) : (i{width}) -> ()\n"
        );
        function(ty, ty, &bits);
    }
    let parts: &[&str] = if complex { &["f32", "f64"] } else { &[] };
    for part in parts {
        let ty = format!("complex<{part}>");
        let body = format!(
            "  %r = complex.re %x : {ty}\n  %i = complex.im %x : {ty}\n  call @show_{part}(%r) : ({part}) -> ()\n  call @show_{part}(%i) : ({part}) -> ()\n"
        );
        function(&ty, &format!("complex_{part}"), &body);
    }
    text
}

/// A program of a row.
pub struct Program {
    /// Its entry function, which takes nothing.
    pub entry: String,
    /// Its functions and globals; names are of this program alone.
    pub text: String,
    /// The types of the scalars that it shows, in order.
    pub shown: Vec<String>,
    /// The text drawn from the row.
    pub body: String,
}

/// Types that stand beside the one drawn, by letter.
fn beside(rng: &mut ChaCha8Rng, ty: &str) -> BTreeMap<&'static str, String> {
    let shape = Shape::parse(ty);
    let width = shape.width();
    let mut pick = |all: &[&str], fits: &dyn Fn(u32) -> bool| {
        let fitting: Vec<&&str> = all.iter().filter(|one| fits(Shape::parse(one).width())).collect();
        fitting.choose(rng).map_or_else(String::new, |one| shape.of(one))
    };
    BTreeMap::from([
        ("T", ty.to_owned()),
        ("S", shape.element.clone()),
        ("B", shape.of("i1")),
        ("I", shape.of(&format!("i{width}"))),
        ("X", shape.of("index")),
        ("J", pick(&["i8", "i16", "i32", "i64"], &|_| true)),
        ("W", pick(&["i8", "i16", "i32", "i64", "i48"], &|wide| wide > width)),
        ("N", pick(&["i1", "i5", "i8", "i16", "i32"], &|narrow| narrow < width)),
        ("F", pick(&FLOATS, &|_| true)),
        ("E", pick(&["f32", "f64"], &|wide| wide > width)),
        ("D", pick(&FLOATS, &|narrow| narrow < width)),
    ])
}

/// True if a text has this name, and not only as the beginning of a longer one.
pub fn is_used(text: &str, name: &str) -> bool {
    let ends = |at: usize| {
        !text[at + name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || "_.".contains(c))
    };
    text.match_indices(name).any(|(at, _)| ends(at))
}

/// A program in the making.
struct Making {
    number: usize,
    globals: String,
    constants: String,
    parameters: Vec<(String, String)>,
    body: String,
    shown: Vec<String>,
    fresh: usize,
}

impl Making {
    /// An operand: a constant that the entry hands over, or a global that stays writable.
    fn operand(&mut self, rng: &mut ChaCha8Rng, name: &str, ty: &str, reach: Reach) {
        let shape = Shape::parse(ty);
        let number = self.number;
        if shape.kind == "memref" {
            let value = literal(rng, &Shape { kind: "tensor", ..shape }, reach);
            let _ = writeln!(self.globals, "memref.global \"private\" @g{number}_{name} : {ty} = {value}");
            let _ = writeln!(self.body, "  %{name} = memref.get_global @g{number}_{name} : {ty}");
            return;
        }
        let value = literal(rng, &shape, reach);
        let operation = match shape.kind.is_empty() && ty.starts_with("complex") {
            true => "complex.constant",
            false => "arith.constant",
        };
        let of = if ty == "i1" { String::new() } else { format!(" : {ty}") };
        let _ = writeln!(self.constants, "  %{name} = {operation} {value}{of}");
        self.parameters.push((name.to_owned(), ty.to_owned()));
    }

    /// Adds what shows every scalar of a value.
    fn show(&mut self, value: &str, ty: &str) {
        let shape = Shape::parse(ty);
        let element = &shape.element;
        let function = element.replace(['<', '>'], "_").trim_end_matches('_').to_owned();
        let places = shape.extents.iter().fold(vec![Vec::new()], |places, extent| {
            places
                .iter()
                .flat_map(|place: &Vec<u64>| (0..*extent).map(move |at| [&place[..], &[at]].concat()))
                .collect()
        });
        for place in places {
            let mut scalar = value.to_owned();
            if !shape.kind.is_empty() {
                self.fresh += 1;
                let fresh = self.fresh;
                scalar = format!("%show{fresh}");
                let indices = place.iter().enumerate().map(|(dimension, at)| match shape.kind {
                    "vector" => at.to_string(),
                    _ => {
                        let _ = writeln!(self.body, "  %at{fresh}_{dimension} = arith.constant {at} : index");
                        format!("%at{fresh}_{dimension}")
                    }
                });
                let indices = indices.collect::<Vec<_>>().join(", ");
                let _ = match shape.kind {
                    "vector" => writeln!(
                        self.body,
                        "  {scalar} = vector.extract {value}[{indices}] : {element} from {ty}"
                    ),
                    "tensor" => writeln!(self.body, "  {scalar} = tensor.extract {value}[{indices}] : {ty}"),
                    _ => writeln!(self.body, "  {scalar} = memref.load {value}[{indices}] : {ty}"),
                };
            }
            let _ = writeln!(self.body, "  func.call @show_{function}({scalar}) : ({element}) -> ()");
            match element.strip_prefix("complex<").and_then(|part| part.strip_suffix('>')) {
                Some(part) => self.shown.extend([part.to_owned(), part.to_owned()]),
                None => self.shown.push(element.clone()),
            }
        }
    }
}

/// The program that this seed draws.
pub fn draw(row: &Row, number: usize, seed: u64) -> Program {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let all: Vec<&str> = row.types.split(',').flat_map(types).collect();
    let ty = *all.choose(rng).expect("a type");
    let letters = beside(rng, ty);
    let named = |text: &str| {
        let text = text.replace("$O", &row.operation).replace("@@", &format!("@q{number}_"));
        letters.iter().fold(text, |text, (letter, ty)| text.replace(&format!("${letter}"), ty))
    };
    let text = named(&choose(rng, &row.text));
    let mut making = Making {
        number,
        globals: String::new(),
        constants: String::new(),
        parameters: Vec::new(),
        body: String::new(),
        shown: Vec::new(),
        fresh: 0,
    };
    let statements: Vec<&str> = text.split(';').map(str::trim).collect();
    for (name, letter, reach) in OPERANDS {
        let of = format!("%{name}");
        let declared = statements.iter().any(|one| one.starts_with(&format!("in {name}:")));
        if is_used(&text, &of) && !declared && !text.contains(&format!("{of} =")) {
            making.operand(rng, name, letters.get(letter).map_or(letter, String::as_str), reach);
        }
    }
    for statement in statements {
        if let Some(declared) = statement.strip_prefix("in ") {
            let (name, rest) = declared.split_once(": ").expect("a type");
            let (ty, reach) = rest.rsplit_once(" as ").unwrap_or((rest, "small"));
            making.operand(rng, name, ty, Reach::parse(reach));
        } else if let Some(shown) = statement.strip_prefix("show ") {
            let (value, ty) = shown.split_once(" : ").unwrap_or_else(|| panic!("no type: {statement}"));
            making.show(value, ty);
        } else if let Some(global) = statement.strip_prefix("top ") {
            let _ = writeln!(making.globals, "{global}");
        } else {
            let _ = writeln!(making.body, "  {statement}");
        }
    }
    let Making { globals, constants, parameters, body, shown, .. } = making;
    let list = |show: &dyn Fn(&(String, String)) -> String| {
        parameters.iter().map(show).collect::<Vec<_>>().join(", ")
    };
    let text = format!(
        "{globals}func.func private @p{number}({}) attributes {{no_inline}} {{\n{body}  return\n}}\n\
         func.func @e{number}() {{\n{constants}  call @p{number}({}) : ({}) -> ()\n  return\n}}\n",
        list(&|(name, ty)| format!("%{name}: {ty}")),
        list(&|(name, _)| format!("%{name}")),
        list(&|(_, ty)| ty.clone()),
    );
    Program { entry: format!("e{number}"), body: text.clone(), text, shown }
}
