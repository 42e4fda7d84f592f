//! Hierarchical delta debugging (Misherghi and Su): deletion only, level by level.

use super::front;
use super::search::Search;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::Deletion;

/// HDD: on each level from the root down, the smallest set of nodes that is needed there.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn hdd(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    search.enter("hdd");
    let mut level = 0;
    while level <= search.document().tree().depth() {
        let nodes = search.document().tree().level_nodes(level).to_vec();
        front::transform(search, minimizer, &Deletion, &nodes)?;
        level += 1;
    }
    Ok(())
}

/// HDD*: HDD until nothing changes, which makes the tree 1-tree-minimal.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn hdd_star(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    loop {
        let before = search.rank().clone();
        hdd(search, minimizer)?;
        if *search.rank() == before {
            return Ok(());
        }
    }
}
