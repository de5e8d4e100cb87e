//! Files and folders that are there whole or not at all.
//!
//! Whatever must outlive this process goes to the disk through this layer: no other code writes, flushes or renames
//! (`tests/architecture.rs`). Each step of it can be made to fail, so tests go through all of them.

use anyhow::{Context, Result, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Fails the step of this number, from 1 on, in each process: `LOWDIFF_FAULT=3`.
static FAULT: LazyLock<u64> =
    LazyLock::new(|| std::env::var("LOWDIFF_FAULT").ok().and_then(|number| number.parse().ok()).unwrap_or(0));
static STEPS: AtomicU64 = AtomicU64::new(0);

/// A step that changes the disk: it may be made to fail, as on a full disk.
fn step() -> io::Result<()> {
    #[cfg(test)]
    if faults::is_due() {
        return Err(io::ErrorKind::StorageFull.into());
    }
    if *FAULT > 0 && STEPS.fetch_add(1, Ordering::Relaxed) + 1 == *FAULT {
        return Err(io::ErrorKind::StorageFull.into());
    }
    Ok(())
}

/// Steps that fail in tests of this crate, a thread by itself.
#[cfg(test)]
pub mod faults {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<u32> = const { Cell::new(0) };
        static STAYS: Cell<bool> = const { Cell::new(false) };
    }

    /// Fails the step of this number, and all behind it.
    pub fn fail_from(number: u32) {
        STAYS.set(true);
        LEFT.set(number);
    }

    /// Fails the step of this number, from 1 on.
    pub fn fail(number: u32) {
        LEFT.set(number);
    }

    /// True if the step that was to fail has come; none fails any more.
    pub fn is_over() -> bool {
        let over = LEFT.replace(0) == 0;
        STAYS.replace(false) || over
    }

    pub(super) fn is_due() -> bool {
        let left = LEFT.get();
        if left != 1 || !STAYS.get() {
            LEFT.set(left.saturating_sub(1));
        }
        left == 1
    }
}

/// The time that whatever writes to a pipe has to begin.
const WRITER: Duration = Duration::from_secs(5);

/// True of a pipe with a name, which gives its content once.
pub fn is_pipe(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|about| about.file_type().is_fifo())
}

/// The content of a file that somebody names. A pipe is read to its end, if something writes to it.
///
/// # Errors
/// It cannot be read, or it is a pipe that nothing writes to within seconds.
pub fn read_given(file: &Path) -> io::Result<Vec<u8>> {
    if !is_pipe(file) {
        return fs::read(file);
    }
    let mut pipe = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(file)?;
    let (begin, mut content, mut is_written) = (Instant::now(), Vec::new(), false);
    let mut piece = [0; 1 << 16];
    loop {
        match pipe.read(&mut piece) {
            // Without a writer a pipe is at its end at once.
            Ok(0) if is_written => return Ok(content),
            Ok(0) if begin.elapsed() > WRITER => {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "nothing writes to this pipe"));
            }
            Ok(0) => {}
            Ok(count) => {
                is_written = true;
                content.extend_from_slice(&piece[..count]);
                continue;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => is_written = true,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Writes a file under another name, flushes it and renames it: whatever ends the process, the file is as it was or as it should be.
/// Whoever comes second replaces it.
///
/// # Errors
/// The folder takes no file.
pub fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    step().with_context(cannot)?;
    let mut unfinished = tempfile::Builder::new()
        .prefix(".unfinished-")
        .permissions(PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)
        .map_err(nameless)
        .with_context(cannot)?;
    append(unfinished.as_file_mut(), content.as_ref()).with_context(cannot)?;
    flush(unfinished.as_file()).with_context(cannot)?;
    step().with_context(cannot)?;
    unfinished.persist(file).map_err(|unkept| unkept.error).with_context(cannot)?;
    Ok(())
}

/// A new folder in `parent`, which goes when it is dropped.
///
/// # Errors
/// The parent takes no folder.
pub fn folder_in(parent: &Path, prefix: &str) -> io::Result<tempfile::TempDir> {
    step()?;
    tempfile::Builder::new().prefix(prefix).tempdir_in(parent).map_err(nameless)
}

/// Makes a folder, and those that it lies in.
///
/// # Errors
/// One of them cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    step()?;
    fs::create_dir_all(folder)
}

