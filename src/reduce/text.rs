//! Numbers in text: how much there is to read, and numbers of types and attributes that are nothing but their text.

use std::ops::Range;

/// The amount of text to read: characters, and the size of each number.
pub fn weight(text: &str) -> u64 {
    let size = |value: u64| u64::from(u64::BITS - value.leading_zeros());
    text.len() as u64 + numbers(text).iter().map(|(_, value)| size(*value)).sum::<u64>()
}

/// The text with other numbers.
pub fn renumbered(text: &str, mut other: impl FnMut(u64) -> u64) -> String {
    let (mut made, mut from) = (String::new(), 0);
    for (place, value) in numbers(text) {
        made += &text[from..place.start];
        made += &other(value).to_string();
        from = place.end;
    }
    made + &text[from..]
}

/// Integers of a text with their places; no part of a name, of a float, or of what stands in quotation marks or a comment.
fn numbers(text: &str) -> Vec<(Range<usize>, u64)> {
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
                    found.push((start..at, value));
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

    fn values(text: &str) -> Vec<u64> {
        numbers(text).into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn numbers_are_extents_and_integers_and_no_names() {
        assert_eq!(values("tensor<2x?x13xi32>"), [2, 13]);
        assert_eq!(values("%10 = f @g2(%arg3#1) {a = 4 : i32, b = dense<[5, -6]>}"), [4, 5, 6]);
        assert_eq!(values("1.5e3 \"7\" // 8\n^bb9 #map1 !t.shape<3> 0x1F"), [3]);
        assert_eq!(values("affine_map<(d0) -> (d0 + 12)>"), [12]);
        assert_eq!(values("f32 1.000000e+00 memref<4x!llvm.ptr>"), [4]);
    }

    #[test]
    fn numbers_change_in_their_places() {
        assert_eq!(renumbered("!t.a2<12, -9>", |value| value / 3), "!t.a2<4, -3>");
    }

    #[test]
    fn smaller_numbers_weigh_less() {
        assert!(weight("a 7") > weight("a 1"));
        assert!(weight("a 1") > weight("a 0"));
    }
}
