#!/usr/bin/env python3
"""Reduces a program of each language under a real tool of it, to a table.

    bench/languages.py [--only cpp,cpp-preprocessed,java] [--size 20] [--max-tests 2000] [--program target/release/reduce-tree]

A program is a part that makes the tool say something, among as many others as --size says. Of each language the table
says the bytes before and after, the property tests, the seconds, how many of them in tests, and whether there are learned
tables. What the tool of a language is can be said by a variable (TSC, GO, PHP, ...); a language whose tool is missing has
a line that says so.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent

# Extension, tool, its arguments, what it has to say, what comes first, one of the others, what counts.
LANGUAGES = {
    "typescript": (
        "ts", "tsc", "--noEmit --skipLibCheck --strict --target es2022 @@", ("stdout", "TS2345"), "",
        """export namespace Part{n} {{
  export interface Shape<T extends object = {{}}> {{ readonly name: string; size?: number; area(scale: T): number }}
  export abstract class Base<T extends object> implements Shape<T> {{
    constructor(public readonly name: string, protected size = {n}) {{}}
    abstract area(scale: T): number;
    list(): Array<Shape<T>> {{ return [this].filter((x): x is this => x.size > 1 && !!x.name); }}
  }}
  export function pick<T, K extends keyof T>(from: T, ...keys: K[]) {{
    const out = {{}} as Pick<T, K>;
    for (const key of keys) {{ if (from[key] !== undefined) {{ out[key] = from[key]; }} else {{ continue; }} }}
    return out;
  }}
}}
""",
        """type Handler<E> = { [K in keyof E]?: (event: E[K]) => void };
class Emitter<E extends { done: number }> {
  private handlers: Handler<E> = {};
  emit<K extends keyof E>(kind: K, event: E[K]): void { this.handlers[kind]?.(event); }
}
export const emitter = new Emitter<{ done: number; text: string }>();
for (const word of ["a", "b"]) { if (word.length > 0) { emitter.emit("done", word); } }
""",
    ),
    "cpp": (
        "cpp", "c++", "-fsyntax-only -x c++ @@", ("stderr", "no match for .operator<"),
        "#include <map>\n#include <string>\n#include <vector>\nnamespace outer { struct Base { virtual ~Base() = default; virtual int count() const = 0; }; }\n",
        """namespace part{n} {{
template <class T, int N = 2> class Table : public outer::Base {{
public:
  explicit Table(T t) : items{{t}} {{}}
  int count() const override {{ for (auto& x : items) {{ if (x == T{{}}) return 1; }} return N; }}
  template <class F> auto each(F f) {{ std::vector<decltype(f(T{{}}))> out; for (auto& x : items) out.push_back(f(x)); return out; }}
private:
  T items[N];
}};
inline int use() {{ std::map<std::string, Table<int>> all; all.emplace("{n}", Table<int>({n})); return all.begin()->second.count(); }}
}}
""",
        """namespace deep {
template <class T> struct Box { T value; bool less(const Box& other) const { return value < other.value; } };
struct Plain { int a; double b; };
}
int main() {
  deep::Box<deep::Plain> one{}, two{};
  return part0::use() > 2 ? one.less(two) : 0;
}
""",
    ),
    "java": (
        "java", "javac", "-proc:none -d . @@", ("stderr", "might not have been initialized"), "import java.util.*;\n",
        """class Part{n}<T extends Comparable<T>> implements Runnable {{
    private final Map<String, List<T>> items = new HashMap<>();
    public void run() {{ for (var entry : items.entrySet()) {{ if (entry.getValue() == null) {{ continue; }} System.out.println(entry); }} }}
    static int use(int n) {{ try {{ return switch (n) {{ case {n} -> n + 1; default -> -n; }}; }} finally {{ n--; }} }}
}}
""",
        """class Core extends Part0<String> {
    int find(String name, int limit) {
        int place;
        for (int i = 0; i < limit; i++) { if (name.length() > i) { place = Part0.use(i); } }
        return place * 2;
    }
}
""",
    ),
    "go": (
        "go", "go", "vet @@", ("stderr", "wrong type"), "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n",
        """
type Table{n}[T any] struct {{
	items map[string][]T
	name  string
}}

func (t *Table{n}[T]) Get(name string, limit int) (found []T, err error) {{
	for key, values := range t.items {{
		if strings.HasPrefix(key, name) && len(values) > limit {{
			found = append(found, values[:limit]...)
		}} else if key == "" {{
			return nil, fmt.Errorf("empty %q", name)
		}}
	}}
	return found, nil
}}
""",
        """
type point struct{ x, y int }

func main() {
	points := []point{{1, 2}, {x: 3}}
	for i, p := range points {
		if p.x > i {
			fmt.Printf("%d of %d: %s\\n", i, len(points), p.y)
		}
	}
}
""",
    ),
    "rust": (
        "rs", "rustc", "--edition 2021 --crate-type lib --emit metadata @@", ("stderr", "E0382"), "",
        """pub mod part{n} {{
    use std::collections::HashMap;
    #[derive(Clone, Debug)]
    pub struct Table<'a, T> {{ items: HashMap<&'a str, Vec<T>>, limit: usize }}
    impl<'a, T: Clone> Table<'a, T> {{
        pub fn get(&self, name: &str) -> Option<T> {{
            match self.items.get(name) {{ Some(x) if x.len() > {n} => x.first().cloned(), _ => None }}
        }}
    }}
}}
""",
        """pub fn core(names: Vec<String>, limit: usize) -> usize {
    let mut total = 0;
    for i in 0..limit { if i > 2 { drop(names); } total += i; }
    total + names.len()
}
""",
    ),
    "bash": (
        "sh", "bash", "-n @@", ("stderr", "syntax error near unexpected token .done"), "#!/bin/bash\nset -e\n",
        """part{n}() {{
    local name=$1 count=$((2 * {n}))
    while read -r line; do
        case $line in a*) echo "${{line%%:*}} $count" ;; *) break ;; esac
    done < "$name"
    cat <<EOF
