internal import LaminaGeometry

/// Ways to move a caret over lines of text.
public enum TextMovement: Int32, Sendable {
    case left = 0
    case right = 1
    case up = 2
    case down = 3
    case lineStart = 4
    case lineEnd = 5
}

extension TextFrame {
    /// Where a caret at `byte` comes to stand. To the left and right `byte` itself at the end of the way; above the
    /// first line the start of the text, and below the last one the end of that line.
    public func move(_ byte: Int, _ movement: TextMovement) -> Int {
        let index = line(of: byte)
        let line = measured.lines[index]
        switch movement {
        case .lineStart: return line.bytes.lowerBound
        case .lineEnd: return lineEnd(index)
        case .up, .down:
            let next = movement == .up ? index - 1 : index + 1
            if next < 0 { return 0 }
            if next >= measured.lines.count { return lineEnd(index) }
            let x = caret(at: byte).strong.minX
            return nearestStop(in: next, x)
        case .left, .right:
            let start = position(byte, in: index)
            let end = sideways(start, index, toRight: movement == .right)
            return end == start ? byte : end
        }
    }

    /// The last position that is still on the line: before the space at which it was wrapped.
    private func lineEnd(_ index: Int) -> Int {
        let line = measured.lines[index]
        guard isWrapped(index) else { return line.bytes.upperBound }
        return measured.graphemes[line.graphemes].filter { $0.part == .text }.map { Int($0.bytes.lowerBound) }.max()
            ?? line.bytes.upperBound
    }

    private func nearestStop(in index: Int, _ x: Double) -> Int {
        let start = lineStart(index)
        func distance(_ stop: (byte: Int, x: Int32)) -> Double { abs(start + Double(pangoUnits: stop.x) - x) }
        return stops(in: index).min { (distance($0), $0.byte) < (distance($1), $1.byte) }?.byte
            ?? measured.lines[index].bytes.lowerBound
    }

    /// The neighbour in the order of the line's positions: each is reached, also where several have their carets in the
    /// same place.
    private func sideways(_ byte: Int, _ index: Int, toRight: Bool) -> Int {
        let stops = stops(in: index)
        if let place = stops.firstIndex(where: { $0.byte == byte }) {
            let next = toRight ? place + 1 : place - 1
            if stops.indices.contains(next) { return stops[next].byte }
        } else {
            // Beside what is not shown.
            let x = caret(at: byte).strong.minX - lineStart(index)
            let found =
                toRight
                ? stops.first { Double(pangoUnits: $0.x) > x + 1e-6 }
                : stops.last { Double(pangoUnits: $0.x) < x - 1e-6 }
            if let found { return found.byte }
        }
        // Over the edge of the line. A line without a position of its own is passed over.
        var current = index
        while let next = lineBeside(current, toRight: toRight) {
            let others = self.stops(in: next)
            if let edge = toRight ? others.first : others.last { return edge.byte }
            current = next
        }
        return byte
    }

    /// The line that goes on where `index` has its left or right edge. Lines that follow one another in the same
    /// direction are read in that direction. Where the direction changes, that of the first line decides: if each line
    /// did, a caret would go to and fro between two that disagree. So each way passes all lines once.
    private func lineBeside(_ index: Int, toRight: Bool) -> Int? {
        let lines = measured.lines
        func step(_ line: Int) -> Int { toRight != lines[line].isRightToLeft ? 1 : -1 }
        func go(from line: Int, by step: Int) -> Int? {
            let next = line + step
            return lines.indices.contains(next) && lines[next].isRightToLeft == lines[line].isRightToLeft ? next : nil
        }
        if let next = go(from: index, by: step(index)) { return next }
        // Out of the lines of this direction, on the side where the others lie.
        let outwards = step(0)
        var last = index
        while let next = go(from: last, by: outwards) { last = next }
        var found = last + outwards
        if !lines.indices.contains(found) { return nil }
        // And into those at their first line on this way, which may be the farthest.
        let inwards = step(found)
        while let before = go(from: found, by: -inwards) { found = before }
        return found
    }
}
