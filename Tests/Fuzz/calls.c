/* One call of the C API decided by bytes: which function, and for each parameter a value that is mostly plausible. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXIMUM_FUNCTIONS 1024

void *captured[64]; /* handles that only callbacks are given */
lamina_context *home, *foreign;
static struct { unsigned key; int function; } chosen[MAXIMUM_FUNCTIONS];
static int chosen_count;

/* Every notice of the present context, and whether a destroy function went with it. */
static notice *notices;
static pthread_mutex_t notice_lock = PTHREAD_MUTEX_INITIALIZER;
static reader callback_program;
static int callbacks_under_way;
static pthread_mutex_t callback_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t callback_over = PTHREAD_COND_INITIALIZER;
static __thread int depth;
static bool verbose;
static __thread const char *current = "nothing";
static uint64_t calls_made;

/* Pixels that the library may write to until the context has ended. */
static union { uint32_t words[64 * 64]; unsigned char bytes[64 * 64 * 4]; } pixels;

void broken(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "BROKEN in %s: ", current);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  abort();
}

uint64_t calls_count(void) { return __atomic_load_n(&calls_made, __ATOMIC_RELAXED); }

void calls_set_context(lamina_context *context) { home = context; }

/* ---- Which function ---- */

static unsigned key_of(const char *name) {
  unsigned hash = 2166136261u;
  for (; *name != 0; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
  return (hash ^ hash >> 16) & 0xffff;
}

static int by_key(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return x < y ? -1 : x > y;
}

/* By hash of the name, so that a new function takes a few of the numbers and leaves the other inputs their meaning. */
void calls_choose_from(const char *const *patterns) {
  int i, p;
  chosen_count = 0;
  verbose = getenv("FUZZ_VERBOSE") != NULL;
  for (p = 0; patterns[p] != NULL; p++) {
    int before = chosen_count;
    for (i = 0; i < function_count && chosen_count < MAXIMUM_FUNCTIONS; i++) {
      if (strncmp(functions[i].name, patterns[p], strlen(patterns[p])) == 0) {
        chosen[chosen_count].key = key_of(functions[i].name);
        chosen[chosen_count++].function = i;
      }
    }
    if (chosen_count == before) broken("no function begins with %s", patterns[p]); /* it has another name now */
  }
  qsort(chosen, (size_t)chosen_count, sizeof chosen[0], by_key);
}

static const function_row *choose(unsigned number) {
  int low = 0, high = chosen_count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (chosen[middle].key < number) low = middle + 1;
    else high = middle;
  }
  return &functions[chosen[low % chosen_count].function];
}

/* ---- Values ---- */

static double number(reader *r) {
  static const double table[] = {0, 1, 2, 10, 16, 50, 64, 100, 200, 0.5, 0.25, 1.5, 3.75, -1, -10, 1000, 1e7, -1e7};
  static const double hostile[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 4.9e-324, 1.0000001e7, -0.0};
  unsigned n = take(r);
  if (n < 200) return table[n % (sizeof table / sizeof table[0])];
  if (n < 208) return hostile[n - 200];
  return (double)(int16_t)take_pair(r) / 64;
}

static int64_t whole(reader *r) {
  static const int64_t hostile[] = {-1, -2, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, 1000, 65536};
  unsigned n = take(r);
  return n >= 248 ? hostile[n - 248] : n >= 128 ? (int64_t)(n % 8) : (int64_t)n;
}

static int32_t enumerator(reader *r, int type) {
  unsigned n = take(r);
  const enumeration *e = &enumerations[type];
  return n >= 250 ? (int32_t)(n - 252) : e->values[n % (unsigned)e->count];
}

/* Everything that a call borrows, freed after it. */
typedef struct borrowed {
  void *memory[32];
  int count;
} borrowed;

/* Of exactly this size, so that the address sanitizer sees a byte too many. */
static void *borrow(borrowed *b, size_t size) {
  void *memory = malloc(size ? size : 1);
  if (memory == NULL || b->count == COUNT(b->memory)) abort();
  memset(memory, 0, size ? size : 1);
  return b->memory[b->count++] = memory;
}

