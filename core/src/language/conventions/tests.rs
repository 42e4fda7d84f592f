//! Tests: texts as reducers leave them, and as people write them.

use super::super::{Language, Patch};

/// The text as people write it. That has the same tokens, and is written so already.
fn written(language: &str, text: &str) -> String {
    let language = Language::named(language).expect("built in");
    let document = language.parse(text.as_bytes());
    let new = Patch::apply(text.as_bytes(), &language.conventional_layout(&document, "\n"));
    let read = language.parse(new.clone());
    let new = String::from_utf8(new).expect("text");
    assert!(read.trouble() <= document.trouble(), "it is read as well as before:\n{new}");
    let weight = |document: &crate::language::Document| document.tree().weight(document.tree().root());
    assert!(weight(&read) <= weight(&document), "no token comes in:\n{new}");
    assert_eq!(language.conventional_layout(&read, "\n"), [], "it is written so already:\n{new}");
    new
}

#[test]
fn show() {
    for (l, f) in [
        ("js", "a.js"),
        ("c", "a.c"),
        ("go", "a.go"),
        ("python", "a.py"),
        ("java", "a.java"),
        ("rust", "a.rs"),
        ("css", "a.css"),
        ("json", "a.json"),
        ("xml", "a.xml"),
        ("html", "a.html"),
    ] {
        let text = std::fs::read_to_string(format!("/tmp/tidy/{f}")).unwrap();
        println!("=== {l}");
        let language = Language::named(l).expect("built in");
        let document = language.parse(text.as_bytes());
        let new = Patch::apply(text.as_bytes(), &language.conventional_layout(&document, "\n"));
        println!("{}", String::from_utf8_lossy(&new));
        let _ = written(l, &text);
    }
}
