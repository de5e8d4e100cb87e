//! Walks a program and computes what it prints.

use super::evaluation::{EvaluatedStep, Evaluation, NotEvaluated, Printed, Remark};
use super::ops::{self, Application};
use super::program::{Tree, TreeFunction, TreeOperation, TreeRegion};
use super::shape::count;
use super::{Asked as _, Data, Definedness, Notes, Tensor, Unevaluated};
use crate::observe::Rule;
use crate::runtimes::print_functions::shown_by;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The shape of a result is not the one its type has.
pub const TOSA_RESULT_SHAPE: Rule = Rule::new("tosa_result_shape", "{} gives {} where its type is {}");
const UNKNOWN_BITS: Rule =
    Rule::new("unknown_bits", "{}: computing with the bits of floats that are not exactly known");

/// Operations of a whole program before it is taken for one that does not end: minutes. Callers with less time end it themselves.
const MOST_OPERATIONS: u64 = 1 << 30;
/// Operations within one that is evaluated while a program is built: a number, since the same bytes have to give the same
/// program everywhere.
const MOST_WHILE_BUILT: u64 = 10_000_000;
/// Calls within calls.
const DEEPEST_CALL: usize = 1000;

/// Flags of integer operations that make a result poison where what they promise does not hold (LangRef, poison-generating flags).
const PROMISES: [&str; 4] = ["overflowFlags", "isExact", "nonNeg", "isDisjoint"];

/// Runs `main`, or the only function there is.
///
/// # Errors
/// An operation is unknown here, or the program has nothing to run.
pub fn evaluate(program: &Tree) -> Result<Evaluation, NotEvaluated> {
    run(program, false).map(|(evaluation, _)| evaluation)
}

/// The results of each operation while [`evaluate`] runs, in the order in which operations end: those in a region before the
/// operation that has it.
///
/// # Errors
/// As [`evaluate`].
pub fn trace(program: &Tree) -> Result<Vec<EvaluatedStep<'_>>, NotEvaluated> {
    run(program, true).map(|(_, trace)| trace)
}

fn run(program: &Tree, trace: bool) -> Result<(Evaluation, Vec<EvaluatedStep<'_>>), NotEvaluated> {
    let nothing = |message: &str| NotEvaluated { location: "the program".into(), message: message.into() };
    let mut defined = program.functions.iter().filter(|function| function.body.is_some());
    let main = match (program.function("main"), defined.next(), defined.next()) {
        (Some(main), ..) => main,
        (None, Some(only), None) => only,
        (None, None, _) => return Err(nothing("there is no function to run: write a @main")),
        _ => {
            return Err(nothing(
                "there are several functions and none is called @main: call the one to run so",
            ));
        }
    };
    if !main.arguments.is_empty() {
        let message = format!("@{} takes arguments: call it from a @main that takes none", main.name);
        return Err(nothing(&message));
    }
    let variables = program.variables.iter().filter_map(|(name, initial)| {
        let tensor = initial.as_ref()?.as_ref().clone().handed_on();
        Some((name.as_str(), Value { tensor: Rc::new(tensor), open: None }))
    });
    let mut walk = Walk {
        variables: variables.collect(),
        trace: trace.then(Vec::new),
        ..Walk::new(program, MOST_OPERATIONS)
    };
    let results = walk.call(main, Vec::new())?;
    if !walk.printed.is_empty() && !results.is_empty() {
        return Err(nothing("it prints, and returns values beside that"));
    }
    let shown = results.into_iter().map(|value| Printed { tensor: value.tensor, open: value.open });
    walk.printed.extend(shown);
    Ok((Evaluation { printed: walk.printed, remarks: walk.remarks }, walk.trace.unwrap_or_default()))
}

/// Applies one operation, with the regions it has, to values that are known, and adds its results to them: for programs
/// that are evaluated as they are built. It may call the functions of `program`. The remarks about it come back.
///
/// # Errors
/// The operation is unknown here or does not end.
pub fn apply(
    program: &Tree,
    operation: &TreeOperation,
    frame: &mut KnownValues,
) -> Result<Vec<Remark>, NotEvaluated> {
    let mut walk = Walk::new(program, MOST_WHILE_BUILT);
    walk.step(operation, &mut frame.0)?;
    Ok(walk.remarks)
}

