/* Pictures by their URLs: fetched and decoded once, kept in memory, shown by nodes as they come near, the best that is
 * there first. A scheme that the test serves says what comes when. */
#include "image_stage.h"

/* ---- Images ---- */

static lamina_image *begin(stage *s, const char *url, int side, lamina_load_flags flags, outcome *o) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *image = NULL;
  memset(o, 0, sizeof *o);
  options.width_px = options.height_px = side;
  options.load_flags = flags;
  CHECK_OK(lamina_image_begin_url(
      s->context, url, LAMINA_NUL_TERMINATED, &options, loaded, o, destroyed, &image));
  return image;
}

/* Equal ones are fetched and decoded once; then they are there. */
static void test_once(int threads) {
  stage s;
  file red = make_file(16, RED);
  outcome o[4];
  lamina_image *images[4];
  char text[512];
  int i;
  begin_stage(&s, threads);
  images[0] = begin(&s, "app:red", 8, LAMINA_LOAD_FLAGS_NONE, &o[0]);
  images[1] = begin(&s, "app:red", 8, LAMINA_LOAD_FLAGS_NONE, &o[1]);
  images[2] = begin(&s, "app:red", 4, LAMINA_LOAD_FLAGS_NONE, &o[2]);
  CHECK_OK(lamina_node_set_image(s.node, images[1], NULL));
  settle(&s);
  CHECK_EQUAL(s.server.count, 1);
  CHECK_EQUAL(pixel(&s), 0);
  serve(&s, 0, &red);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  for (i = 0; i < 3; i++) {
    CHECK_EQUAL(o[i].count, 1);
    CHECK_EQUAL(o[i].destroyed, 1);
    CHECK_EQUAL(o[i].status, LAMINA_OK);
    CHECK(lamina_image_get_size(images[i]).width == (i == 2 ? 4 : 8));
  }
  CHECK_EQUAL(statistics(&s).decoded, 2);
  CHECK_EQUAL(statistics(&s).cached_images, 2);
  CHECK_EQUAL(statistics(&s).cached_bytes, (8 * 8 + 4 * 4) * 4);
  images[3] = begin(&s, "app:red", 8, LAMINA_LOAD_FLAGS_NONE, &o[3]);
  CHECK_EQUAL(lamina_image_get_state(images[3]), LAMINA_IMAGE_STATE_LOADED);
  CHECK_EQUAL(o[3].count, 0);
  finish(&s);
  CHECK_EQUAL(o[3].count, 1);
  CHECK_EQUAL(o[3].destroyed, 1);
  CHECK_EQUAL(s.server.count, 1);
  CHECK_EQUAL(statistics(&s).hits, 1);
  CHECK(lamina_context_read_image_cache(s.context, text, sizeof text) < sizeof text);
  CHECK(strstr(text, "qoi\t2\t") == text && strstr(text, "\n256\t8\t8\tapp:red\n") != NULL);
  for (i = 0; i < 4; i++) lamina_image_release(images[i]);
  /* Pictures that somebody shows are found; others go. */
  CHECK_OK(lamina_context_trim_memory(s.context));
  CHECK_EQUAL(statistics(&s).cached_images, 0);
  images[0] = begin(&s, "app:red", 4, LAMINA_LOAD_FLAGS_NONE, &o[0]);
  CHECK_EQUAL(lamina_image_get_state(images[0]), LAMINA_IMAGE_STATE_LOADING);
  CHECK_OK(lamina_image_cancel(images[0]));
  settle(&s);
  CHECK_EQUAL(o[0].status, LAMINA_ERROR_CANCELLED);
  lamina_image_release(images[0]);
  end_stage(&s);
}

