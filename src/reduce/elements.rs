//! Plain element types in a program's text: 32-bit integers and floats for what is wider, narrower or odd. A type is changed
//! everywhere at once, with the integer its bits are printed as.

use super::question::Candidate;
use crate::observe::Element;
use std::collections::BTreeSet;
use std::ops::Range;

/// The types that every reader knows.
const PLAIN: [&str; 4] = ["i1", "i32", "i64", "f32"];
/// The extra weight of another type, each time it is named.
const ODD: u64 = 4;

/// The weight of types that are not plain.
pub fn weight(text: &str) -> u64 {
    ODD * types(text).iter().filter(|place| !PLAIN.contains(&&text[(*place).clone()])).count() as u64
}

/// The candidate with a plain type for another one, for each there is.
pub fn plainer(candidate: &Candidate) -> Vec<Candidate> {
    let text = &candidate.program;
    let places = types(text);
    let odd: BTreeSet<&str> =
        places.iter().map(|place| &text[place.clone()]).filter(|word| !PLAIN.contains(word)).collect();
    let mut found = Vec::new();
    for word in odd {
        let float = word.contains('f');
        let width: String = word.chars().filter(char::is_ascii_digit).collect();
        let mut changes = vec![vec![(word.to_owned(), if float { "f32" } else { "i32" })]];
        if float {
            // Its bits are printed as an integer of its width.
            let mut both = changes[0].clone();
            both.push((format!("i{width}"), "i32"));
            changes.insert(0, both);
        }
        for change in changes {
            let program = changed(text, &places, &change);
            let printed = candidate.printed.iter().map(|element| plain(*element, &change)).collect();
            found.push(Candidate { program, printed, path: candidate.path.clone() });
        }
    }
    found
}

fn changed(text: &str, places: &[Range<usize>], change: &[(String, &str)]) -> String {
    let (mut made, mut from) = (String::new(), 0);
    for place in places {
        if let Some((_, to)) = change.iter().find(|(word, _)| *word == text[place.clone()]) {
            made += &text[from..place.start];
            made += to;
            from = place.end;
        }
    }
    made + &text[from..]
}

fn plain(element: Element, change: &[(String, &str)]) -> Element {
    match change.iter().find(|(word, _)| word == element.name()) {
        Some((_, "f32")) => Element::F32,
        Some(_) => Element::I32,
        None => element,
    }
}

/// The places of integer and float types; no part of a name, a quotation or a comment counts.
fn types(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'"' {
            at = text[at + 1..].find('"').map_or(bytes.len(), |end| at + end + 2);
            continue;
        }
        if bytes[at] == b'/' && byte(at + 1) == b'/' {
            at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
            continue;
        }
        let before = |back: usize| at.checked_sub(back).map_or(b' ', byte);
        let extent = before(1) == b'x' && (before(2).is_ascii_digit() || b"?]".contains(&before(2)));
        let begins = extent || !(before(1).is_ascii_alphanumeric() || b"_%@#!^$.".contains(&before(1)));
        let letters = match bytes[at] {
            b'i' | b'f' => 1,
            b'b' if byte(at + 1) == b'f' => 2,
            _ => 0,
        };
        let mut end = at + letters;
        while byte(end).is_ascii_digit() {
            end += 1;
        }
        let ends = !(byte(end).is_ascii_alphanumeric() || byte(end) == b'_');
        if letters > 0 && begins && ends && end > at + letters {
            found.push(at..end);
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::Split;

    fn words(text: &str) -> Vec<&str> {
        types(text).into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn types_are_told_from_names() {
        assert_eq!(words("tensor<2x?x13xi8> f64 memref<?xbf16, 1>"), ["i8", "f64", "bf16"]);
        assert_eq!(words("%i8 = @f32(\"i16\") // i4\n^f16 max_i8 i8x #i1 if2"), [""; 0]);
        assert_eq!(words("(i16) -> vector<[4]xf16>"), ["i16", "f16"]);
    }

    #[test]
    fn a_float_goes_with_the_integer_its_bits_are_printed_as() {
        let program = "tensor<2xbf16> tensor<2xi16> tensor<2xi64>".to_owned();
        let candidate = Candidate { program, printed: vec![Element::Bf16], path: Split::default() };
        let made = plainer(&candidate);
        assert_eq!(made[0].program, "tensor<2xf32> tensor<2xi32> tensor<2xi64>");
        assert_eq!(made[0].printed, [Element::F32]);
        assert!(made.iter().all(|made| weight(&made.program) < weight(&candidate.program)));
        assert_eq!(plainer(&Candidate { program: "i32 f32 i1 i64".into(), ..candidate }), []);
    }
}
