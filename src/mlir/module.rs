//! Modules, operations and types, with owners and lifetimes.

use super::context::{bytes, text};
use super::symbols::{RawLocation, RawModule, RawOperation, RawType, StringRef};
use super::{Context, Diagnostic};
use crate::case::program_bytes;
use crate::ir;
use crate::observe::Element;
use std::marker::PhantomData;

/// A builtin.module and everything in it.
pub struct Module<'c> {
    pub(super) raw: RawModule,
    pub(super) context: &'c Context,
}

/// An operation inside a module.
#[derive(Clone, Copy)]
pub struct Operation<'m> {
    pub(super) raw: RawOperation,
    pub(super) context: &'m Context,
}

/// A type; uniqued in its context.
#[derive(Clone, Copy)]
pub struct Type<'c> {
    pub(super) raw: RawType,
    pub(super) context: &'c Context,
    owner: PhantomData<&'c Context>,
}

/// A ranked tensor or memref (or a scalar, with no extents).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapedType {
    /// Extents, outermost first; none where it is dynamic.
    pub extents: Vec<Option<u64>>,
    /// Element type.
    pub element: Element,
}

/// Elements of a constant that a sketch shows.
const MOST_ELEMENTS: isize = 4;
/// Characters of an operation that are shown.
const MOST_DESCRIBED: usize = 160;

impl<'c> Module<'c> {
    /// Parses and verifies a program.
    ///
    /// # Errors
    /// MLIR's diagnostics, in the order in which they were given.
    pub fn parse(context: &'c Context, program: &str) -> Result<Module<'c>, Vec<Diagnostic>> {
        Module::read_bytes(context, &program_bytes(program))
    }

    fn read_bytes(context: &'c Context, program: &[u8]) -> Result<Module<'c>, Vec<Diagnostic>> {
        let api = &context.library.symbols;
        // MLIR's lexer tells the end of the text by a NUL behind it and else reads on, whatever the length.
        let mut terminated = Vec::with_capacity(program.len() + 1);
        terminated.extend_from_slice(program);
        terminated.push(0);
        let program = StringRef { data: terminated.as_ptr(), length: program.len() };
        // SAFETY: the text outlives the call; a null module means failure.
        let (raw, said) = context.collect(|| unsafe { (api.module_parse)(context.raw, program) });
        if raw.is_null() { Err(said) } else { Ok(Module { raw, context }) }
    }

    /// Reads a module in its context that one of it was written as: a text of either form, or bytecode.
    ///
    /// # Errors
    /// As `parse`.
    pub fn read_back(&self, written: &[u8]) -> Result<Module<'c>, Vec<Diagnostic>> {
        Module::read_bytes(self.context, written)
    }

    /// The module as bytecode, of the version that the library writes.
    pub fn bytecode(&self) -> Vec<u8> {
        let write = self.context.library.symbols.operation_write_bytecode;
        let operation = self.operation();
        // SAFETY: the module is alive and nothing changes it meanwhile.
        bytes(|callback, out| unsafe { write(operation.raw, callback, out) })
    }

    /// The module as an operation.
    pub fn operation(&self) -> Operation<'_> {
        // SAFETY: the module is alive.
        let raw = unsafe { (self.context.library.symbols.module_operation)(self.raw) };
        Operation { raw, context: self.context }
    }

