import Foundation
import LaminaDraw
import LaminaGeometry

/// Pictures with what they must become: an `expected.json` and the files beside it. For the tests and for `make
/// fixtures`.
public enum PictureCases {
    /// A case that was run; without problems it has passed.
    public struct Result: Sendable {
        public let name: String
        public let problems: [String]
    }

    static let pool = BitmapPool()

    /// Runs the cases of a file; nil for one of another kind.
    public static func run(_ file: URL) throws -> [Result]? {
        guard let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
            let schema = json["schema"] as? String, schema.hasPrefix("lamina-image-"),
            let files = json["files"] as? [[String: Any]]
        else { return nil }
        let folder = file.deletingLastPathComponent()
        return try files.map { entry in
            let name = entry["file"] as? String ?? ""
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            let values = ExpectedPicture(entry, folder)
            let problems =
                switch schema {
                case "lamina-image-still/1": StillCase(values, bytes).problems()
                case "lamina-image-animation/1": AnimationCase(values, bytes).problems()
                default: ["the schema \(schema) is not known"]
                }
            return Result(name: name, problems: problems.map { "\(name): \($0)" })
        }
    }

    /// The folders called "hostile", this one or below.
    public static func hostileFolders(in folder: URL) -> [URL] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let below = names.filter { $0.split(separator: "/").last == "hostile" }.map(folder.appendingPathComponent)
        return folder.lastPathComponent == "hostile" ? [folder] : below
    }

    /// Runs the files in a folder that are to end in a picture or an error, within a second and 64 MB.
    public static func runHostile(_ folder: URL) throws -> [Result] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let kinds = ["png", "gif", "jpg", "webp", "qoi"]
        return try names.filter { name in kinds.contains { name.hasSuffix(".\($0)") } }.map { name in
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            return Result(name: name, problems: hostileProblems(bytes).map { "\(name): \($0)" })
        }
    }

    /// Everything that can be asked of a file.
    public static func hostileProblems(_ bytes: Data) -> [String] {
        let before = Memory.now
        Memory.forgetPeak()
        let start = ContinuousClock.now
        var problems: [String] = []
        do {
            let source = try bytes.withUnsafeBytes { try PictureSource($0) }
            for room in [nil, PictureRoom(width: 300, height: 300)] {
                do {
                    _ = try source.decode(for: room, pool: pool)
                    _ = try source.decode(for: room, isPartial: true, pool: pool)
                } catch {}
            }
            if source.isAnimated {
                let frames = try source.makeFrames(pool: pool)
                for index in 0..<frames.count { _ = try frames.draw(index) }
            }
        } catch {
            if "\(error)".isEmpty { problems.append("an error without a sentence") }
        }
        let took = ContinuousClock.now - start
        pool.trim()
        if took > .seconds(1) { problems.append("it took \(took)") }
        let grown = Memory.peak - before
        if grown > 64 << 20 { problems.append("it took \(grown >> 20) MB") }
        return problems
    }
}

/// What the picture is, not how long it takes: `runHostile` asks for that.
func pictureSource(_ data: Data) throws -> PictureSource {
    var limits = WorkLimits()
    limits.pictureMicroseconds = 0
    return try data.withUnsafeBytes { try PictureSource($0, limits: limits) }
}

/// Resident memory of the process, as the kernel counts it.
enum Memory {
    private static func line(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") where line.hasPrefix(name) {
            return (Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0) << 10
        }
        return 0
    }

    static var now: Int { line("VmRSS:") }
    static var peak: Int { line("VmHWM:") }
    static func forgetPeak() { try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }
}
