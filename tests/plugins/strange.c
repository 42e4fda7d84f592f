/* A plugin that asks the host for what there is not, and edits where it may not. Its only instance says how that
 * went. */
#include <stdio.h>
#include <string.h>

#include "reduce_tree_plugin.h"

static int edits_outside_of_apply = 0;

static int32_t open_text(const rt_host *host, void **state) {
    (void)state;
    edits_outside_of_apply += host->replace(host, 0, 1, (const uint8_t *)"x", 1) == RT_DONE;
    edits_outside_of_apply += host->remove(host, 1) == RT_DONE;
    return RT_DONE;
}

static int64_t count(const rt_host *host, void *state) {
    (void)state;
    edits_outside_of_apply += host->put(host, 1, (const uint8_t *)"x", 1) == RT_DONE;
    return 1;
}

static int says_nothing(const rt_host *host, rt_node node) {
    return host->parent(host, node) == RT_NO_NODE && host->first_child(host, node) == RT_NO_NODE
        && host->next_sibling(host, node) == RT_NO_NODE && *host->kind(host, node) == '\0'
        && *host->edge(host, node) == '\0' && host->start(host, node) == 0 && host->end(host, node) == 0
        && host->tokens(host, node) == 0 && host->flags(host, node) == 0 && host->is_mandatory(host, node) == 0
        && host->is_in_list(host, node) == 0 && host->may_stand(host, "identifier", node) == 0
        && host->smallest(host, node, 0).length == 0;
}

static int refuses(const rt_host *host, rt_node node) {
    rt_node root = host->root(host), child = host->first_child(host, root);
    return host->remove(host, node) == RT_ERROR && host->put(host, node, (const uint8_t *)"x", 1) == RT_ERROR
        && host->lift(host, node, child, child) == RT_ERROR && host->lift(host, child, node, node) == RT_ERROR;
}

static int32_t apply(const rt_host *host, void *state, uint64_t instance) {
    (void)state;
    if (instance > 0) return RT_NO_SUCH_INSTANCE;
    size_t length = host->text(host).length;
    rt_node root = host->root(host), child = host->first_child(host, root);
    int nothing = says_nothing(host, RT_NO_NODE) && says_nothing(host, 1000000000);
    int refused = refuses(host, RT_NO_NODE) && refuses(host, 1000000000)
        && host->replace(host, 0, length + 1, NULL, 0) == RT_ERROR && host->replace(host, 1, 0, NULL, 0) == RT_ERROR
        && host->replace(host, (size_t)-1, (size_t)-1, NULL, 0) == RT_ERROR && host->remove(host, root) == RT_ERROR
        && host->lift(host, child, root, root) == RT_ERROR && host->lift(host, child, child, child) == RT_ERROR
        && host->may_stand(host, NULL, child) == 0 && host->smallest(host, child, (size_t)-1).length == 0;
    char answer[128];
    int written = snprintf(answer, sizeof answer, "nothing %d, refused %d, outside of apply %d\n", nothing, refused,
                           edits_outside_of_apply);
    /* No bytes may come as NULL, and a message too. */
    host->fail(host, NULL);
    host->replace(host, 0, 0, NULL, 0);
    return host->replace(host, 0, length, (const uint8_t *)answer, (size_t)written);
}

static void close_text(const rt_host *host, void *state) { (void)host, (void)state; }

static const rt_pass pass = {"strange", "asks for what there is not", NULL, RT_SHRINKS,
                             open_text, count, apply, close_text};
static const rt_pass *const passes[] = {&pass};
static const rt_plugin plugin = {RT_ABI_MAJOR, RT_ABI_MINOR, "strange", "1", 1, passes};

const rt_plugin *reduce_tree_plugin(void) { return &plugin; }
