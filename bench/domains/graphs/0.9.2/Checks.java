import java.util.HashMap;
import java.util.Map;
import org.jgrapht.alg.EdmondsBlossomShrinking;
import org.jgrapht.alg.flow.PushRelabelMaximumFlow;

/** Checks of JGraphT 0.9.2. */
class Checks {
    static final Map<String, Harness.Check> ALL = new HashMap<>();

    static {
        ALL.put("blossom", input -> {
            new EdmondsBlossomShrinking<>(input.undirected()).getMatching();
            return null;
        });
        ALL.put("push-relabel", input -> {
            if (input.nodes < 2) return null;
            double flow = new PushRelabelMaximumFlow<>(input.directed()).buildMaximumFlow(0, input.nodes - 1).getValue();
            return flow == Truth.flow(Truth.matrix(input, true), 0, input.nodes - 1) ? null : "another flow";
        });
    }
}
