//! A framework that grows modules of any dialects, operation by operation.
//!
//! A row of the registry (`crate::op`) names a function that places its operation: it takes operands from the values in reach, or makes
//! them, and draws attributes, types and regions. [`Growth`] keeps what is in reach, where the next operation goes, and how deep and
//! how large the program may get. A row that cannot be placed leaves nothing behind, and the next one is tried.

pub mod affine;
pub mod buffers;
pub mod constant;
pub mod control;
pub mod draw;
pub mod families;
pub mod new_values;
mod scope;
pub mod show;
pub mod types;
pub mod whole;
pub mod window;

pub use affine::IndexFacts;
pub use scope::{Branch, Kind};
pub use show::PRINTERS;

use crate::choices::Choices;
use crate::ir::{Attribute, Block, Name, Operation, Region, Type, Value, attributes};
use crate::observe::{Element, dialect};
use crate::slot::{GOLDEN, Slotted, mix, ranked};
use scope::{Open, Scope};
use std::rc::Rc;

/// Places one operation, with what it needs; none where that cannot be.
pub type Placing = fn(&mut Growth<'_>) -> Option<()>;

/// The rows that were drawn, in no order that matters.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// All whose turn it was.
    pub chosen: Vec<Name>,
    /// Those that could be placed.
    pub placed: Vec<Name>,
}

/// The room that an operation takes. Its turn does not come where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededRoom {
    /// A place in a block.
    Any,
    /// Regions within this one.
    Regions,
    /// Further blocks of this region.
    Blocks,
}

/// An operation that may be placed.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its full name.
    pub name: Name,
    /// The number that draws it first.
    pub slot: u16,
    /// Its share, beside those of the others.
    pub weight: u8,
    /// The room that it takes.
    pub room: NeededRoom,
    /// The way it is placed.
    pub place: Placing,
}

impl Slotted for Part {
    fn slot(&self) -> u16 {
        self.slot
    }

    fn weight(&self) -> u8 {
        self.weight
    }
}

/// The kinds of values that operations on each element take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShapeKind {
    /// One number.
    Scalar,
    /// A vector of one to three dimensions.
    Vector,
    /// A tensor.
    Tensor,
}

/// The bounds of what is grown.
#[derive(Clone, Debug)]
pub struct GrowthBounds {
    /// The major version of MLIR that has to read it, as later ones have.
    pub version: u32,
    /// The operations.
    pub parts: Vec<Part>,
    /// Regions within each other, at most.
    pub depth: usize,
    /// Operations that are drawn for one region, at most.
    pub body: usize,
    /// Operations that are drawn within one operation, at most.
    pub nested: usize,
    /// The largest extent of a shape.
    pub extent: u64,
    /// Dimensions of vectors, and of what operations on each element take, at most.
    pub dimensions: usize,
    /// Elements of a shaped value, at most.
    pub elements: u64,
    /// Constants of 100 that are edge values.
    pub edges: u8,
    /// Extents of 100 that are left open.
    pub dynamic: u8,
    /// Operations of 100 that have an attribute that no pass knows.
    pub attributes: u8,
    /// Symbols of 100 that have a name that passes give to what they add, or one that has to be quoted.
    pub names: u8,
    /// Widths of integers, in bits.
    pub integers: Vec<u32>,
    /// True if values of type index are drawn.
    pub index: bool,
    /// Float types, by name.
    pub floats: Vec<&'static str>,
    /// The kinds of values that operations on each element take.
    pub shapes: Vec<ShapeKind>,
    /// True if constants and casts are of the dialect llvm.
    pub llvm: bool,
}

impl GrowthBounds {
    /// True if the operation of that name may be placed.
    pub fn has(&self, name: &str) -> bool {
        self.parts.iter().any(|part| part.name == name)
    }
}

