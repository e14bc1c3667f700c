/* Dispatch, which the runner of the Swift tests stands on, waits with a mask of signals that lies in read-only memory.
 * valgrind 3.19 takes a signal of its own out of the mask where it lies, and dies. So the sigsuspend of the tests waits
 * with a copy. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  /* of the kernel's mask, which is shorter than that of the C library */
  return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