/* The bound of bytes: what was used the longest time ago goes. */
static void test_bound(void) {
  stage s;
  file files[3];
  outcome o;
  char url[16];
  int i;
  begin_stage(&s, 0);
  CHECK_OK(lamina_context_set_image_cache(s.context, 2 * 8 * 8 * 4 + 100));
  for (i = 0; i < 3; i++) {
    files[i] = make_file(8, i);
    snprintf(url, sizeof url, "app:%d", i);
    lamina_image_release(begin(&s, url, 0, LAMINA_LOAD_FLAGS_NONE, &o));
    settle(&s);
    serve(&s, i, &files[i]);
    finish(&s);
  }
  CHECK(statistics(&s).cached_bytes <= 2 * 8 * 8 * 4 + 100);
  lamina_image_release(begin(&s, "app:2", 0, LAMINA_LOAD_FLAGS_NONE, &o));
  finish(&s);
  CHECK_EQUAL(s.server.count, 3);
  CHECK_EQUAL(o.status, LAMINA_OK);
  lamina_image_release(begin(&s, "app:0", 0, LAMINA_LOAD_FLAGS_NONE, &o));
  settle(&s);
  CHECK_EQUAL(s.server.count, 4);
  refuse(&s, 3);
  finish(&s);
  CHECK_EQUAL(o.status, LAMINA_ERROR_IO);
  CHECK_OK(lamina_context_set_image_cache(s.context, 0));
  CHECK_EQUAL(statistics(&s).cached_bytes, 0);
  end_stage(&s);
}

/* A request that was made later is newer, whichever ends first; also in memory. */
static void test_late_results(void) {
  stage s;
  file red = make_file(8, RED), blue = make_file(8, BLUE);
  outcome o[3];
  lamina_image *old, *newer, *found;
  begin_stage(&s, 0);
  old = begin(&s, "app:x", 0, LAMINA_LOAD_FLAGS_NONE, &o[0]);
  newer = begin(&s, "app:x", 0, LAMINA_LOAD_FLAGS_RELOAD, &o[1]);
  settle(&s);
  CHECK_EQUAL(s.server.count, 2);
  serve(&s, 1, &blue);
  settle(&s);
  serve(&s, 0, &red);
  finish(&s);
  CHECK_EQUAL(o[0].status, LAMINA_OK);
  CHECK_EQUAL(o[1].status, LAMINA_OK);
  found = begin(&s, "app:x", 0, LAMINA_LOAD_FLAGS_NONE, &o[2]);
  CHECK_OK(lamina_node_set_image(s.node, found, NULL));
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_OK(lamina_node_set_image(s.node, old, NULL));
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  lamina_image_release(old);
  lamina_image_release(newer);
  lamina_image_release(found);
  /* What is not to be kept is not. */
  lamina_image_release(begin(&s, "app:y", 0, LAMINA_LOAD_FLAGS_NO_STORE, &o[0]));
  settle(&s);
  serve(&s, 2, &red);
  finish(&s);
  CHECK_EQUAL(o[0].status, LAMINA_OK);
  CHECK_EQUAL(statistics(&s).cached_images, 1);
  end_stage(&s);
}

/* One who cancels takes nothing from others; the last one ends the request. */
static void test_cancelling(int threads) {
  stage s;
  file red = make_file(8, RED), bad = red;
  outcome o[3];
  lamina_image *images[3];
  int i;
  begin_stage(&s, threads);
  for (i = 0; i < 3; i++) images[i] = begin(&s, "app:red", 0, LAMINA_LOAD_FLAGS_NONE, &o[i]);
  settle(&s);
  CHECK_OK(lamina_image_cancel(images[0]));
  settle(&s);
  CHECK_EQUAL(o[0].status, LAMINA_ERROR_CANCELLED);
  CHECK_EQUAL(s.server.cancelled, 0);
  serve(&s, 0, &red);
  settle(&s); /* without workers: decoded, perhaps */
  if (lamina_image_get_state(images[1]) == LAMINA_IMAGE_STATE_LOADING) CHECK_OK(lamina_image_cancel(images[1]));
  finish(&s);
  CHECK_EQUAL(o[2].status, LAMINA_OK);
  for (i = 0; i < 3; i++) {
    CHECK_EQUAL(o[i].count, 1);
    CHECK_EQUAL(o[i].destroyed, 1);
    lamina_image_release(images[i]);
  }
  images[0] = begin(&s, "app:other", 0, LAMINA_LOAD_FLAGS_NONE, &o[0]);
  settle(&s);
  CHECK_OK(lamina_image_cancel(images[0]));
  finish(&s);
  CHECK_EQUAL(s.server.cancelled, 1);
  lamina_image_release(images[0]);
  /* What is no picture says which one. */
  bad.bytes[0] = 'x';
  images[0] = begin(&s, "app:bad", 0, LAMINA_LOAD_FLAGS_NONE, &o[0]);
  settle(&s);
  serve(&s, 2, &bad);
  finish(&s);
  CHECK_EQUAL(o[0].status, LAMINA_ERROR_IO);
  CHECK(strstr(o[0].message, "app:bad") != NULL);
  lamina_image_release(images[0]);
  end_stage(&s);
}

