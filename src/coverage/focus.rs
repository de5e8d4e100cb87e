//! The part of the code that is watched: all of MLIR, or what the user is after.

use super::loaded::Loaded;
use super::names::{FunctionNames, namespace};
use anyhow::{Result, bail};

/// Words that choose functions; a function is watched if one of them does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    words: Vec<String>,
}

impl Default for Focus {
    fn default() -> Focus {
        Focus { words: vec!["mlir".to_owned()] }
    }
}

impl std::str::FromStr for Focus {
    type Err = anyhow::Error;

    /// Words with commas between: `mlir` is everything but LLVM itself, `llvm` is LLVM, `all` both; any other word
    /// is looked for in the functions' names, whatever its case.
    fn from_str(text: &str) -> Result<Focus> {
        let words: Vec<String> =
            text.split(',').map(|w| w.trim().to_lowercase()).filter(|w| !w.is_empty()).collect();
        if words.is_empty() {
            bail!("a focus is one or more words with commas between, such as affine,linalg");
        }
        if let Some(word) = words.iter().find(|w| !w.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')) {
            bail!("'{word}' cannot be part of a function's name: a focus is words such as affine,linalg");
        }
        Ok(Focus { words })
    }
}

impl std::fmt::Display for Focus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words.join(","))
    }
}

impl Focus {
    /// True where LLVM itself may be part of it.
    pub fn wants_llvm(&self) -> bool {
        self.words.iter().any(|w| w != "mlir")
    }

    /// Those of `places` in `library` that are watched. Each has an `address`, as the file has it; `names` is asked
    /// for when names matter.
    pub fn choose(
        &self,
        library: &Loaded,
        places: Vec<u32>,
        address: impl Fn(u32) -> u64,
        names: impl FnOnce() -> Result<FunctionNames>,
    ) -> Result<Vec<u32>> {
        let has = |word: &str| self.words.iter().any(|w| w == word || w == "all");
        let (mlir, llvm) = (has("mlir"), has("llvm"));
        // Code in LLVM's namespace inside libMLIR is MLIR's own use of its templates.
        let both = !library.llvm_apart;
        if mlir && (llvm || !both && !library.is_llvm()) || llvm && library.is_llvm() {
            return Ok(places);
        }
        let special = ["mlir", "llvm", "all"];
        let words: Vec<&str> =
            self.words.iter().map(String::as_str).filter(|w| !special.contains(w)).collect();
        if words.is_empty() && library.is_llvm() {
            return Ok(Vec::new());
        }
        let names = names()?;
        let is_wanted = |name: &str| {
            let of_llvm = library.is_llvm() || both && namespace(name).as_deref() == Some("llvm");
            let lower = name.to_lowercase();
            mlir && !of_llvm || llvm && of_llvm || words.iter().any(|word| lower.contains(word))
        };
        // Places of one function come together, so each function is asked about once.
        let mut held = (u64::MAX, false);
        let wanted = |place: &u32| match names.owner_at(address(*place)) {
            Some((owner, name)) => {
                if held.0 != owner {
                    held = (owner, is_wanted(name));
                }
                held.1
            }
            None => mlir && !library.is_llvm(),
        };
        Ok(places.into_iter().filter(wanted).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_focus_is_words() {
        assert_eq!("Affine, linalg".parse::<Focus>().expect("words").to_string(), "affine,linalg");
        assert!(",".parse::<Focus>().is_err());
        assert!("mlir::affine".parse::<Focus>().expect_err("colons").to_string().contains("mlir::affine"));
    }
}
