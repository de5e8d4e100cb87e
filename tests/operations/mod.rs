//! Programs of the llvm dialect for one operation each, on operands of any type and value, to hold executors against each other.

use lowdiff::execute::{Executor, Jit, Job, Terms, interp};
use lowdiff::observe::Outcome;
use lowdiff::path::PathSpec;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The form of an operation's programs; rows.txt says how to read it.
#[derive(Clone, Copy)]
pub struct Row {
    /// The operation the program is for.
    pub operation: &'static str,
    types: &'static str,
    result: &'static str,
    text: &'static str,
}

/// All rows, one for each operation they are for.
pub fn rows() -> Vec<Row> {
    let lines = include_str!("rows.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut words = line.splitn(4, " | ");
        let mut word = || words.next().expect("four columns");
        let (operations, types, result, text) = (word(), word(), word(), word());
        operations.split(',').map(move |operation| Row { operation, types, result, text })
    };
    lines.flat_map(read).collect()
}

const INTEGERS: [&str; 5] = ["i8", "i16", "i32", "i64", "i5"];
const INTEGER_VECTORS: [&str; 4] = ["vector<4xi32>", "vector<3xi8>", "vector<2xi64>", "vector<5xi16>"];
const FLOATS: [&str; 4] = ["f32", "f64", "f16", "bf16"];
const FLOAT_VECTORS: [&str; 2] = ["vector<4xf32>", "vector<2xf64>"];

/// The types that a word of rows.txt stands for.
fn types(word: &str) -> Vec<&str> {
    match word {
        "int" => [&INTEGERS[..], &["i37"], &INTEGER_VECTORS].concat(),
        "ints" => INTEGER_VECTORS.to_vec(),
        "float" => [&FLOATS[..], &FLOAT_VECTORS].concat(),
        "floats" => FLOAT_VECTORS.to_vec(),
        "math" => vec!["f32", "f64", "vector<3xf32>", "vector<2xf64>"],
        one => vec![one],
    }
}

/// A type: how many elements of what; of a scalar there is no number.
#[derive(Clone)]
struct Shape {
    count: Option<usize>,
    element: String,
}

impl Shape {
    fn parse(ty: &str) -> Shape {
        match ty.strip_prefix("vector<").and_then(|rest| rest.strip_suffix('>')?.split_once('x')) {
            Some((count, element)) => Shape { count: count.parse().ok(), element: element.to_owned() },
            None => Shape { count: None, element: ty.to_owned() },
        }
    }

    fn of(&self, element: &str) -> String {
        self.count.map_or_else(|| element.to_owned(), |count| format!("vector<{count}x{element}>"))
    }

    fn is_float(&self) -> bool {
        FLOATS.contains(&self.element.as_str())
    }

    fn width(&self) -> u32 {
        self.element.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().expect("a width")
    }
}

/// The range of an operand's values.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Any,
    Small,
    Nonzero,
    Width,
    Zero,
}

fn integer(rng: &mut ChaCha8Rng, width: u32, reach: Reach) -> String {
    if width == 1 {
        return rng.random::<bool>().to_string();
    }
    let (least, greatest) = (i128::MIN >> (128 - width), i128::MAX >> (128 - width));
    let any = |rng: &mut ChaCha8Rng| match rng.random_range(0..8) {
        0 => least,
        1 => greatest,
        2 => -1,
        3 => rng.random_range(0..4),
        _ => rng.random::<i128>() >> (128 - width),
    };
    let number = match reach {
        Reach::Any => any(rng),
        Reach::Small => rng.random_range(0..4),
        Reach::Nonzero => Some(any(rng)).filter(|number| *number != 0).unwrap_or(3),
        Reach::Width => rng.random_range(0..i128::from(width)).min(greatest),
        Reach::Zero => 0,
    };
    number.to_string()
}

