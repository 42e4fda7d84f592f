//! The table of built-in languages. Adding a language is adding a row.

use std::path::Path;

use super::conventions::rows as written;
use super::{Indentation, Layout, rows};

/// What reads the texts of a built-in language.
#[derive(Clone, Copy)]
pub enum Reader {
    /// A tree-sitter grammar.
    TreeSitter(fn() -> tree_sitter::Language),
    /// quick-xml.
    Xml,
    /// What can be told of any text: lines, indentation, brackets, quotes, separators, words.
    Text,
    /// Bytes of any kind.
    Bytes,
}

/// One built-in language.
pub struct Row {
    /// Its name, in tables, statistics and `--language`.
    pub name: &'static str,
    /// The extensions of its files, without the dot; any of them serves as a short name too.
    pub extensions: &'static [&'static str],
    /// Names of files without an extension that says it.
    pub files: &'static [&'static str],
    /// What the first line of a text tells it by: the name of an interpreter behind `#!`, or what the text begins with.
    pub signs: &'static [&'static str],
    /// Whether a text without a name and without a sign may be one. A grammar that reads nearly any text says nothing:
    /// to Bash words are commands, to YAML they are a value.
    pub is_guessed: bool,
    /// The grammar's version: tables hold for one version only, since kinds come and go between them.
    pub version: &'static str,
    /// What reads it.
    pub reader: Reader,
    /// The grammar's `node-types.json`.
    pub node_types: &'static str,
    /// How edited text is laid out.
    pub layout: Layout,
    /// Its files are run as they are, so that a test may run candidates, and a candidate do anything.
    pub is_script: bool,
    /// Commands that exit with 0 if a file is one of the language and leave nothing behind, `@@` being its path; the one
    /// to prefer first. Their programs need not be installed.
    pub checkers: &'static [&'static [&'static str]],
}

/// C, JavaScript, JSON and grammars of which nothing else is known: nesting is shown by brackets.
pub(super) const BRACKETED: Layout = Layout {
    exact: false,
    indentation: Indentation::Free,
    fillers: &[],
    joining: b"",
    terminator: ";",
    name_bytes: b"",
    operator_bytes: b"+-*/<>=&|!~^%?:.@",
    glued: false,
    conventions: None,
};

/// Every built-in language. Of two that read a text equally well it is in the earlier one: JSON is JavaScript too, and
/// to Python a file of `#include` lines is one of comments.
pub const BUILTIN: &[Row] = &[
    Row {
        name: "json",
        extensions: &["json"],
        files: &[],
        signs: &[],
        is_guessed: true,
        version: "tree-sitter-json 0.24.8",
        reader: Reader::TreeSitter(|| tree_sitter_json::LANGUAGE.into()),
        node_types: tree_sitter_json::NODE_TYPES,
        layout: Layout { terminator: "", conventions: Some(written::JSON), ..BRACKETED },
        is_script: false,
        checkers: &[&["python3", "-I", "-m", "json.tool", "@@", "/dev/null"], &["jq", "empty", "@@"]],
    },
    Row {
        name: "xml",
        extensions: &[
            "xml", "svg", "xsd", "xsl", "xslt", "rng", "wsdl", "gir", "ui", "glade", "docbook", "dbk", "plist", "rss",
            "atom", "xhtml", "xlf", "kml", "gpx", "opf", "ncx", "xmi", "metainfo", "appdata",
        ],
        files: &[],
        signs: &["<?xml"],
        is_guessed: true,
        version: "xml 1",
        reader: Reader::Xml,
        node_types: super::xml::NODE_TYPES,
        layout: Layout {
            terminator: "",
            name_bytes: b"-.:#&",
            operator_bytes: b"",
            conventions: Some(written::XML),
            ..BRACKETED
        },
        is_script: false,
        checkers: &[
            &["xmllint", "--noout", "--nonet", "@@"],
            &[
                "python3",
                "-I",
                "-c",
                "import sys, xml.parsers.expat as expat; expat.ParserCreate().ParseFile(open(sys.argv[1], 'rb'))",
                "@@",
            ],
        ],
    },
    Row {
        name: "javascript",
        extensions: &["js", "mjs", "cjs", "jsx"],
        files: &[],
        signs: &["node", "nodejs", "bun"],
        is_guessed: true,
        version: "tree-sitter-javascript 0.25.0",
        reader: Reader::TreeSitter(|| tree_sitter_javascript::LANGUAGE.into()),
        node_types: tree_sitter_javascript::NODE_TYPES,
        layout: Layout { name_bytes: b"$#@", conventions: Some(written::JAVASCRIPT), ..BRACKETED },
        is_script: true,
        checkers: &[&["node", "--check", "@@"]],
    },
    Row {
        name: "c",
        extensions: &["c", "h", "i"],
        files: &[],
        signs: &[],
        is_guessed: true,
        version: "tree-sitter-c 0.24.2",
        reader: Reader::TreeSitter(|| tree_sitter_c::LANGUAGE.into()),
        node_types: tree_sitter_c::NODE_TYPES,
        layout: Layout { name_bytes: b"$#", conventions: Some(written::C), ..BRACKETED },
        is_script: false,
        checkers: &[&["cc", "-fsyntax-only", "-w", "-x", "c", "@@"]],
    },
    Row {
        name: "python",
        extensions: &["py", "pyi", "pyw"],
        files: &[],
        signs: &["python", "pypy"],
        is_guessed: true,
        version: "tree-sitter-python 0.25.0",
        reader: Reader::TreeSitter(|| tree_sitter_python::LANGUAGE.into()),
        node_types: tree_sitter_python::NODE_TYPES,
        layout: Layout {
            indentation: Indentation::Lines,
            fillers: &[("block", "pass")],
            joining: b"([{",
            terminator: "",
            conventions: Some(written::PYTHON),
            ..BRACKETED
        },
        is_script: true,
        checkers: &[&[
            "python3",
            "-I",
            "-c",
            "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')",
            "@@",
        ]],
    },
    #[cfg(feature = "typescript")]
    rows::TYPESCRIPT,
    #[cfg(feature = "typescript")]
    rows::TSX,
    #[cfg(feature = "cpp")]
    rows::CPP,
    #[cfg(feature = "java")]
    rows::JAVA,
    #[cfg(feature = "go")]
    rows::GO,
    #[cfg(feature = "rust")]
    rows::RUST,
    #[cfg(feature = "bash")]
    rows::BASH,
    #[cfg(feature = "c-sharp")]
    rows::C_SHARP,
    #[cfg(feature = "php")]
    rows::PHP,
    #[cfg(feature = "ruby")]
    rows::RUBY,
    #[cfg(feature = "lua")]
    rows::LUA,
    #[cfg(feature = "kotlin")]
    rows::KOTLIN,
    #[cfg(feature = "scala")]
    rows::SCALA,
    #[cfg(feature = "swift")]
    rows::SWIFT,
    #[cfg(feature = "haskell")]
    rows::HASKELL,
    #[cfg(feature = "ocaml")]
    rows::OCAML,
    #[cfg(feature = "ocaml")]
    rows::OCAML_INTERFACE,
    #[cfg(feature = "css")]
    rows::CSS,
    #[cfg(feature = "html")]
    rows::HTML,
    #[cfg(feature = "toml")]
    rows::TOML,
    #[cfg(feature = "yaml")]
    rows::YAML,
    #[cfg(feature = "solidity")]
    rows::SOLIDITY,
    #[cfg(feature = "glsl")]
    rows::GLSL,
    #[cfg(feature = "llvm")]
    rows::LLVM,
    #[cfg(feature = "verilog")]
    rows::VERILOG,
    TEXT,
    BYTES,
];

