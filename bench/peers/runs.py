"""Runs of tools on cases, of which only those are made that are missing."""

import fnmatch
import pathlib
import signal
import sys
import tempfile

from peers import results, tokens, tools
from peers.pair import Case, Limits, Refused, language_of, run_pair
from sandbox import natural

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def add_arguments(parser):
    """What a program says that runs tools on cases."""
    parser.add_argument("cases", nargs="+", type=pathlib.Path, metavar="CASE")
    parser.add_argument("--only", action="append", metavar="GLOB", help="cases of these names only; may be repeated")
    parser.add_argument("--out", type=pathlib.Path, default="peers", metavar="FOLDER", help="(default: peers)")
    parser.add_argument("--timeout", type=float, default=300, metavar="S", help="for each run (default: 300)")
    parser.add_argument("--max-tests", type=int, metavar="N", help="for each run (default: any number)")
    parser.add_argument("--again", action="store_true", help="makes runs again that are made")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/reduce-tree", metavar="FILE")


def folders_of(paths, globs):
    """The cases among folders, or in them."""
    cases = []
    for path in paths:
        if (path / "case.json").exists():
            cases.append(path.resolve())
        else:
            cases += [file.parent.resolve() for file in path.glob("*/case.json")]
    wanted = [case for case in cases if not globs or any(fnmatch.fnmatch(case.name, glob) for glob in globs)]
    return sorted(wanted, key=lambda case: natural(case.name))


def of_languages(folders, languages):
    """The cases in these languages."""
    chosen = []
    for folder in folders:
        try:
            if language_of(folder) in languages:
                chosen.append(folder)
        except Refused as reason:
            print(f"skipped {folder.name}: {reason}")
    return chosen


def run_missing(folders, names, args):
    """Runs the tools of these names on these cases, as the arguments say, and adds what comes of them to the results."""
    binary = args.binary.resolve()
    if not binary.exists():
        sys.exit(f"{binary} does not exist: run `cargo build --release -p reduce-tree`, or give --binary FILE")
    try:
        chosen = {name: tools.named(name, binary) for name in names}
    except (KeyError, ValueError) as error:
        sys.exit(f"{error.args[0]}")
    if not folders:
        sys.exit("there is no such case: a case is a folder with case.json, input.<ext> and oracle.sh")
    args.out.mkdir(parents=True, exist_ok=True)
    known = {} if args.again else results.read(args.out)
    # What ends this program ends the tool that runs, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for folder in folders:
            missing = [name for name in names if not results.is_known(known, folder.name, name)]
            if missing:
                run_case(folder, {name: chosen[name] for name in missing}, args, binary)
    except KeyboardInterrupt:
        sys.exit(130)


def run_case(folder, chosen, args, binary):
    with tempfile.TemporaryDirectory(prefix="reduce-tree-case-") as place:
        try:
            case = Case(folder, pathlib.Path(place))
        except Refused as reason:
            print(f"skipped {folder.name}: {reason}", flush=True)
            return
        count_tokens = tokens.counter(binary, case.language)
        for name, tool in chosen.items():
            record = run_pair(case, name, tool, Limits(args.timeout, args.max_tests), args.out / "files" / case.name, count_tokens)
            results.add(args.out, record)
            print(progress(record), flush=True)


def progress(record):
    start = f"{record['case']}, {record['tool']}: "
    if "final_size" not in record:
        return start + f"{record['ending']} ({record['note']})"
    end_of_run = "" if record["ending"] == "done" else f", {record['ending']}" + (f" ({record['note']})" if "note" in record else "")
    return start + (f"{record['original_size']:,} -> {record['final_size']:,} in {record['tests']:,} tests, "
                    f"{record['seconds']:.1f} s, {record['memory'] / 1e6:.0f} MB{end_of_run}")
