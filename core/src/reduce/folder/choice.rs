//! Several things that may each be taken from a folder: a list minimizer decides which of them are.

use super::whole::Whole;
use crate::folder::Folder;
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::{Stop, first_configuration};

/// What may be taken.
pub(super) struct Choice<'f> {
    /// What this is called in statistics.
    pub pass: &'static str,
    /// How many bytes each of them holds.
    pub weights: Vec<usize>,
    /// How likely each is to be needed before anything is known.
    pub needed: f64,
    /// The folder with those alone that are kept.
    pub keeping: &'f dyn Fn(&[usize]) -> Folder,
}

impl Choice<'_> {
    /// Takes as many as can go. Those that stay.
    pub(super) fn minimize(self, whole: &mut Whole, minimizer: Option<Minimizer>) -> Result<Kept, Stop> {
        let (weights, needed) = (self.weights.clone(), self.needed);
        if weights.is_empty() {
            return Ok(Vec::new());
        }
        let mut asked = Asked { whole, choice: self };
        if let Some(minimizer) = minimizer {
            return minimizer.minimize(&weights, &mut asked);
        }
        let count = weights.len();
        Minimizer::minimize_given(&weights, &vec![needed; count], &vec![0; count], &mut asked)
    }
}

struct Asked<'w, 'a, 'f> {
    whole: &'w mut Whole<'a>,
    choice: Choice<'f>,
}

impl ListTest for Asked<'_, '_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Asked { whole, choice } = self;
        let try_first = |folders: &mut dyn Iterator<Item = Folder>| whole.try_first(choice.pass, folders);
        first_configuration(configurations, choice.weights.len(), choice.keeping, try_first)
    }
}
