import a, { b as c } from "d";
export default class Square extends Base {
  static #count = 0;
  get side() { return this.#x?.y ?? -(-1); }
  async *area(scale = 1, ...rest) {
    for (const [key, value] of Object.entries({ a: 1, b, [c]: `x${scale}`, ...rest })) { if (value > 1) continue; else break; }
    label: for (let i = 0; i < 3; i++) { while (true) { break label; } }
    try { await yield* scale; } catch { throw new Error(/a+/g); } finally { delete this.x; }
    switch (typeof scale) { case "a": return; default: do { scale--; } while (scale) }
    var f = (x) => x ** 2, g = function h(y) { return y in f, y; };
    return scale ? f : (g)(1)
  }
}
