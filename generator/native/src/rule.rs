//! How the caller of a function is found, from the tables for exceptions.

use gimli::{BaseAddresses, CfaRule, EhFrame, EhFrameHdr, NativeEndian, Register, RegisterRule, UnwindContext};
use gimli::{EndianSlice, UnwindSection};

/// How many registers are followed: those that a call preserves, and the stack pointer.
pub const COUNT: usize = 7;
/// The place of the stack pointer among them.
pub const STACK: usize = 6;

/// Their numbers in the tables: rbx, rbp, r12 to r15, rsp.
const NUMBERS: [u16; COUNT] = [3, 6, 12, 13, 14, 15, 7];
/// The address of return.
const BACK: u16 = 16;

/// How the caller of a function is found when it has come to some address.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The end of the function's part of the stack, from one of the registers,
    pub base_register: usize,
    /// and so many bytes.
    pub base_offset: isize,
    /// Where it keeps the caller's registers, from that end; those that it has not changed are nowhere.
    pub kept: [Option<isize>; COUNT],
    /// Where the address of return is, from that end.
    pub back: isize,
}

/// The tables of a module.
#[derive(Debug)]
pub struct Tables {
    header: gimli::ParsedEhFrameHdr<Slice>,
    frames: EhFrame<Slice>,
    bases: BaseAddresses,
}

type Slice = EndianSlice<'static, NativeEndian>;

impl Tables {
    /// The tables whose index is here; `rest` is what of memory can be read from an address on.
    pub fn new(index: &'static [u8], rest: impl FnOnce(usize) -> Option<&'static [u8]>) -> Option<Self> {
        let bases = BaseAddresses::default().set_eh_frame_hdr(index.as_ptr() as u64);
        let header = EhFrameHdr::new(index, NativeEndian).parse(&bases, size_of::<usize>() as u8).ok()?;
        let gimli::Pointer::Direct(frames) = header.eh_frame_ptr() else { return None };
        let bases = bases.set_eh_frame(frames);
        Some(Tables { header, frames: EhFrame::new(rest(frames as usize)?, NativeEndian), bases })
    }

    /// Where the function begins that holds an instruction, and the rule there.
    pub fn rule(&self, instruction: usize) -> Option<(usize, Rule)> {
        let (at, bases, frames) = (instruction as u64, &self.bases, &self.frames);
        let description = self.header.table()?.fde_for_address(frames, bases, at, EhFrame::cie_from_offset).ok()?;
        let mut context = UnwindContext::new();
        let row = description.unwind_info_for_address(frames, bases, &mut context, at).ok()?;
        let CfaRule::RegisterAndOffset { register, offset } = *row.cfa() else { return None };
        let mut kept = [None; COUNT];
        for (place, number) in kept.iter_mut().zip(NUMBERS) {
            *place = match row.register(Register(number)) {
                Some(RegisterRule::Offset(offset)) => Some(offset as isize),
                None | Some(RegisterRule::Undefined | RegisterRule::SameValue) => None,
                _ => return None,
            };
        }
        let Some(RegisterRule::Offset(back)) = row.register(Register(BACK)) else { return None };
        let base_register = NUMBERS.iter().position(|&number| number == register.0)?;
        let rule = Rule { base_register, base_offset: offset as isize, kept, back: back as isize };
        Some((description.initial_address() as usize, rule))
    }
}
