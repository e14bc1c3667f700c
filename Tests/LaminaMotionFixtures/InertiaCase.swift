import LaminaMotion

struct InertiaCase {
    let fields: Fields

    func differences() throws -> Differences {
        var found = Differences()
        switch fields["kind"].string {
        case "inertia_edge": try edge(&found)
        case "inertia_edge_start": try edgeStart(&found)
        case "inertia_order":
            let (a, b) = (try inertia(power: fields.double("power_a")), try inertia(power: fields.double("power_b")))
            let (from, goals) = (try fields.double("from"), fields["targets"].numbers)
            found.check(abs(a.target - from) > abs(b.target - from), "\(a.target) and \(b.target)")
            for (value, goal) in zip([a.target, b.target], goals) { found.near(value, goal, 1e-9, "target") }
        default: try free(&found)
        }
        return found
    }

    private func inertia(
        power: Double? = nil, target: Double? = nil, lower: Double? = nil, upper: Double? = nil, spring: Spring? = nil
    ) throws -> Inertia {
        try Inertia(
            from: fields.double("from"), velocity: fields["velocity"].number ?? 0,
            power: power ?? fields["power"].number ?? 0.8, tau: fields["tau"].number ?? 0.325, target: target,
            lower: lower, upper: upper, edgeSpring: spring, restDistance: fields["rest_distance"].number ?? 0.5)
    }

    private func free(_ found: inout Differences) throws {
        let (from, velocity) = (try fields.double("from"), fields["velocity"].number ?? 0)
        let target = try fields.double("target")
        let ideal = from + (fields["power"].number ?? 0.8) * velocity
        // A target elsewhere than the velocity leads has been moved.
        let motion = try inertia(target: abs(target - ideal) > 1e-9 ? target : nil)
        found.near(motion.target, target, 1e-9, "target")
        samples(motion, &found)
        end(motion, target, &found)
    }

    private func samples(_ motion: Inertia, _ found: inout Differences) {
        let tolerance = fields["tol"].number ?? 1e-6
        for sample in fields["samples"].array {
            guard let time = sample["t"].number, let x = sample["x"].number else { continue }
            found.near(motion.position(at: time), x, tolerance, "x(\(time))")
        }
    }

    private func end(_ motion: Inertia, _ goal: Double, _ found: inout Differences) {
        let step = fields["step"].number ?? 0.01
        guard let duration = fields["duration"].number else { return }
        let first = (0...100_000).first { motion.isAtRest(at: Double($0) * step) } ?? -1
        found.near(Double(first) * step, duration, 1e-9, "duration")
        if let count = fields["count"].number { found.near(Double(first + 1), count, 0, "samples") }
        found.near(motion.position(at: Double(first) * step), goal, 0, "last")
    }

    private func edge(_ found: inout Differences) throws {
        let (edge, spring) = (try fields.double("edge"), fields["edge_spring"])
        let isLower = (fields["velocity"].number ?? 0) < 0
        let motion = try inertia(
            lower: isLower ? edge : nil, upper: isLower ? nil : edge,
            spring: try Spring(
                mass: spring["mass"].number ?? 1, stiffness: spring.double("stiffness"),
                damping: spring.double("damping")))
        let change = fields["switch"]
        if let time = change["t"].number {
            found.near(motion.edgeTime ?? .nan, time, 1e-9, "edge time")
            found.near(motion.position(at: time), try change.double("x"), 1e-6, "x at the edge")
            found.near(motion.velocity(at: time), try change.double("v"), 1e-4, "v at the edge")
        }
        samples(motion, &found)
        end(motion, edge, &found)
    }

    private func edgeStart(_ found: inout Differences) throws {
        let edges = fields["edges"].array
        guard edges.count == 2 else { throw fields.unknown("edges") }
        let motion = try inertia(lower: edges[0].number, upper: edges[1].number)
        let start = fields["at_0"]
        found.near(motion.position(at: 0), try start.double("x"), 1e-9, "x(0)")
        found.check(motion.isAtRest(at: 0) == start["at_rest"].bool, "at rest: \(motion.isAtRest(at: 0))")
    }
}
