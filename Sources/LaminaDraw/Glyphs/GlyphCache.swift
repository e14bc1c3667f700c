internal import Glibc
internal import LaminaGeometry
internal import LaminaText

/// One glyph's pixels in the cache, where they lie around its origin, in device pixels.
@safe struct CachedGlyph {
    fileprivate(set) var isKnown = false
    fileprivate(set) var isColor = false
    /// Whether it stands on whole pixels, wherever others do: its image is that of the first step.
    fileprivate(set) var keepsToPixels = false
    private let storedLeft, storedTop, storedWidth, storedHeight, storedStride: Int32
    fileprivate(set) var bytes: UnsafeMutablePointer<UInt8>?

    var left: Int { Int(storedLeft) }
    var top: Int { Int(storedTop) }
    var width: Int { Int(storedWidth) }
    var height: Int { Int(storedHeight) }
    /// Bytes from one row to the next. Coverage rows are followed by zeros up to a multiple of 8, so that they are read
    /// 8 at a time.
    var stride: Int { Int(storedStride) }

    /// Not known.
    fileprivate init() {
        (storedLeft, storedTop, storedWidth, storedHeight, storedStride) = (0, 0, 0, 0, 0)
    }

    fileprivate static var blank: CachedGlyph {
        var glyph = CachedGlyph()
        glyph.isKnown = true
        return glyph
    }

    fileprivate static var atFirstStep: CachedGlyph {
        var glyph = blank
        glyph.keepsToPixels = true
        return glyph
    }

    /// A known glyph that looks like the image.
    fileprivate init(_ image: GlyphImage, stride: Int, bytes: UnsafeMutablePointer<UInt8>) {
        (isKnown, isColor, keepsToPixels) = (true, image.isColor, image.keepsToPixels)
        (storedLeft, storedTop) = (Int32(image.left), Int32(image.top))
        (storedWidth, storedHeight) = (Int32(image.width), Int32(image.height))
        storedStride = Int32(stride)
        unsafe self.bytes = unsafe bytes
    }
}

/// The glyphs of one font at one scale.
@safe final class ScaledGlyphs {
    let font: FontID
    let scale: Double
    /// How wide outlines are, logical units; 0 fills the glyphs.
    let stroke: Double
    /// Places in a pixel where glyphs may stand: 4, or 1 for whole pixels.
    let stepsPerPixel: Double
    /// As a power of two, and the bits of a number of steps that are less than a pixel.
    let stepBits, stepMask: Int
    private let fonts: FontSystem
    /// Bytes of all glyphs and of the tables that find them.
    private(set) var byteCount = 0

    /// TrueType and OpenType have no more.
    private static let maximumGlyphs = 65536
    private static let pageSize = 256
    /// Of one step; those of the others follow.
    private static let pageCount = maximumGlyphs / pageSize
    private let pages: UnsafeMutablePointer<UnsafeMutablePointer<CachedGlyph>?>

    init(_ fonts: FontSystem, _ font: FontID, scale: Double, stroke: Double = 0) {
        self.fonts = fonts
        self.stroke = stroke
        self.font = font
        self.scale = scale
        stepBits = fonts.configuration.drawsBetweenPixels ? 2 : 0
        stepsPerPixel = Double(1 << stepBits)
        stepMask = 1 << stepBits - 1
        let count = Self.pageCount << stepBits
        byteCount = count * MemoryLayout<Int>.stride
        unsafe pages = .allocate(capacity: count)
        unsafe pages.initialize(repeating: nil, count: count)
    }

    deinit {
        for index in 0..<Self.pageCount << stepBits {
            guard let page = unsafe pages[index] else { continue }
            for entry in 0..<Self.pageSize { unsafe free(page[entry].bytes) }
            unsafe page.deallocate()
        }
        unsafe pages.deallocate()
    }