/// The values that are known while a program is built, by number.
#[derive(Default)]
pub struct KnownValues(Values);

impl KnownValues {
    /// The values numbered from here on are not known yet.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if no value is numbered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Numbers one more value, to be known when its operation was applied.
    pub fn reserve(&mut self) -> usize {
        self.0.push(None);
        self.0.len() - 1
    }

    /// Gives a value.
    pub fn set(&mut self, place: usize, tensor: Rc<Tensor>) {
        self.0[place] = Some(Value { tensor, open: None });
    }

    /// The value.
    ///
    /// # Panics
    /// Nobody has made it.
    pub fn get(&self, place: usize) -> &Rc<Tensor> {
        &self.0[place].as_ref().expect("a value is made before it is asked for").tensor
    }

    /// Forgets the values numbered from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

#[derive(Clone)]
struct Value {
    tensor: Rc<Tensor>,
    /// The remark that leaves it open.
    open: Option<usize>,
}

struct Walk<'p> {
    program: &'p Tree,
    variables: BTreeMap<&'p str, Value>,
    printed: Vec<Printed>,
    remarks: Vec<Remark>,
    notes: Notes,
    most: u64,
    left: u64,
    depth: usize,
    /// The operations that ran, where that was asked.
    trace: Option<Vec<EvaluatedStep<'p>>>,
}

type Values = Vec<Option<Value>>;

impl<'p> Walk<'p> {
    fn new(program: &'p Tree, most: u64) -> Walk<'p> {
        Walk {
            program,
            variables: BTreeMap::new(),
            printed: Vec::new(),
            remarks: Vec::new(),
            notes: Notes::default(),
            most,
            left: most,
            depth: 0,
            trace: None,
        }
    }

    fn call(
        &mut self,
        function: &'p TreeFunction,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, NotEvaluated> {
        let stopped =
            |message: &str| NotEvaluated { location: format!("@{}", function.name), message: message.into() };
        let body = function
            .body
            .as_ref()
            .ok_or_else(|| stopped("is declared and not defined, so nobody knows what it does"))?;
        if self.depth == DEEPEST_CALL {
            return Err(stopped(&format!("calls nest more than {DEEPEST_CALL} deep")));
        }
        self.depth += 1;
        let mut frame: Values = vec![None; function.values];
        let results = self.region(body, &mut frame, arguments);
        self.depth -= 1;
        results
    }

    /// Runs a region on its arguments; what its terminator takes.
    fn region(
        &mut self,
        region: &'p TreeRegion,
        frame: &mut Values,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, NotEvaluated> {
        for (place, argument) in region.arguments.iter().zip(arguments) {
            frame[*place] = Some(argument);
        }
        for operation in &region.operations {
            if let Some(results) = self.step(operation, frame)? {
                return Ok(results);
            }
        }
        Ok(Vec::new())
    }

    /// Runs one operation; what it takes, where it is a terminator.
    fn step(
        &mut self,
        operation: &'p TreeOperation,
        frame: &mut Values,
    ) -> Result<Option<Vec<Value>>, NotEvaluated> {
        let at = |why: Unevaluated| NotEvaluated {
            location: operation.location.clone(),
            message: format!("{} {why}", operation.name),
        };
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            at(Unevaluated::new(format!(
                "is reached after {} operations: the program may not end",
                self.most
            )))
        })?;
        let operands = taken(operation, frame).map_err(at)?;
        let tensors = |values: &[Value]| values.iter().map(|value| value.tensor.clone()).collect();
        let took = self.trace.as_ref().map(|_| tensors(&operands));
        let results = match operation.name.as_str() {
            "func.return" | "tosa.yield" => return Ok(Some(operands)),
            "func.call" => self.called(operation, operands)?,
            "tosa.cond_if" => self.conditional(operation, frame, operands)?,
            "tosa.while_loop" => self.repeated(operation, frame, operands)?,
            "tosa.variable_read" | "tosa.variable.read" => vec![self.variable(operation).map_err(at)?],
            "tosa.variable_write" | "tosa.variable.write" => {
                self.assign(operation, operands).map_err(at)?;
                Vec::new()
            }
            "vector.print" => {
                self.print(operands);
                Vec::new()
            }
            _ => self.computed(operation, operands).map_err(at)?,
        };
        if let (Some(trace), Some(operands)) = (&mut self.trace, took) {
            trace.push(EvaluatedStep { operation, operands, results: tensors(&results) });
        }
        for ((place, ty), result) in operation.results.iter().zip(&operation.types).zip(results) {
            if !ty.admits(&result.tensor.shape) {
                let (shape, ty) = (&result.tensor.shape, &ty.spelling);
                return Err(at(Unevaluated::misfit(TOSA_RESULT_SHAPE, &[&format_args!("{:?}", shape), ty])));
            }
            frame[*place] = Some(result);
        }
        Ok(None)
    }

