/* Replaces the condition of an if or a loop by 0. */
#include <stdlib.h>
#include <string.h>

#include "reduce_tree_plugin.h"

/* What the pass keeps of a text: the nodes that it replaces, one for each instance. */
struct found {
    size_t count;
    rt_node *nodes;
};

/* In C and JavaScript the condition's brackets belong to it. */
static const char *zero(const rt_host *host, rt_node node) {
    return strcmp(host->kind(host, node), "parenthesized_expression") == 0 ? "(0)" : "0";
}

/* A result has to differ from the text, or the pass would never run out. */
static int is_instance(const rt_host *host, rt_node node) {
    size_t start = host->start(host, node), length = host->end(host, node) - start;
    const char *text = (const char *)host->text(host).bytes + start, *new_text = zero(host, node);
    int is_condition = strcmp(host->edge(host, node), "condition") == 0 && !(host->flags(host, node) & RT_LITERAL);
    return is_condition && (length != strlen(new_text) || memcmp(text, new_text, length) != 0);
}

static int32_t open_text(const rt_host *host, void **state) {
    struct found *found = calloc(1, sizeof *found);
    /* Nodes are numbered from 0, the root; beyond the last there is no kind. */
    for (rt_node node = host->root(host); *host->kind(host, node) != '\0'; node++)
        if (is_instance(host, node)) {
            found->nodes = realloc(found->nodes, (found->count + 1) * sizeof node);
            found->nodes[found->count++] = node;
        }
    *state = found;
    return RT_DONE;
}

static int64_t count(const rt_host *host, void *state) { return (void)host, ((struct found *)state)->count; }

static int32_t apply(const rt_host *host, void *state, uint64_t instance) {
    struct found *found = state;
    if (instance >= found->count) return RT_NO_SUCH_INSTANCE;
    const char *new_text = zero(host, found->nodes[instance]);
    return host->put(host, found->nodes[instance], (const uint8_t *)new_text, strlen(new_text));
}

static void close_text(const rt_host *host, void *state) {
    (void)host, free(((struct found *)state)->nodes), free(state);
}

static const rt_pass pass = {"condition-to-zero", "replaces a condition by 0", NULL, RT_SHRINKS,
                             open_text, count, apply, close_text};
static const rt_pass *const passes[] = {&pass};
static const rt_plugin plugin = {RT_ABI_MAJOR, RT_ABI_MINOR, "condition-to-zero", "1.0", 1, passes};

const rt_plugin *reduce_tree_plugin(void) { return &plugin; }
