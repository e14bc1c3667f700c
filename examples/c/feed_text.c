/* The text format: "key: value" lines, entries separated by blank lines. docs/feed-format.md describes it. */
#define _POSIX_C_SOURCE 200809L
#include "feed_entry.h"

#include <stdlib.h>
#include <string.h>

/* One line of the file, without its line end. */
typedef struct line {
  const char *start;
  size_t length;
  size_t number; /* from 1 */
} line;

typedef struct reader {
  feed *feed;
  const char *path;
  feed_entry *entry; /* the entry being read, NULL between entries */
  size_t entry_line; /* where it began */
  char **field;      /* the field that a continuation line would extend */
} reader;

static bool next_line(const char **cursor, const char *end, line *line) {
  if (*cursor >= end) return false;
  const char *newline = memchr(*cursor, '\n', (size_t)(end - *cursor));
  const char *stop = newline ? newline : end;
  line->start = *cursor;
  line->length = (size_t)(stop - *cursor);
  line->number++;
  if (line->length > 0 && line->start[line->length - 1] == '\r') line->length--;
  *cursor = newline ? newline + 1 : end;
  return true;
}

static bool is_blank(const line *line) {
  for (size_t i = 0; i < line->length; i++) {
    if (line->start[i] != ' ' && line->start[i] != '\t') return false;
  }
  return true;
}

static char **field_named(feed_entry *entry, const char *key, size_t length) {
  static const char *const names[] = {"title", "author", "time", "summary", "category", "actions"};
  char **fields[] = {&entry->title,   &entry->author,   &entry->time,
                     &entry->summary, &entry->category, &entry->actions[0]};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strlen(names[i]) == length && memcmp(names[i], key, length) == 0) return fields[i];
  }
  return NULL;
}

/* "Like | Reply | Share | Save": one label for each button. */
static bool split_actions(reader *r, size_t line_number) {
  char *all = r->entry->actions[0], *part = all;
  r->entry->actions[0] = NULL;
  for (int i = 0; i < FEED_ACTION_COUNT && part; i++) {
    char *bar = strchr(part, '|');
    r->entry->actions[i] = feed_collapse(part, bar ? (size_t)(bar - part) : strlen(part));
    part = bar ? bar + 1 : NULL;
    if (!r->entry->actions[i]) break;
  }
  bool ok = part == NULL && r->entry->actions[FEED_ACTION_COUNT - 1] != NULL;
  free(all);
  if (ok) return true;
  return feed_fail(r->feed, "%s:%zu: entry %zu: actions must be %d labels separated by |", r->path, line_number,
                   r->feed->count, FEED_ACTION_COUNT);
}

static bool end_entry(reader *r) {
  if (!r->entry) return true;
  if (!r->entry->title) {
    return feed_fail(r->feed, "%s:%zu: entry %zu: no title", r->path, r->entry_line, r->feed->count);
  }
  if (r->entry->actions[0] && !split_actions(r, r->entry_line)) return false;
  r->entry = NULL;
  r->field = NULL;
  return true;
}

/* Appends a line to a field, separated by a space. */
static bool extend(reader *r, const char *bytes, size_t length) {
  size_t before = *r->field ? strlen(*r->field) : 0;
  char *joined = malloc(before + length + 2);
  if (!joined) return feed_fail(r->feed, "out of memory");
  if (before) memcpy(joined, *r->field, before);
  joined[before] = ' ';
  memcpy(joined + before + 1, bytes, length);
  free(*r->field);
  *r->field = feed_collapse(joined, before + 1 + length);
  free(joined);
  return true;
}

static bool read_field(reader *r, const line *line) {
  const char *colon = memchr(line->start, ':', line->length);
  if (!r->entry) {
    r->entry = feed_add(r->feed);
    r->entry_line = line->number;
    if (!r->entry) return false;
  }
  if (!colon) {
    return feed_fail(r->feed, "%s:%zu: entry %zu: expected \"key: value\"", r->path, line->number, r->feed->count);
  }
  size_t key_length = (size_t)(colon - line->start);
  r->field = field_named(r->entry, line->start, key_length);
  if (!r->field) {
    return feed_fail(r->feed, "%s:%zu: entry %zu: unknown key \"%.*s\"", r->path, line->number, r->feed->count,
                     key_length > 40 ? 40 : (int)key_length, line->start);
  }
  if (*r->field) {
    return feed_fail(r->feed, "%s:%zu: entry %zu: \"%.*s\" given twice", r->path, line->number, r->feed->count,
                     (int)key_length, line->start);
  }
  return extend(r, colon + 1, line->length - key_length - 1);
}

bool feed_parse_text(feed *feed, const char *path, const char *bytes, size_t length) {
  reader r = {feed, path, NULL, 0, NULL};
  line line = {NULL, 0, 0};
  const char *cursor = bytes, *end = bytes + length;
  if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) cursor += 3;

  while (next_line(&cursor, end, &line)) {
    size_t valid = feed_utf8_check(line.start, line.length);
    if (valid < line.length) {
      size_t number = feed->count + (r.entry ? 0 : 1);
      return feed_fail(feed, "%s:%zu: entry %zu: invalid UTF-8 at byte offset %zu", path, line.number, number,
                       (size_t)(line.start - bytes) + valid);
    }
    if (is_blank(&line)) {
      if (!end_entry(&r)) return false;
    } else if (line.start[0] == '#') {
      continue;
    } else if (line.start[0] == ' ' || line.start[0] == '\t') {
      if (!r.field) {
        return feed_fail(feed, "%s:%zu: a continuation line without a key before it", path, line.number);
      }
      if (!extend(&r, line.start, line.length)) return false;
    } else if (!read_field(&r, &line)) {
      return false;
    }
  }
  return end_entry(&r);
}