/// A module that grows.
pub struct Growth<'p> {
    /// The decisions to come.
    pub choices: Choices,
    /// Its bounds.
    pub plan: &'p GrowthBounds,
    values: Vec<Rc<Type>>,
    /// By value: the memory that it is a view of.
    sources: Vec<ViewSource>,
    /// By value: what affine maps may take it for.
    facts: Vec<IndexFacts>,
    /// True once the function at hand has taken a global that it may write.
    shares: bool,
    scopes: Vec<Scope>,
    open: Vec<Open>,
    /// Operations at the top level: globals and functions that are whole.
    top: Vec<Operation>,
    callable: Vec<KnownFunction>,
    globals: Vec<KnownGlobal>,
    /// The number that marks operations until they are numbered: that of the record that drew them.
    record: u32,
    /// Operations that may still be drawn in the regions of this record.
    fuel: usize,
    row: Name,
    rows: Rows,
    names: u32,
    /// By place in [`TAKEN_NAMES`], a bit each: those that a symbol has.
    taken: u32,
    shown: usize,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct KnownFunction {
    /// Its name.
    pub name: String,
    /// The types of its arguments.
    pub takes: Vec<Rc<Type>>,
    /// The types of its results.
    pub gives: Vec<Rc<Type>>,
    /// True if it may write a global.
    pub shares: bool,
}

/// A global that was added.
#[derive(Clone, Debug)]
pub struct KnownGlobal {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Rc<Type>,
    /// True if it is never written.
    pub constant: bool,
}

/// The memory that a memref is a view of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewSource {
    /// That of this value.
    Of(Value),
    /// A global that is written.
    Global,
    /// A global that is a constant.
    Constant,
}

/// The mark of operations that no record drew.
pub const UNDRAWN: u32 = u32::MAX;

