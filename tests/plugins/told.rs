//! What a plugin is told in a helper process is what it is told in the program.

use std::path::Path;

use reduce_core::knowledge::{TableStore, Tables};
use reduce_core::language::Language;

use crate::bench::{Bench, root};
use crate::json_grammar::{compile, json_grammar};

/// Compares what the host says of every node of a text, here and there.
#[track_caller]
fn same(bench: &Bench, plugin: &Path, options: &[&str], file: &str, text: &str) -> String {
    let words = |more: &[&'static str]| {
        let words: Vec<String> = ["answers", "0"].iter().chain(more).map(|&word| word.to_owned()).collect();
        words.into_iter().chain(options.iter().map(|&word| word.to_owned())).collect::<Vec<String>>()
    };
    let call = |more: &[&'static str]| {
        let words = words(more);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let called = bench.pass(plugin, &words, file, text);
        assert_eq!((called.status, called.said.as_str()), (Some(0), ""));
        called.out
    };
    let apart = call(&[]);
    assert_eq!(apart, call(&["--trust-plugins"]));
    assert!(apart.lines().count() > 10, "of every node: {apart}");
    apart
}

#[test]
fn of_every_built_in_language() {
    let bench = Bench::new();
    let plugin = bench.compile(&root().join("tests/plugins/answers.c"));
    for (file, text) in [
        ("a.js", "if (a) { b('é', 2); }\n"),
        ("a.py", "def f(a):\n    return [a, 'é', 3]\n"),
        ("a.c", "int main(void) { return x + 3; }\n"),
        ("a.json", "[1, {\"a\": null}, true]"),
        ("a.xml", "<a b=\"c\"><d>some text</d> and more</a>"),
        ("broken.js", "if (a { b('é', 2); } ) return <\n"),
    ] {
        same(&bench, &plugin, &[], file, text);
    }
}

#[test]
fn of_a_grammar_that_is_loaded_at_run_time() {
    let bench = Bench::new();
    let plugin = bench.compile(&root().join("tests/plugins/answers.c"));
    let library = bench.file("libtree-sitter-json.so", "");
    let source = json_grammar();
    compile(&library, &source.join("parser.c"), &source);
    let [library, node_types] = [library, source.join("node-types.json")].map(|path| path.display().to_string());
    let options = ["--grammar", &library, "--node-types", &node_types];
    let told = same(&bench, &plugin, &options, "a.txt", "[1, {\"a\": null}, true]");
    assert!(told.contains("array") && told.contains("pair"), "{told}");
}

#[test]
fn of_the_tables_that_the_user_names() {
    let bench = Bench::new();
    let plugin = bench.compile(&root().join("tests/plugins/answers.c"));
    let language = Language::named("javascript").expect("built in");
    let mut learned = Tables::default();
    learned.observe(&language.parse(&b"call('hippopotamus');"[..]), language.symbols());
    let path = bench.file("tables", "");
    std::fs::remove_file(&path).expect("there");
    let mut store = TableStore::open_or_create(&path).expect("a new file");
    store.add(&language, &learned, &[]).expect("written");
    let told = same(&bench, &plugin, &["--tables", &path.display().to_string()], "a.js", "call(2); call(3);\n");
    assert!(told.contains("hippopotamus"), "the smallest thing that was learned: {told}");
}
