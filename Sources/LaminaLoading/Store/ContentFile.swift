import CSystem
import Glibc

/// Large contents as files of a cache folder.
enum ContentFile {
    private static let suffix = ".content"
    /// Files that no row names are left this long, in seconds: one may be about to be named.
    private static let grace = 600

    /// Writes a file under a name of its own; nil when that fails.
    static func write(_ bytes: LoadedBytes, in folder: String) -> String? {
        var generator = SystemRandomNumberGenerator()
        let name = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) + suffix
        let path = folder + "/" + name
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 { return nil }
        var isWhole = true
        unsafe bytes.withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count {
                guard let start = bytes.baseAddress else { return }
                let count = unsafe Glibc.write(file, start + place, bytes.count - place)
                if count > 0 {
                    place += count
                } else if errno != EINTR {
                    isWhole = false
                    return
                }
            }
        }
        if close(file) != 0 || !isWhole {
            remove(name, in: folder)
            return nil
        }
        return name
    }

    /// nil for one that is not there, or not of this length.
    static func read(_ path: String, count: Int) -> LoadedBytes? {
        let bytes = try? LocalSource.readRegularFile(path, limit: count).bytes
        return bytes?.count == count ? bytes : nil
    }

    /// Removes files that are not in `names`, as a process leaves them that is killed.
    static func removeOthers(than names: Set<String>, in folder: String) {
        guard let list = unsafe opendir(folder) else { return }
        defer { unsafe closedir(list) }
        let now = systemSeconds()
        while let entry = unsafe readdir(list) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.hasSuffix(suffix), !names.contains(name) else { continue }
            var status = stat()
            let path = folder + "/" + name
            if unsafe stat(path, &status) == 0, now - status.st_mtim.tv_sec > grace { remove(name, in: folder) }
        }
    }

    static func remove(_ name: String, in folder: String) { _ = unsafe unlink(folder + "/" + name) }

    static func rename(_ name: String, to other: String, in folder: String) {
        _ = unsafe Glibc.rename(folder + "/" + name, folder + "/" + other)
    }

    /// Makes a folder for this user alone, if it is not there; the reason why that fails.
    static func makeFolder(_ path: String) -> String? {
        unsafe mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : message(errno)
    }

    static func message(_ error: Int32) -> String { unsafe String(cString: strerror(error)) }
}
