//! The numbers of operations and values in their order.

use super::{Module, Operation, Region, Value};
use std::rc::Rc;

/// Stands for a value that has no new number.
const NONE: Value = Value::MAX;

/// Old numbers of values to new ones, and the next number of an operation.
struct NewNumbers {
    new: Vec<Value>,
    next_value: Value,
    next_operation: u32,
}

/// Numbers operations and values again: each operation before those in its regions, its results before values there, and the
/// arguments of a block before results in it. Values that nothing makes are dropped.
///
/// False where an operand is a value that nothing makes: such a module has no text.
pub fn renumber(module: &mut Module) -> bool {
    let mut numbers = NewNumbers { new: vec![NONE; module.values.len()], next_value: 0, next_operation: 1 };
    numbers.make(&mut module.operations);
    let mut values: Vec<_> = vec![None; numbers.next_value as usize];
    for (old, new) in numbers.new.iter().enumerate().filter(|(_, new)| **new != NONE) {
        values[*new as usize] = Some(Rc::clone(&module.values[old]));
    }
    module.values = values.into_iter().flatten().collect();
    numbers.use_in(&mut module.operations)
}

impl NewNumbers {
    fn make(&mut self, operations: &mut [Operation]) {
        for operation in operations {
            operation.number = self.next_operation;
            self.next_operation += 1;
            operation.results.iter_mut().for_each(|result| self.rename(result));
            for block in operation.regions.iter_mut().flatten() {
                block.arguments.iter_mut().for_each(|argument| self.rename(argument));
                self.make(&mut block.operations);
            }
        }
    }

    fn rename(&mut self, value: &mut Value) {
        self.new[*value as usize] = self.next_value;
        *value = self.next_value;
        self.next_value += 1;
    }

    /// False where an operand has no new number.
    fn use_in(&self, operations: &mut [Operation]) -> bool {
        let mut is_whole = true;
        for operation in operations {
            for operand in &mut operation.operands {
                *operand = self.new[*operand as usize];
                is_whole &= *operand != NONE;
            }
            operation.regions.iter_mut().for_each(|region: &mut Region| {
                region.iter_mut().for_each(|block| is_whole &= self.use_in(&mut block.operations));
            });
        }
        is_whole
    }
}

#[cfg(test)]
mod tests {
    use super::renumber;
    use crate::ir::module;

    const MODULE: &str = r#""builtin.module"() ({
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "arith.addi"(%0, %0) : (i32, i32) -> i32
}) : () -> ()
"#;

    #[test]
    fn an_operand_that_nothing_makes_is_told() {
        let mut whole = module(MODULE).expect("it is read");
        assert!(renumber(&mut whole));
        let mut parted = module(MODULE).expect("it is read");
        parted.operations.remove(0);
        assert!(!renumber(&mut parted));
    }
}
