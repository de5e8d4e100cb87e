//! Affine maps and sets: which values they take, and expressions whose least and greatest values are known, so that an
//! index is in bounds by construction.

use super::types::index;
use super::{Growth, new_values};
use crate::ir::{Attribute, Expression, IntegerSet, Map, Type, Value};

/// The least and the greatest value of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least one.
    pub least: i64,
    /// The greatest one.
    pub most: i64,
}

impl Default for Range {
    fn default() -> Range {
        Range { least: i64::MIN, most: i64::MAX }
    }
}

impl Range {
    /// The range of one number.
    pub fn of(number: i64) -> Range {
        Range { least: number, most: number }
    }

    /// The range from 0 to before this number.
    pub fn below(extent: i64) -> Range {
        Range { least: 0, most: extent - 1 }
    }

    /// True if all of it is near zero.
    pub fn is_small(self) -> bool {
        self.least >= -SMALL && self.most <= SMALL
    }
}

/// The facts about a value that affine maps rest on.
#[derive(Clone, Copy, Debug, Default)]
pub struct IndexFacts {
    /// True if a map may take it for a dimension, if it is an index.
    pub is_dimension: bool,
    /// True if a map may take it for a symbol, if it is an index.
    pub is_symbol: bool,
    /// Its least and greatest value.
    pub range: Range,
    /// The memref and the dimension of it whose extent it is below.
    pub below: Option<(Value, usize)>,
}

/// The values that a map takes.
#[derive(Clone, Debug, Default)]
pub struct MapOperands {
    /// Its dimensions.
    pub dimensions: Vec<Value>,
    /// Its symbols.
    pub symbols: Vec<Value>,
}

/// Values that a map takes for dimensions, and for symbols, at most.
const OPERANDS: [usize; 2] = [2, 1];

/// Numbers up to this one are small.
const SMALL: i64 = 1 << 20;

/// An expression, and its least and greatest value.
#[derive(Clone, Debug)]
pub struct RangedExpression {
    /// The expression.
    pub expression: Expression,
    /// Its values.
    pub range: Range,
}

impl MapOperands {
    /// Values in reach that a map may take. Most are small; at the top of a function a small one may be made of any.
    pub fn drawn(growth: &mut Growth<'_>) -> MapOperands {
        let [dimensions, symbols] = OPERANDS.map(|most| growth.choices.below(most + 1));
        let dimensions: Vec<Value> =
            (0..dimensions).filter_map(|_| one(growth, |facts| facts.is_dimension)).collect();
        let symbols = (0..symbols).filter_map(|_| one(growth, |facts| facts.is_symbol));
        // The pretty form of an access does not tell a symbol from a dimension that is the same value.
        let symbols = symbols.filter(|symbol| !dimensions.contains(symbol)).collect();
        MapOperands { dimensions, symbols }
    }

    /// All of them, in the order of the operands of an operation.
    pub fn all(&self) -> Vec<Value> {
        [&self.dimensions[..], &self.symbols].concat()
    }

    /// The map that gives these expressions.
    pub fn map(&self, results: Vec<Expression>) -> Attribute {
        let [dimensions, symbols] = self.counts();
        Attribute::Map(Map { dimensions, symbols, results })
    }

    /// The set of these constraints, each with whether it has to be zero.
    pub fn set(&self, constraints: Vec<(Expression, bool)>) -> Attribute {
        let [dimensions, symbols] = self.counts();
        Attribute::Set(IntegerSet { dimensions, symbols, constraints })
    }

    fn counts(&self) -> [u32; 2] {
        [self.dimensions.len() as u32, self.symbols.len() as u32]
    }

    /// The dimension that is this value, which becomes one.
    pub fn dimension(&mut self, value: Value) -> Expression {
        let known = self.dimensions.iter().position(|own| *own == value);
        let at = known.unwrap_or_else(|| {
            self.dimensions.push(value);
            self.dimensions.len() - 1
        });
        Expression::Dimension(at as u32)
    }

