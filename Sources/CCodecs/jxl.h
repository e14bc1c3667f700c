/* libjxl, for JPEG XL. The numbers and the structs are those of its headers, the same from 0.7 to 0.11. */
#ifndef LAMINA_JXL_SHIM_H
#define LAMINA_JXL_SHIM_H

#include "open.h"

typedef struct lamina_jxl_decoder lamina_jxl_decoder;

/* JxlBasicInfo */
typedef struct lamina_jxl_info {
    int have_container;
    uint32_t width, height, bits_per_sample, exponent_bits_per_sample;
    float intensity_target, min_nits;
    int relative_to_max_display;
    float linear_below;
    int uses_original_profile, have_preview, have_animation, orientation;
    uint32_t color_channels, extra_channels, alpha_bits, alpha_exponent_bits;
    int alpha_premultiplied;
    uint32_t preview[2];
    uint32_t ticks, seconds, loops; /* of an animation: so many ticks in so many seconds; loops: 0 for ever */
    int have_timecodes;
    uint32_t rest[64]; /* what is kept for later */
} lamina_jxl_info;

/* JxlFrameHeader */
typedef struct lamina_jxl_frame {
    uint32_t duration; /* in ticks */
    uint32_t rest[32]; /* its name, layers, and what is kept for later */
} lamina_jxl_frame;

/* JxlPixelFormat */
typedef struct lamina_jxl_format {
    uint32_t channels;
    int type, endianness;
    size_t align;
} lamina_jxl_format;

/* JxlColorEncoding */
typedef struct lamina_jxl_colors {
    int space, white_point;
    double white[2];
    int primaries;
    double red[2], green[2], blue[2];
    int transfer_function;
    double gamma;
    int intent;
} lamina_jxl_colors;

typedef struct lamina_jxl {
    lamina_jxl_decoder *(*create)(const void *memory);
    void (*destroy)(lamina_jxl_decoder *decoder);
    int (*subscribe_events)(lamina_jxl_decoder *decoder, int events);
    int (*set_input)(lamina_jxl_decoder *decoder, const uint8_t *bytes, size_t count);
    size_t (*release_input)(lamina_jxl_decoder *decoder);
    void (*close_input)(lamina_jxl_decoder *decoder);
    int (*process_input)(lamina_jxl_decoder *decoder);
    int (*get_basic_info)(const lamina_jxl_decoder *decoder, lamina_jxl_info *out_info);
    int (*set_preferred_color_profile)(lamina_jxl_decoder *decoder, const lamina_jxl_colors *colors);
    int (*set_image_out_buffer)(
        lamina_jxl_decoder *decoder, const lamina_jxl_format *format, void *pixels, size_t count);
    int (*get_frame_header)(const lamina_jxl_decoder *decoder, lamina_jxl_frame *out_frame);
} lamina_jxl;

enum {
    LAMINA_JXL_SUCCESS = 0,
    LAMINA_JXL_ERROR = 1,
    LAMINA_JXL_NEED_MORE_INPUT = 2,
    LAMINA_JXL_NEED_IMAGE_OUT_BUFFER = 5,
    LAMINA_JXL_BASIC_INFO = 0x40,
    LAMINA_JXL_COLOR_ENCODING = 0x100,
    LAMINA_JXL_FRAME = 0x400,
    LAMINA_JXL_FULL_IMAGE = 0x1000,
};

/* sRGB, or its greys. */
static inline lamina_jxl_colors lamina_jxl_srgb(bool grey) {
    lamina_jxl_colors colors;
    memset(&colors, 0, sizeof colors);
    colors.space = grey;
    colors.white_point = 1;
    colors.primaries = 1;
    colors.transfer_function = 13;
    colors.intent = 1;
    return colors;
}

static inline bool lamina_jxl_open(lamina_jxl *jxl) {
    /* Debian 13 and 12, and those in between. */
    static const char *const libraries[] = {
        "libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7",
    };
    static const char *const names[] = {
        "JxlDecoderCreate", "JxlDecoderDestroy", "JxlDecoderSubscribeEvents", "JxlDecoderSetInput",
        "JxlDecoderReleaseInput", "JxlDecoderCloseInput", "JxlDecoderProcessInput", "JxlDecoderGetBasicInfo",
        "JxlDecoderSetPreferredColorProfile", "JxlDecoderSetImageOutBuffer",
        "JxlDecoderGetFrameHeader",
    };
    _Static_assert(sizeof names / sizeof *names * sizeof(void *) == sizeof(lamina_jxl), "a name for each function");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (lamina_codec_open(jxl, libraries[i], names, sizeof names / sizeof *names)) return true;
    }
    return false;
}

#endif
