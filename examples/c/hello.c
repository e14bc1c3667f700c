/* Draws a line of text on workers and writes it as hello.png. */
#include <lamina.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  static uint32_t pixels[360 * 72];
  lamina_bitmap bitmap = {sizeof bitmap, pixels, 360, 72, 360 * 4, LAMINA_PIXEL_FORMAT_ARGB32};
  lamina_size size = {360, 72};
  lamina_insets insets = {20, 24, 20, 24};
  lamina_context *context;
  lamina_node *root, *label;
  lamina_spec *margin;
  lamina_surface *surface;

  if (lamina_context_create(NULL, &context) ||
      lamina_node_create_label(context, "Hello, κόσμε, 世界!", LAMINA_NUL_TERMINATED,
                               &LAMINA_STRUCT(lamina_text_attributes, .size = 24), &label) ||
      lamina_spec_create_inset(context, insets, NULL, label, &margin) || lamina_node_create(context, &root) ||
      lamina_node_set_background(root, (lamina_color){1, 1, 1, 1}) || lamina_node_set_spec(root, margin) ||
      lamina_surface_create(context, size, 1, &surface) || lamina_surface_set_root(surface, root) ||
      lamina_context_wait_idle(context, UINT64_MAX) || /* layout and drawing happen on workers */
      lamina_surface_composite(surface, &bitmap, NULL, 0, NULL) ||
      lamina_bitmap_write_file(&bitmap, NULL, "hello.png", LAMINA_NUL_TERMINATED)) {
    fprintf(stderr, "hello: %s\n", lamina_last_error());
    return 1;
  }
  lamina_context_release(context); /* every handle made from it goes with it */
  return 0;
}
