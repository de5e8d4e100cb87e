//! The blocks that a sweep of a library found, kept by build-id: a sweep takes a second.
//!
//! A damaged file could put a breakpoint into the middle of an instruction, so a hash guards it.

use super::sweep::{self, Blocks};
use crate::mlir::cache;
use crate::observe::hexadecimal;
use anyhow::{Context as _, Result, bail, ensure};
use object::Object;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Of the format and of the sweep: what another version left is not read.
const VERSION: u32 = 1;
const HASH_BYTES: usize = 32;

/// The blocks of the library at `path`: from the cache, or swept and then kept there.
///
/// # Errors
/// The file cannot be read, or is nothing that can be swept.
pub fn blocks(path: &Path) -> Result<Blocks> {
    let shown = path.display();
    let file = std::fs::File::open(path).with_context(|| format!("cannot open {shown}"))?;
    // SAFETY: a private mapping for reading; a library under test that is overwritten meanwhile fails anyway.
    let bytes = unsafe { map_whole(&file) }.with_context(|| format!("cannot read {shown}"))?;
    let key = key(bytes)?;
    let kept = folder().map(|folder| folder.join(format!("{key}.blocks")));
    if let Some(kept) = &kept
        && let Ok(blocks) = read(kept)
    {
        return Ok(blocks);
    }
    let blocks = sweep::sweep(bytes).with_context(|| format!("cannot trace {shown}"))?;
    if let Some(kept) = kept
        && let Err(error) = write(&kept, &blocks)
    {
        log::warn!("the blocks of {shown} are not kept: {error:#}");
    }
    Ok(blocks)
}

/// True where the blocks of the library at `path` are in the cache.
pub fn is_kept(path: &Path) -> bool {
    let key = std::fs::File::open(path).ok().and_then(|file| {
        // SAFETY: as above.
        unsafe { map_whole(&file) }.ok().and_then(|bytes| key(bytes).ok())
    });
    let file = folder().zip(key).map(|(folder, key)| folder.join(format!("{key}.blocks")));
    file.is_some_and(|file| file.is_file())
}

fn folder() -> Option<PathBuf> {
    cache::folder("blocks")
}

/// The build-id and the length; for a library without one, a hash of everything.
fn key(bytes: &[u8]) -> Result<String> {
    let elf = object::File::parse(bytes).context("it is not an ELF file")?;
    let id = match elf.build_id().context("its build-id is damaged")? {
        Some(id) => hexadecimal(id),
        None => hexadecimal(&Sha256::digest(bytes)),
    };
    Ok(format!("{id}-{}-{VERSION}", bytes.len()))
}

fn read(file: &Path) -> Result<Blocks> {
    let bytes = std::fs::read(file)?;
    let (hash, body) = bytes.split_at_checked(HASH_BYTES).context("it is cut short")?;
    ensure!(Sha256::digest(body)[..] == *hash, "it is damaged");
    let (text, length, deltas, instructions, unsound): (u64, u64, Vec<u32>, u64, u64) =
        bincode::serde::decode_from_slice(body, bincode::config::standard())?.0;
    let starts = deltas.into_iter().scan(0, |at, delta| {
        *at += delta;
        Some(*at)
    });
    Ok(Blocks { text, length, starts: starts.collect(), instructions, unsound })
}

fn write(file: &Path, blocks: &Blocks) -> Result<()> {
    // Blocks are a few bytes apart, which takes one byte each instead of four.
    let deltas: Vec<u32> =
        blocks.starts.iter().scan(0, |last, &start| Some(start - std::mem::replace(last, start))).collect();
    let body = (blocks.text, blocks.length, deltas, blocks.instructions, blocks.unsound);
    let body = bincode::serde::encode_to_vec(body, bincode::config::standard())?;
    cache::write(file, [&Sha256::digest(&body)[..], &body].concat())
}

/// Maps a file for the life of the process.
///
/// # Safety
/// Nobody shortens the file meanwhile.
pub(super) unsafe fn map_whole(file: &std::fs::File) -> Result<&'static [u8]> {
    use std::os::fd::AsRawFd;
    let length = file.metadata()?.len() as usize;
    ensure!(length > 0, "it is empty");
    // SAFETY: a fresh mapping, never unmapped.
    unsafe {
        let at =
            libc::mmap(std::ptr::null_mut(), length, libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd(), 0);
        if at == libc::MAP_FAILED {
            bail!("it cannot be mapped: {}", std::io::Error::last_os_error());
        }
        Ok(std::slice::from_raw_parts(at.cast(), length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("blocks");
        let blocks =
            Blocks { text: 4096, length: 1000, starts: vec![0, 3, 300, 999], instructions: 40, unsound: 1 };
        write(&file, &blocks).expect("room");
        assert_eq!(read(&file).expect("intact"), blocks);
        let mut bytes = std::fs::read(&file).expect("there");
        let last = bytes.len() - 3;
        bytes[last] ^= 1;
        std::fs::write(&file, bytes).expect("room");
        assert!(read(&file).expect_err("damaged").to_string().contains("damaged"));
    }
}
