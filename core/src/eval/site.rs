//! One operation on its way to becoming a step: its operands, results and attributes, ready to be asked for.

use super::executable::Callee;
use super::lane::Lane;
use super::layouts::Layouts;
use super::machine::{Action, Machine, Next, Slot};
use super::stop::Stop;
use super::types::{LaneType, Layout, Scalar};
use super::world::FloatWorld;
use crate::ir::{Attribute, Operation, Type as IrType, Value as ValueNumber};
use crate::observe::{Form, Lack, MissingPart};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The place of a value, and its type.
#[derive(Clone, Debug)]
pub struct SiteValue {
    /// The place in the frame.
    pub slot: Slot,
    /// The type.
    pub layout: Rc<Layout>,
}

/// Names that operations refer to.
#[derive(Default)]
pub struct Names {
    /// Globals, by number.
    pub globals: HashMap<String, usize>,
    /// Variables that hold tensors, by number.
    pub variables: HashMap<String, usize>,
    /// Functions that are called, by name.
    pub callees: HashMap<String, Callee>,
    /// Functions that have an address, by name.
    pub addressed: HashMap<String, usize>,
}

impl Names {
    /// The number of the address of what is called so: globals come first.
    pub fn place(&self, name: &str) -> Option<usize> {
        let function = || self.addressed.get(name).map(|number| self.globals.len() + number);
        self.globals.get(name).copied().or_else(function)
    }
}

/// An operation with regions, seen from inside.
#[derive(Clone)]
pub struct Around<'a> {
    /// The operation.
    pub node: &'a Operation,
    /// Number of its step.
    pub step: u32,
    /// Number of the step behind it and its regions.
    pub after: u32,
}

/// An operation and what is around it.
pub struct Site<'a> {
    /// The operation.
    pub node: &'a Operation,
    /// Its number in the module.
    pub number: u32,
    /// Number of its step in the function; those of its regions follow.
    pub step: u32,
    /// Number of the step behind it and its regions.
    pub after: u32,
    /// The operation whose region it is in, unless that is the function.
    pub around: Option<Around<'a>>,
    /// Number of the function.
    pub function: usize,
    /// True if the function is a coroutine, whose variables outlive its frame.
    pub coroutine: bool,
    /// Places of values, by number.
    pub values: &'a [Slot],
    /// Types of values, by number.
    pub types: &'a [Rc<IrType>],
    /// The way in which values of a type are kept.
    pub layouts: &'a Layouts,
    /// First steps of its regions.
    pub entries: &'a [u32],
    /// First steps of the blocks around, and the arguments of each.
    pub blocks: &'a [(u32, &'a [ValueNumber])],
    /// The operations behind it in its block.
    pub following: &'a [Operation],
    /// Names.
    pub names: &'a Names,
    /// The way in which float operations settle what is open.
    pub floats: FloatWorld,
}

