public import Glibc

/// Takes a mutex; false when it was not to be had for so long, up to a second.
public func lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, milliseconds: Int) -> Bool {
    // The clock that may jump, the only one for which every system has this.
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds * 1_000_000
    if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
    return unsafe pthread_mutex_timedlock(mutex, &end) == 0
}