    /// Those that are small, or those that are not, as expressions.
    fn some(&self, growth: &Growth<'_>, small: bool) -> Vec<RangedExpression> {
        let of = |(at, value): (usize, Value)| {
            let expression = match at.checked_sub(self.dimensions.len()) {
                Some(symbol) => Expression::Symbol(symbol as u32),
                None => Expression::Dimension(at as u32),
            };
            RangedExpression { expression, range: growth.facts(value).range }
        };
        self.all().into_iter().enumerate().map(of).filter(|one| one.range.is_small() == small).collect()
    }

    /// An expression of them. A large number stands alone, or is divided. MLIR makes `d0 mod 11 + d0 mod 11` to
    /// `d0 * 2 - (d0 floordiv 11) * 22`, and says of the products that they do not overflow (Affine/Utils/Utils.cpp, `visitMulExpr`).
    pub fn expression(&self, growth: &mut Growth<'_>) -> RangedExpression {
        let large = self.some(growth, false);
        if growth.choices.below(3) == 0
            && let Some(one) = pick(growth, &large)
        {
            let by = DIVISORS[growth.choices.below(DIVISORS.len())];
            return match growth.choices.below(4) {
                0 => one,
                1 => modulo(one, by),
                2 => divided(one, by, Expression::FloorDivide),
                _ => divided(one, by, Expression::CeilDivide),
            };
        }
        let small = self.some(growth, true);
        nested(growth, &small, DEPTH)
    }

    /// An expression of them that is not negative, and below this number.
    pub fn within(&self, growth: &mut Growth<'_>, extent: i64) -> RangedExpression {
        let large = self.some(growth, false);
        if growth.choices.below(3) == 0
            && let Some(one) = pick(growth, &large)
        {
            return modulo(one, extent);
        }
        let small = self.some(growth, true);
        let RangedExpression { expression, range } = nested(growth, &small, DEPTH);
        if range.least >= 0 && range.most < extent {
            return RangedExpression { expression, range };
        }
        let width = range.most - range.least;
        if width >= extent {
            return modulo(RangedExpression { expression, range }, extent);
        }
        // It fits when it is moved; the last place is as likely as the first.
        let room = if growth.choices.coin() { extent - 1 - width } else { 0 };
        plus(RangedExpression { expression, range }, room - range.least)
    }
}

/// A value in reach of such facts.
fn one(growth: &mut Growth<'_>, fits: fn(IndexFacts) -> bool) -> Option<Value> {
    let is_small = growth.choices.below(4) > 0;
    let found = growth.find_known(|growth, value| {
        let facts = growth.facts(value);
        *growth.ty(value) == Type::Index && fits(facts) && (!is_small || facts.range.is_small())
    });
    if found.is_some() || !growth.is_top() {
        return found;
    }
    let most = [3, 5, 16, 100, 1000][growth.choices.below(5)];
    let made = new_values::below(growth, most);
    growth.know(made, IndexFacts { range: Range::below(most as i64), ..growth.facts(made) });
    growth.reveal(made);
    Some(made)
}

fn pick(growth: &mut Growth<'_>, all: &[RangedExpression]) -> Option<RangedExpression> {
    all.get(growth.choices.below(all.len())).cloned()
}

/// An expression of small numbers.
fn nested(growth: &mut Growth<'_>, all: &[RangedExpression], depth: usize) -> RangedExpression {
    let way = growth.choices.below(if depth == 0 { 3 } else { 10 });
    if way < 3 {
        let found = if way == 2 { None } else { pick(growth, all) };
        return found.unwrap_or_else(|| constant([0, 1, 2, 3, -1, 5, -4, 7][growth.choices.below(8)]));
    }
    let left = nested(growth, all, depth - 1);
    match way {
        3..=5 => sum(left, nested(growth, all, depth - 1)),
        6 => {
            let by = [2, 3, -1, -2, 5, 8][growth.choices.below(6)];
            let ends = [left.range.least * by, left.range.most * by];
            let range = Range { least: ends[0].min(ends[1]), most: ends[0].max(ends[1]) };
            let by = Expression::Constant(by).into();
            RangedExpression { expression: Expression::Multiply(left.expression.into(), by), range }
        }
        _ => {
            let by = DIVISORS[growth.choices.below(DIVISORS.len())];
            match way {
                7 => modulo(left, by),
                8 => divided(left, by, Expression::FloorDivide),
                _ => divided(left, by, Expression::CeilDivide),
            }
        }
    }
}

