/* Between the table that Tests/Checks/generate_misuse.py writes from lamina.h and the machinery in misuse.c. */
#ifndef MISUSE_H
#define MISUSE_H

#include <lamina.h>

#define MAXIMUM_PARAMETERS 16

/* What a parameter or field is for; it decides which values are valid and which are hostile. */
typedef enum role {
  ROLE_HANDLE,        /* `type` is the kind */
  ROLE_ELEMENT,       /* a handle of one of the element kinds */
  ROLE_ELEMENT_ARRAY, /* followed by its count */
  ROLE_OUT_HANDLE,
  ROLE_OUT_SCALAR, /* `type` is the size in bytes */
  ROLE_OUT_ARRAY,  /* of structs; followed by its capacity */
  ROLE_OUT_HANDLE_ARRAY, /* of handles without a reference; followed by its capacity */
  ROLE_STRUCT_ARRAY,     /* of structs that are read; followed by its count; `type` as below */
  ROLE_STRUCT_IN,  /* `type` is the index in `structures`; so for the next three */
  ROLE_STRUCT_OUT,
  ROLE_STRUCT_VALUE,
  ROLE_STRUCT_POINTER, /* a field that points to a struct */
  ROLE_ENUM,           /* `type` is the index in `enumerations` */
  ROLE_F64,
  ROLE_F32,
  ROLE_BOOL,
  ROLE_I32,
  ROLE_U32,
  ROLE_I64,
  ROLE_U64,
  ROLE_SIZE,
  ROLE_TIMEOUT,       /* only short ones are tried */
  ROLE_STRING,        /* followed by its length */
  ROLE_PATH,          /* so too */
  ROLE_JSON,          /* so too */
  ROLE_CSTRING,       /* NUL-terminated */
  ROLE_CSTRING_ARRAY, /* followed by its count */
  ROLE_F64_ARRAY,   /* the same, of numbers; ROLE_STRUCT_ARRAY is that of structs */
  ROLE_CAIRO,       /* a drawing context of cairo's: cairo's own word for whether it is one must do */
  ROLE_BUFFER,        /* followed by its capacity */
  ROLE_FUNCTION,      /* `type` is the index in `callbacks` */
  ROLE_USER_DATA,
  ROLE_DESTROY,
  ROLE_PIXELS,      /* a field: memory that the library writes to or reads */
  ROLE_POINTER,     /* a field: a pointer that the library only hands back */
  ROLE_STRUCT_SIZE, /* a field */
  ROLE_FOLLOWER     /* length, count or capacity: set together with what stands before it */
} role;

typedef struct parameter {
  const char *name;
  role role;
  int type;
  bool nullable;
  size_t offset; /* of a field */
} parameter;

typedef union value {
  void *pointer;
  void (*function)(void);
  double f64;
  float f32;
  bool boolean;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  size_t size;
  unsigned char bytes[64];
} value;

typedef enum returned { RETURNS_STATUS, RETURNS_HANDLE, RETURNS_NOTHING, RETURNS_OTHER } returned;

typedef struct function_row {
  const char *name;
  void (*call)(const value *arguments, value *result);
  returned returns;
  int return_kind;
  bool owner_only;
  bool releases; /* takes away the caller's reference */
  int parameter_count;
  parameter parameters[MAXIMUM_PARAMETERS];
} function_row;

typedef struct structure {
  const char *name;
  size_t size;
  bool sized; /* begins with struct_size */
  int field_count;
  const parameter *fields;
  const void *initial; /* the ..._INIT value, or NULL */
} structure;

typedef struct enumeration {
  const char *name;
  bool is_flags;
  int count;
  const int32_t *values;
} enumeration;

typedef struct kind_row {
  const char *name;
  int retain, release; /* indices in `functions`, or -1 */
  int constructor_count;
  const int *constructors;
  bool is_element;
} kind_row;

extern const function_row functions[];
extern const int function_count;
extern const structure structures[];
extern const enumeration enumerations[];
extern const int status_enumeration;
extern const kind_row kinds[];
extern const int kind_count;
extern const int context_kind, node_kind;
extern void (*const callbacks[])(void);
extern const char *const callback_names[];
extern const int callback_count;

/* Called by the generated callbacks with each handle that they are given. */
void misuse_saw_handle(int kind, void *handle);
/* Called by each of them, as its last act. */
void misuse_callback_ran(int callback);
void misuse_count_destroy(void *user_data);

/* ---- Between misuse.c, which makes the calls, and misuse_values.c, which makes their arguments ---- */

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define MEMORY_BYTES 1024 /* room for any struct, and for those of a "newer header" */
#define MAXIMUM_OBJECTS 1024
#define MAXIMUM_MEMORY 8192
#define PATTERN 0xA5

typedef enum expectation { EXPECT_ANYTHING, EXPECT_FAILURE, EXPECT_INVALID_HANDLE, EXPECT_WRONG_THREAD } expectation;

/* Counts the destroy notifies of one call. */
typedef struct notice {
  int count;
  const char *function;
  struct notice *next;      /* among those that were handed to the library in this session */
  struct notice *allocated; /* among all: the library may call until the end, so none is freed */
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

extern lamina_context *home, *foreign;
extern void *stale_context;
extern notice *every_notice;
extern void *captured[64]; /* handles that callbacks were given, of kinds that no function creates */

void report(const char *format, ...);
void release_object(int kind, void *handle);
int variant_count(const parameter *p);
int handle_count(const function_row *f);
bool is_enumerator(const enumeration *e, int32_t value);
bool set_all_valid(call *c, lamina_context *context);

/* Puts hostile value number `index` into argument `at`; returns false beyond the last. */
bool set_hostile(call *c, int at, int index, expectation *expect);

#endif
