//! Control flow and variables of tosa.

use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::observe::{Form, Lack};
use crate::op::region::{gather, leave, scatter, slots, take_left};
use crate::op::{Row, row};

const TOSA_CONDITION: Rule = Rule::new("tosa_condition", "{} has more elements than one");

pub const ROWS: &[Row] = &[
    row("tosa.yield", leave),
    row("tosa.cond_if", |site| {
        let (condition, count) = (site.operand(0)?.slot.start, site.node.operands.len());
        let (inputs, results) = (slots(&site.operands(1..count)?), slots(&site.results()?));
        let (then, other) = (site.region(0)?, site.region(1)?);
        Ok(Box::new(move |machine| {
            let taken = truth(machine, machine.get(condition), "the condition of tosa.cond_if")?;
            let region = if taken { &then } else { &other };
            // A region may take the inputs, or name them.
            let given = if region.arguments.is_empty() { Vec::new() } else { gather(machine, &inputs) };
            region.run(machine, &given)?;
            take_left(machine, &results);
            Ok(Next::On)
        }))
    }),
    row("tosa.while_loop", |site| {
        let (begins, results) =
            (slots(&site.operands(0..site.node.operands.len())?), slots(&site.results()?));
        let (condition, body) = (site.region(0)?, site.region(1)?);
        if results.len() != begins.len() {
            return Err(site.lacks(Form::Results));
        }
        Ok(Box::new(move |machine| {
            // The carried values stay in the frame, under the results, where tensors are looked for.
            let carried = gather(machine, &begins);
            scatter(machine, &results, &carried);
            loop {
                let carried = gather(machine, &results);
                condition.run(machine, &carried)?;
                let asked = machine.left.first().copied().unwrap_or_default();
                if !truth(machine, asked, "the condition of tosa.while_loop")? {
                    return Ok(Next::On);
                }
                let carried = gather(machine, &results);
                body.run(machine, &carried)?;
                take_left(machine, &results);
            }
        }))
    }),
    row("tosa.variable_read", read),
    row("tosa.variable.read", read),
    row("tosa.variable_write", write),
    row("tosa.variable.write", write),
];

/// The only element of a tensor of booleans.
fn truth(machine: &Machine<'_>, handle: Lane, what: &str) -> Result<bool, Stop> {
    let tensor = machine.tensor(handle)?;
    match &tensor.lanes[..] {
        [only] => Ok(machine.defined(*only, what)? != 0),
        _ => Err(TOSA_CONDITION.undefined(&[&what])),
    }
}

/// The number of the variable that an operation names.
fn variable(site: &Site<'_>) -> Result<usize, Lack> {
    let name = site.text("name").unwrap_or_default();
    let known = site.names.variables.get(name).copied();
    known.ok_or_else(|| site.lacks(Form::Symbol(name.to_owned())))
}

fn read(site: &Site<'_>) -> Result<Action, Lack> {
    let (variable, out) = (variable(site)?, site.result()?.slot.start);
    Ok(Box::new(move |machine| {
        let value = machine.variables.get(variable).copied();
        machine.set(out, value.ok_or_else(|| Stop::lacks(Lack::Tensor {}))?);
        Ok(Next::On)
    }))
}

