//! The items at the top level of a module's text. A test may have an operation that only its project knows; its other functions are still tests.

/// Each function with a body that stands at the top level of a text, with everything but the others; none where there are no others.
pub fn functions_alone(text: &str) -> Vec<String> {
    let items = items(text);
    let has_body: Vec<bool> =
        items.iter().map(|item| item.starts_with("func.func") && item.contains('{')).collect();
    let functions: Vec<usize> = (0..items.len()).filter(|at| has_body[*at]).collect();
    if functions.len() < 2 {
        return Vec::new();
    }
    let alone = |function: &usize| {
        (0..items.len()).filter(|at| at == function || !has_body[*at]).map(|at| items[at]).collect()
    };
    functions.iter().map(alone).collect()
}

/// The items, each from the start of a line outside all brackets to the next one that is not indented.
fn items(text: &str) -> Vec<&str> {
    let (mut starts, mut depth, mut offset) = (vec![0], 0i64, 0);
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with(|first: char| !first.is_whitespace() && !"})]>".contains(first));
        if depth == 0 && begins && offset > 0 {
            starts.push(offset);
        }
        depth += deeper(line);
        offset += line.len();
    }
    starts.push(text.len());
    starts.windows(2).filter_map(|ends| text.get(ends[0]..ends[1])).collect()
}

/// The brackets that a line opens, less those that it closes; none of a comment or a string.
fn deeper(line: &str) -> i64 {
    let (mut depth, mut is_string) = (0, false);
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if is_string => {
                characters.next();
            }
            '"' => is_string = !is_string,
            _ if is_string => {}
            '/' if characters.peek() == Some(&'/') => break,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#map = affine_map<(d0) -> (d0)>
// A comment with a { in it.
func.func private @outside(i32)
func.func @first(%a: i32,
                 %b: i32) -> i32 attributes {a = \"}\"} {
  %r = \"my.op\"(%a) ({
  }) : (i32) -> i32
  return %r : i32
}
memref.global \"private\" @g : memref<1xi32> = dense<1>
func.func @second() {
  return
}
";

    #[test]
    fn a_function_is_taken_without_the_others() {
        let alone = functions_alone(TEXT);
        assert_eq!(alone.len(), 2);
        for (text, own, other) in [(&alone[0], "@first", "@second"), (&alone[1], "@second", "@first")] {
            assert!(text.contains(own) && !text.contains(other), "{text}");
            assert!(["#map", "@outside", "@g"].iter().all(|word| text.contains(word)), "{text}");
        }
        assert!(alone[1].ends_with("func.func @second() {\n  return\n}\n"), "{}", alone[1]);
        assert!(alone[0].contains("my.op") && !alone[1].contains("my.op"));
    }

    #[test]
    fn the_only_function_of_a_text_is_not_taken_again() {
        assert!(functions_alone("func.func @f() {\n  return\n}\n").is_empty());
        assert!(functions_alone("").is_empty());
        assert!(functions_alone("}}}\nnothing of MLIR").is_empty());
    }
}