/// Numbers that are divided by.
const DIVISORS: [i64; 6] = [2, 3, 4, 7, 1, 5];

/// Operations within each other in an expression, at most.
const DEPTH: usize = 3;

/// This number.
pub fn constant(number: i64) -> RangedExpression {
    RangedExpression { expression: Expression::Constant(number), range: Range::of(number) }
}

/// The sum of an expression and a number that 64 bits hold.
pub fn plus(expression: RangedExpression, number: i64) -> RangedExpression {
    sum(expression, constant(number))
}

fn sum(left: RangedExpression, right: RangedExpression) -> RangedExpression {
    let range =
        Range { least: left.range.least + right.range.least, most: left.range.most + right.range.most };
    RangedExpression { expression: Expression::Add(left.expression.into(), right.expression.into()), range }
}

fn modulo(of: RangedExpression, by: i64) -> RangedExpression {
    let by_constant = Expression::Constant(by).into();
    RangedExpression {
        expression: Expression::Modulo(of.expression.into(), by_constant),
        range: Range::below(by),
    }
}

fn divided(
    of: RangedExpression,
    by: i64,
    how: fn(Box<Expression>, Box<Expression>) -> Expression,
) -> RangedExpression {
    // Of both ways of rounding.
    let up = |number: i64| number.div_euclid(by) + i64::from(number.rem_euclid(by) != 0);
    let range = Range { least: of.range.least.div_euclid(by), most: up(of.range.most) };
    RangedExpression { expression: how(of.expression.into(), Expression::Constant(by).into()), range }
}

/// The counter of a loop, in reach of maps as a dimension.
pub fn know_counter(growth: &mut Growth<'_>, counter: Value, range: Range, below: Option<(Value, usize)>) {
    growth.know(counter, IndexFacts { is_dimension: true, is_symbol: false, range, below });
}

/// Places an operation that makes an index of the values of a map, which lies in this range.
pub fn number(
    growth: &mut Growth<'_>,
    operands: &MapOperands,
    results: Vec<Expression>,
    range: Range,
) -> Value {
    let made = growth.one(growth.name(), &operands.all(), &index(), &[("map", operands.map(results))]);
    let facts = IndexFacts { range, ..growth.facts(made) };
    growth.know(made, facts);
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::slot::mix;
    use crate::smith::{named, shipped};

    #[test]
    fn expressions_stay_within_their_ranges() {
        let plan = shipped(named("affine").expect("it is shipped")).plan(22);
        let ranges = [Range { least: -3, most: 9 }, Range::below(1000), Range::of(SMALL)];
        let all: Vec<RangedExpression> = ranges
            .iter()
            .enumerate()
            .map(|(at, range)| RangedExpression {
                expression: Expression::Dimension(at as u32),
                range: *range,
            })
            .collect();
        let (mut several, mut apart) = (0, 0);
        for seed in 0..400 {
            let mut growth = Growth::new(&plan, Choices::new(&mix(seed).to_be_bytes()));
            let RangedExpression { expression, range } = nested(&mut growth, &all, DEPTH);
            let mut dimensions = 0;
            expression.each_dimension(&mut |_| dimensions += 1);
            several += u32::from(dimensions > 1);
            for point in 0..60i64 {
                let at = [-3 + point % 13, point * 37 % 1000, SMALL];
                let value = expression.evaluate(&at, &[]).expect("it fits into 64 bits");
                assert!(
                    range.least <= value && value <= range.most,
                    "{expression:?} of {at:?}: {value} of {range:?}"
                );
                apart += u32::from(value != range.least);
            }
        }
        assert!(several > 100 && apart > 1000, "{several} expressions of several dimensions, {apart} values");
    }
}
