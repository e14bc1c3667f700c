import Foundation
@testable import LaminaFixtures
import LaminaGeometry
import LaminaLayout
import Testing

/// Right-to-left layout is the mirror image of left-to-right layout in everything that is said in terms of start and
/// end.
@Suite struct DirectionTests {
    /// Left and right said as start and end.
    private static func directional(_ spec: Spec) -> Spec {
        switch spec {
        case .inset(let inset): return .directionalInset(DirectionalInsetSpec(inset.insets))
        case .corner(var corner):
            let words: [CornerLocation: CornerLocation] = [
                .topLeft: .topStart, .topRight: .topEnd, .bottomLeft: .bottomStart, .bottomRight: .bottomEnd,
            ]
            corner.location = words[corner.location] ?? corner.location
            return .corner(corner)
        case .stack(var stack):
            if stack.horizontalAlignment == .left { stack.horizontalAlignment = .start }
            if stack.horizontalAlignment == .right { stack.horizontalAlignment = .end }
            return .stack(stack)
        default: return spec
        }
    }

    /// Left and right exchanged.
    private static func swapped(_ spec: Spec) -> Spec {
        switch spec {
        case .inset(let inset):
            let edges = inset.insets
            return .inset(
                InsetSpec(EdgeInsets(top: edges.top, left: edges.right, bottom: edges.bottom, right: edges.left)))
        case .corner(var corner):
            let words: [CornerLocation: CornerLocation] = [
                .topLeft: .topRight, .topRight: .topLeft, .bottomLeft: .bottomRight, .bottomRight: .bottomLeft,
            ]
            corner.location = words[corner.location] ?? corner.location
            corner.offset.x = -corner.offset.x
            return .corner(corner)
        case .stack(var stack):
            if stack.horizontalAlignment == .left {
                stack.horizontalAlignment = .right
            } else if stack.horizontalAlignment == .right {
                stack.horizontalAlignment = .left
            }
            return .stack(stack)
        default: return spec
        }
    }

