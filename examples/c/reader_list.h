/* What the reader shows: 100,000 entries made of a few feeds, and a chat, each a list of Lamina. */
#ifndef READER_LIST_H
#define READER_LIST_H

#include "feed_entry.h"

#include <lamina.h>

typedef struct reader {
  lamina_context *context;
  lamina_list *entries, *chat;
  lamina_node *entries_node, *chat_node;
  feed feed;               /* what the entries are made of, over and over */
  size_t count;            /* of all entries */
  lamina_list_row *rows;   /* those that are found, room for all */
  size_t found;
  uint64_t version;        /* another one after a reload */
  char search[64];
  char **messages;         /* of the chat */
  size_t message_count;
} reader;

/* Reads the feeds and makes both lists. Ends the program with a message if that fails. */
void reader_open(reader *r, lamina_context *context, char **feeds, int feed_count, size_t count);
void reader_close(reader *r);

/* Shows the entries that contain the text; the list finds out what that changes. */
void reader_search(reader *r, const char *text);

/* All entries anew, as after a download: what shows stays until the new is drawn. */
void reader_reload(reader *r);

/* Adds a message to the chat, which stays at its end as long as the reader is there. */
void reader_say(reader *r, const char *message);

/* Ends the program if a call failed. */
void reader_require(lamina_status status, const char *what);

#endif
