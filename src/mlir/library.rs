//! Loading the library under test, once a process.

use super::symbols::{RawAttribute, RawEngine, RawOperation, Symbols};
use super::{codegen, receivers};
use anyhow::{Context as _, Result, bail};
use std::ffi::c_uint;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A loaded MLIR. It is never unloaded: MLIR registers types and passes for the life of the process.
pub struct Library {
    path: PathBuf,
    version: Option<(u32, u32, u32)>,
    pub(super) symbols: Symbols,
    /// The functions that tell properties; none where the library hides its C++ symbols.
    pub(super) properties: Option<Properties>,
    /// `mlirExecutionEngineInitialize`, which runs what is to be run before `main`; none where that is done when code is compiled.
    pub(super) initialize: Option<unsafe extern "C" fn(RawEngine)>,
}

static LOADED: OnceLock<Library> = OnceLock::new();

impl Library {
    /// Loads the library at `path` and registers all passes, or returns it if it is loaded already.
    ///
    /// # Errors
    /// The file is missing or not loadable, symbols are missing (all are named), or this process holds
    /// another MLIR already: two of them share C++ symbols and would run each other's code.
    pub fn open(path: &Path) -> Result<&'static Library> {
        // Its initialisers and its table of passes are for one thread at a time.
        static LOADING: Mutex<()> = Mutex::new(());
        let _alone = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = LOADED.get() {
            if held.path == path {
                return Ok(held);
            }
            bail!(
                "this process holds {} and cannot load {} too: use one process for each MLIR",
                held.path.display(),
                path.display()
            );
        }
        let library = Library::load(path)?;
        // SAFETY: registers every pass in MLIR's global table; called once, before any pipeline is parsed.
        unsafe { (library.symbols.register_all_passes)() };
        Ok(LOADED.get_or_init(|| library))
    }

    fn load(path: &Path) -> Result<Library> {
        if !path.exists() {
            bail!("{} does not exist: name MLIR's C API library, or run ./scripts/setup.sh", path.display());
        }
        let flags = libloading::os::unix::RTLD_NOW | libloading::os::unix::RTLD_LOCAL;
        // SAFETY: running the initialisers of the library under test is what the user asked for.
        let open =
            || unsafe { libloading::os::unix::Library::open(Some(path), flags) }.map_err(|e| reason(&e));
        let opened = match open() {
            // Asked for only then: it spares everybody else a library.
            Err(said) if receivers::are_missing(&said) => {
                receivers::provide().with_context(|| {
                    format!("{} has sanitizer counters, and what they need cannot be loaded", path.display())
                })?;
                open().map_err(|said| match receivers::are_missing(&said) {
                    true => {
                        format!("{said}; lowdiff reads -fsanitize-coverage=inline-8bit-counters,pc-table")
                    }
                    false => said,
                })
            }
            opened => opened,
        };
        let handle =
            opened.map_err(anyhow::Error::msg).with_context(|| format!("cannot load {}", path.display()))?;
        // Lowered code calls libm by name; the C library alone does not make those names visible.
        let global = libloading::os::unix::RTLD_NOW | libloading::os::unix::RTLD_GLOBAL;
        // SAFETY: libm has no initialisers with effects.
        if let Ok(libm) = unsafe { libloading::os::unix::Library::open(Some("libm.so.6"), global) } {
            std::mem::forget(libm);
        }
        let handle = libloading::Library::from(handle);
        let symbols = Symbols::load(&handle).map_err(|missing| {
            let (shown, more) = missing.split_at(missing.len().min(3));
            let rest = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            anyhow::anyhow!(
                "{} is not a complete MLIR C API library: it lacks {}{rest}; \
                 build MLIR 19 or later with -DMLIR_BUILD_MLIR_C_DYLIB=ON",
                path.display(),
                shown.join(", ")
            )
        })?;
        codegen::do_not_optimize(&handle);
        let version = version_of(&handle);
        let properties = properties_of(&handle);
        // SAFETY: mlir-c/ExecutionEngine.h declares it so.
        let initialize = unsafe { handle.get(b"mlirExecutionEngineInitialize") }.ok().map(|symbol| *symbol);
        // Never unloaded: MLIR has registered itself for the life of the process.
        std::mem::forget(handle);
        Ok(Library { path: path.to_owned(), version, symbols, properties, initialize })
    }

    /// Version of the LLVM it is built with, where the library tells (`LLVMGetVersion`).
    pub fn version(&self) -> Option<(u32, u32, u32)> {
        self.version
    }
}

/// The functions that tell an operation's properties, with flags that the C API does not tell (`nsw` of the llvm dialect). Both are as
/// they were in MLIR 19.
#[derive(Clone, Copy)]
pub(super) struct Properties {
    /// `mlir::Operation::getPropertiesAsAttribute()`: one attribute for all of it; null where there is nothing.
    pub whole: unsafe extern "C" fn(RawOperation) -> RawAttribute,
    /// `mlir::Operation::hashProperties()`: equal in one process where the attribute is, and much cheaper, since none is made.
    pub hash: unsafe extern "C" fn(RawOperation) -> usize,
}

fn properties_of(handle: &libloading::Library) -> Option<Properties> {
    // SAFETY: a member function takes its object as a first argument; an `Attribute` is one pointer and a `hash_code` one
    // number, which are returned in a register.
    unsafe {
        let whole = *handle.get(b"_ZN4mlir9Operation24getPropertiesAsAttributeEv").ok()?;
        let hash = *handle.get(b"_ZN4mlir9Operation14hashPropertiesEv").ok()?;
        Some(Properties { whole, hash })
    }
}

/// The dynamic linker's message, without the wrapper's own words.
fn reason(error: &libloading::Error) -> String {
    match error {
        libloading::Error::DlOpen { source, .. } => source.to_string(),
        other => other.to_string(),
    }
}

fn version_of(handle: &libloading::Library) -> Option<(u32, u32, u32)> {
    type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint);
    // SAFETY: LLVM-C/Core.h declares it so; the pointers outlive the call.
    unsafe {
        let get = handle.get::<GetVersion>(b"LLVMGetVersion").ok()?;
        let (mut major, mut minor, mut patch) = (0, 0, 0);
        get(&mut major, &mut minor, &mut patch);
        Some((major, minor, patch))
    }
}
