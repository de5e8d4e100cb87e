//! What changed between two texts, as `diff -u` shows it.

use std::fmt::Write;

/// Lines shown around a change.
const AROUND: usize = 3;

/// Differences that are looked for one by one; what differs in more lines is shown as another text altogether.
const MOST: usize = 2000;

/// The difference of two texts in the unified format, with these names; nothing where they are equal.
pub fn unified(before: (&str, &str), after: (&str, &str)) -> String {
    let (a, b) = (lines(before.1), lines(after.1));
    let mut text = String::new();
    for hunk in hunks(&changes(&a, &b)) {
        if text.is_empty() {
            let _ = writeln!(text, "--- {}\n+++ {}", before.0, after.0);
        }
        put(&mut text, &hunk, &a, &b);
    }
    text
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Lines of one text that stand where lines of the other stood: begin and end in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    before: (usize, usize),
    after: (usize, usize),
}

/// What lies between the lines that both texts share.
fn changes(a: &[&str], b: &[&str]) -> Vec<Change> {
    let mut found = Vec::new();
    let (mut x, mut y) = (0, 0);
    for (next_x, next_y) in shared(a, b).into_iter().chain([(a.len(), b.len())]) {
        if (x, y) != (next_x, next_y) {
            found.push(Change { before: (x, next_x), after: (y, next_y) });
        }
        (x, y) = (next_x + 1, next_y + 1);
    }
    found
}

/// Places of the lines that both texts share, in order and as many as there can be.
fn shared(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    let head = a.iter().zip(b).take_while(|(one, other)| one == other).count();
    let (rest_a, rest_b) = (&a[head..], &b[head..]);
    let tail = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(one, other)| one == other).count();
    let (end_a, end_b) = (a.len() - tail, b.len() - tail);
    let mut places: Vec<(usize, usize)> = (0..head).map(|place| (place, place)).collect();
    let middle = search(&a[head..end_a], &b[head..end_b]);
    places.extend(middle.into_iter().map(|(x, y)| (head + x, head + y)));
    places.extend((0..tail).map(|place| (end_a + place, end_b + place)));
    places
}

/// The same by Myers' algorithm: after each number of differences, how far one comes in `a` on each diagonal. Entry `i` of round `d`
/// is the diagonal `x - y = 2i - d`; none where it cannot be reached.
fn search(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    let mut rounds: Vec<Vec<Option<usize>>> = Vec::new();
    for d in 0..=(a.len() + b.len()).min(MOST) {
        let mut round = Vec::with_capacity(d + 1);
        for i in 0..=d {
            let mut at = entered(&rounds, d, i, a.len(), b.len()).map(|(x, y, _)| (x, y));
            while let Some((x, y)) = at
                && a.get(x).zip(b.get(y)).is_some_and(|(one, other)| one == other)
            {
                at = Some((x + 1, y + 1));
            }
            round.push(at.map(|(x, _)| x));
            if at == Some((a.len(), b.len())) {
                rounds.push(round);
                return way_back(&rounds, i, a.len(), b.len());
            }
        }
        rounds.push(round);
    }
    Vec::new()
}

/// Where diagonal `i` of round `d` is entered, by the difference that leads furthest, and from which entry of the round before.
fn entered(
    rounds: &[Vec<Option<usize>>],
    d: usize,
    i: usize,
    len_a: usize,
    len_b: usize,
) -> Option<(usize, usize, usize)> {
    if d == 0 {
        return Some((0, 0, 0));
    }
    let row = |x: usize| (x + d).checked_sub(2 * i).filter(|&y| y <= len_b);
    let gone = i.checked_sub(1).and_then(|from| Some((rounds[d - 1][from]? + 1, from)));
    let new = rounds[d - 1].get(i).and_then(|x| Some(((*x)?, i)));
    let ways = [gone, new].into_iter().flatten().filter(|(x, _)| *x <= len_a);
    ways.filter_map(|(x, from)| Some((x, row(x)?, from))).max_by_key(|(x, ..)| *x)
}

/// The shared lines on the way that ends on diagonal `i` of the last round.
fn way_back(rounds: &[Vec<Option<usize>>], mut i: usize, len_a: usize, len_b: usize) -> Vec<(usize, usize)> {
    let (mut places, mut end) = (Vec::new(), len_a);
    for d in (0..rounds.len()).rev() {
        let (x, y, from) = entered(rounds, d, i, len_a, len_b).expect("the way came through here");
        places.extend((0..end - x).rev().map(|step| (x + step, y + step)));
        if let Some(before) = d.checked_sub(1) {
            end = rounds[before][from].expect("the way came through here");
        }
        i = from;
    }
    places.reverse();
    places
}

