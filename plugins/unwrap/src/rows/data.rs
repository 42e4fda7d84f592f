//! JSON and XML.

use crate::row::{Row, lift};

/// An array or object becomes what is in it.
pub const JSON: &[Row] = &[lift("array", "*"), lift("object", "*/value"), lift("object", "*/key")];

/// An element becomes what is in it.
pub const XML: &[Row] = &[lift("element", "child**"), lift("element", "child*"), lift("cdata", "**")];
