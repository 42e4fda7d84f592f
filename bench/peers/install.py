"""Installs the other reducers from packages, each into a folder of its own below a cache folder of the user's."""

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
USERS_CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
CACHE = USERS_CACHE / "reduce-tree-peers"
# Where tests/shrinkray.sh puts it.
SHRINK_RAY = USERS_CACHE / "reduce-tree/shrinkray/shrinkray"
TREEREDUCE, PICIRENY, LITHIUM, JSDELTA, ANTLR = "0.4.1", "21.8", "4.0.0", "1.0.0", "4.9.2"


def run(*words, **options):
    """Runs an installer, whose output is shown."""
    subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL, **options)


def python_program(name, package):
    """A program of a Python package, in an environment of its own."""
    run(sys.executable, "-m", "venv", CACHE / name)
    run(CACHE / name / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)


def picireny():
    """With ANTLR, and the grammar of JSON that its own package has; no package brings those of the other languages."""
    python_program("picireny", f"picireny=={PICIRENY}")
    run("mvn", "-q", "dependency:copy", f"-Dartifact=org.antlr:antlr4:{ANTLR}:jar:complete", f"-DoutputDirectory={CACHE}")
    (CACHE / f"antlr4-{ANTLR}-complete.jar").replace(CACHE / "antlr4-complete.jar")
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        run(*pip, "--no-binary", ":all:", "-d", folder, f"picireny=={PICIRENY}")
        with tarfile.open(next(pathlib.Path(folder).glob("*.tar.gz"))) as archive:
            member = next(name for name in archive.getnames() if name.endswith("tests/resources/JSON.g4"))
            grammar = archive.extractfile(member).read()
    (CACHE / "grammars/json").mkdir(parents=True, exist_ok=True)
    (CACHE / "grammars/json/JSON.g4").write_bytes(grammar)


def js_delta():
    (CACHE / "jsdelta").mkdir(parents=True, exist_ok=True)
    run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", CACHE / "jsdelta", f"jsdelta@{JSDELTA}")


def treereduce():
    for language in ("javascript", "c"):
        run("cargo", "install", "--quiet", "--root", CACHE / "cargo", f"treereduce-{language}@{TREEREDUCE}")


def debian(*packages):
    def install():
        run("apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, stdout=subprocess.DEVNULL)
    return install


# What is installed: the program that says that it is there, and how it comes.
INSTALLERS = {
    "creduce": (lambda: shutil.which("creduce"), debian("creduce")),
    "cvise": (lambda: shutil.which("cvise"), debian("cvise")),
    "delta": (lambda: shutil.which("multidelta"), debian("delta")),
    "lithium": (lambda: (CACHE / "lithium/bin/lithium").exists(), lambda: python_program("lithium", f"lithium-reducer=={LITHIUM}")),
    "picireny": (lambda: (CACHE / "grammars/json/JSON.g4").exists(), picireny),
    "jsdelta": (lambda: (CACHE / "jsdelta/node_modules/.bin/jsdelta").exists(), js_delta),
    "shrinkray": (SHRINK_RAY.exists, lambda: run(ROOT / "tests/shrinkray.sh")),
    "treereduce": (lambda: (CACHE / "cargo/bin/treereduce-c").exists(), treereduce),
}


def install_all():
    """Installs what is missing; gives the names of those that could not be installed."""
    CACHE.mkdir(parents=True, exist_ok=True)
    missing = []
    for name, (is_there, install) in INSTALLERS.items():
        if is_there():
            print(f"{name}: is there")
            continue
        print(f"{name}: installing", flush=True)
        try:
            install()
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            print(f"{name}: not installed: {error}", file=sys.stderr)
            missing.append(name)
    if not os.environ.get("PERSES_JAR"):
        print("perses: no package has it; give its jar in PERSES_JAR")
    return missing
