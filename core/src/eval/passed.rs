//! Arguments of the function that `main` calls with constants: of a public function, which anybody may call with others.
//!
//! As long as the function takes and gives what it did, in tensors or in memrefs, each state of a path can be run from there.

use super::entry::{EntryArgument, element_type, extents, is_made};
use crate::ir::{self, Attribute, Dense, Module, Operation, Type, Value};
use std::rc::Rc;

/// The function that `main` calls with constants.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PassedCall {
    /// Its name.
    pub callee: Rc<str>,
    /// The types of its parameters and of its results.
    types: [Vec<Rc<Type>>; 2],
}

/// The attributes of constants that hold their value.
const HOLDS: [&str; 2] = ["value", "values"];

/// The function of that name.
fn function<'m>(module: &'m Module, name: &str) -> Option<&'m Operation> {
    let named =
        |node: &&Operation| node.text("sym_name") == Some(name) && node.attribute("function_type").is_some();
    module.operations.iter().find(named)
}

/// The types of the parameters and of the results of a function that anybody may call.
fn public_types(function: &Operation) -> Option<[Vec<Rc<Type>>; 2]> {
    match function.attribute("function_type") {
        Some(Attribute::Type(ty)) if function.is_public() => match &**ty {
            Type::Function(parameters, results) => Some([parameters.clone(), results.clone()]),
            _ => None,
        },
        _ => None,
    }
}

/// The constant that an operand is, through casts that hide extents: its operation in a block, and the value it holds.
fn constant<'o>(
    operations: &'o [Operation],
    operand: Value,
    values: &[Rc<Type>],
) -> Option<(usize, &'o Dense)> {
    let at = operations.iter().position(|one| one.results == [operand])?;
    let maker = &operations[at];
    if maker.operands.is_empty() {
        return match HOLDS.iter().find_map(|holds| maker.attribute(holds))? {
            Attribute::Dense(dense) if dense.parts == 1 => Some((at, dense)),
            _ => None,
        };
    }
    let [inner] = maker.operands[..] else { return None };
    let [ty, of] = [operand, inner].map(|value| &values[value as usize]);
    let hides = ty != of && maker.attributes.is_empty() && maker.regions.is_empty() && holds_the_same(ty, of);
    if hides { constant(&operations[..at], inner, values) } else { None }
}

/// True if a value of this type holds what one of the other type does: the same elements in the same shape, in a tensor or in memory.
fn holds_the_same(ty: &Type, other: &Type) -> bool {
    let agree = |(one, other): (&ir::Extent, &ir::Extent)| one.is_none() || other.is_none() || one == other;
    let ranked = |ty: &Type| match ty {
        Type::Tensor(..) | Type::Memref { .. } => extents(ty),
        _ => None,
    };
    match (ranked(ty), ranked(other)) {
        (Some(one), Some(two)) => {
            one.len() == two.len()
                && one.iter().zip(&two).all(agree)
                && element_type(ty) == element_type(other)
        }
        _ => ty == other,
    }
}

impl PassedCall {
    /// The call of `module`'s `main`, and the values that it passes; none where it calls no such function, or several.
    pub fn of(module: &Module) -> Option<(PassedCall, Vec<&Dense>)> {
        let [block] = &function(module, "main")?.body()?[..] else { return None };
        let own = |one: &&Operation| {
            let callee = one.text("callee").and_then(|callee| function(module, callee));
            callee.is_some_and(|callee| callee.body().is_some())
        };
        let mut calls = block.operations.iter().filter(own);
        let (Some(call), None) = (calls.next(), calls.next()) else { return None };
        let callee: Rc<str> = call.text("callee")?.into();
        let types = public_types(function(module, &callee)?)?;
        let passed =
            call.operands.iter().map(|operand| constant(&block.operations, *operand, &module.values));
        let passed: Vec<&Dense> = passed.map(|one| one.map(|(_, dense)| dense)).collect::<Option<_>>()?;
        let is_whole = !passed.is_empty() && types[0].len() == passed.len();
        is_whole.then_some((PassedCall { callee, types }, passed))
    }

