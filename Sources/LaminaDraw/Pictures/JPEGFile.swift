internal import LaminaGeometry

/// What the segments of a JPEG before its pixels say (ITU T.81, B).
struct JPEGFile {
    let width: Int
    let height: Int
    let isProgressive: Bool
    private(set) var orientation = PictureOrientation.upright

    /// Fails with `io` for a file that ends, or goes wrong, before its size.
    init(_ bytes: PictureBytes) throws(LaminaError) {
        var at = 2
        var hasExif = false
        while true {
            guard bytes.has(at..<at + 4) else { throw PictureFile.incomplete("JPEG", bytes) }
            // libjpeg passes over bytes that belong to no segment, too.
            guard bytes[at] == 0xff else {
                at += 1
                continue
            }
            let marker = bytes[at + 1]
            switch marker {
            case 0xff: at += 1
            case 0, 0x01, 0xd0...0xd8: at += 2
            case 0xd9, 0xda:
                throw LaminaError(.io, "the JPEG is incomplete or damaged: it ends before a picture begins")
            default:
                let length = bytes.big16(at + 2)
                if length < 2 { throw LaminaError(.io, "the JPEG is damaged: a segment says that it has no length") }
                let segment = at + 4..<at + 2 + length
                if Self.isFrame(marker) {
                    guard bytes.has(segment), segment.count >= 6 else {
                        throw PictureFile.incomplete("JPEG", bytes)
                    }
                    (height, width) = (bytes.big16(at + 5), bytes.big16(at + 7))
                    isProgressive = marker == 0xc2 || marker == 0xca
                    return
                }
                // Of several blocks the first one counts.
                if marker == 0xe1, !hasExif, bytes.says("Exif\0\0", at: at + 4) {
                    hasExif = true
                    orientation = PictureOrientation(exif: bytes.part(segment))
                }
                at += 2 + length
            }
        }
    }

    private static func isFrame(_ marker: UInt8) -> Bool {
        0xc0...0xcf ~= marker && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
    }

    /// Where each scan of the file ends, as far as it is there: a picture that comes in several can be shown anew
    /// behind each of them (ITU T.81, B.1.1.2: in the data of a scan a byte of 255 is followed by 0).
    static func scanEnds(_ bytes: PictureBytes) -> [Int] {
        var ends: [Int] = []
        var at = 2
        while bytes.has(at..<at + 4) {
            guard bytes[at] == 0xff else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0xff: at += 1
            case 0, 0x01, 0xd0...0xd8: at += 2
            case 0xd9: return ends
            case 0xda:
                at += 2 + bytes.big16(at + 2)
                while bytes.has(at..<at + 2) {
                    let isData = bytes[at] != 0xff || bytes[at + 1] == 0 || 0xd0...0xd7 ~= bytes[at + 1]
                    if !isData { break }
                    at += 1
                }
                if !bytes.has(at..<at + 2) { return ends }
                ends.append(at)
            default: at += 2 + max(2, bytes.big16(at + 2))
            }
        }
        return ends
    }
}