Dear $name
EOF
}}
""",
        'for word in a b c; do\n    if [ "$word" = a ]; then part0 "$word" | sort; fi\ndone\ndone\n',
    ),
    "php": (
        "php", "php", "-l @@", ("stderr", "Cannot use .this as parameter"), "<?php\n",
        """class Part{n} extends Base {{
    private static array $table = ['a' => [1, {n}]];
    public function area(float $scale = 1.5): ?float {{
        foreach (self::$table as $key => &$value) {{ if ($value === null) {{ continue; }} elseif ($key) {{ break; }} }}
        return match (true) {{ $scale > 2 => fn($x) => $x * {n}, default => null }};
    }}
}}
""",
        "class Core { public function find(string $name, $this) { if ($name) { return $this; } return 1; } }\n",
    ),
    "ruby": (
        "rb", "ruby", "-c @@", ("stderr", "dynamic constant assignment"), "",
        """module Part{n}
  class Table < Base
    attr_reader :items
    def initialize(items = [], *rest, key: {n}, &block)
      @items = items.map {{ |x| x + key }}.select(&block)
      rest.each do |one|
        next if one.nil?
        puts "#{{one}}: #{{key}}"
      end
    end
  end
end
""",
        "class Core\n  def find(name)\n    if name.size > 2\n      Limit = name\n    end\n    name\n  end\nend\n",
    ),
    "lua": (
        "lua", "luac", "-p @@", ("stderr", "break outside|no loop to break"), "",
        """local Part{n} = {{}}
function Part{n}.new(side, ...)
  local self = setmetatable({{ side = side, ["name"] = "a", {n} }}, Part{n})
  for key, value in pairs(self) do if key ~= "x" then break end end
  return self, ...
end
""",
        "local function find(name)\n  if #name > 2 then\n    print(name)\n    break\n  end\n  return name\nend\n",
    ),
    "llvm": (
        "ll", "opt", "-disable-output @@", ("stderr", "use of undefined value"), "",
        """define i32 @part{n}(i32 %n, i32* %p) {{
entry:
  %cmp = icmp sgt i32 %n, {n}
  br i1 %cmp, label %then, label %exit
then:
  %old = load i32, i32* %p, align 4
  %sum = add nsw i32 %old, %n
  br label %exit
exit:
  %phi = phi i32 [ 0, %entry ], [ %sum, %then ]
  ret i32 %phi
}}
""",
        "define i32 @core(i32 %n) {\n  %a = mul i32 %n, 3\n  %b = call i32 @part0(i32 %a, i32* null)\n  %c = sub i32 %b, %missing\n  ret i32 %c\n}\n",
    ),
}


# What the preprocessor has left of a program, with the text of all its headers.
PREPROCESSED = "-preprocessed"


def row(name, arguments, folder):
    extension, tool, words, (stream, said), head, other, core = LANGUAGES[name.removesuffix(PREPROCESSED)]
    tool = os.environ.get(tool.upper().replace("+", "X"), tool)
    if not shutil.which(tool):
        return f"| {name} | {tool} is not installed | | | | |"
    others = [other.format(n=n) for n in range(arguments.size)]
    half = len(others) // 2
    source = folder / f"bug.{extension}"
    source.write_text(head + "".join(others[:half]) + core + "".join(others[half:]))
    if name.endswith(PREPROCESSED):
        extension, source, written = "ii", folder / "bug.ii", source
        subprocess.run([tool, "-E", "-o", source, written], check=True)
    out, stats = folder / f"out.{extension}", folder / "stats.json"
    command = [arguments.program, "--no-session", "-q", "--max-tests", str(arguments.max_tests), "-o", str(out)]
    command += ["--stats", str(stats), f"--expect-{stream}", said, str(source), "--", tool, *words.split()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        return f"| {name} | status {ran.returncode}: {ran.stderr.strip().splitlines()[-1] if ran.stderr else ''} | | | | |"
    found = json.loads(stats.read_text())
    if arguments.results:
        arguments.results.mkdir(parents=True, exist_ok=True)
        shutil.copy(out, arguments.results / f"{name}.{extension}")
    tables = "yes" if (HERE / "corpora" / f"{name}.txt").exists() else "no"
    ended = "" if found["ending"] == "done" else f" ({found['ending']})"
    return (
        f"| {name} | {found['original_bytes']:,} | {found['final_bytes']:,} | {found['property_tests']:,}{ended} "
        f"| {found['wall_seconds']:.0f} ({found['test_seconds']:.0f} in tests) | {tables} |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="languages, parted by commas")
    parser.add_argument("--size", type=int, default=20, help="how many other parts there are around the one that counts")
    parser.add_argument("--max-tests", type=int, default=2000)
    parser.add_argument("--program", default=str(HERE / "target/release/reduce-tree"))
    parser.add_argument("--results", type=pathlib.Path, help="a folder that the reduced programs come into")
    arguments = parser.parse_args()
    print("| language | bytes | reduced | tests | seconds | tables |\n| --- | ---: | ---: | ---: | ---: | --- |")
    for name in arguments.only.split(",") if arguments.only else [*LANGUAGES, "cpp" + PREPROCESSED]:
        with tempfile.TemporaryDirectory() as folder:
            print(row(name, arguments, pathlib.Path(folder)), flush=True)


if __name__ == "__main__":
    main()
