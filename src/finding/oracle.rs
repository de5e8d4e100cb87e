//! The oracle that found a finding, as its document has it.

use crate::judge::{ORACLES, Oracle, Verdict, VerdictOf, resting_on};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Cow;

/// The name of an oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "String")]
pub struct OracleName(&'static str);

impl OracleName {
    /// The oracle that a verdict rests on; none where nothing was found.
    pub fn of(verdict: &Verdict, of: VerdictOf) -> Option<OracleName> {
        resting_on(verdict, of).map(OracleName::from)
    }
}

impl From<&Oracle> for OracleName {
    fn from(oracle: &Oracle) -> OracleName {
        OracleName(oracle.name)
    }
}

impl From<OracleName> for String {
    fn from(OracleName(name): OracleName) -> String {
        name.to_owned()
    }
}

impl<'de> Deserialize<'de> for OracleName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OracleName, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = ORACLES.iter().find(|oracle| oracle.name == name);
        known.map(OracleName::from).ok_or_else(|| de::Error::custom(format!("'{name}' is no oracle")))
    }
}

impl JsonSchema for OracleName {
    fn schema_name() -> Cow<'static, str> {
        "Oracle".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = |oracle: &Oracle| json_schema!({ "type": "string", "const": oracle.name, "description": oracle.sees });
        let each: Vec<Schema> = ORACLES.iter().map(one).collect();
        json_schema!({ "description": "An oracle, which can tell that something is wrong.", "oneOf": each })
    }
}
