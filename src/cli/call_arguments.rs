//! Options that say which function of a program is called, and with which arguments.

use crate::execute::{Argument, Call, Literal, Prepared, Undefined, UserArgument, by};
use crate::observe::tell;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

/// The call of a program.
#[derive(Clone, Debug, Default, Args)]
pub struct CallArguments {
    /// The function that is run; by default `main`, else the only public function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Its arguments from the first on, as in '[[1, 2], [3, 4]], -0.5', or a file that has them. A number stands for each element.
    /// Those that are not given are drawn
    #[arg(long, value_name = "FILE|VALUES", allow_hyphen_values = true)]
    args: Option<String>,
    /// The shape of argument N, counted from 0, where its type leaves that open; may be repeated
    #[arg(long = "arg-shape", value_name = "N=4x8")]
    shapes: Vec<Shape>,
    /// The seed that arguments are drawn from; by default 0, of explore that of the campaign
    #[arg(long, value_name = "N")]
    arg_seed: Option<u64>,
}

/// The shape of one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    place: usize,
    extents: Vec<u64>,
}

impl FromStr for Shape {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Shape, &'static str> {
        const FORM: &str = "use the argument's number and its extents, as in 0=4x8";
        let (place, extents) = word.split_once('=').ok_or(FORM)?;
        let extents: Result<Vec<u64>, _> = extents.split('x').map(str::parse).collect();
        Ok(Shape { place: place.parse().map_err(|_| FORM)?, extents: extents.map_err(|_| FORM)? })
    }
}

impl CallArguments {
    /// The call that is asked for, with what nobody gives drawn from `seed` unless another one is asked for.
    ///
    /// # Errors
    /// The arguments cannot be read.
    pub fn call(&self, seed: u64) -> anyhow::Result<Call> {
        let mut given: BTreeMap<usize, UserArgument> = BTreeMap::new();
        for Shape { place, extents } in &self.shapes {
            let shape = &mut given.entry(*place).or_default().extents;
            if shape.replace(extents.clone()).is_some_and(|before| before != *extents) {
                bail!("--arg-shape gives argument {place} two shapes");
            }
        }
        for (place, value) in self.values()?.into_iter().enumerate() {
            given.entry(place).or_default().value = Some(value);
        }
        let call = Call::drawn(self.arg_seed.unwrap_or(seed));
        let entry = self.entry.as_deref().map(|entry| entry.trim_start_matches('@').to_owned());
        Ok(Call { entry, given, ..call })
    }

    fn values(&self) -> anyhow::Result<Vec<Literal>> {
        let Some(word) = &self.args else { return Ok(Vec::new()) };
        if !Path::new(word).is_file() {
            let values = Literal::several(word);
            let values = values.map_err(|why| anyhow!("--args {word}: {why}, and there is no such file"))?;
            if let Some(other) = values.iter().flat_map(Literal::numbers).find(|number| !is_number(number)) {
                bail!("--args: '{other}' is neither a number nor a file");
            }
            if values.is_empty() {
                bail!("--args gives no value");
            }
            return Ok(values);
        }
        let text = std::fs::read_to_string(word).with_context(|| format!("cannot read {word}"))?;
        Literal::several(&text).map_err(|why| anyhow!("{word}, {why}"))
    }

    /// The options as words of the command line.
    pub fn words(&self) -> Vec<String> {
        let shape = |Shape { place, extents }: &Shape| format!("--arg-shape={place}={}", by(extents));
        let shapes = self.shapes.iter().map(shape);
        let entry = self.entry.iter().map(|entry| format!("--entry={entry}"));
        let args = self.args.iter().map(|args| format!("--args={args}"));
        let seed = self.arg_seed.iter().map(|seed| format!("--arg-seed={seed}"));
        entry.chain(args).chain(shapes).chain(seed).collect()
    }

    /// True if no value is given, so that all are drawn.
    pub fn is_drawn(&self) -> bool {
        self.args.is_none()
    }

    /// True if nobody says anything of the call.
    pub fn is_plain(&self) -> bool {
        self.words().is_empty()
    }
}

/// Said of a program without a function to call, or with several.
pub const NOT_CALLED: &str = "no function of the program is called, so no results are compared: --entry names one where there are several";

/// True of what looks like a number.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+']);
    let is_named = ["inf", "nan", "true", "false"].contains(&digits);
    is_named || digits.starts_with(|sign: char| sign.is_ascii_digit() || sign == '.')
}

/// Tells a person the arguments that a program is called with.
pub fn tell_arguments(arguments: &[Argument]) {
    Argument::lines(arguments).iter().for_each(|line| tell(line));
}

