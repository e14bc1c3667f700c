import LaminaGeometry
import LaminaMotion
import LaminaNode

/// One presented value as the numbers that an animation moves.
struct AnimatedField {
    /// Exactly one.
    let field: PresentedFields
    /// Which part of a gradient.
    var part = GradientPart.shape(.linear)

    /// All there are, in the order of their bits, a gradient's as one.
    static let all = (0..<11).map { AnimatedField(field: PresentedFields(rawValue: 1 << $0)) }

    /// What moves something over the screen, which reduced motion leaves out.
    static let movements: PresentedFields = [.position, .size, .boundsOrigin, .transform]
    var isMovement: Bool { !field.isDisjoint(with: Self.movements) }

    var tolerance: MotionTolerance {
        field.isDisjoint(with: [.position, .size, .boundsOrigin, .cornerRadii, .shadow]) ? .share : .length
    }

    /// `near`: the numbers that are shown, from which angles take the shorter way.
    func channels(of values: borrowing PresentedValues, near shown: Channels = .zero) -> Channels {
        switch field {
        case .position: return Channels(values.position)
        case .size:
            let anchor = values.contentsAnchor
            return Channels(values.size.width, values.size.height, anchor.x, anchor.y, 0, 0, 0, 0)
        case .boundsOrigin: return Channels(values.boundsOrigin)
        case .opacity: return Channels(values.opacity, 0, 0, 0, 0, 0, 0, 0)
        case .transform: return TransformParts(values.transform, near: shown[2]).channels
        case .cornerRadii:
            let radii = values.cornerRadii
            return Channels(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft, 0, 0, 0, 0)
        case .background: return Channels(values.background)
        case .borderColor: return Channels(values.borderColor)
        case .shadow:
            let shadow = values.shadow
            var channels = Channels(shadow.color)
            (channels[4], channels[5], channels[6], channels[7]) = (shadow.x, shadow.y, shadow.blur, shadow.spread)
            return channels
        case .gradient: return values.gradient?.channels(part) ?? .zero
        default: return Channels(values.zPosition, 0, 0, 0, 0, 0, 0, 0)
        }
    }

    /// The value with these numbers, kept within what a node can have: springs go beyond their ends.
    func put(_ channels: Channels, into values: inout PresentedValues) {
        values.fields.formUnion(field)
        switch field {
        case .position: values.position = Self.point(channels.lowHalf.lowHalf)
        case .size:
            values.size = Size(width: Self.length(channels[0]), height: Self.length(channels[1]))
            values.contentsAnchor = Point(x: channels[2], y: channels[3])
        case .boundsOrigin: values.boundsOrigin = Self.point(channels.lowHalf.lowHalf)
        case .opacity: values.opacity = min(max(channels[0], 0), 1)
        case .transform: values.transform = TransformParts(channels).matrix
        case .cornerRadii:
            values.cornerRadii = CornerRadii(
                topLeft: Self.length(channels[0]), topRight: Self.length(channels[1]),
                bottomRight: Self.length(channels[2]), bottomLeft: Self.length(channels[3]))
        case .background: values.background = Color(channels)
        case .borderColor: values.borderColor = Color(channels)
        case .shadow:
            values.shadow = BoxShadow(
                color: Color(channels), x: channels[4], y: channels[5], blur: max(0, channels[6]), spread: channels[7])
        case .gradient: Gradient.put(channels, part, into: &values.gradient)
        default: values.zPosition = channels[0]
        }
    }

    /// A shadow or a gradient that appears or goes keeps its place: only its colour changes. Nor do contents move
    /// within a size.
    func matched(_ channels: Channels, to other: Channels) -> Channels {
        if field == .size { return Channels(channels[0], channels[1], other[2], other[3], 0, 0, 0, 0) }
        if field == .gradient { return Gradient.matched(channels, to: other, part) }
        guard field == .shadow, channels[3] == 0 else { return channels }
        var matched = other
        for index in 0..<4 { matched[index] = 0 }
        return matched
    }

    static func point(_ numbers: SIMD2<Double>) -> Point {
        let limit = Pixels.coordinateLimit
        return Point(x: min(max(numbers.x, -limit), limit), y: min(max(numbers.y, -limit), limit))
    }

    private static func length(_ value: Double) -> Double { min(max(value, 0), Pixels.coordinateLimit) }
}

extension SIMD8<Double> {
    fileprivate init(_ point: Point) { self.init(point.x, point.y, 0, 0, 0, 0, 0, 0) }

    /// Premultiplied, as CSS mixes colours: what fades in does not come through black.
    init(_ color: Color) {
        let alpha = Double(color.alpha)
        self.init(
            Double(color.red) * alpha, Double(color.green) * alpha, Double(color.blue) * alpha, alpha, 0, 0, 0, 0)
    }
}

extension Color {
    init(_ channels: Channels) {
        let alpha = Swift.min(Swift.max(channels[3], 0), 1)
        func part(_ index: Int) -> Float {
            alpha > 0 ? Float(Swift.min(Swift.max(channels[index] / alpha, 0), 1)) : 0
        }
        self.init(red: part(0), green: part(1), blue: part(2), alpha: Float(alpha))
    }
}
