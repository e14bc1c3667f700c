import Foundation
import LaminaMotion

struct SpringCase {
    let fields: Fields

    func problems() throws -> [String] {
        var found = Differences()
        switch fields["kind"].string {
        case "series", "bounds": try series(&found)
        case "rest": try rest(&found)
        case "not_at_rest": try notAtRest(&found)
        case "regime": try regime(&found)
        case "snap_to_end": try snapToEnd(&found)
        case "convert": try convert(&found)
        case "differs": try differs(&found)
        case "same_path": try samePath(&found)
        case "overshoot": try overshoot(&found)
        case "settling": try settling(&found)
        case "settling_order":
            let longer = try spring(fields["longer"]).settlingDuration ?? .infinity
            let shorter = try spring(fields["shorter"]).settlingDuration ?? .infinity
            found.check(longer > shorter, "\(longer) is not longer than \(shorter)")
            if let least = fields["ratio_min"].number {
                found.check(longer / shorter >= least, "ratio \(longer / shorter)")
            }
            if let most = fields["ratio_max"].number {
                found.check(longer / shorter <= most, "ratio \(longer / shorter)")
            }
        default: throw fields.unknown("kind of spring case")
        }
        return found.list
    }

    private func spring(_ json: Fields) throws -> Spring {
        let bounce = json["bounce"].number
        if let duration = json["visual_duration"].number {
            return try Spring(visualDuration: duration, bounce: bounce ?? 0)
        }
        if let duration = json["perceptual_duration"].number {
            return try Spring(perceptualDuration: duration, bounce: bounce ?? 0)
        }
        if json["duration"].exists || bounce != nil {
            return try Spring(duration: json["duration"].number ?? 0.8, bounce: bounce ?? 0.3)
        }
        let mass = json["mass"].number ?? 1
        if let ratio = json["damping_ratio"].number {
            return try Spring(mass: mass, stiffness: json.double("stiffness"), dampingRatio: ratio)
        }
        return try Spring(mass: mass, stiffness: json.double("stiffness"), damping: json.double("damping"))
    }

    private func motion(_ json: Fields, velocity: Double? = nil) throws -> SpringMotion {
        SpringMotion(
            try spring(json), from: json["from"].number ?? 0, to: json["to"].number ?? 1,
            velocity: velocity ?? json["velocity"].number ?? 0)
    }

    private func series(_ found: inout Differences) throws {
        let motion = try motion(fields["spring"])
        for sample in fields["samples"].array {
            let time = try sample.double("t")
            let (x, v) = (motion.position(at: time), motion.velocity(at: time))
            if let expected = sample["x"].number {
                let shown = sample["snapped"].bool == true ? motion.to : x
                found.near(shown, expected, sample["tol"].number ?? 1e-9, "x(\(time))")
                if sample["snapped"].bool == true {
                    found.check(motion.isAtRest(at: time, distance: 0.005, speed: 0.01), "not at rest at \(time)")
                }
            }
            // The figures that are exact are held to more than the source asks for: a millionth of the way.
            let fine = max(1e-6 * abs(motion.to - motion.from), 1e-8)
            if let exact = sample["exact"].number { found.near(x, exact, fine, "exact x(\(time))") }
            if let exact = sample["unsnapped_exact"].number { found.near(x, exact, fine, "exact x(\(time))") }
            if let exact = sample["exact_v"].number { found.near(v, exact, fine * 10, "exact v(\(time))") }
            if let least = sample["x_min"].number { found.check(x >= least, "x(\(time)) is \(x), below \(least)") }
            if let most = sample["x_max"].number { found.check(x <= most, "x(\(time)) is \(x), above \(most)") }
            if let least = sample["v_min"].number { found.check(v >= least, "v(\(time)) is \(v), below \(least)") }
            if let most = sample["v_max"].number { found.check(v <= most, "v(\(time)) is \(v), above \(most)") }
        }
        if fields["spring"]["regime"].exists { try regime(&found) }
        if fields["rest"]["first_at_rest"].exists { try rest(&found) }
        for check in fields["rest"]["checks"].array {
            let time = try check.double("t")
            let rests =
                abs(motion.position(at: time) - motion.to) < (fields["rest"]["distance_below"].number ?? .infinity)
                && abs(motion.velocity(at: time)) < (fields["rest"]["speed_below"].number ?? .infinity)
            found.check(rests == check["at_rest"].bool, "at rest at \(time): \(rests)")
        }
    }

    private func rest(_ found: inout Differences) throws {
        let (motion, rest) = (try motion(fields["spring"]), fields["rest"])
        let (distance, speed, step) = (
            try rest.double("distance_max"), try rest.double("speed_max"), try rest.double("step")
        )
        let first = (0...100_000).first { motion.isAtRest(at: Double($0) * step, distance: distance, speed: speed) }
        found.near(Double(first ?? -1) * step, try rest.double("first_at_rest"), 1e-9, "first at rest")
        if fields["derived_from"].exists {
            found.near(try spring(fields["derived_from"]).stiffness, motion.spring.stiffness, 1e-4, "stiffness")
        }
    }

