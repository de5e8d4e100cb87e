//! Arguments that a program is called with, as facts for whoever reads its results.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Elements that a line of text shows; a document has all.
const SHOWN: usize = 12;

/// An argument of the entry function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Argument {
    /// The type of the parameter, as MLIR spells it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its extents; nothing of a number.
    pub shape: Vec<u64>,
    /// The places of its elements, where its type leaves these open or has gaps.
    #[serde(default)]
    pub layout: Option<ArgumentLayout>,
    /// Its elements, row by row: decimals of what their type holds.
    pub values: Vec<String>,
    /// True where lowdiff chose the extents or the elements.
    pub drawn: bool,
    /// True where somebody gave the elements, so that lowdiff chose no more than the extents.
    #[serde(default)]
    pub given: bool,
}

/// The places of the elements of a memref in its buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ArgumentLayout {
    /// The place of the first.
    pub offset: u64,
    /// The distance of neighbours in each dimension.
    pub strides: Vec<u64>,
}

impl Argument {
    /// A line for each of these, by position.
    pub fn lines(arguments: &[Argument]) -> Vec<String> {
        let of = |(place, argument): (usize, &Argument)| format!("argument {place}: {argument}");
        arguments.iter().enumerate().map(of).collect()
    }
}

/// Extents as a person writes them, as in 4x8.
pub fn by(extents: &[u64]) -> String {
    extents.iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = ", self.ty)?;
        if !self.shape.is_empty() {
            write!(f, "{} of ", by(&self.shape))?;
        }
        f.write_str(&self.values[..self.values.len().min(SHOWN)].join(", "))?;
        if self.values.len() > SHOWN {
            write!(f, ", ... ({} elements)", self.values.len())?;
        }
        if let Some(ArgumentLayout { offset, strides }) = &self.layout {
            let strides: Vec<String> = strides.iter().map(u64::to_string).collect();
            write!(f, ", strides [{}], offset {offset}", strides.join(", "))?;
        }
        f.write_str(match (self.drawn, self.given) {
            (true, true) => ", given, with an extent that is drawn",
            (true, false) => ", drawn",
            (false, _) => ", given",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_shows_shape_and_elements() {
        let made = |ty: &str, shape: &[u64], count: usize, drawn, given| {
            let values = (0..count).map(|value| value.to_string()).collect();
            let (ty, shape) = (ty.to_owned(), shape.to_vec());
            Argument { ty, shape, layout: None, values, drawn, given }.to_string()
        };
        let of = |ty: &str, shape: &[u64], count: usize, drawn: bool| made(ty, shape, count, drawn, !drawn);
        let shaped = made("tensor<?xi8>", &[2], 2, true, true);
        assert_eq!(shaped, "tensor<?xi8> = 2 of 0, 1, given, with an extent that is drawn");
        assert_eq!(of("i32", &[], 1, false), "i32 = 0, given");
        assert_eq!(of("tensor<?x2xi8>", &[1, 2], 2, true), "tensor<?x2xi8> = 1x2 of 0, 1, drawn");
        let long = of("memref<20xi8>", &[20], 20, true);
        assert_eq!(
            long,
            "memref<20xi8> = 20 of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (20 elements), drawn"
        );
    }
}
