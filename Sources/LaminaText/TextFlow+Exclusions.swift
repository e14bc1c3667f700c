internal import LaminaGeometry

// Lines that go around rectangles: laid out one by one, each as wide as the room at its height.
extension TextFlow {
    /// Lays out one paragraph around the exclusions; returns whether there is room for another one.
    mutating func layAround(_ paragraph: Range<Int>) -> Bool {
        isExact = true
        let limit = options.maximumLines
        let full = format
        defer { format = full }
        var start = paragraph.lowerBound
        repeat {
            if limit > 0 && capture.lines.count >= limit {
                if unsafe TextCut.isBlank(text, start) { return false }
                hidden = unsafe start..<text.count
                return false
            }
            let first = start == paragraph.lowerBound
            guard let end = layLine(start..<paragraph.upperBound, full, isFirst: first), end > start else {
                return true
            }
            start = end
        } while start < paragraph.upperBound
        if limit > 0 && capture.lines.count >= limit {
            let (_, next) = self.paragraph(at: paragraph.lowerBound)
            guard let next, unsafe !TextCut.isBlank(text, next) else { return false }
            hidden = unsafe next..<text.count
            return false
        }
        return true
    }

    /// Lays out the first line of `bytes` where there is room for it; returns where the next one starts.
    private mutating func layLine(_ bytes: Range<Int>, _ full: LineFormat, isFirst: Bool) -> Int? {
        let narrowest = max(3 * Double(pangoUnits: largestUnits), 1)
        let right = width == .max ? Double.infinity : Double(pangoUnits: width)
        var top = Double(pangoUnits: capture.bottom)
        // Each step passes the bottom of one exclusion.
        for _ in 0...rare.exclusions.count {
            // The line's height is only known when it is laid out; the largest font's is the first guess.
            let height = Double(pangoUnits: largestUnits) * 1.2
            let slot = slot(top: top, bottom: top + height, right: right)
            if slot.upperBound - slot.lowerBound >= min(narrowest, right) || right.isInfinite {
                break
            }
            let below = rare.exclusions.filter { $0.minY < top + height && $0.maxY > top }.map(\.maxY).min()
            guard let below, below > top, below.isFinite else { break }
            top = below
        }
        let height = Double(pangoUnits: largestUnits) * 1.2
        let room = slot(top: top, bottom: top + height, right: right)
        format = full
        let available = room.upperBound - room.lowerBound
        format.width = available.isFinite ? max(lengthUnits(available), 3 * largestUnits) : -1
        capture.skip(to: Int(top * 1024))
        let count = capture.lines.count
        let appended = layPiece(bytes, 1, begins: isFirst)
        guard capture.lines.count > count else { return nil }
        let end =
            available.isFinite ? max(room.upperBound, room.lowerBound) : room.lowerBound + capture.lines[count].width
        capture.lines[count].slot = room.lowerBound...end
        capture.widen(to: room.lowerBound + capture.lines[count].width)
        return appended.hasMore ? capture.nextLineStart : bytes.upperBound
    }

    /// The widest stretch between the exclusions that lie beside a line.
    private func slot(top: Double, bottom: Double, right: Double) -> ClosedRange<Double> {
        let beside = rare.exclusions.filter { $0.minY < bottom && $0.maxY > top && !$0.isEmpty }
            .sorted { $0.minX < $1.minX }
        var best = 0.0...0.0
        var start = 0.0
        for exclusion in beside {
            let end = min(exclusion.minX, right)
            if end - start > best.upperBound - best.lowerBound { best = start...end }
            start = max(start, exclusion.maxX)
        }
        if right > start && right - start > best.upperBound - best.lowerBound { best = start...right }
        return best
    }
}
