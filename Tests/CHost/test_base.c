/* Version, status names and the last error. */
#include "check.h"

static void test_version(void) {
  CHECK_EQUAL(lamina_version(), LAMINA_VERSION);
  CHECK(lamina_is_compatible(LAMINA_VERSION));
  CHECK(!lamina_is_compatible(LAMINA_VERSION + (1u << 16)));
  CHECK(!lamina_is_compatible(LAMINA_VERSION + 1));        /* a newer header than the library */
  CHECK(!lamina_is_compatible(LAMINA_VERSION + (1u << 8))); /* so too */
  CHECK(lamina_is_compatible(((unsigned)LAMINA_VERSION_MAJOR << 16) | 1u));
  CHECK(!lamina_is_compatible(0xFFFFFFFFu));
}

static void test_status_names(void) {
  static const struct { int status; const char *name; } names[] = {
      {0, "LAMINA_OK"}, {1, "LAMINA_ERROR_INVALID_ARGUMENT"}, {2, "LAMINA_ERROR_INVALID_HANDLE"},
      {3, "LAMINA_ERROR_WRONG_THREAD"}, {4, "LAMINA_ERROR_FOREIGN_CONTEXT"}, {5, "LAMINA_ERROR_OUT_OF_RANGE"},
      {6, "LAMINA_ERROR_CYCLE"}, {7, "LAMINA_ERROR_INVALID_STATE"}, {8, "LAMINA_ERROR_CANCELLED"},
      {9, "LAMINA_ERROR_TIMED_OUT"}, {10, "LAMINA_ERROR_OUT_OF_MEMORY"}, {11, "LAMINA_ERROR_IO"},
      {12, "LAMINA_ERROR_BACKEND"}, {13, "LAMINA_ERROR_UNSUPPORTED"},
      {14, "LAMINA_ERROR_UNKNOWN"}, {-1, "LAMINA_ERROR_UNKNOWN"}, {2147483647, "LAMINA_ERROR_UNKNOWN"}};
  size_t i;
  for (i = 0; i < sizeof names / sizeof names[0]; i++) CHECK_TEXT(lamina_status_name((lamina_status)names[i].status), names[i].name);
  CHECK(lamina_status_name(LAMINA_OK) == lamina_status_name(LAMINA_OK)); /* static */
}

static void *fresh_thread(void *unused) {
  (void)unused;
  CHECK_TEXT(lamina_last_error(), "");
  CHECK_STATUS(lamina_node_set_opacity(NULL, 1), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(strlen(lamina_last_error()) > 0);
  return NULL;
}

static void test_last_error(void) {
  char first[512];
  CHECK_TEXT(lamina_last_error(), "");
  CHECK_STATUS(lamina_context_process(NULL, 0), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(strlen(lamina_last_error()) > 10);
  snprintf(first, sizeof first, "%s", lamina_last_error());
  check_elsewhere(fresh_thread, NULL);
  CHECK_TEXT(lamina_last_error(), first); /* another thread's failure is not ours, and a success leaves it */
  CHECK_EQUAL(lamina_version(), LAMINA_VERSION);
  CHECK_TEXT(lamina_last_error(), first);
}

/* A pointer from before a call that fails is as good as one from after it: C says not which of two arguments comes
 * first. */
static void test_last_error_stays(void) {
  lamina_context *context = check_context(0);
  lamina_node *node = check_node(context);
  const char *before = lamina_last_error();
  static char text[20000];
  lamina_template *form = NULL;
  CHECK_STATUS(lamina_node_set_opacity(node, 7.5), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(before, "7.5") != NULL);
  /* Long ones are cut between characters. */
  strcpy(text, "{\"");
  while (strlen(text) < sizeof text - 40) strcat(text, "\xE2\x82\xAC");
  strcat(text, "\": 1}");
  CHECK(lamina_template_create(context, text, LAMINA_NUL_TERMINATED, &form) != LAMINA_OK);
  CHECK(before == lamina_last_error());
  CHECK(strlen(before) < 4096);
  CHECK((before[strlen(before) - 1] & 0xC0) != 0xC0);
  lamina_node_release(node);
  lamina_context_release(context);
}

static void test_message_names_what_was_wrong(void) {
  lamina_context *context = check_context(0);
  lamina_node *node = check_node(context);
  CHECK_STATUS(lamina_node_set_opacity(node, 7.5), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "7.5") != NULL);
  CHECK(strstr(lamina_last_error(), "opacity") != NULL);
  CHECK_STATUS(lamina_node_set_name(node, "ab\xff", 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "2") != NULL); /* the offset of the bad byte */
  CHECK_EQUAL(lamina_node_get_child_count(NULL), 0);
  CHECK(strlen(lamina_last_error()) > 0);
  lamina_node_release(node);
  lamina_context_release(context);
}

int main(void) {
  test_last_error(); /* first: nothing has failed yet on this thread */
  test_last_error_stays();
  test_version();
  test_status_names();
  test_message_names_what_was_wrong();
  return check_done(__FILE__);
}
