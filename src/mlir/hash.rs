//! A hash of a module: equal for equal IR, whatever its values are called and where it came from.
//!
//! States of the lowering graph are told apart by it after every pass, so it has to cost less than a pass. The C API
//! has no structural hash of a module, and printing costs more than many passes. So the module is walked: values and
//! blocks are numbered in the order they are met, and each name, type and attribute is printed once for the life
//! of the context and from then on stands for its digest. Locations are left out. Nothing in it is an address, so two
//! processes agree.

use super::context::text;
use super::gather::AttributeNames;
use super::library::Properties;
use super::symbols::{RawAttribute, RawBlock, RawIdentifier, RawOperation, RawValue, Symbols};
use super::{Context, Module};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::ffi::c_void;
use twox_hash::XxHash3_128;

/// The beginning of a text's SHA-256. A campaign meets some hundred thousand texts: that two of them share it has a chance of
/// one in a billion.
type TextHash = [u8; 8];

/// Hashes modules of one context.
pub struct Digester<'c> {
    context: &'c Context,
    /// Digests of the texts of names, types and attributes, which live as long as the context.
    texts: ByAddress<TextHash>,
    /// Digests of the properties of operations, by name and MLIR's own hash of them: making an attribute of them costs more than
    /// all the rest.
    properties: FxHashMap<(usize, usize), TextHash>,
    /// The names of attributes, where the library does not tell properties.
    gathered: AttributeNames,
    /// Values and blocks of the module at hand, in the order they are met.
    numbers: ByAddress<u32>,
    /// The bytes to hash, gathered so that the hash function gets them in one piece.
    stream: Vec<u8>,
}

