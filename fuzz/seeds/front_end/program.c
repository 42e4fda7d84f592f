3abcdefg#include <a.h>
#define M(x, y) \
  ((x) + y##1)
#if A
struct s { int a : 3; char *b; };
#else
typedef unsigned long u;
#endif
int f(int a, ...) {
  if (a) return -1; else { g: a--; goto g; }
  for (;;) { switch (a) { case 1: break; default: a = sizeof(int[2]); } }
  return (int)a ? "x" "y" : 'c';
}
