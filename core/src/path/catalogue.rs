//! Optimization passes: what may be put between the conversions of a path without changing its results.
//!
//! A pass is drawn by a number of 16 bits ([`crate::slot`]); 0 draws none. A number beside it picks among
//! the settings of a row that has several.

mod conversions;
mod derive;
pub mod options;
mod roles;
mod rows;
mod testing;

pub use conversions::{ConversionKind, drawn, is_sound, pairs};
pub use roles::{Role, RoleOption};
pub use testing::{TEST_PASSES, TestPass};

use super::experience::CERTAIN;
use super::floats::Floats;
use super::operations::{Operations, any};
use super::pass::{Hazard, Pass};
use super::pipeline;
use super::priority::scatter;
use super::rules;
use crate::bug::KnownBug;
use crate::observe::Unfit;
use crate::slot::{self, Slotted};
use rows::{REACH_OUT, REFUSED, ROWS};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A pass that may be drawn.
#[derive(Clone, Copy, Debug)]
pub struct PassRow {
    /// The number that draws it for good: inputs hold it. A new row takes any that no row has, from 256 on.
    pub slot: u16,
    /// Its likelihood, beside the weights of the others.
    pub weight: u8,
    /// The pass.
    pub pass: Pass,
    /// Rows that the same numbers may draw instead: other settings of it, or its kin.
    pub others: &'static [Pass],
    /// The operations that it works on: without one of these it would change nothing and is not drawn. Empty for
    /// any IR.
    pub on: &'static [&'static str],
    /// Operations in whose presence the pass is not sound. Each list says why.
    pub unless: &'static [&'static str],
    /// Operations in whose presence the pass shows a known bug.
    pub shows: Option<ShownBug>,
}

/// A known bug, and the operations that a pass shows it on.
#[derive(Clone, Copy, Debug)]
pub struct ShownBug {
    /// The bug.
    pub bug: KnownBug,
    /// Names of operations, or `dialect.*`: one of them is enough.
    pub on: &'static [&'static str],
}

const fn row(slot: u16, weight: u8, pass: Pass, on: &'static [&'static str]) -> PassRow {
    PassRow { slot, weight, pass, others: &[], on, unless: &[], shows: None }
}

impl PassRow {
    const fn or(self, others: &'static [Pass]) -> PassRow {
        PassRow { others, ..self }
    }

    const fn unless(self, unless: &'static [&'static str]) -> PassRow {
        PassRow { unless, ..self }
    }

    const fn shows(self, bug: KnownBug, on: &'static [&'static str]) -> PassRow {
        PassRow { shows: Some(ShownBug { bug, on }), ..self }
    }

    /// Every pair the row may draw.
    pub fn passes(&self) -> impl Iterator<Item = Pass> + use<> {
        let others: &'static [Pass] = self.others;
        std::iter::once(self.pass).chain(others.iter().copied())
    }

    /// The pair that `setting` stands for among those that are `allowed` and that MLIR's major version `version` has.
    fn pass(&self, setting: u8, version: u32, allowed: impl Fn(&Pass) -> bool) -> Option<Pass> {
        let possible = |pass: &Pass| pass.exists_in(version) && allowed(pass);
        let passes: Vec<Pass> = self.passes().filter(possible).collect();
        (!passes.is_empty()).then(|| passes[usize::from(setting) % passes.len()])
    }

    /// True if a pass of the row may change IR made of `operations`, may be run on it, and shows no known bug there.
    pub fn fits(&self, operations: &Operations, version: u32) -> bool {
        self.may_change(operations, version) && self.risks(operations, version).is_none()
    }

    /// True if a pass of the row may change IR made of `operations`, and may be run on it.
    fn may_change(&self, operations: &Operations, version: u32) -> bool {
        self.passes().any(|pass| pass.exists_in(version)) && self.has_work(operations)
    }

    /// True if there is anything for it to work on, and nothing in whose presence it is not sound.
    pub fn has_work(&self, operations: &Operations) -> bool {
        (self.on.is_empty() || any(operations, self.on)) && self.is_sound(operations)
    }

    /// True if `number` may draw the row for IR made of `operations`: where it shows a known bug there, one in so many does, and
    /// of those that a byte of the first format can be not one.
    fn is_drawn(&self, number: u16, setting: u8, operations: &Operations, version: u32) -> bool {
        let draw = slot::as_byte(number).is_none().then(|| u64::from(number) << 8 | u64::from(setting));
        let met = self.shows.filter(|shows| any(operations, shows.on));
        self.may_change(operations, version)
            && met.is_none_or(|shows| shows.bug.lets(version..=version, draw))
    }

    /// The bug that it may show on IR made of `operations`, where this version has it.
    pub fn risks(&self, operations: &Operations, version: u32) -> Option<KnownBug> {
        let met = self.shows.filter(|shows| any(operations, shows.on))?;
        met.bug.is_in(version..=version).then_some(met.bug)
    }

    /// True if there is nothing in whose presence it is not sound.
    pub fn is_sound(&self, operations: &Operations) -> bool {
        !any(operations, self.unless)
    }
}

