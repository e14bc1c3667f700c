internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaLock

/// Pictures that were decoded, within a bound of bytes; those that were used the longest time ago go first. One that
/// went is still found as long as somebody shows it.
final class ImageCache: Sendable {
    private struct Entry {
        /// Nil for one that is beyond the bound.
        var kept: SharedImage?
        weak var image: SharedImage?
        let bytes: Int
        let url: String
        /// Which request it came of: an older one does not take its place.
        let number: UInt64
        /// The bytes that it was decoded from.
        let origin: LoadedBytes.Origin?
        /// The file that they were.
        let stamp: FileStamp?
        /// When it was used last, on a clock of uses.
        var used: UInt64
    }

    private struct State {
        var entries: [ImageKey: Entry] = [:]
        /// For each picture one of those that were made of it without steps: they know its size.
        var made: [ImageName: ImageKey] = [:]
        var limit = 64 << 20
        /// Of those that are kept.
        var bytes = 0
        var uses: UInt64 = 0
        var hits: UInt64 = 0
        var misses: UInt64 = 0

        func peek(_ key: ImageKey) -> Found? {
            entries[key].flatMap { entry in entry.image.map { Found(image: $0, stamp: entry.stamp) } }
        }
    }

    private let state = Locked<State>(.leaf, State())

    struct Found {
        let image: SharedImage
        /// Of a file, which may have other contents by now.
        let stamp: FileStamp?
    }

    /// The picture, which is used now. `counts`: as a hit or a miss.
    func find(_ key: ImageKey, counts: Bool = true) -> Found? {
        state.withLock { state in
            guard let found = state.entries[key]?.image else {
                if counts { state.misses += 1 }
                return nil
            }
            state.uses += 1
            state.hits += 1
            state.entries[key]?.used = state.uses
            if state.entries[key]?.kept == nil, let bytes = state.entries[key]?.bytes, bytes <= state.limit {
                state.entries[key]?.kept = found
                state.bytes += bytes
            }
            return Found(image: found, stamp: state.entries[key]?.stamp)
        }
    }

    /// The picture; that does not use it.
    func peek(_ key: ImageKey) -> Found? { state.withLock { $0.peek(key) } }

    /// The picture if it was decoded from these bytes: equal ones come to all who wait for them at the same time.
    func find(_ key: ImageKey, of bytes: LoadedBytes) -> SharedImage? {
        state.withLock { state in
            guard let entry = state.entries[key], let origin = entry.origin, bytes.isFrom(origin) else { return nil }
            return entry.image
        }
    }

    /// A picture that is there, in whatever size it was decoded to.
    func findAnySize(_ name: ImageName) -> Found? {
        state.withLock { state in state.made[name].flatMap(state.peek) }
    }

    /// Forgets what was made of a file as it is not any more.
    func forget(_ name: ImageName, _ stamp: FileStamp) {
        let dropped = state.withLock { state -> [SharedImage] in
            var dropped: [SharedImage] = []
            for (key, entry) in state.entries where key.name == name && entry.stamp == stamp {
                if let kept = entry.kept {
                    state.bytes -= entry.bytes
                    dropped.append(kept)
                }
                state.entries[key] = nil
                if state.made[name] == key { state.made[name] = nil }
            }
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    /// Keeps a picture that a request came to; not if a later one came to another.
    func put(
        _ image: SharedImage, _ key: ImageKey, url: String, number: UInt64, of loaded: LoadedBytes? = nil,
        _ stamp: FileStamp?
    ) {
        let bytes = image.bitmap.byteCount + (image.file?.byteCount ?? 0)
        let dropped = state.withLock { state -> [SharedImage] in
            var dropped: [SharedImage] = []
            if let old = state.entries[key] {
                if old.number > number && old.image != nil { return [] }
                if let kept = old.kept {
                    state.bytes -= old.bytes
                    dropped.append(kept)
                }
            }
            state.uses += 1
            // A picture that fills all of it would drive out everything else.
            let isKept = bytes <= state.limit
            state.entries[key] = Entry(
                kept: isKept ? image : nil, image: image, bytes: bytes, url: String(url.prefix(500)), number: number,
                origin: loaded?.origin, stamp: stamp, used: state.uses)
            if isKept { state.bytes += bytes }
            if key.isUnchanged { state.made[key.name] = key }
            return dropped + Self.trim(&state)
        }
        withExtendedLifetime(dropped) {}
    }

    /// Bytes that it may keep.
    var limit: Int {
        get { state.withLock { $0.limit } }
        set {
            let dropped = state.withLock { state -> [SharedImage] in
                state.limit = max(0, newValue)
                return Self.trim(&state)
            }
            withExtendedLifetime(dropped) {}
        }
    }

    /// Lets go of pictures until it keeps at most so many bytes.
    func trim(to bytes: Int) {
        let dropped = state.withLock { state in Self.drop(&state, to: bytes) }
        withExtendedLifetime(dropped) {}
    }

    /// Several at a time, so that each needs no search of its own.
    private static func trim(_ state: inout State) -> [SharedImage] {
        state.bytes > state.limit ? drop(&state, to: state.limit - state.limit / 8) : []
    }

    /// What is dropped ends without the lock.
    private static func drop(_ state: inout State, to bytes: Int) -> [SharedImage] {
        var dropped: [SharedImage] = []
        let oldest = state.entries.sorted { $0.value.used < $1.value.used }
        for (key, entry) in oldest where entry.kept != nil && state.bytes > bytes {
            if let kept = entry.kept { dropped.append(kept) }
            state.entries[key]?.kept = nil
            state.bytes -= entry.bytes
        }
        for (key, entry) in oldest where entry.image == nil {
            state.entries[key] = nil
            if state.made[key.name] == key { state.made[key.name] = nil }
        }
        return dropped
    }

    struct Usage {
        var hits: UInt64
        var misses: UInt64
        var images: Int
        var bytes: Int
    }

    var usage: Usage {
        state.withLock { state in
            Usage(
                hits: state.hits, misses: state.misses, images: state.entries.values.count { $0.kept != nil },
                bytes: state.bytes)
        }
    }

    /// What is kept, those used last first.
    var listing: [(image: SharedImage, bytes: Int, url: String)] {
        state.withLock { state in
            state.entries.values.sorted { $0.used > $1.used }
                .compactMap { entry in entry.kept.map { ($0, entry.bytes, entry.url) } }
        }
    }
}
