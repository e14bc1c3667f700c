internal import LaminaGeometry

/// Rows of a PNG as they come out of the stream: the filter is undone, and samples become pixels.
@safe final class PNGLines {
    private let file: PNGFile
    private let width: Int
    private let count: Int
    /// From a byte to the one on its left, of the pixel before.
    private let step: Int
    /// The row and the one above it. Before each are sixteen zeros, behind it there is room for a few bytes too many.
    private var row: HeapBytes
    private var above: HeapBytes
    private static let margin = 16

    init(_ file: PNGFile, width: Int) throws(LaminaError) {
        self.file = file
        self.width = width
        count = file.rowBytes(width)
        step = max(1, file.kind.channels * file.depth / 8)
        row = try HeapBytes(capacity: count + 4 * Self.margin)
        above = try HeapBytes(capacity: count + 4 * Self.margin)
        unsafe row.start.initialize(repeating: 0, count: row.capacity)
        unsafe above.start.initialize(repeating: 0, count: above.capacity)
    }

    /// Reads the next row (PNG 1.2, 6).
    func read(_ stream: PNGStream) throws(LaminaError) {
        let bytes = unsafe try stream.take(count + 1)
        swap(&row, &above)
        let target = unsafe row.start + Self.margin
        let up = unsafe UnsafePointer(above.start + Self.margin)
        let source = unsafe bytes + 1
        switch unsafe bytes[0] {
        case 0: unsafe target.update(from: source, count: count)
        case 1: unsafe addLeft(source, to: target)
        case 2: unsafe addAbove(source, up, to: target)
        case 3: unsafe addMean(source, up, to: target)
        case 4: unsafe addPaeth(source, up, to: target)
        case let filter: throw PNGFile.damaged("a row has the filter \(filter), and there are 0 to 4")
        }
    }

    private func addLeft(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        let left = unsafe target - step
        for index in 0..<count { unsafe target[index] = source[index] &+ left[index] }
    }

    private func addAbove(
        _ source: UnsafePointer<UInt8>, _ up: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count { unsafe target[index] = source[index] &+ up[index] }
    }

    private func addMean(
        _ source: UnsafePointer<UInt8>, _ up: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let left = unsafe target - step
        for index in 0..<count {
            let sum = unsafe UInt16(left[index]) &+ UInt16(up[index])
            unsafe target[index] = source[index] &+ UInt8(truncatingIfNeeded: sum &>> 1)
        }
    }

    private func addPaeth(
        _ source: UnsafePointer<UInt8>, _ up: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        if step == 3 || step == 4 { return unsafe addPaethPixels(source, up, to: target) }
        let (left, corner) = unsafe (target - step, up - step)
        for index in 0..<count {
            let (a, b, c) = unsafe (Int16(left[index]), Int16(up[index]), Int16(corner[index]))
            let (pa, pb, pc) = (abs(b &- c), abs(a &- c), abs(a &+ b &- c &- c))
            let best = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
            unsafe target[index] = source[index] &+ UInt8(truncatingIfNeeded: best)
        }
    }

    /// All channels of a pixel at once. Of three channels a fourth is written, which the next pixel overwrites; it is
    /// never taken for a pixel on the left.
    private func addPaethPixels(
        _ source: UnsafePointer<UInt8>, _ up: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        @inline(__always) func load(_ at: UnsafePointer<UInt8>) -> SIMD4<UInt8> {
            unsafe UnsafeRawPointer(at).loadUnaligned(as: SIMD4<UInt8>.self)
        }
        var (a, c) = (SIMD4<Int16>.zero, SIMD4<Int16>.zero)
        var index = 0
        while index < count {
            let b = unsafe SIMD4<Int16>(truncatingIfNeeded: load(up + index))
            let (down, right) = (b &- c, a &- c)
            let pa = down.replacing(with: 0 &- down, where: down .< 0)
            let pb = right.replacing(with: 0 &- right, where: right .< 0)
            let both = down &+ right
            let pc = both.replacing(with: 0 &- both, where: both .< 0)
            var best = c.replacing(with: b, where: pb .<= pc)
            best.replace(with: a, where: (pa .<= pb) .& (pa .<= pc))
            let sum = unsafe load(source + index) &+ SIMD4<UInt8>(truncatingIfNeeded: best)
            unsafe UnsafeMutableRawPointer(target + index).storeBytes(of: sum, as: SIMD4<UInt8>.self)
            a = SIMD4<Int16>(truncatingIfNeeded: sum)
            c = b
            index &+= step
        }
    }

