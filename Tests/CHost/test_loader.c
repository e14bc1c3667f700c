/* Loads: data URLs, files, schemes that the host serves, cancelling, limits, and what is refused. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

typedef struct load {
  int ended, destroyed, progressed, http_status;
  lamina_status status;
  lamina_load_source source;
  char text[64], type[64], message[256], url[256];
} load;

static void ended(const lamina_load_result *result, void *user_data) {
  load *found = (load *)user_data;
  size_t count = result->byte_count < sizeof found->text - 1 ? result->byte_count : sizeof found->text - 1;
  found->ended++;
  found->status = result->status;
  found->source = result->source;
  found->http_status = result->http_status;
  if (count) memcpy(found->text, result->content, count);
  found->text[count] = 0;
  snprintf(found->type, sizeof found->type, "%s", result->content_type);
  snprintf(found->message, sizeof found->message, "%s", result->message);
  snprintf(found->url, sizeof found->url, "%s", result->url);
}

static void progressed(const uint8_t *bytes, size_t count, uint64_t total, void *user_data) {
  CHECK(bytes != NULL && count > 0);
  CHECK(total == 0 || total >= count);
  ((load *)user_data)->progressed++;
}

static void destroyed(void *user_data) { ((load *)user_data)->destroyed++; }

static lamina_status start(lamina_context *context, const char *url, load *found, uint64_t *number) {
  memset(found, 0, sizeof *found);
  return lamina_context_load(
      context, url, LAMINA_NUL_TERMINATED, NULL, progressed, ended, found, destroyed, number);
}

static void test_data_and_files(void) {
  lamina_context *context = check_context(1);
  load found;
  char path[] = "/tmp/lamina-loader-XXXXXX", url[64];
  int file = mkstemp(path);
  CHECK(file >= 0 && write(file, "from a file", 11) == 11);
  close(file);

  CHECK_OK(start(context, "data:text/plain,a%20b", &found, NULL));
  CHECK_EQUAL(found.ended, 0);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(found.ended, 1);
  CHECK_EQUAL(found.destroyed, 1);
  CHECK_EQUAL(found.status, LAMINA_OK);
  CHECK_EQUAL(found.source, LAMINA_LOAD_SOURCE_DATA);
  CHECK_TEXT(found.text, "a b");
  CHECK_TEXT(found.type, "text/plain");
  CHECK_TEXT(found.message, "");

  snprintf(url, sizeof url, "file://%s", path);
  CHECK_OK(start(context, url, &found, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_TEXT(found.text, "from a file");
  CHECK_TEXT(found.url, url);
  CHECK_EQUAL(found.source, LAMINA_LOAD_SOURCE_FILE);
  unlink(path);
  CHECK_OK(start(context, url, &found, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(found.status, LAMINA_ERROR_IO);
  CHECK(strstr(found.message, path) != NULL);
  lamina_context_release(context);
}

static void test_refusals(void) {
  lamina_context *context = check_context(1);
  lamina_load_options options = LAMINA_LOAD_OPTIONS_INIT;
  lamina_loader_options held = LAMINA_LOADER_OPTIONS_INIT;
  const char *odd[] = {"", "x", "://", "http://", "http://a b/", "1a:b", "http://h:70000/"};
  load found;
  size_t i;
  for (i = 0; i < sizeof odd / sizeof *odd; i++) {
    CHECK_STATUS(start(context, odd[i], &found, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(found.destroyed, 1);
  }
  CHECK_STATUS(start(context, "/srv/a b.png", &found, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "'file:///srv/a%20b.png'") != NULL);
  CHECK_STATUS(start(context, "ftp://h/", &found, NULL), LAMINA_ERROR_UNSUPPORTED);
  CHECK(strstr(lamina_last_error(), "ftp") != NULL);
  CHECK_STATUS(
      lamina_context_load(context, "data:,", LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL, NULL, NULL),
      LAMINA_ERROR_INVALID_ARGUMENT);
  options.flags = (lamina_load_flags)64;
  CHECK_STATUS(
      lamina_context_load(context, "data:,", LAMINA_NUL_TERMINATED, &options, NULL, ended, &found, NULL, NULL),
      LAMINA_ERROR_INVALID_ARGUMENT);
  options.flags = LAMINA_LOAD_FLAGS_NONE;
  options.priority = (lamina_load_priority)7;
  CHECK_STATUS(
      lamina_context_load(context, "data:,", LAMINA_NUL_TERMINATED, &options, NULL, ended, &found, NULL, NULL),
      LAMINA_ERROR_INVALID_ARGUMENT);
  options.priority = LAMINA_LOAD_PRIORITY_LOW;
  {
    const char *lines[] = {"no colon", ": x", "A b: c", "Host: other", "Content-Length: 3", "A: b\001"};
    for (i = 0; i < sizeof lines / sizeof *lines; i++) {
      options.headers = lines[i];
      CHECK_STATUS(
          lamina_context_load(context, "data:,", LAMINA_NUL_TERMINATED, &options, NULL, ended, &found, NULL, NULL),
          LAMINA_ERROR_INVALID_ARGUMENT);
      CHECK(strstr(lamina_last_error(), "options->headers") != NULL);
    }
  }
  CHECK_STATUS(lamina_context_cancel_load(context, 99), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_set_load_priority(context, 99, LAMINA_LOAD_PRIORITY_HIGH), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_append_load(context, 99, "a", 1, 0), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_end_load(context, 99, LAMINA_OK, NULL), LAMINA_ERROR_INVALID_STATE);
  held.max_redirects = -2;
  CHECK_STATUS(lamina_context_set_loader_options(context, &held), LAMINA_ERROR_INVALID_ARGUMENT);
  held.max_redirects = 0;
  held.flags = (lamina_loader_flags)256;
  CHECK_STATUS(lamina_context_set_loader_options(context, &held), LAMINA_ERROR_INVALID_ARGUMENT);
  held.flags = LAMINA_LOADER_FLAGS_NO_FILES | LAMINA_LOADER_FLAGS_NO_PLAIN_HTTP;
  held.ca_file = "/nowhere/ca.pem";
  CHECK_STATUS(lamina_context_set_loader_options(context, &held), LAMINA_ERROR_IO);
  CHECK(strstr(lamina_last_error(), "/nowhere/ca.pem") != NULL);
  held.ca_file = NULL;
  held.max_bytes = 4;
  CHECK_OK(lamina_context_set_loader_options(context, &held));
  CHECK_STATUS(start(context, "file:///etc/passwd", &found, NULL), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(start(context, "http://h/", &found, NULL), LAMINA_ERROR_UNSUPPORTED);
  CHECK_OK(start(context, "data:,12345", &found, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(found.status, LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_context_set_loader_options(context, NULL), LAMINA_ERROR_INVALID_STATE);
  lamina_context_release(context);
}

/* ---- Schemes that the host serves ---- */

