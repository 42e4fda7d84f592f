/* A plugin of version 1.0: it knows no edits of nodes. Its instances put an exclamation mark behind each identifier. */
#include <string.h>

#include "version_1_0.h"

static int is_instance(const rt_host *host, rt_node node) {
    size_t end = host->end(host, node);
    return strcmp(host->kind(host, node), "identifier") == 0 && host->text(host).bytes[end] != '!';
}

static rt_node nth(const rt_host *host, uint64_t instance) {
    for (rt_node node = host->root(host); *host->kind(host, node) != '\0'; node++)
        if (is_instance(host, node) && instance-- == 0) return node;
    return RT_NO_NODE;
}

static int32_t open_text(const rt_host *host, void **state) {
    (void)state;
    return host->abi_major == 1 ? RT_DONE : RT_ERROR;
}

static int64_t count(const rt_host *host, void *state) {
    int64_t count = 0;
    (void)state;
    while (nth(host, (uint64_t)count) != RT_NO_NODE) count++;
    return count;
}

static int32_t apply(const rt_host *host, void *state, uint64_t instance) {
    rt_node node = nth(host, instance);
    size_t end = host->end(host, node);
    (void)state;
    return node == RT_NO_NODE ? RT_NO_SUCH_INSTANCE : host->replace(host, end, end, (const uint8_t *)"!", 1);
}

static void close_text(const rt_host *host, void *state) { (void)host, (void)state; }

static const rt_pass pass = {"old", "puts ! behind identifiers", "c", RT_SHRINKS, open_text, count, apply, close_text};
static const rt_pass *const passes[] = {&pass};
static const rt_plugin plugin = {RT_ABI_MAJOR, RT_ABI_MINOR, "old", "0.1", 1, passes};

const rt_plugin *reduce_tree_plugin(void) { return &plugin; }
