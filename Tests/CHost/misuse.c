/* Calls every exported function with hostile arguments and demands that nothing breaks: no crash, a documented status, a
 * sentence in lamina_last_error(), outputs untouched on failure, destroy notifies exactly once, no object left behind,
 * and objects made before that still work. The functions and their parameters come from a table that is generated from
 * lamina.h (see misuse.h).
 *
 * usage: misuse [--seed N] [--rounds N] [--only FUNCTION] [--no-fork] [--quick] [--verbose]
 *
 * Each function is tried in a process of its own, so that one crash does not hide the rest. A failure names the function,
 * the argument and the value; `--only FUNCTION --no-fork` repeats it under a debugger. */
#define _GNU_SOURCE
#include "misuse.h"

#include <execinfo.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define MEMORY_BYTES 1024 /* room for any struct, and for those of a "newer header" */
#define MAXIMUM_OBJECTS 64
#define MAXIMUM_MEMORY 64
#define PATTERN 0xA5

typedef enum expectation { EXPECT_ANYTHING, EXPECT_FAILURE, EXPECT_INVALID_HANDLE } expectation;

/* Counts the destroy notifies of one call. */
typedef struct notice {
  int count;
  const char *function;
  struct notice *next;
} notice;

/* One call: its arguments and everything that was made for it. */
typedef struct call {
  const function_row *function;
  lamina_context *context, *other_context;
  value v[MAXIMUM_PARAMETERS + 1];
  const char *label[MAXIMUM_PARAMETERS + 1];
  int variant[MAXIMUM_PARAMETERS + 1];
  int object_count, memory_count;
  struct { int kind; void *handle; } objects[MAXIMUM_OBJECTS];
  void *memory[MAXIMUM_MEMORY];
  /* Outputs: where they are, what was in them, and how many bytes the library may write. */
  struct { unsigned char *at; size_t allowed; unsigned char before[MEMORY_BYTES]; } outputs[MAXIMUM_PARAMETERS + 1];
  void *recent_node, *recent_child;
  bool hostile_mode;
} call;

static lamina_context *home, *foreign;
static void *stale_context;
static void *captured[64]; /* handles that callbacks were given, of kinds that no function creates */
static notice *notices;
static int null_destroys, expected_null_destroys;
static int failures, calls_made, valid_found, valid_missing;
static bool verbose, quick;
static uint64_t random_state = 1;
static char font_path[512];
static unsigned char *font_bytes;
static size_t font_length;
static union { uint32_t words[64 * 64]; unsigned char bytes[64 * 64 * 4]; } pixels;
static char context_note[1024]; /* what is running, for the report of a crash */

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void report(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  failures++;
  if (failures <= 40) {
    printf("FAILED %s: ", context_note);
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
  }
  va_end(arguments);
}

/* ---- Callbacks ---- */

void misuse_count_destroy(void *user_data) {
  if (user_data == NULL) {
    __atomic_add_fetch(&null_destroys, 1, __ATOMIC_RELAXED);
  } else {
    __atomic_add_fetch(&((notice *)user_data)->count, 1, __ATOMIC_RELAXED);
  }
}

/* A handle that exists only inside callbacks is tried right there with each function that takes it alone. */
void misuse_saw_handle(int kind, void *handle) {
  value argument, result;
  int i;
  if (kinds[kind].constructor_count > 0) return;
  __atomic_store_n(&captured[kind], handle, __ATOMIC_RELAXED);
  for (i = 0; i < function_count; i++) {
    if (functions[i].parameter_count == 1 && functions[i].parameters[0].role == ROLE_HANDLE &&
        functions[i].parameters[0].type == kind) {
      argument.pointer = handle;
      functions[i].call(&argument, &result);
    }
  }
}

/* ---- Making arguments ---- */

static void *make_object(call *c, int kind, int variant, lamina_context *context);

static void *remember(call *c, int kind, void *handle) {
  if (c->object_count == MAXIMUM_OBJECTS) abort();
  c->objects[c->object_count].kind = kind;
  c->objects[c->object_count++].handle = handle;
  return handle;
}

static unsigned char *new_memory(call *c) {
  unsigned char *memory = malloc(MEMORY_BYTES);
  if (memory == NULL || c->memory_count == MAXIMUM_MEMORY) abort();
  memset(memory, PATTERN, MEMORY_BYTES);
  c->memory[c->memory_count++] = memory;
  return memory;
}

static void release_object(int kind, void *handle) {
  value argument, result;
  argument.pointer = handle;
  if (kinds[kind].release >= 0) functions[kinds[kind].release].call(&argument, &result);
}

/* Fills a struct with values that every function accepts. */
static void fill_structure(const structure *s, unsigned char *memory) {
  int i;
  if (s->initial != NULL) {
    memcpy(memory, s->initial, s->size);
  } else {
    memset(memory, 0, s->size);
  }
  for (i = 0; i < s->field_count; i++) {
    const parameter *f = &s->fields[i];
    double eight = 8;
    float half = 0.5f;
    void *data = pixels.bytes;
    int32_t side = 8, stride = 32;
    if (f->role == ROLE_F64 && s->initial == NULL) memcpy(memory + f->offset, &eight, sizeof eight);
    if (f->role == ROLE_F32 && s->initial == NULL) memcpy(memory + f->offset, &half, sizeof half);
    if (f->role == ROLE_PIXELS) {
      memcpy(memory + f->offset, &data, sizeof data);
      if (i + 3 < s->field_count) { /* width, height and stride follow */
        memcpy(memory + s->fields[i + 1].offset, &side, sizeof side);
        memcpy(memory + s->fields[i + 2].offset, &side, sizeof side);
        memcpy(memory + s->fields[i + 3].offset, &stride, sizeof stride);
      }
    }
  }
}

static void expect_output(call *c, int at, void *memory, size_t allowed) {
  c->v[at].pointer = memory;
  c->outputs[at].at = memory;
  c->outputs[at].allowed = allowed;
}

