// The PNG decoder on any bytes, and the encoder on any pixels: what is decoded must come back the same from a file of
// ours.
import LaminaDraw
import LaminaGeometry

private let pool = BitmapPool()

private func broken(_ message: String) -> Never { fatalError("BROKEN: \(message)") }

/// Bytes that begin as a PNG are decoded as they are. Those that begin with 0x88 are a list of chunks that become a PNG
/// with sound checksums, so that the decoder gets further. All others are pixels, which are encoded first.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    if size >= 16, bytes[0] == 0x88 || bytes[0] == 0x89 {
        let file = bytes[0] == 0x89 ? [UInt8](bytes) : assembled(bytes.dropFirst())
        guard let picture = file.withUnsafeBytes({ try? PNG.decode($0, pool: pool) }),
            picture.width * picture.height < 1 << 16
        else { return 0 }
        picture.withPixels { compare($0, encodedAndDecoded($0)) }
    } else if size >= 8 {
        encodePixels(bytes)
    }
    return 0
}

private func encodedAndDecoded(_ picture: PixelBuffer) -> Bitmap {
    guard let file = try? PNG.encode(picture) else { broken("a picture cannot be encoded") }
    guard let again = file.withUnsafeBytes({ try? PNG.decode($0, pool: pool) }) else {
        broken("our PNG cannot be decoded")
    }
    return again
}

/// Straight alpha has less colours than premultiplied; what differs by more than that rounding is an error.
private func compare(_ one: PixelBuffer, _ two: Bitmap) {
    if one.width != two.width || one.height != two.height { broken("other sides") }
    let ours = [UInt32](words(one)), theirs = two.withPixels { [UInt32](words($0)) }
    for (a, b) in zip(ours, theirs) {
        let alpha = Int(a >> 24)
        for shift: UInt32 in [0, 8, 16, 24] {
            let x = min(Int(a >> shift & 255), alpha), y = Int(b >> shift & 255)
            if abs(x - y) > 1 { broken("pixel \(a) became \(b)") }
        }
    }
}

private func words(_ picture: PixelBuffer) -> [UInt32] {
    (0..<picture.height).flatMap { row in
        UnsafeRawBufferPointer(start: picture.baseAddress + row * picture.stride, count: 4 * picture.width)
            .bindMemory(to: UInt32.self)
    }
}

private func encodePixels(_ bytes: UnsafeRawBufferPointer) {
    let width = 1 + Int(bytes[0]) % 40, height = max(1, min(40, (bytes.count - 4) / 4 / width))
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
    defer { words.deallocate() }
    for index in 0..<width * height {
        let at = 4 + index * 4
        words[index] = at + 4 <= bytes.count ? bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self) : 0xff00_0000
    }
    guard
        let buffer = try? PixelBuffer(
            baseAddress: UnsafeMutableRawPointer(words), width: width, height: height, stride: 4 * width)
    else { broken("no buffer of \(width) x \(height)") }
    compare(buffer, encodedAndDecoded(buffer))
}

// MARK: Chunks

private let checksums: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
}

private func appendChunk(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
    let body = [UInt8](type.utf8) + content
    let checksum = ~body.reduce(~UInt32(0)) { checksums[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
    for word in [UInt32(content.count)] { for shift in [24, 16, 8, 0] { file.append(UInt8(word >> shift & 255)) } }
    file += body
    for shift in [24, 16, 8, 0] { file.append(UInt8(checksum >> UInt32(shift) & 255)) }
}

/// What zlib makes of bytes that it does not compress.
private func stored(_ content: [UInt8]) -> [UInt8] {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in content {
        a = (a + UInt32(byte)) % 65521
        b = (b + a) % 65521
    }
    let count = UInt16(content.count)
    let head = [0x78, 0x01, 0x01, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
    return head + content + [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
}

/// A PNG: sides and format from the first six bytes, then chunks of a type, a length and so many bytes.
private func assembled(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    let types = [
        "IDAT", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "bKGD", "pHYs", "sBIT", "tEXt", "zTXt", "IEND",
    ]
    var rest = bytes
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let head = [UInt8](rest.prefix(6))
    rest = rest.dropFirst(6)
    appendChunk(
        "IHDR",
        [0, 0, 0, head[0] % 64, 0, 0, 0, head[1] % 64, head[2], head[3], head[4] & 1, head[5] & 1, head[4] >> 7],
        to: &file)
    while rest.count >= 2 {
        let type = types[Int(rest[rest.startIndex]) % types.count]
        let content = [UInt8](rest.dropFirst(2).prefix(Int(rest[rest.startIndex + 1])))
        rest = rest.dropFirst(2 + content.count)
        appendChunk(type, type == "IDAT" ? stored(content) : content, to: &file)
    }
    appendChunk("IEND", [], to: &file)
    return file
}
