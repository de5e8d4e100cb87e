//! The keys of a smith, and the values that each takes.

use super::plan::PlanError;
use super::table;
use crate::observe::dialect;
use std::ops::RangeInclusive;
use toml::de::{DeTable, DeValue};

/// The float types that programs have.
pub(super) const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];

/// A key.
struct Key {
    name: &'static str,
    /// The values that it takes, in words.
    takes: &'static str,
    fits: fn(&DeValue<'_>) -> bool,
    names: Option<KeyNames>,
    /// Names within a value whose share is out of its range, with the place of the share.
    shares: Option<Named>,
}

/// Names within a value, each with a place.
type Named = for<'v> fn(&'v DeValue<'_>) -> Vec<(usize, &'v str)>;

/// The names within a value of a key.
struct KeyNames {
    /// Each name, with the place at which it stands.
    all: Named,
    is_known: fn(&str) -> bool,
    /// Said of one that is not known, on a line.
    wrong: fn(usize, String) -> PlanError,
}

const fn key(name: &'static str, takes: &'static str, fits: fn(&DeValue<'_>) -> bool) -> Key {
    Key { name, takes, fits, names: None, shares: None }
}

impl Key {
    const fn naming(self, names: KeyNames) -> Key {
        Key { names: Some(names), ..self }
    }

    const fn sharing(self, shares: Named) -> Key {
        Key { shares: Some(shares), ..self }
    }
}

const SHARE: &str = "a share from 0 to 100";
const FLAG: &str = "true or false";

/// All keys, by name.
const KEYS: &[Key] = &[
    key("attributes", SHARE, is_share),
    key("body", "a number from 0 to 16", |value| is_within(value, 0..=16)),
    key("depth", "a number from 0 to 6", |value| is_within(value, 0..=6)),
    key("dialects", "a list of names", |value| texts(value).is_some()).naming(KeyNames {
        all: |value| {
            let all = value.as_array().into_iter().flatten();
            all.map(|name| (name.span().start, name.as_ref().as_str().unwrap_or_default())).collect()
        },
        is_known: |name| table::rows().any(|row| dialect(row.name) == name),
        wrong: PlanError::Dialect,
    }),
    key("dimensions", "a number from 1 to 3", |value| is_within(value, 1..=3)),
    key("dynamic", SHARE, is_share),
    key("edges", SHARE, is_share),
    key("elements", "a number from 1 to 256", |value| is_within(value, 1..=256)),
    key("extent", "a number from 1 to 16", |value| is_within(value, 1..=16)),
    key("floats", "a list of f16, bf16, f32 and f64", |value| are_among(value, &FLOATS)),
    key("index", FLAG, |value| value.is_bool()),
    key("integers", "a list of widths from 1 to 64 bits, one at least", |value| {
        numbers(value).is_some_and(|all| !all.is_empty() && all.iter().all(|width| (1..=64).contains(width)))
    }),
    key("llvm", FLAG, |value| value.is_bool()),
    key("names", SHARE, is_share),
    key("nested", "a number from 0 to 64", |value| is_within(value, 0..=64)),
    key(
        "operations",
        "two numbers from 1 to 64, the smaller one first",
        |value| matches!(numbers(value).as_deref(), Some([least, most]) if 1 <= *least && least <= most && *most <= 64),
    ),
    key("shapes", "a list of scalar, vector and tensor, one at least", |value| {
        are_among(value, &["scalar", "vector", "tensor"]) && texts(value).is_some_and(|all| !all.is_empty())
    }),
    key("swarm", FLAG, |value| value.is_bool()),
    key("weights", "a table of names and shares", |value| value.is_table())
        .naming(KeyNames {
            all: |value| {
                let all = value.as_table().into_iter().flat_map(|all| all.keys());
                all.map(|name| (name.span().start, &**name.as_ref())).collect()
            },
            is_known: |name| table::rows().any(|row| row.name == name || dialect(row.name) == name),
            wrong: PlanError::Weight,
        })
        .sharing(|value| {
            let all = value.as_table().into_iter().flatten();
            let wrong = all.filter(|(_, share)| !is_within(share.as_ref(), 0..=255));
            wrong.map(|(name, share)| (share.span().start, &**name.as_ref())).collect()
        }),
];

fn number(value: &DeValue<'_>) -> Option<i64> {
    let digits = value.as_integer()?;
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}

fn is_within(value: &DeValue<'_>, range: RangeInclusive<i64>) -> bool {
    number(value).is_some_and(|number| range.contains(&number))
}

fn is_share(value: &DeValue<'_>) -> bool {
    is_within(value, 0..=100)
}

fn numbers(value: &DeValue<'_>) -> Option<Vec<i64>> {
    value.as_array()?.iter().map(|one| number(one.as_ref())).collect()
}

fn texts<'v>(value: &'v DeValue<'_>) -> Option<Vec<&'v str>> {
    value.as_array()?.iter().map(|one| one.as_ref().as_str()).collect()
}

fn are_among(value: &DeValue<'_>, known: &[&str]) -> bool {
    texts(value).is_some_and(|all| all.iter().all(|name| known.contains(name)))
}

/// Checks each key of a text and its value; the first that is wrong is told.
///
/// # Errors
/// The text is no TOML, or has a key that no smith has, or a value that its key does not take.
pub(super) fn check(text: &str) -> Result<(), PlanError> {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        PlanError::Toml(line(error.span().map_or(0, |span| span.start)), message)
    })?;
    let mut wrong: Vec<(usize, PlanError)> = Vec::new();
    for (name, value) in table.as_ref() {
        let at = name.span().start;
        let Some(key) = KEYS.iter().find(|key| key.name == name.as_ref()) else {
            let all = KEYS.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
            wrong.push((at, PlanError::Key(line(at), name.as_ref().to_string(), all)));
            continue;
        };
        if !(key.fits)(value.as_ref()) {
            wrong.push((at, PlanError::Range(line(at), key.name, key.takes)));
            continue;
        }
        let shares = key.shares.map_or_else(Vec::new, |shares| shares(value.as_ref()));
        wrong.extend(shares.into_iter().map(|(at, name)| (at, PlanError::Share(line(at), name.to_owned()))));
        let Some(names) = &key.names else { continue };
        let unknown = (names.all)(value.as_ref()).into_iter().filter(|(_, name)| !(names.is_known)(name));
        wrong.extend(unknown.map(|(at, name)| (at, (names.wrong)(line(at), name.to_owned()))));
    }
    let first = wrong.into_iter().min_by_key(|(at, _)| *at);
    first.map_or(Ok(()), |(_, error)| Err(error))
}