/* The number of valid variants of a handle: its constructors, then two nodes that are already part of the call. */
static int variant_count(const parameter *p) {
  int k, n = 0;
  if (p->role == ROLE_ELEMENT) {
    for (k = 0; k < kind_count; k++) n += kinds[k].is_element;
    return n;
  }
  if (p->role != ROLE_HANDLE || p->type == context_kind) return 1;
  n = kinds[p->type].constructor_count;
  return p->type == node_kind ? n + 2 : (n > 0 ? n : 1);
}

static bool set_valid(call *c, int at, lamina_context *context) {
  const parameter *p = &c->function->parameters[at];
  int variant = c->variant[at], k;
  c->label[at] = "valid";
  c->outputs[at].at = NULL;
  memset(&c->v[at], 0, sizeof c->v[at]);
  switch (p->role) {
    case ROLE_HANDLE:
      if (p->type == context_kind) {
        c->v[at].pointer = remember(c, context_kind, lamina_context_retain(context));
      } else if (kinds[p->type].constructor_count == 0) {
        c->v[at].pointer = captured[p->type];
      } else if (variant < kinds[p->type].constructor_count) {
        c->v[at].pointer = make_object(c, p->type, variant, context);
      } else {
        c->v[at].pointer = variant == kinds[p->type].constructor_count ? c->recent_child : c->recent_node;
        return c->v[at].pointer != NULL;
      }
      return true;
    case ROLE_ELEMENT:
      for (k = 0; k < kind_count; k++) {
        if (kinds[k].is_element && variant-- == 0) {
          c->v[at].pointer = make_object(c, k, 0, context);
          return true;
        }
      }
      return false;
    case ROLE_ELEMENT_ARRAY: {
      void **array = (void **)(void *)new_memory(c);
      array[0] = make_object(c, node_kind, 0, context);
      array[1] = make_object(c, node_kind, 0, context);
      c->v[at].pointer = array;
      c->v[at + 1].size = 2;
      return true;
    }
    case ROLE_OUT_HANDLE: expect_output(c, at, new_memory(c), sizeof(void *)); return true;
    case ROLE_OUT_SCALAR: expect_output(c, at, new_memory(c), (size_t)p->type); return true;
    case ROLE_OUT_ARRAY:
      expect_output(c, at, new_memory(c), 8 * structures[p->type].size);
      c->v[at + 1].size = 8;
      return true;
    case ROLE_STRUCT_IN:
      c->v[at].pointer = new_memory(c);
      fill_structure(&structures[p->type], c->v[at].pointer);
      return true;
    case ROLE_STRUCT_OUT:
      expect_output(c, at, new_memory(c), structures[p->type].size);
      if (structures[p->type].sized) memcpy(c->v[at].pointer, &structures[p->type].size, sizeof(size_t));
      return true;
    case ROLE_STRUCT_VALUE: fill_structure(&structures[p->type], c->v[at].bytes); return true;
    case ROLE_F64: c->v[at].f64 = 1; return true;
    case ROLE_F32: c->v[at].f32 = 1; return true;
    case ROLE_BOOL: c->v[at].boolean = true; return true;
    case ROLE_TIMEOUT: c->v[at].u64 = 1000; return true;
    case ROLE_STRING: c->v[at].pointer = "words to set"; c->v[at + 1].size = 12; return true;
    case ROLE_PATH: c->v[at].pointer = "sample.ttf"; c->v[at + 1].size = LAMINA_NUL_TERMINATED; return true;
    case ROLE_CSTRING: c->v[at].pointer = "words"; return true;
    case ROLE_BUFFER:
      expect_output(c, at, new_memory(c), 64);
      c->v[at + 1].size = 64;
      return true;
    case ROLE_FUNCTION: c->v[at].function = callbacks[p->type]; return true;
    case ROLE_USER_DATA: {
      notice *n = calloc(1, sizeof *n);
      if (n == NULL) abort();
      c->v[at].pointer = n;
      n->function = c->function->name;
      return true;
    }
    case ROLE_DESTROY: c->v[at].function = (void (*)(void))misuse_count_destroy; return true;
    default: return true; /* zero is valid for every number and enum */
  }
}

static bool set_all_valid(call *c, lamina_context *context) {
  int i;
  for (i = 0; i < c->function->parameter_count; i++) {
    if (c->function->parameters[i].role != ROLE_FOLLOWER && !set_valid(c, i, context)) return false;
  }
  return true;
}

/* Makes an object with one of its constructors and valid arguments, and remembers it for release. */
static void *make_object(call *c, int kind, int variant, lamina_context *context) {
  call *maker = calloc(1, sizeof *maker);
  value result;
  void *handle = NULL;
  int i;
  if (maker == NULL) abort();
  if (kind == context_kind) return remember(c, kind, lamina_context_retain(context));
  if (variant >= kinds[kind].constructor_count) variant = 0;
  maker->function = &functions[kinds[kind].constructors[variant]];
  set_all_valid(maker, context);
  memset(&result, 0, sizeof result);
  maker->function->call(maker->v, &result);
  memcpy(&handle, maker->v[maker->function->parameter_count - 1].pointer, sizeof handle);
  if (result.i32 != LAMINA_OK) {
    report("cannot make a %s with valid arguments: %s: %s", kinds[kind].name, lamina_status_name((lamina_status)result.i32),
           lamina_last_error());
    handle = NULL;
  }
  for (i = 0; i < maker->object_count; i++) remember(c, maker->objects[i].kind, maker->objects[i].handle);
  for (i = 0; i < maker->memory_count; i++) free(maker->memory[i]);
  if (maker->recent_node != NULL) {
    c->recent_node = maker->recent_node;
    c->recent_child = maker->recent_child;
  }
  free(maker);
  if (handle == NULL) return NULL;
  remember(c, kind, handle);
  if (kind == node_kind && variant == 0) {
    lamina_node *children[2];
    for (i = 0; i < 2; i++) {
      if (lamina_node_create(context, &children[i]) == LAMINA_OK) {
        lamina_node_add_child(handle, children[i]);
        remember(c, node_kind, children[i]);
        c->recent_child = children[i];
      }
    }
    c->recent_node = handle;
  }
  return handle;
}

