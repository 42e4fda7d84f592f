#!/bin/sh
# Installs Shrink Ray, under which tests/serve/ runs `reduce-tree serve`, into a folder of its own:
# ~/.cache/reduce-tree/shrinkray/shrinkray is the program. It needs Python 3.12 or later; where there is none, that is
# said, and the test is skipped.
set -eu
version=26.9.13.0
cache=${XDG_CACHE_HOME:-$HOME/.cache}/reduce-tree/shrinkray
folder=$cache/$version
[ "$(readlink "$cache/shrinkray" 2>/dev/null)" != "$version/bin/shrinkray" ] || exit 0

skip() {
    echo "SKIPPED: the test of reduce-tree serve under Shrink Ray: $1; then run tests/shrinkray.sh" >&2
    exit 1
}

# Debian has what makes a virtual environment in a package of its own.
serves() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1; }

# There may be several, of which the first in PATH is mostly an older one.
find_python() {
    for python in python3.13 python3.12 python3 python3.14 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3 \
        "$(uv python find --no-python-downloads '>=3.12' 2>/dev/null || true)"; do
        if serves "$python"; then return; fi
    done
    false
}

if ! find_python && [ "$(id -u)" = 0 ] && python3 -c 'import sys; sys.exit(sys.version_info < (3, 12))'; then
    echo "installing the Debian package python3-venv, for Shrink Ray"
    apt-get install -qq -y --no-install-recommends python3-venv >/dev/null || true
fi
find_python || skip "it needs Python 3.12 or later with its venv: install that (by a package, pyenv or uv)"

echo "installing Shrink Ray $version, for $("$python" --version)"
rm -rf "$folder"
"$python" -m venv "$folder" || skip "no virtual environment can be made"
install() {
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@" || skip "pip cannot install it"
}
# All that it requires, but for its language model: that is compiled for minutes, and no test wants it.
install --no-deps --dry-run --report "$folder/report.json" "shrinkray==$version"
"$folder/bin/python" - "$folder/report.json" >"$folder/requirements.txt" <<'END'
import json, sys
for wanted in json.load(open(sys.argv[1]))["install"][0]["metadata"]["requires_dist"]:
    if "extra ==" not in wanted and not wanted.startswith(("llama-cpp-python", "huggingface-hub")):
        print(wanted)
END
install --requirement "$folder/requirements.txt"
install --no-deps "shrinkray==$version"
"$folder/bin/shrinkray" --version >/dev/null || skip "it does not start"
ln -sfn "$version/bin/shrinkray" "$cache/shrinkray"
