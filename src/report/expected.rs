//! The expected prints of a program, as the text that `reproduce.sh` holds outputs against: one line an element, in the order in which
//! stock print functions show them.
//!
//! | line | the printed number |
//! |---|---|
//! | `= 7` | is exactly this text; what follows is for people |
//! | `f32 0.9 1.1` | read as the bits of an f32, lies between these; `decimal` is a number as it stands |
//! | `nan f32` | read so, is NaN |
//! | `any` | may be anything |

use crate::judge::{Difference, Place};
use crate::observe::{Element, Expected, TypedOperation};
use crate::semantics::tensor::sign_extended;
use crate::semantics::{Float, Format};
use crate::words;
use std::fmt::Write as _;

/// The result of every path and that of the semantics, in one sentence; `operation` is the one that goes wrong, where it is
/// known. It gives none where they differ in more than values.
pub fn against(difference: &Difference, operation: Option<&TypedOperation>) -> Option<String> {
    let Difference { at: Place::Elements { .. }, one, other } = difference else { return None };
    let (right, wrong) = (words::value(one), words::value(other));
    let (whose, why) = match operation.map(|operation| operation.name.as_str()) {
        Some(name) => (name, format!("the definition of {name} comes to for the operands")),
        None => ("the program", "the definitions of its operations come to, one after the other,".to_owned()),
    };
    Some(format!(
        "Every lowering path tried gives {wrong}, the semantics of {whose} give {right}, because that is what {why} in the program above."
    ))
}

/// The error of stock print functions, as a fraction: six digits of a float in decimal.
const SIX_DIGITS: f64 = 1e-5;
/// The error of a program of awk, which has 53 bits for all numbers, in reading the bits of an f64, as a fraction.
const LOST_BITS: f64 = 1e-11;

/// The lines.
pub fn listed(expected: &[Expected]) -> String {
    let mut text =
        String::from("# What the reference semantics expect of each output, one line an element.\n");
    for (index, output) in expected.iter().enumerate() {
        // Writing to a String never fails.
        let _ = writeln!(text, "# output {index}, shape {:?}, holding {}", output.shape, output.held);
        if let Some(why) = &output.open {
            let why = words::unprescribed(why).replace(|c: char| c.is_control(), " ");
            let _ = writeln!(text, "# nothing is prescribed: {why}");
        }
        for place in 0..output.bits.len() {
            text += &element(output, place);
            text.push('\n');
        }
    }
    text
}

fn element(output: &Expected, place: usize) -> String {
    let printed = output.element;
    let bits = output.bits[place];
    // As two's complement, which is how print functions show integers.
    let exact = format!("= {}", sign_extended(bits, printed.bits()));
    if output.open.is_some() {
        return "any".to_owned();
    }
    let Some(format) = Format::of(output.held) else {
        return if printed == Element::I1 { "any".to_owned() } else { exact };
    };
    let value = format.decode(bits & (u64::MAX >> (64 - format.bits)));
    let mut float = Float { value, bound: output.bound(place) };
    let kind = if printed.is_float() { "decimal" } else { output.held.name() };
    // An output without a reader in the script can be told from its text alone.
    let readable = ["decimal", "f16", "bf16", "f32", "f64"].contains(&kind);
    match float.bound {
        f64::INFINITY => return "any".to_owned(),
        _ if value.is_nan() => return if readable { format!("nan {kind}") } else { "any".to_owned() },
        0.0 if kind != "decimal" => return format!("{exact} ({value:?})"),
        0.0 if value == 0.0 => return format!("= {value}"),
        0.0 if value.is_infinite() => return format!("= {value}"),
        _ if !readable => return "any".to_owned(),
        _ => {}
    }
    if kind == "decimal" {
        float = float.widened(value.abs() * SIX_DIGITS);
    } else if kind == "f64" {
        float = float.widened(value.abs() * LOST_BITS);
    }
    format!("{kind} {:e} {:e}", float.low(), float.high())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(output: Expected) -> Vec<String> {
        let text = listed(&[output]);
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    }

    #[test]
    fn each_kind_of_value_has_its_line() {
        let bits = [1.0f32, -0.0, f32::NAN, 2.0, 5.0, 0.0].map(|value| u64::from(value.to_bits())).to_vec();
        let bounds = vec![0.0, 0.0, 0.0, 0.5, f64::INFINITY, Float::EITHER_ZERO.bound];
        let floats =
            Expected { shape: vec![6], element: Element::I64, held: Element::F32, bits, bounds, open: None };
        let shown = lines(floats.clone());
        assert_eq!(shown[..3], ["= 1065353216 (1.0)", "= 2147483648 (-0.0)", "nan f32"]);
        assert!(shown[3].starts_with("f32 1.49999") && shown[3].contains(" 2.50000"), "{}", shown[3]);
        assert_eq!(shown[4..], ["any", "f32 -0e0 0e0"]);
        let decimal = lines(Expected { element: Element::F32, ..floats.clone() });
        assert!(decimal[0].starts_with("decimal 9.9998"), "{}", decimal[0]);
        assert_eq!(decimal[1..3], ["= -0", "nan decimal"]);
        let open = Expected { open: Some("why".to_owned().into()), ..floats };
        assert!(lines(open).iter().all(|line| line == "any"));
        let narrow = Expected {
            shape: vec![],
            element: Element::I8,
            held: Element::I8,
            bits: vec![0xff],
            bounds: vec![],
            open: None,
        };
        assert_eq!(lines(narrow), ["= -1"]);
    }
}
