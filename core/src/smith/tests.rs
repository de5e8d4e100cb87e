//! Every shipped smith makes programs that are defined and that use what it is made of.

use super::*;
use crate::eval::{Layouts, RunBounds, World, run};
use crate::observe::OpenChoice;
use crate::{ir, op};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Programs of each smith.
const PROGRAMS: u64 = 60;

fn forged(smith: &Smith, version: u32, seed: u64) -> Forged {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut header, mut records) = ([0; 32], vec![[0; RECORD]; 64]);
    random.fill_bytes(&mut header);
    records.iter_mut().for_each(|record| random.fill_bytes(record));
    forge(smith, version, ProgramBytes { header: &header, records: &records })
}

#[test]
fn programs_are_defined_and_come_with_what_they_show() {
    for (number, (name, _)) in SHIPPED.iter().enumerate() {
        let smith = shipped(number);
        let (mut operations, mut left_out, mut runs) = (0, 0, 0);
        for seed in 0..PROGRAMS {
            let program = forged(smith, 22, seed);
            let module = ir::module(&program.text).unwrap_or_else(|why| panic!("{name} {seed}: {why}"));
            for world in [OpenChoice::Address, OpenChoice::Order].into_iter().flat_map(World::differing) {
                let bounds = RunBounds { memory: 1 << 26, fuel: 1 << 20, world };
                let again = run(&module, "main", &Layouts::default(), op::rule, bounds);
                assert_eq!(
                    (again.stopped, again.unknown, again.open),
                    (None, vec![], vec![]),
                    "{name} {seed}"
                );
                assert_eq!(again.outputs, program.outputs, "{name} {seed}: {world:?}");
                assert_eq!(again.rounded_once, None, "{name} {seed}");
            }
            assert!(!program.outputs.is_empty(), "{name} {seed} shows nothing");
            operations += program.operations;
            left_out += program.left_out;
            runs += program.runs;
        }
        let programs = PROGRAMS as usize;
        assert!(operations > 8 * programs, "{name}: {operations} operations in {programs} programs");
        assert!(left_out < 3 * programs, "{name}: {left_out} records are left out, in {runs} runs");
    }
}

/// The operations of a smith that are in none of so many programs.
fn never_placed(smith: &Smith, programs: u64) -> BTreeSet<&'static str> {
    let mut wanted: BTreeSet<&str> = smith.plan(22).parts.iter().map(|part| part.name).collect();
    for seed in 0..programs {
        if wanted.is_empty() {
            break;
        }
        let program = forged(smith, 22, seed);
        wanted.retain(|operation| !program.placed.contains_key(operation));
    }
    wanted
}

#[test]
fn every_operation_of_a_smith_is_placed() {
    for (number, (name, _)) in SHIPPED.iter().enumerate() {
        assert_eq!(never_placed(shipped(number), 4000), BTreeSet::new(), "{name}");
    }
}

#[test]
fn an_operation_that_finds_no_place_is_seen() {
    // Without regions within regions no loop has room.
    let text = "dialects = [\"arith\", \"scf\"]\ndepth = 0\n[weights]\narith = 0\n\"arith.addi\" = 1\n";
    let smith = Smith::parse(text).expect("a smith");
    let never = never_placed(&smith, 100);
    assert!(never.contains("scf.for") && !never.contains("arith.addi"), "{never:?}");
}

/// An operation is placed as often as its share says, within this factor; those that need more than others find less of it.
const FACTOR: f64 = 3.0;

/// Operations of 100 that need values, memory or regions that are seldom there.
const RARE: usize = 25;

#[test]
fn operations_are_placed_about_as_often_as_their_shares_say() {
    for (number, (name, _)) in SHIPPED.iter().enumerate() {
        let smith = Smith { swarm: false, ..shipped(number).clone() };
        let parts = smith.plan(22).parts;
        let mut placed: BTreeMap<&str, usize> = BTreeMap::new();
        for seed in 0..400 {
            for (operation, count) in forged(&smith, 22, seed).placed {
                *placed.entry(operation).or_default() += count;
            }
        }
        let shares: usize = parts.iter().map(|part| usize::from(part.weight)).sum();
        let all: usize = placed.values().sum();
        let is_off = |part: &&crate::grow::Part| {
            let wanted = f64::from(part.weight) * all as f64 / shares as f64;
            let found = placed.get(part.name).copied().unwrap_or(0) as f64;
            // Operations that are seldom drawn say little.
            wanted >= 20.0 && !(1.0 / FACTOR..=FACTOR).contains(&(found / wanted))
        };
        let off: Vec<&str> = parts.iter().filter(is_off).map(|part| part.name).collect();
        assert!(off.len() * 100 <= RARE * parts.len(), "{name}: {off:?} of {} operations", parts.len());
    }
}

