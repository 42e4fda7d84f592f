//! Native programs that know nothing of choices: the library that is preloaded into them, and why it may see none.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use object::elf::PT_INTERP;
use object::read::elf::{ElfFile64, ProgramHeader};
use object::{Endianness, Object};

const LIBRARY: &str = "libreduce_generator_preload.so";
/// Bits of a file's mode: it runs with its owner's or its group's rights.
const OTHER_RIGHTS: u32 = 0o6000;

/// The library, beside this program or where it is installed.
pub fn library() -> Option<PathBuf> {
    let program = std::env::current_exe().and_then(|path| path.canonicalize()).ok()?;
    let folder = program.parent()?;
    let places = [folder.join(LIBRARY), folder.join("../lib/reduce-tree").join(LIBRARY)];
    places.into_iter().find(|place| place.is_file())
}

/// Why a command that was run with the library may have recorded nothing, and what to do.
pub fn why_silent(words: &[OsString], preload: Option<&Path>) -> String {
    let name = words.first().map_or_else(String::new, |word| word.to_string_lossy().into_owned());
    let Some(library) = preload else {
        return format!("{LIBRARY}, which records what a native program draws, is not beside this program: install it");
    };
    // What the loader parts the names of libraries by.
    if library.as_os_str().as_bytes().iter().any(|byte| b" :".contains(byte)) {
        let place = library.display();
        return format!(
            "the path of `{place}` has a blank or a colon in it, with which nothing can be preloaded: move it"
        );
    }
    let file = words.first().and_then(|word| found(word));
    let silent = file.and_then(|path| {
        if fs::metadata(&path).is_ok_and(|file| file.mode() & OTHER_RIGHTS != 0) {
            Some("runs with other rights than yours (setuid), so that nothing is preloaded: run a copy of it")
        } else if is_static(&path) {
            Some("is statically linked, so that nothing can be preloaded: link it dynamically")
        } else {
            None
        }
    });
    let silent = silent.unwrap_or(
        "calls none of the functions that are known by themselves (rand, random, lrand48, getrandom, reads of /dev/urandom \
         and kin), or only in other threads",
    );
    format!("`{name}` {silent}; or give it a side of its own (see generator/README.md)")
}

/// The file of a program, by its path or in the folders of PATH.
fn found(program: &OsStr) -> Option<PathBuf> {
    if program.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(program));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Whether a file is a program that needs no loader.
fn is_static(path: &Path) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    let Ok(file) = ElfFile64::<Endianness>::parse(&*bytes) else { return false };
    let endian = file.endianness();
    !file.elf_program_headers().iter().any(|header| header.p_type(endian) == PT_INTERP)
}
