//! The examples of the GTR paper, with the default tables. Texts are compared without blanks.
//!
//! The trees here are those of a parser that keeps brackets and keywords, and a missing part of a loop's head is an
//! empty statement that must be there. That is why HDD leaves `for (var i;;)` of the loop where the paper has
//! `for (;;)`.

use reduce_core::knowledge::Filter;
use reduce_core::minimize::Minimizer;
use reduce_core::reduce::Algorithm;

use super::run::{knowledge, parses_with, reduced};

/// Figure 1 of the paper.
const RUNNING: &str = "if(!c) {
  var a = 5; // root cause of failure
} else {
  isNaN(2);
}
";

/// The example of the introduction.
const LOOP: &str = "for (var i = 0; i < 10; i++) {
  if (cond1 || cond2) {
    partOfBug();
  }
  if (cond3) {
    otherPartOfBug();
  }
}
";

/// The example of Section 4.3.
const BACKTRACKING: &str = "a = b = 0;
if (a)
  crash(b);
";

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

fn running(filter: Filter, algorithm: (Algorithm, Option<Minimizer>)) -> String {
    let js = knowledge("javascript", filter);
    without_blanks(&reduced(&js, algorithm, RUNNING, parses_with(js.language(), &["var a = 5"])))
}

fn nested(filter: Filter, algorithm: (Algorithm, Option<Minimizer>)) -> String {
    let js = knowledge("javascript", filter);
    without_blanks(&reduced(&js, algorithm, LOOP, parses_with(js.language(), &["partOfBug()", "otherPartOfBug()"])))
}

#[test]
fn ddmin_leaves_the_lines_that_are_needed() {
    let ddmin = (Algorithm::Ddmin, None);
    assert_eq!(running(Filter::Ranked, ddmin), "vara=5;//rootcauseoffailure");
    assert_eq!(nested(Filter::Ranked, ddmin), without_blanks(LOOP), "no line can go without another one");
}

#[test]
fn hdd_deletes_and_cannot_restructure() {
    for algorithm in [Algorithm::Hdd, Algorithm::HddStar] {
        for minimizer in Minimizer::ALL {
            let hdd = (algorithm, Some(minimizer));
            assert_eq!(running(Filter::Ranked, hdd), "if(!c){vara=5;}", "{hdd:?}");
            assert_eq!(
                nested(Filter::Ranked, hdd),
                "for(vari;;){if(cond1||cond2){partOfBug();}if(cond3){otherPartOfBug();}}",
                "{hdd:?}"
            );
        }
    }
}

#[test]
fn gtr_brings_up_on_each_level_what_stands_in_blocks() {
    let gtr = (Algorithm::Gtr, None);
    for filter in [Filter::Ranked, Filter::Strict] {
        assert_eq!(running(filter, gtr), "{vara=5;}", "{filter:?}");
    }
    assert_eq!(nested(Filter::Ranked, gtr), "{{partOfBug();}{otherPartOfBug();}}");
}

#[test]
fn gtr_star_perses_and_the_default_leave_nothing_but_the_cause() {
    for filter in [Filter::Ranked, Filter::Strict, Filter::Off] {
        for algorithm in [Algorithm::GtrStar, Algorithm::Perses, Algorithm::Default] {
            // Whether a `;` is a node that may go is the filter's to say.
            let (running, nested) = (running(filter, (algorithm, None)), nested(filter, (algorithm, None)));
            assert_eq!(running.trim_end_matches(';'), "vara=5", "{algorithm:?} {filter:?}");
            assert_eq!(nested.replace(';', ""), "partOfBug()otherPartOfBug()", "{algorithm:?} {filter:?}");
        }
    }
}

#[test]
fn a_replacement_that_depends_on_a_later_one_is_found() {
    let js = knowledge("javascript", Filter::Ranked);
    for algorithm in [Algorithm::Gtr, Algorithm::GtrStar, Algorithm::Perses, Algorithm::Default] {
        let runs = parses_with(js.language(), &["b = 0", "crash(b)"]);
        // As long as the condition asks for `a`, it has to be there.
        let property = move |text: &[u8]| {
            let text_ = String::from_utf8_lossy(text);
            runs(text) && (!text_.contains("if") || text_.contains("a = b"))
        };
        let result = reduced(&js, (algorithm, None), BACKTRACKING, property);
        assert_eq!(without_blanks(&result).replace(';', ""), "b=0crash(b)", "{algorithm:?}");
    }
}

/// On one level, so that a single run of GTR has to come back to the first statement within the level.
#[test]
fn gtr_looks_at_a_level_again_after_an_improvement() {
    let js = knowledge("javascript", Filter::Ranked);
    let parses = parses_with(js.language(), &["b = 0", "crash(b)"]);
    let property = move |text: &[u8]| {
        let conditional = text.starts_with(b"{") || !text.windows(2).any(|pair| pair == b"if");
        parses(text) && conditional
    };
    let result = reduced(&js, (Algorithm::Gtr, None), "{ b = 0; }\nif (a) crash(b);\n", property);
    assert_eq!(without_blanks(&result), "b=0;crash(b);");
}

#[test]
fn list_elements_go_with_their_separators() {
    for (language, text, word, expected) in [
        ("javascript", "ff(aa, bb, cc, dd)\n", "bb", "ff(bb)"),
        ("python", "ff(aa, bb, cc, dd)\n", "bb", "ff(bb)"),
        ("c", "int x[] = {aa, bb, cc, dd};\n", "cc", "intx[]={cc};"),
        ("json", "[11, 22, 33]\n", "33", "[33]"),
    ] {
        let known = knowledge(language, Filter::Ranked);
        for algorithm in [Algorithm::Hdd, Algorithm::Gtr, Algorithm::Perses] {
            let wanted = ["ff(", "x[] = {", "["].into_iter().filter(|w| text.contains(w)).take(1).chain([word]);
            let wanted: Vec<&str> = wanted.collect();
            let result = reduced(&known, (algorithm, None), text, parses_with(known.language(), &wanted));
            assert_eq!(without_blanks(&result), expected, "{algorithm:?}");
        }
    }
}

#[test]
fn what_stands_behind_a_c_struct_goes_without_its_semicolon() {
    let known = knowledge("c", Filter::Ranked);
    let wanted = "struct s { int x; }";
    let text = format!("{wanted};\nint f(void) {{ return 0; }}\n");
    let result = reduced(&known, (Algorithm::Hdd, None), &text, parses_with(known.language(), &[wanted]));
    assert_eq!(result, format!("{wanted};\n"));
}
