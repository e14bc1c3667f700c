/* Measures and draws text on four threads at once, in ten sizes and several scripts: what aborts a program that uses
 * Pango and cairo directly from several threads. usage: stress SECONDS */
#include "check.h"

enum { WORKERS = 4, SIZES = 10, SLOTS = 16 };

static const char *const strings[] = {
    "The quick brown fox jumps over the lazy dog, and does so again and again until the line is full.",
    "\xd8\xa7\xd9\x84\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 \xd8\xb9\xd9\x84\xd9\x8a\xd9\x83\xd9\x85 mixed \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
    "\xe6\xbc\xa2\xe5\xad\x97\xe3\x81\x8b\xe3\x81\xaa\xe4\xba\xa4\xe3\x81\x98\xe3\x82\x8a\xe6\x96\x87 text",
    "\xf0\x9f\x98\x80\xf0\x9f\x8e\x89 emoji \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int stop;
static int measured, drawn;
static lamina_context *context;

static lamina_text *text_number(lamina_context *in, unsigned number) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  attributes.size = 9 + (number % SIZES) * 3.5;
  attributes.weight = number % 3 == 0 ? 700 : 400;
  attributes.slant = number % 5 == 0 ? LAMINA_FONT_SLANT_ITALIC : LAMINA_FONT_SLANT_UPRIGHT;
  CHECK_OK(lamina_text_create(in, strings[number % 4], LAMINA_NUL_TERMINATED, &attributes, &text));
  return text;
}

/* Measures on threads of the host, beside the workers. */
static void *measure(void *argument) {
  unsigned number = (unsigned)(uintptr_t)argument;
  while (!check_load(&stop)) {
    lamina_text *text = text_number(context, number);
    lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
    CHECK_OK(lamina_text_measure(text, NULL, 40 + number % 300, &metrics));
    CHECK(metrics.size.height > 0);
    lamina_text_release(text);
    __atomic_add_fetch(&measured, 1, __ATOMIC_SEQ_CST);
    number += 7;
  }
  return NULL;
}

static void done(lamina_status status, void *busy) {
  CHECK_EQUAL(status, LAMINA_OK);
  *(int *)busy = 0;
  drawn++;
}

int main(int argc, char **argv) {
  double seconds = argc > 1 ? atof(argv[1]) : 10, end;
  pthread_t threads[2];
  check_picture pictures[SLOTS];
  int busy[SLOTS], i;
  unsigned number = 0;
  context = check_context(WORKERS);
  for (i = 0; i < SLOTS; i++) {
    pictures[i] = check_make_picture(240, 120);
    busy[i] = 0;
  }
  for (i = 0; i < 2; i++) pthread_create(&threads[i], NULL, measure, (void *)(uintptr_t)(i * 1000));
  end = now() + seconds;
  while (now() < end) {
    for (i = 0; i < SLOTS; i++) {
      lamina_text *text;
      lamina_node *node = NULL;
      if (busy[i]) continue;
      text = text_number(context, number++);
      CHECK_OK(lamina_node_create_text(context, text, &node));
      busy[i] = 1;
      if (!CHECK_OK(lamina_node_render(node, 1 + number % 2, check_make_color(0xFFFFFF), &pictures[i].bitmap, done, &busy[i], NULL, NULL))) {
        busy[i] = 0;
      }
      lamina_node_release(node);
      lamina_text_release(text);
    }
    CHECK_OK(lamina_context_process(context, 0));
    if (number % 4096 == 0) { /* fonts come and go with contexts */
      lamina_context *other = check_context(1);
      lamina_text *text = text_number(other, number);
      lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
      CHECK_OK(lamina_text_measure(text, NULL, 100, &metrics));
      lamina_context_release(other);
    }
    check_sleep_ms(1);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
  for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  lamina_context_release(context);
  for (i = 0; i < SLOTS; i++) free(pictures[i].pixels);
  printf("stress: %d texts measured and %d drawn in %.0f s\n", measured, drawn, seconds);
  CHECK(measured > 0 && drawn > 0);
  return check_done(__FILE__);
}
