//! Tests of the async dialect. Expected values are worked out by hand from its documentation.

use crate::eval::StopKind;
use crate::op::testing::{bits, run, stopped, values};

const TASK: &str = r#"%x = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
    %n = "llvm.mlir.constant"() <{value = 1 : index}> : () -> index
    %c = "llvm.mlir.constant"() <{value = true}> : () -> i1
    %t, %v = "async.execute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
      "cf.assert"(%c) <{msg = "no"}> : (i1) -> ()
      "async.yield"(%x) : (i32) -> ()
    }) : () -> (!async.token, !async.value<i32>)
    "#;

#[test]
fn a_task_hands_its_values_over() {
    let text = format!(
        r#"{TASK}%t2, %v2 = "async.execute"(%t, %v) <{{operandSegmentSizes = array<i32: 1, 1>}}> ({{
        ^bb0(%a: i32):
          %b = "llvm.add"(%a, %a) : (i32, i32) -> i32
          "async.yield"(%b) : (i32) -> ()
        }}) : (!async.token, !async.value<i32>) -> (!async.token, !async.value<i32>)
        %g = "async.create_group"(%n) : (index) -> !async.group
        %p = "async.add_to_group"(%t2, %g) : (!async.token, !async.group) -> index
        "async.await_all"(%g) : (!async.group) -> ()
        %r = "async.await"(%v2) : (!async.value<i32>) -> i32
        "func.return"(%r) : (i32) -> ()"#
    );
    assert_eq!(bits("i32", &text), [Some(14)]);
    let broken = text.replace("<{value = true}>", "<{value = false}>");
    let said = "AwaitsError".to_owned();
    assert_eq!(stopped("i32", &broken), Some((StopKind::Fault, said)));
    let blocked =
        text.replace("%p = \"async.add_to_group\"(%t2, %g) : (!async.token, !async.group) -> index", "");
    assert_eq!(stopped("i32", &blocked).map(|(kind, _)| kind), Some(StopKind::Unsupported));
}

#[test]
fn an_assertion_in_a_task_is_an_error_of_its_objects() {
    // The second task waits for the first, the group for both.
    let text = format!(
        r#"{TASK}%t2 = "async.execute"() <{{operandSegmentSizes = array<i32: 0, 0>}}> ({{
          %a = "async.await"(%v) : (!async.value<i32>) -> i32
          "async.yield"() : () -> ()
        }}) : () -> !async.token
        %g = "async.create_group"(%n) : (index) -> !async.group
        %p = "async.add_to_group"(%t2, %g) : (!async.token, !async.group) -> index
        "async.runtime.await"(%g) : (!async.group) -> ()
        %e0 = "async.runtime.is_error"(%t) : (!async.token) -> i1
        %e1 = "async.runtime.is_error"(%v) : (!async.value<i32>) -> i1
        %e2 = "async.runtime.is_error"(%t2) : (!async.token) -> i1
        %e3 = "async.runtime.is_error"(%g) : (!async.group) -> i1
        "func.return"(%e0, %e1, %e2, %e3) : (i1, i1, i1, i1) -> ()"#
    );
    assert_eq!(errors(&text), [0; 4]);
    assert_eq!(errors(&text.replace("<{value = true}>", "<{value = false}>")), [1; 4]);
}

/// The four flags that a program returns.
fn errors(text: &str) -> Vec<u128> {
    values("i1, i1, i1, i1", text).iter().map(|one| one.lanes[0].bits).collect()
}

