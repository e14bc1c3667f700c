import LaminaGeometry
import LaminaMotion
import Testing

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var x = state
        x = (x ^ (x >> 33)) &* 0xff51_afd7_ed55_8ccd
        return x ^ (x >> 33)
    }
}

@Suite struct SpringTests {
    /// Position and velocity after `time` by small steps of Runge and Kutta, which know nothing of the closed form.
    private func integrate(
        _ spring: Spring, from: Double, to: Double, velocity: Double, time: Double, steps: Int
    ) -> (Double, Double) {
        var (x, v) = (from, velocity)
        let h = time / Double(steps)
        func force(_ x: Double, _ v: Double) -> Double {
            (-spring.stiffness * (x - to) - spring.damping * v) / spring.mass
        }
        for _ in 0..<steps {
            let (x1, v1) = (v, force(x, v))
            let (x2, v2) = (v + h / 2 * v1, force(x + h / 2 * x1, v + h / 2 * v1))
            let (x3, v3) = (v + h / 2 * v2, force(x + h / 2 * x2, v + h / 2 * v2))
            let (x4, v4) = (v + h * v3, force(x + h * x3, v + h * v3))
            x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        }
        return (x, v)
    }

    @Test(arguments: [0.0, 0.05, 0.3, 0.9, 0.999999, 1, 1.000001, 1.1, 3, 8])
    func closedFormIsWhatIntegrationGives(ratio: Double) throws {
        var dice = Dice(state: 7)
        for _ in 0..<20 {
            let spring = try Spring(
                mass: .random(in: 0.2...5, using: &dice), stiffness: .random(in: 5...400, using: &dice),
                dampingRatio: ratio)
            let (from, to) = (Double.random(in: -500...500, using: &dice), Double.random(in: -500...500, using: &dice))
            let velocity = Double.random(in: -3000...3000, using: &dice)
            let motion = SpringMotion(spring, from: from, to: to, velocity: velocity)
            let time = Double.random(in: 0.01...2, using: &dice)
            let (x, v) = integrate(spring, from: from, to: to, velocity: velocity, time: time, steps: 20_000)
            #expect(abs(motion.position(at: time) - x) < 1e-3, "\(spring) at \(time)")
            #expect(abs(motion.velocity(at: time) - v) < 1e-2, "\(spring) at \(time)")
        }
    }

    /// Whatever the frames, the same time shows the same place, also when the spring is started anew in each frame from
    /// where it is with the velocity it has.
    @Test(arguments: [0.2, 1, 1.4])
    func framesDoNotMatter(ratio: Double) throws {
        let spring = try Spring(stiffness: 180, dampingRatio: ratio)
        let whole = SpringMotion(spring, from: 0, to: 300, velocity: 900)
        var dice = Dice(state: 11)
        for rate in [60.0, 90, 120, 0] {
            var (motion, start, time) = (whole, 0.0, 0.0)
            while time < 2 {
                time += rate > 0 ? 1 / rate : Double.random(in: 0.001...0.05, using: &dice)
                let (x, v) = (motion.position(at: time - start), motion.velocity(at: time - start))
                #expect(abs(x - whole.position(at: time)) < 1e-6)
                #expect(abs(v - whole.velocity(at: time)) < 1e-5)
                (motion, start) = (SpringMotion(spring, from: x, to: 300, velocity: v), time)
            }
        }
    }

    /// 10,000 random changes of the target: neither position nor velocity jumps.
    @Test func retargetingIsContinuous() throws {
        var dice = Dice(state: 3)
        let spring = try Spring(stiffness: 200, dampingRatio: 0.5)
        var motion = SpringMotion(spring, from: 0, to: 100)
        for _ in 0..<10_000 {
            let time = Double.random(in: 0...0.3, using: &dice)
            let (x, v) = (motion.position(at: time), motion.velocity(at: time))
            motion = SpringMotion(spring, from: x, to: .random(in: -100...100, using: &dice), velocity: v)
            #expect(motion.position(at: 0) == x && motion.velocity(at: 0) == v)
            // Within a microsecond it moves no farther than its velocity takes it.
            #expect(abs(motion.position(at: 1e-6) - x - v * 1e-6) < 1e-4)
            #expect(abs(x) < 1000 && abs(v) < 20_000)
        }
    }

    @Test(arguments: [0.1, 0.5, 0.96, 1, 1.05, 2, 20])
    func restTimeIsABoundAndNotFarOff(ratio: Double) throws {
        let spring = try Spring(stiffness: 120, dampingRatio: ratio)
        for velocity in [-2000.0, 0, 500] {
            let motion = SpringMotion(spring, from: 200, to: 0, velocity: velocity)
            let time = try #require(motion.restTime(distance: 0.1, speed: 1))
            for later in stride(from: time, to: time * 3, by: time / 500) {
                #expect(motion.isAtRest(at: later, distance: 0.1 + 1e-9, speed: 1 + 1e-9), "at \(later)")
            }
            #expect(!motion.isAtRest(at: time * 0.3, distance: 0.1, speed: 1), "rests long before \(time)")
        }
    }

    @Test func hostileSpringsAreRefusedOrEnd() throws {
        for number in [Double.nan, .infinity, -.infinity, -1, 0, 1e300] {
            #expect(throws: LaminaError.self) { try Spring(mass: number, stiffness: 100, damping: 10) }
            #expect(throws: LaminaError.self) { try Spring(mass: 1, stiffness: number, damping: 10) }
        }
        for number in [Double.nan, .infinity, -0.001, 1e300] {
            #expect(throws: LaminaError.self) { try Spring(mass: 1, stiffness: 100, damping: number) }
            #expect(throws: LaminaError.self) { try Spring(mass: 1, stiffness: 100, dampingRatio: number) }
        }
        #expect(throws: LaminaError.self) { try Spring(duration: .nan, bounce: 0) }
        #expect(throws: LaminaError.self) { try Spring(duration: 1, bounce: .nan) }
        #expect(throws: LaminaError.self) { try Spring(perceptualDuration: 0, bounce: 0) }
        #expect(throws: LaminaError.self) { try Spring(perceptualDuration: 1, bounce: -1) }
        #expect(throws: LaminaError.self) { try Spring(visualDuration: 3e7, bounce: 0) }
        // A year counts as the longest duration there is.
        #expect(try Spring(duration: 3e7, bounce: 0.2) == (try Spring(duration: 10, bounce: 0.2)))
        let endless = SpringMotion(try Spring(stiffness: 100, damping: 0), from: 0, to: 1)
        #expect(endless.restTime(distance: 0.01, speed: 0.01) == nil)
        #expect(endless.spring.settlingDuration == nil)
        #expect(
            SpringMotion(try Spring(stiffness: 1e-6, damping: 1e9), from: 0, to: 1).restTime(distance: 0.01, speed: 1)
                == nil)
    }

    /// The extremes of what is taken stay finite at any time.
    @Test func allResultsAreFinite() throws {
        for mass in [1e-6, 1, 1e9] {
            for stiffness in [1e-6, 1, 1e9] {
                for damping in [0, 1e-9, 1, 1e9] {
                    let motion = SpringMotion(
                        try Spring(mass: mass, stiffness: stiffness, damping: damping), from: -1e7, to: 1e7,
                        velocity: 1e7)
                    for time in [0, 1e-9, 0.1, 1e3, 1e9] {
                        #expect(motion.position(at: time).isFinite && motion.velocity(at: time).isFinite)
                    }
                }
            }
        }
    }
}