static char *take_string(reader *r, borrowed *b, size_t *length) {
  size_t n = take(r), left = (size_t)(r->end - r->at);
  char *text;
  if (n > 240) n = (n - 240) * 256;
  if (n > left) n = left;
  text = borrow(b, n);
  memcpy(text, r->at, n);
  r->at += n;
  *length = n;
  return text;
}

static const char *const file_names[] = {"sample.ttf", "picture.png", "nowhere/picture.png", "/dev/null", "/dev/full", ".", ""};

static void set_path(reader *r, const function_row *f, value *pointer, value *length) {
  /* The font is needed again. */
  unsigned first = strstr(f->name, "_write") != NULL ? 1 : 0;
  const char *name = file_names[first + take(r) % ((unsigned)COUNT(file_names) - first)];
  pointer->pointer = (void *)(uintptr_t)name;
  length->size = take(r) < 250 ? strlen(name) : LAMINA_NUL_TERMINATED;
}

static void *take_handle(reader *r, int kind) {
  unsigned n = take(r);
  if (n == 255) return NULL;
  if (n == 254) return (void *)(uintptr_t)0x1234;
  if (kind == context_kind && n < 240) return home;
  if (kinds[kind].constructor_count == 0) return captured[kind];
  return objects_pick(kind, n);
}

static void *take_element(reader *r) {
  int k, n = 0, wanted = (int)take(r);
  for (k = 0; k < kind_count; k++) n += kinds[k].is_element;
  wanted %= n;
  for (k = 0; k < kind_count; k++) {
    if (kinds[k].is_element && wanted-- == 0) {
      void *found = take_handle(r, k);
      return found;
    }
  }
  return NULL;
}

static void fill_fields(reader *r, borrowed *b, const structure *s, unsigned char *memory);

static void fill_field(reader *r, borrowed *b, const structure *s, int at, unsigned char *memory) {
  const parameter *f = &s->fields[at];
  unsigned char *place = memory + f->offset;
  value v;
  size_t length;
  memset(&v, 0, sizeof v);
  switch (f->role) {
    case ROLE_F64: v.f64 = number(r); memcpy(place, &v, 8); break;
    case ROLE_F32: v.f32 = take(r) < 240 ? (float)(take(r) % 5) / 4 : (float)number(r); memcpy(place, &v, 4); break;
    case ROLE_BOOL: v.boolean = take(r) % 2 == 1; memcpy(place, &v, sizeof(bool)); break;
    case ROLE_I32:
    case ROLE_U32: v.i32 = (int32_t)whole(r); memcpy(place, &v, 4); break;
    case ROLE_I64:
    case ROLE_U64:
    case ROLE_SIZE: v.i64 = whole(r); memcpy(place, &v, 8); break;
    case ROLE_ENUM: v.i32 = enumerator(r, f->type); memcpy(place, &v, 4); break;
    case ROLE_CSTRING: {
      char *text = take_string(r, b, &length), *copy = borrow(b, length + 1);
      memcpy(copy, text, length);
      v.pointer = copy;
      memcpy(place, &v, 8);
      break;
    }
    case ROLE_CSTRING_ARRAY: {
      char **list = borrow(b, sizeof(char *));
      list[0] = (char *)(uintptr_t)file_names[take(r) % 5];
      v.pointer = list;
      memcpy(place, &v, 8);
      v.size = 1;
      memcpy(memory + s->fields[at + 1].offset, &v, 8);
      break;
    }
    case ROLE_FUNCTION: v.function = callbacks[f->type]; memcpy(place, &v, 8); break;
    case ROLE_HANDLE: v.pointer = take_handle(r, f->type); memcpy(place, &v, 8); break;
    case ROLE_STRUCT_POINTER: {
      unsigned char *inner = borrow(b, structures[f->type].size);
      fill_fields(r, b, &structures[f->type], inner);
      v.pointer = inner;
      memcpy(place, &v, 8);
      break;
    }
    case ROLE_PIXELS: break; /* set as one with the sides, by the caller */
    case ROLE_STRUCT_SIZE: break;
    default: break;
  }
}

