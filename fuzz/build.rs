//! Makes a function of each pass that some version of MLIR has, for `signature.rs`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The passes that each version of MLIR has, with their options.
const DECLARED: &str = "../core/src/path/declared";

fn main() {
    println!("cargo::rerun-if-changed={DECLARED}");
    println!("cargo::rerun-if-changed=build.rs");
    let made = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to build"));
    match functions() {
        Ok(text) => std::fs::write(made.join("passes.rs"), text).expect("the folder takes a file"),
        Err(said) => println!("cargo::error={said}"),
    }
}

/// The functions, and the table from names of passes to them.
fn functions() -> Result<String, String> {
    let mut passes = BTreeSet::new();
    let folder = std::fs::read_dir(DECLARED).map_err(|error| format!("{DECLARED}: {error}"))?;
    let files = folder.flatten().map(|entry| entry.path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(&file).map_err(|error| said(&error))?;
        let table: serde_json::Value = serde_json::from_str(&text).map_err(|error| said(&error))?;
        let named = table["passes"].as_object().ok_or_else(|| said(&"it has no table of passes"))?;
        passes.extend(named.keys().cloned());
    }
    let (mut functions, mut rows) = (String::new(), String::new());
    for pass in passes {
        // No keyword and no number begins so.
        let name = format!("pass_{}", pass.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
        let _ = writeln!(functions, "end_by! {{ {name}, {pass:?} }}");
        let _ = writeln!(rows, "    ({pass:?}, {name}),");
    }
    Ok(format!(
        "{functions}\n/// The functions, by the names of their passes, in order.\nconst PASSES: &[(&str, End)] = &[\n{rows}];\n"
    ))
}
