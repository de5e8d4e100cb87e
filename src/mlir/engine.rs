//! MLIR's ExecutionEngine: machine code for a module of the llvm dialect.

use super::processor::compile_for;
use super::symbols::RawEngine;
use super::{Context, Module};
use std::ffi::c_void;

/// Compiled code, alive as long as this value.
pub struct Engine<'c> {
    raw: RawEngine,
    context: &'c Context,
}

impl<'c> Engine<'c> {
    /// Translates and compiles `module` without optimization, for the processor of its context; none when MLIR refuses (it says
    /// why on standard error).
    pub fn new(module: &Module<'c>) -> Option<Engine<'c>> {
        let context = module.context;
        let module = module.duplicate();
        compile_for(&module, context.processor);
        // SAFETY: the module is alive and only read.
        let raw = unsafe {
            (context.library.symbols.engine_create)(module.raw, 0, 0, std::ptr::null(), false, false)
        };
        (!raw.is_null()).then_some(Engine { raw, context })
    }

    /// Makes `address` known to the code as `name`.
    ///
    /// # Safety
    /// `address` must be a function of the type the code calls `name` with, for as long as the code runs.
    pub unsafe fn register(&self, name: &str, address: *mut c_void) {
        // SAFETY: the engine is alive, the caller vouches for the address.
        unsafe { (self.context.library.symbols.engine_register)(self.raw, name.into(), address) }
    }

    /// Runs what the module has run before `main`. The engine runs what comes after it when it ends.
    ///
    /// # Safety
    /// As sound as running `main`.
    pub unsafe fn initialize(&self) {
        if let Some(initialize) = self.context.library.initialize {
            // SAFETY: the engine is alive.
            unsafe { initialize(self.raw) }
        }
    }

    /// Address of the function `name`, compiled on demand; none when it cannot be linked.
    pub fn lookup(&self, name: &str) -> Option<*mut c_void> {
        // SAFETY: the engine is alive.
        let address = unsafe { (self.context.library.symbols.engine_lookup)(self.raw, name.into()) };
        (!address.is_null()).then_some(address)
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        // SAFETY: owned; nobody runs the code any more.
        unsafe { (self.context.library.symbols.engine_destroy)(self.raw) }
    }
}