fn float(rng: &mut ChaCha8Rng, format: &str, reach: Reach) -> String {
    let (digits, exponent) = match format {
        "f16" => (4, 5),
        "bf16" => (4, 8),
        "f32" => (8, 8),
        _ => (16, 11),
    };
    let bits = digits * 4;
    let special = |field: u64, rest: u64| (field << (bits - 1 - exponent)) | rest;
    let all = (1 << exponent) - 1;
    // The exponents. Of bf16 those whose products and quotients are no subnormal numbers.
    let (least, greatest) = if format == "bf16" { (80, 176) } else { (0, all - 1) };
    let hexadecimal = |bits: u64| format!("0x{bits:0digits$X}");
    match (reach, rng.random_range(0..10)) {
        (Reach::Any, 0) => "-0.0".to_owned(),
        (Reach::Any, 1) => hexadecimal(special(all, 0)),
        (Reach::Any, 2) => hexadecimal(special(all, 1 << (bits - 2 - exponent))),
        (Reach::Any, 3) => hexadecimal(special(greatest, 1)),
        (Reach::Any, 4) => hexadecimal(special(least, rng.random_range(1..8))),
        (Reach::Any, 5) => hexadecimal(special(rng.random_range(least..=greatest), rng.random_range(0..8))),
        _ => format!("{:?}", f64::from(rng.random_range(-400..400i16)) / 8.0),
    }
}

/// Text with one of each alternatives.
pub fn choose(rng: &mut ChaCha8Rng, text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inside, behind) = after.split_once("}}").expect("an end of the alternatives");
        let all: Vec<&str> = inside.split('|').collect();
        made += before;
        made += all.choose(rng).expect("one at least");
        rest = behind;
    }
    made + rest
}

/// Types that stand beside the one drawn, by letter.
fn beside(rng: &mut ChaCha8Rng, ty: &str) -> BTreeMap<&'static str, String> {
    let shape = Shape::parse(ty);
    let width = shape.width();
    let mut pick = |all: &[&str], fits: &dyn Fn(u32) -> bool| {
        let fitting: Vec<&&str> = all.iter().filter(|one| fits(Shape::parse(one).width())).collect();
        fitting.choose(rng).map_or_else(String::new, |one| shape.of(one))
    };
    let integers = ["i5", "i8", "i16", "i37", "i32", "i64", "i128"];
    BTreeMap::from([
        ("T", ty.to_owned()),
        ("S", shape.element.clone()),
        ("B", shape.of("i1")),
        ("I", shape.of(&format!("i{width}"))),
        ("J", pick(&["i8", "i32", "i64"], &|_| true)),
        ("W", pick(&integers, &|wide| wide > width)),
        ("N", pick(&["i1", "i5", "i8", "i16", "i37", "i32", "i64"], &|narrow| narrow < width)),
        ("F", pick(&FLOATS, &|_| true)),
        ("E", pick(&["f32", "f64"], &|wide| wide > width)),
        ("D", pick(&FLOATS, &|narrow| narrow < width)),
    ])
}

