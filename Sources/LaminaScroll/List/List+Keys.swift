import LaminaDisplay
import LaminaGeometry
import LaminaList

/// Keys in a list whose rows can be selected.
extension List {
    /// Whether a key did something to the selection.
    func press(_ key: InputEvent.Key, _ event: InputEvent, in engine: Engine) -> Bool {
        if selection.mode == .none || rows.isEmpty || updates.nesting.isOpen { return false }
        switch key {
        case .a: return event.hasControl && selectAll(in: engine)
        case .space:
            guard let row = currentRow, rows[row].role == .item else { return false }
            let isSelected = selection.selected.contains(rows[row].identity)
            try? setSelected(selection.mode == .single || !isSelected, row, in: engine)
            try? reveal(row, in: engine)
            return true
        default:
            guard let goal = row(after: key) else { return false }
            if goal == currentRow && selection.selected.contains(rows[goal].identity) {
                // At the first or last row the list may have something before or behind it.
                return false
            }
            try? select(to: goal, extends: event.hasShift, in: engine)
            return true
        }
    }

    private func selectAll(in engine: Engine) -> Bool {
        if selection.mode != .multiple { return false }
        select(Set(rows.lazy.filter { $0.role == .item }.map(\.identity)), in: engine)
        return true
    }

    /// The item that a key goes to from the one that is current; the first or last where none is.
    private func row(after key: InputEvent.Key) -> Int? {
        switch key {
        // As it is seen.
        case .home: return item(nil, axis.isReversed ? -1 : 1)
        case .end: return item(nil, axis.isReversed ? 1 : -1)
        default: break
        }
        guard let way = way(of: key) else { return nil }
        guard let row = currentRow else { return item(nil, way.steps) }
        switch way {
        case .page(let direction):
            let goal = scroll.extents.top(row) + Double(direction) * scroll.view
            let found = scroll.extents.firstRow(endingAfter: max(0, goal))?.index ?? rows.count - 1
            // One page goes on from the last row that it ends with, and at least by one.
            let item = rows[found].role == .item ? found : item(found, direction) ?? found
            return (item - row) * direction > 0 ? item : self.item(row, direction)
        case .along(let direction):
            if scroll.extents.isOneColumn { return item(row, direction) }
            return neighbour(of: row, along: direction, across: 0) ?? edge(row, direction)
        case .across(let direction):
            if scroll.extents.isOneColumn { return nil }
            return neighbour(of: row, along: 0, across: direction) ?? item(row, direction)
        }
    }

    private enum Way {
        case along(Int)
        case across(Int)
        case page(Int)

        var steps: Int {
            switch self {
            case .along(let steps), .across(let steps), .page(let steps): steps
            }
        }
    }

    /// Which way a key goes, in the direction of the list.
    private func way(of key: InputEvent.Key) -> Way? {
        let forward = axis.isReversed ? -1 : 1
        switch key {
        case .up: return axis.isHorizontal ? .across(-1) : .along(-forward)
        case .down: return axis.isHorizontal ? .across(1) : .along(forward)
        case .left: return axis.isHorizontal ? .along(-forward) : .across(-1)
        case .right: return axis.isHorizontal ? .along(forward) : .across(1)
        case .pageUp: return .page(-forward)
        case .pageDown: return .page(forward)
        case .home, .end, .space, .a: return nil
        }
    }

    /// The item beside a row that is nearest in a direction, of those that stand in its line or lane.
    private func neighbour(of row: Int, along: Int, across: Int) -> Int? {
        let frame = scroll.extents.frame(row)
        let reach = scroll.view + frame.length
        var best: (row: Int, distance: Double)?
        for other in scroll.extents.rows(from: frame.top - reach, to: frame.end + reach) ?? 0..<0 {
            if other == row || rows[other].role != .item || !scroll.extents.hasPlace(other) { continue }
            let place = scroll.extents.frame(other)
            let (isBeside, distance): (Bool, Double)
            if along != 0 {
                isBeside = place.side < frame.side + frame.breadth && place.side + place.breadth > frame.side
                distance = along > 0 ? place.top - frame.end : frame.top - place.end
            } else {
                isBeside = place.top < frame.end && place.end > frame.top
                distance =
                    across > 0 ? place.side - frame.side - frame.breadth : frame.side - place.side - place.breadth
            }
            if isBeside && distance > -0.01 && distance < best?.distance ?? .infinity { best = (other, distance) }
        }
        return best?.row
    }

    /// Where nothing stands in the lane any more: the first or last item, if it stands in another line.
    private func edge(_ row: Int, _ direction: Int) -> Int? {
        guard let last = item(nil, -direction) else { return nil }
        let (frame, place) = (scroll.extents.frame(row), scroll.extents.frame(last))
        return direction > 0 ? (place.top >= frame.end ? last : row) : (place.end <= frame.top ? last : row)
    }
}
