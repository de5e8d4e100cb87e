//! Numbers that maps give.
//!
//! A divisor has to be positive (Affine, "Semi-affine Maps"), and lowerings may take it that no signed number overflows
//! ("affine.delinearize_index": as with other affine operations). These operations may be run ahead of time, so what breaks that is poison.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::memref::taint;
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::ir::{Attribute, Map};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::memref::access::indices;
use crate::op::{Row, row};

const AFFINE_NUMBER: Rule =
    Rule::new("affine_number", "{} does not fit into 64 bits, or is divided by what is not positive");
const AFFINE_ON_THE_WAY: Rule = Rule::new(
    "affine_on_the_way",
    "{} fits into 64 bits, and a number on the way to it does not, of which the documentation says nothing",
);

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("affine.apply", |site| number(site, |all| all.first().copied())).grown(super::placing::apply),
    row("affine.min", |site| number(site, |all| all.iter().copied().min())).grown(super::placing::least),
    row("affine.max", |site| number(site, |all| all.iter().copied().max())).grown(super::placing::greatest),
];

fn number(site: &Site<'_>, choose: fn(&[i64]) -> Option<i64>) -> Result<Action, Lack> {
    let (map, out) = (AppliedMap::of(site, "map", indices(site, 0)?)?, site.result()?.slot.start);
    Ok(Box::new(move |machine| {
        let taint = taint(&map.lanes(machine));
        let made = match map.results(machine).and_then(|all| choose(&all)) {
            _ if !taint.is_none() => Lane::tainted(taint),
            Some(value) => Lane::of((value as u64).into()),
            None if map.fits_in_the_end(machine) => Lane::tainted(Taint::open(machine.at)),
            None => machine.poison_ahead(),
        };
        machine.set(out, made);
        Ok(Next::On)
    }))
}

/// The map that an attribute is.
///
/// # Errors
/// It is none.
pub fn map(site: &Site<'_>, attribute: &str) -> Result<Map, Lack> {
    match site.attribute(attribute) {
        Some(Attribute::Map(map)) => Ok(map.clone()),
        _ => Err(site.without(MissingPart::Attribute(attribute.to_owned()))),
    }
}

/// A map with the lanes of what it is applied to, dimensions first.
pub struct AppliedMap {
    map: Map,
    lanes: Vec<u32>,
}

impl AppliedMap {
    /// The map of an attribute, applied to these lanes.
    ///
    /// # Errors
    /// There is none, or it takes other operands.
    pub fn of(site: &Site<'_>, attribute: &str, lanes: Vec<u32>) -> Result<AppliedMap, Lack> {
        let map = map(site, attribute)?;
        if (map.dimensions + map.symbols) as usize != lanes.len() {
            return Err(site.lacks(Form::Operands));
        }
        Ok(AppliedMap { map, lanes })
    }

    /// The number of its results.
    pub fn count(&self) -> usize {
        self.map.results.len()
    }

    /// The operands it is applied to.
    pub fn lanes(&self, machine: &Machine<'_>) -> Vec<Lane> {
        self.lanes.iter().map(|lane| machine.get(*lane)).collect()
    }

    /// Its results; none where one has no value. Operands count as they are, defined or not.
    pub fn results(&self, machine: &Machine<'_>) -> Option<Vec<i64>> {
        let given = self.given(machine);
        let (dimensions, symbols) = given.split_at(self.map.dimensions as usize);
        self.map.evaluate(dimensions, symbols)
    }

    /// True where its results fit into 64 bits, whatever is larger on the way.
    fn fits_in_the_end(&self, machine: &Machine<'_>) -> bool {
        let given = self.given(machine);
        let (dimensions, symbols) = given.split_at(self.map.dimensions as usize);
        self.map.fits_in_the_end(dimensions, symbols)
    }

    fn given(&self, machine: &Machine<'_>) -> Vec<i64> {
        self.lanes.iter().map(|lane| machine.get(*lane).bits as i64).collect()
    }

    /// Its results where they have to be defined; `what` says what for.
    ///
    /// # Errors
    /// An operand is not defined, or there is no value.
    pub fn defined(&self, machine: &Machine<'_>, what: &str) -> Result<Vec<i64>, Stop> {
        for lane in &self.lanes {
            machine.defined(machine.get(*lane), what)?;
        }
        self.results(machine).ok_or_else(|| match self.fits_in_the_end(machine) {
            true => AFFINE_ON_THE_WAY.open(&[&what]),
            false => no_value(what),
        })
    }
}

/// An expression has no value.
pub fn no_value(what: &str) -> Stop {
    AFFINE_NUMBER.undefined(&[&what])
}
