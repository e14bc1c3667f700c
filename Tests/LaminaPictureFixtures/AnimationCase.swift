import Foundation
import LaminaDraw

/// A file of schema lamina-image-animation/1.
struct AnimationCase {
    private let expected: ExpectedPicture
    private let bytes: Data

    init(_ expected: ExpectedPicture, _ bytes: Data) {
        self.expected = expected
        self.bytes = bytes
    }

    func problems() -> [String] {
        let isAny = expected.flag("any") || expected.flag("doubtful")
        do {
            let source = try pictureSource(bytes)
            if expected.flag("refused") {
                if (try? source.decode(pool: PictureCases.pool)) != nil { return ["it is to be refused"] }
                return []
            }
            if isAny {
                PictureCases.tryAll(source)
                return []
            }
            return try check(source) + checkFrames(source) + checkStill(source)
        } catch {
            return expected.flag("refused") || isAny ? [] : ["\(error)"]
        }
    }

    private func check(_ source: PictureSource) throws -> [String] {
        var problems: [String] = []
        let shown = source.orientation.swapsSides ? (source.height, source.width) : (source.width, source.height)
        if shown != (expected.int("width") ?? 0, expected.int("height") ?? 0) {
            problems.append("it has \(source.width) x \(source.height) pixels")
        }
        if let plays = expected.int("plays"), plays != source.plays {
            problems.append("it plays \(source.plays) times instead of \(plays)")
        }
        let frames = expected.parts("frames") ?? []
        if frames.count != source.frames.count {
            return problems + ["it has \(source.frames.count) frames instead of \(frames.count)"]
        }
        for (index, (wanted, found)) in zip(frames, source.frames).enumerated() {
            if let delay = wanted.number("delay_ms"), abs(delay - found.milliseconds) > 0.001 {
                problems.append("frame \(index) lasts \(found.milliseconds) ms instead of \(delay)")
            }
            let rect = [found.rect.x, found.rect.y, found.rect.width, found.rect.height]
            if let wanted = wanted.ints("rect"), wanted != rect {
                problems.append("frame \(index) stands at \(rect) instead of \(wanted)")
            }
        }
        return problems
    }

    private func checkFrames(_ source: PictureSource) throws -> [String] {
        let wanted = expected.parts("frames") ?? []
        if wanted.isEmpty || wanted.count != source.frames.count { return [] }
        let tolerance = expected.int("tolerance") ?? 0
        let frames = try source.makeFrames(turns: false, pool: PictureCases.pool)
        var strip: PixelBytes?
        if tolerance > 0, let name = expected.string("strip") {
            let data = try Data(contentsOf: expected.folder.appendingPathComponent(name))
            strip = PixelBytes(try pictureSource(data).decode(turns: false, pool: PictureCases.pool))
        }
        var problems: [String] = []
        for index in wanted.indices {
            let pixels = PixelBytes(try frames.draw(index))
            if let strip {
                let difference = pixels.difference(strip.rows(index * pixels.height..<(index + 1) * pixels.height))
                if difference ?? .max > tolerance { problems.append("frame \(index) differs by \(difference ?? -1)") }
            } else if !wanted[index].checksums.contains(pixels.checksum) {
                problems.append("frame \(index) has the checksum \(pixels.checksum), not \(wanted[index].checksums)")
            }
        }
        // Once more from the middle: nothing of the first time is left.
        if wanted.count > 2 {
            let index = wanted.count / 2
            let again = PixelBytes(try frames.draw(index))
            let first = PixelBytes(try source.makeFrames(turns: false, pool: PictureCases.pool).draw(index))
            if again.checksum != first.checksum { problems.append("frame \(index) is another the second time") }
        }
        return problems
    }

    /// The picture for readers without animations, where it is no frame.
    private func checkStill(_ source: PictureSource) throws -> [String] {
        guard let still = expected.string("still"), source.format == .png else { return [] }
        let bitmap = try source.decode(turns: false, pool: PictureCases.pool)
        let pixels = PixelBytes(bitmap)
        return !bitmap.isOpaque || pixels.checksum == still
            ? [] : ["its own picture has the checksum \(pixels.checksum)"]
    }
}

extension PictureCases {
    /// Whatever can be asked of a file that nothing is expected of.
    static func tryAll(_ source: PictureSource) {
        _ = try? source.decode(pool: pool)
        guard let frames = try? source.makeFrames(pool: pool) else { return }
        for index in 0..<frames.count { _ = try? frames.draw(index) }
    }
}
