//! Plugins as shared libraries.

#![allow(unsafe_code)] // A library is loaded and read through pointers.

use std::error::Error;
use std::ffi::{CStr, c_char};
use std::path::Path;
use std::sync::Arc;

use reduce_tree_abi::{ABI_MAJOR, ABI_MINOR, ENTRY_NAME, Entry, POLISHES, PUMP, RtPass, RtPlugin, SHRINKS, TIDIES};

use super::{About, Kind};

/// A plugin says that it has no more passes than this.
const MOST_PASSES: usize = 1000;

/// A loaded plugin. It stays loaded until the process ends.
pub(super) struct Library {
    passes: Vec<(Arc<About>, &'static RtPass)>,
}

impl Library {
    /// Its passes, in its order, with what they say of themselves.
    pub(super) fn passes(&self) -> impl Iterator<Item = &(Arc<About>, &'static RtPass)> {
        self.passes.iter()
    }
}

/// Loads a plugin into this process, and reads what it says of itself. An error says why it is none, or what to do if it
/// is too new or of another major version of the interface.
pub(super) fn load(path: &Path) -> Result<Library, String> {
    // A bare file name would be looked for in the system's folders.
    let place = path.canonicalize().map_err(|e| e.to_string())?;
    // SAFETY: loading runs the library's own initialisers: that is what a user of plugins asks for. By default it
    // happens in a helper process.
    let library = unsafe { libloading::Library::new(&place) }.map_err(|e| {
        let reason = e.source().map_or_else(|| e.to_string(), ToString::to_string);
        format!("it is no shared library: {reason}")
    })?;
    // SAFETY: the symbol is looked up by the name that the interface gives to a function of this type.
    let entry: Entry = *unsafe { library.get::<Entry>(ENTRY_NAME) }
        .map_err(|_| format!("it has no function `{ENTRY_NAME}`: it is no plugin, or does not export it"))?;
    // Passes point into the library for as long as the process runs.
    std::mem::forget(library);
    // SAFETY: the function takes nothing and gives a description that stays, by the interface.
    let plugin = unsafe { entry() };
    if plugin.is_null() {
        return Err(format!("`{ENTRY_NAME}` gives nothing"));
    }
    // SAFETY: not null. The version is read before the rest, whose form depends on it.
    let (major, minor) = unsafe { ((&raw const (*plugin).abi_major).read(), (&raw const (*plugin).abi_minor).read()) };
    if major != ABI_MAJOR || minor > ABI_MINOR {
        let advice = if major > ABI_MAJOR || (major == ABI_MAJOR && minor > ABI_MINOR) {
            "use a newer reduce-tree"
        } else {
            "build it anew"
        };
        return Err(format!(
            "it was built for version {major}.{minor} of the plugin interface, and this is {ABI_MAJOR}.{ABI_MINOR}: {advice}"
        ));
    }
    // SAFETY: a description of this version has this form, and stays.
    let plugin: &'static RtPlugin = unsafe { &*plugin };
    let name = word(plugin.name, "the plugin's name")?;
    let version = word(plugin.version, "the plugin's version")?;
    if plugin.pass_count == 0 || plugin.pass_count > MOST_PASSES || plugin.passes.is_null() {
        return Err(format!("it says that it has {} passes", plugin.pass_count));
    }
    // SAFETY: the plugin has so many passes, by the interface.
    let passes = unsafe { std::slice::from_raw_parts(plugin.passes, plugin.pass_count) };
    let passes: Vec<_> = passes.iter().map(|&pass| described(pass, &name, &version)).collect::<Result<_, _>>()?;
    if let Some(name) = repeated(&passes) {
        return Err(format!("it has two passes of the name `{name}`"));
    }
    Ok(Library { passes })
}

/// A name that two passes have.
fn repeated(passes: &[(Arc<About>, &'static RtPass)]) -> Option<String> {
    let mut names: Vec<&str> = passes.iter().map(|(about, _)| about.name.as_str()).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_owned())
}

fn described(pass: *const RtPass, plugin: &str, version: &str) -> Result<(Arc<About>, &'static RtPass), String> {
    if pass.is_null() {
        return Err("one of its passes is a null pointer".to_owned());
    }
    // SAFETY: not null, and it stays, by the interface.
    let pass: &'static RtPass = unsafe { &*pass };
    let name = word(pass.name, "a pass' name")?;
    let complete = pass.open.is_some() && pass.count.is_some() && pass.apply.is_some() && pass.close.is_some();
    if !complete {
        return Err(format!("its pass `{name}` lacks one of open, count, apply and close"));
    }
    let kind = match pass.kind {
        SHRINKS => Kind::Shrinks,
        PUMP => Kind::Pump,
        POLISHES => Kind::Polishes,
        TIDIES => Kind::Tidies,
        other => return Err(format!("its pass `{name}` is of the unknown kind {other}")),
    };
    let languages = string(pass.languages).unwrap_or_default();
    let about = About {
        plugin: plugin.to_owned(),
        version: version.to_owned(),
        description: string(pass.description).unwrap_or_default(),
        languages: languages.split_whitespace().map(str::to_owned).collect(),
        kind,
        name,
    };
    Ok((Arc::new(about), pass))
}

/// A string that has to be there, without blanks in it.
fn word(text: *const c_char, what: &str) -> Result<String, String> {
    let found = string(text).filter(|text| !text.is_empty() && !text.contains(char::is_whitespace));
    found.ok_or_else(|| format!("{what} is missing, or has blanks in it"))
}

fn string(text: *const c_char) -> Option<String> {
    // SAFETY: not null, and it ends with a NUL, by the interface.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
