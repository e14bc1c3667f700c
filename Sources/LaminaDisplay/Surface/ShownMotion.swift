public import LaminaNode

/// Something that moves, as a developer sees it.
public struct ShownMotion: Sendable {
    public var label: String
    /// The share of its time that is over, 0...1.
    public var time: Double
    /// Where it is on its way at even shares of its time, from the first to the last: 0 is its beginning, 1 its end.
    public var curve: [Double]

    public init(label: String, time: Double, curve: [Double]) {
        (self.label, self.time, self.curve) = (label, time, curve)
    }
}

/// What moves at the moment.
public struct ShownMotions: Sendable {
    /// As many as are of use.
    public var first: [ShownMotion] = []
    public var count = 0
    /// Nodes of which something moves.
    public var nodes: Set<NodeID> = []

    public init() {}

    static func + (a: ShownMotions, b: ShownMotions) -> ShownMotions {
        var sum = a
        sum.first += b.first.prefix(max(0, MotionPanel.most - a.first.count))
        sum.count += b.count
        sum.nodes.formUnion(b.nodes)
        return sum
    }
}

extension Engine {
    /// What drivers move, for surfaces that show it.
    func shownMotions() -> ShownMotions {
        drivers.reduce(ShownMotions()) { $0 + $1.motions(atMost: MotionPanel.most, in: self) }
    }

    /// What drivers but one move, a line each.
    public func labels(besides driver: any FrameDriver) -> [String] {
        drivers.filter { $0 !== driver }.flatMap { $0.motions(atMost: .max, in: self).first.map(\.label) }
    }

    /// Surfaces that show what moves are to show it as it is in this frame.
    func noteShownMotions() {
        let watching = surfaces.values.filter { $0.overlay.contains(.motion) }
        if watching.isEmpty { return }
        let moves = drivers.contains { $0.motions(atMost: 0, in: self).count > 0 }
        for presentation in watching where moves || presentation.showsMotion { presentation.tree.damageAll() }
    }
}
