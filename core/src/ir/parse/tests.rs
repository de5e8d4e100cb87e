use super::*;
use crate::ir::*;
use std::rc::Rc;

#[test]
fn integers_take_their_width() {
    let int = |text: &str| parse_attribute(text).int();
    assert_eq!(int("-5 : i32"), Some(-5));
    assert_eq!(int("5 : index"), Some(5));
    assert_eq!(int("5"), Some(5));
    assert_eq!(int("true"), Some(1));
    assert_eq!(int("255 : i8"), Some(-1));
    assert_eq!(int("255 : ui8"), Some(255));
    assert_eq!(int("0xFF : i8"), Some(-1));
    assert_eq!(int("256 : i8"), None);
    assert_eq!(int("-1 : ui8"), None);
    assert_eq!(int("-1 : i1"), Some(1));
    assert_eq!(int("-1 : si1"), Some(-1));
    assert_eq!(int("-170141183460469231731687303715884105728 : i128"), Some(i128::MIN));
    assert_eq!(int("340282366920938463463374607431768211455 : i128"), Some(-1));
    assert_eq!(int("340282366920938463463374607431768211455 : ui128"), None);
}