#[test]
fn an_assertion_in_a_function_that_a_task_calls_ends_the_program() {
    let main = |callee: &str, call: &str| {
        format!(
            r#""builtin.module"() ({{
            "func.func"() <{{function_type = () -> i1, sym_name = "main"}}> ({{
              {call}
              %e = "async.runtime.is_error"(%t) : (!async.token) -> i1
              "func.return"(%e) : (i1) -> ()
            }}) : () -> ()
            {callee} ({{
              %c = "llvm.mlir.constant"() <{{value = false}}> : () -> i1
              "cf.assert"(%c) <{{msg = "no"}}> : (i1) -> ()
              RETURN
            }}) : () -> ()
            }}) : () -> ()
            "#
        )
    };
    let plain = main(
        r#""func.func"() <{function_type = () -> (), sym_name = "f"}>"#,
        r#"%t = "async.execute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
            "func.call"() <{callee = @f}> : () -> ()
            "async.yield"() : () -> ()
          }) : () -> !async.token"#,
    );
    let ended = run(&plain.replace("RETURN", r#""func.return"() : () -> ()"#));
    assert_eq!(ended.stopped.map(|end| end.kind), Some(StopKind::Fault));
    let task = main(
        r#""async.func"() <{function_type = () -> !async.token, sym_name = "f"}>"#,
        r#"%t = "async.call"() <{callee = @f}> : () -> !async.token"#,
    );
    let ended = run(&task.replace("RETURN", r#""async.return"() : () -> ()"#));
    assert_eq!((&ended.stopped, &ended.unknown), (&None, &Vec::new()));
    assert_eq!(ended.returned[0].value.lanes[0].bits, 1);
}

#[test]
fn objects_are_made_and_set_by_hand() {
    let made = |set: &str| {
        format!(
            r#"%x = "llvm.mlir.constant"() <{{value = 7 : i32}}> : () -> i32
            %v = "async.runtime.create"() : () -> !async.value<i32>
            "async.runtime.add_ref"(%v) <{{count = 1 : i64}}> : (!async.value<i32>) -> ()
            "async.runtime.store"(%x, %v) : (i32, !async.value<i32>) -> ()
            {set}
            "async.runtime.await"(%v) : (!async.value<i32>) -> ()
            %e = "async.runtime.is_error"(%v) : (!async.value<i32>) -> i1
            %y = "async.runtime.load"(%v) : (!async.value<i32>) -> i32
            "async.runtime.drop_ref"(%v) <{{count = 1 : i64}}> : (!async.value<i32>) -> ()
            "func.return"(%e, %y) : (i1, i32) -> ()"#
        )
    };
    let set = |how: &str| made(&format!("\"async.runtime.{how}\"(%v) : (!async.value<i32>) -> ()"));
    assert_eq!(bits("i1, i32", &set("set_available")), [Some(0)]);
    assert_eq!(bits("i1, i32", &set("set_error")), [Some(1)]);
    assert_eq!(stopped("i1, i32", &made("")).map(|(kind, _)| kind), Some(StopKind::Unsupported));
}

#[test]
fn functions_may_be_tasks_or_coroutines() {
    let main = r#""func.func"() <{function_type = () -> (i32), sym_name = "main"}> ({
          %x = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
          %t, %v = "async.call"(%x) <{callee = @f}> : (i32) -> (!async.token, !async.value<i32>)
          %r = "async.await"(%v) : (!async.value<i32>) -> i32
          "func.return"(%r) : (i32) -> ()
        }) : () -> ()"#;
    let task = r#""async.func"() <{function_type = (i32) -> (!async.token, !async.value<i32>), sym_name = "f"}> ({
        ^bb0(%x: i32):
          "async.return"(%x) : (i32) -> ()
        }) : () -> ()"#;
    let coroutine = r#""func.func"() <{function_type = (i32) -> (!async.token, !async.value<i32>), sym_name = "f"}> ({
        ^bb0(%x: i32):
          %t = "async.runtime.create"() : () -> !async.token
          %v = "async.runtime.create"() : () -> !async.value<i32>
          %w = "async.runtime.create"() : () -> !async.token
          %i = "async.coro.id"() : () -> !async.coro.id
          %h = "async.coro.begin"(%i) : (!async.coro.id) -> !async.coro.handle
          %s = "async.coro.save"(%h) : (!async.coro.handle) -> !async.coro.state
          "async.runtime.await_and_resume"(%w, %h) : (!async.token, !async.coro.handle) -> ()
          "async.runtime.set_available"(%w) : (!async.token) -> ()
          "async.coro.suspend"(%s)[^end, ^go, ^clean] : (!async.coro.state) -> ()
        ^go:
          "async.runtime.store"(%x, %v) : (i32, !async.value<i32>) -> ()
          "async.runtime.set_available"(%v) : (!async.value<i32>) -> ()
          "async.runtime.set_available"(%t) : (!async.token) -> ()
          "cf.br"()[^clean] : () -> ()
        ^clean:
          "async.coro.free"(%i, %h) : (!async.coro.id, !async.coro.handle) -> ()
          "cf.br"()[^end] : () -> ()
        ^end:
          "async.coro.end"(%h) : (!async.coro.handle) -> ()
          "func.return"(%t, %v) : (!async.token, !async.value<i32>) -> ()
        }) : () -> ()"#;
    let without_token = [main, task].map(|text| {
        text.replace("%t, %v = ", "%v = ").replace("(!async.token, !async.value<i32>)", "!async.value<i32>")
    });
    let [main_without, task_without] = without_token.each_ref().map(String::as_str);
    for (main, function) in [(main, task), (main, coroutine), (main_without, task_without)] {
        let ended = run(&format!("\"builtin.module\"() ({{\n{main}\n{function}\n}}) : () -> ()\n"));
        assert_eq!((&ended.stopped, &ended.unknown), (&None, &Vec::new()));
        assert_eq!(ended.returned[0].value.lanes[0].bits, 7);
    }
}
