/* Texts that are laid out on several threads ask cairo for glyphs one at a time, and drawings that draw text end one at
 * a time: cairo 1.16 closes a font that another thread reads, and drops one that another looks up. Asked of cairo
 * itself, by standing in front of it. */
#define _GNU_SOURCE 1 /* RTLD_NEXT */
#include "check.h"

#include <cairo.h>
#include <dlfcn.h>
#include <sched.h>

enum { THREADS = 4, TEXTS = 400, NODES = 60 };

static lamina_context *context;
static int inside, overlaps, asked, ended;

static void enter(int *calls) {
  __atomic_add_fetch(calls, 1, __ATOMIC_SEQ_CST);
  if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) > 1) __atomic_add_fetch(&overlaps, 1, __ATOMIC_SEQ_CST);
  sched_yield(); /* whoever may come, comes now */
}

static void leave(void) { __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST); }

/* POSIX has functions and data share one kind of pointer; C does not, so the bytes are copied. */
static void find(const char *name, void *function, size_t size) {
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(function, &found, size);
}

#ifdef __cplusplus
extern "C" {
#endif

void cairo_scaled_font_glyph_extents(cairo_scaled_font_t *font, const cairo_glyph_t *glyphs, int count,
                                     cairo_text_extents_t *extents) {
  void (*real)(cairo_scaled_font_t *, const cairo_glyph_t *, int, cairo_text_extents_t *);
  find("cairo_scaled_font_glyph_extents", &real, sizeof real);
  enter(&asked);
  real(font, glyphs, count, extents);
  leave();
}

void cairo_destroy(cairo_t *cairo) {
  void (*real)(cairo_t *);
  find("cairo_destroy", &real, sizeof real);
  enter(&ended);
  real(cairo);
  leave();
}

#ifdef __cplusplus
}
#endif

static unsigned next(unsigned *seed) { return (*seed = *seed * 1664525u + 1013904223u) >> 8; }

/* Words that were not there before, of letters whose glyphs have numbers with equal low bits. */
static void *measure(void *argument) {
  unsigned seed = (unsigned)(uintptr_t)argument * 7919u;
  int i, k;
  for (i = 0; i < TEXTS; i++) {
    char bytes[128];
    size_t length = 0;
    lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
    lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
    lamina_text *text = NULL;
    for (k = 0; k < 40; k++) {
      unsigned letter = 0xA1 + next(&seed) % 0x1D0; /* Latin of many languages */
      if (k % 8 == 7) bytes[length++] = ' ';
      bytes[length++] = (char)(0xC0 | letter >> 6);
      bytes[length++] = (char)(0x80 | (letter & 63));
    }
    attributes.family = "DejaVu Sans";
    CHECK_OK(lamina_text_create(context, bytes, length, &attributes, &text));
    CHECK_OK(lamina_text_measure(text, NULL, 120, &metrics));
    CHECK(metrics.line_count > 1);
    lamina_text_release(text);
  }
  return NULL;
}

static void test_glyphs_are_asked_for_alone(void) {
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, measure, (void *)(uintptr_t)(i + 1));
  for (i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  CHECK(asked > 0);
  CHECK_EQUAL(overlaps, 0);
}

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  cairo_t *target = (cairo_t *)cairo;
  (void)canvas, (void)size, (void)scale, (void)user_data;
  cairo_select_font_face(target, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(target, 10 + (double)(uintptr_t)user_data);
  cairo_move_to(target, 0, 10);
  cairo_show_text(target, "text");
  return LAMINA_OK;
}

static void test_drawings_of_text_end_alone(void) {
  lamina_node *root = check_node(context);
  lamina_surface *surface = NULL;
  int i;
  for (i = 0; i < NODES; i++) {
    lamina_node *node = check_node(context);
    CHECK_OK(lamina_node_set_frame(node, check_make_rect(i, i, 50, 20)));
    CHECK_OK(lamina_node_set_draw_callback(node, draw, (void *)(uintptr_t)i, NULL));
    CHECK_OK(lamina_node_set_draws_text(node, true));
    CHECK_OK(lamina_node_add_child(root, node));
    lamina_node_release(node);
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(120, 120), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK(ended >= NODES);
  CHECK_EQUAL(overlaps, 0);
  lamina_surface_release(surface);
  lamina_node_release(root);
}

int main(void) {
  context = check_context(THREADS);
  test_glyphs_are_asked_for_alone();
  test_drawings_of_text_end_alone();
  lamina_context_release(context);
  return check_done(__FILE__);
}
