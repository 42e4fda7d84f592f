//! What goes between this process and another run of this program: frames, and values in them.
//!
//! A frame is its length in four bytes and so many bytes; numbers are little-endian. Nothing that comes from a helper
//! is believed, since a plugin may have written all over its memory.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The bytes of a frame's length.
pub(crate) const HEADER: usize = 4;

/// A frame that is being made.
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn new() -> Self {
        Writer(vec![0; HEADER])
    }

    pub(crate) fn byte(mut self, byte: u8) -> Self {
        self.0.push(byte);
        self
    }

    pub(crate) fn number(mut self, number: u64) -> Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    pub(crate) fn word(self, word: u32) -> Self {
        self.words(&[word])
    }

    pub(crate) fn words(mut self, words: &[u32]) -> Self {
        self.0.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self
    }

    pub(crate) fn bytes(self, bytes: &[u8]) -> Self {
        let mut writer = self.number(bytes.len() as u64);
        writer.0.extend_from_slice(bytes);
        writer
    }

    pub(crate) fn path(self, path: &Path) -> Self {
        self.bytes(path.as_os_str().as_bytes())
    }

    /// A value that may be missing.
    pub(crate) fn option<T>(self, value: Option<T>, write: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => write(self.byte(1), value),
            None => self.byte(0),
        }
    }

    /// Values, and before them how many.
    pub(crate) fn list<T>(self, values: &[T], write: impl Fn(Self, &T) -> Self) -> Self {
        values.iter().fold(self.number(values.len() as u64), write)
    }

    /// The whole frame.
    pub(crate) fn frame(mut self) -> io::Result<Vec<u8>> {
        let length = u32::try_from(self.0.len() - HEADER).map_err(|_| io::ErrorKind::FileTooLarge)?;
        self.0[..HEADER].copy_from_slice(&length.to_le_bytes());
        Ok(self.0)
    }
}

/// What was read makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nonsense;

type Read<T> = Result<T, Nonsense>;

/// The content of a frame as it is read.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(content: &'a [u8]) -> Self {
        Reader(content)
    }

    pub(crate) fn byte(&mut self) -> Read<u8> {
        let (&byte, rest) = self.0.split_first().ok_or(Nonsense)?;
        self.0 = rest;
        Ok(byte)
    }

    pub(crate) fn number(&mut self) -> Read<u64> {
        let (number, rest) = self.0.split_first_chunk().ok_or(Nonsense)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    pub(crate) fn word(&mut self) -> Read<u32> {
        self.words().map(|[word]| word)
    }

    pub(crate) fn words<const N: usize>(&mut self) -> Read<[u32; N]> {
        let (bytes, rest) = self.0.split_at_checked(4 * N).ok_or(Nonsense)?;
        self.0 = rest;
        let word = |place: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[4 * place + byte]));
        Ok(std::array::from_fn(word))
    }

    /// A number that counts or finds something in memory.
    pub(crate) fn size(&mut self) -> Read<usize> {
        usize::try_from(self.number()?).map_err(|_| Nonsense)
    }

    pub(crate) fn bytes(&mut self) -> Read<&'a [u8]> {
        let length = self.size()?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Nonsense)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn string(&mut self) -> Read<String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    pub(crate) fn path(&mut self) -> Read<PathBuf> {
        Ok(PathBuf::from(OsString::from_vec(self.bytes()?.to_vec())))
    }

    pub(crate) fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<Option<T>> {
        match self.byte()? {
            0 => Ok(None),
            1 => read(self).map(Some),
            _ => Err(Nonsense),
        }
    }

    pub(crate) fn list<T>(&mut self, read: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.size()?;
        // Each value is a byte at least: a number that promises more is not believed.
        if count > self.0.len() {
            return Err(Nonsense);
        }
        (0..count).map(|_| read(self)).collect()
    }

    /// The value, if the frame ends with it.
    pub(crate) fn end<T>(self, value: T) -> Read<T> {
        if self.0.is_empty() { Ok(value) } else { Err(Nonsense) }
    }
}