static void *make_stale(call *c, int kind) {
  call *maker;
  void *handle;
  int i;
  if (kind == context_kind) return stale_context;
  if (kinds[kind].constructor_count == 0) return captured[kind];
  maker = calloc(1, sizeof *maker);
  if (maker == NULL) abort();
  maker->function = c->function;
  handle = make_object(maker, kind, 0, home);
  for (i = maker->object_count - 1; i >= 0; i--) release_object(maker->objects[i].kind, maker->objects[i].handle);
  free(maker);
  return handle;
}

/* ---- Hostile values ---- */

static const double bad_doubles[] = {0, -1, 1e308, -1e308, 4.9e-324, 10000001, 0.5};
static const char *const bad_double_names[] = {"0", "-1", "1e308", "-1e308", "denormal", "10000001", "0.5"};
static const int32_t bad_ints[] = {-1, 0, INT_MIN, INT_MAX, -2, INT_MIN + 1, 1};
static const char *const bad_int_names[] = {"-1", "0", "INT_MIN", "INT_MAX", "-2", "INT_MIN + 1", "1"};
static const int32_t bad_enums[] = {-1, 99, INT_MIN, INT_MAX, 1 << 30, 1, 2, 3, 4, 5, 6};
static const char *const bad_enum_names[] = {"-1", "99", "INT_MIN", "INT_MAX", "1 << 30", "1", "2", "3", "4", "5", "6"};
static const uint64_t bad_sizes[] = {1, 2, 3, 1000, (uint64_t)1 << 32, UINT64_MAX / 2, UINT64_MAX / 2 + 1, UINT64_MAX - 1, UINT64_MAX};
static const char *const bad_size_names[] = {"1", "2", "3", "1000", "1 << 32", "MAX / 2", "MAX / 2 + 1", "MAX - 1", "MAX"};
static const size_t bad_struct_sizes[] = {0, 1, 4, 7, 8, 9, 12, 16, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX - 7};
static const char *const bad_struct_size_names[] = {"struct_size 0", "struct_size 1", "struct_size 4", "struct_size 7",
    "struct_size 8", "struct_size 9", "struct_size 12", "struct_size 16", "struct_size SIZE_MAX",
    "struct_size SIZE_MAX / 2", "struct_size SIZE_MAX - 7"};
static const struct { const char *bytes; size_t length; bool refused; const char *label; } bad_strings[] = {
    {NULL, 0, false, "NULL, 0"},
    {NULL, 5, true, "NULL, 5"},
    {NULL, SIZE_MAX, false, "NULL, NUL_TERMINATED"},
    {NULL, SIZE_MAX / 2, true, "NULL, SIZE_MAX / 2"},
    {"", 0, false, "empty"},
    {"", SIZE_MAX, false, "empty, NUL_TERMINATED"},
    {"\xff\xfe", 2, true, "invalid UTF-8"},
    {"a\xc3", 2, true, "cut UTF-8"},
    {"\xe2\x82", SIZE_MAX, true, "cut UTF-8, NUL_TERMINATED"},
    {"\xed\xa0\x80", 3, true, "surrogate"},
    {"\xc0\x80", 2, true, "overlong NUL"},
    {"\xf4\x90\x80\x80", 4, true, "beyond U+10FFFF"},
    {"\x80", 1, true, "lone continuation byte"},
    {"a\0b", 3, false, "embedded NUL"},
    {"\xe2\x80\xae\xef\xbf\xbf\xef\xbb\xbf\n\r\t\x01", 13, false, "control characters"},
    {"/", 1, false, "/"},
    {".", 1, false, "."},
};

static bool is_enumerator(const enumeration *e, int32_t value) {
  int i;
  int32_t all = 0;
  for (i = 0; i < e->count; i++) {
    if (e->values[i] == value) return true;
    all |= e->values[i];
  }
  return e->is_flags && (value & ~all) == 0;
}

/* The hostile values of a number or enum that is a parameter or a field. Returns false beyond the last. */
static bool hostile_number(role role_, int type, int index, value *v, const char **label, expectation *expect) {
  *expect = EXPECT_ANYTHING;
  memset(v, 0, sizeof *v);
  switch (role_) {
    case ROLE_F64:
    case ROLE_F32: {
      double number;
      if (index < 3) {
        number = index == 0 ? NAN : index == 1 ? INFINITY : -INFINITY;
        *label = index == 0 ? "NaN" : index == 1 ? "inf" : "-inf";
        if (index == 0) *expect = EXPECT_FAILURE;
      } else if (index - 3 < COUNT(bad_doubles)) {
        number = bad_doubles[index - 3];
        *label = bad_double_names[index - 3];
      } else {
        return false;
      }
      if (role_ == ROLE_F64) {
        v->f64 = number;
      } else {
        v->f32 = number > 1e300 ? 3e38f : number < -1e300 ? -3e38f : number == 4.9e-324 ? 1e-45f : (float)number;
      }
      return true;
    }
    case ROLE_BOOL:
      v->boolean = index == 1;
      *label = index ? "true" : "false";
      return index < 2;
    case ROLE_I32:
    case ROLE_U32:
      if (index >= COUNT(bad_ints)) return false;
      v->i32 = bad_ints[index];
      *label = bad_int_names[index];
      return true;
    case ROLE_I64:
    case ROLE_U64:
    case ROLE_SIZE:
      if (index >= COUNT(bad_sizes)) return false;
      v->u64 = bad_sizes[index];
      *label = bad_size_names[index];
      return true;
    case ROLE_TIMEOUT:
      v->u64 = index == 0 ? 0 : 1;
      *label = index ? "1 us" : "0";
      return index < 2;
    case ROLE_ENUM:
      if (index >= COUNT(bad_enums)) return false;
      v->i32 = bad_enums[index];
      *label = bad_enum_names[index];
      if (!is_enumerator(&enumerations[type], v->i32)) *expect = EXPECT_FAILURE;
      return true;
    default: return false;
  }
}