fn is_used(text: &str, operand: &str) -> bool {
    let ends = |at: usize| !text[at + operand.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    text.match_indices(operand).any(|(at, _)| ends(at))
}

/// Appends what prints every bit of `%value`, a NaN as any other.
fn print(out: &mut String, value: &str, shape: &Shape, fresh: &mut dyn FnMut() -> String) {
    if let Some(count) = shape.count {
        let scalar = Shape { count: None, element: shape.element.clone() };
        for lane in 0..count {
            let (index, one) = (fresh(), fresh());
            let _ = writeln!(out, "{index} = llvm.mlir.constant({lane} : i64) : i64");
            let ty = shape.of(&shape.element);
            let _ = writeln!(out, "{one} = llvm.extractelement {value}[{index} : i64] : {ty}");
            print(out, &one, &scalar, fresh);
        }
        return;
    }
    let (ty, width) = (&shape.element, shape.width());
    if shape.is_float() {
        let (ordered, zero, number, bits) = (fresh(), fresh(), fresh(), fresh());
        let _ = writeln!(out, "{ordered} = llvm.fcmp \"ord\" {value}, {value} : {ty}");
        let _ = writeln!(out, "{zero} = llvm.mlir.constant(7.7 : {ty}) : {ty}");
        let _ = writeln!(out, "{number} = llvm.select {ordered}, {value}, {zero} : i1, {ty}");
        let _ = writeln!(out, "{bits} = llvm.bitcast {number} : {ty} to i{width}");
        print(out, &bits, &Shape { count: None, element: format!("i{width}") }, fresh);
        return;
    }
    let mut parts = vec![value.to_owned()];
    if width > 64 {
        let (by, high) = (fresh(), fresh());
        let _ = writeln!(out, "{by} = llvm.mlir.constant(64 : {ty}) : {ty}");
        let _ = writeln!(out, "{high} = llvm.lshr {value}, {by} : {ty}");
        parts.push(high);
    }
    for part in parts {
        let mut whole = part;
        if width != 64 {
            let cast = if width > 64 { "trunc" } else { "zext" };
            let from = std::mem::replace(&mut whole, fresh());
            let _ = writeln!(out, "{whole} = llvm.{cast} {from} : {ty} to i64");
        }
        let _ = writeln!(out, "llvm.call @printI64({whole}) : (i64) -> ()");
    }
}

/// Operands, by name: the letter or the name of their type, and how far they reach.
const OPERANDS: [(&str, &str, Reach); 15] = [
    ("a", "T", Reach::Any),
    ("b", "T", Reach::Any),
    ("c", "T", Reach::Any),
    ("s", "T", Reach::Small),
    ("t", "T", Reach::Small),
    ("n", "T", Reach::Nonzero),
    ("w", "T", Reach::Width),
    ("z", "T", Reach::Zero),
    ("m", "B", Reach::Any),
    ("j", "J", Reach::Any),
    ("f", "F", Reach::Any),
    ("g", "F", Reach::Small),
    ("e", "S", Reach::Any),
    ("i", "i32", Reach::Small),
    ("k", "i64", Reach::Small),
];

/// A global of drawn bits and its value as `%name`. Nothing promises that it stays what it is, so nothing is computed ahead.
fn operand(rng: &mut ChaCha8Rng, name: &str, ty: &str, reach: Reach) -> (String, String) {
    let shape = Shape::parse(ty);
    let mut one = || {
        if shape.is_float() { float(rng, &shape.element, reach) } else { integer(rng, shape.width(), reach) }
    };
    let value = match shape.count {
        Some(count) => {
            format!("dense<[{}]> : {ty}", (0..count).map(|_| one()).collect::<Vec<_>>().join(", "))
        }
        None if shape.element == "i1" => one(),
        None => format!("{} : {ty}", one()),
    };
    let global = format!("llvm.mlir.global external @{name}({value}) : {ty}\n");
    let load = format!(
        "%at_{name} = llvm.mlir.addressof @{name} : !llvm.ptr\n%{name} = llvm.load %at_{name} : !llvm.ptr -> {ty}\n"
    );
    (global, load)
}

/// A program for the operation of this row.
fn draw(rng: &mut ChaCha8Rng, row: Row) -> String {
    let all: Vec<&str> = row.types.split(',').flat_map(types).collect();
    let ty = *all.choose(rng).expect("a type");
    let letters = beside(rng, ty);
    let named = |text: &str| {
        let text = text.replace("$O", row.operation);
        letters.iter().fold(text, |text, (letter, ty)| text.replace(&format!("${letter}"), ty))
    };
    let text = named(&choose(rng, row.text));
    let mut globals = String::from("llvm.func @printI64(i64)\n");
    let mut body = String::new();
    for (name, number) in [("zero", 0), ("one", 1), ("four", 4)] {
        let _ = writeln!(body, "%{name} = llvm.mlir.constant({number} : i64) : i64");
    }
    for (name, letter, reach) in OPERANDS {
        if is_used(&text, &format!("%{name}")) {
            let ty = letters.get(letter).map_or(letter, String::as_str);
            let (global, load) = operand(rng, name, ty, reach);
            globals += &global;
            body += &load;
        }
    }
    if is_used(&text, "%p") {
        let words: Vec<String> = (0..8).map(|_| rng.random::<i64>().to_string()).collect();
        let words = words.join(", ");
        let _ = writeln!(
            globals,
            "llvm.mlir.global external @data(dense<[{words}]> : tensor<8xi64>) {{alignment = 16 : i64}} : !llvm.array<8 x i64>"
        );
        body += "%p = llvm.mlir.addressof @data : !llvm.ptr\n";
    }
    let mut words = Vec::new();
    if is_used(&text, "%q") {
        body += "%q = llvm.alloca %one x !llvm.array<8 x i64> {alignment = 16 : i64} : (i64) -> !llvm.ptr\n";
        for word in 0..8 {
            words.push(format!("%word{word}"));
            let _ =
                writeln!(body, "%word{word} = llvm.getelementptr %q[{word}] : (!llvm.ptr) -> !llvm.ptr, i64");
            let _ = writeln!(body, "llvm.store %zero, %word{word} : i64, !llvm.ptr");
        }
    }
    if is_used(&text, "@twice") {
        let _ = writeln!(
            globals,
            "llvm.func @twice(%k: i64, %a: {ty}) -> {ty} {{ %one = llvm.mlir.constant(1 : i64) : i64 \
             %less = llvm.sub %k, %one : i64 %last = llvm.icmp \"slt\" %less, %one : i64 \
             llvm.cond_br %last, ^end, ^more ^more: %made = llvm.call @twice(%less, %a) : (i64, {ty}) -> {ty} \
             llvm.return %made : {ty} ^end: llvm.return %a : {ty} }}"
        );
    }
    body += &text;
    body.push('\n');
    let mut shown = 0;
    let mut fresh = || {
        shown += 1;
        format!("%show{shown}")
    };
    if row.result == "memory" {
        for (number, word) in words.iter().enumerate() {
            let _ = writeln!(body, "%now{number} = llvm.load {word} : !llvm.ptr -> i64");
            let _ = writeln!(body, "llvm.call @printI64(%now{number}) : (i64) -> ()");
        }
    } else {
        print(&mut body, "%r", &Shape::parse(&named(row.result)), &mut fresh);
    }
    format!("{globals}llvm.func @main() {{\n{body}llvm.return\n}}\n")
}

/// The result of comparing the interpreter's run of a program with that of compiled code.
pub enum Compared {
    /// Equal bits.
    Same,
    /// The interpreter finds it undefined, and compiled code may show anything.
    Undefined,
    /// Compiled code calls a function that runtimes lack.
    NotCompiled,
    /// Not at all: what both say, and the program.
    Different(String),
}

/// Draws a program for the operation and runs it by both, with a `jit` that does. Says which operations it has, too.
pub fn hold(jit: &mut Jit, row: Row, seed: u64) -> (Vec<&'static str>, Compared) {
    let program = draw(&mut ChaCha8Rng::seed_from_u64(seed), row);
    let known = interp::operations().filter(|name| is_used(&program, name)).collect();
    let job = Job::new(program, vec![PathSpec::Fixed(Vec::new())], Terms::default());
    let reports = jit.run(&job).unwrap_or_else(|error| panic!("{error:#}\n{}", job.program));
    let ([report], Some([run])) = (&reports[..], reports.first().map(|report| &report.runs[..])) else {
        return (known, Compared::Different(format!("{reports:?}\n{}", job.program)));
    };
    let compared = match (run.outcome, report.outcome) {
        (Outcome::Undefined, _) => Compared::Undefined,
        (Outcome::Ok, Outcome::Unsupported) => Compared::NotCompiled,
        (Outcome::Ok, Outcome::Ok) if run.outputs == report.outputs => Compared::Same,
        _ => Compared::Different(format!(
            "interpreted: {} {:?} {:x?}\ncompiled: {report:x?}\n{}",
            run.outcome, run.cause, run.outputs, job.program
        )),
    };
    (known, compared)
}
