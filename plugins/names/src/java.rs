//! Names of Java. What a class declares is seen in it and is a member of that name, wherever it stands.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, Space, Table, Whole, declare, outside};

pub(crate) const TABLE: Table = Table {
    scopes: &[&[
        ("program", Flavour::Function),
        ("class_body", Flavour::Members),
        ("interface_body", Flavour::Members),
        ("enum_body", Flavour::Members),
        ("annotation_type_body", Flavour::Members),
        ("class_declaration", Flavour::Block),
        ("interface_declaration", Flavour::Block),
        ("enum_declaration", Flavour::Block),
        ("record_declaration", Flavour::Block),
        ("annotation_type_declaration", Flavour::Block),
        ("method_declaration", Flavour::Function),
        ("constructor_declaration", Flavour::Function),
        ("compact_constructor_declaration", Flavour::Function),
        ("lambda_expression", Flavour::Function),
        ("block", Flavour::Block),
        ("constructor_body", Flavour::Block),
        ("for_statement", Flavour::Block),
        ("enhanced_for_statement", Flavour::Block),
        ("catch_clause", Flavour::Block),
        ("try_with_resources_statement", Flavour::Block),
        ("switch_block", Flavour::Block),
        ("switch_rule", Flavour::Block),
    ]],
    names: &[&[("identifier", Space::Value), ("type_identifier", Space::Value)]],
    rows: &[&[
        ("class_declaration", "name", outside(Kind::Class)),
        ("interface_declaration", "name", outside(Kind::Class)),
        ("enum_declaration", "name", outside(Kind::Class)),
        ("record_declaration", "name", outside(Kind::Class)),
        ("annotation_type_declaration", "name", outside(Kind::Class)),
        ("method_declaration", "name", outside(Kind::Function)),
        ("annotation_type_element_declaration", "name", declare(Kind::Function)),
        ("constructor_declaration", "name", Role::Use(Access::Mention)),
        ("compact_constructor_declaration", "name", Role::Use(Access::Mention)),
        ("variable_declarator", "name", declare(Kind::Variable)),
        ("formal_parameter", "name", declare(Kind::Parameter)),
        ("inferred_parameters", "*", Role::Declare(Kind::Parameter, Place::Here, Whole::Child)),
        ("lambda_expression", "parameters", Role::Ask),
        ("catch_formal_parameter", "name", declare(Kind::Target)),
        ("enhanced_for_statement", "name", Role::Declare(Kind::Target, Place::Here, Whole::Child)),
        ("resource", "name", declare(Kind::Target)),
        ("instanceof_expression", "name", Role::Declare(Kind::Target, Place::Here, Whole::Child)),
        ("type_pattern", "child", Role::Ask),
        ("record_pattern_component", "child", Role::Ask),
        ("type_parameter", "child", Role::Ask),
        ("enum_constant", "name", declare(Kind::Constant)),
        ("labeled_statement", "child", Role::Ask),
        ("break_statement", "*", Role::Nothing),
        ("continue_statement", "*", Role::Nothing),
        ("method_invocation", "name", Role::Ask),
        ("method_reference", "child", Role::Ask),
        ("field_access", "field", Role::Member),
        ("scoped_type_identifier", "child", Role::Ask),
        ("object_creation_expression", "type", Role::Use(Access::Call)),
        ("import_declaration", "child", Role::Ask),
        ("package_declaration", "*", Role::Nothing),
        ("module_declaration", "*", Role::Nothing),
        ("scoped_identifier", "scope", Role::Nothing),
        ("scoped_identifier", "name", Role::Same),
        ("element_value_pair", "key", Role::Member),
        ("assignment_expression", "left", Role::Use(Access::Write)),
        ("update_expression", "child", Role::Use(Access::Update)),
        ("parenthesized_expression", "*", Role::Same),
    ]],
    ask,
    form,
    is_shared,
    has_bare_members: true,
    reserved: &["abstract assert boolean break byte case catch char class const continue default do double else enum \
        extends false final finally float for goto if implements import instanceof int interface long native new null \
        package private protected public record return short static strictfp super switch synchronized this throw \
        throws transient true try var void volatile while yield _"],
    known: &["ArithmeticException ArrayList Arrays AutoCloseable Boolean Byte CharSequence Character Class \
        ClassCastException Cloneable Collection Collections Comparable Comparator Consumer Deprecated Double Enum Error \
        Exception Float Function FunctionalInterface HashMap HashSet IllegalArgumentException IllegalStateException \
        IndexOutOfBoundsException Integer Iterable Iterator LinkedList List Long Map Math NullPointerException Number \
        Object Objects Optional Override Predicate Record Runnable RuntimeException SafeVarargs Set Short Stream String \
        StringBuilder SuppressWarnings Supplier System Thread Throwable UnsupportedOperationException Void accept add \
        append apply charAt clone close compare compareTo contains equals err forEach format get getClass hasNext \
        hashCode isEmpty iterator length main map next of out println put remove run set size stream sub test toString \
        valueOf values"],
};

fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    let mut parts = parent.parts();
    match parent.kind() {
        "lambda_expression" if child.kind() == "identifier" => {
            Role::Declare(Kind::Parameter, Place::Here, Whole::Child)
        }
        "type_pattern" | "record_pattern_component" if child.kind() == "identifier" => declare(Kind::Target),
        "type_parameter" if child.kind() == "type_identifier" => declare(Kind::Typedef),
        "labeled_statement" if child.kind() == "identifier" => Role::Nothing,
        "method_invocation" if parent.child("object").is_some() => Role::Member,
        "method_invocation" => Role::Use(Access::Call),
        "method_reference" | "scoped_type_identifier" if parts.next() != Some(child) => Role::Member,
        "import_declaration" if parent.parts().any(|part| part.kind() == "asterisk") => Role::Nothing,
        "import_declaration" => declare(Kind::Import),
        _ => Role::Use(Access::Read),
    }
}

/// Another name cannot be imported.
fn form(name: Node) -> Form {
    if name.ancestors().any(|node| node.kind() == "import_declaration") { Form::Fixed } else { Form::Plain }
}

/// A public class has the name of its file, and `main` is called by the machine.
fn is_shared(name: Node, whole: Node) -> bool {
    let is_public = || {
        let modifiers = whole.parts().find(|part| part.kind() == "modifiers");
        modifiers.is_some_and(|modifiers| modifiers.children().any(|word| word.text() == b"public"))
    };
    match whole.kind() {
        "method_declaration" => name.text() == b"main",
        kind => kind.ends_with("_declaration") && is_public() && whole.parent().is_some_and(|p| p.kind() == "program"),
    }
}
