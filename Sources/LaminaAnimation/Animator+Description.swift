public import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// What moves, for developers: as lines for logs and tests, and in the overlay of a surface.
extension Animator {
    /// All animations, a line each, and what else moves.
    public func description(in engine: Engine) -> String {
        let names = engine.names(ofNodes: animations.filter { !$0.isOver }.map(\.node))
        var text = "\(count) animations\n"
        for animation in animations where !animation.isOver {
            let percent = (animation.playback.progress(at: shownFrame) * 100).rounded()
            text += "  \(animation.number): \(animation.subject(names)), \(animation.timing.name), "
            text += "\(Int(percent))% at speed \(animation.playback.speed)"
            if let group = animation.group { text += ", of \(group.number)" }
            text += animation.endsAtModel ? ", to the model\n" : "\n"
        }
        for label in engine.labels(besides: self) { text += "  \(label)\n" }
        return text
    }

    public func motions(atMost most: Int, in engine: Engine) -> ShownMotions {
        var motions = ShownMotions()
        motions.count = count
        if most == 0 || count == 0 { return motions }
        let shown = animations.lazy.filter { !$0.isOver }.prefix(most)
        let names = engine.names(ofNodes: shown.map(\.node))
        motions.first = shown.map { animation in
            let percent = (animation.playback.progress(at: shownFrame) * 100).rounded()
            return ShownMotion(
                label: "\(animation.subject(names)), \(Int(percent))%, \(animation.timing.name)",
                time: animation.shownTime(at: shownFrame), curve: animation.way)
        }
        motions.nodes = Set(animations.lazy.filter { $0.needsNode }.map(\.node))
        return motions
    }
}

extension Animation {
    fileprivate func subject(_ names: [NodeID: [UInt8]]) -> String {
        let name = names[node].map { String(decoding: $0, as: UTF8.self) } ?? "node \(node.index)"
        // The tracks of numbers that no node has are of no field.
        var fields: String {
            tracks.lazy.filter { $0.field.part.isSame(as: .shape(.linear)) }.map(\.field.name).joined(separator: ", ")
        }
        switch target {
        case .node: return "\(name), \(fields)"
        case .addition: return "\(name), adds \(fields)"
        case .exit: return "\(name), which left, \(fields)"
        case .values(let values): return "\(values.count) values"
        case .progress(let number): return "progress of \(number)"
        }
    }

    /// The share of a run that is over.
    fileprivate func shownTime(at frame: UInt64) -> Double {
        switch playback.phase(at: frame) {
        case .waiting: return 0
        case .running(let time, _), .over(let time): return duration > 0 ? min(max(time / duration, 0), 1) : 1
        }
    }

    /// Of its longest value the number that goes farthest, at 29 even places of its time.
    fileprivate var way: [Double] {
        guard let track = tracks.max(by: { $0.duration < $1.duration }) else { return [] }
        let (from, to) = (track.value(at: 0, of: timing), track.value(at: track.duration, of: timing))
        let places = (0...28).map { track.value(at: Double($0) / 28 * track.duration, of: timing) }
        func distance(_ index: Int) -> Double { abs(to[index] - from[index]) }
        let channel = from.indices.max { distance($0) < distance($1) } ?? 0
        let whole = to[channel] - from[channel]
        return places.map { whole == 0 ? 0 : ($0[channel] - from[channel]) / whole }
    }

    private var duration: Double { Self.duration(of: tracks) }
}

extension AnimatedField {
    private static let names = [
        "position", "size", "bounds origin", "opacity", "transform", "corner radii", "background", "border color",
        "shadow", "z position", "gradient",
    ]

    var name: String { Self.names[field.rawValue.trailingZeroBitCount] }
}

extension Timing {
    var name: String {
        func short(_ number: Double) -> String { ((number * 1000).rounded() / 1000).plainText }
        switch self {
        case .curve(_, let duration): return "curve of \(short(duration)) s"
        case .spring(let spring):
            let (stiffness, damping) = (short(spring.stiffness), short(spring.damping))
            return "spring of stiffness \(stiffness), damping \(damping), mass \(short(spring.mass))"
        case .decay(let drag): return "decay by \(drag)"
        }
    }
}
