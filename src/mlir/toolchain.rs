//! Finding the MLIR under test: `.mlir/<name>/toolchain.json` as `scripts/setup.sh` leaves it, or a path.

use super::Library;
use crate::version::{self, Syntax, VERSIONS};
use anyhow::{Context, Result, bail};
use object::{Object, ObjectSection};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One MLIR: its C API library, and the stock tools where they exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The user's name for it: `22`, `head`, the path given, or `tools:` and the path of a program.
    pub name: String,
    /// LLVM's version, such as `22.1.8`.
    pub version: String,
    /// The library that exports MLIR's C API; the program itself where a program is all there is.
    pub library: PathBuf,
    /// Stock `mlir-opt` of the same build.
    pub mlir_opt: Option<PathBuf>,
    /// The stock program of the same build that runs lowered code.
    pub runner: Option<PathBuf>,
    /// The libraries that the runner needs for the print functions.
    pub runner_libraries: Vec<PathBuf>,
}

/// The manifest setup leaves; paths are relative to its own folder.
#[derive(Deserialize)]
struct Manifest {
    name: String,
    version: String,
    library: PathBuf,
    mlir_opt: Option<PathBuf>,
    runner: Option<PathBuf>,
    #[serde(default)]
    runner_libraries: Vec<PathBuf>,
}

/// The variable that names a clone of lowdiff, or its folder of toolchains.
const HOME: &str = "LOWDIFF_HOME";
/// The folder of a clone that holds toolchains.
const STORE: &str = ".mlir";

const MANIFEST: &str = "toolchain.json";

/// The folder beside the program that holds the toolchain it was shipped with.
const SHIPPED: &str = "lib";

/// The beginning of the name of an `mlir-opt` without a C API library.
const PROGRAM: &str = "tools:";

/// The toolchain called `name`: a name under `.mlir/`, a C API library, an install prefix, or `tools:` and a program like
/// mlir-opt.
///
/// # Errors
/// Nothing of that name is set up, or the path holds no MLIR; says what to run.
pub fn find(name: &str) -> Result<Toolchain> {
    if let Some(program) = name.strip_prefix(PROGRAM) {
        return from_program(name, Path::new(program));
    }
    let path = Path::new(name);
    if name.contains('/') || path.extension().is_some_and(|e| e == "so" || e == "dylib") {
        return from_path(name, path);
    }
    for folder in folders() {
        let manifest = folder.join(name).join(MANIFEST);
        if manifest.is_file() {
            return read(&manifest);
        }
    }
    if let Some(shipped) = shipped().filter(|shipped| shipped.name == name) {
        return Ok(shipped);
    }
    if let Some(home) = std::env::var_os(HOME).filter(|home| !home.is_empty() && !Path::new(home).is_dir()) {
        bail!(
            "no MLIR called '{name}' is set up, and {HOME} names {}, which is no folder: name lowdiff's clone or its .mlir",
            Path::new(&home).display()
        );
    }
    if version::named(name).is_some() {
        bail!(
            "no MLIR called '{name}' is set up: run ./scripts/setup.sh {name} in lowdiff's clone{}, or give a path to libMLIR-C.so",
            home_hint()
        );
    }
    bail!(
        "no MLIR called '{name}' is set up: use {}, a path to libMLIR-C.so, or name a build of yours by \
         ./scripts/setup.sh --name NAME PREFIX",
        version::names()
    )
}

/// The end of a sentence about lowdiff's clone: the variable that names it, where that is not set.
pub fn home_hint() -> &'static str {
    match std::env::var_os(HOME).is_some_and(|home| !home.is_empty()) {
        true => "",
        false => ", which LOWDIFF_HOME names from elsewhere",
    }
}

/// The toolchain the user wants when none is named: `$LOWDIFF_MLIR`, the one that this program was shipped with, then the default
/// version.
pub fn default_name() -> String {
    let asked = std::env::var("LOWDIFF_MLIR").ok().filter(|name| !name.is_empty());
    let usual = || shipped().map_or_else(|| version::DEFAULT.name.to_owned(), |shipped| shipped.name);
    asked.unwrap_or_else(usual)
}

