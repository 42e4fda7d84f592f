//! Where plugins are found.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The environment variable that names further plugins: files, and folders of them, parted by colons.
pub const PLUGINS_VARIABLE: &str = "REDUCE_TREE_PLUGINS";

/// What the files of the shipped plugins begin with.
const SHIPPED_PREFIX: &str = "libreduce_tree_";

/// The plugins that come with the program: in its own folder when it was just built, in `../lib/reduce-tree` when it is
/// installed under a prefix, in `plugins` beside it in a bundle. The first of these that has any is it.
pub fn shipped_plugins() -> Vec<PathBuf> {
    let Ok(program) = std::env::current_exe().and_then(|path| path.canonicalize()) else { return Vec::new() };
    let Some(folder) = program.parent() else { return Vec::new() };
    let places = [folder.join("plugins"), folder.join("../lib/reduce-tree"), folder.to_owned()];
    let found = places.iter().map(|place| {
        let mut files = plugins_in(place).unwrap_or_default();
        files.retain(|file| {
            file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(SHIPPED_PREFIX.as_bytes()))
        });
        files
    });
    found.into_iter().find(|files| !files.is_empty()).unwrap_or_default()
}

/// The plugins in a folder, by name.
///
/// # Errors
/// When the folder cannot be read.
pub fn plugins_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("so")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The plugins that [`PLUGINS_VARIABLE`] names.
///
/// # Errors
/// When a folder that it names cannot be read; the message says which.
pub fn plugins_of_variable() -> io::Result<Vec<PathBuf>> {
    let Some(value) = std::env::var_os(PLUGINS_VARIABLE) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for path in std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()) {
        if path.is_dir() {
            let found = plugins_in(&path);
            files.extend(
                found
                    .map_err(|e| io::Error::new(e.kind(), format!("{PLUGINS_VARIABLE}: `{}`: {e}", path.display())))?,
            );
        } else {
            files.push(path);
        }
    }
    Ok(files)
}
