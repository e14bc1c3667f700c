/* librsvg, for SVG. The structs are those of librsvg/rsvg.h and glib.h. */
#ifndef LAMINA_RSVG_SHIM_H
#define LAMINA_RSVG_SHIM_H

#include "open.h"

typedef struct lamina_rsvg_handle lamina_rsvg_handle;

/* GError */
typedef struct lamina_rsvg_error {
    uint32_t domain;
    int code;
    char *message;
} lamina_rsvg_error;

/* RsvgLength */
typedef struct lamina_rsvg_length {
    double length;
    int unit;
} lamina_rsvg_length;

/* RsvgRectangle */
typedef struct lamina_rsvg_rectangle {
    double x, y, width, height;
} lamina_rsvg_rectangle;

typedef struct lamina_rsvg {
    lamina_rsvg_handle *(*new_from_data)(const uint8_t *bytes, size_t count, lamina_rsvg_error **out_error);
    void (*set_dpi)(lamina_rsvg_handle *handle, double dpi);
    int (*get_intrinsic_size_in_pixels)(lamina_rsvg_handle *handle, double *out_width, double *out_height);
    void (*get_intrinsic_dimensions)(
        lamina_rsvg_handle *handle, int *out_has_width, lamina_rsvg_length *out_width, int *out_has_height,
        lamina_rsvg_length *out_height, int *out_has_box, lamina_rsvg_rectangle *out_box);
    int (*render_document)(
        lamina_rsvg_handle *handle, void *cairo, const lamina_rsvg_rectangle *place, lamina_rsvg_error **out_error);
    /* GObject's and GLib's, which librsvg depends on. */
    void (*object_unref)(void *object);
    void (*error_free)(lamina_rsvg_error *error);
} lamina_rsvg;

static inline bool lamina_rsvg_open(lamina_rsvg *rsvg) {
    static const char *const names[] = {
        "rsvg_handle_new_from_data", "rsvg_handle_set_dpi", "rsvg_handle_get_intrinsic_size_in_pixels",
        "rsvg_handle_get_intrinsic_dimensions", "rsvg_handle_render_document", "g_object_unref", "g_error_free",
    };
    _Static_assert(sizeof names / sizeof *names * sizeof(void *) == sizeof(lamina_rsvg), "a name for each function");
    return lamina_codec_open(rsvg, "librsvg-2.so.2", names, sizeof names / sizeof *names);
}

#endif
