// Files of pictures of all formats as nodes use them: in the size of a room, turned, as parts, frame by frame. The same
// file gives the same pixels, and a frame is the same whatever was drawn before it.
import LaminaDraw
import LaminaGeometry

private let pool = BitmapPool()

private func broken(_ message: String) -> Never { fatalError("BROKEN: \(message)") }

/// The first byte says what is asked for, all others are the file. Checksums of a PNG are put right first.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 1 else { return 0 }
    var file = [UInt8](UnsafeBufferPointer(start: data + 1, count: size - 1))
    if file.starts(with: [0x89, 0x50, 0x4e, 0x47]) { mend(&file) }
    var limits = WorkLimits()
    (limits.picturePixels, limits.pictureSourcePixels, limits.pictureFrames) = (1 << 16, 1 << 18, 200)
    guard let source = file.withUnsafeBytes({ try? PictureSource($0, limits: limits) }) else { return 0 }
    let choice = Int(data[0])
    let side = 1 + choice % 50
    let room = choice < 128 ? nil : PictureRoom(width: side, height: side * 2, mode: choice % 2 == 0 ? .fit : .fill)
    let isPartial = choice & 64 != 0
    let one = try? source.decode(for: room, isPartial: isPartial, pool: pool)
    let two = try? source.decode(for: room, isPartial: isPartial, pool: pool)
    compare(one, two)
    if let one { check(one, source, room) }
    drawFrames(source, room, choice)
    return 0
}

private func check(_ bitmap: Bitmap, _ source: PictureSource, _ room: PictureRoom?) {
    let isScalable = source.format == .svg
    if !isScalable, bitmap.width > source.width || bitmap.height > source.height { broken("it was enlarged") }
    if room == nil, bitmap.width != source.width || bitmap.height != source.height { broken("it has other sides") }
    bitmap.withPixels { pixels in
        for row in 0..<pixels.height {
            for column in 0..<pixels.width {
                let word = pixels.baseAddress.load(
                    fromByteOffset: row * pixels.stride + 4 * column, as: UInt32.self)
                let alpha = word >> 24
                if bitmap.isOpaque, alpha != 255 { broken("an opaque picture has the pixel \(word)") }
                // libwebp scales colours and alpha each by itself.
                let slack: UInt32 = source.format == .webp && room != nil ? 2 : 0
                for shift: UInt32 in [0, 8, 16] where word >> shift & 255 > alpha + slack {
                    broken("the pixel \(word) is not premultiplied")
                }
            }
        }
    }
}

private func compare(_ one: Bitmap?, _ two: Bitmap?) {
    guard let one, let two else {
        if (one == nil) != (two == nil) { broken("decoded once and not twice") }
        return
    }
    if one.width != two.width || one.height != two.height { broken("other sides the second time") }
    one.withPixels { first in
        two.withPixels { second in
            for row in 0..<first.height {
                let left = UnsafeRawBufferPointer(
                    start: first.baseAddress + row * first.stride, count: first.width * 4)
                let right = UnsafeRawBufferPointer(
                    start: second.baseAddress + row * second.stride, count: first.width * 4)
                if !left.elementsEqual(right) { broken("other pixels the second time") }
            }
        }
    }
}

private func drawFrames(_ source: PictureSource, _ room: PictureRoom?, _ choice: Int) {
    guard !source.frames.isEmpty, let frames = try? source.makeFrames(for: room, pool: pool) else { return }
    let last = min(frames.count, 12) - 1
    var drawn: [Bitmap?] = []
    for index in 0...last { drawn.append(try? frames.draw(index)) }
    let again = choice % (last + 1)
    if let before = drawn[again] { compare(before, try? frames.draw(again)) }
}

private func mend(_ file: inout [UInt8]) {
    func big(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(file[at + $1]) } }
    var at = 8
    while at + 12 <= file.count {
        let length = big(at)
        guard length <= file.count - at - 12 else { return }
        var sum = ~UInt32(0)
        for byte in file[at + 4..<at + 8 + length] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        for index in 0..<4 { file[at + 8 + length + index] = UInt8(~sum >> UInt32(24 - 8 * index) & 255) }
        at += 12 + length
    }
}
