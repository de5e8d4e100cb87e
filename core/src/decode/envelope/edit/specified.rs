//! Operations that a specification has, on element types that it does not have for them: nothing is said of these, not even what makes them
//! undefined, and a verifier may take them.

use crate::dialect::{has_types, is_specified};
use crate::ir::{Module, Type, Value};

/// The number of such operations.
pub(super) fn unspecified(module: &Module) -> usize {
    let mut found = 0;
    module.walk(&mut |operation| {
        if !is_specified(operation.name) {
            return;
        }
        let is_odd = |value: &Value| {
            let numbers = module.ty(*value).of_numbers();
            matches!(numbers, Type::Integer(..)) && numbers.element().is_none()
        };
        let element = |value: &Value| module.ty(*value).of_numbers().element();
        let elements = |values: &[Value]| values.iter().map(element).collect::<Vec<_>>();
        let (operands, results) = (&operation.operands, &operation.results);
        let fits = !operands.iter().chain(results).any(is_odd)
            && has_types(operation.name, &elements(operands), &elements(results));
        found += usize::from(!fits);
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    #[test]
    fn types_that_a_specification_lacks_are_counted() {
        let count = |name: &str, ty: &str| {
            let text = format!(
                r#""builtin.module"() ({{
  "func.func"() <{{function_type = (tensor<2x{ty}>) -> tensor<2x{ty}>, sym_name = "f"}}> ({{
  ^bb0(%0: tensor<2x{ty}>):
    %1 = "{name}"(%0, %0) : (tensor<2x{ty}>, tensor<2x{ty}>) -> tensor<2x{ty}>
    "func.return"(%1) : (tensor<2x{ty}>) -> ()
  }}) : () -> ()
}}) : () -> ()
"#
            );
            unspecified(&ir::module(&text).expect("it is a module"))
        };
        assert_eq!([count("tosa.add", "i32"), count("tosa.add", "i24"), count("tosa.add", "i1")], [0, 1, 1]);
        assert_eq!(count("arith.addi", "i24"), 0);
    }
}
