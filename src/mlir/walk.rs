//! Looking at a module between two steps of a path: which operations there are, and which feeds which.

use super::symbols::RawOperation;
use super::{Context, Module, Operation};
use crate::path::{Operations, TypeKind};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

impl Module<'_> {
    /// How often each operation occurs, by name and the kind of types it works on, and how many there are
    /// in all; the walk stops once there are more than `limit`.
    pub fn scan(&self, limit: u64) -> (Operations, u64) {
        let mut scan = Scan { context: self.context, found: BTreeMap::new(), count: 0, limit };
        let walk = self.context.library.symbols.operation_walk;
        // SAFETY: the callback gets its own scan back and only reads the IR.
        unsafe { walk(self.operation().raw, visit, (&raw mut scan).cast(), 0) };
        let owned = scan.found.into_iter().map(|((name, kind), count)| ((name.to_owned(), kind), count));
        (owned.collect(), scan.count)
    }
}

impl Module<'_> {
    /// Hands over which operation has a result of which among its operands, by name: user, source. The same pair may
    /// come more than once. Allocates nothing: where memory lies decides the order of some of MLIR's tables, and
    /// looking must not change what is seen.
    pub fn each_def_use(&self, mut met: impl FnMut(&str, &str)) {
        let mut pairs = Pairs { context: self.context, recent: [NO_PAIR; RECENT], met: &mut met };
        let walk = self.context.library.symbols.operation_walk;
        // SAFETY: the callback gets its own state back and only reads the IR.
        unsafe { walk(self.operation().raw, pair_up, (&raw mut pairs).cast(), 0) };
    }
}

/// Pairs remembered so that most repetitions are not handed over.
const RECENT: usize = 256;
const NO_PAIR: (*const u8, *const u8) = (std::ptr::null(), std::ptr::null());

struct Pairs<'c> {
    context: &'c Context,
    /// Names by address, as a context holds each once.
    recent: [(*const u8, *const u8); RECENT],
    met: &'c mut dyn FnMut(&str, &str),
}

extern "C" fn pair_up(raw: RawOperation, user: *mut c_void) -> c_int {
    // SAFETY: `each_def_use` passes its own state, used by nobody else meanwhile.
    let pairs = unsafe { &mut *user.cast::<Pairs<'_>>() };
    let operation = Operation { raw, context: pairs.context };
    let name = operation.name();
    for source in operation.operand_sources() {
        let source = source.name();
        let pair = (name.as_ptr(), source.as_ptr());
        // Names lie at multiples of eight or so.
        let place = ((pair.0 as usize >> 3) ^ (pair.1 as usize >> 5)) % RECENT;
        if pairs.recent[place] != pair {
            pairs.recent[place] = pair;
            (pairs.met)(name, source);
        }
    }
    0
}

struct Scan<'c> {
    context: &'c Context,
    /// Names live in the context, so counting allocates nothing for each operation.
    found: BTreeMap<(&'c str, TypeKind), u32>,
    count: u64,
    limit: u64,
}

extern "C" fn visit(raw: RawOperation, user: *mut c_void) -> c_int {
    // SAFETY: `scan` passes its own state, used by nobody else meanwhile.
    let scan = unsafe { &mut *user.cast::<Scan<'_>>() };
    scan.count += 1;
    if scan.count > scan.limit {
        return 1;
    }
    let operation = Operation { raw, context: scan.context };
    *scan.found.entry((operation.name(), kind_of(operation))).or_insert(0) += 1;
    0
}

/// Tensor where any type is one (a function's signature counts), else memref, else vector, else scalar.
fn kind_of(operation: Operation<'_>) -> TypeKind {
    let (mut memref, mut vector) = (false, false);
    let signature = if operation.name() == "func.func" { operation.signature() } else { None };
    let (inputs, results) = signature.unwrap_or_default();
    for ty in operation.types().chain(inputs).chain(results) {
        if ty.is_tensor() {
            return TypeKind::Tensor;
        }
        memref |= ty.is_memref();
        vector |= ty.is_vector();
    }
    match (memref, vector) {
        (true, _) => TypeKind::Memref,
        (false, true) => TypeKind::Vector,
        (false, false) => TypeKind::Scalar,
    }
}
