"""`reduce-tree-dask learn`: shards of a corpus are learned by workers, and their tables merged."""

import argparse
import os
import sqlite3
import subprocess
import tempfile

# Bytes of file names in one call of `learn`; the system has a limit on them.
MOST_NAMES = 100_000
# Shards for each thread of the cluster: so that one that takes long does not hold up all.
SHARDS = 4
# Tables that are merged at once.
MERGED = 8


def main(words, add_cluster):
    parser = argparse.ArgumentParser(
        prog="reduce-tree-dask learn",
        description="Learns a corpus by the workers of a Dask cluster: the same tables as `learn --corpus`. The corpus has to "
        "be where the workers can read it under the same name, and the program `learn` has to be there.",
    )
    add_cluster(parser)
    parser.add_argument("--corpus", nargs="+", required=True, metavar="DIR", help="folders (or files) to learn from")
    parser.add_argument("--tables", required=True, metavar="FILE", help="tables to add to")
    parser.add_argument("--language", help="learn only this language")
    parser.add_argument("--max-file-size", type=int, metavar="BYTES", help="skip files larger than this")
    parser.add_argument("--learn", default="learn", metavar="PROGRAM", help="the program on the workers [learn]")
    parser.add_argument("--shards", type=int, metavar="N", help=f"[{SHARDS} for each thread of the cluster]")
    arguments = parser.parse_args(words)
    try:
        learn(arguments)
    except (OSError, RuntimeError) as error:
        parser.exit(1, f"reduce-tree-dask learn: {error}\n")


def learn(arguments):
    """Has the corpus learned, and adds what comes of it to the tables."""
    import distributed

    from .sent import SentFunction

    where = {"scheduler_file": arguments.scheduler_file} if arguments.scheduler_file else {"address": arguments.scheduler}
    options = [f"--language={arguments.language}"] if arguments.language else []
    options += [f"--max-file-size={arguments.max_file_size}"] if arguments.max_file_size else []
    command = [arguments.learn, *options]
    with distributed.Client(**where) as client:
        submit = lambda function, *values: client.submit(SentFunction(function), *values, pure=False, retries=2)
        shards = arguments.shards or SHARDS * max(1, sum(client.nthreads().values()))
        folders = [os.path.abspath(folder) for folder in arguments.corpus]
        parts = submit(corpus_parts, folders, max(1, shards)).result()
        tables = [submit(learned, command, part) for part in parts]
        while len(tables) > 1:
            groups = [tables[first : first + MERGED] for first in range(0, len(tables), MERGED)]
            tables = [submit(merged, arguments.learn, group) for group in groups]
        keep(tables[0].result(), arguments.learn, arguments.tables)
    with sqlite3.connect(arguments.tables) as store:
        counts = store.execute("SELECT language, count(*) FROM files GROUP BY language ORDER BY language").fetchall()
    for language, count in counts:
        print(f"{language}: {count} files in {arguments.tables}")


def corpus_parts(folders, number):
    """The files of a corpus in so many parts of about the same size; as `learn` walks it, links are not followed."""
    files = []
    for folder in folders:
        os.stat(folder)
        paths = [folder] if os.path.isfile(folder) else walked(folder)
        files += [(os.path.getsize(path), path) for path in paths]
    parts = [[0, []] for _ in range(number)]
    for size, path in sorted(files, reverse=True):
        least = min(parts, key=lambda part: part[0])
        least[0] += size + 1
        least[1].append(path)
    return [paths for _, paths in parts if paths] or [[]]


def walked(folder):
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return [path for path in paths if os.path.isfile(path) and not os.path.islink(path)]


def learned(command, files):
    """The tables of these files."""
    with tempfile.TemporaryDirectory() as folder:
        tables = os.path.join(folder, "tables")
        for names in calls(files):
            checked([*command, "--jobs=1", f"--tables={tables}", "--corpus", *names])
        return content(tables)


def calls(files):
    """The files in lists that are short enough for one call each; one list at least, as long as there is a folder."""
    lists, size = [[]], 0
    for name in files:
        if size + len(name.encode()) + 1 > MOST_NAMES and lists[-1]:
            lists.append([])
            size = 0
        lists[-1].append(name)
        size += len(name.encode()) + 1
    return [names or [os.devnull] for names in lists]


def merged(program, all_tables):
    """Several tables made into one."""
    with tempfile.TemporaryDirectory() as folder:
        return merge(program, all_tables, folder, [])


def keep(tables, program, into):
    """Adds tables to those of a file, which is replaced as a whole."""
    there = [into] if os.path.exists(into) else []
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(into))) as folder:
        draft = os.path.join(folder, "draft")
        with open(draft, "wb") as file:
            file.write(merge(program, [tables], folder, there) if there else tables)
        os.chmod(draft, os.stat(into).st_mode & 0o777 if there else 0o666 & ~umask())
        os.replace(draft, into)


def merge(program, all_tables, folder, more):
    paths = [os.path.join(folder, str(number)) for number in range(len(all_tables))]
    for path, tables in zip(paths, all_tables):
        with open(path, "wb") as file:
            file.write(tables)
    whole = os.path.join(folder, "whole")
    checked([program, "merge", *more, *paths, f"--into={whole}"])
    return content(whole)


def checked(command):
    """Runs `learn`; what it says is the error if it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"{command[0]} ends with status {done.returncode}")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def umask():
    """The user's, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
