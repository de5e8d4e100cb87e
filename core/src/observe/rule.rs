//! Rules of the documentation, by their identifiers.

use std::fmt::Display;

/// Every rule, a line each: its identifier and its sentence. A test writes it.
const LIST: &str = include_str!("../eval/rules.txt");

/// A rule that a run may break, or that leaves open how the run goes on, or a rule of refinement. `core/src/eval/rules.txt` lists all
/// of them.
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

    /// The identifiers of all rules.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        LIST.lines().filter_map(|line| line.split_once(": ").map(|(id, _)| id))
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

    /// The rule of this identifier.
    pub fn listed(id: &str) -> Option<Rule> {
        let mut rows = LIST.lines().filter_map(|line| line.split_once(": "));
        rows.find(|(listed, _)| *listed == id).map(|(id, says)| Rule { id, says })
    }

    /// The sentence of the rule of this identifier with these values in it. Of one that is not listed it is the identifier.
    pub fn sentence(id: &str, values: &[String]) -> String {
        let says = Rule::listed(id).map_or(id, |rule| rule.says);
        let mut parts = says.split("{}");
        let first = parts.next().unwrap_or_default().to_owned();
        let values = values.iter().map(String::as_str).chain(std::iter::repeat("..."));
        parts.zip(values).fold(first, |said, (part, value)| said + value + part)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::path::Path;

    /// The sources of a folder.
    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(std::fs::read_to_string(&path).expect("the source can be read"));
            }
        }
    }

    /// Rules stand beside the operations that they are about, so the sources are the list of them.
    #[test]
    fn rules_are_listed_and_their_identifiers_unique() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut texts = Vec::new();
        sources(&folder, &mut texts);
        let mut rules = BTreeMap::new();
        for rule in texts.iter().flat_map(|text| text.split(concat!("Rule::new", "(")).skip(1)) {
            let literals: Vec<&str> = rule.split('"').skip(1).step_by(2).take(2).collect();
            let [id, says] = literals[..] else { panic!("a rule is two literals: {rule:.80}") };
            assert!(
                !id.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || "_0123456789".contains(c)),
                "{id}"
            );
            assert!(says.chars().any(char::is_alphabetic), "{id} says nothing");
            assert!(rules.insert(id, says).is_none(), "two rules are called {id}");
        }
        assert!(rules.len() > 100, "{}", rules.len());
        let listed: String = rules.iter().map(|(id, says)| format!("{id}: {says}\n")).collect();
        if std::env::var_os("LOWDIFF_UPDATE").is_some() {
            std::fs::write(folder.join("eval/rules.txt"), &listed).expect("the list can be written");
        } else {
            assert!(
                listed == LIST,
                "core/src/eval/rules.txt is out of date: run this test with LOWDIFF_UPDATE=1"
            );
        }
    }

    #[test]
    fn a_sentence_is_found_by_the_rule() {
        let values = ["a read", "a null pointer"].map(str::to_owned);
        assert_eq!(Rule::sentence("access_through", &values), "a read through a null pointer");
        assert_eq!(Rule::sentence("access_through", &values[..1]), "a read through ...");
        assert_eq!(Rule::sentence("no such rule", &[]), "no such rule");
    }

    #[test]
    #[should_panic(expected = "two")]
    fn a_sentence_takes_as_many_values_as_it_names() {
        Rule { id: "two", says: "{} and {}" }.worded(&["one".to_owned()]);
    }
}
