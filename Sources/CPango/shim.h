#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <sys/syscall.h>
#include <unistd.h>

/* GObject's casts are macros, which Swift does not see: one helper for each conversion that the library needs. */

static inline PangoFontMap *lamina_pango_font_map_new(void) { return pango_cairo_font_map_new(); }

/* Makes the map take its fonts from `config` instead of the process's; the map keeps a reference. */
static inline void lamina_pango_font_map_use(PangoFontMap *map, FcConfig *config) {
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}

/* Gives the map back. Pango 1.50 forgets the reference to its configuration when it ends, so that is taken away first. */
static inline void lamina_pango_font_map_free(PangoFontMap *map) {
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), NULL);
    g_object_unref(map);
}

static inline void lamina_pango_font_map_clear(PangoFontMap *map) {
    pango_fc_font_map_cache_clear(PANGO_FC_FONT_MAP(map));
}

/* Borrowed; NULL when the font could not be opened. */
static inline cairo_scaled_font_t *lamina_pango_scaled_font(PangoFont *font) {
    return PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font((PangoCairoFont *)font) : NULL;
}

/* Borrowed; NULL for a font that does not come from fontconfig. */
static inline FcPattern *lamina_pango_pattern(PangoFont *font) {
    return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}

/* FT_HAS_COLOR is a macro over FT_FACE_FLAG_COLOR. */
static inline int lamina_scaled_font_has_color(cairo_scaled_font_t *font) {
    if (cairo_scaled_font_get_type(font) != CAIRO_FONT_TYPE_FT) return 0;
    FT_Face face = cairo_ft_scaled_font_lock_face(font);
    if (!face) return 0;
    int color = (face->face_flags & FT_FACE_FLAG_COLOR) != 0;
    cairo_ft_scaled_font_unlock_face(font);
    return color;
}

/* The direction of the first strong character: PANGO_DIRECTION_LTR, _RTL or _NEUTRAL. The function is deprecated
 * since 1.44 without a replacement in Pango, and is what PangoLayout itself uses. */
static inline int lamina_pango_base_direction(const char *text, int length) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    return (int)pango_find_base_dir(text, length);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

/* A file in memory, closed on exec; -1 when there is none. The C library's own function is a GNU extension. */
static inline int lamina_memory_file(void) { return (int)syscall(SYS_memfd_create, "lamina-font", 1u); }