    /// Every case of the model: the mirror image of its mirror image is the case itself.
    @Test(arguments: ["directional", "swapped"])
    func theModelMirroredTwiceIsTheModel(_ way: String) throws {
        let url = Fixtures.folder.appendingPathComponent("texture-model/random.jsonl")
        var compared = 0
        var moved = 0
        let change = way == "swapped" ? Self.swapped : Self.directional
        for line in try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")) {
            let json = try JSON(data: Data(line))
            let range = try json["constrained"].range()
            var plain = try FixtureTree(json["root"])
            let expected = solveLayout(plain.tree, range: range, measurer: &plain.measurer)
            var other = try FixtureTree(json["root"], isRightToLeft: true, change: change)
            let mirrored = solveLayout(other.tree, range: range, measurer: &other.measurer)
            #expect(mirrored.size == expected.size)
            for (index, frame) in mirrored.frames.enumerated() {
                let wanted = expected.frames[index]
                let twice = mirrored.size.width - frame.minX - frame.size.width
                if frame.minX != wanted.minX { moved += 1 }
                if abs(twice - wanted.minX) > 1e-9 || frame.minY != wanted.minY || frame.size != wanted.size {
                    Issue.record("\(json["name"].string ?? "?") \(plain.ids[index]): \(frame), mirror of \(wanted)")
                }
                compared += 1
            }
        }
        #expect(compared > 3000 && moved > 1000)
    }

    private static let small = ElementStyle(width: .points(10), height: .points(10))

    private func frames(
        _ spec: Spec, _ styles: [ElementStyle], style: ElementStyle = .default, isRightToLeft: Bool = true,
        isExact: Bool = true
    ) -> [Rect] {
        var tree = ElementTree()
        tree.isRightToLeft = isRightToLeft
        _ = tree.beginSpec(spec, style: style)
        for style in styles { _ = tree.addPlainNode(style: style, identifier: 0) }
        tree.end()
        var measurer = CountingMeasurer()
        let size = Size(width: 100, height: 50)
        let range = SizeRange(min: isExact ? size : .zero, max: size)
        return Array(solveLayout(tree, range: range, measurer: &measurer).frames.dropFirst())
    }

    @Test func rowsBeginAtTheRight() {
        let row = frames(.stack(StackSpec(spacing: 5, alignItems: .start)), [Self.small, Self.small])
        #expect(row.map(\.minX) == [90, 75])
        let column = frames(.stack(StackSpec(direction: .vertical, alignItems: .start)), [Self.small])
        #expect(column[0].minX == 90)
        let wrapped = StackSpec(direction: .vertical, alignItems: .start, wraps: true)
        let tall = ElementStyle(width: .points(10), height: .points(30))
        #expect(frames(.stack(wrapped), [tall, tall]).map(\.minX) == [90, 80])
    }

    @Test func leftAndRightStayWhereTheyAre() {
        let insets = EdgeInsets(top: 0, left: 3, bottom: 0, right: 30)
        #expect(frames(.inset(InsetSpec(insets)), [.default]) == [Rect(x: 3, y: 0, width: 67, height: 50)])
        #expect(
            frames(.directionalInset(DirectionalInsetSpec(insets)), [.default]) == [
                Rect(x: 30, y: 0, width: 67, height: 50)
            ])
        for (word, x) in [(HorizontalAlignment.left, 0.0), (.right, 90), (.start, 90), (.end, 0), (.center, 45)] {
            for direction in [StackDirection.horizontal, .vertical] {
                let stack = StackSpec(direction: direction, horizontalAlignment: word)
                #expect(frames(.stack(stack), [Self.small])[0].minX == x, "\(word) \(direction)")
            }
        }
    }

    @Test(arguments: [(CornerLocation.topLeft, -3.0), (.topRight, 97.0), (.topStart, 93.0), (.topEnd, -7.0)])
    func cornersFollowTheirWord(_ location: CornerLocation, x: Double) {
        let corner = CornerSpec(location: location, offset: Point(x: 2, y: 0))
        let content = ElementStyle(width: .points(100), height: .points(50))
        #expect(frames(.corner(corner), [content, Self.small], isExact: false)[1].minX == x)
    }

    @Test func positionsCountFromTheStart() {
        let placed = ElementStyle(width: .points(10), height: .points(10), layoutPosition: Point(x: 7, y: 3))
        #expect(frames(.absolute(AbsoluteSpec(.default)), [placed]) == [Rect(x: 83, y: 3, width: 10, height: 10)])
        let relative = RelativeSpec(horizontal: .end, vertical: .end)
        #expect(frames(.relative(relative), [Self.small])[0].minX == 0)
    }

    @Test func aDirectionReachesDownToTheNextOne() {
        var tree = ElementTree()
        _ = tree.beginNode(style: ElementStyle(layoutDirection: .rightToLeft), identifier: 0)
        _ = tree.beginSpec(.stack(StackSpec(alignItems: .start)), style: .default)
        _ = tree.addPlainNode(style: Self.small, identifier: 1)
        // A media player's buttons keep their order.
        _ = tree.beginNode(style: ElementStyle(width: .points(40), layoutDirection: .leftToRight), identifier: 2)
        let buttons = tree.beginSpec(.stack(StackSpec(alignItems: .start)), style: .default)
        _ = tree.addPlainNode(style: Self.small, identifier: 3)
        _ = tree.beginSpec(
            .stack(StackSpec(alignItems: .start)), style: ElementStyle(layoutDirection: .rightToLeft))
        _ = tree.addPlainNode(style: Self.small, identifier: 4)
        _ = tree.addPlainNode(style: Self.small, identifier: 5)
        for _ in 0..<4 { tree.end() }
        #expect(tree.isRightToLeft(0) && !tree.isRightToLeft(buttons))
        var measurer = CountingMeasurer()
        let size = SizeRange(exactly: Size(width: 100, height: 20))
        let x = solveLayout(tree, range: size, measurer: &measurer).frames.map(\.minX)
        #expect(x[2] == 90 && x[3] == 50, "the row runs from right to left")
        #expect(x[5] == 50, "the node's own row does not")
        #expect(x[7] == 70 && x[8] == 60, "but the row in it does")
    }
}
