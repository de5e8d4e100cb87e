//! Counts of programs of which no results are expected.

use crate::execute::Unexpected;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Different reasons that are told apart.
const MOST_REASONS: usize = 50;

/// Programs of which no results are expected, by the reason. A document has a list; an older one has numbers by text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ReasonsOrTexts", into = "Vec<Reason>")]
pub struct UnexpectedPrograms(BTreeMap<Unexpected, u64>);

/// The number of programs of one reason.
#[derive(Serialize, Deserialize)]
struct Reason {
    why: Unexpected,
    programs: u64,
}

/// The forms that documents have.
#[derive(Deserialize)]
#[serde(untagged)]
enum ReasonsOrTexts {
    Facts(Vec<Reason>),
    Texts(BTreeMap<String, u64>),
}

impl From<ReasonsOrTexts> for UnexpectedPrograms {
    fn from(read: ReasonsOrTexts) -> UnexpectedPrograms {
        UnexpectedPrograms(match read {
            ReasonsOrTexts::Facts(all) => {
                all.into_iter().map(|reason| (reason.why, reason.programs)).collect()
            }
            ReasonsOrTexts::Texts(all) => {
                all.into_iter().map(|(text, programs)| (text.into(), programs)).collect()
            }
        })
    }
}

impl From<UnexpectedPrograms> for Vec<Reason> {
    fn from(counts: UnexpectedPrograms) -> Vec<Reason> {
        counts.0.into_iter().map(|(why, programs)| Reason { why, programs }).collect()
    }
}

impl UnexpectedPrograms {
    /// Counts a program.
    pub fn note(&mut self, why: &Unexpected) {
        // Each program has its own, were it generated ones.
        let room = self.0.len() < MOST_REASONS || self.0.contains_key(why);
        let why = if room { why.clone() } else { Unexpected::Others {} };
        *self.0.entry(why).or_default() += 1;
    }

    /// Adds the counts of another process.
    pub fn merge(&mut self, other: UnexpectedPrograms) {
        for (why, programs) in other.0 {
            *self.0.entry(why).or_default() += programs;
        }
    }

    /// The number of programs.
    pub fn programs(&self) -> u64 {
        self.0.values().sum()
    }

    /// The reasons, each with its number of programs.
    pub fn reasons(&self) -> impl Iterator<Item = (&Unexpected, u64)> {
        self.0.iter().map(|(why, programs)| (why, *programs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_a_list_and_were_texts() {
        let mut counts = UnexpectedPrograms::default();
        counts.note(&Unexpected::SavedWithout {});
        counts.note(&Unexpected::Said("so".to_owned()));
        counts.note(&Unexpected::Said("so".to_owned()));
        let text = serde_json::to_string(&counts).expect("it is JSON");
        let list = r#"[{"why":{"said":"so"},"programs":2},{"why":{"saved-without":{}},"programs":1}]"#;
        assert_eq!(text, list);
        assert_eq!(serde_json::from_str::<UnexpectedPrograms>(&text).ok(), Some(counts));
        let old: UnexpectedPrograms = serde_json::from_str(r#"{ "so": 2 }"#).expect("an older document");
        assert_eq!(old.reasons().collect::<Vec<_>>(), [(&Unexpected::Told("so".to_owned()), 2)]);
    }

    #[test]
    fn the_number_of_reasons_is_bounded() {
        let mut counts = UnexpectedPrograms::default();
        for number in 0..2 * MOST_REASONS {
            counts.note(&Unexpected::Said(number.to_string()));
        }
        assert_eq!(
            (counts.reasons().count(), counts.programs()),
            (MOST_REASONS + 1, 2 * MOST_REASONS as u64)
        );
    }
}
