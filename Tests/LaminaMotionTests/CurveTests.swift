import LaminaGeometry
import LaminaMotion
import Testing

@Suite struct CurveTests {
    @Test func slopesAreThoseOfTheValues() throws {
        var dice = Dice(state: 5)
        for _ in 0..<300 {
            let curve = try CubicBezier(
                x1: .random(in: 0.05...0.95, using: &dice), y1: .random(in: -1...2, using: &dice),
                x2: .random(in: 0.05...0.95, using: &dice), y2: .random(in: -1...2, using: &dice))
            let x = Double.random(in: -0.5...1.5, using: &dice)
            let (step, slope) = (1e-6, curve.slope(at: x))
            let difference = (curve.value(at: x + step) - curve.value(at: x - step)) / (2 * step)
            #expect(abs(difference - slope) < 1e-3 * max(1, slope * slope), "\(curve) at \(x)")
        }
    }

    /// Solving gives back the parameter to the last bits, also where the curve is nearly vertical.
    @Test func parametersAreExact() throws {
        for (x1, x2) in [(0.0, 0.0), (1, 1), (1, 0), (0, 1), (0.999, 0.001), (0.3, 0.7)] {
            let curve = try CubicBezier(x1: x1, y1: x1, x2: x2, y2: x2 + 1e-9)
            for i in 0...1000 {
                let x = Double(i) / 1000
                // y and x have nearly the same polynomial, so y tells how well x is met.
                #expect(abs(curve.value(at: x) - x) < 1e-8, "\(x1) \(x2) at \(x)")
            }
        }
    }

    @Test func rangesHoldAllValues() throws {
        var dice = Dice(state: 9)
        for _ in 0..<200 {
            let curve = try CubicBezier(
                x1: .random(in: 0...1, using: &dice), y1: .random(in: -3...3, using: &dice),
                x2: .random(in: 0...1, using: &dice), y2: .random(in: -3...3, using: &dice))
            let values = (0...2000).map { curve.value(at: Double($0) / 2000) }
            let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
            #expect(curve.range.lowerBound <= least + 1e-9 && curve.range.upperBound >= greatest - 1e-9)
            #expect(curve.range.lowerBound > least - 0.02 && curve.range.upperBound < greatest + 0.02)
        }
    }

    @Test func textsAreRead() throws {
        #expect(try Curve(text: " ease-in-out ") == .easeInOut)
        #expect(
            try Curve(text: "cubic-bezier(0.1, -2, 1, 3)") == .cubicBezier(CubicBezier(x1: 0.1, y1: -2, x2: 1, y2: 3)))
        #expect(try Curve(text: "step-end") == .steps(Steps(count: 1, jump: .end)))
        let linear = try Curve(text: "linear(0, 0.5 20% 80%, 1)")
        #expect(
            linear.value(at: 0.1) == 0.25 && linear.value(at: 0.5) == 0.5 && abs(linear.value(at: 0.9) - 0.75) < 1e-12)
    }

    @Test(arguments: [
        "", "bogus", "steps()", "steps(1.5)", "steps(2, middle)", "steps(1, jump-none)", "steps(99999999999999999999)",
        "cubic-bezier(0,0,1)", "cubic-bezier(0,nan,1,1)", "cubic-bezier(2,0,1,1)", "linear()", "linear(0 1)",
        "linear(50%)",
        "linear(0% 1 50%)", "linear(0,,1)", "linear(inf, 1)", "linear(0, 1", "cubic-bezier(0,0,1,1", "linear(1e999, 1)",
        "(", ")",
    ])
    func wrongTextsAreRefused(text: String) {
        #expect(throws: LaminaError.self) { try Curve(text: text) }
    }

    @Test func hostileNumbersGiveFiniteValues() throws {
        let curves: [Curve] = [
            .linear, .ease, .steps(try Steps(count: 1_000_000)), .threshold(0.5), .power(2), .circle,
            .mirrored(.easeIn),
            .reversed(.power(3)), .chain(.ease, .easeOut), try Curve(text: "linear(0 50% 20%, 3 10%, 1)"),
        ]
        for curve in curves {
            for x in [-1e300, -1, 0, 0.5, 1, 2, 1e9, Double.nan] {
                #expect(curve.value(at: x).isFinite, "\(curve) at \(x)")
                #expect(curve.slope(at: x).isFinite, "\(curve) at \(x)")
            }
        }
        #expect(throws: LaminaError.self) { try Steps(count: 0) }
        #expect(throws: LaminaError.self) { try Steps(count: .max) }
        #expect(throws: LaminaError.self) { try LinearCurve(stops: []) }
        #expect(throws: LaminaError.self) { try LinearCurve(stops: [.init(y: .nan)]) }
    }
}