/* The hostile values of one field; writes it into `memory`. */
static bool hostile_field(call *c, const structure *s, int field, int index, unsigned char *memory, const char **label) {
  static const char *paths_with_null[] = {"sample.ttf", NULL};
  static const char *paths_that_lack[] = {"no such file", "/"};
  static const char *paths_broken[] = {"\xff", ""};
  static const char *const words[] = {"", "\xff", "no such family,,,", ",", "xx-Invalid-@", "%n%s"};
  const parameter *f = &s->fields[field];
  value v;
  expectation expect;
  const void *pointer = NULL;
  size_t count;
  switch (f->role) {
    case ROLE_CSTRING:
      if (index > COUNT(words)) return false;
      if (index > 0) pointer = words[index - 1];
      *label = index > 0 ? words[index - 1] : "NULL";
      memcpy(memory + f->offset, &pointer, sizeof pointer);
      return true;
    case ROLE_CSTRING_ARRAY:
      if (index >= 5) return false;
      pointer = index == 0 ? NULL : index == 1 ? (void *)paths_with_null : index == 2 ? (void *)paths_that_lack
              : index == 3 ? (void *)paths_broken : (void *)paths_that_lack;
      count = index == 4 ? 0 : 2;
      *label = index == 0 ? "NULL array of 2" : index == 1 ? "array with NULL" : index == 2 ? "missing files"
             : index == 3 ? "invalid UTF-8" : "array of 0";
      memcpy(memory + f->offset, &pointer, sizeof pointer);
      memcpy(memory + s->fields[field + 1].offset, &count, sizeof count);
      return true;
    case ROLE_PIXELS:
      if (index >= 3) return false;
      pointer = index == 0 ? NULL : pixels.bytes + index;
      *label = index ? "misaligned" : "NULL";
      memcpy(memory + f->offset, &pointer, sizeof pointer);
      return true;
    case ROLE_POINTER:
    case ROLE_FUNCTION:
      if (index > 0) return false;
      *label = "NULL";
      memset(memory + f->offset, 0, sizeof(void *));
      return true;
    case ROLE_STRUCT_POINTER: {
      unsigned char *inner;
      const structure *t = &structures[f->type];
      int i = 0, j = index - 1;
      if (index == 0) {
        *label = "NULL";
        memset(memory + f->offset, 0, sizeof(void *));
        return true;
      }
      inner = new_memory(c);
      fill_structure(t, inner);
      /* Walks all fields' hostile values in a row. */
      for (; i < t->field_count; i++) {
        int k = 0;
        for (; hostile_field(c, t, i, k, inner, label); k++) {
          if (j-- == 0) {
            memcpy(memory + f->offset, &inner, sizeof inner);
            return true;
          }
          fill_structure(t, inner);
        }
      }
      return false;
    }
    default:
      if (!hostile_number(f->role, f->type, index, &v, label, &expect)) return false;
      count = f->role == ROLE_F32 || f->role == ROLE_I32 || f->role == ROLE_U32 || f->role == ROLE_ENUM ? 4
            : f->role == ROLE_BOOL ? 1 : 8;
      memcpy(memory + f->offset, v.bytes, count);
      return true;
  }
}

/* Number `index` of all the hostile fields of a struct. */
static bool hostile_structure(call *c, const structure *s, int index, unsigned char *memory, const char **label, role *which) {
  int field, j;
  for (field = 0; field < s->field_count; field++) {
    fill_structure(s, memory);
    for (j = 0; hostile_field(c, s, field, j, memory, label); j++) {
      if (index-- == 0) {
        *which = s->fields[field].role;
        return true;
      }
      fill_structure(s, memory);
    }
  }
  return false;
}

/* How many arguments of a function bring a context of their own, so that two of them can disagree. */
static int handle_count(const function_row *f) {
  int i, n = 0;
  for (i = 0; i < f->parameter_count; i++) {
    role r = f->parameters[i].role;
    n += r == ROLE_HANDLE || r == ROLE_ELEMENT || r == ROLE_ELEMENT_ARRAY;
  }
  return n;
}

static const uint64_t garbage[] = {1, 2, 0xFFFFFFFFFFFFFFFF, 0x8000000000000000, 0x7FFFFFFFFFFFFFFF, 0xDEADBEEFDEADBEEF,
                                   0x0000FFFFFFFFFFFF, 0xFFFFFFFF00000001, 0x5555555555555555, 0x00000000FFFFFFFF};

static bool hostile_handle(call *c, const parameter *p, int index, void **handle, const char **label, expectation *expect) {
  int k;
  bool element = p->role == ROLE_ELEMENT;
  int own = element ? node_kind : p->type;
  *expect = EXPECT_INVALID_HANDLE;
  if (index == 0) {
    *handle = NULL;
    *label = "NULL";
    if (p->nullable) *expect = EXPECT_ANYTHING;
    return true;
  }
  if (index == 1) {
    *handle = make_stale(c, own);
    *label = "stale";
    return true;
  }
  if (index == 2) {
    *label = "of another context";
    *expect = handle_count(c->function) > 1 ? EXPECT_FAILURE : EXPECT_ANYTHING;
    /* Alone it would simply be a valid handle, and releasing a context for real is not meant here. */
    if (own == context_kind) {
      *handle = handle_count(c->function) > 1 ? (void *)foreign : NULL;
    } else {
      *handle = kinds[own].constructor_count > 0 ? make_object(c, own, 0, foreign) : NULL;
    }
    if (*handle == NULL) *expect = p->nullable ? EXPECT_ANYTHING : EXPECT_INVALID_HANDLE;
    return true;
  }
  index -= 3;
  for (k = 0; k < kind_count; k++) {
    if (k == own || (element && kinds[k].is_element) || kinds[k].constructor_count == 0) continue;
    if (index-- == 0) {
      *handle = k == context_kind ? (void *)home : make_object(c, k, 0, home);
      *label = kinds[k].name;
      return true;
    }
  }
  if (index < COUNT(garbage)) {
    uintptr_t bits = (uintptr_t)garbage[index];
    memcpy(handle, &bits, sizeof bits);
    *label = "random bits";
    return true;
  }
  if (index - COUNT(garbage) < 2) {
    *handle = (char *)c + (index - COUNT(garbage)); /* a real address, then a misaligned one */
    *label = "an address";
    return true;
  }
  return false;
}

