import LaminaGeometry
import Testing

@testable import LaminaLayout

/// Breaking into balanced lines, against searches that try everything.
@Suite struct FlexLineBalanceTests {
    private func ends(_ sizes: [Int], room: Int, gap: Int, minimum: Int = 1) -> [Int] {
        var balance = FlexLineBalance(room: Double(room) / 64, gap: Double(gap) / 64, capacity: sizes.count)
        for size in sizes { balance.add(Double(size) / 64) }
        return balance.ends(minimum: minimum)
    }

    /// Sizes that are often equal, often nothing, and now and then too large.
    private func sizes(_ lottery: inout Lottery, _ count: Int, _ room: Int) -> [Int] {
        let kinds = (0..<2 + lottery.next(4)).map { _ in lottery.next(max(2, room * 2 / 3)) }
        return (0..<count).map { _ in
            switch lottery.next(12) {
            case 0: 0
            case 1: room + 1 + lottery.next(5)
            case 2: room
            default: lottery.pick(kinds)
            }
        }
    }

    private func length(_ sizes: ArraySlice<Int>, _ gap: Int) -> Int { sizes.reduce(0, +) + gap * (sizes.count - 1) }

    /// All ways to break, by the places where lines end; an item that is too large has a line for itself.
    private func everyWay(_ sizes: [Int], room: Int, gap: Int) -> [(ends: [Int], score: Int)] {
        (0..<1 << (sizes.count - 1)).compactMap { breaks in
            let ends = (1..<sizes.count).filter { breaks >> ($0 - 1) & 1 != 0 } + [sizes.count]
            var first = 0
            var score = 0
            for end in ends {
                let free = room - length(sizes[first..<end], gap)
                if free < 0 && end - first > 1 { return nil }
                score += free < 0 ? 0 : free * free
                first = end
            }
            return (ends, score)
        }
    }

    /// The least sum of squares; of equal ones that whose last line begins last, then the one before it.
    @Test func theSumOfSquaresIsTheLeast() throws {
        for seed in 1...3_000 as ClosedRange<UInt64> {
            var lottery = Lottery(seed: seed)
            let room = 1 + lottery.next(lottery.next(3) == 0 ? 8 : 300)
            let gap = lottery.next(3) == 0 ? 0 : lottery.next(room)
            let sizes = sizes(&lottery, 1 + lottery.next(9), room)
            let ways = everyWay(sizes, room: room, gap: gap)
            let least = try #require(ways.map(\.score).min())
            let best = try #require(
                ways.filter { $0.score == least }.max {
                    $0.ends.reversed().lexicographicallyPrecedes($1.ends.reversed())
                })
            #expect(ends(sizes, room: room, gap: gap) == best.ends, "seed \(seed): \(sizes) in \(room), gap \(gap)")
        }
    }

    // MARK: More lines

    private func filled(_ sizes: [Int], room: Int, gap: Int) -> [Int] {
        var ends: [Int] = []
        var first = 0
        for item in 1..<max(1, sizes.count) where length(sizes[first...item], gap) > room {
            ends.append(item)
            first = item
        }
        return ends + [sizes.count]
    }

    /// What lines become where there are too few: the smallest room with no more than there should be, then one item
    /// after the other from the end that fills a line, larger by one.
    private func raised(_ given: [Int], room: Int, gap: Int, minimum: Int) -> (sizes: [Int], room: Int) {
        var sizes = given
        if length(sizes[...], gap) == 0 { sizes = sizes.map { _ in 1 } }
        let most = min(room, length(sizes[...], gap))
        let smallest = (0...most).first { filled(sizes, room: $0, gap: gap).count <= minimum } ?? most
        var exact: [Int] = []
        var first = 0
        var hasContent = false
        for item in sizes.indices {
            let size = length(sizes[first...item], gap)
            if size == smallest { exact.append(item) }
            if size > smallest { first = hasContent ? item : item + 1 }
            hasContent = size <= smallest
        }
        while filled(sizes, room: smallest, gap: gap).count < minimum, let item = exact.popLast() { sizes[item] += 1 }
        return (sizes, smallest)
    }

    @Test func thereAreAsManyLinesAsAskedFor() throws {
        var reached = 0
        for seed in 1...3_000 as ClosedRange<UInt64> {
            var lottery = Lottery(seed: seed)
            let room = lottery.next(10) == 0 ? 0 : 1 + lottery.next(60)
            let gap = lottery.next(3) == 0 ? 0 : lottery.next(20)
            var sizes = sizes(&lottery, 1 + lottery.next(9), room)
            if lottery.next(10) == 0 { sizes = sizes.map { _ in 0 } }
            let minimum = 1 + lottery.next(sizes.count + 3)
            let found = ends(sizes, room: room, gap: gap, minimum: minimum)
            let words = "seed \(seed): \(sizes) in \(room), gap \(gap), \(minimum) lines"
            let wanted = min(minimum, sizes.count)
            if filled(sizes, room: room, gap: gap).count >= wanted {
                #expect(found == ends(sizes, room: room, gap: gap), "\(words)")
                continue
            }
            let (raisedSizes, raisedRoom) = raised(sizes, room: room, gap: gap, minimum: wanted)
            let simple = filled(raisedSizes, room: raisedRoom, gap: gap)
            if simple.count >= wanted { reached += 1 }
            if raisedRoom == 0 {
                #expect(found == simple, "\(words)")
            } else {
                #expect(found == ends(raisedSizes, room: raisedRoom, gap: gap), "\(words)")
            }
        }
        #expect(reached > 1_000)
    }

    @Test func oneLineForEachItemAtMost() {
        #expect(ends([5, 5, 5], room: 100, gap: 0, minimum: 65_535) == [1, 2, 3])
        #expect(ends([], room: 100, gap: 0, minimum: 3).isEmpty)
        #expect(ends([0, 0, 0, 0, 0], room: 100, gap: 0, minimum: 2) == [3, 5])
        #expect(ends([0, 0, 0, 0, 0], room: 0, gap: 0) == [5])
        #expect(ends([7], room: 0, gap: 3, minimum: 2) == [1])
    }

    /// Sizes without end and sizes that are none.
    @Test func theLargestNumbers() {
        for room in [Double.infinity, 1e15, 3e7, 0, -5, 1.0 / 1e9] {
            for size in [Double.infinity, 1e15, 3e7, 0, -1e15] {
                var balance = FlexLineBalance(room: room, gap: 1e15, capacity: 4)
                for _ in 0..<40 { balance.add(size) }
                var many = balance
                #expect(balance.ends(minimum: 1).last == 40)
                #expect(many.ends(minimum: 7).last == 40)
            }
        }
    }

    /// Ten thousands of items take no more than a moment, whatever fits in a line: the work does not grow with the
    /// square of their number.
    @Test(.timeLimit(.minutes(2)), arguments: [0, 1, 64, 6_400])
    func manyItems(_ size: Int) {
        let count = 50_000
        let sizes = (0..<count).map { size * ($0 * 7919 % 13) / 13 }
        for room in [6_400, 64 * 30_000_000] {
            #expect(ends(sizes, room: room, gap: 0).last == count)
            #expect(ends(sizes, room: room, gap: 0, minimum: 1_000).last == count)
        }
        // All alike, so that each of the last lines is told apart by an item that is pushed down.
        #expect(ends(sizes.map { _ in 64 }, room: 640, gap: 0, minimum: 7_000).last == count)
    }
}

