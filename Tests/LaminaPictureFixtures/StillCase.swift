import Foundation
import LaminaDraw

/// A file of schema lamina-image-still/1.
struct StillCase {
    private let expected: ExpectedPicture
    private let bytes: Data

    init(_ expected: ExpectedPicture, _ bytes: Data) {
        self.expected = expected
        self.bytes = bytes
    }

    func problems() -> [String] {
        let isLoose = expected.flag("truncated") || expected.flag("damaged") || expected.flag("any")
        do {
            let source = try pictureSource(bytes)
            let bitmap = try source.decode(turns: false, isPartial: isLoose, pool: PictureCases.pool)
            if expected.flag("refused") { return ["it was decoded, and is to be refused"] }
            return check(source, PixelBytes(bitmap)) + checkScans(source) + checkUpright(source)
        } catch {
            let mayFail = ["refused", "may_refuse", "any"].contains { expected.flag($0) }
            return mayFail ? [] : ["\(error)"]
        }
    }

    private func check(_ source: PictureSource, _ pixels: PixelBytes) -> [String] {
        var problems: [String] = []
        if let width = expected.int("width"), let height = expected.int("height"),
            (width, height) != (pixels.width, pixels.height)
        {
            problems.append("it has \(pixels.width) x \(pixels.height) pixels instead of \(width) x \(height)")
        }
        let orientations = expected.ints("orientation") ?? [expected.int("orientation") ?? 1]
        if !orientations.contains(source.orientation.rawValue) {
            problems.append("its orientation is \(source.orientation.rawValue) instead of one of \(orientations)")
        }
        return problems + checkPixels(expected, pixels)
    }

    private func checkPixels(_ expected: ExpectedPicture, _ pixels: PixelBytes) -> [String] {
        if expected.flag("any"), expected.lists("thumbs16_either") == nil { return [] }
        let checksums = expected.checksums
        if !checksums.isEmpty {
            return checksums.contains(pixels.checksum) ? [] : ["its checksum is \(pixels.checksum), not \(checksums)"]
        }
        let tolerance = expected.number("tolerance") ?? self.expected.number("tolerance") ?? 3
        let thumbs = expected.lists("thumbs16_either") ?? [expected.strings("thumb16")].compactMap { $0 }
        if thumbs.isEmpty { return [] }
        var rows = Array(0..<16)
        if let count = expected.int("complete_cells") { rows = Array(0..<count) }
        if let holding = expected.ints("cells_that_hold") { rows = holding }
        let difference = thumbs.map { pixels.difference($0, rows: rows) }.min() ?? 0
        return difference <= tolerance + 0.5 ? [] : ["a cell differs by \(difference), allowed are \(tolerance)"]
    }

    /// A progressive file as far as each of its scans.
    private func checkScans(_ source: PictureSource) -> [String] {
        var problems: [String] = []
        for scan in expected.parts("scans") ?? [] {
            guard let end = scan.int("end"), let thumb = scan.strings("thumb16") else { continue }
            if end < bytes.count - 2, !source.scanEnds.contains(end) {
                problems.append("no scan is found to end at \(end): \(source.scanEnds)")
            }
            do {
                let part = try pictureSource(bytes.prefix(end))
                let bitmap = try part.decode(turns: false, isPartial: true, pool: PictureCases.pool)
                let difference = PixelBytes(bitmap).difference(thumb, rows: Array(0..<16))
                if difference > (expected.number("scan_tolerance") ?? 8) + 0.5 {
                    problems.append("up to \(end) a cell differs by \(difference)")
                }
            } catch {
                problems.append("up to \(end): \(error)")
            }
        }
        return problems
    }

    private func checkUpright(_ source: PictureSource) -> [String] {
        guard let upright = expected.part("upright"), expected.ints("orientation") == nil else { return [] }
        do {
            let pixels = PixelBytes(try source.decode(pool: PictureCases.pool))
            if pixels.width != upright.int("width") || pixels.height != upright.int("height") {
                return ["upright it has \(pixels.width) x \(pixels.height) pixels"]
            }
            if pixels.width != source.width || pixels.height != source.height {
                return ["upright it has other sides than were said"]
            }
            return checkPixels(upright, pixels).map { "upright: \($0)" }
        } catch {
            return ["upright: \(error)"]
        }
    }
}
