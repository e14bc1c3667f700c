/* Calls that Swift's Glibc module leaves out, or gives a type that is no use. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* The flags are an enum in C and arrive in Swift without a type that eventfd() takes. */
static inline int lamina_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/* glibc stores with the widest registers of the processor, pixman with those of 16 bytes: half the time for a card. */
static inline void lamina_fill_pixels(uint32_t *pixels, uint32_t pixel, size_t count) {
    wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
}

/* How far the calling thread gives way: on Linux priorities are each thread's own (setpriority(2), under "C
 * library/kernel differences"). Giving way is always allowed. */
static inline void lamina_set_thread_niceness(int niceness) { setpriority(PRIO_PROCESS, 0, niceness); }

/* Gives what is free back to the system. malloc does that by itself only with large pieces, and with what is free at
 * the end: pixels of rows of a list are neither. */
static inline void lamina_return_free_memory(void) { malloc_trim(0); }

/* Names the calling thread. */
static inline void lamina_name_worker_thread(void) { prctl(PR_SET_NAME, "lamina worker"); }

static inline void lamina_name_io_thread(void) { prctl(PR_SET_NAME, "lamina io"); }

/* Has the Swift runtime ask for the number of the calling thread again. It remembers it from the time the library was
 * loaded (threading_impl::linux::ulock_get_tid) and locks by it in the kernel; but the thread that goes on after fork()
 * has another number. Left alone, two threads of a child that need the same type for the first time wait for each other
 * for ever. Only in builds with the runtime inside, where the variable can be reached: a runtime without it does not
 * link. */
static inline void lamina_forget_thread_number(void) {
#ifdef LAMINA_SWIFT_IS_STATIC
    extern __thread uint32_t lamina_swift_thread_number __asm__("_ZZN5swift14threading_impl5linux13ulock_get_tidEvE3tid")
        __attribute__((visibility("hidden")));
    lamina_swift_thread_number = 0;
#endif
}

/* glibc hides it from programs that do not ask for all of its extensions. */
extern int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline);

/* Waits for the end of a thread; 0 when so many seconds were not enough. */
static inline int lamina_join_thread(pthread_t thread, int seconds) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += seconds;
    return pthread_timedjoin_np(thread, NULL, &deadline) != ETIMEDOUT;
}

/* Whether a thread of the process has a name that begins so. */
static inline bool lamina_has_thread_named(const char *beginning) {
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;
    bool found = false;
    if (!tasks) return false;
    while (!found && (task = readdir(tasks))) {
        char path[32 + sizeof task->d_name], name[16] = "";
        int file;
        if (task->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
        if ((file = open(path, O_RDONLY | O_CLOEXEC)) < 0) continue;
        if (read(file, name, sizeof name - 1) > 0) found = strncmp(name, beginning, strlen(beginning)) == 0;
        close(file);
    }
    closedir(tasks);
    return found;
}

/* Waits until there is no such thread, for a number of milliseconds at most. A thread takes its name a moment after it
 * began, so that one look is not enough. */
static inline void lamina_wait_for_threads_named(const char *beginning, int milliseconds) {
    const struct timespec pause = {0, 1000000};
    int looks = 0;
    while (milliseconds-- > 0) {
        looks = lamina_has_thread_named(beginning) ? 0 : looks + 1;
        if (looks == 2) return;
        nanosleep(&pause, NULL);
    }
}

/* glibc hides it, too; the kernel's number on all processors but alpha, parisc and sparc. */
#ifndef O_PATH
#define O_PATH 010000000
#endif

/* Opens a folder to look for files in. */
static inline int lamina_open_folder(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

/* Opens a file for reading that lies below `folder`, each part of the path being followed there only: -1 and EXDEV for
 * a link that leads out, ELOOP for any link where the kernel (before 5.6) or a sandbox has no openat2(). Does not wait
 * for who would write to a FIFO. */
static inline int lamina_open_beneath(int folder, const char *path) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    struct { uint64_t flags, mode, resolve; } how = {(uint64_t)flags, 0, 0x08 | 0x02}; /* BENEATH, NO_MAGICLINKS */
    long found = syscall(437 /* openat2 */, folder, path, &how, sizeof how);
    if (found >= 0 || (errno != ENOSYS && errno != EPERM && errno != E2BIG && errno != EINVAL)) return (int)found;
    int held = dup(folder);
    while (held >= 0) {
        char part[256];
        path += strspn(path, "/");
        size_t length = strcspn(path, "/");
        bool isLast = path[length + strspn(path + length, "/")] == 0;
        if (length >= sizeof part) {
            close(held);
            errno = ENAMETOOLONG;
            return -1;
        }
        memcpy(part, path, length);
        part[length] = 0;
        bool isUp = strcmp(part, "..") == 0;
        int next = isUp ? -1 : openat(held, part, O_NOFOLLOW | (isLast ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC));
        int reason = isUp ? EXDEV : errno;
        /* A link in place of a folder is not said to be one. */
        if (next < 0 && reason == ENOTDIR && readlinkat(held, part, part, 1) >= 0) reason = ELOOP;
        close(held);
        errno = reason;
        if (next < 0 || isLast) return next;
        held = next;
        path += length;
    }
    return -1;
}
