import Glibc

/// Microseconds of a clock that only moves forward.
public func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}

/// The same as of the last tick of the kernel's timer, some milliseconds before: a third of the time, for what is asked
/// often.
public func coarseMonotonicMicroseconds() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}
