//! A folder as one text.
//!
//! ```text
//! <MARK><digits>:                    what every header begins with
//! <MARK><digits>:f include/list.h    a file (x if it can be executed), then its bytes up to the next header
//! <MARK><digits>:l current           a symbolic link, then where it leads
//! ```
//!
//! The digits are chosen so that the header's beginning is in no content and in no path; in a path, bytes that are not
//! printable ASCII are written as `%` and two digits.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bstr::ByteSlice;

use super::{Entry, EntryKind, Folder};

impl Folder {
    /// The first byte of a header: one that texts hold by chance only.
    pub(crate) const MARK: u8 = 0x1c;

    /// The folder as one text, from which [`Folder::unpack`] makes it again. A folder without files is the empty text.
    pub fn pack(&self) -> Arc<[u8]> {
        if self.entries.is_empty() {
            return Arc::default();
        }
        let header = self.header();
        let mut out = Vec::with_capacity(self.bytes() + 64 * (self.entries.len() + 1));
        out.extend_from_slice(&header);
        out.push(b'\n');
        for entry in &self.entries {
            let kind = match entry.kind {
                EntryKind::File { executable: false } => 'f',
                EntryKind::File { executable: true } => 'x',
                EntryKind::Link => 'l',
            };
            out.extend_from_slice(&header);
            out.extend_from_slice(format!("{kind} {}\n", escaped(&entry.path)).as_bytes());
            out.extend_from_slice(&entry.content);
        }
        out.into()
    }

    /// The folder that was packed into a text. Whatever the text is, there is one: what stands before the first header
    /// is left out.
    pub fn unpack(text: &[u8]) -> Self {
        let Some(end) = text.iter().position(|&byte| byte == b'\n') else { return Folder::default() };
        let (header, rest) = (&text[..end], &text[end + 1..]);
        if header.first() != Some(&Self::MARK) {
            return Folder::default();
        }
        let parts = rest.split_str(header).skip(1);
        Folder::new(parts.filter_map(entry).collect())
    }

    /// A beginning of headers that is in no content.
    fn header(&self) -> Vec<u8> {
        (0..u64::MAX)
            .map(|number| [&[Self::MARK], format!("{number}:").as_bytes()].concat())
            .find(|header| self.entries.iter().all(|entry| !entry.content.contains_str(header)))
            .unwrap_or_default()
    }
}

/// The entry in a part of a packed text: what follows the beginning of its header.
fn entry(part: &[u8]) -> Option<Entry> {
    let (line, content) = part.split_once_str("\n")?;
    let (kind, path) = line.split_once_str(" ")?;
    let kind = match kind {
        b"f" => EntryKind::File { executable: false },
        b"x" => EntryKind::File { executable: true },
        b"l" => EntryKind::Link,
        _ => return None,
    };
    Some(Entry { path: unescaped(path), kind, content: content.into() })
}

fn escaped(path: &Path) -> String {
    let mut out = String::new();
    for &byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_graphic() && byte != b'%' || byte == b' ' {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02x}");
        }
    }
    out
}

fn unescaped(written: &[u8]) -> PathBuf {
    let mut out = Vec::with_capacity(written.len());
    let mut at = 0;
    while let Some(&byte) = written.get(at) {
        let digits = written.get(at + 1..at + 3).filter(|_| byte == b'%').and_then(|digits| digits.to_str().ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    PathBuf::from(OsString::from_vec(out))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn some_entry() -> impl Strategy<Value = Entry> {
        let part = vec(prop_oneof![any::<u8>(), Just(Folder::MARK), Just(b'0'), Just(b':')], 0..12);
        let name = vec(any::<u8>().prop_filter("no byte of a name", |byte| !matches!(byte, 0 | b'/' | b'.')), 1..6);
        let kind =
            prop_oneof![any::<bool>().prop_map(|executable| EntryKind::File { executable }), Just(EntryKind::Link)];
        (vec(name, 1..3), kind, part).prop_map(|(names, kind, content)| {
            let path = names.into_iter().map(OsString::from_vec).collect();
            Entry { path, kind, content: content.into() }
        })
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked_byte_for_byte(entries in vec(some_entry(), 0..6)) {
            let folder = Folder::new(entries);
            prop_assert_eq!(Folder::unpack(&folder.pack()), folder);
        }

        #[test]
        fn any_text_is_some_folder(text in vec(any::<u8>(), 0..64)) {
            Folder::unpack(&text);
        }
    }

    #[test]
    fn a_packed_folder_can_be_read() {
        let folder = Folder::new(vec![Entry::file("src/b.c", &b"int b;"[..]), Entry::file("a ä.h", &b""[..])]);
        assert_eq!(&*folder.pack(), b"\x1c0:\n\x1c0:f a %c3%a4.h\n\x1c0:f src/b.c\nint b;");
    }
}
