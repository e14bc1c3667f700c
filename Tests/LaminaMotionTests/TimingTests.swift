import LaminaGeometry
import LaminaMotion
import Testing

@Suite struct TimingTests {
    private let timings: [Timing] = [
        .curve(.easeInOut, duration: 0.7), .curve(.linear, duration: 0.2), .spring(.standard), .spring(.scroll),
        .decay(drag: 0.1),
    ]

    private func movement(_ timing: Timing, _ from: Double, _ to: Double, _ velocity: Double) -> Movement {
        Movement(
            timing, from: Channels(from, 0, 0, 0, 0, 0, 0, 0), to: Channels(to, 0, 0, 0, 0, 0, 0, 0),
            velocity: Channels(velocity, 0, 0, 0, 0, 0, 0, 0), tolerance: .length)
    }

    /// Whatever follows whatever at whatever time: places and velocities go on, also when the kind of the movement
    /// changes.
    @Test func tenThousandInterruptionsAreContinuous() {
        var dice = Dice(state: 99)
        var (moving, timing) = (movement(timings[0], 0, 300, 0), timings[0])
        for _ in 0..<10_000 {
            let time = Double.random(in: 0...0.4, using: &dice)
            let (x, v) = (moving.value(at: time, of: timing), moving.velocity(at: time, of: timing))
            timing = timings[Int.random(in: 0..<timings.count, using: &dice)]
            let next = Movement(
                timing, from: x,
                to: Channels(.random(in: -300...300, using: &dice), 0, 0, 0, 0, 0, 0, 0), velocity: v,
                tolerance: .length)
            // What stands sets out as its curve does.
            if next.duration > 0 && v != .zero {
                #expect((next.value(at: 0, of: timing) - x).max() < 1e-9)
                let difference = next.velocity(at: 0, of: timing) - v
                #expect(abs(difference[0]) < 1e-6 * max(1, abs(v[0])))
                // In a millisecond it goes no farther than its velocity and a strong pull take it.
                #expect(abs((next.value(at: 0.001, of: timing) - x)[0]) < 0.001 * (abs(v[0]) + 300))
            }
            #expect(abs(x[0]) < 5000, "it does not wander off")
            moving = next
        }
    }

    @Test func velocitiesAreSlopes() {
        for timing in timings {
            for velocity in [0.0, 900, -400] {
                let movement = movement(timing, 10, 200, velocity)
                for i in 1..<40 where movement.duration > 0.05 {
                    let time = movement.duration * Double(i) / 41
                    let slope =
                        (movement.value(at: time + 1e-6, of: timing) - movement.value(at: time - 1e-6, of: timing))
                        / 2e-6
                    let difference = slope - movement.velocity(at: time, of: timing)
                    #expect(abs(difference[0]) < 0.5, "\(timing) at \(time)")
                }
                // It arrives without a jump.
                let end = movement.value(at: movement.duration * 0.9999999, of: timing) - movement.to
                #expect(abs(end[0]) < 0.06, "\(timing)")
                #expect(movement.value(at: movement.duration, of: timing) == movement.to)
            }
        }
    }

    @Test func timingsThatNeverEndAreRefused() throws {
        #expect(throws: LaminaError.self) { try Timing.curve(.linear, duration: .nan).check() }
        #expect(throws: LaminaError.self) { try Timing.curve(.linear, duration: -1).check() }
        #expect(throws: LaminaError.self) { try Timing.curve(.linear, duration: 31_536_000).check() }
        #expect(throws: LaminaError.self) { try Timing.spring(Spring(stiffness: 100, damping: 0)).check() }
        #expect(throws: LaminaError.self) { try Timing.decay(drag: 1).check() }
        #expect(throws: LaminaError.self) { try Timing.decay(drag: .nan).check() }
        for timing in timings { try timing.check() }
        // What was not checked ends all the same.
        let forever = Timing.spring(try Spring(stiffness: 100, damping: 0))
        let endless = movement(forever, 0, 1, 0)
        #expect(endless.duration == Timing.longest && endless.value(at: Timing.longest, of: forever) == endless.to)
        #expect(movement(.curve(.linear, duration: .infinity), 0, 1, 0).duration == Timing.longest)
    }
}

@Suite struct PlaybackTests {
    private func phase(_ playback: Playback, _ seconds: Double) -> Playback.Phase {
        playback.phase(at: UInt64(seconds * 1e6))
    }

    @Test func runsThereAndBack() {
        var playback = Playback(duration: 2, delay: 1, runs: 3, autoreverses: true)
        playback.start(at: 0)
        #expect(phase(playback, 0.5) == .waiting)
        #expect(phase(playback, 2) == .running(1, backwards: false))
        #expect(phase(playback, 4) == .running(1, backwards: true))
        #expect(phase(playback, 6) == .running(1, backwards: false))
        #expect(phase(playback, 7) == .over(2))
        #expect(playback.total == 6 && playback.progress(at: 4_000_000) == 0.5)
        // An even number of runs ends where it began, a part of one in the middle.
        var even = Playback(duration: 2, runs: 2, autoreverses: true)
        even.start(at: 0)
        #expect(phase(even, 9) == .over(0))
        var part = Playback(duration: 2, runs: 1.25, autoreverses: true)
        part.start(at: 0)
        #expect(phase(part, 9) == .over(1.5))
    }

    @Test func standsTurnsAndIsScrubbed() {
        var playback = Playback(duration: 2)
        playback.start(at: 0)
        playback.setSpeed(0, at: 500_000, continuing: 500_000)
        #expect(phase(playback, 100) == .running(0.5, backwards: false))
        playback.move(to: 1.5, continuing: 100_000_000)
        #expect(phase(playback, 200) == .running(1.5, backwards: false))
        playback.setSpeed(-3, at: 200_000_000, continuing: 200_000_000)
        #expect(phase(playback, 200.25) == .running(0.75, backwards: false))
        #expect(phase(playback, 201) == .over(0))
        // Without a frame to go on from, it goes on with the next one.
        playback.setSpeed(1, at: 200_250_000, continuing: nil)
        playback.start(at: 300_000_000)
        #expect(phase(playback, 300.25) == .running(1, backwards: false))
    }

    @Test func nothingAndForever() {
        var nothing = Playback(duration: 0, runs: .infinity)
        nothing.start(at: 5)
        #expect(nothing.phase(at: 5) == .over(0) && nothing.progress(at: 5) == 1)
        var forever = Playback(duration: 0.5, runs: .infinity)
        forever.start(at: 0)
        #expect(phase(forever, 3_600_000.25) == .running(0.25, backwards: false))
        #expect(forever.progress(at: 250_000) == 0.5)
    }
}
