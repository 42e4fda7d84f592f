#include <stdio.h>
#define TWICE(x) ((x) + (x))
typedef struct point { int x : 3; union { char *s; long l; } u; } point_t;
enum colour { RED = 1, GREEN };
static const int table[2][3] = {{1, 2}, [1] = {3}};
int work(register int n, char **names, ...) {
    for (int i = 0; i < n; i++) { if (names[i] == 0) continue; else break; }
    do { n -= -1; } while (n > 3 && !*names);
    switch (n) { case 1: goto out; default: return sizeof(point_t) > 4 ? 'a' : (int)1.5f; }
out:
    printf("a" "b", (point_t){.x = 1}.x, &n, TWICE(n));
    return n << 2, ~n;
}
