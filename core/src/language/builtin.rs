//! The table of built-in languages. Adding a language is adding a row.

use std::path::Path;

use super::Layout;

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
    indented: false,
    filler: None,
    terminator: ";",
    name_bytes: b"",
    operator_bytes: b"+-*/<>=&|!~^%?:.@",
};

/// Every built-in language. Of two that read a text equally well it is in the earlier one: JSON is JavaScript too, and
/// to Python a file of `#include` lines is one of comments.
pub const BUILTIN: &[Row] = &[
    Row {
        name: "json",
        extensions: &["json"],
        version: "tree-sitter-json 0.24.8",
        reader: Reader::TreeSitter(|| tree_sitter_json::LANGUAGE.into()),
        node_types: tree_sitter_json::NODE_TYPES,
        layout: Layout { terminator: "", ..BRACKETED },
        is_script: false,
        checkers: &[&["python3", "-I", "-m", "json.tool", "@@", "/dev/null"], &["jq", "empty", "@@"]],
    },
    Row {
        name: "xml",
        extensions: &[
            "xml", "svg", "xsd", "xsl", "xslt", "rng", "wsdl", "gir", "ui", "glade", "docbook", "dbk", "plist", "rss",
            "atom", "xhtml", "xlf", "kml", "gpx", "opf", "ncx", "xmi", "metainfo", "appdata",
        ],
        version: "xml 1",
        reader: Reader::Xml,
        node_types: super::xml::NODE_TYPES,
        layout: Layout { terminator: "", name_bytes: b"-.:#&", operator_bytes: b"", ..BRACKETED },
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
        version: "tree-sitter-javascript 0.25.0",
        reader: Reader::TreeSitter(|| tree_sitter_javascript::LANGUAGE.into()),
        node_types: tree_sitter_javascript::NODE_TYPES,
        layout: Layout { name_bytes: b"$#@", ..BRACKETED },
        is_script: true,
        checkers: &[&["node", "--check", "@@"]],
    },
    Row {
        name: "c",
        extensions: &["c", "h", "i"],
        version: "tree-sitter-c 0.24.2",
        reader: Reader::TreeSitter(|| tree_sitter_c::LANGUAGE.into()),
        node_types: tree_sitter_c::NODE_TYPES,
        layout: Layout { name_bytes: b"$#", ..BRACKETED },
        is_script: false,
        checkers: &[&["cc", "-fsyntax-only", "-w", "-x", "c", "@@"]],
    },
    Row {
        name: "python",
        extensions: &["py", "pyi", "pyw"],
        version: "tree-sitter-python 0.25.0",
        reader: Reader::TreeSitter(|| tree_sitter_python::LANGUAGE.into()),
        node_types: tree_sitter_python::NODE_TYPES,
        layout: Layout { indented: true, filler: Some(("block", "pass")), terminator: "", ..BRACKETED },
        is_script: true,
        checkers: &[&[
            "python3",
            "-I",
            "-c",
            "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')",
            "@@",
        ]],
    },
    TEXT,
    BYTES,
];

/// Text of any kind. Nothing of its blanks is ever changed but that some go, or that one stands where two words would
/// fuse.
pub(super) const TEXT: Row = Row {
    name: "text",
    extensions: &["txt", "text", "log", "csv", "tsv"],
    version: "text 1",
    reader: Reader::Text,
    node_types: super::generic::NODE_TYPES,
    layout: Layout { indented: true, terminator: "", name_bytes: b"$", operator_bytes: b"", ..BRACKETED },
    is_script: false,
    checkers: &[],
};

/// Bytes that are no text. An edit changes nothing but what it says.
pub(super) const BYTES: Row = Row {
    name: "bytes",
    extensions: &["bin"],
    version: "bytes 1",
    reader: Reader::Bytes,
    node_types: super::bytes::NODE_TYPES,
    layout: Layout { exact: true, terminator: "", ..BRACKETED },
    is_script: false,
    checkers: &[],
};

impl Row {
    /// The row whose extensions hold that of the file name.
    pub fn of_path(path: &Path) -> Option<&'static Row> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        BUILTIN.iter().find(|row| row.extensions.contains(&extension.as_str()))
    }

    /// Whether a grammar reads it, of which there is something to learn.
    pub fn has_grammar(&self) -> bool {
        !matches!(self.reader, Reader::Text | Reader::Bytes)
    }
}
