//! The inputs of a folder, oldest first: an engine's corpus, findings, or the programs of a campaign.

use super::record::Record;
use anyhow::{Context as _, Result, bail};
use std::fs::{self, DirEntry};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// One thing to run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorpusInput {
    /// A file of fuzzer bytes.
    Bytes(PathBuf),
    /// A saved case.
    Case(PathBuf),
    /// A program of the campaign with this number.
    Program(usize, u64),
}

/// Everything in a folder.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// In the order of their age, with seconds since the first, where that is known.
    pub inputs: Vec<(CorpusInput, Option<f64>)>,
    /// The campaigns whose programs these are.
    pub campaigns: Vec<Record>,
}

impl Corpus {
    /// Reads what is in `folder`: what a campaign of `lowdiff explore` left, an output folder of AFL++ (its queues), or
    /// any folder of inputs, folders in it included, as libFuzzer and honggfuzz keep them.
    ///
    /// # Errors
    /// The folder is missing, none, or empty.
    pub fn read(folder: &Path) -> Result<Corpus> {
        let shown = folder.display();
        if folder.is_file() {
            bail!(
                "{shown} is a file: name the folder it lies in, or use `lowdiff replay` for a single input"
            );
        }
        if !folder.is_dir() {
            bail!("there is no folder {shown}: name a fuzzer's corpus, or the --out of `lowdiff explore`");
        }
        let campaigns = Record::all(folder)?;
        if !campaigns.is_empty() {
            let numbered = campaigns.iter().enumerate();
            let inputs = numbered.flat_map(|(c, record)| {
                (0..record.programs).map(move |n| (CorpusInput::Program(c, n), None))
            });
            return Ok(Corpus { inputs: inputs.collect(), campaigns });
        }
        let queues = queues(folder)?;
        let mut found = Vec::new();
        for folder in if queues.is_empty() { vec![folder.to_owned()] } else { queues } {
            walk(&folder, &mut found)?;
        }
        if found.is_empty() {
            bail!("{shown} holds no inputs: name a fuzzer's corpus, or the --out of a campaign");
        }
        // By name where files are of one age, as after a copy.
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| path(&a.1).cmp(path(&b.1))));
        let first = found[0].0;
        Ok(Corpus { inputs: found.into_iter().map(|(age, i)| (i, Some(age - first))).collect(), campaigns })
    }
}

fn path(input: &CorpusInput) -> &Path {
    match input {
        CorpusInput::Bytes(path) | CorpusInput::Case(path) => path,
        CorpusInput::Program(..) => Path::new(""),
    }
}

/// The folder in which AFL++ keeps its inputs, if `folder` is what it wrote to: beside them lies much that is no input.
fn queues(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut places = vec![folder.to_owned()];
    places.extend(entries(folder)?.into_iter().map(|e| e.path()).filter(|p| p.is_dir()));
    places.retain(|place| place.join("fuzzer_stats").is_file() && place.join("queue").is_dir());
    Ok(places.into_iter().map(|place| place.join("queue")).collect())
}

/// The entries of a folder, in no order.
///
/// # Errors
/// It cannot be read.
pub fn entries(folder: &Path) -> Result<Vec<DirEntry>> {
    let all = fs::read_dir(folder).and_then(Iterator::collect);
    all.with_context(|| format!("cannot read {}", folder.display()))
}

/// Adds the inputs in `folder` with their ages.
fn walk(folder: &Path, found: &mut Vec<(f64, CorpusInput)>) -> Result<()> {
    for entry in entries(folder)? {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        // Hidden is what an engine keeps for itself.
        if name.starts_with('.') {
            continue;
        }
        let about = match fs::metadata(&path) {
            Ok(about) => about,
            // A link to nothing, or a file that an engine at work has just removed.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                log::warn!("{} is not there any more and is left out", path.display());
                continue;
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        // A link to a folder could lead around in a circle.
        if about.is_dir() && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let case = path.join("case.bin");
            if case.is_file() {
                found.push((age(&case, &name)?, CorpusInput::Case(case)));
            } else {
                walk(&path, found)?;
            }
        } else if about.is_file() && name != "README.txt" {
            found.push((age(&path, &name)?, CorpusInput::Bytes(path)));
        }
    }
    Ok(())
}

