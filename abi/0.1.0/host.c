/* A program of a host that was compiled against the lamina.h beside it and is never compiled against a newer one. It uses
 * every kind of object the way hosts do and demands what that header promised. See abi/README.md. */
#include "lamina.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;
static int drawn, displayed, will, completed, done, rendered, destroyed;

#define DEMAND(condition)                                                            \
  do {                                                                               \
    if (!(condition)) {                                                              \
      printf("host.c:%d: %s (last error: %s)\n", __LINE__, #condition, lamina_last_error()); \
      failed++;                                                                      \
    }                                                                                \
  } while (0)
#define OK(call) DEMAND((call) == LAMINA_OK)

static void destroy(void *user_data) { ++*(int *)user_data; }
static void log_line(lamina_log_level level, const char *message, void *user_data) {
  (void)user_data;
  printf("log %d: %s\n", (int)level, message);
}
static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  (void)user_data;
  if (cairo != NULL && size.width > 0 && scale > 0 && !lamina_canvas_is_cancelled(canvas)) __atomic_add_fetch(&drawn, 1, 5);
  return LAMINA_OK;
}
static void will_display(lamina_node *node, void *user_data) { (void)node, (void)user_data, will++; }
static void did_display(lamina_node *node, bool finished, void *user_data) {
  (void)node, (void)user_data;
  displayed += finished;
}
static void execute(lamina_canvas *canvas, void *user_data) { (void)canvas, (void)user_data; }
static void complete(bool cancelled, void *user_data) { (void)user_data, completed += !cancelled; }
static void transaction_done(lamina_transaction *transaction, bool cancelled, void *user_data) {
  (void)transaction, (void)user_data;
  done += !cancelled;
}
static void render_done(lamina_status status, void *user_data) { (void)user_data, rendered += status == LAMINA_OK; }

static lamina_node *box(lamina_context *context, double width, double height) {
  lamina_node *node = NULL;
  lamina_size size = {width, height};
  lamina_color red = {1, 0, 0, 1};
  OK(lamina_node_create(context, &node));
  OK(lamina_node_set_preferred_size(node, size));
  OK(lamina_node_set_background(node, red));
  return node;
}

static lamina_text *text(lamina_context *context) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_color blue = {0, 0, 1, 1};
  lamina_text_builder *builder = NULL;
  lamina_text *plain = NULL, *built = NULL;
  char copy[8];
  attributes.family = "DejaVu Sans";
  attributes.size = 20;
  attributes.weight = 700;
  attributes.slant = LAMINA_FONT_SLANT_ITALIC;
  attributes.color = &blue;
  options.maximum_lines = 1;
  OK(lamina_text_create(context, "Hello, wide world", LAMINA_NUL_TERMINATED, &attributes, &plain));
  OK(lamina_text_measure(plain, &options, 60, &metrics));
  DEMAND(metrics.line_count == 1 && metrics.is_truncated && metrics.size.width <= 61 && metrics.first_baseline > 0);
  OK(lamina_text_measure(plain, NULL, INFINITY, &metrics));
  DEMAND(!metrics.is_truncated && metrics.size.width > 61);
  DEMAND(lamina_text_get_length(plain) == 17 && lamina_text_copy_string(plain, copy, sizeof copy) == 17);
  DEMAND(strcmp(copy, "Hello, ") == 0);
  OK(lamina_text_builder_create(context, &attributes, &builder));
  OK(lamina_text_builder_append(builder, "one two", 7, NULL));
  OK(lamina_text_builder_set_attributes(builder, 0, 3, &attributes));
  DEMAND(lamina_text_builder_set_attributes(builder, 0, 99, &attributes) == LAMINA_ERROR_OUT_OF_RANGE);
  OK(lamina_text_builder_copy_text(builder, &built));
  lamina_text_builder_release(lamina_text_builder_retain(builder));
  lamina_text_builder_release(builder);
  lamina_text_release(lamina_text_retain(plain));
  lamina_text_release(plain);
  return built;
}

static lamina_spec *arranged(lamina_context *context, lamina_node **nodes) {
  lamina_stack_options stack = LAMINA_STACK_OPTIONS_INIT;
  lamina_style style = LAMINA_STYLE_INIT;
  lamina_insets insets = {1, 2, 3, 4};
  lamina_spec *inset = NULL, *center = NULL, *ratio = NULL, *behind = NULL, *over = NULL, *row = NULL;
  lamina_element *children[3];
  OK(lamina_spec_create_inset(context, insets, NULL, nodes[0], &inset));
  OK(lamina_spec_create_center(context, LAMINA_CENTERING_Y, LAMINA_CENTER_SIZING_MINIMUM_XY, NULL, nodes[1], &center));
  OK(lamina_spec_create_ratio(context, 0.5, &style, nodes[2], &ratio));
  OK(lamina_spec_create_background(context, NULL, inset, nodes[3], &behind));
  OK(lamina_spec_create_overlay(context, NULL, center, nodes[4], &over));
  stack.spacing = 5;
  stack.align_items = LAMINA_ALIGN_START;
  children[0] = behind;
  children[1] = over;
  children[2] = ratio;
  OK(lamina_spec_create_stack(context, &stack, &style, children, 3, &row));
  lamina_spec_release(lamina_spec_retain(inset));
  lamina_spec_release(inset);
  lamina_spec_release(center);
  lamina_spec_release(ratio);
  lamina_spec_release(behind);
  lamina_spec_release(over);
  return row;
}

