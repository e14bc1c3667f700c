import LaminaGeometry
import LaminaLayout

/// The texts of a fixture's leaves, measured as its source does.
struct FlexFixtureMeasurer: FlexMeasurer {
    /// A text of characters 10 x 10.
    enum Text {
        /// Yoga's `IntrinsicSizeMeasure`; `column` is the measured node's own direction.
        case words(text: String, column: Bool)
        /// Taffy's: runs of characters that may be broken apart.
        case runs([Int], vertical: Bool)
    }

    var texts: [Text] = []

    mutating func add(_ json: JSON, style: JSON) throws -> Int32 {
        let text = json["text"].string ?? ""
        switch json["type"].string {
        case "intrinsic-text":
            let direction = style["flex-direction"].string ?? "column"
            texts.append(.words(text: text, column: direction == "column"))
        case "ahem-text":
            let runs = text.split(separator: "\u{200B}", omittingEmptySubsequences: false).map(\.count)
            let mode = json["writing-mode"].string ?? ""
            texts.append(.runs(runs, vertical: mode.hasPrefix("vertical")))
        default: throw UnsupportedFixture(description: "measure \(json["type"].string ?? "?")")
        }
        return Int32(texts.count - 1)
    }

    mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
        switch texts[Int(identifier)] {
        case .words(let text, let column): return LayoutMeasurement(size: words(text, column, width, height))
        case .runs(let runs, let vertical):
            if !vertical { return LayoutMeasurement(size: lines(runs, width, height)) }
            let turned = lines(runs, height, width)
            return LayoutMeasurement(size: Size(width: turned.height, height: turned.width))
        }
    }

    private func words(_ text: String, _ column: Bool, _ width: FlexSpace, _ height: FlexSpace) -> Size {
        let full = Double(text.utf8.count) * 10
        var parts = text.split(separator: " ", omittingEmptySubsequences: false).map { Double($0.utf8.count) * 10 }
        if parts.last == 0 { parts.removeLast() }
        let longest = parts.max() ?? 0
        let measured: Double =
            switch width {
            case .exactly(let value): value
            case .atMost(let value): min(full, value)
            case .minContent: longest
            case .maxContent: full
            }
        let natural = Self.height(of: parts, full: full, in: column ? measured : max(longest, measured))
        let high: Double =
            switch height {
            case .exactly(let value): value
            case .atMost(let value): min(natural, value)
            case .minContent, .maxContent: natural
            }
        return Size(width: measured, height: high)
    }

    private static func height(of words: [Double], full: Double, in width: Double) -> Double {
        if full <= width { return 10 }
        var lines = 1.0
        var current = 0.0
        for word in words {
            if word > width {
                if current > 0 { lines += 1 }
                lines += 1
                current = 0
            } else if current + word <= width {
                current += word + 10
            } else {
                lines += 1
                current = word + 10
            }
        }
        return (current == 0 ? lines - 1 : lines) * 10
    }

    private func lines(_ runs: [Int], _ inline: FlexSpace, _ block: FlexSpace) -> Size {
        let smallest = Double(runs.max() ?? 0) * 10
        let largest = Double(runs.reduce(0, +)) * 10
        let size: Double =
            switch inline {
            case .exactly(let value): value
            case .atMost(let value): max(min(value, largest), smallest)
            case .minContent: smallest
            case .maxContent: largest
            }
        if case .exactly(let known) = block { return Size(width: size, height: known) }
        let room = Int(min((max(size, smallest) / 10).rounded(.down), 1e9))
        var current = 0
        var lines = 1.0
        for run in runs {
            if current + run > room {
                if current > 0 { lines += 1 }
                current = run
            } else {
                current += run
            }
        }
        return Size(width: size, height: runs.isEmpty ? 0 : lines * 10)
    }
}
