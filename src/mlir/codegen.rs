//! Machine code without optimization.
//!
//! `mlirExecutionEngineCreate` takes an optimization level and keeps it for LLVM IR alone: it makes its target machine
//! before it looks at the level (MLIR 19 to 24), so code is generated as for -O2. That is most of the time between a lowered
//! module and its results, and it is not what was asked for. The level cannot be set from outside, but what it decides can: by
//! the options of LLVM's code generator, which are global to a library.

use std::ffi::{CStr, c_char, c_int};

/// As `llc -O0` has it, where that matters: registers given block by block. The last two passes are the dearest of those that work
/// on LLVM IR. Instructions are not chosen one by one (`-fast-isel`), which would be quicker still: LLVM 22 then makes wrong code of some
/// programs in bf16, which stock runners, without that option, do not show. Without the last option nobody lowers the intrinsics of
/// matrices, which the code generator does not know.
const OPTIONS: [&CStr; 6] = [
    c"lowdiff",
    c"-optimize-regalloc=false",
    c"-regalloc=fast",
    c"-disable-cgp",
    c"-disable-lsr",
    c"-enable-matrix",
];

/// Has the code generator of a library that has just been loaded do no more than it must. A library that does not export
/// LLVM's own C API takes longer to compile.
pub fn do_not_optimize(handle: &libloading::Library) {
    type ParseOptions = unsafe extern "C" fn(c_int, *const *const c_char, *const c_char);
    let options = OPTIONS.map(CStr::as_ptr);
    // SAFETY: llvm-c/Support.h declares it so. The texts live forever; options a version lacks are skipped.
    unsafe {
        if let Ok(parse) = handle.get::<ParseOptions>(b"LLVMParseCommandLineOptions") {
            parse(options.len() as c_int, options.as_ptr(), std::ptr::null());
        }
    }
}
