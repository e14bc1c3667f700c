import Glibc

/// A number that each thread has for itself, 0 until it is set.
public struct ThreadMark: Sendable {
    private let key: pthread_key_t

    public init() { unsafe self.init(ended: nil) }

    /// `ended` is called by each thread that ends with another number than 0.
    public init(ended: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, ended)
        self.key = key
    }

    /// The calling thread's number.
    public var value: UInt {
        get { UInt(bitPattern: unsafe pthread_getspecific(key)) }
        nonmutating set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }

    /// Runs `body` while the calling thread has this number.
    public func with<R>(_ value: UInt, _ body: () -> R) -> R {
        let before = self.value
        self.value = value
        defer { self.value = before }
        return body()
    }
}
