//! Test servers: `--test-server`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use reduce_core::oracle::{Invocation, Sandbox, ServerPlan, Supervisor, TestError, TestServer};

use crate::limits::LimitArguments;

/// A process of a server says hello within this time, or ten times `--timeout` where that is less.
const START: Duration = Duration::from_secs(60);

/// A test that is started once.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "A test that stays")]
pub struct ServerArguments {
    /// Asks this command about each candidate, instead of starting the test for each: it is started once and talks over its
    /// standard input and output (see servers/PROTOCOL.md). TEST, if there is one, is a file that it is told of
    #[arg(long, value_name = "CMD")]
    pub test_server: Option<String>,

    /// Replaces a process of the server after so many candidates; 0: never
    #[arg(long, value_name = "N", default_value = "1000", requires = "test_server")]
    pub fresh_every: u64,
}

impl ServerArguments {
    /// The words of the command, some of which may be files.
    pub fn words(&self) -> impl Iterator<Item = &Path> {
        self.test_server.iter().flat_map(|line| line.split_whitespace()).map(Path::new)
    }

    /// The server for candidates of this input, a file or a folder, if one is wanted. These files belong to the test.
    ///
    /// # Errors
    /// [`TestError`] when the command cannot be run.
    pub fn server(
        &self,
        (input, is_folder): (&Path, bool),
        files: &[PathBuf],
        jobs: NonZeroUsize,
        limits: &LimitArguments,
        sandbox: Option<&Sandbox>,
        supervisor: &Arc<Supervisor>,
    ) -> Result<Option<TestServer>, TestError> {
        let Some(line) = &self.test_server else { return Ok(None) };
        let invocation = Invocation::server(line).map_err(|e| TestError(format!("`--test-server {line}`: {e}")))?;
        let plan = ServerPlan {
            invocation,
            input: input.to_owned(),
            is_folder,
            files: files.iter().filter_map(|file| file.canonicalize().ok()).collect(),
            start_limit: limits.timeout.map_or(START, |limit| START.min(limit * 10)),
            bounds: limits.bounds(),
            sandbox: sandbox.cloned(),
            jobs: jobs.get(),
            fresh_every: NonZeroU64::new(self.fresh_every).map(NonZeroU64::get),
        };
        Ok(Some(TestServer::new(plan, Arc::clone(supervisor))))
    }
}
