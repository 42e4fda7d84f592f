//! Names of Bash: variables and functions, all of which are seen everywhere.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};
use crate::table::{Flavour, Place, Role, Space, Table, Whole};

pub(crate) const TABLE: Table = Table {
    scopes: &[&[("program", Flavour::Function)]],
    names: &[&[("variable_name", Space::Value), ("word", Space::Value)]],
    rows: &[&[
        ("variable_assignment", "name", Role::Bind(Kind::Variable, Place::Here, Whole::Parent)),
        ("for_statement", "variable", Role::Bind(Kind::Target, Place::Here, Whole::Child)),
        ("function_definition", "name", Role::Declare(Kind::Function, Place::Here, Whole::Parent)),
        ("declaration_command", "child", Role::Ask),
        ("command_name", "*", Role::Use(Access::Call)),
        ("unset_command", "*", Role::Ask),
        ("*", "*", Role::Ask),
    ]],
    ask,
    form: |_| Form::Plain,
    is_shared: |_, _| false,
    has_bare_members: false,
    reserved: &["case coproc declare do done elif else esac fi for function if in select then time until while"],
    known: &["BASH BASH_SOURCE BASH_VERSION EDITOR EUID FUNCNAME HOME HOSTNAME IFS LANG LC_ALL LINENO OPTARG OPTIND \
        OSTYPE PATH PIPESTATUS PPID PS1 PS4 PWD RANDOM REPLY SECONDS SHELL TERM TMPDIR UID USER alias awk basename break \
        builtin cat cd chmod command continue cp cut date dirname echo env eval exec exit export false find getopts grep \
        head kill let local ls mkdir mktemp mv printf pwd read readonly return rm sed set shift shopt sleep sort source \
        tail test touch tr trap true type uniq unset wait wc xargs"],
};

/// Words are names only where a command or a function stands.
fn ask(child: Node, _: Role) -> Role {
    let parent = child.parent().map_or("", Node::kind);
    match (parent, child.kind()) {
        (_, "word") => Role::Nothing,
        ("declaration_command", "variable_name") => Role::Bind(Kind::Variable, Place::Here, Whole::Child),
        ("unset_command", _) => Role::Use(Access::Mention),
        _ => Role::Use(Access::Read),
    }
}
