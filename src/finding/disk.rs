//! A finding's document on disk: read as its type or refused, and written whole or not at all.

use super::{CaseRecord, Finding, OracleName, VERSION, old};
use crate::files::write;
use crate::judge::{Verdict, VerdictOf};
use crate::words;
use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// The file in a finding's folder.
pub const FILE: &str = "finding.json";

/// The way out, at the end of a sentence about a document that is not as it should be.
const MEND: &str = "restore or delete it";

impl Finding {
    /// The document of the finding in this folder; none where there is no such file.
    ///
    /// # Errors
    /// The file cannot be read, is no document of a finding, or is of a version that this lowdiff does not know: one sentence names the file
    /// and the key.
    pub fn find(folder: &Path) -> Result<Option<Finding>> {
        if folder.join(FILE).exists() { Finding::read(folder).map(Some) } else { Ok(None) }
    }

    /// The document of the finding in this folder.
    ///
    /// # Errors
    /// As [`Finding::find`], and where there is none.
    pub fn read(folder: &Path) -> Result<Finding> {
        let file = folder.join(FILE);
        let file = file.display();
        let text =
            std::fs::read_to_string(folder.join(FILE)).with_context(|| format!("cannot read {file}"))?;
        let value: Value =
            serde_json::from_str(&text).with_context(|| format!("{file} is no JSON; {MEND}"))?;
        let Value::Object(mut document) = value else { bail!("{file} is not about a finding; {MEND}") };
        let is_old = !document.contains_key("version");
        match document.get("version") {
            None => old::renew(&mut document),
            Some(version) if version.as_u64().is_none_or(|version| version == 0) => {
                bail!("{file} is of version {version}, and versions are numbers from 1 on; {MEND}")
            }
            Some(version) if version.as_u64() <= Some(u64::from(VERSION)) => {}
            Some(version) => bail!(
                "{file} is of version {version}, and this lowdiff reads versions up to {VERSION}: use the lowdiff that wrote it"
            ),
        }
        let mut finding = typed(&document)
            .map_err(|why| anyhow::anyhow!("{file} is no document of a finding: {why}; {MEND}"))?;
        if is_old {
            let of = if finding.between.is_some() { VerdictOf::TwoMlirs } else { VerdictOf::OneMlir };
            finding.oracle = OracleName::of(finding.verdict(), of);
        }
        Ok(finding)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        // Keys in the order of the alphabet, wherever they come from.
        format!("{:#}\n", words::document(self))
    }

    /// Writes the document into this folder, whole or not at all, in place of what was there.
    ///
    /// # Errors
    /// The folder takes no file.
    pub fn write(&self, folder: &Path) -> Result<()> {
        write(&folder.join(FILE), Finding { version: VERSION, ..self.clone() }.text())
    }

    /// Changes the document in this folder, where there is one.
    ///
    /// # Errors
    /// As [`Finding::find`] and [`Finding::write`]; it is as it was then.
    pub fn update(folder: &Path, change: impl FnOnce(&mut Finding)) -> Result<()> {
        let Some(mut finding) = Finding::find(folder)? else { return Ok(()) };
        change(&mut finding);
        finding.write(folder)
    }
}

/// The keys of a document.
static KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let schema = schemars::schema_for!(Finding);
    let keys = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    keys.map(|(key, _)| key.clone()).collect()
});

/// The document as its type, or the key that is wrong, and how.
fn typed(document: &Map<String, Value>) -> Result<Finding, String> {
    judged(document)?;
    if let Some(shown) = document.get("shown").and_then(Value::as_object) {
        judged(shown).map_err(|why| format!("`shown`: {why}"))?;
    }
    let finding: Finding = located(document)?;
    let written = words::document(&finding);
    let stray = document.keys().find(|key| !KEYS.contains(*key)).cloned();
    match stray.or_else(|| unknown(document, &written)) {
        Some(key) => Err(format!("unknown field `{key}`")),
        None => Ok(finding),
    }
}

/// A part of a document, or the key of it that is wrong, and how.
fn located<T: DeserializeOwned>(document: &Map<String, Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(Value::Object(document.clone())).map_err(|error| {
        match error.path().iter().next() {
            None => error.inner().to_string(),
            Some(_) => format!("`{}`: {}", error.path(), error.inner()),
        }
    })
}

/// That the parts which stand beside the other keys of a document are right: inside of another type serde forgets the place of an error
/// in them.
fn judged(document: &Map<String, Value>) -> Result<(), String> {
    located::<Verdict>(document)?;
    located::<CaseRecord>(document)?;
    Ok(())
}

/// Keys of older documents whose value stands under another name now.
const RENAMED: [(&str, &[&str]); 1] = [("message", &["cause", "why"])];

/// A key that was read and is not written again: the type does not have it. An empty value may be left out.
fn unknown(read: &Map<String, Value>, written: &Value) -> Option<String> {
    let is_empty =
        |value: &Value| [Value::Null, Value::Bool(false), Value::Array(Vec::new())].contains(value);
    let is_renamed = |key: &str| {
        let names = RENAMED.iter().filter(|(old, _)| *old == key).flat_map(|(_, names)| *names);
        names.into_iter().any(|name| written.get(name).is_some() && !read.contains_key(*name))
    };
    read.iter().find_map(|(key, value)| match (value, written.get(key)) {
        (value, None) if is_empty(value) || is_renamed(key) => None,
        (_, None) => Some(key.clone()),
        (Value::Object(inner), Some(written)) => {
            unknown(inner, written).map(|within| format!("{key}.{within}"))
        }
        _ => None,
    })
}
