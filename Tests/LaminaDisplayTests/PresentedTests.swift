import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Presented values are shown in place of what nodes have, without layout and drawing.
@Suite struct PresentedTests {
    /// A root, and in it a box with a drawing, which has a child.
    private struct Scene {
        let stage: Stage
        let root: NodeID
        let box: NodeID
        let child: NodeID

        init(scale: Double = 1, isShown: Bool = true, isDrawn: Bool = true) throws {
            stage = try Stage(width: 80, height: 60, scale: scale)
            root = stage.node(.zero, .white)
            box = stage.node(
                Rect(x: 10, y: 8, width: 30, height: 20), red,
                content: isDrawn ? DrawnContent(StripedDrawing(isOpaque: false)) : nil)
            child = stage.node(Rect(x: 20, y: 12, width: 20, height: 14), green)
            try stage.add(box, to: root)
            try stage.add(child, to: box)
            if !isShown { return }
            try stage.show(root)
            try stage.composite()
        }

        func present(_ values: PresentedValues, _ node: NodeID? = nil) throws {
            try stage.test.engine.setPresented(values, of: node ?? box)
        }

        func clear(_ fields: PresentedFields = .all, _ node: NodeID? = nil) throws {
            try stage.test.engine.clearPresented(fields, of: node ?? box)
        }

        var counts: EngineCounts { stage.test.context.engineCounts }
    }

    private static let samples: [PresentedValues] = {
        var size = PresentedValues(position: Point(x: 16, y: 24.5))
        (size.fields, size.size) = ([.size, .position], Size(width: 12, height: 33))
        var radii = PresentedValues()
        (radii.fields, radii.cornerRadii) = (.cornerRadii, CornerRadii(6))
        var corners = PresentedValues()
        corners.fields = .cornerRadii
        corners.cornerRadii = CornerRadii(topLeft: 9, topRight: 0, bottomRight: 4, bottomLeft: 2)
        var background = PresentedValues()
        (background.fields, background.background) = (.background, Color(red: 0, green: 0, blue: 1, alpha: 1))
        var shadow = PresentedValues()
        (shadow.fields, shadow.shadow) = (.shadow, BoxShadow(color: .black, x: 2, y: 3, blur: 4, spread: 1))
        return [
            PresentedValues(position: Point(x: 40, y: 30)), PresentedValues(boundsOrigin: Point(x: -3, y: 7)),
            PresentedValues(opacity: 0.4), PresentedValues(opacity: 0), radii, corners, background, shadow, size,
            PresentedValues(transform: AffineTransform(xx: 0.8, yx: 0.3, xy: -0.3, yy: 0.8, x0: 4, y0: 2)),
        ]
    }()

    /// Gives the model what was presented.
    static func set(
        _ values: PresentedValues, of node: Int32, in store: inout NodeStore, _ discarded: inout Discarded
    ) {
        let fields = values.fields
        if fields.contains(.size) {
            store.setFrame(Rect(origin: store[node].frame.origin, size: values.size), of: node)
        }
        if fields.contains(.position) { try? store.setPosition(values.position, of: node) }
        if fields.contains(.boundsOrigin) { store.setBoundsOrigin(values.boundsOrigin, of: node, &discarded) }
        if fields.contains(.opacity) { store.setOpacity(values.opacity, of: node) }
        if fields.contains(.background) { store.setBackground(values.background, of: node) }
        if fields.contains(.cornerRadii) { store.setCornerRadii(values.cornerRadii, of: node, &discarded) }
        store.changeAppearance(of: node, &discarded) { appearance in
            if fields.contains(.transform) { appearance.transform = values.transform }
            if fields.contains(.shadow) { appearance.shadow = values.shadow }
            if fields.contains(.borderColor) { appearance.border?.color = values.borderColor }
            if fields.contains(.zPosition) { appearance.zPosition = values.zPosition }
        }
    }

