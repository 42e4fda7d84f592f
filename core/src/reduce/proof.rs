//! What a proof costs: how many tests it takes to see that nothing single makes a text smaller.
//!
//! That is every candidate of every template for every node, and every instance of every pass, each distinct text once,
//! but for those that the sieve turns away. A search that asked no question twice, and none whose answer it did not need
//! in the end, would take so many tests after it has found its result; so this is what its tests can be held against.

use super::failures::Failures;
use super::instances::{self, Order};
use super::passes::{Group, Passes};
use super::schedule::SINGLE;
use super::search::Search;
use super::sieve::{Rank, Sieve};
use crate::template::View;

/// The tests of a proof for the best document so far. None if there is no time left to count them.
pub(super) fn tests(search: &Search, passes: &mut Passes) -> Option<u64> {
    let view = search.view();
    let mut proof = Proof { view, best: search.rank(), sieve: search.sieve.without_memory(), tests: 0 };
    if search.session.empty_fails() {
        proof.sieve.failed(b"");
    }
    proof.templates()?;
    let Passes { shrinking, pumps, polishing } = passes;
    proof.passes(shrinking, true)?;
    proof.passes(polishing, true)?;
    proof.passes(pumps, false)?;
    Some(proof.tests)
}

/// A proof of which is known what it takes so far.
struct Proof<'a> {
    view: View<'a>,
    best: &'a Rank,
    /// It knows the texts that are counted.
    sieve: Sieve,
    tests: u64,
}

impl Proof<'_> {
    fn templates(&mut self) -> Option<()> {
        let (tree, view) = (self.view.tree(), self.view);
        for single in SINGLE.iter().filter(|single| single.serves(tree)) {
            for node in tree.nodes().filter(|&node| !tree.range(node).is_empty()) {
                view.document.cancellation().check().ok()?;
                for candidate in single.templates.iter().flat_map(|template| template.propose(view, node)) {
                    self.tests += u64::from(self.sieve.admit(view, self.best, &candidate).is_ok());
                }
            }
        }
        Some(())
    }

    /// What passes propose, which has to be smaller or need not.
    fn passes(&mut self, group: &mut Group, smaller: bool) -> Option<()> {
        let cancellation = self.view.document.cancellation();
        for pass in group.iter_mut().map(|one| &mut *one.pass) {
            if pass.open(self.view.document).is_err() {
                continue;
            }
            let (nothing, mut place) = (Failures::default(), Some(0));
            while let Some((_, patches)) = instances::untried(pass, &nothing, Order::Forward, &mut place, cancellation)
            {
                let cleanly = self.view.knowledge.sieves_by_parse();
                let admitted = self.sieve.admit_patches(self.view, smaller.then_some(self.best), patches, cleanly);
                self.tests += u64::from(admitted.is_ok());
            }
            cancellation.check().ok()?;
        }
        Some(())
    }
}
