import LaminaGeometry

/// What the solver found for one element, kept for an explanation of its layout: the solver's own numbers, not the
/// rules once more.
struct FlexNotes: Sendable {
    /// As an item of its container.
    var item: FlexItemNotes?
    /// As a container of others.
    var inside: FlexContainerNotes?
    /// Out of the flow.
    var absolute: FlexAbsoluteNotes?
    /// How room was shared out in its line, last.
    var rounds: [FlexRoundNote] = []
    /// The last measurements of its content.
    var measurements: [FlexMeasureNote] = []
}

/// A container when its children had their places.
struct FlexContainerNotes: Sendable {
    let element: Int32
    let isRow: Bool
    let wraps: Bool
    let balances: Bool
    let percentWidth: Double
    let percentHeight: Double
    let mainSize: Double
    let crossSize: Double
    let mainGap: Double
    let crossGap: Double
    let lineCount: Int
    let itemCount: Int
    /// What the longest line wants, and all lines beside each other.
    let wantedMain: Double
    let wantedCross: Double
}

/// An item when its line was placed.
struct FlexItemNotes: Sendable {
    let container: FlexContainerNotes
    let item: FlexItem
    let line: FlexLine
    /// From 1.
    let place: Int
    let lineNumber: Int
    /// How far insets move it.
    let offset: Point
}

/// An item after one round of sharing out room (CSS Flexbox 9.7, step 4).
struct FlexRoundNote: Sendable {
    let grows: Bool
    let free: Double
    let factors: Double
    let scaled: Double
    let item: FlexItem
}

struct FlexAbsoluteNotes: Sendable {
    let absolute: FlexAbsolute
    let block: FlexContainingBlock
    let parent: Int32
}

struct FlexMeasureNote: Sendable {
    let width: FlexSpace
    let height: FlexSpace
    let size: Size
}

/// Noting costs layouts that are not explained one comparison for each container, line and measured leaf.
extension FlexTree {
    /// Notes from now on what decides over `element`, for `explanation`. What was laid out before has to be laid out
    /// anew to be noted.
    public mutating func watch(_ element: Int32) {
        watched = element
        notes = [FlexNotes()]
    }

    /// The element whose box is the parent of the box of `element`: an element of display contents has none.
    func boxParent(_ element: Int32) -> Int32 {
        var parent = records[element].parent
        while parent >= 0 && styles.view(records[parent].style).isContents { parent = records[parent].parent }
        return parent
    }

    @inline(never) mutating func noteLayout(of c: inout FlexContainer) {
        if c.element == watched { notes[0].inside = noted(&c) }
        for line in c.firstLine..<Int32(truncatingIfNeeded: scratch.lines.count) {
            for index in scratch.lines[line].first..<scratch.lines[line].end
            where scratch.items[index].element == watched {
                let item = scratch.items[index]
                notes[0].item = FlexItemNotes(
                    container: noted(&c), item: item, line: scratch.lines[line],
                    place: Int(index - c.firstItem) + 1, lineNumber: Int(line - c.firstLine) + 1,
                    offset: item.flags.contains(.relative) ? relativeOffset(watched, &c) : .zero)
            }
        }
    }

    private func noted(_ c: inout FlexContainer) -> FlexContainerNotes {
        var longest = 0.0
        var across = 0.0
        let end = Int32(truncatingIfNeeded: scratch.lines.count)
        for line in c.firstLine..<end {
            longest = max(longest, scratch.lines[line].hypothetical)
            across += scratch.lines[line].cross + (line > c.firstLine ? c.crossGap : 0)
        }
        return FlexContainerNotes(
            element: c.element, isRow: c.isRow, wraps: c.wraps, balances: c.balances, percentWidth: c.percentWidth,
            percentHeight: c.percentHeight, mainSize: c.mainSize, crossSize: c.crossSize, mainGap: c.mainGap,
            crossGap: c.crossGap, lineCount: Int(end - c.firstLine), itemCount: scratch.items.count - Int(c.firstItem),
            wantedMain: longest, wantedCross: across)
    }

    /// Room is about to be shared out in `line`.
    @inline(never) mutating func forgetRounds(of line: FlexLine) {
        if watchedItem(in: line) != nil { notes[0].rounds = [] }
    }

    @inline(never) mutating func note(_ round: FlexRound, of line: FlexLine) {
        guard let item = watchedItem(in: line) else { return }
        notes[0].rounds.append(
            FlexRoundNote(
                grows: round.grows, free: round.free, factors: round.factors, scaled: round.scaled, item: item))
    }

    private func watchedItem(in line: FlexLine) -> FlexItem? {
        for index in line.first..<line.end where scratch.items[index].element == watched { return scratch.items[index] }
        return nil
    }

    @inline(never) mutating func note(_ absolute: FlexAbsolute, _ block: FlexContainingBlock, in parent: Int32) {
        notes[0].absolute = FlexAbsoluteNotes(absolute: absolute, block: block, parent: parent)
    }

    @inline(never) mutating func noteMeasurement(_ size: Size, _ width: FlexSpace, _ height: FlexSpace) {
        notes[0].measurements.append(FlexMeasureNote(width: width, height: height, size: size))
        if notes[0].measurements.count > 8 { notes[0].measurements.removeFirst() }
    }
}
