//! A place in text, and the tokens found there.

use crate::ir::{Attribute, Type};
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

/// The place that cannot be read, in bytes, and why.
pub(super) struct ParseFailure {
    pub(super) at: usize,
    pub(super) what: Cow<'static, str>,
}

/// The outcome of reading one thing.
pub(super) type Read<T> = Result<T, ParseFailure>;

/// Brackets within brackets at most. Modules that MLIR prints have far fewer.
const DEEPEST: u32 = 128;

/// Bytes that aliases stand for at most, all of their uses together. Each alias may use others, so a few lines can stand for more than any
/// memory holds.
const MOST_EXPANDED: usize = 16 << 20;

/// Reads text from its beginning to its end.
pub(super) struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    /// Bytes that the aliases used so far stand for.
    expanded: usize,
    /// Defined by `!name = ...`: the spelling without aliases, and the type.
    pub(super) type_aliases: HashMap<&'a str, (Rc<str>, Type)>,
    /// Defined by `#name = ...`.
    pub(super) attribute_aliases: HashMap<&'a str, (Rc<str>, Rc<Attribute>)>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser {
            text,
            bytes: text.as_bytes(),
            at: 0,
            depth: 0,
            expanded: 0,
            type_aliases: HashMap::new(),
            attribute_aliases: HashMap::new(),
        }
    }

    /// The place, to come back to.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, place: usize) {
        self.at = place;
    }

    pub(super) fn fail<T>(&self, what: impl Into<Cow<'static, str>>) -> Read<T> {
        self.fail_at(self.at, what)
    }

    pub(super) fn fail_at<T>(&self, at: usize, what: impl Into<Cow<'static, str>>) -> Read<T> {
        Err(ParseFailure { at, what: what.into() })
    }

    /// Reads something that stands in brackets and may hold more of its kind.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return self.fail(format!("more than {DEEPEST} brackets within brackets"));
        }
        self.depth += 1;
        let outcome = read(self);
        self.depth -= 1;
        outcome
    }

    /// Passes over blanks and comments.
    pub(super) fn skip(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Says if nothing but blanks is left.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip();
        self.at == self.bytes.len()
    }

    /// The next byte that is no blank; zero at the end.
    pub(super) fn peek(&mut self) -> u8 {
        self.skip();
        self.next_byte()
    }

    /// The very next byte; zero at the end.
    pub(super) fn next_byte(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Passes over the token, if it comes next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        self.skip();
        let found = self.bytes[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    /// Passes over the word, if exactly it comes next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let start = self.place();
        if self.word() == word {
            return true;
        }
        self.at = start;
        false
    }

    pub(super) fn expect(&mut self, token: &'static str) -> Read<()> {
        match self.eat(token) {
            true => Ok(()),
            false => self.fail(format!("expected `{token}`")),
        }
    }

    /// The name that comes next, of letters, digits, `_`, `$` and `.`; empty if there is none.
    pub(super) fn word(&mut self) -> &'a str {
        self.skip();
        match self.next_byte() {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name_part(),
            _ => "",
        }
    }

    /// All that may belong to a name from here on.
    pub(super) fn name_part(&mut self) -> &'a str {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            let dash = byte == b'-' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_alphanumeric);
            // A dash belongs to names behind a sigil alone.
            let sigil = start > 0 && matches!(self.bytes[start - 1], b'!' | b'#' | b'%' | b'^');
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.') || dash && sigil) {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// The decimal digits that come next; empty if there are none.
    pub(super) fn digits(&mut self) -> &'a str {
        self.skip();
        let start = self.at;
        while self.next_byte().is_ascii_digit() {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// The number that the digits that come next are.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Read<T> {
        let start = self.at;
        match self.digits() {
            "" => self.fail("expected a number"),
            digits => digits.parse().or_else(|_| self.fail_at(start, "the number is too large")),
        }
    }

    /// The number behind a possible minus.
    pub(super) fn signed(&mut self) -> Read<i64> {
        self.skip();
        let start = self.at;
        self.eat("-");
        if self.digits().is_empty() {
            return self.fail("expected a number");
        }
        self.text[start..self.at].parse().or_else(|_| self.fail_at(start, "the number is too large"))
    }

    /// Text of a number: digits in base ten or sixteen, or a float.
    pub(super) fn number_text(&mut self) -> Read<&'a str> {
        self.skip();
        let start = self.at;
        if self.next_byte() == b'-' {
            self.at += 1;
        }
        let digits = self.at;
        if self.next_byte() == b'0' && self.bytes.get(self.at + 1) == Some(&b'x') {
            self.at += 2;
            while self.next_byte().is_ascii_hexdigit() {
                self.at += 1;
            }
            return Ok(&self.text[start..self.at]);
        }
        self.pass_digits();
        if self.at == digits {
            return self.fail("expected a number");
        }
        if self.next_byte() == b'.' {
            self.at += 1;
            self.pass_digits();
            if matches!(self.next_byte(), b'e' | b'E') {
                self.at += 1;
                if matches!(self.next_byte(), b'+' | b'-') {
                    self.at += 1;
                }
                self.pass_digits();
            }
        }
        Ok(&self.text[start..self.at])
    }

    fn pass_digits(&mut self) {
        while self.next_byte().is_ascii_digit() {
            self.at += 1;
        }
    }

    /// The bytes of the string that comes next.
    pub(super) fn string_bytes(&mut self) -> Read<Cow<'a, [u8]>> {
        self.expect("\"")?;
        let start = self.at;
        self.pass_string()?;
        let inside = &self.bytes[start..self.at - 1];
        if !inside.contains(&b'\\') {
            return Ok(Cow::Borrowed(inside));
        }
        let mut bytes = Vec::with_capacity(inside.len());
        let mut rest = inside.iter();
        while let Some(&byte) = rest.next() {
            if byte != b'\\' {
                bytes.push(byte);
                continue;
            }
            let hexadecimal = |digit: Option<&u8>| digit.and_then(|&digit| char::from(digit).to_digit(16));
            bytes.push(match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(&quoted @ (b'"' | b'\\')) => quoted,
                high => match (hexadecimal(high), hexadecimal(rest.next())) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => return self.fail_at(start, "the string has a `\\` with an unknown meaning"),
                },
            });
        }
        Ok(Cow::Owned(bytes))
    }

    /// The string that comes next.
    pub(super) fn string(&mut self) -> Read<Cow<'a, str>> {
        let start = self.at;
        let read = match self.string_bytes()? {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        };
        read.map_or_else(|| self.fail_at(start, "the string is not UTF-8"), Ok)
    }

    /// Passes over the rest of a string whose opening quote has been passed.
    fn pass_string(&mut self) -> Read<()> {
        let start = self.at;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
                None => return self.fail_at(start, "the string does not end"),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Passes over a bracket and all up to the one that closes it.
    pub(super) fn pass_brackets(&mut self) -> Read<()> {
        let start = self.at;
        let mut open: Vec<u8> = Vec::new();
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'<' => open.push(b'>'),
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                b'"' => self.pass_string()?,
                b'-' if self.next_byte() == b'>' => self.at += 1,
                b'>' | b')' | b']' | b'}' => {
                    if open.pop() != Some(byte) {
                        return self.fail_at(self.at - 1, "the bracket closes none that is open");
                    }
                    if open.is_empty() {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        self.fail_at(start, "the bracket is not closed")
    }

    /// Passes over `{-# ... #-}`, which gives resources.
    pub(super) fn pass_resources(&mut self) -> Read<()> {
        let start = self.at;
        while self.at < self.bytes.len() {
            if self.bytes[self.at..].starts_with(b"#-}") {
                self.at += 3;
                return Ok(());
            }
            let byte = self.next_byte();
            self.at += 1;
            if byte == b'"' {
                self.pass_string()?;
            }
        }
        self.fail_at(start, "the resources do not end")
    }

    /// The meaning of `!name`, where it is an alias.
    pub(super) fn type_alias(&mut self, name: &str) -> Read<Option<Type>> {
        let Some((spelling, ty)) = self.type_aliases.get(name) else { return Ok(None) };
        let (length, ty) = (spelling.len(), ty.clone());
        self.expand(length)?;
        Ok(Some(ty))
    }

    /// The meaning of `#name`, where it is an alias.
    pub(super) fn attribute_alias(&mut self, name: &str) -> Read<Option<Attribute>> {
        let Some((spelling, attribute)) = self.attribute_aliases.get(name) else { return Ok(None) };
        let (length, attribute) = (spelling.len(), (**attribute).clone());
        self.expand(length)?;
        Ok(Some(attribute))
    }

    fn expand(&mut self, bytes: usize) -> Read<()> {
        self.expanded += bytes;
        match self.expanded > MOST_EXPANDED {
            true => self.fail(format!("aliases stand for more than {} MiB", MOST_EXPANDED >> 20)),
            false => Ok(()),
        }
    }

    /// The text from a place up to here, with each alias replaced by its meaning.
    pub(super) fn spelling(&mut self, start: usize) -> Read<Rc<str>> {
        let text = &self.text[start..self.at];
        if self.type_aliases.is_empty() && self.attribute_aliases.is_empty() {
            return Ok(text.into());
        }
        let mut inner = Parser::new(text);
        let (mut spelt, mut copied) = (String::new(), 0);
        while inner.at < text.len() {
            let byte = inner.next_byte();
            inner.at += 1;
            match byte {
                b'"' if inner.pass_string().is_err() => return Ok(text.into()),
                b'!' | b'#' => {
                    let sigil = inner.at - 1;
                    let name = inner.name_part();
                    let known = match byte {
                        b'!' => self.type_aliases.get(name).map(|(spelling, _)| spelling),
                        _ => self.attribute_aliases.get(name).map(|(spelling, _)| spelling),
                    };
                    if let Some(meaning) = known.cloned() {
                        self.expand(meaning.len())?;
                        spelt.push_str(&text[copied..sigil]);
                        spelt.push_str(&meaning);
                        copied = inner.at;
                    }
                }
                _ => {}
            }
        }
        spelt.push_str(&text[copied..]);
        Ok(spelt.into())
    }
}
