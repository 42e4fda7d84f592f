"""Graphs: nodes first, then edges between nodes that exist, no two alike. Arguments: seed, nodes."""

import random
import sys

random.seed(int(sys.argv[1]))
most = int(sys.argv[2])
nodes = ["n%d" % number for number in range(random.randint(most // 2, most))]
edges = set()
for _ in range(random.randint(most, 3 * most)):
    edge = (random.choice(nodes), random.choice(nodes))
    if edge not in edges:
        edges.add(edge)
        weight = random.randint(1, 100) if random.random() < 0.5 else 1
        print("%s -> %s [weight=%d, label=%r]" % (*edge, weight, "-".join(sorted(edge))))
