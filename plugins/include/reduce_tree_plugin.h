/*
 * reduce_tree_plugin.h: what a plugin of reduce-tree is.
 *
 * A plugin is a shared library that exports one function, reduce_tree_plugin. It describes the plugin and its passes.
 * A pass is a transformation of texts that can be applied in several places: its instances, which are numbered from 0.
 * The host decides which instance is tried when; a pass only says what would become of the text.
 *
 * The contract of a pass, for any one text:
 *   - There is an n such that the instances 0 .. n-1 can be applied and no others.
 *   - An instance gives the same result whenever it is applied, and a result that differs from the text.
 *   - Applied again and again, to its own results, a pass runs out of instances. (One that replaces constants by 1
 *     does not replace 1 by 1.)
 * A result need not be valid, nor smaller: the host tests it. All calls for one opened text come from one thread.
 *
 * Strings in this interface are UTF-8 and end with a NUL, unless they come as an rt_text. What the host hands over
 * stays valid until close returns; what a plugin hands over is copied before the call returns.
 *
 * Versions: a host accepts every plugin of its own major version whose minor version is not newer. Within a major
 * version members are only ever added, at the end, each marked with the version that brought it.
 */
#ifndef REDUCE_TREE_PLUGIN_H
#define REDUCE_TREE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define RT_ABI_MAJOR 1
#define RT_ABI_MINOR 2

/* Some bytes. A text that the host hands over is followed by a NUL, which does not count. */
typedef struct rt_text {
    const uint8_t *bytes;
    size_t length;
} rt_text;

/* A node of the host's tree of the opened text: its place in preorder, so that the nodes below a node follow it. */
typedef uint32_t rt_node;
#define RT_NO_NODE UINT32_MAX

/* What a call came to. */
#define RT_DONE 0
#define RT_NO_SUCH_INSTANCE 1
#define RT_ERROR 2

/* The answer of count when finding out is as dear as applying. */
#define RT_UNKNOWN (-1)

/* Kinds of passes: one that makes texts smaller; one that has to enlarge them first, so that they can shrink further;
 * one that only makes them look simpler (names, order), and so comes after all others; since 1.2, one that makes them
 * read better and no smaller, which is tried when the search is over. */
#define RT_SHRINKS 0
#define RT_PUMP 1
#define RT_POLISHES 2
#define RT_TIDIES 3

/* What is said of a node. */
#define RT_LITERAL 1u /* a keyword, bracket or operator: its kind is its text in double quotes */
#define RT_EXTRA 2u   /* a comment, or what else may stand anywhere */
#define RT_WRONG 4u   /* the grammar could not read it */

/*
 * What the host does for a pass. Every function takes the host itself first. A function that is asked about a node
 * that there is not answers with RT_NO_NODE, 0, an empty text or an empty string.
 */
typedef struct rt_host rt_host;
struct rt_host {
    /* The version that the host speaks. */
    uint32_t abi_major;
    uint32_t abi_minor;

    /* The opened text. */
    rt_text (*text)(const rt_host *host);
    /* Its language: "javascript", "python", "c", "json", "xml", or the name of a grammar loaded at run time. */
    const char *(*language)(const rt_host *host);

    /* The tree of the text. Every byte that is no blank lies in a token, which is a node without children. */
    rt_node (*root)(const rt_host *host);
    rt_node (*parent)(const rt_host *host, rt_node node);
    rt_node (*first_child)(const rt_host *host, rt_node node);
    rt_node (*next_sibling)(const rt_host *host, rt_node node);
    /* Its label, as the grammar names it: "if_statement", "identifier", "\"if\"". The pointer is the same for the
     * same label. */
    const char *(*kind)(const rt_host *host, rt_node node);
    /* The label of the edge from its parent: the grammar's field name, else "child", or "token" for literals. */
    const char *(*edge)(const rt_host *host, rt_node node);
    /* The bytes that it covers: from start up to, and without, end. */
    size_t (*start)(const rt_host *host, rt_node node);
    size_t (*end)(const rt_host *host, rt_node node);
    /* The number of tokens below it; comments do not count. */
    size_t (*tokens)(const rt_host *host, rt_node node);
    /* RT_LITERAL, RT_EXTRA, RT_WRONG. */
    uint32_t (*flags)(const rt_host *host, rt_node node);

