//! Reading what stock runners print: the text of `printMemref*` and `vector.print`, back into bits.

use crate::observe::{Buffer, Cause, Element};
use crate::runtimes::print_functions::{PrintKind, shown_by};
use crate::runtimes::printing::Printing;
use crate::semantics::Format;

/// Facts about a program's output that its text tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Prints {
    /// The element type each print call hands over, as far as it is known: stock output alone does not say whether `2` is an
    /// integer or a float.
    calls: Vec<Option<Element>>,
    /// Words it prints beside its results (`vector.print str`), the longest first.
    words: Vec<String>,
}

impl Prints {
    /// Of this program.
    ///
    /// # Errors
    /// Some of what it prints besides cannot be told from its results.
    pub fn of(program: &str) -> Result<Prints, Cause> {
        let mut prints = Prints::default();
        // A number that nothing has ended yet: the next one would be read as its digits.
        let mut is_open = false;
        let mut is_main = true;
        for line in program.lines() {
            // A function that is declared is not called there.
            if line.contains("func ") {
                is_main = called(line).any(|name| name == "main");
                continue;
            }
            if let Some(shown) = called(line).find_map(shown_by) {
                let is_number = matches!(shown, PrintKind::Number(_));
                if is_open && is_number {
                    return Err(Cause::PrintsOneLine {});
                }
                is_open = is_number;
                prints.calls.extend(shown.is_output().then(|| shown.element()));
            } else if line.contains("return") {
                // A caller of another function may print more.
                if is_open && !is_main {
                    return Err(Cause::PrintsOneLine {});
                }
                is_open = false;
            } else if is_open && goes_on(line) {
                return Err(Cause::PrintsOneLine {});
            } else if let Some((_, rest)) = line.split_once("vector.print ") {
                prints.vector_print(rest.trim_start())?;
            }
        }
        prints.words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Ok(prints)
    }

    /// Reads the text that stands behind `vector.print`.
    fn vector_print(&mut self, rest: &str) -> Result<(), Cause> {
        if let Some(text) = rest.strip_prefix("str ") {
            let word = text.split('"').nth(1).unwrap_or_default();
            if word.contains('\\') || word.chars().all(is_of_numbers) {
                return Err(Cause::PrintsText(word.to_owned()));
            }
            self.words.push(word.to_owned());
            return Ok(());
        }
        let (value, mark) = rest.split_once("punctuation").unwrap_or((rest, "<newline>"));
        if mark.trim() != "<newline>" {
            return Err(Cause::PrintsOneLine {});
        }
        if let Some((_, ty)) = value.rsplit_once(':') {
            let ty = ty.trim();
            let ty = ty.strip_prefix("vector<").map_or(ty, |v| v.trim_end_matches('>'));
            self.calls.push(ty.rsplit('x').next().and_then(Element::parse));
        }
        Ok(())
    }
}

/// True of a line that prints, or that leads to what may print.
fn goes_on(line: &str) -> bool {
    let parts = ["vector.print ", ".br", "cond_br", ".yield"];
    line.trim_start().starts_with(['}', '^']) || parts.iter().any(|part| line.contains(part))
}

/// True if the character may stand in the text of a result.
fn is_of_numbers(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_digit() || "[](),.+-einfa".contains(c)
}

/// The symbols that a line names.
fn called(line: &str) -> impl Iterator<Item = &str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    line.split('@').skip(1).map(move |rest| &rest[..end(rest)])
}

