internal import LaminaGeometry

/// The pixels of a frame of a GIF (GIF89a, appendix F). Reads and writes through checked offsets only.
struct GIFDecoder {
    private let frame: PictureFrame
    private let bytes: PictureBytes
    /// Premultiplied pixels; what no colour is there for is clear.
    private var colors = [UInt32](repeating: 0, count: 256)

    init(_ bytes: PictureBytes, _ frame: PictureFrame) {
        self.bytes = bytes
        self.frame = frame
        if let palette = frame.palette {
            for index in 0..<palette.count / 3 {
                colors[index] = 0xff00_0000 | UInt32(bytes.big32(palette.lowerBound + 3 * index) >> 8)
            }
        }
        if let clear = frame.clearIndex { colors[Int(clear)] = 0 }
    }

    /// Draws the frame over a canvas, as far as it is on it and its data goes. Fails with `io` for codes of a size that
    /// no GIF has.
    func draw(on canvas: Bitmap, watch: DecodingWatch) throws(LaminaError) {
        let size = Int(bytes[frame.data.lowerBound])
        guard 1...11 ~= size else {
            throw LaminaError(.io, "the GIF is damaged: its codes begin with \(size) bits; 2 to 8 are possible")
        }
        var codes = GIFCodes(bytes, from: frame.data.lowerBound + 1, size: size)
        let (width, height) = (frame.rect.width, frame.rect.height)
        if width == 0 { return }
        var line = [UInt16](repeating: 0, count: width)
        for index in 0..<height {
            try watch.check()
            let filled = codes.read(into: &line)
            let row = frame.rect.y + (frame.isInterlaced ? Self.interlaced(index, height) : index)
            if row < canvas.height { draw(line, count: filled, row: row, on: canvas) }
            if filled < width { return }
        }
    }

    private func draw(_ line: [UInt16], count: Int, row: Int, on canvas: Bitmap) {
        canvas.withPixels { pixels in
            let place = unsafe pixels.words + row * pixels.wordStride
            for column in 0..<min(count, max(0, canvas.width - frame.rect.x)) {
                let color = line[column] < 256 ? colors[Int(line[column])] : 0
                if color != 0 { unsafe place[frame.rect.x + column] = color }
            }
        }
    }

    /// Which row comes as number `index`: every eighth, those between them, and so on (GIF89a, appendix E).
    static func interlaced(_ index: Int, _ height: Int) -> Int {
        var index = index
        for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
            let count = max(0, (height - start + step - 1) / step)
            if index < count { return start + index * step }
            index -= count
        }
        return height
    }
}

/// Variable-length codes, each of which stands for a string that was there before.
private struct GIFCodes {
    private static let most = 4096

    private let bytes: PictureBytes
    /// The next byte, and how many of its block are left.
    private var at: Int
    private var left = 0
    private var isEnded = false

    private let size: Int
    private var clear: Int { 1 << size }
    private var bits: Int
    private var next: Int
    private var before: Int?
    private var buffer = 0
    private var held = 0

    /// Each string is one that was there before and one more pixel.
    private var prefix = [UInt16](repeating: 0, count: most)
    private var last = [UInt16](repeating: 0, count: most)
    private var first = [UInt16](repeating: 0, count: most)
    /// Pixels of the last string that did not go into the row before, in reverse.
    private var rest: [UInt16] = []

    init(_ bytes: PictureBytes, from start: Int, size: Int) {
        self.bytes = bytes
        self.size = size
        at = start
        bits = size + 1
        next = (1 << size) + 2
        rest.reserveCapacity(Self.most)
        for index in 0..<1 << size { (last[index], first[index]) = (UInt16(index), UInt16(index)) }
    }

    /// Fills the row as far as there are pixels, and says how many there were.
    mutating func read(into line: inout [UInt16]) -> Int {
        var count = 0
        while count < line.count {
            while let pixel = rest.popLast() {
                line[count] = pixel
                count += 1
                if count == line.count { return count }
            }
            guard let code = nextCode(), take(code) else {
                isEnded = true
                return count
            }
        }
        return count
    }

    /// Takes a code; false at the end of them, and for one that cannot be.
    private mutating func take(_ code: Int) -> Bool {
        if code == clear {
            (bits, next, before) = (size + 1, clear + 2, nil)
            return true
        }
        if code == clear + 1 || code > next || code == next && before == nil { return false }
        if let before {
            // A code that is not known yet is the string before and its own first pixel.
            let added = first[code == next ? before : code]
            if code == next && next >= Self.most { return false }
            if next < Self.most {
                (prefix[next], last[next], first[next]) = (UInt16(before), added, first[before])
                next += 1
                if next == 1 << bits && bits < 12 { bits += 1 }
            }
        }
        before = code
        var string = code
        while string > clear + 1 {
            rest.append(last[string])
            string = Int(prefix[string])
        }
        rest.append(last[string])
        return true
    }

    private mutating func nextCode() -> Int? {
        if isEnded { return nil }
        while held < bits {
            if left == 0 {
                left = Int(bytes[at])
                at += 1
                if left == 0 { return nil }
            }
            buffer |= Int(bytes[at]) << held
            (at, left, held) = (at + 1, left - 1, held + 8)
        }
        let code = buffer & (1 << bits - 1)
        (buffer, held) = (buffer >> bits, held - bits)
        return code
    }
}
