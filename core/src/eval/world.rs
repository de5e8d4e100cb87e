//! Worlds: the ways in which a run may settle what the documentation leaves open and no lane tells.
//!
//! A run settles each such question in one way: memory lies somewhere, a NaN has some bits, iterations that may run in any order run in
//! one, a number that is rounded becomes the nearest. A program whose results hang on such a choice shows it, and a pass may choose
//! another way. So a difference counts where the programs are the same in every world, or differ by more than they move between them.
//! The last is stochastic arithmetic (Vignes, "A stochastic arithmetic for reliable scientific computation", 1993; Parker's Monte Carlo
//! arithmetic, 1997), where directions are drawn from the numbers, so that a run is the same each time.

use crate::observe::OpenChoice;
use crate::semantics::{Format, exponent, power_of_two};

/// A way to settle what is left open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    /// The place of memory.
    pub memory: MemoryPlace,
    /// The order of iterations whose order is open.
    pub order: IterationOrdering,
    /// The bits of floats.
    pub floats: FloatWorld,
    /// True if an operation that may be run ahead of time gives poison where it is undefined, so that a pass may move it to where it is
    /// run in vain.
    pub runs_ahead: bool,
    /// True if a sum of floats that hangs on the order of its terms is the one that the order of the run gives. Where numbers are rounded
    /// otherwise it moves by the bound of all orders. Elsewhere it is open.
    pub takes_own_order: bool,
}

/// The place of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPlace {
    /// Bytes that it lies behind the place where it usually lies.
    pub shift: u64,
    /// True if each allocation lies before the one made before it.
    pub descending: bool,
    /// The alignment that each allocation has at least. An allocation of the usual world has just the one that it asks for.
    pub alignment: u64,
    /// Times as many bytes lie between two allocations as usually.
    pub spacing: u64,
    /// True if the place of memory whose life has ended is used again.
    pub reuses: bool,
    /// True if each buffer of a tensor that is only read has memory of its own.
    pub copies: bool,
}

/// The order of iterations whose order is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IterationOrdering {
    /// From the first to the last.
    Ascending,
    /// From the last to the first.
    Descending,
    /// Every second one, and then the others.
    Alternating,
}

impl IterationOrdering {
    /// The number of the iteration that is run in this place, of so many.
    pub fn at(self, place: u64, count: u64) -> u64 {
        let odd = count / 2;
        match self {
            IterationOrdering::Ascending => place,
            IterationOrdering::Descending => count - 1 - place,
            IterationOrdering::Alternating if place < odd => 2 * place + 1,
            IterationOrdering::Alternating => 2 * (place - odd),
        }
    }
}

/// A way to settle the bits of floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatWorld {
    /// True if a NaN that an operation makes has another sign and another payload than the preferred one.
    pub other_nan: bool,
    /// The way in which numbers are rounded; none for the nearest.
    pub rounding: Option<Disturbance>,
    /// True if a cut to a narrower format and the extension behind it are left out together, where both allow that.
    pub contracts: bool,
}

/// Rounding that moves results from the nearest number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disturbance {
    /// The direction.
    pub toward: Toward,
    /// The part of itself that an approximate result moves by, beside some units in its last place.
    pub approximate: f64,
}

/// The direction in which a number moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// To greater numbers.
    Up,
    /// To smaller numbers.
    Down,
    /// Up or down, as its bits and this number say.
    Either(u64),
}

impl World {
    /// Worlds that differ from the usual one in this. Each bit of an address is another one in one of them, and so are
    /// the order and the distance of two.
    pub fn differing(choice: OpenChoice) -> Vec<World> {
        let usual = World::USUAL;
        match choice {
            OpenChoice::Address => {
                let ascending = MemoryPlace { shift: 0x5555_5555_5550, spacing: 3, ..usual.memory };
                let descending = MemoryPlace {
                    shift: 0xaaaa_aaaa_aaa0,
                    descending: true,
                    alignment: 64,
                    spacing: 5,
                    ..usual.memory
                };
                let thrifty = MemoryPlace { reuses: true, copies: true, ..usual.memory };
                [ascending, descending, thrifty].map(|memory| World { memory, ..usual }).to_vec()
            }
            OpenChoice::Nan => {
                vec![World { floats: FloatWorld { other_nan: true, ..FloatWorld::USUAL }, ..usual }]
            }
            OpenChoice::Order => [IterationOrdering::Descending, IterationOrdering::Alternating]
                .map(|order| World { order, ..usual })
                .to_vec(),
        }
    }

