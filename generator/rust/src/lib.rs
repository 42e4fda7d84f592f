//! Random choices for generators of test inputs, which `reduce-generator` can take back.
//!
//! A generator draws from [`Choices`] instead of another source. Run by itself it makes what its seed says; run by
//! `reduce-generator ... -- ./generator ARGUMENTS` its choices are recorded, and then made again with some of them left out
//! or lowered, until what it writes is small and the test still fails.
//!
//! ```
//! use reduce_tree_choices::Choices;
//!
//! let mut choices = Choices::seeded(7)?;
//! let names = choices.collect(1..=5, |choices, number| format!("n{number}_{}", choices.range(0..100)));
//! for name in &names {
//!     println!("node {name}");
//! }
//! choices.repeat(0..=9, |choices, _| {
//!     let [from, to] = [(); 2].map(|()| choices.choose(&names).expect("there is one"));
//!     println!("edge {from} {to}");
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three kinds of methods, from the plain to the rich:
//!
//! - [`Choices`] implements the traits of `rand` 0.10 (`rand_core` 0.10), so that everything works that draws from a
//!   `rand::Rng`: `choices.random_range(1..7)`, distributions, `shuffle`. Such draws are numbers without a meaning to the
//!   reducer; they are lowered.
//! - [`range`](Choices::range), [`choose`](Choices::choose), [`bool`](Choices::bool), [`weighted`](Choices::weighted) and
//!   kin say what is chosen from what. A member is found again although others are gone.
//! - [`repeat`](Choices::repeat), [`collect`](Choices::collect), [`repeat_while`](Choices::repeat_while),
//!   [`maybe`](Choices::maybe), [`one_of`](Choices::one_of) and [`call`](Choices::call) are the loops, blocks and functions
//!   that choices decide: their iterations can be left out, an alternative can become another, an inner call can take the
//!   place of the outer one.
//!
//! With the feature `arbitrary`, `Choices::arbitrary` makes any type that implements `arbitrary::Arbitrary`.
//!
//! Without `reduce-generator` a choice costs what xoshiro256++ costs and a comparison.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod choices;
mod number;
mod rng;
mod scopes;
mod tracing;

pub use choices::Choices;
pub use number::Number;
pub use reduce_tree_side::FollowedError as TraceError;
pub use scopes::Scope;