    @Test(arguments: 0..<10, [1, 1.5, 2])
    func aPresentedValueLooksLikeTheModels(sample: Int, scale: Double) throws {
        let values = Self.samples[sample]
        // The model's contents are drawn for its size.
        let isDrawn = !values.fields.contains(.size)
        let (shown, set) = (try Scene(scale: scale, isDrawn: isDrawn), try Scene(scale: scale, isDrawn: isDrawn))
        defer {
            shown.stage.close()
            set.stage.close()
        }
        let before = shown.stage.picture
        let counts = shown.counts
        try shown.present(values)
        let damage = try shown.stage.composite()
        #expect(!damage.isEmpty)
        set.stage.change { store, discarded in Self.set(values, of: set.box.index, in: &store, &discarded) }
        try set.stage.settle()
        try set.stage.composite()
        #expect(shown.stage.picture == set.stage.picture)
        #expect(shown.stage.picture != before)
        // Read anew it is the same, and nothing was laid out or drawn for it.
        #expect(shown.counts.displays == counts.displays && shown.counts.layouts == counts.layouts)
        #expect(try shown.stage.showsWhatIsThere())
        try shown.clear()
        try shown.stage.composite()
        #expect(shown.stage.picture == before)
        #expect(try shown.stage.showsWhatIsThere())
    }

    @Test(arguments: 0..<10)
    func aNodeBeginsWithWhatIsPresented(sample: Int) throws {
        let values = Self.samples[sample]
        let (late, early) = (try Scene(), try Scene(isShown: false))
        defer {
            late.stage.close()
            early.stage.close()
        }
        try early.present(values)
        try early.stage.show(early.root)
        try early.stage.composite()
        try late.present(values)
        try late.stage.composite()
        #expect(early.stage.picture == late.stage.picture)
    }

    @Test func contentsStayUnderAnotherSize() throws {
        let scene = try Scene()
        defer { scene.stage.close() }
        let counts = scene.counts
        scene.stage.change { store, _ in store.set(.hidden, to: true, of: scene.child.index) }
        try scene.stage.settle()
        try scene.stage.composite()
        let whole = (8..<28).map { y in (10..<40).map { x in scene.stage.pixel(x, y) } }
        var values = PresentedValues(position: Point(x: 10 + 10, y: 8 + 5))
        (values.fields, values.size) = ([.size, .position], Size(width: 20, height: 10))
        try scene.present(values)
        try scene.stage.composite()
        // Not clipped, contents reach beyond; the background does not.
        let striped = (8..<18).map { y in (10..<30).map { x in scene.stage.pixel(x, y) } }
        #expect(striped == whole[..<10].map { Array($0[..<20]) })
        #expect(scene.stage.pixel(35, 25) != whole[17][25])
        scene.stage.change { store, _ in store.set(.clips, to: true, of: scene.box.index) }
        try scene.stage.settle()
        try scene.stage.composite()
        #expect(scene.stage.pixel(35, 25) == 0xFFFF_FFFF && scene.stage.pixel(30, 8) == 0xFFFF_FFFF)
        #expect(scene.counts.displays == counts.displays)
        // The model's next size is drawn, and shown when the presented one goes.
        scene.stage.change { store, _ in
            store.setFrame(Rect(x: 10, y: 8, width: 16, height: 16), of: scene.box.index)
        }
        try scene.stage.settle()
        try scene.stage.composite()
        #expect(scene.counts.displays == counts.displays + 1)
        #expect(try scene.stage.showsWhatIsThere())
        try scene.clear()
        try scene.stage.composite()
        #expect(try scene.stage.showsWhatIsThere())
        #expect(scene.counts.displays == counts.displays + 1)
    }

