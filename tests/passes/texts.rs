//! Texts of every language, and what has to hold for every pass on them.

use crate::called::Called;

/// Texts that have a little of everything.
pub const TEXTS: &[(&str, &str)] = &[
    (
        "javascript",
        "label: for (const x of [1, 0x2F, 10n]) { if (x) f(x, ...y); else if (y) g(`a${b}c`); else h?.(\"x\\ny\"); }\n",
    ),
    (
        "javascript",
        concat!(
            "class A extends B { static async m(x = 1) { return await /a(b|c)+[d-f]/g.test(this.x) } get ",
            "p() { return 1.5 } }\n",
        ),
    ),
    (
        "javascript",
        concat!(
            "export default async (a, {b, c: [d]}) => { try { yield_(a ? b : !c) } catch (e) { throw new ",
            "E(e) } finally {} };\n",
        ),
    ),
    (
        "javascript",
        concat!(
            "const g = function* () { yield* x; yield y }, o = {a: null, 'b': true, c() {}}; (() => { g() ",
            "})(); a?.b?.[c]\n",
        ),
    ),
    (
        "javascript",
        concat!(
            "// a comment\n",
            "var a = <div a=\"b\">t {x}</div>; switch (a) { case 1: b(); break; default: c() }\n",
            "do a--; while (a, b)\n",
        ),
    ),
    (
        "python",
        concat!(
            "@d\n",
            "async def f(a: int = 1, *b, c=None) -> str:\n",
            "    \"\"\"doc\"\"\"\n",
            "    with open(a) as g, h:\n",
            "        return [x for x in await g if x]\n",
        ),
    ),
    (
        "python",
        concat!(
            "if a:\n",
            "    b = f'x{y!r}z'\n",
            "elif c:\n",
            "    for i in (1, 2):\n",
            "        print(i, end='')\n",
            "    else:\n",
            "        pass\n",
            "else:\n",
            "    d = lambda x: x[1:2]\n",
        ),
    ),
    (
        "python",
        concat!(
            "class A(B):\n",
            "    x: int = 0xff\n",
            "    # note\n",
            "    def m(self):\n",
            "        try:\n",
            "            yield {1: 2j}\n",
            "        except (E, F) as e:\n",
            "            raise X from e\n",
            "        finally:\n",
            "            s = b'\\x41' 'c'\n",
        ),
    ),
    (
        "c",
        concat!(
            "#include <a.h>\n",
            "#define F(x) do { x + 33; } while (0)\n",
            "#ifdef A\n",
            "static inline const int f(char *b) __attribute__((noreturn));\n",
            "#else\n",
            "int z;\n",
            "#endif\n",
        ),
    ),
    (
        "c",
        concat!(
            "struct S { int x; }; enum E { G = 1, H };\n",
            "int main(void) {\n",
            "  unsigned long g[3] = { [0] = 0xFFul, 'a', \"b\\n\"[0] };\n",
            "  struct S s = { 1 };\n",
            "  if (s.x) goto l; else if (g[1]) f((int)sizeof(int), 1.5f); else return 0;\n",
            "l: switch (s.x) { case 1: --s.x; break; default: ; }\n",
            "  return s.x ? (1, 2) : ({ 3; });\n",
            "}\n",
        ),
    ),
    ("json", "{\"a\": [1, -2.5e3, \"x\\ny\", null, true], \"b\": {\"c\": false, \"\": {}}}\n"),
    (
        "xml",
        concat!(
            "<?xml version=\"1.0\"?>\n",
            "<a x=\"1 two\" y='300'>text &amp; words<b><c/>z</b><![CDATA[ raw data ]]><!-- c --><?pi x?>\n",
            "</a>\n",
        ),
    ),
    (
        "typescript",
        concat!(
            "interface A<T> { b?: T[]; f(x: number): void } enum E { F = 1 }\n",
            "export abstract class C<T> extends D implements A<T> { constructor(private x: number) { super(x as any); } }\n",
        ),
    ),
    (
        "cpp",
        concat!(
            "namespace n { template <class T, int N = 2> struct S : public B { explicit S(T t) : x{t} {} virtual ~S(); T x; }; }\n",
            "int f(const n::S<int>& s) { for (auto& y : s.x) { if (y > 1) return [&](int z) { return z; }(y); } return 0; }\n",
        ),
    ),
    (
        "java",
        concat!(
            "public class A<T extends B> implements C { private int x = 1; @Override void f(T t) throws E {\n",
            "for (int i = 0; i < x; i++) { try { g(t -> (int) this.x); } finally { x--; } } } }\n",
        ),
    ),
    (
        "go",
        concat!(
            "package a\n\nimport \"fmt\"\n\ntype S[T any] struct{ x []T }\n\n",
            "func (s *S[T]) f(a, b int) (err error) {\n\tfor i, v := range s.x {\n\t\tif c := a + i; c > b {\n\t\t\tfmt.Println(v)\n",
            "\t\t} else {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn\n}\n",
        ),
    ),
    (
        "rust",
        concat!(
            "#[derive(Clone)]\npub struct S<'a, T: Clone> { x: &'a T }\n",
            "impl<'a, T: Clone> F for S<'a, T> { fn f(&mut self, y: Option<u8>) -> Result<u8, E> {\n",
            "match y { Some(z) if z > 1 => Ok(z as u8), _ => { let w = g(self.x)?; Err(w) } } } }\n",
        ),
    ),
    (
        "bash",
        "f() { local a=$1; if [ \"$a\" -gt 1 ]; then echo \"${a}b\" | cat; else return 1; fi; }\nfor x in a b; do f $x && y=$((y + 1)); done\n",
    ),
];

/// What no pass may do, for every instance of every text; and that it ends, whichever instances are taken.
pub fn contract_holds(plugin: &str, pass: &str, most: usize) {
    let mut instances = 0;
    for (language, text) in TEXTS {
        let mut called = Called::named(plugin, pass, language);
        assert_eq!(called.trouble(text), 0, "{text}");
        instances += called.results(text).len();
        // The first, the last, and one and another.
        for choose in [|_| 0, |n| n - 1, |n| n / 2, |n| (7 * n + 3) % n] {
            called.ends(text, choose, most);
        }
    }
    assert!(instances > 0, "{pass} has instances");
}