    /// A deep copy in the same context.
    pub fn duplicate(&self) -> Module<'c> {
        let api = &self.context.library.symbols;
        // SAFETY: cloning a module operation gives a module operation, owned by nobody else.
        let raw = unsafe { (api.module_of)((api.operation_clone)(self.operation().raw)) };
        Module { raw, context: self.context }
    }

    /// Runs the verifier.
    ///
    /// # Errors
    /// The verifier's diagnostics.
    pub fn verify(&self) -> Result<(), Vec<Diagnostic>> {
        let verify = self.context.library.symbols.operation_verify;
        let operation = self.operation();
        // SAFETY: the module is alive.
        let (valid, said) = self.context.collect(|| unsafe { verify(operation.raw) });
        if valid { Ok(()) } else { Err(said) }
    }

    /// The operations at the top level.
    pub fn top_level(&self) -> Vec<Operation<'_>> {
        let api = &self.context.library.symbols;
        // SAFETY: a module has one block, alive as long as the module.
        let mut next = unsafe { (api.block_first_operation)((api.module_body)(self.raw)) };
        let mut operations = Vec::new();
        while !next.is_null() {
            operations.push(Operation { raw: next, context: self.context });
            // SAFETY: as above.
            next = unsafe { (api.operation_next)(next) };
        }
        operations
    }

    /// The symbol called `name` at the top level.
    pub fn symbol(&self, name: &str) -> Option<Operation<'_>> {
        self.top_level().into_iter().find(|o| o.symbol_name().as_deref() == Some(name))
    }

    /// Renames a symbol and every use of it.
    pub fn rename_symbol(&self, from: &str, to: &str) {
        let api = &self.context.library.symbols;
        let Some(operation) = self.symbol(from) else { return };
        // SAFETY: strings outlive the calls, which copy them into the context.
        unsafe {
            (api.replace_symbol_uses)(from.into(), to.into(), self.operation().raw);
            let name = (api.string_attribute)(self.context.raw, to.into());
            (api.operation_set_attribute)(operation.raw, "sym_name".into(), name);
        }
    }

    /// The module as text that is quick to make and does not read back: a module that is verified, without its large constants.
    pub(super) fn sketch(&self) -> String {
        let api = &self.context.library.symbols;
        let operation = self.operation();
        // SAFETY: the module is alive and nothing changes it meanwhile; the flags live until it is printed.
        unsafe {
            let flags = (api.printing_create)();
            (api.printing_unverified)(flags);
            (api.printing_without_aliases)(flags);
            (api.printing_elide)(flags, MOST_ELEMENTS);
            let sketch =
                text(|callback, out| (api.operation_print_with)(operation.raw, flags, callback, out));
            (api.printing_destroy)(flags);
            sketch
        }
    }

    /// Gives the module up without destroying it: IR a pass failed on may be in any state.
    pub fn leak(self) {
        std::mem::forget(self);
    }

    /// The module in the form every operation has in common.
    pub fn generic(&self) -> String {
        self.in_common(false)
    }

    /// As [`Module::generic`], with each attribute where it is used.
    pub fn generic_without_aliases(&self) -> String {
        self.in_common(true)
    }

    fn in_common(&self, is_local: bool) -> String {
        let api = &self.context.library.symbols;
        let operation = self.operation();
        // SAFETY: the flags are destroyed once they were used; printing reads only.
        unsafe {
            let flags = (api.printing_create)();
            (api.printing_generic)(flags);
            if is_local {
                (api.printing_without_aliases)(flags);
            }
            let generic = text(|callback, out| {
                (api.operation_print_with)(operation.raw, flags, callback, out);
            });
            (api.printing_destroy)(flags);
            generic
        }
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { (self.context.library.symbols.module_destroy)(self.raw) }
    }
}

impl std::fmt::Display for Module<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let print = self.context.library.symbols.operation_print;
        let operation = self.operation();
        // SAFETY: the module is alive and nothing changes it meanwhile.
        f.write_str(&text(|callback, out| unsafe { print(operation.raw, callback, out) }))
    }
}

