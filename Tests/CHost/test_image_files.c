/* Pictures of files that change, and pictures that are to be loaded once more. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "image_stage.h"

#include <unistd.h>

typedef struct place {
  char path[64], url[80], other[80];
} place;

static place make_place(void) {
  place p;
  int number;
  snprintf(p.path, sizeof p.path, "/tmp/lamina-image-XXXXXX");
  number = mkstemp(p.path);
  CHECK(number >= 0);
  close(number);
  snprintf(p.url, sizeof p.url, "file://%s", p.path);
  snprintf(p.other, sizeof p.other, "%s.new", p.path);
  return p;
}

static void write_file(const char *path, const file *f) {
  FILE *out = fopen(path, "wb");
  if (!CHECK(out != NULL)) return;
  CHECK_EQUAL(fwrite(f->bytes, 1, f->size, out), f->size);
  CHECK_EQUAL(fclose(out), 0);
}

/* As programs save: another file takes its name. */
static void replace_file(const place *p, const file *f) {
  write_file(p->other, f);
  CHECK_EQUAL(rename(p->other, p->path), 0);
}

static void set_source(stage *s, lamina_node *node, const char *url, lamina_image_source_flags flags) {
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  (void)s;
  source.url = url;
  source.flags = flags;
  CHECK_OK(lamina_node_set_image_source(node, &source, NULL, NULL, NULL));
}

/* The colour of a picture that is loaded now. */
static uint32_t load(stage *s, const char *url) {
  outcome o;
  lamina_image *image = NULL;
  uint32_t found;
  memset(&o, 0, sizeof o);
  CHECK_OK(lamina_image_begin_url(s->context, url, LAMINA_NUL_TERMINATED, NULL, loaded, &o, destroyed, &image));
  CHECK_OK(lamina_node_set_image(s->node, image, NULL));
  finish(s);
  CHECK_EQUAL(o.count, 1);
  CHECK_EQUAL(o.status, LAMINA_OK);
  found = pixel(s);
  lamina_image_release(image);
  return found;
}

/* A new load sees what the file is now; one that has not changed is not decoded again. */
static void test_loads(int threads) {
  stage s;
  file red = make_file(8, RED), blue = make_file(8, BLUE), green = make_file(16, GREEN);
  place p = make_place();
  begin_stage(&s, threads);
  replace_file(&p, &red);
  CHECK_EQUAL(load(&s, p.url), colors[RED]);
  CHECK_EQUAL(load(&s, p.url), colors[RED]);
  CHECK_EQUAL(statistics(&s).decoded, 1);
  replace_file(&p, &blue);
  CHECK_EQUAL(load(&s, p.url), colors[BLUE]);
  write_file(p.path, &green);
  CHECK_EQUAL(load(&s, p.url), colors[GREEN]);
  CHECK_EQUAL(statistics(&s).decoded, 3);
  unlink(p.path);
  end_stage(&s);
}

/* A node that begins to show a file shows what memory has and then what the file is; so does one that is given the same
 * source again. A file that is gone or damaged takes nothing away. */
static void test_nodes(int threads) {
  stage s;
  file red = make_file(32, RED), blue = make_file(32, BLUE), bad = make_file(32, GREEN);
  place p = make_place();
  lamina_node *other;
  begin_stage(&s, threads);
  replace_file(&p, &red);
  set_source(&s, s.node, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  set_source(&s, s.node, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(statistics(&s).decoded, 1);

  replace_file(&p, &blue);
  other = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(other, check_make_rect(0, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_add_child(s.root, other));
  set_source(&s, other, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(status_of(other).state, LAMINA_IMAGE_STATE_LOADED);
  CHECK_EQUAL(status_of(other).loaded_from, LAMINA_LOAD_SOURCE_FILE);
  CHECK_OK(lamina_node_remove_from_parent(other));
  lamina_node_release(other);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  set_source(&s, s.node, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);

  memset(bad.bytes, 0, bad.size);
  replace_file(&p, &bad);
  set_source(&s, s.node, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_FAILED);
  CHECK_EQUAL(status_of(s.node).failure, LAMINA_ERROR_IO);
  CHECK(status_of(s.node).is_preview);
  replace_file(&p, &red);
  set_source(&s, s.node, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADED);
  unlink(p.path);
  set_source(&s, s.node, p.url, LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADED);
  end_stage(&s);
}

/* The same source once more: what shows stays until the picture has come anew. */
static void test_reload(int threads) {
  stage s;
  file red = make_file(8, RED), blue = make_file(8, BLUE);
  begin_stage(&s, threads);
  set_source(&s, s.node, "app:a", LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  settle(&s);
  serve(&s, 0, &red);
  finish(&s);
  set_source(&s, s.node, "app:a", LAMINA_IMAGE_SOURCE_FLAGS_RELOAD);
  settle(&s);
  CHECK_EQUAL(s.server.count, 2);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADING);
  CHECK(status_of(s.node).is_preview);
  serve(&s, 1, &blue);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADED);
  /* Only that once. */
  set_source(&s, s.node, "app:a", LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  settle(&s);
  CHECK_EQUAL(s.server.count, 2);
  set_source(&s, s.node, "app:a", LAMINA_IMAGE_SOURCE_FLAGS_RELOAD);
  settle(&s);
  CHECK_EQUAL(s.server.count, 3);
  CHECK_OK(lamina_context_end_failed_load(s.context, s.server.requests[2], LAMINA_ERROR_IO, 503, "closed for today"));
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_FAILED);
  CHECK_EQUAL(status_of(s.node).http_status, 503);
  /* A source that is new asks although memory has it. */
  set_source(&s, s.node, "app:b", LAMINA_IMAGE_SOURCE_FLAGS_NONE);
  settle(&s);
  serve(&s, 3, &red);
  finish(&s);
  set_source(&s, s.node, "app:a", LAMINA_IMAGE_SOURCE_FLAGS_RELOAD);
  settle(&s);
  CHECK_EQUAL(s.server.count, 5);
  serve(&s, 4, &blue);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  end_stage(&s);
}

int main(void) {
  int threads;
  for (threads = 0; threads <= 2; threads += 2) {
    test_loads(threads);
    test_nodes(threads);
    test_reload(threads);
  }
  return check_done(__FILE__);
}
