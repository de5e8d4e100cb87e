//! Numbers of a message that differ from run to run, such as what was read from memory that nobody wrote.

/// Stands for such a number.
const NUMBER: &str = "N";

/// The words before a message of MLIR.
const ERROR: &str = "error: ";

/// The message without the numbers that one of these lines has others for, where it has the same words.
pub fn steady<'a>(message: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let own = pieces(message);
    for line in lines {
        let said = line.split_once(ERROR).map_or(line, |(_, said)| said);
        let other = pieces(said);
        let same = |(one, other): (&&str, &&str)| one == other || is_number(one) && is_number(other);
        if own.len() == other.len() && own.iter().zip(&other).all(same) {
            let steady = own.iter().zip(&other).map(|(one, other)| if one == other { *one } else { NUMBER });
            return steady.collect();
        }
    }
    message.to_owned()
}

/// The longest part of a message that has no such number, for a search.
pub fn words(steady: &str) -> String {
    let words: Vec<&str> = steady.split(' ').collect();
    let is_left_out = |word: &&str| word.trim_matches(|sign: char| !sign.is_alphanumeric()) == NUMBER;
    let parts = words.split(is_left_out).map(|part| part.join(" "));
    parts.max_by_key(String::len).unwrap_or_default()
}

fn is_number(piece: &str) -> bool {
    piece.starts_with(|sign: char| sign.is_ascii_digit())
}

/// Numbers, and what stands between them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|sign: char| sign.is_ascii_digit() != first.is_ascii_digit());
        let (piece, behind) = rest.split_at(end.unwrap_or(rest.len()));
        pieces.push(piece);
        rest = behind;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_vary_are_left_out() {
        let lines = ["a.mlir:7:10: error: dimension #1 to be 1, but found 9488", "    %1 = x"];
        let said = |message: &str| steady(message, lines.into_iter());
        assert_eq!(said("dimension #1 to be 1, but found 94626"), "dimension #1 to be 1, but found N");
        assert_eq!(said("dimension #1 to be 1, but found 9488"), "dimension #1 to be 1, but found 9488");
        assert_eq!(
            said("rank #1 to be 1, but found 94626"),
            "rank #1 to be 1, but found 94626",
            "other words"
        );
        assert_eq!(words("dimension #1 to be 1, but found N"), "dimension #1 to be 1, but found");
        assert_eq!(words("no number"), "no number");
    }
}
