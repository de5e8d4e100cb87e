//! The help text of a stock program, `mlir-opt --help`: below each pass stand its options, and below an enumeration its words.

use super::{DeclaredOption, OptionKind};
use std::collections::BTreeMap;

/// The options of each pass that a help text lists. It says neither defaults nor what is a list.
pub fn parse(text: &str) -> BTreeMap<String, Vec<DeclaredOption>> {
    let mut passes: BTreeMap<String, Vec<DeclaredOption>> = BTreeMap::new();
    let mut pass: Option<String> = None;
    for line in text.lines() {
        let body = line.trim_start();
        match (line.len() - body.len(), body.strip_prefix("--"), body.strip_prefix('=')) {
            (6, Some(rest), _) => {
                let (name, _) = named(rest);
                passes.entry(name.to_owned()).or_default();
                pass = Some(name.to_owned());
            }
            (8, Some(rest), _) => {
                let Some(options) = pass.as_ref().and_then(|pass| passes.get_mut(pass)) else { continue };
                let (name, value) = named(rest);
                options.push(DeclaredOption {
                    name: name.to_owned(),
                    kind: kind(value),
                    list: false,
                    default: None,
                });
            }
            (_, _, Some(rest)) => {
                let last = pass.as_ref().and_then(|pass| passes.get_mut(pass)?.last_mut());
                let word = rest.split_whitespace().next().filter(|word| *word != "-");
                if let (Some(OptionKind::Words { words, .. }), Some(word)) =
                    (last.map(|option| &mut option.kind), word)
                {
                    words.push(word.to_owned());
                }
            }
            // An explanation of an option goes on in lines that are far to the right.
            (0..=4, Some(_), _) => pass = None,
            _ => {}
        }
    }
    passes
}

/// A name, and what stands between the angle brackets behind it.
fn named(text: &str) -> (&str, Option<&str>) {
    let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
    let value = text[end..].strip_prefix("=<").and_then(|rest| Some(rest.split_once('>')?.0));
    (&text[..end], value)
}

fn kind(value: Option<&str>) -> OptionKind {
    match value {
        None => OptionKind::Boolean,
        Some("int") => OptionKind::Integer { signed: true, bits: 32 },
        Some("uint") => OptionKind::Integer { signed: false, bits: 32 },
        Some("long") => OptionKind::Integer { signed: true, bits: 64 },
        Some("ulong") => OptionKind::Integer { signed: false, bits: 64 },
        Some("number") => OptionKind::Real,
        Some("value") => OptionKind::Words { words: Vec::new(), whole: true },
        Some("string") => OptionKind::Text,
        Some(_) => OptionKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `mlir-opt` 22.1.8.
    const HELP: &str = "\
General options:

  --aarch64-neon-syntax=<value>                                          - Choose style of NEON code to emit from AArch64 backend:
    =generic                                                             -   Emit generic NEON assembly
  Compiler passes to run
    Passes:
      --affine-loop-fusion                                               -   Fuse affine loop nests
        --compute-tolerance=<number>                                     - Fractional increase in additional computation tolerated while fusing
        --local-buf-threshold=<ulong>                                    - Threshold size (KiB) for promoting local buffers to fast memory space
        --maximal                                                        - Enables maximal loop fusion
        --mode=<value>                                                   - fusion mode to attempt
    =greedy                                                        -   Perform greedy (both producer-consumer and sibling)  fusion
    =producer                                                      -   Perform only producer-consumer fusion
    =sibling                                                       -   Perform only sibling fusion
      --affine-loop-invariant-code-motion                                -   Hoist loop invariant instructions outside of affine loops
      --inline                                                           -   Inline function calls
        --default-pipeline=<string>                                      - The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList
        --op-pipelines=<pass-manager>                                    - Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)
  --print-debug-counter                                                  - Print out debug counter info after all counters accumulated
";

    #[test]
    fn options_stand_below_their_pass_and_words_below_their_option() {
        let passes = parse(HELP);
        let names: Vec<&str> = passes.keys().map(String::as_str).collect();
        assert_eq!(names, ["affine-loop-fusion", "affine-loop-invariant-code-motion", "inline"]);
        let kinds = |pass: &str| -> Vec<(&str, &OptionKind)> {
            passes[pass].iter().map(|option| (option.name.as_str(), &option.kind)).collect()
        };
        let words = ["greedy", "producer", "sibling"].map(str::to_owned).to_vec();
        let fusion = [
            ("compute-tolerance", &OptionKind::Real),
            ("local-buf-threshold", &OptionKind::Integer { signed: false, bits: 64 }),
            ("maximal", &OptionKind::Boolean),
            ("mode", &OptionKind::Words { words, whole: true }),
        ];
        assert_eq!(kinds("affine-loop-fusion"), fusion);
        assert_eq!(kinds("affine-loop-invariant-code-motion"), []);
        let inline = [("default-pipeline", &OptionKind::Text), ("op-pipelines", &OptionKind::Unknown)];
        assert_eq!(kinds("inline"), inline);
    }

    #[test]
    fn other_text_has_no_passes() {
        for text in
            ["", "mlir-opt: for the --help option: may only occur zero or one times!", "    =greedy - x\n"]
        {
            assert!(parse(text).is_empty(), "{text}");
        }
    }
}
