//! `reduce-tree-dask` as its user meets it: a scheduler and workers in processes of their own.

mod cluster;
#[path = "../cli/place.rs"]
#[allow(dead_code, unused_imports)]
mod place;
mod protocol;
mod reduction;