#[test]
fn equal_bytes_make_equal_programs_and_others_make_others() {
    let programs: Vec<String> = (0..40).map(|seed| forged(shipped(2), 22, seed).text).collect();
    let again: Vec<String> = (0..40).map(|seed| forged(shipped(2), 22, seed).text).collect();
    assert_eq!(programs, again);
    assert_eq!(programs.iter().collect::<BTreeSet<_>>().len(), 40);
}

#[test]
fn a_text_that_is_no_smith_is_refused_in_one_sentence() {
    let refused = |text: &str| Smith::parse(text).expect_err(text).to_string();
    let bad = "dialects = [\"arith\"]\n";
    assert!(
        refused("dialect = [\"arith\"]\n")
            .starts_with("line 1: no key is named 'dialect'; the keys are attributes, ")
    );
    assert!(
        refused("dialects = [\"gpu\"]\n").starts_with("line 1: dialects: no operation of 'gpu' is generated")
    );
    assert!(
        refused(&format!("{bad}[weights]\n\"arith.frob\" = 1\n"))
            .starts_with("line 3: weights: 'arith.frob' is neither")
    );
    assert_eq!(
        refused(&format!("{bad}integers = [65]\n")),
        "line 2: integers takes a list of widths from 1 to 64 bits, one at least"
    );
    for (value, line) in
        [("operations = [1, 2, 3]", 2), ("edges = -1", 2), ("edges = 256", 2), ("\nnested = 1.5", 3)]
    {
        assert!(refused(&format!("{bad}{value}\n")).starts_with(&format!("line {line}: ")), "{value}");
    }
    assert!(refused(&format!("bad = 1\n{bad}worse = 2\n")).contains("'bad'"));
    assert_eq!(refused(&format!("{bad}[weights]\narith = 0\n")), PlanError::Nothing.to_string());
    assert_eq!(refused("dialects = 3"), "line 1: dialects takes a list of names");
    for text in ["dialects = [", "\u{0}"] {
        assert!(!refused(text).contains('\n'));
    }
}

#[test]
fn operations_have_attributes_that_nobody_knows_as_often_as_said() {
    let text = "dialects = [\"arith\", \"scf\"]\nattributes = ";
    let count = |share: u8| {
        let smith = Smith::parse(&format!("{text}{share}\n")).expect("a smith");
        let text = forged(&smith, 22, 3).text;
        (text.matches("note = ").count(), text.lines().filter(|line| line.contains(" = \"")).count())
    };
    let ((none, _), (half, all)) = (count(0), count(50));
    assert!(none == 0 && half * 4 > all && half < all, "{none}, and {half} of {all}");
    assert!(count(100).0 >= count(100).1);
}

#[test]
fn shares_decide_how_often_an_operation_is_placed() {
    let text = "dialects = [\"arith\"]\nswarm = false\nshapes = [\"scalar\"]\n[weights]\n";
    let count = |share: u8| {
        let smith = Smith::parse(&format!("{text}\"arith.muli\" = {share}\n")).expect("a smith");
        (0..200).filter(|seed| forged(&smith, 22, *seed).placed.contains_key("arith.muli")).count()
    };
    let (none, few, many) = (count(0), count(2), count(60));
    assert_eq!(none, 0);
    assert!(0 < few && 2 * few < many, "{few} of 200 programs with a share of 2, {many} with one of 60");
}

#[test]
fn constants_are_of_llvm_where_their_types_are() {
    let text = "dialects = [\"arith\"]\nllvm = true\nshapes = [\"scalar\", \"vector\", \"tensor\"]\n";
    let smith = Smith::parse(text).expect("a smith");
    let mut of_llvm = 0;
    for seed in 0..60 {
        for line in forged(&smith, 22, seed).text.lines().filter(|line| line.contains("\"llvm.")) {
            let made = line.rsplit("-> ").next().unwrap_or_default();
            let is_flat = made.strip_prefix("vector<").is_none_or(|rest| rest.matches('x').count() == 1);
            assert!(!line.contains("tensor<") && !made.contains("index") && is_flat, "{line}");
            of_llvm += 1;
        }
    }
    assert!(of_llvm > 60, "{of_llvm}");
}

