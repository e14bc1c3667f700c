public import LaminaGeometry

/// Light colours on dark ground, or the other way round.
public enum ColorScheme: Int32, Sendable {
    case inherit = 0
    case light = 1
    case dark = 2
}

/// What is said at a node of its surroundings, for it and all below it.
public struct NodeTraits: Equatable, Sendable {
    public var scheme = ColorScheme.inherit
    /// Times the size of all texts; nil takes over what holds above.
    public var textSize: Double?
    public var tint: Color?

    public init() {}
}

/// What holds at a node.
public struct ResolvedTraits: Equatable, Sendable {
    public var isDark = false
    public var textSize = 1.0
    /// The blue that UIKit tints with, as Texture's default.
    public var tint = Color(red: 0, green: 0.478, blue: 1, alpha: 1)

    public init() {}

    func applying(_ traits: NodeTraits) -> ResolvedTraits {
        var result = self
        if traits.scheme != .inherit { result.isDark = traits.scheme == .dark }
        result.textSize = traits.textSize ?? textSize
        result.tint = traits.tint ?? tint
        return result
    }
}

/// Contents for other traits than before.
public struct AdaptedContent {
    public enum Effect { case none, redraw, remeasure }
    public let content: any NodeContent
    public let effect: Effect

    public init(_ content: any NodeContent, _ effect: Effect) {
        self.content = content
        self.effect = effect
    }
}

/// Traits are pushed down when they or the place of a node change, to what depends on them; reading layers and drawing
/// know nothing of them. While none are set, nobody searches for them.
extension NodeStore {
    /// What holds where no node says anything.
    public var contextTraits: ResolvedTraits { ResolvedTraits().applying(traits.ofContext ?? NodeTraits()) }

    /// What holds at a node; walks up, which costs the depth.
    public func traits(of node: Int32) -> ResolvedTraits { traits(of: node, [:]) }

    /// The same where nodes stand in others that are not their parents yet.
    private func traits(of node: Int32, _ futureParents: [NodeID: NodeID]) -> ResolvedTraits {
        if traits.isEmpty { return ResolvedTraits() }
        var path: [NodeTraits] = []
        var ancestor = node
        while ancestor >= 0 {
            if self[ancestor].flags.contains(.traits), let given = traits[ancestor] { path.append(given) }
            ancestor = parent(of: ancestor, futureParents)
        }
        return path.reversed().reduce(contextTraits) { $0.applying($1) }
    }

    /// The node's parent, or the one that it is going to have; -1 for none.
    func parent(of node: Int32, _ futureParents: [NodeID: NodeID]) -> Int32 {
        let parent = self[node].parent
        return parent < 0 ? futureParents[id(node)].flatMap { place(of: $0) } ?? -1 : parent
    }

    /// Says what holds at a node and below it, where nothing else is said.
    public mutating func setTraits(_ given: NodeTraits, of node: Int32, _ discarded: inout Discarded) {
        if given == traits[node] ?? NodeTraits() { return }
        if given == NodeTraits() {
            traits.set(nil, of: node)
            self[node].flags.remove(.traits)
        } else {
            traits.set(given, of: node)
            self[node].flags.insert(.traits)
        }
        adaptAll(below: node, &discarded)
    }

    /// Says what holds where no node says anything.
    public mutating func setContextTraits(_ given: NodeTraits, _ discarded: inout Discarded) {
        if given == traits.ofContext ?? NodeTraits() { return }
        traits.setOfContext(given == NodeTraits() ? nil : given)
        forEachRoot { store, node in store.adaptAll(below: node, &discarded) }
    }

    /// Hands the traits that hold at a node, which has another place, to what depends on them there and below.
    mutating func adapt(below top: Int32, _ discarded: inout Discarded) {
        if !traits.isEmpty { adaptAll(below: top, &discarded) }
    }

    /// The same where the last that was set may just have been taken away.
    mutating func adaptAll(below top: Int32, _ discarded: inout Discarded) {
        adaptAll(below: top, traits(of: top), &discarded)
    }

    /// The same for a node that is going to be the child of another.
    mutating func adaptAll(below top: Int32, _ futureParents: [NodeID: NodeID], _ discarded: inout Discarded) {
        adaptAll(below: top, traits(of: top, futureParents), &discarded)
    }

    /// Whether traits are set anywhere.
    var hasTraits: Bool { !traits.isEmpty }

    private mutating func adaptAll(below top: Int32, _ held: ResolvedTraits, _ discarded: inout Discarded) {
        var pending = [(node: top, traits: held)]
        while let (node, held) = pending.popLast() {
            adapt(node, to: held, &discarded)
            // What places its children draws them, too.
            if self[node].flags.contains(.placesChildren) { noteChange(node) }
            for child in self[node].children {
                var below = held
                if self[child].flags.contains(.traits), let given = traits[child] { below = held.applying(given) }
                pending.append((child, below))
            }
        }
    }

    /// Hands the traits that hold at a node to its contents, which are new.
    mutating func adaptContent(of node: Int32, _ discarded: inout Discarded) {
        if !traits.isEmpty { adapt(node, to: traits(of: node), &discarded) }
    }

    private mutating func adapt(_ node: Int32, to held: ResolvedTraits, _ discarded: inout Discarded) {
        var text: Color?
        if self[node].flags.contains(.dynamic), let colors = traits.colors(of: node) {
            apply(colors, isDark: held.isDark, to: node, &discarded)
            text = colors[.text]?.color(isDark: held.isDark)
        }
        guard let old = self[node].content, let adapted = old.adapted(to: held, textColor: text) else { return }
        discarded.append(old)
        self[node].content = adapted.content
        if adapted.effect == .none { return noteChange(node) }
        setNeedsDisplay(node)
        if adapted.effect == .remeasure {
            noteFlexLeaf(node)
            noteContentChange(of: node)
        }
    }

    /// Forgets what was said at a node that ends.
    mutating func dropTraits(of node: Int32) {
        if self[node].flags.contains(.traits) { traits.set(nil, of: node) }
        if self[node].flags.contains(.dynamic) { traits.removeColors(of: node) }
    }
}
