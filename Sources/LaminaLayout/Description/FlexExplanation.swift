public import LaminaGeometry

extension FlexTree {
    /// Says in words how the element that was watched came to its size and place in the last layout of the tree. The
    /// root `wanted` its size within `range`; `name` tells what an element is called. For people: what it says may
    /// change. Ends in a newline.
    public func explanation(root wanted: Size, _ range: SizeRange, name: (Int32) -> String) -> String {
        guard watched >= 0, let notes = notes.first else { return "" }
        let style = style(watched)
        if records[watched].parent < 0 {
            var lines = rootLines(wanted, range)
            if let inside = notes.inside { lines.append(inside.text) }
            return lines.joined(separator: "\n") + "\n"
        }
        var lines = ["\(name(watched)): \(frame(watched).text)"]
        lines.append("style: \(style.text.isEmpty ? "as the \(profile.text) has it" : style.text)")
        if let reason = leftOutReason(name) {
            lines.append("left out: \(reason)")
            return lines.joined(separator: "\n") + "\n"
        }
        if let item = notes.item {
            lines += FlexItemWords(item, notes, style, profile, name(item.container.element)).lines
        } else if let absolute = notes.absolute {
            lines += self.lines(absolute, style, name)
        }
        lines += notes.measurements.map(\.text)
        if let inside = notes.inside { lines.append(inside.text) }
        lines.append(placeLine(name))
        if let rounded = roundedLine() { lines.append(rounded) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The root's own, besides what the layout around it says.
    private func rootLines(_ wanted: Size, _ range: SizeRange) -> [String] {
        var lines = ["flex root, \(profile.text): laid out within \(range.text)"]
        let size = frame(watched).size
        for (name, wish, got) in [("width", wanted.width, size.width), ("height", wanted.height, size.height)]
        where abs(wish - got) > 0.001 {
            lines.append(
                "limited: \(name) \(wish.shortText) \(got > wish ? "raised" : "cut") to \(got.shortText), by what is allowed"
            )
        }
        return lines
    }

    /// Lists what is below `root` with frames, set in as deep as it stands and further by `indent`; `inside` adds lines
    /// to those of measured leaves.
    public func list(
        below root: Int32, indent: Int, limit: LineLimit, name: (Int32) -> String, inside: (Int32, Int) -> String
    ) -> String {
        var text = ""
        var waiting: [(element: Int32, depth: Int)] = [(root, indent - 1)]
        while let (next, depth) = waiting.popLast() {
            if next != root {
                if !limit.take() { return text + "and more\n" }
                text += String(repeating: "  ", count: min(depth, LayoutExplanation.indentLimit))
                text += "\(name(next)): \(frame(next).text)"
                text += records[next].flags.contains(.hidden) ? "; left out\n" : "\n"
                if isMeasured(next) { text += inside(next, depth + 1) }
            }
            var children: [Int32] = []
            var child = isMeasured(next) ? FlexRecord.none : records[next].firstChild
            while child >= 0 {
                children.append(child)
                child = records[child].nextSibling
            }
            for child in children.reversed() { waiting.append((child, depth + 1)) }
        }
        return text
    }

    private func leftOutReason(_ name: (Int32) -> String) -> String? {
        var element = watched
        while element >= 0 {
            let style = styles.view(records[element].style)
            if style.isHidden {
                return element == watched ? "display: none" : "\(name(element)), in which it is, is display: none"
            }
            if element != watched && isMeasured(element) {
                return "\(name(element)) measures itself without its children"
            }
            element = records[element].parent
        }
        if !styles.view(records[watched].style).isContents { return nil }
        let parent = boxParent(watched)
        return "display: contents: it has no box, its children count as those of "
            + (parent < 0 ? "nothing" : name(parent))
    }

    private func placeLine(_ name: (Int32) -> String) -> String {
        let record = records[watched]
        let parent = records[watched].parent
        let side = records[parent].flags.contains(.rightToLeft) ? "; lines run from right to left" : ""
        return
            "placed: \(record.x.shortText) from the left and \(record.y.shortText) from the top of \(name(parent))\(side)"
    }

    /// What becomes of edges between pixels.
    private func roundedLine() -> String? {
        var origin = Point.zero
        var element = records[watched].parent
        while element >= 0 {
            if records[element].parent >= 0 { origin = origin + frame(element).origin }
            element = records[element].parent
        }
        let frame = frame(watched)
        let shown = Pixels.snap(Rect(origin: frame.origin + origin, size: frame.size), scale: 1)
        let edges = [frame.minX + origin.x, frame.minY + origin.y, frame.size.width, frame.size.height]
        if edges.allSatisfy({ $0 == $0.rounded() }) { return nil }
        return "rounded: its edges go to whole pixels when they are shown; were its root's corner at one, that is"
            + " \(shown.width) x \(shown.height) at (\(shown.x), \(shown.y)) in it, at scale 1"
    }
}

extension FlexProfile {
    /// What it is called.
    public var text: String { self == .css ? "CSS profile" : "Yoga profile" }
}

extension FlexContainerNotes {
    var mainAxis: String { isRow ? "width" : "height" }
    var crossAxis: String { isRow ? "height" : "width" }

    /// How it arranges its children.
    fileprivate var text: String {
        let items = itemCount == 1 ? "1 item" : "\(itemCount) items"
        let lines = balances ? "balanced lines" : "lines"
        let shape = "\(isRow ? "row" : "column") of \(items)" + (lineCount == 1 ? "" : " in \(lineCount) \(lines)")
        let gap = mainGap == 0 && crossGap == 0 ? "" : ", gaps \(mainGap.shortText) and \(crossGap.shortText)"
        return "arranges: a \(shape)\(gap); its content box has \(mainAxis) \(mainSize.shortText),"
            + " \(crossAxis) \(crossSize.shortText); they want \(wantedMain.shortText) along"
            + (lineCount == 1 ? " and get" : " in the longest line, and the lines get")
            + " \(wantedCross.shortText) across"
    }
}

extension FlexMeasureNote {
    /// The space for the content, and its size there.
    fileprivate var text: String {
        "constraints: \(FlexMeasureNote.text("width", width)), \(FlexMeasureNote.text("height", height)); measured: \(size.text)"
    }

    private static func text(_ name: String, _ space: FlexSpace) -> String {
        switch space {
        case .exactly(let length): "\(name) \(length.shortText)"
        case .atMost(let length): "\(name) at most \(length.shortText)"
        case .minContent: "\(name) as small as possible (min-content)"
        case .maxContent: "\(name) unconstrained (max-content)"
        }
    }
}
