//! How likely the instances of a pass are to succeed, from what happened so far: a pass whose instances keep failing is
//! given up where they do.

use super::outcomes::Outcomes;
use crate::language::{Document, Patch};
use crate::tree::{KindId, NodeId};

/// What is less likely to succeed is not worth a test.
pub const WORTH_A_TEST: f64 = 0.03;
/// How likely an instance is to fail before any of its pass was tried, if it puts something in the place of something
/// else.
const FAILS: f64 = 0.75;
/// The same if it only takes away: before passes come, the descent has seen that nothing goes any more.
const TAKING_FAILS: f64 = 0.9;
/// What an earlier run through the instances says counts half: the text was another one.
const OF_BEFORE: f64 = 0.5;

/// Instances of a pass that tend to share their fate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// The kind of the node that they change.
    kind: KindId,
    /// Whether they only take away, and more than blanks.
    takes: bool,
}

impl Class {
    /// The class of an instance that does this to a document.
    pub fn of(document: &Document, patches: &[Patch]) -> Self {
        let tree = document.tree();
        let is_blank = |text: &[u8]| text.trim_ascii().is_empty();
        let gone = |patch: &Patch| document.text().get(patch.range.clone()).unwrap_or_default();
        let takes = patches.iter().all(|patch| is_blank(&patch.text)) && !patches.iter().all(|p| is_blank(gone(p)));
        let Some(Patch { range, .. }) = patches.first() else { return Class { kind: tree.kind(tree.root()), takes } };
        let innermost = tree.last_from(range.start);
        let mut around = std::iter::once(innermost).chain(tree.ancestors(innermost));
        let holds = |node: &NodeId| tree.range(*node).start <= range.start && range.end <= tree.range(*node).end;
        Class { kind: tree.kind(around.find(holds).unwrap_or(tree.root())), takes }
    }
}

/// What is known of the instances of one pass: by class and, under no kind, of all that take and all that do not.
#[derive(Clone, Default)]
pub struct Chances(Outcomes<(Option<KindId>, bool)>);

impl Chances {
    /// How likely an instance of a class is to succeed.
    pub fn succeeds(&self, Class { kind, takes }: Class) -> f64 {
        let prior = if takes { TAKING_FAILS } else { FAILS };
        1.0 - self.0.fails(&(Some(kind), takes), self.0.fails(&(None, takes), prior))
    }

    /// Notes how a test of one ended.
    pub fn learn(&mut self, Class { kind, takes }: Class, failed: bool) {
        self.0.learn((Some(kind), takes), failed, 1.0);
        self.0.learn((None, takes), failed, 1.0);
    }

    /// Another run through the instances begins.
    pub fn begin(&mut self) {
        self.0.fade(OF_BEFORE);
    }
}
