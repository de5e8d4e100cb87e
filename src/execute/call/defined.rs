//! Arguments with which a program is defined.
//!
//! A type that leaves extents open says nothing of those that have to be equal, as the two of a product that are summed over. So
//! calls are tried on the evaluator, and a call that goes further than another is nearer to a defined one: extents are changed one
//! by one, then two by two, towards those that the program's types name. A parameter of type `index` may have to be such an extent,
//! so it is tried as one. Then other elements are drawn, small positive ones
//! behind others, and at last extents become small. Those that became small grow again as far as the program stays defined, so that a
//! window moves over something.

use crate::execute::wrapper::{LEAST_OPEN_EXTENT, MOST_OPEN_EXTENT};
use crate::observe::Cause;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Calls that are tried, at most.
const MOST_TRIES: usize = 200;
/// Calls that are tried once one is good but for poison, at most.
const MOST_TRIES_OF_POISON: usize = 60;
/// Numbers derived from those that the program's types name, at most.
const MOST_DERIVED: usize = 10;
/// Extents that are tried where none that the program's types name leads on.
const SMALL: [u64; 2] = [2, 1];
/// Extents that small ones grow to.
const LARGER: [Option<u64>; 3] = [None, Some(3), Some(2)];
/// Steps of a call whose extents grew, at most.
const MOST_GROWN: u64 = 50_000;
/// Choices of indices, of which the one is taken with which the program does most.
const INDEX_DRAWS: u64 = 3;
/// One seed in so many leaves its indices as they are drawn first, so that a loop of no rounds is met now and then.
const PLAIN_SEEDS: u64 = 8;
/// Seeds of elements that are tried besides the first, of any numbers and of small positive ones.
const MORE_SEEDS: u64 = 8;
/// Steps of a call that is tried: one that takes more is taken as it is.
pub const MOST_STEPS: u64 = 500_000;

/// A choice of what is left open. An index may have to be an extent, so it can be chosen as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The extents that types leave open, parameter by parameter; none for the one that is drawn for all of them.
    pub extents: Vec<Option<u64>>,
    /// The parameters of type `index`: none for a number that is drawn for it alone, else one as for an extent.
    pub indices: Vec<Option<Option<u64>>>,
    /// The seed that elements are drawn from.
    pub seed: u64,
    /// True for elements that most operations take.
    pub tame: bool,
}

impl Choice {
    /// True if no extent is less than in another choice, and some is more.
    fn is_larger(&self, other: &Choice) -> bool {
        let size = |extent: &Option<u64>| extent.unwrap_or(u64::MAX);
        let pairs = || self.extents.iter().map(size).zip(other.extents.iter().map(size));
        pairs().all(|(own, others)| own >= others) && pairs().any(|(own, others)| own > others)
    }

    /// The number of extents and indices.
    fn open(&self) -> usize {
        self.extents.len() + self.indices.len()
    }

    /// This choice with another number at these places. Indices are counted behind the extents.
    fn with(&self, places: impl IntoIterator<Item = usize>, number: Option<u64>) -> Choice {
        let mut choice = self.clone();
        for place in places {
            match place.checked_sub(choice.extents.len()) {
                None => choice.extents[place] = number,
                Some(index) => choice.indices[index] = Some(number),
            }
        }
        choice
    }
}

/// The worth of a call, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallWorth {
    /// The program came to its end, or ran as long as it may.
    Fine,
    /// It came to its end, and an operation made poison.
    Poison,
    /// The evaluator cannot tell.
    Untold,
    /// The documentation leaves open what the program does, for this reason.
    Open(Cause),
    /// The program is undefined, for this reason.
    Undefined(Cause),
}

impl CallWorth {
    fn rank(&self) -> u8 {
        match self {
            CallWorth::Fine => 4,
            CallWorth::Poison => 3,
            CallWorth::Untold => 2,
            CallWorth::Open(_) => 1,
            CallWorth::Undefined(_) => 0,
        }
    }
}

