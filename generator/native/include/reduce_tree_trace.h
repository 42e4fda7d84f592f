/* What a generator may say of itself to reduce-generator, in C or C++. Nothing has to be linked: without the library that
 * reduce-generator preloads the functions do nothing, and a choice is the number that the program has drawn. */
#ifndef REDUCE_TREE_TRACE_H
#define REDUCE_TREE_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* There if the library is preloaded. */
__attribute__((weak)) void reduce_tree_enter(int kind, const char *name);
__attribute__((weak)) void reduce_tree_next(int arm);
__attribute__((weak)) void reduce_tree_leave(void);
__attribute__((weak)) uint64_t reduce_tree_choice(uint64_t bound, uint64_t drawn);

#ifdef __cplusplus
}
#endif

/* A function begins, which may call itself: an inner call can take the place of the outer one. */
static inline void reduce_tree_begin_call(const char *name) {
    if (reduce_tree_enter) reduce_tree_enter(0, name);
}

/* A loop begins. What is drawn last before its first iteration is how many there are. */
static inline void reduce_tree_begin_for(const char *name) {
    if (reduce_tree_enter) reduce_tree_enter(1, name);
}

/* A loop begins whose every iteration begins with a choice: whether there is one more. The last iteration is the one
 * whose choice says no. */
static inline void reduce_tree_begin_while(const char *name) {
    if (reduce_tree_enter) reduce_tree_enter(2, name);
}

/* A choice is made that decides which of several things is done, or whether something is done. */
static inline void reduce_tree_begin_if(const char *name) {
    if (reduce_tree_enter) reduce_tree_enter(3, name);
}

/* The next iteration of the loop begins. */
static inline void reduce_tree_iteration(void) {
    if (reduce_tree_next) reduce_tree_next(0);
}

/* The choice has led to the alternative of this number, from 1 on. */
static inline void reduce_tree_alternative(int number) {
    if (reduce_tree_next) reduce_tree_next(number);
}

/* What was begun last ends. A function that returns or throws without it ends what it has begun by that, at the latest
 * when the next choice is made. */
static inline void reduce_tree_end(void) {
    if (reduce_tree_leave) reduce_tree_leave();
}

/* A number below `bound`, for a program that draws by itself: `drawn` is what it would take, and what this gives unless
 * reduce-generator wants another one. 0 is the simplest. */
static inline uint64_t reduce_tree_chosen(uint64_t bound, uint64_t drawn) {
    return reduce_tree_choice ? reduce_tree_choice(bound, drawn) : drawn;
}

#endif
