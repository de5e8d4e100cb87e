//! Puts a path together while the program is lowered: LOBE's Algorithm 1.
//!
//! Each turn draws up to two optimization passes, takes the operation of highest priority, and applies one
//! of its conversions. A conversion that fails, or leaves the operation as frequent as it was, costs the
//! operation one point. Bytes alone decide, so the same bytes on the same compiler give the same path.

use super::catalogue;
use super::operations::{Operations, TypeKind, left};
use super::pass::Pass;
use super::rules::{self, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// The IR a path is built on, and what can be done to it.
pub trait Lowering {
    /// The operations present now.
    fn operations(&self) -> Operations;

    /// Turn `number` begins.
    fn turn(&mut self, _number: usize) {}

    /// Runs one step, in the form [`super::pipeline::split`] gives.
    fn apply(&mut self, step: &str) -> Applied;
}

/// What a step did to the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// Other operations than before.
    Changed,
    /// The same operations, as often as before.
    Unchanged,
    /// The pass refused; the IR is as before.
    Declined,
    /// The path is over (a crash, a limit): nothing more may be applied.
    Ended,
}

/// How construction ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Only llvm's operations are left.
    Lowered,
    /// The turns are used up, or no rule fits what is left.
    Incomplete {
        /// Names of the operations that are left, sorted.
        left: Vec<String>,
    },
    /// A step ended the path.
    Ended,
}

/// Where an operation starts; one point less for every conversion that did not help (LOBE, section 4).
const START: i32 = 10;

/// Bytes a turn reads. Every turn has its own, so that a changed byte changes one decision and not the
/// meaning of all that follow.
pub const TURN: usize = 5;

/// Turns whose first byte is at or above this ignore the gates: one in sixteen.
pub(super) const IGNORE_GATES: u8 = 0xF0;

/// Lowers `ir` as `draws` say, on MLIR's major version `version`, in at most `max_step` turns.
///
/// Beyond the end of `draws` every byte is 0, which means: no optimization, the operation whose rule comes
/// first, its plainest conversion. So no draws at all give the plain lowering.
pub fn construct(ir: &mut dyn Lowering, draws: &[u8], version: u32, max_step: u32) -> End {
    let mut priorities = Priorities::default();
    let mut operations = ir.operations();
    for number in 0..max_step as usize {
        if left(&operations).next().is_none() {
            break;
        }
        ir.turn(number);
        let turn = Turn::read(draws, number);
        for byte in turn.optimizations() {
            let Some(pass) = catalogue::draw(byte, turn.setting(), &operations, version) else { continue };
            match ir.apply(&pass.step()) {
                Applied::Changed => operations = ir.operations(),
                Applied::Unchanged | Applied::Declined => {}
                Applied::Ended => return End::Ended,
            }
        }
        let Some(target) = priorities.choose(&operations, &turn, version) else { break };
        let Some(pass) = priorities.way(&target, turn.way, version) else { break };
        let before = count(&operations, &target.key);
        match ir.apply(&pass.step()) {
            Applied::Changed => operations = ir.operations(),
            Applied::Unchanged | Applied::Declined => {}
            Applied::Ended => return End::Ended,
        }
        if count(&operations, &target.key) >= before {
            priorities.lower(target.key);
        }
    }
    let left: BTreeSet<String> = left(&operations).map(|(name, _)| name.clone()).collect();
    if left.is_empty() { End::Lowered } else { End::Incomplete { left: left.into_iter().collect() } }
}

type Key = (String, TypeKind);

fn count(operations: &Operations, key: &Key) -> u32 {
    operations.get(key).copied().unwrap_or(0)
}

/// The decisions of one turn.
struct Turn {
    shape: u8,
    passes: [u8; 2],
    pick: u8,
    way: u8,
}

impl Turn {
    fn read(draws: &[u8], number: usize) -> Turn {
        let byte = |i: usize| draws.get(number * TURN + i).copied().unwrap_or(0);
        Turn { shape: byte(0), passes: [byte(1), byte(2)], pick: byte(3), way: byte(4) }
    }

    /// Zero to two bytes that each draw an optimization pass.
    fn optimizations(&self) -> impl Iterator<Item = u8> + use<> {
        let passes = self.passes;
        passes.into_iter().take(usize::from(self.shape % 3))
    }

    /// What of the shape does not count passes says in which of their settings they are drawn.
    fn setting(&self) -> u8 {
        self.shape / 3
    }

    fn ignores_gates(&self) -> bool {
        self.shape >= IGNORE_GATES
    }
}

/// An operation to convert, and the rule that says how.
struct Target {
    key: Key,
    place: usize,
    rule: &'static Rule,
}

/// What each operation has left of its points.
#[derive(Default)]
struct Priorities(BTreeMap<Key, i32>);

impl Priorities {
    fn of(&self, key: &Key) -> i32 {
        self.0.get(key).copied().unwrap_or(START)
    }

    fn lower(&mut self, key: Key) {
        *self.0.entry(key).or_insert(START) -= 1;
    }

    /// The operation to convert next: behind an open gate if there is one, of the highest priority, the
    /// draw deciding between equals.
    fn choose(&self, operations: &Operations, turn: &Turn, version: u32) -> Option<Target> {
        let target = |key: &Key| {
            let (place, rule) = rules::find(&key.0, key.1)?;
            (!rule.ways.is_empty()).then(|| Target { key: key.clone(), place, rule })
        };
        let mut targets: Vec<Target> = left(operations).filter_map(target).collect();
        let open = |target: &Target| target.rule.gate.is_open(operations, version);
        if turn.ignores_gates() || !targets.iter().any(open) {
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

    /// One of the rule's conversions. Every failure so far moves the choice on by one, so that the same
    /// draw does not repeat what did not help.
    fn way(&self, target: &Target, draw: u8, version: u32) -> Option<Pass> {
        let mut ways: Vec<&Pass> = target.rule.ways.iter().filter(|way| way.exists_in(version)).collect();
        if draw != 0 {
            ways.sort_by_key(|way| scatter(draw, way));
        }
        let failures = usize::try_from(START - self.of(&target.key)).unwrap_or(0);
        (!ways.is_empty()).then(|| *ways[failures % ways.len()])
    }
}

/// A fixed pseudo-random rank of a pass under a draw (FNV-1a over both).
///
/// The pass of lowest rank is drawn, so a conversion added to a rule takes over its share of the draws and
/// leaves the meaning of the others alone.
fn scatter(draw: u8, pass: &Pass) -> u64 {
    let step = pass.step();
    let bytes = [draw].into_iter().chain(step.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    // FNV's high bits mix well only after a final fold.
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
#[path = "construct_tests.rs"]
mod tests;