    /// The usual one.
    pub const USUAL: World = World {
        memory: MemoryPlace {
            shift: 0,
            descending: false,
            alignment: 1,
            spacing: 1,
            reuses: false,
            copies: false,
        },
        order: IterationOrdering::Ascending,
        floats: FloatWorld::USUAL,
        runs_ahead: false,
        takes_own_order: false,
    };

    /// The one that states of a path are run in.
    pub const OF_STATES: World = World { runs_ahead: true, ..World::USUAL };

    /// The worlds that round otherwise: all of them, and how far results move in them, say how far rounding may take these. A sum that is
    /// settled may hang on the order of its terms once they are rounded otherwise, and moves by the bound of all orders.
    /// `approximate` is that of [`Disturbance`].
    pub fn rounded(approximate: f64) -> Vec<World> {
        let either = (1..=6).map(Toward::Either);
        let all = [Toward::Up, Toward::Down].into_iter().chain(either).map(|toward| {
            let rounding = Some(Disturbance { toward, approximate });
            let floats = FloatWorld { rounding, other_nan: false, contracts: true };
            World { floats, takes_own_order: true, ..World::USUAL }
        });
        let floats = FloatWorld { contracts: true, ..FloatWorld::USUAL };
        all.chain([World { floats, takes_own_order: true, ..World::USUAL }]).collect()
    }
}

impl FloatWorld {
    /// The preferred NaN, and the nearest number.
    pub const USUAL: FloatWorld = FloatWorld { other_nan: false, rounding: None, contracts: false };

    /// True if nothing is other than usual.
    #[inline]
    pub fn is_usual(self) -> bool {
        !self.other_nan && self.rounding.is_none() && !self.contracts
    }

    /// The bits of a number of the format.
    pub fn encode(self, format: Format, value: f64) -> u64 {
        match self.other_nan && value.is_nan() {
            true => format.other_nan(),
            false => format.encode(value),
        }
    }

    /// The number that a result, which these operands have, is rounded to; `nearest` is the nearest one. `exact` is the result in double
    /// precision, and `lost` is anything but zero where it is known to be off.
    pub fn round(self, format: Format, (operands, lost): (&[f64], f64), exact: f64, nearest: f64) -> f64 {
        let Some(rounding) = self.rounding else { return nearest };
        // Of two numbers of double precision nobody has the exact result: a short one is taken for it, and one that is an operand is.
        let is_short = || nearest.to_bits() << 38 == 0;
        let is_exact = match format.bits {
            _ if lost != 0.0 => false,
            64 => is_short() || operands.contains(&nearest),
            _ => nearest == exact,
        };
        if is_exact {
            nearest
        } else {
            rounding.toward.drawn(exact).moved(format, nearest, unit(format, nearest))
        }
    }

    /// A result whose documentation asks for an approximation, of the operation of this number: equal results of two need not be equally
    /// near.
    pub fn approximated(self, format: Format, value: f64, operation: u32) -> f64 {
        let Some(rounding) = self.rounding else { return value };
        // A function of narrow numbers is computed in wider ones, and rounded once.
        let units = if format.is_narrow() { 1.0 } else { 4.0 };
        let by = units * unit(format, value) + rounding.approximate * (value.abs() + APPROXIMATE_ZERO);
        rounding.toward.of_operation(operation).drawn(value).moved(format, value, by)
    }

    /// The second of two numbers that are compared: in some worlds numbers that are as near as rounding brings them are equal.
    pub fn compared(self, format: Format, x: f64, y: f64) -> f64 {
        let equals = matches!(self.rounding.map(|rounding| rounding.toward), Some(Toward::Either(seed)) if seed % 2 == 0);
        if equals && (x - y).abs() <= NEAR * unit(format, x) { x } else { y }
    }

    /// A number that is known within a bound.
    pub fn bounded(self, format: Format, value: f64, bound: f64) -> f64 {
        match self.rounding {
            Some(rounding) if bound != 0.0 => rounding.toward.drawn(value).moved(format, value, bound),
            _ => value,
        }
    }
}

/// Numbers that are compared are equal in some worlds where they are so many units apart.
const NEAR: f64 = 8.0;

/// The number below which an approximation that is bad for its result counts as good for what it is made of: `tanh` near zero.
const APPROXIMATE_ZERO: f64 = 1.0 / 64.0;

impl Toward {
    /// The direction of this operation.
    fn of_operation(self, operation: u32) -> Toward {
        match self {
            Toward::Either(seed) => Toward::Either(seed ^ u64::from(operation) << 8),
            one => one,
        }
    }

