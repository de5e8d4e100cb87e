//! A program of MLIR 22 in an older spelling. Generated programs are kept in both; what was reduced, or written by somebody, is one
//! text. Only what is the same operation in both versions is respelled: a constant's attribute, and the shift of a product, which
//! became an operand. Programs that differ otherwise are refused by 19's parser, and stay untried. It is a change of text since no
//! version reads both spellings: the older one, which is asked, has no module to change.

use crate::version::Syntax;

/// The text in this spelling; none where nothing in it is spelled otherwise.
pub fn respelled(text: &str, syntax: Syntax) -> Option<String> {
    match syntax {
        Syntax::V19 => for_19(text),
        Syntax::V22 => None,
    }
}

fn for_19(text: &str) -> Option<String> {
    let mut changed = false;
    let lines = text.lines().map(|line| match constant(line).or_else(|| product(line, text)) {
        Some(respelled) => {
            changed = true;
            respelled
        }
        None => line.to_owned(),
    });
    let lines: Vec<String> = lines.collect();
    changed.then(|| lines.join("\n") + "\n")
}

fn constant(line: &str) -> Option<String> {
    let (start, rest) = line.split_once("\"tosa.const\"() <{values = ")?;
    Some(format!("{start}\"tosa.const\"() <{{value = {rest}"))
}

/// `tosa.mul %a, %b, %s : (A, B, tensor<1xi8>) -> C`, where %s is a constant of one element.
fn product(line: &str, text: &str) -> Option<String> {
    let (start, rest) = line.split_once(" = tosa.mul ")?;
    let (operands, types) = rest.split_once(" : (")?;
    let [a, b, shift] = operands.split(", ").collect::<Vec<_>>()[..] else { return None };
    let (arguments, result) = types.split_once(", tensor<1xi8>) -> ")?;
    let defined = format!("{shift} = \"tosa.const\"() <{{values = dense<");
    let number = text.lines().find_map(|line| line.trim_start().strip_prefix(&defined))?;
    let number = number.split_once('>')?.0.trim_matches(['[', ']']);
    number.parse::<i8>().ok()?;
    Some(format!("{start} = tosa.mul {a}, {b} {{shift = {number} : i8}} : ({arguments}) -> {result}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_products_are_respelled() {
        let text = "  %s = \"tosa.const\"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>\n  \
                    %2 = tosa.mul %0, %1, %s : (tensor<2xi32>, tensor<2xi32>, tensor<1xi8>) -> tensor<2xi32>\n";
        let respelled = for_19(text).unwrap();
        assert!(respelled.contains("<{value = dense<3>"), "{respelled}");
        let product =
            "  %2 = tosa.mul %0, %1 {shift = 3 : i8} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>";
        assert_eq!(respelled.lines().last(), Some(product));
        assert_eq!(for_19("%0 = arith.addi %a, %b : i32\n"), None);
        assert_eq!(
            for_19("%2 = tosa.mul %0, %1, %s : (i, i, tensor<1xi8>) -> i"),
            None,
            "nobody knows the shift"
        );
    }
}
