/* Linux calls that Swift's Glibc module leaves out. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

/* The flags are an enum in C and arrive in Swift without a type that eventfd() takes. */
static inline int lamina_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/* How far the calling thread gives way: on Linux priorities are each thread's own (setpriority(2), under "C library/kernel
 * differences"). Giving way is always allowed. */
static inline void lamina_set_thread_niceness(int niceness) { setpriority(PRIO_PROCESS, 0, niceness); }

/* Names the calling thread. */
static inline void lamina_name_worker_thread(void) { prctl(PR_SET_NAME, "lamina worker"); }

/* Has the Swift runtime ask for the number of the calling thread again. It remembers it from the time the library was loaded
 * (threading_impl::linux::ulock_get_tid) and locks by it in the kernel; but the thread that goes on after fork() has another
 * number. Left alone, two threads of a child that need the same type for the first time wait for each other for ever. Only
 * in builds with the runtime inside, where the variable can be reached: a runtime without it does not link. */
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
