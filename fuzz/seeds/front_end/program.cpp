8abcdefg#include <vector>
# 1 "sample.cpp"
namespace outer { namespace inner {
template <class T, int N = 3> struct Array { T data[N]; T& at(int i) const { return data[i]; } };
template <> struct Array<bool, 1> { unsigned bits : 3; };
class Base { public: virtual ~Base() = default; virtual int value() const = 0; protected: int count = 0; };
class Derived final : public Base, private Array<int> {
public:
  explicit Derived(int n) : count_{n}, other(n + 1) {}
  int value() const override { return count_ + (other > 2 ? at(0) : -other); }
  template <typename U> U convert(U&& u = U{}) noexcept { return static_cast<U>(u); }
  static constexpr long limit = 10L;
private:
  int count_; int other;
  friend bool operator==(const Derived& a, const Derived& b) { return a.count_ == b.count_; }
};
enum class Colour : char { Red, Green = 'g' };
} }
using namespace outer::inner;
using Numbers = std::vector<std::vector<int>>;
int Derived::* pointer = nullptr;
template <class... Ts> auto sum(Ts... ts) -> decltype((ts + ...)) { return (ts + ... + 0); }
int main(int argc, char** argv) {
  Numbers v{{1, 2}, {3}};
  auto add = [&v, argc](int x, auto y) mutable { v.push_back({x}); return x - -argc; };
  for (auto& row : v) { for (int x : row) { if (x > 1) continue; else break; } }
  try { throw new Derived(add(1, 2.5f)); } catch (const Base* e) { delete e; } catch (...) {}
  switch (argc) { case 1: return sum(1, 2, 3); default: do { argc--; } while (argc >> 1); }
  return sizeof(Array<Array<int>>) > 4 && "a" "b" ? 'x' : R"(raw)"[0];
}
