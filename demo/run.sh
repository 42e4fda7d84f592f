#!/bin/sh
# The demo: a minifier from npm crashes on a program of 150 lines; reduce-tree finds the few characters that it takes.
set -eu
cd "$(dirname "$0")/.."
tests/setup.sh demo

out=$PWD/demo-out
mkdir -p "$out"
version=5.4.0
export TERSER="$out/node_modules/.bin/terser"
if [ "$("$TERSER" --version 2>/dev/null)" != "terser $version" ]; then
    echo "installing the npm package terser@$version in $out"
    npm install --prefix "$out" --no-save --no-audit --no-fund --loglevel=error "terser@$version"
fi
cargo build --release -p 'reduce-tree*'

rm -f "$out/gallery.reduced.js"
cp demo/gallery.js "$out/gallery.js"
cat <<EOT

The tool: terser $version, a JavaScript minifier (npm). The bug: it crashes where a variable that has no value yet is
added to a template string (https://github.com/terser/terser/issues/876, mended in 5.5.0).
Before: demo/gallery.js, $(wc -l <demo/gallery.js) lines. What terser says of it:

$("$TERSER" --compress -- demo/gallery.js 2>&1 | head -3)

EOT
target/release/reduce-tree --no-session --stats "$out/stats.json" -o "$out/gallery.reduced.js" demo/still-crashes.sh "$out/gallery.js"
cat <<EOT

After, in demo-out/gallery.reduced.js:

$(cat "$out/gallery.reduced.js")

What terser says of it:

$(cd "$out" && "$TERSER" --compress -- gallery.reduced.js 2>&1 | head -3)

EOT
node -e '
const s = JSON.parse(require("fs").readFileSync(process.argv[1]));
const n = (x) => x.toLocaleString("en");
console.log(`non-blank characters: ${n(s.original_non_blank)} -> ${n(s.final_non_blank)}`);
console.log(`tokens:               ${n(s.original_tokens)} -> ${n(s.final_tokens)}`);
console.log(`property tests:       ${n(s.property_tests)} in ${s.wall_seconds.toFixed(1)} s`);
' "$out/stats.json"
