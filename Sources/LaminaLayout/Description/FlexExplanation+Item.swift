import LaminaGeometry

/// The words for an item of a flex container, in the order of CSS Flexbox 9.
struct FlexItemWords {
    private let notes: FlexItemNotes
    private let rounds: [FlexRoundNote]
    private let style: FlexStyle
    private let profile: FlexProfile
    private let parent: String

    private var container: FlexContainerNotes { notes.container }
    private var item: FlexItem { notes.item }
    private var main: String { container.mainAxis }
    private var cross: String { container.crossAxis }

    init(_ notes: FlexItemNotes, _ all: FlexNotes, _ style: FlexStyle, _ profile: FlexProfile, _ parent: String) {
        self.notes = notes
        rounds = all.rounds
        self.style = style
        self.profile = profile
        self.parent = parent
    }

    var lines: [String] {
        var lines = [position]
        if let margins { lines.append(margins) }
        lines += unknownShares
        lines.append("base: \(main) \(item.base.shortText), \(baseReason) (CSS Flexbox 9.2)")
        lines += limits(main, item.minMain, item.maxMain, isMain: true)
        if item.hypothetical != item.base {
            let verb = item.hypothetical > item.base ? "raised" : "cut"
            lines.append("limited: its base is \(verb) to \(item.hypothetical.shortText) before room is shared out")
        }
        lines += flexing
        lines.append("decided: \(main) \(item.main.shortText)")
        lines.append("across: \(cross) \(item.cross.shortText), \(crossReason)")
        lines += limits(cross, item.minCross, item.maxCross, isMain: false)
        lines += alignment
        return lines
    }

    private var position: String {
        let balanced = container.balances ? " balanced," : ""
        let line = container.wraps ? " in line \(notes.lineNumber) of \(container.lineCount),\(balanced)" : ""
        return "item: \(notes.place) of \(container.itemCount)\(line) in the \(container.isRow ? "row" : "column") of"
            + " \(parent), whose content box has width \(width.shortText), height \(height.shortText)"
    }

    private var width: Double { container.isRow ? container.mainSize : container.crossSize }
    private var height: Double { container.isRow ? container.crossSize : container.mainSize }

    private var margins: String? {
        let m = item.marginMain
        let c = item.marginCross
        if m == 0 && c == 0 { return nil }
        return "margins: \(m.shortText) along and \(c.shortText) across, both sides together"
    }

    /// Percentages of what is not known (CSS Sizing 5.2.1).
    private var unknownShares: [String] {
        let widths: [FlexLengthProperty] = [.width, .minWidth, .maxWidth]
        let heights: [FlexLengthProperty] = [.height, .minHeight, .maxHeight]
        var lines: [String] = []
        func check(_ property: FlexLengthProperty, _ base: Double, _ axis: String) {
            guard case .percent = style.length(property) else { return }
            if base.isNaN {
                lines.append(
                    "ignored: \(property.text) \(style.length(property).text), a share of an indefinite \(axis)")
            } else {
                lines.append(
                    "percentage: \(property.text) \(style.length(property).text) of \(parent)'s content \(axis)"
                        + " \(base.shortText)")
            }
        }
        for property in widths { check(property, container.percentWidth, "width") }
        for property in heights { check(property, container.percentHeight, "height") }
        check(.flexBasis, container.isRow ? container.percentWidth : container.percentHeight, main)
        return lines
    }

    private var baseReason: String {
        let basis = style.length(.flexBasis)
        let own = style.length(container.isRow ? .width : .height)
        let isOpen: Bool
        switch basis {
        case .points: return "its flex-basis" + boxExtra
        case .percent where !(container.isRow ? container.percentWidth : container.percentHeight).isNaN:
            return "its flex-basis \(basis.text)" + boxExtra
        case .undefined, .auto: isOpen = true
        default: isOpen = false
        }
        if item.flags.contains(.baseFromContent) && (container.isRow || item.ratio.isNaN) { return contentReason }
        if isOpen && !item.preferredMain.isNaN { return "its \(main) \(own.text)" + boxExtra }
        if !item.ratio.isNaN { return "from its \(cross) by its aspect ratio" }
        return "its flex-basis \(basis.text)"
    }

    /// Padding and border, where the sizes of the style are without them.
    private var boxExtra: String {
        if item.base == item.boxMain && item.boxMain > 0 { return ", no less than its padding and border" }
        return item.flags.contains(.contentBox) && item.boxMain > 0
            ? " and \(item.boxMain.shortText) of padding and border" : ""
    }

    private var contentReason: String {
        let inset = item.boxMain > 0 ? " and \(item.boxMain.shortText) of padding and border" : ""
        if !container.isRow {
            return "the height of its content at width \((item.cross - item.boxCross).shortText)\(inset)"
        }
        return profile == .yoga
            ? "the width of its content, in lines where these are offered no more than the row\(inset)"
            : "the intrinsic width of its content (max-content)\(inset)"
    }

