//! From a module's tree to a program that runs: values get their places in a frame, operations become steps.

use super::constant;
use super::library;
use super::machine::{Begins, Callee, Function, Global, Next, Program, Slot, Step};
use super::ops;
use super::site::{Around, Names, Site};
use super::stop::Stop;
use super::types::{Layout, Type};
use crate::mlir::{Attribute, Node, Operation, Tree, TreeBlock, TreeReader, TypeNumber, ValueNumber};
use std::cell::RefCell;
use std::rc::Rc;

/// Lanes that take as long as what else a step does.
const LANES_A_STEP: u32 = 16;

/// A type, laid out; or what is not known about it.
type Laid = Result<Rc<Layout>, String>;

/// Types by number, laid out when they are first met; as lasting as the reader that numbers them.
#[derive(Default)]
pub struct Layouts(RefCell<Vec<Option<Laid>>>);

impl Layouts {
    fn get(&self, reader: &TreeReader<'_>, ty: TypeNumber) -> Laid {
        let mut known = self.0.borrow_mut();
        if known.len() <= ty as usize {
            known.resize(reader.types_met(), None);
        }
        let lay = || Type::parse(&reader.spelling(ty)).and_then(Layout::of).map(Rc::new);
        known[ty as usize].get_or_insert_with(lay).clone()
    }
}

/// A program, and what is not known about it.
#[derive(Default)]
pub struct Built<'m> {
    /// The program.
    pub program: Program,
    /// The operation each number stands for.
    pub operations: Vec<Operation<'m>>,
    /// What is not known: operations, and functions that are called. A run that meets one of them ends there.
    pub unknown: Vec<String>,
}

struct Builder<'a, 'm, 'c> {
    tree: &'a Tree<'m>,
    reader: &'a TreeReader<'c>,
    layouts: &'a Layouts,
    names: Names,
    built: Built<'m>,
}

/// Where the values of a function lie.
struct Frame {
    values: Vec<Slot>,
    lanes: u32,
}

/// A function whose steps are made.
struct Body<'a> {
    number: usize,
    coroutine: bool,
    values: &'a [Slot],
}

/// Steps of an operation and its regions.
fn length(node: &Node<'_>) -> u32 {
    1 + node.regions.iter().flatten().map(count).sum::<u32>()
}

/// Steps of a block.
fn count(block: &TreeBlock<'_>) -> u32 {
    block.operations.iter().map(length).sum()
}

/// Makes a program of a module.
pub fn build<'m>(tree: &Tree<'m>, reader: &TreeReader<'_>, layouts: &Layouts) -> Built<'m> {
    let mut builder = Builder { tree, reader, layouts, names: Names::default(), built: Built::default() };
    builder.name();
    builder.functions();
    builder.globals();
    builder.built
}

fn text<'n>(node: &'n Node<'_>, name: &str) -> Option<&'n str> {
    match node.attributes.iter().find(|(n, _)| *n == name).map(|(_, attribute)| &**attribute) {
        Some(Attribute::Text(text)) => Some(text),
        _ => None,
    }
}

/// The attributes of each argument of a function or a call, as MLIR prints them; nothing where there are none.
fn marks<'n>(node: &'n Node<'_>) -> Vec<&'n str> {
    let all = node.attributes.iter().find(|(name, _)| *name == "arg_attrs").map(|(_, marks)| &**marks);
    let Some(Attribute::Other(text)) = all else { return Vec::new() };
    let (mut marks, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => {
                begin = if depth == 0 { at } else { begin };
                depth += 1;
            }
            '}' => {
                depth -= 1;
                marks.extend((depth == 0).then(|| &text[begin..=at]));
            }
            _ => {}
        }
    }
    marks
}

/// Whether what an argument points to is copied on the way in, by an attribute on a function or a call.
pub fn passes_copies(node: &Node<'_>) -> bool {
    let copied = ["llvm.byval", "llvm.inalloca", "llvm.preallocated"];
    marks(node).iter().any(|marks| copied.iter().any(|mark| marks.contains(mark)))
}

fn body<'n, 'm>(node: &'n Node<'m>) -> Option<&'n [TreeBlock<'m>]> {
    node.regions.first().map(Vec::as_slice).filter(|blocks| !blocks.is_empty())
}

