//! A program, ready to be run.

use super::lane::Lane;
use super::machine::{MachineStep, Native};
use super::promise::Promise;
use super::tensor::Shaped;
use super::types::{Layout, Scalar};
use crate::ir;
use crate::observe::Lack;
use std::collections::HashMap;
use std::rc::Rc;

/// A function of the program.
pub struct RunnableFunction {
    /// Its name.
    pub name: String,
    /// Lanes of a frame. The arguments are the first of them.
    pub frame: usize,
    /// Lanes of the arguments.
    pub arguments: usize,
    /// Types of the parameters.
    pub parameters: Vec<Rc<ir::Type>>,
    /// The kinds of these lanes.
    pub takes: Vec<Scalar>,
    /// Those of them that must be defined.
    pub defined: Vec<usize>,
    /// Promises of the arguments, by lane.
    pub promised: Vec<(usize, Promise)>,
    /// Lanes of the results that must be defined.
    pub defined_results: Vec<usize>,
    /// Promises of the results, by lane.
    pub promised_results: Vec<(usize, Promise)>,
    /// True if it promises to write to no memory that is there when it is called.
    pub writes_nothing: bool,
    /// Types of the results, and how they are kept.
    pub results: Vec<(Rc<ir::Type>, Rc<Layout>)>,
    /// All blocks, one behind the other.
    pub steps: Vec<MachineStep>,
}

/// The target of a call.
#[derive(Clone, Copy)]
pub enum Callee {
    /// A function of the program, by number.
    Own(usize),
    /// One of lowdiff's, with how many arguments it takes.
    Native(Native, usize),
    /// One of lowdiff's that is handed memrefs by pointers to their descriptors, by number.
    Interface(usize),
}

/// A function of lowdiff's that a program calls by its C interface (MLIR's "LLVM IR Target", "C-compatible wrapper emission").
pub struct Interface {
    /// The function.
    pub native: Native,
    /// The layouts of the arguments; a memref goes by pointer.
    pub arguments: Vec<(Rc<Layout>, bool)>,
}

/// A global variable.
pub struct Global {
    /// Its type.
    pub layout: Rc<Layout>,
    /// Alignment in bytes.
    pub align: u64,
    /// True if nothing may be written there.
    pub constant: bool,
    /// The value it begins with; none where that is not defined.
    pub begins: Begins,
    /// Its name and type, where others may look at what is written there.
    pub seen: Option<(String, Rc<ir::Type>)>,
}

/// The beginning of a global.
pub enum Begins {
    /// Undefined bytes.
    Undefined,
    /// A value that the interpreter does not know, in words.
    Unknown(Lack),
    /// These lanes.
    Lanes(Vec<Lane>),
    /// The lanes this function, which takes nothing, returns.
    Computed(usize),
}

/// A program, ready to be run.
#[derive(Default)]
pub struct Executable {
    /// Functions with a body.
    pub functions: Vec<RunnableFunction>,
    /// Globals.
    pub globals: Vec<Global>,
    /// Variables that hold tensors, with what they begin with: nothing where nobody says, or in words what is not known.
    pub variables: Vec<Result<Option<Rc<Shaped>>, Lack>>,
    /// The name and type of each variable that others may look at, by number.
    pub seen: Vec<Option<(String, Rc<ir::Type>)>>,
    /// Everything that has an address, by name.
    pub callees: HashMap<String, Callee>,
    /// Functions that are run before `main`.
    pub before: Vec<Callee>,
    /// Functions that are run after it.
    pub after: Vec<Callee>,
    /// Functions by number, as the addresses of functions count them.
    pub addressed: Vec<Callee>,
    /// Functions of lowdiff's that are called by their C interface.
    pub interfaces: Vec<Interface>,
}
