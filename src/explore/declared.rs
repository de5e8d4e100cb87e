//! The options that the passes of a build declare: from the table of a named version, else kept from an earlier run, else asked now.

use crate::execute::Jit;
use crate::mlir::{Toolchain, cache};
use crate::path::catalogue::pairs;
use crate::path::declared::{Declared, Hints, ask, help};
use crate::path::pass::Pass;
use anyhow::Result;
use std::process::{Command, Stdio};

/// The options that the passes of this build declare. A build that cannot be asked is taken for the named version that is nearest.
pub fn declared(toolchain: &Toolchain) -> Declared {
    if let Some(known) = Declared::committed(&toolchain.name, &toolchain.version) {
        return known.clone();
    }
    let file = cache::file("options", &toolchain.build_id());
    let kept = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let kept: Option<KeptAnswer> = kept.and_then(|text| serde_json::from_str(&text).ok());
    if let Some(kept) = kept.filter(|kept| kept.passes == names()) {
        return kept.declared;
    }
    let declared = match asked(toolchain) {
        Ok(declared) => declared,
        Err(error) => {
            log::warn!("MLIR {} does not say which options its passes have: {error:#}", toolchain.name);
            return Declared::of(toolchain.major()).clone();
        }
    };
    let kept = KeptAnswer { passes: names(), declared };
    if let Some(file) = file
        && let Err(error) =
            serde_json::to_string(&kept).map_err(Into::into).and_then(|text| cache::write(&file, text))
    {
        log::warn!("what MLIR {} says of options is not kept: {error:#}", toolchain.name);
    }
    kept.declared
}

/// The part of an answer that is kept of a build.
#[derive(serde::Serialize, serde::Deserialize)]
struct KeptAnswer {
    /// The passes that it was asked about.
    passes: Vec<String>,
    declared: Declared,
}

fn names() -> Vec<String> {
    pairs().iter().map(|(_, pass)| pass.name.to_owned()).collect()
}

/// Asks the library itself about every pass of the catalogue.
///
/// # Errors
/// No worker can be had.
pub fn asked(toolchain: &Toolchain) -> Result<Declared> {
    let mut library = Jit::open(toolchain)?;
    let passes: Vec<Pass> = pairs().into_iter().map(|(_, pass)| pass).collect();
    let others = Declared::all().iter().map(|(_, known)| known).collect();
    let hints = Hints { help: help::parse(&help_text(toolchain)), others };
    ask(&toolchain.version, &passes, &hints, |step| library.parse_pipeline(step))
}

/// The help text of the toolchain's stock program; nothing where there is none.
fn help_text(toolchain: &Toolchain) -> String {
    let Some(program) = &toolchain.mlir_opt else { return String::new() };
    let said = Command::new(program).arg("--help").stdin(Stdio::null()).output();
    said.map_or_else(|_| String::new(), |said| String::from_utf8_lossy(&said.stdout).into_owned())
}