/// Containers with balanced lines beyond what the cases of browsers show.
@Suite struct FlexBalanceTests {
    /// Words of 100 x 10, as many as are said.
    private struct Words: FlexMeasurer {
        mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
            let count = Double(identifier)
            let room: Double =
                switch width {
                case .exactly(let value), .atMost(let value): value
                case .minContent: 0
                case .maxContent: .infinity
                }
            let inLine = max(1, min(count, (room / 100).rounded(.down)))
            return LayoutMeasurement(size: Size(width: inLine * 100, height: (count / inLine).rounded(.up) * 10))
        }
    }

    private struct Scene: ~Copyable {
        var tree: FlexTree
        let root: Int32
        var children: [Int32] = []
        private var words = Words()

        init(_ declarations: String, _ profile: FlexProfile = .css) throws {
            tree = FlexTree(profile: profile)
            root = tree.add(try Scene.style(declarations))
        }

        static func style(_ declarations: String) throws -> FlexStyle {
            var style = FlexStyle()
            try FlexDeclarations(Array(declarations.utf8)).apply(to: &style)
            return style
        }

        mutating func add(_ declarations: String, words: Int32 = 0) throws {
            let child = tree.add(try Scene.style(declarations), isMeasured: words > 0, identifier: words)
            tree.append(child, to: root)
            children.append(child)
        }

        mutating func frames(_ width: FlexSpace = .maxContent, _ height: FlexSpace = .maxContent) -> [Rect] {
            tree.layout(root, width: width, height: height, measurer: &words)
            return children.map { tree.frame($0) }
        }

        var size: Size { tree.frame(root).size }
    }

    /// The max-content width of a row with several lines is that of the longest of them; the min-content width is the
    /// widest item's.
    @Test func aRowIsAsWideAsItsLongestLine() throws {
        for (width, expected) in [
            (FlexSpace.maxContent, 100.0), (.minContent, 100), (.atMost(400), 100), (.atMost(60), 100),
        ] {
            var scene = try Scene("flex-wrap: balance; flex-line-count: 2; gap: 20px")
            for item in [100, 30, 30] { try scene.add("width: \(item)px; height: 10px; flex-shrink: 0") }
            _ = scene.frames(width)
            #expect(scene.size.width == expected, "\(width)")
        }
        var row = try Scene("flex-wrap: balance; gap: 20px")
        for item in [100, 30, 30] { try row.add("width: \(item)px; height: 10px") }
        _ = row.frames()
        #expect(row.size.width == 200, "without a number of lines it is one")
        var inside = try Scene("align-items: flex-start")
        try inside.add("flex-wrap: balance; flex-line-count: 3; align-content: flex-start")
        let styles = try (0..<6).map { _ in try Scene.style("width: 10px; height: 10px") }
        for style in styles { inside.tree.append(inside.tree.add(style), to: inside.children[0]) }
        #expect(inside.frames() == [Rect(x: 0, y: 0, width: 20, height: 30)])
    }

    /// Items of a column are offered a share of the width at first, and the width of their line once that is known.
    @Test func textsInColumnsShareTheWidth() throws {
        var column = try Scene(
            "flex-direction: column; flex-wrap: balance; flex-line-count: 2; column-gap: 20px; align-items: flex-start")
        try column.add("", words: 4)
        try column.add("", words: 4)
        #expect(
            column.frames(.exactly(420)) == [
                Rect(x: 0, y: 0, width: 200, height: 20), Rect(x: 220, y: 0, width: 200, height: 20),
            ])
        try column.add("width: 300px; height: 5px")
        let wide = column.frames(.exactly(420))
        #expect(
            wide[1].size.width == 300 && wide[2].size.width == 300,
            "\(wide): as wide as what is below it makes the line")
        #expect(wide[0].size.width == 200)
        column.tree.setStyle(column.children[1], try Scene.style("width: stretch"))
        #expect(column.frames(.exactly(420))[1].size.width == 300)
    }

    @Test func stretchedHeightsAreThoseOfTheirLines() throws {
        var row = try Scene("flex-wrap: balance; flex-line-count: 2; row-gap: 10px; align-items: flex-start")
        try row.add("width: 50px; height: stretch")
        try row.add("width: 50px; height: 70px")
        let frames = row.frames(.exactly(60), .exactly(110))
        #expect(frames == [Rect(x: 0, y: 0, width: 50, height: 50), Rect(x: 0, y: 60, width: 50, height: 70)])
    }

    /// With Yoga's defaults, and from the other side.
    @Test func linesOfAYogaColumn() throws {
        for (wrap, left) in [
            ("balance", 0.0), ("wrap-reverse balance", 30), ("balance wrap-reverse", 30), ("wrap balance", 0),
        ] {
            var column = try Scene("flex-wrap: \(wrap); height: 100px; width: 60px", .yoga)
            for height in [31, 32, 33, 34] { try column.add("width: 30px; height: \(height)px") }
            let frames = column.frames()
            #expect(
                frames.map(\.minY) == [0, 31, 0, 33] && frames.map(\.minX) == [left, left, 30 - left, 30 - left],
                "\(wrap)")
        }
    }

    /// The number of lines says nothing where they are not balanced, and neither does balancing of what has no items.
    @Test func onlyBalancedLinesAreCounted() throws {
        for wrap in ["wrap", "nowrap", "wrap-reverse"] {
            var scene = try Scene("flex-wrap: \(wrap); flex-line-count: 2; align-content: flex-start; width: 100px")
            for _ in 0..<2 { try scene.add("width: 10px; height: 10px") }
            #expect(scene.frames().map(\.minY) == [0, 0], "\(wrap)")
        }
        var empty = try Scene("flex-wrap: balance; flex-line-count: 2; padding: 3px; gap: 4px")
        try empty.add("display: none")
        _ = empty.frames()
        #expect(empty.size == Size(width: 6, height: 6))
    }

    @Test func aNumberOfLinesIsAWholeOne() {
        var style = FlexStyle()
        for wrong in [0, -1, 0.5, 2.5, 65_536, .infinity, .nan] as [Double] {
            style.setNumber(.lineCount, 3)
            style.setNumber(.lineCount, wrong)
            #expect(style.number(.lineCount) == nil, "\(wrong)")
        }
        style.setNumber(.lineCount, 65_535)
        style.setKeyword(.flexWrap, FlexWrap.reverseBalance.rawValue)
        #expect(style.text == "flex-wrap: wrap-reverse balance; flex-line-count: 65535")
        style.setKeyword(.flexWrap, FlexWrap.balance.rawValue)
        #expect(style.text == "flex-wrap: balance; flex-line-count: 65535")
    }

    /// As many properties as there are, all at once.
    @Test func everyPropertyIsSet() {
        var style = FlexStyle()
        for property in FlexLengthProperty.allCases { style.setLength(property, .points(1)) }
        for property in FlexNumberProperty.allCases { style.setNumber(property, 1) }
        var tree = FlexTree(profile: .css)
        let element = tree.add(style)
        tree.setStyle(element, FlexStyle())
        tree.setStyle(element, style)
        #expect(tree.style(element) == style)
    }
}
