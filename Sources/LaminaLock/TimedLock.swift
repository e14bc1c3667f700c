public import Glibc

/// Takes a mutex; false if it is not free within this time, at most a second.
public func lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, milliseconds: Int) -> Bool {
    // The system clock, which may jump: the only one that every system supports here.
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds * 1_000_000
    if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
    return unsafe pthread_mutex_timedlock(mutex, &end) == 0
}
