internal import CPango
internal import Glibc
internal import LaminaGeometry
import LaminaLock

/// Fonts in memory, as files that only this process sees.
///
/// Kept as long as the process lives, each once: cairo keeps what it knows of a font under its path, so that a path
/// must never come to name another font.
enum FontData {
    struct Entry {
        var bytes: [UInt8]
        var path: String
    }

    static let entries = Locked<[Entry]>(.leaf, [])

    /// The path under which the font can be opened. Fails with `outOfMemory` or `backend`.
    static func path(for bytes: [UInt8]) throws(LaminaError) -> String {
        try entries.withLock { (entries) throws(LaminaError) in
            if let known = entries.first(where: { $0.bytes == bytes }) { return known.path }
            let file = lamina_memory_file()
            if file < 0 {
                throw LaminaError(
                    .backend, "the system has no memory file for a font: \(unsafe String(cString: strerror(errno)))")
            }
            var offset = 0
            while offset < bytes.count {
                let written = unsafe bytes.withUnsafeBytes { all in
                    unsafe write(file, all.baseAddress.map { unsafe $0 + offset }, bytes.count - offset)
                }
                if written <= 0 {
                    close(file)
                    throw LaminaError(.outOfMemory, "there is no memory for a font of \(bytes.count) bytes")
                }
                offset += written
            }
            let path = "/proc/self/fd/\(file)"
            entries.append(Entry(bytes: bytes, path: path))
            return path
        }
    }
}
