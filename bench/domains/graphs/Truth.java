import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plain answers to compare the library's with: slow, and of few lines. Graphs are matrices of weights, 0 for no edge. */
class Truth {
    /** The weights of the simple graph; of both directions unless {@code directed}. */
    static int[][] matrix(Harness.Input input, boolean directed) {
        int[][] weights = new int[input.nodes][input.nodes];
        for (int[] edge : input.edges) {
            boolean known = weights[edge[0]][edge[1]] != 0 || edge[0] == edge[1];
            if (!known) weights[edge[0]][edge[1]] = edge[2];
            if (!known && !directed) weights[edge[1]][edge[0]] = edge[2];
        }
        return weights;
    }

    /** How many components a graph has without one node; -1 for all nodes. */
    static int components(int[][] weights, int without) {
        Set<Integer> seen = new HashSet<>(List.of(without));
        int count = 0;
        for (int start = 0; start < weights.length; start++) {
            if (!seen.add(start)) continue;
            count++;
            Deque<Integer> open = new ArrayDeque<>(List.of(start));
            while (!open.isEmpty()) {
                int node = open.pop();
                for (int other = 0; other < weights.length; other++) {
                    if (weights[node][other] != 0 && seen.add(other)) open.push(other);
                }
            }
        }
        return count;
    }

    /** Distances from a node, by Bellman's and Ford's algorithm; infinite where there is no path. */
    static double[] distances(int[][] weights, int from) {
        double[] distances = new double[weights.length];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        distances[from] = 0;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int a = 0; a < weights.length; a++) {
                for (int b = 0; b < weights.length; b++) {
                    if (weights[a][b] != 0 && distances[a] + weights[a][b] < distances[b]) {
                        distances[b] = distances[a] + weights[a][b];
                        changed = true;
                    }
                }
            }
        }
        return distances;
    }

    /** The maximum flow, by augmenting paths. */
    static int flow(int[][] capacities, int source, int sink) {
        int[][] left = Arrays.stream(capacities).map(int[]::clone).toArray(int[][]::new);
        for (int flow = 0; ; ) {
            int[] from = new int[left.length];
            Arrays.fill(from, -1);
            from[source] = source;
            Deque<Integer> open = new ArrayDeque<>(List.of(source));
            while (!open.isEmpty()) {
                int node = open.poll();
                for (int other = 0; other < left.length; other++) {
                    if (left[node][other] > 0 && from[other] < 0) {
                        from[other] = node;
                        open.add(other);
                    }
                }
            }
            if (from[sink] < 0) return flow;
            int least = Integer.MAX_VALUE;
            for (int node = sink; node != source; node = from[node]) least = Math.min(least, left[from[node]][node]);
            for (int node = sink; node != source; node = from[node]) {
                left[from[node]][node] -= least;
                left[node][from[node]] += least;
            }
            flow += least;
        }
    }
}
