internal import CSystem
internal import Glibc
internal import LaminaGeometry

/// Reading a whole file.
enum FileReading {
    private static let maximumBytes = 1 << 30

    static func read(_ path: String) throws(LaminaError) -> HeapBytes {
        if path.isEmpty || path.utf8.contains(0) {
            throw LaminaError(.invalidArgument, "the path of a file must not be empty or contain a NUL")
        }
        // Without blocking: a FIFO that nobody writes to would hang for ever.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if file < 0 { throw failure(path, errno) }
        return try read(file, path)
    }

    /// A file in a folder, `path` being relative to it. Refuses what lies or leads outside, whether or not it exists.
    static func read(_ path: String, within folder: String) throws(LaminaError) -> HeapBytes {
        for path in [path, folder] where path.isEmpty || path.utf8.contains(0) {
            throw LaminaError(.invalidArgument, "the path of a file must not be empty or contain a NUL")
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        if path.utf8.first == UInt8(ascii: "/") || parts.contains("..") || parts.isEmpty { throw outside(path) }
        let directory = unsafe lamina_open_folder(folder)
        if directory < 0 {
            throw LaminaError(.io, "the folder of pictures '\(folder)' cannot be opened: \(systemMessage(errno))")
        }
        defer { close(directory) }
        let file = unsafe lamina_open_beneath(directory, path)
        if file < 0 { throw errno == EXDEV || errno == ELOOP ? outside(path) : failure(path, errno) }
        return try read(file, path)
    }

    private static func outside(_ path: String) -> LaminaError {
        LaminaError(
            .invalidArgument,
            "'\(path)' may lead out of the folder of pictures: an absolute path, \"..\" or a link; only what is in it is read"
        )
    }

    /// What is open as `file`, which is closed.
    private static func read(_ file: Int32, _ path: String) throws(LaminaError) -> HeapBytes {
        defer { close(file) }
        var status = stat()
        if unsafe fstat(file, &status) != 0 { throw failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumBytes else {
            throw LaminaError(.io, "'\(path)' is not a regular file of at most 1 GiB")
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
        LaminaError(.io, "the file '\(path)' cannot be read: \(systemMessage(error))")
    }
}