/* Sides and stride stay inside the pixels that there are, or are wrong in a way that has to be refused. */
static void fill_bitmap(reader *r, const structure *s, int at, unsigned char *memory) {
  unsigned kind = take(r);
  int32_t width = 1 + (int32_t)(take(r) % 64), height = 1 + (int32_t)(take(r) % 64), stride = kind & 1 ? 256 : 4 * width;
  void *data = pixels.bytes;
  if (kind > 250) width = -width;
  else if (kind > 245) stride = width;
  else if (kind > 240) stride = 4 * width + 1;
  else if (kind > 235) data = NULL;
  else if (kind > 230) data = pixels.bytes + 1;
  memcpy(memory + s->fields[at].offset, &data, sizeof data);
  if (at + 3 < s->field_count) {
    memcpy(memory + s->fields[at + 1].offset, &width, 4);
    memcpy(memory + s->fields[at + 2].offset, &height, 4);
    memcpy(memory + s->fields[at + 3].offset, &stride, 4);
  }
}

static void fill_fields(reader *r, borrowed *b, const structure *s, unsigned char *memory) {
  int i;
  unsigned changes;
  if (s->initial != NULL) memcpy(memory, s->initial, s->size);
  for (i = 0; i < s->field_count; i++) {
    if (s->fields[i].role == ROLE_PIXELS) {
      fill_bitmap(r, s, i, memory);
      return;
    }
  }
  if (s->initial == NULL) {
    for (i = 0; i < s->field_count; i++) fill_field(r, b, s, i, memory);
    return;
  }
  for (changes = take(r) % 5; changes > 0; changes--) fill_field(r, b, s, (int)(take(r) % (unsigned)s->field_count), memory);
}

/* ---- One call ---- */

typedef struct prepared {
  const function_row *function;
  value v[MAXIMUM_PARAMETERS + 1];
  borrowed memory;
  notice *given;
  bool with_destroy;
} prepared;

static notice *new_notice(const char *function) {
  notice *n = calloc(1, sizeof *n);
  if (n == NULL) abort();
  n->function = function;
  pthread_mutex_lock(&notice_lock);
  n->allocated = notices;
  notices = n;
  pthread_mutex_unlock(&notice_lock);
  return n;
}

