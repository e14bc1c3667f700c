import LaminaGeometry
import LaminaLayout

@testable import LaminaNode

/// Numbers that a seed decides.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ n: Int) -> Int { Int(next() % UInt64(n)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// Random trees under random edits.
struct RandomGrove {
    let grove = LayoutGrove()
    var random: SeededNumbers
    let root: Int32
    /// All nodes there ever were; some are gone.
    var nodes: [NodeID] = []
    /// Whether host code makes specs, which may take nodes from one another at each layout.
    private let hasSpecMakers: Bool

    init(seed: UInt64, hasSpecMakers: Bool = true) throws {
        random = SeededNumbers(seed: seed)
        self.hasSpecMakers = hasSpecMakers
        root = grove.node()
        nodes.append(grove.store.id(root))
        try grow(root, depth: 0)
    }

    private mutating func add(_ area: Double? = nil) -> Int32 {
        let node = grove.node(area)
        nodes.append(grove.store.id(node))
        return node
    }

    private mutating func leaf() -> Int32 {
        let node = random.chance(70) ? add(Double(random.below(300))) : add()
        if random.chance(50) { restyle(node) }
        return node
    }

    private mutating func grow(_ node: Int32, depth: Int) throws {
        var children: [Int32] = []
        for _ in 0..<(1 + random.below(4)) {
            let child = depth < 3 && random.chance(45) ? add() : leaf()
            children.append(child)
        }
        try grove.arrange(node, spec(children))
        for child in children where grove.store[child].content == nil && depth < 3 && random.chance(80) {
            try grow(child, depth: depth + 1)
        }
    }

    mutating func restyle(_ node: Int32) {
        let n = (0..<13).map { _ in random.below(100) }
        func dimension(_ value: Int) -> Dimension {
            value < 55 ? .auto : value < 85 ? .points(Double(value)) : .fraction(Double(value - 84) / 16)
        }
        grove.style(node) { style in
            style.width = dimension(n[0])
            style.height = dimension(n[1])
            style.minWidth = n[2] < 90 ? .auto : dimension(n[3])
            style.maxHeight = n[4] < 90 ? .auto : dimension(n[3])
            style.flexGrow = n[5] < 60 ? 0 : Double(n[6] % 3)
            style.flexShrink = n[7] < 50 ? 0 : 1
            style.flexBasis = n[8] < 85 ? .auto : dimension(n[9])
            style.alignSelf = n[10] < 80 ? .auto : n[10] < 90 ? .center : .stretch
            style.spacingBefore = n[11] < 80 ? 0 : Double(n[11] - 85)
            style.layoutDirection = n[12] < 80 ? .inherit : n[12] < 92 ? .rightToLeft : .leftToRight
        }
    }

    mutating func spec(_ nodes: [Int32]) -> LayoutSpec {
        var elements = nodes.map { SpecChild.node(grove.store.id($0)) }
        var made: LayoutSpec?
        while made == nil || elements.count > 1 {
            var style = ElementStyle()
            if random.chance(30) { style.flexGrow = 1 }
            if random.chance(30) { style.flexShrink = 1 }
            if random.chance(10) { style.layoutDirection = random.chance(70) ? .rightToLeft : .leftToRight }
            let count = min(elements.count, 1 + random.below(3))
            var taken = Array(elements.prefix(count))
            let kind: Spec
            switch random.below(10) {
            case 0:
                kind = .inset(InsetSpec(EdgeInsets(top: 3, left: Double(random.below(9)), bottom: 1.5, right: 2)))
                taken = Array(taken.prefix(1))
            case 1 where count >= 2:
                kind = random.chance(50) ? .overlay : .background
                taken = Array(taken.prefix(2))
            case 2:
                kind = .center(CenterSpec(centering: .xy, sizing: random.chance(50) ? .minXY : .default))
                taken = Array(taken.prefix(1))
            case 3:
                kind = .ratio(RatioSpec(0.7))
                taken = Array(taken.prefix(1))
            case 4: kind = .absolute(AbsoluteSpec(random.chance(50) ? .fit : .default))
            case 5: kind = .wrapper
            default:
                kind = .stack(
                    StackSpec(
                        direction: random.chance(50) ? .vertical : .horizontal, spacing: Double(random.below(5)),
                        justify: random.chance(80) ? .start : .spaceBetween,
                        alignItems: [.stretch, .start, .center, .baselineFirst, .baselineLast][random.below(5)],
                        wraps: random.chance(20)))
                taken = random.chance(70) ? elements : taken
            }
            elements.removeFirst(taken.count)
            let spec = LayoutSpec(kind, style: style, children: taken)
            made = spec
            elements.insert(.spec(spec), at: random.below(elements.count + 1))
        }
        return made!
    }

