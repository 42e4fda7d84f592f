//! Names of C.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, RoleRow, Space, Table, Whole, here};

/// What a function definition gives its declarator: by this the parameters of the function itself are known.
pub(crate) const DEFINITION: Role = Role::Declare(Kind::Function, Place::Outside, Whole::Parent);
const LABEL: Role = Role::Declare(Kind::Label, Place::Function, Whole::Parent);
const MACRO: Role = Role::Declare(Kind::Macro, Place::Here, Whole::Parent);

pub(crate) const SCOPES: &[(&str, Flavour)] = &[
    ("translation_unit", Flavour::Function),
    ("function_definition", Flavour::Function),
    ("compound_statement", Flavour::Block),
    ("for_statement", Flavour::Block),
    ("parameter_list", Flavour::Parameters),
    ("preproc_function_def", Flavour::Block),
];

pub(crate) const NAMES: &[(&str, Space)] = &[
    ("identifier", Space::Value),
    ("type_identifier", Space::Value),
    ("field_identifier", Space::Member),
    ("statement_identifier", Space::Label),
];

pub(crate) const ROWS: &[RoleRow] = &[
    ("declaration", "declarator", here(Kind::Variable, Whole::Child)),
    ("init_declarator", "declarator", Role::Same),
    ("pointer_declarator", "declarator", Role::Same),
    ("array_declarator", "declarator", Role::Same),
    ("parenthesized_declarator", "*", Role::Same),
    ("attributed_declarator", "*", Role::Same),
    ("function_declarator", "declarator", Role::Ask),
    ("function_declarator", "parameters", Role::Same),
    ("function_definition", "declarator", DEFINITION),
    ("parameter_declaration", "declarator", here(Kind::Parameter, Whole::Parent)),
    ("parameter_list", "child", Role::Ask),
    ("type_definition", "declarator", here(Kind::Typedef, Whole::Child)),
    ("enumerator", "name", here(Kind::Constant, Whole::Parent)),
    ("struct_specifier", "name", Role::Ask),
    ("union_specifier", "name", Role::Ask),
    ("enum_specifier", "name", Role::Ask),
    ("labeled_statement", "label", LABEL),
    ("preproc_def", "name", MACRO),
    ("preproc_def", "value", Role::Text),
    ("preproc_function_def", "name", Role::Declare(Kind::Macro, Place::Outside, Whole::Parent)),
    ("preproc_function_def", "value", Role::Text),
    ("preproc_params", "*", here(Kind::Parameter, Whole::Child)),
    ("attribute_specifier", "*", Role::Nothing),
    ("attribute_declaration", "*", Role::Nothing),
    ("ms_declspec_modifier", "*", Role::Nothing),
    ("gnu_asm_output_operand", "symbol", Role::Nothing),
    ("gnu_asm_input_operand", "symbol", Role::Nothing),
    ("assignment_expression", "left", Role::Use(Access::Write)),
    ("update_expression", "argument", Role::Use(Access::Update)),
    ("call_expression", "function", Role::Use(Access::Call)),
    ("parenthesized_expression", "*", Role::Same),
];

pub(crate) const RESERVED: &str = "alignas alignof asm auto bool break case char const constexpr continue default defined do double else enum \
    extern false float for goto if inline int long main nullptr register restrict return short signed sizeof \
    static static_assert struct switch true typedef typeof union unsigned void volatile while";

pub(crate) const KNOWN: &str = "FILE INT_MAX INT_MIN NULL abort abs assert atoi calloc errno exit fabs fclose fflush fgets fopen fprintf \
    fputc fputs fread free fwrite getchar int16_t int32_t int64_t int8_t intptr_t isalpha isdigit isspace \
    longjmp main malloc memcmp memcpy memmove memset offsetof printf ptrdiff_t putchar puts qsort rand realloc \
    scanf setjmp size_t snprintf sprintf sqrt srand sscanf ssize_t stderr stdin stdout strcat strchr strcmp \
    strcpy strdup strlen strncmp strncpy strrchr strstr strtol strtoul time tolower toupper uint16_t uint32_t \
    uint64_t uint8_t uintptr_t va_arg va_end va_list va_start wchar_t";

pub(crate) const TABLE: Table = Table {
    scopes: &[SCOPES],
    names: &[NAMES],
    rows: &[ROWS],
    ask,
    form: |_| Form::Plain,
    is_shared,
    has_bare_members: false,
    reserved: &[RESERVED],
    known: &[KNOWN],
};

pub(crate) fn ask(child: Node, inherited: Role) -> Role {
    let Some(parent) = child.parent() else { return inherited };
    match (parent.kind(), inherited) {
        // `int f(int)` declares a function, `int (*f)(int)` a variable.
        ("function_declarator", Role::Declare(Kind::Variable, place, whole))
            if matches!(child.kind(), "identifier" | "field_identifier") =>
        {
            Role::Declare(Kind::Function, place, whole)
        }
        ("function_declarator", _) => inherited,
        // Old style: `int f(a) int a; { ... }`.
        ("parameter_list", _) if child.kind() == "identifier" => here(Kind::Parameter, Whole::Child),
        ("parameter_list", _) => Role::Use(Access::Read),
        _ if parent.child("body").is_some() => here(Kind::Tag, Whole::Parent),
        _ => Role::Tag,
    }
}

/// `main`, and what is declared `extern` or by a prototype alone; a definition of it takes that back.
pub(crate) fn is_shared(name: Node, whole: Node) -> bool {
    if whole.kind() == "function_definition" {
        return name.text() == b"main";
    }
    let Some(parent) = whole.parent().filter(|parent| parent.kind() == "declaration") else { return false };
    let stored = |storage: &[u8]| {
        parent.children().any(|child| child.kind() == "storage_class_specifier" && child.text() == storage)
    };
    stored(b"extern") || (whole.kind() != "init_declarator" && is_prototype(whole) && !stored(b"static"))
}

/// Whether a declarator declares a function itself, not a variable that holds a pointer to one.
fn is_prototype(declarator: Node) -> bool {
    match declarator.kind() {
        "function_declarator" => declarator.child("declarator").is_some_and(|inner| inner.kind() == "identifier"),
        "pointer_declarator" => declarator.child("declarator").is_some_and(is_prototype),
        _ => false,
    }
}