static void prepare(reader *r, prepared *c, int at) {
  const parameter *p = &c->function->parameters[at];
  value *v = &c->v[at];
  size_t size;
  switch (p->role) {
    case ROLE_HANDLE: v->pointer = take_handle(r, p->type); break;
    case ROLE_ELEMENT: v->pointer = take_element(r); break;
    case ROLE_ELEMENT_ARRAY: {
      size_t i, n = take(r) % 8;
      void **array = borrow(&c->memory, n * sizeof(void *));
      for (i = 0; i < n; i++) array[i] = take_element(r);
      v->pointer = array;
      c->v[at + 1].size = n;
      break;
    }
    case ROLE_CSTRING_ARRAY: {
      size_t i, length, n = take(r) % 4;
      char **list = borrow(&c->memory, n * sizeof(char *));
      for (i = 0; i < n; i++) {
        char *text = take_string(r, &c->memory, &length);
        list[i] = take(r) % 4 == 0 ? NULL : memcpy(borrow(&c->memory, length + 1), text, length);
      }
      v->pointer = list;
      c->v[at + 1].size = n;
      break;
    }
    case ROLE_OUT_HANDLE: v->pointer = borrow(&c->memory, sizeof(void *)); break;
    case ROLE_OUT_SCALAR: v->pointer = borrow(&c->memory, (size_t)p->type); break;
    case ROLE_OUT_ARRAY:
      size = take(r) % 4;
      v->pointer = p->nullable && size == 0 ? NULL : borrow(&c->memory, size * structures[p->type].size);
      c->v[at + 1].size = size;
      break;
    case ROLE_STRUCT_IN:
      if (p->nullable && take(r) % 4 == 0) break;
      v->pointer = borrow(&c->memory, structures[p->type].size);
      fill_fields(r, &c->memory, &structures[p->type], v->pointer);
      break;
    case ROLE_STRUCT_OUT:
      size = structures[p->type].size;
      if (structures[p->type].sized && take(r) > 200) size = 8 + take(r) % (unsigned)(size - 7);
      v->pointer = borrow(&c->memory, size);
      if (structures[p->type].sized) memcpy(v->pointer, &size, sizeof size);
      break;
    case ROLE_STRUCT_VALUE: fill_fields(r, &c->memory, &structures[p->type], v->bytes); break;
    case ROLE_ENUM: v->i32 = enumerator(r, p->type); break;
    case ROLE_F64: v->f64 = number(r); break;
    case ROLE_F32: v->f32 = (float)number(r); break;
    case ROLE_BOOL: v->boolean = take(r) % 2 == 1; break;
    case ROLE_I32:
    case ROLE_U32: v->i32 = (int32_t)whole(r); break;
    case ROLE_I64:
    case ROLE_U64:
    case ROLE_SIZE: v->i64 = whole(r); break;
    case ROLE_TIMEOUT: v->u64 = take(r); break;
    case ROLE_STRING: v->pointer = take_string(r, &c->memory, &c->v[at + 1].size); break;
    case ROLE_JSON:
      v->pointer = take_string(r, &c->memory, &c->v[at + 1].size);
      if (take(r) % 2 == 0) { /* a template, which does as a row too */
        v->pointer = (void *)(uintptr_t) "{\"width\": 20, \"root\": {\"kind\": \"text\", \"text\": \"{root}\"}, \"defaults\": {\"root\": 1}}";
        c->v[at + 1].size = LAMINA_NUL_TERMINATED;
      }
      break;
    case ROLE_PATH: set_path(r, c->function, v, &c->v[at + 1]); break;
    case ROLE_CSTRING: v->pointer = (void *)(uintptr_t) "Sans"; break;
    case ROLE_BUFFER:
      size = take(r) % 40;
      v->pointer = size == 0 ? NULL : borrow(&c->memory, size);
      c->v[at + 1].size = size;
      break;
    case ROLE_FUNCTION: v->function = take(r) % 4 == 0 ? NULL : callbacks[p->type]; break;
    case ROLE_USER_DATA: v->pointer = c->given = new_notice(c->function->name); break;
    case ROLE_DESTROY:
      c->with_destroy = take(r) % 8 != 0;
      v->function = c->with_destroy ? (void (*)(void))misuse_count_destroy : NULL;
      break;
    default: break;
  }
}

/* What a call hands out is remembered, what it takes back is forgotten. */
static void account(prepared *c, const value *result) {
  const function_row *f = c->function;
  int i;
  if (f->returns == RETURNS_HANDLE) objects_add(f->return_kind, result->pointer);
  if (f->returns != RETURNS_STATUS) return;
  if (!is_enumerator(&enumerations[status_enumeration], result->i32)) broken("answers %d, which is no status", result->i32);
  if (result->i32 != LAMINA_OK) {
    if (lamina_last_error()[0] == 0) broken("fails without a sentence");
    return;
  }
  for (i = 0; i < f->parameter_count; i++) {
    if (f->parameters[i].role == ROLE_OUT_HANDLE && c->v[i].pointer != NULL) {
      void *handle;
      memcpy(&handle, c->v[i].pointer, sizeof handle);
      objects_add(f->parameters[i].type, handle);
    }
  }
}

static bool may_call(const prepared *c) {
  const function_row *f = c->function;
  int i;
  bool counts = f->releases || (f->returns == RETURNS_HANDLE && f->return_kind == context_kind);
  if (counts && f->parameters[0].role == ROLE_HANDLE && f->parameters[0].type == context_kind && c->v[0].pointer != home &&
      !objects_is_mine(c->v[0].pointer)) {
    /* A context ends on its own thread, with the next call there: the last reference must not go on another while that
     * ends. */
    return c->v[0].pointer == NULL;
  }
  if (f->releases && f->parameters[0].role == ROLE_HANDLE) {
    /* A reference that nobody handed out is not ours to give back, nor is a handle that is alive without one. */
    return c->v[0].pointer == NULL || objects_forget(c->v[0].pointer);
  }
  for (i = 0; i < f->parameter_count; i++) {
    if (f->parameters[i].role == ROLE_OUT_HANDLE && f->parameters[i].type == context_kind) {
      /* A worker cannot end a context of its own: it does not come back to it. */
      return depth == 0 && objects_count(context_kind) < 2;
    }
  }
  return true;
}