    /// An operation of the table.
    fn computed(
        &mut self,
        operation: &TreeOperation,
        operands: Vec<Value>,
    ) -> Result<Vec<Value>, Unevaluated> {
        let row = ops::find(&operation.name)
            .ok_or_else(|| Unevaluated::new("is not known to the reference semantics"))?;
        let is_made =
            |promise: &str| operation.attributes.get(promise).is_some_and(|flags| !flags.sets_no_flag());
        if let Some(promise) = PROMISES.iter().find(|promise| is_made(promise)) {
            return Err(Unevaluated::new(format!(
                "promises something ({promise}), which lowdiff does not follow"
            )));
        }
        for extents in operation.types.iter().filter_map(|ty| ty.extents.as_ref()) {
            count(extents.iter().map(|extent| extent.unwrap_or(1)))?;
        }
        let tensors: Vec<&Tensor> = operands.iter().map(|value| &*value.tensor).collect();
        let (attributes, results) = (&operation.attributes, &operation.types[..]);
        let evaluate = |operands: &[&Tensor], notes: &mut Notes| {
            (row.evaluate)(&mut Application { operands, attributes, results, notes })
        };
        let made = match evaluate(&tensors, &mut self.notes) {
            // Operations that take no bits of floats take the integers that these are.
            Err(_) if tensors.iter().any(|tensor| matches!(tensor.data, Data::Bits { .. })) => {
                self.notes.take();
                let integers: Vec<(Tensor, bool)> = tensors.iter().map(|tensor| tensor.decayed()).collect();
                if !integers.iter().all(|(_, certain)| *certain) {
                    self.notes.undefined(UNKNOWN_BITS);
                }
                let integers: Vec<&Tensor> = integers.iter().map(|(tensor, _)| tensor).collect();
                evaluate(&integers, &mut self.notes)?
            }
            made => made?,
        };
        let mut open = operands.iter().find_map(|value| value.open);
        // A float says in its bound what is undecided; an integer cannot.
        let mut doubted = None;
        if !self.notes.is_empty() {
            for note in self.notes.take() {
                let place = self.remark(operation, note.kind, note.rule);
                match note.kind {
                    Definedness::OutsideSpecification => {}
                    Definedness::Undecided => doubted = doubted.or(Some(place)),
                    Definedness::Undefined => open = open.or(Some(place)),
                }
            }
        }
        let value = |tensor: Tensor| {
            let integral = !matches!(tensor.data, Data::Floats(_));
            Value { open: open.or(doubted.filter(|_| integral)), tensor: Rc::new(tensor) }
        };
        Ok(made.into_iter().map(value).collect())
    }

    /// Notes a remark once for each operation in the text, however often it runs.
    fn remark(&mut self, operation: &TreeOperation, kind: Definedness, rule: Rule) -> usize {
        let remark = Remark {
            operation: operation.name.clone(),
            location: operation.location.clone(),
            kind,
            rule: rule.id.into(),
        };
        self.remarks.iter().position(|other| *other == remark).unwrap_or_else(|| {
            self.remarks.push(remark);
            self.remarks.len() - 1
        })
    }

