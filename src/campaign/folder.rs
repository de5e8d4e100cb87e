//! The folder that machines share: `corpus/TARGET` has inputs by the SHA-1 of their bytes, as libFuzzer names them, `findings` has findings
//! by signature and case.

use crate::explore::{TARGETS, Target};
use crate::files;
use crate::report::Store;
use anyhow::{Context, Result};
use sha1::{Digest, Sha1};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A file that was written to this long ago is not being written by anybody.
const SETTLED: Duration = Duration::from_secs(60);

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignFolder {
    root: PathBuf,
}

/// Files that an earlier run left unfinished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Inputs that were cut off while they were written; they are removed.
    pub torn: usize,
    /// Findings that were cut off while they were written; they are removed, and come again with their input.
    pub unfinished: usize,
}

/// The gains of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Inputs that were not there before.
    pub inputs: usize,
    /// Findings that were not there before.
    pub findings: usize,
    /// Inputs that ended a target, and that were not there before.
    pub artifacts: usize,
}

impl CampaignFolder {
    /// The folder, made where it is missing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn open(root: &Path) -> Result<CampaignFolder> {
        let folder = CampaignFolder { root: root.to_owned() };
        for part in [folder.findings(), folder.machines()] {
            files::make_folder(&part).with_context(|| format!("cannot make {}", part.display()))?;
        }
        // Jobs run in folders of their own.
        let root = root.canonicalize().with_context(|| format!("cannot resolve {}", root.display()))?;
        Ok(CampaignFolder { root })
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The inputs of a target.
    pub fn corpus(&self, target: Target) -> PathBuf {
        self.root.join("corpus").join(target.name())
    }

    /// The findings of all targets.
    pub fn findings(&self) -> PathBuf {
        self.root.join("findings")
    }

    /// The inputs of a target that ended it, or that took it too long, as libFuzzer names them: a word and the SHA-1 of the bytes.
    pub fn artifacts(&self, target: Target) -> PathBuf {
        self.root.join("artifacts").join(target.name())
    }

    /// The inputs that ended a target, of all targets.
    pub fn fatal(&self) -> Vec<PathBuf> {
        let of_target =
            TARGETS.iter().map(|row| plain_files(&self.artifacts(row.target)).unwrap_or_default());
        let is_fatal = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            !name.starts_with("slow-unit-")
        };
        of_target.flatten().filter(is_fatal).collect()
    }

    /// The document of each machine.
    pub fn machines(&self) -> PathBuf {
        self.root.join("machines")
    }

    /// The number of inputs of a target.
    pub fn inputs(&self, target: Target) -> usize {
        plain_files(&self.corpus(target)).map_or(0, |files| files.len())
    }

    /// The names of the findings that are kept, with what nobody can judge left out.
    ///
    /// # Errors
    /// They cannot be listed.
    pub fn kept(&self) -> Result<Vec<String>> {
        let names = Store::new(self.findings()).names().context("the findings cannot be listed")?;
        let mut kept: Vec<String> = names
            .into_iter()
            .filter(|name| !name.starts_with('.') && !name.starts_with("incomparable-"))
            .collect();
        kept.retain(|name| self.findings().join(name).join("case.bin").is_file());
        kept.sort();
        Ok(kept)
    }

    /// Removes what an earlier run could not finish. Files that somebody may still be writing are left alone.
    ///
    /// # Errors
    /// A folder cannot be read or written.
    pub fn recover(&self) -> Result<Recovered> {
        let mut recovered = Recovered::default();
        for row in TARGETS {
            let corpus = self.corpus(row.target);
            for file in plain_files(&corpus).unwrap_or_default() {
                if is_settled(&file) && is_torn(&file)? {
                    fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
                    recovered.torn += 1;
                }
            }
        }
        let cleared = Store::new(self.findings()).clear();
        recovered.unfinished =
            cleared.with_context(|| format!("cannot read {}", self.findings().display()))?;
        Ok(recovered)
    }

    /// Copies what another campaign has and this one has not. Nothing that is here changes.
    ///
    /// # Errors
    /// It is no folder of a campaign, or something cannot be copied.
    pub fn merge(&self, other: &Path) -> Result<Merged> {
        let from = CampaignFolder { root: other.to_owned() };
        let (findings, corpus) = (from.findings(), other.join("corpus"));
        if !findings.is_dir() && !corpus.is_dir() {
            anyhow::bail!(
                "{} is no folder of a campaign: it has neither corpus nor findings",
                other.display()
            );
        }
        let mut merged = Merged::default();
        for row in TARGETS {
            // By what is in it, whatever it was called: a name may be that of the bytes it should have had.
            let by_content = |_: &str, bytes: &[u8]| name_of(bytes);
            merged.inputs += take(&from.corpus(row.target), &self.corpus(row.target), by_content)?;
            let by_end = |name: &str, bytes: &[u8]| match name.rsplit_once('-') {
                Some((end, _)) => format!("{end}-{}", name_of(bytes)),
                None => name_of(bytes),
            };
            merged.artifacts += take(&from.artifacts(row.target), &self.artifacts(row.target), by_end)?;
        }
        if findings.is_dir() {
            let store = Store::new(self.findings());
            for name in Store::new(&findings).names().context("the findings cannot be listed")? {
                let folder = findings.join(&name);
                let is_finding = !name.starts_with('.') && folder.join("case.bin").is_file();
                if is_finding
                    && store.adopt(&folder).with_context(|| format!("cannot copy {}", folder.display()))?
                {
                    merged.findings += 1;
                }
            }
        }
        Ok(merged)
    }
}

