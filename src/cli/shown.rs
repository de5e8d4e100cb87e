//! The program of a reduced finding's report is run as it stands, so that all that is said of it is of just that.

use super::reduce::stock;
use crate::examine::examine;
use crate::execute::{Executor as _, Jit, Terms, expect_results};
use crate::files::write;
use crate::finding::{AskedRun, CaseRecord, Finding};
use crate::judge::Verdict;
use crate::mlir::Toolchain;
use crate::report::{Demonstration, Judged, Mlir, reproduce};
use crate::triage::Fact;
use anyhow::Context;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The run where the report shows less than that.
const WHOLE: AskedRun = AskedRun::Reduced {};
/// The run of the case that the report shows.
const SHOWN: AskedRun = AskedRun::Shown { respelled: false };

/// Runs what the report in `out` shows, notes what it came to, whether stock programs show it too, and has the script run the same.
/// Returns what this MLIR has to say of it; `whole` is what the program it was made from came to.
pub fn keep(
    out: &Path,
    executor: &mut Jit,
    toolchain: &Toolchain,
    whole: &Verdict,
    terms: Terms,
) -> anyhow::Result<Fact> {
    let mlir = Mlir::of(toolchain);
    let demonstration = Demonstration::read(out)?;
    if demonstration.is_whole() || demonstration.document.culprit.is_none() {
        return Ok(Fact::shown(&mlir, whole, SHOWN));
    }
    let mut case = demonstration.case()?;
    // Without what is expected nothing would look wrong.
    if demonstration.asks_semantics() && expect_results(executor, &mut case, toolchain.syntax()).is_some() {
        return Ok(Fact::shown(&mlir, whole, WHOLE));
    }
    let clean = stock(toolchain, &case, whole, terms);
    let confirmed = clean.as_ref().and_then(|clean| clean.confirmed);
    Finding::update(out, |finding| {
        finding.culprit.iter_mut().for_each(|culprit| culprit.confirmed = confirmed);
    })?;
    let seen = examine(executor, &case, toolchain.syntax(), terms.isolated());
    let Some(seen) =
        seen.ok().filter(|seen| seen.verdict.kind == whole.kind && seen.verdict.pass == whole.pass)
    else {
        return Ok(Fact::shown(&mlir, whole, WHOLE));
    };
    Finding::update(out, |finding| finding.shown = Some(CaseRecord::of(&seen.verdict, &seen.reports)))?;
    let judged = Judged {
        case: &case,
        syntax: toolchain.syntax(),
        input: None,
        verdict: &seen.verdict,
        reports: &seen.reports,
        mlir: &mlir,
        executor: executor.capabilities().kind,
        clean: clean.as_ref(),
        source_broken: None,
        blamed: None,
    };
    let script = out.join("reproduce.sh");
    write(&script, reproduce::script(&judged, demonstration.file))?;
    std::fs::set_permissions(&script, Permissions::from_mode(0o755))
        .with_context(|| format!("cannot write {}", script.display()))?;
    Ok(Fact::shown(&mlir, &seen.verdict, SHOWN))
}