/// The toolchain that this program was shipped with: that of `lib` in the folder that the program was started from. A service may
/// start a link to a program, so the folder is that of the name it was called by.
pub fn shipped() -> Option<Toolchain> {
    let called = std::env::args_os().next().map(PathBuf::from);
    // A name without a folder was looked for in $PATH.
    let called = called.filter(|called| called.components().count() > 1);
    let program = called.or_else(|| std::env::current_exe().ok())?;
    shipped_with(&program)
}

/// The toolchain of `lib` beside a program.
fn shipped_with(program: &Path) -> Option<Toolchain> {
    let manifest = program.parent()?.join(SHIPPED).join(MANIFEST);
    if !manifest.is_file() {
        return None;
    }
    read(&manifest).map_err(|error| log::warn!("the MLIR beside the program is left out: {error:#}")).ok()
}

/// Every toolchain in the first folder that has any, by name; manifests that cannot be read give their error.
pub fn present() -> Vec<Result<Toolchain>> {
    let manifests = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut manifests: Vec<PathBuf> = entries.map(|entry| entry.path().join(MANIFEST)).collect();
        manifests.retain(|manifest| manifest.is_file());
        manifests.sort();
        manifests
    };
    let first = folders().into_iter().map(manifests).find(|manifests| !manifests.is_empty());
    first.unwrap_or_default().iter().map(|manifest| read(manifest)).collect()
}

/// The folders of toolchains in reach: `$LOWDIFF_HOME`, which may be a clone or its `.mlir`, then the `.mlir` upward from the current
/// directory and from the program, then `~/.cache/lowdiff/mlir`.
fn folders() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = variable(HOME).map(|home| [home.join(STORE), home]);
    let starts = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    let upward = |start: PathBuf| start.ancestors().map(|a| a.join(STORE)).collect::<Vec<_>>();
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let cached = cache.map(|cache| cache.join("lowdiff/mlir"));
    let folders =
        home.into_iter().flatten().chain(starts.into_iter().flatten().flat_map(upward)).chain(cached);
    folders.filter(|folder| folder.is_dir()).collect()
}

fn read(manifest: &Path) -> Result<Toolchain> {
    let again = "remove its folder and run ./scripts/setup.sh again";
    let text = std::fs::read_to_string(manifest)
        .with_context(|| format!("cannot read {}: {again}", manifest.display()))?;
    let m: Manifest = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a toolchain manifest: {again}", manifest.display()))?;
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let place = |p: PathBuf| folder.join(p);
    let mut runner_libraries: Vec<PathBuf> = m.runner_libraries.into_iter().map(place).collect();
    // A manifest lists what has to be there; the rest is taken where it is.
    let beside = runner_libraries.first().and_then(|first| first.parent()).map(Path::to_path_buf);
    let others = beside.iter().flat_map(|beside| RUNNER_LIBRARIES.map(|library| beside.join(library)));
    let others: Vec<PathBuf> =
        others.filter(|other| other.is_file() && !runner_libraries.contains(other)).collect();
    runner_libraries.extend(others);
    Ok(Toolchain {
        name: m.name,
        version: m.version,
        library: place(m.library),
        mlir_opt: m.mlir_opt.map(place),
        runner: m.runner.map(place),
        runner_libraries,
    })
}

fn from_path(name: &str, path: &Path) -> Result<Toolchain> {
    if path.is_dir() {
        let manifest = path.join(MANIFEST);
        if manifest.is_file() {
            return read(&manifest);
        }
        return from_prefix(name, path);
    }
    if !path.is_file() {
        bail!("{name} does not exist: give a path to libMLIR-C.so, an install prefix, or a name such as 22");
    }
    let library = path.canonicalize().with_context(|| format!("cannot resolve {name}"))?;
    with_version(Toolchain {
        name: name.to_owned(),
        version: String::new(),
        library,
        mlir_opt: None,
        runner: None,
        runner_libraries: Vec::new(),
    })
}

