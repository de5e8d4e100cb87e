//! Makes the table of versions of MLIR (`src/version.rs`) of the file that the set-up of toolchains reads as well.

use std::path::{Path, PathBuf};

const VERSIONS: &str = "../scripts/versions.txt";
const RULES: &str = "src/path/learned";
const OPTIONS: &str = "src/path/declared";

fn main() {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to build"));
    if let Err(said) = versions(&folder) {
        println!("cargo::error={said}");
    }
}

/// Writes the table as two expressions of Rust, whose types the compiler checks: the versions, and the first version with each difference;
/// and as a macro that calls another one with the versions' names.
fn versions(folder: &Path) -> Result<(), String> {
    println!("cargo::rerun-if-changed={VERSIONS}");
    println!("cargo::rerun-if-changed={RULES}");
    println!("cargo::rerun-if-changed={OPTIONS}");
    let table = std::fs::read_to_string(VERSIONS).map_err(|error| format!("{VERSIONS}: {error}"))?;
    let (mut rows, mut changes, mut tests) = (String::new(), String::new(), String::new());
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let [name, major, syntax, runner] = match &line.split_whitespace().collect::<Vec<_>>()[..] {
            ["change", change, since] => {
                changes += &format!("    Change::{change} => {since},\n");
                continue;
            }
            [name, major, syntax, runner, _source @ ..] => [*name, major, syntax, runner],
            _ => return Err(format!("{VERSIONS}: '{line}' has no name, major, syntax, runner and source")),
        };
        tests += &format!(", {name:?} on_{name}");
        let table = |folder: &str| match Path::new(folder).join(format!("{name}.json")).canonicalize() {
            Ok(table) => format!("Some(include_str!({table:?}))"),
            Err(_) => "None".to_owned(),
        };
        let (rules, options) = (table(RULES), table(OPTIONS));
        rows += &format!(
            "    Version {{ name: {name:?}, major: {major}, syntax: Syntax::{syntax}, runner: {runner:?}, rules: {rules}, options: {options} }},\n"
        );
    }
    let write = |name: &str, text: String| {
        let made = folder.join(name);
        std::fs::write(&made, text).map_err(|error| format!("{}: {error}", made.display()))
    };
    write("versions.rs", format!("&[\n{rows}]\n"))?;
    let each = "/// Calls the macro `$with` with `$given`, then with each version: its name and an identifier made of it.\n#[macro_export]\nmacro_rules! for_each_version";
    write(
        "each_version.rs",
        format!("{each} {{\n($with:ident, $given:tt) => {{ $with! {{ $given{tests} }} }};\n}}\n"),
    )?;
    write("changes.rs", format!("|change| match change {{\n{changes}}}\n"))
}
