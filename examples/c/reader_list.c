#define _GNU_SOURCE /* strcasestr */
#include "reader_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) reader_require((call), #call)

static const char entry_form[] =
    "{\"background\": \"white\", \"root\": {\"children\": [{\"kind\": \"inset\", \"insets\": 14, \"children\": ["
    "{\"kind\": \"column\", \"spacing\": 4, \"align_items\": \"stretch\", \"children\": ["
    "{\"kind\": \"text\", \"text\": \"{title}\", \"attributes\": {\"size\": 17, \"weight\": 700, \"color\": \"#1f2933\"}},"
    "{\"kind\": \"text\", \"text\": \"{text}\", \"attributes\": {\"size\": 14, \"color\": \"#52606d\"},"
    " \"options\": {\"max_lines\": 6}},"
    "{\"kind\": \"text\", \"text\": \"No. {number}, {author}\", \"attributes\": {\"size\": 11, \"color\": \"#9aa5b1\"}}"
    "]}]}]}}";

static const char message_form[] =
    "{\"background\": \"#e4e7eb\", \"root\": {\"children\": [{\"kind\": \"inset\", \"insets\": [6, 14, 6, 80], \"children\": ["
    "{\"kind\": \"background\", \"children\": ["
    "{\"kind\": \"inset\", \"insets\": 10, \"children\": [{\"kind\": \"text\", \"text\": \"{text}\", \"attributes\": {\"size\": 15}}]},"
    "{\"background\": \"#cfe8d5\", \"corner_radius\": 10}]}]}]}}";

void reader_require(lamina_status status, const char *what) {
  if (status == LAMINA_OK) return;
  fprintf(stderr, "%s: %s: %s\n", what, lamina_status_name(status), lamina_last_error());
  exit(1);
}

/* ---- Values of rows, as JSON ---- */

typedef struct json {
  char text[8192];
  size_t length;
} json;

static void add(json *j, char c) {
  if (j->length + 1 < sizeof j->text) j->text[j->length++] = c;
}

/* A member. Texts that are too long for the row are cut between characters. */
static void add_member(json *j, const char *name, const char *value) {
  const char *from = value == NULL ? "" : value;
  add(j, j->length == 0 ? '{' : ',');
  add(j, '"');
  for (; *name; name++) add(j, *name);
  add(j, '"');
  add(j, ':');
  add(j, '"');
  for (; *from && (j->length < sizeof j->text - 256 || (*from & 0xC0) == 0x80); from++) {
    unsigned char c = (unsigned char)*from;
    if (c == '"' || c == '\\') add(j, '\\');
    if (c >= 0x20) add(j, (char)c);
  }
  add(j, '"');
}

static void give(lamina_list *list, json *j) {
  add(j, '}');
  OK(lamina_list_set_values_json(list, j->text, j->length));
}

static void entry_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  reader *r = user_data;
  const feed_entry *entry = &r->feed.entries[identity % r->feed.count];
  json j = {"", 0};
  char number[32], title[512];
  (void)row;
  snprintf(number, sizeof number, "%llu", (unsigned long long)identity + 1);
  snprintf(title, sizeof title, "%.400s%s", entry->title ? entry->title : "", r->version % 2 ? " (read again)" : "");
  add_member(&j, "title", title);
  add_member(&j, "text", entry->summary);
  add_member(&j, "number", number);
  add_member(&j, "author", entry->author);
  give(list, &j);
}

static void message_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  reader *r = user_data;
  json j = {"", 0};
  (void)identity;
  add_member(&j, "text", r->messages[row]);
  give(list, &j);
}

/* ---- The lists ---- */