    /// The row as words of red, green, blue and straight alpha in memory.
    func expand(to pixels: UnsafeMutablePointer<UInt32>) {
        let bytes = unsafe UnsafePointer(row.start + Self.margin)
        switch (file.kind, file.depth) {
        case (.palette, _): unsafe expandPalette(bytes, to: pixels)
        case (.grey, 1...8): unsafe expandGrey(bytes, to: pixels)
        case (.rgb, 8) where file.clear == nil: unsafe expandRGB(bytes, to: pixels)
        case (.rgba, 8):
            unsafe UnsafeMutableRawPointer(pixels).copyMemory(from: UnsafeRawPointer(bytes), byteCount: width * 4)
        default: unsafe expandSamples(bytes, to: pixels)
        }
    }

    private func expandRGB(_ bytes: UnsafePointer<UInt8>, to pixels: UnsafeMutablePointer<UInt32>) {
        let opaque = UInt32(255).bigEndian
        for index in 0..<width {
            // Four bytes, of which the last is the next pixel's: there is room behind the row.
            let four = unsafe UnsafeRawPointer(bytes + 3 &* index).loadUnaligned(as: UInt32.self)
            unsafe pixels[index] = four | opaque
        }
    }

    @inline(__always)
    private func sample(_ bytes: UnsafePointer<UInt8>, _ index: Int) -> Int {
        if file.depth == 8 { return unsafe Int(bytes[index]) }
        let bit = index &* file.depth
        let shift = 8 &- file.depth &- bit & 7
        return unsafe Int(bytes[bit &>> 3]) &>> shift & (1 &<< file.depth &- 1)
    }

    private func expandPalette(_ bytes: UnsafePointer<UInt8>, to pixels: UnsafeMutablePointer<UInt32>) {
        unsafe file.palette.withUnsafeBufferPointer { colors in
            for index in 0..<width { unsafe pixels[index] = colors[sample(bytes, index)] }
        }
    }

    private func expandGrey(_ bytes: UnsafePointer<UInt8>, to pixels: UnsafeMutablePointer<UInt32>) {
        let factor = 255 / (1 << file.depth - 1)
        let clear = file.clear.map { Int($0.red) } ?? -1
        for index in 0..<width {
            let value = unsafe sample(bytes, index)
            let alpha: UInt32 = value == clear ? 0 : 255
            unsafe pixels[index] = (UInt32(truncatingIfNeeded: value &* factor) &* 0x0101_0100 | alpha).bigEndian
        }
    }

    /// Samples of 8 or 16 bits, with a colour that is clear or without.
    private func expandSamples(_ bytes: UnsafePointer<UInt8>, to pixels: UnsafeMutablePointer<UInt32>) {
        let channels = file.kind.channels
        let isWide = file.depth == 16
        func value(_ index: Int) -> UInt16 {
            if !isWide { return unsafe UInt16(bytes[index]) }
            return unsafe UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1])
        }
        // To the nearest of 256.
        func byte(_ value: UInt16) -> UInt32 { isWide ? (UInt32(value) * 255 + 32895) >> 16 : UInt32(value) }
        for index in 0..<width {
            let first = index * channels
            let red = value(first)
            let (green, blue) = channels >= 3 ? (value(first + 1), value(first + 2)) : (red, red)
            var alpha: UInt32 = 255
            if channels == 2 || channels == 4 { alpha = byte(value(first + channels - 1)) }
            if let clear = file.clear, clear.red == red, clear.green == green, clear.blue == blue { alpha = 0 }
            unsafe pixels[index] = (byte(red) << 24 | byte(green) << 16 | byte(blue) << 8 | alpha).bigEndian
        }
    }
}
