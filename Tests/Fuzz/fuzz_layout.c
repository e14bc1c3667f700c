/* Trees of nodes and specs, made from bytes, and what their layout must be whatever they are: finite, the same twice,
 * and the same for nodes after it has been applied. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const trees[] = {"lamina_spec_",          "lamina_node_create",       "lamina_node_set_style",
                                    "lamina_node_set_spec",  "lamina_node_get_style",    "lamina_node_set_frame",
                                    "lamina_node_add_child", "lamina_node_insert",       "lamina_node_move",
                                    "lamina_node_remove",    "lamina_node_set_text",     "lamina_text_create",
                                    "lamina_layout_",        "lamina_node_set_layout",   "lamina_node_set_hidden",
                                    "lamina_node_set_flex",  "lamina_node_apply_layout", NULL};

static int node, layout;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  int k;
  (void)argc, (void)argv;
  calls_choose_from(trees);
  for (k = 0; k < kind_count; k++) {
    if (strcmp(kinds[k].name, "lamina_node") == 0) node = k;
    if (strcmp(kinds[k].name, "lamina_layout") == 0) layout = k;
  }
  return 0;
}

static bool sound(double number) { return isfinite(number); }

static void compare(lamina_layout *one, lamina_layout *two) {
  lamina_size a = lamina_layout_get_size(one), b = lamina_layout_get_size(two);
  int i;
  lamina_node *n;
  if (memcmp(&a, &b, sizeof a) != 0) broken("a layout has another size the second time");
  if (!sound(a.width) || !sound(a.height) || a.width < 0 || a.height < 0) broken("size %g x %g", a.width, a.height);
  for (i = 0; (n = objects_at(node, i)) != NULL; i++) {
    lamina_rect x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    if (lamina_layout_get_frame(one, n, &x) != lamina_layout_get_frame(two, n, &y)) broken("a node is in one layout only");
    if (memcmp(&x, &y, sizeof x) != 0) broken("a frame differs the second time");
    if (!sound(x.origin.x) || !sound(x.origin.y) || !sound(x.size.width) || !sound(x.size.height)) {
      broken("frame %g %g %g %g", x.origin.x, x.origin.y, x.size.width, x.size.height);
    }
    if (x.size.width < 0 || x.size.height < 0) broken("a frame of %g x %g", x.size.width, x.size.height);
  }
}

static void check(lamina_node *root, double width, double height) {
  lamina_size_range range = {{0, 0}, {width, height}};
  lamina_layout *one = NULL, *two = NULL;
  lamina_status status = lamina_layout_create(root, range, &one);
  if (status != lamina_layout_create(root, range, &two)) broken("a layout has another status the second time");
  if (status == LAMINA_OK) {
    compare(one, two);
    if (lamina_layout_apply(one) != LAMINA_OK) broken("a layout cannot be applied: %s", lamina_last_error());
  }
  lamina_layout_release(one);
  lamina_layout_release(two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reader r = {data, data + size};
  int i;
  lamina_node *root;
  if (size < 2) return 0;
  world_begin();
  while (r.at < r.end) calls_perform(&r);
  /* The last nodes made hold the deepest trees. */
  for (i = 0; i < 4 && (root = objects_pick(node, (unsigned)(i * 16))) != NULL; i++) {
    check(root, INFINITY, INFINITY);
    check(root, 300, 200);
    check(root, data[0], INFINITY);
    check(root, 0, data[1] / 3.0);
  }
  world_end(false);
  return 0;
}
