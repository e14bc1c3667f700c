import CIgzip
import Foundation
import LaminaDraw

/// An entry of `expected.json`.
struct ExpectedPicture {
    private let values: [String: Any]
    let folder: URL

    init(_ values: [String: Any], _ folder: URL) {
        self.values = values
        self.folder = folder
    }

    func int(_ key: String) -> Int? { values[key] as? Int }
    func number(_ key: String) -> Double? { (values[key] as? NSNumber)?.doubleValue }
    func string(_ key: String) -> String? { values[key] as? String }
    func flag(_ key: String) -> Bool { values[key] as? Bool ?? false }
    func ints(_ key: String) -> [Int]? { values[key] as? [Int] }
    func strings(_ key: String) -> [String]? { values[key] as? [String] }
    func part(_ key: String) -> ExpectedPicture? {
        (values[key] as? [String: Any]).map { ExpectedPicture($0, folder) }
    }
    func parts(_ key: String) -> [ExpectedPicture]? {
        (values[key] as? [[String: Any]])?.map { ExpectedPicture($0, folder) }
    }
    func lists(_ key: String) -> [[String]]? { values[key] as? [[String]] }

    /// Checksums of premultiplied pixels that are right.
    var checksums: [String] {
        var found = [string("premultiplied_crc32") ?? string("rgba_crc32") ?? string("crc32")].compactMap { $0 }
        if let cut = part("cut") { found += cut.checksums }
        return found
    }
}

/// Premultiplied pixels: red, green, blue and alpha, row after row.
struct PixelBytes {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    init(_ bitmap: Bitmap) {
        (width, height) = (bitmap.width, bitmap.height)
        bytes = bitmap.withPixels { pixels in
            [UInt8](unsafeUninitializedCapacity: pixels.width * pixels.height * 4) { buffer, count in
                for row in 0..<pixels.height {
                    for column in 0..<pixels.width {
                        let word = pixels.baseAddress.load(
                            fromByteOffset: row * pixels.stride + column * 4, as: UInt32.self)
                        let turned = (word << 8 | word >> 24).bigEndian
                        UnsafeMutableRawPointer(buffer.baseAddress!).storeBytes(
                            of: turned, toByteOffset: (row * pixels.width + column) * 4, as: UInt32.self)
                    }
                }
                count = pixels.width * pixels.height * 4
            }
        }
    }

    private init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    func rows(_ rows: Range<Int>) -> PixelBytes {
        PixelBytes(
            width: width, height: rows.count,
            bytes: Array(bytes[rows.lowerBound * width * 4..<rows.upperBound * width * 4]))
    }

    var checksum: String {
        let sum = bytes.withUnsafeBufferPointer { crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count)) }
        return String(repeating: "0", count: 8 - String(sum, radix: 16).count) + String(sum, radix: 16)
    }

    /// The mean of each of 16 x 16 equal cells, `channels` numbers each.
    func thumb(channels: Int) -> [[Double]] {
        func spans(_ length: Int) -> [[(index: Int, share: Double)]] {
            (0..<16).map { cell in
                let (start, end) = (Double(cell * length) / 16, Double((cell + 1) * length) / 16)
                return (Int(start)..<min(length, Int(end.rounded(.up)))).map { index in
                    (index, min(end, Double(index + 1)) - max(start, Double(index)))
                }
            }
        }
        let (columns, rows) = (spans(width), spans(height))
        return bytes.withUnsafeBufferPointer { bytes in
            rows.map { rows in
                columns.flatMap { columns in
                    (0..<channels).map { channel in
                        var (sum, weight) = (0.0, 0.0)
                        for row in rows {
                            for column in columns {
                                let share = row.share * column.share
                                sum += Double(bytes[(row.index * width + column.index) * 4 + channel]) * share
                                weight += share
                            }
                        }
                        return weight > 0 ? sum / weight : 0
                    }
                }
            }
        }
    }

    /// How far rows of cells are from those expected, at most.
    func difference(_ thumb: [String], rows: [Int]) -> Double {
        let channels = (thumb.first?.count ?? 0) / 32
        let found = self.thumb(channels: channels)
        var most = 0.0
        for row in rows {
            let letters = Array(thumb[row].utf8)
            for index in 0..<16 * channels {
                let text = String(decoding: letters[2 * index..<2 * index + 2], as: UTF8.self)
                most = max(most, abs(Double(Int(text, radix: 16) ?? 0) - found[row][index]))
            }
        }
        return most
    }

    /// The largest difference of a channel; nil where the sizes differ.
    func difference(_ other: PixelBytes) -> Int? {
        guard width == other.width, height == other.height else { return nil }
        return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}
