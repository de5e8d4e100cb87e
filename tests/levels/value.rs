//! Types and literals of operands.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The range of an operand's values.
#[derive(Clone, Copy, PartialEq)]
pub enum Reach {
    /// The edges of the type, too.
    Any,
    /// Zero to three, or eighths below fifty.
    Small,
    /// Any but zero.
    Nonzero,
    /// Less than the width of the type.
    Width,
    /// Zero.
    Zero,
    /// Sixteenths from minus one to one.
    Fraction,
    /// Any integer but the least; a float as of a small operand.
    Plain,
}

impl Reach {
    /// The reach of this name.
    pub fn parse(name: &str) -> Reach {
        match name {
            "any" => Reach::Any,
            "nonzero" => Reach::Nonzero,
            "width" => Reach::Width,
            "zero" => Reach::Zero,
            "fraction" => Reach::Fraction,
            "plain" => Reach::Plain,
            "small" => Reach::Small,
            other => panic!("no operand is {other}"),
        }
    }
}

/// A type: of a scalar the kind is empty.
#[derive(Clone)]
pub struct Shape {
    /// `vector`, `tensor` or `memref`.
    pub kind: &'static str,
    /// Extents, all static.
    pub extents: Vec<u64>,
    /// Type of the elements.
    pub element: String,
}

impl Shape {
    /// The type that a text names.
    pub fn parse(ty: &str) -> Shape {
        for kind in ["vector", "tensor", "memref"] {
            let Some(inside) =
                ty.strip_prefix(kind).and_then(|rest| rest.strip_prefix('<')?.strip_suffix('>'))
            else {
                continue;
            };
            let mut rest = inside.split(',').next().expect("a part");
            let mut extents = Vec::new();
            while let Some((extent, after)) = rest.split_once('x') {
                let Ok(extent) = extent.parse() else { break };
                extents.push(extent);
                rest = after;
            }
            return Shape { kind, extents, element: rest.to_owned() };
        }
        Shape { kind: "", extents: Vec::new(), element: ty.to_owned() }
    }

    /// As many of these.
    pub fn of(&self, element: &str) -> String {
        if self.kind.is_empty() {
            return element.to_owned();
        }
        let extents: String = self.extents.iter().map(|extent| format!("{extent}x")).collect();
        format!("{}<{extents}{element}>", self.kind)
    }

    /// Bits of an element, of a complex number those of a part.
    pub fn width(&self) -> u32 {
        let digits: String = self.element.chars().filter(char::is_ascii_digit).collect();
        if self.element == "index" { 64 } else { digits.parse().expect("a width") }
    }
}

fn integer(rng: &mut ChaCha8Rng, width: u32, reach: Reach) -> String {
    if width == 1 {
        return (reach != Reach::Zero && rng.random::<bool>()).to_string();
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
        Reach::Plain => any(rng).max(least + 1),
        Reach::Small | Reach::Fraction => rng.random_range(0..4),
        Reach::Nonzero => Some(any(rng)).filter(|number| *number != 0).unwrap_or(3),
        Reach::Width => rng.random_range(0..i128::from(width)).min(greatest),
        Reach::Zero => 0,
    };
    number.to_string()
}

fn float(rng: &mut ChaCha8Rng, format: &str, reach: Reach) -> String {
    let (bits, exponent) = match format {
        "f16" => (16, 5),
        "bf16" => (16, 8),
        "f32" => (32, 8),
        _ => (64, 11),
    };
    let digits = bits as usize / 4;
    let special = |field: u64, rest: u64| (field << (bits - 1 - exponent)) | rest;
    let all = (1 << exponent) - 1;
    let hexadecimal = |bits: u64| format!("0x{bits:0digits$X}");
    match (reach, rng.random_range(0..10)) {
        (Reach::Zero, _) => "0.0".to_owned(),
        (Reach::Fraction, _) => format!("{:?}", f64::from(rng.random_range(-16..=16i16)) / 16.0),
        (Reach::Any, 0) => "-0.0".to_owned(),
        (Reach::Any, 1) => hexadecimal(special(all, 0)),
        (Reach::Any, 2) => hexadecimal(special(all, 1 << (bits - 2 - exponent))),
        (Reach::Any, 3) => hexadecimal(special(all - 1, 1)),
        (Reach::Any, 4) => hexadecimal(special(0, rng.random_range(1..8))),
        (Reach::Any, 5) => hexadecimal(special(rng.random_range(1..all), rng.random_range(0..8))),
        (Reach::Nonzero, _) => format!("{:?}", f64::from(rng.random_range(1..400i16)) / 8.0),
        _ => format!("{:?}", f64::from(rng.random_range(-400..400i16)) / 8.0),
    }
}

fn scalar(rng: &mut ChaCha8Rng, ty: &str, reach: Reach, brackets: [char; 2]) -> String {
    if let Some(part) = ty.strip_prefix("complex<").and_then(|part| part.strip_suffix('>')) {
        let typed = |number: String| if brackets[0] == '[' { format!("{number} : {part}") } else { number };
        let (re, im) = (typed(float(rng, part, reach)), typed(float(rng, part, reach)));
        return format!("{}{re}, {im}{}", brackets[0], brackets[1]);
    }
    match ty {
        "index" => integer(rng, 64, reach),
        _ if ty.contains('f') => float(rng, ty, reach),
        _ => integer(rng, Shape::parse(ty).width(), reach),
    }
}

/// A literal of a type, without that.
pub fn literal(rng: &mut ChaCha8Rng, shape: &Shape, reach: Reach) -> String {
    if shape.kind.is_empty() {
        return scalar(rng, &shape.element, reach, ['[', ']']);
    }
    fn nested(rng: &mut ChaCha8Rng, extents: &[u64], element: &str, reach: Reach) -> String {
        let Some((extent, inner)) = extents.split_first() else {
            return scalar(rng, element, reach, ['(', ')']);
        };
        let all: Vec<String> = (0..*extent).map(|_| nested(rng, inner, element, reach)).collect();
        format!("[{}]", all.join(", "))
    }
    format!("dense<{}>", nested(rng, &shape.extents, &shape.element, reach))
}
