internal import LaminaGeometry

/// What the blocks of a GIF say (GIF89a). Ours, since the format is small: a reader with checked offsets, which tells
/// a frame that is whole from one that the file ends in.
struct GIFFile {
    let width: Int
    let height: Int
    private(set) var frames: [PictureFrame] = []
    /// How often the frames are shown, 0 for ever.
    private(set) var plays = 1
    /// Whether the file ends within a frame.
    private(set) var isCut = false
    /// Whether there are more frames than were asked for.
    private(set) var hasMore = false

    /// What a graphic control extension says of the frame that follows it.
    private struct Control {
        var disposal = PictureFrame.Disposal.none
        var milliseconds = 0.0
        var clearIndex: UInt8?
    }

    /// Fails with `io` for a header that is none.
    init(_ bytes: PictureBytes, maximumFrames: Int) throws(LaminaError) {
        if bytes.count < 13 { throw PictureFile.incomplete("GIF", bytes) }
        (width, height) = (bytes.little16(6), bytes.little16(8))
        var at = 13
        var palette: Range<Int>?
        if bytes[10] & 0x80 != 0 {
            palette = at..<at + 3 << (Int(bytes[10] & 7) + 1)
            at = palette?.upperBound ?? at
        }
        var control = Control()
        while at < bytes.count {
            switch bytes[at] {
            case 0x21: at = readExtension(bytes, at, &control)
            case 0x2c:
                if frames.count == maximumFrames {
                    hasMore = true
                    return
                }
                guard let next = readFrame(bytes, at, palette, control) else {
                    isCut = true
                    return
                }
                control = Control()
                at = next
            case 0x3b: return
            case 0: at += 1  // Some writers end blocks twice.
            default: return
            }
        }
    }

    /// Behind the blocks of data that begin there; nil when the file ends before they do.
    private static func end(_ bytes: PictureBytes, _ start: Int) -> Int? {
        var at = start
        while at < bytes.count {
            if bytes[at] == 0 { return at + 1 }
            at += 1 + Int(bytes[at])
        }
        return nil
    }

    private mutating func readExtension(_ bytes: PictureBytes, _ at: Int, _ control: inout Control) -> Int {
        if bytes[at + 1] == 0xf9, bytes[at + 2] >= 4 {
            let flags = bytes[at + 3]
            let disposal = flags >> 2 & 7
            // Browsers take 4 for 3, which some writers meant by it.
            control.disposal = disposal == 2 ? .background : disposal == 3 || disposal == 4 ? .previous : .none
            control.milliseconds = Double(bytes.little16(at + 4) * 10)
            control.clearIndex = flags & 1 == 1 ? bytes[at + 6] : nil
        } else if bytes[at + 1] == 0xff, bytes[at + 2] == 11,
            bytes.says("NETSCAPE2.0", at: at + 3) || bytes.says("ANIMEXTS1.0", at: at + 3),
            bytes[at + 14] >= 3, bytes[at + 15] == 1, bytes.has(at..<at + 18)
        {
            let repeats = bytes.little16(at + 16)
            plays = repeats == 0 ? 0 : repeats + 1
        }
        return Self.end(bytes, at + 2) ?? bytes.count
    }

    /// Where the next block begins; nil when the file ends in the frame.
    private mutating func readFrame(
        _ bytes: PictureBytes, _ at: Int, _ global: Range<Int>?, _ control: Control
    ) -> Int? {
        guard bytes.has(at..<at + 10) else { return nil }
        let flags = bytes[at + 9]
        var data = at + 10
        var palette = global
        if flags & 0x80 != 0 {
            palette = data..<data + 3 << (Int(flags & 7) + 1)
            data = palette?.upperBound ?? data
        }
        guard let end = Self.end(bytes, data + 1) else { return nil }
        var frame = PictureFrame(
            rect: PixelRect(
                x: bytes.little16(at + 1), y: bytes.little16(at + 3), width: bytes.little16(at + 5),
                height: bytes.little16(at + 7)), milliseconds: control.milliseconds, disposal: control.disposal,
            blendsOver: true, data: data..<end)
        frame.palette = palette
        frame.clearIndex = control.clearIndex
        frame.isInterlaced = flags & 0x40 != 0
        frames.append(frame)
        return end
    }
}