/* Puts hostile value number `index` into argument `at`; returns false beyond the last. */
static bool set_hostile(call *c, int at, int index, expectation *expect) {
  const parameter *p = &c->function->parameters[at];
  const structure *s = p->role == ROLE_STRUCT_IN || p->role == ROLE_STRUCT_OUT || p->role == ROLE_STRUCT_VALUE
                           ? &structures[p->type] : NULL;
  value *v = &c->v[at];
  *expect = EXPECT_ANYTHING;
  c->outputs[at].at = NULL;
  c->label[at] = "hostile";
  switch (p->role) {
    case ROLE_HANDLE:
    case ROLE_ELEMENT: return hostile_handle(c, p, index, &v->pointer, &c->label[at], expect);
    case ROLE_ELEMENT_ARRAY: {
      void **array = (void **)(void *)new_memory(c);
      static const char *const labels[] = {"NULL, 0", "NULL, 3", "with NULL", "with a stale one", "with a foreign one",
                                           "with one twice", "with a context", "garbage", "count 0", "NULL, SIZE_MAX"};
      if (index >= COUNT(labels)) return false;
      c->label[at] = labels[index];
      *expect = index == 0 || index == 8 ? EXPECT_ANYTHING : EXPECT_FAILURE;
      v->pointer = index == 0 || index == 1 || index == 9 ? NULL : array;
      c->v[at + 1].size = index == 0 || index == 8 ? 0 : index == 1 ? 3 : index == 9 ? SIZE_MAX : 2;
      array[0] = make_object(c, node_kind, 0, home);
      array[1] = index == 2 ? NULL : index == 3 ? make_stale(c, node_kind)
               : index == 4 ? make_object(c, node_kind, 0, foreign) : index == 5 ? array[0]
               : index == 6 ? (void *)home : (void *)c;
      return true;
    }
    case ROLE_OUT_HANDLE:
    case ROLE_OUT_SCALAR:
      v->pointer = NULL;
      c->label[at] = "NULL";
      *expect = p->nullable ? EXPECT_ANYTHING : EXPECT_FAILURE;
      return index == 0;
    case ROLE_OUT_ARRAY:
      if (index >= 4) return false;
      v->pointer = NULL;
      c->v[at + 1].size = index == 0 ? 8 : index == 1 ? 0 : (size_t)(index - 2);
      if (index >= 2) expect_output(c, at, new_memory(c), c->v[at + 1].size * structures[p->type].size);
      c->label[at] = index == 0 ? "NULL, 8" : index == 1 ? "NULL, 0" : index == 2 ? "array, 0" : "array, 1";
      return true;
    case ROLE_BUFFER:
      if (index >= 5) return false;
      v->pointer = NULL;
      c->v[at + 1].size = index == 0 ? 64 : index == 1 ? 0 : (size_t)(index - 2);
      if (index >= 2) expect_output(c, at, new_memory(c), c->v[at + 1].size);
      c->label[at] = index == 0 ? "NULL, 64" : index == 1 ? "NULL, 0" : "short";
      return true;
    case ROLE_STRUCT_IN:
    case ROLE_STRUCT_OUT:
      if (index == 0) {
        v->pointer = NULL;
        c->label[at] = "NULL";
        *expect = p->nullable ? EXPECT_ANYTHING : EXPECT_FAILURE;
        return true;
      }
      index--;
      v->pointer = new_memory(c);
      if (p->role == ROLE_STRUCT_IN) {
        fill_structure(s, v->pointer);
      }
      if (s->sized) {
        if (index == 0 && p->role == ROLE_STRUCT_IN) {
          memset(v->pointer, 0, MEMORY_BYTES);
          c->label[at] = "all zero";
          return true;
        }
        index -= p->role == ROLE_STRUCT_IN;
        if (index < COUNT(bad_struct_sizes) + 2) {
          size_t size = index == 0 ? s->size - 1 : index == 1 ? s->size + 8 : bad_struct_sizes[index - 2];
          memcpy(v->pointer, &size, sizeof size);
          c->label[at] = index == 0 ? "struct_size - 1" : index == 1 ? "struct_size + 8" : bad_struct_size_names[index - 2];
          if (p->role == ROLE_STRUCT_OUT) expect_output(c, at, v->pointer, size < s->size ? size : s->size);
          return true;
        }
        index -= COUNT(bad_struct_sizes) + 2;
      }
      if (p->role == ROLE_STRUCT_IN) {
        role which;
        return hostile_structure(c, s, index, v->pointer, &c->label[at], &which);
      }
      return false;
    case ROLE_STRUCT_VALUE: {
      role which = ROLE_F64;
      bool found = hostile_structure(c, s, index, v->bytes, &c->label[at], &which);
      if (found && (which == ROLE_F64 || which == ROLE_F32) && strcmp(c->label[at], "NaN") == 0) *expect = EXPECT_FAILURE;
      return found;
    }
    case ROLE_STRING:
    case ROLE_PATH:
      if (index == COUNT(bad_strings)) { /* longer than any buffer on a stack */
        static char long_text[100001];
        memset(long_text, 'x', sizeof long_text - 1);
        v->pointer = long_text;
        c->v[at + 1].size = sizeof long_text - 1;
        c->label[at] = "100,000 characters";
        return true;
      }
      if (index > COUNT(bad_strings)) return false;
      v->pointer = (void *)(uintptr_t)bad_strings[index].bytes;
      c->v[at + 1].size = bad_strings[index].length;
      c->label[at] = bad_strings[index].label;
      if (bad_strings[index].refused) *expect = EXPECT_FAILURE;
      return true;
    case ROLE_CSTRING:
      if (index >= 3) return false;
      v->pointer = (void *)(uintptr_t)(index == 0 ? NULL : index == 1 ? "" : "\xff");
      c->label[at] = index == 0 ? "NULL" : index == 1 ? "empty" : "invalid UTF-8";
      return true;
    case ROLE_FUNCTION:
      v->function = NULL;
      c->label[at] = "NULL";
      return index == 0;
    case ROLE_USER_DATA:
      free(v->pointer);
      v->pointer = NULL;
      c->label[at] = "NULL";
      return index == 0;
    case ROLE_DESTROY:
      v->function = NULL;
      c->label[at] = "NULL";
      return index == 0;
    default: return hostile_number(p->role, p->type, index, v, &c->label[at], expect);
  }
}

