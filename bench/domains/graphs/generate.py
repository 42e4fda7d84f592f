"""Graphs, structured as the generator of Zest that GReduce was evaluated with: the nodes first, then edges between nodes
that exist. Writes JSON, one node and one edge a line.

    generate.py SEED [--nodes N] [--edges N] [--directed] [--weighted] [--multi] [--loops]
"""

import argparse
import random


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--nodes", type=int, default=100, metavar="N", help="at most")
    parser.add_argument("--edges", type=int, default=400, metavar="N", help="tries, at most")
    parser.add_argument("--directed", action="store_true")
    parser.add_argument("--weighted", action="store_true")
    parser.add_argument("--multi", action="store_true", help="two edges may have the same ends")
    parser.add_argument("--loops", action="store_true", help="an edge may lead to where it begins")
    return parser.parse_args()


def make(args):
    nodes = []
    count = random.randint(1, args.nodes)
    for number in range(count):
        nodes.append("n%d" % number)
    edges, known = [], set()
    tries = random.randint(0, args.edges)
    for _ in range(tries):
        source, target = random.choice(nodes), random.choice(nodes)
        if source == target and not args.loops:
            continue
        ends = (source, target) if args.directed else tuple(sorted((source, target)))
        if ends in known and not args.multi:
            continue
        known.add(ends)
        weight = random.randint(1, 20) if args.weighted else 1
        edges.append((source, target, weight))
    return nodes, edges


def write(args, nodes, edges):
    print('{"directed": %s, "weighted": %s,' % tuple(str(kind).lower() for kind in (args.directed, args.weighted)))
    print('"nodes": [')
    print(",\n".join('"%s"' % node for node in nodes))
    print('], "edges": [')
    if args.weighted:
        print(",\n".join('["%s", "%s", %d]' % edge for edge in edges))
    else:
        print(",\n".join('["%s", "%s"]' % edge[:2] for edge in edges))
    print("]}")


def main():
    args = arguments()
    random.seed(args.seed)
    write(args, *make(args))


main()