impl<'m> Builder<'_, 'm, '_> {
    /// Gives everything that is called or has an address its number.
    fn name(&mut self) {
        let mut defined = 0;
        for node in &self.tree.operations {
            let Some(name) = text(node, "sym_name") else { continue };
            match node.name {
                "llvm.mlir.global" => {
                    let number = self.names.globals.len();
                    self.names.globals.insert(name.to_owned(), number);
                }
                "llvm.func" => {
                    let callee = if body(node).is_some() {
                        defined += 1;
                        if passes_copies(node) {
                            self.built.unknown.push(format!("@{name}, which is given copies"));
                            continue;
                        }
                        Callee::Own(defined - 1)
                    } else if let Some(native) = self.native(name, node) {
                        native
                    } else {
                        self.built.unknown.push(format!("@{name}"));
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
    fn native(&self, name: &str, node: &Node<'_>) -> Option<Callee> {
        let ty = node.attributes.iter().find(|(n, _)| *n == "function_type").map(|(_, ty)| &**ty);
        let Some(Attribute::Type(ty)) = ty else { return None };
        let parameters = library::parameters(name, &self.reader.spelling(*ty))?;
        library::find(name).map(|native| Callee::Native(native, parameters))
    }

    fn functions(&mut self) {
        let tree = self.tree;
        for node in &tree.operations {
            match (node.name, body(node)) {
                ("llvm.func", Some(blocks)) => {
                    let name = text(node, "sym_name").unwrap_or_default().to_owned();
                    self.function(name, blocks, &marks(node));
                }
                ("llvm.func" | "llvm.mlir.global", _) => {}
                ("llvm.mlir.global_ctors", _) => self.built.program.before = self.around_main(node, "ctors"),
                ("llvm.mlir.global_dtors", _) => self.built.program.after = self.around_main(node, "dtors"),
                (other, _) => self.built.unknown.push(other.to_owned()),
            }
        }
    }

    /// The functions of that list, those of the least priority first, which are run before or after `main`.
    fn around_main(&mut self, node: &Node<'_>, list: &str) -> Vec<Callee> {
        let attribute = |name: &str| node.attributes.iter().find(|(n, _)| *n == name).map(|(_, a)| &**a);
        let names = match attribute(list) {
            Some(Attribute::Other(text)) => text.trim_matches(['[', ']']).split(", "),
            _ => return Vec::new(),
        };
        let priority = |place: usize| match attribute("priorities") {
            Some(Attribute::List(all)) => match all.get(place).map(|one| &**one) {
                Some(Attribute::Int(priority)) => *priority,
                _ => 0,
            },
            _ => 0,
        };
        let mut found = Vec::new();
        for (place, name) in names.enumerate() {
            let name = name.trim_start_matches('@').trim_matches('"');
            match self.names.callees.get(name) {
                Some(callee) => found.push((priority(place), *callee)),
                None => self.built.unknown.push(format!("@{name}")),
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, callee)| callee).collect()
    }

    /// Appends a function with this body, whose arguments have these attributes.
    fn function(&mut self, name: String, blocks: &[TreeBlock<'m>], marks: &[&str]) {
        let number = self.built.program.functions.len();
        let mut frame = Frame { values: vec![Slot::default(); self.tree.types.len()], lanes: 0 };
        self.place(blocks, &mut frame);
        let slots: Vec<Slot> =
            blocks[0].arguments.iter().map(|value| frame.values[*value as usize]).collect();
        let arguments = slots.iter().map(|slot| slot.lanes as usize).sum();
        let lanes = |slot: &Slot| slot.start as usize..(slot.start + slot.lanes) as usize;
        let defined = slots.iter().zip(marks).filter(|(_, mark)| mark.contains("llvm.noundef"));
        let defined = defined.flat_map(|(slot, _)| lanes(slot)).collect();
        let mut all = blocks.iter().flat_map(|block| &block.operations);
        let coroutine = all.any(|node| node.name == "llvm.intr.coro.begin");
        let mut steps = Vec::with_capacity(blocks.iter().map(count).sum::<u32>() as usize);
        let body = Body { number, coroutine, values: &frame.values };
        self.steps(blocks, None, &body, &mut steps);
        let frame = frame.lanes as usize;
        self.built.program.functions.push(Function { name, frame, arguments, defined, steps });
    }

    /// Gives all values of these blocks, and of the regions in them, their places in a frame.
    fn place(&self, blocks: &[TreeBlock<'m>], frame: &mut Frame) {
        let mut place = |value: ValueNumber| {
            let laid = self.layouts.get(self.reader, self.tree.types[value as usize]);
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
        blocks: &[TreeBlock<'m>],
        around: Option<Around<'_, 'm>>,
        body: &Body<'_>,
        steps: &mut Vec<Step>,
    ) {
        let mut at = steps.len() as u32;
        let begins: Vec<(u32, Vec<ValueNumber>)> = blocks
            .iter()
            .map(|block| {
                at += count(block);
                (at - count(block), block.arguments.clone())
            })
            .collect();
        for block in blocks {
            for (index, node) in block.operations.iter().enumerate() {
                let (at, after) = (steps.len() as u32, steps.len() as u32 + length(node));
                let site = Site {
                    node,
                    number: self.built.operations.len() as u32,
                    step: at,
                    after,
                    around: around.clone(),
                    function: body.number,
                    coroutine: body.coroutine,
                    values: body.values,
                    layouts: &|value| self.layouts.get(self.reader, self.tree.types[value as usize]),
                    types: &|ty| self.layouts.get(self.reader, ty),
                    blocks: &begins,
                    following: &block.operations[index + 1..],
                    names: &self.names,
                };
                let (step, unknown) = step(&site);
                self.built.operations.push(node.source);
                self.built.unknown.extend(unknown);
                steps.push(step);
                for region in &node.regions {
                    self.steps(region, Some(Around { node, step: at, after }), body, steps);
                }
            }
        }
    }

    fn globals(&mut self) {
        let tree = self.tree;
        for node in tree.operations.iter().filter(|node| node.name == "llvm.mlir.global") {
            let attribute = |name: &str| node.attributes.iter().find(|(n, _)| *n == name).map(|(_, a)| &**a);
            let layout = match attribute("global_type") {
                Some(Attribute::Type(ty)) => self.layouts.get(self.reader, *ty),
                _ => Err("a global without a type".to_owned()),
            };
            let align = match attribute("alignment") {
                Some(Attribute::Int(align)) => *align as u64,
                _ => 0,
            };
            let begins = match (&layout, attribute("value"), body(node)) {
                // Without a size it has no place either.
                (Err(what), ..) => Err(what.clone()),
                (Ok(layout), Some(value), _) => {
                    constant::lanes(value, layout, u32::MAX >> 2).map(Begins::Lanes)
                }
                (_, None, Some(blocks)) => {
                    let number = self.built.program.functions.len();
                    self.function("the beginning of a global".to_owned(), blocks, &[]);
                    Ok(Begins::Computed(number))
                }
                _ => Ok(Begins::Undefined),
            };
            if let Err(what) = &begins {
                self.built.unknown.push(what.clone());
            }
            let nothing = Layout { ty: Type::Void, leaves: Vec::new(), size: 0, stored: 0, align: 1 };
            let layout = layout.unwrap_or_else(|_| Rc::new(nothing));
            let align = if align == 0 { layout.align } else { align };
            let constant = attribute("constant").is_some();
            let begins = begins.unwrap_or_else(Begins::Unknown);
            self.built.program.globals.push(Global { layout, align, constant, begins });
        }
    }
}

/// The step of an operation; where it cannot be run, one that says so, and what is not known.
fn step(site: &Site<'_, '_>) -> (Step, Option<String>) {
    let row = ops::find(site.node.name).ok_or_else(|| site.node.name.to_owned());
    let action = row.and_then(|(_, make)| make(site));
    let (action, unknown) = match action {
        Ok(action) => (action, None),
        Err(what) => {
            let named = what.clone();
            let action: super::machine::Action = Box::new(move |_| Err::<Next, Stop>(Stop::unknown(&named)));
            (action, Some(what))
        }
    };
    let results = site.node.results.iter().filter_map(|value| (site.layouts)(*value).ok());
    let lanes: usize = results.map(|layout| layout.leaves.len()).sum();
    (Step { operation: site.number, cost: 1 + lanes as u32 / LANES_A_STEP, action }, unknown)
}
