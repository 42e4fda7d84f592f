//! Names of JavaScript.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, RoleRow, Space, Table, Whole};

const fn declare(kind: Kind) -> Role {
    Role::Declare(kind, Place::Here, Whole::Child)
}

/// A function in a block can be seen in the whole function around, as most programs have it.
const FUNCTION: Role = Role::Declare(Kind::Function, Place::FunctionOutside, Whole::Parent);
const VAR: Role = Role::Declare(Kind::Variable, Place::Function, Whole::Child);

pub(crate) const SCOPES: &[(&str, Flavour)] = &[
    ("program", Flavour::Function),
    ("function_declaration", Flavour::Function),
    ("function_expression", Flavour::Function),
    ("generator_function_declaration", Flavour::Function),
    ("generator_function", Flavour::Function),
    ("arrow_function", Flavour::Function),
    ("method_definition", Flavour::Function),
    ("class_static_block", Flavour::Function),
    ("class_declaration", Flavour::Block),
    ("class", Flavour::Block),
    ("statement_block", Flavour::Block),
    ("for_statement", Flavour::Block),
    ("for_in_statement", Flavour::Block),
    ("switch_body", Flavour::Block),
    ("catch_clause", Flavour::Block),
    ("labeled_statement", Flavour::Block),
];

pub(crate) const NAMES: &[(&str, Space)] = &[
    ("identifier", Space::Value),
    ("shorthand_property_identifier", Space::Value),
    ("shorthand_property_identifier_pattern", Space::Value),
    ("property_identifier", Space::Member),
    ("private_property_identifier", Space::Member),
    ("statement_identifier", Space::Label),
];

pub(crate) const ROWS: &[RoleRow] = &[
    ("variable_declaration", "*", VAR),
    ("lexical_declaration", "*", declare(Kind::Variable)),
    ("using_declaration", "*", declare(Kind::Variable)),
    ("variable_declarator", "name", Role::Same),
    ("for_in_statement", "left", Role::Ask),
    ("function_declaration", "name", FUNCTION),
    ("generator_function_declaration", "name", FUNCTION),
    ("function_expression", "name", Role::Declare(Kind::Function, Place::Here, Whole::Parent)),
    ("generator_function", "name", Role::Declare(Kind::Function, Place::Here, Whole::Parent)),
    ("class_declaration", "name", Role::Declare(Kind::Class, Place::Outside, Whole::Parent)),
    ("class", "name", Role::Declare(Kind::Class, Place::Here, Whole::Parent)),
    ("formal_parameters", "*", declare(Kind::Parameter)),
    ("arrow_function", "parameter", declare(Kind::Parameter)),
    ("catch_clause", "parameter", declare(Kind::Target)),
    ("labeled_statement", "label", Role::Declare(Kind::Label, Place::Here, Whole::Parent)),
    ("method_definition", "name", Role::Outside),
    ("import_clause", "*", declare(Kind::Import)),
    ("namespace_import", "*", Role::Same),
    ("named_imports", "*", Role::Same),
    ("import_specifier", "*", Role::Ask),
    ("export_specifier", "name", Role::Ask),
    ("export_specifier", "alias", Role::Nothing),
    ("namespace_export", "*", Role::Nothing),
    ("assignment_pattern", "left", Role::Same),
    ("object_assignment_pattern", "left", Role::Same),
    ("pair_pattern", "value", Role::Same),
    ("array_pattern", "*", Role::Same),
    ("object_pattern", "*", Role::Same),
    ("rest_pattern", "*", Role::Same),
    ("parenthesized_expression", "*", Role::Same),
    ("assignment_expression", "left", Role::Use(Access::Write)),
    ("augmented_assignment_expression", "left", Role::Use(Access::Update)),
    ("update_expression", "argument", Role::Use(Access::Update)),
    ("call_expression", "function", Role::Use(Access::Call)),
    ("new_expression", "constructor", Role::Use(Access::Call)),
    ("jsx_attribute", "child", Role::Ask),
    ("jsx_namespace_name", "*", Role::Nothing),
    ("jsx_opening_element", "name", Role::Ask),
    ("jsx_closing_element", "name", Role::Ask),
    ("jsx_self_closing_element", "name", Role::Ask),
];

pub(crate) const RESERVED: &str = "arguments as async await break case catch class const continue debugger default delete do else enum eval \
    export extends false finally for from function get if implements import in instanceof interface let new \
    null of package private protected public return set static super switch this throw true try typeof \
    undefined using var void while with yield";

pub(crate) const KNOWN: &str = "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array Boolean Buffer DataView Date Error EvalError \
    Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math \
    NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String \
    Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array WeakMap WeakRef WeakSet \
    WebAssembly XMLHttpRequest __dirname __filename __proto__ alert apply bind call callee catch charAt \
    charCodeAt clearInterval clearTimeout concat console constructor create decodeURI decodeURIComponent \
    default define defineProperty document done encodeURI encodeURIComponent entries error escape every exec \
    exports fetch filter find flat floor forEach freeze from fromCharCode getPrototypeOf global globalThis \
    hasOwnProperty id includes index indexOf isArray isFinite isNaN join keys lastIndex length location log \
    map match max message min module name navigator next of parse parseFloat parseInt pop process prototype \
    push raw reduce replace require reverse self setInterval setTimeout shift slice some sort source splice \
    split stack stringify substr substring test then toString trim unescape unshift value valueOf values \
    window writable";

pub(crate) const TABLE: Table = Table {
    scopes: &[SCOPES],
    names: &[NAMES],
    rows: &[ROWS],
    ask,
    form,
    is_shared,
    has_bare_members: false,
    reserved: &[RESERVED],
    known: &[KNOWN],
};

pub(crate) fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    match parent.kind() {
        "for_in_statement" => match parent.child("kind").map(Node::kind) {
            Some("\"var\"") => Role::Declare(Kind::Target, Place::Function, Whole::Child),
            Some(_) => declare(Kind::Target),
            None => Role::Use(Access::Write),
        },
        "import_specifier" if child.edge() == "name" && parent.child("alias").is_some() => Role::Nothing,
        "import_specifier" => Role::Declare(Kind::Import, Place::Here, Whole::Parent),
        // Names of another file's exports go through this one.
        "export_specifier" => {
            let mut ancestors = parent.ancestors();
            let statement = ancestors.find(|node| node.kind() == "export_statement");
            match statement.and_then(|statement| statement.child("source")) {
                Some(_) => Role::Nothing,
                None => Role::Use(Access::Export),
            }
        }
        // Elements in lower case are the page's own.
        _ if child.kind() == "property_identifier" || child.text().first().is_some_and(u8::is_ascii_lowercase) => {
            Role::Nothing
        }
        _ => Role::Use(Access::Read),
    }
}

pub(crate) fn form(name: Node) -> Form {
    match name.kind() {
        "shorthand_property_identifier" | "shorthand_property_identifier_pattern" => return Form::Behind(": "),
        "identifier" if name.edge() == "name" => {}
        _ => return Form::Plain,
    }
    let Some(parent) = name.parent() else { return Form::Plain };
    match parent.kind() {
        "import_specifier" => Form::Behind(" as "),
        "export_specifier" if parent.child("alias").is_none() => Form::Before(" as "),
        _ => Form::Plain,
    }
}

pub(crate) fn is_shared(_: Node, whole: Node) -> bool {
    let exported =
        |node: &Node| node.kind() == "export_statement" && !node.children().any(|child| child.kind() == "\"default\"");
    whole.ancestors().take(2).any(|node| exported(&node))
}
