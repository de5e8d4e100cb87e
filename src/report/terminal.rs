//! A finding on a terminal: what it is, and the stock commands that show it.

use super::reproduce::{major, one_pipeline, quote, runner, runner_flag};
use super::{Judged, Mlir, Stored};
use crate::judge::convicting_path;
use crate::mlir::Toolchain;
use crate::words;
use std::fmt;
use std::path::Path;

/// Stock programs as a shell on this machine finds them: unlike what is written to disk, what is said on the
/// terminal is for here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellTools {
    /// `mlir-opt`.
    pub opt: String,
    /// The runner.
    pub runner: String,
    /// The libraries that the runner loads for the print functions.
    pub libraries: Vec<String>,
}

impl ShellTools {
    /// The stock programs of a toolchain, if it has them.
    pub fn of(toolchain: &Toolchain) -> Option<ShellTools> {
        let here = std::env::current_dir().unwrap_or_default();
        let shown = |path: &Path| path.strip_prefix(&here).unwrap_or(path).display().to_string();
        Some(ShellTools {
            opt: shown(toolchain.mlir_opt.as_deref()?),
            runner: shown(toolchain.runner.as_deref()?),
            libraries: toolchain.runner_libraries.iter().map(|library| shown(library)).collect(),
        })
    }

    /// Those that are installed for this version, for a toolchain that came without; none where one of them is missing.
    pub fn installed(mlir: &Mlir) -> Option<ShellTools> {
        let major = major(mlir);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_there =
            |program: &String| std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
        let program = |name: &str| Some(format!("{name}-{major}")).filter(is_there);
        let library = |name: &str| format!("/usr/lib/llvm-{major}/lib/libmlir_{name}.so");
        let libraries = vec![library("runner_utils"), library("c_runner_utils")];
        let has_libraries = libraries.iter().all(|library| Path::new(library).is_file());
        let (opt, runner) = (program("mlir-opt")?, program(runner(mlir))?);
        has_libraries.then_some(ShellTools { opt, runner, libraries })
    }

    /// The environment in which `reproduce.sh` takes them.
    fn environment(&self) -> String {
        let folder = self.libraries.first().and_then(|library| Path::new(library).parent());
        let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        let [opt, runner, folder] = [&self.opt, &self.runner, &folder].map(|path| quote(path));
        format!("MLIR_OPT={opt} MLIR_RUNNER={runner} MLIR_LIB={folder} ")
    }
}

/// Displays a finding in a few lines.
pub struct Brief<'a> {
    /// The finding.
    pub finding: &'a Judged<'a>,
    /// Its fate on disk.
    pub stored: &'a Stored,
    /// Stock programs on this machine; none where they are missing.
    pub tools: Option<&'a ShellTools>,
}

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judged { verdict, mlir, clean, .. } = self.finding;
        writeln!(f, "lowdiff: {}", words::verdict(verdict))?;
        writeln!(f, "  on MLIR {} ({}), executor {}", mlir.name, mlir.version, self.finding.executor)?;
        if let (None, Some(suspect)) = (&verdict.pass, verdict.suspect()) {
            writeln!(f, "  to blame: {suspect}")?;
        }
        match clean.map(|clean| clean.confirmed) {
            Some(Some(true)) => writeln!(f, "  stock programs in clean processes show it too")?,
            Some(Some(false)) => writeln!(f, "  stock programs in clean processes do NOT show it")?,
            Some(None) => writeln!(f, "  not confirmed: stock programs cannot tell")?,
            None => writeln!(f, "  not confirmed: no stock programs were asked")?,
        }
        let Some(dir) = self.stored.directory() else {
            return writeln!(f, "  not kept: {}", self.stored);
        };
        let dir = quote(&dir.display().to_string());
        writeln!(f, "  kept in {dir}; see it yourself:")?;
        let Some(tools) = self.tools else {
            let (name, version) = (quote(&mlir.name), &mlir.version);
            writeln!(f, "    lowdiff replay {dir} --mlir {name}")?;
            return writeln!(
                f,
                "  no stock programs of MLIR {version} are on this machine: where they are, bash {dir}/reproduce.sh"
            );
        };
        let environment = tools.environment();
        let processor = runner_flag();
        let convicting = convicting_path(verdict.kind, self.finding.reports);
        for (index, path) in self.finding.case.paths.iter().enumerate() {
            if convicting.is_some_and(|convicting| convicting != index) {
                continue;
            }
            let (opt, pipeline) = (quote(&tools.opt), quote(&one_pipeline(path)));
            write!(f, "    {opt} --pass-pipeline={pipeline} {dir}/program.mlir")?;
            if convicting.is_some() && verdict.pass.is_some() {
                // It never gets as far as to be run.
                writeln!(f, " -o /dev/null")?;
                continue;
            }
            writeln!(
                f,
                " | {} -O0 -e main -entry-point-result=void -shared-libs={}{processor}",
                quote(&tools.runner),
                quote(&tools.libraries.join(",")),
            )?;
        }
        writeln!(f, "  or all of it: {environment}bash {dir}/reproduce.sh")
    }
}
