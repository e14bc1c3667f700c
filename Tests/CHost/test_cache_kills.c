/* Processes that write into one cache folder are killed at random: what is there afterwards is whole, nothing that was
 * there before is lost, and nobody is told of damage. CHECK_LONG=1 in the environment: 1,000 are killed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "check.h"

enum { NUMBERS = 120, WRITERS = 2 };

static int port, failed_messages;
static const char *program; /* this one; under valgrind, /proc/self/exe is valgrind */
static unsigned seed = 5;

static unsigned random_below(unsigned count) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % count;
}

static void log_message(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)user_data;
  printf("%s\n", message);
  failed_messages++;
}

static lamina_context *open_cache(const char *folder) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_loader_options held = LAMINA_LOADER_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.log = log_message;
  held.cache_folder = folder;
  CHECK_OK(lamina_context_create(&options, &context));
  CHECK_OK(lamina_context_set_loader_options(context, &held));
  return context;
}

typedef struct outcome { long number; int is_there; } outcome;

static void ended(const lamina_load_result *result, void *user_data) {
  outcome *o = (outcome *)user_data;
  size_t i;
  if (result->status != LAMINA_OK) return;
  o->is_there = result->byte_count == server_length(o->number);
  for (i = 0; o->is_there && i < result->byte_count; i++) o->is_there = result->content[i] == server_byte(o->number, i);
  CHECK(o->is_there);
}

static void load(lamina_context *context, outcome *o, lamina_load_flags flags) {
  lamina_load_options options = LAMINA_LOAD_OPTIONS_INIT;
  char url[64];
  options.flags = flags;
  o->is_there = 0;
  snprintf(url, sizeof url, "http://127.0.0.1:%d/%ld", port, o->number);
  CHECK_OK(lamina_context_load(context, url, LAMINA_NUL_TERMINATED, &options, NULL, ended, o, NULL, NULL));
}

/* What is killed: fills the cache, some of it again and again. */
static int write_for_ever(const char *folder) {
  lamina_context *context = open_cache(folder);
  outcome outcomes[8];
  int i;
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    for (i = 0; i < 8; i++) {
      outcomes[i].number = (long)random_below(NUMBERS);
      load(context, &outcomes[i], random_below(3) == 0 ? LAMINA_LOAD_FLAGS_RELOAD : LAMINA_LOAD_FLAGS_NONE);
    }
    if (lamina_context_wait_idle(context, CHECK_PATIENCE_US) != LAMINA_OK || checks_failed > 0) return 1;
  }
}

static pid_t begin_writer(const char *folder) {
  char port_text[16], seed_text[16], byte;
  int out[2];
  pid_t writer;
  snprintf(port_text, sizeof port_text, "%d", port);
  snprintf(seed_text, sizeof seed_text, "%u", random_below(100000));
  if (!CHECK(pipe2(out, O_CLOEXEC) == 0)) exit(1);
  writer = fork();
  if (writer == 0) {
    dup2(out[1], 1);
    execl(program, program, port_text, seed_text, folder, (char *)NULL);
    _exit(1);
  }
  close(out[1]);
  CHECK(read(out[0], &byte, 1) == 1 && byte == 'r');
  close(out[0]);
  return writer;
}

static void kill_some(const char *folder) {
  pid_t writers[WRITERS];
  struct timespec pause = {0, 0};
  int i, status = 0;
  for (i = 0; i < WRITERS; i++) writers[i] = begin_writer(folder);
  for (i = 0; i < WRITERS; i++) {
    pause.tv_nsec = (long)random_below(30000) * 1000;
    nanosleep(&pause, NULL);
    kill(writers[i], SIGKILL);
    CHECK(waitpid(writers[i], &status, 0) == writers[i] && WIFSIGNALED(status));
  }
}

/* Returns how many there are. */
static int look(const char *folder, int *was_there) {
  lamina_context *context = open_cache(folder);
  outcome outcomes[NUMBERS];
  int count = 0;
  long i;
  for (i = 0; i < NUMBERS; i++) {
    outcomes[i].number = i;
    load(context, &outcomes[i], LAMINA_LOAD_FLAGS_ONLY_CACHED);
  }
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (i = 0; i < NUMBERS; i++) {
    if (was_there[i]) CHECK(outcomes[i].is_there);
    was_there[i] = outcomes[i].is_there;
    count += was_there[i];
  }
  lamina_context_release(context);
  return count;
}

int main(int count, char **arguments) {
  int rounds = getenv("CHECK_LONG") != NULL ? 500 : 15, i, found = 0, was_there[NUMBERS] = {0};
  char folder[] = "/tmp/lamina-kills-XXXXXX", command[64];
  program = arguments[0];
  if (count == 4) {
    port = atoi(arguments[1]);
    seed = (unsigned)atoi(arguments[2]);
    return write_for_ever(arguments[3]);
  }
  port = server_begin();
  if (!CHECK(port > 0 && mkdtemp(folder) != NULL)) return check_done(__FILE__);
  for (i = 0; i < rounds; i++) {
    kill_some(folder);
    if (i % 5 == 4 || i == rounds - 1) found = look(folder, was_there);
  }
  CHECK(found > 10);
  CHECK_EQUAL(failed_messages, 0);
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK(system(command) == 0);
  return check_done(__FILE__);
}
