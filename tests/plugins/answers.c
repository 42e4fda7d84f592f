/* A plugin that writes down every answer of the host, and makes every edit: what answers.rs does, in C. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reduce_tree_plugin.h"

struct text {
    uint8_t *bytes;
    size_t length;
};

static void add(struct text *text, const void *bytes, size_t length) {
    text->bytes = realloc(text->bytes, text->length + length + 1);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

static void add_format(struct text *text, const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add(text, line, (size_t)length);
}

static long long id(rt_node node) { return node == RT_NO_NODE ? -1 : (long long)node; }

static void write_down(const rt_host *host, rt_node node, struct text *out) {
    const char *kind = host->kind(host, node);
    add_format(out, "%u %lld %lld %lld %s %s", node, id(host->parent(host, node)), id(host->first_child(host, node)),
               id(host->next_sibling(host, node)), kind, host->edge(host, node));
    add_format(out, " %zu %zu %zu", host->start(host, node), host->end(host, node), host->tokens(host, node));
    uint32_t flags = host->flags(host, node);
    add_format(out, "%d%d%d", (flags & RT_LITERAL) != 0, (flags & RT_EXTRA) != 0, (flags & RT_WRONG) != 0);
    add_format(out, "%d%d", (int)host->is_mandatory(host, node), (int)host->is_in_list(host, node));
    const char *kinds[] = {host->kind(host, host->root(host)), kind, "identifier", "no such kind"};
    for (size_t i = 0; i < 4; i++) add_format(out, "%d", (int)host->may_stand(host, kinds[i], node));
    for (size_t nth = 0;; nth++) {
        rt_text smallest = host->smallest(host, node, nth);
        if (smallest.length == 0) break;
        add(out, " ", 1);
        add(out, smallest.bytes, smallest.length);
    }
    add(out, "\n", 1);
}

static int there_is(const rt_host *host, rt_node node) { return *host->kind(host, node) != '\0'; }

static int32_t open_answers(const rt_host *host, void **state) {
    (void)host;
    *state = NULL;
    return RT_DONE;
}

static int64_t unknown(const rt_host *host, void *state) {
    (void)host, (void)state;
    return RT_UNKNOWN;
}

static int32_t apply_answers(const rt_host *host, void *state, uint64_t instance) {
    (void)state;
    if (instance > 0) return RT_NO_SUCH_INSTANCE;
    struct text out = {NULL, 0};
    rt_text text = host->text(host);
    if (host->abi_major != RT_ABI_MAJOR || host->abi_minor < RT_ABI_MINOR || text.bytes[text.length] != 0) {
        host->fail(host, "the host is of another version, or its text has no end");
        return RT_ERROR;
    }
    add_format(&out, "%s %zu\n", host->language(host), text.length);
    for (rt_node node = host->root(host); there_is(host, node); node++) write_down(host, node, &out);
    int32_t status = host->replace(host, 0, text.length, out.bytes, out.length);
    free(out.bytes);
    return status;
}

static void close_answers(const rt_host *host, void *state) { (void)host, (void)state; }

static int32_t open_edits(const rt_host *host, void **state) {
    uintptr_t nodes = 0;
    while (there_is(host, (rt_node)nodes)) nodes++;
    if (nodes == 1) {
        host->fail(host, "there is nothing to edit");
        return RT_ERROR;
    }
    *state = (void *)nodes;
    return RT_DONE;
}

static int64_t count_edits(const rt_host *host, void *state) { return (void)host, (int64_t)(uintptr_t)state * 4; }

static int32_t apply_edits(const rt_host *host, void *state, uint64_t instance) {
    uint64_t count = (uint64_t)(uintptr_t)state * 4;
    rt_node node = (rt_node)(instance / 4);
    if (instance > count) return RT_NO_SUCH_INSTANCE;
    if (instance == count) {
        char message[64];
        snprintf(message, sizeof message, "%llu is one too many", (unsigned long long)instance);
        host->fail(host, message);
        return RT_ERROR;
    }
    /* Some edits change nothing by themselves, which no instance may. */
    if (host->replace(host, 0, 0, (const uint8_t *)"*", 1) != RT_DONE) return RT_ERROR;
    switch (instance % 4) {
    case 0: return host->remove(host, node);
    case 1: return node == host->root(host) ? RT_DONE : host->lift(host, host->parent(host, node), node, node);
    case 2: return host->put(host, node, (const uint8_t *)"put", 3);
    default: return host->replace(host, host->start(host, node), host->end(host, node), (const uint8_t *)"new", 3);
    }
}

static const rt_pass answers = {"answers", "writes down what the host says of every node", NULL, RT_POLISHES,
                                open_answers, unknown, apply_answers, close_answers};
static const rt_pass every_edit = {"every-edit", "makes every edit of every node", "javascript python c json xml",
                                   RT_PUMP, open_edits, count_edits, apply_edits, close_answers};
static const rt_pass *const passes[] = {&answers, &every_edit};
static const rt_plugin plugin = {RT_ABI_MAJOR, RT_ABI_MINOR, "answers", "0.1.0", 2, passes};

const rt_plugin *reduce_tree_plugin(void) { return &plugin; }
