/* rlottie, for Lottie. The functions are those of rlottie_capi.h, the same in Debian 12 and 13. */
#ifndef LAMINA_LOTTIE_SHIM_H
#define LAMINA_LOTTIE_SHIM_H

#include "open.h"

typedef struct lamina_lottie_animation lamina_lottie_animation;

typedef struct lamina_lottie {
    lamina_lottie_animation *(*from_data)(const char *data, const char *key, const char *folder);
    void (*destroy)(lamina_lottie_animation *animation);
    void (*render)(
        lamina_lottie_animation *animation, size_t frame, uint32_t *pixels, size_t width, size_t height,
        size_t stride);
} lamina_lottie;

static inline bool lamina_lottie_open(lamina_lottie *lottie) {
    static const char library[] = "librlottie.so.0-1";
    static const char *const names[] = {
        "lottie_animation_from_data", "lottie_animation_destroy", "lottie_animation_render",
    };
    _Static_assert(sizeof names / sizeof *names * sizeof(void *) == sizeof(lamina_lottie), "a name for each function");
    if (!lamina_codec_open(lottie, library, names, sizeof names / sizeof *names)) return false;
    /* It keeps the last ten files otherwise; rlottie::configureModelCacheSize(size_t). */
    void *found = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *function = found ? dlsym(found, "_ZN7rlottie23configureModelCacheSizeEm") : NULL;
    void (*configure)(size_t);
    memcpy(&configure, &function, sizeof function);
    if (configure) configure(0);
    return true;
}

#endif
