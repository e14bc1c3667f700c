import Foundation
import LaminaMotion

struct PhysicsCase {
    let fields: Fields

    func problems() throws -> [String] {
        var found = Differences()
        switch fields["kind"].string {
        case "friction", "friction_bounds": try friction(&found)
        case "friction_through": try through(&found)
        case "friction_bounded": try bounded(&found)
        case "fling": try fling(&found)
        case "fling_rule": try flingRule(&found)
        case "fling_shape": try flingShape(&found)
        case "fling_restart": try flingRestart(&found)
        case "bounce": try bounce(&found)
        case "gravity": try gravity(&found)
        case "clamped_gravity": try clampedGravity(&found)
        case "inertia", "inertia_edge", "inertia_edge_start", "inertia_order":
            found = try InertiaCase(fields: fields).differences()
        default: found = try ScrollCase(fields: fields).differences()
        }
        return found.list
    }

    private func motion() throws -> Friction {
        try Friction(
            drag: fields.double("drag"), from: fields.double("from"), velocity: fields.double("velocity"),
            deceleration: fields["constant_deceleration"].number ?? 0)
    }

    /// What a sample says of a position and a velocity.
    private func compare(_ sample: Fields, _ x: Double, _ v: Double, _ tolerance: Double, _ found: inout Differences) {
        let (time, tolerance) = (sample["t"].number ?? 0, sample["tol"].number ?? tolerance)
        if let goal = sample["x"].number { found.near(x, goal, tolerance, "x(\(time))") }
        if let goal = sample["v"].number { found.near(v, goal, tolerance, "v(\(time))") }
        if let least = sample["x_min"].number { found.check(x >= least, "x(\(time)) is \(x)") }
        if let most = sample["x_max"].number { found.check(x <= most, "x(\(time)) is \(x)") }
        if let least = sample["v_min"].number { found.check(v >= least, "v(\(time)) is \(v)") }
        if let most = sample["v_max"].number { found.check(v <= most, "v(\(time)) is \(v)") }
        if let exact = sample["exact"].number {
            let isSpeed = sample["v"].exists || sample["v_min"].exists || sample["v_max"].exists
            found.near(isSpeed ? v : x, exact, max(1e-5 * abs(exact), 1e-3), "exact at \(time)")
        }
    }

    private func tolerance(_ rest: Fields) -> ScrollTolerance {
        ScrollTolerance(
            distance: rest["distance_below"].number ?? rest["distance"].number ?? 0,
            speed: rest["speed_below"].number ?? rest["velocity"].number ?? 0)
    }

    private func friction(_ found: inout Differences) throws {
        let motion = try motion()
        for sample in fields["samples"].array + fields["speeds"].array {
            let time = try sample.double("t")
            compare(sample, motion.position(at: time), motion.velocity(at: time), 1e-9, &found)
        }
        if let speed = fields["speed_at_0"].number { found.near(motion.velocity(at: 0), speed, 1e-9, "v(0)") }
        if fields["final"].exists { compare(fields["final"], motion.finalPosition, 0, 1, &found) }
        for sample in fields["time_at"].array {
            let goal = try sample.double("t")
            found.near(motion.time(at: try sample.double("x")) ?? .nan, goal, sample["tol"].number ?? 1e-9, "time")
        }
        for x in fields["never"].numbers { found.check(motion.time(at: x) == nil, "reaches \(x)") }
        for check in fields["rest"]["checks"].array {
            let rests = motion.isAtRest(at: try check.double("t"), tolerance: tolerance(fields["rest"]))
            found.check(rests == check["at_rest"].bool, "at rest at \(check["t"].number ?? 0): \(rests)")
        }
    }

    private func through(_ found: inout Differences) throws {
        let (start, end) = (fields["start"], fields["end"])
        let motion = try Friction(
            through: (x: try start.double("x"), v: try start.double("v")),
            (x: try end.double("x"), v: try end.double("v")))
        found.near(motion.drag, try fields.double("drag"), 1e-6, "drag")
        compare(fields["at_1s"], motion.position(at: 1), motion.velocity(at: 1), try fields.double("tol"), &found)
        for check in fields["rest"]["checks"].array {
            let rests = motion.isAtRest(at: try check.double("t"), tolerance: tolerance(fields["rest"]))
            found.check(rests == check["at_rest"].bool, "at rest at \(check["t"].number ?? 0): \(rests)")
        }
    }

    private func bounded(_ found: inout Differences) throws {
        let bounds = fields["bounds"].numbers
        guard bounds.count == 2 else { throw fields.unknown("bounds") }
        let motion = BoundedFriction(try motion(), within: ScrollExtent(bounds[0], bounds[1]))
        for sample in fields["samples"].array {
            compare(sample, motion.position(at: try sample.double("t")), 0, 1e-9, &found)
        }
        if let speed = fields["speed_at_0"].number { found.near(motion.velocity(at: 0), speed, 1e-9, "v(0)") }
        if let x = fields["unclamped_at_1"].number { found.near(motion.friction.position(at: 1), x, 1e-6, "x(1)") }
        for check in fields["rest"]["checks"].array {
            let rests = motion.isAtRest(at: try check.double("t"), tolerance: tolerance(fields["rest"]))
            found.check(rests == check["at_rest"].bool, "at rest at \(check["t"].number ?? 0): \(rests)")
        }
    }

