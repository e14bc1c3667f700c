/* shot picture.png WIDTH HEIGHT: what the X screen shows in its top left corner. For the tests. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <lamina.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  Display *display = XOpenDisplay(NULL);
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  XImage *image;
  uint32_t *pixels;
  int x, y;
  if (argc < 4 || display == NULL) return 2;
  bitmap.width = atoi(argv[2]);
  bitmap.height = atoi(argv[3]);
  bitmap.stride = bitmap.width * 4;
  bitmap.data = pixels = malloc((size_t)bitmap.stride * (size_t)bitmap.height);
  image = XGetImage(display, DefaultRootWindow(display), 0, 0, (unsigned)bitmap.width, (unsigned)bitmap.height,
                    AllPlanes, ZPixmap);
  if (image == NULL) return 1;
  for (y = 0; y < bitmap.height; y++) {
    for (x = 0; x < bitmap.width; x++) {
      pixels[y * bitmap.width + x] = 0xFF000000u | (uint32_t)(XGetPixel(image, x, y) & 0xFFFFFF);
    }
  }
  if (lamina_bitmap_write_file(&bitmap, NULL, argv[1], LAMINA_NUL_TERMINATED) != LAMINA_OK) {
    fprintf(stderr, "%s\n", lamina_last_error());
    return 1;
  }
  XDestroyImage(image);
  XCloseDisplay(display);
  free(pixels);
  return 0;
}
