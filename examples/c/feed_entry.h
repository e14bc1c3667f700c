/* The contents of a feed, in any format, and errors in reading it. */
#ifndef FEED_ENTRY_H
#define FEED_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

enum { FEED_ACTION_COUNT = 4 };

/* One entry. Every string is valid UTF-8 and owned by the entry; NULL when the feed does not give it. */
typedef struct feed_entry {
  char *title;
  char *author;
  char *time;
  char *summary;
  char *category;
  char *actions[FEED_ACTION_COUNT];
} feed_entry;

typedef struct feed {
  feed_entry *entries;
  size_t count;
  size_t capacity;
  char error[512]; /* one line, without the program's name; "" while all is well */
} feed;

/* Reads a file in any of the formats. Returns false with `error` set if anything is wrong with it. */
bool feed_read(feed *feed, const char *path);
void feed_free(feed *feed);

/* The readers of the two kinds of file; `bytes` is NUL-terminated after `length`. */
bool feed_parse_text(feed *feed, const char *path, const char *bytes, size_t length);
bool feed_parse_xml(feed *feed, const char *path, const char *bytes, size_t length);

/* Appends an empty entry; NULL when memory is exhausted (`error` says so). */
feed_entry *feed_add(feed *feed);

/* Sets `error` as printf does, and returns false. */
bool feed_fail(feed *feed, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* The offset of the first byte that is not valid UTF-8 (NUL counts as invalid), or `length`. */
size_t feed_utf8_check(const char *bytes, size_t length);

/* A copy of `length` bytes in which every run of white space is one space, with none at the ends; NULL when nothing is
 * left. */
char *feed_collapse(const char *bytes, size_t length);

#endif
