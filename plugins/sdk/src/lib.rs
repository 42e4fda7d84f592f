//! Write a pass for `reduce-tree` in Rust.
//!
//! A *pass* is a transformation that can be applied in several places of a text: its *instances*. You implement
//! [`Pass`] and name the passes of your plugin in [`plugin!`]; built as a `cdylib`, that is a plugin:
//!
//! ```
//! use reduce_tree_plugin::{About, Edits, Kind, Pass, Source, plugin};
//!
//! /// Replaces numbers by 0.
//! struct Zero(Vec<Edits>);
//!
//! impl Pass for Zero {
//!     const ABOUT: About = About {
//!         name: c"zero",
//!         description: c"replaces a number by 0",
//!         languages: Some(c"javascript"),
//!         kind: Kind::Shrinks,
//!     };
//!
//!     fn open(source: Source<'_>) -> Result<Self, String> {
//!         let numbers = source.nodes().filter(|node| node.kind() == "number" && node.text() != b"0");
//!         Ok(Zero(numbers.map(|node| Edits::new().put(node, "0")).collect()))
//!     }
//!
//!     fn count(&self) -> Option<usize> {
//!         Some(self.0.len())
//!     }
//!
//!     fn apply(&self, _source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
//!         Ok(self.0.get(instance).cloned())
//!     }
//! }
//!
//! plugin!(c"zero", [Zero]);
//! # fn main() {}
//! ```
//!
//! `reduce-tree pass zero 0 FILE --plugin libzero.so` shows what instance 0 makes of a file.

#![allow(unsafe_code)] // Here, so that no plugin needs any.

mod edits;
mod entry;
mod listed;
mod source;

pub use edits::Edits;
#[doc(hidden)]
pub use entry::{describe, pass};
pub use listed::{Chunk, List, Listed, chunks, rounds};
#[doc(hidden)]
pub use reduce_tree_abi as abi;
pub use source::{Node, Source};

use std::ffi::CStr;

/// What a pass says of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name by which users choose it: short, in lower case and dashes.
    pub name: &'static CStr,
    /// What it does, in one line.
    pub description: &'static CStr,
    /// The languages that it serves, parted by blanks; none for all.
    pub languages: Option<&'static CStr>,
    /// What becomes of texts.
    pub kind: Kind,
}

/// What a pass makes of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Smaller ones.
    Shrinks,
    /// Larger ones that can shrink further than the text could: a pump.
    Pump,
    /// Ones that only look simpler, by their names or their order: such a pass comes after all others.
    Polishes,
    /// Ones that read better and are no smaller: tried when the search is over, the first instance together with the
    /// layout. They have no more tokens, and no more characters but blanks.
    Tidies,
}

/// A transformation, with what it keeps of one text.
///
/// The contract: for one text there is an `n` so that the instances `0..n` can be applied and no others; an instance
/// gives the same result every time, and another text than the one it came from; and applied to its own results again
/// and again, the pass runs out of instances.
///
/// A panic is caught; it counts as an error of the call.
pub trait Pass: Sized + 'static {
    /// What the pass says of itself.
    const ABOUT: About;

    /// Takes up a text.
    ///
    /// # Errors
    /// A message that says why the pass cannot serve this text.
    fn open(source: Source<'_>) -> Result<Self, String>;

    /// The number of instances; none if finding out is as dear as applying.
    fn count(&self) -> Option<usize>;

    /// The edits of an instance of the text that was opened; none if there is no such instance.
    ///
    /// # Errors
    /// A message that says why this instance cannot be applied.
    fn apply(&self, source: Source<'_>, instance: usize) -> Result<Option<Edits>, String>;
}

/// Makes a plugin of passes: `plugin!(c"name", [Pass, OtherPass]);`. Its version is that of the crate.
#[macro_export]
macro_rules! plugin {
    ($name:literal, [$($pass:ty),+ $(,)?]) => {
        /// What `reduce-tree` asks first.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn reduce_tree_plugin() -> *const $crate::abi::RtPlugin {
            static PASSES: &[&$crate::abi::RtPass] = &[$(&const { $crate::pass::<$pass>() }),+];
            static PLUGIN: $crate::abi::RtPlugin =
                $crate::describe($name, concat!(env!("CARGO_PKG_VERSION"), "\0"), PASSES);
            &raw const PLUGIN
        }
    };
}