    /// A living node other than the root.
    private mutating func pick() -> Int32? {
        for _ in 0..<8 {
            if let node = grove.store.find(nodes[random.below(nodes.count)]), node != root { return node }
        }
        return nil
    }

    /// Host code of all three kinds.
    private mutating func setLayoutCallback(_ node: Int32) {
        var discarded = Discarded()
        guard grove.store[node].content == nil else { return }
        let children = grove.store[node].children.map { grove.store.id($0) }
        let method: LayoutMethod =
            switch random.below(hasSpecMakers ? 3 : 2) {
            case 0: .measured(AreaMeasuring(Double(random.below(200))))
            case 1: .custom(Staircase())
            default: .provided(RowOrColumn(nodes: children, grove: grove))
            }
        grove.store.setLayoutMethod(method, of: node, &discarded)
    }

    /// Whether some layout spec callback names a node that went elsewhere since: such a node moves at every layout that
    /// is applied.
    var hasStrays: Bool {
        nodes.contains { id in
            guard let node = grove.store.find(id), case .provided(let maker)? = grove.store[node].layout?.method,
                let maker = maker as? RowOrColumn
            else { return false }
            return maker.nodes.contains { name in
                guard let child = grove.store.find(name) else { return false }
                return grove.store[child].parent != node
            }
        }
    }

    mutating func edit() throws {
        guard let node = pick() else { return }
        var discarded = Discarded()
        switch random.below(21) {
        case 0...4:
            if grove.store[node].content != nil {
                grove.store.setContent(AreaContent(Double(random.below(400))), of: node, &discarded)
            }
        case 5...8: restyle(node)
        case 9, 10:  // another spec for the same children
            let children = Array(grove.store[node].children)
            if !children.isEmpty { try grove.arrange(node, spec(children.shuffled(using: &random))) }
        case 11:
            let child = leaf()
            try grove.arrange(node, spec(Array(grove.store[node].children) + [child]))
        case 12: grove.store.remove(node, &discarded)
        case 13:  // by hand, wherever that is allowed
            if let other = pick() { try? grove.store.add(node, to: other, &discarded) }
        case 14, 15:
            let rect = Rect(x: Double(random.below(50)), y: 3, width: Double(random.below(90)), height: 40.5)
            grove.store.setFrame(rect, of: node)
        case 16: try grove.arrange(node, nil)
        case 17:
            if let other = pick() { try? grove.arrange(node, spec([other])) }
        case 18: setLayoutCallback(node)
        case 19:
            let direction = [LayoutDirection.inherit, .rightToLeft, .leftToRight][random.below(3)]
            if random.chance(20) {
                grove.store.setRunsRightToLeft(random.chance(50))
            } else {
                let chosen = random.chance(30) ? root : node
                grove.store.changeStyle(of: chosen, &discarded) { $0.layoutDirection = direction }
            }
        default: _ = try? grove.store.moveChild(of: node, from: 0, to: grove.store[node].children.count - 1)
        }
    }
}

final class AreaMeasuring: NodeMeasuring {
    let content: AreaContent
    init(_ area: Double) { content = AreaContent(area) }
    func measure(_ node: NodeID, range: SizeRange) -> LayoutMeasurement { content.size(range) }
}

/// Children from the top left to the bottom right; the third is left out.
final class Staircase: CustomLayout {
    func arrange(_ node: NodeID, range: SizeRange, by arranger: any ChildLayout) {
        var corner = Point.zero
        for (number, child) in arranger.children.enumerated() where number != 2 {
            let room = SizeRange(min: .zero, max: Size(width: range.max.width, height: .infinity))
            guard var size = try? arranger.measure(child, range: room) else { continue }
            // One child gets a size that it was not measured with.
            if number == 1 { size.width += 3 }
            try? arranger.place(child, frame: Rect(origin: corner, size: size))
            corner = corner + Point(x: size.width, y: size.height)
        }
        arranger.setSize(Size(width: corner.x, height: corner.y))
    }
}

/// A row of all nodes where there is room, a column of some where not.
final class RowOrColumn: SpecProviding, @unchecked Sendable {  // tests use it on one thread
    let nodes: [NodeID]
    /// Whose store holds this.
    private unowned let grove: LayoutGrove

    init(nodes: [NodeID], grove: LayoutGrove) {
        self.nodes = nodes
        self.grove = grove
    }

    func spec(for node: NodeID, range: SizeRange) -> ProvidedSpec? {
        if nodes.isEmpty { return nil }
        let isWide = range.max.width > 260
        let spec = LayoutSpec(
            .stack(StackSpec(direction: isWide ? .horizontal : .vertical)), style: ElementStyle(),
            children: nodes.prefix(isWide ? nodes.count : 2).map { .node($0) })
        return grove.withNodes { store in
            store.hold(spec)
            return ProvidedSpec(spec, keeper: store.specKeeper)
        }
    }
}