/// The buffers a runner's standard output shows. `held` has the type that each of them holds, where that is known.
///
/// The order of calls in the program says nothing about that of the results, if some are in loops or branches.
///
/// # Errors
/// The first word that is no number, or nothing tells the types of results.
pub fn read(output: &str, prints: &Prints, held: &[Element]) -> Result<Vec<Buffer>, Cause> {
    let output = prints.words.iter().fold(output.to_owned(), |text, word| text.replace(word, "\n"));
    let (output, calls) = (output.as_str(), &prints.calls);
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
    // A call in a loop prints many times; where all print the same type it does not matter which one it was.
    let alike = calls.first().copied().filter(|first| calls.iter().all(|call| call == first)).flatten();
    if !fits && alike.is_none() && held.len() != found.len() && calls.iter().any(Option::is_some) {
        return Err(Cause::PrintsTypes {});
    }
    let shown = |i: usize| held.get(i).map(|element| shown_as(*element));
    let element = |i: usize| if fits { calls[i] } else { alike.or_else(|| shown(i)) };
    found.into_iter().enumerate().map(|(i, (sizes, text))| buffer(sizes, text, element(i))).collect()
}

/// The type that a print function shows where it is given values of this type.
fn shown_as(held: Element) -> Element {
    match held {
        Element::F64 => Element::F64,
        held if held.is_float() => Element::F32,
        _ => Element::I64,
    }
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

fn buffer(sizes: Option<Vec<u64>>, text: &str, element: Option<Element>) -> Result<Buffer, Cause> {
    let shape = sizes.unwrap_or_else(|| vector_shape(text));
    let separators = |c: char| c.is_whitespace() || "[](),".contains(c);
    let words: Vec<&str> = text.split(separators).filter(|w| !w.is_empty()).collect();
    let float = words.iter().any(|w| w.contains(['.', 'e', 'n']));
    let element = element.unwrap_or(if float { Element::F32 } else { Element::I64 });
    let unread = |word: &&str| Cause::PrintsWord { word: (*word).to_owned(), element };
    let bits = words.iter().map(|word| bits(word, element).ok_or_else(|| unread(word)));
    Ok(Buffer { shape, element, bits: bits.collect::<Result<_, _>>()? })
}

/// Brackets of `vector.print`: `( ( 1, 2 ), ( 3, 4 ) )` is 2x2; no bracket is a scalar.
fn vector_shape(text: &str) -> Vec<u64> {
    let (mut printing, mut shape) = (Printing::default(), Vec::new());
    for piece in text.split_inclusive(['(', ')', ',']) {
        let number = piece.trim_end_matches(['(', ')', ',']);
        if !number.trim().is_empty() {
            printing.number(Element::I64, 0);
        }
        match piece.chars().next_back() {
            Some('(') => printing.open(),
            Some(')') => shape = printing.close().map_or(shape, |vector| vector.shape),
            _ => {}
        }
    }
    shape
}

fn bits(word: &str, element: Element) -> Option<u64> {
    let Some(format) = Format::of(element) else {
        // Integers are kept zero-extended from their own width.
        return Some(word.parse::<i64>().map(|v| v as u64).or(word.parse()).ok()? & element.low_bits());
    };
    // Read as what it is: by way of a double it would be rounded twice.
    match element {
        Element::F32 => word.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
        _ => word.parse::<f64>().ok().map(|value| format.encode(format.round(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prints(calls: &[Element]) -> Prints {
        Prints { calls: calls.iter().copied().map(Some).collect(), words: Vec::new() }
    }

    #[test]
    fn memrefs_of_every_rank_are_read() {
        let output = "Unranked Memref base@ = 0x55 rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data = \n\
                      [[1,   -2], \n [3,   4]]\n\
                      Unranked Memref base@ = 0x55 rank = 0 offset = 0 sizes = [] strides = [] data = \n7\n\
                      Unranked Memref base@ = 0x55 rank = 1 offset = 0 sizes = [2] strides = [1] data = \n[1.5,  -0]\n";
        let read = read(output, &prints(&[Element::I64, Element::I64, Element::F32]), &[]).unwrap();
        assert_eq!(read.len(), 3);
        assert_eq!((read[0].shape.clone(), read[0].bits.clone()), (vec![2, 2], vec![1, -2i64 as u64, 3, 4]));
        assert_eq!((read[1].shape.clone(), read[1].bits.clone()), (vec![], vec![7]));
        assert_eq!(read[2].bits, [u64::from(1.5f32.to_bits()), u64::from((-0f32).to_bits())]);
    }

    #[test]
    fn vectors_and_scalars_are_read() {
        let prints = prints(&[Element::I64, Element::I32, Element::F16]);
        let read = read("( ( 1, 2, 3 ), ( 4, 5, 6 ) )\n-5\n1.5\n", &prints, &[]).unwrap();
        assert_eq!(read[0].shape, [2, 3]);
        assert_eq!(read[0].bits, [1, 2, 3, 4, 5, 6]);
        assert_eq!((read[1].shape.clone(), read[1].bits.clone()), (vec![], vec![0xffff_fffb]));
        assert_eq!(read[2].bits, [0x3e00]);
    }

    #[test]
    fn calls_in_branches_say_nothing_about_the_order() {
        let calls = prints(&[Element::F32, Element::I64, Element::I64]);
        let own = |held: &[Element]| read("-2\n-2\n", &calls, held);
        let types = own(&[Element::F32, Element::I64]).expect("the types are known");
        let minus_two = [u64::from((-2f32).to_bits()), -2i64 as u64];
        assert_eq!(types.iter().map(|buffer| buffer.bits[0]).collect::<Vec<_>>(), minus_two);
        assert_eq!(own(&[]), Err(Cause::PrintsTypes {}), "-2 is an integer, or a float");
    }

    #[test]
    fn print_calls_say_what_they_print() {
        let program = "func.func private @printMemrefI64(tensor<*xi64>)\n call @printMemrefI64(%0) : ()\n \
                       vector.print %1 : vector<4xf32>\n func.call @printNewline() : () -> ()\n call @printMemrefF32(%2)";
        assert_eq!(Prints::of(program), Ok(prints(&[Element::I64, Element::F32, Element::F32])));
    }

    #[test]
    fn words_between_results_are_no_results() {
        let program = "vector.print str \"x = \"\nvector.print %c : i64\nvector.print punctuation <newline>";
        let words = Prints::of(program).unwrap();
        let read = read("x = 52\n\nx = 7\n", &words, &[]).unwrap();
        assert_eq!(read.iter().map(|buffer| buffer.bits[0]).collect::<Vec<_>>(), [52, 7]);
        let odd = Cause::PrintsWord { word: "y".into(), element: Element::I64 };
        assert_eq!(super::read("y = 52\n", &words, &[]), Err(odd));
        assert_eq!(Prints::of("vector.print str \"12\""), Err(Cause::PrintsText("12".into())));
        assert!(Prints::of("vector.print %c : i64 punctuation <comma>").is_err());
    }

    #[test]
    fn numbers_that_nothing_parts_are_not_read() {
        let (number, newline) = ("call @printI64(%0) : (i64) -> ()\n", "call @printNewline() : () -> ()\n");
        let read = |parts: &[&str]| Prints::of(&parts.concat()).map(|prints| prints.calls.len());
        assert_eq!(read(&[number, newline, number, newline, "return\n"]), Ok(2));
        assert_eq!(read(&[number, "return\n}\n"]), Ok(1), "the only one");
        let (main, other) = ("func.func @main() {\n", "func.func private @other() {\n");
        assert_eq!(read(&[main, number, "return\n}\n"]), Ok(1), "nobody calls it twice");
        let run_on = Err(Cause::PrintsOneLine {});
        assert_eq!(read(&[other, number, "return\n}\n"]), run_on, "it may be called twice");
        assert_eq!(read(&[number, number, newline]), run_on);
        assert_eq!(read(&["scf.for {\n", number, "}\n"]), run_on, "twelve may be one and two");
        assert_eq!(read(&[number, "cf.br ^bb1\n"]), run_on);
        assert_eq!(read(&[number, "vector.print %c : i64\n"]), run_on);
    }
}
