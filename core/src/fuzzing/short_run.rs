//! Tests: each fuzz target on its seeds, and on random changes of these.

use super::changes::run;
use super::{front_end, node_types, pass_command, plugin_reply, plugin_request, server_lines, session_journal, tables};

#[test]
fn texts() {
    run("front_end", front_end, 60);
}

#[test]
fn databases() {
    run("tables", tables, 60);
}

#[test]
fn descriptions_of_grammars() {
    run("node_types", node_types, 300);
}

#[test]
fn requests_to_helpers() {
    run("plugin_request", plugin_request, 2000);
}

#[test]
fn replies_of_helpers() {
    run("plugin_reply", plugin_reply, 2000);
}

#[test]
fn commands_as_passes() {
    run("pass_command", pass_command, 300);
}

#[test]
fn lines_of_test_servers() {
    run("server_lines", server_lines, 2000);
}

#[test]
fn sessions() {
    run("session_journal", session_journal, 60);
}
