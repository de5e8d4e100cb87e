//! The reproducers of `docs/trophies`: each still shows on stock MLIR 22 what its head says.
//!
//! `// Right:` and `// Wrong:` are commands, `%s` is the file. The right one succeeds, and prints what `// Expected:` says where
//! there is such a line; each wrong one comes to what `// Actual:` says: a crash, an error, or another result, which is any other where
//! it is undefined, since that hangs on the processor.

use crate::support;

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::toolchain;

/// A shell tells of a command that a signal ended by this and the number of the signal, unless it has become the command.
const SIGNALLED: i32 = 128;

struct Trophy {
    file: PathBuf,
    text: String,
}

/// The result of a command.
#[derive(Debug)]
struct Shown {
    status: i32,
    printed: String,
    said: String,
}

impl Trophy {
    /// The text that the head has behind this word, line by line.
    fn says(&self, word: &str) -> Vec<&str> {
        let start = format!("// {word}: ");
        self.text.lines().filter_map(|line| line.strip_prefix(start.as_str())).collect()
    }

    /// Runs a command of the head with the programs of MLIR 22.
    fn run(&self, command: &str) -> Shown {
        let stock = toolchain("22");
        let programs = stock.mlir_opt.as_deref().and_then(Path::parent).expect("22 has stock programs");
        let path = std::env::join_paths([programs, Path::new("/usr/bin"), Path::new("/bin")]);
        let output = Command::new("bash")
            .args([
                "-c",
                &format!("ulimit -c 0; {}", command.replace("%s", &self.file.display().to_string())),
            ])
            .env("PATH", path.expect("names without colons"))
            .output()
            .expect("a shell");
        Shown {
            status: output.status.code().or(output.status.signal().map(|n| SIGNALLED + n)).expect("an end"),
            printed: String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn check(&self) {
        let name = self.file.display();
        let [right] = self.says("Right")[..] else { panic!("{name}: one right command is due") };
        let [actual] = self.says("Actual")[..] else { panic!("{name}: one actual outcome is due") };
        let expected = self.says("Expected");
        let good = self.run(right);
        assert_eq!(good.status, 0, "{name}: {right}: {good:?}");
        assert!(expected.is_empty() || expected == [good.printed.as_str()], "{name}: {right}: {good:?}");
        let wrong = self.says("Wrong");
        assert!(!wrong.is_empty(), "{name}: a wrong command is due");
        for command in wrong {
            let bad = self.run(command);
            let shows = if actual.starts_with("crash") {
                bad.status > SIGNALLED
            } else if actual.starts_with("error: ") {
                bad.status == 1 && bad.said.contains(actual)
            } else if actual.starts_with("undefined") {
                bad.status == 0 && !bad.printed.is_empty() && expected != [bad.printed.as_str()]
            } else {
                bad.status == 0 && bad.printed == actual && expected != [actual]
            };
            assert!(shows, "{name}: not '{actual}': {command}: {bad:?}");
        }
    }
}

#[test]
fn every_trophy_still_shows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/trophies");
    let table = std::fs::read_to_string(folder.join("README.md")).expect("the table of trophies");
    let entries =
        std::fs::read_dir(&folder).expect("the trophies").map(|entry| entry.expect("an entry").path());
    let programs = entries.filter(|file| file.extension().is_some_and(|extension| extension == "mlir"));
    let trophies: Vec<Trophy> = programs
        .map(|file| Trophy { text: std::fs::read_to_string(&file).expect("a readable trophy"), file })
        .collect();
    assert!(trophies.len() >= 15, "{} trophies", trophies.len());
    for trophy in &trophies {
        for word in ["Why", "Versions", "LLVM"] {
            assert_eq!(trophy.says(word).len(), 1, "{}: {word}", trophy.file.display());
        }
        let name = trophy.file.file_name().expect("a file").to_string_lossy();
        assert!(table.contains(&format!("({name})")), "no row links to {name}");
        trophy.check();
    }
}
