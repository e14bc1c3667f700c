import Foundation
import LaminaGeometry
import LaminaMotion

struct VelocityCase {
    let fields: Fields

    func problems() throws -> [String] {
        var found = Differences()
        switch fields["kind"].string {
        case "recorded", "synthetic", "reuse": try estimate(&found)
        case "least_squares": try leastSquares(&found)
        case "arithmetic": try arithmetic(&found)
        case "no_failure":
            var tracker = WeightedVelocityTracker(weights: weights)
            for event in try events() {
                found.check(tracker.add(time: event.time, position: event.position), "refuses a sample")
                found.check(tracker.velocity.x.isFinite && tracker.velocity.y.isFinite, "gives no estimate")
            }
        case "rejected":
            var (weighted, fitted) = (WeightedVelocityTracker(weights: weights), VelocityTracker())
            let events = try events()
            for (index, event) in events.enumerated() {
                let isLast = index == events.count - 1
                found.check(weighted.add(time: event.time, position: event.position) != isLast, "sample \(index)")
                found.check(fitted.add(time: event.time, position: event.position) != isLast, "sample \(index)")
            }
        default: throw fields.unknown("kind of velocity case")
        }
        return found.list
    }

    /// What goes into an estimator: the up event does not.
    private func events() throws -> [PointerSamples.Sample] {
        try fields["events"].array.filter { $0["phase"].string != "up" }.map {
            PointerSamples.Sample(
                time: try $0.double("ms") / 1000, position: Point(x: try $0.double("x"), y: try $0.double("y")))
        }
    }

    private var isWeighted: Bool {
        fields["weights_new_to_old"].exists || fields["estimator"].string?.contains("weighted") == true
    }

    private var weights: WeightedVelocityTracker.Weights {
        let numbers = fields["weights_new_to_old"].numbers
        guard numbers.count == 3 else { return .touch }
        return WeightedVelocityTracker.Weights(newest: numbers[0], second: numbers[1], third: numbers[2])
    }

    private func estimate(_ found: inout Differences) throws {
        let (events, expected) = (try events(), fields["velocity"])
        let velocity: Velocity
        if isWeighted {
            var tracker = WeightedVelocityTracker(weights: weights)
            for event in events { tracker.add(time: event.time, position: event.position) }
            velocity = tracker.velocity
        } else {
            var tracker = VelocityTracker()
            for event in events { tracker.add(time: event.time, position: event.position) }
            let waited = fields["asked_after_ms"].number.map { $0 / 1000 + (events.last?.time ?? 0) }
            velocity = tracker.velocity(asked: waited)
            if let used = fields["samples_used"].number {
                found.near(Double(tracker.samplesUsed), used, 0, "samples used")
            }
        }
        for (value, key) in [(velocity.x, "x"), (velocity.y, "y")] {
            let goal = try expected.double(key)
            let tolerance = fields["tolerance_relative"].number.map { $0 * abs(goal) } ?? 0
            found.near(value, goal, max(tolerance, fields["tolerance_absolute"].number ?? 0, 1e-9), key)
        }
    }

    private func leastSquares(_ found: inout Differences) throws {
        let tolerance = fields["tolerance_absolute"].number ?? 1e-6
        let weights = fields["weights"].exists ? fields["weights"].numbers : nil
        guard
            let fit = PolynomialFit(
                x: fields["x"].numbers, y: fields["y"].numbers, weights: weights,
                degree: Int(try fields.double("degree")))
        else {
            found.check(!fields["coefficients"].exists, "no fit")
            return
        }
        let expected = fields["coefficients"].numbers
        found.check(fit.coefficients.count == expected.count, "\(fit.coefficients.count) coefficients")
        for (value, goal) in zip(fit.coefficients, expected) { found.near(value, goal, tolerance, "coefficient") }
        if let confidence = fields["confidence"].number {
            found.near(fit.confidence, confidence, tolerance, "confidence")
        }
    }

    private func arithmetic(_ found: inout Differences) throws {
        func velocity(_ key: String) throws -> Velocity {
            Velocity(x: try fields[key].double("x"), y: try fields[key].double("y"))
        }
        let (a, b) = (try velocity("a"), try velocity("b"))
        if fields["b_minus_a"].exists { found.check(b - a == (try velocity("b_minus_a")), "b - a") }
        if fields["minus_a"].exists { found.check(-a == (try velocity("minus_a")), "-a") }
        if fields["a_plus_b"].exists { found.check(a + b == (try velocity("a_plus_b")), "a + b") }
    }
}
