//! Names of Go.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, Space, Table, Whole, declare, outside};

/// A path, the last word of which is the name of the package.
const PATH: &str = "interpreted_string_literal_content";

pub(crate) const TABLE: Table = Table {
    scopes: &[&[
        ("source_file", Flavour::Function),
        ("function_declaration", Flavour::Function),
        ("method_declaration", Flavour::Function),
        ("func_literal", Flavour::Function),
        ("function_type", Flavour::Block),
        ("method_elem", Flavour::Block),
        ("type_spec", Flavour::Block),
        ("type_alias", Flavour::Block),
        ("block", Flavour::Block),
        ("if_statement", Flavour::Block),
        ("for_statement", Flavour::Block),
        ("expression_switch_statement", Flavour::Block),
        ("type_switch_statement", Flavour::Block),
        ("expression_case", Flavour::Block),
        ("type_case", Flavour::Block),
        ("default_case", Flavour::Block),
        ("communication_case", Flavour::Block),
    ]],
    names: &[&[
        ("identifier", Space::Value),
        ("type_identifier", Space::Value),
        ("package_identifier", Space::Value),
        ("field_identifier", Space::Member),
        ("label_name", Space::Label),
        (PATH, Space::Value),
    ]],
    rows: &[&[
        ("package_clause", "*", Role::Nothing),
        ("import_spec", "name", declare(Kind::Import)),
        ("import_spec", "path", Role::Ask),
        ("interpreted_string_literal", "*", Role::Ask),
        ("function_declaration", "name", outside(Kind::Function)),
        ("type_spec", "name", outside(Kind::Typedef)),
        ("type_alias", "name", outside(Kind::Typedef)),
        ("const_spec", "name", declare(Kind::Constant)),
        ("var_spec", "name", declare(Kind::Variable)),
        ("short_var_declaration", "left", declare(Kind::Variable)),
        ("range_clause", "left", Role::Ask),
        ("receive_statement", "left", Role::Ask),
        ("type_switch_statement", "alias", Role::Declare(Kind::Variable, Place::Here, Whole::Child)),
        ("parameter_declaration", "name", Role::Ask),
        ("variadic_parameter_declaration", "name", declare(Kind::Parameter)),
        ("type_parameter_declaration", "name", declare(Kind::Typedef)),
        ("qualified_type", "name", Role::Member),
        ("expression_list", "*", Role::Same),
        ("labeled_statement", "label", Role::Declare(Kind::Label, Place::Function, Whole::Parent)),
        ("assignment_statement", "left", Role::Use(Access::Write)),
        ("inc_statement", "*", Role::Use(Access::Update)),
        ("dec_statement", "*", Role::Use(Access::Update)),
        ("call_expression", "function", Role::Use(Access::Call)),
        ("parenthesized_expression", "*", Role::Same),
    ]],
    ask,
    form,
    is_shared,
    has_bare_members: true,
    reserved: &[
        "_ break case chan const continue default defer else fallthrough for func go goto if import interface map \
        package range return select struct switch type var",
    ],
    known: &[
        "Close Error Errorf Fatal Fatalf Fprintf Fprintln Len Less Lock Print Printf Println Read String Swap Unlock \
        Unwrap Write any append bool byte cap clear close comparable complex complex128 complex64 copy delete error \
        false float32 float64 imag init int int16 int32 int64 int8 iota len main make max min new nil panic print println \
        real recover rune string true uint uint16 uint32 uint64 uint8 uintptr",
    ],
};

fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    let is_new = || parent.children().any(|token| token.is_literal() && token.text() == b":=");
    match parent.kind() {
        "import_spec" if parent.child("name").is_none() => declare(Kind::Import),
        // Nothing but the path of an import has a name in it.
        "interpreted_string_literal" if matches!(inherited, Role::Declare(Kind::Import, ..)) => inherited,
        "import_spec" | "interpreted_string_literal" => Role::Nothing,
        "range_clause" | "receive_statement" if is_new() => Role::Declare(Kind::Target, Place::Here, Whole::Child),
        "range_clause" | "receive_statement" => Role::Use(Access::Write),
        "parameter_declaration" => {
            // Receivers and named results have no arguments.
            let list = parent.parent();
            let kind = match list.map(Node::edge) {
                Some("receiver" | "result") => Kind::Variable,
                _ => Kind::Parameter,
            };
            let is_alone = parent.parts().filter(|part| part.edge() == "name").count() == 1;
            Role::Declare(kind, Place::Here, if is_alone { Whole::Parent } else { Whole::Child })
        }
        _ => inherited,
    }
}

/// The last word of a path stays, whatever the package is called.
fn form(name: Node) -> Form {
    if name.kind() == PATH { Form::Fixed } else { Form::Plain }
}

fn is_shared(name: Node, whole: Node) -> bool {
    whole.kind() == "function_declaration" && matches!(name.text(), b"main" | b"init")
}
