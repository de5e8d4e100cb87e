//! The options of a step as names and values, in the order in which they stand.

use super::pipeline::pass_name;
use std::fmt::Write as _;

/// A step of one pass, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The anchors and the pass, up to its options: `builtin.module(func.func(affine-loop-tile`.
    front: String,
    /// The text behind the options: `))`.
    behind: String,
    /// Each option that is set, with its value.
    pub options: Vec<(String, String)>,
}

impl Settings {
    /// Takes a step apart, as [`super::pipeline::split`] gives it; none where one is set twice. An option without a value is true.
    pub fn of(step: &str) -> Option<Settings> {
        let end = step.trim_end_matches(')').len();
        let (front, text) = match step[..end].split_once('{') {
            Some((front, text)) => (front, text.strip_suffix('}')?),
            None => (&step[..end], ""),
        };
        let mut options: Vec<(String, String)> = Vec::new();
        for word in words(text).into_iter().filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, "true"));
            if options.iter().any(|(other, _)| other == name) {
                return None;
            }
            options.push((name.to_owned(), value.to_owned()));
        }
        Some(Settings { front: front.to_owned(), behind: step[end..].to_owned(), options })
    }

    /// The name of the pass.
    pub fn pass(&self) -> &str {
        pass_name(&self.front)
    }

    /// True of a step of the same pass under the same anchors.
    pub fn is_of(&self, other: &Settings) -> bool {
        (&self.front, &self.behind) == (&other.front, &other.behind)
    }

    /// The value that an option is given.
    pub fn get(&self, option: &str) -> Option<&str> {
        self.options.iter().find(|(name, _)| name == option).map(|(_, value)| value.as_str())
    }

    /// Gives an option this value, or, with none, leaves it to its default.
    pub fn set(&mut self, option: &str, value: Option<String>) {
        let at = self.options.iter().position(|(name, _)| name == option);
        match (at, value) {
            (Some(at), Some(value)) => self.options[at].1 = value,
            (Some(at), None) => drop(self.options.remove(at)),
            (None, Some(value)) => self.options.push((option.to_owned(), value)),
            (None, None) => {}
        }
    }

    /// The step.
    pub fn step(&self) -> String {
        let mut text = self.front.clone();
        for (place, (name, value)) in self.options.iter().enumerate() {
            // Writing to a String never fails.
            let _ = write!(text, "{}{name}={value}", if place == 0 { '{' } else { ' ' });
        }
        if !self.options.is_empty() {
            text.push('}');
        }
        text + &self.behind
    }
}

/// The words between single spaces, where what is in brackets or in quotes is one word. Two spaces have an empty word between them.
pub(super) fn words(text: &str) -> Vec<&str> {
    let (mut words, mut begin, mut depth, mut quoted) = (Vec::new(), 0, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' | '\'' => quoted = !quoted,
            '{' | '(' | '[' if !quoted => depth += 1,
            '}' | ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && !quoted => {
                words.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    words.push(&text[begin..]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::catalogue::pairs;

    #[test]
    fn a_step_is_put_together_as_it_was() {
        for (_, pass) in pairs() {
            let step = pass.step();
            let settings = Settings::of(&step).expect("a step of the tables");
            assert_eq!((settings.step(), settings.pass()), (step, pass.name));
        }
        let step = "builtin.module(inline{op-pipelines=func.func(cse{a=1 b=2}) max-iterations=1})";
        let settings = Settings::of(step).expect("brackets are closed");
        assert_eq!(settings.get("op-pipelines"), Some("func.func(cse{a=1 b=2})"));
        assert_eq!((settings.get("max-iterations"), settings.get("a")), (Some("1"), None));
        assert_eq!(Settings::of("builtin.module(a{b})").expect("one option").get("b"), Some("true"));
        for step in ["builtin.module(a{b=1 b=2})", "builtin.module(a{b=1"] {
            assert_eq!(Settings::of(step), None, "{step}");
        }
    }

    #[test]
    fn options_are_set_and_left_out() {
        let mut settings = Settings::of("builtin.module(func.func(a{x=1 y=2}))").unwrap();
        settings.set("x", None);
        assert_eq!(settings.step(), "builtin.module(func.func(a{y=2}))");
        settings.set("y", Some("3".to_owned()));
        settings.set("z", Some("4,5".to_owned()));
        assert_eq!(settings.step(), "builtin.module(func.func(a{y=3 z=4,5}))");
        settings.options.clear();
        assert_eq!(settings.step(), "builtin.module(func.func(a))");
        assert!(!settings.is_of(&Settings::of("builtin.module(a)").unwrap()));
    }
}
