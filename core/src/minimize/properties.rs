//! What holds for every minimizer on every list and property.

use std::collections::HashSet;
use std::convert::Infallible;

use proptest::prelude::*;
use proptest::sample::select;

use super::{Each, Kept, ListTest, Minimizer};

/// A property over a list of `weights.len()` elements as a truth table: bit `i` of an index says that element `i` is
/// kept. The whole list always has it.
#[derive(Clone, Debug)]
struct Property {
    weights: Vec<usize>,
    holds: Vec<bool>,
}

impl Property {
    fn has(&self, kept: &[usize]) -> bool {
        self.holds[kept.iter().map(|position| 1 << position).sum::<usize>()]
    }

    fn is_one_minimal(&self, kept: &[usize]) -> bool {
        kept.iter().all(|gone| !self.has(&kept.iter().copied().filter(|position| position != gone).collect::<Kept>()))
    }
}

/// Any truth table at all, with few or many configurations that have the property.
fn arbitrary() -> impl Strategy<Value = Property> {
    (0usize..=10, 0.02f64..0.6).prop_flat_map(|(length, share)| {
        let table = prop::collection::vec(prop::bool::weighted(share), 1 << length);
        (prop::collection::vec(0usize..30, length), table).prop_map(|(weights, mut holds)| {
            holds[(1 << weights.len()) - 1] = true;
            Property { weights, holds }
        })
    })
}

/// Properties that every larger configuration has too: one of some sets of elements is kept whole.
fn monotone() -> impl Strategy<Value = Property> {
    (0usize..=14).prop_flat_map(|length| {
        let all = (1usize << length) - 1;
        let cores = prop::collection::vec(0..=all, 1..4);
        (prop::collection::vec(0usize..30, length), cores).prop_map(move |(weights, cores)| {
            let holds = (0..=all).map(|kept| cores.iter().any(|core| kept & core == *core)).collect();
            Property { weights, holds }
        })
    })
}

/// Tests up to `ahead` configurations beyond the one it is asked about, as parallel evaluation does.
struct Ahead<'p> {
    property: &'p Property,
    ahead: usize,
}

impl ListTest for Ahead<'_> {
    type Stop = Infallible;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Infallible> {
        let mut place = 0;
        loop {
            let batch: Vec<Kept> = (&mut *configurations).take(self.ahead + 1).collect();
            if batch.is_empty() {
                return Ok(None);
            }
            for kept in batch {
                if self.property.has(&kept) {
                    return Ok(Some((place, kept)));
                }
                place += 1;
            }
        }
    }
}

fn minimizer() -> impl Strategy<Value = Minimizer> {
    select(Minimizer::ALL.as_slice())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_result_has_the_property_and_is_1_minimal(
        (property, minimizer) in prop_oneof![
            // The probabilistic ones never come back to an element that failed alone.
            (arbitrary(), select(&[Minimizer::Ddmin, Minimizer::Wddmin][..])),
            (monotone(), minimizer()),
        ],
    ) {
        let Ok(kept) = minimizer.minimize(&property.weights, &mut Each(|kept: &[usize]| Ok::<_, Infallible>(property.has(kept))));
        prop_assert!(kept.is_sorted_by(|a, b| a < b));
        prop_assert!(property.has(&kept), "{kept:?} lost the property");
        prop_assert!(property.is_one_minimal(&kept), "{kept:?} is not 1-minimal");
    }

    #[test]
    fn what_no_minimizer_can_shorten_is_1_minimal(property in arbitrary(), minimizer in minimizer()) {
        let Ok(kept) = minimizer.minimize(&property.weights, &mut Each(|kept: &[usize]| Ok::<_, Infallible>(property.has(kept))));
        prop_assert!(property.has(&kept), "{kept:?} lost the property");
        prop_assert!(kept.len() < property.weights.len() || property.is_one_minimal(&kept), "{kept:?} is not 1-minimal");
    }

    #[test]
    fn no_configuration_is_tested_twice_and_the_whole_list_never(
        property in prop_oneof![arbitrary(), monotone()],
        minimizer in minimizer(),
    ) {
        let mut tested: HashSet<Kept> = HashSet::from([(0..property.weights.len()).collect()]);
        let mut repeated = None;
        let Ok(_) = minimizer.minimize(&property.weights, &mut Each(|kept: &[usize]| {
            if !tested.insert(kept.to_vec()) {
                repeated = Some(kept.to_vec());
            }
            Ok::<_, Infallible>(property.has(kept))
        }));
        prop_assert_eq!(repeated, None);
    }

    #[test]
    fn testing_ahead_changes_nothing(
        property in prop_oneof![arbitrary(), monotone()],
        minimizer in minimizer(),
        ahead in 1usize..12,
    ) {
        let Ok(one_by_one) = minimizer.minimize(&property.weights, &mut Each(|kept: &[usize]| Ok::<_, Infallible>(property.has(kept))));
        let Ok(speculating) = minimizer.minimize(&property.weights, &mut Ahead { property: &property, ahead });
        prop_assert_eq!(speculating, one_by_one);
    }
}

/// What `minimizer` leaves of a list with `weights` when the configurations for which `has` is true have the property.
fn left(minimizer: Minimizer, weights: &[usize], has: impl Fn(&[usize]) -> bool) -> Kept {
    let Ok(kept) = minimizer.minimize(weights, &mut Each(|kept: &[usize]| Ok::<_, Infallible>(has(kept))));
    kept
}

#[test]
fn an_empty_list_is_minimal_without_a_test() {
    for minimizer in Minimizer::ALL {
        assert_eq!(left(minimizer, &[], |_| panic!("{minimizer} tested something")), Kept::new());
    }
}

#[test]
fn a_single_element_goes_if_it_can() {
    for minimizer in Minimizer::ALL {
        assert_eq!(left(minimizer, &[3], |_| true), Kept::new(), "{minimizer}");
        assert_eq!(left(minimizer, &[3], |kept| !kept.is_empty()), [0], "{minimizer}");
    }
}

#[test]
fn elements_without_weight_are_removed_like_others() {
    for minimizer in Minimizer::ALL {
        assert_eq!(left(minimizer, &[0; 6], |kept| kept.contains(&4)), [4], "{minimizer}");
        assert_eq!(left(minimizer, &[0, 9, 0, 9], |kept| kept.contains(&2)), [2], "{minimizer}");
    }
}

#[test]
fn a_stop_of_the_test_ends_the_minimization_at_once() {
    for minimizer in Minimizer::ALL {
        let mut tests = 0;
        let stopped = minimizer.minimize(
            &[1; 20],
            &mut Each(|_: &[usize]| {
                tests += 1;
                if tests == 5 { Err("budget spent") } else { Ok(false) }
            }),
        );
        assert_eq!((stopped, tests), (Err("budget spent"), 5), "{minimizer}");
    }
}

#[test]
fn names_lead_back_to_their_minimizers() {
    for minimizer in Minimizer::ALL {
        assert_eq!(minimizer.to_string().parse::<Minimizer>().ok(), Some(minimizer));
    }
    let unknown = "ddmax".parse::<Minimizer>().map_err(|error| error.to_string());
    assert_eq!(unknown, Err("no minimizer is called 'ddmax'; use ddmin, wddmin, probdd or wprobdd".to_owned()));
}
