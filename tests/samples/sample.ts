import { Reader, type Options as O } from "./reader";
export interface Shape<T extends object = {}> { readonly name: string; size?: number; area(scale: T): number }
type Pair<K, V> = [K, V] | { key: K; value: V };
enum Colour { Red = 1, Green, Blue = "blue".length }
abstract class Base implements Shape<{}> {
  constructor(public name: string, protected size = 2) {}
  abstract area(scale: {}): number;
  static make<T>(this: new () => T): T { return new this(); }
}
class Square extends Base {
  #side!: number;
  area(scale: {} = {}): number { return (this.#side as number) * (scale as any)!.factor; }
}
namespace Inner { export const limit = 3 satisfies number; }
function pick<T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  const out = {} as Pick<T, K>;
  for (const key of keys) { out[key] = from[key]; }
  if (keys.length > Inner.limit) { throw new Error(`too many: ${keys.length}`); } else { return out; }
}
declare function outside(a: string): asserts a is "x";
const square: Shape = new Square("a", 1), mapped = ((x?: number): x is 1 => x === 1)(2);
let later: typeof square | null = square.name ? null : square;
