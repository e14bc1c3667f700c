/* The arguments of the misuse test: valid ones, so that a call gets as far as the hostile one among them, and hostile
 * ones. */
#include "misuse.h"

#include <cairo.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What bitmaps point to; words, so that it is aligned as the library demands. */
static union { uint32_t words[64 * 64]; unsigned char bytes[64 * 64 * 4]; } pixels;

/* ---- Making arguments ---- */

static const char *valid_texts[] = {"some text"}, *paths_broken[] = {"\xff", ""};

static void *make_object(call *c, int kind, int variant, lamina_context *context);
static void *make_stale(call *c, int kind);

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

void release_object(int kind, void *handle) {
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
    int32_t side = 8, stride = 32, one = 1;
    const char *word = "words";
    if (f->role == ROLE_CSTRING && strcmp(f->name, "slot") == 0) memcpy(memory + f->offset, &word, sizeof word);
    if (f->role == ROLE_ENUM && strcmp(f->name, "fields") == 0) memcpy(memory + f->offset, &one, sizeof one);
    if (f->role == ROLE_STRUCT_POINTER && strcmp(f->name, "values") == 0) {
      static unsigned char values[sizeof(lamina_presented_values)];
      void *pointer = values;
      if (structures[f->type].size > sizeof values) abort();
      fill_structure(&structures[f->type], values);
      memcpy(memory + f->offset, &pointer, sizeof pointer);
    }
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

/* The field that says what a record is: the first enum in it; -1 for none. */
static int kind_field(const structure *s) {
  int i;
  for (i = 0; i < s->field_count; i++) {
    if (s->fields[i].role == ROLE_ENUM) return i;
  }
  return -1;
}

static void set_kind(const structure *s, unsigned char *record, int number) {
  int field = kind_field(s);
  const enumeration *e;
  if (field < 0) return;
  e = &enumerations[s->fields[field].type];
  memcpy(record + s->fields[field].offset, &e->values[number % e->count], sizeof(int32_t));
}

/* The number of valid variants of a handle: its constructors, then two nodes that are already part of the call. */
int variant_count(const parameter *p) {
  int k, n = 0;
  if (p->role == ROLE_ELEMENT) {
    for (k = 0; k < kind_count; k++) n += kinds[k].is_element;
    return n;
  }
  if (p->role == ROLE_STRUCT_ARRAY) {
    int field = kind_field(&structures[p->type]);
    return field < 0 ? 1 : enumerations[structures[p->type].fields[field].type].count;
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
    case ROLE_CSTRING_ARRAY:
      c->v[at].pointer = (void *)valid_texts;
      c->v[at + 1].size = 1;
      return true;
    case ROLE_OUT_HANDLE: expect_output(c, at, new_memory(c), sizeof(void *)); return true;
    case ROLE_OUT_SCALAR: expect_output(c, at, new_memory(c), (size_t)p->type); return true;
    case ROLE_OUT_ARRAY:
      expect_output(c, at, new_memory(c), 8 * structures[p->type].size);
      c->v[at + 1].size = 8;
      return true;
    case ROLE_OUT_HANDLE_ARRAY:
      expect_output(c, at, new_memory(c), 8 * sizeof(void *));
      c->v[at + 1].size = 8;
      return true;
    case ROLE_STRUCT_ARRAY:
      c->v[at].pointer = new_memory(c);
      fill_structure(&structures[p->type], c->v[at].pointer);
      set_kind(&structures[p->type], c->v[at].pointer, variant);
      for (k = 0; k < structures[p->type].field_count; k++) { /* the node that is named, where one is */
        const parameter *f = &structures[p->type].fields[k];
        if (f->role == ROLE_HANDLE && f->type == node_kind) {
          void *node = make_object(c, node_kind, 0, context);
          memcpy((unsigned char *)c->v[at].pointer + f->offset, &node, sizeof node);
        }
      }
      c->v[at + 1].size = 1;
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
    case ROLE_STRING:
      /* One function takes lengths, which words are not. */
      c->v[at].pointer = strstr(c->function->name, "dimension") != NULL ? "12pt" : "words to set";
      c->v[at + 1].size = strlen(c->v[at].pointer);
      return true;
    case ROLE_JSON: /* a template with a slot, and a row that has no value for it */
      c->v[at].pointer = "{\"width\": 20, \"root\": {\"kind\": \"text\", \"text\": \"{words}\", \"background\": \"#ff0000\"}}";
      c->v[at + 1].size = LAMINA_NUL_TERMINATED;
      return true;
    case ROLE_PATH: c->v[at].pointer = "sample.ttf"; c->v[at + 1].size = LAMINA_NUL_TERMINATED; return true;
    case ROLE_CSTRING: c->v[at].pointer = "words"; return true;
    case ROLE_BUFFER:
      expect_output(c, at, new_memory(c), 64);
      c->v[at + 1].size = 64;
      return true;
    case ROLE_FUNCTION: c->v[at].function = callbacks[p->type]; return true;
    case ROLE_CAIRO: {
      static cairo_t *cairo;
      if (cairo == NULL) {
        cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels.bytes, CAIRO_FORMAT_ARGB32, 8, 8, 32);
        cairo = cairo_create(surface);
        cairo_surface_destroy(surface);
      }
      c->v[at].pointer = cairo;
      return true;
    }
    case ROLE_USER_DATA: {
      notice *n = calloc(1, sizeof *n);
      if (n == NULL) abort();
      c->v[at].pointer = n;
      n->allocated = every_notice;
      every_notice = n;
      n->function = c->function->name;
      return true;
    }
    case ROLE_DESTROY: c->v[at].function = (void (*)(void))misuse_count_destroy; return true;
    default: return true; /* zero is valid for every number and enum */
  }
}

