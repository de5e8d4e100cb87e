//! From a module to a program that runs: values get their places in a frame, operations become steps.

use super::argument_set::INPUT;
use super::constant;
use super::executable::{Begins, Callee, Executable, Global, Interface, RunnableFunction};
use super::lane::Lane;
use super::layouts::Layouts;
use super::library;
use super::machine::{Action, MachineStep, Next, Slot};
use super::promise;
use super::site::{Around, Meaning, Names, Site};
use super::stop::{Stop, StopKind};
use super::tensor::Shaped;
use super::types::{LaneType, Layout, Scalar};
use super::world::World;
use crate::ir::{self, Attribute, Block, Module, Operation, Value};
use crate::observe::{Lack, MissingPart};
use crate::semantics::Format;
use std::rc::Rc;

/// Lanes that take as long as what else a step does.
const LANES_A_STEP: u32 = 16;

/// Finds the way in which an operation is run, by name.
pub type Rules = fn(&str) -> Option<Meaning>;

/// A program, and what is not known about it.
#[derive(Default)]
pub struct Built {
    /// The program.
    pub program: Executable,
    /// Unknown operations, and unknown functions that are called. A run that meets one of them ends there.
    pub unknown: Vec<Lack>,
}

struct StepBuilder<'a> {
    module: &'a Module,
    layouts: &'a Layouts,
    rules: Rules,
    world: World,
    names: Names,
    built: Built,
}

/// The places of the values of a function.
struct FunctionSlots {
    values: Vec<Slot>,
    lanes: u32,
}

/// A function whose steps are made.
struct FunctionBody<'a> {
    number: usize,
    coroutine: bool,
    values: &'a [Slot],
    /// The steps of the operation and its regions that each step begins.
    lengths: &'a [u32],
}

impl FunctionBody<'_> {
    /// The number of the step behind a block that begins with this one.
    fn behind(&self, block: &Block, begin: u32) -> u32 {
        block.operations.iter().fold(begin, |at, _| at + self.lengths[at as usize])
    }
}

/// Appends the steps of each operation of these blocks and its regions, in the order of steps.
fn measure(blocks: &[Block], lengths: &mut Vec<u32>) {
    for node in blocks.iter().flat_map(|block| &block.operations) {
        let begin = lengths.len();
        lengths.push(0);
        node.regions.iter().for_each(|region| measure(region, lengths));
        lengths[begin] = (lengths.len() - begin) as u32;
    }
}

/// Makes a program of a module, whose operations settle what is open in this way.
pub fn build(module: &Module, layouts: &Layouts, rules: Rules, world: World) -> Built {
    let (names, built) = (Names::default(), Built::default());
    let mut builder = StepBuilder { module, layouts, rules, world, names, built };
    builder.name();
    builder.functions();
    builder.globals();
    builder.built
}

/// True if an argument of a function or a call, by number, has an attribute of this name.
fn is_marked(node: &Operation, argument: usize, name: &str) -> bool {
    let Some(Attribute::List(all)) = node.attribute("arg_attrs") else { return false };
    let marks = all.get(argument).map(|marks| &**marks);
    matches!(marks, Some(Attribute::Dictionary(marks)) if marks.iter().any(|(own, _)| *own == name))
}

/// True if what an argument points to is copied on the way in, by an attribute on a function or a call.
pub fn passes_copies(node: &Operation) -> bool {
    let Some(Attribute::List(all)) = node.attribute("arg_attrs") else { return false };
    let copied = ["llvm.byval", "llvm.inalloca", "llvm.preallocated"];
    (0..all.len()).any(|argument| copied.iter().any(|name| is_marked(node, argument, name)))
}

/// True if an operation at the top level is a function.
fn is_function(node: &Operation) -> bool {
    matches!(node.name, "llvm.func" | "func.func" | "async.func")
}

