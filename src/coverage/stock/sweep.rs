//! Finding the basic blocks of a library nobody instrumented.
//!
//! The unwind tables (`.eh_frame`) name the extent of every function, also of those without a symbol. Inside them a
//! linear sweep decodes every instruction. A block starts at the start of a function, at the target of a branch
//! and behind a branch or return. A function that does not decode, or has a branch into the middle of an
//! instruction, is left out whole: a breakpoint there could change what it does.

use anyhow::{Context as _, Result, bail};
use gimli::{BaseAddresses, EhFrame, LittleEndian, UnwindSection};
use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Instruction, OpKind};
use object::{Object, ObjectSection, ObjectSegment};
use serde::{Deserialize, Serialize};

/// The blocks of one library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks {
    /// Virtual address of the executable segment, as the file has it.
    pub text: u64,
    /// Its length in bytes.
    pub length: u64,
    /// The start of each block, in bytes from `text`, ascending.
    pub starts: Vec<u32>,
    /// Instructions decoded.
    pub instructions: u64,
    /// Functions left out.
    pub unsound: u64,
}

/// Already a breakpoint: padding, or somebody else's.
const INT3: u8 = 0xcc;

/// One bit a byte of text.
struct Bits(Vec<u64>);

impl Bits {
    fn new(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn clear(&mut self, range: std::ops::Range<usize>) {
        range.for_each(|at| self.0[at / 64] &= !(1 << (at % 64)));
    }

    fn get(&self, at: usize) -> bool {
        self.0[at / 64] & (1 << (at % 64)) != 0
    }
}

/// Sweeps an ELF file for x86-64.
///
/// # Errors
/// It is no such file, or has no unwind tables.
pub fn sweep(file: &[u8]) -> Result<Blocks> {
    let elf = object::File::parse(file).context("it is not an ELF file")?;
    if elf.architecture() != object::Architecture::X86_64 {
        bail!("it is for {:?}, and blocks are traced on x86-64 only", elf.architecture());
    }
    let (text, bytes) = executable(&elf)?;
    let mut state = Sweep {
        text,
        bytes,
        code: Bits::new(bytes.len()),
        leaders: Bits::new(bytes.len()),
        crossing: Vec::new(),
        instructions: 0,
        unsound: 0,
    };
    for (start, end) in functions(&elf)? {
        if start >= text && end <= text + bytes.len() as u64 {
            state.function((start - text) as usize, (end - text) as usize);
        }
    }
    Ok(state.finish())
}

/// Address and bytes of the segment that holds the code.
fn executable<'d>(elf: &object::File<'d>) -> Result<(u64, &'d [u8])> {
    let text = elf.section_by_name(".text").context("it has no .text section")?.address();
    let mut segments = elf.segments();
    let holder = segments.find(|s| (s.address()..s.address() + s.size()).contains(&text));
    let holder = holder.context("its .text lies in no segment")?;
    Ok((holder.address(), holder.data().context("its code cannot be read")?))
}

/// Extent of every function, from the unwind tables.
fn functions(elf: &object::File<'_>) -> Result<Vec<(u64, u64)>> {
    let section = elf.section_by_name(".eh_frame").context("it has no unwind tables (.eh_frame)")?;
    let data = section.data().context("its .eh_frame cannot be read")?;
    let mut bases = BaseAddresses::default().set_eh_frame(section.address());
    if let Some(text) = elf.section_by_name(".text") {
        bases = bases.set_text(text.address());
    }
    let mut frames = EhFrame::new(data, LittleEndian);
    frames.set_address_size(8);
    let mut entries = frames.entries(&bases);
    let mut found = Vec::new();
    while let Some(entry) = entries.next().context("its .eh_frame is damaged")? {
        if let gimli::CieOrFde::Fde(partial) = entry {
            let parsed = partial.parse(|_, bases, offset| frames.cie_from_offset(bases, offset));
            let function = parsed.context("its .eh_frame is damaged")?;
            let start = function.initial_address();
            found.push((start, start.saturating_add(function.len())));
        }
    }
    Ok(found)
}

struct Sweep<'d> {
    text: u64,
    bytes: &'d [u8],
    /// The starts of instructions.
    code: Bits,
    leaders: Bits,
    /// Branches from one function into another, as hot and cold halves have them: (from, to).
    crossing: Vec<(u64, usize)>,
    instructions: u64,
    unsound: u64,
}

impl Sweep<'_> {
    fn function(&mut self, start: usize, end: usize) {
        let address = self.text + start as u64;
        let mut decoder = Decoder::with_ip(64, &self.bytes[start..end], address, DecoderOptions::NONE);
        let mut instruction = Instruction::default();
        let (mut targets, mut leaders) = (Vec::new(), vec![start]);
        let (mut count, mut sound, mut behind_branch) = (0, true, false);
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            let at = (instruction.ip() - self.text) as usize;
            if instruction.is_invalid() {
                sound = false;
                break;
            }
            self.code.set(at);
            count += 1;
            // Behind a jump or return comes alignment, which is never run.
            if behind_branch && !is_padding(&instruction) {
                leaders.push(at);
                behind_branch = false;
            }
            if ends_block(instruction.flow_control()) {
                behind_branch = true;
                if near_branch(&instruction) {
                    targets.push(instruction.near_branch_target());
                }
            }
        }
        let inside = |target: &u64| (self.text + start as u64..self.text + end as u64).contains(target);
        let (here, away): (Vec<u64>, Vec<u64>) = targets.into_iter().partition(inside);
        let here: Vec<usize> = here.into_iter().map(|t| (t - self.text) as usize).collect();
        if !sound || here.iter().any(|&t| !self.code.get(t)) {
            self.code.clear(start..end);
            self.unsound += 1;
            return;
        }
        self.instructions += count;
        leaders.iter().chain(&here).for_each(|&at| self.leaders.set(at));
        let within = |t: &u64| (self.text..self.text + self.bytes.len() as u64).contains(t);
        let away = away.into_iter().filter(within).map(|t| (address, (t - self.text) as usize));
        self.crossing.extend(away);
    }

    fn finish(mut self) -> Blocks {
        for (_, target) in std::mem::take(&mut self.crossing) {
            // A jump into a procedure linkage table or a function left out is nothing to break at.
            if self.code.get(target) {
                self.leaders.set(target);
            }
        }
        let leaders = self
            .leaders
            .0
            .iter()
            .enumerate()
            .flat_map(|(word, &bits)| ones(bits).map(move |b| word * 64 + b));
        let starts = leaders.filter(|&at| self.bytes[at] != INT3).map(|at| at as u32).collect();
        Blocks {
            text: self.text,
            length: self.bytes.len() as u64,
            starts,
            instructions: self.instructions,
            unsound: self.unsound,
        }
    }
}

fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}

fn is_padding(instruction: &Instruction) -> bool {
    instruction.mnemonic() == iced_x86::Mnemonic::Nop || instruction.code() == Code::Int3
    // GCC pads with `xchg ax, ax` and `data16` prefixes, which decode as the above.
}

fn ends_block(flow: FlowControl) -> bool {
    !matches!(
        flow,
        FlowControl::Next | FlowControl::Call | FlowControl::IndirectCall | FlowControl::Interrupt
    )
}

fn near_branch(instruction: &Instruction) -> bool {
    matches!(instruction.op0_kind(), OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64)
}
