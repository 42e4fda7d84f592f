#!/usr/bin/env bash
# Makes the tables that are part of the program: brings the packages of every language, learns them from scratch, and
# writes corpora/tables.sqlite without what each file contributed. The full tables stay in the cache, from where they
# can be merged with others.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${REDUCE_TREE_CORPORA:-${XDG_CACHE_HOME:-$HOME/.cache}/reduce-tree/corpora}
full=$cache/tables.sqlite

"$here/fetch.sh"
cargo build --release --manifest-path "$here/../Cargo.toml" -p learn
learn=$here/../target/release/learn

rm -f "$full" "$full-journal"
for list in "$here"/*.txt; do
    folders=()
    while read -r registry package _; do
        case $registry in '' | '#'*) ;; *) folders+=("$cache/$registry/${package//\//+}") ;; esac
    done <"$list"
    "$learn" --corpus "${folders[@]}" --language "$(basename "$list" .txt)" --tables "$full"
done

rm -f "$here/tables.sqlite"
"$learn" merge "$full" --into "$here/tables.sqlite" --slim
