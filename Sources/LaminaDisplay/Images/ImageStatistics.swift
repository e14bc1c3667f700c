internal import LaminaDraw

/// Pictures since the context was created, and what is kept of them.
public struct ImageStatistics: Sendable {
    public var hits: UInt64 = 0
    public var misses: UInt64 = 0
    public var joined: UInt64 = 0
    public var decoded: UInt64 = 0
    public var decodeMicroseconds: UInt64 = 0
    public var cachedImages = 0
    public var cachedBytes = 0
}

extension EngineParts {
    /// How many bytes of pictures are kept that were loaded from URLs. Any thread.
    public func setImageCacheLimit(_ bytes: Int) { imageCache.limit = bytes }

    public var imageStatistics: ImageStatistics {
        let (usage, counts) = (imageCache.usage, decodes.counts)
        return ImageStatistics(
            hits: usage.hits, misses: usage.misses, joined: counts.joined,
            decoded: counts.formats.reduce(0) { $0 + $1.count },
            decodeMicroseconds: counts.formats.reduce(0) { $0 + $1.microseconds }, cachedImages: usage.images,
            cachedBytes: usage.bytes)
    }

    /// The same in lines: formats, then what is kept.
    public var imageDescription: String {
        let formats = decodes.counts.formats.map { "\($0.format)\t\($0.count)\t\($0.microseconds)\n" }
        let images = imageCache.listing.map { image, bytes, url in
            "\(bytes)\t\(image.bitmap.width)\t\(image.bitmap.height)\t\(url)\n"
        }
        return (formats + images).joined()
    }
}