fn from_prefix(name: &str, prefix: &Path) -> Result<Toolchain> {
    let prefix = prefix.canonicalize().with_context(|| format!("cannot resolve {name}"))?;
    let first = |candidates: &[&str]| candidates.iter().map(|c| prefix.join(c)).find(|p| p.is_file());
    let libraries = ["lib/libMLIR-C.so", "lib64/libMLIR-C.so", "lib/libMLIR-C.dylib", "libMLIR-C.so"];
    let Some(library) = first(&libraries) else {
        bail!("{name} holds no lib/libMLIR-C.so: build MLIR with -DMLIR_BUILD_MLIR_C_DYLIB=ON");
    };
    let within =
        |folder: &str, file: &str| Some(prefix.join(folder).join(file)).filter(|path| path.is_file());
    with_version(Toolchain {
        name: name.to_owned(),
        version: String::new(),
        library,
        mlir_opt: first(&["bin/mlir-opt"]),
        runner: runners().find_map(|runner| within("bin", runner)),
        runner_libraries: RUNNER_LIBRARIES.iter().filter_map(|library| within("lib", library)).collect(),
    })
}

/// A project's own `mlir-opt`. Runners lie beside it, or are borrowed from what is set up: lowered code is text.
fn from_program(name: &str, path: &Path) -> Result<Toolchain> {
    let program = path.canonicalize().ok().filter(|program| program.is_file()).with_context(|| {
        format!("'{}' is no program: after tools: give a path to an mlir-opt", path.display())
    })?;
    let told = Command::new(&program).arg("--version").stdin(Stdio::null()).output();
    let told = told.with_context(|| format!("cannot start {}", path.display()))?;
    let said = String::from_utf8_lossy(&told.stdout);
    let version = said.split_once("LLVM version ").and_then(|(_, rest)| rest.split_whitespace().next());
    let version = version.with_context(|| {
        format!("{} --version names no LLVM version: after tools: give a path to an mlir-opt", path.display())
    })?;
    let mut toolchain = Toolchain {
        name: name.to_owned(),
        version: version.to_owned(),
        library: program.clone(),
        mlir_opt: Some(program.clone()),
        runner: None,
        runner_libraries: Vec::new(),
    };
    let folder = program.parent().unwrap_or(Path::new("."));
    let beside = runners().map(|runner| folder.join(runner)).find(|runner| runner.is_file());
    if let Some(runner) = beside {
        toolchain.runner = Some(runner);
        let home = folder.parent().unwrap_or(folder);
        let libraries = RUNNER_LIBRARIES.iter().map(|library| home.join("lib").join(library));
        toolchain.runner_libraries = libraries.filter(|library| library.is_file()).collect();
    } else if let Some(lender) = toolchain.kin().into_iter().find(|other| other.runner.is_some()) {
        toolchain.runner = lender.runner;
        toolchain.runner_libraries = lender.runner_libraries;
    }
    Ok(toolchain)
}

/// The stock programs that run lowered code, by the names of all versions.
fn runners() -> impl Iterator<Item = &'static str> {
    VERSIONS.iter().map(|version| version.runner)
}

/// The libraries that a runner has to load: for the print functions, for async code, for the functions that processors without bfloat
/// call, and for floats that no processor has.
const RUNNER_LIBRARIES: [&str; 5] = [
    "libmlir_runner_utils.so",
    "libmlir_c_runner_utils.so",
    "libmlir_async_runtime.so",
    "libmlir_float16_utils.so",
    "libmlir_apfloat_wrappers.so",
];

/// A library without a manifest has to be asked.
fn with_version(mut toolchain: Toolchain) -> Result<Toolchain> {
    let version = Library::open(&toolchain.library)?.version();
    toolchain.version = version.map_or("unknown".to_owned(), |(a, b, c)| format!("{a}.{b}.{c}"));
    Ok(toolchain)
}

