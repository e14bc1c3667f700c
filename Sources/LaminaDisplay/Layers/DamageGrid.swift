import LaminaGeometry

/// Gathers the damage of much that changes at once, which a region would join and split again and again: 32 fields of
/// the surface, and for each what of it is damaged. Those of one row share their height, so that a region of as many
/// rectangles holds them as they are.
struct DamageGrid {
    private static let columns = 4
    private static let rows = 8

    private struct Span {
        var low = Int32.max
        var high = Int32.min

        var isEmpty: Bool { low >= high }
        var length: Int { Int(high) - Int(low) }

        @inline(__always)
        mutating func add(_ from: Int, _ to: Int) {
            low = min(low, Int32(truncatingIfNeeded: from))
            high = max(high, Int32(truncatingIfNeeded: to))
        }
    }

    private let bounds: PixelRect
    /// Fields are as wide and as high as two to the power of these.
    private let shiftX: Int
    private let shiftY: Int
    /// By row and column, what is damaged from left to right.
    private var spans: InlineArray<32, Span>
    /// By row, from top to bottom.
    private var heights: InlineArray<8, Span>

    init(_ bounds: PixelRect) {
        self.bounds = bounds
        func shift(_ length: Int, _ count: Int) -> Int {
            var shift = 0
            while max(0, length - 1) >> shift >= count { shift += 1 }
            return shift
        }
        shiftX = shift(bounds.width, Self.columns)
        shiftY = shift(bounds.height, Self.rows)
        spans = InlineArray(repeating: Span())
        heights = InlineArray(repeating: Span())
    }

    /// Adds a rectangle within the bounds.
    mutating func add(_ rect: PixelRect) {
        let rect = rect.intersection(bounds)
        if rect.isEmpty { return }
        let (left, top) = (rect.x - bounds.x, rect.y - bounds.y)
        let (right, bottom) = (left + rect.width, top + rect.height)
        let (row, column) = (top >> shiftY, left >> shiftX)
        if row == (bottom - 1) >> shiftY && column == (right - 1) >> shiftX {
            heights[row].add(top, bottom)
            spans[row &* Self.columns &+ column].add(left, right)
            return
        }
        for row in top >> shiftY...(bottom - 1) >> shiftY {
            heights[row].add(max(top, row << shiftY), min(bottom, (row + 1) << shiftY))
            for column in left >> shiftX...(right - 1) >> shiftX {
                spans[row * Self.columns + column].add(
                    max(left, column << shiftX), min(right, (column + 1) << shiftX))
            }
        }
    }

    /// What was gathered; all in one where it is most of that.
    func forEach(_ body: (PixelRect) -> Void) {
        var (area, all) = (0, PixelRect.empty)
        forEachField { rect in
            area += rect.area
            all = all.union(rect)
        }
        // Each rectangle is painted by itself, which costs something for every layer.
        if area * 4 >= all.area * 3 { return all.isEmpty ? () : body(all) }
        forEachField(body)
    }

    private func forEachField(_ body: (PixelRect) -> Void) {
        for row in 0..<Self.rows where !heights[row].isEmpty {
            for column in 0..<Self.columns {
                let span = spans[row * Self.columns + column]
                if span.isEmpty { continue }
                body(
                    PixelRect(
                        x: bounds.x + Int(span.low), y: bounds.y + Int(heights[row].low), width: span.length,
                        height: heights[row].length))
            }
        }
    }
}