    private func fling(_ found: inout Differences) throws {
        let (velocity, start) = (try fields.double("velocity"), fields["at_0"])
        let fling = Fling(from: try fields.double("from"), velocity: velocity)
        compare(start, fling.position(at: 0), fling.velocity(at: 0), 1e-6, &found)
        found.near(fling.duration, try fields.double("duration"), 1e-6, "duration")
        found.near(fling.distance, try fields.double("distance"), 1e-5, "distance")
        if let final = fields["final"].number { found.near(fling.finalPosition, final, 1e-5, "final") }
        for sample in fields["samples"].array {
            let time = try sample.double("t")
            compare(sample, fling.position(at: time), fling.velocity(at: time), try fields.double("tol"), &found)
        }
    }

    private func flingRule(_ found: inout Differences) throws {
        let (step, until) = (try fields.double("step"), try fields.double("until"))
        for velocity in fields["velocities"].numbers {
            let fling = Fling(from: 0, velocity: velocity)
            for time in stride(from: 0, to: until, by: step) where time + step <= fling.duration {
                let change = fling.velocity(at: time + step) - fling.velocity(at: time)
                let expected = step * Fling.acceleration(at: fling.velocity(at: time + step / 2))
                // The source compares over a frame: the rule holds at a point, not exactly over a step.
                found.near(change, expected, max(0.05 * abs(expected), 2), "change of \(velocity) at \(time)")
            }
        }
    }

    private func flingShape(_ found: inout Differences) throws {
        let (velocity, step) = (try fields.double("velocity"), try fields.double("step"))
        let fling = Fling(from: 0, velocity: velocity)
        if let duration = fields["duration"].number { found.near(fling.duration, duration, 1e-6, "duration") }
        if let distance = fields["distance"].number { found.near(abs(fling.distance), distance, 1e-5, "distance") }
        found.check(fling.duration < (fields["ends_before"].number ?? .infinity), "lasts \(fling.duration)")
        var greatest = 0.0
        for time in stride(from: 0, to: fling.duration, by: step) {
            let slower = abs(fling.velocity(at: time)) - abs(fling.velocity(at: time + step))
            found.check(slower >= 0, "speeds up at \(time)")
            greatest = max(greatest, slower / step)
        }
        if let most = fields["max_deceleration"].number { found.check(greatest <= most, "decelerates by \(greatest)") }
        found.near(fling.velocity(at: fling.duration), fields["final_speed"].number ?? 0, 1e-9, "final speed")
    }

    private func flingRestart(_ found: inout Differences) throws {
        let (step, whole) = (
            try fields.double("step"), Fling(from: try fields.double("from"), velocity: try fields.double("velocity"))
        )
        var (fling, time) = (whole, 0.0)
        let tolerance = fields["tol"].number ?? 1e-6
        while fling.duration > step, time < 10 {
            time += step
            fling = Fling(from: fling.position(at: step), velocity: fling.velocity(at: step))
            found.near(fling.from, whole.position(at: time), tolerance, "x(\(time))")
        }
        found.check(time < (fields["ends_before"].number ?? .infinity), "ends at \(time)")
        if let final = fields["final"].number { found.near(fling.finalPosition, final, 1e-3, "final") }
    }

    private func bounce(_ found: inout Differences) throws {
        let (spring, bounds) = (fields["spring"], fields["extent"].array)
        guard bounds.count == 2 else { throw fields.unknown("extent") }
        let motion = BouncingScroll(
            from: try fields.double("from"), velocity: try fields.double("velocity"),
            extent: ScrollExtent(bounds[0].number ?? -.infinity, bounds[1].number ?? .infinity),
            spring: try Spring(
                mass: spring["mass"].number ?? 1, stiffness: spring.double("stiffness"),
                dampingRatio: spring.double("damping_ratio")),
            tolerance: tolerance(fields["rest_tolerance"]))
        for sample in fields["positions"].array {
            compare(sample, motion.position(at: try sample.double("t")), 0, 1e-6, &found)
        }
        for sample in fields["speeds"].array {
            compare(sample, 0, motion.velocity(at: try sample.double("t")), 1e-6, &found)
        }
        for check in fields["at_rest"].array {
            let rests = motion.isAtRest(at: try check.double("t"))
            found.check(rests == check["at_rest"].bool, "at rest at \(check["t"].number ?? 0): \(rests)")
        }
        if let time = fields["edge_time"].number { found.near(motion.edgeTime, time, 1e-5, "edge time") }
    }

    private func fall() throws -> Gravity {
        Gravity(
            acceleration: try fields.double("acceleration"), from: try fields.double("from"),
            end: try fields.double("end"),
            velocity: try fields.double("velocity"))
    }

    private func gravity(_ found: inout Differences) throws {
        let (motion, tolerance) = (try fall(), fields["tol"].number ?? 1e-9)
        for sample in fields["positions"].array + fields["speeds"].array {
            let time = try sample.double("t")
            compare(sample, motion.position(at: time), motion.velocity(at: time), tolerance, &found)
        }
        try over(&found, motion.isOver(at:))
    }

    private func clampedGravity(_ found: inout Differences) throws {
        let (x, v) = (fields["x_range"].numbers, fields["v_range"].numbers)
        guard x.count == 2, v.count == 2 else { throw fields.unknown("range") }
        let motion = ClampedGravity(try fall(), positions: x[0]...x[1], velocities: v[0]...v[1])
        for sample in fields["positions"].array + fields["speeds"].array {
            let time = try sample.double("t")
            compare(sample, motion.position(at: time), motion.velocity(at: time), 1e-9, &found)
        }
        try over(&found, motion.isOver(at:))
    }

    private func over(_ found: inout Differences, _ isOver: (Double) -> Bool) throws {
        for check in fields["over"].array {
            guard let key = check.keys.first(where: { $0 != "t" }), let expected = check[key].bool else {
                throw fields.unknown("over")
            }
            found.check(isOver(try check.double("t")) == expected, "over at \(check["t"].number ?? 0)")
        }
    }
}
