//! Where the plugins that come with the program are found.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::place::{Place, STILL_BUG, program};
use crate::rogue::{answer, compile};

/// The program in a place of a folder, with a plugin in another.
struct Installed {
    place: Place,
    program: PathBuf,
}

impl Installed {
    fn new(program: &str, plugin: &str) -> Self {
        let place = Place::new();
        let paths = [program, plugin].map(|name| place.path(name));
        for path in &paths {
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        }
        let [program, plugin] = paths;
        fs::copy(env!("CARGO_BIN_EXE_reduce-tree"), &program).expect("copied");
        compile(&plugin, &["BEHAVES"]);
        Installed { place, program }
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.place.path("tmp")).env_remove("REDUCE_TREE_PLUGINS");
        command.env("XDG_STATE_HOME", self.place.path("state"));
        command
    }
}

const LISTED: &str = "pass   plugin     kind     languages  description
rogue  rogue 1.0  shrinks  all        deletes a byte
";

#[test]
fn they_are_found_in_a_build_folder_under_a_prefix_and_in_a_bundle() {
    for (program, plugin) in [
        ("release/reduce-tree", "release/libreduce_tree_rogue.so"),
        ("usr/bin/reduce-tree", "usr/lib/reduce-tree/libreduce_tree_rogue.so"),
        ("bundle/reduce-tree", "bundle/plugins/libreduce_tree_rogue.so"),
    ] {
        let installed = Installed::new(program, plugin);
        answer(installed.command(&installed.program).arg("--list-passes")).is(0, LISTED, &[]);
        // Who has the program on the path has mostly a link there.
        let link = installed.place.path("link");
        std::os::unix::fs::symlink(&installed.program, &link).expect("linked");
        answer(installed.command(&link).arg("--list-passes")).is(0, LISTED, &[]);
    }
}

#[test]
fn one_that_cannot_be_used_does_not_end_a_run() {
    let installed = Installed::new("bundle/reduce-tree", "bundle/plugins/libreduce_tree_rogue.so");
    installed.place.write("bundle/plugins/libreduce_tree_broken.so", "no library");
    installed.place.write("bug.js", &program());
    installed.place.script("test.sh", STILL_BUG);
    let run = answer(installed.command(&installed.program).args(["../test.sh", "../bug.js"]));
    run.is(0, "", &["warning: cannot use the plugin", "libreduce_tree_broken.so`: it is no shared library"]);
    assert_eq!(installed.place.read("bug.reduced.js"), "bug", "by the pass that deletes bytes");
}
