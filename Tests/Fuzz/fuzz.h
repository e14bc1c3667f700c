/* Between the parts of the fuzz targets. The calls come from the table that Tests/Checks/generate_misuse.py writes from
 * lamina.h, so that a new function is tried without an edit here. */
#ifndef FUZZ_H
#define FUZZ_H

#include "misuse.h"

/* Bytes that decide; beyond the end they are zero. */
typedef struct reader {
  const uint8_t *at, *end;
} reader;

static inline unsigned take(reader *r) { return r->at < r->end ? *r->at++ : 0u; }
static inline unsigned take_pair(reader *r) {
  unsigned high = take(r);
  return high << 8 | take(r);
}

/* ---- objects.c: every handle that calls handed out ---- */

void objects_add(int kind, void *handle);
/* One of a kind, alive or (seldom) stale, chosen by `number`; NULL when there is none. */
void *objects_pick(int kind, unsigned number);
int objects_count(int kind);
/* Those of a kind that are held, in the order in which they were made; NULL beyond the last. */
void *objects_at(int kind, int index);
/* Takes one reference out of the list; false when the list holds none on this handle. */
bool objects_forget(void *handle);
/* Whether the list holds a reference on this handle that a call of this thread handed out. */
bool objects_is_mine(void *handle);
/* Gives back all references of `kind` (-1: of all) that this thread's calls, or with `all` anyone's, handed out. */
void objects_release(int kind, bool all);
void objects_clear(void);

/* ---- calls.c: one call from bytes ---- */

/* Which functions a target may choose among; NULL in `patterns` ends it. A pattern is a prefix of a name. */
void calls_choose_from(const char *const *patterns);
/* Makes one call decided by bytes. Ends the process with a report when a promise of the header is broken. */
void calls_perform(reader *r);
/* Calls from `r` are made inside callbacks until it is used up; an empty reader stops them. */
void calls_set_callback_program(reader r);
/* Whether a destroy notify is yet to run. */
bool calls_await_notices(void);
/* Every destroy notify that was handed over so far must have run once. */
void calls_check_notices(void);
/* How many calls were made by calls_perform. */
uint64_t calls_count(void);
void calls_set_context(lamina_context *context);
void broken(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* ---- world.c: the context that inputs share ---- */

lamina_context *world_begin(void);
/* Lets everything go and demands that nothing is left over; `renew` ends the context with all in it instead. */
void world_end(bool renew);

#endif
