import LaminaGeometry
import LaminaLayout

/// A flex tree that is changed at random, and what it should look like at any time.
struct FlexRandomTree: ~Copyable {
    var tree: FlexTree
    var texts = FlexTexts()
    var lottery: Lottery
    var root: Int32
    /// Elements that are in the tree under the root.
    var elements: [Int32]
    var width = FlexSpace.maxContent
    var height = FlexSpace.maxContent
    var rightToLeft = false
    let profile: FlexProfile
    private var previous: [Int32: Rect] = [:]

    init(seed: UInt64, profile: FlexProfile, elements count: Int) {
        lottery = Lottery(seed: seed)
        self.profile = profile
        tree = FlexTree(profile: profile)
        root = tree.add(identifier: texts.add(0))
        elements = [root]
        for _ in 1..<count { insert() }
    }

    // MARK: Changes

    mutating func change() {
        switch lottery.next(12) {
        case 0, 1: insert()
        case 2: remove()
        case 3: move()
        case 4: changeText()
        case 5: question()
        case 6:
            let element = lottery.pick(elements)
            if tree.firstChild(element) == nil { tree.setMeasured(element, !tree.isMeasured(element)) }
        default:
            let element = lottery.pick(elements)
            var style = tree.style(element)
            for _ in 0...lottery.next(2) { lottery.changeOne(&style) }
            tree.setStyle(element, style)
        }
    }

    /// Makes an element balance its lines, most often into several.
    mutating func balance() {
        let element = lottery.pick(elements)
        var style = tree.style(element)
        style.setKeyword(.flexWrap, lottery.pick([FlexWrap.balance, .balance, .reverseBalance]).rawValue)
        style.setNumber(.lineCount, lottery.pick([nil, 1, 2, 2, 3, 5]))
        tree.setStyle(element, style)
    }

    private mutating func insert() {
        var style = FlexStyle()
        for _ in 0..<lottery.next(5) { lottery.changeOne(&style) }
        let isText = lottery.next(4) == 0
        let element = tree.add(style, isMeasured: isText, identifier: texts.add(lottery.next(12)))
        tree.insert(element, into: lottery.pick(elements), at: lottery.next(4))
        elements.append(element)
    }

    private mutating func remove() {
        let element = lottery.pick(elements)
        if element == root || elements.count < 4 { return }
        tree.remove(element)
        elements = reachable()
        for gone in Set(previous.keys).subtracting(elements) { previous[gone] = nil }
    }

    private mutating func move() {
        let element = lottery.pick(elements)
        if element == root { return }
        let target = lottery.pick(elements)
        var above: Int32? = target
        while let current = above {
            if current == element { return }
            above = tree.parent(current)
        }
        tree.insert(element, into: target, at: lottery.next(4))
    }

    private mutating func changeText() {
        let element = lottery.pick(elements)
        texts.lengths[Int(tree.identifier(element))] = lottery.next(12)
        tree.markDirty(element)
    }

    private mutating func question() {
        let spaces: [FlexSpace] = [
            .maxContent, .minContent, .exactly(100), .exactly(33.5), .atMost(80), .atMost(250.25), .exactly(0),
        ]
        width = lottery.pick(spaces)
        height = lottery.pick(spaces)
        rightToLeft = lottery.next(3) == 0
        if lottery.next(4) == 0 {
            _ = tree.measure(root, width: width, height: .maxContent, rightToLeft: rightToLeft, measurer: &texts)
        }
    }

    func reachable() -> [Int32] {
        var found: [Int32] = []
        func walk(_ element: Int32) {
            found.append(element)
            var child = tree.firstChild(element)
            while let present = child {
                walk(present)
                child = tree.nextSibling(present)
            }
        }
        walk(root)
        return found
    }

    /// The tree in words, to find out what went wrong.
    func words() -> String {
        func line(_ element: Int32, _ depth: Int) -> String {
            let style = tree.style(element)
            var parts: [String] = []
            for property in FlexKeywordProperty.allCases where style.keyword(property) != 0 {
                parts.append("\(property) \(style.keyword(property))")
            }
            for property in FlexLengthProperty.allCases where style.length(property) != .undefined {
                parts.append("\(property) \(style.length(property))")
            }
            for property in FlexNumberProperty.allCases {
                if let number = style.number(property) { parts.append("\(property) \(number)") }
            }
            if tree.isMeasured(element) { parts.append("\(texts.lengths[Int(tree.identifier(element))]) words") }
            let frame = tree.frame(element)
            parts.append("[\(frame.minX) \(frame.minY) \(frame.size.width) \(frame.size.height)]")
            var text = String(repeating: "  ", count: depth) + "\(element): " + parts.joined(separator: ", ") + "\n"
            var child = tree.firstChild(element)
            while let present = child {
                text += line(present, depth + 1)
                child = tree.nextSibling(present)
            }
            return text
        }
        return "\(profile) \(width) \(height) \(rightToLeft ? "rtl" : "ltr")\n" + line(root, 0)
    }

