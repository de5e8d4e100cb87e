//! The shared libraries of this process that hold the code of MLIR, and their places.

use std::ffi::{CStr, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A library that is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Its file.
    pub path: PathBuf,
    /// The offset that is added to the addresses in the file.
    pub bias: usize,
    /// True where another library of the process holds LLVM.
    pub llvm_apart: bool,
}

impl Loaded {
    /// True of LLVM alone.
    pub fn is_llvm(&self) -> bool {
        self.stem().starts_with("libLLVM")
    }

    fn stem(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// The library loaded as `library`, and those named libMLIR or libLLVM that it brought along.
pub fn find(library: &Path) -> Vec<Loaded> {
    let mut all: Vec<Loaded> = Vec::new();
    // SAFETY: the callback gets its own list back and adds to it.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut all).cast()) };
    let resolved = library.canonicalize().unwrap_or_else(|_| library.to_owned());
    all.retain(|l| {
        let stem = l.stem();
        let own = l.path.canonicalize().is_ok_and(|path| path == resolved);
        own || stem.starts_with("libMLIR") || stem.starts_with("libLLVM")
    });
    let llvm_apart = all.iter().any(Loaded::is_llvm);
    all.iter_mut().for_each(|l| l.llvm_apart = llvm_apart);
    all
}

extern "C" fn visit(info: *mut libc::dl_phdr_info, _size: usize, user: *mut c_void) -> c_int {
    // SAFETY: `find` passes its own list; the linker passes valid information.
    unsafe {
        let all = &mut *user.cast::<Vec<Loaded>>();
        let name = CStr::from_ptr((*info).dlpi_name).to_bytes();
        if !name.is_empty() {
            let path = PathBuf::from(OsStr::from_bytes(name));
            all.push(Loaded { path, bias: (*info).dlpi_addr as usize, llvm_apart: false });
        }
    }
    0
}
