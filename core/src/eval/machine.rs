//! The run itself: frames of lanes on one stack, and the loop that takes one step after another.

use super::executable::{Begins, Callee, Executable, Interface, RunnableFunction};
use super::lane::{Lane, Taint};
use super::memory::{Memory, not_defined};
use super::promise;
use super::stop::{Rule, Stop};
use super::tasks::Tasks;
use super::tensor::{Shaped, Tensors};
use super::types::{Layout, Scalar};
use super::{OpenElement, RunBounds, Saying, World};
use crate::eval::Breaking as _;
use crate::observe::Buffer;
use crate::observe::Lack;
use crate::runtimes::printing::Printing;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const CALL_OF_NO_FUNCTION: Rule =
    Rule::new("call_of_no_function", "a call through a pointer that is no function");
const INDIRECT_CALL_ARGUMENTS: Rule =
    Rule::new("indirect_call_arguments", "a call of a function with other arguments than it takes");
const CALL_SIGNATURE: Rule =
    Rule::new("call_signature", "a call through a pointer by another type than the function has");
const MEMORY_EFFECTS: Rule = Rule::new("memory_effects", "{} writes to memory, which its attributes deny");
const CALL_ARGUMENTS: Rule = Rule::new("call_arguments", "a call of {} with other arguments than it takes");
const TENSOR_FREED: Rule = Rule::new("tensor_freed", "a tensor is used after it was freed");
const TO_TENSOR_FREED: Rule =
    Rule::new("to_tensor_freed", "a tensor is used after the buffer that it shares was freed");
const TO_TENSOR_WRITTEN: Rule =
    Rule::new("to_tensor_written", "a tensor is used after the buffer that it shares was written to");

/// The way on after a step.
pub enum Next {
    /// The step behind it and its regions.
    On,
    /// The step of that number in the same function.
    Jump(u32),
    /// Back to the caller, with the lanes of this slot.
    Return(Slot),
    /// Back to the caller, with what is in [`Machine::left`].
    ReturnLeft,
    /// Out of the region around, whose operation finds what is handed over in [`Machine::left`].
    Leave,
}

/// The place of a value in a frame: so many lanes from the first one on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Number of the first lane.
    pub start: u32,
    /// Number of lanes.
    pub lanes: u32,
}

impl Slot {
    /// A part of it.
    pub fn part(self, start: usize, lanes: usize) -> Slot {
        Slot { start: self.start + start as u32, lanes: lanes as u32 }
    }
}

