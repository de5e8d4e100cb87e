//! Ends a program: every value nobody uses becomes a result, and where those are many they are joined first.

use super::{Attributes, Builder, Draft, Operand, Program};
use crate::dialect::tosa;
use crate::observe::Element;

/// Results a program has at most: each costs a copy and a print call on every path.
pub const RESULTS: usize = 4;

impl Builder {
    /// The finished program: its results chosen, inputs nobody uses dropped.
    pub fn finish(mut self) -> Program {
        let elements = [Element::I1, Element::I8, Element::I16, Element::F32, Element::I32];
        for element in elements {
            if self.unused().len() <= RESULTS {
                break;
            }
            self.join(element);
        }
        // Five results, one of each type: the booleans travel with the bytes.
        if self.unused().len() > RESULTS {
            for operand in self.unused_of(Element::I1) {
                self.append("cast", vec![operand], Attributes::To(Element::I8));
            }
            self.join(Element::I8);
        }
        let results = self.unused();
        let mut program = self.program;
        program.results = results;
        program.drop_unused_inputs();
        program
    }

    /// Operations whose results nobody uses.
    fn unused(&self) -> Vec<usize> {
        (0..self.used.len()).filter(|&i| !self.used[i]).collect()
    }

    fn unused_of(&self, element: Element) -> Vec<Operand> {
        let results = self.unused().into_iter().map(Operand::Result);
        results.filter(|&operand| self.program.value(operand).ty.element == element).collect()
    }

    /// Joins unused values of one element type end to end, as many as are too many.
    fn join(&mut self, element: Element) {
        let excess = self.unused().len().saturating_sub(RESULTS);
        let mut values = self.unused_of(element);
        values.truncate(excess + 1);
        if values.len() < 2 {
            return;
        }
        let flat = |builder: &mut Self, operand: Operand| {
            let ty = builder.program.value(operand).ty.clone();
            match ty.rank() {
                1 => operand,
                _ => builder.append("reshape", vec![operand], Attributes::Shape(vec![ty.elements()])),
            }
        };
        let operands: Vec<Operand> = values.into_iter().map(|operand| flat(self, operand)).collect();
        self.append("concat", operands, Attributes::Axis(0));
    }

    /// Adds an operation that is legal whatever the values are.
    fn append(&mut self, name: &str, operands: Vec<Operand>, attributes: Attributes) -> Operand {
        let row = tosa::rows()
            .find(|row| row.name == name)
            .expect("the table has the operations that join results");
        let values: Vec<_> = operands.iter().map(|&operand| self.program.value(operand)).collect();
        let result = row.infer(&values, &attributes).expect("tensors of one element type can be joined");
        self.push(row, Draft { operands, attributes, result })
    }
}

impl Program {
    fn drop_unused_inputs(&mut self) {
        let mut position: Vec<Option<usize>> = vec![None; self.inputs.len()];
        for operand in self.operations.iter().flat_map(|operation| &operation.operands) {
            if let Operand::Input(i) = operand {
                position[*i] = Some(0);
            }
        }
        for (kept, place) in position.iter_mut().flatten().enumerate() {
            *place = kept;
        }
        let mut used = position.iter().map(Option::is_some);
        self.inputs.retain(|_| used.next().unwrap_or(false));
        for operand in self.operations.iter_mut().flat_map(|operation| &mut operation.operands) {
            if let Operand::Input(i) = operand {
                *i = position[*i].unwrap_or_default();
            }
        }
    }
}
