/* The context that the inputs of a fuzz target share. Most inputs end by giving back all they made, and nothing may be
 * left; some end the context with everything in it. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lamina_context *world;
static unsigned used;

/* So that the sanitizer, which looks for leaks after this, finds no worker whose stack it cannot read. */
static void close_world(void) {
  lamina_context_release(world);
  world = NULL;
  fprintf(stderr, "stat::calls_made_from_bytes: %llu\n", (unsigned long long)calls_count());
}

lamina_context *world_begin(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  const char *font = "sample.ttf";
  static bool closes;
  if (world != NULL) return world;
  if (!closes) closes = atexit(close_world) == 0;
  options.thread_count = 2;
  options.flags = LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS;
  options.font_files = &font;
  options.font_file_count = 1;
  if (lamina_context_create(&options, &world) != LAMINA_OK) broken("no context: %s", lamina_last_error());
  calls_set_context(world);
  used = 0;
  return world;
}

static void settle(const char *when) {
  lamina_status status = lamina_context_wait_idle(world, 20000000);
  if (status != LAMINA_OK && status != LAMINA_ERROR_INVALID_HANDLE) {
    broken("%s: wait_idle answers %s: %s", when, lamina_status_name(status), lamina_last_error());
  }
}

void world_end(bool renew) {
  lamina_statistics now = LAMINA_STATISTICS_INIT;
  reader nothing = {NULL, NULL};
  settle("at the end");
  calls_set_callback_program(nothing);
  settle("without callbacks");
  objects_release(context_kind, true);
  if (!renew && ++used < 200) {
    objects_release(-1, true);
    settle("after all was released");
    if (lamina_context_get_statistics(world, &now) != LAMINA_OK) broken("no statistics: %s", lamina_last_error());
    if (now.node_count != 0) broken("%lu nodes are left over", (unsigned long)now.node_count);
    if (now.object_count != 0) broken("%lu objects are left over", (unsigned long)now.object_count);
    renew = calls_await_notices(); /* a call with a long delay is let go with its context */
  }
  if (renew || used == 200) {
    lamina_context_release(world);
    if (lamina_context_get_statistics(world, &now) != LAMINA_ERROR_INVALID_HANDLE) broken("a released context is alive");
    world = NULL;
  }
  objects_clear();
  calls_check_notices();
}