impl Site<'_> {
    fn value(&self, number: ValueNumber) -> Result<SiteValue, Lack> {
        Ok(SiteValue {
            slot: self.values[number as usize],
            layout: self.layouts.get(&self.types[number as usize])?,
        })
    }

    /// This operation in a form that is not run.
    pub fn lacks(&self, form: Form) -> Lack {
        Lack::form(self.node.name, form)
    }

    /// This operation, which lacks a part.
    pub fn without(&self, part: MissingPart) -> Lack {
        Lack::without(self.node.name, part)
    }

    /// This operation on values of a type on which it is not run.
    pub fn of(&self, ty: &impl ToString) -> Lack {
        self.lacks(Form::Of(ty.to_string()))
    }

    /// An operand.
    ///
    /// # Errors
    /// There is no such operand, or its type is not known.
    pub fn operand(&self, index: usize) -> Result<SiteValue, Lack> {
        self.value(*self.node.operands.get(index).ok_or_else(|| self.without(MissingPart::Operand))?)
    }

    /// These operands.
    ///
    /// # Errors
    /// The type of one is not known.
    pub fn operands(&self, range: Range<usize>) -> Result<Vec<SiteValue>, Lack> {
        range.map(|index| self.operand(index)).collect()
    }

    /// The type of an operand.
    ///
    /// # Errors
    /// There is no such operand.
    pub fn operand_type(&self, index: usize) -> Result<&Rc<IrType>, Lack> {
        let number = *self.node.operands.get(index).ok_or_else(|| self.without(MissingPart::Operand))?;
        Ok(&self.types[number as usize])
    }

    /// The type of a result.
    ///
    /// # Errors
    /// There is no such result.
    pub fn result_type(&self, index: usize) -> Result<&Rc<IrType>, Lack> {
        let number = *self.node.results.get(index).ok_or_else(|| self.without(MissingPart::Result))?;
        Ok(&self.types[number as usize])
    }

    /// All results.
    ///
    /// # Errors
    /// The type of one is not known.
    pub fn results(&self) -> Result<Vec<SiteValue>, Lack> {
        self.node.results.iter().map(|number| self.value(*number)).collect()
    }

    /// A region, ready to be run.
    ///
    /// # Errors
    /// There is no such region, it is empty, or the type of an argument is not known.
    pub fn region(&self, index: usize) -> Result<RegionBody, Lack> {
        let block = self.node.regions.get(index).and_then(|blocks| blocks.first());
        let block = block.ok_or_else(|| self.without(MissingPart::Body))?;
        let arguments = block.arguments.iter().map(|number| self.value(*number)).collect::<Result<_, _>>()?;
        Ok(RegionBody { entry: self.entries[index], arguments })
    }

    /// The result; a value without lanes where there is none.
    ///
    /// # Errors
    /// Its type is not known.
    pub fn result(&self) -> Result<SiteValue, Lack> {
        match self.node.results.first() {
            Some(number) => self.value(*number),
            None => Ok(SiteValue { slot: Slot::default(), layout: Rc::new(Layout::of(LaneType::Void)?) }),
        }
    }

    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.node.attribute(name)
    }

    /// An integer attribute; zero where it is absent.
    pub fn int(&self, name: &str) -> i128 {
        self.attribute(name).and_then(Attribute::int).unwrap_or(0)
    }

    /// True if a flag is there. One that is spelt out as `false` is not.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some_and(|flag| !flag.is_false())
    }

    /// The numbers of a dense array attribute.
    pub fn ints(&self, name: &str) -> &[i64] {
        match self.attribute(name) {
            Some(Attribute::Ints(_, values)) => values,
            _ => &[],
        }
    }

    /// A name or a string.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.node.text(name)
    }

    /// A type that an attribute names.
    ///
    /// # Errors
    /// There is none, or it is not known.
    pub fn ty(&self, name: &str) -> Result<Rc<Layout>, Lack> {
        match self.attribute(name) {
            Some(Attribute::Type(ty)) => self.layouts.get(ty),
            _ => Err(self.without(MissingPart::Attribute(name.to_owned()))),
        }
    }

    /// Which of the operands belong to the group of that number, by `operandSegmentSizes`.
    pub fn segment(&self, number: usize) -> Range<usize> {
        let sizes = self.ints("operandSegmentSizes");
        let begin: i64 = sizes[..number.min(sizes.len())].iter().sum();
        let length = sizes.get(number).copied().unwrap_or(0);
        begin as usize..(begin + length) as usize
    }

    /// The way to a successor, whose arguments are these operands.
    ///
    /// # Errors
    /// The type of one is not known.
    pub fn edge(&self, successor: usize, operands: Range<usize>) -> Result<BlockEdge, Lack> {
        let block =
            *self.node.successors.get(successor).ok_or_else(|| self.without(MissingPart::Successor))?;
        let (target, arguments) = &self.blocks[block as usize];
        let from = self.operands(operands)?;
        let mut moves = Vec::new();
        for (argument, value) in arguments.iter().zip(from) {
            moves.push((self.values[*argument as usize], value.slot));
        }
        moves.retain(|(to, from)| to != from);
        let overlaps = |a: &Slot, b: &Slot| a.start < b.start + b.lanes && b.start < a.start + a.lanes;
        let clash = (0..moves.len()).any(|i| moves[i + 1..].iter().any(|(_, f)| overlaps(&moves[i].0, f)));
        Ok(BlockEdge { target: *target, moves, clash })
    }

    /// True if a flag of `fastmath` is there, or all of them.
    pub fn allows(&self, flag: &str) -> bool {
        self.attribute("fastmath").is_some_and(|flags| flags.allows(flag))
    }

    /// True where a flag leaves the sign of a zero or the last bits open (LangRef, Fast-Math Flags), which `fast` does too.
    pub fn leaves_floats_open(&self) -> bool {
        let open = ["nsz", "reassoc", "contract", "arcp", "afn", "fast"];
        let mut attributes = self.node.attributes.iter();
        let flags = attributes.find(|(name, _)| matches!(*name, "fastmathFlags" | "fastmath"));
        flags.is_some_and(|(_, flags)| !flags.says("none") && open.into_iter().any(|flag| flags.says(flag)))
    }

    /// The flags of `fastmathFlags`, or `fastmath`, that make poison.
    pub fn fast(&self) -> Fast {
        let flags = self.attribute("fastmathFlags").or_else(|| self.attribute("fastmath"));
        let allows = |flag: &str| flags.is_some_and(|flags| flags.allows(flag));
        Fast { no_nan: allows("nnan"), no_infinity: allows("ninf"), world: self.floats }
    }

    /// The kind of an operand's elements: of a tensor, a vector or a complex number that of its first part.
    ///
    /// # Errors
    /// There is no such operand, or its type is not known.
    pub fn operand_scalar(&self, index: usize) -> Result<Scalar, Lack> {
        self.element_scalar(self.operand_type(index)?)
    }

    /// The kind of a result's elements.
    ///
    /// # Errors
    /// There is no such result, or its type is not known.
    pub fn result_scalar(&self, index: usize) -> Result<Scalar, Lack> {
        self.element_scalar(self.result_type(index)?)
    }

    fn element_scalar(&self, ty: &Rc<IrType>) -> Result<Scalar, Lack> {
        let of = match &**ty {
            IrType::Tensor(_, element, _) | IrType::UnrankedTensor(element) => element,
            _ => ty,
        };
        Ok(self.layouts.get(of)?.scalar())
    }

    /// The float format of an operand's elements.
    ///
    /// # Errors
    /// They are no floats, or the type is not known.
    pub fn operand_format(&self, index: usize) -> Result<crate::semantics::Format, Lack> {
        self.float(self.operand_scalar(index)?, self.operand_type(index)?)
    }

    /// The float format of the elements of the first result.
    ///
    /// # Errors
    /// They are no floats, or the type is not known.
    pub fn result_format(&self) -> Result<crate::semantics::Format, Lack> {
        self.float(self.result_scalar(0)?, self.result_type(0)?)
    }

    fn float(&self, scalar: Scalar, ty: &IrType) -> Result<crate::semantics::Format, Lack> {
        match scalar {
            Scalar::Float(format) => Ok(format),
            _ => Err(self.of(ty)),
        }
    }

    /// The float format of a value's lanes.
    ///
    /// # Errors
    /// It is none.
    pub fn format(&self, value: &SiteValue) -> Result<crate::semantics::Format, Lack> {
        match value.layout.scalar() {
            Scalar::Float(format) => Ok(format),
            other => Err(self.of(&other)),
        }
    }
}