    @Test func theModelShowsWhenItIsCleared() throws {
        let scene = try Scene()
        defer { scene.stage.close() }
        var values = PresentedValues(opacity: 0.5)
        values.merge(PresentedValues(position: Point(x: 50, y: 40)))
        values.merge(PresentedValues(boundsOrigin: Point(x: 0, y: 5)))
        try scene.present(values)
        try scene.stage.composite()
        let shown = scene.stage.picture
        scene.stage.change { store, discarded in
            store.setOpacity(0.9, of: scene.box.index)
            store.setFrame(Rect(x: 30.4, y: 3.2, width: 30, height: 20), of: scene.box.index)
            store.setBoundsOrigin(Point(x: 3, y: 3), of: scene.box.index, &discarded)
        }
        try scene.stage.settle()
        try scene.stage.composite()
        #expect(scene.stage.picture == shown)
        // What is not presented follows the model.
        scene.stage.change { store, _ in store.setBackground(green, of: scene.box.index) }
        try scene.stage.settle()
        try scene.stage.composite()
        #expect(scene.stage.picture != shown)
        try scene.clear(.position)
        let rest = try scene.stage.test.engine.presented(of: scene.box)
        #expect(rest.fields == [.opacity, .boundsOrigin])
        #expect(rest.position == Point(x: 45.4, y: 13.2) && rest.opacity == 0.5)
        try scene.clear()
        try scene.stage.composite()
        #expect(try scene.stage.showsWhatIsThere())
        #expect(try scene.stage.test.engine.presented(of: scene.box).fields == [])
    }

    /// A transformed bitmap is sampled as it is where nothing else belongs to it; pictures of subtrees know no such
    /// way.
    @Test(arguments: 0..<12 as Range<UInt64>) func aTransformedBitmapIsAsInAPicture(seed: UInt64) throws {
        var pictures: [[UInt32]] = []
        for isPicture in [false, true] {
            var random = SplitMix(seed: seed)
            let stage = try Stage(width: 80, height: 60, scale: seed % 2 == 0 ? 1 : 1.5)
            defer { stage.close() }
            let root = stage.node(.zero, .white)
            let box = stage.node(
                Rect(x: 20, y: 10.3, width: 31.2, height: 24), content: DrawnContent(StripedDrawing(isOpaque: false)))
            try stage.add(box, to: root)
            let turn = AffineTransform(
                xx: random.unit() + 0.3, yx: random.unit() - 0.5, xy: random.unit() - 0.5, yy: random.unit() + 0.3,
                x0: random.unit() * 9, y0: -random.unit() * 9)
            let opacity = seed % 3 == 0 ? 0.6 : 1
            stage.change { store, discarded in
                store.changeAppearance(of: box.index, &discarded) { $0.transform = turn }
                store.setOpacity(opacity, of: box.index)
                store.set(.clips, to: seed % 4 == 0, of: box.index)
                store.setRasterizes(isPicture, of: root.index)
            }
            try stage.show(root)
            try stage.composite()
            pictures.append(stage.picture)
        }
        #expect(pictures[0] == pictures[1])
        #expect(Set(pictures[0]).count > 5)
    }

    @Test func clearingIsForItsFieldsAlone() throws {
        let scene = try Scene()
        defer { scene.stage.close() }
        let before = scene.stage.picture
        try scene.present(PresentedValues(opacity: 0.5))
        try scene.clear(.position)
        try scene.stage.composite()
        #expect(scene.stage.picture != before)
        try scene.clear(.opacity)
        try scene.stage.composite()
        #expect(scene.stage.picture == before)
    }