/// A call that was tried.
pub struct TriedCall<T> {
    /// The program with this call.
    pub made: T,
    /// Its worth.
    pub standing: CallWorth,
    /// The steps that its run took.
    pub steps: u64,
}

/// The first call that is fine, else one that makes poison, else one of which nobody can tell, else the one that got furthest; `open` are the numbers of open extents
/// and of indices, `candidates` numbers that may fit, and `reached` more, which may be too many for all of them.
///
/// # Errors
/// As the first of `attempt`: later choices that it refuses are passed over.
pub fn defined<T>(
    (extents, indices): (usize, usize),
    (candidates, reached): (&[u64], &[u64]),
    seed: u64,
    mut attempt: impl FnMut(&Choice) -> Result<TriedCall<T>, String>,
) -> Result<TriedCall<T>, String> {
    let choice =
        Choice { extents: vec![None; extents], indices: vec![None; indices], seed, ..Choice::default() };
    let open = choice.open();
    let first = attempt(&choice)?;
    let mut search =
        Search { best: first, choice, tries: 1, grows: false, reasons: BTreeSet::new(), attempt };
    let candidates: Vec<Option<u64>> =
        std::iter::once(None).chain(candidates.iter().copied().map(Some)).collect();
    if open > 0 {
        search.alike(&candidates);
        while search.goes_on() && (search.one(&candidates) || search.two(&candidates)) {}
        let mut reached: Vec<Option<u64>> = reached.iter().copied().map(Some).collect();
        reached.extend(derived(&candidates));
        search.tries = 0;
        while search.goes_on() && (search.one(&reached) || search.two(&reached)) {}
    }
    for tame in [false, true] {
        for more in 1..=MORE_SEEDS {
            let choice = Choice { seed: seed.wrapping_add(more), tame, ..search.choice.clone() };
            // Indices that were no help as extents may be as numbers that are drawn.
            let drawn = Choice { indices: vec![None; indices], ..choice.clone() };
            let differs = drawn != choice;
            search.consider(choice);
            if differs {
                search.consider(drawn);
            }
        }
    }
    if open > 0 {
        // An extent may have to be less than another, as that of a window, which no type names.
        let (small, before) = (SMALL.map(Some), search.choice.clone());
        while search.goes_on() && search.one(&small) {}
        search.alike(&small);
        if search.best.standing == CallWorth::Fine && search.choice != before {
            (search.grows, search.tries) = (true, 0);
            while search.goes_on() && (search.one(&LARGER) || search.two(&LARGER)) {}
        }
    }
    if seed % PLAIN_SEEDS != PLAIN_SEEDS - 1 {
        search.busier();
    }
    Ok(search.best)
}

/// Numbers that may fit where one is the sum of others, as of a window that moves, or of parts that are joined: half of what is named, and what
/// is left of it, or of an extent that is drawn.
fn derived(named: &[Option<u64>]) -> Vec<Option<u64>> {
    let mut derived = Vec::new();
    for named in named.iter().flatten() {
        let left = (LEAST_OPEN_EXTENT..=MOST_OPEN_EXTENT)
            .flat_map(|open| [0, 1].map(|more| open.abs_diff(*named) + more));
        for number in left.chain([named / 2]) {
            if number > 0 && !derived.contains(&Some(number)) && derived.len() < MOST_DERIVED {
                derived.push(Some(number));
            }
        }
    }
    derived
}

struct Search<T, F> {
    best: TriedCall<T>,
    choice: Choice,
    tries: usize,
    /// True once the call is fine and its extents may grow.
    grows: bool,
    /// Reasons that were met: one that is new is as good as a step, since an operation may ask for several things.
    reasons: BTreeSet<Cause>,
    attempt: F,
}

impl<T, F: FnMut(&Choice) -> Result<TriedCall<T>, String>> Search<T, F> {
    fn goes_on(&self) -> bool {
        match self.best.standing {
            CallWorth::Fine if !self.grows => false,
            CallWorth::Poison => self.tries < MOST_TRIES_OF_POISON,
            _ => self.tries < MOST_TRIES,
        }
    }

