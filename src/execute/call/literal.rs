//! Values of arguments as a person writes them: numbers, and lists of values in brackets.

use crate::judge::decimal;
use crate::observe::Element;
use crate::semantics::Format;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The deepest nesting that is read: more dimensions than any type of MLIR that is printed here has.
const DEEPEST: usize = 64;

/// A value: a number as it is written, or a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Literal {
    /// A number.
    Number(String),
    /// A list of values.
    List(Vec<Literal>),
}

impl Literal {
    /// Numbers, row by row, as a value of these extents. Numbers of several parts are all in one list.
    pub fn of(numbers: &[String], extents: &[u64]) -> Literal {
        let all = || numbers.iter().cloned().map(Literal::Number);
        match (numbers, extents) {
            ([number], []) => Literal::Number(number.clone()),
            (_, [extent, inner @ ..])
                if numbers.len() as u64 == extents.iter().product::<u64>() && !inner.is_empty() =>
            {
                let rows = numbers.chunks((numbers.len() / (*extent).max(1) as usize).max(1));
                Literal::List(rows.map(|row| Literal::of(row, inner)).collect())
            }
            _ => Literal::List(all().collect()),
        }
    }

    /// The values that commas or line breaks part. A line's rest behind `//` is a comment.
    ///
    /// # Errors
    /// A sentence with the line that is wrong.
    pub fn several(text: &str) -> Result<Vec<Literal>, String> {
        let mut reader = LiteralReader { lines: text.lines().enumerate(), words: Vec::new(), line: 0 };
        let mut values = Vec::new();
        // A comma wants a value on either side, and a line break ends a value.
        let (mut parted, mut wanted) = (true, false);
        while let Some(word) = reader.next() {
            match word {
                Word::End if wanted => {}
                Word::End => parted = true,
                Word::Comma if wanted || values.is_empty() => return Err(reader.wrong("a value is missing")),
                Word::Comma => (parted, wanted) = (true, true),
                _ if !parted => return Err(reader.wrong("a comma belongs between two values")),
                word => {
                    values.push(reader.value(word, 0)?);
                    (parted, wanted) = (false, false);
                }
            }
        }
        if wanted { Err(reader.wrong("a value is missing")) } else { Ok(values) }
    }

    /// The extents of the value; nothing of a number.
    ///
    /// # Errors
    /// Lists beside each other are of different lengths.
    pub fn extents(&self) -> Result<Vec<u64>, String> {
        let Literal::List(values) = self else { return Ok(Vec::new()) };
        let mut extents = vec![values.len() as u64];
        let Some((first, others)) = values.split_first() else { return Ok(extents) };
        let inner = first.extents()?;
        if others.iter().any(|other| other.extents().as_ref() != Ok(&inner)) {
            return Err(format!("{self} has rows of different lengths"));
        }
        extents.extend(inner);
        Ok(extents)
    }

