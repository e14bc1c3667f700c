/* Calls every exported function with hostile arguments and demands that nothing breaks: no crash, a documented status,
 * a sentence in lamina_last_error(), outputs untouched on failure, destroy notifies exactly once, no object left
 * behind, and objects made before that still work. The functions and their parameters come from a table that is
 * generated from lamina.h (see misuse.h).
 *
 * usage: misuse [--seed N] [--rounds N] [--only FUNCTION] [--no-fork] [--quick] [--verbose]
 *
 * Each function is tried in a process of its own, so that one crash does not hide the rest. A failure names the
 * function, the argument and the value; `--only FUNCTION --no-fork` repeats it under a debugger. */
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

lamina_context *home, *foreign;
void *stale_context;
void *captured[64];
static notice *notices;
notice *every_notice;
static int null_destroys, expected_null_destroys;
static int failures, calls_made, valid_found, valid_missing;
static bool verbose, quick;
static unsigned patience = 30; /* seconds for one call; MISUSE_PATIENCE sets it */
static uint64_t random_state = 1;
static char scratch_folder[512];
static unsigned char *font_bytes;
static size_t font_length;
static char context_note[1024]; /* what is running, for the report of a crash */

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

void report(const char *format, ...) {
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

void misuse_callback_ran(int callback) { (void)callback; }

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
  alarm(patience);
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
  if (expect == EXPECT_WRONG_THREAD && j.result.i32 != LAMINA_ERROR_WRONG_THREAD) {
    report("answers %s, not LAMINA_ERROR_WRONG_THREAD", lamina_status_name((lamina_status)j.result.i32));
  }
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
  alarm(patience);
  status = lamina_context_wait_idle(home, 10000000);
  if (status != LAMINA_OK) report("wait_idle answers %s: %s", lamina_status_name(status), lamina_last_error());
  lamina_context_wait_idle(foreign, 10000000);
  if (lamina_node_read_name(kept.parent, buffer, sizeof buffer) != 4 || strcmp(buffer, "kept") != 0) report("a name is lost");
  if (lamina_node_get_child_count(kept.parent) != 1 || lamina_node_get_child_index(kept.parent, kept.child) != 0) {
    report("a child is lost");
  }
  if (lamina_text_read_string(kept.text, buffer, sizeof buffer) != 9 || strcmp(buffer, "kept text") != 0) {
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

/* Finds variants of the handles with which the function succeeds, so that later checks are not stopped by earlier
 * ones. */
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

/* Any thread may call these, but what is right for one is not for another: a scope is ended by the thread that began
 * it, and a context is adopted only when its owner has ended. */
static bool depends_on_thread(const char *name) {
  return strcmp(name, "lamina_context_end_scope") == 0 || strcmp(name, "lamina_context_adopt") == 0;
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
    i = run(c, elsewhere, elsewhere && f->owner_only ? EXPECT_WRONG_THREAD : EXPECT_ANYTHING);
    if (elsewhere && !f->owner_only && !depends_on_thread(f->name) && works && i != LAMINA_OK) {
      report("answers %s, although any thread may call it: %s", lamina_status_name((lamina_status)i), lamina_last_error());
    }
    end(c);
    if (quick && elsewhere) break; /* what a wrong thread is told does not hang on the arguments */

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
    for (index = 0; f->parameter_count > 0 && index < (quick ? 10 : 40); index++) {
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

/* `f` and `more` functions after it, or anything when it is NULL. */
static int session(const function_row *f, int more, int rounds) {
  int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE, SIGALRM};
  int i;
  for (i = 0; i < COUNT(signals); i++) signal(signals[i], crashed);
  open_session();
  if (failures == 0) {
    if (f == NULL) try_everything(rounds);
    for (i = 0; f != NULL && i <= more; i++) try_function(&f[i], rounds);
    close_session(f != NULL ? f->name : "the random run");
  }
  alarm(0);
  if (failures > 40) printf("... and %d more failures of this kind\n", failures - 40);
  if (failures > 0) printf("%s: %d failures in %d calls\n", f != NULL ? f->name : "the random run", failures, calls_made);
  fflush(stdout);
  return failures > 0;
}

/* Runs a session in a process of its own, or here. */
static int isolated(const function_row *f, int more, int rounds, bool forks) {
  pid_t child;
  int status = 0;
  if (!forks) return session(f, more, rounds);
  fflush(stdout);
  child = fork();
  if (child == 0) {
    int result = session(f, more, rounds);
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
  if (getenv("MISUSE_PATIENCE") != NULL) patience = (unsigned)atoi(getenv("MISUSE_PATIENCE"));
  random_state = seed * 2654435761u + 88172645463325252u;
  load_sample_font();
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
    perror("a folder for the files that the calls write");
    return 2;
  }
  snprintf(scratch_folder, sizeof scratch_folder, "%s", folder);
  for (i = 0; i < function_count; i++) {
    /* Under valgrind setting up is what takes long: there some functions share a session. */
    int more = quick && !forks && only == NULL ? function_count - i - 1 : 0;
    if (more > 7) more = 7;
    if (only != NULL && strcmp(only, functions[i].name) != 0) continue;
    if (isolated(&functions[i], more, rounds, forks)) failed++;
    else passed += 1 + more;
    i += more;
  }
  if (only == NULL) {
    everything = isolated(NULL, 0, rounds * 20, forks);
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
    snprintf(command, sizeof command, "rm -rf '%s'", scratch_folder);
    if (system(command) != 0) perror(command);
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
