/// What the tree knows of a surface: its root and what changed below it since the owner thread's last turn.
public struct SurfaceState: Sendable {
    public fileprivate(set) var root: Int32 = -1
    /// What is to be the root once the one of now has been shown; -1 for nothing.
    public fileprivate(set) var nextRoot: Int32 = -1
    /// Pixels per logical unit.
    public fileprivate(set) var scale = 0.0
    /// A layout pass is due.
    public fileprivate(set) var needsLayout = false
    /// Layers have to be read again: those of `restructured`, or all.
    public fileprivate(set) var needsLayers = false
    /// The root, the size or the scale is another: all layers have to be read again.
    fileprivate var readsAllLayers = false
    /// Nodes whose frame or children changed, each once (`NodeFlags.restructured`).
    fileprivate var restructured: [Int32] = []
    /// Nodes that left while a layout pass was under way and have no layer yet: they live until it is shown; nil while
    /// none is.
    fileprivate var departed: [Int32]?
    /// Moves with every change that a layout pass depends on.
    public fileprivate(set) var layoutVersion: UInt64 = 0
    /// What made the next layout pass due; nil when it goes on with what the last one had no time for.
    fileprivate var cause: LayoutCause?
    fileprivate var isInUse = true
}

/// What makes a layout pass due.
public enum LayoutCause: Sendable {
    /// Host code that is no layout callback, or the surface itself.
    case change
    /// The layout callback of a node, or what it named, and nothing else.
    case callback(NodeID)
}

/// The surfaces of a context by number.
public struct SurfaceTable {
    private var states: [SurfaceState] = []

    public subscript(number: Int32) -> SurfaceState { states[Int(number)] }

    /// The numbers of those that show something.
    var shown: [Int32] { states.indices.filter { states[$0].root >= 0 }.map { Int32($0) } }

    /// Whether a layout pass is due, or layers have to be read.
    public var needWork: Bool { states.contains { $0.needsLayout || $0.needsLayers } }

    mutating func add() -> Int32 {
        if let unused = states.firstIndex(where: { !$0.isInUse }) {
            let version = states[unused].layoutVersion
            states[unused] = SurfaceState()
            states[unused].layoutVersion = version + 1
            return Int32(unused)
        }
        states.append(SurfaceState())
        return Int32(states.count - 1)
    }

    /// Gives the number of a surface back that shows nothing any more.
    mutating func remove(_ number: Int32) {
        states[Int(number)].isInUse = false
        states[Int(number)].needsLayout = false
        states[Int(number)].needsLayers = false
        states[Int(number)].restructured = []
    }

    mutating func removeAll() { states = [] }

    public mutating func setScale(_ scale: Double, of number: Int32) { states[Int(number)].scale = scale }

    mutating func setRoot(_ root: Int32, of number: Int32) { states[Int(number)].root = root }
    mutating func setNextRoot(_ root: Int32, of number: Int32) { states[Int(number)].nextRoot = root }

    /// `callback`: the node whose layout callback is the reason.
    mutating func setNeedsLayout(_ number: Int32, _ callback: NodeID?) {
        if let callback {
            if states[Int(number)].cause == nil { states[Int(number)].cause = .callback(callback) }
        } else {
            states[Int(number)].cause = .change
        }
        states[Int(number)].needsLayout = true
        states[Int(number)].layoutVersion &+= 1
    }

    /// Says whether a layout pass is due, and that it begins.
    public mutating func takeNeedsLayout(_ number: Int32) -> Bool {
        defer { states[Int(number)].needsLayout = false }
        return states[Int(number)].needsLayout
    }

    /// Says what made the pass due that begins.
    public mutating func takeLayoutCause(_ number: Int32) -> LayoutCause? {
        defer { states[Int(number)].cause = nil }
        return states[Int(number)].cause
    }

    /// A pass did not get to the end: another one goes on, for the same version.
    public mutating func continueLayout(_ number: Int32) { states[Int(number)].needsLayout = true }

    mutating func setNeedsAllLayers(_ number: Int32) {
        states[Int(number)].needsLayers = true
        states[Int(number)].readsAllLayers = true
    }

    mutating func noteRestructured(_ node: Int32, of number: Int32) {
        states[Int(number)].restructured.append(node)
        states[Int(number)].needsLayers = true
    }

    /// Keeps a node that leaves, for whoever calls `takeDeparted`; false when nobody is going to.
    mutating func noteDeparted(_ node: Int32, from number: Int32) -> Bool {
        if states[Int(number)].departed == nil { return false }
        states[Int(number)].departed?.append(node)
        return true
    }

    /// Hands out those that left. From now on others are kept, or not.
    mutating func takeDeparted(_ number: Int32, keepsOthers: Bool) -> [Int32] {
        defer { states[Int(number)].departed = keepsOthers ? [] : nil }
        return states[Int(number)].departed ?? []
    }

    /// The nodes whose frame or children changed, which stay in the list.
    func restructured(_ number: Int32) -> [Int32] { states[Int(number)].restructured }

    /// The nodes whose frame or children changed; nil when all layers have to be read. Nothing is left to read then.
    mutating func takeRestructured(_ number: Int32) -> [Int32]? {
        let taken = states[Int(number)].readsAllLayers ? nil : states[Int(number)].restructured
        states[Int(number)].restructured = []
        states[Int(number)].needsLayers = false
        states[Int(number)].readsAllLayers = false
        return taken
    }
}
