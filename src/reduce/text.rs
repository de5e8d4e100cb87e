//! Smaller numbers in a program's text: extents of types and integers wherever they stand, in attributes and affine maps of any
//! dialect too. An extent is changed everywhere at once, as what is 10 in one type tends to be the same 10 in the next.

use super::literal::cropped;
use std::collections::BTreeSet;
use std::ops::Range;

/// Programs with smaller numbers, the largest number first.
pub fn smaller_numbers(text: &str) -> Vec<String> {
    let found = numbers(text);
    let values: BTreeSet<u64> = found.iter().map(|number| number.value).filter(|value| *value > 1).collect();
    let mut smaller = Vec::new();
    for value in values.into_iter().rev() {
        let own: Vec<&NumberInText> = found.iter().filter(|number| number.value == value).collect();
        let mut goals = vec![1, 2, value / 2, value - 1];
        goals.retain(|goal| *goal < value && *goal > 0);
        goals.dedup();
        for goal in goals {
            let mut sets: Vec<Vec<&NumberInText>> = vec![own.clone()];
            let part = |extent: bool| {
                own.iter().copied().filter(move |number| number.extent == extent).collect::<Vec<_>>()
            };
            sets.extend(
                [part(true), part(false)]
                    .into_iter()
                    .filter(|part| !part.is_empty() && part.len() < own.len()),
            );
            // An extent at one place of types of one rank flows through them, whatever is as large by chance.
            let places: BTreeSet<(usize, usize)> = own.iter().filter_map(|number| number.of_rank).collect();
            if places.len() > 1 {
                let at = |place: &(usize, usize)| {
                    own.iter().copied().filter(|number| number.of_rank == Some(*place)).collect()
                };
                sets.extend(places.iter().map(at));
            }
            for set in sets {
                let made = replaced(text, &set, goal);
                // Constants are cut to what their types have room for then, at either end.
                let [first, last] = [false, true].map(|from_end| cropped(&made, from_end));
                if last != first {
                    smaller.push(last);
                }
                smaller.push(first);
            }
        }
    }
    smaller
}

/// The amount of text to read: characters, and the size of each number.
pub fn weight(text: &str) -> u64 {
    let sizes =
        numbers(text).iter().map(|number| u64::from(u64::BITS - number.value.leading_zeros())).sum::<u64>();
    text.len() as u64 + sizes
}

fn replaced(text: &str, numbers: &[&NumberInText], goal: u64) -> String {
    let (mut changed, mut from) = (String::new(), 0);
    for number in numbers {
        changed += &text[from..number.place.start];
        changed += &goal.to_string();
        from = number.place.end;
    }
    changed + &text[from..]
}

struct NumberInText {
    place: Range<usize>,
    value: u64,
    /// True of an extent of a type: `10` in `tensor<10x?xi32>`.
    extent: bool,
    /// The rank of that type, as far as its extents are numbers, and which of them it is.
    of_rank: Option<(usize, usize)>,
}

/// Integers of a text; no part of a name, of a float, or of what stands in quotation marks or a comment.
fn numbers(text: &str) -> Vec<NumberInText> {
    let mut found = found_in(text);
    let mut begin = 0;
    while begin < found.len() {
        let next = |at: usize| {
            found[at].extent && found[at - 1].extent && found[at].place.start == found[at - 1].place.end + 1
        };
        let rank = (begin + 1..found.len()).take_while(|at| next(*at)).count() + 1;
        if found[begin].extent {
            for place in 0..rank {
                found[begin + place].of_rank = Some((rank, place));
            }
        }
        begin += rank;
    }
    found
}

fn found_in(text: &str) -> Vec<NumberInText> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    // True while the last word was an extent and its `x`.
    let mut chain = false;
    while at < bytes.len() {
        let start = at;
        let before = start.checked_sub(1).map_or(b' ', |place| bytes[place]);
        match bytes[at] {
            b'"' => at = text[at + 1..].find('"').map_or(bytes.len(), |end| at + end + 2),
            b'/' if text[at..].starts_with("//") => {
                at = text[at..].find('\n').map_or(bytes.len(), |end| at + end)
            }
            b'?' => {
                chain = bytes.get(at + 1) == Some(&b'x');
                at += 1 + usize::from(chain);
                continue;
            }
            b'0'..=b'9' => {
                while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                let next = bytes.get(at).copied().unwrap_or(b' ');
                let extent =
                    next == b'x' && text[start..at] != *"0" && (chain || matches!(before, b'<' | b'['));
                let named = before.is_ascii_alphanumeric() || b"_%#^@.$!".contains(&before);
                let exponent = matches!(before, b'+' | b'-') && text[..start - 1].ends_with('e');
                let float = exponent || next == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                let plain = !named && !float && !next.is_ascii_alphanumeric() && next != b'_';
                if let (Ok(value), true) = (text[start..at].parse(), extent || plain) {
                    found.push(NumberInText { place: start..at, value, extent, of_rank: None });
                }
                at += usize::from(extent);
                chain = extent;
                continue;
            }
            _ => at += 1,
        }
        chain = false;
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<(u64, bool)> {
        numbers(text).into_iter().map(|number| (number.value, number.extent)).collect()
    }

    #[test]
    fn numbers_are_extents_and_integers_and_no_names() {
        assert_eq!(values("tensor<2x?x13xi32>"), [(2, true), (13, true)]);
        assert_eq!(
            values("%10 = f @g2(%arg3#1) {a = 4 : i32, b = dense<[5, -6]>}"),
            [(4, false), (5, false), (6, false)]
        );
        assert_eq!(values("1.5e3 \"7\" // 8\n^bb9 #map1 !t.shape<3> 0x1F"), [(3, false)]);
        assert_eq!(values("affine_map<(d0) -> (d0 + 12)>"), [(12, false)]);
        assert_eq!(values("f32 1.000000e+00 memref<4x!llvm.ptr>"), [(4, true)]);
    }

    #[test]
    fn an_extent_shrinks_everywhere_at_once() {
        let smaller = smaller_numbers("tensor<9xi32> to 9 tensor<9x?xf32>");
        assert_eq!(smaller[0], "tensor<1xi32> to 1 tensor<1x?xf32>");
        assert!(smaller.contains(&"tensor<4xi32> to 9 tensor<4x?xf32>".to_owned()), "{smaller:?}");
        assert!(smaller.contains(&"tensor<9xi32> to 8 tensor<9x?xf32>".to_owned()), "{smaller:?}");
        assert_eq!(smaller_numbers("i32 1 0"), [""; 0]);
    }

    #[test]
    fn an_extent_shrinks_at_its_place_too() {
        let smaller = smaller_numbers("tensor<4x2xi8> tensor<4x?xi8> shape<4> tensor<4xindex>");
        assert!(
            smaller.contains(&"tensor<1x2xi8> tensor<4x?xi8> shape<4> tensor<4xindex>".to_owned()),
            "{smaller:?}"
        );
        let same = smaller_numbers("tensor<4x3xi8> tensor<4x3xi32>");
        assert!(same.contains(&"tensor<1x3xi8> tensor<1x3xi32>".to_owned()), "{same:?}");
    }

    #[test]
    fn smaller_numbers_weigh_less() {
        assert!(weight("a 7") > weight("a 1"));
        assert!(weight("a 1") > weight("a 0"));
    }
}
