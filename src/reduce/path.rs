//! Ways to make a path smaller. Each is a row: what can go, and the path without some of it.

use crate::blame::Split;

/// One way to make a path smaller.
pub struct Shortening {
    /// Its effect, in a few words.
    pub name: &'static str,
    /// The number of things that can go.
    pub count: fn(&Split) -> usize,
    /// The path without those of a range.
    pub without: fn(&Split, usize, usize) -> Split,
}

/// So many rows drop steps; the others make steps simpler.
pub const STEPS: usize = 3;

/// Every way there is, in the order they are tried.
pub const ROWS: &[Shortening] = &[
    Shortening { name: "the plain lowering for what finishes the path", count: finish, without: plainly },
    Shortening { name: "drop steps behind the culprit", count: |path| path.after.len(), without: drop_after },
    Shortening {
        name: "drop steps before the culprit",
        count: |path| path.before.len(),
        without: drop_before,
    },
    Shortening { name: "drop options", count: |path| options(path).len(), without: drop_options },
];

fn finish(path: &Split) -> usize {
    usize::from(!path.after.is_empty())
}

fn plainly(path: &Split, _from: usize, _to: usize) -> Split {
    Split { after: Vec::new(), ..path.clone() }
}

fn drop_after(path: &Split, from: usize, to: usize) -> Split {
    Split { after: without(&path.after, from, to), ..path.clone() }
}

fn drop_before(path: &Split, from: usize, to: usize) -> Split {
    Split { before: without(&path.before, from, to), ..path.clone() }
}

fn without(steps: &[String], from: usize, to: usize) -> Vec<String> {
    [&steps[..from], &steps[to..]].concat()
}

/// The steps of a path, and the words of options in each: the culprit is the one behind those before it.
fn options(path: &Split) -> Vec<(usize, usize)> {
    let steps = path.before.iter().chain([&path.culprit]).enumerate();
    steps.flat_map(|(step, text)| (0..words(text).len()).map(move |word| (step, word))).collect()
}

fn drop_options(path: &Split, from: usize, to: usize) -> Split {
    let gone = &options(path)[from..to];
    let mut smaller = path.clone();
    let steps = smaller.before.iter_mut().chain([&mut smaller.culprit]).enumerate();
    for (step, text) in steps {
        let own: Vec<usize> = gone.iter().filter(|(at, _)| *at == step).map(|(_, word)| *word).collect();
        if !own.is_empty() {
            *text = without_words(text, &own);
        }
    }
    smaller
}

/// The place of the options of a step; none where it has none.
fn braces(step: &str) -> Option<(usize, usize)> {
    Some((step.find('{')?, step.rfind('}')?))
}

/// The options of a step, as far as they can be told apart: what nests is one of them.
fn words(step: &str) -> Vec<&str> {
    let Some((open, close)) = braces(step) else { return Vec::new() };
    let (mut depth, mut start, mut found) = (0, open + 1, Vec::new());
    for (at, c) in step[open + 1..close].char_indices().map(|(at, c)| (open + 1 + at, c)) {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ' ' if depth == 0 => {
                found.push(&step[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&step[start..close]);
    found
}

fn without_words(step: &str, gone: &[usize]) -> String {
    let Some((open, close)) = braces(step) else { return step.to_owned() };
    let kept = words(step).into_iter().enumerate().filter(|(index, _)| !gone.contains(index));
    let kept = kept.map(|(_, word)| word).collect::<Vec<_>>().join(" ");
    let options = if kept.is_empty() { String::new() } else { format!("{{{kept}}}") };
    format!("{}{options}{}", &step[..open], &step[close + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Split {
        Split {
            before: vec![
                "builtin.module(a)".into(),
                "builtin.module(func.func(b{x=1 y=f(c{z=2 w}) v}))".into(),
            ],
            culprit: "builtin.module(d{e=1})".into(),
            after: vec!["builtin.module(f)".into()],
        }
    }

    #[test]
    fn every_row_makes_a_path_smaller() {
        for row in ROWS {
            let count = (row.count)(&path());
            assert!(count > 0, "{}", row.name);
            let smaller = (row.without)(&path(), 0, 1);
            let length = |path: &Split| path.with().concat().len();
            assert!(length(&smaller) < length(&path()), "{}: {smaller:?}", row.name);
        }
    }

    #[test]
    fn options_go_one_by_one_and_braces_with_the_last() {
        assert_eq!(words(&path().before[1]), ["x=1", "y=f(c{z=2 w})", "v"]);
        let one = drop_options(&path(), 1, 2);
        assert_eq!(one.before[1], "builtin.module(func.func(b{x=1 v}))");
        let all = drop_options(&path(), 0, 4);
        assert_eq!(
            (all.before[1].as_str(), all.culprit.as_str()),
            ("builtin.module(func.func(b))", "builtin.module(d)")
        );
    }

    #[test]
    fn steps_go_in_ranges() {
        assert_eq!(drop_before(&path(), 0, 2).with(), ["builtin.module(d{e=1})", "builtin.module(f)"]);
        assert_eq!(plainly(&path(), 0, 1).after, [""; 0]);
    }
}