typedef struct host {
  int started, cancelled, prioritised, destroyed;
  uint64_t request;
  char url[64];
} host;

static void host_start(lamina_context *context, uint64_t request, const char *url, lamina_load_priority priority, void *user_data) {
  host *found = (host *)user_data;
  found->started++;
  found->request = request;
  snprintf(found->url, sizeof found->url, "%s", url);
  CHECK(context != NULL && priority == LAMINA_LOAD_PRIORITY_NORMAL);
}

static void host_cancel(lamina_context *context, uint64_t request, void *user_data) {
  host *found = (host *)user_data;
  CHECK(request == found->request);
  CHECK(lamina_context_append_load(context, request, "a", 1, 0) != LAMINA_OK);
  found->cancelled++;
}

static void host_prioritise(lamina_context *context, uint64_t request, lamina_load_priority priority, void *user_data) {
  CHECK(context != NULL && request != 0 && priority == LAMINA_LOAD_PRIORITY_HIGH);
  ((host *)user_data)->prioritised++;
}

static void host_destroyed(void *user_data) { ((host *)user_data)->destroyed++; }

static void test_host(void) {
  lamina_context *context = check_context(1);
  lamina_loader_statistics counts = LAMINA_LOADER_STATISTICS_INIT;
  host served;
  load first, second, third, refused;
  uint64_t number = 0, other = 0;
  memset(&served, 0, sizeof served);
  CHECK_STATUS(
      lamina_context_set_loader(context, "1a", 2, host_start, NULL, NULL, &served, host_destroyed),
      LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(served.destroyed, 1);
  CHECK_OK(lamina_context_set_loader(context, "App", 3, host_start, host_cancel, host_prioritise, &served, host_destroyed));
  CHECK_OK(start(context, "app:picture", &first, &number));
  CHECK_OK(start(context, "app:picture", &second, &other));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(served.started, 1);
  CHECK_TEXT(served.url, "app:picture");
  CHECK_OK(lamina_context_set_load_priority(context, other, LAMINA_LOAD_PRIORITY_HIGH));
  CHECK_OK(lamina_context_append_load(context, served.request, "abc", 3, 6));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(served.prioritised, 1);
  CHECK_EQUAL(first.progressed, 1);
  CHECK_EQUAL(second.progressed, 1);
  CHECK_OK(lamina_context_append_load(context, served.request, "def", 3, 6));
  CHECK_OK(lamina_context_end_load(context, served.request, LAMINA_OK, "image/x"));
  CHECK_STATUS(lamina_context_end_load(context, served.request, LAMINA_OK, NULL), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_TEXT(first.text, "abcdef");
  CHECK_TEXT(second.text, "abcdef");
  CHECK_TEXT(first.type, "image/x");
  CHECK_EQUAL(first.source, LAMINA_LOAD_SOURCE_HOST);
  CHECK_OK(lamina_context_get_loader_statistics(context, &counts));
  CHECK_EQUAL(counts.started, 2);
  CHECK_EQUAL(counts.joined, 1);

  /* A failure, and a request that nobody waits for any more. */
  CHECK_OK(start(context, "APP:other", &first, &number));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_context_end_load(context, served.request, LAMINA_ERROR_TIMED_OUT, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(first.status, LAMINA_ERROR_TIMED_OUT);
  CHECK_OK(start(context, "app:gone", &first, &number));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_STATUS(
      lamina_context_end_failed_load(context, served.request, LAMINA_OK, 404, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(
      lamina_context_end_failed_load(context, served.request, LAMINA_ERROR_IO, 99, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_end_failed_load(context, served.request, (lamina_status)77, 0, "x"),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_end_failed_load(context, served.request, LAMINA_ERROR_IO, 404, "no photo has the number 7"));
  CHECK_STATUS(
      lamina_context_end_failed_load(context, served.request, LAMINA_ERROR_IO, 0, NULL), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(first.status, LAMINA_ERROR_IO);
  CHECK_EQUAL(first.http_status, 404);
  CHECK_TEXT(first.message, "'app:gone': no photo has the number 7");
  CHECK_OK(start(context, "app:third", &first, &number));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_context_cancel_load(context, number));
  CHECK_STATUS(lamina_context_cancel_load(context, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(first.ended, 0);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(first.ended, 1);
  CHECK_EQUAL(first.status, LAMINA_ERROR_CANCELLED);
  CHECK_EQUAL(served.cancelled, 1);

  /* The end of the context ends the load, and lets go of what was given. */
  CHECK_OK(start(context, "app:fourth", &first, &number));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(start(context, "app:fifth", &second, &number));
  /* Requests that it began to serve are still its own. */
  CHECK_OK(lamina_context_set_loader(context, "app", 3, NULL, NULL, NULL, NULL, NULL));
  CHECK_EQUAL(served.destroyed, 1);
  CHECK_STATUS(start(context, "app:sixth", &refused, &number), LAMINA_ERROR_UNSUPPORTED);
  CHECK_OK(start(context, "data:,x", &third, &number));
  lamina_context_release(context);
  CHECK_EQUAL(second.ended, 1);
  CHECK_EQUAL(second.status, LAMINA_ERROR_CANCELLED);
  CHECK_EQUAL(first.ended, 1);
  CHECK_EQUAL(first.destroyed, 1);
  CHECK_EQUAL(third.ended, 1);
  CHECK_EQUAL(refused.ended, 0);
  CHECK_EQUAL(refused.destroyed, 1);
  CHECK_EQUAL(served.cancelled, 2);
  CHECK_EQUAL(served.destroyed, 2);
}

/* Many loads, half of them cancelled from other threads: each ends once. */
static load many[200];
static uint64_t numbers[200];

static void *cancel_some(void *data) {
  size_t i;
  for (i = 0; i < 200; i += 2) (void)lamina_context_cancel_load((lamina_context *)data, numbers[i]);
  return NULL;
}

static void test_many(void) {
  lamina_context *context = check_context(2);
  pthread_t thread;
  size_t i;
  for (i = 0; i < 200; i++) {
    char url[64];
    snprintf(url, sizeof url, i % 3 ? "data:,%d" : "file:///nowhere/%d", (int)(i % 50));
    CHECK_OK(start(context, url, &many[i], &numbers[i]));
  }
  CHECK(pthread_create(&thread, NULL, cancel_some, context) == 0);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  pthread_join(thread, NULL);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (i = 0; i < 200; i++) {
    CHECK_EQUAL(many[i].ended, 1);
    CHECK_EQUAL(many[i].destroyed, 1);
  }
  CHECK_OK(lamina_context_trim_loader_cache(context, 0));
  CHECK_EQUAL(lamina_context_read_loader_cache(context, NULL, 0), 0);
  CHECK_EQUAL(lamina_context_read_loader_cache(NULL, NULL, 0), 0);
  lamina_context_release(context);
}

/* A child of a process that loads may load in a context of its own. */
static void test_fork(void) {
  lamina_context *context = check_context(1);
  load found;
  int status = -1;
  pid_t child;
  CHECK_OK(start(context, "data:,before", &found, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  child = fork();
  if (child == 0) {
    lamina_context *own = NULL;
    alarm(20);
    if (start(context, "data:,parent", &found, NULL) != LAMINA_ERROR_INVALID_STATE) _exit(1);
    if (lamina_context_create(NULL, &own) != LAMINA_OK) _exit(2);
    if (start(own, "data:,child", &found, NULL) != LAMINA_OK) _exit(3);
    if (lamina_context_wait_idle(own, CHECK_PATIENCE_US) != LAMINA_OK) _exit(4);
    if (strcmp(found.text, "child") != 0) _exit(5);
    lamina_context_release(own);
    /* Under valgrind, whatever the parent's other threads had on their stacks would be a leak of the child's. */
    if (getenv("CHECK_QUICK") != NULL) execl("/bin/true", "child", (char *)NULL);
    _exit(0);
  }
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), 0);
  lamina_context_release(context);
}

int main(void) {
  test_data_and_files();
  test_refusals();
  test_host();
  test_many();
  test_fork();
  return check_done(__FILE__);
}
