/* What bench measures the cost of a call with: one pass that looks at the text alone, one that walks the tree. Both
 * replace a number by 1. */
#include "reduce_tree_plugin.h"

#include <ctype.h>
#include <stdlib.h>

struct numbers {
    size_t count, room;
    struct { size_t start, end; } *at;
};

static void add(struct numbers *found, size_t start, size_t end) {
    if (found->count == found->room) {
        found->room = 2 * found->room + 64;
        found->at = realloc(found->at, found->room * sizeof *found->at);
    }
    found->at[found->count].start = start;
    found->at[found->count].end = end;
    found->count++;
}

static int32_t open_text(const rt_host *host, void **state) {
    rt_text text = host->text(host);
    struct numbers *found = *state = calloc(1, sizeof *found);
    for (size_t i = 0, end; i < text.length; i = end + 1) {
        for (end = i; isdigit(text.bytes[end]); end++) {}
        if (end > i && !(end == i + 1 && text.bytes[i] == '1')) add(found, i, end);
    }
    return RT_DONE;
}

static int32_t open_tree(const rt_host *host, void **state) {
    struct numbers *found = *state = calloc(1, sizeof *found);
    /* Places in preorder: the last node is the one whose neighbours there are none of. */
    for (rt_node node = host->root(host); host->end(host, node) > 0; node++) {
        size_t start = host->start(host, node), end = host->end(host, node);
        const char *kind = host->kind(host, node);
        if (kind[0] == 'n' && kind[1] == 'u' && kind[2] == 'm' && end > start + 1) add(found, start, end);
    }
    return RT_DONE;
}

static int64_t count(const rt_host *host, void *state) {
    (void)host;
    return (int64_t)((struct numbers *)state)->count;
}

static int32_t apply(const rt_host *host, void *state, uint64_t instance) {
    struct numbers *found = state;
    if (instance >= found->count) return RT_NO_SUCH_INSTANCE;
    return host->replace(host, found->at[instance].start, found->at[instance].end, (const uint8_t *)"1", 1);
}

static void close(const rt_host *host, void *state) {
    (void)host;
    free(((struct numbers *)state)->at);
    free(state);
}

static const rt_pass text_pass = {"text", "looks at the text", NULL, RT_SHRINKS, open_text, count, apply, close};
static const rt_pass tree_pass = {"tree", "walks the tree", NULL, RT_SHRINKS, open_tree, count, apply, close};
static const rt_pass *const passes[] = {&text_pass, &tree_pass};
static const rt_plugin plugin = {RT_ABI_MAJOR, RT_ABI_MINOR, "bench", "1", 2, passes};

const rt_plugin *reduce_tree_plugin(void) {
    return &plugin;
}
