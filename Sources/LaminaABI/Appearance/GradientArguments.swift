import CLamina
import LaminaGeometry

// Conversion of lamina_gradient.

/// `argument` is what leads to the gradient, for messages.
@safe func readGradient(
    _ pointer: UnsafePointer<lamina_gradient>?, _ argument: StaticString = "gradient"
) throws(LaminaError) -> Gradient {
    let given = try readStruct(pointer, over: lamina_gradient.initial, argument)
    let stops = try gradientStops(given.stops, given.stop_count, argument)
    let shape = try Check.named("\(argument)->") { () throws(LaminaError) in try gradientShape(given) }
    return Gradient(shape, stops: stops)
}

@safe private func gradientShape(_ given: lamina_gradient) throws(LaminaError) -> Gradient.Shape {
    func point(_ point: lamina_point, _ x: StaticString, _ y: StaticString) throws(LaminaError) -> Point {
        Point(x: try Check.within(point.x, Limits.shares, x), y: try Check.within(point.y, Limits.shares, y))
    }
    switch given.kind {
    case .LAMINA_GRADIENT_KIND_LINEAR:
        return .linear(from: try point(given.start, "start.x", "start.y"), to: try point(given.end, "end.x", "end.y"))
    case .LAMINA_GRADIENT_KIND_RADIAL:
        let radii = Size(
            width: try Check.within(given.radii.width, Limits.radiusShares, "radii.width"),
            height: try Check.within(given.radii.height, Limits.radiusShares, "radii.height"))
        return .radial(center: try point(given.center, "center.x", "center.y"), radii: radii)
    case .LAMINA_GRADIENT_KIND_CONIC:
        return .conic(
            center: try point(given.center, "center.x", "center.y"), angle: try Check.finite(given.angle, "angle"))
    @unknown default: throw Check.unknown(given.kind, "kind")
    }
}

extension lamina_gradient {
    /// As LAMINA_GRADIENT_INIT sets it.
    static var initial: lamina_gradient {
        var gradient = lamina_gradient()
        gradient.struct_size = MemoryLayout<lamina_gradient>.size
        gradient.end = lamina_point(x: 0, y: 1)
        gradient.center = lamina_point(x: 0.5, y: 0.5)
        gradient.radii = lamina_size(width: 0.5, height: 0.5)
        return gradient
    }

    /// A gradient without its stops, as the host reads it.
    init(_ shape: Gradient.Shape) {
        self = .initial
        switch shape {
        case .linear(let from, let to): (start, end) = (lamina_point(from), lamina_point(to))
        case .radial(let center, let radii):
            kind = .LAMINA_GRADIENT_KIND_RADIAL
            self.center = lamina_point(center)
            self.radii = lamina_size(width: radii.width, height: radii.height)
        case .conic(let center, let angle):
            kind = .LAMINA_GRADIENT_KIND_CONIC
            self.center = lamina_point(center)
            self.angle = angle
        }
    }
}

@safe private func gradientStops(
    _ pointer: UnsafePointer<lamina_gradient_stop>?, _ count: Int, _ argument: StaticString
) throws(LaminaError) -> [Gradient.Stop] {
    var stops: [Gradient.Stop] = []
    var before = 0.0
    let limit = Limits.gradientStops.upperBound
    let all = try Check.named("\(argument)->") { () throws(LaminaError) in
        try elements(pointer, count, limit: limit, "stops")
    }
    for (number, stop) in all.enumerated() {
        before = try Check.named("\(argument)->stops[\(number)].") { () throws(LaminaError) in
            let offset = try Check.within(stop.offset, 0...1, "offset")
            if offset < before {
                throw LaminaError(
                    .invalidArgument, "offset is \(offset), less than the \(before) of the stop before; they ascend")
            }
            stops.append(Gradient.Stop(offset: offset, color: try Check.color(stop.color, "color")))
            return offset
        }
    }
    if stops.isEmpty {
        throw LaminaError(.invalidArgument, "\(argument)->stop_count is 0; at least one stop is needed")
    }
    return stops
}
