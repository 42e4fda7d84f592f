//! The examples of the papers on trees, with the default tables. Texts are compared without blanks.
//!
//! The trees here are those of a parser that keeps brackets and keywords, and a missing part of a loop's head is an
//! empty statement that must be there. That is why HDD leaves `for (var i;;)` of the loop where the paper has
//! `for (;;)`.

use std::sync::{Arc, Mutex, OnceLock};

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

/// What an algorithm makes of a text with the filter of its paper, as long as these words stay in a text that parses.
fn as_published(algorithm: Algorithm, language: &str, text: &str, words: &[&str]) -> String {
    let known = knowledge(language, algorithm.filter());
    reduced(&known, (algorithm, None), text, parses_with(known.language(), words))
}

#[test]
fn gtr_takes_a_python_statement_out_of_the_block_that_only_groups() {
    for algorithm in [Algorithm::Gtr, Algorithm::GtrStar] {
        let result = as_published(algorithm, "python", "if xx:\n    ff(1)\n", &["ff(1)"]);
        assert_eq!(result, "ff(1)\n", "{algorithm:?}");
        let result = as_published(algorithm, "python", "if xx:\n    pass\nelse:\n    ff(1)\n", &["ff(1)"]);
        assert_eq!(result, "ff(1)\n", "{algorithm:?}");
        let result = as_published(algorithm, "python", "yy = gg(aa, ff)\n", &["yy", "ff"]);
        assert_eq!(result, "yy = ff\n", "{algorithm:?}");
    }
}

#[test]
fn a_list_on_an_edge_that_every_node_of_its_kind_has_shrinks() {
    let result = as_published(Algorithm::Gtr, "javascript", "var aa = 1, bb = 2;\n", &["var", "bb"]);
    assert_eq!(without_blanks(&result), "varbb;");
}

/// A line less may be a token more: what was a comment is code then.
#[test]
fn ddmin_is_1_minimal_over_lines_whatever_they_hold() {
    let text = "/* aa\nbb, cc, dd\n*/\nneeded();\n";
    let js = knowledge("javascript", Algorithm::Ddmin.filter());
    let result = reduced(&js, (Algorithm::Ddmin, None), text, |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.contains("bb") && text.contains("needed")
    });
    assert_eq!(result, "bb, cc, dd\nneeded();\n");
}

/// With tokens for weights (9 and 2) the gain of the call alone is the greatest, 9 x 0.8; if the length of the string
/// counted, both would go first.
#[test]
fn a_list_minimizer_weighs_tokens() {
    let js = knowledge("javascript", Algorithm::Hdd.filter());
    let string = format!("'{}';", "x".repeat(200));
    let text = format!("ff(a, b, c);{string}");
    let first = Arc::new(OnceLock::new());
    let seen = Arc::clone(&first);
    let original = text.clone();
    reduced(&js, (Algorithm::Hdd, Some(Minimizer::Wprobdd)), &text, move |text: &[u8]| {
        if text != original.as_bytes() && !text.is_empty() {
            seen.get_or_init(|| String::from_utf8_lossy(text).into_owned());
        }
        text == original.as_bytes()
    });
    assert_eq!(first.get(), Some(&string));
}

/// A group that may stand any number of times goes as a whole: an operator with its operand.
#[test]
fn perses_removes_quantified_groups_and_optional_terminals() {
    let perses = Algorithm::Perses;
    assert_eq!(as_published(perses, "python", "xx = aa < bb < cc\n", &["xx", "aa", "cc", "<"]), "xx = aa < cc\n");
    let class = "class C { static async mm() { } }\n";
    assert_eq!(without_blanks(&as_published(perses, "javascript", class, &["class C", "mm"])), "classC{mm(){}}");
}

#[test]
fn perses_keeps_one_of_what_has_to_be_there_once() {
    let js = knowledge("javascript", Filter::Strict);
    let parses = parses_with(js.language(), &["var"]);
    let tested = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&tested);
    let result = reduced(&js, (Algorithm::Perses, None), "var aa, bb, cc;\n", move |text: &[u8]| {
        all.lock().expect("no panic").push(String::from_utf8_lossy(text).into_owned());
        parses(text)
    });
    assert_eq!(without_blanks(&result).trim_end_matches(';'), "varaa");
    let tested = tested.lock().expect("no panic");
    let names = ["aa", "bb", "cc"];
    let bare: Vec<_> =
        tested.iter().filter(|text| text.contains("var") && !names.iter().any(|n| text.contains(n))).collect();
    assert_eq!(bare, [""; 0]);
}
