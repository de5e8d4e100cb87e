//! Reading what stock runners print: the text of `printMemref*` and `vector.print`, back into bits.

use crate::observe::{Buffer, Element};

/// The element type each print call of `program` hands over, as far as its text tells: stock output alone
/// does not say whether `2` is an integer or a float.
pub fn print_calls(program: &str) -> Vec<Option<Element>> {
    let calls =
        program.lines().filter(|line| !line.contains("func private") && !line.contains("printNewline"));
    calls
        .filter_map(|line| {
            if let Some((_, rest)) = line.split_once("@printMemref") {
                return Some(suffix(rest));
            }
            if let Some((_, rest)) = line.split_once("call @print") {
                return Some(suffix(rest));
            }
            let (_, rest) = line.split_once("vector.print ")?;
            let ty = rest.rsplit(':').next()?.trim();
            let ty = ty.strip_prefix("vector<").map_or(ty, |v| v.trim_end_matches('>'));
            Some(Element::parse(ty.rsplit('x').next()?))
        })
        .collect()
}

fn suffix(rest: &str) -> Option<Element> {
    let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
    match word.as_str() {
        "Ind" => Some(Element::Index),
        "U64" => Some(Element::I64),
        other => Element::parse(&other.to_ascii_lowercase()),
    }
}

/// The buffers a runner's standard output shows, with element types from `calls` where they fit.
pub fn read(output: &str, calls: &[Option<Element>]) -> Vec<Buffer> {
    let mut found = Vec::new();
    let mut rest = output;
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let (sizes, text, after) = if rest.starts_with("Unranked Memref") {
            let (head, data) = rest.split_once("data =").unwrap_or((rest, ""));
            let next = data.find("Unranked Memref").unwrap_or(data.len());
            let (own, after) = memref_text(&data[..next]);
            (Some(extents(head)), own, &rest[rest.len() - data.len() + after..])
        } else {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            (None, line, after)
        };
        found.push((sizes, text));
        rest = after;
    }
    let fits = calls.len() == found.len();
    let element = |i: usize| if fits { calls[i] } else { None };
    found.into_iter().enumerate().map(|(i, (sizes, text))| buffer(sizes, text, element(i))).collect()
}

/// The data of one memref and where it ends: at its last closing bracket, or with its line for rank 0.
fn memref_text(data: &str) -> (&str, usize) {
    let mut depth = 0usize;
    for (at, c) in data.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (&data[..=at], at + 1);
                }
            }
            '\n' if depth == 0 && !data[..at].trim().is_empty() => return (&data[..at], at),
            _ => {}
        }
    }
    (data, data.len())
}

fn extents(head: &str) -> Vec<u64> {
    let list = head.split_once("sizes = [").and_then(|(_, r)| r.split_once(']')).map_or("", |(l, _)| l);
    list.split(',').filter_map(|n| n.trim().parse().ok()).collect()
}

fn buffer(sizes: Option<Vec<u64>>, text: &str, element: Option<Element>) -> Buffer {
    let shape = sizes.unwrap_or_else(|| vector_shape(text));
    let separators = |c: char| c.is_whitespace() || "[](),".contains(c);
    let words: Vec<&str> = text.split(separators).filter(|w| !w.is_empty()).collect();
    let float = words.iter().any(|w| w.contains(['.', 'e', 'n']));
    let element = element.unwrap_or(if float { Element::F32 } else { Element::I64 });
    Buffer { shape, element, bits: words.iter().map(|w| bits(w, element)).collect() }
}

/// Brackets of `vector.print`: `( ( 1, 2 ), ( 3, 4 ) )` is 2x2; no bracket is a scalar.
fn vector_shape(text: &str) -> Vec<u64> {
    let (mut counts, mut open): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for c in text.chars() {
        match c {
            '(' => open.push(1),
            ',' => {
                if let Some(last) = open.last_mut() {
                    *last += 1;
                }
            }
            ')' => {
                let Some(count) = open.pop() else { continue };
                let level = open.len();
                if counts.len() <= level {
                    counts.resize(level + 1, 0);
                }
                counts[level] = count;
            }
            _ => {}
        }
    }
    counts
}

fn bits(word: &str, element: Element) -> u64 {
    match element {
        Element::F32 => word.parse::<f32>().map_or(u64::MAX, |v| u64::from(v.to_bits())),
        Element::F64 => word.parse::<f64>().map_or(u64::MAX, f64::to_bits),
        Element::F16 | Element::Bf16 => word.parse::<f32>().map_or(u64::MAX, |v| u64::from(v.to_bits())),
        _ => word.parse::<i64>().map(|v| v as u64).or(word.parse()).unwrap_or(u64::MAX) & mask(element),
    }
}

/// Integers are kept zero-extended from their own width.
fn mask(element: Element) -> u64 {
    u64::MAX >> (64 - element.bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memrefs_of_every_rank_are_read() {
        let output = "Unranked Memref base@ = 0x55 rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data = \n\
                      [[1,   -2], \n [3,   4]]\n\
                      Unranked Memref base@ = 0x55 rank = 0 offset = 0 sizes = [] strides = [] data = \n7\n\
                      Unranked Memref base@ = 0x55 rank = 1 offset = 0 sizes = [2] strides = [1] data = \n[1.5,  -0]\n";
        let calls = [Some(Element::I64), Some(Element::I64), Some(Element::F32)];
        let read = read(output, &calls);
        assert_eq!(read.len(), 3);
        assert_eq!((read[0].shape.clone(), read[0].bits.clone()), (vec![2, 2], vec![1, -2i64 as u64, 3, 4]));
        assert_eq!((read[1].shape.clone(), read[1].bits.clone()), (vec![], vec![7]));
        assert_eq!(read[2].bits, [u64::from(1.5f32.to_bits()), u64::from((-0f32).to_bits())]);
    }

    #[test]
    fn vectors_and_scalars_are_read() {
        let read = read("( ( 1, 2, 3 ), ( 4, 5, 6 ) )\n-5\n", &[Some(Element::I64), Some(Element::I32)]);
        assert_eq!(read[0].shape, [2, 3]);
        assert_eq!(read[0].bits, [1, 2, 3, 4, 5, 6]);
        assert_eq!((read[1].shape.clone(), read[1].bits.clone()), (vec![], vec![0xffff_fffb]));
    }

    #[test]
    fn print_calls_say_what_they_print() {
        let program = "func.func private @printMemrefI64(tensor<*xi64>)\n call @printMemrefI64(%0) : ()\n \
                       vector.print %1 : vector<4xf32>\n func.call @printNewline() : () -> ()\n call @printMemrefF32(%2)";
        assert_eq!(print_calls(program), [Some(Element::I64), Some(Element::F32), Some(Element::F32)]);
    }
}
