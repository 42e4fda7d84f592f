import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgrapht.Graph;
import org.jgrapht.GraphMetrics;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.planar.BoyerMyrvoldPlanarityInspector;
import org.jgrapht.alg.shortestpath.KShortestSimplePaths;
import org.jgrapht.alg.shortestpath.YenKShortestPath;
import org.jgrapht.graph.DefaultWeightedEdge;

/** Checks of JGraphT 1.4.0. */
class Checks {
    static final Map<String, Harness.Check> ALL = new HashMap<>();

    static {
        ALL.put("k-shortest", input -> {
            if (input.nodes < 2) return null;
            double[] one = weights(new KShortestSimplePaths<>(input.directed()).getPaths(0, input.nodes - 1, 20));
            double[] other = weights(new YenKShortestPath<>(input.directed()).getPaths(0, input.nodes - 1, 20));
            return java.util.Arrays.equals(one, other) ? null : "other paths";
        });
        ALL.put("triangles", input -> {
            int[][] weights = Truth.matrix(input, false);
            int count = 0;
            for (int a = 0; a < input.nodes; a++) {
                for (int b = 0; b < a; b++) {
                    for (int c = 0; c < b; c++) count += weights[a][b] * weights[b][c] * weights[a][c] != 0 ? 1 : 0;
                }
            }
            return GraphMetrics.getNumberOfTriangles(input.multi()) == count ? null : "more or fewer triangles";
        });
        ALL.put("planar", input -> {
            Graph<Integer, DefaultWeightedEdge> graph = input.multi();
            BoyerMyrvoldPlanarityInspector<Integer, DefaultWeightedEdge> inspector = new BoyerMyrvoldPlanarityInspector<>(graph);
            if (inspector.isPlanar()) inspector.getEmbedding();
            else inspector.getKuratowskiSubdivision();
            return null;
        });
    }

    private static double[] weights(List<GraphPath<Integer, DefaultWeightedEdge>> paths) {
        return paths.stream().mapToDouble(GraphPath::getWeight).toArray();
    }
}