impl<'c> Digester<'c> {
    /// Knows no texts yet.
    pub fn new(context: &'c Context) -> Digester<'c> {
        let (texts, properties, numbers) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let gathered = AttributeNames::default();
        Digester { context, texts, properties, gathered, numbers, stream: Vec::new() }
    }

    /// For modules of the context of this one.
    pub fn of(module: &Module<'c>) -> Digester<'c> {
        Digester::new(module.context)
    }

    /// The hash of everything in `module` but locations and the names of values and blocks.
    pub fn digest(&mut self, module: &Module<'_>) -> [u8; 32] {
        self.numbers.clear();
        self.stream.clear();
        self.operation(module.operation().raw);
        // Nobody makes modules to collide, and SHA-256 would be a third of the cost of a module met before.
        let mut digest = [0; 32];
        for (seed, half) in (0..).zip(digest.chunks_exact_mut(16)) {
            half.copy_from_slice(&XxHash3_128::oneshot_with_seed(seed, &self.stream).to_le_bytes());
        }
        digest
    }

    fn operation(&mut self, operation: RawOperation) {
        let api: &Symbols = &self.context.library.symbols;
        // SAFETY: the module is alive and nothing changes it meanwhile; indices stay below the counts, and null ends
        // the lists of blocks and operations.
        unsafe {
            let name = (api.operation_name)(operation);
            self.identifier(name);
            self.attributes(operation, name);
            let operands = (api.operation_operand_count)(operation);
            self.uses(operands, |index| (api.operation_operand)(operation, index).0);
            let results = (api.operation_result_count)(operation);
            self.values(results, |index| (api.operation_result)(operation, index));
            let successors = (api.operation_successor_count)(operation);
            self.uses(successors, |index| (api.operation_successor)(operation, index).0);
            let regions = (api.operation_region_count)(operation);
            self.count(regions);
            for index in 0..regions {
                let mut block = (api.region_first_block)((api.operation_region)(operation, index));
                while !block.is_null() {
                    self.block(block);
                    block = (api.block_next)(block);
                }
                self.stream.push(END);
            }
        }
    }

    fn attributes(&mut self, operation: RawOperation, name: RawIdentifier) {
        let api: &Symbols = &self.context.library.symbols;
        // SAFETY: as above.
        unsafe {
            let named = match self.context.library.properties {
                Some(Properties { whole, hash }) => {
                    let key = (name.0 as usize, hash(operation));
                    let digest = match self.properties.get(&key) {
                        Some(known) => *known,
                        None => {
                            let own = whole(operation);
                            let none = own.is_null();
                            let digest = if none { TextHash::default() } else { self.digest_of(own) };
                            self.properties.insert(key, digest);
                            digest
                        }
                    };
                    self.stream.extend_from_slice(&digest);
                    let count = (api.discardable_count)(operation);
                    (0..count).map(|index| (api.discardable_at)(operation, index)).collect()
                }
                None => self.gathered.gather(api, operation, name),
            };
            self.count(named.len() as isize);
            for named in named {
                self.identifier(named.name);
                self.attribute(named.attribute);
            }
        }
    }

    fn attribute(&mut self, attribute: RawAttribute) {
        let digest = self.digest_of(attribute);
        self.stream.extend_from_slice(&digest);
    }

    fn digest_of(&mut self, attribute: RawAttribute) -> TextHash {
        let print = self.context.library.symbols.attribute_print;
        // SAFETY: attributes live as long as their context.
        self.digest_at(attribute.0, || text(|callback, out| unsafe { print(attribute, callback, out) }))
    }

    fn block(&mut self, block: RawBlock) {
        self.stream.push(MORE);
        self.number(block.0);
        let api = &self.context.library.symbols;
        // SAFETY: as above.
        unsafe {
            let arguments = (api.block_argument_count)(block);
            self.values(arguments, |index| (api.block_argument)(block, index));
            let mut operation = (api.block_first_operation)(block);
            while !operation.is_null() {
                self.stream.push(MORE);
                self.operation(operation);
                operation = (api.operation_next)(operation);
            }
        }
        self.stream.push(END);
    }

    /// So many values where they are defined: the number and the type of each.
    fn values(&mut self, count: isize, at: impl Fn(isize) -> RawValue) {
        self.count(count);
        let api = &self.context.library.symbols;
        for value in (0..count).map(at) {
            self.number(value.0);
            // SAFETY: the value's module is alive.
            let ty = unsafe { (api.value_type)(value) };
            self.text(ty.0, || {
                // SAFETY: types live as long as their context.
                text(|callback, out| unsafe { (api.type_print)(ty, callback, out) })
            });
        }
    }

    /// So many values or blocks where they are used.
    fn uses(&mut self, count: isize, at: impl Fn(isize) -> *mut c_void) {
        self.count(count);
        (0..count).map(at).for_each(|used| self.number(used));
    }

    fn identifier(&mut self, name: RawIdentifier) {
        let api = &self.context.library.symbols;
        // A name may lie where an attribute of the same text does, which prints with quotes; no address is odd.
        let at = name.0.wrapping_byte_add(1);
        // SAFETY: identifiers live as long as their context and are ASCII.
        self.text(at, || unsafe { super::module::str_of((api.identifier_text)(name)) }.to_owned());
    }

    fn text(&mut self, at: *const c_void, print: impl FnOnce() -> String) {
        let digest = self.digest_at(at, print);
        self.stream.extend_from_slice(&digest);
    }

    fn digest_at(&mut self, at: *const c_void, print: impl FnOnce() -> String) -> TextHash {
        *self.texts.entry(at as usize).or_insert_with(|| {
            let mut begin = TextHash::default();
            let length = begin.len();
            begin.copy_from_slice(&Sha256::digest(print())[..length]);
            begin
        })
    }

    fn number(&mut self, at: *const c_void) {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(at as usize).or_insert(next);
        self.stream.extend_from_slice(&number.to_le_bytes());
    }

    fn count(&mut self, count: isize) {
        self.stream.extend_from_slice(&(count as u32).to_le_bytes());
    }
}

/// Before a block, and before an operation of one.
const MORE: u8 = 1;
/// Behind the last of them.
const END: u8 = 0;

/// A table of what lies at addresses. SipHash would be a third of the cost of a hash.
pub(super) type ByAddress<T> = FxHashMap<usize, T>;
