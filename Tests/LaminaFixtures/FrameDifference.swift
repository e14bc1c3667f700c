import Foundation
import LaminaGeometry

/// Where the fixtures of this repository are, and how results are compared with them.
public enum Fixtures {
    public static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("LaminaLayoutTests/Fixtures")

    /// The differences between two frames, in words; none if each number is within `tolerance`.
    static func difference(
        _ name: String, _ id: String, expected: Rect, _ actual: Rect, _ tolerance: Double
    ) -> [String] {
        let pairs = [
            (expected.minX, actual.minX), (expected.minY, actual.minY),
            (expected.size.width, actual.size.width), (expected.size.height, actual.size.height),
        ]
        // Written so that NaN counts as a difference.
        if pairs.allSatisfy({ abs($0 - $1) <= tolerance }) { return [] }
        return ["\(name): \(id) expected \(words(expected)), got \(words(actual))"]
    }

    static func difference(
        _ name: String, _ id: String, expected: Size, _ actual: Size, _ tolerance: Double
    ) -> [String] {
        difference(
            name, id, expected: Rect(origin: .zero, size: expected), Rect(origin: .zero, size: actual), tolerance)
    }

    private static func words(_ rect: Rect) -> String {
        "[\(rect.minX), \(rect.minY), \(rect.size.width), \(rect.size.height)]"
    }
}
