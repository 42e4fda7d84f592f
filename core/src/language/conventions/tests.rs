//! Tests: texts as reducers leave them, and as people write them.

use super::super::{Document, Language, Patch};

/// The text as people write it. That has no more tokens, is read as well, and is written so already.
fn written(language: &str, text: &str) -> String {
    let language = Language::named(language).expect("built in");
    let document = language.parse(text.as_bytes());
    let new = Patch::apply(text.as_bytes(), &language.conventional_layout(&document, "\n"));
    let read = language.parse(new.clone());
    let new = String::from_utf8(new).expect("text");
    assert!(read.trouble() <= document.trouble(), "it is read as well as before:\n{new}");
    let weight = |document: &Document| document.tree().weight(document.tree().root());
    assert!(weight(&read) <= weight(&document), "no token comes in:\n{new}");
    assert_eq!(language.conventional_layout(&read, "\n"), [], "it is written so already:\n{new}");
    new
}

#[test]
fn javascript() {
    let text = "class A{x=1;#y;static z(){}}function*f(a,b=1,...c){for(let i=0;i<1;i++){yield*a}}a=>{b};x={a:1,b};\
                if(a)b;else{c}switch(a){case 1:b();c();default:}import a,{b as c}from\"d\";a?.b[0]?a:`${b}`;!a;typeof a;\
                try{a}catch(e){}for(const a of 0)crash()";
    let expected = "class A {
  x = 1;
  #y;
  static z() {}
}
function* f(a, b = 1, ...c) {
  for (let i = 0; i < 1; i++) {
    yield* a
  }
}
a => {
  b
};
x = { a: 1, b };
if (a) b; else {
  c
}
switch (a) {
  case 1:
    b();
    c();
  default:
}
import a, { b as c } from \"d\";
a?.b[0] ? a : `${b}`;
!a;
typeof a;
try {
  a
} catch (e) {}
for (const a of 0) crash()
";
    assert_eq!(written("javascript", text), expected);
}

#[test]
fn typescript() {
    let text = "interface A<T>{a?:T;b(c:number):void}const x:A<string>=<any>y as B;enum E{A,B}f<T>(a!)";
    let expected = "interface A<T> {
  a?: T;
  b(c: number): void
}
const x: A<string> = <any>y as B;
enum E {
  A,
  B
}
f<T>(a!)
";
    assert_eq!(written("typescript", text), expected);
}

#[test]
fn c() {
    let text = "#include <a>\n#define A(x) x\n#if A\nint z;\n#endif\nf(){return 1;}struct s{int a:3;};int*p,q[2]={1,2};void \
                g(int,char*x){for(;;)x;switch(x){case 1:a->b;break;default:b=-c*(int)d;}do{x++;}while(!x);}int b=sizeof(int)?a:c;";
    let expected = "#include <a>
#define A(x) x
#if A
int z;
#endif
f() {
    return 1;
}
struct s {
    int a : 3;
};
int *p, q[2] = {1, 2};
void g(int, char *x) {
    for (;;) x;
    switch (x) {
        case 1:
            a->b;
            break;
        default:
            b = -c * (int)d;
    }
    do {
        x++;
    } while (!x);
}
int b = sizeof(int) ? a : c;
";
    assert_eq!(written("c", text), expected);
}

#[test]
fn cpp() {
    let text = "template<class T>struct A:B{A():a(1){}~A();T&f(T&&x)const;int a;};namespace n{enum E{a,b};}int main(){std::vector<int>v{1};\
                for(auto&x:v)x<<1;auto f=[](int a){return a;};}";
    let expected = "template <class T> struct A : B {
    A() : a(1) {}
    ~A();
    T &f(T &&x) const;
    int a;
};
namespace n {
    enum E { a, b };
}
int main() {
    std::vector<int> v{1};
    for (auto &x : v) x << 1;
    auto f = [](int a) {
        return a;
    };
}
";
    assert_eq!(written("cpp", text), expected);
}

#[test]
fn java() {
    let text = "class A<T>extends B{int x=1;A(){}static<T>void f(int...a)throws E{for(int i:x){a.b();}switch(a){case 1:b();break;default:}\
                List<?>l=()->{};try{}catch(E e){}}}enum E{A,B;}";
    let expected = "class A<T> extends B {
    int x = 1;
    A() {}
    static <T> void f(int... a) throws E {
        for (int i : x) {
            a.b();
        }
        switch (a) {
            case 1:
                b();
                break;
            default:
        }
        List<?> l = () -> {};
        try {} catch (E e) {}
    }
}
enum E {
    A,
    B;
}
";
    assert_eq!(written("java", text), expected);
}