    /// Puts these values in the place of the constants that `main` passes. False where it passes others.
    pub fn put(&self, module: &mut Module, values: &[Dense]) -> bool {
        let Some((own, _)) = PassedCall::of(module).filter(|(own, _)| own == self) else { return false };
        let Module { operations, values: types, .. } = module;
        let main = operations.iter_mut().find(|node| node.text("sym_name") == Some("main"));
        let Some(block) = main.and_then(|main| main.regions.first_mut()?.first_mut()) else { return false };
        let call = block.operations.iter().find(|one| one.text("callee") == Some(&*own.callee));
        let operands = call.map(|call| call.operands.clone()).unwrap_or_default();
        for (operand, value) in operands.iter().zip(values) {
            let own = constant(&block.operations, *operand, types).filter(|(_, own)| own.ty == value.ty);
            let Some((at, _)) = own else { return false };
            let held = block.operations[at].attributes.iter_mut().find(|(name, _)| HOLDS.contains(name));
            let Some((_, attribute)) = held else { return false };
            *attribute = Rc::new(Attribute::Dense(value.clone()));
        }
        true
    }

    /// The module with a `main` that calls the function and gives its results back, so that nothing `main` does with them counts. None where
    /// `main` can give nothing back.
    pub fn given_back(mut module: Module) -> Option<Module> {
        let (call, _) = PassedCall::of(&module)?;
        public_types(function(&module, "main")?)?;
        let main = module.operations.iter_mut().find(|node| node.text("sym_name") == Some("main"))?;
        let block = main.regions.first_mut()?.first_mut()?;
        let at = block.operations.iter().position(|one| one.text("callee") == Some(&*call.callee))?;
        let mut end = block.operations.pop()?;
        block.operations.truncate(at + 1);
        end.operands.clone_from(&block.operations.get(at)?.results);
        block.operations.push(end);
        let ty = Attribute::Type(Rc::new(Type::Function(Vec::new(), call.types[1].clone())));
        let (_, own) = main.attributes.iter_mut().find(|(name, _)| *name == "function_type")?;
        *own = Rc::new(ty);
        Some(module)
    }

    /// The arguments of a call, and the number of its results; none where the function can no longer be called as it was.
    pub fn arguments(&self, module: &Module, values: &[Dense]) -> Option<(Vec<EntryArgument>, usize)> {
        let [parameters, results] = public_types(function(module, &self.callee)?)?;
        let same = |now: &[Rc<Type>], then: &[Rc<Type>]| {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| holds_the_same(now, then))
        };
        let is_callable = same(&parameters, &self.types[0]) && same(&results, &self.types[1]);
        if !is_callable || !parameters.iter().all(|ty| is_made(ty)) {
            return None;
        }
        let given = values.iter();
        let given =
            given.map(|value| EntryArgument { extents: value.shape(), parts: value.elements().collect() });
        Some((given.collect(), results.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#""builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<?xi16>, %1: tensor<2xf32>):
    "func.return"(%1) : (tensor<2xf32>) -> ()
  }) {function_type = (tensor<?xi16>, tensor<2xf32>) -> tensor<2xf32>, sym_name = "kernel"} : () -> ()
  "func.func"() ({
    %2 = "arith.constant"() {value = dense<[1, -2, 3]> : tensor<3xi16>} : () -> tensor<3xi16>
    %3 = "tensor.cast"(%2) : (tensor<3xi16>) -> tensor<?xi16>
    %4 = "tosa.const"() {values = dense<0.5> : tensor<2xf32>} : () -> tensor<2xf32>
    %5 = "func.call"(%3, %4) {callee = @kernel} : (tensor<?xi16>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "main"} : () -> ()
}) : () -> ()
"#;

