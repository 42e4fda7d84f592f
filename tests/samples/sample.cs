using System;
using System.Collections.Generic;
namespace Outer.Inner {
    [Serializable] public interface IShape<in T> where T : class { double Area(T scale); int Id { get; set; } }
    public record Point(int X, int Y);
    public sealed class Square : Base, IShape<string> {
        private readonly Dictionary<string, List<int[]>> table = new();
        public event EventHandler Changed;
        public int Id { get; set; } = 3;
        public Square(int size) : base(size) { table["a"] = new List<int[]> { new[] { 1, 2 } }; }
        public double Area(string scale = @"c:\x") {
            foreach (var (key, value) in table) { if (value?.Count > 1 && key is not null) continue; else break; }
            Func<int, int> twice = x => x * 2;
            try { using var s = Open($"{scale}:{Id,3:x}"); } catch (Exception e) when (e.HResult != 0) { throw; } finally { Changed?.Invoke(this, null); }
            var kind = scale switch { "a" => 1, { Length: > 2 } => 2, _ => 0 };
            for (int i = 0; i < 3; i++) { kind -= -i; }
            return kind + (double)twice(3) ?? 0.5;
        }
        public static Square operator +(Square a, Square b) => a;
    }
    enum Colour : byte { Red, Green = 2 }
}
