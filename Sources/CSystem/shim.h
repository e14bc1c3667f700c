/* Linux calls that Swift's Glibc module leaves out. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>

/* The flags are an enum in C and arrive in Swift without a type that eventfd() takes. */
static inline int lamina_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/* How far the calling thread gives way: on Linux priorities are each thread's own (setpriority(2), under "C library/kernel
 * differences"). Giving way is always allowed. */
static inline void lamina_set_thread_niceness(int niceness) { setpriority(PRIO_PROCESS, 0, niceness); }

/* glibc hides it from programs that do not ask for all of its extensions. */
extern int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline);

/* Waits for the end of a thread; 0 when so many seconds were not enough. */
static inline int lamina_join_thread(pthread_t thread, int seconds) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += seconds;
    return pthread_timedjoin_np(thread, NULL, &deadline) != ETIMEDOUT;
}