    /* What is known of the language, from its grammar and from the corpus. */
    /* 1 if the node's parent cannot be without it (its edge is mandatory). */
    int32_t (*is_mandatory)(const rt_host *host, rt_node node);
    /* 1 if many nodes may stand side by side where it stands: an element of a list, a statement of a block. */
    int32_t (*is_in_list)(const rt_host *host, rt_node node);
    /* 1 if a node of this kind may stand where this node stands. */
    int32_t (*may_stand)(const rt_host *host, const char *kind, rt_node node);
    /* The nth of the smallest texts that the corpus has where this node stands, from the smallest on; empty when
     * there are no more. */
    rt_text (*smallest)(const rt_host *host, rt_node node, size_t nth);

    /* The edits by which apply changes the text. All of them speak of the opened text; they must not overlap. A whole
     * new text replaces 0 .. length. They answer RT_DONE, or RT_ERROR outside of apply or when a place does not exist
     * or the new text would be beyond all bounds. */
    int32_t (*replace)(const rt_host *host, size_t start, size_t end, const uint8_t *bytes, size_t length);

    /* Says why a call is about to answer RT_ERROR. */
    void (*fail)(const rt_host *host, const char *message);

    /* Since 1.1: edits of nodes. The host sees to separators, blanks, indentation, and blocks that would be empty. */
    /* The node goes, with the tokens that only introduce it. */
    int32_t (*remove)(const rt_host *host, rt_node node);
    /* The siblings first .. last, which lie below the node, take its place. */
    int32_t (*lift)(const rt_host *host, rt_node node, rt_node first, rt_node last);
    /* Some text takes the node's place. */
    int32_t (*put)(const rt_host *host, rt_node node, const uint8_t *bytes, size_t length);
};

/* A transformation. */
typedef struct rt_pass {
    /* A short name in lower case and dashes, by which users choose it. */
    const char *name;
    /* One line that says what it does. */
    const char *description;
    /* The languages that it serves, parted by blanks; NULL for all. */
    const char *languages;
    /* RT_SHRINKS, RT_PUMP, RT_POLISHES or RT_TIDIES. */
    uint32_t kind;

    /* Takes up a text, which the host gives. What the pass keeps for the other calls goes to *state, which is NULL
     * before. RT_DONE or RT_ERROR; after an error close is not called. */
    int32_t (*open)(const rt_host *host, void **state);
    /* The number of instances, or RT_UNKNOWN. */
    int64_t (*count)(const rt_host *host, void *state);
    /* Applies an instance by calling the host's edits. RT_DONE, RT_NO_SUCH_INSTANCE or RT_ERROR. */
    int32_t (*apply)(const rt_host *host, void *state, uint64_t instance);
    /* Lets go of the state. */
    void (*close)(const rt_host *host, void *state);
} rt_pass;

/* What a plugin says of itself. */
typedef struct rt_plugin {
    /* RT_ABI_MAJOR and RT_ABI_MINOR of the header that it was built with. */
    uint32_t abi_major;
    uint32_t abi_minor;
    const char *name;
    const char *version;
    /* Its passes. */
    size_t pass_count;
    const rt_pass *const *passes;
} rt_plugin;

#if defined(__GNUC__)
#define RT_EXPORT __attribute__((visibility("default")))
#else
#define RT_EXPORT
#endif

/* What every plugin defines. The answer stays valid for as long as the plugin is loaded. */
RT_EXPORT const rt_plugin *reduce_tree_plugin(void);

#endif