/// Types of a function's results.
fn results(node: &Operation) -> Vec<Rc<ir::Type>> {
    match node.attribute("function_type") {
        Some(Attribute::Type(ty)) => match &**ty {
            ir::Type::Function(_, results) => results.clone(),
            ir::Type::LlvmFunction(result, ..) if **result != ir::Type::Void => vec![result.clone()],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

impl StepBuilder<'_> {
    /// Gives everything that is called or has an address its number.
    fn name(&mut self) {
        let mut defined = 0;
        for node in &self.module.operations {
            // In version 19 a variable of tosa has its name in another attribute.
            let other = || node.text("name").filter(|_| node.name == "tosa.variable");
            let Some(name) = node.text("sym_name").or_else(other) else { continue };
            match node.name {
                "llvm.mlir.global" | "memref.global" => {
                    let number = self.names.globals.len();
                    self.names.globals.insert(name.to_owned(), number);
                }
                "ml_program.global" | "tosa.variable" => {
                    let number = self.names.variables.len();
                    self.names.variables.insert(name.to_owned(), number);
                }
                _ if is_function(node) => {
                    let callee = if node.body().is_some() {
                        defined += 1;
                        if passes_copies(node) {
                            self.built.unknown.push(Lack::CopiedArguments(name.to_owned()));
                            continue;
                        }
                        Callee::Own(defined - 1)
                    } else if let Some(native) = self.native(name, node) {
                        native
                    } else {
                        self.built.unknown.push(Lack::Function(name.to_owned()));
                        continue;
                    };
                    let number = self.built.program.addressed.len();
                    self.names.addressed.insert(name.to_owned(), number);
                    self.built.program.addressed.push(callee);
                    self.names.callees.insert(name.to_owned(), callee);
                }
                _ => {}
            }
        }
        self.built.program.callees = self.names.callees.clone();
    }

    /// A function that lowdiff provides, if it is declared as it is.
    fn native(&mut self, name: &str, node: &Operation) -> Option<Callee> {
        let Some(Attribute::Type(ty)) = node.attribute("function_type") else { return None };
        let (inputs, results) = match &**ty {
            ir::Type::LlvmFunction(result, inputs, false) => (inputs.clone(), vec![result.clone()]),
            ir::Type::Function(inputs, results) => (inputs.clone(), results.clone()),
            _ => return None,
        };
        let laid = |types: &[Rc<ir::Type>]| -> Option<Vec<Rc<Layout>>> {
            types.iter().map(|ty| self.layouts.get(ty).ok()).collect()
        };
        let (given, made) = (laid(&inputs)?, laid(&results)?);
        let result: Vec<_> = made.iter().flat_map(|layout| &layout.leaves).map(|leaf| leaf.scalar).collect();
        let scalars = |layouts: &[Rc<Layout>]| -> Vec<_> {
            layouts.iter().flat_map(|layout| &layout.leaves).map(|leaf| leaf.scalar).collect()
        };
        if let Some(native) = library::find(name)
            && library::fits(name, &scalars(&given), &result)
        {
            return Some(Callee::Native(native, scalars(&given).len()));
        }
        if let Some(native) = library::find_of_tensors(name, &scalars(&given), &result) {
            return Some(Callee::Native(native, given.len()));
        }
        node.attribute("llvm.emit_c_interface")?;
        let interface = format!("_mlir_ciface_{name}");
        let is_memref =
            |ty: &Rc<ir::Type>| matches!(**ty, ir::Type::Memref { .. } | ir::Type::UnrankedMemref(..));
        let arguments: Vec<_> = given.into_iter().zip(inputs.iter().map(is_memref)).collect();
        let passed = arguments.iter().flat_map(|(layout, by_pointer)| match by_pointer {
            true => vec![Scalar::Pointer],
            false => scalars(std::slice::from_ref(layout)),
        });
        let passed: Vec<_> = passed.collect();
        let native = library::find(&interface).filter(|_| library::fits(&interface, &passed, &result))?;
        self.built.program.interfaces.push(Interface { native, arguments });
        Some(Callee::Interface(self.built.program.interfaces.len() - 1))
    }

    fn functions(&mut self) {
        let module = self.module;
        for node in &module.operations {
            match (node.name, node.body()) {
                (_, Some(blocks)) if is_function(node) => {
                    let name = node.text("sym_name").unwrap_or_default().to_owned();
                    self.function(name, blocks, &results(node), Some(node));
                }
                ("llvm.mlir.global" | "memref.global" | "ml_program.global" | "tosa.variable", _) => {}
                ("llvm.mlir.global_ctors", _) => self.built.program.before = self.around_main(node, "ctors"),
                ("llvm.mlir.global_dtors", _) => self.built.program.after = self.around_main(node, "dtors"),
                _ if is_function(node) => {}
                (other, _) => self.built.unknown.push(Lack::Operation(other.to_owned())),
            }
        }
    }

    /// The functions of that list, those of the least priority first, which are run before or after `main`.
    fn around_main(&mut self, node: &Operation, list: &str) -> Vec<Callee> {
        let all = |name: &str| match node.attribute(name) {
            Some(Attribute::List(all)) => all.clone(),
            _ => Vec::new(),
        };
        let priorities = all("priorities");
        let mut found = Vec::new();
        for (place, name) in all(list).iter().enumerate() {
            let name = name.text().unwrap_or_default();
            let priority = priorities.get(place).and_then(|priority| priority.int()).unwrap_or(0);
            match self.names.callees.get(name) {
                Some(callee) => found.push((priority, *callee)),
                None => self.built.unknown.push(Lack::Function(name.to_owned())),
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, callee)| callee).collect()
    }

    /// Appends a function with this body; `node` has its attributes, where it has some.
    fn function(
        &mut self,
        name: String,
        blocks: &[Block],
        results: &[Rc<ir::Type>],
        node: Option<&Operation>,
    ) {
        let laid = results.iter().map(|ty| Some((ty.clone(), self.layouts.get(ty).ok()?)));
        let results = laid.collect::<Option<Vec<_>>>().unwrap_or_default();
        let number = self.built.program.functions.len();
        let mut frame = FunctionSlots { values: vec![Slot::default(); self.module.values.len()], lanes: 0 };
        self.place(blocks, &mut frame);
        let slots: Vec<Slot> =
            blocks[0].arguments.iter().map(|value| frame.values[*value as usize]).collect();
        let arguments = slots.iter().map(|slot| slot.lanes as usize).sum();
        let parameters = blocks[0].arguments.iter().map(|value| self.module.ty(*value).clone()).collect();
        let laid: Vec<Option<Rc<Layout>>> =
            blocks[0].arguments.iter().map(|value| self.layouts.get(self.module.ty(*value)).ok()).collect();
        let takes = laid.iter().flatten().flat_map(|layout| &layout.leaves).map(|leaf| leaf.scalar).collect();
        let none = Layout::NOTHING;
        let given = slots.iter().zip(&laid);
        let given: Vec<(usize, &Layout)> =
            given.map(|(slot, layout)| (slot.start as usize, layout.as_deref().unwrap_or(&none))).collect();
        let mut end = 0;
        let made: Vec<(usize, &Layout)> = results
            .iter()
            .map(|(_, layout)| {
                let first = end;
                end += layout.leaves.len();
                (first, &**layout)
            })
            .collect();
        let of = |list: &str, slots: &[(usize, &Layout)]| {
            node.map(|node| promise::promises(node, list, slots)).unwrap_or_default()
        };
        let (promised, defined) = of("arg_attrs", &given);
        let (promised_results, defined_results) = of("res_attrs", &made);
        let writes_nothing = node.is_some_and(promise::writes_nothing);
        let mut all = blocks.iter().flat_map(|block| &block.operations);
        let coroutine = all.any(|node| node.name == "llvm.intr.coro.begin");
        let mut lengths = Vec::new();
        measure(blocks, &mut lengths);
        let mut steps = Vec::with_capacity(lengths.len());
        let body = FunctionBody { number, coroutine, values: &frame.values, lengths: &lengths };
        self.steps(blocks, None, &body, &mut steps);
        let frame = frame.lanes as usize;
        self.built.program.functions.push(RunnableFunction {
            name,
            frame,
            arguments,
            parameters,
            takes,
            defined,
            promised,
            defined_results,
            promised_results,
            writes_nothing,
            results,
            steps,
        });
    }

    /// Gives all values of these blocks, and of the regions in them, their places in a frame.
    fn place(&self, blocks: &[Block], frame: &mut FunctionSlots) {
        let mut place = |value: Value| {
            let laid = self.layouts.get(self.module.ty(value));
            let lanes = laid.map_or(0, |layout| layout.leaves.len() as u32);
            frame.values[value as usize] = Slot { start: frame.lanes, lanes };
            frame.lanes += lanes;
        };
        for block in blocks {
            block.arguments.iter().for_each(|value| place(*value));
            block.operations.iter().flat_map(|node| &node.results).for_each(|value| place(*value));
        }
        let regions = blocks.iter().flat_map(|block| &block.operations).flat_map(|node| &node.regions);
        regions.for_each(|region| self.place(region, frame));
    }

    /// Appends the steps of a region, each operation before its own regions.
    fn steps(
        &mut self,
        blocks: &[Block],
        around: Option<Around<'_>>,
        body: &FunctionBody<'_>,
        steps: &mut Vec<MachineStep>,
    ) {
        let mut at = steps.len() as u32;
        let begins: Vec<(u32, &[Value])> = blocks
            .iter()
            .map(|block| {
                let begin = at;
                at = body.behind(block, begin);
                (begin, &block.arguments[..])
            })
            .collect();
        for block in blocks {
            for (index, node) in block.operations.iter().enumerate() {
                let at = steps.len() as u32;
                let after = at + body.lengths[at as usize];
                let mut entry = at + 1;
                let entries: Vec<u32> = node
                    .regions
                    .iter()
                    .map(|region| {
                        let begin = entry;
                        entry = region.iter().fold(begin, |at, block| body.behind(block, at));
                        begin
                    })
                    .collect();
                let site = Site {
                    node,
                    number: node.number,
                    step: at,
                    after,
                    around: around.clone(),
                    function: body.number,
                    coroutine: body.coroutine,
                    values: body.values,
                    types: &self.module.values,
                    layouts: self.layouts,
                    entries: &entries,
                    blocks: &begins,
                    following: &block.operations[index + 1..],
                    names: &self.names,
                    floats: self.world.floats,
                };
                let (step, unknown) = step(&site, self.rules, self.world);
                self.built.unknown.extend(unknown);
                steps.push(step);
                for region in &node.regions {
                    self.steps(region, Some(Around { node, step: at, after }), body, steps);
                }
            }
        }
    }

    fn globals(&mut self) {
        let module = self.module;
        for node in &module.operations {
            match node.name {
                "llvm.mlir.global" | "memref.global" => self.global(node),
                "ml_program.global" | "tosa.variable" => {
                    let begins = variable(node);
                    self.built.unknown.extend(begins.as_ref().err().cloned());
                    self.built.program.variables.push(begins);
                    self.built.program.seen.push(seen(node));
                }
                _ => {}
            }
        }
    }

    /// True if an operation of the module names a symbol of this name, or may do so.
    fn is_named(&self, name: &str) -> bool {
        let mut named = false;
        self.module.walk(&mut |node| {
            named |= node.attributes.iter().any(|(_, attribute)| attribute.refers_to(name));
        });
        named
    }

    fn global(&mut self, node: &Operation) {
        let ty = match (node.attribute("global_type"), node.attribute("type")) {
            (Some(Attribute::Type(ty)), _) => self.layouts.get(ty),
            (_, Some(Attribute::Type(ty))) => held(ty).map(Rc::new),
            _ => Err(Lack::without(node.name, MissingPart::Attribute("type".to_owned()))),
        };
        let align = node.attribute("alignment").and_then(Attribute::int).unwrap_or(0) as u64;
        let value = node.attribute("value").or_else(|| node.attribute("initial_value"));
        let begins = match (&ty, value, node.body()) {
            // Without a size it has no place either.
            (Err(unknown), ..) => Err(unknown.clone()),
            (Ok(_), Some(Attribute::Unit), _) => Ok(Begins::Undefined),
            (Ok(layout), Some(value), _) => constant::lanes(value, layout, NOBODY).map(Begins::Lanes),
            (_, None, Some(blocks)) => {
                let number = self.built.program.functions.len();
                self.function("the beginning of a global".to_owned(), blocks, &[], None);
                Ok(Begins::Computed(number))
            }
            (_, None, None) if node.name == "memref.global" || is_declaration(node) => {
                let name = node.text("sym_name").unwrap_or_default();
                // Nobody asks for the value of one that no operation names.
                if self.is_named(name) { Err(Lack::Global(name.to_owned())) } else { Ok(Begins::Undefined) }
            }
            _ => Ok(Begins::Undefined),
        };
        self.built.unknown.extend(begins.as_ref().err().cloned());
        let layout = ty.unwrap_or_else(|_| Rc::new(Layout::NOTHING));
        let align = if align == 0 { layout.align } else { align };
        let constant = node.attribute("constant").is_some();
        let begins = begins.unwrap_or_else(Begins::Unknown);
        self.built.program.globals.push(Global { layout, align, constant, begins, seen: seen(node) });
    }
}

/// The name and type of a global that other modules see (MLIR, "Symbol Visibility"; LangRef, "Linkage Types") and that may be written. An argument
/// of the program is none.
fn seen(node: &Operation) -> Option<(String, Rc<ir::Type>)> {
    let is_public = match (node.name, node.attribute("linkage")) {
        ("llvm.mlir.global", linkage) => {
            linkage.is_some_and(|linkage| !["internal", "private"].iter().any(|word| linkage.says(word)))
        }
        _ => node.is_public(),
    };
    let is_written = match node.name {
        "ml_program.global" => node.attribute("is_mutable").is_some(),
        "llvm.mlir.global" | "memref.global" => node.attribute("constant").is_none(),
        _ => false,
    };
    let ty = ["global_type", "type"].iter().find_map(|name| match node.attribute(name) {
        Some(Attribute::Type(ty)) => Some(ty.clone()),
        _ => None,
    });
    let name = node.text("sym_name").filter(|name| !name.starts_with(INPUT))?;
    (is_public && is_written).then_some(())?;
    Some((name.to_owned(), ty?))
}

/// True of a global of the llvm dialect without a value whose linkage says that another module has it (LangRef, "Linkage Types").
fn is_declaration(node: &Operation) -> bool {
    let linkage = node.attribute("linkage");
    linkage.is_some_and(|linkage| ["external", "extern_weak"].iter().any(|word| linkage.says(word)))
}

/// Stands for the operation that a value comes from where that is a global.
const NOBODY: u32 = u32::MAX >> 3;

/// The layout of all elements of a memref.
fn held(ty: &ir::Type) -> Result<Layout, Lack> {
    let ir::Type::Memref { shape, element, .. } = ty else { return Err(Lack::GlobalOf(ty.to_string())) };
    let count = shape.iter().try_fold(1u64, |count, extent| count.checked_mul((*extent)?));
    let count = count.ok_or_else(|| Lack::GlobalOf(ty.to_string()))?;
    Layout::of(LaneType::Array(count, Rc::new(LaneType::of(element)?)))
}

/// The tensor a variable begins with; none where nobody says.
fn variable(node: &Operation) -> Result<Option<Rc<Shaped>>, Lack> {
    let value = node.attribute("value").or_else(|| node.attribute("initial_value"));
    let Some(value) = value.filter(|value| !matches!(value, Attribute::Unit)) else { return Ok(None) };
    let ty = match (node.attribute("type"), value) {
        (_, Attribute::Dense(dense)) => &dense.ty,
        (Some(Attribute::Type(ty)), _) => ty,
        _ => return Err(Lack::without(node.name, MissingPart::Attribute("type".to_owned()))),
    };
    constant::tensor(value, ty, NOBODY).map(|tensor| Some(Rc::new(tensor)))
}

/// The action of an operation that may be run ahead of time: its results are poison if it is undefined. An operation on memory stays as it is.
fn run_ahead(site: &Site<'_>, action: Action) -> Result<Action, Lack> {
    let in_memory = |ty: &ir::Type| matches!(ty, ir::Type::Memref { .. } | ir::Type::UnrankedMemref(..));
    let operands = 0..site.node.operands.len();
    let reads = operands.map(|index| site.operand_type(index)).any(|ty| ty.is_ok_and(|ty| in_memory(ty)));
    let number = site.number;
    let results: Vec<Slot> = site.results()?.into_iter().map(|value| value.slot).collect();
    if reads || results.is_empty() {
        return Ok(action);
    }
    Ok(Box::new(move |machine| {
        let before = machine.standing();
        match action(machine) {
            // A division by zero in a body keeps the operation where it is.
            Err(Stop(reason))
                if reason.kind == StopKind::Undefined
                    || reason.kind == StopKind::Division && machine.at == number =>
            {
                machine.stand(before);
                let poison = machine.poison_ahead();
                results.iter().for_each(|slot| machine.value_mut(*slot).fill(poison));
                Ok(Next::On)
            }
            done => done,
        }
    }))
}

/// The action of an operation whose documentation asks for an approximation alone. In a world that rounds otherwise its results are others;
/// an approximation that is left in memory is not.
fn approximating(site: &Site<'_>, action: Action) -> Result<Action, Lack> {
    let (number, world, mut floats) = (site.number, site.floats, Vec::new());
    for (index, value) in site.results()?.into_iter().enumerate() {
        if let Ok(Scalar::Float(format)) = site.result_scalar(index) {
            floats.push((value.slot, value.layout.scalar() == Scalar::Tensor, format));
        }
    }
    Ok(Box::new(move |machine| {
        machine.approximate = true;
        machine.unmeasured |= floats.is_empty();
        let next = action(machine)?;
        let moved = |lane: &mut Lane, format: Format| {
            let value = format.decode(lane.bits as u64);
            if lane.taint.is_none() && value.is_finite() {
                lane.bits = format.encode(world.approximated(format, value, number)).into();
            }
        };
        for (slot, is_tensor, format) in floats.iter().filter(|_| world.rounding.is_some()) {
            let handle = machine.get(slot.start);
            if !is_tensor {
                machine.value_mut(*slot).iter_mut().for_each(|lane| moved(lane, *format));
            } else if handle.taint.is_none() {
                let mut tensor = (*machine.tensor(handle)?).clone();
                tensor.lanes.iter_mut().for_each(|lane| moved(lane, *format));
                let made = machine.new_tensor(tensor)?;
                machine.set(slot.start, made);
            }
        }
        Ok(next)
    }))
}

/// The step of an operation; where it cannot be run, one that says so, and what is not known.
fn step(site: &Site<'_>, rules: Rules, world: World) -> (MachineStep, Option<Lack>) {
    let rule = rules(site.node.name).ok_or_else(|| Lack::Operation(site.node.name.to_owned()));
    let action = rule.and_then(|Meaning { evaluate, approximate, ahead }| {
        let mut action = evaluate(site)?;
        if approximate || site.leaves_floats_open() {
            action = approximating(site, action)?;
        }
        if ahead && world.runs_ahead { run_ahead(site, action) } else { Ok(action) }
    });
    let (action, unknown) = match action {
        Ok(action) => (action, None),
        Err(lack) => {
            let met = lack.clone();
            let action: Action = Box::new(move |_| Err::<Next, Stop>(Stop::lacks(met.clone())));
            (action, Some(lack))
        }
    };
    let lanes: u32 = site.node.results.iter().map(|value| site.values[*value as usize].lanes).sum();
    let cost = 1 + lanes / LANES_A_STEP;
    (MachineStep { operation: site.number, after: site.after, cost, action }, unknown)
}
