internal import LaminaGeometry

/// What the chunks of a PNG say (PNG 1.2, and its extension for animations, which PNG 3 took in).
struct PNGFile {
    enum Kind: UInt8 {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .rgb: 3
            case .greyAlpha: 2
            case .rgba: 4
            }
        }
    }

    let width: Int
    let height: Int
    let depth: Int
    let kind: Kind
    let isInterlaced: Bool
    /// Red, green, blue and alpha in this order in memory; black beyond those that the file has.
    private(set) var palette: [UInt32] = []
    /// The samples of the colour that is clear.
    private(set) var clear: (red: UInt16, green: UInt16, blue: UInt16)?
    private(set) var hasClearPalette = false
    private(set) var orientation = PictureOrientation.upright
    /// Where the first chunk with pixels begins; nil if there is none.
    private(set) var pixels: Int?
    private(set) var frames: [PictureFrame] = []
    private(set) var plays = 1
    /// The first chunk of several that was wrong, to be said when the picture is decoded.
    private(set) var damage: String?

    var hasAlpha: Bool { kind == .greyAlpha || kind == .rgba || clear != nil || hasClearPalette }

    /// What a header says: bits of a pixel, rounded up to bytes for a row.
    func rowBytes(_ width: Int) -> Int { (width * kind.channels * depth + 7) / 8 }

    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// Reads all chunks; nothing is decompressed, and what no pixel depends on is passed over. Fails with `io` for a
    /// header that is none.
    init(_ bytes: PictureBytes) throws(LaminaError) {
        if bytes.count < 33 { throw PictureFile.incomplete("PNG", bytes) }
        if !bytes.begins(Self.signature) { throw Self.damaged("its first eight bytes were changed") }
        try PNGDecoder.checkFirstChunk(bytes)
        if bytes.big32(8) != 13 || !Self.isIntact(bytes, at: 8) { damage = "its header is not what it was" }
        (width, height, depth) = (bytes.big32(16), bytes.big32(20), Int(bytes[24]))
        guard let kind = Kind(rawValue: bytes[25]) else {
            throw Self.damaged("it has pixels of type \(bytes[25]), which no PNG has")
        }
        self.kind = kind
        let depths: [Int] =
            switch kind {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        if !depths.contains(depth) { throw Self.damaged("it has \(depth) bits a sample, which such a PNG cannot have") }
        if bytes[26] != 0 || bytes[27] != 0 || bytes[28] > 1 {
            throw Self.damaged("its compression, filter or interlacing is of a kind that no PNG has")
        }
        isInterlaced = bytes[28] == 1
        readChunks(bytes)
    }

    static func damaged(_ reason: String) -> LaminaError { LaminaError(.io, "the PNG is damaged: \(reason)") }

    /// Whether the chunk's checksum is right. `at` is where its length stands, and all of it is there.
    static func isIntact(_ bytes: PictureBytes, at: Int) -> Bool {
        let length = bytes.big32(at)
        return bytes.checksum(at + 4..<at + 8 + length) == bytes.big32(at + 8 + length)
    }

    private mutating func readChunks(_ bytes: PictureBytes) {
        var animation = PNGAnimation(width: width, height: height)
        var at = 33
        while bytes.has(at..<at + 12) {
            let length = bytes.big32(at)
            guard bytes.has(at..<at + 12 + length) else {
                animation.isCut = true
                if bytes.says("IDAT", at: at + 4), pixels == nil { pixels = at }
                break
            }
            if bytes.says("IEND", at: at + 4) { break }
            read(bytes, at, length, &animation)
            at += 12 + length
        }
        if bytes.count > at, !bytes.has(at..<at + 12) { animation.isCut = true }
        animation.end(at: min(at, bytes.count))
        if damage == nil, animation.isValid { (frames, plays) = (animation.frames, animation.plays) }
    }

    private mutating func read(_ bytes: PictureBytes, _ at: Int, _ length: Int, _ animation: inout PNGAnimation) {
        if bytes.says("IDAT", at: at + 4) {
            if pixels == nil { pixels = at }
            animation.meetPixels(at)
        } else if bytes.says("PLTE", at: at + 4) {
            readPalette(bytes, at, length)
        } else if bytes.says("tRNS", at: at + 4) {
            if pixels == nil, Self.isIntact(bytes, at: at) { readClear(bytes, at + 8, length) }
        } else if bytes.says("eXIf", at: at + 4) {
            if orientation == .upright {
                orientation = PictureOrientation(exif: bytes.part(at + 8..<at + 8 + length))
            }
        } else if bytes.says("acTL", at: at + 4) || bytes.says("fcTL", at: at + 4) || bytes.says("fdAT", at: at + 4) {
            animation.read(bytes, at, length)
        } else {
            // Letters, the first of which is small in what a reader may pass over (PNG 1.2, 3.3).
            let letters = (4..<8).map { bytes[at + $0] }
            let isType = letters.allSatisfy { (0x41...0x5a).contains($0 & 0xdf) }
            if !isType || letters[0] & 0x20 == 0 {
                damage = damage ?? "at byte \(at) stands a chunk that is not known"
            }
        }
    }

    private mutating func readPalette(_ bytes: PictureBytes, _ at: Int, _ length: Int) {
        // The colours of other kinds are a hint for screens with few of them.
        guard kind == .palette, pixels == nil else { return }
        guard length > 0, length % 3 == 0, length <= 768, Self.isIntact(bytes, at: at) else {
            damage = damage ?? "its palette is not one"
            return
        }
        palette = [UInt32](repeating: UInt32(255).bigEndian, count: 256)
        for index in 0..<min(length / 3, 1 << depth) {
            let color = bytes.big32(at + 8 + index * 3) >> 8
            palette[index] = UInt32(color << 8 | 255).bigEndian
        }
    }

    private mutating func readClear(_ bytes: PictureBytes, _ at: Int, _ length: Int) {
        let mask = UInt16(truncatingIfNeeded: (1 << depth) - 1)
        func sample(_ index: Int) -> UInt16 { UInt16(bytes.big16(at + index * 2)) & mask }
        switch kind {
        case .grey where length == 2: clear = (sample(0), sample(0), sample(0))
        case .rgb where length == 6: clear = (sample(0), sample(1), sample(2))
        case .palette where !palette.isEmpty && length <= 256:
            hasClearPalette = true
            for index in 0..<length {
                let color = UInt32(bigEndian: palette[index])
                palette[index] = (color & ~255 | UInt32(bytes[at + index])).bigEndian
            }
        default: break
        }
    }
}