/// Text of any kind. Nothing of its blanks is ever changed but that some go, or that one stands where two words would
/// fuse.
pub(super) const TEXT: Row = Row {
    name: "text",
    extensions: &["txt", "text", "log", "csv", "tsv"],
    files: &[],
    signs: &[],
    is_guessed: false,
    version: "text 1",
    reader: Reader::Text,
    node_types: super::generic::NODE_TYPES,
    layout: Layout {
        indentation: Indentation::Lines,
        terminator: "",
        name_bytes: b"$",
        operator_bytes: b"",
        ..BRACKETED
    },
    is_script: false,
    checkers: &[],
};

/// Bytes that are no text. An edit changes nothing but what it says.
pub(super) const BYTES: Row = Row {
    name: "bytes",
    extensions: &["bin"],
    files: &[],
    signs: &[],
    is_guessed: false,
    version: "bytes 1",
    reader: Reader::Bytes,
    node_types: super::bytes::NODE_TYPES,
    layout: Layout { exact: true, terminator: "", ..BRACKETED },
    is_script: false,
    checkers: &[],
};

impl Row {
    /// A language of brackets that is nothing special.
    pub(super) const fn of(
        name: &'static str,
        extensions: &'static [&'static str],
        version: &'static str,
        grammar: fn() -> tree_sitter::Language,
        node_types: &'static str,
    ) -> Self {
        Row {
            name,
            extensions,
            files: &[],
            signs: &[],
            is_guessed: false,
            version,
            reader: Reader::TreeSitter(grammar),
            node_types,
            layout: BRACKETED,
            is_script: false,
            checkers: &[],
        }
    }

    /// The row of a file name: by the whole of it, else by its extension. Capitals in an extension seldom say anything, but
    /// `.C` is C++.
    pub fn of_path(path: &Path) -> Option<&'static Row> {
        let file = path.file_name()?.to_str()?;
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let small = extension.to_ascii_lowercase();
        let by = |is_it: &dyn Fn(&Row) -> bool| BUILTIN.iter().find(|row| is_it(row));
        by(&|row| row.files.contains(&file))
            .or_else(|| by(&|row| row.extensions.contains(&extension)))
            .or_else(|| by(&|row| row.extensions.contains(&small.as_str())))
    }

    /// Whether a grammar reads it, of which there is something to learn.
    pub fn has_grammar(&self) -> bool {
        !matches!(self.reader, Reader::Text | Reader::Bytes)
    }
}
