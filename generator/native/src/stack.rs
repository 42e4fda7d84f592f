//! The stack of a choice. The tables that a program has for exceptions say, for every address, where the caller of a
//! function is and where the registers of the caller are kept; what they say of an address is looked up once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::modules::Module;
use crate::rule::{COUNT, Rule, STACK};

/// A function that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Where it goes on when what it has called returns.
    pub at: usize,
    /// The end of its part of the stack, which is the same for as long as it runs.
    pub base: usize,
    /// The registers that a call preserves, hashed. They are the function's own: if they have changed, it has run since.
    pub registers: u64,
}

/// A stack that is deeper is cut there, at its outer end.
const DEEPEST: usize = 4096;

/// What is known of an address.
#[derive(Clone, Debug)]
pub struct Place {
    /// The module that it is in.
    pub module: Arc<Module>,
    /// Where its function begins.
    pub entry: usize,
    rule: Rule,
}

/// Walks along stacks.
#[derive(Debug, Default)]
pub struct Walker {
    /// By address; `None` for those of which the tables say nothing.
    places: FxHashMap<usize, Option<Place>>,
    modules: Vec<Arc<Module>>,
    ours: usize,
}

impl Walker {
    /// The functions of the program that are running, the innermost first.
    pub fn walk(&mut self, into: &mut Vec<Frame>) {
        into.clear();
        let (mut at, mut registers) = captured();
        if self.ours == 0 {
            self.ours = self.look_up(at, at).map_or(1, |place| place.module.base);
        }
        // The captured address is not one of return.
        let mut instruction = at;
        while into.len() < DEEPEST {
            if !self.places.contains_key(&at) {
                let place = self.look_up(at, instruction);
                self.places.insert(at, place);
            }
            let Some(Some(Place { rule, module, .. })) = self.places.get(&at) else { return };
            let base = registers[rule.base_register].wrapping_add_signed(rule.base_offset);
            if base <= registers[STACK] && at != instruction {
                return;
            }
            if module.base != self.ours {
                into.push(Frame { at, base, registers: hashed(&registers) });
            }
            let mut caller = registers;
            for (register, kept) in caller.iter_mut().zip(rule.kept) {
                if let Some(offset) = kept {
                    // SAFETY: the tables say that the function keeps the register there, on the stack of this thread.
                    *register = unsafe { *(base.wrapping_add_signed(offset) as *const usize) };
                }
            }
            caller[STACK] = base;
            // SAFETY: the tables say that the address of return is there.
            at = unsafe { *(base.wrapping_add_signed(rule.back) as *const usize) };
            if at == 0 {
                return;
            }
            instruction = at - 1;
            registers = caller;
        }
    }

    /// What is known of the address of a frame.
    pub fn place(&self, at: usize) -> Option<&Place> {
        self.places.get(&at)?.as_ref()
    }

    fn look_up(&mut self, at: usize, instruction: usize) -> Option<Place> {
        let known = self.modules.iter().find(|module| module.holds(at)).cloned();
        let module = if let Some(module) = known {
            module
        } else {
            let module = Arc::new(Module::of(at)?);
            self.modules.push(Arc::clone(&module));
            module
        };
        let (entry, rule) = module.rule(instruction)?;
        Some(Place { module, entry, rule })
    }
}

fn hashed(registers: &[usize; COUNT]) -> u64 {
    let preserved = registers.iter().enumerate().filter(|(register, _)| *register != STACK);
    preserved.fold(0_u64, |hash, (_, &value)| (hash.rotate_left(5) ^ value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// An address in the function that calls this, and the registers there.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(clippy::inline_always)]
fn captured() -> (usize, [usize; COUNT]) {
    let mut registers = [0; COUNT];
    let at;
    // SAFETY: it only reads registers, and writes to the list.
    unsafe {
        std::arch::asm!(
            "mov [{list}], rbx", "mov [{list} + 8], rbp", "mov [{list} + 16], r12", "mov [{list} + 24], r13",
            "mov [{list} + 32], r14", "mov [{list} + 40], r15", "mov [{list} + 48], rsp", "lea {at}, [rip]",
            list = in(reg) registers.as_mut_ptr(), at = out(reg) at, options(nostack, preserves_flags)
        );
    }
    (at, registers)
}

/// Elsewhere stacks are not known: choices have no scopes.
#[cfg(not(target_arch = "x86_64"))]
fn captured() -> (usize, [usize; COUNT]) {
    (0, [0; COUNT])
}