/// The effect of one operation.
pub type Action = Box<dyn Fn(&mut Machine<'_>) -> Result<Next, Stop>>;

/// One operation, ready to be run.
pub struct MachineStep {
    /// Number of the operation it comes from.
    pub operation: u32,
    /// Number of the step behind it and its regions.
    pub after: u32,
    /// Steps it takes of the fuel.
    pub cost: u32,
    /// Its effect.
    pub action: Action,
}

/// A function lowdiff provides.
pub type Native = fn(&mut Machine<'_>, &[Lane]) -> Result<Option<Lane>, Stop>;

/// Most calls and regions within each other.
const MOST_NESTED: u32 = 400;
/// Bytes that are copied in the time of a step.
const BYTES_A_STEP: u64 = 256;
/// Most lanes of all frames.
const MOST_FRAME: usize = 1 << 22;
/// Most operations that made poison of which note is taken.
const MOST_POISONS: usize = 16;
/// Most pieces of text that are printed.
const MOST_SAID: u32 = 1 << 16;

/// A run.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Executable,
    /// The way in which what is left open is settled.
    pub world: World,
    /// The memory.
    pub memory: Memory,
    /// Addresses of globals, then of functions.
    pub places: Vec<Lane>,
    /// The operation at hand.
    pub at: u32,
    /// Steps it may still take.
    pub fuel: u64,
    /// Takes what is printed.
    pub sink: &'p mut dyn FnMut(Buffer),
    /// The vector being printed.
    pub printing: Printing,
    /// Tensors.
    pub tensors: Tensors,
    /// The values that the terminator of a region hands to its operation.
    pub left: Vec<Lane>,
    /// Variables that hold tensors, by number.
    pub variables: Vec<Lane>,
    /// Elements of outputs that are open.
    pub open: Vec<OpenElement>,
    /// True once an operation was run whose documentation asks for an approximation of its result alone.
    pub approximate: bool,
    /// True if results of one of those do not move in worlds that round otherwise.
    pub unmeasured: bool,
    /// True if an operation was run whose specification calls everything unpredictable that comes after it.
    pub unpredictable: bool,
    /// True once an element is open as more than the last bits of a sum hang on the order of its terms.
    pub order_tells: bool,
    /// True if a function gave back memory that it was given.
    pub gives_back: bool,
    /// True if an operation made poison, or took an empty slice that is not inside of its tensor in every dimension.
    pub poisoned: Cell<bool>,
    /// The operations that made poison, by number, each once: the first of them.
    pub poisons: RefCell<Vec<u32>>,
    /// Text that was printed.
    pub said: Vec<Saying>,
    /// Times that the run went on where a stricter reading of the documentation ends it.
    pub lenient: Cell<u64>,
    /// The operations that made poison there, by number.
    pub ahead: RefCell<std::collections::BTreeSet<u32>>,
    /// The first operation that rounds once, and gives another number where it is rounded twice.
    pub rounded_once: Cell<Option<u32>>,
    /// Objects of the async runtime, and coroutines.
    pub tasks: Tasks,
    /// Clock and random generators.
    pub chance: super::library::runtimes::Chance,
    lanes: Vec<Lane>,
    base: usize,
    depth: u32,
    /// Number of the function that runs.
    function: usize,
}

/// A place of a run between calls and regions.
#[derive(Clone, Copy)]
pub struct Position {
    /// The lane that the frame at hand begins with.
    pub base: usize,
    /// Lanes of all frames.
    pub lanes: usize,
    at: u32,
    function: usize,
    depth: u32,
}

impl<'p> Machine<'p> {
    /// A machine with the program's globals in place.
    ///
    /// # Errors
    /// They take more memory than there is.
    pub fn new(
        program: &'p Executable,
        RunBounds { memory, fuel, world }: RunBounds,
        sink: &'p mut dyn FnMut(Buffer),
    ) -> Result<Machine<'p>, Stop> {
        let mut machine = Machine {
            program,
            world,
            memory: Memory::new(memory, world.memory),
            places: Vec::new(),
            at: 0,
            fuel,
            sink,
            printing: Default::default(),
            tensors: Tensors::default(),
            open: Vec::new(),
            approximate: false,
            unmeasured: false,
            unpredictable: false,
            order_tells: false,
            gives_back: false,
            poisoned: Cell::new(false),
            poisons: RefCell::default(),
            said: Vec::new(),
            lenient: Cell::new(0),
            ahead: RefCell::default(),
            rounded_once: Cell::new(None),
            left: Vec::new(),
            variables: Vec::new(),
            tasks: Tasks::default(),
            chance: Default::default(),
            lanes: Vec::with_capacity(4096),
            base: 0,
            depth: 0,
            function: 0,
        };
        for global in &program.globals {
            let size = global.layout.size;
            let place = machine.memory.allocate(size, global.align, super::memory::AllocationKind::Global)?;
            machine.places.push(place);
        }
        for _ in &program.addressed {
            machine.places.push(machine.memory.allocate(1, 16, super::memory::AllocationKind::Function)?);
        }
        for begins in &program.variables {
            let begins = begins.as_ref().map_err(|lack| Stop::lacks(lack.clone()))?;
            let lane = match begins {
                Some(tensor) => machine.new_tensor(tensor.clone())?,
                None => Lane::tainted(Taint::undef(0)),
            };
            machine.variables.push(lane);
        }
        for (number, global) in program.globals.iter().enumerate() {
            let place = machine.places[number];
            let lanes = match &global.begins {
                Begins::Undefined => continue,
                Begins::Unknown(lack) => return Err(Stop::lacks(lack.clone())),
                Begins::Lanes(lanes) => lanes.clone(),
                Begins::Computed(function) => machine.call(*function, &[])?,
            };
            machine.memory.store(place, &global.layout, 1, &lanes)?;
            if global.constant {
                machine.memory.seal(place);
            }
        }
        Ok(machine)
    }

    /// Takes fuel for bytes that are cleared or copied.
    ///
    /// # Errors
    /// There is not enough.
    pub fn charge(&mut self, bytes: u64) -> Result<(), Stop> {
        let cost = bytes / BYTES_A_STEP;
        if cost > self.fuel {
            return Err(Stop::too_long());
        }
        self.fuel -= cost;
        Ok(())
    }

    /// One lane of the frame at hand.
    #[inline]
    pub fn get(&self, lane: u32) -> Lane {
        self.lanes[self.base + lane as usize]
    }

    /// Sets one lane.
    #[inline]
    pub fn set(&mut self, lane: u32, value: Lane) {
        self.lanes[self.base + lane as usize] = value;
    }

    /// All lanes of a value.
    #[inline]
    pub fn value(&self, slot: Slot) -> &[Lane] {
        let start = self.base + slot.start as usize;
        &self.lanes[start..start + slot.lanes as usize]
    }

    /// All lanes of a value, to be set.
    #[inline]
    pub fn value_mut(&mut self, slot: Slot) -> &mut [Lane] {
        let start = self.base + slot.start as usize;
        &mut self.lanes[start..start + slot.lanes as usize]
    }

    /// All lanes of the frame at hand.
    pub fn frame(&self) -> Vec<Lane> {
        self.lanes[self.base..].to_vec()
    }

    /// Copies a value.
    #[inline]
    pub fn copy(&mut self, to: Slot, from: Slot) {
        let start = self.base + from.start as usize;
        self.lanes.copy_within(start..start + from.lanes as usize, self.base + to.start as usize);
    }

    /// A lane that has to be defined.
    ///
    /// # Errors
    /// It is poison or undef; `what` says what for.
    pub fn defined(&self, lane: Lane, what: &str) -> Result<u128, Stop> {
        if lane.taint.is_none() {
            return Ok(lane.bits);
        }
        Err(not_defined(what, lane.taint))
    }

    /// Notes text that is printed.
    ///
    /// # Errors
    /// It is more than a run may print.
    pub fn say(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.charge(1 + text.len() as u64)?;
        if self.said.len() == MOST_SAID as usize {
            return Err(Stop::lacks(Lack::Outputs(MOST_SAID)));
        }
        self.said.push(Saying {
            behind: self.printing.outputs(),
            text: String::from_utf8_lossy(text).into_owned(),
        });
        Ok(())
    }

    /// Poison made by the operation at hand.
    pub fn poison(&self) -> Lane {
        self.poisoned.set(true);
        let mut poisons = self.poisons.borrow_mut();
        if poisons.len() < MOST_POISONS && !poisons.contains(&self.at) {
            poisons.push(self.at);
        }
        Lane::tainted(Taint::poison(self.at))
    }

    /// Poison made by the operation at hand where its documentation says that it is undefined, and MLIR may run it ahead of time.
    pub fn poison_ahead(&self) -> Lane {
        self.goes_on();
        self.ahead.borrow_mut().insert(self.at);
        self.poison()
    }

    /// Notes that the run goes on where a stricter reading of the documentation ends it.
    pub fn goes_on(&self) {
        self.lenient.set(self.lenient.get() + 1);
    }

    /// Loads a value into a slot.
    ///
    /// # Errors
    /// The bytes may not be read.
    pub fn load(&mut self, pointer: Lane, layout: &Layout, align: u64, out: Slot) -> Result<(), Stop> {
        let start = self.base + out.start as usize;
        let out = &mut self.lanes[start..start + out.lanes as usize];
        self.memory.load(pointer, layout, align, self.at, out)
    }

    /// Stores the value of a slot.
    ///
    /// # Errors
    /// The bytes may not be written.
    pub fn store(&mut self, pointer: Lane, layout: &Layout, align: u64, value: Slot) -> Result<(), Stop> {
        let start = self.base + value.start as usize;
        self.memory.store(pointer, layout, align, &self.lanes[start..start + value.lanes as usize])
    }

    /// Calls what a pointer points to.
    ///
    /// # Errors
    /// It is no function, or the call does not come back.
    pub fn call_pointer(&mut self, pointer: Lane, arguments: &[Lane]) -> Result<Vec<Lane>, Stop> {
        self.defined(pointer, "the function that is called")?;
        let globals = self.program.globals.len();
        let place = self.places[globals..].iter().position(|place| place.bits == pointer.bits);
        match place.map(|number| self.program.addressed[number]) {
            Some(callee) => self.call_callee(callee, arguments),
            None => Err(CALL_OF_NO_FUNCTION.undefined(&[])),
        }
    }

    /// Calls what a pointer points to by a type that takes and gives lanes of these kinds. One that gives none takes whatever is given.
    ///
    /// # Errors
    /// It is no function, or one of another type (LangRef, call), or the call does not come back.
    pub fn call_as(
        &mut self,
        pointer: Lane,
        (takes, gives): (&[Scalar], &[Scalar]),
        arguments: &[Lane],
    ) -> Result<Vec<Lane>, Stop> {
        let globals = self.program.globals.len();
        let place = self.places[globals..].iter().position(|place| place.bits == pointer.bits);
        if let Some(Callee::Own(number)) = place.map(|number| self.program.addressed[number])
            && pointer.taint.is_none()
        {
            let function = &self.program.functions[number];
            let own = function.results.iter().flat_map(|(_, layout)| &layout.leaves);
            let fits = gives.is_empty() || own.map(|leaf| leaf.scalar).eq(gives.iter().copied());
            if function.takes != takes || !fits {
                return Err(CALL_SIGNATURE.undefined(&[]));
            }
        }
        self.call_pointer(pointer, arguments)
    }

    /// Calls a function.
    ///
    /// # Errors
    /// The call does not come back.
    pub fn call_callee(&mut self, callee: Callee, arguments: &[Lane]) -> Result<Vec<Lane>, Stop> {
        match callee {
            Callee::Own(number) => self.call(number, arguments),
            Callee::Native(_, count) if count != arguments.len() => {
                Err(INDIRECT_CALL_ARGUMENTS.undefined(&[]))
            }
            Callee::Native(native, _) => Ok(native(self, arguments)?.into_iter().collect()),
            Callee::Interface(number) => self.call_interface(&self.program.interfaces[number], arguments),
        }
    }

    /// Calls a function of lowdiff's, with descriptors of memrefs in memory.
    fn call_interface(&mut self, interface: &Interface, arguments: &[Lane]) -> Result<Vec<Lane>, Stop> {
        let stack = self.memory.stack();
        let (mut given, mut rest) = (Vec::new(), arguments);
        for (layout, by_pointer) in &interface.arguments {
            let (own, after) = rest.split_at_checked(layout.leaves.len()).unwrap_or((rest, &[]));
            rest = after;
            if *by_pointer {
                let place =
                    self.memory.allocate(layout.size, layout.align, super::memory::AllocationKind::Stack)?;
                self.memory.store(place, layout, layout.align, own)?;
                given.push(place);
            } else {
                given.extend(own);
            }
        }
        let result = (interface.native)(self, &given)?.into_iter().collect();
        self.memory.unwind(stack);
        Ok(result)
    }

    /// Calls a function of the program; what it returns.
    ///
    /// # Errors
    /// The call does not come back.
    pub fn call(&mut self, number: usize, arguments: &[Lane]) -> Result<Vec<Lane>, Stop> {
        let function = &self.program.functions[number];
        if arguments.len() != function.arguments {
            return Err(CALL_ARGUMENTS.undefined(&[&function.name]));
        }
        let held;
        let arguments = match &function.promised[..] {
            [] => arguments,
            promised => {
                held = promise::seen(self, promised, arguments)?;
                &held
            }
        };
        for lane in &function.defined {
            self.defined(arguments[*lane], "an argument that must be defined")?;
        }
        let before = function.writes_nothing.then(|| self.memory.all_changes());
        let made = self.enter(number, 0, |frame| frame[..arguments.len()].copy_from_slice(arguments))?;
        if before.is_some_and(|before| !self.memory.all_changes().starts_with(&before)) {
            return Err(MEMORY_EFFECTS.undefined(&[&function.name]));
        }
        let made = match &function.promised_results[..] {
            [] => made,
            promised => promise::seen(self, promised, &made)?,
        };
        for lane in &function.defined_results {
            self.defined(made.get(*lane).copied().unwrap_or_default(), "a result that must be defined")?;
        }
        let is_given =
            |lane: &Lane| lane.origin != 0 && arguments.iter().any(|one| one.origin == lane.origin);
        self.gives_back |= made.iter().any(is_given);
        Ok(made)
    }

    /// Runs a function from a step on, in a fresh frame that `fill` sets up; what it returns.
    ///
    /// # Errors
    /// It does not come back.
    pub fn enter(
        &mut self,
        number: usize,
        from: u32,
        fill: impl FnOnce(&mut [Lane]),
    ) -> Result<Vec<Lane>, Stop> {
        let function = &self.program.functions[number];
        let (base, at, stack, caller) = (self.base, self.at, self.memory.stack(), self.function);
        if self.depth == MOST_NESTED || self.lanes.len() + function.frame > MOST_FRAME {
            return Err(Stop::lacks(Lack::Depth {}));
        }
        if self.fuel == 0 {
            return Err(Stop::too_long());
        }
        self.depth += 1;
        self.function = number;
        self.base = self.lanes.len();
        self.lanes.resize(self.base + function.frame, Lane::default());
        fill(&mut self.lanes[self.base..]);
        let result = match self.run(function, from)? {
            Some(slot) => self.value(slot).to_vec(),
            None => std::mem::take(&mut self.left),
        };
        self.lanes.truncate(self.base);
        (self.base, self.function) = (base, caller);
        self.depth -= 1;
        // Results of the outermost call are read where it has returned them.
        if self.depth > 0 {
            self.at = at;
        }
        self.memory.unwind(stack);
        Ok(result)
    }

    /// The number of results of the function that runs.
    pub fn result_count(&self) -> usize {
        self.program.functions[self.function].results.len()
    }

    /// The place at which the run stands.
    pub fn standing(&self) -> Position {
        let Machine { base, at, function, depth, .. } = *self;
        Position { base, at, function, depth, lanes: self.lanes.len() }
    }

    /// Goes back to where the run stood before calls and regions that have ended early.
    pub fn stand(&mut self, before: Position) {
        self.lanes.truncate(before.lanes);
        (self.base, self.at, self.function, self.depth) =
            (before.base, before.at, before.function, before.depth);
    }

    /// Runs a region of the operation at hand, whose arguments have been set, until a terminator leaves it; what that hands over is in
    /// [`Machine::left`].
    ///
    /// # Errors
    /// It does not come to an end.
    pub fn region(&mut self, entry: u32) -> Result<(), Stop> {
        let at = self.at;
        if self.depth == MOST_NESTED {
            return Err(Stop::lacks(Lack::Depth {}));
        }
        if self.fuel == 0 {
            return Err(Stop::too_long());
        }
        self.depth += 1;
        self.run(&self.program.functions[self.function], entry)?;
        self.depth -= 1;
        self.at = at;
        Ok(())
    }

    /// The tensor a lane is a handle of.
    ///
    /// # Errors
    /// It is none, or no tensor was ever put there.
    pub fn tensor(&self, handle: Lane) -> Result<Rc<Shaped>, Stop> {
        if !handle.taint.is_none() {
            return Err(not_defined("a tensor", handle.taint));
        }
        if self.tensors.has_ended(handle) {
            return Err(TENSOR_FREED.undefined(&[]));
        }
        if !self.tensors.is_current(handle, &self.memory, self.at) {
            let shared = self.tensors.shared(handle);
            if shared.is_some_and(|shared| self.memory.is_over(shared.memref.aligned)) {
                return Err(TO_TENSOR_FREED.undefined(&[]));
            }
            return Err(TO_TENSOR_WRITTEN.open(&[]));
        }
        self.tensors.get(handle).cloned().ok_or_else(|| Stop::lacks(Lack::Tensor {}))
    }

    /// The handle of a new tensor.
    ///
    /// # Errors
    /// All tensors take more memory than there is.
    pub fn new_tensor(&mut self, tensor: impl Into<Rc<Shaped>>) -> Result<Lane, Stop> {
        let tensor = tensor.into();
        self.charge((tensor.lanes.len() * size_of::<Lane>()) as u64)?;
        let bytes = (self.tensors.lanes() + tensor.lanes.len()) * size_of::<Lane>();
        if bytes as u64 > self.memory.limit() {
            return Err(Stop::lacks(Lack::TensorMemory {}));
        }
        Ok(self.tensors.add(tensor))
    }

    /// Runs from a step on to the end; the value returned, unless it is in [`Machine::left`].
    fn run(&mut self, function: &'p RunnableFunction, from: u32) -> Result<Option<Slot>, Stop> {
        let mut next = from as usize;
        loop {
            if self.tensors.is_due() {
                // Handles outlive a step in frames, variables and what leaves a region alone.
                self.tensors.sweep(self.lanes.iter().chain(&self.left).chain(&self.variables));
            }
            let step = &function.steps[next];
            self.at = step.operation;
            self.fuel = self.fuel.saturating_sub(step.cost.into());
            match (step.action)(self)? {
                Next::On => next = step.after as usize,
                // Without a jump back, or a call, there is an end to the steps; and this one names the loop.
                Next::Jump(to) if self.fuel == 0 && to as usize <= next => return Err(Stop::too_long()),
                Next::Jump(to) => next = to as usize,
                Next::Return(slot) => return Ok(Some(slot)),
                Next::ReturnLeft | Next::Leave => return Ok(None),
            }
        }
    }
}
