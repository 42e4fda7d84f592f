package a.b;
import java.util.*;
import java.util.function.Function;
@FunctionalInterface interface Shape<T extends Comparable<T>> { double area(T scale) throws Exception; default int id() { return 1; } }
public final class Sample extends Base implements Shape<String>, Runnable {
    private static final int LIMIT = 10, OTHER = -1;
    private final Map<String, List<int[]>> table = new HashMap<>();
    enum Colour { RED(1) { int f() { return 2; } }, GREEN; Colour(int... n) {} Colour() {} int f() { return 0; } }
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x" + x); } }
    static { System.out.println("static"); }
    public Sample(int size) { super(size); this.table.put("a", List.of(new int[]{1, 2})); }
    @Override public double area(String scale) throws Exception {
        Function<Integer, Integer> twice = x -> x * 2, thrice = (Integer x) -> { return x * 3; };
        outer: for (int i = 0, j = 1; i < LIMIT; i++, j--) {
            for (String s : table.keySet()) { if (s.isEmpty()) continue outer; else break; }
        }
        try (Scanner in = new Scanner(System.in)) { in.next(); } catch (RuntimeException | Error e) { throw e; } finally { run(); }
        int kind = switch (scale) { case "a", "b" -> 1; default -> { yield 2; } };
        do { kind -= -kind; } while (kind > 3 && !(scale instanceof String t));
        return (double) kind + (scale == null ? 0.5 : twice.andThen(thrice::apply).apply(3)) - -1;
    }
    public void run() { synchronized (this) { assert LIMIT > 0 : "limit"; Runnable r = this::run; r.run(); } }
}
