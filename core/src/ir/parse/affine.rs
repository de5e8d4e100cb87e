//! Affine maps and integer sets (Affine dialect, "Affine Expressions" and what follows).

use super::cursor::{Parser, Read};
use crate::ir::{Expression, IntegerSet, Map};

/// Operators in one expression at most.
const MOST_OPERATORS: u32 = 1000;

/// The names of dimensions and symbols, and how many operators have been met.
struct Names<'a> {
    dimensions: Vec<&'a str>,
    symbols: Vec<&'a str>,
    operators: u32,
}

impl<'a> Parser<'a> {
    /// `<(d0)[s0] -> (results)>`.
    pub(super) fn affine_map(&mut self) -> Read<Map> {
        self.expect("<")?;
        let mut names = self.affine_names()?;
        self.expect("->")?;
        self.expect("(")?;
        let mut results = Vec::new();
        if !self.eat(")") {
            loop {
                results.push(self.affine_sum(&mut names)?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect(">")?;
        Ok(Map { dimensions: names.dimensions.len() as u32, symbols: names.symbols.len() as u32, results })
    }

    /// `<(d0)[s0] : (constraints)>`.
    pub(super) fn affine_set(&mut self) -> Read<IntegerSet> {
        self.expect("<")?;
        let mut names = self.affine_names()?;
        self.expect(":")?;
        self.expect("(")?;
        let mut constraints = Vec::new();
        if !self.eat(")") {
            loop {
                constraints.push(self.constraint(&mut names)?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect(">")?;
        Ok(IntegerSet {
            dimensions: names.dimensions.len() as u32,
            symbols: names.symbols.len() as u32,
            constraints,
        })
    }

    fn constraint(&mut self, names: &mut Names<'a>) -> Read<(Expression, bool)> {
        let left = self.affine_sum(names)?;
        let relation = ["==", ">=", "<="].into_iter().find(|relation| self.eat(relation));
        let right = self.affine_sum(names)?;
        Ok(match relation {
            Some("==") => (difference(left, right), true),
            Some(">=") => (difference(left, right), false),
            Some(_) => (difference(right, left), false),
            None => return self.fail("expected `==`, `>=` or `<=`"),
        })
    }

    fn affine_names(&mut self) -> Read<Names<'a>> {
        self.expect("(")?;
        let dimensions = self.names_until(")")?;
        let symbols = match self.eat("[") {
            true => self.names_until("]")?,
            false => Vec::new(),
        };
        Ok(Names { dimensions, symbols, operators: 0 })
    }

    fn names_until(&mut self, close: &'static str) -> Read<Vec<&'a str>> {
        let mut names = Vec::new();
        if self.eat(close) {
            return Ok(names);
        }
        loop {
            match self.word() {
                "" => return self.fail("expected the name of a dimension or symbol"),
                name => names.push(name),
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(close)?;
        Ok(names)
    }

    fn affine_sum(&mut self, names: &mut Names<'a>) -> Read<Expression> {
        self.deeper(|parser| {
            let mut sum = parser.affine_product(names)?;
            loop {
                let subtract = match parser.peek() {
                    b'+' => false,
                    b'-' => true,
                    _ => return Ok(sum),
                };
                parser.expect(if subtract { "-" } else { "+" })?;
                parser.count_operator(names)?;
                let right = parser.affine_product(names)?;
                sum = match subtract {
                    true => difference_kept(sum, right),
                    false => Expression::Add(Box::new(sum), Box::new(right)),
                };
            }
        })
    }

    fn affine_product(&mut self, names: &mut Names<'a>) -> Read<Expression> {
        let mut product = self.affine_operand(names)?;
        loop {
            let make = if self.eat("*") {
                Expression::Multiply
            } else if self.eat_word("mod") {
                Expression::Modulo
            } else if self.eat_word("floordiv") {
                Expression::FloorDivide
            } else if self.eat_word("ceildiv") {
                Expression::CeilDivide
            } else {
                return Ok(product);
            };
            self.count_operator(names)?;
            product = make(Box::new(product), Box::new(self.affine_operand(names)?));
        }
    }

    fn affine_operand(&mut self, names: &mut Names<'a>) -> Read<Expression> {
        self.deeper(|parser| match parser.peek() {
            b'(' => {
                parser.expect("(")?;
                let inside = parser.affine_sum(names)?;
                parser.expect(")")?;
                Ok(inside)
            }
            b'-' => {
                let start = parser.place();
                parser.expect("-")?;
                if parser.peek().is_ascii_digit() {
                    parser.go_to(start);
                    return parser.signed().map(Expression::Constant);
                }
                Ok(negative(parser.affine_operand(names)?))
            }
            b'0'..=b'9' => parser.number().map(Expression::Constant),
            _ => {
                // `symbol(%s)` and the like stand in the short forms of operations alone.
                let start = parser.place();
                let name = parser.word();
                let number =
                    |known: &[&str]| known.iter().position(|other| *other == name).map(|at| at as u32);
                if let Some(dimension) = number(&names.dimensions) {
                    return Ok(Expression::Dimension(dimension));
                }
                match number(&names.symbols) {
                    Some(symbol) => Ok(Expression::Symbol(symbol)),
                    None => parser.fail_at(start, "expected a number, a dimension or a symbol"),
                }
            }
        })
    }

    fn count_operator(&self, names: &mut Names<'a>) -> Read<()> {
        names.operators += 1;
        match names.operators > MOST_OPERATORS {
            true => self.fail(format!("more than {MOST_OPERATORS} operators in an affine map or set")),
            false => Ok(()),
        }
    }
}

/// The expression times minus one.
fn negative(expression: Expression) -> Expression {
    Expression::Multiply(Box::new(expression), Box::new(Expression::Constant(-1)))
}

/// `left - right` as MLIR keeps it: a sum.
fn difference_kept(left: Expression, right: Expression) -> Expression {
    let right = match right {
        Expression::Constant(number) if number != i64::MIN => Expression::Constant(-number),
        other => negative(other),
    };
    Expression::Add(Box::new(left), Box::new(right))
}

/// The expression whose sign a constraint says: `left - right`.
fn difference(left: Expression, right: Expression) -> Expression {
    match right {
        Expression::Constant(0) => left,
        _ => difference_kept(left, right),
    }
}
