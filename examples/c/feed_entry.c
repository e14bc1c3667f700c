#define _POSIX_C_SOURCE 200809L
#include "feed_entry.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAXIMUM_FILE_BYTES = 64 * 1024 * 1024 };

bool feed_fail(feed *feed, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(feed->error, sizeof feed->error, format, arguments);
  va_end(arguments);
  for (char *c = feed->error; *c; c++) {
    if (*c == '\n' || *c == '\r') *c = ' ';
  }
  return false;
}

feed_entry *feed_add(feed *feed) {
  if (feed->count == feed->capacity) {
    size_t capacity = feed->capacity ? 2 * feed->capacity : 16;
    feed_entry *entries = realloc(feed->entries, capacity * sizeof *entries);
    if (!entries) {
      feed_fail(feed, "out of memory");
      return NULL;
    }
    feed->entries = entries;
    feed->capacity = capacity;
  }
  feed_entry *entry = &feed->entries[feed->count++];
  memset(entry, 0, sizeof *entry);
  return entry;
}

void feed_free(feed *feed) {
  for (size_t i = 0; i < feed->count; i++) {
    feed_entry *entry = &feed->entries[i];
    free(entry->title);
    free(entry->author);
    free(entry->time);
    free(entry->summary);
    free(entry->category);
    for (int a = 0; a < FEED_ACTION_COUNT; a++) free(entry->actions[a]);
  }
  free(feed->entries);
  memset(feed, 0, sizeof *feed);
}

/* Unicode 15, table 3-7: the well-formed sequences. */
static size_t sequence_length(const unsigned char *s, size_t left) {
  unsigned char low = 0x80, high = 0xBF;
  size_t length;
  if (s[0] >= 0x01 && s[0] <= 0x7F) return 1;
  if (s[0] >= 0xC2 && s[0] <= 0xDF) {
    length = 2;
  } else if (s[0] >= 0xE0 && s[0] <= 0xEF) {
    length = 3;
    if (s[0] == 0xE0) low = 0xA0;  /* no overlong forms */
    if (s[0] == 0xED) high = 0x9F; /* no surrogates */
  } else if (s[0] >= 0xF0 && s[0] <= 0xF4) {
    length = 4;
    if (s[0] == 0xF0) low = 0x90;
    if (s[0] == 0xF4) high = 0x8F; /* nothing beyond U+10FFFF */
  } else {
    return 0;
  }
  if (length > left || s[1] < low || s[1] > high) return 0;
  for (size_t i = 2; i < length; i++) {
    if (s[i] < 0x80 || s[i] > 0xBF) return 0;
  }
  return length;
}

size_t feed_utf8_check(const char *bytes, size_t length) {
  size_t offset = 0;
  while (offset < length) {
    size_t step = sequence_length((const unsigned char *)bytes + offset, length - offset);
    if (step == 0) return offset;
    offset += step;
  }
  return length;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

char *feed_collapse(const char *bytes, size_t length) {
  char *copy = malloc(length + 1);
  size_t used = 0;
  bool gap = false;
  if (!copy) return NULL;
  for (size_t i = 0; i < length; i++) {
    if (is_space(bytes[i])) {
      gap = used > 0;
    } else {
      if (gap) copy[used++] = ' ';
      gap = false;
      copy[used++] = bytes[i];
    }
  }
  copy[used] = '\0';
  if (used == 0) {
    free(copy);
    return NULL;
  }
  return copy;
}

/* The whole file, with a NUL after it. */
static char *read_file(feed *feed, const char *path, size_t *out_length) {
  size_t length = 0, capacity = 64 * 1024;
  char *bytes = malloc(capacity);
  FILE *file = fopen(path, "rb");
  if (!file) {
    feed_fail(feed, "%s: %s", path, strerror(errno));
    free(bytes);
    return NULL;
  }
  while (bytes) {
    errno = 0;
    length += fread(bytes + length, 1, capacity - length - 1, file);
    if (ferror(file)) {
      feed_fail(feed, "%s: %s", path, strerror(errno));
      break;
    }
    if (length < capacity - 1) { /* the end */
      bytes[length] = '\0';
      *out_length = length;
      fclose(file);
      return bytes;
    }
    if (capacity >= MAXIMUM_FILE_BYTES) {
      feed_fail(feed, "%s: larger than %d MB", path, MAXIMUM_FILE_BYTES / (1024 * 1024));
      break;
    }
    capacity *= 2;
    char *larger = realloc(bytes, capacity);
    if (!larger) free(bytes);
    bytes = larger;
  }
  if (!bytes) feed_fail(feed, "out of memory");
  fclose(file);
  free(bytes);
  return NULL;
}

bool feed_read(feed *feed, const char *path) {
  size_t length = 0;
  memset(feed, 0, sizeof *feed);
  char *bytes = read_file(feed, path, &length);
  if (!bytes) return false;

  const char *start = bytes;
  if (length >= 3 && memcmp(start, "\xEF\xBB\xBF", 3) == 0) start += 3; /* byte order mark */
  while (is_space(*start)) start++;
  /* XML begins with "<"; UTF-16 XML with a byte order mark. No entry of the text format begins so. */
  bool is_xml =
      *start == '<' || (length >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0));
  bool ok = is_xml ? feed_parse_xml(feed, path, bytes, length) : feed_parse_text(feed, path, bytes, length);
  free(bytes);
  if (ok && feed->count == 0) return feed_fail(feed, "%s: no entries", path);
  return ok;
}