impl Slotted for PassRow {
    fn slot(&self) -> u16 {
        self.slot
    }

    fn weight(&self) -> u8 {
        self.weight
    }
}

/// Every row.
pub fn rows() -> &'static [PassRow] {
    ROWS
}

/// The pass `number` draws of those `allowed`, for IR made of `operations`, on MLIR's major version `version`, in one of its
/// settings. A pass is likelier the more it promises to change that IR, in parts of [`CERTAIN`].
///
/// A row that does not fit the IR hands on to another one, so that the passes of a level are drawn often enough in the few turns a
/// path spends there.
pub fn draw(
    number: u16,
    setting: u8,
    operations: &Operations,
    version: u32,
    allowed: impl Fn(&Pass) -> bool,
    promise: impl Fn(&Pass) -> u16,
) -> Option<Pass> {
    let fitting = |row: &&'static PassRow| row.is_drawn(number, setting, operations, version);
    let rows: Box<dyn Iterator<Item = &PassRow>> = match slot::as_byte(number) {
        Some(byte) => Box::new(drawn_by_byte(byte)),
        None => Box::new(slot::ranked(number, ROWS)),
    };
    let mut passes =
        rows.filter(fitting).filter_map(|row| Some((row, row.pass(setting, version, &allowed)?)));
    let (row, first) = passes.next()?;
    // One setting in eight takes what the number says whatever is promised, so that every pass can be drawn in every setting.
    let lap = setting / row.passes().count().min(8) as u8;
    if u16::from(lap % 8) == number % 8 {
        return Some(first);
    }
    let drawn = match slot::as_byte(number) {
        Some(byte) => vec![byte, setting],
        None => [&number.to_be_bytes()[..], &[setting]].concat(),
    };
    let keeps = |pass: &Pass| scatter(&drawn, &pass.step()) % u64::from(CERTAIN) < u64::from(promise(pass));
    let rest = passes.map(|(_, pass)| pass);
    Some(std::iter::once(first).chain(rest).find(keeps).unwrap_or(first))
}

/// The rows in the order that a byte of the first format tried them. The byte walks through all bytes by `5 b + 1`, which has full
/// period modulo 256, and each byte stands for the row that owned it.
fn drawn_by_byte(byte: u8) -> impl Iterator<Item = &'static PassRow> {
    static ROW_OF: LazyLock<Vec<Option<&PassRow>>> =
        LazyLock::new(|| (0..=u8::MAX).map(|byte| slot::of_byte(byte, ROWS)).collect());
    let at = |byte: u8| ROW_OF[usize::from(byte)];
    let walk = std::iter::successors(Some(byte), |byte| Some(byte.wrapping_mul(5).wrapping_add(1)));
    walk.take(if at(byte).is_some() { 256 } else { 0 }).filter_map(at)
}

/// The known bug that `step` may show on IR made of `operations`, where MLIR's major version `version` has it.
pub fn risks(step: &str, operations: &Operations, version: u32) -> Option<KnownBug> {
    let pairs = known(step);
    let drawn = |row: &&PassRow| row.shows.is_some() && row.passes().any(|pass| pairs.contains(&pass));
    ROWS.iter().filter(drawn).find_map(|row| row.risks(operations, version))
}

/// The known bugs that `step` may show by its options, where MLIR's major version `version` has them.
pub fn shown_by_options(step: &str, version: u32) -> Vec<KnownBug> {
    derive::shown_by_options(step, version)
}

