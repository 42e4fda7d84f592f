//! The plugin `constant-to-one`.

use crate::called::{Called, by_the_program};
use crate::examples;
use crate::texts::contract_holds;

const README: &str = include_str!("../../plugins/constant-to-one/README.md");
const PASSES: [&str; 5] =
    ["constant-to-one", "constant-to-zero", "simplify-constants", "shorten-strings", "shorten-regexes"];

#[test]
fn the_examples_of_the_readme() {
    let passes = examples::hold(README);
    for pass in ["constant-to-one", "simplify-constants", "shorten-strings", "shorten-regexes"] {
        assert!(passes.iter().any(|found| found == pass), "{pass}");
    }
}

/// The texts of the essay, which leaves out the last brace.
const ESSAY: [&str; 4] = [
    "int foo (void) {\n  int x = 33;\n  int y = x / 0;\n  return y + 66;\n}\n",
    "int foo (void) {\n  int x = 1;\n  int y = x / 0;\n  return y + 66;\n}\n",
    "int foo (void) {\n  int x = 1;\n  int y = x / 1;\n  return y + 66;\n}\n",
    "int foo (void) {\n  int x = 1;\n  int y = x / 0;\n  return y + 1;\n}\n",
];

#[test]
fn the_walk_through_of_the_essay_call_by_call() {
    let [unreduced, first, uninteresting, second] = ESSAY;
    let reduce = |text: &str, number| by_the_program("constant-to-one", number, "foo.c", text);
    assert_eq!(reduce(unreduced, 0).as_deref(), Some(first), "interesting, so that it becomes the current text");
    assert_eq!(reduce(first, 0).as_deref(), Some(uninteresting), "not interesting");
    assert_eq!(reduce(first, 1).as_deref(), Some(second), "constants that are 1 are skipped over");
    assert_eq!(reduce(second, 1), None, "opportunity 1 does not exist now");
    let last = second.replace("x / 0", "x / 1");
    assert_eq!(reduce(second, 0), Some(last), "to be sure that it has reached a fixpoint");
}

#[test]
fn every_instance_of_every_pass_holds_the_contract() {
    for pass in PASSES {
        contract_holds("constant-to-one", pass, 2000);
    }
}

#[test]
fn one_is_not_replaced_by_one() {
    for (language, text) in [("c", "int x = 1;"), ("javascript", "f(1)"), ("python", "x = 1\n"), ("json", "[1]")] {
        assert!(Called::named("constant-to-one", "constant-to-one", language).results(text).is_empty());
        assert!(Called::named("constant-to-one", "constant-to-zero", language).results(text).is_empty());
    }
}

#[test]
fn numbers_are_found_wherever_a_language_has_them() {
    let ones = |language: &str, text: &str| Called::named("constant-to-one", "constant-to-one", language).results(text);
    assert_eq!(ones("javascript", "f(0x1F,.5)"), ["f(1,.5)", "f(0x1F,1)"]);
    assert_eq!(ones("javascript", "return.5"), ["return 1"], "no token fuses with its neighbour");
    assert_eq!(ones("python", "x = 2j + 1_000\n"), ["x = 1 + 1_000\n", "x = 2j + 1\n"]);
    assert_eq!(
        ones("c", "#define F(x2) x2 + 33 + \"4\" /* 5 */\n").first().map(String::as_str),
        Some("#define F(x2) x2 + 1 + \"4\" /* 5 */\n")
    );
    assert_eq!(ones("json", "[-33, 1]"), ["[1, 1]"]);
    assert_eq!(
        ones("xml", "<a b=\"300\">7<c d=\"x9\"/></a>"),
        ["<a b=\"1\">7<c d=\"x9\"/></a>", "<a b=\"300\">1<c d=\"x9\"/></a>"]
    );
    assert!(ones("xml", "<?xml version=\"2.0\"?><a/>").is_empty(), "the declaration stays");
}

#[test]
fn booleans_and_null_become_simpler() {
    let simpler =
        |language: &str, text: &str| Called::named("constant-to-one", "simplify-constants", language).results(text);
    assert_eq!(simpler("json", "[false]"), ["[0]", "[1]", "[null]", "[true]"]);
    assert_eq!(simpler("json", "[true]"), ["[1]", "[0]", "[null]"]);
    assert_eq!(simpler("javascript", "f(undefined)"), ["f(0)", "f(null)"]);
    assert_eq!(simpler("python", "x = None\n"), ["x = 0\n"]);
    assert_eq!(simpler("c", "int *x = NULL;"), ["int *x = 0;"]);
    assert_eq!(simpler("c", "int x = 'a';"), ["int x = 0;", "int x = 1;"]);
}

#[test]
fn strings_are_minimized_and_escapes_and_substitutions_stay_whole() {
    let shorter =
        |language: &str, text: &str| Called::named("constant-to-one", "shorten-strings", language).results(text);
    assert_eq!(shorter("javascript", r#"f("\u0041b")"#), [r#"f("")"#, r#"f("b")"#, r#"f("\u0041")"#]);
    assert_eq!(shorter("javascript", "`${a}b`"), ["``", "`b`", "`${a}`"]);
    assert_eq!(shorter("python", "f'{a}{{'\n"), ["f''\n", "f'{{'\n", "f'{a}'\n"]);
    assert_eq!(shorter("python", "b'\\x41'\n"), ["b''\n"]);
    assert_eq!(shorter("c", "'ab'"), ["'b'", "'a'"], "a character is never empty");
    assert_eq!(shorter("xml", "<a b='&lt;x'/>"), ["<a b=''/>", "<a b='x'/>", "<a b='&lt;'/>"]);
}