#[test]
fn go() {
    let text = "package a;import(\"b\";\"c\");func f(a int)string{if a:=1;a>b{c()}else{d()};for i:=range x{a;b};switch a{case 1:b;c\ndefault:}\n\
                x:=T{1,a:2};return <-c};type T struct{a int;b string}";
    let expected = "package a
import (
	\"b\"
	\"c\"
)
func f(a int) string {
	if a := 1; a > b {
		c()
	} else {
		d()
	}
	for i := range x {
		a
		b
	}
	switch a {
	case 1:
		b
		c
	default:
	}
	x := T{1, a: 2}
	return <-c
}
type T struct {
	a int
	b string
}
";
    assert_eq!(written("go", text), expected);
}

#[test]
fn rust() {
    let text = "use a::{b,c};#[x]struct A{a:i32}fn f<T>(a:&mut T)->i32{let x=A{a:1};match x{1=>2,_=>{3}};for i in 0..1{println!(\"{}\",a)};|x|x+1;-1}";
    let expected = "use a::{b, c};
#[x]
struct A {
    a: i32
}
fn f<T>(a: &mut T) -> i32 {
    let x = A { a: 1 };
    match x {
        1 => 2,
        _ => {
            3
        }
    };
    for i in 0..1 {
        println!(\"{}\", a)
    };
    |x| x + 1;
    -1
}
";
    assert_eq!(written("rust", text), expected);
}

#[test]
fn python() {
    let text = "@d\nclass A(B):\n x=1;y=2\n def f(a,b=1,*c)->int:return a[1:2]\nif a:b\nelif c:d\nelse:\n for x in y:pass\nf(a=-1)\nlambda x:x\n'''\n z'''\n";
    let expected = "@d
class A(B):
    x = 1
    y = 2
    def f(a, b=1, *c) -> int:
        return a[1:2]
if a:
    b
elif c:
    d
else:
    for x in y:
        pass
f(a=-1)
lambda x: x
'''
 z'''
";
    assert_eq!(written("python", text), expected);
}

#[test]
fn data_and_markup() {
    assert_eq!(written("json", "{\"a\":[1,{\"b\":null}],\"c\":-1}"), "{\"a\": [1, {\"b\": null}], \"c\": -1}\n");
    let long = format!("{{\"a\":[{}1],\"b\":2}}", "100,".repeat(20));
    let lines = format!("{{\n  \"a\": [\n{}    1\n  ],\n  \"b\": 2\n}}\n", "    100,\n".repeat(20));
    assert_eq!(written("json", &long), lines);
    let xml = "<a b=\"c\"  d=\"e\"><f/><g>x y<h/></g><!--c--></a>";
    let lines = "<a b=\"c\" d=\"e\">\n  <f/>\n  <g>x y<h/></g>\n  <!--c-->\n</a>\n";
    assert_eq!(written("xml", xml), lines);
    let html = "<!doctype html><body class=a><p>x <b>y</b></p><br><script>a()</script></body>";
    let lines = "<!doctype html>\n<body class=a>\n  <p>x <b>y</b></p>\n  <br>\n  <script>a()</script>\n</body>\n";
    assert_eq!(written("html", html), lines);
    let css = "a,b>c .d:hover{color:red;margin:0 1px}@media (a:b){c{d:e}}";
    let lines = "a, b>c .d:hover {\n  color: red;\n  margin: 0 1px\n}\n@media (a:b) {\n  c {\n    d: e\n  }\n}\n";
    assert_eq!(written("css", css), lines);
}

#[test]
fn comments_keep_their_lines_and_lines_end_as_they_should() {
    let text = "a()//one\nb()/*two*/;\n//three\nc()";
    assert_eq!(written("javascript", text), "a() //one\nb() /*two*/;\n//three\nc()\n");
    let javascript = Language::named("javascript").expect("built in");
    let document = javascript.parse(&b"a;\nb"[..]);
    let layout = javascript.conventional_layout(&document, "\r\n");
    assert_eq!(Patch::apply(document.text(), &layout), b"a;\r\nb\r\n");
}

#[test]
fn what_means_something_or_has_no_conventions_stays() {
    for (language, text) in
        [("yaml", "a:  [b]"), ("text", "a  b"), ("haskell", "a =  b"), ("bytes", "a \0"), ("bash", "a  b")]
    {
        let language = Language::named(language).expect("built in");
        assert_eq!(language.conventional_layout(&language.parse(text.as_bytes()), "\n"), []);
    }
    assert_eq!(written("python", "\u{feff}a=1"), "\u{feff}a = 1\n");
    assert_eq!(written("c", "#define a b\\\n  c\n"), "#define a b\\\n  c\n");
    assert_eq!(written("rust", "a!{b+c}"), "a!{b+c}\n");
    assert_eq!(written("javascript", ""), "");
}
