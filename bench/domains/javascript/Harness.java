import com.google.javascript.jscomp.CompilationLevel;
import com.google.javascript.jscomp.Compiler;
import com.google.javascript.jscomp.CompilerOptions;
import com.google.javascript.jscomp.JSError;
import com.google.javascript.jscomp.SourceFile;
import com.google.javascript.jscomp.WarningLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles programs with Closure Compiler and says what comes of each: a line of {@code ok}, {@code invalid: ...} for one
 * that does not parse, {@code messages: ...} with the kinds of all messages in order, or {@code crash: ...}.
 *
 * <pre>java Harness FILE...</pre>
 */
public class Harness {
    public static void main(String[] words) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        for (String word : words) {
            System.out.println(outcome(new String(Files.readAllBytes(Path.of(word)), StandardCharsets.ISO_8859_1)));
        }
    }

    private static String outcome(String program) throws InterruptedException {
        String[] outcome = {"crash: StackOverflowError"};
        Thread thread = new Thread(null, () -> outcome[0] = compiled(program), "compiler", 1 << 26);
        thread.start();
        thread.join();
        return outcome[0];
    }

    private static String compiled(String program) {
        Compiler compiler = new Compiler(new PrintStream(new ByteArrayOutputStream()));
        compiler.disableThreads();
        CompilerOptions options = new CompilerOptions();
        CompilationLevel.SIMPLE_OPTIMIZATIONS.setOptionsForCompilationLevel(options);
        WarningLevel.DEFAULT.setOptionsForWarningLevel(options);
        try {
            compiler.compile(SourceFile.fromCode("externs.js", ""), SourceFile.fromCode("input.js", program), options);
        } catch (RuntimeException error) {
            return "crash: " + said(error);
        }
        List<String> kinds = new ArrayList<>();
        for (JSError message : compiler.getErrors()) kinds.add(message.getType().key);
        for (JSError message : compiler.getWarnings()) kinds.add(message.getType().key);
        if (kinds.contains("JSC_PARSE_ERROR")) return "invalid: " + compiler.getErrors()[0].description;
        Collections.sort(kinds);
        return kinds.isEmpty() ? "ok" : "messages: " + String.join(" ", kinds);
    }

    /** The innermost exception, where it was thrown, and the node of the program that the compiler was at. */
    private static String said(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) cause = cause.getCause();
        String place = "";
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (place.isEmpty() && frame.getClassName().startsWith("com.google.javascript.")) {
                place = " in " + frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName();
            }
        }
        Matcher node = Pattern.compile("^(NAME)( NaN| undefined)?\\b").matcher(String.valueOf(cause.getMessage()));
        String at = node.find() ? " at " + node.group(1) + (node.group(2) == null ? "" : node.group(2)) : "";
        return cause.getClass().getSimpleName() + place + at;
    }
}