    private func limits(_ axis: String, _ least: Double, _ most: Double, isMain: Bool) -> [String] {
        var lines: [String] = []
        let isWidth = axis == "width"
        let inset = isMain ? item.boxMain : item.boxCross
        let property = isWidth ? FlexLengthProperty.minWidth : .minHeight
        if least > inset {
            lines.append(
                style.length(property) == .undefined
                    ? "automatic minimum: \(axis) \(least.shortText), as small as its content can be"
                        + " (\(isMain ? "CSS Flexbox 4.5" : "CSS Sizing 4, 5.1.1"))"
                    : "minimum: \(axis) \(least.shortText), by its \(property.text)")
        } else if isMain && item.flags.contains(.autoMinimum) && item.isBelowContent {
            lines.append("automatic minimum: not needed, it stays larger than that (CSS Flexbox 4.5)")
        }
        if most < .infinity {
            lines.append("maximum: \(axis) \(most.shortText), by its \(isWidth ? "max-width" : "max-height")")
        }
        return lines
    }

    // MARK: Sharing out

    private var flexing: [String] {
        let free = container.mainSize - notes.line.hypothetical
        let place = container.wraps ? "in its line" : "in \(parent)"
        let wanted = "its line wants \(notes.line.hypothetical.shortText) of \(container.mainSize.shortText)"
        if abs(free) <= FlexTree.slack(container.mainSize) { return ["line: \(wanted), so nothing is shared out"] }
        var lines = [
            "line: \(wanted): \(abs(free).shortText) are \(free > 0 ? "left" : "missing") \(place)"
        ]
        let factor = free > 0 ? item.grow : item.shrink
        let name = free > 0 ? "flex-grow" : "flex-shrink"
        if factor == 0 {
            lines.append("flexing: none, its \(name) is 0")
        } else if rounds.isEmpty {
            lines.append("flexing: none, nothing in its line can \(free > 0 ? "grow" : "shrink") (CSS Flexbox 9.7)")
        } else if rounds[0].item.flags.contains(.frozen) {
            lines.append("flexing: none, its limits do not let it \(free > 0 ? "grow" : "shrink") (CSS Flexbox 9.7)")
        } else {
            for round in rounds where !round.item.flags.contains(.frozen) { lines.append(text(round)) }
        }
        return lines
    }

    private func text(_ round: FlexRoundNote) -> String {
        let item = round.item
        var share = "its flex-grow \(item.grow.shortText) of \(round.factors.shortText)"
        if !round.grows {
            share =
                "its flex-shrink \(item.shrink.shortText) times its base, \(item.scaledShrink.shortText) of"
                + " \(round.scaled.shortText)"
        }
        let less = round.factors < 1 ? " (factors below 1 together take a part only)" : ""
        var end = "to \(item.main.shortText)"
        if item.flags.contains(.violatesMin) { end = "to less than its minimum, so to \(item.main.shortText)" }
        if item.flags.contains(.violatesMax) { end = "to more than its maximum, so to \(item.main.shortText)" }
        return "flexing: it \(round.grows ? "grows" : "shrinks") by \(share), of the \(abs(round.free).shortText)"
            + " \(round.free < 0 ? "missing" : "left")\(less), \(end) (CSS Flexbox 9.7)"
    }

    // MARK: Across

    private var crossReason: String {
        if item.flags.contains(.stretched) {
            let margins = item.marginCross == 0 ? "" : " less its margins"
            return "stretched to its line's \(notes.line.cross.shortText)\(margins) (CSS Flexbox 9.4)"
        }
        if !item.preferredCross.isNaN {
            return "its own \(style.length(container.isRow ? .height : .width).text)"
        }
        if !item.ratio.isNaN { return "from its \(main) by its aspect ratio \(ratio)" }
        return container.isRow
            ? "that of its content at this width" : "that of its content, in lines where it has no more room"
    }

    private var ratio: String { (style.number(.aspectRatio) ?? .nan).shortText }

    private var alignment: [String] {
        var lines: [String] = []
        if !item.flags.isDisjoint(with: .autoMarginsMain) {
            lines.append(
                "along: auto margins take the room that is left, \(notes.line.autoMargin.shortText) each, before"
                    + " justify-content does (CSS Flexbox 8.1)")
        } else if notes.line.spread.before != 0 || notes.line.spread.between != 0 {
            lines.append(
                "along: justify-content leaves \(notes.line.spread.before.shortText) before the first item and"
                    + " \(notes.line.spread.between.shortText) between items (CSS Flexbox 9.5)")
        }
        if !item.flags.isDisjoint(with: .autoMarginsCross) {
            lines.append("across: auto margins take the room that is left in its line (CSS Flexbox 8.1)")
        } else if let word = FlexAlignment(rawValue: item.align), word != .stretch {
            let whose = style.keyword(.alignSelf) == 0 ? "align-items of its container" : "its align-self"
            lines.append("across: \(whose) is \(word) in a line of \(notes.line.cross.shortText) (CSS Flexbox 9.6)")
        }
        if notes.offset != .zero {
            lines.append("moved: by its insets, \(notes.offset.text), and nobody else by that (CSS Position 3.4)")
        }
        return lines
    }
}