static void tree(lamina_context *context) {
  lamina_node *root = box(context, 1, 1), *a = box(context, 10, 10), *b = box(context, 20, 20), *c = box(context, 5, 5);
  lamina_node *found = NULL;
  lamina_style style = LAMINA_STYLE_INIT;
  char name[16];
  OK(lamina_node_add_child(root, a));
  OK(lamina_node_insert_child(root, b, 0));
  OK(lamina_node_insert_child_above(root, c, a));
  DEMAND(lamina_node_get_child_index(root, c) == 2 && lamina_node_get_child_count(root) == 3);
  OK(lamina_node_insert_child_below(root, c, a));
  OK(lamina_node_move_child(root, 0, 2));
  OK(lamina_node_copy_child(root, 2, &found));
  DEMAND(found == b);
  lamina_node_release(found);
  DEMAND(lamina_node_add_child(a, root) == LAMINA_ERROR_CYCLE);
  OK(lamina_node_copy_parent(a, &found));
  DEMAND(found == root);
  lamina_node_release(found);
  OK(lamina_node_remove_from_parent(c));
  OK(lamina_node_set_frame(c, lamina_node_get_frame(a)));
  OK(lamina_node_replace_child(root, a, c));
  OK(lamina_node_set_name(root, "root", 4));
  DEMAND(lamina_node_copy_name(root, name, sizeof name) == 4 && strcmp(name, "root") == 0);
  OK(lamina_node_set_user_data(root, &destroyed, destroy));
  DEMAND(lamina_node_get_user_data(root) == &destroyed && lamina_node_get_kind(root) == LAMINA_NODE_KIND_DISPLAY);
  OK(lamina_node_set_opacity(a, 0.5));
  OK(lamina_node_set_hidden(a, true));
  OK(lamina_node_set_corner_radius(a, 3));
  OK(lamina_node_set_clips(a, true));
  DEMAND(lamina_node_get_opacity(a) == 0.5 && lamina_node_is_hidden(a) && lamina_node_get_corner_radius(a) == 3);
  DEMAND(lamina_node_get_clips(a) && lamina_node_get_background(a).red == 1);
  style.flex_grow = 2;
  OK(lamina_node_set_style(a, &style));
  memset(&style.flex_grow, 0, sizeof style.flex_grow);
  OK(lamina_node_get_style(a, &style));
  DEMAND(style.flex_grow == 2 && style.struct_size == sizeof style);
  OK(lamina_node_remove_children(root));
  lamina_node_release(lamina_node_retain(root));
  lamina_node_release(root);
  DEMAND(destroyed == 1);
  DEMAND(lamina_node_add_child(root, a) == LAMINA_ERROR_INVALID_HANDLE && strlen(lamina_last_error()) > 0);
  lamina_node_release(a);
  lamina_node_release(b);
  lamina_node_release(c);
}

