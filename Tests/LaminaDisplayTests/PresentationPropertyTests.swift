import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Any sequence of changes of the model, presented values, exits, replacements, ranges, roots and removals ends with
/// what a tree shows that is read for the first time; and on the way, what was composited step by step is what all
/// layers give at once.
@Suite struct PresentationPropertyTests {
    private final class Play {
        let scene: Scene
        var exits: [UInt64] = []
        /// Nodes that were taken out.
        var away: [NodeID] = []
        var stage: Stage { scene.stage }
        var engine: Engine { get throws { try stage.test.engine } }

        init(seed: UInt64) throws {
            scene = try Scene(seed: seed, scale: [1, 1.5, 2][Int(seed % 3)], threads: Int(seed % 2))
        }

        private func point(_ reach: Double) -> Point {
            let point = Point(x: scene.random.unit() * reach - reach / 4, y: scene.random.unit() * reach - reach / 4)
            return scene.random.below(3) == 0 ? point : Point(x: point.x.rounded(), y: point.y.rounded())
        }

        func values() -> PresentedValues {
            var values = PresentedValues()
            for _ in 0...scene.random.below(3) {
                let field = PresentedFields(rawValue: 1 << UInt32(scene.random.below(11)))
                values.fields.insert(field)
                switch field {
                case .position: values.position = point(120)
                case .size:
                    values.size = Size(width: scene.random.unit() * 60, height: scene.random.unit() * 60)
                    if scene.random.below(2) == 0 {
                        values.contentsAnchor = Point(x: scene.random.unit(), y: [0, 0.5, 1][scene.random.below(3)])
                    }
                case .boundsOrigin: values.boundsOrigin = point(60)
                case .opacity: values.opacity = scene.random.below(4) == 0 ? 0 : scene.random.unit()
                case .transform:
                    values.transform = AffineTransform(
                        xx: 0.5 + scene.random.unit(), yx: scene.random.unit() - 0.5, xy: 0, yy: scene.random.unit(),
                        x0: point(20).x, y0: point(20).y)
                case .cornerRadii:
                    values.cornerRadii = CornerRadii(scene.random.unit() * 12)
                    if scene.random.below(2) == 0 { values.cornerRadii.topLeft = 0 }
                case .background: values.background = scene.random.color()
                case .borderColor: values.borderColor = scene.random.color()
                case .shadow:
                    values.shadow = BoxShadow(
                        color: scene.random.color(), x: 2, y: point(10).y, blur: scene.random.unit() * 6, spread: 1)
                case .gradient:
                    let stops = (0..<scene.random.below(4)).map {
                        Gradient.Stop(offset: Double($0) / 3, color: scene.random.color())
                    }
                    values.gradient = stops.isEmpty ? nil : Gradient(start: point(1), end: point(2), stops: stops)
                default: values.zPosition = Double(scene.random.below(5) - 2)
                }
            }
            return values
        }

        private func any() -> NodeID { scene.nodes[1 + scene.random.below(scene.nodes.count - 1)] }

        func step() throws {
            switch scene.random.below(15) {
            case 0...3: try engine.setPresented(values(), of: any())
            case 4:
                let count = 2 + scene.random.below(8)
                try engine.setPresented((0..<count).map { _ in PresentedChange(any(), values()) })
            case 5:
                let fields = PresentedFields(rawValue: UInt32(scene.random.below(1 << 11)))
                try engine.clearPresented(fields, of: any())
            case 6: try leave()
            case 7: try comeBack()
            case 8 where !exits.isEmpty:
                let exit = exits[scene.random.below(exits.count)]
                #expect(try engine.setPresented(values(), ofExit: exit))
            case 9 where !exits.isEmpty:
                #expect(try engine.endExit(exits.remove(at: scene.random.below(exits.count))))
            case 10: decorate()
            case 11: try showAnother()
            case 12, 13: manage()
            default: scene.change()
            }
        }

        /// Takes a node out, with or without an exit.
        private func leave() throws {
            let node = any()
            if scene.random.below(3) > 0, let exit = try? engine.beginExit(of: node) { exits.append(exit) }
            stage.change { store, discarded in store.remove(node.index, &discarded) }
            away.append(node)
        }