static void test_refusals(void) {
  stage s;
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *none = NULL;
  outcome o;
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  begin_stage(&s, 0);
  memset(&o, 0, sizeof o);
  CHECK_STATUS(lamina_image_begin_url(s.context, "no url", LAMINA_NUL_TERMINATED, NULL, loaded, &o, destroyed, &none),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(o.destroyed, 1);
  CHECK_STATUS(lamina_image_begin_url(s.context, "ftp://a/b", LAMINA_NUL_TERMINATED, NULL, loaded, &o, destroyed, &none),
               LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_image_begin_url(s.context, NULL, 3, NULL, NULL, NULL, NULL, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_begin_url(s.context, "app:\xFF", 5, NULL, NULL, NULL, NULL, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  options.load_flags = (lamina_load_flags)64;
  CHECK_STATUS(lamina_image_begin_url(s.context, "app:a", 5, &options, NULL, NULL, NULL, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_begin_file(s.context, "a", 1, &options, NULL, NULL, NULL, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->load_flags is 64") != NULL);
  source.url = "app:a\n";
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "source->url is '', which is no URL") != NULL);
  source.url = "";
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "source->url is NULL or empty") != NULL);
  CHECK_EQUAL(o.count, 0);
  CHECK(none == NULL);
  end_stage(&s);
}

/* The context ends while they are fetched and decoded: each says so once. */
static void test_end(int threads) {
  stage s;
  file red = make_file(8, RED);
  outcome o[3];
  int i;
  begin_stage(&s, threads);
  for (i = 0; i < 3; i++) lamina_image_release(begin(&s, i < 2 ? "app:a" : "app:b", 0, LAMINA_LOAD_FLAGS_NONE, &o[i]));
  settle(&s);
  serve(&s, 0, &red);
  end_stage(&s);
  for (i = 0; i < 3; i++) {
    CHECK_EQUAL(o[i].count, 1);
    CHECK_EQUAL(o[i].destroyed, 1);
    CHECK(o[i].status == LAMINA_ERROR_CANCELLED || (i < 2 && o[i].status == LAMINA_OK));
  }
}

/* ---- Nodes ---- */

typedef struct watch {
  int calls, destroyed, states[5];
  lamina_image_status last;
  char message[256];
} watch;

static int is_other(const lamina_image_status *a, const lamina_image_status *b) {
  return a->state != b->state || a->failure != b->failure || a->shown != b->shown || a->is_preview != b->is_preview ||
         a->progress < b->progress || a->progress > b->progress || a->loaded_from != b->loaded_from;
}

static void changed(lamina_node *node, const lamina_image_status *status, void *user_data) {
  watch *w = (watch *)user_data;
  lamina_image_status now = LAMINA_IMAGE_STATUS_INIT;
  CHECK_OK(lamina_node_get_image_status(node, &now));
  CHECK(now.state == status->state && now.shown == status->shown);
  CHECK(w->calls == 0 || is_other(&w->last, status));
  w->calls++;
  w->states[status->state]++;
  w->last = *status;
  if (status->state == LAMINA_IMAGE_STATE_FAILED) snprintf(w->message, sizeof w->message, "%s", lamina_last_error());
}

static void unwatched(void *user_data) { ((watch *)user_data)->destroyed++; }

static watch make_watch(void) {
  watch w;
  memset(&w, 0, sizeof w);
  return w;
}

static void set_source(stage *s, const char *url, lamina_image *fallback, lamina_image_source_flags flags, watch *w) {
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  if (w) w->calls = 0;
  source.url = url;
  source.fallback = fallback;
  source.flags = flags;
  CHECK_OK(lamina_node_set_image_source(s->node, &source, w ? changed : NULL, w, w ? unwatched : NULL));
}

/* A picture that is there in another size shows until the right one is there, which is what is kept. */
static void test_other_size(int threads) {
  stage s;
  file red = make_file(32, RED), blue = make_file(32, BLUE);
  outcome o;
  lamina_image *small;
  begin_stage(&s, threads);
  small = begin(&s, "app:red", 4, LAMINA_LOAD_FLAGS_NONE, &o);
  settle(&s);
  serve(&s, 0, &red);
  finish(&s);
  set_source(&s, "app:red", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, NULL);
  settle(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADING);
  CHECK_EQUAL(status_of(s.node).shown, 0);
  CHECK(status_of(s.node).is_preview);
  CHECK_EQUAL(s.server.count, 2);
  serve(&s, 1, &blue);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADED);
  CHECK(!status_of(s.node).is_preview);
  CHECK_EQUAL(statistics(&s).cached_bytes, (4 * 4 + 8 * 8) * 4);
  lamina_image_release(small);
  end_stage(&s);
}

/* A node loads its picture in its own size; what it showed stays until then; the next node finds it in memory, and
 * shows it in the same process. */
static void test_node(int threads) {
  stage s;
  file red = make_file(32, RED), blue = make_file(32, BLUE);
  watch w = make_watch(), second = make_watch(), third = make_watch();
  lamina_image *green;
  lamina_node *other;
  int before;
  begin_stage(&s, threads);
  green = plain(&s, 4, GREEN);
  set_source(&s, "app:red", green, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_WAITING);
  settle(&s);
  CHECK_EQUAL(s.server.count, 1);
  CHECK_EQUAL(s.server.priorities[0], LAMINA_LOAD_PRIORITY_HIGH);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADING);
  CHECK_EQUAL(status_of(s.node).shown, -1);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  CHECK_OK(lamina_context_append_load(s.context, s.server.requests[0], (const char *)red.bytes, 20, 40));
  settle(&s);
  CHECK_NEAR(status_of(s.node).progress, 0.5);
  CHECK_OK(lamina_context_append_load(s.context, s.server.requests[0], (const char *)red.bytes + 20, red.size - 20, 0));
  CHECK_OK(lamina_context_end_load(s.context, s.server.requests[0], LAMINA_OK, NULL));
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(w.last.state, LAMINA_IMAGE_STATE_LOADED);
  CHECK_EQUAL(w.last.shown, 0);
  CHECK_EQUAL(w.last.loaded_from, LAMINA_LOAD_SOURCE_HOST);
  CHECK(!w.last.is_preview && w.last.progress == 1);
  CHECK_EQUAL(w.states[LAMINA_IMAGE_STATE_LOADED], 1);
  CHECK_EQUAL(statistics(&s).cached_bytes, SIDE * SIDE * 4);
  /* The same again changes nothing, but who is told. */
  before = w.calls;
  set_source(&s, "app:red", green, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &second);
  CHECK_EQUAL(w.destroyed, 1);
  finish(&s);
  CHECK_EQUAL(w.calls, before);
  CHECK_EQUAL(s.server.count, 1);
  /* Another picture: the old one stays until it is there. */
  set_source(&s, "app:blue", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &third);
  CHECK_EQUAL(second.destroyed, 1);
  settle(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  serve(&s, 1, &blue);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  /* In memory: there in the same process, also in a node that is new. */
  set_source(&s, "app:red", green, LAMINA_IMAGE_SOURCE_FLAGS_NONE, NULL);
  step(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  other = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(other, check_make_rect(0, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_add_child(s.root, other));
  {
    lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
    source.url = "app:blue";
    CHECK_OK(lamina_node_set_image_source(other, &source, NULL, NULL, NULL));
  }
  step(&s);
  if (threads > 0) finish(&s); /* a worker lays it out */
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(s.server.count, 2);
  CHECK_EQUAL(statistics(&s).decoded, 2);
  CHECK_OK(lamina_node_remove_from_parent(other));
  lamina_node_release(other);
  lamina_image_release(green);
  end_stage(&s);
  CHECK_EQUAL(third.destroyed, 1);
}

/* By visibility: fetched in PRELOAD, decoded in DISPLAY, dropped out of that, cancelled out of PRELOAD. */
static void test_visibility(void) {
  stage s;
  file red = make_file(32, RED);
  watch w = make_watch();
  begin_stage(&s, 0);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_NONE));
  set_source(&s, "app:red", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  finish(&s);
  CHECK_EQUAL(s.server.count, 0);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_PRELOAD));
  settle(&s);
  CHECK_EQUAL(s.server.count, 1);
  CHECK_EQUAL(s.server.priorities[0], LAMINA_LOAD_PRIORITY_LOW);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_DISPLAY));
  settle(&s);
  CHECK_EQUAL(s.server.priorities[0], LAMINA_LOAD_PRIORITY_NORMAL);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_NONE));
  settle(&s);
  CHECK_EQUAL(s.server.cancelled, 1);
  CHECK_EQUAL(w.last.state, LAMINA_IMAGE_STATE_WAITING);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_PRELOAD));
  settle(&s);
  serve(&s, 1, &red);
  finish(&s);
  CHECK_EQUAL(statistics(&s).decoded, 0);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_WAITING);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_VISIBLE));
  finish(&s);
  CHECK_EQUAL(statistics(&s).decoded, 1);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  /* Dropped; memory still has it. */
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_PRELOAD));
  finish(&s);
  CHECK_EQUAL(status_of(s.node).shown, -1);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_VISIBLE));
  step(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(s.server.count, 2);
  /* A pixel that rounding adds decodes nothing; twice the size does, and what showed stays until then. */
  CHECK_OK(lamina_node_set_frame(s.node, check_make_rect(0, 0, SIDE + 0.6, SIDE + 0.6)));
  finish(&s);
  CHECK_EQUAL(s.server.count, 2);
  CHECK_OK(lamina_node_set_frame(s.node, check_make_rect(0, 0, 2 * SIDE, 2 * SIDE)));
  settle(&s);
  CHECK_EQUAL(s.server.count, 3);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  serve(&s, 2, &red);
  finish(&s);
  CHECK_EQUAL(statistics(&s).decoded, 2);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADED);
  CHECK_OK(lamina_node_set_frame(s.node, check_make_rect(0, 0, SIDE, SIDE)));
  finish(&s);
  CHECK_EQUAL(statistics(&s).decoded, 2);
  end_stage(&s);
}

