import LaminaGeometry
import LaminaLayout
import LaminaLock

/// Roots that have nothing to do with each other, solved on several threads: the cells of a feed that somebody places
/// by hand.
extension LayoutSolver {
    /// Fewer leaves than these are measured in the time that it takes to wake a thread.
    private static let leavesWorthThreads = 12

    /// Solves all roots of a snapshot.
    ///
    /// A measurement depends on its constraints only, so it is the same to the bit on however many threads.
    public func layOut(_ snapshot: LayoutSnapshot) -> TreeLayout {
        guard environment.isConcurrent && Self.gainsFromThreads(snapshot) else {
            return TreeLayout(parts: snapshot.roots.indices.compactMap { solveRoot($0, snapshot) })
        }
        typealias Solved = (found: NodeLayoutResult?, harvest: Harvest)
        let (setting, storesFindings) = (setting, storesFindings)
        let done = Locked<[Solved?]>(.leaf, Array(repeating: nil, count: snapshot.roots.count))
        environment.runConcurrently(snapshot.roots.count) { number, environment in
            let helper = LayoutSolver(environment, setting: setting, storesFindings: storesFindings)
            let solved: Solved = (helper.solveRoot(number, snapshot), helper.harvest())
            done.withLock { $0[number] = solved }
        }
        var parts: [NodeLayoutResult] = []
        for case let solved? in done.withLock({ $0 }) {
            take(solved.harvest)
            if let found = solved.found { parts.append(found) }
        }
        return TreeLayout(parts: parts)
    }

    /// Whether there is enough to do, and nothing of it by host code, which is called on one thread at a time unless
    /// the host allows more.
    private static func gainsFromThreads(_ snapshot: LayoutSnapshot) -> Bool {
        if snapshot.roots.count < 2 || snapshot.contents.count < leavesWorthThreads { return false }
        if snapshot.contents.contains(where: { $0 is HostLeaf }) { return false }
        return snapshot.steps.allSatisfy { step in
            guard case .solve(let part) = step else { return true }
            return part.delegated.allSatisfy { if case .known = $0.source { true } else { false } }
        }
    }
}