    /// A glyph at a step, drawn under the font lock when it is met there for the first time.
    subscript(glyph: UInt32, step: Int) -> CachedGlyph {
        let index = Int(glyph)
        if index < Self.maximumGlyphs, let page = unsafe pages[step * Self.pageCount + index / Self.pageSize] {
            let known = unsafe page[index % Self.pageSize]
            if known.isKnown { return known }
        }
        return load(glyph, step)
    }

    @inline(never)
    private func load(_ glyph: UInt32, _ step: Int) -> CachedGlyph {
        let index = Int(glyph)
        if index >= Self.maximumGlyphs { return CachedGlyph() }
        let image = fonts.rasterize(font: font, glyph: glyph, scale: scale, stroke: stroke, quarter: step)
        // What could not be drawn for want of memory is asked for again.
        if !image.isFinal { return CachedGlyph() }
        let entry = unsafe page(step * Self.pageCount + index / Self.pageSize) + index % Self.pageSize
        unsafe entry.pointee = step > 0 && image.keepsToPixels ? .atFirstStep : copy(image)
        return unsafe entry.pointee
    }

    private func page(_ index: Int) -> UnsafeMutablePointer<CachedGlyph> {
        if let page = unsafe pages[index] { return unsafe page }
        let page = UnsafeMutablePointer<CachedGlyph>.allocate(capacity: Self.pageSize)
        unsafe page.initialize(repeating: CachedGlyph(), count: Self.pageSize)
        unsafe pages[index] = unsafe page
        byteCount += Self.pageSize * MemoryLayout<CachedGlyph>.stride
        return unsafe page
    }

    /// Blank, and not known, when there is no memory.
    private func copy(_ image: GlyphImage) -> CachedGlyph {
        let rowBytes = image.width * (image.isColor ? 4 : 1)
        let stride = (rowBytes + 7) & ~7
        if image.width <= 0 || image.height <= 0 || image.pixels.count < rowBytes * image.height {
            return .blank
        }
        guard let memory = unsafe calloc(image.height, stride) else { return CachedGlyph() }
        let bytes = unsafe memory.assumingMemoryBound(to: UInt8.self)
        unsafe image.pixels.withUnsafeBufferPointer { pixels in
            guard let source = pixels.baseAddress else { return }
            for row in 0..<image.height {
                unsafe (bytes + row * stride).update(from: source + row * rowBytes, count: rowBytes)
            }
        }
        byteCount += stride * image.height
        return unsafe CachedGlyph(image, stride: stride, bytes: bytes)
    }
}

/// The glyphs that a painter has drawn, of one font system. Bounded: emptied as a whole between runs when full.
struct GlyphCache {
    static let maximumBytes = 16 << 20

    private struct Key: Hashable {
        let font: FontID
        let scale: Double
        let stroke: Double
    }

    /// Held, so that no other font system takes its address while its fonts are cached.
    private var fonts: FontSystem?
    private var tables: [Key: ScaledGlyphs] = [:]
    private var recent = RecentEntries<Key, ScaledGlyphs>()

    /// The glyphs of a font. Invalidates all glyphs that were looked up before.
    mutating func glyphs(of font: FontID, in fonts: FontSystem, scale: Double, stroke: Double = 0) -> ScaledGlyphs {
        let key = Key(font: font, scale: scale, stroke: stroke)
        // Adding up is for when another font comes into play, or when this one has more than its share.
        if self.fonts === fonts, let known = recent.find(key), known.byteCount * tables.count < Self.maximumBytes / 2 {
            return known
        }
        if self.fonts !== fonts || byteCount > Self.maximumBytes {
            self = GlyphCache()
            self.fonts = fonts
        }
        let found = tables[key] ?? ScaledGlyphs(fonts, font, scale: scale, stroke: stroke)
        tables[key] = found
        if recent.find(key) == nil { recent.insert(key, found) }
        return found
    }

    var byteCount: Int {
        var sum = 0
        for table in tables.values { sum += table.byteCount }
        return sum
    }
}
