import java.util.HashMap;
import java.util.Map;
import org.jgrapht.alg.cycle.JohnsonSimpleCycles;

/** Checks of JGraphT 1.1.0. */
class Checks {
    static final Map<String, Harness.Check> ALL = new HashMap<>();

    static {
        ALL.put("johnson", input -> {
            new JohnsonSimpleCycles<>(input.directed()).findSimpleCycles();
            return null;
        });
    }
}