    @Test func thePresentedOrderIsPaintedAndHit() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let colors = [red, green, Color(red: 0, green: 0, blue: 1, alpha: 1)]
        let boxes = try colors.enumerated().map { number, color in
            let box = stage.node(Rect(x: Double(number), y: 0, width: 20, height: 20), color)
            try stage.add(box, to: root)
            return box
        }
        try stage.show(root)
        try stage.composite()
        func top() throws -> (UInt32, NodeID?) {
            try stage.composite()
            let hit = stage.test.context.withNodes { store in
                store.hit(root.index, at: Point(x: 10, y: 10)).map { store.id($0.node) }
            }
            return (stage.pixel(10, 10), hit)
        }
        #expect(try top() == (0xFF00_00FF, boxes[2]))
        var height = PresentedValues()
        (height.fields, height.zPosition) = (.zPosition, 1)
        try stage.test.engine.setPresented(height, of: boxes[0])
        #expect(try top() == (0xFFFF_0000, boxes[0]))
        height.zPosition = 2
        try stage.test.engine.setPresented(height, of: boxes[1])
        #expect(try top() == (0xFF00_FF00, boxes[1]))
        // Others come and go.
        var discarded = Discarded()
        stage.test.context.withNodes { $0.remove(boxes[2].index, &discarded) }
        let last = stage.node(Rect(x: 0, y: 0, width: 20, height: 20), .black)
        try stage.add(last, to: root)
        try stage.settle()
        #expect(try top() == (0xFF00_FF00, boxes[1]))
        #expect(try stage.showsWhatIsThere())
        try stage.test.engine.clearPresented(.all, of: boxes[1])
        #expect(try top() == (0xFFFF_0000, boxes[0]))
        try stage.test.engine.clearPresented(.all, of: boxes[0])
        #expect(try top() == (0xFF00_0000, last))
        #expect(try stage.showsWhatIsThere())
    }

    @Test func pointsAreWhereTheyArePresented() throws {
        let scene = try Scene()
        defer { scene.stage.close() }
        func hit(_ x: Double, _ y: Double) -> NodeID? {
            scene.stage.test.context.withNodes { store in
                store.hit(scene.root.index, at: Point(x: x, y: y)).map { store.id($0.node) }
            }
        }
        #expect(hit(12, 10) == scene.box && hit(35, 25) == scene.child)
        try scene.present(PresentedValues(position: Point(x: 45, y: 38)))
        #expect(hit(12, 10) == scene.root && hit(32, 30) == scene.box)
        try scene.present(PresentedValues(boundsOrigin: Point(x: 20, y: 12)))
        #expect(hit(32, 30) == scene.child)
        let converted = try scene.stage.test.context.withNodes { store in
            try store.convert(Point(x: 1, y: 2), from: scene.child.index, to: scene.root.index)
        }
        #expect(converted == Point(x: 31, y: 30))
        try scene.present(PresentedValues(opacity: 0))
        #expect(hit(32, 30) == scene.root)
    }

    @Test func manyAtOnceAreAsOneByOne() throws {
        let (one, many) = (try Stage(width: 200, height: 100), try Stage(width: 200, height: 100))
        defer {
            one.close()
            many.close()
        }
        for stage in [one, many] {
            let root = stage.node(.zero, .white)
            let boxes = try (0..<60).map { number in
                let box = stage.node(
                    Rect(x: Double(number % 10) * 20, y: Double(number / 10) * 16, width: 15, height: 12),
                    number % 2 == 0 ? red : green)
                try stage.add(box, to: root)
                return box
            }
            try stage.show(root)
            try stage.composite()
            for frame in 1...5 {
                var changes = boxes.enumerated().map { number, box in
                    var values = PresentedValues(
                        position: Point(x: Double(number % 10 * 20 + frame * 3), y: Double(number / 10 * 17 + frame)))
                    if number % 3 == 0 { values.merge(PresentedValues(opacity: Double(frame) / 6)) }
                    if number % 7 == 0 {
                        values.merge(
                            PresentedValues(
                                transform: AffineTransform(xx: 1, yx: 0.1, xy: 0, yy: Double(frame), x0: 0, y0: 0)))
                    }
                    return PresentedChange(box, values)
                }
                changes.append(PresentedChange(NodeID(index: 3, generation: 77), PresentedValues(opacity: 0)))
                if stage === many {
                    try stage.test.engine.setPresented(changes)
                } else {
                    for change in changes.dropLast() {
                        try stage.test.engine.setPresented(change.values, of: change.node)
                    }
                }
                try stage.composite()
            }
        }
        #expect(one.picture == many.picture)
        #expect(try many.showsWhatIsThere())
    }

    @Test func anOffsetMovesByWholePixelsAndCopies() throws {
        let stage = try Stage(width: 120, height: 90, scale: 1.5)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        for number in 0..<40 {
            let box = stage.node(
                Rect(x: 4.3, y: Double(number) * 10.7, width: 112, height: 8.1),
                content: DrawnContent(StripedDrawing(isOpaque: number % 2 == 0)))
            try stage.add(box, to: root)
        }
        try stage.show(root)
        try stage.composite()
        let counts = stage.test.context.engineCounts
        for step in 1...30 {
            let origin = Point(x: 0, y: Double(step) * 3.1)
            try stage.test.engine.setPresented(PresentedValues(boundsOrigin: origin), of: root)
            let presentation = try #require(stage.test.engine.surfaces[0])
            #expect(presentation.tree.damage.scrolls.count == 1)
            try stage.composite()
        }
        // The same from the model.
        stage.change { store, discarded in
            store.setBoundsOrigin(Point(x: 0, y: 93.3), of: root.index, &discarded)
        }
        try stage.test.engine.clearPresented(.all, of: root)
        try stage.settle()
        try stage.composite()
        #expect(stage.test.context.engineCounts.displays == counts.displays)
        #expect(try stage.showsWhatIsThere())
    }

    @Test func valuesEndWithTheNode() throws {
        let scene = try Scene()
        defer { scene.stage.close() }
        let lost = scene.stage.node(.zero, red)
        try scene.present(PresentedValues(opacity: 0.5), lost)
        scene.stage.change { store, discarded in _ = store.release(lost.index, &discarded) }
        #expect(throws: LaminaError.self) { try scene.present(PresentedValues(opacity: 0.5), lost) }
        #expect(throws: LaminaError.self) { try scene.clear(.all, lost) }
        #expect(throws: LaminaError.self) { _ = try scene.stage.test.engine.presented(of: lost) }
        // The next one in its place has nothing of it.
        let next = scene.stage.node(.zero, red)
        #expect(next.index == lost.index)
        #expect(try scene.stage.test.engine.presented(of: next).fields == [])
        #expect(try scene.stage.test.engine.presented(of: next).opacity == 1)
    }
}

