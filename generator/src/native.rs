//! Native programs that know nothing of choices: the library that is preloaded into them.

use std::path::PathBuf;

const LIBRARY: &str = "libreduce_generator_preload.so";

/// The library, beside this program or where it is installed.
pub fn library() -> Option<PathBuf> {
    let program = std::env::current_exe().and_then(|path| path.canonicalize()).ok()?;
    let folder = program.parent()?;
    let places = [folder.join(LIBRARY), folder.join("../lib/reduce-tree").join(LIBRARY)];
    places.into_iter().find(|place| place.is_file())
}
