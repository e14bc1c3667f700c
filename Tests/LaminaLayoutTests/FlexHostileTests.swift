import LaminaGeometry
import LaminaLayout
import Testing

/// Numbers and trees that nobody means.
@Suite struct FlexHostileTests {
    static let numbers: [Double] = [
        0, -0.0, 1, -1, 0.5, 33.3, 1e-300, -1e-300, 9_999_999, 1e15, 1e18, -1e18, 1e300, -1e300,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    ]

    /// Answers nonsense.
    struct Measurer: FlexMeasurer {
        var lottery: Lottery
        mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
            LayoutMeasurement(
                size: Size(width: lottery.pick(numbers), height: lottery.pick(numbers)),
                ascender: lottery.pick(numbers), descender: lottery.pick(numbers))
        }
    }

    @Test func noInputYieldsWhatIsNoNumber() {
        for seed in 1...400 as ClosedRange<UInt64> {
            var lottery = Lottery(seed: seed)
            var tree = FlexTree(profile: seed % 2 == 0 ? .css : .yoga)
            var elements = [tree.add()]
            for _ in 0..<20 {
                var style = FlexStyle()
                for _ in 0..<lottery.next(10) { Self.change(&style, &lottery) }
                let element = tree.add(style, isMeasured: lottery.next(4) == 0)
                tree.append(element, to: lottery.pick(elements))
                elements.append(element)
            }
            var measurer = Measurer(lottery: lottery)
            for _ in 0..<3 {
                tree.layout(
                    elements[0], width: Self.space(&lottery), height: Self.space(&lottery),
                    rightToLeft: lottery.next(2) == 0, measurer: &measurer)
                for element in elements {
                    let frame = tree.frame(element)
                    let sum = abs(frame.minX) + abs(frame.minY) + abs(frame.size.width) + abs(frame.size.height)
                    #expect(sum < .infinity, "seed \(seed), element \(element): \(frame)")
                    let rounded = tree.roundedFrame(element, parentOrigin: .zero, scale: 1.25)
                    #expect(!rounded.size.width.isNaN && !rounded.minX.isNaN)
                    var style = tree.style(element)
                    Self.change(&style, &lottery)
                    tree.setStyle(element, style)
                }
            }
        }
    }

    static func change(_ style: inout FlexStyle, _ lottery: inout Lottery) {
        switch lottery.next(4) {
        case 0:
            let property = lottery.pick(FlexKeywordProperty.allCases)
            style.setKeyword(property, UInt8(lottery.next(256)))
        case 1: style.setNumber(lottery.pick(FlexNumberProperty.allCases), lottery.pick(numbers))
        default:
            let lengths: [FlexLength] = [
                .auto, .points(lottery.pick(numbers)), .points(lottery.pick(numbers)),
                .percent(lottery.pick(numbers)), .minContent, .maxContent, .fitContent, .stretch, .content,
            ]
            style.setLength(lottery.pick(FlexLengthProperty.allCases), lottery.pick(lengths))
        }
    }

    static func space(_ lottery: inout Lottery) -> FlexSpace {
        switch lottery.next(4) {
        case 0: .exactly(lottery.pick(numbers))
        case 1: .atMost(lottery.pick(numbers))
        case 2: .minContent
        default: .maxContent
        }
    }

    /// Frames in the other direction are the mirror image, and back again the same.
    @Test(arguments: [FlexProfile.yoga, .css])
    func rightToLeftIsTheMirrorImage(_ profile: FlexProfile) {
        for seed in 1...300 as ClosedRange<UInt64> {
            var random = FlexRandomTree(seed: seed, profile: profile, elements: 12)
            random.useLogicalEdges()
            let all = random.reachable()
            func frames(_ rightToLeft: Bool, _ random: inout FlexRandomTree) -> [Rect] {
                random.tree.layout(
                    random.root, width: .exactly(300), height: .maxContent, rightToLeft: rightToLeft,
                    measurer: &random.texts)
                return all.map { random.tree.frame($0) }
            }
            let left = frames(false, &random)
            let right = frames(true, &random)
            #expect(frames(false, &random) == left, "seed \(seed)")
            for (index, element) in all.enumerated() where index > 0 {
                guard let parent = random.parentBox(element), let above = all.firstIndex(of: parent) else { continue }
                if random.isOutOfSight(element) { continue }
                let mirrored = left[above].size.width - left[index].minX - left[index].size.width
                #expect(
                    right[index].size == left[index].size && right[index].minY == left[index].minY
                        && abs(right[index].minX - mirrored) < 1e-6,
                    "seed \(seed), element \(element): \(left[index]) becomes \(right[index])\n\(random.words())")
            }
        }
    }

    @Test func valuesWithoutMeaningCountAsNotSet() {
        var style = FlexStyle()
        style.setLength(.width, .points(.nan))
        style.setLength(.height, .points(-3))
        style.setLength(.paddingLeft, .auto)
        style.setLength(.border, .percent(4))
        style.setLength(.width, .content)
        style.setNumber(.flexGrow, -1)
        style.setNumber(.aspectRatio, 0)
        style.setKeyword(.display, 77)
        #expect(style.isDefault)
        style.setLength(.maxWidth, .points(.infinity))
        #expect(style.length(.maxWidth) == .points(1e15))
        style.setLength(.marginLeft, .percent(-5))
        #expect(style.length(.marginLeft) == .percent(-5))
    }

    @Test func sharedStylesKeepTheirValues() {
        var first = FlexStyle()
        for (index, property) in FlexLengthProperty.allCases.enumerated() {
            first.setLength(property, .points(Double(index)))
        }
        let second = first
        first.setLength(.width, .percent(7))
        first.setLength(.insetTop, .undefined)
        #expect(second.length(.width) == .points(0))
        #expect(first.length(.width) == .percent(7))
        for property in FlexLengthProperty.allCases where property != .width && property != .insetTop {
            #expect(first.length(property) == .points(Double(property.rawValue)))
        }
        #expect(first != second)
        first = second
        #expect(first == second)
        for property in FlexLengthProperty.allCases { first.setLength(property, .undefined) }
        #expect(first.isDefault)
    }
}
