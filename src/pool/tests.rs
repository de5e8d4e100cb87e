use super::*;
use crate::judge::VerdictKind;

/// An input of one step with an operation of this name.
fn seed(operation: &str) -> PoolEntry {
    let text = format!(
        "// step: builtin.module(cse)\n\"builtin.module\"() ({{\n  %5 = \"{operation}\"() : () -> i32\n}}) : () -> ()\n"
    );
    let program = SeedProgram::File("a file with a\nline.mlir".into());
    let ran = Some(SeedRun::Steps(VerdictKind::Agree, None));
    let entry = PoolEntry::read(text.as_bytes()).expect("it is an input");
    PoolEntry { origin: Some(SeedOrigin { program, path: vec!["x".to_owned()], ran, blocks: None }), ..entry }
}

#[test]
fn a_seed_is_read_as_it_was_written_and_its_file_is_an_input() {
    let entry = seed("a.b");
    let text = entry.text().expect("it can be written");
    assert_eq!(PoolEntry::read(text.as_bytes()), Some(entry.clone()));
    let input = crate::decode::Envelope::parse(text.as_bytes()).expect("a seed is an input");
    assert_eq!(input.steps, ["builtin.module(cse)"]);
    // Only the module gives a seed its name, whatever its values are called and wherever it comes from.
    let other = text.replace("%0", "%9").replace("cse", "sccp");
    let other = PoolEntry::read(other.as_bytes()).expect("it is a seed");
    assert_eq!((other.name(), &other.envelope.module), (entry.name(), &entry.envelope.module));
    assert_ne!(seed("a.c").name(), entry.name());
    assert_eq!(PoolEntry::read(b"// step: builtin.module(cse)\n// seed: none\nx"), None);
}

#[test]
fn what_is_new_is_kept_once_and_as_much_as_there_is_room_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut pool = SeedPool::open(folder.path(), 2).expect("room");
    assert_eq!(pool.offer(&seed("a.b")).expect("room"), Offered::Added);
    assert_eq!(pool.offer(&seed("a.b")).expect("room"), Offered::Known);
    assert_eq!(pool.offer(&seed("a.c")).expect("room"), Offered::Added);
    assert_eq!(pool.offer(&seed("a.d")).expect("room"), Offered::Full);
    let mut again = SeedPool::open(folder.path(), 3).expect("room");
    assert_eq!(again.offer(&seed("a.c")).expect("room"), Offered::Known);
    assert_eq!(again.offer(&seed("a.d")).expect("room"), Offered::Added);
    // What another process has written meanwhile is not written again.
    assert_eq!(pool.offer(&seed("a.d")).expect("room"), Offered::Full);
    assert_eq!(files_of(folder.path()).expect("there").len(), 3);
}

#[test]
fn copying_pools_in_any_order_and_twice_gives_one_pool() {
    let made = |names: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut pool = SeedPool::open(folder.path(), 9).expect("room");
        names.iter().for_each(|name| {
            pool.take(&seed(name)).expect("room");
        });
        folder
    };
    let (one, other) = (made(&["a.b", "a.c"]), made(&["a.c", "a.d"]));
    let merged = |order: &[&tempfile::TempDir]| {
        let all = made(&[]);
        for folder in order {
            for file in files_of(folder.path()).expect("there") {
                let name = file.path.file_name().expect("a file");
                std::fs::copy(&file.path, all.path().join(name)).expect("room");
            }
        }
        let files = files_of(all.path()).expect("there");
        files.into_iter().map(|file| file.entry.expect("it is whole")).collect::<Vec<_>>()
    };
    let all = merged(&[&one, &other]);
    assert_eq!(all.len(), 3);
    assert_eq!(all, merged(&[&other, &one, &other, &one]));
}

#[test]
fn what_is_no_seed_or_a_damaged_one_is_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut pool = SeedPool::open(folder.path(), 9).expect("room");
    pool.take(&seed("a.b")).expect("room");
    let name = seed("a.c").name();
    std::fs::write(folder.path().join(&name), seed("a.d").text().expect("text")).expect("room");
    std::fs::write(folder.path().join("notes.mlir"), "module {}").expect("room");
    let files = files_of(folder.path()).expect("there");
    let damaged: Vec<&PoolFile> = files.iter().filter(|file| file.entry.is_none()).collect();
    assert_eq!((files.len(), damaged.len()), (2, 1));
    assert!(damaged[0].path.ends_with(&name));
    let whole = files.iter().filter(|file| file.entry.is_some()).map(|file| file.path.clone());
    assert_eq!(inputs(&whole.collect::<Vec<_>>()).expect("they are seeds").len(), 1);
    assert!(inputs(&[folder.path().join(&name), folder.path().join("gone")]).is_err());
    // The seed itself takes the place of a damaged file.
    assert_eq!(pool.take(&seed("a.c")).expect("room"), Offered::Added);
    assert!(files_of(folder.path()).expect("there").iter().all(|file| file.entry.is_some()));
}

#[test]
fn a_cover_takes_small_seeds_first_and_loses_nothing() {
    let of = |reached: &[u32]| reached.iter().copied().collect::<BTreeSet<u32>>();
    let seeds = [(9, of(&[1, 2, 3])), (2, of(&[1])), (3, of(&[1])), (4, of(&[2, 3])), (5, of(&[]))];
    let kept = cover(&seeds);
    assert_eq!(kept, [1, 3].into());
    assert_eq!(cover(&[(1, of(&[])), (1, of(&[7])), (1, of(&[7]))]), [1].into());
}