    /// Takes away what is not mirrored with the direction of text: edges named left and right, and directions of
    /// elements' own.
    mutating func useLogicalEdges() {
        let sides: [FlexLengthProperty] = [
            .marginLeft, .marginRight, .paddingLeft, .paddingRight, .insetLeft, .insetRight, .borderLeft,
            .borderRight,
        ]
        for element in elements {
            var style = tree.style(element)
            for side in sides { style.setLength(side, .undefined) }
            style.setKeyword(.direction, 0)
            tree.setStyle(element, style)
        }
    }

    /// Whether an element has no box, because of itself or of something above it.
    func isOutOfSight(_ element: Int32) -> Bool {
        if tree.style(element).keyword(.display) != 0 { return true }
        var above = tree.parent(element)
        while let current = above {
            let display = tree.style(current).keyword(.display)
            if tree.isMeasured(current) || display == FlexDisplay.none.rawValue { return true }
            above = tree.parent(current)
        }
        return false
    }

    /// The nearest element above that has a box.
    func parentBox(_ element: Int32) -> Int32? {
        var above = tree.parent(element)
        while let current = above, tree.style(current).keyword(.display) == FlexDisplay.contents.rawValue {
            above = tree.parent(current)
        }
        return above
    }

    // MARK: Checks

    /// What is wrong after a layout: frames that differ from those of a fresh tree, and changes that were not reported,
    /// or reported for nothing.
    mutating func problems() -> [String] {
        tree.layout(root, width: width, height: height, rightToLeft: rightToLeft, measurer: &texts)
        var problems: [String] = []
        var copy = FlexTree(profile: profile)
        var twins: [(Int32, Int32)] = []
        let twin = copied(root, to: &copy, &twins)
        var texts = self.texts
        copy.layout(twin, width: width, height: height, rightToLeft: rightToLeft, measurer: &texts)
        let changed = Set(tree.changed)
        if changed.count != tree.changed.count { problems.append("an element is reported twice") }
        for (element, twin) in twins {
            let frame = tree.frame(element)
            if frame != copy.frame(twin) {
                problems.append("element \(element): \(frame) instead of \(copy.frame(twin))")
            }
            if !(abs(frame.minX) + abs(frame.minY) + abs(frame.size.width) + abs(frame.size.height) < .infinity) {
                problems.append("element \(element): \(frame)")
            }
            if changed.contains(element) != (frame != previous[element] ?? .zero) {
                problems.append(
                    "element \(element): from \(previous[element] ?? .zero) to \(frame), reported \(changed.contains(element))"
                )
            }
            previous[element] = frame
        }
        return problems
    }

    private func copied(_ element: Int32, to copy: inout FlexTree, _ twins: inout [(Int32, Int32)]) -> Int32 {
        let twin = copy.add(
            tree.style(element), isMeasured: tree.isMeasured(element), identifier: tree.identifier(element))
        twins.append((element, twin))
        var child = tree.firstChild(element)
        while let present = child {
            copy.append(copied(present, to: &copy, &twins), to: twin)
            child = tree.nextSibling(present)
        }
        return twin
    }
}

/// Texts of words of three characters, each 7 x 16.
struct FlexTexts: FlexMeasurer {
    var lengths: [Int] = []

    mutating func add(_ length: Int) -> Int32 {
        lengths.append(length)
        return Int32(lengths.count - 1)
    }

    mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
        let words = Double(lengths[Int(identifier)])
        let room: Double =
            switch width {
            case .exactly(let value), .atMost(let value): value
            case .minContent: 0
            case .maxContent: .infinity
            }
        let perLine = words == 0 ? 1 : max(1, min(words, (room / 21).rounded(.down)))
        var size = Size(
            width: words == 0 ? 0 : perLine * 21, height: words == 0 ? 0 : (words / perLine).rounded(.up) * 16)
        if case .exactly(let value) = width { size.width = value }
        if case .exactly(let value) = height { size.height = value }
        return LayoutMeasurement(size: size, ascender: 12)
    }
}

extension Lottery {
    mutating func changeOne(_ style: inout FlexStyle) {
        switch next(8) {
        case 0...2: changeKeyword(&style)
        case 3: style.setNumber(.flexGrow, pick([nil, 0, 1, 2, 0.3]))
        case 4:
            style.setNumber(
                pick([.flexShrink, .flexShrink, .aspectRatio, .scrollbarWidth, .lineCount]),
                pick([nil, nil, 1, 2, 0.7]))
        default:
            let property = pick(FlexLengthProperty.allCases)
            let length = property.rawValue < 7 && next(6) == 0 ? pick(Self.words) : pick(Self.lengths)
            style.setLength(property, length)
        }
    }

    private mutating func changeKeyword(_ style: inout FlexStyle) {
        let property = pick(FlexKeywordProperty.allCases)
        // What takes elements out of sight is rarer.
        if property == .display && next(3) != 0 { return }
        style.setKeyword(property, next(3) == 0 ? 0 : UInt8(next(Int(property.largestRawValue) + 1)))
    }

    private static let words: [FlexLength] = [.auto, .minContent, .maxContent, .fitContent, .stretch, .content]
    private static let lengths: [FlexLength] = [
        .undefined, .undefined, .auto, .points(0), .points(10), .points(33.3), .points(7.25), .points(-4),
        .points(120), .percent(50), .percent(33), .percent(120), .percent(-10),
    ]
}
