public import LaminaGeometry
public import LaminaLayout

/// Whoever knows how large the contents of nodes are.
public protocol FlexContentMeasurer {
    /// How large the content is, without padding and border.
    mutating func measure(_ content: any NodeContent, width: FlexSpace, height: FlexSpace) -> LeafSize
}

/// One pass over a kept flex tree: begun under the tree lock, solved without it on any thread, ended under it.
public struct FlexPass: ~Copyable, Sendable {
    let arrangement: FlexArrangement
    var tree: FlexTree
    let root: Int32
    public let request: FlexRequest
    private let leaves: FlexLeaves
    /// The root's size, once solved.
    public private(set) var size = Size.zero

    init(_ arrangement: FlexArrangement, _ tree: consuming FlexTree, root: Int32, request: FlexRequest) {
        self.arrangement = arrangement
        self.tree = tree
        self.root = root
        self.request = request
        leaves = arrangement.leaves
    }

    /// Finds all frames. Stack use grows with the depth of the tree.
    public mutating func solve(_ measurer: inout some FlexContentMeasurer) {
        var asked = LeafContents(leaves: leaves, measurer: measurer)
        tree.layout(
            root, width: Self.space(request.range.min.width, request.range.max.width),
            height: Self.space(request.range.min.height, request.range.max.height),
            rightToLeft: request.isRightToLeft, measurer: &asked)
        measurer = asked.measurer
        size = request.range.clamp(tree.frame(root).size)
    }

    private static func space(_ least: Double, _ most: Double) -> FlexSpace {
        least == most ? .exactly(most) : most == .infinity ? .maxContent : .atMost(most)
    }

    /// What the pass cost.
    public var statistics: FlexStatistics { tree.statistics }
}

/// Asks for the contents of leaves by their numbers.
private struct LeafContents<M: FlexContentMeasurer>: FlexMeasurer {
    let leaves: FlexLeaves
    var measurer: M

    mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LeafSize {
        guard let content = leaves[identifier].content else { return LeafSize(size: .zero) }
        return measurer.measure(content, width: width, height: height)
    }
}

/// How a flex pass can begin.
public enum FlexBeginning: ~Copyable, Sendable {
    case pass(FlexPass)
    /// Another thread is at it.
    case busy
}

extension NodeStore {
    /// Whether `node` is the root of a flex layout.
    public func isFlexRoot(_ node: Int32) -> Bool { self[node].flexProfile != nil && self[node].layout == nil }

    /// Whether the frames of the flex layout of `root` are the answer to `request`.
    @inline(__always)
    public func isFlexCurrent(_ root: Int32, _ request: FlexRequest) -> Bool {
        let number = self[root].flexTree
        guard number >= 0, let arrangement = flexArrangements[Int(number)], arrangement.root == root else { return false }
        return arrangement.answered == request && !arrangement.isAhead
    }

    /// Begins a pass over the flex layout of `root`, which `isFlexRoot`.
    public mutating func beginFlexPass(
        _ root: Int32, _ request: FlexRequest, _ discarded: inout Discarded
    ) -> FlexBeginning {
        let arrangement = flexArrangement(rootedAt: root, profile: self[root].flexProfile ?? .css)
        guard var tree = arrangement.tree.take() else { return .busy }
        synchronize(&tree, of: arrangement, &discarded)
        return .pass(FlexPass(arrangement, tree, root: self[root].flexElement, request: request))
    }

    /// Ends a pass: the nodes get the frames that changed, unless `applies` is false, and the tree is kept for the next one.
    public mutating func end(_ pass: consuming FlexPass, applies: Bool = true) {
        let arrangement = pass.arrangement
        if applies {
            if arrangement.isAhead {
                applyAllFrames(of: pass.tree, arrangement)
            } else {
                for element in pass.tree.changed { applyFrame(of: element, in: pass.tree, arrangement) }
                for element in arrangement.framedBefore { applyFrame(of: element, in: pass.tree, arrangement) }
            }
            arrangement.framedBefore = []
            arrangement.isAhead = false
            if self[arrangement.root].flexTree == arrangement.number {
                applyFlexFrame(Rect(origin: self[arrangement.root].frame.origin, size: pass.size), of: arrangement.root)
            }
        } else {
            arrangement.isAhead = arrangement.isAhead || !pass.tree.changed.isEmpty
        }
        arrangement.answered = arrangement.stale.isEmpty ? pass.request : nil
        arrangement.size = pass.size
        arrangement.tree = pass.takeTree()
    }

    private mutating func applyAllFrames(of tree: borrowing FlexTree, _ arrangement: FlexArrangement) {
        var pending = [self[arrangement.root].flexElement]
        while let element = pending.popLast() {
            applyFrame(of: element, in: tree, arrangement)
            var child = tree.firstChild(element)
            while let present = child {
                pending.append(present)
                child = tree.nextSibling(present)
            }
        }
    }

    @inline(__always)
    private mutating func applyFrame(
        of element: Int32, in tree: borrowing FlexTree, _ arrangement: FlexArrangement
    ) {
        let identifier = tree.identifier(element)
        let node = tree.isMeasured(element) ? arrangement.leaves[identifier].node : identifier
        // A node that has left since, or is another one by now, has no claim on the frame.
        guard self[node].flexElement == element, self[node].flexTree == arrangement.number, node != arrangement.root
        else { return }
        applyFlexFrame(tree.frame(element), of: node)
    }

    @inline(__always)
    private mutating func applyFlexFrame(_ frame: Rect, of node: Int32) {
        if self[node].frame == frame { return }
        applyFrame(frame, of: node)
    }
}

extension FlexPass {
    fileprivate consuming func takeTree() -> FlexTree { tree }
}
