//! What stands around the content of one file in the text of its folder.

use std::sync::Arc;

use crate::folder::{Entry, Folder};

/// A folder but for the content of one of its files.
#[derive(Clone, Debug)]
pub struct Frame {
    others: Folder,
    place: usize,
    /// The bytes before and behind the content, if it does not hold what a header begins with.
    around: [Arc<[u8]>; 2],
}

impl Frame {
    /// The folder around the entry in this place.
    pub fn around(folder: &Folder, place: usize) -> Self {
        let others = folder.with(|at, _| (at == place).then(Arc::default));
        let mut frame = Frame { others, place, around: Default::default() };
        let packed = frame.others.pack();
        // A content that is longer by itself stands behind what comes before it.
        let marked = frame.packed(b"\0");
        let before = packed.iter().zip(&*marked).take_while(|(a, b)| a == b).count();
        frame.around = [packed[..before].into(), packed[before..].into()];
        frame
    }

    /// The folder with this content, packed.
    pub fn whole(&self, content: &Arc<[u8]>) -> Arc<[u8]> {
        if content.contains(&Folder::MARK) {
            return self.packed(content);
        }
        let [before, behind] = &self.around;
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
    fn a_content_in_its_frame_is_the_folder() {
        let entries = [("a", "one"), ("b", "\0"), ("c", "")].map(|(path, text)| Entry::file(path, text.as_bytes()));
        let folder = Folder::new(entries.to_vec());
        for place in 0..3 {
            let frame = Frame::around(&folder, place);
            for content in [&b""[..], b"x\ny", b"\0", b"\x1c0:", b"\x1c1:f a\n"] {
                let content: Arc<[u8]> = content.into();
                let whole = frame.whole(&content);
                let expected = folder.with(|at, _| (at == place).then(|| Arc::clone(&content)));
                assert_eq!(Folder::unpack(&whole), expected);
                assert_eq!(whole, expected.pack());
            }
        }
    }
}
