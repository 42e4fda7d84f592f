//! Grammars loaded at run time: what a user with a `.so` and its `node-types.json` gets.

mod json_grammar;

use std::path::Path;

use json_grammar::{compile, json_grammar};
use reduce_core::knowledge::{Filter, GrammarFacts, Knowledge, Quantifier, Tables};
use reduce_core::language::{Language, LanguageError};

fn refusal(library: &Path, node_types: &Path, name: Option<&str>) -> String {
    match Language::load(library, node_types, None, name) {
        Ok(_) => panic!("{} was accepted", library.display()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_grammar_from_a_shared_library_reads_its_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, library) = (json_grammar(), folder.path().join("libtree-sitter-json.so"));
    compile(&library, &source.join("parser.c"), &source);
    let node_types = source.join("node-types.json");
    let document = {
        let language = Language::load(&library, &node_types, None, None).expect("a grammar");
        assert_eq!(language.name(), "json");
        let facts = GrammarFacts::read(language.node_types(), language.symbols()).expect("valid");
        let array = language.symbols().kind("array").expect("a kind of JSON");
        let elements = reduce_core::tree::Context { parent: array, edge: reduce_core::tree::Symbols::CHILD };
        assert!(facts.arity(elements).expect("described").multiple);
        language.parse(&br#"{"a": [1, 2, null]}"#[..])
    };
    // The document outlives the language that it was read in.
    let built_in = Language::named("json").expect("built in").parse(document.text().clone());
    assert_eq!(document.trouble(), 0);
    assert_eq!(document.tree().len(), built_in.tree().len());
    assert_eq!(document.unparse(), br#"{"a": [1, 2, null]}"#);

    let renamed = folder.path().join("json-of-mine.so");
    std::fs::copy(&library, &renamed).expect("a copy");
    assert!(refusal(&renamed, &node_types, None).contains("no function `tree_sitter_json_of_mine`"));
    assert!(Language::load(&renamed, &node_types, None, Some("json")).is_ok(), "the name can be given");
}

#[test]
fn rules_say_what_a_grammar_has_in_lists() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, library) = (json_grammar(), folder.path().join("libtree-sitter-json.so"));
    compile(&library, &source.join("parser.c"), &source);
    let [node_types, rules] = ["node-types.json", "grammar.json"].map(|name| source.join(name));
    let parts = |rules: Option<&Path>| {
        let language = Language::load(&library, &node_types, rules, None).expect("a grammar");
        let known = Knowledge::new(language, Tables::default(), Filter::Ranked);
        let document = known.language().parse(&b"[1, 2]"[..]);
        let array = document.tree().children(document.tree().root()).next().expect("an array");
        known.parts(document.tree(), array)
    };
    let quantifiers: Vec<_> = parts(Some(&rules)).expect("a rule").iter().map(|part| part.quantifier).collect();
    assert_eq!(quantifiers, [Quantifier::Optional, Quantifier::Separated]);
    assert_eq!(parts(None), None);

    let refused = |rules: &Path| match Language::load(&library, &node_types, Some(rules), None) {
        Ok(_) => panic!("{} was accepted", rules.display()),
        Err(error) => error.to_string(),
    };
    assert!(refused(&node_types).contains("it is not in the format of grammar.json"));
    let other = folder.path().join("grammar.json");
    std::fs::write(&other, r#"{"rules": {"tree": {"type": "BLANK"}}}"#).expect("a file");
    assert!(refused(&other).contains("it belongs to another grammar or version"));
    assert!(refused(&folder.path().join("none.json")).contains("No such file"));
}

#[test]
fn what_is_no_grammar_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let (source, library) = (json_grammar(), folder.path().join("libtree-sitter-json.so"));
    compile(&library, &source.join("parser.c"), &source);
    let node_types = source.join("node-types.json");

    assert!(refusal(&folder.path().join("libtree-sitter-none.so"), &node_types, None).contains("No such file"));
    let text = file("libtree-sitter-text.so", "this is no library");
    assert!(matches!(Language::load(&text, &node_types, None, None), Err(LanguageError::Library { .. })));

    assert!(refusal(&library, &folder.path().join("none.json"), None).contains("No such file"));
    assert!(refusal(&library, &file("broken.json", "[{"), None).contains("not in the format of node-types.json"));
    let foreign = file("foreign.json", r#"[{"type": "while_loop", "named": true}]"#);
    assert!(refusal(&library, &foreign, None).contains("the grammar has no `while_loop`"));

    // A table that says it is of version 99: the number comes first in it.
    let future = file("future.c", "unsigned table[4096] = {99}; void *tree_sitter_future(void) { return table; }");
    let library = folder.path().join("libtree-sitter-future.so");
    compile(&library, &future, folder.path());
    let refused = refusal(&library, &node_types, None);
    assert!(refused.contains("`future`") && refused.contains("99"), "{refused}");
}
