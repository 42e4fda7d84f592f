//! Names of C++: those of C, and classes, namespaces and templates. Namespaces are seen through; what a class declares is
//! a member of that name, wherever it stands.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Kind};
use crate::c;
use crate::table::{Flavour, Place, Role, Space, Table, Whole, here};

pub(crate) const TABLE: Table = Table {
    scopes: &[
        &[
            ("template_declaration", Flavour::Block),
            ("lambda_expression", Flavour::Function),
            ("for_range_loop", Flavour::Block),
            ("catch_clause", Flavour::Block),
            ("if_statement", Flavour::Block),
            ("while_statement", Flavour::Block),
            ("switch_statement", Flavour::Block),
            ("requires_expression", Flavour::Block),
            ("field_declaration_list", Flavour::Members),
        ],
        c::SCOPES,
    ],
    names: &[&[("namespace_identifier", Space::Value), ("field_identifier", Space::Value)], c::NAMES],
    rows: &[
        &[
            ("reference_declarator", "*", Role::Same),
            ("variadic_declarator", "*", Role::Same),
            ("structured_binding_declarator", "*", Role::Same),
            ("optional_parameter_declaration", "declarator", here(Kind::Parameter, Whole::Parent)),
            ("variadic_parameter_declaration", "declarator", here(Kind::Parameter, Whole::Parent)),
            ("type_parameter_declaration", "child", here(Kind::Typedef, Whole::Parent)),
            ("variadic_type_parameter_declaration", "child", here(Kind::Typedef, Whole::Parent)),
            ("optional_type_parameter_declaration", "name", here(Kind::Typedef, Whole::Parent)),
            ("for_range_loop", "declarator", here(Kind::Target, Whole::Child)),
            ("lambda_capture_initializer", "left", here(Kind::Variable, Whole::Parent)),
            ("class_specifier", "name", Role::Ask),
            ("struct_specifier", "name", Role::Ask),
            ("union_specifier", "name", Role::Ask),
            ("enum_specifier", "name", Role::Ask),
            ("alias_declaration", "name", here(Kind::Typedef, Whole::Parent)),
            ("namespace_definition", "name", here(Kind::Class, Whole::Parent)),
            ("namespace_alias_definition", "name", here(Kind::Class, Whole::Parent)),
            ("concept_definition", "name", Role::Declare(Kind::Typedef, Place::Outside, Whole::Parent)),
            ("template_instantiation", "declarator", Role::Use(Access::Mention)),
            ("destructor_name", "*", Role::Use(Access::Mention)),
            ("friend_declaration", "*", Role::Use(Access::Mention)),
            ("operator_name", "*", Role::Nothing),
            ("field_declaration", "declarator", here(Kind::Variable, Whole::Child)),
            ("field_expression", "field", Role::Member),
            ("template_method", "name", Role::Same),
            ("field_designator", "*", Role::Member),
            ("field_initializer", "child", Role::Ask),
        ],
        c::ROWS,
    ],
    ask,
    form: |_| crate::Form::Plain,
    is_shared,
    has_bare_members: true,
    reserved: &[
        c::RESERVED,
        "and and_eq asm bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept \
         const_cast consteval constinit decltype delete dynamic_cast explicit export final friend import module mutable \
         namespace new noexcept not not_eq operator or or_eq override private protected public reinterpret_cast \
         requires static_cast template this thread_local throw try typeid typename using virtual xor xor_eq",
    ],
    known: &[
        c::KNOWN,
        "allocator array at back begin bind cbegin cend cerr cin clear cout data deque empty emplace emplace_back end endl \
         erase exception find first forward front function get hash initializer_list insert iterator list make_pair \
         make_shared make_unique map max min move optional pair pop_back push_back rbegin rend reset resize second set \
         shared_ptr size sort std string string_view swap thread tie tuple type unique_ptr unordered_map unordered_set \
         value value_type variant vector",
    ],
};

fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    match (parent.kind(), child.edge()) {
        ("class_specifier" | "struct_specifier" | "union_specifier" | "enum_specifier", "name") => {
            match child.kind() {
                // Tags are names of types here, and may be used before they are defined. What is declared in a template
                // is seen around it.
                "type_identifier" => {
                    let is_template = parent.parent().is_some_and(|around| around.kind() == "template_declaration");
                    let place = if is_template { Place::Outside } else { Place::Here };
                    Role::Declare(Kind::Class, place, Whole::Parent)
                }
                _ => Role::Use(Access::Mention),
            }
        }
        ("field_initializer", _) if child.kind() == "field_identifier" => Role::Member,
        ("field_initializer", _) => Role::Use(Access::Read),
        // `template <class T> int f(T)` declares in the scope around the template, too.
        ("function_declarator", _) => match c::ask(child, inherited) {
            Role::Declare(Kind::Function, place, whole) if in_template(child) => {
                let place = if place == Place::Outside { Place::FunctionOutside } else { Place::Outside };
                Role::Declare(Kind::Function, place, whole)
            }
            role => role,
        },
        _ => c::ask(child, inherited),
    }
}

fn in_template(declarator: Node) -> bool {
    let mut around = declarator.ancestors().skip_while(|node| node.kind().ends_with("declarator"));
    around.nth(1).is_some_and(|node| node.kind() == "template_declaration")
}

/// What C shares; and what other files may see of a class or a namespace is nothing that counts in one text.
fn is_shared(name: Node, whole: Node) -> bool {
    !matches!(whole.kind(), "class_specifier" | "struct_specifier" | "namespace_definition")
        && c::is_shared(name, whole)
}