/// The chunks that make a PNG an animation, as they come. Where one of them is wrong there is none, and the picture
/// that all readers show is shown; of a file that ends early there are the frames that are whole.
struct PNGAnimation {
    let width: Int
    let height: Int
    private(set) var frames: [PictureFrame] = []
    private(set) var plays = 0
    var isCut = false
    private var count: Int?
    private var isWrong = false
    private var sequence = 0
    private var hasPixels = false
    /// A control chunk whose pixels have not come yet.
    private var control: PictureFrame?
    private var start: Int?

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    var isValid: Bool {
        guard let count, count > 0, !isWrong, !frames.isEmpty else { return false }
        return isCut ? frames.count <= count : frames.count == count
    }

    /// The first chunk of the picture that all readers show.
    mutating func meetPixels(_ at: Int) {
        if hasPixels { return }
        hasPixels = true
        if let control {
            let isWhole = control.rect == PixelRect(x: 0, y: 0, width: width, height: height)
            if !isWhole { isWrong = true }
            start = at
        }
    }

    mutating func read(_ bytes: PictureBytes, _ at: Int, _ length: Int) {
        if !PNGFile.isIntact(bytes, at: at), !bytes.says("fdAT", at: at + 4) {
            isWrong = true
            return
        }
        if bytes.says("acTL", at: at + 4) {
            // Behind the pixels it has no meaning.
            if hasPixels { return }
            if length != 8 || count != nil { isWrong = true }
            count = bytes.big32(at + 8)
            plays = bytes.big32(at + 12)
            return
        }
        // What is no part of an animation is passed over.
        if count == nil || isWrong { return }
        guard length >= 4, bytes.big32(at + 8) == sequence else {
            isWrong = true
            return
        }
        sequence += 1
        if bytes.says("fdAT", at: at + 4) {
            guard control != nil, hasPixels else {
                isWrong = true
                return
            }
            if start == nil { start = at }
            return
        }
        endFrame(at: at)
        readControl(bytes, at + 8, length)
    }

    private mutating func readControl(_ bytes: PictureBytes, _ at: Int, _ length: Int) {
        let rect = PixelRect(
            x: bytes.big32(at + 12), y: bytes.big32(at + 16), width: bytes.big32(at + 4), height: bytes.big32(at + 8))
        guard length == 26, rect.width > 0, rect.height > 0, rect.maxX <= width, rect.maxY <= height,
            var disposal = PictureFrame.Disposal(rawValue: bytes[at + 24]), bytes[at + 25] <= 1
        else {
            isWrong = true
            return
        }
        // There is nothing before the first one.
        if frames.isEmpty && disposal == .previous { disposal = .background }
        let denominator = bytes.big16(at + 22)
        let seconds = Double(bytes.big16(at + 20)) / Double(denominator == 0 ? 100 : denominator)
        control = PictureFrame(
            rect: rect, milliseconds: seconds * 1000, disposal: disposal,
            blendsOver: bytes[at + 25] == 1, data: at..<at)
        start = nil
    }

    /// The frame's pixels end before this; `isWhole`: and they were all there.
    private mutating func endFrame(at end: Int) {
        guard var frame = control else { return }
        control = nil
        guard let start else {
            isWrong = true
            return
        }
        frame.data = start..<end
        frames.append(frame)
    }

    mutating func end(at end: Int) {
        if isCut {
            // The last one is not known to be whole.
            control = nil
        } else {
            endFrame(at: end)
        }
    }
}