fn write(site: &Site<'_>) -> Result<Action, Lack> {
    let (variable, value) = (variable(site)?, site.operand(0)?.slot.start);
    Ok(Box::new(move |machine| {
        let value = machine.get(value);
        match machine.variables.get_mut(variable) {
            Some(place) => *place = value,
            None => return Err(Stop::lacks(Lack::Tensor {})),
        }
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, run, stopped};

    const LOOP: &str = r#"
        %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
        %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
        %ones = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
        %ten = "tosa.const"() <{values = dense<10> : tensor<i32>}> : () -> tensor<i32>
        %r:2 = "tosa.while_loop"(%zero, %one) ({
        ^bb0(%i: tensor<i32>, %x: tensor<1xi32>):
          %c = "tosa.greater"(%ten, %i) : (tensor<i32>, tensor<i32>) -> tensor<i1>
          "tosa.yield"(%c) : (tensor<i1>) -> ()
        }, {
        ^bb0(%i: tensor<i32>, %x: tensor<1xi32>):
          %n = "tosa.add"(%i, %ones) : (tensor<i32>, tensor<i32>) -> tensor<i32>
          %y = "tosa.add"(%x, %x) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
          "tosa.yield"(%n, %y) : (tensor<i32>, tensor<1xi32>) -> ()
        }) : (tensor<i32>, tensor<1xi32>) -> (tensor<i32>, tensor<1xi32>)
        "func.return"(%r#1) : (tensor<1xi32>) -> ()"#;

    #[test]
    fn a_loop_goes_on_while_its_condition_holds() {
        assert_eq!(bits("tensor<1xi32>", LOOP), [Some(1024)]);
        let endless = LOOP.replace("(%n, %y)", "(%i, %y)");
        assert_eq!(stopped("tensor<1xi32>", &endless).map(|ended| ended.0), Some(StopKind::TooLong));
    }

    #[test]
    fn one_of_two_regions_runs() {
        let text = |condition: &str| {
            format!(
                r#"
                %c = "tosa.const"() <{{values = dense<{condition}> : tensor<i1>}}> : () -> tensor<i1>
                %x = "tosa.const"() <{{values = dense<3> : tensor<2xi8>}}> : () -> tensor<2xi8>
                %r = "tosa.cond_if"(%c, %x) ({{
                ^bb0(%a: tensor<2xi8>):
                  "tosa.yield"(%a) : (tensor<2xi8>) -> ()
                }}, {{
                ^bb0(%a: tensor<2xi8>):
                  %s = "tosa.add"(%a, %a) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
                  "tosa.yield"(%s) : (tensor<2xi8>) -> ()
                }}) : (tensor<i1>, tensor<2xi8>) -> tensor<2xi8>
                "func.return"(%r) : (tensor<2xi8>) -> ()"#
            )
        };
        assert_eq!(bits("tensor<2xi8>", &text("true")), [Some(3); 2]);
        assert_eq!(bits("tensor<2xi8>", &text("false")), [Some(6); 2]);
        let undef = text("true").replace(
            "%c = \"tosa.const\"() <{values = dense<true> : tensor<i1>}> : () -> tensor<i1>",
            "%c = \"tensor.empty\"() : () -> tensor<i1>",
        );
        assert_eq!(stopped("tensor<2xi8>", &undef).map(|ended| ended.0), Some(StopKind::Undefined));
    }

    #[test]
    fn variables_keep_what_was_written() {
        let text = r#"
            "builtin.module"() ({
            "tosa.variable"() <{sym_name = "v", type = tensor<1xi8>, var_shape = dense<1> : tensor<1xindex>, initial_value = dense<5> : tensor<1xi8>}> : () -> ()
            "func.func"() <{function_type = () -> tensor<1xi8>, sym_name = "main"}> ({
              %a = "tosa.variable_read"() <{name = "v"}> : () -> tensor<1xi8>
              %b = "tosa.add"(%a, %a) : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
              "tosa.variable_write"(%b) <{name = "v"}> : (tensor<1xi8>) -> ()
              %c = "tosa.variable_read"() <{name = "v"}> : () -> tensor<1xi8>
              "func.return"(%c) : (tensor<1xi8>) -> ()
            }) : () -> ()
            }) : () -> ()"#;
        // Version 19 spells them so.
        let old =
            text.replace("sym_name = \"v\"", "name = \"v\"").replace("tosa.variable_", "tosa.variable.");
        for text in [text, &old] {
            let made = run(text);
            assert_eq!((made.stopped, made.unknown), (None, Vec::new()));
            assert_eq!(made.returned[0].value.lanes[0].bits, 10);
        }
    }
}
