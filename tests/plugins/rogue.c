/* A pass that deletes one byte, instance i the byte i, and does not behave on instance 0. What it does there is said by
 * a macro when it is compiled. */
#define _GNU_SOURCE
#include "reduce_tree_plugin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What it says of itself can be said as well. */
#ifndef PLUGIN
#define PLUGIN "rogue"
#endif
#ifndef PASS
#define PASS "rogue"
#endif
#ifndef LANGUAGES
#define LANGUAGES NULL
#endif
#ifndef MINOR
#define MINOR RT_ABI_MINOR
#endif

#define GIGABYTE ((size_t)1 << 30)

/* A null pointer that the compiler knows nothing of. */
int *volatile nowhere;

static int32_t delete(const rt_host *host, size_t at) {
    return host->replace(host, at, at + 1, NULL, 0);
}

static int32_t misbehave(const rt_host *host) {
    rt_text text = host->text(host);
    (void)text;
#if defined CRASHES
    *nowhere = 0;
#elif defined CRASHES_ONCE
    /* The second process finds what the first has left. */
    if (mkdir(getenv("ROGUE_MARK"), 0700) == 0) *nowhere = 0;
    return delete(host, 0);
#elif defined ABORTS
    abort();
#elif defined FORKS
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) == 0 && fork() == 0) {
        execlp("tail", "tail", "-f", getenv("ROGUE_MARK"), (char *)NULL);
        _exit(1);
    }
    /* Until `tail` runs. */
    close(ends[1]);
    char nothing;
    (void)!read(ends[0], &nothing, 1);
    return delete(host, 0);
#elif defined EXITS
    exit(3);
#elif defined HANGS
    for (volatile int i = 0;; i++) {}
#elif defined CORRUPTS
    char *block = malloc(64);
    memset((uint8_t *)text.bytes, 'x', text.length + 1);
    memset((char *)host + sizeof *host, 0x5a, 64);
    memset(block - 256, 0xa5, 4096);
    free(block);
#elif defined ALLOCATES
    for (int i = 0; i < 64; i++) {
        char *block = malloc(GIGABYTE);
        *(volatile char *)block = 0;
    }
#elif defined GIVES_GIGABYTES
    host->replace(host, 0, 0, calloc(3, GIGABYTE), 3 * GIGABYTE);
#elif defined GIVES_NO_UTF8
    return host->replace(host, 0, 1, (const uint8_t *)"\xff", 1);
#elif defined GIVES_THE_SAME
    return host->replace(host, 0, text.length, text.bytes, text.length);
#elif defined OVERLAPS
    host->replace(host, 0, 2, NULL, 0);
    return host->replace(host, 1, 3, NULL, 0);
#elif defined ANSWERS_NONSENSE
    return 77;
#elif defined WRITES_EVERYWHERE
    for (int file = 0; file < 64; file++) (void)!write(file, "rubbish rubbish rubbish", 23);
    return delete(host, 0);
#elif defined CLOSES_EVERYTHING
    for (int file = 0; file < 64; file++) close(file);
    return delete(host, 0);
#elif defined PRINTS
    char line[4096];
    memset(line, '#', sizeof line);
    for (int i = 0; i < 1000; i++) {
        fwrite(line, 1, sizeof line, stdout);
        fwrite(line, 1, sizeof line, stderr);
    }
    while (fgets(line, sizeof line, stdin)) {}
    return delete(host, 0);
#elif defined CHANGES_ITS_MIND
    static size_t calls;
    return delete(host, calls++ % text.length);
#elif defined REFUSES
    host->fail(host, "I would\nrather not");
    return RT_ERROR;
#else
    return delete(host, 0);
#endif
    return RT_DONE;
}

static int32_t open_text(const rt_host *host, void **state) {
    (void)host, (void)state;
#if defined CRASHES_WHEN_OPENING
    *nowhere = 0;
#endif
    return RT_DONE;
}

static int64_t count(const rt_host *host, void *state) {
    int64_t length = (int64_t)host->text(host).length;
    (void)state;
#if defined COUNTS_TOO_MANY
    return length + 1;
#elif defined COUNTS_TOO_FEW
    return length - 1;
#elif defined COUNTS_BELOW_ZERO
    return -7;
#elif defined HAS_NO_END
    return RT_UNKNOWN;
#endif
    return length;
}

static int32_t apply(const rt_host *host, void *state, uint64_t instance) {
    size_t length = host->text(host).length;
    (void)state;
#if defined HAS_NO_END
    return delete(host, instance % length);
#endif
    if (instance >= length) return RT_NO_SUCH_INSTANCE;
    return instance == 0 ? misbehave(host) : delete(host, instance);
}

static void close_text(const rt_host *host, void *state) {
    (void)host, (void)state;
}

#if defined CRASHES_WHEN_LOADED
__attribute__((constructor)) static void crash(void) {
    *nowhere = 0;
}
#elif defined HANGS_WHEN_LOADED
__attribute__((constructor)) static void hang(void) {
    for (;;) pause();
}
#endif

static const rt_pass pass = {PASS, "deletes a byte", LANGUAGES, RT_SHRINKS, open_text, count, apply, close_text};
static const rt_pass *const passes[] = {&pass};
static const rt_plugin plugin = {RT_ABI_MAJOR, MINOR, PLUGIN, "1.0", 1, passes};

const rt_plugin *reduce_tree_plugin(void) {
    return &plugin;
}
