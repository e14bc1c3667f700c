/* Reads a feed (RSS 2.0, Atom or the text format of docs/feed-format.md) and writes it as PNG pages of cards.
 *
 * feed_entry, feed_text, feed_xml   reading
 * feed_card, feed_art               what a card consists of, and its drawings
 * feed_page                         a page: measuring, completeness, writing
 * feed.c                            the options, and the loop that drives it all
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <lamina.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "feed_entry.h"
#include "feed_page.h"

enum { EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_OUTPUT = 3 };
enum { MAXIMUM_PIXELS = 32767, STALL_MS = 60000, BUDGET_US = 4000 };

static const char USAGE[] = "usage: feed [-o OUTDIR] [-s SCALE] [-w WIDTH] [-n CARDS_PER_PAGE] [-t THREADS] FILE\n";

typedef struct options {
  const char *directory;
  double scale;
  double width;
  size_t cards_per_page;
  int threads; /* -1: one per core */
  const char *file;
} options;

typedef struct program {
  options options;
  lamina_context *context;
  feed_page *pages;
  size_t page_count;
  bool is_terminal; /* show progress */
} program;

/* ---- The loop ---- */

/* Called after every turn; true ends the loop. */
typedef bool (*condition)(program *program, feed_page *page);

static void show_progress(const program *p, const feed_page *page) {
  if (!p->is_terminal) return;
  fprintf(stderr, "\rpage %zu of %zu\033[K", (size_t)(page - p->pages) + 1, p->page_count);
  fflush(stderr);
}

static void clear_progress(const program *p) {
  if (p->is_terminal) fputs("\r\033[K", stderr);
}

/* Sleeps on the context's descriptor and processes, until `is_done`. A program with a window would poll its own
 * descriptors in the same call. */
static void run_until(program *p, feed_page *page, condition is_done) {
  struct pollfd descriptor = {lamina_context_get_fd(p->context), POLLIN, 0};
  while (!is_done(p, page)) {
    int64_t timeout_us = lamina_context_get_timeout_us(p->context);
    int timeout_ms = timeout_us < 0 || timeout_us > STALL_MS * 1000LL ? STALL_MS : (int)((timeout_us + 999) / 1000);
    int ready = poll(&descriptor, 1, timeout_ms);
    if (ready < 0 && errno != EINTR) {
      perror("feed: poll");
      exit(EXIT_OUTPUT);
    }
    if (ready == 0 && timeout_us < 0) {
      clear_progress(p);
      fprintf(stderr, "feed: nothing has happened for %d seconds\n", STALL_MS / 1000);
      exit(EXIT_OUTPUT);
    }
    feed_must(lamina_context_process(p->context, BUDGET_US), "process");
    show_progress(p, page);
  }
}

static bool is_measured(program *p, feed_page *page) {
  (void)p;
  return page->is_measured;
}

static bool is_complete(program *p, feed_page *page) {
  bool complete;
  (void)p;
  feed_must(lamina_surface_is_complete(page->surface, &complete), "surface");
  return complete;
}

static bool is_written(program *p, feed_page *page) {
  (void)p;
  return page->is_written;
}

/* ---- Pages ---- */

static void *must_allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory) return memory;
  fputs("feed: out of memory\n", stderr);
  exit(EXIT_OUTPUT);
}

static void build_pages(program *p, const feed *feed) {
  size_t per_page = p->options.cards_per_page;
  p->page_count = (feed->count + per_page - 1) / per_page;
  p->pages = must_allocate(p->page_count, sizeof *p->pages);
  for (size_t i = 0; i < p->page_count; i++) {
    size_t first = i * per_page, left = feed->count - first;
    feed_page_build(&p->pages[i], p->context, &feed->entries[first], left < per_page ? left : per_page,
                    p->options.width);
  }
}

/* All pages at once, so that every worker has something to do. */
static void measure_pages(program *p) {
  for (size_t i = 0; i < p->page_count; i++) feed_page_measure(&p->pages[i]);
  for (size_t i = 0; i < p->page_count; i++) {
    feed_page *page = &p->pages[i];
    run_until(p, page, is_measured);
    clear_progress(p);
    if (page->error[0]) {
      fprintf(stderr, "feed: page %zu: %s\n", i + 1, page->error);
      exit(EXIT_OUTPUT);
    }
    if (page->height * p->options.scale > MAXIMUM_PIXELS) {
      fprintf(stderr, "feed: page %zu would be %.0f pixels high, more than %d: put fewer cards on a page (-n)\n", i + 1,
              page->height * p->options.scale, MAXIMUM_PIXELS);
      exit(EXIT_USAGE);
    }
  }
}

/* Shows a page on a surface until every drawing is ready; its pixels are then in page->bitmap. */
static void show_page(program *p, feed_page *page) {
  lamina_surface *surface;
  lamina_size size = {page->width, page->height};
  feed_must(lamina_surface_create(p->context, size, p->options.scale, &surface), "surface");
  lamina_rect_px bounds = lamina_surface_get_bounds_px(surface);
  page->bitmap = (lamina_bitmap)LAMINA_BITMAP_INIT;
  page->bitmap.width = bounds.width;
  page->bitmap.height = bounds.height;
  page->bitmap.stride = 4 * bounds.width;
  page->bitmap.data = must_allocate((size_t)bounds.height, (size_t)page->bitmap.stride);
  feed_must(lamina_surface_set_root(surface, page->root), "root");
  page->surface = surface;

  run_until(p, page, is_complete);
  /* A window would do this after every turn of the loop in which there is damage. */
  bool has_damage;
  feed_must(lamina_surface_has_damage(surface, &has_damage), "damage");
  if (has_damage) {
    feed_must(lamina_surface_composite(surface, &page->bitmap, NULL, 0, NULL), "composite");
  }
  feed_must(lamina_surface_set_root(surface, NULL), "root");
  lamina_surface_release(surface);
}