/// The reason why `step` is not to be run by itself on IR of these `operations`, on MLIR's major version `version`. There is none where it may be: of a pass
/// that no table knows, too, which should not crash or leave invalid IR, whatever it makes of results. A known bug is none: what shows it is
/// drawn seldom.
pub fn unfit(step: &str, operations: &Operations, version: u32) -> Option<Unfit> {
    let known = known(step);
    let is_refused =
        |pass: &Pass| pass.hazards.iter().any(|hazard| matches!(hazard, Hazard::Unsound | Hazard::Target));
    let mut rows = ROWS.iter().filter(|row| row.passes().any(|pass| known.contains(&pass)));
    match () {
        () if reaches_out(step) => Some(Unfit::ReachesOut {}),
        () if known.is_empty() => None,
        () if !known.iter().any(|pass| pass.exists_in(version)) => Some(Unfit::Absent {}),
        () if known.iter().any(is_refused) => Some(Unfit::Unlike {}),
        () if rows.any(|row| !row.is_sound(operations))
            || !known.iter().all(|pass| is_sound(&pass.step(), operations, version)) =>
        {
            Some(Unfit::Unsound {})
        }
        () => None,
    }
}

/// True of a step that writes files, reads them, starts programs, or is there to print.
pub fn reaches_out(step: &str) -> bool {
    REACH_OUT
        .iter()
        .any(|pass| step.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == *pass))
}

/// The hazards that comparing results has to allow for after `step`, a single pass as [`super::pipeline::split`] gives
/// it. There is none when no table knows the pair, nor one from which it differs in options that are drawn.
pub fn hazards(step: &str) -> Option<&'static [Hazard]> {
    let pair = pairs_of(step).next().map(|pass| pass.hazards);
    pair.or_else(|| derive::derived(step).map(|derived| derived.hazards))
}

/// True if `step` may change results by design: a table says so of the pair, of every pair of the pass, or of an option that it has.
pub fn changes_results(step: &str) -> bool {
    let is_unsound = |pass: Pass| pass.hazards.contains(&Hazard::Unsound);
    let name = pipeline::pass_name(step);
    let mut of_pass = all().filter(|pass| pass.name == name).peekable();
    let whatever_options = of_pass.peek().is_some() && of_pass.all(is_unsound);
    whatever_options || pairs_of(step).any(is_unsound) || derive::changes_by_options(step)
}

/// The pairs that are this very step.
fn pairs_of(step: &str) -> impl Iterator<Item = Pass> {
    let name = pipeline::pass_name(step);
    all().filter(move |pass| pass.name == name && pass.step() == step)
}

/// The pairs whose facts hold for `step`: itself, or the ones that it is nearest to and differs from in options that are drawn.
fn known(step: &str) -> Vec<Pass> {
    let pairs = pairs_of(step).collect::<Vec<_>>();
    match pairs.is_empty() {
        true => derive::derived(step).map_or(pairs, |derived| derived.bases),
        false => pairs,
    }
}

/// This pass with other options that a table has, which make no difference to results.
pub fn with_other_options(step: &str) -> impl Iterator<Item = String> + use<> {
    let (name, step) = (pipeline::pass_name(step).to_owned(), step.to_owned());
    let others: BTreeSet<String> =
        all().filter(|pass| pass.name == name && pass.hazards.is_empty()).map(|pass| pass.step()).collect();
    others.into_iter().filter(move |other| *other != step)
}

/// The freedom of `step` with floats: where no table knows the pair, the most that the pass has with any options, and a
/// pass that none knows may do anything.
pub fn floats(step: &str) -> Floats {
    let of = |hazards: &[Hazard]| match () {
        () if hazards.contains(&Hazard::Float) => Floats::Changed,
        () if hazards.contains(&Hazard::Rounding) => Floats::Rounded,
        () => Floats::Kept,
    };
    hazards(step).map_or_else(
        || {
            let name = pipeline::pass_name(step);
            let of_name = all().filter(|pass| pass.name == name);
            of_name.map(|pass| of(pass.hazards)).max().unwrap_or(Floats::Changed)
        },
        of,
    )
}

