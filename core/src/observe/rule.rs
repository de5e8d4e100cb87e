//! Rules of the documentation, by their identifiers.

use std::fmt::Display;

/// A rule that a run may break, or that leaves open how the run goes on. `core/src/eval/rules.txt` lists all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its identifier, which no other rule has.
    pub id: &'static str,
    /// The sentence for a run that breaks it; `{}` stands for each value that it names.
    pub says: &'static str,
}

impl Rule {
    /// A rule.
    pub const fn new(id: &'static str, says: &'static str) -> Rule {
        Rule { id, says }
    }

    /// The sentence with these values in it.
    pub fn worded(self, values: &[String]) -> String {
        let mut parts = self.says.split("{}");
        let mut sentence = parts.next().unwrap_or_default().to_owned();
        assert_eq!(self.says.matches("{}").count(), values.len(), "{self:?}");
        for (value, part) in values.iter().zip(parts) {
            sentence += value;
            sentence += part;
        }
        sentence
    }

    /// The sentence of a rule about an operation, which it names first, without that name.
    pub fn predicate(self) -> &'static str {
        self.says.strip_prefix("{}").map_or(self.says, |rest| rest.trim_start_matches([':', ' ']))
    }

    /// The values as the texts that a sentence has them as.
    pub fn texts(values: &[&dyn Display]) -> Vec<String> {
        values.iter().map(ToString::to_string).collect()
    }
}
