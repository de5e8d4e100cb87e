//! The promise a generated program keeps, stated apart from the code that generates it.

use super::combine::RESULTS;
use super::{Data, Operand, Program, Range, Type, Value};
use crate::observe::Element;

/// Elements of any tensor, joined results included.
const ELEMENTS: u64 = 1 << 14;

/// Operations, those that join results included.
const OPERATIONS: usize = 256;

impl Program {
    /// Checks that the program is well typed, legal and defined for every value its inputs' ranges allow, of
    /// bounded cost, and that nothing in it is dead. The error names the place and the broken rule.
    pub fn check(&self) -> Result<(), String> {
        for (i, input) in self.inputs.iter().enumerate() {
            check_input(&input.data, &input.value).map_err(|e| format!("input {i}: {e}"))?;
        }
        if self.operations.len() > OPERATIONS {
            return Err(format!("{} operations, more than {OPERATIONS}", self.operations.len()));
        }
        for i in 0..self.operations.len() {
            self.check_operation(i)
                .map_err(|e| format!("operation {i}, {}: {e}", self.operations[i].op.name))?;
        }
        self.check_uses()
    }

    fn check_operation(&self, index: usize) -> Result<(), String> {
        let operation = &self.operations[index];
        let known = |operand: &Operand| match operand {
            Operand::Input(i) => *i < self.inputs.len(),
            Operand::Result(i) => *i < index,
        };
        if !operation.operands.iter().all(known) {
            return Err("an operand is not defined before its use".into());
        }
        let values: Vec<&Value> = operation.operands.iter().map(|&operand| self.value(operand)).collect();
        if operation.op.infer(&values, &operation.attributes)? != operation.result {
            return Err("the result is not what the operands give".into());
        }
        check_cost(&operation.result.ty)
    }

    fn check_uses(&self) -> Result<(), String> {
        let mut inputs = vec![false; self.inputs.len()];
        let mut results = vec![false; self.operations.len()];
        for operand in self.operations.iter().flat_map(|operation| &operation.operands) {
            match operand {
                Operand::Input(i) => inputs[*i] = true,
                Operand::Result(i) => results[*i] = true,
            }
        }
        if self.results.is_empty() || self.results.len() > RESULTS {
            return Err(format!("{} results, not 1 to {RESULTS}", self.results.len()));
        }
        for &i in &self.results {
            match results.get_mut(i) {
                None => return Err(format!("result {i} is of no operation")),
                Some(used) if *used => {
                    return Err(format!("operation {i} is a result twice, or used as well"));
                }
                Some(used) => *used = true,
            }
        }
        match (inputs.iter().position(|used| !used), results.iter().position(|used| !used)) {
            (Some(i), _) => Err(format!("input {i} is not used")),
            (_, Some(i)) => Err(format!("operation {i} is dead")),
            _ => Ok(()),
        }
    }
}

fn check_cost(ty: &Type) -> Result<(), String> {
    if ty.rank() > 4 || ty.shape.contains(&0) || ty.elements() > ELEMENTS {
        return Err(format!("{ty} is too large, of too many dimensions, or empty"));
    }
    Ok(())
}

fn check_input(data: &Data, value: &Value) -> Result<(), String> {
    check_cost(&value.ty)?;
    if data.len() as u64 != value.ty.elements() {
        return Err(format!("{} elements for {}", data.len(), value.ty));
    }
    if let Data::Float(values, grain) = data {
        let whole = |v: &f32| (f64::from(*v) * 2f64.powi(-grain)).fract() == 0.0;
        if !values.iter().all(whole) {
            return Err(format!("an element is not a multiple of 2^{grain}"));
        }
    }
    if Range::of(data) != value.range {
        return Err("the range is not that of the elements".into());
    }
    value.range.admissible(&value.ty)?;
    let known = [Element::I1, Element::I8, Element::I16, Element::I32, Element::F32];
    if known.contains(&value.ty.element) {
        Ok(())
    } else {
        Err(format!("no constants of {}", value.ty.element))
    }
}
