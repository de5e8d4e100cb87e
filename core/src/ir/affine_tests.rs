use super::*;
use crate::ir::{Attribute, parse_attribute};

fn map(text: &str) -> Map {
    match parse_attribute(&format!("affine_map<{text}>")) {
        Attribute::Map(map) => map,
        other => panic!("{other} is no map"),
    }
}

fn set(text: &str) -> IntegerSet {
    match parse_attribute(&format!("affine_set<{text}>")) {
        Attribute::Set(set) => set,
        other => panic!("{other} is no set"),
    }
}

#[test]
fn expressions_have_the_values_computed_by_hand() {
    let value = |expression: &str, d0: i64, s0: i64| {
        map(&format!("(d0)[s0] -> ({expression})")).evaluate(&[d0], &[s0]).map(|results| results[0])
    };
    for (expression, d0, s0, expected) in [
        ("d0 + s0 * 2 - 1", 3, 4, Some(10)),
        ("-d0 - s0", 3, -4, Some(1)),
        ("d0 - (s0 - 2)", 1, 5, Some(-2)),
        ("d0 mod 4", 7, 0, Some(3)),
        ("d0 mod 4", -7, 0, Some(1)),
        ("d0 mod 4", -8, 0, Some(0)),
        ("d0 floordiv 4", 7, 0, Some(1)),
        ("d0 floordiv 4", -7, 0, Some(-2)),
        ("d0 floordiv 4", -8, 0, Some(-2)),
        ("d0 ceildiv 4", 7, 0, Some(2)),
        ("d0 ceildiv 4", 8, 0, Some(2)),
        ("d0 ceildiv 4", -7, 0, Some(-1)),
        ("d0 ceildiv 4", -1, 0, Some(0)),
        ("d0 ceildiv s0", i64::MAX, 1, Some(i64::MAX)),
        ("d0 ceildiv s0", i64::MIN, 1, Some(i64::MIN)),
        ("d0 mod s0", 5, 0, None),
        ("d0 mod s0", 5, -2, None),
        ("d0 floordiv s0", 5, -1, None),
        ("d0 ceildiv s0", 5, 0, None),
        ("d0 + s0", i64::MAX, 1, None),
        ("d0 * s0", i64::MIN, -1, None),
        ("d0 * -1", i64::MIN, 0, None),
    ] {
        assert_eq!(value(expression, d0, s0), expected, "{expression} of {d0} and {s0}");
    }
    assert_eq!(map("(d0, d1) -> (d0 + d1)").evaluate(&[1], &[]), None);
    let difference = map("(d0, d1) -> (d0 - d1)");
    assert_eq!(difference.evaluate(&[i64::MIN + 3, i64::MIN], &[]), None, "-d1 does not fit");
    assert!(difference.fits_in_the_end(&[i64::MIN + 3, i64::MIN], &[]));
    assert!(!difference.fits_in_the_end(&[3, i64::MIN], &[]));
}

#[test]
fn sets_hold_where_all_constraints_do() {
    let triangle = set("(d0, d1)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0, d1 - d0 == 0)");
    assert_eq!(triangle.holds(&[2, 2], &[3]), Some(true));
    assert_eq!(triangle.holds(&[3, 3], &[3]), Some(false));
    assert_eq!(triangle.holds(&[2, 1], &[3]), Some(false));
    assert_eq!(triangle.holds(&[-1, -1], &[3]), Some(false));
    assert_eq!(set("(d0) : (d0 mod 2 == 0)").holds(&[-4], &[]), Some(true));
    assert_eq!(set("(d0)[s0] : (d0 - 5 >= 0, d0 mod s0 == 0)").holds(&[1], &[0]), None);
}

#[test]
fn permutations_are_told() {
    let rotation = map("(a, b, c) -> (b, c, a)");
    assert!(rotation.is_permutation() && !rotation.is_identity());
    assert_eq!(rotation.permutation(), Some(vec![1, 2, 0]));

    assert_eq!(Map::identity(2), map("(a, b) -> (a, b)"));
    assert!(Map::identity(0).is_identity() && Map::identity(3).is_permutation());
    assert!(!map("(a)[s] -> (a)").is_identity());

    let projected = map("(a, b, c) -> (c, a)");
    assert!(projected.is_projected_permutation(false) && !projected.is_permutation());
    assert!(map("(a, b) -> (b, 0)").is_projected_permutation(true));
    assert!(!map("(a, b) -> (b, 0)").is_projected_permutation(false));
    assert!(!map("(a, b) -> (b, b)").is_projected_permutation(false));
    assert!(!map("(a) -> (a + 1)").is_projected_permutation(false));
    assert_eq!(map("(a, b) -> (b, a + b)").permutation(), None);
}