/* ---- One call ---- */

static void describe(const call *c, const char *thread) {
  int i, n = snprintf(context_note, sizeof context_note, "%s(", c->function->name);
  for (i = 0; i < c->function->parameter_count && n < (int)sizeof context_note - 64; i++) {
    if (c->function->parameters[i].role == ROLE_FOLLOWER) continue;
    n += snprintf(context_note + n, sizeof context_note - (size_t)n, "%s%s: %s", i ? ", " : "",
                  c->function->parameters[i].name, c->label[i]);
  }
  snprintf(context_note + n, sizeof context_note - (size_t)n, ") on the %s thread", thread);
}

typedef struct job {
  call *c;
  value result;
  char message[256];
} job;

static void *perform(void *argument) {
  job *j = argument;
  call *c = j->c;
  int i;
  memset(&j->result, 0, sizeof j->result);
  c->function->call(c->v, &j->result);
  snprintf(j->message, sizeof j->message, "%s", lamina_last_error());
  /* Results are given back here: a context belongs to the thread that made it. */
  if (c->function->returns == RETURNS_HANDLE && j->result.pointer != NULL) {
    release_object(c->function->return_kind, j->result.pointer);
  }
  if (c->function->returns == RETURNS_STATUS && j->result.i32 == LAMINA_OK) {
    for (i = 0; i < c->function->parameter_count; i++) {
      if (c->function->parameters[i].role == ROLE_OUT_HANDLE && c->v[i].pointer != NULL) {
        void *handle;
        memcpy(&handle, c->v[i].pointer, sizeof handle);
        release_object(c->function->parameters[i].type, handle);
      }
    }
  }
  return NULL;
}

static void check_outputs(const call *c, bool failed) {
  int i;
  for (i = 0; i < c->function->parameter_count; i++) {
    size_t from = failed ? 0 : c->outputs[i].allowed;
    if (c->outputs[i].at == NULL || from >= MEMORY_BYTES) continue;
    if (memcmp(c->outputs[i].at + from, c->outputs[i].before + from, MEMORY_BYTES - from) != 0) {
      report(failed ? "'%s' was written although the call failed" : "'%s' was written beyond its end",
             c->function->parameters[i].name);
    }
  }
}

/* Makes the call, checks what it answers and returns its status (LAMINA_OK when it returns none). */
static int run(call *c, bool elsewhere, expectation expect) {
  job j;
  pthread_t thread;
  int i;
  bool takes_notice = false;
  void *user_data = NULL;
  void (*destroy)(void) = NULL;

  memset(&j, 0, sizeof j);
  j.c = c;
  describe(c, elsewhere ? "wrong" : "owner");
  if (verbose) printf("%s\n", context_note);
  for (i = 0; i < c->function->parameter_count; i++) {
    if (c->outputs[i].at != NULL) memcpy(c->outputs[i].before, c->outputs[i].at, MEMORY_BYTES);
    if (c->function->parameters[i].role == ROLE_DESTROY) {
      takes_notice = true;
      destroy = c->v[i].function;
    }
    if (c->function->parameters[i].role == ROLE_USER_DATA) user_data = c->v[i].pointer;
    if (c->function->parameters[i].role == ROLE_PATH && font_bytes != NULL) {
      FILE *file = fopen("sample.ttf", "wb");
      if (file != NULL) {
        fwrite(font_bytes, 1, font_length, file);
        fclose(file);
      }
    }
  }
  if (takes_notice && destroy != NULL) {
    if (user_data == NULL) {
      expected_null_destroys++;
    } else {
      ((notice *)user_data)->next = notices;
      notices = user_data;
    }
  }
  calls_made++;
  alarm(30);
  if (elsewhere) {
    if (pthread_create(&thread, NULL, perform, &j) != 0) abort();
    pthread_join(thread, NULL);
  } else {
    perform(&j);
  }
  if (c->function->returns != RETURNS_STATUS) {
    check_outputs(c, false);
    /* A fresh thread has no message yet, so what is there is about this call. */
    if (expect == EXPECT_INVALID_HANDLE && elsewhere && !c->function->releases && j.message[0] == 0) {
      report("leaves no sentence in lamina_last_error()");
    }
    return LAMINA_OK;
  }
  check_outputs(c, j.result.i32 != LAMINA_OK);
  if (!is_enumerator(&enumerations[status_enumeration], j.result.i32)) report("answers %d, which is no status", j.result.i32);
  if (j.result.i32 != LAMINA_OK && j.message[0] == 0) report("fails without a sentence in lamina_last_error()");
  if (expect != EXPECT_ANYTHING && j.result.i32 == LAMINA_OK) report("is accepted");
  if (expect == EXPECT_INVALID_HANDLE && !elsewhere && j.result.i32 != LAMINA_OK &&
      j.result.i32 != LAMINA_ERROR_INVALID_HANDLE) {
    report("answers %s, not LAMINA_ERROR_INVALID_HANDLE: %s", lamina_status_name((lamina_status)j.result.i32), j.message);
  }
  return j.result.i32;
}

static call *begin(const function_row *f) {
  call *c = calloc(1, sizeof *c);
  if (c == NULL) abort();
  c->function = f;
  return c;
}

static void end(call *c) {
  int i;
  for (i = c->object_count - 1; i >= 0; i--) {
    /* The call took the reference of a context that it released; other kinds recognise a stale handle. */
    if (c->objects[i].kind == context_kind && c->function->releases && c->v[0].pointer == c->objects[i].handle &&
        c->function->parameters[0].type == context_kind) {
      continue;
    }
    release_object(c->objects[i].kind, c->objects[i].handle);
  }
  for (i = 0; i < c->memory_count; i++) free(c->memory[i]);
  free(c);
  if (calls_made % 64 == 0) lamina_context_wait_idle(home, 100000);
}

/* ---- The session of one function ---- */

static struct {
  lamina_node *parent, *child;
  lamina_text *text;
  uint64_t nodes, objects;
} kept;

static uint64_t live(uint64_t *nodes) {
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  if (lamina_context_get_statistics(home, &s) != LAMINA_OK) report("no statistics: %s", lamina_last_error());
  *nodes = s.node_count;
  return s.object_count;
}