/* With FUZZ_VERBOSE set: what is called, for reading a finding. */
static void describe(const prepared *c, const value *result) {
  char line[256];
  int i, n = snprintf(line, sizeof line, "%s(", c->function->name);
  for (i = 0; i < c->function->parameter_count && n < 200; i++) {
    n += snprintf(line + n, sizeof line - (size_t)n, "%s%#lx", i > 0 ? ", " : "", (unsigned long)c->v[i].u64);
  }
  fprintf(stderr, "[%lx %d] %s) -> %#lx\n", (unsigned long)pthread_self() >> 12 & 0xffff, depth, line, (unsigned long)result->u64);
}

void calls_perform(reader *r) {
  prepared c;
  value result;
  const char *before = current;
  int i;
  memset(&c, 0, sizeof c);
  memset(&result, 0, sizeof result);
  c.function = choose(take_pair(r));
  current = c.function->name;
  for (i = 0; i < c.function->parameter_count; i++) prepare(r, &c, i);
  if (may_call(&c)) {
    if (c.given != NULL && c.with_destroy) c.given->next = c.given; /* marks that one notice is due */
    c.function->call(c.v, &result);
    __atomic_add_fetch(&calls_made, 1, __ATOMIC_RELAXED);
    account(&c, &result);
    if (verbose) describe(&c, &result);
  }
  for (i = 0; i < c.memory.count; i++) free(c.memory.memory[i]);
  current = before;
}

/* ---- Callbacks ---- */

void misuse_count_destroy(void *user_data) {
  if (user_data != NULL) __atomic_add_fetch(&((notice *)user_data)->count, 1, __ATOMIC_RELAXED);
}

void misuse_saw_handle(int kind, void *handle) {
  if (kinds[kind].constructor_count == 0) __atomic_store_n(&captured[kind], handle, __ATOMIC_RELAXED);
}

/* Waits for the callbacks that are making calls: an operation of a transaction that is still open may run at any
 * time. */
void calls_set_callback_program(reader r) {
  pthread_mutex_lock(&callback_lock);
  callback_program = r;
  while (callbacks_under_way > 0) pthread_cond_wait(&callback_over, &callback_lock);
  pthread_mutex_unlock(&callback_lock);
}

/* One call from inside a callback, of its own slice of the program. */
void misuse_callback_ran(int callback) {
  reader slice;
  (void)callback;
  if (depth > 2) return;
  pthread_mutex_lock(&callback_lock);
  slice = callback_program;
  if (slice.end - slice.at > 12) slice.end = slice.at + 12;
  callback_program.at = slice.end;
  if (slice.at < slice.end) callbacks_under_way++;
  pthread_mutex_unlock(&callback_lock);
  if (slice.at == slice.end) return;
  depth++;
  calls_perform(&slice);
  depth--;
  pthread_mutex_lock(&callback_lock);
  callbacks_under_way--;
  pthread_cond_signal(&callback_over);
  pthread_mutex_unlock(&callback_lock);
}

bool calls_await_notices(void) {
  const notice *n = notices;
  while (n != NULL && n->count >= (n->next != NULL)) n = n->allocated;
  return n != NULL;
}

void calls_check_notices(void) {
  notice *n, *following;
  for (n = notices; n != NULL; n = following) {
    int due = n->next != NULL;
    following = n->allocated;
    if (n->count != due) broken("a destroy notify of %s ran %d times, not %d", n->function, n->count, due);
    free(n);
  }
  notices = NULL;
}

bool is_enumerator(const enumeration *e, int32_t v) {
  int i;
  for (i = 0; i < e->count; i++) {
    if (e->values[i] == v) return true;
  }
  return false;
}