impl<'m> Operation<'m> {
    /// Full name, such as `tosa.add`.
    pub fn name(self) -> &'m str {
        let api = &self.context.library.symbols;
        // SAFETY: identifiers live as long as their context and are ASCII.
        unsafe { str_of((api.identifier_text)((api.operation_name)(self.raw))) }
    }

    /// Value of `sym_name`, where the operation is a symbol.
    pub fn symbol_name(self) -> Option<String> {
        let api = &self.context.library.symbols;
        // SAFETY: null means absent; the text lives as long as the context.
        unsafe {
            let name = (api.operation_attribute)(self.raw, "sym_name".into());
            let is_text = !name.is_null() && (api.attribute_is_string)(name);
            is_text.then(|| str_of((api.string_value)(name)).to_owned())
        }
    }

    /// An attribute as MLIR prints it.
    pub fn attribute(self, name: &str) -> Option<String> {
        let api = &self.context.library.symbols;
        // SAFETY: null means absent; printing reads only.
        unsafe {
            let attribute = (api.operation_attribute)(self.raw, name.into());
            (!attribute.is_null())
                .then(|| text(|callback, out| (api.attribute_print)(attribute, callback, out)))
        }
    }

    /// The place that it comes from; none where nothing is known of it.
    pub fn location(self) -> Option<ir::Location> {
        let print = self.context.library.symbols.location_print;
        let raw = self.raw_location();
        // SAFETY: locations live as long as their context.
        let read = ir::Location::read(&text(|callback, out| unsafe { print(raw, callback, out) }));
        // A module that nobody wrote has line 0.
        read.filter(|location| !matches!(location, ir::Location::Place { line: 0, .. }))
    }

    pub(super) fn raw_location(self) -> RawLocation {
        // SAFETY: the operation is alive.
        unsafe { (self.context.library.symbols.operation_location)(self.raw) }
    }

    /// Its first line as MLIR prints it, cut where it is long.
    pub fn described(self) -> String {
        let print = self.context.library.symbols.operation_print;
        // SAFETY: the operation is alive and nothing changes it meanwhile.
        let printed = text(|callback, out| unsafe { print(self.raw, callback, out) });
        let line = printed.lines().next().unwrap_or_default().trim();
        let kept: String = line.chars().take(MOST_DESCRIBED).collect();
        format!("`{kept}{}`", if kept.len() < line.len() { "..." } else { "" })
    }

    /// Types of the operands, then of the results.
    pub fn types(self) -> impl Iterator<Item = Type<'m>> {
        let api = &self.context.library.symbols;
        // SAFETY: the operation is alive; indices stay below the counts.
        let (operands, results) =
            unsafe { ((api.operation_operand_count)(self.raw), (api.operation_result_count)(self.raw)) };
        (0..operands + results).map(move |i| {
            // SAFETY: as above.
            let raw = unsafe {
                let value = if i < operands {
                    (api.operation_operand)(self.raw, i)
                } else {
                    (api.operation_result)(self.raw, i - operands)
                };
                (api.value_type)(value)
            };
            Type::new(raw, self.context)
        })
    }

    /// The operation that makes operand `index`; none for block arguments.
    pub fn operand_source(self, index: isize) -> Option<Operation<'m>> {
        let api = &self.context.library.symbols;
        // SAFETY: the index is checked against the count; only results have an owner.
        unsafe {
            if index >= (api.operation_operand_count)(self.raw) {
                return None;
            }
            let value = (api.operation_operand)(self.raw, index);
            let raw = if (api.value_is_result)(value) { (api.result_owner)(value) } else { return None };
            Some(Operation { raw, context: self.context })
        }
    }

    /// The operations that make its operands; block arguments have none.
    pub fn operand_sources(self) -> impl Iterator<Item = Operation<'m>> {
        // SAFETY: the operation is alive.
        let count = unsafe { (self.context.library.symbols.operation_operand_count)(self.raw) };
        (0..count).filter_map(move |index| self.operand_source(index))
    }

    /// Argument and result types of a function-like operation (`function_type` attribute, builtin types).
    pub fn signature(self) -> Option<(Vec<Type<'m>>, Vec<Type<'m>>)> {
        let api = &self.context.library.symbols;
        let wrap = |raw| Type::new(raw, self.context);
        // SAFETY: each accessor is called on the kind of object checked before.
        unsafe {
            let attribute = (api.operation_attribute)(self.raw, "function_type".into());
            if attribute.is_null() || !(api.attribute_is_type)(attribute) {
                return None;
            }
            let ty = (api.attribute_type_value)(attribute);
            if !(api.type_is_function)(ty) {
                return None;
            }
            let inputs = (0..(api.function_input_count)(ty)).map(|i| wrap((api.function_input)(ty, i)));
            let results = (0..(api.function_result_count)(ty)).map(|i| wrap((api.function_result)(ty, i)));
            Some((inputs.collect(), results.collect()))
        }
    }

    /// Types of the arguments of region 0's first block, where there is one.
    pub fn arguments(self) -> Vec<Type<'m>> {
        let api = &self.context.library.symbols;
        // SAFETY: region 0 exists when the count says so; indices stay below the count.
        unsafe {
            if (api.operation_region_count)(self.raw) == 0 {
                return Vec::new();
            }
            let block = (api.region_first_block)((api.operation_region)(self.raw, 0));
            let count = if block.is_null() { 0 } else { (api.block_argument_count)(block) };
            let raws = (0..count).map(|i| (api.value_type)((api.block_argument)(block, i)));
            raws.map(|raw| Type { raw, context: self.context, owner: PhantomData }).collect()
        }
    }

    /// Operations of the first block of region 0, where there is one.
    pub fn body(self) -> Vec<Operation<'m>> {
        let api = &self.context.library.symbols;
        let mut operations = Vec::new();
        // SAFETY: region 0 exists when the count says so; null ends the lists.
        unsafe {
            if (api.operation_region_count)(self.raw) == 0 {
                return operations;
            }
            let block = (api.region_first_block)((api.operation_region)(self.raw, 0));
            if block.is_null() {
                return operations;
            }
            let mut next = (api.block_first_operation)(block);
            while !next.is_null() {
                operations.push(Operation { raw: next, context: self.context });
                next = (api.operation_next)(next);
            }
        }
        operations
    }
}

