/* Libraries that are found when they are first needed, so that programs that read no such pictures do not depend on
 * them. */
#ifndef LAMINA_CODECS_OPEN_H
#define LAMINA_CODECS_OPEN_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Fills a table of `count` functions by their names; false when the library is not there or lacks one of them. */
static inline bool lamina_codec_open(
    void *table, const char *library, const char *const *names, size_t count) {
    void *found = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!found) return false;
    for (size_t i = 0; i < count; i++) {
        void *function = dlsym(found, names[i]);
        if (!function) return false;
        memcpy((char *)table + i * sizeof function, &function, sizeof function);
    }
    return true;
}

#endif
