//! Functions that lowered OpenMP code calls, for a team of one thread.
//!
//! Every loop is that thread's, whole; barriers and locks have nobody to wait for. It is a team OpenMP allows whatever number is
//! asked for, and gives the same outputs every time. The functions and their types are those of LLVM's OpenMP runtime
//! (`openmp/runtime/src/kmp.h`).

use super::compiled_memory;
use crate::observe::{Cause, Lack};
use std::ffi::c_void;

/// A call's place in the source; not looked at.
type Location = *const c_void;
/// The body of a parallel region: the thread's two numbers, and what it shares with the code around it.
type Body = extern "C" fn(*const i32, *const i32, *mut c_void, *mut c_void, *mut c_void);

/// Shared pointers a body may have: as many as are passed in registers next to the three other arguments, so that a function of a fixed
/// number of arguments can be called as one of any number.
const SHARED: i32 = 3;

extern "C" fn fork(_: Location, shared: i32, body: Body, a: *mut c_void, b: *mut c_void, c: *mut c_void) {
    if shared > SHARED {
        compiled_memory::unsupported(Cause::Lacks(Box::new(Lack::SharedPointers(shared))));
    }
    body(&0, &0, a, b, c);
}

extern "C" fn thread_number(_: Location) -> i32 {
    0
}

extern "C" fn nothing() {}

extern "C" fn cancelled() -> i32 {
    0
}

/// The thread that is told 1 puts the partial results of all together.
extern "C" fn reduce() -> i32 {
    1
}

macro_rules! schedules {
    ($($name:ident: $ty:ty;)*) => { $(
        /// Leaves the bounds (both inclusive) as they are: the loop is this thread's.
        unsafe extern "C" fn $name(
            _: Location, _: i32, _: i32, last: *mut i32, lower: *mut $ty, upper: *mut $ty, stride: *mut $ty, _: $ty, _: $ty,
        ) {
            // SAFETY: lowered code passes the addresses of variables of its own.
            unsafe {
                *last = 1;
                *stride = (*upper).wrapping_sub(*lower).wrapping_add(1);
            }
        }
    )* };
}

schedules! {
    schedule_4: i32;
    schedule_4u: u32;
    schedule_8: i64;
    schedule_8u: u64;
}

/// Every function of the OpenMP runtime, by the name lowered code calls it with.
pub fn symbols() -> Vec<(String, *mut c_void)> {
    let all: [(&str, *mut c_void); 16] = [
        ("__kmpc_fork_call", fork as *mut c_void),
        ("__kmpc_global_thread_num", thread_number as *mut c_void),
        ("__kmpc_push_num_threads", nothing as *mut c_void),
        ("__kmpc_for_static_init_4", schedule_4 as *mut c_void),
        ("__kmpc_for_static_init_4u", schedule_4u as *mut c_void),
        ("__kmpc_for_static_init_8", schedule_8 as *mut c_void),
        ("__kmpc_for_static_init_8u", schedule_8u as *mut c_void),
        ("__kmpc_for_static_fini", nothing as *mut c_void),
        ("__kmpc_barrier", nothing as *mut c_void),
        ("__kmpc_cancel_barrier", cancelled as *mut c_void),
        ("__kmpc_critical", nothing as *mut c_void),
        ("__kmpc_end_critical", nothing as *mut c_void),
        ("__kmpc_reduce", reduce as *mut c_void),
        ("__kmpc_end_reduce", nothing as *mut c_void),
        ("__kmpc_reduce_nowait", reduce as *mut c_void),
        ("__kmpc_end_reduce_nowait", nothing as *mut c_void),
    ];
    all.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}