static void open_session(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *gone = NULL;
  snprintf(context_note, sizeof context_note, "set-up");
  failures = 0;
  notices = NULL;
  options.thread_count = 2;
  if (lamina_context_create(&options, &home) != LAMINA_OK) {
    report("no context: %s", lamina_last_error());
    return;
  }
  options.thread_count = 0;
  lamina_context_create(&options, &foreign);
  lamina_context_create(&options, &gone);
  stale_context = gone;
  lamina_context_release(gone);
  lamina_node_create(home, &kept.parent);
  lamina_node_create(home, &kept.child);
  lamina_node_set_name(kept.parent, "kept", 4);
  lamina_node_add_child(kept.parent, kept.child);
  lamina_text_create(home, "kept text", LAMINA_NUL_TERMINATED, NULL, &kept.text);
  kept.objects = live(&kept.nodes);
}

static void close_session(const char *name) {
  char buffer[64] = "";
  uint64_t nodes, objects;
  notice *n;
  lamina_status status;
  lamina_layout *layout = NULL;
  lamina_size_range range = {{0, 0}, {100, 100}};

  snprintf(context_note, sizeof context_note, "after all calls of %s", name);
  alarm(30);
  status = lamina_context_wait_idle(home, 10000000);
  if (status != LAMINA_OK) report("wait_idle answers %s: %s", lamina_status_name(status), lamina_last_error());
  lamina_context_wait_idle(foreign, 10000000);
  if (lamina_node_copy_name(kept.parent, buffer, sizeof buffer) != 4 || strcmp(buffer, "kept") != 0) report("a name is lost");
  if (lamina_node_get_child_count(kept.parent) != 1 || lamina_node_get_child_index(kept.parent, kept.child) != 0) {
    report("a child is lost");
  }
  if (lamina_text_copy_string(kept.text, buffer, sizeof buffer) != 9 || strcmp(buffer, "kept text") != 0) {
    report("a text is lost");
  }
  status = lamina_layout_create(kept.parent, range, &layout);
  if (status != LAMINA_OK) report("layout answers %s: %s", lamina_status_name(status), lamina_last_error());
  lamina_layout_release(layout);
  objects = live(&nodes);
  if (nodes != kept.nodes) report("%ld nodes are left over", (long)(nodes - kept.nodes));
  if (objects != kept.objects) report("%ld objects are left over", (long)(objects - kept.objects));
  lamina_text_release(kept.text);
  lamina_node_release(kept.child);
  lamina_node_release(kept.parent);
  lamina_context_release(foreign);
  lamina_context_release(home);
  for (n = notices; n != NULL; n = n->next) {
    if (n->count != 1) {
      report("a destroy notify of %s ran %d times", n->function, n->count);
      break;
    }
  }
  if (null_destroys != expected_null_destroys) {
    report("destroy notifies with NULL data ran %d times, not %d", null_destroys, expected_null_destroys);
  }
}

/* Finds variants of the handles with which the function succeeds, so that later checks are not stopped by earlier ones. */
static bool find_valid(const function_row *f, int *variants) {
  int total = 1, combination, i, limit;
  memset(variants, 0, sizeof(int) * MAXIMUM_PARAMETERS);
  if (f->returns != RETURNS_STATUS) return true;
  for (i = 0; i < f->parameter_count; i++) total *= variant_count(&f->parameters[i]);
  for (combination = 0; combination < total && combination < 256; combination++) {
    call *c = begin(f);
    int rest = combination, status;
    bool possible;
    for (i = 0; i < f->parameter_count; i++) {
      limit = variant_count(&f->parameters[i]);
      c->variant[i] = rest % limit;
      rest /= limit;
    }
    possible = set_all_valid(c, home);
    status = possible ? run(c, false, EXPECT_ANYTHING) : -1;
    if (status == LAMINA_OK) {
      memcpy(variants, c->variant, sizeof(int) * MAXIMUM_PARAMETERS);
      end(c);
      return true;
    }
    end(c);
  }
  return false;
}

static void try_function(const function_row *f, int rounds) {
  int variants[MAXIMUM_PARAMETERS], at, index, i, elsewhere;
  expectation expect, ignored;
  bool works = find_valid(f, variants);
  if (works) valid_found++;
  else {
    valid_missing++;
    printf("note: found no valid arguments for %s\n", f->name);
  }

  for (elsewhere = 0; elsewhere < 2; elsewhere++) {
    /* All valid: off the owner thread an owner's function has to be refused, and for no other reason. */
    call *c = begin(f);
    memcpy(c->variant, variants, sizeof variants);
    set_all_valid(c, home);
    i = run(c, elsewhere, EXPECT_ANYTHING);
    if (elsewhere && f->owner_only && f->returns == RETURNS_STATUS && i != LAMINA_ERROR_WRONG_THREAD) {
      report("answers %s, not LAMINA_ERROR_WRONG_THREAD", lamina_status_name((lamina_status)i));
    }
    if (elsewhere && !f->owner_only && works && i != LAMINA_OK) {
      report("answers %s, although any thread may call it: %s", lamina_status_name((lamina_status)i), lamina_last_error());
    }
    end(c);

    /* One hostile argument at a time. */
    for (at = 0; at < f->parameter_count; at++) {
      if (f->parameters[at].role == ROLE_FOLLOWER) continue;
      for (index = 0;; index++) {
        bool more;
        c = begin(f);
        memcpy(c->variant, variants, sizeof variants);
        set_all_valid(c, home);
        more = set_hostile(c, at, index, &expect);
        if (more) run(c, elsewhere, works || expect == EXPECT_FAILURE ? expect : EXPECT_ANYTHING);
        end(c);
        if (!more || (quick && index >= 24)) break;
      }
    }

    /* All arguments hostile. */
    for (index = 0; f->parameter_count > 0 && index < 40; index++) {
      c = begin(f);
      memcpy(c->variant, variants, sizeof variants);
      set_all_valid(c, home);
      for (at = 0; at < f->parameter_count; at++) {
        if (f->parameters[at].role == ROLE_FOLLOWER) continue;
        /* Later ones start over when they have fewer values. */
        for (i = index; !set_hostile(c, at, i, &ignored) && i > 0; i /= 2) {}
      }
      run(c, elsewhere, EXPECT_ANYTHING);
      end(c);
    }
  }

  for (i = 0; i < rounds; i++) {
    call *c = begin(f);
    memcpy(c->variant, variants, sizeof variants);
    set_all_valid(c, home);
    for (at = 0; at < f->parameter_count; at++) {
      if (f->parameters[at].role == ROLE_FOLLOWER || next_random() % 2 == 0) continue;
      for (index = (int)(next_random() % 64); !set_hostile(c, at, index, &ignored) && index > 0; index /= 2) {}
    }
    run(c, next_random() % 4 == 0, EXPECT_ANYTHING);
    end(c);
  }
}