/// Every pair that a table knows.
fn all() -> impl Iterator<Item = Pass> {
    let drawn = ROWS.iter().flat_map(PassRow::passes);
    let conversions = rules::RULES.iter().flat_map(|rule| rule.ways).copied();
    let tests = TEST_PASSES.iter().map(|row| row.pass);
    let refused = REFUSED.iter().copied().chain(conversions::undrawn());
    drawn.chain(conversions).chain(tests).chain(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;
    use crate::version::VERSIONS;
    use sha2::{Digest, Sha256};
    use std::collections::BTreeSet;

    fn draw(number: u16, setting: u8, operations: &Operations, version: u32) -> Option<Pass> {
        super::draw(number, setting, operations, version, |_| true, |_| CERTAIN)
    }

    fn ir(names: &[&str]) -> Operations {
        names.iter().map(|name| ((name.to_string(), TypeKind::Memref), 1)).collect()
    }

    #[test]
    fn pairs_and_slots_are_unique() {
        let mut steps = BTreeSet::new();
        for row in rows() {
            for pass in row.passes() {
                assert!(steps.insert(pass.step()), "{} twice", pass.step());
            }
            assert!(row.weight > 0, "{}", row.pass.step());
        }
        assert!(steps.len() >= 45, "{}", steps.len());
        assert_eq!(slot::conflict(rows()), None, "two rows of one slot: the newer one takes another");
    }

    #[test]
    fn zero_draws_nothing_and_a_slot_its_row() {
        let everything = ir(&["tosa.add", "affine.for", "scf.for"]);
        assert_eq!(draw(0, 0, &everything, 22), None);
        assert_eq!(draw(255, 0, &everything, 22), None);
        assert_eq!(draw(1, 0, &everything, 22).unwrap().name, "canonicalize");
    }

    /// Inputs of the first format have to draw what they drew when there was no other.
    #[test]
    fn bytes_draw_what_they_always_drew() {
        let mut digest = Sha256::new();
        let levels: [&[&str]; 4] = [
            &["tosa.add", "tosa.transpose"],
            &["linalg.generic", "tensor.pad", "func.call"],
            &["affine.for", "memref.alloc", "arith.addi", "scf.for", "scf.parallel"],
            &["llvm.add", "llvm.alloca", "cf.br"],
        ];
        for (level, version) in levels.iter().flat_map(|level| [19, 22, 24].map(|version| (level, version))) {
            let present = ir(level);
            let promise = |pass: &Pass| if pass.name.len().is_multiple_of(2) { CERTAIN } else { CERTAIN / 4 };
            for number in 0..256 {
                for setting in (0..80).step_by(7) {
                    let drawn = super::draw(number, setting, &present, version, |_| true, promise);
                    digest.update(drawn.map_or(String::new(), |pass| pass.step()));
                    digest.update([0]);
                }
            }
        }
        let digest = crate::observe::hexadecimal(&digest.finalize());
        assert_eq!(digest, "b8d2853876921fafbb07b1831b00744446cb4751afaf219c164ac9fc983cc546");
    }

    #[test]
    fn every_row_is_drawn_where_it_fits() {
        for row in rows() {
            let operations = ir(&row.on.iter().map(|on| on.trim_end_matches('*')).collect::<Vec<_>>());
            for pass in row.passes() {
                let mut versions = VERSIONS.iter().map(|version| version.major);
                let version = versions.find(|major| pass.exists_in(*major)).expect("a version has it");
                let drawn = (0..=255).filter_map(|setting| draw(row.slot, setting, &operations, version));
                assert!(drawn.into_iter().any(|drawn| drawn == pass), "{}", pass.step());
            }
        }
    }

    #[test]
    fn what_promises_little_is_drawn_less_and_in_every_setting() {
        let present = ir(&["affine.for", "memref.alloc", "arith.addi"]);
        let is_idle = |pass: &Pass| pass.name.starts_with("affine-loop-tile");
        let promise = |pass: &Pass| if is_idle(pass) { CERTAIN / 8 } else { CERTAIN };
        let settings = || (256..512u16).flat_map(|number| (0..40).map(move |setting| (number, setting)));
        let drawn = |promise: &dyn Fn(&Pass) -> u16| -> Vec<Pass> {
            let draws = settings().filter_map(|(number, setting)| {
                super::draw(number, setting, &present, 22, |_| true, promise)
            });
            draws.filter(is_idle).collect()
        };
        let (all, few) = (drawn(&|_| CERTAIN), drawn(&promise));
        assert!(5 * few.len() < 2 * all.len(), "{} of {}", few.len(), all.len());
        let steps = |passes: &[Pass]| passes.iter().map(Pass::step).collect::<BTreeSet<_>>();
        assert_eq!(steps(&few), steps(&all));
        // Without any promise the number decides.
        assert_eq!(steps(&drawn(&|_| 0)), steps(&all));
    }

    #[test]
    fn a_row_that_does_not_fit_hands_on() {
        let tile = rows().iter().find(|row| row.pass.name == "affine-loop-tile").unwrap();
        let drawn = draw(tile.slot, 0, &ir(&["scf.for"]), 22).unwrap();
        assert_ne!(drawn.name, "affine-loop-tile");
        let fits = rows().iter().find(|row| row.passes().any(|pass| pass == drawn)).unwrap();
        assert!(fits.fits(&ir(&["scf.for"]), 22));
    }

    #[test]
    fn rows_fit_every_operation_a_pass_was_seen_to_change() {
        for (name, operation) in [
            ("affine-loop-coalescing", "affine.for"),
            ("affine-loop-coalescing", "scf.for"),
            ("buffer-loop-hoisting", "memref.alloca"),
            ("generate-runtime-verification", "linalg.generic"),
            ("generate-runtime-verification", "tensor.extract"),
            ("inline", "llvm.call"),
            ("loop-invariant-subset-hoisting", "affine.for"),
        ] {
            let mut named = rows().iter().filter(|row| row.pass.name == name);
            assert!(named.all(|row| row.fits(&ir(&[operation]), 22)), "{name} on {operation}");
        }
    }

    #[test]
    fn what_shows_a_known_bug_is_drawn_seldom_where_the_bug_is_and_fully_elsewhere() {
        let tensors = ir(&["memref.load", "linalg.generic"]);
        let raise = rows().iter().find(|row| row.pass.name == "affine-raise-from-memref").expect("a row");
        let shows = raise.shows.expect("it shows a bug");
        let drawn = |operations: &Operations| {
            let pairs = (256..2256u16).flat_map(|number| [0, 7].map(|setting| (number, setting)));
            pairs.filter(|(number, setting)| raise.is_drawn(*number, *setting, operations, 22)).count()
        };
        assert_eq!(drawn(&ir(&["memref.load"])), 4000);
        assert!((700..1300).contains(&drawn(&tensors)), "{} of 4000", drawn(&tensors));
        assert!(!raise.fits(&tensors, 22) && raise.fits(&ir(&["memref.load"]), 22));
        assert!((0..256).all(|byte| !raise.is_drawn(byte, 0, &tensors, 22)), "bytes draw what they drew");
        let step = raise.pass.step();
        assert_eq!(risks(&step, &tensors, 22), Some(shows.bug));
        assert_eq!(risks(&step, &ir(&["memref.load"]), 22), None);
        // A version without a bug has no restriction.
        let mended = PassRow { shows: Some(ShownBug { bug: KnownBug::WrittenVariables, ..shows }), ..*raise };
        assert!((256..2256).all(|number| mended.is_drawn(number, 0, &tensors, 24)));
        assert!(mended.fits(&tensors, 24) && !mended.fits(&tensors, 22));
    }

    #[test]
    fn what_would_say_nothing_by_itself_is_unfit() {
        let fits = |step: &str, operations: &[&str]| unfit(step, &ir(operations), 22).is_none();
        assert!(fits("builtin.module(cse)", &["memref.dealloc"]));
        assert!(fits("builtin.module(convert-arith-to-llvm)", &["arith.addi"]));
        assert!(fits("builtin.module(no-such-pass)", &[]), "nothing is known of it");
        let branches = ["cf.assert", "linalg.generic"];
        let converts = ["cf", "openmp"].map(|dialect| format!("builtin.module(convert-{dialect}-to-llvm)"));
        for step in [&converts[0], &converts[1], "builtin.module(convert-to-llvm)"] {
            assert!(fits(step, &branches[..1]) && !fits(step, &branches), "{step}");
        }
        assert!(
            !fits(&converts[1], &["affine.for"]),
            "it converts arithmetic, whose results affine does not take"
        );
        for setting in ["", "{index-bitwidth=64}"] {
            let step = format!("builtin.module(convert-arith-to-llvm{setting})");
            let operations = ["arith.addi", "linalg.conv_2d_nhwc_hwcf"];
            assert!(
                fits(&step, &operations[..1]) && !fits(&step, &operations),
                "{step}: bodies have to say what names say"
            );
        }
        assert!(!fits("builtin.module(symbol-privatize)", &[]), "it is not sound");
        for writes in [
            "builtin.module(snapshot-op-locations{filename=x})",
            "builtin.module(composite-fixed-point-pass{pipeline=any(cse,view-op-graph)})",
        ] {
            assert!(!fits(writes, &[]), "{writes}");
        }
        let promote = "builtin.module(func.func(promote-buffers-to-stack))";
        assert!(fits(promote, &["memref.alloc"]) && !fits(promote, &["memref.alloc", "memref.dealloc"]));
        // A step that shows a known bug is run: it is drawn seldom, and its finding is known.
        let raise = "builtin.module(func.func(affine-raise-from-memref))";
        assert!(fits(raise, &["memref.load", "linalg.generic"]));
        let later = "builtin.module(arith-int-range-narrowing{int-bitwidths-supported=1})";
        assert!(unfit(later, &ir(&["arith.addi"]), 19).is_some());
    }

    #[test]
    fn stack_promotion_stays_behind_deallocation() {
        let promote = rows().iter().find(|row| row.pass.name == "promote-buffers-to-stack").unwrap();
        assert!(promote.fits(&ir(&["memref.alloc"]), 22));
        assert!(!promote.fits(&ir(&["memref.alloc", "memref.dealloc"]), 22));
        for byte in 0..=255 {
            let drawn = draw(byte, 0, &ir(&["memref.alloc", "memref.dealloc"]), 22);
            assert!(drawn.is_none_or(|pass| pass.name != "promote-buffers-to-stack"));
        }
    }

    #[test]
    fn versions_keep_their_own_names() {
        for byte in 0..=255 {
            for version in VERSIONS.iter().map(|version| version.major) {
                for setting in 0..8 {
                    let present = ir(&["affine.for", "arith.addi", "tosa.transpose"]);
                    let drawn = draw(byte, setting, &present, version);
                    assert!(drawn.is_none_or(|pass| pass.exists_in(version)), "{byte} {version}");
                }
            }
        }
    }

    #[test]
    fn hazards_belong_to_pairs() {
        let of = |step| hazards(step);
        assert_eq!(of("builtin.module(func.func(affine-parallelize))"), Some(&[][..]));
        assert_eq!(
            of("builtin.module(func.func(affine-parallelize{parallel-reductions=true}))"),
            Some(&[Hazard::Float][..])
        );
        assert_eq!(of("builtin.module(convert-math-to-libm)"), Some(&[Hazard::Rounding][..]));
        assert_eq!(of("builtin.module(symbol-privatize)"), Some(&[Hazard::Unsound][..]));
        assert_eq!(of("builtin.module(no-such-pass)"), None);
    }

    #[test]
    fn results_change_by_design_where_a_table_says_so() {
        for step in [
            "builtin.module(convert-index-to-llvm{index-bitwidth=32})",
            "builtin.module(func.func(tosa-narrow-i64-to-i32))",
            "builtin.module(symbol-privatize)",
            "builtin.module(buffer-results-to-out-params{hoist-static-allocs=true})",
        ] {
            assert!(changes_results(step), "{step}");
        }
        for step in [
            "builtin.module(convert-index-to-llvm{index-bitwidth=64})",
            "builtin.module(convert-index-to-llvm)",
            "builtin.module(canonicalize)",
            "builtin.module(no-such-pass{index-width=32})",
        ] {
            assert!(!changes_results(step), "{step}");
        }
    }

    #[test]
    fn nothing_unsound_is_ever_drawn() {
        let drawn = rows().iter().flat_map(PassRow::passes);
        for pass in drawn.chain(rules::RULES.iter().flat_map(|rule| rule.ways).copied()) {
            assert!(!pass.hazards.contains(&Hazard::Unsound), "{}", pass.step());
            assert!(!pass.hazards.contains(&Hazard::Target), "{}", pass.step());
        }
        assert!(!REFUSED.is_empty());
    }
}
