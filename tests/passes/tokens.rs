//! The plugin `tokens`.

use crate::called::Called;
use crate::examples;
use crate::texts::contract_holds;

const README: &str = include_str!("../../plugins/tokens/README.md");
const PASSES: [&str; 4] = ["token-runs", "simpler-tokens", "shorter-tokens", "blanks"];

#[test]
fn the_examples_of_the_readme() {
    assert_eq!(examples::hold(README), PASSES);
}

#[test]
fn every_instance_of_every_pass_holds_the_contract() {
    for pass in PASSES {
        contract_holds("tokens", pass, 2000);
    }
}

#[track_caller]
fn gives(pass: &str, language: &str, text: &str, results: &[&str]) {
    let found = Called::named("tokens", pass, language).results(text);
    for result in results {
        assert!(found.iter().any(|text| text == result), "of\n{text}\ncame\n{found:#?}\nbut not\n{result}");
    }
}

#[test]
fn runs_and_brackets_go_and_nothing_fuses() {
    gives("token-runs", "javascript", "a = (b + c);", &["", "a =", "a = ();", "a = b + c;", "a = ;", "a (b + c);"]);
    gives("token-runs", "javascript", "a = typeof-b;", &["a = typeof b;"]);
    gives("token-runs", "python", "if a:\n    b\n    c\n", &["if a:\n    c\n", "if a:\n    b\n", "    b\n    c\n"]);
}

#[test]
fn a_name_becomes_simpler_in_all_its_places() {
    gives("simpler-tokens", "javascript", "foo(bar, foo)", &["bar(bar, bar)", "bar(bar, foo)", "foo(bar, bar)"]);
    gives("simpler-tokens", "xml", "<ab><c/></ab>", &["<c><c/></c>"]);
    gives("simpler-tokens", "javascript", "const x = a instanceof b", &["let x = a instanceof b", "const x = a in b"]);
    gives("simpler-tokens", "c", "unsigned x;", &["int x;"]);
    gives("simpler-tokens", "json", "[200, 3]", &["[3, 3]"]);
}

#[test]
fn every_kind_of_token_gets_shorter_but_never_empty() {
    gives("shorter-tokens", "javascript", "name(name === 12)", &["na(na === 12)", "me(me === 12)", "name(na === 12)"]);
    gives(
        "shorter-tokens",
        "javascript",
        "name(name === 12)",
        &["name(name == 12)", "name(name = 12)", "name(name === 2)"],
    );
    gives("shorter-tokens", "javascript", "a >>>= b", &["a >> b", "a >= b", "a >>= b"]);
    gives("shorter-tokens", "xml", "<abc>de</abc>", &["<ab>de</ab>", "<c>de</c>", "<abc>d</abc>"]);
    gives("shorter-tokens", "python", "é1 = 'aé'\n", &["é = 'aé'\n", "é1 = 'a'\n"]);
    let single = Called::named("tokens", "shorter-tokens", "javascript").results("a + b; `c`");
    assert_eq!(single, Vec::<String>::new());
}

#[test]
fn blanks_go_where_nothing_needs_them() {
    gives("blanks", "javascript", "return  a\n\n  + b ;\n", &["return a\n+b;\n", "return  a+ b ;\n"]);
    gives("blanks", "python", "if a :\n    b = (1,\n         2)\n", &["if a:\n    b=(1,\n2)\n", "if a :b = (1,2)\n"]);
    gives("blanks", "python", "if a:\n    if b:\n        c\n    d\n", &["if a:\n if b:\n  c\n d\n"]);
    gives("blanks", "c", "#define A  1\nint  x ;\n", &["#define A 1\nint x;\n"]);
    gives("blanks", "xml", "<a  b='1'   c='2' >\n<d/></a>", &["<a b='1' c='2'>\n<d/></a>"]);
    for text in ["// c\na", "#define A\nint x;", "#if A\nint x;\n#endif"] {
        let language = if text.starts_with('/') { "javascript" } else { "c" };
        let found = Called::named("tokens", "blanks", language).results(text);
        assert!(found.iter().all(|result| result.lines().count() == text.lines().count()), "{found:?}");
    }
    let strings = Called::named("tokens", "blanks", "javascript").results("f('  ','a  b')");
    assert_eq!(strings, Vec::<String>::new(), "blanks in strings are none");
}

#[test]
fn a_large_text_has_few_instances_and_coarse_ones() {
    let lines: Vec<String> = (0..4_000).map(|i| format!("var name{i} = \"text {i}\" + {i} ;\n")).collect();
    let large = lines.concat();
    for pass in PASSES {
        let count = Called::named("tokens", pass, "javascript").results(&large).len();
        assert!(count <= 4096, "{pass} has {count}");
    }
    let first = Called::named("tokens", "token-runs", "javascript").results(&large[..large.len() / 100]);
    assert_eq!(first[0].trim(), "", "all of it first");
    assert!(first[1].len() < large.len() / 150 && first[2].len() < large.len() / 150, "then its halves");
}
