//! Brings the rules of the built-in languages into the program: each grammar's `grammar.json`, which its crate ships but
//! gives no access to, without what says nothing of the structure of nodes.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// Where crates keep `grammar.json`: those of one grammar, and below a folder for each of several.
const SINGLE: &str = "src/grammar.json";
const SEVERAL: [&str; 2] = [".", "grammars"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.toml");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let mut rows = Vec::new();
    for folder in grammar_crates()? {
        for file in descriptions(&folder)? {
            let grammar: Value =
                serde_json::from_slice(&fs::read(&file)?).map_err(|error| format!("{}: {error}", file.display()))?;
            let Some(name) = grammar["name"].as_str() else { continue };
            fs::write(out.join(format!("{name}.json")), slim(&grammar).to_string())?;
            rows.push(format!("({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.json\"))),"));
        }
    }
    fs::write(out.join("rules.rs"), format!("&[\n{}\n]\n", rows.join("\n")))?;
    Ok(())
}

/// The folders of the grammars' crates that this one depends on, wherever cargo keeps them.
fn grammar_crates() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").ok_or("cargo sets CARGO")?;
    let target = std::env::var("TARGET")?;
    let ask = |offline: &[&str]| {
        let words = ["metadata", "--format-version=1", "--filter-platform", &target];
        Command::new(&cargo).args(words).args(offline).output()
    };
    let mut run = ask(&["--offline"])?;
    if !run.status.success() {
        // Cargo has brought what this build needs, and wants to see what tests need, too.
        run = ask(&[])?;
    }
    if !run.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&run.stderr)).into());
    }
    let metadata: Value = serde_json::from_slice(&run.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let grammars =
        packages.iter().filter(|package| package["name"].as_str().is_some_and(|name| name.starts_with("tree-sitter-")));
    Ok(grammars
        .filter_map(|package| Some(Path::new(package["manifest_path"].as_str()?).parent()?.to_owned()))
        .collect())
}

/// The `grammar.json` files of a crate, in order; none if it ships none.
fn descriptions(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let single = folder.join(SINGLE);
    if single.is_file() {
        return Ok(vec![single]);
    }
    let mut found = Vec::new();
    for place in SEVERAL.map(|place| folder.join(place)).into_iter().filter(|place| place.is_dir()) {
        for entry in fs::read_dir(place)? {
            found.push(entry?.path().join(SINGLE));
        }
    }
    found.retain(|file| file.is_file());
    found.sort();
    Ok(found)
}

/// What of a grammar says how nodes are made of others, in the same format.
fn slim(grammar: &Value) -> Value {
    let empty = serde_json::Map::new();
    let rules = grammar["rules"].as_object().unwrap_or(&empty);
    let rules: serde_json::Map<_, _> = rules.iter().map(|(name, rule)| (name.clone(), slim_rule(rule))).collect();
    json!({
        "name": grammar["name"],
        "inline": grammar["inline"],
        "supertypes": grammar["supertypes"],
        "rules": rules,
    })
}

/// A rule without precedences and without the characters of tokens that show no node of their own.
fn slim_rule(rule: &Value) -> Value {
    let kind = rule["type"].as_str().unwrap_or_default();
    match kind {
        _ if kind.starts_with("PREC") || kind == "RESERVED" => slim_rule(&rule["content"]),
        "SEQ" | "CHOICE" => {
            let members = rule["members"].as_array().map(|members| members.iter().map(slim_rule).collect::<Vec<_>>());
            json!({ "type": kind, "members": members })
        }
        "PATTERN" => json!({ "type": "PATTERN" }),
        "TOKEN" | "IMMEDIATE_TOKEN" => match slim_rule(&rule["content"]) {
            literal if literal["type"] == "STRING" => json!({ "type": kind, "content": literal }),
            _ => json!({ "type": "PATTERN" }),
        },
        _ if rule["content"].is_object() => {
            let mut slim = rule.clone();
            slim["content"] = slim_rule(&rule["content"]);
            slim
        }
        _ => rule.clone(),
    }
}