impl Toolchain {
    /// True if it is a program without a C API library.
    pub fn is_program(&self) -> bool {
        self.name.starts_with(PROGRAM)
    }

    /// Toolchains set up whose versions are near this one's, the nearest first: they read most of what it writes.
    pub fn kin(&self) -> Vec<Toolchain> {
        let mut others: Vec<Toolchain> = present().into_iter().flatten().collect();
        others.sort_by_key(|other| other.major().abs_diff(self.major()));
        others
    }

    /// LLVM's major version; a library that does not tell is taken for a current one.
    pub fn major(&self) -> u32 {
        self.version.split('.').next().and_then(|m| m.parse().ok()).unwrap_or(u32::MAX)
    }

    /// The spelling of tosa it reads.
    pub fn syntax(&self) -> Syntax {
        version::of(self.major()).syntax
    }

    /// GNU build-id, in hexadecimal, of the file that holds MLIR's code, or `unknown`.
    ///
    /// A thin C API library linked against `libMLIR.so.*` beside it says nothing about the compiler, so then
    /// that neighbour is asked.
    pub fn build_id(&self) -> String {
        let holder = self.behind("libMLIR.so.").unwrap_or(self.library.clone());
        build_id_of(&holder).unwrap_or_else(|| "unknown".to_owned())
    }

    /// The commit of LLVM that it was built of, in hexadecimal; none where the library does not say so, as those of releases.
    pub fn commit(&self) -> Option<String> {
        let holders = [self.behind("libLLVM.so."), Some(self.library.clone())];
        holders.into_iter().flatten().find_map(|holder| commit_of(&holder))
    }

    /// The first library whose name begins so, beside a thin C API library.
    fn behind(&self, prefix: &str) -> Option<PathBuf> {
        if !file_name(&self.library).starts_with("libMLIR-C.") {
            return None;
        }
        let folder = self.library.parent().unwrap_or(Path::new("."));
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.filter(|path| file_name(path).starts_with(prefix)).min()
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The commit in the name that LLVM gives itself as the producer of a symbol table: its version, a blank, and the commit.
fn commit_of(path: &Path) -> Option<String> {
    let file = std::fs::File::open(path).ok()?;
    let cache = object::ReadCache::new(file);
    let elf = object::File::parse(&cache).ok()?;
    commit_in(elf.section_by_name(".data")?.data().ok()?)
}

/// The commit of 40 digits at the end of a text that begins with a version.
fn commit_in(data: &[u8]) -> Option<String> {
    let texts = data.split(|byte| *byte == 0).filter_map(|text| std::str::from_utf8(text).ok());
    let mut commits = texts.filter_map(|text| {
        let (version, commit) = text.split_once(' ')?;
        let is_version = version.starts_with(|digit: char| digit.is_ascii_digit()) && version.contains('.');
        let is_commit = commit.len() == 40 && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
        (is_version && is_commit).then(|| commit.to_owned())
    });
    commits.next()
}

/// Reads the note without loading the whole library, which may be hundreds of megabytes.
fn build_id_of(path: &Path) -> Option<String> {
    let file = std::fs::File::open(path).ok()?;
    let cache = object::ReadCache::new(file);
    let elf = object::File::parse(&cache).ok()?;
    let id = elf.build_id().ok()??;
    Some(crate::observe::hexadecimal(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_told_from_other_texts_with_a_version() {
        let digits = "10dbfc4863c9aea2fb237022c3f47fc24c02265e";
        let data = format!("22.1.8\0a 1\0{digits}\x0024.0.0git {digits}\0");
        assert_eq!(commit_in(data.as_bytes()).as_deref(), Some(digits));
        assert_eq!(commit_in(format!("24.0.0git {digits}0\0x {digits}").as_bytes()), None);
    }
}
