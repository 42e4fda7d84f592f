//! Names of TypeScript: those of JavaScript, and the names of types, which are seen where values are.

use reduce_tree_plugin::Node;

use crate::binding::Kind;
use crate::javascript;
use crate::table::{Flavour, Place, Role, Space, Table, Whole, outside};

pub(crate) const TABLE: Table = Table {
    scopes: &[
        &[
            ("abstract_class_declaration", Flavour::Block),
            ("interface_declaration", Flavour::Block),
            ("type_alias_declaration", Flavour::Block),
            ("function_signature", Flavour::Function),
            ("function_type", Flavour::Function),
            ("constructor_type", Flavour::Function),
            ("call_signature", Flavour::Function),
            ("construct_signature", Flavour::Function),
            ("method_signature", Flavour::Function),
            ("abstract_method_signature", Flavour::Function),
            ("index_signature", Flavour::Block),
            ("conditional_type", Flavour::Block),
        ],
        javascript::SCOPES,
    ],
    names: &[&[("type_identifier", Space::Value)], javascript::NAMES],
    rows: &[
        &[
            ("required_parameter", "pattern", Role::Same),
            ("required_parameter", "name", Role::Same),
            ("optional_parameter", "pattern", Role::Same),
            ("optional_parameter", "name", Role::Same),
            ("abstract_class_declaration", "name", outside(Kind::Class)),
            ("interface_declaration", "name", outside(Kind::Class)),
            ("type_alias_declaration", "name", outside(Kind::Typedef)),
            ("enum_declaration", "name", Role::Declare(Kind::Class, Place::Here, Whole::Parent)),
            ("internal_module", "name", Role::Declare(Kind::Class, Place::Here, Whole::Parent)),
            ("module", "name", Role::Declare(Kind::Class, Place::Here, Whole::Parent)),
            ("function_signature", "name", outside(Kind::Function)),
            ("type_parameter", "name", Role::Declare(Kind::Typedef, Place::Here, Whole::Parent)),
            ("mapped_type_clause", "name", Role::Declare(Kind::Typedef, Place::Here, Whole::Child)),
            ("index_signature", "name", Role::Declare(Kind::Parameter, Place::Here, Whole::Child)),
            ("infer_type", "child", Role::Ask),
            ("import_require_clause", "child", Role::Declare(Kind::Import, Place::Here, Whole::Child)),
            ("import_alias", "child", Role::Ask),
            ("nested_type_identifier", "name", Role::Member),
            ("nested_identifier", "property", Role::Member),
            ("ambient_declaration", "child", Role::Ask),
        ],
        javascript::ROWS,
    ],
    ask,
    form: javascript::form,
    is_shared: javascript::is_shared,
    has_bare_members: false,
    reserved: &[
        javascript::RESERVED,
        "abstract any as asserts bigint boolean constructor declare infer is keyof module namespace never number object \
         override readonly require satisfies string symbol type unique unknown",
    ],
    known: &[
        javascript::KNOWN,
        "Array Awaited Capitalize ConstructorParameters Exclude Extract HTMLElement InstanceType Iterable Lowercase \
         NonNullable Omit OmitThisParameter Parameters Partial Pick PropertyKey Readonly ReadonlyArray Record Required \
         ReturnType ThisParameterType ThisType Uncapitalize Uppercase",
    ],
};

fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    let is_first = parent.parts().next() == Some(child);
    match parent.kind() {
        "infer_type" if is_first => Role::Declare(Kind::Typedef, Place::Here, Whole::Child),
        "import_alias" if is_first => Role::Declare(Kind::Import, Place::Here, Whole::Parent),
        "infer_type" | "import_alias" => Role::Use(crate::Access::Read),
        // `declare module.x: T`
        "ambient_declaration" if child.kind() == "property_identifier" => Role::Member,
        "ambient_declaration" => inherited,
        _ => javascript::ask(child, inherited),
    }
}