/// What moves by itself is advanced once in each frame.
@Suite struct FrameDriverTests {
    private final class Slider: FrameDriver {
        var nextFrame: UInt64?
        var times: [UInt64] = []
        let node: NodeID
        let end: UInt64

        init(_ node: NodeID, from start: UInt64, to end: UInt64) {
            self.node = node
            self.end = end
            nextFrame = start
        }

        func advance(to time: UInt64, in engine: Engine) {
            times.append(time)
            let values = PresentedValues(position: Point(x: Double(time / 1000), y: 5))
            try? engine.setPresented(values, of: node)
            nextFrame = time >= end ? nil : 0
        }
    }

    @Test func itIsCalledInFramesFromItsTimeOn() throws {
        let stage = try Stage()
        defer { stage.close() }
        let engine = try stage.test.engine
        let root = stage.node(.zero, .white)
        let box = stage.node(Rect(x: 0, y: 0, width: 10, height: 10), red)
        try stage.add(box, to: root)
        try engine.parts.setTime(1_000)
        try stage.show(root)
        try stage.composite()
        #expect(engine.nextFrame() == nil)
        let slider = Slider(box, from: 10_000, to: 25_000)
        engine.add(slider)
        engine.add(slider)
        #expect(engine.driver(Slider.self) === slider)
        try engine.beginFrame(at: 5_000, deadline: nil)
        try engine.process(budget: nil)
        #expect(slider.times == [])
        for time: UInt64 in [10_000, 20_000, 30_000, 40_000] {
            try engine.beginFrame(at: time, deadline: nil)
            try engine.process(budget: nil)
            if time < 30_000 { #expect(engine.nextFrame() != nil) }
            try stage.composite()
        }
        #expect(slider.times == [10_000, 20_000, 30_000])
        #expect(engine.nextFrame() == nil)
        #expect(stage.pixel(25, 0) == 0xFFFF_0000 && stage.pixel(24, 0) == 0xFFFF_FFFF)
        engine.remove(slider)
        #expect(engine.driver(Slider.self) == nil)
    }

    @Test func aSleepingHostIsAskedForFrames() throws {
        let stage = try Stage()
        defer { stage.close() }
        let engine = try stage.test.engine
        let root = stage.node(.zero, .white)
        try stage.show(root)
        engine.add(Slider(root, from: 0, to: .max))
        #expect(engine.parts.timeToNext == 0)
        try engine.process(budget: nil)
        // Not at once again, and not never.
        let time = try #require(engine.parts.timeToNext)
        #expect(time <= 16_000)
    }
}