impl<'p> Growth<'p> {
    /// A module without operations, and an open region.
    pub fn new(plan: &'p GrowthBounds, choices: Choices) -> Growth<'p> {
        Growth {
            choices,
            plan,
            values: Vec::new(),
            sources: Vec::new(),
            facts: Vec::new(),
            shares: false,
            scopes: Vec::new(),
            open: Vec::new(),
            top: Vec::new(),
            callable: Vec::new(),
            globals: Vec::new(),
            record: UNDRAWN,
            fuel: 0,
            row: "",
            rows: Rows::default(),
            names: 0,
            taken: 0,
            shown: 0,
        }
    }

    /// The name of the operation that is being placed.
    pub fn name(&self) -> Name {
        self.row
    }

    /// The types that the dialect has of the operation that is being placed.
    pub fn taken(&self) -> fn(&Type) -> bool {
        match dialect(self.row) {
            "index" => types::is_whole,
            "llvm" => types::is_llvm,
            _ => |_| true,
        }
    }

    /// The name of an operation on values of this type: that of the dialect llvm where the plan says so and the dialect has the type.
    pub fn named(&self, ty: &Type, usual: Name, llvm: Name) -> Name {
        if self.plan.llvm && types::is_llvm(ty) { llvm } else { usual }
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Rc<Type> {
        Rc::clone(&self.values[value as usize])
    }

    /// The types of these values.
    pub fn types(&self, values: &[Value]) -> Vec<Rc<Type>> {
        values.iter().map(|value| self.ty(*value)).collect()
    }

    /// A name that no symbol has yet. It takes no choice away from others.
    pub fn symbol(&mut self, stem: &str) -> String {
        self.names += 1;
        let draw = mix((u64::from(self.record) << 32 | u64::from(self.names)).wrapping_mul(GOLDEN));
        let at = (draw >> 32) as usize % TAKEN_NAMES.len();
        if draw % 100 < u64::from(self.plan.names) && self.taken & 1 << at == 0 {
            self.taken |= 1 << at;
            return TAKEN_NAMES[at].to_owned();
        }
        format!("{stem}{}", self.names)
    }

    /// Draws an operation by what the record of this number says, and places it, or the next one that can be placed. False for none.
    pub fn draw(&mut self, record: u32, number: u16, choices: Choices) -> bool {
        (self.record, self.choices, self.fuel) = (record, choices, self.plan.nested);
        let placed = self.place(number);
        self.record = UNDRAWN;
        placed
    }

    /// Grows the operations of a region, as many as there are means for.
    pub fn body(&mut self) {
        let most = self.plan.body.min(self.fuel);
        let wanted = if most == 0 { 0 } else { self.choices.below(most + 1) };
        for _ in 0..wanted {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            let number = self.choices.number();
            self.place(number);
        }
    }

    fn place(&mut self, number: u16) -> bool {
        let plan = self.plan;
        let is_of_elements = self.is_of_elements();
        let (nests, branches) = (self.nests().is_some(), self.branches().is_some());
        let fits = |part: &&Part| {
            let has_room = match part.room {
                NeededRoom::Any => true,
                NeededRoom::Regions => nests,
                NeededRoom::Blocks => branches,
            };
            has_room && (!is_of_elements || ON_NUMBERS.contains(&dialect(part.name)))
        };
        for part in ranked(number, &plan.parts).filter(fits).take(TRIES) {
            let before = self.mark();
            match self.place_part(part) {
                Some(()) => return true,
                None => self.back_to(&before),
            }
        }
        false
    }

    fn place_part(&mut self, part: &Part) -> Option<()> {
        let outer = std::mem::replace(&mut self.row, part.name);
        self.rows.chosen.push(part.name);
        let placed = (part.place)(self);
        self.row = outer;
        placed?;
        self.rows.placed.push(part.name);
        Some(())
    }

    /// Places one of these operations, and takes it out of the block again, without what was made for it: to put it into a region.
    pub fn place_apart(&mut self, fits: impl Fn(&Part) -> bool) -> Option<Operation> {
        let plan = self.plan;
        let all: Vec<&Part> = plan.parts.iter().filter(|part| fits(part)).collect();
        let part = *all.get(self.choices.below(all.len()))?;
        self.place_part(part)?;
        let operation = self.open_block().operations.pop().filter(|operation| operation.name == part.name)?;
        operation.results.iter().for_each(|result| self.hide(*result));
        Some(operation)
    }

    /// Puts an operation that was placed apart at the end of the open block.
    pub fn put(&mut self, operation: Operation) {
        self.open_block().operations.push(operation);
    }

    /// Adds an operation at the end of the open block; its results are in reach from now on.
    pub fn emit(
        &mut self,
        name: Name,
        operands: &[Value],
        results: &[Rc<Type>],
        attributes: &[(Name, Attribute)],
    ) -> Vec<Value> {
        self.emit_with(name, operands, results, attributes, Vec::new())
    }

    /// As [`Growth::emit`], for an operation with regions.
    pub fn emit_with(
        &mut self,
        name: Name,
        operands: &[Value],
        results: &[Rc<Type>],
        attributes: &[(Name, Attribute)],
        regions: Vec<Region>,
    ) -> Vec<Value> {
        let made: Vec<Value> = results.iter().map(|ty| self.new_value(ty)).collect();
        let operation = self.operation(name, operands, made.clone(), attributes, regions);
        self.open_block().operations.push(operation);
        if let Some(scope) = self.scopes.last_mut() {
            scope.reach.extend(&made);
        }
        made
    }

    /// As [`Growth::emit`], for an operation of one result.
    pub fn one(
        &mut self,
        name: Name,
        operands: &[Value],
        result: &Rc<Type>,
        attributes: &[(Name, Attribute)],
    ) -> Value {
        self.emit(name, operands, std::slice::from_ref(result), attributes)[0]
    }

    /// Adds an operation that draws nothing with it, of which nothing can be taken: it is no result of the program.
    pub fn hidden(
        &mut self,
        name: Name,
        operands: &[Value],
        result: &Rc<Type>,
        attributes: &[(Name, Attribute)],
    ) -> Value {
        let value = self.new_value(result);
        let operation = self.operation(name, operands, vec![value], attributes, Vec::new());
        self.open_block().operations.push(operation);
        value
    }

    fn operation(
        &self,
        name: Name,
        operands: &[Value],
        results: Vec<Value>,
        named: &[(Name, Attribute)],
        regions: Vec<Region>,
    ) -> Operation {
        let unknown =
            self.unknown_attribute().map(|number| (UNKNOWN, Attribute::of_int(Element::I32, number)));
        Operation {
            name,
            number: self.record,
            operands: operands.to_vec(),
            results,
            attributes: attributes(named.iter().cloned().chain(unknown)),
            successors: Vec::new(),
            regions,
            location: None,
        }
    }

    /// The number of the attribute of the next operation that no pass knows, if it has one. It takes no choice away from others.
    fn unknown_attribute(&self) -> Option<i64> {
        let draw = mix((u64::from(self.record) << 32 | self.values.len() as u64).wrapping_mul(GOLDEN));
        (draw % 100 < u64::from(self.plan.attributes)).then_some((draw >> 32) as i64 % 100)
    }

    fn new_value(&mut self, ty: &Rc<Type>) -> Value {
        let value = self.values.len() as Value;
        self.values.push(Rc::clone(ty));
        self.sources.push(ViewSource::Of(value));
        let is_symbol = self.is_top();
        self.facts.push(IndexFacts { is_dimension: is_symbol, is_symbol, ..IndexFacts::default() });
        value
    }

    /// The facts about a value that affine maps rest on.
    pub fn facts(&self, value: Value) -> IndexFacts {
        self.facts[value as usize]
    }

    /// Notes facts about a value.
    pub fn know(&mut self, value: Value, facts: IndexFacts) {
        self.facts[value as usize] = facts;
    }

    /// The memory that a value is a view of: its own, unless something else is known.
    pub fn source(&self, value: Value) -> ViewSource {
        self.sources[value as usize]
    }

    /// Notes that a value is a view of this memory.
    pub fn is_view(&mut self, value: Value, source: ViewSource) {
        self.sources[value as usize] = source;
        self.shares |= source == ViewSource::Global;
    }

    fn open_block(&mut self) -> &mut Block {
        let open = self.open.last_mut().expect("a region is open");
        open.blocks.last_mut().expect("a region that is open has a block")
    }

    /// Adds a global or a function.
    pub fn add_to_module(&mut self, name: Name, attributes: &[(Name, Attribute)], regions: Vec<Region>) {
        let operation = self.operation(name, &[], Vec::new(), attributes, regions);
        self.top.push(operation);
    }

    /// Adds a function that only this module calls.
    pub fn add_private_function(&mut self, name: &str, takes: &[Rc<Type>], gives: &[Rc<Type>], body: Region) {
        let attributes = [
            ("function_type", Attribute::Type(Type::Function(takes.to_vec(), gives.to_vec()).into())),
            ("sym_name", Attribute::Text(name.into())),
            ("sym_visibility", Attribute::Text("private".into())),
        ];
        self.add_to_module("func.func", &attributes, vec![body]);
    }

    /// A function that was added, and that may be called here.
    pub fn known_function(&mut self) -> Option<KnownFunction> {
        let apart = self.runs_apart();
        let all = self.callable.iter().filter(|function| !(apart && function.shares));
        let all: Vec<&KnownFunction> = all.collect();
        let function = all.get(self.choices.below(all.len())).copied().cloned()?;
        self.shares |= function.shares;
        Some(function)
    }

    /// Notes a function that was added, for further calls.
    pub fn know_function(&mut self, function: KnownFunction) {
        self.callable.push(function);
    }

    /// A global that was added for any function to take.
    pub fn known_global(&mut self) -> Option<KnownGlobal> {
        let at = self.choices.below(self.globals.len());
        self.globals.get(at).cloned()
    }

    /// Notes a global that was added, for functions to take.
    pub fn know_global(&mut self, global: KnownGlobal) {
        self.globals.push(global);
    }

    /// Grows a function: true beside what was made if it may write a global.
    pub fn sharing<T>(&mut self, grow: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = std::mem::take(&mut self.shares);
        let made = grow(self);
        let shares = self.shares;
        self.shares |= before;
        (made, shares)
    }

    /// The operations, the types of all values, and what became of the rows that were drawn.
    pub fn end_module(self) -> (Vec<Operation>, Vec<Rc<Type>>, Rows) {
        (self.top, self.values, self.rows)
    }
}

/// Dialects whose operations make numbers of numbers.
const ON_NUMBERS: [&str; 2] = ["arith", "math"];

/// The name of an attribute that no pass knows.
pub const UNKNOWN: Name = "note";

/// Names that passes give to the functions and globals that they add, which have to find others then; and two that have to be quoted.
const TAKEN_NAMES: [&str; 9] = [
    "__constant_1xi32",
    "__constant_2xi32",
    "__constant_3xi8",
    "__constant_4xf32",
    "async_execute_fn",
    "parallel_compute_fn",
    "vector_print_str_0",
    "a b",
    "7",
];

/// Rows that are tried for one operation.
const TRIES: usize = 12;