/* Functions in random order on the same objects' context. */
static void try_everything(int rounds) {
  int i;
  for (i = 0; i < rounds; i++) {
    const function_row *f = &functions[next_random() % (uint64_t)function_count];
    call *c = begin(f);
    int at, index;
    expectation ignored;
    for (at = 0; at < f->parameter_count; at++) {
      c->variant[at] = (int)(next_random() % (uint64_t)variant_count(&f->parameters[at]));
      if (f->parameters[at].role == ROLE_HANDLE && f->parameters[at].type == node_kind && at == 0) c->variant[at] %= 2;
    }
    set_all_valid(c, home);
    for (at = 0; at < f->parameter_count; at++) {
      if (f->parameters[at].role == ROLE_FOLLOWER || next_random() % 4 != 0) continue;
      for (index = (int)(next_random() % 64); !set_hostile(c, at, index, &ignored) && index > 0; index /= 2) {}
    }
    run(c, next_random() % 8 == 0, EXPECT_ANYTHING);
    end(c);
  }
}

/* ---- The whole ---- */

static void crashed(int signal_) {
  void *frames[48];
  const char *what = signal_ == SIGALRM ? "\nHANGS in " : "\nCRASHED in ";
  ssize_t ignored = write(1, what, strlen(what));
  ignored += write(1, context_note, strlen(context_note));
  ignored += write(1, "\n", 1);
  if (signal_ != SIGALRM) backtrace_symbols_fd(frames, backtrace(frames, 48), 1);
  _exit(100 + (int)(ignored & 0));
}

static int session(const function_row *f, int rounds) {
  int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE, SIGALRM};
  int i;
  for (i = 0; i < COUNT(signals); i++) signal(signals[i], crashed);
  open_session();
  if (failures == 0) {
    if (f != NULL) try_function(f, rounds);
    else try_everything(rounds);
    close_session(f != NULL ? f->name : "the random run");
  }
  alarm(0);
  if (failures > 40) printf("... and %d more failures of this kind\n", failures - 40);
  if (failures > 0) printf("%s: %d failures in %d calls\n", f != NULL ? f->name : "the random run", failures, calls_made);
  fflush(stdout);
  return failures > 0;
}

/* Runs a session in a process of its own, or here. */
static int isolated(const function_row *f, int rounds, bool forks) {
  pid_t child;
  int status = 0;
  if (!forks) return session(f, rounds);
  fflush(stdout);
  child = fork();
  if (child == 0) {
    int result = session(f, rounds);
    int pipe_value = calls_made;
    FILE *file = fopen("calls", "a");
    if (file != NULL) {
      fprintf(file, "%d %d %d\n", pipe_value, valid_found, valid_missing);
      fclose(file);
    }
    exit(result);
  }
  if (child < 0 || waitpid(child, &status, 0) != child) return 1;
  if (WIFSIGNALED(status)) printf("%s: killed by signal %d\n", f != NULL ? f->name : "the random run", WTERMSIG(status));
  return status != 0;
}

static void load_sample_font(void) {
  static const char *const places[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"};
  FILE *file = fopen(places[0], "rb");
  if (file == NULL) return;
  font_bytes = malloc(2000000);
  if (font_bytes != NULL) font_length = fread(font_bytes, 1, 2000000, file);
  fclose(file);
}

int main(int argc, char **argv) {
  const char *only = NULL;
  char folder[] = "/tmp/lamina-misuse-XXXXXX";
  int rounds = 200, i, passed = 0, failed = 0, everything, line[3];
  long total_calls = 0, found = 0, missing = 0;
  bool forks = true;
  uint64_t seed = 1;
  FILE *file;

  for (i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) seed = strtoull(argv[++i], NULL, 0);
    else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) rounds = atoi(argv[++i]);
    else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) only = argv[++i];
    else if (strcmp(argv[i], "--no-fork") == 0) forks = false;
    else if (strcmp(argv[i], "--quick") == 0) quick = true;
    else if (strcmp(argv[i], "--verbose") == 0) verbose = true;
    else {
      fprintf(stderr, "usage: misuse [--seed N] [--rounds N] [--only FUNCTION] [--no-fork] [--quick] [--verbose]\n");
      return 2;
    }
  }
  random_state = seed * 2654435761u + 88172645463325252u;
  load_sample_font();
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
    perror("a folder for the files that the calls write");
    return 2;
  }
  snprintf(font_path, sizeof font_path, "%s", folder);
  for (i = 0; i < function_count; i++) {
    if (only != NULL && strcmp(only, functions[i].name) != 0) continue;
    if (isolated(&functions[i], rounds, forks)) failed++;
    else passed++;
  }
  if (only == NULL) {
    everything = isolated(NULL, rounds * 20, forks);
    if (everything) failed++;
    else passed++;
  }
  if ((file = fopen("calls", "r")) != NULL) {
    while (fscanf(file, "%d %d %d", &line[0], &line[1], &line[2]) == 3) {
      total_calls += line[0];
      found += line[1];
      missing += line[2];
    }
    fclose(file);
  }
  printf("misuse: %ld calls with seed %llu; %ld functions tried from a call that succeeds, %ld without one\n",
         forks ? total_calls : calls_made, (unsigned long long)seed, forks ? found : valid_found,
         forks ? missing : valid_missing);
  if (chdir("/") == 0) {
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", font_path);
    if (system(command) != 0) perror(command);
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
