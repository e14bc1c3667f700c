/* Preloaded: a malloc that fails once, at the n-th call that comes from code that has to cope with it.
 *
 * Swift, GLib and the C++ library end the process when memory runs out, and nothing can be done about that from
 * outside. The libraries below them report it, as do the parts of Lamina that call malloc themselves: for pixels and
 * files, which are what is large. FAILING_FROM names the libraries, as parts of their file names with commas; "lamina"
 * stands for those parts of Lamina, whose places in the library are in the file FAILING_RANGES: lines of two
 * hexadecimal offsets. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

typedef struct range {
  uintptr_t begin, end;
} range;

static range ranges[20000];
static int range_count;
static long seen, fail_at = -1; /* -1: count nothing */

static void add(uintptr_t begin, uintptr_t end) {
  if (range_count < (int)(sizeof ranges / sizeof ranges[0])) {
    ranges[range_count].begin = begin;
    ranges[range_count++].end = end;
  }
}

static void add_parts(uintptr_t base) {
  const char *name = getenv("FAILING_RANGES");
  FILE *file = name != NULL ? fopen(name, "r") : NULL;
  unsigned long begin, end;
  while (file != NULL && fscanf(file, "%lx %lx", &begin, &end) == 2) add(base + begin, base + end);
  if (file != NULL) fclose(file);
}

static int visit(struct dl_phdr_info *info, size_t size, void *wanted) {
  const char *slash = strrchr(info->dlpi_name, '/');
  char list[256], *part, *rest = NULL;
  int i;
  (void)size;
  snprintf(list, sizeof list, "%s", (const char *)wanted);
  for (part = strtok_r(list, ",", &rest); part != NULL; part = strtok_r(NULL, ",", &rest)) {
    if (slash == NULL || strstr(slash, part) == NULL) continue;
    if (strcmp(part, "lamina") == 0) {
      add_parts(info->dlpi_addr);
      continue;
    }
    for (i = 0; i < info->dlpi_phnum; i++) {
      if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
        add(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
            info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz);
      }
    }
  }
  return 0;
}

/* From now on the `n`-th call fails; 0 only counts. */
void failing_malloc_begin(long n) {
  const char *from = getenv("FAILING_FROM");
  range_count = 0;
  dl_iterate_phdr(visit, (void *)(uintptr_t)(from != NULL ? from : ""));
  __atomic_store_n(&seen, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&fail_at, n, __ATOMIC_SEQ_CST);
}

/* How many calls there were. */
long failing_malloc_end(void) {
  __atomic_store_n(&fail_at, -1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&seen, __ATOMIC_SEQ_CST);
}

static int fails(void *caller) {
  uintptr_t at = (uintptr_t)caller;
  int i;
  if (__atomic_load_n(&fail_at, __ATOMIC_RELAXED) < 0) return 0;
  for (i = 0; i < range_count; i++) {
    if (at >= ranges[i].begin && at < ranges[i].end) break;
  }
  if (i == range_count) return 0;
  if (__atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST) != __atomic_load_n(&fail_at, __ATOMIC_RELAXED)) return 0;
  if (getenv("FAILING_STOPS") != NULL) __builtin_trap(); /* for a debugger: who asks? */
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size); }
void *aligned_alloc(size_t alignment, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  void *memory = fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *out = memory;
  return 0;
}
