//! Types that implement `arbitrary::Arbitrary`, made of traced choices.

use std::panic::Location;

use arbitrary::{Arbitrary, Unstructured};
use reduce_tree_side::{Kind, Unlabelled};

use crate::choices::Choices;
use crate::tracing::Place;

impl Choices {
    /// A value of a type, made of up to `most` bytes.
    ///
    /// The bytes are the iterations of a loop, each a choice of its own. An implementation of [`Arbitrary`] stands any bytes,
    /// fewer of them too, so that bytes can be left out and lowered as they are: leaving out those of a member of a
    /// collection takes the member away, and 0 is `false`, the first variant, the least number, the end of a collection.
    ///
    /// # Errors
    /// What the type's implementation says.
    #[track_caller]
    pub fn arbitrary<T: for<'a> Arbitrary<'a>>(&mut self, most: usize) -> arbitrary::Result<T> {
        let place = Place::At(Location::caller());
        let (least, wanted) = T::size_hint(0);
        let most = wanted.map_or(most.max(least), |wanted| wanted.max(least));
        let bytes = self.byte_by_byte(most, place);
        T::arbitrary(&mut Unstructured::new(&bytes))
    }

    fn byte_by_byte(&mut self, most: usize, place: Place) -> Vec<u8> {
        let site = self.enter(Kind::For, place);
        let count = most as u128 + 1;
        let length = self.index_of(count, &Unlabelled, place, Some(most as u128)) as usize;
        let mut bytes = Vec::with_capacity(length);
        for _ in 0..length {
            self.next(site, None);
            bytes.push(self.index_of(256, &Unlabelled, Place::Named("byte"), None) as u8);
        }
        self.leave(site);
        bytes
    }
}
