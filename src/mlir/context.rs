//! A context with every dialect loaded, and what it says.

use super::symbols::{LogicalResult, RawContext, RawDiagnostic, StringRef};
use super::{Library, Processor};
use std::cell::RefCell;
use std::ffi::c_void;

/// An MLIRContext without threads, owner of everything parsed in it.
pub struct Context {
    pub(super) raw: RawContext,
    pub(super) library: &'static Library,
    /// The processor that its modules are compiled for.
    pub(super) processor: Processor,
}

/// One diagnostic of MLIR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// True if it is an error, rather than a warning, note or remark.
    pub error: bool,
    /// The place in the program, as MLIR prints locations.
    pub location: String,
    /// The message.
    pub message: String,
}

impl Diagnostic {
    /// The one to quote of several: the first error, else the first at all.
    pub fn foremost(said: &[Diagnostic]) -> Option<&Diagnostic> {
        said.iter().find(|d| d.error).or(said.first())
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.location, self.message)
    }
}

impl Context {
    /// Version of its MLIR as major, minor and patch, where the library tells.
    pub fn version(&self) -> Option<(u32, u32, u32)> {
        self.library.version()
    }

    /// A context with all dialects loaded and the translations to LLVM IR registered; takes some 8 ms, so
    /// it is made once, before workers are forked.
    pub fn new(library: &'static Library) -> Context {
        let api = &library.symbols;
        // SAFETY: the registry lives until the context has copied it; the context is destroyed on drop.
        unsafe {
            let registry = (api.registry_create)();
            (api.register_all_dialects)(registry);
            let raw = (api.context_create)(registry, false);
            (api.registry_destroy)(registry);
            (api.context_load_dialects)(raw);
            (api.register_translations)(raw);
            Context { raw, library, processor: Processor::default() }
        }
    }

    /// This context, with its modules compiled for this processor.
    #[must_use]
    pub fn compiling_for(self, processor: Processor) -> Context {
        let mut context = self;
        context.processor = processor;
        context
    }

    /// Another one of the same library.
    pub fn another(&self) -> Context {
        Context::new(self.library).compiling_for(self.processor)
    }

    /// Runs `work` and returns, with its result, every diagnostic emitted meanwhile.
    pub fn collect<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Diagnostic>) {
        let sink = DiagnosticSink { library: self.library, seen: RefCell::new(Vec::new()) };
        let api = &self.library.symbols;
        let user = (&raw const sink).cast_mut().cast::<c_void>();
        // SAFETY: the sink outlives the handler, which is detached before the sink is taken apart.
        let result = unsafe {
            let id = (api.attach_handler)(self.raw, receive, user, std::ptr::null_mut());
            let result = work();
            (api.detach_handler)(self.raw, id);
            result
        };
        (result, sink.seen.into_inner())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: owned, and everything parsed in it borrows it.
        unsafe { (self.library.symbols.context_destroy)(self.raw) }
    }
}

struct DiagnosticSink {
    library: &'static Library,
    seen: RefCell<Vec<Diagnostic>>,
}

/// More than this tells nobody more; a pass that warns in a loop must not fill the memory.
const MOST_DIAGNOSTICS: usize = 64;

extern "C" fn receive(diagnostic: RawDiagnostic, user: *mut c_void) -> LogicalResult {
    // SAFETY: `collect` passes its sink, alive until the handler is detached.
    let sink = unsafe { &*user.cast::<DiagnosticSink>() };
    let mut seen = sink.seen.borrow_mut();
    if seen.len() < MOST_DIAGNOSTICS {
        let api = &sink.library.symbols;
        // SAFETY: the diagnostic is alive during the call.
        let (severity, location, message) = unsafe {
            let place = (api.diagnostic_location)(diagnostic);
            (
                (api.diagnostic_severity)(diagnostic),
                text(|callback, out| (api.location_print)(place, callback, out)),
                text(|callback, out| (api.diagnostic_print)(diagnostic, callback, out)),
            )
        };
        seen.push(Diagnostic { error: severity == 0, location, message });
    }
    LogicalResult(1)
}

/// Gathers what one of MLIR's printing functions says.
pub(super) fn text(print: impl FnOnce(super::symbols::StringCallback, *mut c_void)) -> String {
    String::from_utf8(bytes(print)).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// Gathers the bytes that one of MLIR's functions writes.
pub(super) fn bytes(write: impl FnOnce(super::symbols::StringCallback, *mut c_void)) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    write(append, (&raw mut bytes).cast());
    bytes
}

pub(super) extern "C" fn append(piece: StringRef, out: *mut c_void) {
    if piece.length > 0 {
        // SAFETY: `text` passes its buffer; MLIR passes a valid piece.
        unsafe {
            (*out.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(piece.data, piece.length));
        }
    }
}