#[test]
fn a_dialect_of_tests_is_placed_among_others() {
    let smith = Smith::parse("dialects = [\"toy\", \"arith\"]\nswarm = false\n").expect("a smith");
    let placed: BTreeSet<&str> =
        (0..40).flat_map(|seed| forged(&smith, 22, seed).placed.into_keys()).collect();
    let own: Vec<&str> = placed.into_iter().filter(|name| name.starts_with("toy.")).collect();
    assert_eq!(own, ["toy.distance", "toy.mean", "toy.repeat"]);
}

#[test]
fn functions_call_themselves_and_symbols_are_named_as_passes_name_theirs() {
    let text = "dialects = [\"arith\", \"func\"]\nswarm = false\nnames = ";
    let count = |share: u8| {
        let smith = Smith::parse(&format!("{text}{share}\n[weights]\nfunc = 60\n")).expect("a smith");
        let (mut again, mut taken) = (0, 0);
        for seed in 0..100 {
            let module = ir::module(&forged(&smith, 22, seed).text).expect("a module");
            let names: Vec<&str> = module.operations.iter().filter_map(|one| one.text("sym_name")).collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{seed}: {names:?}");
            taken += names.iter().filter(|name| name.starts_with("__constant_") || **name == "a b").count();
            for function in &module.operations {
                function.walk(&mut |inner| {
                    let own = inner.name == "func.call" && inner.text("callee") == function.text("sym_name");
                    again += usize::from(own);
                });
            }
        }
        (again, taken)
    };
    let ((again, none), (_, some)) = (count(0), count(60));
    assert!(again > 10 && none == 0 && some > 10, "{again} calls of the function around, {none} and {some}");
}

#[test]
fn vectors_have_as_many_dimensions_as_said() {
    let text = "dialects = [\"arith\"]\nshapes = [\"vector\"]\ndimensions = ";
    let most = |dimensions: usize| {
        let smith = Smith::parse(&format!("{text}{dimensions}\n")).expect("a smith");
        let ranks = (0..40).flat_map(|seed| {
            let text = forged(&smith, 22, seed).text;
            let shapes = text.split("vector<").skip(1).map(|rest| rest.split('>').next().unwrap_or(""));
            shapes.map(|shape| shape.replace("index", "").matches('x').count()).collect::<Vec<_>>()
        });
        ranks.max()
    };
    assert_eq!([most(1), most(2), most(3)], [Some(1), Some(2), Some(3)]);
}

/// The operations of a block, and of all blocks within it.
fn blocks(operation: &ir::Operation) -> Vec<&ir::Block> {
    let own = operation.regions.iter().flatten();
    own.flat_map(|block| std::iter::once(block).chain(block.operations.iter().flat_map(blocks))).collect()
}

/// True if an operation has one of that name within it that takes this value.
fn takes(operation: &ir::Operation, name: &str, value: ir::Value) -> bool {
    let mut found = false;
    operation.walk(&mut |inner| found |= inner.name == name && inner.operands.contains(&value));
    found
}

#[test]
fn nests_follow_each_other_over_one_buffer_in_blocks_without_other_loops() {
    let is_fusable = |block: &&ir::Block| {
        let loops: Vec<_> = block.operations.iter().filter(|one| !one.regions.is_empty()).collect();
        let stores = |first: &ir::Operation| {
            let mut stored = Vec::new();
            first.walk(&mut |inner| {
                stored.extend(inner.operands.get(1).filter(|_| inner.name == "affine.store"))
            });
            stored
        };
        loops.iter().all(|one| one.name == "affine.for")
            && loops
                .windows(2)
                .any(|pair| stores(pair[0]).into_iter().any(|memory| takes(pair[1], "affine.load", memory)))
    };
    let smith = shipped(named("affine").expect("it is shipped"));
    let programs = (0..100).filter(|seed| {
        let module = ir::module(&forged(smith, 22, *seed).text).expect("a module");
        module.operations.iter().flat_map(blocks).any(|block| is_fusable(&block))
    });
    let count = programs.count();
    assert!(count >= 5, "{count} of 100");
}

#[test]
fn branches_go_by_the_condition_of_the_loop_around() {
    let smith = shipped(named("scf").expect("it is shipped"));
    let own = |block: &&ir::Block| {
        let end = block.operations.last().filter(|end| end.name == "scf.condition");
        end.is_some_and(|end| block.operations.iter().any(|one| takes(one, "scf.if", end.operands[0])))
    };
    let programs = (0..100).filter(|seed| {
        let module = ir::module(&forged(smith, 22, *seed).text).expect("a module");
        module.operations.iter().flat_map(blocks).any(|block| own(&block))
    });
    let count = programs.count();
    assert!(count >= 3, "{count} of 100");
}