    private func notAtRest(_ found: inout Differences) throws {
        let (motion, rest) = (try motion(fields["spring"]), fields["rest"])
        let rests = motion.isAtRest(
            at: try fields.double("at"), distance: try rest.double("distance_max"), speed: try rest.double("speed_max"))
        found.check(!rests, "at rest")
        let later = fields["later"]
        if let time = later["t"].number {
            let x = motion.position(at: time)
            if let exact = later["exact"].number { found.near(x, exact, 1e-6, "x(\(time))") }
            if let not = later["x_not"].number { found.check(x != not, "x(\(time)) is \(not)") }
        }
    }

    private func regime(_ found: inout Differences) throws {
        let spring = try spring(fields["spring"])
        let expected = fields["regime"].string ?? fields["spring"]["regime"].string
        found.check(spring.regime.rawValue == expected, "the spring is \(spring.regime)")
        if let damping = fields["damping"].number { found.near(spring.damping, damping, 1e-9, "damping") }
    }

    private func snapToEnd(_ found: inout Differences) throws {
        let (motion, time) = (try motion(fields["spring"]), try fields.double("t"))
        let (x, v) = (motion.position(at: time), motion.velocity(at: time))
        let without = fields["without_snap"]
        if let most = without["x_below"].number { found.check(x < most, "x is \(x)") }
        if let least = without["v_above"].number { found.check(v > least, "v is \(v)") }
        if let exact = without["exact"].number { found.near(x, exact, 1e-8, "x") }
        if let exact = without["exact_v"].number { found.near(v, exact, 1e-7, "v") }
        let rest = fields["rest"]
        let tolerance = ScrollTolerance(
            distance: try rest.double("distance_below"), speed: try rest.double("speed_below"))
        let snapped = ScrollMotion.spring(motion, tolerance)
        found.check(snapped.isAtRest(at: time), "not at rest")
        found.near(snapped.position(at: time), try fields["with_snap"].double("x"), 0, "snapped x")
    }

    private func convert(_ found: inout Differences) throws {
        let (spring, output) = (try spring(fields["input"]), fields["output"])
        let relative = fields["tol"]["relative"].number ?? 1e-6
        for (value, key) in [
            (spring.stiffness, "stiffness"), (spring.damping, "damping"), (spring.mass, "mass"),
            (spring.dampingRatio, "damping_ratio"),
        ] {
            if let expected = output[key].number {
                found.near(value, expected, max(relative * abs(expected), 1e-6), key)
            }
        }
    }

    private func differs(_ found: inout Differences) throws {
        let (a, b) = (try motion(fields["spring"]), try motion(fields["spring_b"]))
        for (index, time) in fields["at"].numbers.enumerated() {
            let (x, y) = (a.position(at: time), b.position(at: time))
            found.check(abs(x - y) >= (fields["min_difference"].number ?? 0.01), "\(x) and \(y) at \(time)")
            if let exact = fields["exact_a"].numbers.dropFirst(index).first { found.near(x, exact, 1e-5, "a(\(time))") }
            if let exact = fields["exact_b"].numbers.dropFirst(index).first { found.near(y, exact, 1e-5, "b(\(time))") }
        }
    }

    /// A spring by duration takes no velocity over (Motion): the duration would not hold.
    private func timed(_ json: Fields) throws -> TimedSpring {
        TimedSpring(
            duration: json["duration"].number ?? 0.8, motion: try motion(json, velocity: 0))
    }

    private struct TimedSpring {
        let duration: Double
        let motion: SpringMotion

        func position(at time: Double) -> Double { time >= duration ? motion.to : motion.position(at: time) }
    }

    private func samePath(_ found: inout Differences) throws {
        let a = try timed(fields["input"])
        let b = fields["input_b"].exists ? try timed(fields["input_b"]) : a
        var times = fields["at"].numbers
        if let step = fields["step"].number {
            times = (0...1000).map { Double($0) * step }.prefix { $0 <= a.duration + step / 2 }
            found.check(times.count > 4, "only \(times.count) samples")
        }
        for (index, time) in times.enumerated() {
            found.near(b.position(at: time), a.position(at: time), 0, "x(\(time))")
            if let exact = fields["exact"].numbers.dropFirst(index).first {
                found.near(a.position(at: time), exact, abs(a.motion.to - a.motion.from) * 1e-5, "x(\(time))")
            }
        }
    }

    private func overshoot(_ found: inout Differences) throws {
        let (input, step) = (fields["input"], try fields.double("step"))
        let (path, window) = (try timed(input), fields["window"].numbers)
        guard window.count == 2 else { throw fields.unknown("window") }
        let sign: Double = path.motion.to >= path.motion.from ? 1 : -1
        var most = 0.0
        for time in stride(from: window[0], through: window[1] + step / 2, by: step) {
            most = max(most, sign * (path.position(at: time) - path.motion.to))
        }
        if let limit = fields["overshoot_max"].number { found.check(most <= limit, "overshoots by \(most)") }
        if let exact = fields["exact_overshoot"].number { found.near(most, exact, 0.01 * exact, "overshoot") }
    }

    private func settling(_ found: inout Differences) throws {
        guard let duration = try spring(fields["spring"]).settlingDuration else { throw fields.unknown("settling") }
        let range = fields["accept"].numbers
        found.check(range.count == 2 && duration >= range[0] && duration <= range[1], "settles after \(duration)")
    }
}