    /// Up or down for this number: two results that are equal once they are rounded need not move alike.
    fn drawn(self, number: f64) -> Toward {
        let Toward::Either(seed) = self else { return self };
        let is_up = (number.to_bits() ^ seed << 17).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1;
        if is_up { Toward::Up } else { Toward::Down }
    }

    /// A number moved by so much and rounded; what is no finite number stays.
    fn moved(self, format: Format, value: f64, by: f64) -> f64 {
        if !value.is_finite() {
            return value;
        }
        let is_up = self == Toward::Up;
        let moved = format.round(if is_up { value + by } else { value - by });
        if moved.is_finite() { moved } else { value }
    }
}

/// The distance between numbers of the format at this one.
fn unit(format: Format, value: f64) -> f64 {
    match value == 0.0 || !value.is_finite() {
        true => format.least(),
        false => power_of_two(exponent(value).max(format.least_exponent) + 1 - format.precision as i32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    fn rounding(toward: Toward) -> FloatWorld {
        let rounding = Some(Disturbance { toward, approximate: 0.0 });
        FloatWorld { rounding, ..FloatWorld::USUAL }
    }

    #[test]
    fn what_is_rounded_moves_by_a_unit_and_what_is_exact_stays() {
        let single = Format::of(Element::F32).expect("a format");
        let third = 1.0 / 3.0;
        let nearest = single.round(third);
        let [up, down] = [Toward::Up, Toward::Down].map(rounding);
        let unit = 2f64.powi(-25);
        assert_eq!(up.round(single, (&[1.0, 3.0], 0.0), third, nearest), nearest + unit);
        assert_eq!(down.round(single, (&[1.0, 3.0], 0.0), third, nearest), nearest - unit);
        assert_eq!(up.round(single, (&[1.0, 4.0], 0.0), 0.25, 0.25), 0.25);
        let double = Format::of(Element::F64).expect("a format");
        assert!(up.round(double, (&[1.0, 3.0], 0.0), third, third) > third);
        assert_eq!(up.round(double, (&[third, 1.0], 0.0), third, third), third, "an operand");
        assert_eq!(FloatWorld::USUAL.round(single, (&[1.0, 3.0], 0.0), third, nearest), nearest);
        assert_eq!(up.round(single, (&[], 0.0), f64::INFINITY, f64::INFINITY), f64::INFINITY);
    }

    #[test]
    fn directions_are_both_taken_and_are_the_same_each_time() {
        let single = Format::of(Element::F32).expect("a format");
        for seed in [1, 2] {
            let world = rounding(Toward::Either(seed));
            let up = |n: &i32| {
                let exact = f64::from(*n) / 7.1;
                world.round(single, (&[], 0.0), exact, single.round(exact)) > single.round(exact)
            };
            let ups = (1..200).filter(up).count();
            assert!((60..140).contains(&ups), "{ups}");
            assert_eq!(ups, (1..200).filter(up).count());
        }
    }

    #[test]
    fn another_nan_is_one_of_other_bits_where_there_are_two() {
        let world = FloatWorld { other_nan: true, rounding: None, contracts: false };
        for element in [Element::F32, Element::F64, Element::F16, Element::Bf16, Element::F8E4M3FN] {
            let format = Format::of(element).expect("a format");
            let other = world.encode(format, f64::NAN);
            assert!(format.decode(other).is_nan(), "{element}");
            assert_ne!(other, format.encode(f64::NAN), "{element}");
            assert_eq!(other >> (format.bits - 1), 1, "{element}: it has another sign");
            assert_eq!(world.encode(format, 1.0), format.encode(1.0));
        }
    }

    #[test]
    fn each_order_runs_every_iteration_once() {
        use IterationOrdering::{Alternating, Ascending, Descending};
        let all =
            |order: IterationOrdering, count| (0..count).map(|at| order.at(at, count)).collect::<Vec<_>>();
        assert_eq!(all(Ascending, 3), [0, 1, 2]);
        assert_eq!(all(Descending, 3), [2, 1, 0]);
        assert_eq!([all(Alternating, 4), all(Alternating, 5)], [vec![1, 3, 0, 2], vec![1, 3, 0, 2, 4]]);
        assert_eq!(all(Alternating, 1), [0]);
    }

    #[test]
    fn each_bit_of_an_address_is_another_one_somewhere() {
        let shifts = World::differing(OpenChoice::Address).into_iter().map(|world| world.memory.shift);
        assert_eq!(shifts.fold(0, |all, shift| all | shift), 0xffff_ffff_fff0);
    }
}
