//! What is loaded: the program and its libraries, told by their names, since where they lie is another in every run.

use std::ffi::{CStr, c_int, c_void};

use crate::rule::{Rule, Tables};

/// The program or a library.
#[derive(Debug)]
pub struct Module {
    /// Where it lies.
    pub base: usize,
    name: String,
    /// Its pieces in memory.
    pieces: Vec<[usize; 2]>,
    tables: Option<Tables>,
}

/// What is looked for among all modules.
struct Wanted {
    at: usize,
    found: Option<Module>,
}

impl Module {
    /// The module that holds an address.
    pub fn of(at: usize) -> Option<Self> {
        let mut wanted = Wanted { at, found: None };
        // SAFETY: the function takes what it is given here, which outlives the call.
        unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut wanted).cast()) };
        wanted.found
    }

    /// Whether an address is in it.
    pub fn holds(&self, at: usize) -> bool {
        self.pieces.iter().any(|&[begin, end]| (begin..end).contains(&at))
    }

    /// Where the function begins that holds an instruction, and how its caller is found.
    pub fn rule(&self, instruction: usize) -> Option<(usize, Rule)> {
        self.tables.as_ref()?.rule(instruction)
    }

    /// An address in it, as it is named in every run.
    pub fn named(&self, at: usize) -> String {
        format!("{}+{:#x}", self.name, at.wrapping_sub(self.base))
    }

    /// From what the loader says.
    ///
    /// # Safety
    /// The module stays loaded.
    unsafe fn new(info: &libc::dl_phdr_info, headers: &[libc::Elf64_Phdr]) -> Self {
        let base = info.dlpi_addr as usize;
        let place = |header: &libc::Elf64_Phdr| {
            let begin = base.wrapping_add(header.p_vaddr as usize);
            [begin, begin.wrapping_add(header.p_memsz as usize)]
        };
        let loaded = headers.iter().filter(|header| header.p_type == libc::PT_LOAD);
        let pieces: Vec<[usize; 2]> = loaded.map(place).collect();
        // SAFETY: what the headers name is there, and stays.
        let bytes = |[begin, end]: [usize; 2]| unsafe { std::slice::from_raw_parts(begin as *const u8, end - begin) };
        let rest =
            |at| pieces.iter().find(|[begin, end]| (*begin..*end).contains(&at)).map(|[_, end]| bytes([at, *end]));
        let index = headers.iter().find(|header| header.p_type == libc::PT_GNU_EH_FRAME);
        let tables = index.and_then(|header| Tables::new(bytes(place(header)), rest));
        // SAFETY: the loader's names end with a zero byte.
        let path = unsafe { CStr::from_ptr(info.dlpi_name) }.to_string_lossy().into_owned();
        let name = path.rsplit('/').next().unwrap_or_default().replace([' ', ','], "_");
        // The program itself has no name here.
        Module { base, name: if name.is_empty() { "program".to_owned() } else { name }, pieces, tables }
    }
}

unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, wanted: *mut c_void) -> c_int {
    // SAFETY: `Module::of` gives it, and nobody else has it.
    let wanted = unsafe { &mut *wanted.cast::<Wanted>() };
    // SAFETY: the loader gives it.
    let info = unsafe { &*info };
    // SAFETY: there are so many headers.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    // SAFETY: a module on whose code the program is running is not unloaded; another that is costs what is known of it.
    let module = unsafe { Module::new(info, headers) };
    if !module.holds(wanted.at) {
        return 0;
    }
    wanted.found = Some(module);
    1
}
