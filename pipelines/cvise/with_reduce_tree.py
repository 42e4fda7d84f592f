"""C-Vise with passes of reduce-tree among its own. Started by `cvise-with-reduce-tree` beside this file, with C-Vise's
own interpreter and the path of its program as the first word.

C-Vise has a fixed table of passes, and no option to add one. So this runs the installed program inside this
interpreter, after putting the passes named on the command line first among those that C-Vise repeats until nothing
changes (`main`). Nothing that is installed is modified.
"""

import runpy
import sys


def take_passes(words):
    """Takes the leading `--add-pass NAME` off the words of the command line; the names, and the other words."""
    names = []
    while words[:1] == ["--add-pass"] and len(words) > 1:
        names.append(words[1])
        words = words[2:]
    if not names:
        sys.exit("cvise-with-reduce-tree: begin with --add-pass NAME (reduce-tree --list-passes shows the names)")
    return names, words


def main():
    program, *words = sys.argv[1:]
    names, words = take_passes(words)
    # Under another name than `__main__` the program only finds its own modules, wherever they are installed.
    runpy.run_path(program, run_name="cvise-modules")
    from cvise.cvise import CVise
    from reduce_tree_pass import ReduceTreePass

    parse = CVise.parse_pass_group_dict

    def parse_with_ours(group, options, external_programs, *others):
        passes = parse(group, options, external_programs, *others)
        passes["main"][:0] = [ReduceTreePass(name, external_programs) for name in names]
        return passes

    CVise.parse_pass_group_dict = parse_with_ours
    sys.argv = [program, *words]
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
