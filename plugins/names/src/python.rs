//! Names of Python.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, Space, Table, Whole};

const fn bind(kind: Kind, whole: Whole) -> Role {
    Role::Bind(kind, Place::Here, whole)
}

const PARAMETER: Role = Role::Declare(Kind::Parameter, Place::Here, Whole::Child);
/// A comprehension has its own variables; what else is bound inside belongs to the function around.
const WALRUS: Role = Role::Bind(Kind::Variable, Place::Function, Whole::Parent);

pub(crate) const TABLE: Table = Table {
    scopes: &[&[
        ("module", Flavour::Function),
        ("function_definition", Flavour::Function),
        ("lambda", Flavour::Function),
        ("class_definition", Flavour::Class),
        ("list_comprehension", Flavour::Block),
        ("set_comprehension", Flavour::Block),
        ("dictionary_comprehension", Flavour::Block),
        ("generator_expression", Flavour::Block),
    ]],
    names: &[&[("identifier", Space::Value)]],
    rows: &[&[
        ("assignment", "left", bind(Kind::Variable, Whole::Parent)),
        ("augmented_assignment", "left", Role::Use(Access::Update)),
        ("named_expression", "name", WALRUS),
        ("for_statement", "left", bind(Kind::Target, Whole::Child)),
        ("for_in_clause", "left", Role::Declare(Kind::Target, Place::Here, Whole::Child)),
        ("as_pattern", "alias", bind(Kind::Target, Whole::Child)),
        ("as_pattern", "child", Role::Ask),
        ("as_pattern_target", "*", Role::Same),
        ("delete_statement", "*", Role::Use(Access::Write)),
        ("expression_list", "*", Role::Same),
        ("function_definition", "name", Role::Declare(Kind::Function, Place::Outside, Whole::Parent)),
        ("function_definition", "return_type", Role::Outside),
        ("class_definition", "name", Role::Declare(Kind::Class, Place::Outside, Whole::Parent)),
        ("class_definition", "superclasses", Role::Outside),
        ("parameters", "*", PARAMETER),
        ("lambda_parameters", "*", PARAMETER),
        ("default_parameter", "name", Role::Same),
        ("default_parameter", "value", Role::Outside),
        ("typed_parameter", "type", Role::Outside),
        ("typed_parameter", "child", Role::Same),
        ("typed_default_parameter", "name", Role::Same),
        ("typed_default_parameter", "*", Role::Outside),
        ("list_splat_pattern", "*", Role::Same),
        ("dictionary_splat_pattern", "*", Role::Same),
        ("list_splat", "*", Role::Same),
        ("tuple_pattern", "*", Role::Same),
        ("list_pattern", "*", Role::Same),
        ("pattern_list", "*", Role::Same),
        ("tuple", "*", Role::Same),
        ("list", "*", Role::Same),
        ("parenthesized_expression", "*", Role::Same),
        ("import_statement", "name", Role::Declare(Kind::Import, Place::Here, Whole::Child)),
        ("import_from_statement", "name", Role::Declare(Kind::Import, Place::Here, Whole::Child)),
        ("import_from_statement", "module_name", Role::Nothing),
        ("future_import_statement", "*", Role::Nothing),
        ("aliased_import", "name", Role::Nothing),
        ("aliased_import", "alias", Role::Same),
        ("dotted_name", "*", Role::Ask),
        ("case_pattern", "*", Role::Ask),
        ("union_pattern", "*", Role::Ask),
        ("keyword_pattern", "*", Role::Ask),
        ("splat_pattern", "*", bind(Kind::Target, Whole::Child)),
        ("keyword_argument", "name", Role::Keyword),
        ("global_statement", "*", Role::Global),
        ("nonlocal_statement", "*", Role::Nonlocal),
        ("attribute", "attribute", Role::Member),
        ("call", "function", Role::Use(Access::Call)),
        ("decorator", "*", Role::Use(Access::Call)),
        ("type_alias_statement", "left", bind(Kind::Typedef, Whole::Parent)),
        ("type", "*", Role::Same),
    ]],
    ask,
    form,
    is_shared: |_, _| false,
    has_bare_members: false,
    reserved: &[
        "False None True and as assert async await break case class continue def del elif else except exec finally \
        for from global if import in is lambda match nonlocal not or pass print raise return try type while with \
        yield",
    ],
    known: &["ArithmeticError AssertionError AttributeError BaseException BufferError DeprecationWarning EOFError \
        Ellipsis Exception FileNotFoundError GeneratorExit IOError ImportError IndexError KeyError \
        KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotImplemented NotImplementedError \
        OSError OverflowError RecursionError ReferenceError RuntimeError RuntimeWarning StopAsyncIteration \
        StopIteration SyntaxError SystemError SystemExit TimeoutError TypeError UnboundLocalError \
        UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError abs \
        add all any append argv ascii bin bool breakpoint bytearray bytes callable chr classmethod clear close cls \
        compile complex copy count decode delattr dict dir divmod encode endswith enumerate eval exit extend \
        filter find float format frozenset get getattr globals group hasattr hash hex id index input insert int \
        isinstance issubclass items iter join keys len list locals lower map match max memoryview min next object \
        oct open ord path pop pow print property range read readline remove replace repr reversed round self set \
        setattr setdefault slice sort sorted split startswith staticmethod str strip sub sum super tuple type \
        unichr unicode update upper values vars write xrange zip"],
};

fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    match parent.kind() {
        // `import a.b` brings `a`; `a.b` in a pattern reads a member of `a`.
        "dotted_name" if parent.parts().next() == Some(child) => inherited,
        "dotted_name" if matches!(inherited, Role::Declare(..)) => Role::Nothing,
        "dotted_name" => Role::Member,
        // `case P() as x`, unlike `with f() as x`, has its name right below.
        "as_pattern" => match parent.parts().next() {
            Some(first) if first.kind() == "case_pattern" && first != child => bind(Kind::Target, Whole::Child),
            _ => Role::Use(Access::Read),
        },
        "keyword_pattern" if child.kind() == "identifier" => Role::Nothing,
        _ => match child.kind() {
            "dotted_name" if child.parts().count() == 1 && child.text() != b"_" => bind(Kind::Target, Whole::Child),
            _ => Role::Use(Access::Read),
        },
    }
}

fn form(name: Node) -> Form {
    let Some(parent) = name.parent().filter(|parent| parent.kind() == "dotted_name") else { return Form::Plain };
    match parent.parent().map(Node::kind) {
        Some("import_statement" | "import_from_statement") if parent.parts().count() == 1 => Form::Behind(" as "),
        Some("import_statement") => Form::Fixed,
        _ => Form::Plain,
    }
}
