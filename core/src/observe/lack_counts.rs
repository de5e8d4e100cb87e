//! Things that the machine does not have, counted.

use super::Lack;
use super::value::maybe_fact_or_text;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

/// Things that are counted by themselves, at most: each operation can have its own.
const MOST: usize = 200;

/// Things that the machine does not have, and how often each was met.
///
/// In documents it is a list of facts, each with its count. Before there were facts it was a map from texts to counts, which is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LackCounts {
    /// By the fact; under none those for which there was no room.
    counts: BTreeMap<Option<Lack>, u64>,
}

/// A thing that the machine does not have, and how often it was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LackCount {
    /// The thing; none for all those that are not counted by themselves.
    #[serde(deserialize_with = "maybe_fact_or_text")]
    pub lack: Option<Lack>,
    /// The number of times.
    pub count: u64,
}

impl LackCounts {
    /// Counts a thing once.
    pub fn add(&mut self, lack: &Lack) {
        self.count(Some(lack.clone()), 1);
    }

    fn count(&mut self, lack: Option<Lack>, count: u64) {
        let room = self.counts.len() < MOST || self.counts.contains_key(&lack);
        *self.counts.entry(lack.filter(|_| room)).or_default() += count;
    }

    /// The number of times that a thing was met.
    pub fn of(&self, lack: &Lack) -> u64 {
        self.counts.get(&Some(lack.clone())).copied().unwrap_or(0)
    }

    /// The first of the things, in their order.
    pub fn first(&self) -> Option<&Lack> {
        self.counts.keys().flatten().next()
    }

    /// Each with its count, in order; those that are not counted by themselves first.
    pub fn all(&self) -> Vec<LackCount> {
        self.counts.iter().map(|(lack, count)| LackCount { lack: lack.clone(), count: *count }).collect()
    }
}

impl FromIterator<LackCount> for LackCounts {
    fn from_iter<I: IntoIterator<Item = LackCount>>(counts: I) -> LackCounts {
        let mut made = LackCounts::default();
        counts.into_iter().for_each(|LackCount { lack, count }| made.count(lack, count));
        made
    }
}

impl AddAssign for LackCounts {
    fn add_assign(&mut self, other: LackCounts) {
        other.counts.into_iter().for_each(|(lack, count)| self.count(lack, count));
    }
}

impl Serialize for LackCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LackCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LackCounts, D::Error> {
        if !deserializer.is_human_readable() {
            return Ok(Vec::<LackCount>::deserialize(deserializer)?.into_iter().collect());
        }
        deserializer.deserialize_any(FactsOrTexts)
    }
}

/// A reader of counts by fact, or by text.
struct FactsOrTexts;

impl<'de> Visitor<'de> for FactsOrTexts {
    type Value = LackCounts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of facts with their counts, or a map from texts to counts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<LackCounts, A::Error> {
        let mut made = LackCounts::default();
        while let Some(LackCount { lack, count }) = seq.next_element()? {
            made.count(lack, count);
        }
        Ok(made)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LackCounts, A::Error> {
        let mut made = LackCounts::default();
        while let Some((text, count)) = map.next_entry::<String, u64>()? {
            made.count(Some(Lack::Told(text)), count);
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn things_are_counted_up_to_a_number() {
        let mut counts = LackCounts::default();
        for number in 0..=MOST {
            counts.add(&Lack::Operation(format!("a.{number:03}")));
        }
        counts.add(&Lack::Operation("a.000".to_owned()));
        let all = counts.all();
        assert_eq!((all.len(), &all[0]), (MOST + 1, &LackCount { lack: None, count: 1 }));
        assert_eq!(counts.of(&Lack::Operation("a.000".to_owned())), 2);
    }

    #[test]
    fn counts_are_read_back_by_fact_and_by_text() {
        let launch = Lack::Operation("gpu.launch".to_owned());
        let mut counts = LackCounts::default();
        counts.add(&launch);
        counts.count(None, 3);
        let written =
            json!([{ "lack": null, "count": 3 }, { "lack": { "operation": "gpu.launch" }, "count": 1 }]);
        assert_eq!(json!(counts), written);
        assert_eq!(serde_json::from_value::<LackCounts>(written).expect("its own document"), counts);
        let bytes = bincode::serde::encode_to_vec(&counts, bincode::config::standard()).expect("plain data");
        let read = bincode::serde::decode_from_slice(&bytes, bincode::config::standard());
        assert_eq!(read.map(|(read, _): (LackCounts, usize)| read).expect("its own bytes"), counts);
        let older: LackCounts =
            serde_json::from_value(json!({ "gpu.launch": 2 })).expect("an older document");
        assert_eq!(older.of(&Lack::Told("gpu.launch".to_owned())), 2);
    }
}
