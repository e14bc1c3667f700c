public import Glibc

/// Starts a thread with all signals blocked (they are the host's), and with `attributes`, or those of the system; nil
/// when the system refuses, and `errno` says why.
public func startThread(
    _ attributes: UnsafePointer<pthread_attr_t>?, _ body: @escaping @Sendable () -> Void
) -> pthread_t? {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // A thread begins with the mask of the one that starts it.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(Box(body))
    let failure = unsafe pthread_create(
        &thread, attributes,
        { pointer in
            guard let pointer = unsafe pointer else { return nil }
            unsafe Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    if failure == 0 { return thread }
    unsafe box.release()
    errno = failure
    return nil
}