static void finish_page(program *p, feed_page *page) {
  run_until(p, page, is_written);
  clear_progress(p);
  if (page->error[0]) {
    fprintf(stderr, "feed: %s\n", page->error);
    exit(EXIT_OUTPUT);
  }
  printf("%s: %d x %d pixels, %zu nodes\n", page->path, page->bitmap.width, page->bitmap.height, page->nodes);
  feed_page_free(page);
}

/* While a worker encodes one page, the next is drawn. */
static void render_pages(program *p) {
  char (*paths)[PATH_MAX] = must_allocate(p->page_count, sizeof *paths);
  for (size_t i = 0; i < p->page_count; i++) {
    snprintf(paths[i], sizeof paths[i], "%s/page-%03zu.png", p->options.directory, i + 1);
    show_page(p, &p->pages[i]);
    if (i > 0) finish_page(p, &p->pages[i - 1]);
    feed_page_write(&p->pages[i], paths[i]);
  }
  finish_page(p, &p->pages[p->page_count - 1]);
  free(paths);
}

/* ---- Options ---- */

static bool parse_number(const char *string, double low, double high, double *out) {
  char *end;
  double value = strtod(string, &end);
  if (end == string || *end || !(value >= low && value <= high)) return false;
  *out = value;
  return true;
}

static void usage_error(const char *message) {
  fprintf(stderr, "feed: %s\n%s", message, USAGE);
  exit(EXIT_USAGE);
}

static options parse_options(int argc, char **argv) {
  options o = {".", 1, 420, 4, LAMINA_THREADS_AUTO, NULL};
  double number;
  int c;
  opterr = 0;
  while ((c = getopt(argc, argv, "ho:s:w:n:t:")) != -1) {
    switch (c) {
      case 'h':
        fputs(USAGE, stdout);
        exit(0);
      case 'o':
        o.directory = optarg;
        break;
      case 's':
        if (!parse_number(optarg, 0.1, 16, &o.scale)) usage_error("SCALE must be a number from 0.1 to 16");
        break;
      case 'w':
        if (!parse_number(optarg, 240, 2000, &o.width)) usage_error("WIDTH must be a number from 240 to 2000");
        break;
      case 'n':
        if (!parse_number(optarg, 1, 1000, &number) || floor(number) != number)
          usage_error("CARDS_PER_PAGE must be a whole number from 1 to 1000");
        o.cards_per_page = (size_t)number;
        break;
      case 't':
        if (!parse_number(optarg, 0, 64, &number) || floor(number) != number)
          usage_error("THREADS must be a whole number from 0 to 64");
        o.threads = (int)number;
        break;
      default:
        usage_error("unknown option, or one without its value");
    }
  }
  if (optind + 1 != argc) usage_error(optind == argc ? "no FILE given" : "more than one FILE given");
  o.file = argv[optind];
  if (o.width * o.scale > MAXIMUM_PIXELS) usage_error("WIDTH times SCALE is more than 32767 pixels");
  return o;
}

static void make_directory(const char *path) {
  struct stat info;
  if (mkdir(path, 0777) == 0) return;
  int reason = errno;
  if (reason == EEXIST && stat(path, &info) == 0) {
    if (S_ISDIR(info.st_mode)) return;
    reason = ENOTDIR;
  }
  fprintf(stderr, "feed: %s: %s\n", path, strerror(reason));
  exit(EXIT_OUTPUT);
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void log_message(lamina_log_level level, const char *message, void *user_data) {
  (void)user_data;
  if (level >= LAMINA_LOG_LEVEL_WARNING) fprintf(stderr, "feed: %s\n", message);
}

int main(int argc, char **argv) {
  program p = {.options = parse_options(argc, argv), .is_terminal = isatty(STDERR_FILENO)};
  double start = now_ms();

  feed feed; /* everything is read and checked before anything is drawn or written */
  if (!feed_read(&feed, p.options.file)) {
    fprintf(stderr, "feed: %s\n", feed.error);
    feed_free(&feed);
    return EXIT_INPUT;
  }

  lamina_context_options context_options = LAMINA_CONTEXT_OPTIONS_INIT;
  context_options.thread_count = p.options.threads;
  context_options.log = log_message;
  feed_must(lamina_context_create(&context_options, &p.context), "context");
  build_pages(&p, &feed);
  measure_pages(&p);
  make_directory(p.options.directory);
  render_pages(&p);

  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  feed_must(lamina_context_get_statistics(p.context, &statistics), "statistics");
  size_t nodes = 0;
  for (size_t i = 0; i < p.page_count; i++) nodes += p.pages[i].nodes;
  printf("%zu entries, %zu nodes, %zu pages: main thread %.1f ms, workers %.1f ms (%zu threads), wall %.1f ms\n",
         feed.count, nodes, p.page_count, (double)statistics.owner_us / 1e3, (double)statistics.worker_us / 1e3,
         lamina_context_get_thread_count(p.context), now_ms() - start);

  lamina_context_release(p.context);
  free(p.pages);
  feed_free(&feed);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("feed: standard output");
    return EXIT_OUTPUT;
  }
  return 0;
}
