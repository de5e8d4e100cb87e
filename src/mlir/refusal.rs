//! The words in which MLIR refuses a pass before it runs it. They are a sentence for people; nothing else tells the reason.

pub use crate::observe::Refusal;

const WORDS: [(&str, Refusal); 6] = [
    ("does not refer to a registered pass", Refusal::Name),
    ("no such option", Refusal::Option),
    ("unable to schedule pass", Refusal::Place),
    ("can't run '", Refusal::Place),
    ("trying to schedule a pass", Refusal::Place),
    ("' restricted to '", Refusal::Place),
];

/// The refusal that a message tells; none where it says something else.
pub fn refusal(message: &str) -> Option<Refusal> {
    WORDS.iter().find(|(words, _)| message.contains(words)).map(|(_, refusal)| *refusal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_told_apart() {
        let name = "'x' does not refer to a registered pass or pass pipeline";
        assert_eq!(refusal(name), Some(Refusal::Name));
        assert_eq!(refusal("<Pass-Options-Parser>: no such option y"), Some(Refusal::Option));
        let nested = "LLVM ERROR: Can't add pass 'X' restricted to 'func.func' on a PassManager intended to run on 'm'";
        for place in ["unable to schedule pass 'X' on a PassManager", "can't run 'x' on 'y'", nested] {
            assert_eq!(refusal(place), Some(Refusal::Place), "{place}");
        }
        assert_eq!(refusal("'affine.for' op is restricted to loops of known extents"), None);
    }
}
