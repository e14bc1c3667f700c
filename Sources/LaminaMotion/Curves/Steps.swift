import Glibc
public import LaminaGeometry

/// steps() of CSS: a staircase of `count` steps.
public struct Steps: Equatable, Sendable {
    /// Where a step is taken at the ends (CSS Easing 1, 2.3.1).
    public enum Jump: String, CaseIterable, Sendable {
        case start = "jump-start"
        case end = "jump-end"
        case both = "jump-both"
        case none = "jump-none"
    }

    public let count: Int
    public let jump: Jump

    /// `count` is at least 1, with `Jump.none` at least 2, and at most a million.
    public init(count: Int, jump: Jump = .end) throws(LaminaError) {
        let least = jump == .none ? 2 : 1
        guard count >= least, count <= 1_000_000 else {
            throw LaminaError(
                .invalidArgument, "steps() has \(count) steps; with \(jump.rawValue) it takes \(least) to 1,000,000")
        }
        (self.count, self.jump) = (count, jump)
    }

    /// The step that x lies on. `before`: the time lies before the beginning, where a jump exactly there is still to
    /// come (CSS's "before flag").
    public func value(at x: Double, before: Bool = false) -> Double {
        if x.isNaN { return 0 }
        let position = min(max(x, -1e9), 1e9) * Double(count)
        var step = position.rounded(.down)
        if jump == .start || jump == .both { step += 1 }
        if before && position == position.rounded(.down) { step -= 1 }
        if x >= 0 && step < 0 { step = 0 }
        let jumps =
            switch jump {
            case .start, .end: Double(count)
            case .both: Double(count + 1)
            case .none: Double(count - 1)
            }
        if x <= 1 && step > jumps { step = jumps }
        return step / jumps
    }
}
