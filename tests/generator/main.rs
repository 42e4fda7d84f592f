//! What a user of `reduce-generator` sees: the real binary, real generators, small tests.

#[path = "../dask/cluster.rs"]
#[allow(dead_code)]
mod cluster;
mod example;
mod jobs;
mod native;
mod numbers;
mod parts;
mod place;
mod python;
mod reduction;
mod rust;
mod session;
mod trouble;