/// The facts about a float operation beside its numbers: promises that make poison where they are broken, and the way in which what is open
/// is settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fast {
    /// Neither operands nor result are NaN.
    pub no_nan: bool,
    /// Neither operands nor result are infinite.
    pub no_infinity: bool,
    /// The way in which it settles what is open.
    pub world: FloatWorld,
}

impl Fast {
    /// True if it promises anything.
    pub fn promises(self) -> bool {
        self.no_nan || self.no_infinity
    }

    /// True if a number keeps the promises.
    pub fn allows(self, value: f64) -> bool {
        !(self.no_nan && value.is_nan() || self.no_infinity && value.is_infinite())
    }
}

/// A way from one block to another.
pub struct BlockEdge {
    target: u32,
    moves: Vec<(Slot, Slot)>,
    /// True if an argument is overwritten before it is read.
    clash: bool,
}

impl BlockEdge {
    /// Sets the arguments of the target.
    #[inline]
    pub fn take(&self, machine: &mut Machine<'_>) -> Next {
        if self.clash {
            let read: Vec<Vec<Lane>> =
                self.moves.iter().map(|(_, from)| machine.value(*from).to_vec()).collect();
            for ((to, _), lanes) in self.moves.iter().zip(read) {
                machine.value_mut(*to).copy_from_slice(&lanes);
            }
        } else {
            self.moves.iter().for_each(|(to, from)| machine.copy(*to, *from));
        }
        Next::Jump(self.target)
    }
}

/// A region of an operation: where its first block begins, and the arguments of that.
#[derive(Clone, Debug)]
pub struct RegionBody {
    /// Number of the first step.
    pub entry: u32,
    /// The arguments of the first block.
    pub arguments: Vec<SiteValue>,
}

impl RegionBody {
    /// Sets the arguments, all lanes one behind the other, and runs it; what it hands over is in [`Machine::left`].
    ///
    /// # Errors
    /// It does not come to an end, or it takes other arguments.
    pub fn run(&self, machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<(), Stop> {
        let mut rest = arguments;
        for argument in &self.arguments {
            let Some((own, after)) = rest.split_at_checked(argument.slot.lanes as usize) else {
                return Err(Stop::lacks(Lack::RegionValues {}));
            };
            machine.value_mut(argument.slot).copy_from_slice(own);
            rest = after;
        }
        machine.region(self.entry)
    }
}

/// The facts about an operation that the machine needs.
#[derive(Clone, Copy)]
pub struct Meaning {
    /// The way it becomes a step.
    pub evaluate: MakeStep,
    /// True if its documentation asks for an approximation of its result alone.
    pub approximate: bool,
    /// True if MLIR marks it as one that may be run ahead of time.
    pub ahead: bool,
}

/// The way an operation becomes a step; an error names what is not known about it.
pub type MakeStep = fn(&Site<'_>) -> Result<Action, Lack>;
