//! What stands around the content of one file in the text of its folder.

use std::sync::Arc;

use crate::folder::{Entry, Folder};

/// A folder but for the content of one of its files.
#[derive(Clone, Debug)]
pub struct Around {
    others: Folder,
    place: usize,
    /// The bytes before and behind the content, if it does not hold what a header begins with.
    bytes: [Arc<[u8]>; 2],
}

impl Around {
    /// The folder around the entry in this place.
    pub fn of(folder: &Folder, place: usize) -> Self {
        let others = folder.with(|at, _| (at == place).then(Arc::default));
        let mut around = Around { others, place, bytes: Default::default() };
        let packed = around.others.pack();
        // A content that is longer by itself stands behind what comes before it.
        let marked = around.packed(b"\0");
        let before = packed.iter().zip(&*marked).take_while(|(a, b)| a == b).count();
        around.bytes = [packed[..before].into(), packed[before..].into()];
        around
    }

    /// The folder with this content, packed.
    pub fn whole(&self, content: &Arc<[u8]>) -> Arc<[u8]> {
        if content.contains(&Folder::MARK) {
            return self.packed(content);
        }
        let [before, behind] = &self.bytes;
        [before, &**content, behind].concat().into()
    }

    fn packed(&self, content: &[u8]) -> Arc<[u8]> {
        let with = |place: usize, _: &Entry| (place == self.place).then(|| content.into());
        self.others.with(with).pack()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_with_what_is_around_it_is_the_folder() {
        let entries = [("a", "one"), ("b", "\0"), ("c", "")].map(|(path, text)| Entry::file(path, text.as_bytes()));
        let folder = Folder::new(entries.to_vec());
        for place in 0..3 {
            let around = Around::of(&folder, place);
            for content in [&b""[..], b"x\ny", b"\0", b"\x1c0:", b"\x1c1:f a\n"] {
                let content: Arc<[u8]> = content.into();
                let whole = around.whole(&content);
                let expected = folder.with(|at, _| (at == place).then(|| Arc::clone(&content)));
                assert_eq!(Folder::unpack(&whole), expected);
                assert_eq!(whole, expected.pack());
            }
        }
    }
}