/// Makes a folder that the user named, and those that it lies in, unless it is there. Nothing that is found can be lost before.
///
/// # Errors
/// Something else stands there, or it cannot be made.
pub fn open_folder(folder: &Path) -> Result<()> {
    let name = folder.display();
    if !folder.exists() && folder.is_symlink() {
        bail!("{name} is a link to a folder that does not exist: make that folder, or name another one");
    }
    if folder.exists() && !folder.is_dir() {
        bail!("{name} is a file: name a folder");
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {name}"))
}

/// Makes a file that is not there yet, in a folder that nobody looks into, and flushes it.
///
/// # Errors
/// It is there, or the folder does not take it.
pub fn fresh(file: &Path, mode: u32, content: &[u8]) -> io::Result<()> {
    step()?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(file)?;
    append(&mut file, content)?;
    flush(&file)
}

/// Copies a file into a folder that nobody looks into, and flushes it.
///
/// # Errors
/// It cannot be read, or the folder does not take it.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    step()?;
    fs::copy(from, to)?;
    flush(&File::open(to)?)
}

/// Writes behind what a file has. Where the disk does not take all of it, the caller has to cut off what it took.
///
/// # Errors
/// The disk does not take it.
pub fn append(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    if let Err(error) = step() {
        // A disk that is full takes a part.
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(error);
    }
    file.write_all(bytes)
}

/// Cuts a file off, and goes on at its end.
///
/// # Errors
/// The file cannot be changed.
pub fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(|_| ())
}

/// Has a file, or the names in a folder, on the disk when this returns.
///
/// # Errors
/// The disk does not take it.
pub fn flush(file: &File) -> io::Result<()> {
    step()?;
    file.sync_all()
}

/// Has the names in a folder on the disk when this returns.
///
/// # Errors
/// As [`flush`].
pub fn flush_folder(folder: &Path) -> io::Result<()> {
    flush(&File::open(folder)?)
}

/// Renames a file or a folder.
///
/// # Errors
/// The system refuses.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step()?;
    fs::rename(from, to)
}

/// The error without the path that the library puts behind it: a random name means nothing to whoever reads it.
fn nameless(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(io::ErrorKind::NotFound, "there is no such folder"),
        kind => io::Error::from(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole_and_refusals_name_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        write(&file, "1").expect("room");
        write(&file, "2").expect("room");
        assert_eq!(fs::read_to_string(&file).expect("there"), "2");
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 1, "nothing unfinished stays");
        let missing = folder.path().join("none/a.json");
        let refusals = [
            format!("{:#}", write(&missing, "1").unwrap_err()),
            format!(
                "cannot write {}: {}",
                missing.display(),
                folder_in(&folder.path().join("none"), ".a").unwrap_err()
            ),
        ];
        let said = format!("cannot write {}: there is no such folder", missing.display());
        assert_eq!(refusals, [said.clone(), said]);
    }

    #[test]
    fn a_named_folder_is_made_or_it_is_said_what_stands_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").expect("room");
        std::os::unix::fs::symlink(at("nowhere"), at("link")).expect("room");
        let refused = |name: &str| open_folder(&at(name)).expect_err(name).to_string();
        assert!(refused("file").ends_with("is a file: name a folder"), "{}", refused("file"));
        assert!(refused("link").contains("is a link to a folder that does not exist"), "{}", refused("link"));
        assert!(refused("file/inside").contains("cannot create"), "{}", refused("file/inside"));
        open_folder(&at("made/inside")).expect("it is made");
        open_folder(&at("made/inside")).expect("it is there");
        assert!(at("made/inside").is_dir());
    }

    #[test]
    fn whatever_step_fails_a_file_is_as_it_was_or_as_it_should_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        write(&file, "before").expect("room");
        let mut failed = 0;
        for number in 1.. {
            faults::fail(number);
            let written = write(&file, "a longer text");
            let over = faults::is_over();
            let text = fs::read_to_string(&file).expect("there");
            assert_eq!(text, if written.is_ok() { "a longer text" } else { "before" }, "step {number}");
            assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 1, "step {number}");
            if !over {
                break;
            }
            failed += u32::from(written.is_err());
        }
        assert_eq!(failed, 4, "a file is made, written, flushed and renamed");
    }
}