impl<'c> Type<'c> {
    pub(super) fn new(raw: RawType, context: &'c Context) -> Type<'c> {
        Type { raw, context, owner: PhantomData }
    }
}

impl Type<'_> {
    /// True if it is a tensor, ranked or not.
    pub fn is_tensor(self) -> bool {
        // SAFETY: types live as long as their context.
        unsafe { (self.context.library.symbols.type_is_tensor)(self.raw) }
    }

    /// True if it is a memref, ranked or not.
    pub fn is_memref(self) -> bool {
        let api = &self.context.library.symbols;
        // SAFETY: as above.
        unsafe { (api.type_is_memref)(self.raw) || (api.type_is_unranked_memref)(self.raw) }
    }

    /// True if it is `index`.
    pub fn is_index(self) -> bool {
        // SAFETY: as above.
        unsafe { (self.context.library.symbols.type_is_index)(self.raw) }
    }

    /// True if it is a vector.
    pub fn is_vector(self) -> bool {
        // SAFETY: as above.
        unsafe { (self.context.library.symbols.type_is_vector)(self.raw) }
    }

    /// Element type of a shaped type, ranked or not; the type itself otherwise. There is none if lowdiff does not
    /// know it.
    pub fn element(self) -> Option<Element> {
        let api = &self.context.library.symbols;
        // SAFETY: the element is asked of shaped types alone.
        let raw =
            unsafe { if (api.type_is_shaped)(self.raw) { (api.shaped_element)(self.raw) } else { self.raw } };
        Element::parse(&Type { raw, ..self }.to_string())
    }

    /// Extents and element type; none for unranked types and elements lowdiff does not know.
    pub fn shaped(self) -> Option<ShapedType> {
        Some(ShapedType { extents: self.extents()?, element: self.element()? })
    }

    /// Extents, each none where it is dynamic; none of a scalar, and nothing at all of an unranked type.
    pub fn extents(self) -> Option<Vec<Option<u64>>> {
        let api = &self.context.library.symbols;
        // SAFETY: shaped accessors are called on shaped, ranked types alone.
        unsafe {
            if !(api.type_is_shaped)(self.raw) {
                return Some(Vec::new());
            }
            if !(api.shaped_has_rank)(self.raw) {
                return None;
            }
            let extents = (0..(api.shaped_rank)(self.raw) as isize).map(|i| {
                let dynamic = (api.shaped_is_dynamic)(self.raw, i);
                (!dynamic).then(|| (api.shaped_extent)(self.raw, i) as u64)
            });
            Some(extents.collect())
        }
    }
}

impl std::fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let print = self.context.library.symbols.type_print;
        // SAFETY: types live as long as their context.
        f.write_str(&text(|callback, out| unsafe { print(self.raw, callback, out) }))
    }
}

/// # Safety
/// `piece` must be ASCII that lives as long as `'a`.
pub(super) unsafe fn str_of<'a>(piece: StringRef) -> &'a str {
    // An empty piece may have no place, which no slice may be at.
    if piece.length == 0 {
        return "";
    }
    // SAFETY: the caller promises it.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(piece.data, piece.length)) }
}
