//! The index dialect (MLIR's "'index' Dialect"), whose numbers have 64 bits on every target that lowdiff runs on.
//!
//! Sums and products wrap. Division by zero, or a signed quotient that overflows, is undefined, and a shift by the width or more is
//! poison ("index.divs", "index.shl").

use super::arith::{down, resize, up};
use super::llvm::arithmetic::{DIVISION_BY_ZERO, REMAINDER_BY_ZERO};
use super::llvm::{arithmetic, bits, cast, compare, constant};
use super::{Row, row};
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::grow::families;
use crate::ir::{Attribute, Type};
use crate::observe::{Form, Lack, MissingPart};

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[
    row("index.constant", |site| constant::value(site, "value")),
    row("index.bool.constant", |site| constant::value(site, "value")),
    row("index.sizeof", |site| {
        let out = site.result()?.slot.start;
        Ok(Box::new(move |machine| {
            machine.set(out, Lane::of(64));
            Ok(Next::On)
        }))
    }),
    row("index.add", arithmetic::add).grown(families::integer_binary),
    row("index.sub", arithmetic::subtract).grown(families::integer_binary),
    row("index.mul", arithmetic::multiply).grown(families::integer_binary),
    row("index.divs", |site| arithmetic::signed_division(site, DIVISION_BY_ZERO, |x, y| Some(x / y)))
        .grown(families::division),
    row("index.divu", |site| arithmetic::unsigned_division(site, DIVISION_BY_ZERO, |x, y| Some(x / y)))
        .grown(families::division),
    row("index.ceildivs", |site| arithmetic::signed_division(site, DIVISION_BY_ZERO, |x, y| Some(up(x, y))))
        .grown(families::division),
    row("index.ceildivu", |site| {
        arithmetic::unsigned_division(site, DIVISION_BY_ZERO, |x, y| Some(x.div_ceil(y)))
    })
    .grown(families::division),
    row("index.floordivs", |site| {
        arithmetic::signed_division(site, DIVISION_BY_ZERO, |x, y| Some(down(x, y)))
    })
    .grown(families::division),
    row("index.rems", arithmetic::signed_remainder).grown(families::division),
    row("index.remu", |site| arithmetic::unsigned_division(site, REMAINDER_BY_ZERO, |x, y| Some(x % y)))
        .grown(families::division),
    row("index.maxs", |site| arithmetic::choose(site, true, |x, y| x > y)).grown(families::integer_binary),
    row("index.mins", |site| arithmetic::choose(site, true, |x, y| x < y)).grown(families::integer_binary),
    row("index.maxu", |site| arithmetic::choose(site, false, |x, y| x > y)).grown(families::integer_binary),
    row("index.minu", |site| arithmetic::choose(site, false, |x, y| x < y)).grown(families::integer_binary),
    row("index.shl", bits::shift_left).grown(families::shift),
    row("index.shrs", bits::shift_right_signed).grown(families::shift),
    row("index.shru", bits::shift_right_unsigned).grown(families::shift),
    row("index.and", bits::and).grown(families::integer_binary),
    row("index.or", bits::or).grown(families::integer_binary),
    row("index.xor", bits::exclusive_or).grown(families::integer_binary),
    row("index.casts", |site| resize(site, cast::extend_signed)).grown(families::index_cast),
    row("index.castu", |site| resize(site, cast::extend_unsigned)).grown(families::index_cast),
    row("index.cmp", compare).grown(|growth| {
        families::compare(
            growth,
            |ty| *ty == Type::Index,
            PREDICATES.len(),
            |at| ("pred", Attribute::Other(format!("#index<cmp_predicate {}>", PREDICATES[at]).into())),
        )
    }),
];

/// Predicates of `index.cmp` in the order of LLVM's numbers.
const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

