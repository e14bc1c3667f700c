import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// What one track moves of a gradient, which is more than eight numbers.
enum GradientPart: Equatable {
    /// Where it leads, by the kind of shape.
    case shape(Kind)
    case stop(Int)

    enum Kind {
        case linear, radial, conic
    }

    /// Whether a track of one moves what one of the other does, whatever kinds of shape they have.
    func isSame(as other: GradientPart) -> Bool {
        if case .shape = self, case .shape = other { return true }
        return self == other
    }
}

/// The fields that some values move in, in the order of their bits; a gradient by its parts.
struct AnimatedFields: Sequence, IteratorProtocol {
    private var rest: UInt32
    private var parts: [GradientPart] = []

    /// A gradient has the parts of all that it passes. One with fewer stops counts as if it repeated its last, and
    /// another kind of shape than that of the end is there at once.
    init(
        _ request: AnimationRequest, from shown: borrowing PresentedValues, to target: borrowing PresentedValues
    ) {
        rest = request.values.fields.rawValue
        if !request.values.fields.contains(.gradient) { return }
        let passed = request.keyframes.lazy.filter { $0.values.fields.contains(.gradient) }.map(\.values.gradient)
        parts = GradientPart.all(of: ([shown.gradient] + passed + [target.gradient]).compactMap { $0 }).reversed()
    }

    @inline(__always)
    mutating func next() -> AnimatedField? {
        if rest == 0 { return nil }
        let field = PresentedFields(rawValue: 1 << UInt32(rest.trailingZeroBitCount))
        if field == .gradient, let part = parts.popLast() {
            if parts.isEmpty { rest &= rest - 1 }
            return AnimatedField(field: field, part: part)
        }
        rest &= rest - 1
        return AnimatedField(field: field)
    }
}

extension GradientPart {
    static func all(of gradients: [Gradient]) -> [GradientPart] {
        let count = gradients.lazy.map(\.stops.count).max() ?? 0
        return [.shape(gradients.last?.kind ?? .linear)] + (0..<count).map { .stop($0) }
    }
}

/// Gradients as numbers. The last one of each part is 1, and 0 for what is not there.
extension Gradient {
    var kind: GradientPart.Kind {
        switch shape {
        case .linear: .linear
        case .radial: .radial
        case .conic: .conic
        }
    }

    func channels(_ part: GradientPart) -> Channels {
        switch (part, shape) {
        case (.stop(let number), _):
            let stop = stops[min(number, stops.count - 1)]
            var channels = Channels(stop.color)
            (channels[4], channels[7]) = (stop.offset, 1)
            return channels
        case (.shape(.linear), .linear(let from, let to)): return Channels(from.x, from.y, to.x, to.y, 0, 0, 0, 1)
        case (.shape(.radial), .radial(let center, let radii)):
            return Channels(center.x, center.y, radii.width, radii.height, 0, 0, 0, 1)
        case (.shape(.conic), .conic(let center, let angle)):
            return Channels(center.x, center.y, angle, 0, 0, 0, 0, 1)
        case (.shape, _): return .zero
        }
    }

    /// What is not there stands where the other is, and has no colour.
    static func matched(_ channels: Channels, to other: Channels, _ part: GradientPart) -> Channels {
        if channels[7] != 0 { return channels }
        var matched = other
        if case .stop = part { matched.lowHalf = .zero }
        return matched
    }

    /// Shapes are put before stops, and these in their order: springs would have them overtake each other.
    static func put(_ channels: Channels, _ part: GradientPart, into gradient: inout Gradient?) {
        func within(_ index: Int, _ range: ClosedRange<Double>) -> Double {
            min(max(channels[index], range.lowerBound), range.upperBound)
        }
        func point(_ index: Int) -> Point {
            Point(x: within(index, Limits.shares), y: within(index + 1, Limits.shares))
        }
        let kind: GradientPart.Kind
        switch part {
        case .stop:
            let offset = within(4, (gradient?.stops.last?.offset ?? 0)...1)
            gradient?.stops.append(Stop(offset: offset, color: Color(channels)))
            return
        case .shape(let given): kind = given
        }
        if channels[7] == 0 {
            gradient = nil
            return
        }
        switch kind {
        case .linear: gradient = Gradient(.linear(from: point(0), to: point(2)), stops: [])
        case .radial:
            let radii = Size(width: within(2, Limits.radiusShares), height: within(3, Limits.radiusShares))
            gradient = Gradient(.radial(center: point(0), radii: radii), stops: [])
        case .conic: gradient = Gradient(.conic(center: point(0), angle: channels[2]), stops: [])
        }
    }
}

extension Animator {
    /// Takes away what is left of a gradient when others move its first parts.
    func takeRest(ofGradient node: NodeID, behind tracks: ContiguousArray<AnimationTrack>, in engine: Engine) {
        guard let last = tracks.last(where: { $0.field.field == .gradient })?.field.part else { return }
        let next = if case .stop(let number) = last { number + 1 } else { 0 }
        takeStops(of: node, from: next, in: engine)
    }

    /// Takes all stops of its gradient away from what moves them, from one on.
    func takeStops(of node: NodeID, from first: Int, in engine: Engine) {
        var next = first
        while take(AnimatedField(field: .gradient, part: .stop(next)), of: node, in: engine) != nil { next += 1 }
    }
}

extension Animation {
    /// Has the tracks that it takes to follow a gradient: stops that are more than before part from the last one, and a
    /// shape of another kind is there at once.
    func fit(to gradient: Gradient) {
        guard let shape = tracks.firstIndex(where: { $0.field.field == .gradient }),
            let last = tracks.lastIndex(where: { $0.field.field == .gradient })
        else { return }
        if tracks[shape].field.part != .shape(gradient.kind) {
            let field = AnimatedField(field: .gradient, part: .shape(gradient.kind))
            tracks[shape] = AnimationTrack(field: field, movement: Movement(at: gradient.channels(field.part)))
        }
        guard case .stop(let number) = tracks[last].field.part, gradient.stops.count > number + 1 else { return }
        for number in number + 1..<gradient.stops.count {
            var track = tracks[last]
            track.field.part = .stop(number)
            tracks.append(track)
        }
    }
}