static void picture(lamina_context *context) {
  lamina_node *root = box(context, 200, 100), *nodes[5], *label = NULL;
  lamina_size_range range = {{200, 100}, {200, 100}};
  lamina_size size = {200, 100};
  lamina_color white = {1, 1, 1, 1};
  lamina_rect frame = {{0, 0}, {0, 0}};
  lamina_rect_px damage[8];
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  lamina_layout *layout = NULL;
  lamina_surface *surface = NULL;
  lamina_text *words = text(context);
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_spec *spec;
  size_t count = 0;
  int i;
  for (i = 0; i < 5; i++) nodes[i] = i == 1 ? NULL : box(context, 30, 20);
  OK(lamina_node_create_text(context, NULL, &label));
  OK(lamina_node_set_text(label, words));
  OK(lamina_node_set_text_options(label, &options));
  nodes[1] = label;
  OK(lamina_node_set_drawer(nodes[0], draw, NULL, NULL));
  OK(lamina_node_set_display_observer(nodes[0], will_display, did_display, NULL, NULL));
  spec = arranged(context, nodes);
  OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);

  OK(lamina_layout_create(root, range, &layout));
  DEMAND(lamina_layout_get_size(layout).width == 200);
  OK(lamina_layout_get_frame(layout, nodes[0], &frame));
  DEMAND(frame.origin.x == 2 && frame.origin.y == 1 && frame.size.width == 30);
  OK(lamina_layout_apply(layout));
  DEMAND(lamina_node_get_frame(nodes[0]).size.height == 20);
  lamina_layout_release(lamina_layout_retain(layout));
  lamina_layout_release(layout);

  target.width = 200;
  target.height = 100;
  target.stride = 800;
  target.data = calloc(800, 100);
  OK(lamina_node_render(root, 1, white, &target, render_done, NULL, NULL));
  OK(lamina_context_wait_idle(context, UINT64_MAX));
  DEMAND(rendered == 1 && ((uint32_t *)target.data)[3 * 200 + 4] == 0xffff0000u);

  OK(lamina_surface_create(context, size, 1, &surface));
  OK(lamina_surface_set_background(surface, white));
  OK(lamina_node_set_displays_together(root, true));
  OK(lamina_surface_set_root(surface, root));
  OK(lamina_context_wait_idle(context, UINT64_MAX));
  DEMAND(lamina_surface_has_damage(surface) && lamina_surface_get_bounds_px(surface).width == 200);
  memset(target.data, 0, 80000);
  OK(lamina_surface_composite(surface, &target, damage, 8, &count));
  DEMAND(count >= 1 && ((uint32_t *)target.data)[3 * 200 + 4] == 0xffff0000u);
  DEMAND(will == 1 && displayed == 1 && drawn >= 1);
  OK(lamina_node_set_needs_display(nodes[0]));
  OK(lamina_surface_set_needs_composite(surface));
  OK(lamina_context_process(context, 0));
  OK(lamina_surface_set_size(surface, size, 2));
  OK(lamina_context_wait_idle(context, UINT64_MAX));
  DEMAND(lamina_surface_get_bounds_px(surface).width == 400);
  DEMAND(lamina_bitmap_write_png(&target, "/dev/null/no", LAMINA_NUL_TERMINATED) == LAMINA_ERROR_IO);
  lamina_surface_release(lamina_surface_retain(surface));
  lamina_surface_release(surface);
  for (i = 0; i < 5; i++) lamina_node_release(nodes[i]);
  lamina_node_release(root);
  lamina_text_release(words);
  free(target.data);
}

static void transactions(lamina_context *context) {
  lamina_transaction *transaction = NULL, *other = NULL;
  OK(lamina_transaction_create(context, &transaction));
  OK(lamina_transaction_insert_operation(transaction, 1, execute, complete, NULL, NULL));
  OK(lamina_transaction_commit(transaction, transaction_done, NULL, NULL));
  OK(lamina_transaction_wait(transaction, UINT64_MAX));
  DEMAND(completed == 1 && done == 1);
  DEMAND(lamina_transaction_commit(transaction, NULL, NULL, NULL) == LAMINA_ERROR_INVALID_STATE);
  OK(lamina_transaction_create(context, &other));
  OK(lamina_transaction_cancel(other));
  lamina_transaction_release(lamina_transaction_retain(other));
  lamina_transaction_release(other);
  lamina_transaction_release(transaction);
}

int main(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_context *context = NULL;
  DEMAND(lamina_is_compatible(LAMINA_VERSION) && lamina_version() >= LAMINA_VERSION);
  DEMAND(strcmp(lamina_status_name(LAMINA_ERROR_CYCLE), "LAMINA_ERROR_CYCLE") == 0);
  options.thread_count = 2;
  options.log = log_line;
  options.language = "de";
  options.hinting = LAMINA_HINTING_NONE;
  OK(lamina_context_create(&options, &context));
  DEMAND(lamina_context_get_thread_count(context) == 2 && lamina_context_get_fd(context) >= 0);
  DEMAND(lamina_context_get_timeout_us(context) >= -1);
  DEMAND(lamina_context_add_font_file(context, "/nowhere.ttf", LAMINA_NUL_TERMINATED) == LAMINA_ERROR_IO);
  tree(context);
  picture(context);
  transactions(context);
  OK(lamina_context_wait_idle(context, UINT64_MAX));
  OK(lamina_context_get_statistics(context, &statistics));
  DEMAND(statistics.node_count == 0 && statistics.object_count == 0 && statistics.displays >= 1);
  lamina_context_release(lamina_context_retain(context));
  lamina_context_release(context);
  printf("host compiled against %d.%d.%d: %s\n", LAMINA_VERSION_MAJOR, LAMINA_VERSION_MINOR, LAMINA_VERSION_PATCH,
         failed ? "FAILED" : "ok");
  return failed > 0;
}
