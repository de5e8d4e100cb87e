//! Documents of before version 1: the same keys, with three exceptions.

use super::{Schema, VERSION};
use crate::observe::PathLetter;
use serde_json::{Map, Value, json};

/// Makes a document without a version one of this version. Fields that have been added since stay away.
pub fn renew(document: &mut Map<String, Value>) {
    document.insert("schema".into(), json!(Schema::Finding));
    document.insert("version".into(), json!(VERSION));
    if let Some(verdict) = document.get_mut("clean").and_then(|clean| clean.get_mut("verdict")) {
        respell(verdict);
    }
    // Two MLIRs that differ were named where now each MLIR has its say.
    let names = document.get("versions").and_then(Value::as_array);
    if names.is_some_and(|names| names.iter().all(Value::is_string) && !names.is_empty()) {
        let names = document.remove("versions").unwrap_or_default();
        document.insert("between".into(), names);
        document.remove("directory");
    }
}

/// A verdict inside of a document was written by the names of its fields.
fn respell(verdict: &mut Value) {
    let Some(verdict) = verdict.as_object_mut() else { return };
    if let Some(kind) = verdict.remove("kind") {
        verdict.insert("verdict".into(), kind);
    }
    let path = verdict.get("alone").and_then(|alone| alone["path"].as_u64());
    if let Some(index) = path.and_then(|index| usize::try_from(index).ok()) {
        verdict.insert("alone".into(), json!(format!("path {}", PathLetter(index))));
    }
}