    fn module(text: &str) -> Module {
        ir::module(text).expect("a program")
    }

    fn values() -> Vec<Dense> {
        let program = module(PROGRAM);
        let (_, passed) = PassedCall::of(&program).expect("main passes constants");
        let floats = [1.0f32, -2.0].map(|value| value.to_bits().into());
        vec![passed[0].with_elements([9, 8, 0xffff]), passed[1].with_elements(floats)]
    }

    #[test]
    fn a_function_is_called_with_other_arguments_in_tensors_and_in_memory() {
        let program = module(PROGRAM);
        let (call, passed) = PassedCall::of(&program).expect("main passes constants");
        assert_eq!((&*call.callee, passed.len()), ("kernel", 2));
        let (arguments, results) = call.arguments(&program, &values()).expect("it can be called");
        assert_eq!(
            (arguments[0].extents.as_slice(), arguments[0].parts.as_slice()),
            (&[3][..], &[9, 8, 0xffff][..])
        );
        assert_eq!((arguments[1].parts[1], results), (u128::from((-2.0f32).to_bits()), 1));
        let lower =
            PROGRAM.replace("tensor<?xi16>", "memref<?xi16>").replace("tensor<2xf32>", "memref<2xf32>");
        assert_eq!(call.arguments(&module(&lower), &values()), Some((arguments, 1)));
    }

    #[test]
    fn a_function_that_is_another_one_now_is_not_called() {
        let (call, _) = PassedCall::of(&module(PROGRAM)).expect("main passes constants");
        let private = r#"sym_name = "kernel", sym_visibility = "private""#;
        for (from, to) in [
            (r#"sym_name = "kernel""#, private),
            (r#"sym_name = "kernel""#, r#"sym_name = "other""#),
            ("-> tensor<2xf32>, sym_name", "-> (), sym_name"),
            ("(tensor<?xi16>, tensor<2xf32>) -> tensor<2xf32>, sym", "(tensor<?xi16>) -> tensor<2xf32>, sym"),
            (
                "(tensor<?xi16>, tensor<2xf32>) -> tensor<2xf32>, sym",
                "(tensor<?xi16>, memref<2xf32, strided<[3]>>) -> tensor<2xf32>, sym",
            ),
        ] {
            let changed = PROGRAM.replace(from, to);
            assert_ne!(changed, PROGRAM, "{from}");
            assert_eq!(call.arguments(&module(&changed), &values()), None, "{to}");
        }
        assert_eq!(PassedCall::of(&module(&PROGRAM.replace(r#"sym_name = "kernel""#, private))), None);
    }

    #[test]
    fn results_are_given_back_in_place_of_what_main_does_with_them() {
        let given = PassedCall::given_back(module(PROGRAM)).expect("it can be");
        let wanted = PROGRAM
            .replace("\"func.return\"() : () -> ()", "\"func.return\"(%5) : (tensor<2xf32>) -> ()")
            .replace("function_type = () -> ()", "function_type = () -> tensor<2xf32>");
        assert_eq!(given, module(&wanted));
        let llvm = PROGRAM.replace("function_type = () -> ()", "function_type = !llvm.func<void ()>");
        assert_eq!(PassedCall::given_back(module(&llvm)), None);
    }

    #[test]
    fn constants_that_main_passes_take_the_arguments() {
        let mut program = module(PROGRAM);
        let (call, _) = PassedCall::of(&program).expect("main passes constants");
        assert!(call.put(&mut program, &values()));
        let (_, passed) = PassedCall::of(&program).expect("as before");
        assert_eq!(passed, values().iter().collect::<Vec<_>>());
        let mut other =
            module(&PROGRAM.replace("dense<0.5> : tensor<2xf32>", "dense<[0.5, 1.0, 2.0]> : tensor<3xf32>"));
        assert!(!call.put(&mut other, &values()));
    }
}
