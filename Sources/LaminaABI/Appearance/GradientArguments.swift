import CLamina
import LaminaGeometry

// Conversion of lamina_gradient.

/// `argument` is the path to the gradient, for messages.
func linearGradient(
    _ pointer: UnsafePointer<lamina_gradient>?, _ argument: StaticString = "gradient"
) throws(LaminaError) -> LinearGradient {
    let given = try unsafe readStruct(pointer, over: lamina_gradient(), argument)
    let stops = try unsafe gradientStops(given.stops, given.stop_count, argument)
    func share(_ value: Double, _ member: StaticString) throws(LaminaError) -> Double {
        try Check.named("\(argument)->") { () throws(LaminaError) in try Check.within(value, Limits.shares, member) }
    }
    return unsafe LinearGradient(
        start: Point(x: try share(given.start.x, "start.x"), y: try share(given.start.y, "start.y")),
        end: Point(x: try share(given.end.x, "end.x"), y: try share(given.end.y, "end.y")), stops: stops)
}

private func gradientStops(
    _ pointer: UnsafePointer<lamina_gradient_stop>?, _ count: Int, _ argument: StaticString
) throws(LaminaError) -> [LinearGradient.Stop] {
    var stops: [LinearGradient.Stop] = []
    var before = 0.0
    let limit = Limits.gradientStops.upperBound
    let all = try Check.named("\(argument)->") { () throws(LaminaError) in
        try unsafe elements(pointer, count, limit: limit, "stops")
    }
    for (number, stop) in all.enumerated() {
        before = try Check.named("\(argument)->stops[\(number)].") { () throws(LaminaError) in
            let offset = try Check.within(stop.offset, before...1, "offset")
            stops.append(LinearGradient.Stop(offset: offset, color: try Check.color(stop.color, "color")))
            return offset
        }
    }
    if stops.isEmpty {
        throw LaminaError(.invalidArgument, "\(argument)->stop_count is 0; at least one stop is needed")
    }
    return stops
}
