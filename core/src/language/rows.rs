//! The rows of the languages that a Cargo feature each brings: what is said here of a layout is what the language has
//! that others do not.

use super::builtin::{BRACKETED, Row};
use super::conventions::rows as written;
use super::{Indentation, Layout};

/// TypeScript.
#[cfg(feature = "typescript")]
pub(super) const TYPESCRIPT: Row = Row {
    signs: &["deno", "ts-node", "tsx"],
    is_guessed: true,
    layout: Layout { name_bytes: b"$#@", conventions: Some(written::TYPESCRIPT), ..BRACKETED },
    is_script: true,
    checkers: &[&["tsc", "--noEmit", "--skipLibCheck", "@@"]],
    ..Row::of(
        "typescript",
        &["ts", "mts", "cts"],
        "tree-sitter-typescript 0.23.2",
        || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        tree_sitter_typescript::TYPESCRIPT_NODE_TYPES,
    )
};

/// TypeScript with JSX, in which `<T>x` is no cast.
#[cfg(feature = "typescript")]
pub(super) const TSX: Row = Row {
    layout: Layout { name_bytes: b"$#@", conventions: Some(written::TYPESCRIPT), ..BRACKETED },
    is_script: true,
    checkers: &[&["tsc", "--noEmit", "--skipLibCheck", "--jsx", "preserve", "@@"]],
    ..Row::of(
        "tsx",
        &["tsx"],
        "tree-sitter-typescript 0.23.2",
        || tree_sitter_typescript::LANGUAGE_TSX.into(),
        tree_sitter_typescript::TSX_NODE_TYPES,
    )
};

/// C++.
#[cfg(feature = "cpp")]
pub(super) const CPP: Row = Row {
    is_guessed: true,
    layout: Layout { name_bytes: b"$#", conventions: Some(written::CPP), ..BRACKETED },
    checkers: &[&["c++", "-fsyntax-only", "-w", "-x", "c++", "@@"]],
    ..Row::of(
        "cpp",
        &["cpp", "cc", "cxx", "c++", "C", "hpp", "hh", "hxx", "h++", "H", "ipp", "tpp", "inl", "ii"],
        "tree-sitter-cpp 0.23.4",
        || tree_sitter_cpp::LANGUAGE.into(),
        tree_sitter_cpp::NODE_TYPES,
    )
};

/// Java.
#[cfg(feature = "java")]
pub(super) const JAVA: Row = Row {
    is_guessed: true,
    layout: Layout { name_bytes: b"$", conventions: Some(written::JAVA), ..BRACKETED },
    ..Row::of(
        "java",
        &["java"],
        "tree-sitter-java 0.23.5",
        || tree_sitter_java::LANGUAGE.into(),
        tree_sitter_java::NODE_TYPES,
    )
};

/// Go: the end of a line ends a statement, in brackets too, so that nothing is joined that brackets held together.
#[cfg(feature = "go")]
pub(super) const GO: Row = Row {
    is_guessed: true,
    layout: Layout { terminator: "", conventions: Some(written::GO), ..BRACKETED },
    checkers: &[&["gofmt", "-l", "@@"]],
    ..Row::of("go", &["go"], "tree-sitter-go 0.25.0", || tree_sitter_go::LANGUAGE.into(), tree_sitter_go::NODE_TYPES)
};

/// Rust.
#[cfg(feature = "rust")]
pub(super) const RUST: Row = Row {
    is_guessed: true,
    layout: Layout { name_bytes: b"#'$", conventions: Some(written::RUST), ..BRACKETED },
    ..Row::of(
        "rust",
        &["rs"],
        "tree-sitter-rust 0.24.2",
        || tree_sitter_rust::LANGUAGE.into(),
        tree_sitter_rust::NODE_TYPES,
    )
};

/// Bash, and other shells as far as they are like it: words that touch are one word, and an empty body is an error.
#[cfg(feature = "bash")]
pub(super) const BASH: Row = Row {
    files: &[".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", "PKGBUILD", "APKBUILD"],
    signs: &["sh", "bash", "dash", "ksh", "zsh", "ash"],
    layout: Layout {
        fillers: &[("do_group", ":"), ("compound_statement", ":"), ("subshell", ":")],
        terminator: "",
        glued: true,
        ..BRACKETED
    },
    is_script: true,
    checkers: &[&["bash", "-n", "@@"]],
    ..Row::of(
        "bash",
        &["sh", "bash", "ksh", "zsh", "bats", "ebuild", "eclass"],
        "tree-sitter-bash 0.25.1",
        || tree_sitter_bash::LANGUAGE.into(),
        tree_sitter_bash::NODE_TYPES,
    )
};

/// C#.
#[cfg(feature = "c-sharp")]
pub(super) const C_SHARP: Row = Row {
    layout: Layout { name_bytes: b"@$#", ..BRACKETED },
    ..Row::of(
        "c-sharp",
        &["cs", "csx"],
        "tree-sitter-c-sharp 0.23.5",
        || tree_sitter_c_sharp::LANGUAGE.into(),
        tree_sitter_c_sharp::NODE_TYPES,
    )
};

