import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A property test in Java that is started once: {@code reduce-tree --test-server 'java -cp ... Server' bug.js}.
 *
 * <pre>
 *     public class Server {
 *       public static void main(String[] words) {
 *         ReduceTreeServer.serve(path -> MyCompiler.compile(path).contains("NullPointerException"));
 *       }
 *     }
 * </pre>
 *
 * The test is a function of the candidate's path, of a file or of a folder. What it returns says whether the candidate is interesting; if it
 * throws, the candidate is not. Its {@code System.out} and {@code System.err} are kept for whoever wants to know why.
 *
 * <p>Without a line of Java, for a tool that has a {@code main}:
 *
 * <pre>
 *     java -Djava.security.manager=allow -cp tool.jar:servers/java ReduceTreeServer \
 *         --expect-output 'NullPointerException' tool.Main --check @@
 * </pre>
 *
 * {@code @@} is the candidate's path. Every {@code --expect-output REGEX} has to be found in what the tool writes, and
 * {@code --expect-exit N} has to be what it exits with. The tool's {@code System.exit} ends the candidate and not the
 * process where the virtual machine allows that: from version 12 to 23 with {@code -Djava.security.manager=allow}, from
 * version 24 on not at all. With {@code --fresh-classes} the tool's classes are loaded anew for each candidate, so that
 * nothing static is kept, which makes the tool as slow as it is cold; else what it keeps, it keeps.
 */
public final class ReduceTreeServer {
  /** What decides whether a candidate is interesting. */
  public interface Test {
    boolean test(Path candidate) throws Exception;
  }

  private static final int VERSION = 1;
  /** Characters of a test's output that are sent on. */
  private static final int KEPT = 16 * 1024;

  private static final Pattern HELLO = Pattern.compile("^\\s*\\{\\s*\"hello\"");
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\\d+)");
  private static final Pattern PATH = Pattern.compile("\"path\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private ReduceTreeServer() {}

  /** Answers until the input ends, one candidate after the other. */
  public static void serve(Test test) {
    PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    PrintStream log = System.err;
    System.setOut(log);
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      catchExits();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher id = ID.matcher(line);
        Matcher path = PATH.matcher(line);
        if (HELLO.matcher(line).find()) {
          say(answers, "{\"hello\": {\"version\": " + VERSION + "}}");
        } else if (id.find() && path.find()) {
          say(answers, answer(test, id.group(1), Paths.get(unquoted(path.group(1)))));
        }
        System.setOut(log);
        System.setErr(log);
      }
    } catch (java.io.IOException gone) {
      log.println(gone);
    }
    Runtime.getRuntime().halt(0);
  }

  private static String answer(Test test, String id, Path path) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream output = new PrintStream(written, true);
    System.setOut(output);
    System.setErr(output);
    boolean interesting = false;
    try {
      answering = true;
      interesting = test.test(path);
    } catch (Exit exit) {
      interesting = exit.status == 0;
    } catch (Throwable thrown) {
      thrown.printStackTrace(output);
    } finally {
      answering = false;
    }
    output.flush();
    String verdict = interesting ? "interesting" : "not";
    String said = new String(written.toByteArray(), StandardCharsets.UTF_8);
    String end = said.substring(Math.max(0, said.length() - KEPT));
    return "{\"id\": " + id + ", \"verdict\": \"" + verdict + "\", \"output\": " + quoted(end) + "}";
  }

  private static void say(PrintStream answers, String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    answers.write(bytes, 0, bytes.length);
    answers.flush();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      boolean plain = c >= ' ' && c != '"' && c != '\\' && c < 127;
      quoted.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return quoted.append('"').toString();
  }

  private static String unquoted(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char escaped = text.charAt(++i);
      if (escaped == 'u') {
        plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        int place = "bfnrt".indexOf(escaped);
        plain.append(place < 0 ? escaped : "\b\f\n\r\t".charAt(place));
      }
    }
    return plain.toString();
  }

  /** A test wants to end the process, which it does not. */
  private static final class Exit extends SecurityException {
    private static final long serialVersionUID = 1;
    private final int status;

    Exit(int status) {
      super("exit " + status);
      this.status = status;
    }
  }

  private static volatile boolean answering;

  /** From now on a test that exits throws instead, where the virtual machine allows that. */
  @SuppressWarnings("removal")
  private static void catchExits() {
    try {
      System.setSecurityManager(
          new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission permission) {}

            @Override
            public void checkPermission(java.security.Permission permission, Object context) {}

            @Override
            public void checkExit(int status) {
              if (answering) {
                throw new Exit(status);
              }
            }
          });
    } catch (UnsupportedOperationException refused) {
      System.err.println("System.exit ends this process: " + refused.getMessage());
    }
  }

  /** A tool with a {@code main}, under expectations. */
  public static void main(String[] words) throws Exception {
    List<Pattern> outputs = new ArrayList<>();
    Integer status = null;
    boolean fresh = false;
    int at = 0;
    for (; at < words.length && words[at].startsWith("--"); at++) {
      switch (words[at]) {
        case "--expect-output" -> outputs.add(Pattern.compile(words[++at], Pattern.DOTALL | Pattern.MULTILINE));
        case "--expect-exit" -> status = Integer.valueOf(words[++at]);
        case "--fresh-classes" -> fresh = true;
        default -> usage("there is no option " + words[at]);
      }
    }
    if (at == words.length || (outputs.isEmpty() && status == null)) {
      usage("give an --expect-output or --expect-exit, and a class");
    }
    String name = words[at];
    String[] arguments = Arrays.copyOfRange(words, at + 1, words.length);
    Integer wanted = status;
    boolean anew = fresh;
    Class<?> warm = anew ? null : Class.forName(name);
    serve(path -> isAsExpected(anew ? loaded(name) : warm, arguments, path, outputs, wanted));
  }

  private static void usage(String message) {
    System.err.println(
        message + "; usage: ReduceTreeServer [--fresh-classes] [--expect-exit N] [--expect-output REGEX]... CLASS [WORD | @@]...");
    System.exit(2);
  }

  private static boolean isAsExpected(
      Class<?> tool, String[] arguments, Path path, List<Pattern> outputs, Integer status) throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream before = System.out;
    PrintStream output = new PrintStream(written, true);
    System.setOut(output);
    System.setErr(output);
    int exit = 0;
    try {
      String[] words = Arrays.stream(arguments).map(word -> word.replace("@@", path.toString())).toArray(String[]::new);
      tool.getMethod("main", String[].class).invoke(null, (Object) words);
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof Exit ended) {
        exit = ended.status;
      } else {
        exit = 1;
        thrown.getCause().printStackTrace(output);
      }
    }
    output.flush();
    before.write(written.toByteArray());
    String said = new String(written.toByteArray(), StandardCharsets.UTF_8);
    return (status == null || status == exit) && outputs.stream().allMatch(pattern -> pattern.matcher(said).find());
  }

  /** The class from the class path, loaded anew with all that it uses. */
  private static Class<?> loaded(String name) throws Exception {
    String[] places = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
    URL[] urls = new URL[places.length];
    for (int i = 0; i < places.length; i++) {
      urls[i] = Paths.get(places[i]).toUri().toURL();
    }
    return Class.forName(name, true, new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()));
  }
}
