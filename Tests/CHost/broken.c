/* Stands before the library (LD_PRELOAD) and breaks one promise of the header, named by BREAK, so that the misuse test
 * can be seen to notice it. Used by scripts/test-misuse.sh --self-test. */
#define _GNU_SOURCE
#include <lamina.h>

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool breaks(const char *what) {
  const char *wanted = getenv("BREAK");
  return wanted != NULL && strcmp(wanted, what) == 0;
}

/* The library's own function, as `real`. */
#define REAL(name)          \
  __typeof__(&(name)) real; \
  *(void **)(&real) = dlsym(RTLD_NEXT, #name)

lamina_status lamina_node_set_opacity(lamina_node *node, double opacity) {
  REAL(lamina_node_set_opacity);
  if (breaks("crash") && isnan(opacity)) abort();
  if (breaks("hang") && isnan(opacity)) pause();
  if (breaks("accept") && isnan(opacity)) return LAMINA_OK;
  if (breaks("status") && isnan(opacity)) return (lamina_status)77;
  if (breaks("other-status") && node == NULL) return LAMINA_ERROR_IO;
  return real(node, opacity);
}

const char *lamina_last_error(void) {
  REAL(lamina_last_error);
  return breaks("silent") ? "" : real();
}

lamina_status lamina_node_create(lamina_context *context, lamina_node **out_node) {
  REAL(lamina_node_create);
  lamina_status status = real(context, out_node);
  if (breaks("touch") && status != LAMINA_OK && out_node != NULL) *out_node = NULL;
  return status;
}

lamina_status lamina_node_set_user_data(lamina_node *node, void *user_data, lamina_destroy_fn destroy) {
  REAL(lamina_node_set_user_data);
  lamina_status status = real(node, user_data, destroy);
  if (breaks("destroy-twice") && status != LAMINA_OK && destroy != NULL && user_data != NULL) destroy(user_data);
  return status;
}

lamina_status lamina_node_add_child(lamina_node *node, lamina_node *child) {
  REAL(lamina_node_add_child);
  if (breaks("leak")) lamina_node_retain(child);
  return real(node, child);
}

lamina_status lamina_surface_set_needs_composite(lamina_surface *surface) {
  REAL(lamina_surface_set_needs_composite);
  lamina_status status = real(surface);
  return breaks("thread") && status == LAMINA_ERROR_WRONG_THREAD ? LAMINA_OK : status;
}

size_t lamina_node_read_name(lamina_node *node, char *buffer, size_t capacity) {
  REAL(lamina_node_read_name);
  if (breaks("overrun") && buffer != NULL) buffer[capacity] = 0;
  return real(node, buffer, capacity);
}