    /// Tries a choice, and takes it where it is better; true if it is.
    fn consider(&mut self, choice: Choice) -> bool {
        if !self.goes_on() || choice == self.choice {
            return false;
        }
        self.tries += 1;
        let Ok(tried) = (self.attempt)(&choice) else { return false };
        if self.grows {
            let more = tried.steps > self.best.steps
                || tried.steps == self.best.steps && choice.is_larger(&self.choice);
            let grown = more && tried.standing == CallWorth::Fine && tried.steps <= MOST_GROWN;
            if grown {
                (self.best, self.choice) = (tried, choice);
            }
            return grown;
        }
        let worth = |tried: &TriedCall<T>| (tried.standing.rank(), tried.steps);
        let is_new = match (&tried.standing, &self.best.standing) {
            (CallWorth::Undefined(why), CallWorth::Undefined(best))
            | (CallWorth::Open(why), CallWorth::Open(best))
                if why != best =>
            {
                self.reasons.insert(best.clone());
                self.reasons.insert(why.clone())
            }
            _ => false,
        };
        let is_better = worth(&tried) > worth(&self.best) || is_new && worth(&tried) == worth(&self.best);
        if is_better {
            (self.best, self.choice) = (tried, choice);
        }
        is_better
    }

    /// Every extent the same, and then every index as well.
    fn alike(&mut self, candidates: &[Option<u64>]) {
        let (extents, all) = (self.choice.extents.len(), self.choice.open());
        let ends = if extents == all { vec![all] } else { vec![extents, all] };
        for end in ends {
            for candidate in candidates {
                self.consider(self.choice.with(0..end, *candidate));
            }
        }
    }

    /// Other indices for those that are drawn by themselves, where the program does more with them.
    fn busier(&mut self) {
        // An index need not be an extent if none is open.
        let is_free = |place: &usize| self.choice.extents.is_empty() || self.choice.indices[*place].is_none();
        let drawn: Vec<usize> = (0..self.choice.indices.len()).filter(is_free).collect();
        if drawn.is_empty() || self.best.standing != CallWorth::Fine {
            return;
        }
        (self.grows, self.tries) = (true, 0);
        let (begin, extents) = (self.choice.clone(), self.choice.extents.len());
        let mut random = ChaCha8Rng::seed_from_u64(begin.seed);
        for _ in 0..INDEX_DRAWS {
            let mut choice = begin.clone();
            for place in &drawn {
                choice = choice.with([extents + place], Some(random.random_range(0..LEAST_OPEN_EXTENT)));
            }
            self.consider(choice);
        }
    }

    /// One extent changed; true if that brought it further.
    fn one(&mut self, candidates: &[Option<u64>]) -> bool {
        let mut further = false;
        for place in 0..self.choice.open() {
            for candidate in candidates {
                further |= self.consider(self.choice.with([place], *candidate));
            }
        }
        further
    }

