internal import Glibc
internal import LaminaGeometry

/// Reading a whole file.
enum FileReading {
    private static let maximumBytes = 1 << 30

    static func read(_ path: String) throws(LaminaError) -> HeapBytes {
        if path.isEmpty || path.utf8.contains(0) {
            throw LaminaError(.invalidArgument, "The path of a file must not be empty or contain a NUL.")
        }
        // Without blocking: a FIFO that nobody writes to would hang for ever.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if file < 0 { throw failure(path, errno) }
        defer { close(file) }
        var status = stat()
        if unsafe fstat(file, &status) != 0 { throw failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumBytes else {
            throw LaminaError(.io, "'\(path)' is not a regular file of at most 1 GiB.")
        }
        var bytes = try HeapBytes(capacity: Int(status.st_size))
        while bytes.count < bytes.capacity {
            let count = unsafe Glibc.read(file, bytes.start + bytes.count, bytes.capacity - bytes.count)
            if count > 0 {
                bytes.count += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw failure(path, errno)
            }
        }
        return bytes
    }

    private static func failure(_ path: String, _ error: Int32) -> LaminaError {
        LaminaError(.io, "The file '\(path)' cannot be read: \(systemMessage(error)).")
    }
}
