//! Affine maps and integer sets, as structure (MLIR's Affine dialect, "Affine Expressions", "Affine Maps", "Integer Sets").

/// An affine expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// `d` of that number.
    Dimension(u32),
    /// `s` of that number.
    Symbol(u32),
    /// A number.
    Constant(i64),
    /// A sum.
    Add(Box<Expression>, Box<Expression>),
    /// A product.
    Multiply(Box<Expression>, Box<Expression>),
    /// `mod`: never negative.
    Modulo(Box<Expression>, Box<Expression>),
    /// `floordiv`.
    FloorDivide(Box<Expression>, Box<Expression>),
    /// `ceildiv`.
    CeilDivide(Box<Expression>, Box<Expression>),
}

/// An affine map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    /// Number of dimensions.
    pub dimensions: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// The expressions it gives.
    pub results: Vec<Expression>,
}

/// An integer set: where all constraints hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dimensions: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Each with whether it has to be zero, or else not negative.
    pub constraints: Vec<(Expression, bool)>,
}

/// The value of an expression in integers of one type, which has to hold each number on the way.
macro_rules! value {
    ($name:ident, $integer:ty) => {
        fn $name(&self, dimensions: &[i64], symbols: &[i64]) -> Option<$integer> {
            let value = |side: &Expression| side.$name(dimensions, symbols);
            let divisor = |side: &Expression| value(side).filter(|divisor| *divisor > 0);
            match self {
                Expression::Dimension(at) => dimensions.get(*at as usize).copied().map(<$integer>::from),
                Expression::Symbol(at) => symbols.get(*at as usize).copied().map(<$integer>::from),
                Expression::Constant(number) => Some(<$integer>::from(*number)),
                Expression::Add(left, right) => value(left)?.checked_add(value(right)?),
                Expression::Multiply(left, right) => value(left)?.checked_mul(value(right)?),
                Expression::Modulo(left, right) => Some(value(left)?.rem_euclid(divisor(right)?)),
                Expression::FloorDivide(left, right) => Some(value(left)?.div_euclid(divisor(right)?)),
                Expression::CeilDivide(left, right) => {
                    let (left, right) = (value(left)?, divisor(right)?);
                    Some(left.div_euclid(right) + <$integer>::from(left.rem_euclid(right) != 0))
                }
            }
        }
    };
}

impl Expression {
    value!(in_64_bits, i64);
    value!(in_128_bits, i128);

    /// Its value for these dimensions and symbols; none where one is missing, where 64 bits do not hold a value on the way, and where
    /// the right side of `mod`, `floordiv` or `ceildiv` is not positive.
    pub fn evaluate(&self, dimensions: &[i64], symbols: &[i64]) -> Option<i64> {
        self.in_64_bits(dimensions, symbols)
    }

    /// The dimension that it is and nothing else.
    pub fn dimension(&self) -> Option<u32> {
        match self {
            Expression::Dimension(at) => Some(*at),
            _ => None,
        }
    }

    /// Hands over each dimension in it.
    pub fn each_dimension(&self, met: &mut impl FnMut(u32)) {
        match self {
            Expression::Dimension(at) => met(*at),
            Expression::Symbol(_) | Expression::Constant(_) => {}
            Expression::Add(left, right)
            | Expression::Multiply(left, right)
            | Expression::Modulo(left, right)
            | Expression::FloorDivide(left, right)
            | Expression::CeilDivide(left, right) => {
                left.each_dimension(met);
                right.each_dimension(met);
            }
        }
    }

    /// Hands over each number in it, to be changed.
    pub fn each_constant(&mut self, met: &mut impl FnMut(&mut i64)) {
        match self {
            Expression::Dimension(_) | Expression::Symbol(_) => {}
            Expression::Constant(number) => met(number),
            Expression::Add(left, right)
            | Expression::Multiply(left, right)
            | Expression::Modulo(left, right)
            | Expression::FloorDivide(left, right)
            | Expression::CeilDivide(left, right) => {
                left.each_constant(met);
                right.each_constant(met);
            }
        }
    }
}

impl Map {
    /// The map that gives the dimensions it takes.
    pub fn identity(dimensions: u32) -> Map {
        Map { dimensions, symbols: 0, results: (0..dimensions).map(Expression::Dimension).collect() }
    }

    /// Its results; none where one has none.
    pub fn evaluate(&self, dimensions: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|result| result.evaluate(dimensions, symbols)).collect()
    }

    /// True where each of its results fits into 64 bits, whatever is larger on the way.
    pub fn fits_in_the_end(&self, dimensions: &[i64], symbols: &[i64]) -> bool {
        let fits = |value: i128| i64::try_from(value).is_ok();
        self.results.iter().all(|result| result.in_128_bits(dimensions, symbols).is_some_and(fits))
    }

    /// Says if it gives the dimensions it takes, and takes no symbols.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dimensions as usize
            && (0..).zip(&self.results).all(|(at, result)| result.dimension() == Some(at))
    }

    /// Says if it gives each dimension once, in any order, and takes no symbols.
    pub fn is_permutation(&self) -> bool {
        self.results.len() == self.dimensions as usize && self.is_projected_permutation(false)
    }

    /// Says if it gives some dimensions, each once at most, and takes no symbols. Zeros may be among the results where that is said, as
    /// in the permutation maps of vector transfers.
    pub fn is_projected_permutation(&self, zeros: bool) -> bool {
        let mut seen = vec![false; self.dimensions as usize];
        self.symbols == 0
            && self.results.iter().all(|result| match result {
                Expression::Dimension(at) => {
                    seen.get_mut(*at as usize).is_some_and(|seen| !std::mem::replace(seen, true))
                }
                Expression::Constant(0) => zeros,
                _ => false,
            })
    }

    /// The results that are dimensions, by number; none where one is something else.
    pub fn permutation(&self) -> Option<Vec<u32>> {
        self.results.iter().map(Expression::dimension).collect()
    }
}

impl IntegerSet {
    /// Says if all constraints hold; none where one has no value.
    pub fn holds(&self, dimensions: &[i64], symbols: &[i64]) -> Option<bool> {
        self.constraints.iter().try_fold(true, |held, (constraint, is_zero)| {
            let value = constraint.evaluate(dimensions, symbols)?;
            Some(held && if *is_zero { value == 0 } else { value >= 0 })
        })
    }
}

#[cfg(test)]
#[path = "affine_tests.rs"]
mod tests;