    /// Two extents changed to one another's; true if that brought it further.
    fn two(&mut self, candidates: &[Option<u64>]) -> bool {
        let mut further = false;
        for place in 0..self.choice.open() {
            for other in 0..place {
                for candidate in candidates {
                    further |= self.consider(self.choice.with([place, other], *candidate));
                }
            }
        }
        further
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extents and the seed of the call that is chosen, where each rule in turn has to hold for it to get one step further.
    fn chosen(
        open: usize,
        candidates: &[u64],
        rules: &[fn(&[u64], u64) -> bool],
    ) -> (Vec<u64>, u64, Option<String>) {
        let tried = defined((open, 0), (candidates, &[]), 10, |choice| {
            let extents: Vec<u64> = choice.extents.iter().map(|extent| extent.unwrap_or(6)).collect();
            let broken = rules.iter().position(|rule| !rule(&extents, choice.seed));
            let standing =
                broken.map_or(CallWorth::Fine, |rule| CallWorth::Undefined(format!("rule {rule}").into()));
            let steps = broken.unwrap_or(rules.len()) as u64;
            Ok(TriedCall { made: (extents, choice.seed), standing, steps })
        });
        let tried = tried.unwrap();
        let undefined = match tried.standing {
            CallWorth::Undefined(why) => Some(crate::words::cause(&why)),
            _ => None,
        };
        (tried.made.0, tried.made.1, undefined)
    }

    #[test]
    fn an_extent_that_has_to_be_less_than_another_is_found() {
        // A window of 1 that moves over 0 in steps of two, and comes to rest 2 times.
        let fits: fn(&[u64], u64) -> bool = |extents, _| 2 * (extents[2] - 1) + extents[1] <= extents[0];
        let (extents, _, undefined) = chosen(3, &[], &[fits]);
        assert!(undefined.is_none() && fits(&extents, 0), "{extents:?}");
        // Both dimensions of an image and of a filter: rule after rule.
        let both: [fn(&[u64], u64) -> bool; 2] = [
            |extents, _| extents[4] + extents[2] <= extents[0] + 1,
            |extents, _| extents[5] + extents[3] <= extents[1] + 1,
        ];
        let (extents, _, undefined) = chosen(6, &[], &both);
        assert!(undefined.is_none() && extents.contains(&6), "{extents:?}");
    }

    #[test]
    fn an_extent_may_have_to_be_what_is_left_of_another() {
        // A window of 3 over 6 and 6, and two parts that are joined to 10.
        let window: [fn(&[u64], u64) -> bool; 2] = [|x, _| x[2] + 3 == x[0] + 1, |x, _| x[3] + 3 == x[1] + 1];
        let (extents, _, undefined) = chosen(4, &[3], &window);
        assert!(undefined.is_none(), "{extents:?}");
        assert!(chosen(2, &[10], &[|x, _| x[0] == x[1] && x[0] + x[1] == 10]).2.is_none());
    }

    #[test]
    fn extents_that_became_small_grow_while_the_program_stays_defined() {
        // A window over one dimension, and a second dimension that two operands share: it takes a step for each number it reads.
        let window = |choice: &Choice| {
            let x: Vec<u64> = choice.extents.iter().map(|extent| extent.unwrap_or(6)).collect();
            let fits = x[2] + x[1] <= x[0] + 1 && x[3] == x[4] && (x[0] < 6 || x[1] < 4);
            let (standing, steps) = match fits {
                true => (CallWorth::Fine, 100 + x[1] * x[2] * x[3]),
                false => (CallWorth::Undefined("it reaches beyond".into()), 7),
            };
            Ok(TriedCall { made: x, standing, steps })
        };
        let made = defined((5, 0), (&[], &[]), 0, window).unwrap().made;
        assert_eq!(made, [6, 3, 3, 6, 6]);
        let given = |extents: &[Option<u64>]| Choice { extents: extents.to_vec(), ..Choice::default() };
        assert!(given(&[None, Some(2)]).is_larger(&given(&[Some(3), Some(2)])));
        assert!(!given(&[None, Some(1)]).is_larger(&given(&[Some(3), Some(2)])));
    }

    #[test]
    fn a_call_that_nobody_can_tell_of_is_better_than_an_undefined_one() {
        let told = |choice: &Choice| {
            let standing = match choice.extents[0] {
                Some(12) => CallWorth::Untold,
                Some(3) => CallWorth::Undefined("far".into()),
                _ => CallWorth::Undefined("near".into()),
            };
            let steps = choice.extents[0].filter(|extent| [12, 3].contains(extent)).unwrap_or(0);
            Ok(TriedCall { made: choice.clone(), standing, steps })
        };
        let tried = defined((1, 0), (&[12, 3], &[]), 0, told).unwrap();
        assert_eq!((tried.standing, tried.made.seed), (CallWorth::Untold, 0));
        assert_eq!(
            defined((1, 0), (&[3], &[]), 0, told).unwrap().standing,
            CallWorth::Undefined("far".into())
        );
    }

    #[test]
    fn the_first_choice_is_the_plain_one() {
        assert_eq!(chosen(2, &[8], &[]), (vec![6, 6], 10, None));
    }

    #[test]
    fn extents_are_found_one_after_the_other() {
        let rules: [fn(&[u64], u64) -> bool; 3] = [|x, _| x[1] == 8, |x, _| x[2] == 4, |x, _| x[0] == x[3]];
        assert_eq!(chosen(4, &[8, 4], &rules), (vec![8, 8, 4, 8], 10, None));
        assert_eq!(chosen(3, &[5, 7], &[|x, _| x.iter().all(|extent| *extent == 7)]).0, [7, 7, 7]);
        assert_eq!(chosen(3, &[5, 7], &[|x, _| x[0] == 5 && x[2] == 5 && x[1] == 6]).0, [5, 6, 5]);
    }

    #[test]
    fn an_operation_may_ask_for_several_extents() {
        let tried = defined((4, 0), (&[3, 5], &[]), 0, |choice| {
            let extents: Vec<u64> = choice.extents.iter().map(|extent| extent.unwrap_or(6)).collect();
            // A product of 3x5 with these two.
            let standing = match extents[..] {
                [5, n, 3, m] if n == m => CallWorth::Fine,
                [5, n, 3, m] => CallWorth::Undefined(format!("{n} and {m}").into()),
                [5, _, m, _] => CallWorth::Undefined(format!("3 and {m}").into()),
                [k, ..] => CallWorth::Undefined(format!("5 and {k}").into()),
                [] => CallWorth::Untold,
            };
            Ok(TriedCall { made: extents, standing, steps: 7 })
        });
        assert_eq!(tried.unwrap().standing, CallWorth::Fine);
    }

    #[test]
    fn an_index_may_have_to_be_an_extent() {
        for seed in 0..10 {
            let tried = defined((2, 2), (&[8], &[]), seed, |choice| {
                let extents: Vec<u64> = choice.extents.iter().map(|extent| extent.unwrap_or(6)).collect();
                let drawn = |place: usize| (choice.seed + place as u64) % 3;
                let index = |place: usize| choice.indices[place].map_or(drawn(place), |own| own.unwrap_or(6));
                // Of two extents that are equal the first is that of a result, and so is an index.
                let fits = extents[0] == extents[1] && index(0) == extents[0];
                let standing = if fits { CallWorth::Fine } else { CallWorth::Undefined("no".into()) };
                Ok(TriedCall { made: [index(0), index(1)], standing, steps: 5 })
            });
            let tried = tried.unwrap();
            assert_eq!((&tried.standing, tried.made[0]), (&CallWorth::Fine, 6), "{seed}");
        }
    }

    #[test]
    fn most_loops_of_drawn_bounds_have_rounds() {
        let rounds = |seed: u64| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let drawn = [0, 1].map(|_| random.random_range(0..LEAST_OPEN_EXTENT));
            let tried = defined((0, 2), (&[], &[]), seed, |choice| {
                let bound = |place: usize| choice.indices[place].flatten().unwrap_or(drawn[place]);
                let rounds = bound(1).saturating_sub(bound(0));
                Ok(TriedCall { made: rounds, standing: CallWorth::Fine, steps: 3 + rounds })
            });
            tried.unwrap().made
        };
        let none = (0..1000).filter(|seed| rounds(*seed) == 0).count();
        assert!((100..300).contains(&none), "{none}");
    }

    #[test]
    fn elements_are_drawn_anew_last() {
        assert_eq!(chosen(1, &[], &[|_, seed| seed == 13]), (vec![6], 13, None));
    }

    #[test]
    fn a_program_may_be_undefined_whatever_it_is_given() {
        let (extents, _, undefined) = chosen(9, &[1, 2, 3, 4, 5], &[|x, _| x[0] == 2, |_, _| false]);
        assert_eq!((extents[0], undefined.as_deref()), (2, Some("rule 1")));
        let refused = defined((1, 0), (&[2], &[]), 0, |_| Err::<TriedCall<()>, _>("no such type".to_owned()));
        assert_eq!(refused.err().as_deref(), Some("no such type"));
    }
}