bool set_all_valid(call *c, lamina_context *context) {
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

bool is_enumerator(const enumeration *e, int32_t value) {
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

static bool hostile_structure(call *c, const structure *s, int index, unsigned char *memory, const char **label, role *which);

/* The hostile values of one field; writes it into `memory`. */
static bool hostile_field(call *c, const structure *s, int field, int index, unsigned char *memory, const char **label) {
  static const char *paths_with_null[] = {"sample.ttf", NULL};
  static const char *paths_that_lack[] = {"no such file", "/"};
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
    case ROLE_F64_ARRAY:
      if (index >= COUNT(bad_doubles) + 3) return false;
      count = index == COUNT(bad_doubles) ? 2 : index == COUNT(bad_doubles) + 1 ? SIZE_MAX : index < COUNT(bad_doubles) ? 1 : 0;
      pointer = index == COUNT(bad_doubles) || index == COUNT(bad_doubles) + 1 ? NULL
              : (const void *)&bad_doubles[index % COUNT(bad_doubles)];
      *label = index < COUNT(bad_doubles) ? bad_double_names[index] : count ? "NULL array" : "array of 0";
      memcpy(memory + f->offset, &pointer, sizeof pointer);
      while (s->fields[field + 1].role == ROLE_F64_ARRAY) field++; /* several may have one count */
      memcpy(memory + s->fields[field + 1].offset, &count, sizeof count);
      return true;
    case ROLE_STRUCT_ARRAY: {
      const structure *t = &structures[f->type];
      unsigned char *element = NULL;
      role which;
      count = index == 0 ? 2 : index == 1 ? SIZE_MAX : 1;
      *label = "NULL array";
      /* One element, each of its fields hostile in turn. */
      if (index >= 2) {
        element = new_memory(c);
        if (!hostile_structure(c, t, index - 2, element, label, &which)) return false;
      }
      memcpy(memory + f->offset, &element, sizeof element);
      memcpy(memory + s->fields[field + 1].offset, &count, sizeof count);
      return true;
    }
    case ROLE_HANDLE:
      if (index >= 5) return false;
      *label = index == 0 ? "NULL" : index == 1 ? "stale" : index == 2 ? "a context" : index == 3 ? "an address" : "valid";
      pointer = index == 0 ? NULL : index == 1 ? make_stale(c, f->type) : index == 2 ? (void *)home
              : index == 3 ? (void *)c : make_object(c, f->type, 0, home);
      memcpy(memory + f->offset, &pointer, sizeof pointer);
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
      role which;
      const structure *t = &structures[f->type];
      if (index == 0) {
        *label = "NULL";
        memset(memory + f->offset, 0, sizeof(void *));
        return true;
      }
      inner = new_memory(c);
      if (!hostile_structure(c, t, index - 1, inner, label, &which)) return false;
      memcpy(memory + f->offset, &inner, sizeof inner);
      return true;
    }
    default:
      if (!hostile_number(f->role, f->type, index, &v, label, &expect)) return false;
      count = f->role == ROLE_F32 || f->role == ROLE_I32 || f->role == ROLE_U32 || f->role == ROLE_ENUM ? 4
            : f->role == ROLE_BOOL ? 1 : 8;
      memcpy(memory + f->offset, v.bytes, count);
      return true;
  }
}

/* How many hostile values a field has; counted once, for a struct that leads to others has thousands. */
static int hostile_count(call *c, const structure *s, int field) {
  static int known[128][64]; /* 0: not counted yet */
  int *count = &known[s - structures][field];
  static union { double aligned; unsigned char bytes[8][MEMORY_BYTES]; } scratch;
  static int depth;
  const char *label;
  if (s - structures >= 128 || field >= 64 || depth >= 8) abort();
  if (*count == 0) {
    int n = 0, mark;
    unsigned char *memory = scratch.bytes[depth++];
    for (;; n++) {
      bool found;
      mark = c->memory_count;
      fill_structure(s, memory);
      found = hostile_field(c, s, field, n, memory, &label);
      while (c->memory_count > mark) free(c->memory[--c->memory_count]);
      if (!found) break;
    }
    depth--;
    *count = n + 1;
  }
  return *count - 1;
}

