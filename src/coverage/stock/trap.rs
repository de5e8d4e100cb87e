//! Breakpoints at blocks: armed ahead, taken out by the first run that reaches them.
//!
//! The first byte of every block is an `int3`. The handler puts the byte back, marks the block and runs it again, so a
//! block costs one trap a run; between runs it is armed again until it has been reached often enough.

use super::super::Board;
use super::super::loaded::Loaded;
use super::sweep::Blocks;
use super::text::LibraryText;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::OnceLock;

const INT3: u8 = 0xcc;

/// Blocks of one library and where they are.
pub struct Traced {
    library: Loaded,
    /// Address of the code, as the file has it.
    address: u64,
    text: LibraryText,
    /// Offsets of the blocks traced, ascending.
    starts: Vec<u32>,
    /// The bytes breakpoints replace.
    original: Vec<u8>,
    /// Index of the first block.
    first: u32,
}

impl Traced {
    /// Blocks of `text` at `starts`, numbered from `first`; nothing is armed yet.
    pub fn new(library: Loaded, text: LibraryText, blocks: &Blocks, starts: Vec<u32>, first: u32) -> Traced {
        debug_assert!(blocks.length as usize == text.length);
        // A breakpoint of somebody else's is theirs.
        let starts: Vec<u32> = starts.into_iter().filter(|&s| text.read(s) != INT3).collect();
        let original = starts.iter().map(|&s| text.read(s)).collect();
        Traced { library, address: blocks.text, text, starts, original, first }
    }

    /// Indices it has.
    pub fn indices(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.starts.len() as u32
    }

    /// The library's file and the address of a block in it.
    pub fn block(&self, index: u32) -> Option<(&std::path::Path, u64)> {
        let at = index.checked_sub(self.first)? as usize;
        Some((&self.library.path, self.address + u64::from(*self.starts.get(at)?)))
    }

    fn arm(&self, index: u32) {
        self.text.write(self.starts[(index - self.first) as usize], INT3);
    }

    fn disarm(&self, index: u32) {
        let at = (index - self.first) as usize;
        self.text.write(self.starts[at], self.original[at]);
    }
}

/// The state that the handler sees.
struct Armed {
    board: &'static Board,
    libraries: Vec<Traced>,
}

static ARMED: OnceLock<Armed> = OnceLock::new();
/// The earlier handler of SIGTRAP.
static mut EARLIER: MaybeUninit<libc::sigaction> = MaybeUninit::uninit();

/// Takes the signal over and arms every block. Once a process.
pub fn arm(board: &'static Board, libraries: Vec<Traced>) {
    let armed = ARMED.get_or_init(|| Armed { board, libraries });
    take_over();
    rearm(armed.libraries.iter().flat_map(Traced::indices));
}

/// Makes the breakpoints work in a worker that has just set up its own handlers: what is no breakpoint of ours goes
/// to them.
pub fn take_over() {
    if ARMED.get().is_none() {
        return;
    }
    // SAFETY: valid arguments; the earlier action is written before a trap could need it but for blocks hit in
    // between, of which there are none: this is not code under test.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_trap as *const () as usize;
        // Its own stack, where there is one: the code under test may have used up the other.
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER | libc::SA_RESTART;
        libc::sigaction(libc::SIGTRAP, &action, (&raw mut EARLIER).cast());
    }
}

/// Arms blocks, by index.
pub fn rearm(indices: impl IntoIterator<Item = u32>) {
    let Some(armed) = ARMED.get() else { return };
    for index in indices {
        if let Some(library) = armed.libraries.iter().find(|l| l.indices().contains(&index)) {
            library.arm(index);
        }
    }
}

/// Takes every breakpoint out.
pub fn disarm() {
    let Some(armed) = ARMED.get() else { return };
    for library in &armed.libraries {
        library.indices().for_each(|index| library.disarm(index));
    }
}

/// The libraries traced.
pub fn libraries() -> &'static [Traced] {
    ARMED.get().map_or(&[], |armed| &armed.libraries)
}

/// Nothing is ever armed elsewhere.
#[cfg(not(target_arch = "x86_64"))]
extern "C" fn on_trap(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    chain(signal, info, context);
}

/// Async-signal-safe: a search in a table, and stores.
#[cfg(target_arch = "x86_64")]
extern "C" fn on_trap(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes the interrupted context, which is this handler's to change.
    let next = unsafe { next_instruction(context) };
    let address = (*next as usize).wrapping_sub(1);
    let Some(armed) = ARMED.get() else { return chain(signal, info, context) };
    for library in &armed.libraries {
        let Some(offset) = library.text.offset(address) else { continue };
        let Ok(at) = library.starts.binary_search(&offset) else { continue };
        let index = library.first + at as u32;
        library.disarm(index);
        armed.board.mark(index);
        *next = address as i64;
        return;
    }
    chain(signal, info, context);
}

/// The address where the interrupted code goes on: behind the breakpoint.
///
/// # Safety
/// `context` is what the kernel passed to a signal handler that has not returned yet.
#[cfg(target_arch = "x86_64")]
unsafe fn next_instruction<'c>(context: *mut c_void) -> &'c mut i64 {
    // SAFETY: the caller's.
    unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs[libc::REG_RIP as usize] }
}

/// Not ours: whoever was there before, or the end that the default action is.
fn chain(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: written by `take_over`; a handler is called as its flags say.
    unsafe {
        let earlier = &*(&raw const EARLIER).cast::<libc::sigaction>();
        match earlier.sa_sigaction {
            libc::SIG_IGN => {}
            libc::SIG_DFL => {
                libc::signal(signal, libc::SIG_DFL);
                libc::raise(signal);
            }
            handler if earlier.sa_flags & libc::SA_SIGINFO != 0 => {
                let call: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                    std::mem::transmute(handler);
                call(signal, info, context);
            }
            handler => {
                let call: extern "C" fn(c_int) = std::mem::transmute(handler);
                call(signal);
            }
        }
    }
}