/// PHP, with the text around it.
#[cfg(feature = "php")]
pub(super) const PHP: Row = Row {
    signs: &["<?php", "php"],
    layout: Layout { name_bytes: b"$\\#", ..BRACKETED },
    is_script: true,
    checkers: &[&["php", "-l", "@@"]],
    ..Row::of(
        "php",
        &["php", "phtml", "php5", "php7", "phps"],
        "tree-sitter-php 0.25.1",
        || tree_sitter_php::LANGUAGE_PHP.into(),
        tree_sitter_php::PHP_NODE_TYPES,
    )
};

/// Ruby: the end of a line ends a statement, in parentheses too.
#[cfg(feature = "ruby")]
pub(super) const RUBY: Row = Row {
    files: &["Rakefile", "Gemfile", "Podfile", "Vagrantfile", "Guardfile", "Capfile", "Brewfile", "Fastfile"],
    signs: &["ruby", "rake"],
    layout: Layout { joining: b"[", terminator: "", name_bytes: b"@$?!#", ..BRACKETED },
    is_script: true,
    checkers: &[&["ruby", "-c", "@@"]],
    ..Row::of(
        "ruby",
        &["rb", "rake", "gemspec", "ru", "rbw", "podspec"],
        "tree-sitter-ruby 0.23.1",
        || tree_sitter_ruby::LANGUAGE.into(),
        tree_sitter_ruby::NODE_TYPES,
    )
};

/// Lua: `--` begins a comment, `[[` a string.
#[cfg(feature = "lua")]
pub(super) const LUA: Row = Row {
    signs: &["lua", "luajit", "texlua"],
    layout: Layout { terminator: "", operator_bytes: b"+-*/<>=&|~^%:.[", ..BRACKETED },
    is_script: true,
    checkers: &[&["luac", "-p", "@@"]],
    ..Row::of(
        "lua",
        &["lua", "rockspec"],
        "tree-sitter-lua 0.5.0",
        || tree_sitter_lua::LANGUAGE.into(),
        tree_sitter_lua::NODE_TYPES,
    )
};

/// Kotlin: the end of a line ends a statement, but for parentheses.
#[cfg(feature = "kotlin")]
pub(super) const KOTLIN: Row = Row {
    layout: Layout { joining: b"([", terminator: "", name_bytes: b"@`", ..BRACKETED },
    ..Row::of(
        "kotlin",
        &["kt", "kts"],
        "tree-sitter-kotlin-ng 1.1.0",
        || tree_sitter_kotlin_ng::LANGUAGE.into(),
        tree_sitter_kotlin_ng::NODE_TYPES,
    )
};

/// Scala, in which braces may be left to the indentation.
#[cfg(feature = "scala")]
pub(super) const SCALA: Row = Row {
    layout: Layout {
        indentation: Indentation::Lines,
        joining: b"([",
        terminator: "",
        name_bytes: b"$`@",
        operator_bytes: b"+-*/<>=&|!~^%?:.@#\\",
        ..BRACKETED
    },
    ..Row::of(
        "scala",
        &["scala", "sc", "sbt"],
        "tree-sitter-scala 0.26.4",
        || tree_sitter_scala::LANGUAGE.into(),
        tree_sitter_scala::NODE_TYPES,
    )
};

/// Swift.
#[cfg(feature = "swift")]
pub(super) const SWIFT: Row = Row {
    layout: Layout { joining: b"([", terminator: "", name_bytes: b"$#@`", ..BRACKETED },
    ..Row::of(
        "swift",
        &["swift"],
        "tree-sitter-swift 0.7.4",
        || tree_sitter_swift::LANGUAGE.into(),
        tree_sitter_swift::NODE_TYPES,
    )
};

/// Haskell: a block is what begins in one column.
#[cfg(feature = "haskell")]
pub(super) const HASKELL: Row = Row {
    signs: &["runghc", "runhaskell"],
    layout: Layout {
        indentation: Indentation::Columns,
        terminator: "",
        name_bytes: b"'#",
        operator_bytes: b"!#$%&*+./<=>?@\\^|-~:",
        ..BRACKETED
    },
    ..Row::of(
        "haskell",
        &["hs", "hs-boot"],
        "tree-sitter-haskell 0.24.1",
        || tree_sitter_haskell::LANGUAGE.into(),
        tree_sitter_haskell::NODE_TYPES,
    )
};

/// OCaml.
#[cfg(feature = "ocaml")]
pub(super) const OCAML: Row = Row {
    signs: &["ocaml"],
    layout: Layout { terminator: "", name_bytes: b"'", operator_bytes: b"+-*/<>=&|!~^%?:.@#$", ..BRACKETED },
    checkers: &[&["ocamlfind", "ocamlc", "-stop-after", "parsing", "@@"]],
    ..Row::of(
        "ocaml",
        &["ml"],
        "tree-sitter-ocaml 0.26.0",
        || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
        tree_sitter_ocaml::OCAML_NODE_TYPES,
    )
};

