/* libheif, for HEIF and AVIF. The numbers and the structs are those of libheif/heif.h, which stay (its soname is
 * libheif.so.1 since 2018). */
#ifndef LAMINA_HEIF_SHIM_H
#define LAMINA_HEIF_SHIM_H

#include "open.h"

typedef struct lamina_heif_context lamina_heif_context;
typedef struct lamina_heif_handle lamina_heif_handle;
typedef struct lamina_heif_image lamina_heif_image;

/* struct heif_error */
typedef struct lamina_heif_error {
    int code, detail;
    const char *message;
} lamina_heif_error;

typedef struct lamina_heif {
    lamina_heif_context *(*context_alloc)(void);
    void (*context_free)(lamina_heif_context *context);
    void (*context_set_max_decoding_threads)(lamina_heif_context *context, int count);
    lamina_heif_error (*context_read_from_memory_without_copy)(
        lamina_heif_context *context, const void *bytes, size_t count, const void *options);
    lamina_heif_error (*context_get_primary_image_handle)(
        lamina_heif_context *context, lamina_heif_handle **out_handle);
    void (*image_handle_release)(const lamina_heif_handle *handle);
    int (*image_handle_get_width)(const lamina_heif_handle *handle);
    int (*image_handle_get_height)(const lamina_heif_handle *handle);
    int (*image_handle_has_alpha_channel)(const lamina_heif_handle *handle);
    int (*image_handle_is_premultiplied_alpha)(const lamina_heif_handle *handle);
    lamina_heif_error (*decode_image)(
        const lamina_heif_handle *handle, lamina_heif_image **out_image, int colorspace, int chroma,
        const void *options);
    const uint8_t *(*image_get_plane_readonly)(const lamina_heif_image *image, int channel, int *out_stride);
    int (*image_get_width)(const lamina_heif_image *image, int channel);
    int (*image_get_height)(const lamina_heif_image *image, int channel);
    void (*image_release)(const lamina_heif_image *image);
    int (*have_decoder_for_format)(int format);
} lamina_heif;

enum {
    LAMINA_HEIF_UNSUPPORTED_FILE = 3,
    LAMINA_HEIF_UNSUPPORTED_FEATURE = 4,
    LAMINA_HEIF_NO_MEMORY = 6,
    LAMINA_HEIF_PLUGIN_MISSING = 12,
    LAMINA_HEIF_HEVC = 1,
    LAMINA_HEIF_AV1 = 4,
    LAMINA_HEIF_RGB = 1,
    LAMINA_HEIF_INTERLEAVED_RGBA = 11,
    LAMINA_HEIF_INTERLEAVED = 10,
};

static inline bool lamina_heif_open(lamina_heif *heif) {
    static const char *const names[] = {
        "heif_context_alloc", "heif_context_free", "heif_context_set_max_decoding_threads",
        "heif_context_read_from_memory_without_copy", "heif_context_get_primary_image_handle",
        "heif_image_handle_release", "heif_image_handle_get_width", "heif_image_handle_get_height",
        "heif_image_handle_has_alpha_channel", "heif_image_handle_is_premultiplied_alpha", "heif_decode_image",
        "heif_image_get_plane_readonly", "heif_image_get_width", "heif_image_get_height", "heif_image_release",
        "heif_have_decoder_for_format",
    };
    _Static_assert(sizeof names / sizeof *names * sizeof(void *) == sizeof(lamina_heif), "a name for each function");
    return lamina_codec_open(heif, "libheif.so.1", names, sizeof names / sizeof *names);
}

#endif
