import Foundation
import LaminaMotion

struct CurveCase {
    let fields: Fields

    func problems() throws -> [String] {
        var found = Differences()
        switch fields["kind"].string {
        case "curve": try curve(&found)
        case "slope": try samples(&found, "slope", try bezier("points").slope(at:))
        case "range":
            let range = try bezier("points").range
            found.near(range.lowerBound, try fields.double("y_min"), try fields.double("tol"), "y_min")
            found.near(range.upperBound, try fields.double("y_max"), try fields.double("tol"), "y_max")
        case "finite": try finite(&found)
        case "parameter_root": try roots(&found)
        case "ends":
            let curve = try bezier("points")
            found.near(curve.value(at: 0), try fields["expect"].double("y0"), 0, "y(0)")
            found.near(curve.value(at: 1), try fields["expect"].double("y1"), 0, "y(1)")
        case "identity", "inverse_pair", "symmetric": try relations(&found)
        case "overshoot": try overshoot(&found)
        case "invalid": found.check((try? bezier("points")) == nil, "is not refused")
        case "chain": try chain(&found, .cubicBezier(try bezier("then")))
        case "chain_steps": try chain(&found, .steps(try steps()))
        case "steps":
            let steps = try steps()
            try samples(&found, "y") { steps.value(at: $0) }
        case "steps_text", "linear_text": try text(&found)
        case "linear_stops":
            let stops = try fields["stops"].array.map {
                LinearCurve.Stop(y: try $0.double("y"), x: $0["x"].number, xEnd: $0["x_end"].number)
            }
            try samples(&found, "y", try LinearCurve(stops: stops).value(at:))
        case "modifier": try samples(&found, "y", try modified(try function()))
        case "relation":
            // in and out of the function in turn: out is in backwards, which mirroring does.
            let function = try function()
            try samples(&found, "y") { Curve.mirrored(function, at: $0) }
        case "threshold": try samples(&found, "y", Curve.threshold(try fields.double("at")).value(at:))
        default: throw fields.unknown("kind of curve case")
        }
        return found.list
    }

    private func control(_ json: Fields) throws -> Double {
        switch json.string {
        case "max": return Double.greatestFiniteMagnitude
        case "lowest": return -Double.greatestFiniteMagnitude
        default:
            guard let number = json.number else { throw fields.unknown("control value") }
            return number
        }
    }

    private func bezier(_ key: String) throws -> CubicBezier {
        let p = try fields[key].array.map(control)
        guard p.count == 4 else { throw fields.unknown(key) }
        return try CubicBezier(x1: p[0], y1: p[1], x2: p[2], y2: p[3])
    }

    private func steps() throws -> Steps {
        guard let jump = Steps.Jump(rawValue: fields["jump"].string ?? "") else { throw fields.unknown("jump") }
        return try Steps(count: Int(try fields.double("steps")), jump: jump)
    }

    /// `f` at each sample; the value that CSS asks for goes before the source's.
    private func samples(_ found: inout Differences, _ key: String, _ f: (Double) -> Double) throws {
        for sample in fields["samples"].array {
            let x = try sample.double("x")
            let expected = try sample["css_y"].number ?? sample.double(key)
            found.near(f(x), expected, fields["tol"].number ?? 1e-9, "\(key)(\(x))")
        }
    }

    private func curve(_ found: inout Differences) throws {
        let curve = try bezier("points")
        try samples(&found, "y", curve.value(at:))
        for sample in fields["samples"].array {
            guard let exact = sample["exact"].number, let x = sample["x"].number else { continue }
            found.near(curve.value(at: x), exact, 1e-9, "exact y(\(x))")
        }
    }

    private func finite(_ found: inout Differences) throws {
        let curve = try bezier("points")
        for x in stride(
            from: try fields.double("x_from"), through: try fields.double("x_to"), by: try fields.double("x_step"))
        {
            found.check(curve.value(at: x).isFinite, "y(\(x)) is \(curve.value(at: x))")
            found.check(curve.slope(at: x).isFinite, "slope(\(x)) is \(curve.slope(at: x))")
        }
    }

