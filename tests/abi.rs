//! The header and the Rust types say the same: every size, every place of a member, every constant.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::{align_of, offset_of, size_of};
use std::path::Path;
use std::process::Command;

use reduce_tree_abi as abi;
use reduce_tree_abi::{RtHost, RtPass, RtPlugin, RtText};

const HEADER: &str = include_str!("../plugins/include/reduce_tree_plugin.h");

/// A struct of the header: its name, and the name and place of each member in the Rust type.
struct Layout {
    name: &'static str,
    size: usize,
    alignment: usize,
    members: Vec<(&'static str, usize)>,
}

macro_rules! layout {
    ($name:literal, $type:ty: $($member:ident)+) => {
        Layout {
            name: $name,
            size: size_of::<$type>(),
            alignment: align_of::<$type>(),
            members: vec![$((stringify!($member), offset_of!($type, $member))),+],
        }
    };
}

fn layouts() -> [Layout; 4] {
    [
        layout!("rt_text", RtText: bytes length),
        layout!("rt_host", RtHost: abi_major abi_minor text language root parent first_child next_sibling kind edge
            start end tokens flags is_mandatory is_in_list may_stand smallest replace fail remove lift put),
        layout!("rt_pass", RtPass: name description languages kind open count apply close),
        layout!("rt_plugin", RtPlugin: abi_major abi_minor name version pass_count passes),
    ]
}

const CONSTANTS: [(&str, i64); 14] = [
    ("RT_ABI_MAJOR", abi::ABI_MAJOR as i64),
    ("RT_ABI_MINOR", abi::ABI_MINOR as i64),
    ("RT_NO_NODE", abi::NO_NODE as i64),
    ("RT_DONE", abi::DONE as i64),
    ("RT_NO_SUCH_INSTANCE", abi::NO_SUCH_INSTANCE as i64),
    ("RT_ERROR", abi::ERROR as i64),
    ("RT_UNKNOWN", abi::UNKNOWN),
    ("RT_SHRINKS", abi::SHRINKS as i64),
    ("RT_PUMP", abi::PUMP as i64),
    ("RT_POLISHES", abi::POLISHES as i64),
    ("RT_TIDIES", abi::TIDIES as i64),
    ("RT_LITERAL", abi::LITERAL as i64),
    ("RT_EXTRA", abi::EXTRA as i64),
    ("RT_WRONG", abi::WRONG as i64),
];

/// What the Rust types say, a line each, as the C program says it.
fn in_rust() -> String {
    let mut out = String::new();
    for Layout { name, size, alignment, members } in layouts() {
        let _ = writeln!(out, "{name} {size} {alignment}");
        for (member, offset) in members {
            let _ = writeln!(out, "{name}.{member} {offset}");
        }
    }
    for (name, value) in CONSTANTS {
        let _ = writeln!(out, "{name} {value}");
    }
    let _ = writeln!(out, "rt_node {}", size_of::<u32>());
    out
}

/// A program that prints it for the header.
fn program() -> String {
    let mut body = String::new();
    for Layout { name, members, .. } in layouts() {
        let _ = writeln!(body, "printf(\"{name} %zu %zu\\n\", sizeof({name}), _Alignof({name}));");
        for (member, _) in members {
            let _ = writeln!(body, "printf(\"{name}.{member} %zu\\n\", offsetof({name}, {member}));");
        }
    }
    for (name, _) in CONSTANTS {
        let _ = writeln!(body, "printf(\"{name} %lld\\n\", (long long){name});");
    }
    let _ = writeln!(body, "printf(\"rt_node %zu\\n\", sizeof(rt_node));");
    format!("#include <stdio.h>\n#include \"reduce_tree_plugin.h\"\nint main(void) {{\n{body}return 0;\n}}\n")
}

#[test]
fn the_header_and_the_rust_types_have_one_layout() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, binary) = (folder.path().join("layout.c"), folder.path().join("layout"));
    std::fs::write(&source, program()).expect("a file");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../include");
    let compiler = Command::new("cc")
        .args(["-Wall", "-Wextra", "-Werror", "-std=c11", "-o"])
        .args([&binary, &source])
        .arg("-I")
        .arg(include)
        .output()
        .expect("a C compiler: install gcc");
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    let ran = Command::new(&binary).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), in_rust());
}

#[test]
fn nothing_of_the_header_is_left_out() {
    let code: String = without_comments(HEADER);
    let known: BTreeSet<String> = CONSTANTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let defined = code.lines().filter_map(|line| line.strip_prefix("#define RT_")?.split_once(' '));
    let defined: BTreeSet<String> =
        defined.map(|(name, _)| format!("RT_{name}")).filter(|n| n != "RT_EXPORT").collect();
    assert_eq!(defined, known);

    for Layout { name, members, .. } in layouts() {
        let start = code.find(&format!("struct {name} {{")).expect("in the header");
        let body = &code[start..start + code[start..].find('}').expect("an end")];
        // Behind the opening bracket; a member is a pointer to a function, or ends with its name.
        let members_of_header: Vec<&str> = body[body.find('{').expect("a beginning") + 1..]
            .split(';')
            .map(str::trim)
            .filter(|member| !member.is_empty())
            .map(|member| match member.split_once("(*") {
                Some((_, rest)) => &rest[..rest.find(')').expect("an end")],
                None => member.rsplit([' ', '*']).next().unwrap_or_default(),
            })
            .collect();
        let members: Vec<&str> = members.iter().map(|(member, _)| *member).collect();
        assert_eq!(members_of_header, members, "{name}");
    }
}

fn without_comments(text: &str) -> String {
    let mut pieces = text.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |out, piece| out + piece.split_once("*/").map_or("", |(_, rest)| rest))
}
