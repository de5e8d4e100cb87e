//! The smiths that lowdiff has. Inputs know them by number: new ones come last.

use super::Smith;
use std::sync::LazyLock;

macro_rules! shipped {
    ($($name:literal),*) => {
        /// The name of each, and its text.
        pub const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("shipped/", $name, ".toml")))),*];
    };
}

shipped!("arith", "math", "scf", "cf", "memref", "vector", "tensor", "mixed", "llvm", "affine", "linalg");

static PARSED: LazyLock<Vec<Smith>> = LazyLock::new(|| {
    let parse = |(name, text): &(&str, &str)| match Smith::parse(text) {
        Ok(smith) => smith,
        Err(error) => unreachable!("a test parses the smith {name}: {error}"),
    };
    SHIPPED.iter().map(parse).collect()
});

/// The smith that a number stands for.
pub fn shipped(number: usize) -> &'static Smith {
    &PARSED[number % PARSED.len()]
}

/// The number of the smith of that name.
pub fn named(name: &str) -> Option<usize> {
    SHIPPED.iter().position(|(other, _)| *other == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_smith_is_read_and_written() {
        for (number, (name, text)) in SHIPPED.iter().enumerate() {
            let smith = Smith::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Smith::parse(&smith.text()).as_ref(), Ok(&smith), "{name}");
            assert_eq!(named(name), Some(number));
        }
    }
}