    fn called(
        &mut self,
        operation: &'p TreeOperation,
        operands: Vec<Value>,
    ) -> Result<Vec<Value>, NotEvaluated> {
        let name = operation.attributes.word("callee").unwrap_or_default();
        let function = self.program.function(name);
        match function {
            Some(function) if function.body.is_some() => self.call(function, operands),
            _ if shown_by(name).is_some() && operation.results.is_empty() => {
                self.print(operands);
                Ok(Vec::new())
            }
            _ => Err(NotEvaluated {
                location: operation.location.clone(),
                message: format!("func.call calls @{name}, of which nobody knows what it does"),
            }),
        }
    }

    /// Shows each operand; `printNewline` and its like have none.
    fn print(&mut self, operands: Vec<Value>) {
        self.printed
            .extend(operands.into_iter().map(|value| Printed { tensor: value.tensor, open: value.open }));
    }

    fn conditional(
        &mut self,
        operation: &'p TreeOperation,
        frame: &mut Values,
        mut operands: Vec<Value>,
    ) -> Result<Vec<Value>, NotEvaluated> {
        let inputs = operands.split_off(1.min(operands.len()));
        let condition = operands.pop();
        let (truth, open) = decided(operation, condition.as_ref())?;
        let region = operation.regions.get(usize::from(!truth)).ok_or_else(|| without_region(operation))?;
        let results = self.region(region, frame, inputs)?;
        Ok(results.into_iter().map(|value| Value { open: value.open.or(open), ..value }).collect())
    }

    fn repeated(
        &mut self,
        operation: &'p TreeOperation,
        frame: &mut Values,
        mut state: Vec<Value>,
    ) -> Result<Vec<Value>, NotEvaluated> {
        let [condition, body] = &operation.regions[..] else { return Err(without_region(operation)) };
        loop {
            let asked = self.region(condition, frame, state.clone())?;
            let (truth, open) = decided(operation, asked.first())?;
            for value in &mut state {
                value.open = value.open.or(open);
            }
            if !truth {
                return Ok(state);
            }
            state = self.region(body, frame, state)?;
        }
    }

    fn variable(&self, operation: &TreeOperation) -> Result<Value, Unevaluated> {
        let name = operation.attributes.word("name").unwrap_or_default();
        let value = self.variables.get(name).cloned();
        value.ok_or_else(|| Unevaluated::new(format!("reads @{name}, which has no value yet")))
    }

    fn assign(&mut self, operation: &'p TreeOperation, mut operands: Vec<Value>) -> Result<(), Unevaluated> {
        let name = operation.attributes.word("name").unwrap_or_default();
        let value = operands.pop().ok_or_else(|| Unevaluated::new("has nothing to write"))?;
        self.variables.insert(name, value);
        Ok(())
    }
}

fn taken(operation: &TreeOperation, frame: &Values) -> Result<Vec<Value>, Unevaluated> {
    let value = |place: &usize| {
        frame[*place].clone().ok_or_else(|| Unevaluated::new("takes a value nobody has made"))
    };
    operation.operands.iter().map(value).collect()
}

/// The value of a condition, and the remark that leaves it open.
fn decided(
    operation: &TreeOperation,
    condition: Option<&Value>,
) -> Result<(bool, Option<usize>), NotEvaluated> {
    let held =
        condition.and_then(|value| Some((value.tensor.as_ints().ok()?.first().copied()? != 0, value.open)));
    held.ok_or_else(|| NotEvaluated {
        location: operation.location.clone(),
        message: format!("{} has a condition that is no i1 of one element", operation.name),
    })
}

fn without_region(operation: &TreeOperation) -> NotEvaluated {
    NotEvaluated {
        location: operation.location.clone(),
        message: format!("{} lacks a region", operation.name),
    }
}