    /// The numbers of the value, row by row.
    pub fn numbers(&self) -> Vec<&str> {
        match self {
            Literal::Number(number) => vec![number],
            Literal::List(values) => values.iter().flat_map(Literal::numbers).collect(),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Number(number) => f.write_str(number),
            Literal::List(values) => {
                let values: Vec<String> = values.iter().map(Literal::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

/// The decimal of an element that is spelt for MLIR, as it is held.
pub fn held(spelt: &str, element: Element) -> String {
    let Some(format) = Format::of(element) else { return spelt.to_owned() };
    let bits = match spelt.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => spelt.parse().ok().map(|value| format.encode(format.round(value))),
    };
    bits.map_or_else(|| spelt.to_owned(), |bits| decimal(element, bits))
}

/// A number of a type as MLIR's attributes spell it: of an integer its bits as a signed number, of a float a decimal, or its bits
/// where no decimal tells it.
///
/// # Errors
/// The type has no such number.
pub fn spelt(number: &str, element: Element) -> Result<String, String> {
    let refuse = |why: &str| format!("{number} is no {element}: {why}");
    let hexadecimal = number.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
    if let Some(format) = Format::of(element) {
        let bits = match hexadecimal {
            Some(bits) => bits.ok().filter(|bits| format.bits == 64 || *bits >> format.bits == 0),
            None => {
                let value: f64 =
                    number.parse().map_err(|_| refuse("use a decimal, inf, nan, or bits as 0x7fc0"))?;
                let held = format.round(value);
                if value.is_infinite() && !held.is_infinite() {
                    return Err(refuse("the type has no infinity"));
                }
                if value.is_finite() {
                    if !held.is_finite() {
                        return Err(refuse("it is too large"));
                    }
                    let shortest = format!("{value:e}");
                    // MLIR asks for a point.
                    return Ok(match shortest.contains('.') {
                        true => shortest,
                        false => shortest.replace('e', ".0e"),
                    });
                }
                Some(match value.is_nan() {
                    true => format.encode(value),
                    false => format.encode(value.abs()) | u64::from(value < 0.0) << (format.bits - 1),
                })
            }
        };
        let bits = bits.ok_or_else(|| refuse("that is more bits than it has"))?;
        return Ok(format!("0x{bits:0width$X}", width = format.bits as usize / 4));
    }
    let bits = element.bits();
    let value = match (number, hexadecimal) {
        ("true", _) if bits == 1 => 1,
        ("false", _) => 0,
        (_, Some(hexadecimal)) => hexadecimal.map(i128::from).map_err(|_| refuse("use at most 16 digits"))?,
        _ => number.parse::<i128>().map_err(|_| refuse("use a decimal, or bits as 0xff"))?,
    };
    if !(-(1i128 << (bits - 1))..1i128 << bits).contains(&value) {
        return Err(refuse(&format!("{bits} bits do not hold it")));
    }
    if bits == 1 {
        return Ok((value != 0).to_string());
    }
    let signed = if value >> (bits - 1) == 1 { value - (1i128 << bits) } else { value };
    Ok(signed.to_string())
}

enum Word {
    Open,
    Close,
    Comma,
    End,
    Number(String),
}

/// Reads words line by line.
struct LiteralReader<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    /// Those of the line that are still to come, the last one first.
    words: Vec<Word>,
    line: usize,
}

impl LiteralReader<'_> {
    fn next(&mut self) -> Option<Word> {
        while self.words.is_empty() {
            let (number, line) = self.lines.next()?;
            self.line = number + 1;
            let line = line.split_once("//").map_or(line, |(line, _)| line);
            let mut number = String::new();
            for sign in line.chars() {
                let word = match sign {
                    '[' => Some(Word::Open),
                    ']' => Some(Word::Close),
                    ',' => Some(Word::Comma),
                    _ if sign.is_whitespace() => None,
                    _ => {
                        number.push(sign);
                        continue;
                    }
                };
                self.end_number(&mut number);
                self.words.extend(word);
            }
            self.end_number(&mut number);
            self.words.push(Word::End);
            self.words.reverse();
        }
        self.words.pop()
    }

    fn end_number(&mut self, number: &mut String) {
        if !number.is_empty() {
            self.words.push(Word::Number(std::mem::take(number)));
        }
    }

    /// The value that begins with this word.
    fn value(&mut self, word: Word, depth: usize) -> Result<Literal, String> {
        match word {
            Word::Number(number) => Ok(Literal::Number(number)),
            Word::Open if depth < DEEPEST => self.list(depth + 1),
            Word::Open => Err(self.wrong("these are too many brackets")),
            Word::Close | Word::Comma | Word::End => Err(self.wrong("a value is missing")),
        }
    }

    /// The rest of a list whose bracket has been read.
    fn list(&mut self, depth: usize) -> Result<Literal, String> {
        let mut values = Vec::new();
        let mut parted = true;
        loop {
            match self.next() {
                None => return Err(self.wrong("a bracket is not closed")),
                Some(Word::End) => {}
                Some(Word::Close) if !parted || values.is_empty() => return Ok(Literal::List(values)),
                Some(Word::Comma) if !parted => parted = true,
                Some(Word::Close | Word::Comma) => return Err(self.wrong("a value is missing")),
                Some(_) if !parted => return Err(self.wrong("a comma belongs between two values")),
                Some(word) => {
                    values.push(self.value(word, depth)?);
                    parted = false;
                }
            }
        }
    }

    fn wrong(&self, why: &str) -> String {
        format!("line {}: {why}", self.line.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let values = Literal::several(text)?;
        Ok(values.iter().map(Literal::to_string).collect::<Vec<_>>().join(" | "))
    }

    #[test]
    fn values_are_parted_by_commas_and_lines() {
        assert_eq!(read("1, [2,3] ,-4.5").unwrap(), "1 | [2, 3] | -4.5");
        assert_eq!(read("[[1, 2],\n [3, 4]] // a matrix\n\n0x7f\n").unwrap(), "[[1, 2], [3, 4]] | 0x7f");
        assert_eq!(read("").unwrap(), "");
        assert_eq!(read("[], [[], []]").unwrap(), "[] | [[], []]");
    }

    #[test]
    fn wrong_text_is_refused_by_line() {
        assert_eq!(read("1\n[2 3]").unwrap_err(), "line 2: a comma belongs between two values");
        assert_eq!(read("1 2").unwrap_err(), "line 1: a comma belongs between two values");
        assert_eq!(read("[1,\n2").unwrap_err(), "line 2: a bracket is not closed");
        assert_eq!(read("[1,,2]").unwrap_err(), "line 1: a value is missing");
        assert_eq!(read("[1,]").unwrap_err(), "line 1: a value is missing");
        for text in ["]", ",5", "5,,6", "5,", "5,\n\n"] {
            assert!(read(text).unwrap_err().ends_with(": a value is missing"), "{text}");
        }
        assert_eq!(read(&"[".repeat(100)).unwrap_err(), "line 1: these are too many brackets");
    }

    #[test]
    fn numbers_are_a_value_of_their_shape() {
        let of = |count: u32, extents: &[u64]| {
            let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
            Literal::of(&numbers, extents).to_string()
        };
        assert_eq!((of(1, &[]), of(1, &[1])), ("0".into(), "[0]".into()));
        assert_eq!(of(4, &[2, 2]), "[[0, 1], [2, 3]]");
        assert_eq!(of(2, &[1, 2, 1]), "[[[0], [1]]]");
        assert_eq!(of(4, &[1, 2]), "[0, 1, 2, 3]", "complex numbers have two parts");
        assert_eq!(of(0, &[0, 2]), "[]");
    }

    #[test]
    fn rows_are_of_one_length() {
        let extents = |text: &str| Literal::several(text).unwrap()[0].extents();
        assert_eq!(extents("[[1, 2, 3], [4, 5, 6]]"), Ok(vec![2, 3]));
        assert_eq!(extents("7"), Ok(vec![]));
        assert_eq!(extents("[[], []]"), Ok(vec![2, 0]));
        assert_eq!(extents("[[1], [2, 3]]"), Err("[[1], [2, 3]] has rows of different lengths".into()));
        assert_eq!(extents("[1, [2]]"), Err("[1, [2]] has rows of different lengths".into()));
    }

    #[test]
    fn numbers_are_spelt_for_their_type() {
        assert_eq!(spelt("255", Element::I8).unwrap(), "-1");
        assert_eq!(spelt("0xff", Element::I8).unwrap(), "-1");
        assert_eq!(spelt("-128", Element::I8).unwrap(), "-128");
        assert_eq!(spelt("1", Element::I1).unwrap(), "true");
        assert_eq!(spelt("-1", Element::I1).unwrap(), "true");
        assert_eq!(spelt("9", Element::Index).unwrap(), "9");
        assert_eq!(spelt("2", Element::F32).unwrap(), "2.0e0");
        assert_eq!(spelt("-0.1", Element::F64).unwrap(), "-1.0e-1");
        assert_eq!(spelt("1.25e-3", Element::F32).unwrap(), "1.25e-3");
        assert_eq!(spelt("nan", Element::F32).unwrap(), "0x7FC00000");
        assert_eq!(spelt("-inf", Element::F16).unwrap(), "0xFC00");
        assert_eq!(spelt("0x3f80", Element::Bf16).unwrap(), "0x3F80");
        assert_eq!(spelt("256", Element::I8).unwrap_err(), "256 is no i8: 8 bits do not hold it");
        assert!(spelt("1.5", Element::I32).unwrap_err().contains("use a decimal"));
        assert!(spelt("0x12345", Element::F16).unwrap_err().contains("more bits"));
        assert!(spelt("inf", Element::F8E4M3FN).unwrap_err().ends_with("the type has no infinity"));
        assert!(spelt("500", Element::F8E4M3FN).unwrap_err().ends_with("it is too large"));
        assert!(spelt("3.4e38", Element::Bf16).unwrap_err().ends_with("it is too large"));
        assert_eq!(
            (held("3.75", Element::F8E5M2), held("3.25", Element::F8E5M2)),
            ("4.0".into(), "3.0".into())
        );
        assert_eq!(held("0x7F800000", Element::F32), "inf");
        assert_eq!((held("0.1e0", Element::F32), held("-7", Element::I8)), ("0.1".into(), "-7".into()));
        assert!(spelt("one", Element::F16).is_err() && spelt("", Element::I8).is_err());
    }
}