/// Copies the files of a folder that another one lacks, by the names that `named` gives them; how many.
fn take(from: &Path, to: &Path, named: impl Fn(&str, &[u8]) -> String) -> Result<usize> {
    let files = plain_files(from).unwrap_or_default();
    if !files.is_empty() {
        files::make_folder(to).with_context(|| format!("cannot make {}", to.display()))?;
    }
    let mut taken = 0;
    for file in files {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = to.join(named(&name, &bytes));
        if !place.exists() {
            files::write(&place, bytes)?;
            taken += 1;
        }
    }
    Ok(taken)
}

/// The name of an input: that of libFuzzer.
fn name_of(bytes: &[u8]) -> String {
    crate::observe::hexadecimal(&Sha1::digest(bytes))
}

/// True of a file whose name is a hash, and not that of its bytes.
fn is_torn(file: &Path) -> Result<bool> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let is_hash = name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let bytes = || fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    Ok(is_hash && name_of(&bytes()?) != name)
}

fn is_settled(file: &Path) -> bool {
    let age = |written: SystemTime| SystemTime::now().duration_since(written);
    // A file of the future was written before somebody set the clock back.
    let modified = fs::metadata(file).and_then(|about| about.modified());
    modified.is_ok_and(|written| age(written).map_or(true, |age| age > SETTLED))
}

/// The files of a folder that are nobody's temporary ones.
fn plain_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| {
        path.is_file() && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    });
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn input(root: &Path, bytes: &[u8]) {
        let corpus = root.join("corpus/pass_diff");
        fs::create_dir_all(&corpus).unwrap();
        fs::write(corpus.join(name_of(bytes)), bytes).unwrap();
    }

    fn finding(root: &Path, name: &str) {
        let folder = root.join("findings").join(name);
        fs::create_dir_all(folder.join("reduced")).unwrap();
        fs::write(folder.join("case.bin"), name).unwrap();
        fs::write(folder.join("reduced/program.mlir"), name).unwrap();
        // No finding can be copied that never ends.
        rustix::fs::mkfifoat(rustix::fs::CWD, folder.join("pipe"), 0o600.into()).unwrap();
        std::os::unix::fs::symlink("..", folder.join("up")).unwrap();
        let artifacts = root.join("artifacts/pass_diff");
        fs::create_dir_all(&artifacts).unwrap();
        fs::write(artifacts.join(format!("crash-{}", name_of(name.as_bytes()))), name).unwrap();
    }

    /// Each file of a campaign but those of its machines.
    fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![root.join("corpus"), root.join("findings"), root.join("artifacts")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                match path.is_dir() {
                    true => folders.push(path),
                    false if entry.file_name().to_string_lossy().starts_with('.') => {}
                    false => {
                        if !fs::metadata(&path).unwrap().is_file() {
                            continue;
                        }
                        let bytes = fs::read(&path).unwrap();
                        all.insert(path.strip_prefix(root).unwrap().to_owned(), bytes);
                    }
                }
            }
        }
        all
    }

    #[test]
    fn campaigns_merge_to_one_set_in_any_order_and_twice() {
        let dir = tempfile::tempdir().unwrap();
        let root = |name: &str| dir.path().join(name);
        for (name, inputs, findings) in
            [("a", [1u8, 2], ["crash-cse-a", "both"]), ("b", [2, 3], ["both", "crash-cse-b"])]
        {
            inputs.iter().for_each(|byte| input(&root(name), &[*byte; 9]));
            findings.iter().for_each(|it| finding(&root(name), it));
        }
        let merged = |name: &str, order: &[&str]| {
            let folder = CampaignFolder::open(&root(name)).unwrap();
            let told: Vec<Merged> = order.iter().map(|from| folder.merge(&root(from)).unwrap()).collect();
            (contents(&root(name)), told)
        };
        let (one, told) = merged("ab", &["a", "b", "a"]);
        assert_eq!(told[1..], [Merged { inputs: 1, findings: 1, artifacts: 1 }, Merged::default()]);
        assert_eq!(one.len(), 3 + 3 * 2 + 3);
        assert_eq!(CampaignFolder::open(&root("ab")).unwrap().fatal().len(), 3);
        let (other, _) = merged("ba", &["b", "a"]);
        let (third, _) = merged("third", &["ab", "ba", "b", "b"]);
        assert_eq!((&one, &one), (&other, &third));
        assert!(CampaignFolder::open(&root("ab")).unwrap().merge(&root("none")).is_err());
    }

    #[test]
    fn what_was_cut_off_is_removed_and_told() {
        let dir = tempfile::tempdir().unwrap();
        let folder = CampaignFolder::open(dir.path()).unwrap();
        input(folder.root(), b"whole");
        let corpus = folder.corpus(Target::PassDiff);
        let torn = corpus.join(name_of(b"a longer input"));
        let fresh = corpus.join(name_of(b"one that is being written"));
        fs::write(&torn, "a long").unwrap();
        fs::write(&fresh, "one").unwrap();
        fs::write(corpus.join("of a person's own"), "text").unwrap();
        let past = SystemTime::now() - 2 * SETTLED;
        fs::File::options().write(true).open(&torn).unwrap().set_modified(past).unwrap();
        fs::create_dir(folder.findings().join(".unfinished-x")).unwrap();
        assert_eq!(folder.recover().unwrap(), Recovered { torn: 1, unfinished: 1 });
        assert_eq!(folder.recover().unwrap(), Recovered::default());
        assert!(!torn.exists() && fresh.exists());
        assert_eq!(folder.inputs(Target::PassDiff), 3);
    }
}
