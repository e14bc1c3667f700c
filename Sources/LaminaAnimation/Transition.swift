import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// How a node appears or leaves.
public enum TransitionEffect: Int32, Sendable {
    /// At once.
    case none = 0
    case fade = 1
    /// It fades, and grows from four fifths of its size.
    case scale = 2
    /// It fades, and comes from the side by its own width or height.
    case left = 3
    case right = 4
    case top = 5
    case bottom = 6
}

/// How the changes that are made in a transition show.
public struct TransitionOptions {
    /// Its node and values do not count.
    public var animation: AnimationRequest
    public var appears = TransitionEffect.fade
    public var leaves = TransitionEffect.fade

    public init(_ animation: AnimationRequest) { self.animation = animation }
}

/// Changes of nodes that show as movements from what was shown before. Owner thread.
final class Transition {
    let options: TransitionOptions
    /// What the nodes had when it began, or at the last layout.
    var before: [NodeID: ShownNode] = [:]
    /// In the order of the tree.
    var order: [ShownNode] = []
    /// Layouts that it has looked at.
    var passes = 0
    private var underWay = 0
    private var isSettled = false
    private var allFinished = true
    var done: (@Sendable (Bool) -> Void)?

    init(_ options: TransitionOptions, before: [ShownNode]) {
        self.options = options
        note(before)
    }

    func note(_ nodes: [ShownNode]) {
        order = nodes
        before = Dictionary(minimumCapacity: nodes.count)
        for node in nodes { before[node.node] = node }
    }

    /// One of its animations begins; returns what is called when it is over.
    func begin(in animator: Animator) -> @Sendable (Bool) -> Void {
        underWay += 1
        let owned = OwnedTransition(transition: self, animator: animator)
        return { finished in owned.ended(finished) }
    }

    fileprivate func ended(_ finished: Bool, in animator: Animator) {
        underWay -= 1
        if !finished { allFinished = false }
        complete(in: animator)
    }

    /// All that it changes is known.
    func settle(finished: Bool = true, in animator: Animator) {
        if isSettled { return }
        isSettled = true
        if !finished { allFinished = false }
        (before, order) = ([:], [])
        complete(in: animator)
    }

    private func complete(in animator: Animator) {
        guard isSettled, underWay == 0, let done else { return }
        self.done = nil
        animator.call(done, allFinished)
    }
}

/// Carried by completions, which run on the owner thread.
private struct OwnedTransition: @unchecked Sendable {  // opened on the owner thread alone
    let transition: Transition
    weak var animator: Animator?

    func ended(_ finished: Bool) {
        if let animator { transition.ended(finished, in: animator) }
    }
}
