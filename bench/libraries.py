"""The environment of Python with the libraries that plots and statistics want; the other scripts do with the standard library."""

import importlib.util
import os
import pathlib
import subprocess
import sys

PACKAGES = {"matplotlib": "matplotlib", "scipy": "scipy"}
FOLDER = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "reduce-tree-peers/python"


def enter():
    """Runs this program again in that environment, which is made where it is missing, unless the libraries are there."""
    if all(importlib.util.find_spec(name) for name in PACKAGES):
        return
    python = FOLDER / "bin/python"
    if pathlib.Path(sys.prefix) == FOLDER:
        sys.exit(f"{FOLDER} does not have {' and '.join(PACKAGES)}: remove it and try again")
    if not python.exists():
        print(f"installing {', '.join(PACKAGES.values())} by pip into {FOLDER}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
    if subprocess.run([python, "-c", "import " + ", ".join(PACKAGES)], capture_output=True, check=False).returncode:
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES.values()], check=True)
    os.execv(python, [str(python), *sys.argv])
