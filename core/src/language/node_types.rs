//! The format of `node-types.json`, in which tree-sitter describes the nodes of a grammar.

use rustc_hash::FxHashMap;
use serde::Deserialize;

/// A kind of node, or a supertype.
#[derive(Deserialize)]
pub(crate) struct NodeType {
    #[serde(rename = "type")]
    pub(crate) name: String,
    pub(crate) named: bool,
    /// The children with a field name, by it.
    #[serde(default)]
    pub(crate) fields: FxHashMap<String, Edge>,
    /// The children without one.
    pub(crate) children: Option<Edge>,
    /// What a supertype stands for. A tree never shows a supertype itself.
    #[serde(default)]
    pub(crate) subtypes: Vec<TypeRef>,
}

/// What may stand below a node, and how often.
#[derive(Deserialize)]
pub(crate) struct Edge {
    pub(crate) multiple: bool,
    pub(crate) required: bool,
    pub(crate) types: Vec<TypeRef>,
}

/// The name of a kind.
#[derive(Deserialize)]
pub(crate) struct TypeRef {
    #[serde(rename = "type")]
    pub(crate) name: String,
    pub(crate) named: bool,
}

/// Reads the nodes of a grammar.
///
/// # Errors
/// The JSON parser's message when the text is not in that format.
pub(crate) fn read(text: &str) -> Result<Vec<NodeType>, serde_json::Error> {
    serde_json::from_str(text)
}
