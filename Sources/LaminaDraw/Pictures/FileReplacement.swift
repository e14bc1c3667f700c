// Both have struct stat, and which of them it belongs to depends on the order in which the compiler meets them.
internal import CSystem
internal import Glibc
internal import LaminaGeometry
internal import Synchronization

/// Writing a file such that a reader finds the old contents or the new, never a part.
enum FileReplacement {
    /// Makes names of temporary files unique within the process.
    private static let counter = Atomic<UInt64>(0)

    @safe static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(LaminaError) {
        if path.isEmpty || path.utf8.contains(0) {
            throw LaminaError(.invalidArgument, "the path of a file must not be empty or contain a NUL")
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // Nothing there (or not reachable: then creating the neighbour says why).
            return try unsafe replace(path, with: bytes, mode: nil)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            // Renaming needs no permission on the file that it replaces; the caller would be surprised.
            if unsafe access(path, W_OK) != 0 { throw failure(path, errno) }
            // The file that a symbolic link leads to is replaced, not the link.
            guard let resolved = unsafe realpath(path, nil) else { throw failure(path, errno) }
            defer { unsafe free(resolved) }
            try unsafe replace(String(cString: resolved), with: bytes, mode: status.st_mode & 0o777)
        case S_IFDIR:
            throw failure(path, EISDIR)
        default:
            let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
            if file < 0 { throw failure(path, errno) }
            let error = unsafe writeAll(bytes, to: file)
            Glibc.close(file)
            if error != 0 { throw failure(path, error) }
        }
    }

    private static func replace(
        _ path: String, with bytes: UnsafeRawBufferPointer, mode: mode_t?
    ) throws(LaminaError) {
        let (temporary, file) = create(besides: path)
        if file < 0 { throw failure(path, errno) }
        var error = unsafe writeAll(bytes, to: file)
        if let mode, error == 0, fchmod(file, mode) != 0 { error = errno }
        // Some file systems report a full disk only here.
        if Glibc.close(file) != 0, error == 0 { error = errno }
        if error == 0, unsafe rename(temporary, path) != 0 { error = errno }
        if error != 0 {
            unsafe unlink(temporary)
            throw failure(path, error)
        }
    }

    /// A new file in the same directory, so that renaming cannot cross file systems; a negative descriptor leaves its
    /// reason in `errno`.
    private static func create(besides path: String) -> (name: String, file: Int32) {
        while true {
            let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
            // Not named after the file: its name may be as long as names can be.
            let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
            let name = "\(directory).lamina-\(getpid())-\(number).tmp"
            let file = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file >= 0 || errno != EEXIST { return (name, file) }
        }
    }

    /// 0 or the reason.
    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe Glibc.write(file, rest.baseAddress, rest.count)
            if count > 0 {
                written += count
            } else if count == 0 {
                return ENOSPC
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private static func failure(_ path: String, _ error: Int32) -> LaminaError {
        LaminaError(.io, "the file '\(path)' cannot be written: \(systemMessage(error))")
    }
}

/// What the system says about an `errno`; unlike strerror, safe on any thread.
func systemMessage(_ error: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    unsafe strerror_r(error, &text, text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
        unsafe String(decoding: UnsafeRawBufferPointer(bytes).prefix { $0 != 0 }, as: UTF8.self)
    }
}
