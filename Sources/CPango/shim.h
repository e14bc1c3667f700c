#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <freetype/ftoutln.h>
#include <freetype/ftsynth.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

/* GObject's casts are macros, which Swift does not see: one helper for each conversion that the library needs. */

/* The first one of the process has a thread start fontconfig, for whose end a child that is forked meanwhile would wait
 * for ever: so that end is waited for here. */
static inline PangoFontMap *lamina_pango_font_map_new(void) {
    PangoFontMap *map = pango_cairo_font_map_new();
    if (map) pango_fc_font_map_get_config(PANGO_FC_FONT_MAP(map));
    return map;
}

/* Makes the map take its fonts from `config` instead of the process's; the map keeps a reference. */
static inline void lamina_pango_font_map_use(PangoFontMap *map, FcConfig *config) {
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}

/* Gives the map back. Pango 1.50 forgets the reference to its configuration when it ends, so that is taken away
 * first. */
static inline void lamina_pango_font_map_free(PangoFontMap *map) {
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), NULL);
    g_object_unref(map);
}

/* Borrowed; NULL when the font could not be opened. */
static inline cairo_scaled_font_t *lamina_pango_scaled_font(PangoFont *font) {
    return PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font((PangoCairoFont *)font) : NULL;
}

/* Borrowed; NULL for a font that does not come from fontconfig. */
static inline FcPattern *lamina_pango_pattern(PangoFont *font) {
    return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}

/* 0 for a regular file that may be read, 1 for what is none, else -1 with the reason in errno. Nothing is opened: that
 * of a FIFO waits until somebody writes to it. */
static inline int lamina_check_regular_file(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    if (!S_ISREG(status.st_mode)) return 1;
    return access(path, R_OK);
}

/* Opens the font's file and keeps it open until `lamina_scaled_font_close`: cairo opens ten files at most, and closes
 * others' without asking whether another thread has just begun to read them. Returns whether glyphs may have colours
 * (FT_HAS_COLOR is a macro); -1 when the file cannot be opened. */
static inline int lamina_scaled_font_open(cairo_scaled_font_t *font) {
    if (cairo_scaled_font_get_type(font) != CAIRO_FONT_TYPE_FT) return 0;
    FT_Face face = cairo_ft_scaled_font_lock_face(font);
    return face ? (face->face_flags & FT_FACE_FLAG_COLOR) != 0 : -1;
}

/* Whether Pango could read the font's file; when it could not, it keeps a font without glyphs and never tries again. */
static inline int lamina_pango_font_has_glyphs(PangoFont *font) {
    hb_font_t *shaping = pango_font_get_hb_font(font);
    return shaping && hb_face_get_glyph_count(hb_font_get_face(shaping)) > 0;
}

static inline void lamina_scaled_font_close(cairo_scaled_font_t *font) {
    if (cairo_scaled_font_get_type(font) == CAIRO_FONT_TYPE_FT) cairo_ft_scaled_font_unlock_face(font);
}

/* Where the baseline of `script` lies in a font, as pango-layout.c apply_baseline_shift() asks for it; `of` is the
 * script whose kind of baseline is meant. 1/1024 units. */
static inline int lamina_pango_baseline(PangoFont *font, int of, int script, PangoLanguage *language) {
    unsigned int script_count = HB_OT_MAX_TAGS_PER_SCRIPT, language_count = HB_OT_MAX_TAGS_PER_LANGUAGE;
    hb_tag_t scripts[HB_OT_MAX_TAGS_PER_SCRIPT], languages[HB_OT_MAX_TAGS_PER_LANGUAGE];
    hb_position_t baseline = 0;
    hb_ot_tags_from_script_and_language((hb_script_t)g_unicode_script_to_iso15924((GUnicodeScript)script),
                                        hb_language_from_string(pango_language_to_string(language), -1), &script_count,
                                        scripts, &language_count, languages);
    hb_ot_layout_get_baseline_with_fallback(
        pango_font_get_hb_font(font),
        hb_ot_layout_get_horizontal_baseline_tag_for_script(
            (hb_script_t)g_unicode_script_to_iso15924((GUnicodeScript)of)),
        HB_DIRECTION_LTR, scripts[script_count - 1], language_count ? languages[language_count - 1] : HB_TAG_NONE,
        &baseline);
    return baseline;
}

/* Glibc hides both from programs that do not ask for all of its extensions. */
extern int sched_getcpu(void);
extern int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *processors);

/* Has a thread begin on the processor that this one is on, which is free as soon as this one waits for it; elsewhere it
 * might have to wait until a thread that sorts fonts is through. Without effect where that is not known. */
static inline void lamina_thread_stays_here(pthread_attr_t *attributes) {
    enum { BITS = 8 * sizeof(unsigned long), WORDS = 1024 / BITS };
    unsigned long processors[WORDS] = {0};
    int here = sched_getcpu();
    if (here < 0 || here >= 1024) return;
    processors[here / BITS] = 1ul << (here % BITS);
    pthread_attr_setaffinity_np(attributes, sizeof processors, (const cpu_set_t *)processors);
}

/* The calling thread's number with the kernel, and whether the process has a thread of that number. The C library
 * declares neither call for programs that do not ask for GNU extensions. */
static inline int lamina_thread_number(void) { return (int)syscall(SYS_gettid); }

static inline int lamina_has_thread(int number) { return syscall(SYS_tgkill, getpid(), number, 0) == 0; }

/* The direction of the first strong character: PANGO_DIRECTION_LTR, _RTL or _NEUTRAL. The function is deprecated
 * since 1.44 without a replacement in Pango, and is what PangoLayout itself uses. */
static inline int lamina_pango_base_direction(const char *text, int length) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    return (int)pango_find_base_dir(text, length);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

/* A file in memory, closed on exec; -1 when there is none. The C library's own function is a GNU extension. */
static inline int lamina_memory_file(void) { return (int)syscall(SYS_memfd_create, "lamina-font", 1u); }