        /// Puts one back, in the place of another at times.
        private func comeBack() throws {
            guard let node = away.popLast() else { return }
            let (other, replaces) = (any(), scene.random.below(2) == 0)
            var isReplaced = false
            stage.change { store, discarded in
                let parent = store[other.index].parent
                guard replaces, other != node, parent >= 0,
                    let place = store[parent].children.firstIndex(of: other.index)
                else { return }
                store.remove(other.index, &discarded)
                isReplaced = true
                try? store.insert(node.index, into: parent, at: place, &discarded)
            }
            if isReplaced { away.append(other) } else { try? stage.add(node, to: scene.nodes[0]) }
        }

        /// Has a node manage its children, or manage them otherwise, or no more.
        private func manage() {
            let node = any().index
            let modes: [Ranges?] = [.full, .minimum, .visibleOnly, .lowMemory, nil]
            let limits: [InterfaceState?] = [[.measured, .preload], .all, nil, nil]
            let (ranges, limit) = (modes[scene.random.below(5)], limits[scene.random.below(4)])
            let setsLimit = scene.random.below(4) == 0
            stage.change { store, _ in
                if setsLimit { store.setInterfaceLimit(limit, of: node) } else { store.setRanges(ranges, of: node) }
            }
        }

        /// Shows another tree, or the one that all else happens to.
        private func showAnother() throws {
            if scene.random.below(2) == 0 { return try showOwn() }
            let root = stage.node(.zero, scene.random.color())
            let content = DrawnContent(StripedDrawing(isOpaque: true))
            try stage.add(stage.node(scene.frame(), .black, content: content), to: root)
            try engine.setRoot(root, of: stage.surface)
        }

        func showOwn() throws { try engine.setRoot(scene.nodes[0], of: stage.surface) }

        /// The rare parts of an appearance.
        private func decorate() {
            let (node, values) = (any(), values())
            let hasBorder = scene.random.below(2) == 0
            stage.change { store, discarded in
                PresentedTests.set(values, of: node.index, in: &store, &discarded)
                store.changeAppearance(of: node.index, &discarded) {
                    $0.border = hasBorder ? BoxBorder(width: 2, color: values.borderColor) : nil
                }
            }
        }

        /// Ends all that is not the model's.
        func clear() throws {
            for exit in exits { #expect(try engine.endExit(exit)) }
            exits = []
            for node in scene.nodes { try engine.clearPresented(.all, of: node) }
        }

        /// Until nothing is held for what comes in its place either.
        func settle() throws {
            try showOwn()
            try stage.settle()
            let presentation = try #require(engine.surfaces[0])
            while !presentation.tree.holds.isEmpty { try engine.process(budget: nil) }
        }

        /// What the surface shows after all its layers are new.
        func pictureOfNewLayers() throws -> [UInt32] {
            try engine.setRoot(nil, of: stage.surface)
            try stage.settle()
            try stage.show(scene.nodes[0])
            try stage.composite()
            return stage.picture
        }
    }

    @Test(arguments: 0..<(isSanitized ? 4 : 12 as UInt64))
    func itEndsWithWhatTheModelShows(seed: UInt64) throws {
        let play = try Play(seed: seed)
        defer { play.stage.close() }
        for round in 0..<4 {
            for step in 0..<30 {
                try play.step()
                if play.scene.random.below(2) == 0 { try play.engine.process(budget: nil) }
                if play.scene.random.below(3) > 0 { continue }
                try play.stage.composite()
                let isSame = try play.stage.picture == BufferAgeTests.whole(play.stage)
                #expect(isSame, "seed \(seed), round \(round), step \(step)")
                if !isSame { return }
            }
            // Presented values are as good as the model's when they are read.
            for exit in play.exits { #expect(try play.engine.endExit(exit)) }
            play.exits = []
            try play.settle()
            try play.stage.composite()
            let isRead = try play.stage.showsWhatIsThere()
            #expect(isRead, "seed \(seed), round \(round)")
            let presented = play.stage.picture
            #expect(try play.pictureOfNewLayers() == presented, "seed \(seed), round \(round)")
            if round % 2 == 0 { continue }
            try play.clear()
            try play.settle()
            try play.stage.composite()
            let cleared = play.stage.picture
            #expect(try play.pictureOfNewLayers() == cleared, "seed \(seed), round \(round)")
            #expect(try play.engine.presented(of: play.scene.nodes[3]).fields == [])
        }
    }
}
