//! The part of the lowering space that paths went through: sets of dialects, and the passes between them.

use super::Effect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The effects of passes, by the dialects of the IR they were given.
///
/// A set of dialects is their names in order, joined by `+`. Steps that were undone, because a path went back, are in it as well.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Space {
    /// The number of times that a path, or on a lowering graph a program, began at a set.
    pub begun: BTreeMap<String, u64>,
    /// The effects of each pass on IR of a set.
    pub led: BTreeMap<String, BTreeMap<String, Led>>,
}

/// The effects of one pass on IR of one set of dialects, in numbers of times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Led {
    /// It left the operations, on a lowering graph the IR, as they were.
    #[serde(skip_serializing_if = "is_zero")]
    pub unchanged: u64,
    /// It reported failure.
    #[serde(skip_serializing_if = "is_zero")]
    pub declined: u64,
    /// It ended the path: a crash, a time-out, IR that is not valid.
    #[serde(skip_serializing_if = "is_zero")]
    pub ended: u64,
    /// It changed something, and led to these dialects.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub to: BTreeMap<String, u64>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Led {
    /// The number of times that it was applied.
    pub fn applied(&self) -> u64 {
        self.unchanged + self.declined + self.ended + self.changed()
    }

    /// The number of times that it changed something.
    pub fn changed(&self) -> u64 {
        self.to.values().sum()
    }
}

impl Space {
    /// Notes that a path begins at IR of these dialects.
    pub fn begin(&mut self, at: &str) {
        *self.begun.entry(at.to_owned()).or_default() += 1;
    }

    /// Notes what a pass did to IR of the dialects `from`, and to which it led; nothing of a pass that never came back.
    pub fn note(&mut self, from: &str, pass: &str, effect: Option<Effect>, to: &str) {
        // Most are there, and need no names of their own.
        let led = match self.led.get_mut(from).and_then(|passes| passes.get_mut(pass)) {
            Some(led) => led,
            None => self.led.entry(from.to_owned()).or_default().entry(pass.to_owned()).or_default(),
        };
        match effect {
            None => led.ended += 1,
            Some(Effect::Declined) => led.declined += 1,
            Some(Effect::Unchanged) => led.unchanged += 1,
            Some(Effect::Changed) => *led.to.entry(to.to_owned()).or_default() += 1,
        }
    }

    /// Adds what other paths showed.
    pub fn merge(&mut self, other: Space) {
        for (at, count) in other.begun {
            *self.begun.entry(at).or_default() += count;
        }
        for (from, passes) in other.led {
            let here = self.led.entry(from).or_default();
            for (pass, more) in passes {
                let led = here.entry(pass).or_default();
                led.unchanged += more.unchanged;
                led.declined += more.declined;
                led.ended += more.ended;
                for (to, count) in more.to {
                    *led.to.entry(to).or_default() += count;
                }
            }
        }
    }
}

/// The set of dialects of operations of these names. Every module has `builtin`, which is left out.
pub fn dialects<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let dialects = names.map(super::dialect).filter(|dialect| *dialect != "builtin");
    let dialects: Vec<&str> = dialects.collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    dialects.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_did_is_counted_by_the_dialects_before() {
        assert_eq!(
            dialects(["tosa.add", "builtin.module", "arith.addi", "tosa.mul"].into_iter()),
            "arith+tosa"
        );
        let mut space = Space::default();
        space.begin("tosa");
        space.note("tosa", "cse", Some(Effect::Unchanged), "tosa");
        space.note("tosa", "tosa-to-linalg", Some(Effect::Changed), "linalg");
        let mut other = Space::default();
        other.begin("tosa");
        other.note("tosa", "tosa-to-linalg", Some(Effect::Changed), "linalg");
        other.note("tosa", "tosa-to-linalg", Some(Effect::Declined), "tosa");
        other.note("linalg", "crashes", None, "linalg");
        space.merge(other);
        let led = &space.led["tosa"]["tosa-to-linalg"];
        assert_eq!((led.applied(), led.changed(), led.declined, space.begun["tosa"]), (3, 2, 1, 2));
        assert_eq!((space.led["linalg"]["crashes"].ended, space.led["tosa"]["cse"].applied()), (1, 1));
        let text = serde_json::to_string(&space).expect("it is plain data");
        assert_eq!(serde_json::from_str::<Space>(&text).expect("its own text"), space);
    }
}