/// Interfaces of OCaml.
#[cfg(feature = "ocaml")]
pub(super) const OCAML_INTERFACE: Row = Row {
    layout: Layout { terminator: "", name_bytes: b"'", operator_bytes: b"+-*/<>=&|!~^%?:.@#$", ..BRACKETED },
    ..Row::of(
        "ocaml-interface",
        &["mli"],
        "tree-sitter-ocaml 0.26.0",
        || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(),
        tree_sitter_ocaml::INTERFACE_NODE_TYPES,
    )
};

/// CSS: `a.b` and `a .b` are not the same, so that no blank comes between what touches.
#[cfg(feature = "css")]
pub(super) const CSS: Row = Row {
    layout: Layout { terminator: "", glued: true, conventions: Some(written::CSS), ..BRACKETED },
    ..Row::of(
        "css",
        &["css"],
        "tree-sitter-css 0.25.0",
        || tree_sitter_css::LANGUAGE.into(),
        tree_sitter_css::NODE_TYPES,
    )
};

/// HTML: no blank comes into the text.
#[cfg(feature = "html")]
pub(super) const HTML: Row = Row {
    signs: &["<!doctype html", "<html"],
    layout: Layout { terminator: "", glued: true, conventions: Some(written::HTML), ..BRACKETED },
    ..Row::of(
        "html",
        &["html", "htm"],
        "tree-sitter-html 0.23.2",
        || tree_sitter_html::LANGUAGE.into(),
        tree_sitter_html::NODE_TYPES,
    )
};

/// TOML: a line is a pair.
#[cfg(feature = "toml")]
pub(super) const TOML: Row = Row {
    files: &["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock"],
    layout: Layout { joining: b"[", terminator: "", name_bytes: b"-", operator_bytes: b"", ..BRACKETED },
    ..Row::of(
        "toml",
        &["toml"],
        "tree-sitter-toml-ng 0.7.0",
        || tree_sitter_toml_ng::LANGUAGE.into(),
        tree_sitter_toml_ng::NODE_TYPES,
    )
};

/// YAML: a collection is what begins in one column.
#[cfg(feature = "yaml")]
pub(super) const YAML: Row = Row {
    files: &[".clang-format", ".clang-tidy"],
    signs: &["%YAML"],
    layout: Layout { indentation: Indentation::Columns, terminator: "", glued: true, ..BRACKETED },
    ..Row::of(
        "yaml",
        &["yaml", "yml", "clang-format", "clang-tidy"],
        "tree-sitter-yaml 0.7.2",
        || tree_sitter_yaml::LANGUAGE.into(),
        tree_sitter_yaml::NODE_TYPES,
    )
};

/// Solidity.
#[cfg(feature = "solidity")]
pub(super) const SOLIDITY: Row = Row {
    layout: Layout { name_bytes: b"$", ..BRACKETED },
    ..Row::of(
        "solidity",
        &["sol"],
        "tree-sitter-solidity 1.2.13",
        || tree_sitter_solidity::LANGUAGE.into(),
        tree_sitter_solidity::NODE_TYPES,
    )
};

/// GLSL.
#[cfg(feature = "glsl")]
pub(super) const GLSL: Row = Row {
    layout: Layout { name_bytes: b"#", ..BRACKETED },
    checkers: &[&["glslangValidator", "@@"]],
    ..Row::of(
        "glsl",
        &["glsl", "vert", "frag", "geom", "comp", "tesc", "tese", "vs", "fs", "gs", "rgen", "rchit", "rmiss"],
        "tree-sitter-glsl 0.2.0",
        || tree_sitter_glsl::LANGUAGE_GLSL.into(),
        tree_sitter_glsl::NODE_TYPES,
    )
};

/// LLVM's intermediate representation.
#[cfg(feature = "llvm")]
pub(super) const LLVM: Row = Row {
    layout: Layout { terminator: "", name_bytes: b"%@!#$.-", operator_bytes: b"", ..BRACKETED },
    checkers: &[&["opt", "-passes=verify", "-disable-output", "@@"], &["llvm-as", "-o", "/dev/null", "@@"]],
    ..Row::of(
        "llvm",
        &["ll"],
        "tree-sitter-llvm 1.1.0",
        || tree_sitter_llvm::LANGUAGE.into(),
        tree_sitter_llvm::NODE_TYPES,
    )
};

/// Verilog and `SystemVerilog`.
#[cfg(feature = "verilog")]
pub(super) const VERILOG: Row = Row {
    layout: Layout { name_bytes: b"$`'\\", operator_bytes: b"+-*/<>=&|!~^%?:.@#", ..BRACKETED },
    ..Row::of(
        "verilog",
        &["v", "sv", "vh", "svh"],
        "tree-sitter-systemverilog 0.4.1",
        || tree_sitter_systemverilog::LANGUAGE.into(),
        tree_sitter_systemverilog::NODE_TYPES,
    )
};