static lamina_list *make_list(reader *r, const char *form, const lamina_list_options *options, lamina_list_values_fn values,
                              lamina_node **out_node) {
  lamina_list *list = NULL;
  lamina_template *template_ = NULL;
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  OK(lamina_list_create(r->context, options, &list));
  OK(lamina_template_create(r->context, form, LAMINA_NUL_TERMINATED, &template_));
  OK(lamina_list_set_template(list, 0, template_));
  lamina_template_release(template_);
  OK(lamina_list_set_values_callback(list, values, r, NULL));
  OK(lamina_list_copy_node(list, out_node));
  scroll.physics = LAMINA_SCROLL_PHYSICS_BOUNCING;
  OK(lamina_node_set_scroll(*out_node, &scroll));
  return list;
}

static bool is_found(const feed_entry *entry, const char *text) {
  return (entry->title && strcasestr(entry->title, text)) || (entry->summary && strcasestr(entry->summary, text));
}

static void show_found(reader *r) {
  const lamina_list_row empty = LAMINA_LIST_ROW_INIT;
  bool *matches = calloc(r->feed.count, sizeof *matches);
  size_t i;
  for (i = 0; i < r->feed.count; i++) matches[i] = is_found(&r->feed.entries[i], r->search);
  r->found = 0;
  for (i = 0; i < r->count; i++) {
    lamina_list_row *row = &r->rows[r->found];
    if (!matches[i % r->feed.count]) continue;
    *row = empty;
    row->identity = i;
    row->version = r->version;
    r->found++;
  }
  free(matches);
  OK(lamina_list_set_rows(r->entries, r->rows, r->found));
}

void reader_search(reader *r, const char *text) {
  snprintf(r->search, sizeof r->search, "%s", text);
  show_found(r);
}

void reader_reload(reader *r) {
  r->version++;
  show_found(r);
}

void reader_say(reader *r, const char *message) {
  lamina_list_row row = LAMINA_LIST_ROW_INIT;
  char **messages = realloc(r->messages, (r->message_count + 1) * sizeof *messages);
  char *copy = strdup(message);
  if (messages == NULL || copy == NULL) reader_require(LAMINA_ERROR_OUT_OF_MEMORY, "a message");
  r->messages = messages;
  messages[r->message_count] = copy;
  row.identity = r->message_count;
  r->message_count++;
  OK(lamina_list_insert_rows(r->chat, r->message_count - 1, &row, 1));
}

/* Adds the entries of a file. */
static void read_more(feed *all, const char *path) {
  feed part;
  feed_entry *entries = NULL;
  memset(&part, 0, sizeof part);
  if (feed_read(&part, path)) entries = realloc(all->entries, (all->count + part.count) * sizeof *entries);
  if (entries == NULL) {
    fprintf(stderr, "reader: %s\n", part.error[0] != '\0' ? part.error : "nothing to read");
    exit(1);
  }
  memcpy(entries + all->count, part.entries, part.count * sizeof *entries);
  all->entries = entries;
  all->count += part.count;
  free(part.entries);
}

void reader_open(reader *r, lamina_context *context, char **feeds, int feed_count, size_t count) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  int i;
  memset(r, 0, sizeof *r);
  r->context = context;
  r->count = count;
  for (i = 0; i < feed_count; i++) read_more(&r->feed, feeds[i]);
  r->rows = malloc((count > 0 ? count : 1) * sizeof *r->rows);
  if (r->feed.count == 0 || r->rows == NULL) {
    fprintf(stderr, "reader: nothing to read\n");
    exit(1);
  }
  options.estimated_row_height = 120;
  r->entries = make_list(r, entry_form, &options, entry_values, &r->entries_node);
  options.follows_end = true;
  options.estimated_row_height = 60;
  r->chat = make_list(r, message_form, &options, message_values, &r->chat_node);
  reader_search(r, "");
}

void reader_close(reader *r) {
  size_t i;
  lamina_list_release(r->entries);
  lamina_list_release(r->chat);
  lamina_node_release(r->entries_node);
  lamina_node_release(r->chat_node);
  for (i = 0; i < r->message_count; i++) free(r->messages[i]);
  free(r->messages);
  free(r->rows);
  feed_free(&r->feed);
}
