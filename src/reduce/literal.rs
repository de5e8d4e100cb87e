//! Constant elements in a program's text: one value for all of them, and no more of them than their type has room for.

use std::collections::BTreeSet;
use std::ops::Range;

/// So many values of a constant are tried in the place of all.
const VALUES: usize = 12;

/// Programs in which one constant has one of its values everywhere.
pub fn splats(text: &str) -> Vec<String> {
    let mut made = Vec::new();
    for ConstantElements { place, .. } in literals(text) {
        let inside = &text[place.clone()];
        let mut seen = BTreeSet::new();
        let values = inside.split(['[', ']', ',']).map(str::trim).filter(|value| !value.is_empty());
        let values = values.filter(|value| seen.insert(value.to_owned())).take(VALUES);
        made.extend(values.map(|value| format!("{}{value}{}", &text[..place.start], &text[place.end..])));
    }
    made
}

/// The text with constants cut to the extents of their types; from the end the last of their elements stay, else the first.
pub fn cropped(text: &str, from_end: bool) -> String {
    let (mut made, mut from) = (String::new(), 0);
    for ConstantElements { place, shape } in literals(text) {
        made += &text[from..place.start];
        made += &crop(&text[place.clone()], &shape, from_end);
        from = place.end;
    }
    made + &text[from..]
}

/// The elements of a constant that are written one by one.
struct ConstantElements {
    /// From the first bracket to behind the last.
    place: Range<usize>,
    /// The extents of its type, as far as they are found.
    shape: Vec<usize>,
}

fn literals(text: &str) -> Vec<ConstantElements> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("dense<[") {
        let start = at + word.len() - 1;
        let mut depth = 0;
        let end = text[start..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '[') - i32::from(*c == ']');
            depth == 0
        });
        let Some((length, _)) = end else { continue };
        let end = start + length + 1;
        let behind = text[end..].strip_prefix("> : ").and_then(|rest| rest.split_once('<'));
        // A global has its type before.
        let before = text[..at].strip_suffix("> = ").and_then(|rest| rest.rsplit_once('<'));
        let extents = behind.or(before).map_or("", |(_, extents)| extents);
        found.push(ConstantElements { place: start..end, shape: shape(extents) });
    }
    found
}

/// The extents a type begins with, `2x3xf32`.
fn shape(text: &str) -> Vec<usize> {
    text.split('x').map_while(|extent| extent.parse().ok()).collect()
}

fn crop(list: &str, shape: &[usize], from_end: bool) -> String {
    let (Some((count, inner)), Some(inside)) =
        (shape.split_first(), list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')))
    else {
        return list.to_owned();
    };
    let elements = elements(inside);
    let first = if from_end { elements.len().saturating_sub(*count) } else { 0 };
    let kept = elements.iter().skip(first).take(*count).map(|element| crop(element, inner, from_end));
    format!("[{}]", kept.collect::<Vec<_>>().join(", "))
}

/// The texts between the commas of a list, as far as they are its own.
fn elements(inside: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        if c == ',' && depth == 0 {
            found.push(inside[from..at].trim());
            from = at + 1;
        }
    }
    found.push(inside[from..].trim());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_stands_for_all() {
        let made = splats("dense<[[1, 2], [1, -0.5]]> : tensor<2x2xf32> dense<7> : tensor<2xi32>");
        let rest = "> : tensor<2x2xf32> dense<7> : tensor<2xi32>";
        assert_eq!(made, ["1", "2", "-0.5"].map(|value| format!("dense<{value}{rest}")));
    }

    #[test]
    fn what_a_type_has_no_room_for_goes() {
        let text = "dense<[[1, 2, 3], [4, 5, 6]]> : tensor<1x2xi32>";
        assert_eq!(cropped(text, false), "dense<[[1, 2]]> : tensor<1x2xi32>");
        assert_eq!(cropped(text, true), "dense<[[5, 6]]> : tensor<1x2xi32>");
        let global = "memref.global @g : memref<1xi32> = dense<[8, 9]>";
        assert_eq!(cropped(global, false), "memref.global @g : memref<1xi32> = dense<[8]>");
        let fits = "dense<[1, 2]> : vector<2xi8> dense<0> : tensor<3xi8>";
        assert_eq!(cropped(fits, true), fits);
    }
}
