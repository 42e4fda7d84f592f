import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jgrapht.graph.AbstractBaseGraph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.jgrapht.graph.WeightedPseudograph;

/**
 * Puts graphs through one check of {@code Checks}, which belongs to one version of JGraphT, and says what comes of each:
 * a line of {@code ok}, {@code invalid: ...}, {@code wrong: ...} or {@code crash: ...}.
 *
 * <pre>java Harness CHECK FILE...</pre>
 *
 * The check {@code all} stands for all of them, one after the other.
 */
public class Harness {
    /** A check looks at a graph: null if all is well, else what is wrong. */
    public interface Check {
        String of(Input input) throws Exception;
    }

    /** A graph as it was written down: nodes by number, edges as {source, target, weight}. */
    public static class Input {
        public final boolean directed;
        public final boolean weighted;
        public final int nodes;
        public final List<int[]> edges = new ArrayList<>();

        Input(String text) {
            if (!(new Json(text).read() instanceof Map<?, ?> graph)) throw new IllegalArgumentException("no object");
            directed = Boolean.TRUE.equals(graph.get("directed"));
            weighted = Boolean.TRUE.equals(graph.get("weighted"));
            List<?> names = list(graph.get("nodes"));
            nodes = names.size();
            if (new HashSet<>(names).size() != nodes) throw new IllegalArgumentException("a node is there twice");
            for (Object name : names) {
                if (!(name instanceof String)) throw new IllegalArgumentException("a node is no name");
            }
            for (Object each : list(graph.get("edges"))) {
                List<?> edge = list(each);
                if (edge.size() != (weighted ? 3 : 2)) throw new IllegalArgumentException("an edge lacks something");
                int source = names.indexOf(edge.get(0)), target = names.indexOf(edge.get(1));
                if (source < 0 || target < 0) throw new IllegalArgumentException("an edge names no node");
                if (weighted && !(edge.get(2) instanceof Integer)) throw new IllegalArgumentException("no weight");
                edges.add(new int[] {source, target, weighted ? (Integer) edge.get(2) : 1});
            }
        }

        private static List<?> list(Object value) {
            if (value instanceof List<?> list) return list;
            throw new IllegalArgumentException("no list");
        }

        /** The graph with directed edges, none twice, without loops. */
        public SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge> directed() {
            return built(new SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class), edges);
        }

        /** The graph with undirected edges, none twice, without loops. */
        public SimpleWeightedGraph<Integer, DefaultWeightedEdge> undirected() {
            return built(new SimpleWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class), edges);
        }

        /** The graph with undirected edges, all of them. */
        public WeightedPseudograph<Integer, DefaultWeightedEdge> multi() {
            return built(new WeightedPseudograph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class), edges);
        }

        /** The edges from lower to higher nodes: no cycles. */
        public SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge> acyclic() {
            List<int[]> upward = new ArrayList<>(edges);
            upward.removeIf(edge -> edge[0] >= edge[1]);
            return built(new SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class), upward);
        }

        /** The edges between even and odd nodes. */
        public SimpleWeightedGraph<Integer, DefaultWeightedEdge> bipartite() {
            List<int[]> between = new ArrayList<>(edges);
            between.removeIf(edge -> (edge[0] + edge[1]) % 2 == 0);
            return built(new SimpleWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class), between);
        }

        /** The even (0) or odd (1) nodes. */
        public Set<Integer> half(int first) {
            Set<Integer> half = new TreeSet<>();
            for (int node = first; node < nodes; node += 2) half.add(node);
            return half;
        }

        private <G extends AbstractBaseGraph<Integer, DefaultWeightedEdge>> G built(G graph, List<int[]> edges) {
            for (int node = 0; node < nodes; node++) graph.addVertex(node);
            boolean loops = graph instanceof WeightedPseudograph;
            for (int[] ends : edges) {
                DefaultWeightedEdge edge = loops || ends[0] != ends[1] ? graph.addEdge(ends[0], ends[1]) : null;
                if (edge != null) graph.setEdgeWeight(edge, ends[2]);
            }
            return graph;
        }
    }

    public static void main(String[] words) throws Exception {
        List<String> names = words[0].equals("all") ? new ArrayList<>(Checks.ALL.keySet()) : List.of(words[0]);
        for (String name : names) {
            Check check = Checks.ALL.get(name);
            if (check == null) throw new IllegalArgumentException("there is no check " + name);
            for (int at = 1; at < words.length; at++) {
                System.out.println(outcome(check, Files.readString(Path.of(words[at]), StandardCharsets.ISO_8859_1)));
            }
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static String outcome(Check check, String text) {
        Input input;
        try {
            input = new Input(text);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException error) {
            return "invalid: " + error.getMessage();
        }
        String[] outcome = {"wrong: it does not end"};
        // A thread of its own, so that a deep recursion is the library's and an endless loop ends.
        Thread thread = new Thread(null, () -> {
            try {
                String wrong = check.of(input);
                outcome[0] = wrong == null ? "ok" : "wrong: " + wrong;
            } catch (Throwable error) {
                outcome[0] = "crash: " + said(error);
            }
        }, "check", 1 << 26);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(5000);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        String said = outcome[0];
        // A process that puts many graphs through must not keep on with this one; there is no other way to end a library.
        if (thread.isAlive()) thread.stop();
        return said;
    }

    /** The kind of exception, and the method of the library in which it was thrown. */
    private static String said(Throwable error) {
        Throwable cause = error instanceof InvocationTargetException ? error.getCause() : error;
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getClassName().startsWith("org.jgrapht.")) {
                String name = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
                return cause.getClass().getSimpleName() + " in " + name + "." + frame.getMethodName();
            }
        }
        return cause.getClass().getSimpleName() + " outside the library";
    }
}
