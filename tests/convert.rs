//! `lowdiff convert`: inputs of the first format become inputs of today's, and stay the same cases.

use crate::support;

use lowdiff::decode::{MARK, decode};
use std::path::Path;
use support::Lowdiff;

/// Files by name.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("it is there");
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("it can be read");
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("a file"))
    };
    let mut files: Vec<_> = entries.map(file).collect();
    files.sort();
    files
}

#[test]
fn inputs_become_those_of_today_and_stay_the_same_cases() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/first_format");
    for (name, bytes) in contents(&old) {
        std::fs::write(folder.path().join(name), bytes).expect("room");
    }
    let before = contents(folder.path());
    let beside = folder.path().join("beside");
    let convert = |out: &[&Path]| {
        let mut command = Lowdiff::new(&["convert"]).arg(folder.path());
        for out in out {
            command = command.arg("--out").arg(out);
        }
        let answer = command.run();
        assert_eq!(answer.status, Some(0), "{answer:?}");
        answer
    };
    let said = convert(&[&beside]).stdout;
    assert!(said.contains(" 0 of today's format already") && said.ends_with("1 no inputs\n"), "{said}");
    let converted = contents(&beside);
    assert!(converted.len() >= 3, "{said}");
    for (name, after) in &converted {
        let (_, bytes) = before.iter().find(|(other, _)| other == name).expect("it has its name");
        assert!(after.starts_with(&MARK) && !bytes.starts_with(&MARK), "{name}");
        let cases = [bytes, after].map(|bytes| decode(bytes).expect("it decodes"));
        assert_eq!(cases[0].program, cases[1].program, "{name}");
    }
    std::fs::remove_dir_all(&beside).expect("it is ours");
    // In place: what was converted is replaced, all else stays, and a second time there is nothing to do.
    let kept = convert(&[]);
    let after = contents(folder.path());
    for ((name, before), (_, after)) in before.iter().zip(&after) {
        let now = converted.iter().find(|(other, _)| other == name).map_or(before, |(_, bytes)| bytes);
        assert!(after == now, "{name}");
        let told = kept.stderr.contains(&format!("{name}: "));
        assert_eq!(told, after == before, "{name}: {}", kept.stderr);
    }
    let again = convert(&[]).stdout;
    assert!(again.starts_with(&format!("0 converted, {} of today's", converted.len())), "{again}");
}

#[test]
fn what_is_not_there_is_named() {
    let answer = Lowdiff::new(&["convert", "no/such/folder"]).run();
    assert_eq!((answer.status, answer.stderr.lines().count()), (Some(2), 1), "{answer:?}");
    assert!(answer.stderr.contains("cannot read no/such/folder"), "{answer:?}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let later = folder.path().join("later");
    std::fs::write(&later, b"ld\0\x09 and what follows").expect("room");
    let answer = Lowdiff::new(&["replay"]).arg(&later).run();
    assert_eq!((answer.status, answer.stderr.lines().count()), (Some(2), 1), "{answer:?}");
    assert!(answer.stderr.contains("of a format that this lowdiff does not know"), "{answer:?}");
}
