//! Numbers of things.

use std::fmt::Display;

/// A number of things of this name, in the singular: `1 file`, `2 files`, `0 passes`.
pub fn count(number: impl Display, thing: &str) -> String {
    let number = number.to_string();
    let hisses = ["s", "sh", "ch", "x"].iter().any(|end| thing.ends_with(end));
    match (number.as_str(), hisses) {
        ("1", _) => format!("1 {thing}"),
        (_, true) => format!("{number} {thing}es"),
        (_, false) => format!("{number} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_things() {
        let told =
            [count(1, "file"), count(0, "file"), count(2u64, "pass"), count(1, "pass"), count(11, "seed")];
        assert_eq!(told, ["1 file", "0 files", "2 passes", "1 pass", "11 seeds"]);
    }
}
