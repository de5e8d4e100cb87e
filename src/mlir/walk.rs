//! Looking at a module between two steps of a path: which operations there are, and which feeds which.

use super::hash::ByAddress;
use super::symbols::RawOperation;
use super::{Context, Module, Operation, Type};
use crate::path::{OperationTrait, Operations, TypeKind};
use std::collections::{BTreeSet, HashMap};
use std::ffi::{c_int, c_void};

/// The names of an operation and of those in its regions.
pub fn names(operation: Operation<'_>) -> BTreeSet<String> {
    let inner = operation.blocks().into_iter().flat_map(|(_, block)| operation.inside(block));
    inner.flat_map(names).chain([operation.name().to_owned()]).collect()
}

/// The number of times each operation occurs, by name and the kind of types it works on, and the number of all
/// operations; the walk stops once there are more than `limit`. Operations that are not llvm's and that the translation to LLVM IR
/// takes as they stand are in the number of all only.
pub fn scan(module: &Module<'_>, limit: u64) -> (Operations, u64) {
    let (found, kinds) = (HashMap::default(), HashMap::default());
    let mut scan = Scan { context: module.context, found, kinds, count: 0, limit };
    let walk = module.context.library.symbols.operation_walk;
    // SAFETY: the callback gets its own scan back and only reads the IR.
    unsafe { walk(module.operation().raw, visit, (&raw mut scan).cast(), 0) };
    let owned = scan.found.into_values().flat_map(|(name, counts)| {
        let present = KINDS.into_iter().zip(counts).filter(|(_, count)| *count > 0);
        present.map(move |(kind, count)| ((name.to_owned(), kind), count))
    });
    (owned.collect(), scan.count)
}

/// All kinds, each at its own number.
const KINDS: [TypeKind; 4] = [TypeKind::Tensor, TypeKind::Memref, TypeKind::Vector, TypeKind::Scalar];

/// Hands over which operation has a result of which among its operands, by name: user, source. A pair may
/// come more than once. Allocates nothing: where memory lies decides the order of some of MLIR's tables, and
/// looking must not change what is seen.
pub fn each_def_use(module: &Module<'_>, mut met: impl FnMut(&str, &str)) {
    let mut pairs = Pairs { context: module.context, recent: [NO_PAIR; RECENT], met: &mut met };
    let walk = module.context.library.symbols.operation_walk;
    // SAFETY: the callback gets its own state back and only reads the IR.
    unsafe { walk(module.operation().raw, pair_up, (&raw mut pairs).cast(), 0) };
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
    /// Names live in the context, each once, so their addresses stand for them.
    found: ByAddress<(&'c str, [u32; 4])>,
    /// Kinds of types by address: MLIR is asked once for each type.
    kinds: ByAddress<TypeKind>,
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
    let (name, kind) = (operation.name(), scan.kind_of(operation));
    if kind == TypeKind::Scalar && translates(operation, name) {
        return 0;
    }
    scan.found.entry(name.as_ptr() as usize).or_insert((name, [0; 4])).1[kind as usize] += 1;
    0
}

/// True if an operation on scalars goes into LLVM IR without being converted: OpenMP's do, once none of its types is `index`.
fn translates(operation: Operation<'_>, name: &str) -> bool {
    crate::observe::dialect(name) == "omp"
        && !operation.types().chain(operation.arguments()).any(Type::is_index)
}

impl Scan<'_> {
    /// The most abstract type of all (a function's signature counts).
    fn kind_of(&mut self, operation: Operation<'_>) -> TypeKind {
        let signature =
            if OperationTrait::PlainFunction.is_of(operation.name()) { operation.signature() } else { None };
        let (inputs, results) = signature.unwrap_or_default();
        let types = operation.types().chain(inputs).chain(results);
        types.map(|ty| self.kind(ty)).min().unwrap_or(TypeKind::Scalar)
    }

    fn kind(&mut self, ty: Type<'_>) -> TypeKind {
        *self.kinds.entry(ty.raw.0 as usize).or_insert_with(|| match () {
            () if ty.is_tensor() => TypeKind::Tensor,
            () if ty.is_memref() => TypeKind::Memref,
            () if ty.is_vector() => TypeKind::Vector,
            () => TypeKind::Scalar,
        })
    }
}