/* A node without a size takes the picture's, whatever it is decoded to. */
static void test_own_size(void) {
  stage s;
  file red = make_file(32, RED);
  lamina_node *root, *node;
  lamina_rect frame;
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  begin_stage(&s, 0);
  root = check_node(s.context);
  node = s.node;
  CHECK_OK(lamina_node_remove_from_parent(node));
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_node_set_flex_keyword(root, LAMINA_FLEX_KEYWORD_ALIGN_ITEMS, LAMINA_FLEX_ALIGN_FLEX_START));
  CHECK_OK(lamina_node_add_child(root, node));
  source.url = "app:red";
  CHECK_OK(lamina_node_set_image_source(node, &source, NULL, NULL, NULL));
  CHECK_OK(lamina_surface_set_root(s.surface, root));
  settle(&s);
  serve(&s, 0, &red);
  finish(&s);
  frame = lamina_node_get_frame(node);
  CHECK_NEAR(frame.size.width, 32);
  CHECK_EQUAL(status_of(node).state, LAMINA_IMAGE_STATE_LOADED);
  CHECK_EQUAL(statistics(&s).decoded, 1);
  CHECK_EQUAL(s.server.count, 1);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  lamina_node_release(root);
  end_stage(&s);
}

/* Several URLs: the best that is there shows while better ones load; failures fall back. */
static void test_qualities(void) {
  static const char *const urls = "app:best\napp:middle\napp:worst";
  stage s;
  file red = make_file(8, RED), green = make_file(8, GREEN), blue = make_file(8, BLUE);
  watch w = make_watch();
  outcome o;
  begin_stage(&s, 0);
  set_source(&s, urls, NULL, LAMINA_IMAGE_SOURCE_FLAGS_WORST_FIRST, &w);
  settle(&s);
  CHECK_TEXT(s.server.urls[0], "app:worst");
  serve(&s, 0, &red);
  settle(&s);
  settle(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(w.last.shown, 2);
  CHECK_EQUAL(w.last.state, LAMINA_IMAGE_STATE_LOADING);
  CHECK_TEXT(s.server.urls[1], "app:middle");
  refuse(&s, 1);
  settle(&s);
  CHECK_TEXT(s.server.urls[2], "app:best");
  CHECK_EQUAL(pixel(&s), colors[RED]);
  serve(&s, 2, &blue);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(w.last.shown, 0);
  CHECK_EQUAL(w.last.state, LAMINA_IMAGE_STATE_LOADED);
  CHECK_EQUAL(s.server.count, 3);

  /* The best only; one in memory shows meanwhile; what fails gives way to the next. */
  lamina_image_release(begin(&s, "app:2", SIDE, LAMINA_LOAD_FLAGS_NONE, &o));
  settle(&s);
  serve(&s, 3, &green);
  finish(&s);
  {
    /* The same size, as a node that is stretched asks for it. */
    lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
    lamina_image *image = NULL;
    options.width_px = options.height_px = SIDE;
    options.fit = LAMINA_IMAGE_FIT_ASPECT_FILL;
    CHECK_OK(lamina_image_begin_url(s.context, "app:2", 5, &options, NULL, NULL, NULL, &image));
    settle(&s);
    serve(&s, 4, &green);
    finish(&s);
    lamina_image_release(image);
  }
  set_source(&s, "app:0\napp:1\napp:2", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  settle(&s);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  CHECK_EQUAL(status_of(s.node).shown, 2);
  CHECK_TEXT(s.server.urls[5], "app:0");
  refuse(&s, 5);
  settle(&s);
  CHECK_TEXT(s.server.urls[6], "app:1");
  serve(&s, 6, &red);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(status_of(s.node).state, LAMINA_IMAGE_STATE_LOADED);
  CHECK_EQUAL(status_of(s.node).shown, 1);
  /* Set again: the best is tried again. */
  set_source(&s, "app:0\napp:1\napp:2", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, NULL);
  settle(&s);
  CHECK_EQUAL(s.server.count, 8);
  serve(&s, 7, &blue);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_EQUAL(w.destroyed, 2);
  end_stage(&s);
}

/* What fails says why, shows the fallback, and is tried again when the node comes near again. */
static void test_failing(void) {
  stage s;
  file red = make_file(8, RED);
  watch w = make_watch();
  lamina_image *green;
  begin_stage(&s, 0);
  green = plain(&s, 8, GREEN);
  set_source(&s, "ftp://nobody/serves", green, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  finish(&s);
  CHECK_EQUAL(w.last.state, LAMINA_IMAGE_STATE_FAILED);
  CHECK_EQUAL(w.last.failure, LAMINA_ERROR_UNSUPPORTED);
  CHECK(strstr(w.message, "ftp") != NULL);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  set_source(&s, "app:red", green, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  settle(&s);
  refuse(&s, 0);
  finish(&s);
  CHECK_EQUAL(w.last.failure, LAMINA_ERROR_IO);
  CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_NONE));
  settle(&s);
  CHECK_OK(lamina_node_remove_interface_state(s.node));
  settle(&s);
  CHECK_EQUAL(s.server.count, 2);
  serve(&s, 1, &red);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  lamina_image_release(green);
  end_stage(&s);
}

/* A node that is given anything else, loses its source or goes away loads nothing more. */
static void test_replacing(void) {
  stage s;
  file red = make_file(8, RED);
  watch w = make_watch();
  lamina_image *green;
  lamina_image_status status = LAMINA_IMAGE_STATUS_INIT;
  int calls;
  begin_stage(&s, 0);
  green = plain(&s, 8, GREEN);
  set_source(&s, "app:a", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  settle(&s);
  CHECK_OK(lamina_node_set_image(s.node, green, NULL));
  settle(&s);
  CHECK_EQUAL(s.server.cancelled, 1);
  CHECK_EQUAL(w.destroyed, 1);
  CHECK_STATUS(lamina_node_get_image_status(s.node, &status), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  set_source(&s, "app:a", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  settle(&s);
  calls = w.calls;
  CHECK_OK(lamina_node_set_image_source(s.node, NULL, NULL, NULL, NULL));
  CHECK_EQUAL(w.destroyed, 2);
  settle(&s);
  CHECK_EQUAL(s.server.cancelled, 2);
  CHECK_EQUAL(w.calls, calls);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  set_source(&s, "app:a", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  settle(&s);
  CHECK_OK(lamina_node_remove_from_parent(s.node));
  lamina_node_release(s.node);
  finish(&s);
  CHECK_EQUAL(s.server.cancelled, 3);
  CHECK_EQUAL(w.destroyed, 3);
  s.node = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(s.node, check_make_rect(0, 0, SIDE, SIDE)));
  /* Without a surface: only when it is to load at once. */
  set_source(&s, "app:a", NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, &w);
  finish(&s);
  CHECK_EQUAL(s.server.count, 3);
  set_source(&s, "app:a", NULL, LAMINA_IMAGE_SOURCE_FLAGS_EAGER, &w);
  settle(&s);
  serve(&s, 3, &red);
  finish(&s);
  CHECK_EQUAL(w.last.state, LAMINA_IMAGE_STATE_LOADED);
  lamina_image_release(green);
  end_stage(&s);
  CHECK_EQUAL(w.destroyed, 5);
}

static void test_node_refusals(void) {
  stage s;
  lamina_node *text = NULL;
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  lamina_image_status status = LAMINA_IMAGE_STATUS_INIT;
  lamina_image *loading;
  watch w = make_watch();
  outcome o;
  int i;
  begin_stage(&s, 0);
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, changed, &w, unwatched), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(w.destroyed, 1);
  for (i = 0; i < 4; i++) {
    static const char *const bad[] = { "", "a b", "app:a\n", "no-scheme" };
    source.url = bad[i];
    CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  }
  source.url = "app:a";
  source.flags = (lamina_image_source_flags)1024;
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  source.flags = LAMINA_IMAGE_SOURCE_FLAGS_NONE;
  options.scale = NAN;
  source.options = &options;
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  source.options = NULL;
  source.fallback = loading = begin(&s, "app:b", 0, LAMINA_LOAD_FLAGS_NONE, &o);
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_STATE);
  source.fallback = NULL;
  lamina_image_release(loading);
  CHECK_OK(lamina_node_create_text(s.context, NULL, &text));
  CHECK_STATUS(lamina_node_set_image_source(text, &source, NULL, NULL, NULL), LAMINA_ERROR_UNSUPPORTED);
  lamina_node_release(text);
  CHECK_STATUS(lamina_node_set_image_source(NULL, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_get_image_status(s.node, &status), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL));
  CHECK_STATUS(lamina_node_get_image_status(s.node, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  end_stage(&s);
}

int main(void) {
  int threads;
  for (threads = 0; threads <= 2; threads += 2) {
    test_once(threads);
    test_cancelling(threads);
    test_end(threads);
    test_other_size(threads);
    test_node(threads);
  }
  test_bound();
  test_late_results();
  test_refusals();
  test_visibility();
  test_own_size();
  test_qualities();
  test_failing();
  test_replacing();
  test_node_refusals();
  return check_done(__FILE__);
}
