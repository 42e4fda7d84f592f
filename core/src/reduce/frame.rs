//! What stands around a document that is a part of what is tested.

use std::sync::Arc;

use super::folder::Around;

/// What stands around a document.
pub enum Frame {
    /// The document is the content of a file in a folder.
    Folder(Around),
    /// The document is a part of a text.
    Text {
        /// What comes before and behind it.
        around: [Arc<[u8]>; 2],
        /// The tokens of that, if those of the whole count.
        tokens: Option<usize>,
    },
}

impl Frame {
    /// The whole of what is tested, with this text for the document.
    pub(super) fn whole(&self, text: &Arc<[u8]>) -> Arc<[u8]> {
        match self {
            Frame::Folder(around) => around.whole(text),
            Frame::Text { around: [before, behind], .. } => [&**before, text, behind].concat().into(),
        }
    }

    /// What the whole weighs, if the document has so many tokens. What files of several languages weigh together is bytes.
    pub(super) fn tokens(&self, whole: &[u8], tokens: usize) -> usize {
        match self {
            Frame::Text { tokens: Some(around), .. } => around + tokens,
            Frame::Text { .. } | Frame::Folder(_) => whole.len(),
        }
    }
}

/// What is tested of a text of the document.
pub(super) fn tested(frame: Option<&Frame>, text: &Arc<[u8]>) -> Arc<[u8]> {
    frame.map_or_else(|| Arc::clone(text), |frame| frame.whole(text))
}
