//! A finding on a terminal: what it is, and the two stock commands that show it.

use super::reproduce::{major, one_pipeline, quote};
use super::{Finding, Stored};
use std::fmt;

/// Displays a finding in a few lines.
pub struct Brief<'a> {
    /// The finding.
    pub finding: &'a Finding<'a>,
    /// What became of it on disk.
    pub stored: &'a Stored,
}

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { verdict, mlir, clean, .. } = self.finding;
        writeln!(f, "lowdiff: {verdict}")?;
        writeln!(f, "  on MLIR {} ({}), executor {}", mlir.name, mlir.version, self.finding.executor)?;
        match clean.and_then(|clean| clean.confirmed) {
            Some(true) => writeln!(f, "  stock programs in clean processes show it too")?,
            Some(false) => writeln!(f, "  stock programs in clean processes do NOT show it")?,
            None => {}
        }
        let Some(dir) = self.stored.directory() else {
            return writeln!(f, "  not kept: {}", self.stored);
        };
        let (dir, major) = (quote(&dir.display().to_string()), major(mlir));
        writeln!(f, "  kept in {dir}; see it yourself:")?;
        for path in &self.finding.case.paths {
            writeln!(
                f,
                "    mlir-opt-{major} --pass-pipeline={} {dir}/program.mlir | mlir-runner-{major} -e main \
                 -entry-point-result=void -shared-libs=\"$MLIR_LIB/libmlir_runner_utils.so,$MLIR_LIB/libmlir_c_runner_utils.so\"",
                quote(&one_pipeline(path)),
            )?;
        }
        writeln!(f, "  or all of it: bash {dir}/reproduce.sh")
    }
}
