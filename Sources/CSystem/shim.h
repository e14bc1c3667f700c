/* Linux calls that Swift's Glibc module leaves out. */
#include <stdint.h>
#include <sys/eventfd.h>

/* The flags are an enum in C and arrive in Swift without a type that eventfd() takes. */
static inline int lamina_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
