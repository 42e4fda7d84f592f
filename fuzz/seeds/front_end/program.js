2abcdefgclass A extends B { #p = 1; static { f(); } get x() { return `a${this.#p + 1}b`; } }
for (const [k, v] of o) { if (k) { f(k, ...v); } else x?.y ?? /a[/]b/g; }
var s = 'q', t = (a, b = 2) => ({ a, [b]: 1 });
