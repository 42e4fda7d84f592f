//! A grammar to load at run time: that of JSON, from its source.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo keeps the source of the JSON grammar.
pub fn json_grammar() -> PathBuf {
    let cargo = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let output = run.expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a platform");
    // Of other platforms' packages there may be no copy here.
    let metadata = cargo(&["metadata", "--format-version=1", "--offline", "--filter-platform", host]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("cargo's metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|p| p["name"] == "tree-sitter-json").expect("a dependency");
    let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
    manifest.with_file_name("src")
}

/// Compiles C files to a shared library.
pub fn compile(library: &Path, source: &Path, include: &Path) {
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([library, source])
        .arg("-I")
        .arg(include)
        .status()
        .expect("a C compiler");
    assert!(status.success());
}
