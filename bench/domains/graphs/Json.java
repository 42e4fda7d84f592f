import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON without escapes and fractions, which is what the generator of graphs writes. */
class Json {
    private final String text;
    private int at;

    Json(String text) {
        this.text = text;
    }

    /** The value that the text is: a Map, List, String, Integer or Boolean. */
    Object read() {
        Object value = value();
        if (at < text.length() && peek() != 0) throw new IllegalArgumentException("text after the end");
        return value;
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char c) {
        if (peek() != c) throw new IllegalArgumentException("no " + c);
        at++;
    }

    private Object value() {
        char c = peek();
        if (c == '{') return object();
        if (c == '[') return array();
        if (c == '"') return string();
        int begin = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) at++;
        String word = text.substring(begin, at);
        if (word.equals("true") || word.equals("false")) return word.equals("true");
        return Integer.valueOf(word);
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new HashMap<>();
        expect('{');
        while (peek() != '}') {
            if (!members.isEmpty()) expect(',');
            peek();
            String name = string();
            expect(':');
            members.put(name, value());
        }
        at++;
        return members;
    }

    private List<Object> array() {
        List<Object> members = new ArrayList<>();
        expect('[');
        while (peek() != ']') {
            if (!members.isEmpty()) expect(',');
            members.add(value());
        }
        at++;
        return members;
    }

    private String string() {
        expect('"');
        int end = text.indexOf('"', at);
        String string = text.substring(at, end);
        at = end + 1;
        return string;
    }
}