/* Number `index` of all the hostile fields of a struct. */
static bool hostile_structure(call *c, const structure *s, int index, unsigned char *memory, const char **label, role *which) {
  int field;
  for (field = 0; field < s->field_count; field++) {
    int count = hostile_count(c, s, field);
    if (index >= count) {
      index -= count;
      continue;
    }
    fill_structure(s, memory);
    *which = s->fields[field].role;
    return hostile_field(c, s, field, index, memory, label);
  }
  return false;
}

/* How many arguments of a function bring a context of their own, so that two of them can disagree. */
int handle_count(const function_row *f) {
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

bool set_hostile(call *c, int at, int index, expectation *expect) {
  const parameter *p = &c->function->parameters[at];
  const structure *s = p->role == ROLE_STRUCT_ARRAY || p->role == ROLE_STRUCT_IN || p->role == ROLE_STRUCT_OUT || p->role == ROLE_STRUCT_VALUE
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
    case ROLE_CSTRING_ARRAY:
      if (index >= 5) return false;
      v->pointer = index == 0 || index == 1 ? NULL : (void *)(index == 2 ? paths_broken : valid_texts);
      c->v[at + 1].size = index == 0 ? 0 : index == 3 ? SIZE_MAX : index == 4 ? 1000 : 1;
      c->label[at] = index == 0 ? "NULL, 0" : index == 1 ? "NULL, 1" : index == 2 ? "invalid UTF-8"
                   : index == 3 ? "SIZE_MAX of them" : "1000 of them";
      *expect = index == 0 ? EXPECT_ANYTHING : EXPECT_FAILURE;
      return true;
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
    case ROLE_OUT_HANDLE_ARRAY:
      if (index >= 4) return false;
      v->pointer = NULL;
      c->v[at + 1].size = index == 0 ? 8 : index == 1 ? 0 : (size_t)(index - 2);
      if (index >= 2) expect_output(c, at, new_memory(c), c->v[at + 1].size * sizeof(void *));
      c->label[at] = index == 0 ? "NULL, 8" : index == 1 ? "NULL, 0" : index == 2 ? "array, 0" : "array, 1";
      return true;
    case ROLE_STRUCT_ARRAY: {
      static const char *const labels[] = {"NULL, 0", "NULL, 3", "NULL, SIZE_MAX", "array, 0", "array, SIZE_MAX",
                                           "array, SIZE_MAX / 2", "one twice", "all zero"};
      unsigned char *records = new_memory(c);
      role which;
      v->pointer = index < 3 ? NULL : records;
      c->v[at + 1].size = index == 0 || index == 3 ? 0 : index == 1 ? 3 : index == 2 || index == 4 ? SIZE_MAX
                        : index == 5 ? SIZE_MAX / 2 : index == 6 ? 2 : 1;
      fill_structure(s, records);
      if (index < COUNT(labels)) {
        c->label[at] = labels[index];
        /* A node may be changed twice, a step taken, a row be there; a record or a slot has one place. */
        bool may_repeat =
            strcmp(p->name, "changes") == 0 || strcmp(p->name, "steps") == 0 || strcmp(p->name, "rows") == 0;
        *expect = (p->nullable && c->v[at + 1].size == 0) || (index == 6 && may_repeat) ? EXPECT_ANYTHING : EXPECT_FAILURE;
        if (index == 6) memcpy(records + s->size, records, s->size);
        if (index == 7) memset(records, 0, MEMORY_BYTES);
        return true;
      }
      index -= COUNT(labels);
      if (index < COUNT(bad_struct_sizes) + 2) {
        size_t size = index == 0 ? s->size - 1 : index == 1 ? s->size + 8 : bad_struct_sizes[index - 2];
        memcpy(records, &size, sizeof size);
        c->label[at] = index == 0 ? "struct_size - 1" : index == 1 ? "struct_size + 8" : bad_struct_size_names[index - 2];
        return true;
      }
      index -= COUNT(bad_struct_sizes) + 2;
      if (!hostile_structure(c, s, index, records, &c->label[at], &which)) return false;
      /* Every kind meets hostile fields, and the field that says the kind keeps its own. */
      if (which != ROLE_ENUM) set_kind(s, records, index);
      return true;
    }
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
          if (p->role == ROLE_STRUCT_OUT) {
            size_t known = s->size;
#ifdef MISUSE_OLDER_HEADER
            /* a library that knows more fills what it is told there is */
            known = size < MEMORY_BYTES ? size : MEMORY_BYTES;
#endif
            expect_output(c, at, v->pointer, size < known ? size : known);
          }
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
    case ROLE_JSON:
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
    case ROLE_CAIRO:
      v->pointer = NULL;
      c->label[at] = "NULL";
      *expect = EXPECT_FAILURE;
      return index == 0;
    case ROLE_USER_DATA:
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
