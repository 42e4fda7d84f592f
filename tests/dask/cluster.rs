//! A Dask cluster of real processes on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::place::until;

/// The environment that `tests/setup.sh` makes, with Dask in it.
fn python() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin/python3")
}

/// The command `reduce-tree-dask`, as words of a shell.
pub fn reduce_tree_dask() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pipelines/dask");
    let package = package.canonicalize().expect("there");
    format!("env PYTHONPATH={} {} -m reduce_tree_dask", package.display(), python().display())
}

/// A scheduler and its workers, which end with this value.
pub struct Cluster {
    folder: PathBuf,
    scheduler: Child,
    workers: Vec<Child>,
    /// Where the scheduler is.
    pub address: String,
}

impl Cluster {
    /// A scheduler, with its files in this folder. A task that was on so many workers that died is tried on no other.
    pub fn new(folder: &Path, allowed_failures: u32) -> Self {
        let folder = folder.join("cluster");
        fs::create_dir(&folder).expect("made");
        let scheduler = scheduler(&folder, 0, allowed_failures);
        let address = address(&folder);
        Cluster { folder, scheduler, workers: Vec::new(), address }
    }

    /// The server's command for this cluster.
    pub fn server(&self) -> String {
        format!("{} --scheduler {}", reduce_tree_dask(), self.address)
    }

    /// Starts a worker that runs one test at once, with these variables; its number.
    pub fn worker(&mut self, variables: &[(&str, &Path)]) -> usize {
        let number = self.workers.len();
        let mut command = started(&self.folder, &format!("worker{number}"), "dask_worker");
        command.args([&self.address, "--nthreads", "1", "--no-nanny", "--local-directory"]);
        command.arg(self.folder.join(number.to_string())).envs(variables.iter().copied());
        self.workers.push(command.spawn().expect("Dask is installed: see tests/setup.sh"));
        let log = self.folder.join(format!("worker{number}.log"));
        until("the scheduler knows the worker", || {
            fs::read_to_string(&log).is_ok_and(|log| log.contains("Registered to"))
        });
        number
    }

    /// Whether a worker has come to its end.
    pub fn has_ended(&mut self, worker: usize) -> bool {
        self.workers[worker].try_wait().expect("a child").is_some()
    }

    /// Kills a worker.
    pub fn kill(&mut self, worker: usize) {
        self.workers[worker].kill().expect("a child");
    }

    /// Kills the scheduler, waits until its workers are gone with it, and starts it again at the same address.
    pub fn restart(&mut self) {
        self.scheduler.kill().expect("a child");
        self.scheduler.wait().expect("a child");
        for number in 0..self.workers.len() {
            until("the workers end when the scheduler is gone", || self.has_ended(number));
        }
        let port = self.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        fs::remove_file(self.folder.join("scheduler.json")).expect("there");
        self.scheduler = scheduler(&self.folder, port, 3);
        assert_eq!(address(&self.folder), self.address);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in self.workers.iter_mut().chain([&mut self.scheduler]) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn scheduler(folder: &Path, port: u16, allowed_failures: u32) -> Child {
    let mut command = started(folder, "scheduler", "dask_scheduler");
    command.args(["--host", "127.0.0.1", "--port", &port.to_string(), "--scheduler-file"]);
    command.arg(folder.join("scheduler.json"));
    command.env("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", allowed_failures.to_string());
    command.spawn().expect("Dask is installed: see tests/setup.sh")
}

/// A program of Dask, with its words in a log.
fn started(folder: &Path, name: &str, module: &str) -> Command {
    let log = fs::File::create(folder.join(format!("{name}.log"))).expect("made");
    let mut command = Command::new(python());
    command.args(["-m", &format!("distributed.cli.{module}"), "--no-dashboard"]);
    command.env_remove("PYTHONPATH").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command
}

/// The address that a scheduler has written.
fn address(folder: &Path) -> String {
    let mut found = None;
    until("the scheduler says where it is", || {
        let text = fs::read(folder.join("scheduler.json")).unwrap_or_default();
        let told: Option<serde_json::Value> = serde_json::from_slice(&text).ok();
        found = told.and_then(|told| Some(told["address"].as_str()?.to_owned()));
        found.is_some()
    });
    found.expect("found")
}
