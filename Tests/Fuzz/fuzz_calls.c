/* Programs of calls of all functions, made from bytes: one part runs on the owner thread, one at the same time on
 * another, and one inside callbacks. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <pthread.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const everything[] = {"lamina_", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  calls_choose_from(everything);
  return 0;
}

static void *run(void *argument) {
  reader *r = argument;
  while (r->at < r->end) calls_perform(r);
  objects_release(context_kind, false); /* a context that this thread made is its own to end */
  return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pthread_t thread;
  reader owner, other, inside;
  size_t a, b;
  if (size < 4) return 0;
  a = 3 + (size - 3) * data[0] / 255;
  b = a + (size - a) * data[1] / 255;
  owner.at = data + 3;
  owner.end = other.at = data + a;
  other.end = inside.at = data + b;
  inside.end = data + size;
  world_begin();
  calls_set_callback_program(inside);
  if (other.at < other.end && pthread_create(&thread, NULL, run, &other) != 0) abort();
  run(&owner);
  if (b > a) pthread_join(thread, NULL);
  world_end(data[2] % 16 == 0);
  return 0;
}
