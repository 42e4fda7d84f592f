import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A harness as a test server: a candidate is interesting if the harness' line for it fits an expression. For every
 * candidate a line of {@code valid} or {@code invalid} goes to the end of a file.
 *
 * <pre>java Server SEEN REGEX [CHECK]</pre>
 */
public class Server {
    public static void main(String[] words) {
        Path seen = Path.of(words[0]);
        Pattern expected = Pattern.compile(words[1]);
        String[] harness = Arrays.copyOfRange(words, 2, words.length + 1);
        ReduceTreeServer.serve(candidate -> {
            harness[harness.length - 1] = candidate.toString();
            String said = said(harness);
            // The empty text is nobody's candidate: it is tried before the reduction begins.
            if (Files.size(candidate) > 0) {
                String line = said.startsWith("invalid") ? "invalid\n" : "valid\n";
                Files.writeString(seen, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            return expected.matcher(said).find();
        });
    }

    private static String said(String[] words) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true));
        try {
            Harness.main(words);
        } finally {
            System.setOut(before);
        }
        String said = new String(written.toByteArray(), StandardCharsets.UTF_8).trim();
        before.println(said);
        return said;
    }
}