/// Seconds: AFL++ writes into the name how long it had been running; elsewhere the file's own age counts.
fn age(path: &Path, name: &str) -> Result<f64> {
    let time = name.split(',').find_map(|part| part.strip_prefix("time:")?.parse::<u64>().ok());
    if let Some(milliseconds) = time.filter(|_| name.starts_with("id:")) {
        return Ok(milliseconds as f64 / 1000.0);
    }
    let modified = fs::metadata(path).and_then(|about| about.modified());
    let modified = modified.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(modified.duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |age| age.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{CampaignPlan, Journal};
    use std::collections::BTreeSet;
    use std::time::Duration;

    /// Writes a file of this age.
    fn put(folder: &Path, name: &str, seconds: u64) {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("room");
        fs::write(&file, b"x").expect("room");
        let when = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds);
        fs::File::options().write(true).open(file).expect("there").set_modified(when).expect("a time");
    }

    /// Names and seconds of what is found.
    fn read(folder: &Path) -> Vec<(String, Option<f64>)> {
        let corpus = Corpus::read(folder).expect("a corpus");
        let name =
            |input: &CorpusInput| path(input).strip_prefix(folder).expect("inside").display().to_string();
        corpus.inputs.iter().map(|(input, seconds)| (name(input), *seconds)).collect()
    }

    fn named(wanted: &[(&str, f64)]) -> Vec<(String, Option<f64>)> {
        wanted.iter().map(|(name, seconds)| ((*name).to_owned(), Some(*seconds))).collect()
    }

    #[test]
    fn files_come_by_age_then_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [
            ("new", 9),
            ("b", 2),
            ("a", 2),
            ("more/old", 1),
            (".hidden", 0),
            ("f/case.bin", 5),
            ("f/input.bin", 5),
        ];
        files.iter().for_each(|(name, seconds)| put(folder.path(), name, *seconds));
        let wanted = [("more/old", 0.0), ("a", 1.0), ("b", 1.0), ("f/case.bin", 4.0), ("new", 8.0)];
        assert_eq!(read(folder.path()), named(&wanted));
    }

    #[test]
    fn a_link_to_nothing_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        put(folder.path(), "there", 0);
        std::os::unix::fs::symlink("gone", folder.path().join("link")).expect("room");
        assert_eq!(read(folder.path()), named(&[("there", 0.0)]));
    }

    #[test]
    fn a_queue_tells_its_own_time() {
        let folder = tempfile::tempdir().expect("a folder");
        put(folder.path(), "main/fuzzer_stats", 0);
        put(folder.path(), "main/crashes/id:000000,time:1", 0);
        put(folder.path(), "main/queue/.state/x", 0);
        put(folder.path(), "main/queue/id:000000,time:0,execs:0,orig:seed", 9);
        put(folder.path(), "main/queue/id:000001,src:000000,time:2500,execs:7,op:havoc,rep:2,+cov", 3);
        let queue = [
            ("main/queue/id:000000,time:0,execs:0,orig:seed", 0.0),
            ("main/queue/id:000001,src:000000,time:2500,execs:7,op:havoc,rep:2,+cov", 2.5),
        ];
        assert_eq!(read(folder.path()), named(&queue));
        let inner = [(&queue[0].0[5..], 0.0), (&queue[1].0[5..], 2.5)];
        assert_eq!(read(&folder.path().join("main")), named(&inner));
        let innermost = [(&queue[0].0[11..], 0.0), (&queue[1].0[11..], 2.5)];
        assert_eq!(read(&folder.path().join("main/queue")), named(&innermost));
    }

    #[test]
    fn a_campaign_is_its_programs() {
        let folder = tempfile::tempdir().expect("a folder");
        put(folder.path(), "crash-x/case.bin", 0);
        for _ in 0..2 {
            let plan = CampaignPlan { seed: 1, out: folder.path().to_owned(), ..CampaignPlan::default() };
            let mut journal = Journal::begin(&plan, BTreeSet::new()).expect("room");
            journal.write(1.0, 2, true).expect("room");
        }
        let corpus = Corpus::read(folder.path()).expect("a campaign");
        let wanted = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(c, n)| (CorpusInput::Program(c, n), None));
        assert_eq!((corpus.inputs, corpus.campaigns.len()), (wanted.to_vec(), 2));
    }

    #[test]
    fn what_is_no_corpus_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let said = |path: &Path| Corpus::read(path).expect_err("no corpus").to_string();
        assert!(said(folder.path()).contains("holds no inputs"));
        assert!(said(&folder.path().join("none")).starts_with("there is no folder"));
        put(folder.path(), "file", 0);
        assert!(said(&folder.path().join("file")).contains("is a file"));
    }
}