/// A program that has a function to run, with defined behaviour as far as anybody knows.
///
/// # Errors
/// It has none, which is the user's to mend, or it is undefined with all arguments that were tried.
pub fn runnable(prepared: &Prepared, doing: &str, file: &Path) -> anyhow::Result<()> {
    callable(prepared).with_context(|| format!("cannot {doing} {}", file.display()))?;
    defined(prepared.undefined.as_ref(), doing, file)
}

/// A program that has a function to run.
///
/// # Errors
/// It has none, which is the user's to mend.
pub fn callable(prepared: &Prepared) -> anyhow::Result<()> {
    if let Some(why) = &prepared.unable {
        bail!("{why}");
    }
    if !prepared.runs && prepared.functions.len() > 1 {
        let names: Vec<String> = prepared.functions.iter().map(|name| format!("@{name}")).collect();
        bail!("the program has no @main; name its function with --entry: {}", names.join(", "));
    }
    Ok(())
}

/// As [`defined`], of a program that is undefined with arguments that were drawn, which are shown.
///
/// # Errors
/// As of [`defined`].
pub fn defined_as_drawn(
    undefined: Option<&Undefined>,
    arguments: &[Argument],
    doing: &str,
    file: &Path,
) -> anyhow::Result<()> {
    let undefined = undefined.filter(|undefined| undefined.drawn);
    if undefined.is_some() {
        tell_arguments(arguments);
    }
    let with = undefined.map(|undefined| Undefined { arguments: arguments.to_vec(), ..undefined.clone() });
    defined(with.as_ref(), doing, file)
}

/// Nothing of a program that is undefined. `doing` is what was asked of its file.
///
/// # Errors
/// [`Undefined`], with the place at which it is.
pub fn defined(undefined: Option<&Undefined>, doing: &str, file: &Path) -> anyhow::Result<()> {
    let Some(undefined) = undefined else { return Ok(()) };
    let place = undefined.within(file.display());
    Err(anyhow::Error::from(undefined.clone()).context(format!("cannot {doing} {place}")))
}

/// The sentence that a program is undefined, with the place at which it is.
pub fn undefined_at(undefined: &Undefined, file: &Path) -> String {
    match undefined.place {
        Some(_) => format!("{}: {undefined}", undefined.within(file.display())),
        None => undefined.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(args: Option<&str>, shapes: &[&str]) -> Result<String, String> {
        let shapes = shapes.iter().map(|shape| shape.parse()).collect::<Result<_, _>>()?;
        let arguments = CallArguments { args: args.map(str::to_owned), shapes, ..CallArguments::default() };
        let call = arguments.call(5).map_err(|error| format!("{error:#}"))?;
        assert_eq!(call.seed, 5);
        let shown = call.given.iter().map(|(place, given)| {
            let value = given.value.as_ref().map_or("drawn".to_owned(), Literal::to_string);
            format!("{place}: {:?} {value}", given.extents)
        });
        Ok(shown.collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn values_and_shapes_are_given_by_position() {
        assert_eq!(given(Some("[1, 2], -3"), &[]).unwrap(), "0: None [1, 2]; 1: None -3");
        assert_eq!(given(None, &["1=4x8"]).unwrap(), "1: Some([4, 8]) drawn");
        assert_eq!(given(Some("0"), &["0=2"]).unwrap(), "0: Some([2]) 0");
        assert!(
            given(Some("[1"), &[])
                .unwrap_err()
                .contains("a bracket is not closed, and there is no such file")
        );
        assert!(given(None, &["0=2", "0=3"]).unwrap_err().contains("two shapes"));
        assert!(given(None, &["0=2x"]).unwrap_err().contains("as in 0=4x8"));
        assert!(given(None, &["4x8"]).unwrap_err().contains("as in 0=4x8"));
    }

    #[test]
    fn a_file_of_values_is_named_with_its_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "// two\n[1,\n 2]\n3\n").unwrap();
        let name = file.path().display().to_string();
        assert_eq!(given(Some(&name), &[]).unwrap(), "0: None [1, 2]; 1: None 3");
        std::fs::write(file.path(), "1\n2 3\n").unwrap();
        assert_eq!(
            given(Some(&name), &[]).unwrap_err(),
            format!("{name}, line 2: a comma belongs between two values")
        );
    }

    #[test]
    fn words_give_the_options_back() {
        let arguments = CallArguments {
            entry: Some("f".into()),
            args: Some("-1".into()),
            shapes: vec!["0=4x8".parse().unwrap()],
            arg_seed: Some(7),
        };
        assert_eq!(arguments.words(), ["--entry=f", "--args=-1", "--arg-shape=0=4x8", "--arg-seed=7"]);
        assert!(CallArguments::default().is_plain() && !arguments.is_plain());
    }
}
