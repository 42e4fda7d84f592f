//! The worked example of the WDD paper (Fig. 1 and 2): eight declarations, of which 1, 3, 6, 7 and 8 stay.

use std::convert::Infallible;

use super::model::Model;
use super::{Each, Minimizer};

/// Token counts of the eight declarations of Fig. 1a (functions 2 to 5 have no return type).
const TOKENS: [usize; 8] = [5, 8, 7, 7, 8, 16, 25, 6];
const STAYS: [usize; 5] = [0, 2, 5, 6, 7];

/// The property, counting how often it is asked.
fn example(tests: &mut usize) -> Each<impl FnMut(&[usize]) -> Result<bool, Infallible>> {
    Each(|kept: &[usize]| {
        *tests += 1;
        Ok(STAYS.iter().all(|position| kept.contains(position)))
    })
}

fn tests_of(minimizer: Minimizer, weights: &[usize]) -> usize {
    let mut tests = 0;
    let Ok(kept) = minimizer.minimize(weights, &mut example(&mut tests));
    assert_eq!(kept, STAYS, "{minimizer}");
    tests
}

/// The tests of a run of the model over elements in this order, each as the elements that it removes, whether that
/// succeeds, and the probability of element 8 behind it (in percent). `known` are tests that the cache answers.
fn rows(order: &[usize], weights: &[usize], known: &[&[usize]]) -> Vec<(Vec<usize>, bool, u32)> {
    let mut model = Model::new(weights);
    let mut gone: Vec<usize> = Vec::new();
    let mut rows = Vec::new();
    while let Some(chosen) = model.choose() {
        let mut removed: Vec<usize> = chosen.iter().map(|&position| order[position]).collect();
        removed.sort_unstable();
        let succeeds = !removed.iter().chain(&gone).any(|element| STAYS.contains(&(element - 1)));
        if succeeds {
            model.succeed(&chosen);
            gone.extend(&removed);
        } else {
            model.fail(&chosen);
        }
        if !known.contains(&&*removed) {
            let last = order.iter().position(|&element| element == 8).expect("one of the eight");
            rows.push((removed, succeeds, (100.0 * model.probability(last)).round() as u32));
        }
    }
    rows
}

#[test]
fn ddmin_needs_30_tests() {
    assert_eq!(tests_of(Minimizer::Ddmin, &TOKENS), 30);
}

#[test]
fn wddmin_needs_26_tests() {
    assert_eq!(tests_of(Minimizer::Wddmin, &TOKENS), 26);
}

/// Fig. 2d, row by row: what is removed, and the digits of element 8.
#[test]
fn wprobdd_needs_11_tests() {
    assert_eq!(tests_of(Minimizer::Wprobdd, &TOKENS), 11);
    let rows = rows(&[1, 2, 3, 4, 5, 6, 7, 8], &TOKENS, &[&[6], &[3, 4]]);
    let expected: [(&[usize], bool, u32); 11] = [
        (&[6, 7], false, 20),
        (&[7], false, 20),
        (&[2, 5, 6], false, 20),
        (&[2, 3, 4, 5], false, 20),
        (&[3, 4, 8], false, 33),
        (&[2, 5], true, 33),
        (&[1, 8], false, 71),
        (&[1], false, 71),
        (&[3], false, 71),
        (&[4], true, 71),
        (&[8], false, 100),
    ];
    assert_eq!(rows, expected.map(|(removed, succeeds, last)| (removed.to_vec(), succeeds, last)));
}

/// Fig. 2c. ProbDD takes elements of one probability in any order (Section VI-C: "it may randomly select elements"). The
/// removed elements and the digits of the figure leave one order, but for that of 3, 6 and 7 among themselves: with 8
/// third, 2 fifth and 1, 5, 4 last.
#[test]
fn probdd_needs_15_tests_in_the_order_of_the_figure() {
    let digits = [30, 30, 46, 46, 46, 46, 65, 65, 65, 65, 65, 65, 65, 100, 100];
    for [first, second, fourth] in [[3, 6, 7], [3, 7, 6], [6, 3, 7], [6, 7, 3], [7, 3, 6], [7, 6, 3]] {
        let rows = rows(&[first, second, 8, fourth, 2, 1, 5, 4], &[1; 8], &[]);
        assert_eq!(rows.iter().map(|(_, _, last)| *last).collect::<Vec<_>>(), digits);
        let removed: Vec<(usize, &[usize])> =
            (1..).zip(&rows).filter(|(_, row)| row.1).map(|(number, row)| (number, &*row.0)).collect();
        assert_eq!(removed, [(9, &[2][..]), (10, &[4]), (12, &[5])]);
    }
}

/// Equals are taken in the order of the list, which is none of the figure's.
#[test]
fn probdd_needs_12_tests_in_the_order_of_the_list() {
    assert_eq!(tests_of(Minimizer::Probdd, &TOKENS), 12);
}

#[test]
fn wprobdd_with_equal_weights_is_probdd() {
    assert_eq!(tests_of(Minimizer::Wprobdd, &[7; 8]), tests_of(Minimizer::Probdd, &TOKENS));
}