/// Changes that are shown together because lines around them touch.
fn hunks(changes: &[Change]) -> Vec<Vec<Change>> {
    let mut all: Vec<Vec<Change>> = Vec::new();
    for change in changes {
        match all.last_mut().and_then(|hunk| hunk.last().copied().map(|last| (hunk, last))) {
            Some((hunk, last)) if change.before.0 - last.before.1 <= 2 * AROUND => hunk.push(*change),
            _ => all.push(vec![*change]),
        }
    }
    all
}

fn put(text: &mut String, hunk: &[Change], a: &[&str], b: &[&str]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let above = first.before.0.min(AROUND);
    let below = (a.len() - last.before.1).min(AROUND);
    let range = |begin: usize, end: usize| match end - begin {
        // The line before, where there are none.
        0 => format!("{begin},0"),
        1 => format!("{}", begin + 1),
        count => format!("{},{count}", begin + 1),
    };
    let (begin, end) = (first.before.0 - above, last.before.1 + below);
    let (new_begin, new_end) = (first.after.0 - above, last.after.1 + below);
    let _ = writeln!(text, "@@ -{} +{} @@", range(begin, end), range(new_begin, new_end));
    let mut line = |sign: char, line: &str| {
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    };
    let mut at = begin;
    for change in hunk {
        a[at..change.before.0].iter().for_each(|same| line(' ', same));
        a[change.before.0..change.before.1].iter().for_each(|gone| line('-', gone));
        b[change.after.0..change.after.1].iter().for_each(|new| line('+', new));
        at = change.before.1;
    }
    a[at..end].iter().for_each(|same| line(' ', same));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn a_change_has_three_lines_around_it() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let after = before.replace("5\n", "five\n");
        let expected = "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n";
        assert_eq!(unified(("a", before), ("b", &after)), expected);
        assert_eq!(unified(("a", before), ("b", before)), "");
    }

    #[test]
    fn counts_of_none_and_one_are_as_diff_writes_them() {
        assert_eq!(unified(("a", ""), ("b", "x\n")), "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n");
        assert_eq!(unified(("a", "x\n"), ("b", "")), "--- a\n+++ b\n@@ -1 +0,0 @@\n-x\n");
        let end = "\\ No newline at end of file\n";
        assert_eq!(unified(("a", "x"), ("b", "x\n")), format!("--- a\n+++ b\n@@ -1 +1 @@\n-x\n{end}+x\n"));
    }

    #[test]
    fn changes_far_from_each_other_are_apart() {
        let text: String = (0..40).map(|line| format!("{line}\n")).collect();
        let shown = |other: usize| {
            let after = text.replace("\n10\n", "\nten\n").replace(&format!("\n{other}\n"), "\nother\n");
            unified(("a", &text), ("b", &after)).matches("@@ -").count()
        };
        assert_eq!((shown(17), shown(18)), (1, 2));
    }

    /// The lengths of longest common subsequences, by the table of all prefixes.
    fn longest(a: &[&str], b: &[&str]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for one in a {
            let mut corner = 0;
            for (y, other) in b.iter().enumerate() {
                let above = row[y + 1];
                row[y + 1] = if one == other { corner + 1 } else { above.max(row[y]) };
                corner = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn as_many_lines_are_shared_as_can_be() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..300 {
            let mut draw = || -> Vec<&str> {
                (0..random.random_range(0..14)).map(|_| ["a", "b", "c"][random.random_range(0..3)]).collect()
            };
            let (a, b) = (draw(), draw());
            let places = shared(&a, &b);
            assert_eq!(places.len(), longest(&a, &b), "{a:?} {b:?}");
            assert!(places.iter().all(|&(x, y)| a[x] == b[y]), "{a:?} {b:?}");
            assert!(places.is_sorted_by(|one, two| one.0 < two.0 && one.1 < two.1), "{places:?}");
        }
    }

    #[test]
    fn what_differs_too_much_is_another_text() {
        let text = |word: &str| -> String { (0..2 * MOST).map(|line| format!("{word}{line}\n")).collect() };
        let shown = unified(("a", &text("x")), ("b", &text("y")));
        assert_eq!(shown.lines().filter(|line| line.starts_with("-x")).count(), 2 * MOST);
        assert_eq!(shown.matches("@@ -").count(), 1);
    }
}