    private func roots(_ found: inout Differences) throws {
        let (curve, tolerance) = (try bezier("points"), try fields.double("tol_t"))
        for sample in fields["samples"].array {
            let (t, x, y) = (try sample.double("t"), try sample.double("x"), try sample.double("y"))
            let near = abs(curve.parameter(at: x) - t) <= tolerance || abs(curve.value(at: x) - y) <= 1e-9
            found.check(near, "t(\(x)) is \(curve.parameter(at: x)), expected \(t)")
        }
    }

    private func relations(_ found: inout Differences) throws {
        let a = try bezier("points")
        let b = fields["points_b"].exists ? try bezier("points_b") : a
        let (count, tolerance) = (Int(try fields.double("samples")), try fields.double("tol"))
        for i in 0...count {
            let x = Double(i) / Double(count)
            switch fields["kind"].string {
            case "identity":
                found.near(a.value(at: x), x, tolerance, "a(\(x))")
                found.near(b.value(at: x), x, tolerance, "b(\(x))")
            case "inverse_pair": found.near(b.value(at: a.value(at: x)), x, min(tolerance, 1e-7), "b(a(\(x)))")
            default: found.near(a.value(at: x), 1 - a.value(at: 1 - x), tolerance, "y(\(x))")
            }
        }
        if let tolerance = fields["mid_tol"].number { found.near(a.value(at: 0.5), 0.5, tolerance, "y(0.5)") }
    }

    private func overshoot(_ found: inout Differences) throws {
        let curve = try bezier("points")
        let values = (0...10).map { curve.value(at: Double($0) / 10) }
        found.check((values.min() ?? 0 < 0) == fields["goes_below_0"].bool, "least \(values)")
        found.check((values.max() ?? 0 > 1) == fields["goes_above_1"].bool, "greatest \(values)")
        let exact = fields["exact"].numbers
        guard exact.count == 2 else { return }
        found.near(values.min() ?? 0, exact[0], 1e-5, "least")
        found.near(values.max() ?? 0, exact[1], 1e-5, "greatest")
    }

    private func chain(_ found: inout Differences, _ then: Curve) throws {
        let first = Curve.cubicBezier(try bezier("first"))
        for sample in fields["samples"].array {
            guard let x = sample["x"].number, let outer = sample["outer"].number else { continue }
            found.near(first.value(at: x), outer, 1e-6, "first(\(x))")
        }
        try samples(&found, "y", Curve.chain(first, then).value(at:))
    }

    private func text(_ found: inout Differences) throws {
        guard let text = fields["text"].string else { throw fields.unknown("text") }
        let curve = try? Curve(text: text)
        // Where the sources disagree either way is taken.
        guard let valid = fields["valid"].bool else { return }
        found.check((curve != nil) == valid, valid ? "\(text) is refused" : "\(text) is taken")
        switch curve {
        case .steps(let steps):
            let means = fields["means"]
            found.near(Double(steps.count), try means.double("steps"), 0, "steps")
            found.check(steps.jump.rawValue == means["jump"].string, "jump is \(steps.jump.rawValue)")
        case .piecewise(let curve):
            let stops = curve.stops.map { [$0.y] + [$0.x, $0.xEnd].compactMap { $0 } }
            found.check(stops == fields["stops"].array.map(\.numbers), "stops are \(stops)")
        default: break
        }
    }

    private func function() throws -> (Double) -> Double {
        if fields["points"].exists { return try bezier("points").value(at:) }
        let text = fields["function"].string ?? ""
        if text.hasPrefix("circle") { return Curve.circle.value(at:) }
        let factors = text.split(separator: "*").count
        guard text.allSatisfy({ "x* ".contains($0) }), factors > 0 else { throw fields.unknown("function \(text)") }
        return Curve.power(Double(factors)).value(at:)
    }

    private func modified(_ f: @escaping (Double) -> Double) throws -> (Double) -> Double {
        switch fields["modifier"].string {
        case "reverse": return { Curve.reversed(f, at: $0) }
        case "mirror": return { Curve.mirrored(f, at: $0) }
        default: throw fields.unknown("modifier")
        }
    }
}
