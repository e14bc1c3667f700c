public import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// What scrolls by itself, for developers: in the overlay of a surface.
extension Scrolling {
    public func motions(atMost most: Int, in engine: Engine) -> ShownMotions {
        var motions = ShownMotions()
        let moving = ordered.filter { $0.scroller.isMoving }
        if moving.isEmpty { return motions }
        let names = most > 0 ? engine.names(ofNodes: moving.map(\.node)) : [:]
        for content in moving {
            for axis in Axis.allCases {
                guard let movement = content.scroller[axis] else { continue }
                motions.count += 1
                if motions.first.count == most { continue }
                let name =
                    names[content.node].map { String(decoding: $0, as: UTF8.self) } ?? "node \(content.node.index)"
                let duration = movement.duration
                let share = duration > 0 ? min(movement.seconds / duration, 1) : 1
                motions.first.append(
                    ShownMotion(
                        label: "\(name), scrolls \(axis == .x ? "x" : "y"), \(Int((share * 100).rounded()))%,"
                            + " \(movement.name)",
                        time: share, curve: movement.way(in: duration)))
            }
        }
        motions.nodes = Set(moving.map(\.node))
        return motions
    }
}

extension ScrollMovement {
    fileprivate var name: String {
        switch path {
        case .physics(.bouncing): "bounces at its edge"
        case .physics(.fling): "fling"
        case .physics(.spring): "spring"
        case .timed: "command"
        }
    }

    /// Seconds until it rests; of physics to a thousandth, up to a minute.
    fileprivate var duration: Double {
        guard case .physics(let motion) = path else {
            if case .timed(_, let movement) = path { return movement.duration }
            return 0
        }
        var (low, high) = (0.0, 60.0)
        while high - low > 0.001 {
            let middle = (low + high) / 2
            if motion.isAtRest(at: middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// The share of the way that is over at 29 even places of its time.
    fileprivate func way(in duration: Double) -> [Double] {
        func position(_ time: Double) -> Double {
            switch path {
            case .physics(let motion): motion.position(at: time)
            case .timed(let timing, let movement): movement.value(at: time, of: timing)[0]
            }
        }
        let (from, to) = (position(0), position(duration))
        return (0...28).map { place in
            to == from ? 0 : (position(Double(place) / 28 * duration) - from) / (to - from)
        }
    }
}
