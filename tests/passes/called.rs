//! Passes as they are called: by the program, and in this process where many calls are wanted.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;

use reduce_core::knowledge::{Filter, Knowledge, find_tables};
use reduce_core::language::{Language, Patch};
use reduce_core::plugin::{Pass, Plugin, Terms};

/// What `reduce-tree pass NAME N FILE` writes; none if it says that there is no such instance.
pub fn by_the_program(pass: &str, instance: usize, file: &str, text: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(file);
    std::fs::write(&path, text).expect("a file");
    let program = env!("CARGO_BIN_EXE_reduce-tree");
    let ran = Command::new(program).args(["pass", pass, &instance.to_string()]).arg(path).output().expect("it starts");
    match ran.status.code() {
        Some(0) => Some(String::from_utf8(ran.stdout).expect("text")),
        Some(1) => None,
        status => {
            panic!("`pass {pass} {instance} {file}` ends with {status:?}: {}", String::from_utf8_lossy(&ran.stderr))
        }
    }
}

/// A pass in this process.
pub struct Called {
    language: Arc<Language>,
    pass: Box<dyn Pass>,
}

impl Called {
    /// The only pass of a shipped plugin, for texts of a language.
    pub fn new(plugin: &str, language: &str) -> Self {
        Called::named(plugin, plugin, language)
    }

    /// A pass of a shipped plugin, for texts of a language.
    pub fn named(plugin: &str, pass: &str, language: &str) -> Self {
        let language = Language::named(language).expect("built in");
        let tables = find_tables(None, &language).expect("tables");
        let knowledge = Arc::new(Knowledge::new(Arc::clone(&language), tables, Filter::Ranked));
        let terms = Terms::trusting(Rc::new(|notice| panic!("{notice}")));
        let plugin = Plugin::load(&[built(plugin)], &terms).remove(0).expect("a plugin");
        let pass = plugin.prepare(&knowledge, None).into_iter().find(|found| found.about().name == pass);
        Called { language, pass: pass.expect("a pass of this plugin") }
    }

    /// The texts of all instances, which the contract is held against: there are as many as counted, each differs from
    /// the text, and comes the same a second time.
    pub fn results(&mut self, text: &str) -> Vec<String> {
        let document = self.language.parse(text.as_bytes());
        let count = self.pass.open(&document).expect("opens").expect("a count");
        let mut apply = |instance| {
            let patches = self.pass.apply(instance).unwrap_or_else(|e| panic!("instance {instance} of\n{text}\n{e}"));
            patches.map(|patches| String::from_utf8(Patch::apply(document.text(), &patches)).expect("text"))
        };
        let results: Vec<String> = (0..count).map_while(&mut apply).collect();
        assert_eq!(results.len(), count as usize, "instances of\n{text}");
        assert_eq!(apply(count), None, "no instance beyond the last of\n{text}");
        for (instance, result) in results.iter().enumerate() {
            assert_ne!(result, text, "instance {instance}");
            assert_eq!(apply(instance as u64).as_ref(), Some(result), "instance {instance} again");
        }
        results
    }

    /// Applies an instance, chosen from so many, again and again, until there is none left; fails when that takes more
    /// than `most` applications.
    pub fn ends(&mut self, text: &str, choose: fn(u64) -> u64, most: usize) {
        let mut current = text.to_owned();
        for _ in 0..most {
            let document = self.language.parse(current.as_bytes());
            let count = self.pass.open(&document).expect("opens").expect("a count");
            if count == 0 {
                return;
            }
            let patches = self.pass.apply(choose(count)).unwrap_or_else(|e| panic!("of\n{current}\n{e}"));
            let patches = patches.unwrap_or_else(|| panic!("less than {count} instances of\n{current}"));
            current = String::from_utf8(Patch::apply(document.text(), &patches)).expect("text");
        }
        panic!("it does not run out within {most} applications:\n{text}\n{current}");
    }

    /// How many places of a text the grammar cannot read.
    pub fn trouble(&self, text: &str) -> usize {
        self.language.parse(text.as_bytes()).trouble()
    }

    /// The text after the first instance, and the first of that, and so on until there is none.
    pub fn exhausted(&mut self, text: &str, most: usize) -> Vec<String> {
        let first = |text: &String| self.results(text).into_iter().next();
        let texts: Vec<String> = std::iter::successors(Some(text.to_owned()), first).skip(1).take(most).collect();
        assert!(texts.len() < most, "it does not run out within {most} applications: {texts:#?}");
        texts
    }
}

/// A shipped plugin beside the program.
fn built(plugin: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_reduce-tree")).parent().expect("a folder");
    let file = folder.join(format!("libreduce_tree_{}.so", plugin.replace('-', "_")));
    assert!(file.is_file(), "{} is not there: run `cargo build --workspace` first", file.display());
    file
}
