import Glibc

/// Microseconds of a clock that only moves forward.
public func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}
