import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.BiconnectivityInspector;
import org.jgrapht.alg.lca.NaiveLCAFinder;
import org.jgrapht.alg.matching.MaximumWeightBipartiteMatching;
import org.jgrapht.alg.scoring.BetweennessCentrality;
import org.jgrapht.graph.DefaultWeightedEdge;

/** Checks of JGraphT 1.3.0. */
class Checks {
    static final Map<String, Harness.Check> ALL = new HashMap<>();

    static {
        ALL.put("blocks", input -> {
            // The nodes of a block but one, of all blocks: what a spanning forest has of edges.
            int sum = 0;
            for (Graph<Integer, DefaultWeightedEdge> block : new BiconnectivityInspector<>(input.undirected()).getBlocks()) {
                sum += block.vertexSet().size() - 1;
            }
            return sum == input.nodes - Truth.components(Truth.matrix(input, false), -1) ? null : "other blocks";
        });
        ALL.put("weighted-bipartite", input -> {
            Graph<Integer, DefaultWeightedEdge> graph = input.bipartite();
            var matching = new MaximumWeightBipartiteMatching<>(graph, input.half(0), input.half(1)).getMatching();
            double sum = 0;
            for (DefaultWeightedEdge edge : matching.getEdges()) sum += graph.getEdgeWeight(edge);
            return matching.getWeight() == sum ? null : "a weight that is not that of its edges";
        });
        ALL.put("lowest-ancestor", input -> {
            Graph<Integer, DefaultWeightedEdge> graph = input.acyclic();
            boolean[][] leads = reach(graph);
            NaiveLCAFinder<Integer, DefaultWeightedEdge> finder = new NaiveLCAFinder<>(graph);
            for (int a = 0; a < input.nodes; a++) {
                for (int b = a + 1; b < input.nodes; b++) {
                    Set<Integer> found = finder.getLCASet(a, b);
                    for (int node : found) {
                        if (!leads[node][a] || !leads[node][b]) return "no common ancestor";
                        for (int other = 0; other < input.nodes; other++) {
                            boolean lower = other != node && leads[node][other] && leads[other][a] && leads[other][b];
                            if (lower) return "a lower common ancestor";
                        }
                    }
                }
            }
            return null;
        });
        ALL.put("betweenness", input -> {
            Graph<Integer, DefaultWeightedEdge> graph = input.directed();
            Map<Integer, Double> found = new BetweennessCentrality<>(graph).getScores();
            double sum = 0;
            for (double score : found.values()) sum += score;
            return Math.abs(sum - inside(input)) < 1e-6 ? null : "other scores";
        });
    }

    /** Which nodes lead to which, themselves among them. */
    private static boolean[][] reach(Graph<Integer, DefaultWeightedEdge> graph) {
        int nodes = graph.vertexSet().size();
        boolean[][] leads = new boolean[nodes][nodes];
        for (int node = nodes - 1; node >= 0; node--) {
            leads[node][node] = true;
            for (DefaultWeightedEdge edge : graph.outgoingEdgesOf(node)) {
                for (int other = 0; other < nodes; other++) leads[node][other] |= leads[graph.getEdgeTarget(edge)][other];
            }
        }
        return leads;
    }

    /** The sum of betweenness: of all pairs, the mean number of nodes inside their shortest paths. */
    private static double inside(Harness.Input input) {
        int[][] weights = Truth.matrix(input, true);
        double sum = 0;
        for (int from = 0; from < input.nodes; from++) {
            double[] distances = Truth.distances(weights, from);
            Integer[] order = new Integer[input.nodes];
            java.util.Arrays.setAll(order, node -> node);
            java.util.Arrays.sort(order, (a, b) -> Double.compare(distances[a], distances[b]));
            double[] paths = new double[input.nodes], hops = new double[input.nodes];
            paths[from] = 1;
            for (int node : order) {
                if (node == from || Double.isInfinite(distances[node])) continue;
                for (int before = 0; before < input.nodes; before++) {
                    boolean on = weights[before][node] != 0 && distances[before] + weights[before][node] == distances[node];
                    paths[node] += on ? paths[before] : 0;
                    hops[node] += on ? hops[before] + paths[before] : 0;
                }
                sum += hops[node] / paths[node] - 1;
            }
        }
        return sum;
    }
}
