import LaminaGeometry
import LaminaMotion
import Testing

@Suite struct PhysicsTests {
    private let extent = ScrollExtent(0, 1000)

    /// Velocities are the slopes of positions, so that a hand over never jumps.
    @Test func velocitiesAreSlopes() throws {
        let motions: [(name: String, x: (Double) -> Double, v: (Double) -> Double, duration: Double)] = {
            let friction = try? Friction(drag: 0.135, from: 10, velocity: -900, deceleration: 300)
            let fling = Fling(from: 0, velocity: 3000)
            let bounce = BouncingScroll(from: 900, velocity: 2000, extent: ScrollExtent(0, 1000))
            let inertia = try? Inertia(from: 5, velocity: 700)
            return [
                ("friction", { friction?.position(at: $0) ?? .nan }, { friction?.velocity(at: $0) ?? .nan }, 1),
                ("fling", fling.position, fling.velocity, fling.duration * 0.99),
                ("bounce", bounce.position, bounce.velocity, bounce.edgeTime * 0.99),
                (
                    "spring", { bounce.position(at: $0 + bounce.edgeTime) },
                    { bounce.velocity(at: $0 + bounce.edgeTime) }, 0.3
                ),
                ("inertia", { inertia?.position(at: $0) ?? .nan }, { inertia?.velocity(at: $0) ?? .nan }, 1),
            ]
        }()
        for motion in motions {
            for i in 1..<50 {
                let (time, step) = (motion.duration * Double(i) / 50, 1e-6)
                let slope = (motion.x(time + step) - motion.x(time - step)) / (2 * step)
                #expect(abs(slope - motion.v(time)) < 1, "\(motion.name) at \(time)")
            }
        }
    }

    @Test func passingTimesAreWhenItPasses() throws {
        let friction = try Friction(drag: 0.3, from: 0, velocity: 500, deceleration: 80)
        let fling = Fling(from: 0, velocity: -2500)
        for share in [0.1, 0.5, 0.9, 0.999] {
            let x = friction.finalPosition * share
            #expect(abs(friction.position(at: try #require(friction.time(at: x))) - x) < 1e-6)
            let y = fling.finalPosition * share
            #expect(abs(fling.position(at: try #require(fling.time(at: y))) - y) < 1e-6)
        }
        #expect(friction.time(at: -1) == nil && fling.time(at: 1) == nil)
        #expect(friction.time(at: friction.finalPosition + 1) == nil)
    }

    /// A scroller that is released comes to rest within its extent, whatever it does in between.
    @Test func everyReleaseEndsInRange() {
        var dice = Dice(state: 21)
        for physics in [ScrollPhysics.bouncing(), .bouncing(rate: .fast), .clamping, .paging] {
            for _ in 0..<300 {
                let offset = Double.random(in: -300...1300, using: &dice)
                let velocity = Double.random(in: -9000...9000, using: &dice)
                guard let motion = physics.release(at: offset, velocity: velocity, extent: extent, viewport: 250) else {
                    #expect(extent.contains(offset))
                    continue
                }
                #expect(abs(motion.position(at: 0) - offset) < 1e-9)
                var time = 0.0
                while !motion.isAtRest(at: time), time < 30 { time += 1.0 / 60 }
                #expect(time < 30, "\(physics) from \(offset) at \(velocity)")
                #expect(extent.excess(motion.position(at: time)) < 0.01, "\(physics) from \(offset) at \(velocity)")
                if physics == .paging, extent.contains(offset) {
                    let page = motion.position(at: time) / 250
                    #expect(abs(page - page.rounded()) < 0.01 || motion.position(at: time) == extent.clamp(offset))
                }
            }
        }
    }

    @Test func hostileNumbersAreRefusedOrEnd() {
        for number in [Double.nan, .infinity, 0, 1, 2, -0.1] {
            #expect(throws: LaminaError.self) { try Friction(drag: number, from: 0, velocity: 1) }
        }
        #expect(throws: LaminaError.self) { try Friction(drag: 0.5, from: .nan, velocity: 1) }
        #expect(throws: LaminaError.self) { try Friction(through: (x: 0, v: 1), (x: 5, v: 9)) }
        #expect(throws: LaminaError.self) { try Friction(through: (x: 0, v: 1), (x: 0, v: 1)) }
        #expect(throws: LaminaError.self) { try Inertia(from: 0, velocity: .nan) }
        #expect(throws: LaminaError.self) { try Inertia(from: 0, velocity: 1, tau: 0) }
        #expect(throws: LaminaError.self) { try Inertia(from: 0, velocity: 1, lower: 5, upper: 4) }
        for number in [Double.nan, .infinity, -.infinity, 1e300] {
            let fling = Fling(from: number, velocity: number)
            #expect(fling.position(at: 0.1).isFinite && fling.duration.isFinite)
            #expect(
                ScrollPhysics.bouncing().release(at: 0, velocity: number, extent: extent, viewport: 10)?
                    .velocity(at: 1).isFinite ?? true)
            let bounce = BouncingScroll(from: 0, velocity: number, extent: ScrollExtent(0, 0))
            #expect(bounce.position(at: 1).isFinite)
            #expect(Overscroll.applied(movement: number, offset: -5, extent: extent, viewport: 100).isNaN == false)
        }
        #expect(ScrollPhysics.clamping.offset(afterDrag: .nan, from: 5, extent: extent, viewport: 10) == 5)
        #expect(ScrollExtent(5, 3).clamp(.nan) == 5)
    }

    @Test func velocityTrackersTakeNoNonsense() {
        var tracker = VelocityTracker()
        let samples = [0.0, 0.01, 0.02, 0.03].map { tracker.add(time: $0, position: Point(x: $0 * 100, y: 0)) }
        #expect(samples == [true, true, true, true])
        for bad in [Double.nan, .infinity, 0.02] {
            let taken = tracker.add(time: bad, position: .zero)
            #expect(!taken)
        }
        let taken = tracker.add(time: 0.04, position: Point(x: .nan, y: 0))
        #expect(!taken)
        #expect(abs(tracker.velocity().x - 100) < 1e-6)
        #expect(tracker.velocity(asked: 0.5) == .zero)
        tracker.removeAll()
        #expect(tracker.velocity() == .zero)
        #expect(PolynomialFit(x: [1, 1, 1], y: [1, 2, 3], degree: 2) == nil)
        #expect(PolynomialFit(x: [1], y: [1], degree: 2) == nil)
        #expect(PolynomialFit(x: [1, 2], y: [1], degree: 1) == nil)
    }
}
