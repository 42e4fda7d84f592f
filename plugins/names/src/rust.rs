//! Names of Rust. What a module, an `impl`, a trait or an enum declares is seen in it, and a member of that name elsewhere.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, Space, Table, Whole, declare, outside};

pub(crate) const TABLE: Table = Table {
    scopes: &[&[
        ("source_file", Flavour::Function),
        ("function_item", Flavour::Function),
        ("function_signature_item", Flavour::Function),
        ("closure_expression", Flavour::Function),
        ("declaration_list", Flavour::Members),
        ("enum_variant_list", Flavour::Members),
        ("struct_item", Flavour::Block),
        ("enum_item", Flavour::Block),
        ("union_item", Flavour::Block),
        ("trait_item", Flavour::Block),
        ("type_item", Flavour::Block),
        ("impl_item", Flavour::Block),
        ("block", Flavour::Block),
        ("match_arm", Flavour::Block),
        ("for_expression", Flavour::Block),
        ("if_expression", Flavour::Block),
        ("while_expression", Flavour::Block),
    ]],
    names: &[&[
        ("identifier", Space::Value),
        ("type_identifier", Space::Value),
        ("shorthand_field_identifier", Space::Value),
        ("field_identifier", Space::Member),
    ]],
    rows: &[&[
        ("function_item", "name", outside(Kind::Function)),
        ("function_signature_item", "name", outside(Kind::Function)),
        ("struct_item", "name", outside(Kind::Class)),
        ("enum_item", "name", outside(Kind::Class)),
        ("union_item", "name", outside(Kind::Class)),
        ("trait_item", "name", outside(Kind::Class)),
        ("type_item", "name", outside(Kind::Typedef)),
        ("associated_type", "name", declare(Kind::Typedef)),
        ("const_item", "name", declare(Kind::Variable)),
        ("static_item", "name", declare(Kind::Variable)),
        ("mod_item", "name", declare(Kind::Class)),
        ("macro_definition", "name", declare(Kind::Macro)),
        ("enum_variant", "name", declare(Kind::Constant)),
        ("type_parameter", "name", declare(Kind::Typedef)),
        ("const_parameter", "name", declare(Kind::Typedef)),
        ("let_declaration", "pattern", declare(Kind::Variable)),
        ("parameter", "pattern", declare(Kind::Parameter)),
        ("closure_parameters", "*", Role::Declare(Kind::Parameter, Place::Here, Whole::Child)),
        ("for_expression", "pattern", Role::Declare(Kind::Target, Place::Here, Whole::Child)),
        ("let_condition", "pattern", Role::Declare(Kind::Target, Place::Here, Whole::Child)),
        ("match_arm", "pattern", Role::Declare(Kind::Target, Place::Here, Whole::Child)),
        ("match_pattern", "child", Role::Ask),
        ("tuple_pattern", "*", Role::Ask),
        ("slice_pattern", "*", Role::Ask),
        ("ref_pattern", "*", Role::Ask),
        ("mut_pattern", "*", Role::Ask),
        ("reference_pattern", "*", Role::Ask),
        ("captured_pattern", "*", Role::Ask),
        ("or_pattern", "*", Role::Ask),
        ("field_pattern", "name", Role::Ask),
        ("field_pattern", "pattern", Role::Ask),
        ("struct_pattern", "child", Role::Same),
        ("tuple_struct_pattern", "child", Role::Ask),
        ("use_declaration", "argument", Role::Declare(Kind::Import, Place::Here, Whole::Child)),
        ("scoped_identifier", "name", Role::Ask),
        ("scoped_use_list", "list", Role::Same),
        ("use_list", "*", Role::Same),
        ("use_as_clause", "alias", Role::Same),
        ("lifetime", "*", Role::Nothing),
        ("label", "*", Role::Nothing),
        ("attribute_item", "*", Role::Nothing),
        ("inner_attribute_item", "*", Role::Nothing),
        ("visibility_modifier", "*", Role::Nothing),
        ("extern_crate_declaration", "*", Role::Nothing),
        ("type_binding", "name", Role::Member),
        ("assignment_expression", "left", Role::Use(Access::Write)),
        ("compound_assignment_expr", "left", Role::Use(Access::Update)),
        ("call_expression", "function", Role::Use(Access::Call)),
        ("macro_invocation", "macro", Role::Use(Access::Call)),
        ("parenthesized_expression", "*", Role::Same),
    ]],
    ask,
    form,
    is_shared: |name, whole| whole.kind() == "function_item" && name.text() == b"main",
    has_bare_members: true,
    reserved: &[
        "Self _ abstract as async await become box break const continue crate do dyn else enum extern false final \
        fn for if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait \
        true try type typeof unsafe unsized use virtual where while yield",
    ],
    known: &[
        "Arc AsRef Box BTreeMap Clone Copy Debug Default Deref Display Drop Eq Err Fn FnMut FnOnce From HashMap HashSet \
        Hash Into Iterator Index Item Mutex None Ok Option Ord Output Partial PartialEq PartialOrd Rc RefCell Result Send \
        Sized Some String Sync Target ToString Vec assert assert_eq bool borrow char clone cmp collect core default \
        deref drop eprintln eq expect f32 f64 filter fmt format from hash i128 i16 i32 i64 i8 index into into_iter is_empty \
        isize iter len main map new next panic print println push std str to_owned to_string u128 u16 u32 u64 u8 \
        unreachable unwrap usize vec write writeln",
    ],
};

fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    let is_imported = matches!(inherited, Role::Declare(Kind::Import, ..));
    match parent.kind() {
        "scoped_identifier" if is_imported => inherited,
        "scoped_identifier" => Role::Use(Access::Read),
        // A constant, or a variant of an enum.
        _ if child.kind() == "identifier" && child.text().first().is_some_and(u8::is_ascii_uppercase) => {
            Role::Use(Access::Read)
        }
        _ => inherited,
    }
}

fn form(name: Node) -> Form {
    let parent = name.parent().map_or("", Node::kind);
    match (name.kind(), parent) {
        ("shorthand_field_identifier", _) | (_, "shorthand_field_initializer") => Form::Behind(": "),
        (_, "use_declaration" | "use_list") => Form::Behind(" as "),
        (_, "scoped_identifier") if is_imported(name) => Form::Behind(" as "),
        _ => Form::Plain,
    }
}

/// Whether a name is the one that a path of a `use` ends with.
fn is_imported(name: Node) -> bool {
    name.edge() == "name"
        && name
            .parent()
            .and_then(Node::parent)
            .is_some_and(|node| matches!(node.kind(), "use_declaration" | "use_list"))
}