fn compare(site: &Site<'_>) -> Result<Action, Lack> {
    let said =
        site.attribute("pred").ok_or_else(|| site.without(MissingPart::Attribute("pred".to_owned())))?;
    let number = PREDICATES.iter().position(|word| said.says(word));
    let number = number.ok_or_else(|| site.lacks(Form::value("pred", said)))?;
    compare::compare_integers(site, number as i128)
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    fn program(operation: &str, values: [i64; 2], result: &str) -> String {
        let [a, b] = values;
        format!(
            "%0 = \"index.constant\"() <{{value = {a} : index}}> : () -> index
%1 = \"index.constant\"() <{{value = {b} : index}}> : () -> index
%2 = {operation} : (index, index) -> {result}
\"func.return\"(%2) : ({result}) -> ()"
        )
    }

    fn two(name: &str, a: i64, b: i64) -> Option<i64> {
        bits("index", &program(&format!("\"index.{name}\"(%0, %1)"), [a, b], "index"))[0]
            .map(|bits| bits as i64)
    }

    #[test]
    fn numbers_have_64_bits() {
        let all = |names: &[&str], a, b| names.iter().map(|name| two(name, a, b)).collect::<Vec<_>>();
        let arithmetic = ["add", "sub", "mul", "and", "or", "xor"];
        assert_eq!(
            all(&arithmetic, i64::MAX, 2),
            [i64::MIN + 1, i64::MAX - 2, -2, 2, i64::MAX, i64::MAX - 2].map(Some)
        );
        let quotients = ["divs", "ceildivs", "floordivs", "rems"];
        assert_eq!(all(&quotients, -7, 2), [-3, -3, -4, -1].map(Some));
        assert_eq!(all(&["divu", "ceildivu", "remu"], -1, 2), [i64::MAX, i64::MIN, 1].map(Some));
        assert_eq!(all(&["maxs", "mins", "maxu", "minu"], -1, 1), [1, -1, -1, 1].map(Some));
        assert_eq!(all(&["shl", "shrs", "shru"], -4, 1), [-8, -2, i64::MAX - 1].map(Some));
        assert_eq!(all(&["shl", "shrs", "shru"], -4, 64), [None; 3]);
    }

    #[test]
    fn divisions_without_a_result_are_undefined() {
        for name in ["divs", "ceildivs", "floordivs", "rems", "divu", "ceildivu", "remu"] {
            let by = |a, b| {
                stopped("index", &program(&format!("\"index.{name}\"(%0, %1)"), [a, b], "index"))
                    .map(|(kind, _)| kind)
            };
            assert_eq!(by(1, 0), Some(StopKind::Division), "{name}");
            // The documentation of the remainder names a divisor of zero alone.
            let overflow = match name {
                "rems" => Some(StopKind::Open),
                _ => name.ends_with('s').then_some(StopKind::Division),
            };
            assert_eq!(by(i64::MIN, -1), overflow, "{name}");
        }
    }

    #[test]
    fn comparisons_know_signs() {
        let holds = |predicate: &str, a, b| {
            let operation = format!("\"index.cmp\"(%0, %1) <{{pred = #index<cmp_predicate {predicate}>}}>");
            bits("i1", &program(&operation, [a, b], "i1"))[0] == Some(1)
        };
        let all = super::PREDICATES.map(|predicate| holds(predicate, -1, 1));
        assert_eq!(all, [false, true, true, true, false, false, false, false, true, true]);
        assert!(
            super::PREDICATES.map(|predicate| holds(predicate, 3, 3))
                == [true, false, false, true, false, true, false, true, false, true]
        );
    }

    #[test]
    fn casts_extend_and_cut_off() {
        let cast = |name: &str, from: &str, to: &str, value: i64| {
            let text = format!(
                "%0 = \"arith.constant\"() <{{value = {value} : {from}}}> : () -> {from}
%1 = \"index.{name}\"(%0) : ({from}) -> {to}
\"func.return\"(%1) : ({to}) -> ()"
            );
            bits(to, &text)[0]
        };
        assert_eq!(cast("casts", "i8", "index", -1), Some(u64::MAX.into()));
        assert_eq!(cast("castu", "i8", "index", -1), Some(0xff));
        assert_eq!(cast("casts", "index", "i8", 0x1234), Some(0x34));
        assert_eq!(cast("castu", "index", "i96", -1), Some(u64::MAX.into()));
        let size = "%0 = \"index.sizeof\"() : () -> index\n\"func.return\"(%0) : (index) -> ()";
        assert_eq!(bits("index", size), [Some(64)]);
        let truth =
            "%0 = \"index.bool.constant\"() <{value = true}> : () -> i1\n\"func.return\"(%0) : (i1) -> ()";
        assert_eq!(bits("i1", truth), [Some(1)]);
    }
}
