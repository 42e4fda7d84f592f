//! Parse then unparse gives back every byte, over all the source files that this machine has for its own use: Python's
//! standard library, the JavaScript of npm packages (those of the corpora, if they were fetched, and npm's own), the C and
//! XML of the corpora, and for the other languages what any of the corpora and the crates of this build have.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use reduce_core::language::{BUILTIN, Document, Language, Row};

/// Beyond so many files, every n-th is taken.
const FILES: usize = 2000;
/// The same where many languages are looked at.
const FEW: usize = 200;
const LARGEST: u64 = 1 << 20;
/// Of fewer files nothing can be said.
const SOME: usize = 20;

/// Says something even though the test passes.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "round trip: {text}");
}

/// What a command prints, if it runs.
fn answer(program: &str, arguments: &[&str]) -> Option<PathBuf> {
    let output = Command::new(program).args(arguments).output().ok().filter(|o| o.status.success())?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

/// Where `corpora/fetch.sh` puts what it brings from a registry, if it has.
fn fetched(registry: &str) -> Option<PathBuf> {
    let given = |name| std::env::var_os(name).map(PathBuf::from);
    let cache = || given("XDG_CACHE_HOME").or_else(|| Some(given("HOME")?.join(".cache")));
    let corpora = given("REDUCE_TREE_CORPORA").or_else(|| Some(cache()?.join("reduce-tree/corpora")))?;
    Some(corpora.join(registry)).filter(|folder| folder.is_dir())
}

/// The files of each language below the folders, largest ones and those of installed third parties left out.
fn files(folders: &[PathBuf]) -> BTreeMap<&'static str, Vec<PathBuf>> {
    let mut files: BTreeMap<&str, Vec<PathBuf>> = BTreeMap::new();
    let all = folders.iter().flat_map(|folder| {
        walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|e| e.file_name() != "site-packages")
    });
    for entry in all.flatten().filter(|entry| entry.file_type().is_file()) {
        let Some(row) = Row::of_path(entry.path()) else { continue };
        if entry.metadata().is_ok_and(|m| m.len() <= LARGEST) {
            files.entry(row.name).or_default().push(entry.into_path());
        }
    }
    files
}

/// Bytes that no token covers, blanks aside.
fn uncovered(document: &Document) -> Vec<u8> {
    let tree = document.tree();
    let mut gaps = Vec::new();
    let mut at = 0;
    for token in tree.nodes().filter(|&n| tree.is_token(n)).map(|n| tree.range(n)) {
        assert!(at <= token.start, "tokens are in order and do not overlap");
        gaps.extend_from_slice(&document.text()[at..token.start]);
        at = token.end;
    }
    gaps.extend_from_slice(&document.text()[at..]);
    let text = String::from_utf8_lossy(&gaps);
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\\' | '\u{feff}')).collect::<String>().into_bytes()
}

/// Reads all files, or so many of them, evenly chosen.
fn round_trips(name: &str, files: Vec<PathBuf>, most: usize) {
    let language = Language::named(name).expect("built in");
    let step = files.len().div_ceil(most).max(1);
    let files: Vec<PathBuf> = files.into_iter().step_by(step).collect();
    if files.is_empty() {
        say(&format!("NO {name} FILES FOUND on this machine, nothing was tested"));
        return;
    }
    let (bytes, broken) = files
        .par_iter()
        .map(|path| {
            let text = std::fs::read(path).expect("readable");
            let document = language.parse(&text[..]);
            let place = Path::display(path);
            assert!(document.unparse() == text, "{place} is not given back byte for byte");
            let lost = uncovered(&document);
            assert!(lost.is_empty(), "{place}: no token covers {:?}", String::from_utf8_lossy(&lost));
            (text.len(), usize::from(document.trouble() > 0))
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let clean = files.len() - broken;
    say(&format!("{} {name} files, {} KB, {clean} of them without a syntax error", files.len(), bytes / 1024));
    // Among the files of an extension there are some of other languages (headers of C++, templates).
    assert!(files.len() < SOME || clean > files.len() / 4, "{name}: few of the files that are in use parse cleanly");
}

#[test]
fn the_python_standard_library_is_given_back_byte_for_byte() {
    let library = answer("python3", &["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"]);
    let mut files = files(&library.into_iter().collect::<Vec<_>>());
    round_trips("python", files.remove("python").unwrap_or_default(), FILES);
}

#[test]
fn the_javascript_of_npm_packages_is_given_back_byte_for_byte() {
    let own = answer("npm", &["root", "-g"]);
    let mut files = files(&fetched("npm").into_iter().chain(own).collect::<Vec<_>>());
    round_trips("javascript", files.remove("javascript").unwrap_or_default(), FILES);
}

#[test]
fn the_c_and_xml_of_debian_packages_is_given_back_byte_for_byte() {
    let mut files = files(&fetched("debian").into_iter().collect::<Vec<_>>());
    for name in ["c", "xml"] {
        round_trips(name, files.remove(name).unwrap_or_default(), FILES);
    }
}

#[test]
fn the_files_of_all_packages_are_given_back_byte_for_byte_in_every_other_language() {
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let crates = cargo.map(|cargo| cargo.join("registry/src")).filter(|folder| folder.is_dir());
    let own = answer("npm", &["root", "-g"]);
    let registries = ["npm", "pypi", "debian", "maven", "go"].map(fetched);
    let folders: Vec<PathBuf> = registries.into_iter().flatten().chain(own).chain(crates).collect();
    let mut files = files(&folders);
    let others = |row: &&Row| row.has_grammar() && !matches!(row.name, "python" | "javascript" | "c" | "xml");
    for row in BUILTIN.iter().filter(others) {
        round_trips(row.name, files.remove(row.name).unwrap_or_default(), FEW);
    }
}
