//! The ml_program dialect: variables that hold tensors.

use super::{Row, row};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::observe::{Form, Lack};

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[
    row("ml_program.global_load", load),
    row("ml_program.global_load_const", load),
    row("ml_program.global_store", store),
];

/// The number of the global that an operation names.
fn global(site: &Site<'_>) -> Result<usize, Lack> {
    let name = site.text("global").unwrap_or_default();
    let known = site.names.variables.get(name).copied();
    known.ok_or_else(|| site.lacks(Form::Symbol(name.to_owned())))
}

fn load(site: &Site<'_>) -> Result<Action, Lack> {
    let (global, out) = (global(site)?, site.result()?.slot.start);
    Ok(Box::new(move |machine| {
        let value = machine.variables.get(global).copied();
        machine.set(out, value.ok_or_else(|| Stop::lacks(Lack::Tensor {}))?);
        Ok(Next::On)
    }))
}

fn store(site: &Site<'_>) -> Result<Action, Lack> {
    let (global, value) = (global(site)?, site.operand(0)?.slot.start);
    Ok(Box::new(move |machine| {
        let value = machine.get(value);
        match machine.variables.get_mut(global) {
            Some(place) => *place = value,
            None => return Err(Stop::lacks(Lack::Tensor {})),
        }
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use crate::observe::{Form, Lack};
    use crate::op::testing::run;

    fn with(attributes: &str, body: &str) -> String {
        format!(
            r#"
            "builtin.module"() ({{
            "ml_program.global"() <{{sym_name = "g", type = tensor<2xi32>, {attributes}}}> : () -> ()
            "func.func"() <{{function_type = () -> tensor<2xi32>, sym_name = "main"}}> ({{
              {body}
            }}) : () -> ()
            }}) : () -> ()"#
        )
    }

    #[test]
    fn a_global_holds_what_was_stored_last() {
        let text = with(
            "is_mutable, value = dense<[1, 2]> : tensor<2xi32>",
            r#"
            %a = "ml_program.global_load"() <{global = @g}> : () -> tensor<2xi32>
            %i = "llvm.mlir.constant"() <{value = 1 : index}> : () -> index
            %x = "llvm.mlir.constant"() <{value = 9 : i32}> : () -> i32
            %b = "tensor.insert"(%x, %a, %i) : (i32, tensor<2xi32>, index) -> tensor<2xi32>
            "ml_program.global_store"(%b) <{global = @g}> : (tensor<2xi32>) -> ()
            %c = "ml_program.global_load"() <{global = @g}> : () -> tensor<2xi32>
            "func.return"(%c) : (tensor<2xi32>) -> ()"#,
        );
        let made = run(&text);
        assert_eq!(made.stopped, None);
        assert_eq!(made.returned[0].value.lanes.iter().map(|lane| lane.bits).collect::<Vec<_>>(), [1, 9]);
    }

    #[test]
    fn constants_are_loaded_and_names_are_told() {
        let body = r#"
            %a = "ml_program.global_load_const"() <{global = @g}> : () -> tensor<2xi32>
            "func.return"(%a) : (tensor<2xi32>) -> ()"#;
        let made = run(&with("value = dense<7> : tensor<2xi32>", body));
        assert_eq!(made.returned[0].value.lanes[1].bits, 7);
        let other = run(&with("value = dense<7> : tensor<2xi32>", &body.replace("@g", "@h")));
        assert_eq!(other.unknown, [Lack::form("ml_program.global_load_const", Form::Symbol("h".to_owned()))]);
    }
}
