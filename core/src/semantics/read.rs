//! Programs of the neutral form as the interpreter walks them: functions whose regions have one block each.

use super::Asked as _;
use super::program::{TensorType, Tree, TreeFunction, TreeOperation, TreeRegion};
use crate::ir::{self, Attribute, Module, Value};
use std::collections::HashMap;
use std::rc::Rc;

impl Tree {
    /// The program that a module is.
    ///
    /// # Errors
    /// Something that has no place in such a program, in one sentence.
    pub fn read(module: &Module) -> Result<Tree, String> {
        let mut read = Tree::default();
        for operation in &module.operations {
            match operation.name {
                "func.func" => {
                    let values = HashMap::new();
                    read.functions.push(TreeReader { module, values }.function(operation)?);
                }
                "tosa.variable" => {
                    let initial = operation.attributes.tensor("initial_value").ok().map(Rc::new);
                    read.variables.push((symbol(operation), initial));
                }
                other => {
                    let place = operation.place();
                    return Err(format!(
                        "{place}: {other} is not known to the reference semantics at the top level"
                    ));
                }
            }
        }
        Ok(read)
    }
}

fn symbol(operation: &ir::Operation) -> String {
    operation.text("sym_name").unwrap_or_default().to_owned()
}

struct TreeReader<'r> {
    module: &'r Module,
    /// The values of the function at hand, which are numbered from 0.
    values: HashMap<Value, usize>,
}

impl TreeReader<'_> {
    fn function(&mut self, operation: &ir::Operation) -> Result<TreeFunction, String> {
        let arguments = match operation.attribute("function_type") {
            Some(Attribute::Type(ty)) => match &**ty {
                ir::Type::Function(arguments, _) => arguments.iter().map(|ty| TensorType::read(ty)).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let body = operation.body().map(|body| self.region(body, operation)).transpose()?;
        Ok(TreeFunction { name: symbol(operation), arguments, body, values: self.values.len() })
    }

    fn region(&mut self, blocks: &ir::Region, owner: &ir::Operation) -> Result<TreeRegion, String> {
        let block = match &blocks[..] {
            [] => return Ok(TreeRegion::default()),
            [block] => block,
            _ => {
                let place = owner.place();
                return Err(format!("{place}: `lowdiff eval` does not follow branches between blocks"));
            }
        };
        let arguments = block.arguments.iter().map(|value| self.value(*value)).collect();
        let operations = block.operations.iter().map(|operation| self.operation(operation));
        Ok(TreeRegion { arguments, operations: operations.collect::<Result<_, _>>()? })
    }

    fn operation(&mut self, operation: &ir::Operation) -> Result<TreeOperation, String> {
        let operands = operation.operands.iter().map(|value| self.value(*value)).collect();
        let regions = operation.regions.iter().map(|region| self.region(region, operation));
        let regions = regions.collect::<Result<_, _>>()?;
        Ok(TreeOperation {
            name: operation.name.to_owned(),
            operands,
            results: operation.results.iter().map(|value| self.value(*value)).collect(),
            types: operation.results.iter().map(|value| TensorType::read(self.module.ty(*value))).collect(),
            attributes: operation.attributes.clone(),
            regions,
            location: operation.place(),
        })
    }

    fn value(&mut self, value: Value) -> usize {
        let next = self.values.len();
        *self.values.entry(value).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantics::{Tensor, evaluate};

    fn read(text: &str) -> Result<Tree, String> {
        let mut module = ir::module(text).expect("it is a module");
        ir::renumber(&mut module);
        Tree::read(&module)
    }

    #[test]
    fn a_module_is_a_program_of_its_functions() {
        let text = r#""builtin.module"() ({
            "func.func"() <{function_type = () -> tensor<2xi8>, sym_name = "main"}> ({
              %0 = "tosa.const"() <{values = dense<[1, -2]> : tensor<2xi8>}> : () -> tensor<2xi8>
              %1 = "tosa.abs"(%0) : (tensor<2xi8>) -> tensor<2xi8>
              "func.return"(%1) : (tensor<2xi8>) -> ()
            }) : () -> ()
          }) : () -> ()"#;
        let program = read(text).expect("it is a program");
        let printed = evaluate(&program).expect("it is known").printed;
        assert_eq!(*printed[0].tensor, Tensor::ints(crate::observe::Element::I8, &[2], vec![1, 2]));
        let branch =
            text.replace("\"func.return\"(%1)", "\"cf.br\"()[^bb1] : () -> ()\n^bb1:\n\"func.return\"(%1)");
        let refused = read(&branch).expect_err("there are two blocks");
        assert_eq!(refused, "operation 1: `lowdiff eval` does not follow branches between blocks");
        let global = text.replacen("\"func.func\"() <{", "\"my.global\"() <{", 1);
        assert!(read(&global).expect_err("no function").contains("my.global is not known"));
    }
}
