//! The choice of the operation that a turn converts, and of the conversion: priorities that failures lower (LOBE, section 4).

use super::operations::{Operations, TypeKind, left};
use super::pass::Pass;
use super::rules::{self, LoweringRule};
use super::strategy::Strategy;
use super::turn::Turn;
use std::collections::BTreeMap;

/// One drawn turn in so many may take a conversion that the plain lowering would take later. More would be lost: most paths on which a
/// function is converted while there are tensors lead nowhere.
const EARLY: u8 = 3;

/// The points that an operation starts with; one point less for every conversion that did not help.
const START: i32 = 10;

pub(super) type PriorityKey = (String, TypeKind);

pub(super) fn count(operations: &Operations, key: &PriorityKey) -> u32 {
    operations.get(key).copied().unwrap_or(0)
}

/// An operation to convert, and the rule that says how.
pub(super) struct ConversionTarget {
    pub key: PriorityKey,
    pub place: usize,
    pub rule: &'static LoweringRule,
}

/// The points that each operation has left.
#[derive(Default)]
pub(super) struct Priorities(BTreeMap<PriorityKey, i32>);

impl Priorities {
    fn of(&self, key: &PriorityKey) -> i32 {
        self.0.get(key).copied().unwrap_or(START)
    }

    pub fn lower(&mut self, key: PriorityKey) {
        *self.0.entry(key).or_insert(START) -= 1;
    }

    /// The operation to convert next: one with a conversion that leads on if there is one, of the highest priority, the
    /// draw deciding between equals. A plain turn keeps to the order of the plain lowering, and so do most others.
    pub fn choose(
        &self,
        operations: &Operations,
        turn: &Turn,
        version: u32,
        strategy: &Strategy,
    ) -> Option<ConversionTarget> {
        let target = |key: &PriorityKey| {
            let (place, rule) = rules::find(&key.0, key.1)?;
            (!rule.ways.is_empty()).then(|| ConversionTarget { key: key.clone(), place, rule })
        };
        let mut targets: Vec<ConversionTarget> = left(operations).filter_map(target).collect();
        let open = |target: &ConversionTarget| {
            let leads_on = |way: &&Pass| !strategy.leads_nowhere(&way.step(), operations, version);
            let keeps_order = turn.is_plain() || !turn.way.is_multiple_of(EARLY);
            let waits = keeps_order && !target.rule.gate.is_open(operations, version);
            !waits
                && target.rule.gate.is_sound(operations, version)
                && strategy.ways(target.rule, version).iter().any(leads_on)
        };
        if turn.ignores_experience() || !targets.iter().any(open) {
            targets.retain(|target| target.rule.gate.is_sound(operations, version));
        } else {
            targets.retain(open);
        }
        let highest = targets.iter().map(|target| self.of(&target.key)).max()?;
        targets.retain(|target| self.of(&target.key) == highest);
        targets.sort_by(|a, b| (a.place, &a.key).cmp(&(b.place, &b.key)));
        let index = usize::from(turn.pick) % targets.len();
        Some(targets.swap_remove(index))
    }

    /// One of the rule's conversions, one that leads on if the turn minds. Every failure so far moves the choice on by
    /// one, so that the same draw does not repeat what did not help.
    pub fn way(
        &self,
        target: &ConversionTarget,
        operations: &Operations,
        turn: &Turn,
        version: u32,
        strategy: &Strategy,
    ) -> Option<Pass> {
        let mut ways = strategy.ways(target.rule, version);
        let leads_on = |way: &&Pass| !strategy.leads_nowhere(&way.step(), operations, version);
        if !turn.ignores_experience() && ways.iter().any(leads_on) {
            ways.retain(leads_on);
        }
        if turn.way != 0 {
            ways.sort_by_key(|way| scatter(&[turn.way], &way.step()));
        }
        let failures = usize::try_from(START - self.of(&target.key)).unwrap_or(0);
        (!ways.is_empty()).then(|| *ways[failures % ways.len()])
    }
}

/// A fixed pseudo-random rank of a step under draws (FNV-1a over both).
///
/// The pass of lowest rank is drawn, so a conversion added to a rule takes over its share of the draws and
/// leaves the meaning of the others alone.
pub(super) fn scatter(draws: &[u8], step: &str) -> u64 {
    let bytes = draws.iter().copied().chain(step.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    // FNV's high bits mix well only after a final fold.
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
