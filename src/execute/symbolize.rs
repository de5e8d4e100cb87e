//! Names for addresses: workers are forks, so the parent's libraries lie where theirs do.

use crate::coverage::demangle;
use crate::observe::StackFrame;
use std::ffi::{CStr, c_int, c_void};
use std::path::Path;

unsafe extern "C" {
    /// glibc: like `dladdr`, and with flag `RTLD_DL_SYMENT` the symbol's table entry too.
    fn dladdr1(
        address: *const c_void,
        info: *mut libc::Dl_info,
        extra: *mut *mut c_void,
        flags: c_int,
    ) -> c_int;
}

const RTLD_DL_SYMENT: c_int = 1;

/// Function and library of each return address. A stripped library names its exported functions alone, so
/// an address outside every known one is given as an offset into the file.
pub fn symbolize(addresses: &[u64]) -> Vec<StackFrame> {
    addresses.iter().map(|a| name(*a)).collect()
}

fn name(address: u64) -> StackFrame {
    // A return address may lie behind the end of a function that never returns.
    let inside = address.saturating_sub(1);
    // SAFETY: both calls only look addresses up and give pointers into loaded libraries, which stay.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        let mut entry: *mut c_void = std::ptr::null_mut();
        if dladdr1(inside as *const c_void, &mut info, &mut entry, RTLD_DL_SYMENT) == 0 {
            return StackFrame::Nowhere {};
        }
        let file = if info.dli_fname.is_null() {
            "".into()
        } else {
            CStr::from_ptr(info.dli_fname).to_string_lossy()
        };
        let file =
            Path::new(&*file).file_name().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
        let covers = !entry.is_null() && {
            let symbol = &*entry.cast::<libc::Elf64_Sym>();
            inside < info.dli_saddr as u64 + symbol.st_size
        };
        if info.dli_sname.is_null() || !covers {
            return StackFrame::Offset { library: file, offset: address - info.dli_fbase as u64 };
        }
        let function = demangle(&CStr::from_ptr(info.dli_sname).to_string_lossy());
        StackFrame::Function { function, library: file }
    }
}

/// Leaves the frames of MLIR and of lowered code: the signal handler's own and the kernel's trampoline (which
/// lies in the C library next to no named function) come before them, lowdiff's own after.
pub fn without_own(names: Vec<StackFrame>) -> Vec<StackFrame> {
    let nameless =
        |frame: &StackFrame| matches!(frame, StackFrame::Offset { library, .. } if library == "libc.so.6");
    let first = names.iter().position(nameless).map_or(0, |trampoline| trampoline + 1);
    let own = std::env::current_exe().ok().and_then(|p| Some(p.file_name()?.to_string_lossy().into_owned()));
    let own = own.unwrap_or_default();
    let ours = |frame: &StackFrame| match frame {
        StackFrame::Function { library, .. } | StackFrame::Offset { library, .. } => *library == own,
        StackFrame::Printed { .. } | StackFrame::Nowhere {} | StackFrame::Other(_) => false,
    };
    let mut kept: Vec<StackFrame> = names.into_iter().skip(first).take_while(|n| !ours(n)).collect();
    // Endless recursion fills the stack with one name; once tells as much.
    kept.dedup();
    kept
}
