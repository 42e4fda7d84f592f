//! Trees of the parser. That of a large text is millions of pieces of memory, which take a second to free: another
//! thread does that, and the end of the program does not wait for it.

use std::sync::LazyLock;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// From so many bytes of text on a tree is freed beside the search.
const LARGE: usize = 1 << 20;
/// So many things wait to be freed at most; what comes then is freed where it is.
const WAITING: usize = 16;

/// A tree of the parser.
pub(super) struct ParserTree {
    /// None only while it is dropped.
    tree: Option<tree_sitter::Tree>,
}

impl ParserTree {
    /// Owns the tree.
    pub(super) fn new(tree: tree_sitter::Tree) -> Self {
        ParserTree { tree: Some(tree) }
    }

    /// The tree.
    pub(super) fn get(&self) -> &tree_sitter::Tree {
        self.tree.as_ref().unwrap_or_else(|| unreachable!("it is taken only when nobody can ask any more"))
    }
}

impl Drop for ParserTree {
    fn drop(&mut self) {
        if let Some(tree) = self.tree.take()
            && tree.root_node().end_byte() >= LARGE
        {
            free_beside(tree);
        }
    }
}

/// Frees something in another thread, or here where there is none.
pub(super) fn free_beside(thing: impl Send + 'static) {
    if let Some(things) = &*FREED {
        let _ = things.try_send(Box::new(thing));
    }
}

static FREED: LazyLock<Option<SyncSender<Box<dyn Send>>>> = LazyLock::new(|| {
    let (sender, things) = sync_channel::<Box<dyn Send>>(WAITING);
    let started = thread::Builder::new().name("free".to_owned()).spawn(move || things.into_iter().for_each(drop));
    started.is_ok().then_some(sender)
});
